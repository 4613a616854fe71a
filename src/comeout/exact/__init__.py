"""Computes exact figures from a compiled book: what a bet is worth, how long it takes, how long a hand lasts."""
