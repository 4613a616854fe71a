"""Simulation of a strategy's graph: a versioned dice format, a compiled walk, and tallies that add up.

- `simulate`: `simulate` walks sessions and tallies them; `checkpoints_for`, `find_session`, `median_session`.
- `paired`: `simulate_paired` walks several strategies on the same dice.
- `dice_format`: `rolls_of` gives the dice of one session, `DICE_FORMAT` is the name of the format.
- `runner`: `slow_reason` says in a line why simulations are slow here, if they are.
"""
