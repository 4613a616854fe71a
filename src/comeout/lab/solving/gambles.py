"""Gamble: a bet as one choice of a player who has nothing on the layout: its law, and its amounts in units.

A bet that is made lies until it is decided. Odds are chosen when it first can have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from comeout.lab.recording_seat import SEAT
from comeout.lab.solving.bet_course import BetCourse, WhereItLies
from comeout.lab.solving.bet_law import BetLaw, bet_laws
from comeout.money import Amount, ceil_to, even_step, floor_to
from comeout.rules.layout import Layout
from comeout.table.settings import Settings
from comeout.table.stakes.amounts import maximum_on, minimum_on, most_odds, rule_multiple
from comeout.table.stakes.bounds import legal_totals
from comeout.table.state import TableState


@dataclass(frozen=True, slots=True)
class Gamble:
    """A bet with every stake that it can have, and the odds that each stake can have."""

    spot: str
    points: tuple[int, ...]
    """The points that it is made with; 0 is the come-out."""
    law: BetLaw
    charge: Fraction
    """The vigorish on each unit, paid when the bet is made."""
    stakes: range
    """In units."""
    odds: tuple[tuple[range, ...], ...]
    """By stake and by branch of the law: the odds in units, beside none."""

    def cost(self, stake: int) -> int:
        """What a stake takes from the rack, in units."""
        return stake + int(self.charge * stake)

    def serves_as(self, other: Gamble) -> bool:
        """Whether another one has the same law and amounts, whatever it is called."""
        mine, others = ([branch[:2] for branch in each.law.branches] for each in (self, other))
        return (self.law.ends, self.charge, self.stakes, mine) == (
            other.law.ends,
            other.charge,
            other.stakes,
            others,
        ) and self.odds == other.odds


@dataclass(frozen=True, slots=True)
class GambleMaker:
    """What decides the amounts of gambles: the book, the table, the unit, and the most that is of use."""

    layout: Layout
    settings: Settings
    tables: Mapping[int, TableState]
    """By point: the table without a bet."""
    unit: Amount
    most: int
    """In units."""
    one_unit: bool = False
    """Whether the stake is one unit and no other."""

    def all_of(self, courses: Iterable[BetCourse]) -> tuple[Gamble, ...]:
        """All bets as gambles; of those that serve alike, the first one in the order of the layout."""
        found: list[Gamble] = []
        for gamble in (each for course in courses for each in self.of(course)):
            alike = next((place for place, each in enumerate(found) if each.serves_as(gamble)), None)
            if alike is None:
                found.append(gamble)
            elif found[alike].spot == gamble.spot:
                found[alike] = replace(found[alike], points=found[alike].points + gamble.points)
        return tuple(each for each in found if each.stakes)

    def of(self, course: BetCourse) -> Iterator[Gamble]:
        """One bet as a gamble for each point that it can be made with."""
        for start, law in bet_laws(course).items():
            stakes = self.stakes(course, start)
            odds = tuple(tuple(self.odds(course, branch.lies, stake) for branch in law.branches) for stake in stakes)
            yield Gamble(course.spot, (start.point,), law, course.charge, stakes, odds)

    def stakes(self, course: BetCourse, start: WhereItLies) -> range:
        """The stakes in units that are legal and even."""
        table, spot = self.tables[start.point], self.layout.by_id[course.spot]
        legal = legal_totals(self.layout, table, spot, SEAT)
        gains = {each.flat_gain for node in course.nodes.values() for each in node.outcomes}
        found = self._range({*gains, course.charge}, legal.steps[1], legal.least, legal.most)
        return range(1, 1 + (1 in found)) if self.one_unit else found

    def odds(self, course: BetCourse, lies: WhereItLies, stake: int) -> range:
        """The odds in units, beside none, that are legal and even behind a stake that lies there."""
        name, settings = course.nodes[lies].odds, self.settings
        spot = self.layout.by_id[name]
        most, _ = most_odds(self.layout, settings, spot, lies.point, stake * self.unit)
        gains = {each.odds_gain for each in course.nodes[lies].outcomes}
        multiple = rule_multiple(settings, spot)
        return self._range(gains, multiple, minimum_on(settings, spot), min(most, maximum_on(settings, spot)))

    def _range(self, gains: Iterable[Fraction], multiple: Amount, least: Amount, most: Amount) -> range:
        """The amounts in units within limits that win and lose whole units."""
        step = even_step((abs(gain) for gain in gains if gain), self.unit, lcm(self.unit, multiple))
        first, last = ceil_to(max(least, 1), step), floor_to(min(most, self.most * self.unit), step)
        return range(first // self.unit, last // self.unit + 1, step // self.unit)
