"""Assigns each bet of a book to a part of the layout, by the shape of the bet and not by the book."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from comeout.felt.wording import prices, symbols, totals_won, winning_roll, wins_on_seven
from comeout.rules.describe import group_of, spots_of
from comeout.rules.layout import POINTS, Layout, Spot

COLUMNS = POINTS[1:]
"""The numbers that have a column of their own."""

CORNER = "big"
"""The wager in the corner of the pass line."""

Role = Literal["pass", "dont-pass", "come", "dont-come"]
Kind = Literal["seven", "bar", "dice", "circles", "between", "words"]


class CentreBet(NamedTuple):
    """A bet of the centre, and how it is drawn."""

    kind: Kind
    spot: Spot


@dataclass(slots=True)
class Plan:
    """The bets of a book by the part of the layout that they belong to."""

    lines: dict[Role, Spot] = dataclasses.field(default_factory=dict)
    travelled: dict[Role, dict[int, Spot]] = dataclasses.field(default_factory=dict)
    """Where a come or don't come bet goes, by number."""
    odds: dict[int, Spot] = dataclasses.field(default_factory=dict)
    """The odds spots, by the index of the spot that they support."""
    field: Spot | None = None
    corner: tuple[Spot, ...] = ()
    above: list[dict[int, Spot]] = dataclasses.field(default_factory=list)
    """The strips over the number, for bets against it."""
    below: list[dict[int, Spot]] = dataclasses.field(default_factory=list)
    """The face of the number and the strips under it, for bets on it."""
    centre: list[list[CentreBet]] = dataclasses.field(default_factory=list)
    """Groups of bets in the centre, from the far side to the player."""


def read_plan(layout: Layout) -> Plan:
    """Assign every bet of a book to a part of the layout; the rest go to the centre."""
    plan = Plan()
    groups = {wager_id: group_of(layout, wager_id) for wager_id in layout.rulebook.wager}
    rest: list[Spot] = []
    for wager_id, group in groups.items():
        spots = spots_of(layout, wager_id)
        if group == "The line":
            rest += _line(layout, plan, spots)
        elif group == "Numbers":
            rest += _numbers(layout, plan, spots)
    rest += _odds(plan, (spot for spot in layout.spots if groups[spot.wager_id] == "Odds"))
    rest += (spot for spot in layout.spots if groups[spot.wager_id] == "Other bets")
    hard = [spot for spot in layout.spots if groups[spot.wager_id] == "Hardways"]
    quick = [spot for spot in layout.spots if groups[spot.wager_id] == "One roll"]
    plan.field = next((spot for spot in quick if _is_field(layout, spot)), None)
    plan.centre = _centre(layout, hard, [spot for spot in quick if spot is not plan.field], rest)
    return plan


def _line(layout: Layout, plan: Plan, spots: tuple[Spot, ...]) -> Iterable[Spot]:
    """Assign the first bet of each kind to the line, the bar, come or don't come, and its numbers to the columns."""
    against = wins_on_seven(layout, spots[-1])
    role: Role = ("dont-come" if against else "come") if len(spots) > 1 else ("dont-pass" if against else "pass")
    if role in plan.lines:
        return spots
    plan.lines[role] = spots[0]
    plan.travelled[role] = {spot.number: spot for spot in spots[1:] if spot.number in COLUMNS}
    return [spot for spot in spots[1:] if spot.number not in COLUMNS]


def _numbers(layout: Layout, plan: Plan, spots: tuple[Spot, ...]) -> Iterable[Spot]:
    if spots[0].wager_id == CORNER:
        plan.corner = spots
        return ()
    strip = {spot.number: spot for spot in spots if spot.number in COLUMNS}
    if strip:
        (plan.above if wins_on_seven(layout, spots[0]) else plan.below).append(strip)
    return [spot for spot in spots if spot.number not in COLUMNS]


def _odds(plan: Plan, spots: Iterable[Spot]) -> Iterable[Spot]:
    """Assign odds to the place beside the bet that they support, if that bet is outside the centre."""
    bases = {plan.lines[role].index for role in ("pass", "dont-pass") if role in plan.lines}
    bases |= {spot.index for strip in plan.travelled.values() for spot in strip.values()}
    for spot in spots:
        if spot.base in bases and spot.base not in plan.odds:
            plan.odds[spot.base] = spot
        else:
            yield spot


def _is_field(layout: Layout, spot: Spot) -> bool:
    return spot.number is None and not spot.wager.parts and len(totals_won(layout, spot)) >= 5


def _centre(layout: Layout, hard: list[Spot], quick: list[Spot], rest: list[Spot]) -> list[list[CentreBet]]:
    """Order the centre: seven on top, hardways, one-roll bets, any craps, then bets on several results at once."""
    kinds: dict[Kind, list[CentreBet]] = {"seven": [], "dice": [], "bar": [], "circles": [], "between": [], "words": []}
    numbered: dict[str, list[CentreBet]] = {}
    for spot in quick:
        if spot.number is None:
            kind = _quick_kind(layout, spot)
            kinds[kind].append(CentreBet(kind, spot))
        else:
            numbered.setdefault(spot.wager_id, []).append(CentreBet("words", spot))
    for spot in rest:
        numbered.setdefault(spot.wager_id, []).append(CentreBet("words", spot))
    return [
        *([bet] for bet in kinds["seven"]),
        [CentreBet("dice" if winning_roll(layout, spot) else "words", spot) for spot in hard],
        kinds["dice"],
        *([bet] for bet in kinds["bar"]),
        kinds["circles"] + kinds["between"] + kinds["words"],
        *numbered.values(),
    ]


def _quick_kind(layout: Layout, spot: Spot) -> Kind:
    if winning_roll(layout, spot):
        return "dice"
    if list(totals_won(layout, spot)) == [7]:
        return "seven"
    paid_on = [paid.on for paid in prices(layout, spot)]
    if paid_on == ["2, 3, 12", "11"]:
        return "between" if len(symbols(layout)) == len("CE") else "circles"
    return "words" if len(paid_on) > 1 else "bar"
