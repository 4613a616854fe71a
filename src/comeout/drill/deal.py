"""Deals a drill from a seed by legal play: bets of one player and a roll. Deterministic.

A drill is played on a table of its own, so that everything on it is possible by the book.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeVar

from comeout.dice import ROLLS, Roll
from comeout.money import Amount, ceil_to
from comeout.rules.describe import group_of
from comeout.rules.layout import Layout, Spot, is_time, sleeps
from comeout.rules.library import load_book
from comeout.table.advice.choices import choices
from comeout.table.messages import RollSettled
from comeout.table.position import position_of
from comeout.table.settlement import is_working, settle
from comeout.table.stakes.amounts import rule_multiple
from comeout.table.stakes.bounds import even_near
from comeout.table.table import Table

T = TypeVar("T")


class Lot:
    """Deterministic pseudo-random numbers that a few words decide."""

    def __init__(self, *words: object) -> None:
        self._words = "\n".join(str(word) for word in words)
        self._drawn = 0

    def below(self, count: int) -> int:
        """Return a number from 0 to below a count; the count is small beside the hash, so all are equally likely."""
        self._drawn += 1
        digest = hashlib.sha256(f"{self._words}\n{self._drawn}".encode()).digest()
        return int.from_bytes(digest, "big") % count

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of some choices."""
        return choices[self.below(len(choices))]


Level = Literal[1, 2, 3]
"""1: plain bets in even amounts. 2: odds, hardways and charges too. 3: every bet, in amounts that must be rounded."""

SEAT = 1
RACK = 1_000_000_00
DECIDED_LEAST = 3
PATIENT_ROLLS = 30
"""How many rolls to wait for the total that was drawn; after that any will do."""
MOST_ROLLS = 100
TRIES = 40
TOTALS = tuple(range(2, 13))
SETTING_UP = tuple(roll for roll in ROLLS if roll.total != 7)
PLAIN = ("The line", "Numbers", "One roll")
EVEN_CENTS = (500, 1000, 1500, 2000, 2500, 3000, 5000, 10000)
CHIP = 100
"""The smallest chip: bets are made in it, and level 3 pays in it."""


@dataclass(frozen=True, slots=True)
class DrillBet:
    """A bet on the layout."""

    spot: str
    name: str
    amount_cents: Amount
    vigorish_cents: Amount
    button: str


@dataclass(frozen=True, slots=True)
class Drill:
    """A layout and a roll for the dealer to settle."""

    book: str
    title: str
    seed: str
    level: Level
    point: int
    says: str
    """The puck and the dice, as a stickperson calls them."""
    dice: tuple[int, int]
    total: int
    bets: tuple[DrillBet, ...]
    payable_unit_cents: Amount
    """Payments are made in whole units of this."""
    position: str
    """The table before the roll as one line of text."""


@dataclass(frozen=True, slots=True)
class Staying:
    """Why a roll does not touch a bet."""

    working: bool
    clause: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """A drill with its solution."""

    drill: Drill
    settled: RollSettled
    staying: Mapping[str, Staying]


@lru_cache(256)
def deal(book: str, seed: str, level: Level) -> Dealt:
    """Return the drill of a seed: deterministic, the same for everybody."""
    layout, lot = load_book(book), Lot("drill", book, seed, level)
    table = Table(layout, settings=_settings(layout, level))
    table.sit("Player", RACK, SEAT)
    wanted = lot.pick(TOTALS)
    for number in range(MOST_ROLLS):
        _bet(table, lot, level)
        roll = _telling(table, lot, wanted if number < PATIENT_ROLLS else None)
        if roll and number >= level:
            return _dealt(table, roll, seed, level)
        table.roll(*lot.pick(SETTING_UP))
    raise AssertionError(f"no roll of {book} decides {DECIDED_LEAST} bets of drill {seed}")


def _settings(layout: Layout, level: Level) -> dict[str, str]:
    names = {each.name for each in choices(layout)}
    return {"payable-unit": "1"} if level == 3 and "payable-unit" in names else {}


def _bet(table: Table, lot: Lot, level: Level) -> None:
    """Make legal bets until there are enough, each kind equally likely; at level 3 call some of them on or off."""
    layout, point = table.layout, table.state.point
    kinds: dict[str, list[Spot]] = {}
    for spot in layout.spots:
        if spot.made_here and is_time(spot.make_rule.when, point) and _suits(layout, spot, level):
            kinds.setdefault(spot.wager_id, []).append(spot)
    for _ in range(TRIES):
        if len(table.bets(SEAT)) >= 3 + 2 * level:
            break
        spot = lot.pick(kinds[lot.pick(list(kinds))])
        if spot.id not in table.bets(SEAT):
            table.bet(SEAT, spot.id, _amount(table, spot, lot, level))
    if level == 3:
        table.call(SEAT, lot.pick(list(table.bets(SEAT))), lot.pick(("on", "off")))  # refused where it may not be


def _suits(layout: Layout, spot: Spot, level: Level) -> bool:
    if level == 1:
        return group_of(layout, spot.wager_id) in PLAIN and not spot.wager.vigorish and not spot.wager.parts
    return level == 3 or not spot.wager.parts


def _amount(table: Table, spot: Spot, lot: Lot, level: Level) -> Amount:
    """Return an amount that a player would bet; 1 where no bet is allowed, which the table then refuses."""
    near = lot.pick(EVEN_CENTS)
    even = even_near(table.layout, table.state, spot, SEAT, near)
    if level < 3:
        even = even_near(table.layout, table.state, spot, SEAT, near, chip=CHIP) or even
    if level < 3 or spot.base >= 0:
        return lot.pick(even) if even else 1
    return ceil_to(CHIP * (3 + lot.below(60)), rule_multiple(table.state.settings, spot))


def _telling(table: Table, lot: Lot, wanted: int | None) -> Roll | None:
    """Return a roll that decides enough bets and pays one, of a given total or any; if need be one that pays none."""
    rolls = [roll for roll in ROLLS if wanted in (None, roll.total)]
    outcomes = {roll: [line.outcome for line in settle(table.layout, table.state, roll).lines] for roll in rolls}
    enough = [roll for roll in rolls if len(outcomes[roll]) >= DECIDED_LEAST]
    paying = [roll for roll in enough if "won" in outcomes[roll]]
    chosen = paying if wanted or paying else enough
    return lot.pick(chosen) if chosen else None


def _dealt(table: Table, roll: Roll, seed: str, level: Level) -> Dealt:
    layout, state = table.layout, table.state
    settled = settle(layout, state, roll)
    touched = {line.spot for line in settled.lines}
    hard = " the hard way" if roll.hard else ""
    puck = f"The puck is ON {state.point}" if state.point else "The puck is OFF"
    spots = [layout.by_id[spot] for spot in table.bets(SEAT)]
    bets = [(spot, state.bets[spot.index][SEAT]) for spot in spots]
    drill = Drill(
        book=layout.name,
        title=layout.rulebook.book.title,
        seed=seed,
        level=level,
        point=state.point,
        says=f"{puck}; the dice are {roll.a} and {roll.b}: {roll.total}{hard}.",
        dice=(roll.a, roll.b),
        total=roll.total,
        bets=tuple(
            DrillBet(spot.id, spot.name, bet.amount, bet.vigorish, bet.mark.value if bet.mark else "")
            for spot, bet in bets
        ),
        payable_unit_cents=state.settings.payable_unit,
        position=str(position_of(state)),
    )
    staying = {}
    for spot, bet in bets:
        if spot.id not in touched:
            working = is_working(bet, asleep=sleeps(spot, state.point))
            cell = layout.cell(spot.id, point=state.point, roll=roll.place, working=working)
            staying[spot.id] = Staying(working, cell.clause)
    return Dealt(drill, settled, staying)
