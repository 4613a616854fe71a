"""Dealer drills: a layout with bets and a roll, dealt from a seed, and how somebody's settlement of it is marked."""
