"""Dealer drills: a layout with bets and a roll, dealt from a seed, and the marking of a dealer's settlement."""
