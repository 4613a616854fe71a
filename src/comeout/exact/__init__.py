"""Exact answers from a compiled book: what a bet is worth, how long it takes, how long a shooter's hand lasts."""
