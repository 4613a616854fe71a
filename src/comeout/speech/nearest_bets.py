"""Looks up which wagers and numbers a book has, and suggests the nearest one to a bet that it lacks."""

from __future__ import annotations

from comeout.rules.layout import Layout
from comeout.rules.procedures import listed
from comeout.table.notation.bet_names import NUMBERS, Target

# Always on the same side of the dice: nobody who lays a number wants to be told of the bet for it.
_NEAREST: dict[str, tuple[str, ...]] = {
    "lay": ("place-lose",),
    "place-lose": ("lay",),
    "buy": ("place",),
    "big": ("place",),
    "craps": ("any-craps",),
    "horn-high": ("horn",),
    "world": ("horn",),
}
_AGAINST = ("lay", "place-lose")


def absence(layout: Layout, name: str) -> str:
    """Explain why a book lacks a spot and what it has on the same side; empty if it has the spot."""
    if name in layout.by_id or name in layout.rulebook.wager:
        return ""
    wager, _, digits = name.rpartition("-")
    number = int(digits) if wager and digits.isdecimal() else None
    wager = wager if number is not None else name
    if wager in layout.rulebook.wager:
        return numbers_of(layout, wager)
    kind = wager.replace("-", " ")
    instead = _instead(layout, wager, number)
    return f"this book has no {kind} bets{f'; {instead}' if instead else ''}"


def numbers_of(layout: Layout, wager: str) -> str:
    """Return the numbers that a wager is made on."""
    known = layout.rulebook.wager.get(wager)
    numbers = (known.numbers or known.travels if known else ()) or NUMBERS.get(wager, ())
    are = "are" if wager.endswith("odds") else "is"
    return f"{wager.replace('-', ' ')} {are} made on {listed(numbers, 'or')}" if numbers else ""


def is_offered(layout: Layout, target: Target) -> bool:
    """Tell whether the book has a wager; "odds" means those of the bet they support."""
    wager = target.wager
    return (
        wager in layout.rulebook.wager
        or wager.endswith("odds")
        or any(spot.id.startswith(f"{wager}-") for spot in layout.spots if wager == "craps")
    )


def _instead(layout: Layout, wager: str, number: int | None) -> str:
    for other in _NEAREST.get(wager, ()):
        spot = f"{other}-{number}"
        if spot in layout.by_id:
            return f"{'against' if wager in _AGAINST else 'on'} the {number} it has {spot}"
        if other in layout.rulebook.wager:
            return f"it has {other}"
    return ""
