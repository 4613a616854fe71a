"""The figures against the table itself: long seeded runs of every book, each mean within four standard errors.

COMEOUT_ROLLS sets how many rolls of each book are played; every seat has one kind of bet and makes it again and again.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

import pytest

from comeout.exact.figures import Figures, figures
from comeout.rules.library import load_book
from comeout.table.table import Table

ROLLS = int(os.getenv("COMEOUT_ROLLS", "10000"))
ERRORS = 4
LINES = ("pass", "dont-pass")

Moment = Literal["kept up", "before the come-out roll", "point just set"]


@dataclass
class Player:
    """Somebody with one kind of bet: when it is made, for how much, and how the bets of a long night ended."""

    bet: str
    stake: int
    when: Moment
    odds: dict[int, int] = field(default_factory=dict)
    seat: int = 0
    rack: int = 0
    rolls: int | None = None
    """So many since the bet was made; None while there is none."""
    nets: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)

    def act(self, table: Table, *, just_set: bool) -> None:
        """Note a bet that ended, make the next one when it is time, and put the odds down."""
        up = table.bets(self.seat)
        if not up and self.rolls is not None:
            self.nets.append(table.rack(self.seat) - self.rack)
            self.lengths.append(self.rolls)
            self.rolls = None
        if not up:
            self.make(table, just_set=just_set)
        elif self.odds and len(up) == 1:
            self.take_odds(table, next(iter(up)))

    def make(self, table: Table, *, just_set: bool) -> None:
        """Bet, unless the player or the book would wait."""
        time = {"kept up": True, "before the come-out roll": not table.point, "point just set": just_set}
        self.rack = table.rack(self.seat)
        if time[self.when] and table.bet(self.seat, self.flat, self.stake):
            self.rolls = 0

    def take_odds(self, table: Table, standing: str) -> None:
        """Odds behind a bet that stands on a number, or on the line with a point on."""
        travelled = standing != self.flat
        number = int(standing.rpartition("-")[2]) if travelled else table.point if self.flat in LINES else None
        if number:
            answer = table.bet(self.seat, f"{self.flat}-odds" + f"-{number}" * travelled, self.odds[number])
            assert answer, answer

    @property
    def flat(self) -> str:
        """The bet without its odds."""
        return self.bet.partition("+")[0]


def times(stake: int, four: Fraction, five: Fraction, six: Fraction) -> dict[int, int]:
    """Odds of so many times the stake, by number."""
    by_distance = {3: four, 2: five, 1: six}
    return {number: int(stake * by_distance[abs(7 - number)]) for number in (4, 5, 6, 8, 9, 10)}


def players(book: str) -> Iterator[Player]:
    """A few bets of every kind the book has, at stakes that are not all paid evenly in whole units of money."""
    three_four_five = (Fraction(3), Fraction(4), Fraction(5))
    yield Player("pass", 5_00, "kept up")
    yield Player("pass+odds:3-4-5x", 5_00, "kept up", times(5_00, *three_four_five))
    yield Player("dont-pass", 7_00, "kept up")
    to_win = (Fraction(2), Fraction(4, 3), Fraction(4, 3)) if book == "exhibit-a" else None
    laid = times(10_00, *(to_win or (Fraction(2), Fraction(3, 2), Fraction(6, 5))))
    yield Player("dont-pass+lay-to-win:1x", 10_00, "kept up", laid)
    yield Player("come+odds:2x", 7_00, "point just set", times(7_00, *[Fraction(2)] * 3))
    yield Player("dont-come+lay:1x", 7_00, "point just set", times(7_00, *[Fraction(1)] * 3))
    yield Player("place-6", 12_00, "kept up")
    yield Player("place-5", 7_00, "before the come-out roll")
    yield Player("place-10", 5_00, "point just set")
    yield Player("hard-8", 1_00, "kept up")
    yield Player("field", 5_00, "kept up")
    if book in ("adelaide", "sentosa"):
        yield Player("buy-4", 13_00, "kept up")
        yield Player("lay-9", 13_00, "before the come-out roll")
    if book in ("adelaide", "evolution"):
        yield Player("place-lose-6", 13_00, "kept up")
    if book != "evolution":
        yield Player("horn", 12_00, "kept up")


def settings(book: str) -> dict[str, str]:
    """The least that is paid is 1.00, so that rounding counts too; and room for the odds."""
    return {"payable-unit": "1", **({} if book == "sentosa" else {"odds": "10"})}


def long_run(book: str) -> list[Player]:
    table = Table(load_book(book), settings=settings(book))
    dice = random.Random(f"{book}, {ROLLS} rolls")
    seated = list(players(book))
    for player in seated:
        player.seat = table.sit(player.bet, 10**12)
    just_set = False
    for _ in range(ROLLS):
        for player in seated:
            player.act(table, just_set=just_set)
        before = table.point
        table.roll(dice.randint(1, 6), dice.randint(1, 6))
        just_set = not before and table.point is not None
        for player in seated:
            player.rolls = None if player.rolls is None else player.rolls + 1
        table.log.clear()
        table.script.clear()
    return seated


def mean_rolls(found: Figures, when: Moment) -> Fraction:
    by_moment = {
        "kept up": found.kept_up,
        "before the come-out roll": found.made_before_come_out,
        "point just set": found.made_point_on,
    }
    rolls = by_moment[when]
    assert rolls is not None
    return rolls.mean


def check(what: str, seen: float, told: Fraction, variance: float, number: int) -> None:
    """Within four standard errors."""
    error = math.sqrt(variance / number)
    distance = abs(seen - float(told))
    assert distance <= ERRORS * error, f"{what}: {seen:.6f}, told {float(told):.6f}, {distance / error:.2f} errors off"


@pytest.mark.parametrize("book", ["exhibit-a", "adelaide", "sentosa", "evolution"])
def test_a_long_run_of_the_table_agrees_with_the_figures(book: str) -> None:
    for player in long_run(book):
        found = figures(load_book(book), player.bet, stake=player.stake, settings=settings(book))
        made = len(player.nets)
        assert made > ROLLS // 20, player.bet
        nets = [net / player.stake for net in player.nets]
        results = found.results
        check(f"{book} {player.bet} value", sum(nets) / made, results.ev_per_bet_made, float(results.variance), made)
        for word, told, ended in (
            ("won", results.win, sum(net > 0 for net in nets)),
            ("lost", results.lose, sum(net < 0 for net in nets)),
            ("pushed", results.push, sum(net == 0 for net in nets)),
        ):
            check(f"{book} {player.bet} {word}", ended / made, told, float(told * (1 - told)), made)
        average = sum(player.lengths) / made
        spread = sum((length - average) ** 2 for length in player.lengths) / made
        check(f"{book} {player.bet} rolls", average, mean_rolls(found, player.when), spread, made)
