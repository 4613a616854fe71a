"""Simulation of a strategy's graph: a versioned dice format, a compiled walk, and tallies that merge.

- `dice_format`: `rolls_of(seed, number)` gives the dice of one session.
"""
