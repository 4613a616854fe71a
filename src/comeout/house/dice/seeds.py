"""The say players have in the dice: a text each, frozen in the log at "no more bets"."""

from __future__ import annotations

from collections.abc import Mapping

LONGEST_SEED = 64

Seeds = tuple[tuple[int, str], ...]
"""Seats and their texts, in seat order. A seat without a text is not in it."""


def seed_problem(text: str) -> str:
    """What is wrong with a player's seed, or nothing."""
    if len(text) > LONGEST_SEED:
        return f"a seed has at most {LONGEST_SEED} characters, this one has {len(text)}"
    if any("\ud800" <= character <= "\udfff" for character in text):
        return "a seed is text: this one holds half a character"
    return ""


def freeze(texts: Mapping[int, str]) -> Seeds:
    """The seeds of a roll as they are logged and hashed; a bad one is a ValueError, for it should never have got in."""
    for text in texts.values():
        if problem := seed_problem(text):
            raise ValueError(problem)
    return tuple((seat, texts[seat]) for seat in sorted(texts) if texts[seat])
