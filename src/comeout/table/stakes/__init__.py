"""Amounts of bets: odds limits, units, vigorish, bounds, and how much of a bet is at risk."""
