"""BetCourse: all that one bet, with odds behind it, can meet from the moment it is made until it is decided.

It is found by playing the bet at a table. Nothing here knows how a bet is settled.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from comeout.lab.graph import Graph, GraphRow, RowOutcome
from comeout.lab.strategy import BasicStrategy, Happened, Memory
from comeout.lab.view import View
from comeout.lab.wishes import WantBet, WantEnd, WantOdds, Wish
from comeout.money import Amount
from comeout.rules.layout import Layout, Spot
from comeout.table.advice.next_roll import net_of
from comeout.table.messages import BetPlaced, RollSettled
from comeout.table.settings import Settings
from comeout.table.stakes.amounts import rule_multiple, vigorish_rate
from comeout.table.state import TableState


class WhereItLies(NamedTuple):
    """Where a bet lies before a roll: its spot, and the point."""

    spot: str
    point: int


class CourseOutcome(NamedTuple):
    """What some of the thirty-six rolls do to a bet and its odds."""

    ways: int
    flat_gain: Fraction
    """What each chip of the bet wins; below zero: loses."""
    odds_gain: Fraction
    """What each chip of the odds wins."""
    to: WhereItLies | None
    """Where the bet lies then; None: it is decided."""
    point: int
    """The point after the roll."""


@dataclass(frozen=True, slots=True)
class CourseNode:
    """A bet that lies, with the odds that it can have."""

    odds: str
    """The spot of its odds; empty where it has none."""
    outcomes: tuple[CourseOutcome, ...]


@dataclass(frozen=True, slots=True)
class BetCourse:
    """One bet, wherever it can be made and wherever it can come to lie."""

    spot: str
    starts: tuple[WhereItLies, ...]
    """Where it lies once it is made, for each point that it can be made with; 0 is the come-out."""
    charge: Fraction
    """The vigorish that is paid for each chip when the bet is made."""
    nodes: Mapping[WhereItLies, CourseNode]

    def without_odds(self) -> BetCourse:
        """The same bet, never with odds."""
        return replace(self, nodes={key: replace(node, odds="") for key, node in self.nodes.items()})


@dataclass(frozen=True, slots=True)
class PuckCourse:
    """The table without a bet: its state with each point, and where the puck goes on thirty-six rolls."""

    states: Mapping[int, TableState]
    moves: Mapping[int, Mapping[int, int]]
    """By point, and by the point after the roll: in how many ways."""


WAITS, BETS, MADE = "waits", "bets", "made"


class _OneBet(BasicStrategy):
    """Makes one bet with all odds behind it, and ends when nothing lies.

    While it waits it takes the dice as a coin, so that one graph has the bet made with every point.
    """

    remembers = True
    pure = True

    def __init__(self, spot: str, amount: Amount) -> None:
        self.spot, self.amount = spot, amount

    @property
    def name(self) -> str:
        return self.spot

    def begin(self) -> Memory:
        return WAITS

    def see(self, memory: Memory, event: Happened) -> Memory:
        if isinstance(event, BetPlaced):
            return MADE
        if memory != MADE and isinstance(event, RollSettled):
            return BETS if event.roll.a % 2 else WAITS
        return memory

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:
        if memory == BETS:
            yield WantBet(self.spot, self.amount, exactly=True)
        elif memory == MADE:
            if not view.on_layout:
                yield WantEnd()
            for spot in view.bets():
                if view.layout.by_id[spot].supported_by:
                    yield WantOdds(spot)


class _NoBet(BasicStrategy):
    """Never bets."""

    pure = True

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        return ()


def puck_course(layout: Layout, settings: Settings) -> PuckCourse:
    """The table of a book without a bet."""
    graph = Graph(layout, _NoBet(), settings=settings)
    graph.explore(every_rack=False)
    point = {number: node.state.point for number, node in enumerate(graph.nodes)}
    moves: dict[int, dict[int, int]] = {}
    for row in graph.rows:
        after = moves.setdefault(row.point, {})
        for outcome in row.outcomes:
            to = point[outcome.node]
            after[to] = after.get(to, 0) + len(outcome.places)
    return PuckCourse({node.state.point: node.state for node in graph.nodes}, moves)


def bet_course(layout: Layout, settings: Settings, spot: Spot) -> BetCourse | None:
    """Play one bet at a table in every way it can go; None if the table never accepts it.

    What a chip wins does not depend on the limits, so the bet is made at a table without them, with an amount that is
    paid without rounding.
    """
    amount = _exact_amount(layout, settings, spot)
    graph = Graph(layout, _OneBet(spot.id, amount), settings=replace(settings, minimum={}, maximum={}))
    graph.explore(every_rack=False)
    made = {
        _lies(layout, graph.rows[each.row]): vigorish
        for node in graph.nodes
        for each in node.decisions
        for placed, _, vigorish in each.placed
        if placed == spot.id
    }
    if not made:
        return None
    nodes = {_lies(layout, row): _node(layout, graph, row) for row in graph.rows if row.bets}
    return BetCourse(spot.id, tuple(sorted(made)), Fraction(max(made.values()), amount), nodes)


def _exact_amount(layout: Layout, settings: Settings, spot: Spot) -> Amount:
    """An amount that every odds of the book pay, and every vigorish charges, in whole chips."""
    odds = {each for by_point in layout.win_odds for several in by_point for each in several}
    rate = vigorish_rate(layout, spot)
    chips = math.lcm(settings.betting_unit, settings.payable_unit, rule_multiple(settings, spot))
    return chips * math.lcm(rate.denominator, *(each.denominator for each in odds))


def _lies(layout: Layout, row: GraphRow) -> WhereItLies:
    """Where the bet of a row lies, leaving its odds aside."""
    return WhereItLies(next(spot for spot, _ in row.bets if layout.by_id[spot].base < 0), row.point)


def _node(layout: Layout, graph: Graph, row: GraphRow) -> CourseNode:
    odds = next((spot for spot, _ in row.bets if layout.by_id[spot].base >= 0), "")
    found: dict[CourseOutcome, int] = {}
    for outcome in row.outcomes:
        same = _outcome(layout, graph, outcome)
        found[same] = found.get(same, 0) + len(outcome.places)
    return CourseNode(odds, tuple(each._replace(ways=ways) for each, ways in found.items()))


def _outcome(layout: Layout, graph: Graph, outcome: RowOutcome) -> CourseOutcome:
    flat, odds = Fraction(0), Fraction(0)
    for line in outcome.lines:
        if layout.by_id[line.spot].base < 0:
            flat += Fraction(net_of(line), line.stake)
        else:
            odds += Fraction(net_of(line), line.stake)
    node = graph.nodes[outcome.node]
    to = _lies(layout, graph.rows[node.decisions[0].row]) if node.on_layout else None
    return CourseOutcome(0, flat, odds, to, node.state.point)
