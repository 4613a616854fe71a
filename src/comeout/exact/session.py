"""Sums up a player's session: what was staked, what the bets were expected to lose, and what was luck.

It rests on one identity. A player's money plus the worth of their bets (`worth`) changes in three ways: when a bet is
made, by its worth minus its price; when it is taken down, by its stake minus its worth; and with a roll. The average
change of a roll over the thirty-six is zero, unless a call makes a bet work against the book's own on and off. The rest
is luck. Every change is counted once, so the lines add up to the net to the last fraction of a cent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from comeout.dice import ROLLS
from comeout.exact.numbers import show_decimal, show_percent, show_root
from comeout.exact.worth import Lying, Worth, brought_back
from comeout.money import Amount, show_amount
from comeout.rules.layout import Layout, sleeps
from comeout.table import messages as m
from comeout.table.advice.next_roll import net_of
from comeout.table.apply import apply
from comeout.table.messages import Event, Line
from comeout.table.settlement import is_working
from comeout.table.state import Bet, LastRoll, TableState, new_state

OWN = (
    m.SeatTaken,
    m.BoughtIn,
    m.SeatLeft,
    m.BetPlaced,
    m.BetTakenDown,
    m.WalkedAway,
    m.CameBack,
    m.CallMade,
    m.CallPlaced,
    m.CallWithdrawn,
    m.MoneyMoved,
)
"""Events of a seat that change its chips or their buttons."""

OF_THE_TABLE = (m.DecisionOnlyStarted, m.DecisionOnlyEnded, m.DiceGivenUp)
"""Events of any seat that show how the puck moves."""

SETTLING = (m.RollSettled, m.BetsReturned, m.OutcomeUndone)

HEARD = (*OWN, *OF_THE_TABLE, *SETTLING)
"""The events that a session is summed up from. No other need be read."""

NOTHING = Fraction(0)


@dataclass(slots=True)
class Sums:
    """The totals of a session, or of one wager in it, in cents."""

    bets: int = 0
    """How many times chips were put down and not taken up again before a roll."""
    action: Amount = 0
    """The action: all stakes that were put down and rolled for."""
    decided: Amount = 0
    """All stakes that were won or lost."""
    net: Amount = 0
    expected: Fraction = NOTHING
    """The expected result: the worth of the bets made and taken down, minus their cost."""

    def add(self, other: Sums, sign: int = 1) -> None:
        """Add other totals to these, or subtract them."""
        self.bets += sign * other.bets
        self.action += sign * other.action
        self.decided += sign * other.decided
        self.net += sign * other.net
        self.expected += sign * other.expected


class RollSpread(NamedTuple):
    """What the thirty-six rolls would have done to the worth of the bets before one roll, smallest first."""

    changes: tuple[int, ...]
    """In cents, over the denominator."""
    over: int


@dataclass(slots=True)
class _Rolled:
    """What one roll, or many, added to the totals."""

    rolls: int = 0
    luck: Fraction = NOTHING
    variance: Fraction = NOTHING
    rounding: Fraction = NOTHING
    wagers: dict[str, Sums] = field(default_factory=dict)
    spreads: Counter[RollSpread] = field(default_factory=Counter)

    def of(self, wager: str) -> Sums:
        return self.wagers.setdefault(wager, Sums())

    def add(self, other: _Rolled, sign: int = 1) -> None:
        self.rolls += sign * other.rolls
        self.luck += sign * other.luck
        self.variance += sign * other.variance
        self.rounding += sign * other.rounding
        for wager, sums in other.wagers.items():
            self.of(wager).add(sums, sign)
        for spread, times in other.spreads.items():
            self.spreads[spread] += sign * times


class Summary(NamedTuple):
    """The figures of a session, in cents: net = expected + luck + rounding + unfinished."""

    total: Sums
    wagers: dict[str, Sums]
    """By the spot where a bet was made. A come bet keeps that spot after it moves."""
    rolls: int
    """How many rolls happened while the player had a bet on the layout."""
    luck: Fraction
    variance: Fraction
    """The variance of the luck: the sum of the variances of all rolls."""
    rounding: Fraction
    """What rounding, and limits on the amount at risk, added to exact payments or took from them."""
    unfinished: Fraction
    """The worth of the bets still on the layout, minus their stakes: expected, but not lost yet."""

    @property
    def luck_sd(self) -> str:
        """The luck in standard deviations, with two decimals; empty if no roll could have ended differently."""
        if not self.variance:
            return ""
        root = show_root(self.luck**2 / self.variance, 2)
        return f"-{root}" if self.luck < 0 else root

    def says(self) -> Iterator[str]:
        """Describe the session in plain sentences, each figure with its denominator."""
        total = self.total
        yield f"You put down {show_amount(total.action)} in {_many(total.bets, 'bet')}, and {_won(total.net)}."
        if total.action:
            share = show_percent(-total.expected / total.action)
            lost = show_decimal(-total.expected / 100, 2)
            yield f"Those bets were expected to lose {lost}, which is {share} of all stakes put down."
        if self.variance:
            luck = show_decimal(self.luck / 100, 2)
            yield (
                f"Luck made {luck} of it: {self.luck_sd} standard deviations of what {_many(self.rolls, 'roll')} with "
                "your bets on the layout could have brought."
            )
        if abs(self.rounding) >= Fraction(1, 2):
            yield f"Rounding and limits made {show_decimal(self.rounding / 100, 2)}."
        if abs(self.unfinished) >= Fraction(1, 2):
            left = show_decimal(self.unfinished / 100, 2)
            yield f"The bets that still lie count with their stakes; {left} of them is expected to be lost."


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _won(net: Amount) -> str:
    if not net:
        return "are even"
    return f"are {show_amount(abs(net))} {'ahead' if net > 0 else 'behind'}"


def part_at(event: Event, seat: int) -> Event | None:
    """Return what of an event a seat's session is summed up from; None if nothing is."""
    if isinstance(event, OWN):
        return event if event.seat == seat else None
    if isinstance(event, m.RollSettled):
        return event._replace(
            lines=tuple(line for line in event.lines if line.seat == seat),
            lapsed=tuple(pair for pair in event.lapsed if pair[0] == seat),
            unlocked=(),
            warned=(),
        )
    if isinstance(event, m.BetsReturned):
        return replace(event, lines=tuple(line for line in event.lines if line.seat == seat))
    if isinstance(event, m.OutcomeUndone):
        return m.undone_at(event, seat) if event.reversed else None
    return event if isinstance(event, OF_THE_TABLE) else None


class PuckFollower:
    """The point, as the events of a table move it."""

    def __init__(self, point: int = 0) -> None:
        self.now = self._before = point

    def follow(self, event: Event) -> None:
        """Note the next event of the table."""
        if isinstance(event, m.RollSettled):
            self.now, self._before = event.point_after, event.point_before
        elif isinstance(event, m.BetsReturned):
            self.now = 0
        elif isinstance(event, m.OutcomeUndone) and event.reversed:
            self.now = self._before


class Tally:
    """Sums up one seat's session from the events of its table, from the moment the seat was taken."""

    def __init__(self, layout: Layout, seat: int, worth: Worth, *, point: int, keeps_spreads: bool = False) -> None:
        self._layout, self.seat, self._worth, self._keeps_spreads = layout, seat, worth, keeps_spreads
        self._state: TableState = new_state(layout)
        self._state.point = point
        self._sums, self._last = _Rolled(), _Rolled()
        self._brought: Amount = 0
        self._owed: Amount = 0
        """What was lost when an outcome was undone and the rack did not cover it."""
        self._unrolled: dict[str, list[Amount]] = {}
        """The stakes by spot that were put down since the last roll."""
        self.over = False
        """Whether the player has left the seat."""

    def take(self, event: Event) -> None:
        """Add the next event of the table, in the order of the log."""
        mine = None if self.over else self._of_mine(event)
        if mine is None:
            return
        match mine:
            case m.SeatTaken(rack=amount) | m.BoughtIn(amount=amount):
                self._brought += amount
            case m.MoneyMoved(amount=amount):  # by a decision, and by no bet
                self._brought += amount
            case m.SeatLeft(rack=amount):
                self._brought, self.over = self._brought - amount, True
            case m.BetPlaced():
                self._made(mine)
            case m.BetTakenDown():
                self._came_off(mine.spot, mine.amount, mine.vigorish)
            case m.BetsReturned():
                for line in mine.lines:
                    self._came_off(line.spot, line.amount, line.vigorish)
            case m.WalkedAway():
                for spot, amount in mine.folded:
                    self._folded(spot, amount)
            case m.RollSettled():
                self._settled(mine)
            case m.OutcomeUndone():
                self._undone(mine)
                return
        apply(self._layout, self._state, mine)

    def summary(self) -> Summary:
        """Return the session so far."""
        sums, total = self._sums, Sums()
        for each in sums.wagers.values():
            total.add(each)
        lying = self._lying()
        unfinished = sum((bet.amount * (1 - self._now(spot)) for spot, bet in lying), NOTHING)
        rack = 0 if self.over else self._state.seats[self.seat].rack
        chips = rack + sum(bet.amount for _, bet in lying) - self._brought
        assert total.net == chips - self._owed, "money was counted twice"
        wagers = {name: replace(each) for name, each in sums.wagers.items()}
        return Summary(total, wagers, sums.rolls, sums.luck, sums.variance, sums.rounding, unfinished)

    def spreads(self) -> dict[RollSpread, int]:
        """Return what each roll could have done, and how often; only a tally that keeps it knows."""
        return {spread: times for spread, times in self._sums.spreads.items() if times}

    # -------------------------------------------------------------- what is mine

    def _of_mine(self, event: Event) -> Event | None:
        """Return the part of an event that concerns the seat; an undone roll has the lines that were counted."""
        mine = part_at(event, self.seat)
        last = self._state.last_roll
        return replace(mine, lines=last.lines if last else ()) if isinstance(mine, m.OutcomeUndone) else mine

    def _lying(self) -> list[tuple[int, Bet]]:
        bets = self._state.bets
        return [(spot, bets[spot][self.seat]) for spot in sorted(self._state.occupied)]

    def _now(self, spot: int) -> Fraction:
        return self._worth.of(spot, self._state.point)

    def _wager(self, spot: str) -> str:
        """Return the spot where a bet that now lies on this spot was made."""
        there = self._layout.by_id[spot]
        return spot if there.made_here else there.wager_id

    # -------------------------------------------------------------- what happened

    def _add(self, spot: str, sums: Sums) -> None:
        self._sums.of(self._wager(spot)).add(sums)

    def _made(self, event: m.BetPlaced) -> None:
        worth = event.amount * self._now(self._layout.by_id[event.spot].index)
        cost = event.amount + event.vigorish
        self._unrolled.setdefault(event.spot, []).append(event.amount)
        self._add(event.spot, Sums(1, event.amount, 0, -event.vigorish, worth - cost))

    def _came_off(self, spot: str, amount: Amount, vigorish: Amount) -> None:
        worth = amount * self._now(self._layout.by_id[spot].index)
        bets, action = self._never_rolled(spot, amount)
        self._add(spot, Sums(-bets, -action, 0, vigorish, amount + vigorish - worth))

    def _never_rolled(self, spot: str, amount: Amount) -> tuple[int, Amount]:
        """Return how many bets, and how much, of what comes off was put down since the last roll: that is no action."""
        bets, left, stakes = 0, amount, self._unrolled.get(spot, [])
        while left and stakes:
            off = min(left, stakes[-1])
            left, stakes[-1] = left - off, stakes[-1] - off
            if not stakes[-1]:
                stakes.pop()
                bets += 1
        return bets, amount - left

    def _folded(self, spot: str, amount: Amount) -> None:
        worth = amount * self._now(self._layout.by_id[spot].index)
        self._add(spot, Sums(0, 0, amount, -amount, -worth))

    def _settled(self, event: m.RollSettled) -> None:
        self._state.point = event.point_before
        self._last = _Rolled()
        self._unrolled.clear()
        lying = self._lying()
        if lying:
            self._last = self._rolled(event, lying)
            self._sums.add(self._last)

    def _rolled(self, event: m.RollSettled, lying: list[tuple[int, Bet]]) -> _Rolled:
        point, spots = event.point_before, self._layout.spots
        bets = tuple(Lying(spot, is_working(bet, asleep=sleeps(spots[spot], point))) for spot, bet in lying)
        outlook = self._worth.outlook(bets, point, puck_stays=self._state.decision_only)
        changes = outlook.changes(bet.amount for _, bet in lying)
        whole, ways = sum(changes), len(ROLLS)
        spread = ways * sum(change**2 for change in changes) - whole**2
        rolled = _Rolled(
            rolls=1,
            luck=Fraction(ways * changes[event.roll.place] - whole, ways * outlook.over),
            variance=Fraction(spread, (ways * outlook.over) ** 2),
        )
        if self._keeps_spreads:
            rolled.spreads[RollSpread(tuple(sorted(changes)), outlook.over)] += 1
        for line in event.lines:
            decided = line.stake if line.outcome in ("won", "lost") else 0
            rolled.of(self._wager(line.spot)).add(Sums(decided=decided, net=net_of(line)))
        lines = {line.spot: line for line in event.lines}
        for (spot, bet), lies, row in zip(lying, bets, outlook.rows, strict=True):
            name = spots[spot].id
            rolled.of(self._wager(name)).expected += Fraction(bet.amount * sum(row), ways * outlook.over)
            waits = self._state.decision_only and spots[spot].wager.line
            exact = 0 if waits else bet.amount * brought_back(self._worth.cell(lies, point, event.roll))
            rolled.rounding += _money(lines.get(name)) - exact
        return rolled

    def _undone(self, event: m.OutcomeUndone) -> None:
        """Subtract the last roll. Bets that have changed since count as if they were made or taken down now."""
        for line in event.returned:
            self._came_off(line.spot, line.amount, line.vigorish)
        self._sums.add(self._last, -1)
        self._last = _Rolled()
        for line in event.put_back:
            worth = line.amount * self._now(self._layout.by_id[line.spot].index)
            self._add(line.spot, Sums(0, 0, 0, -line.vigorish, worth - line.amount - line.vigorish))
        if self._state.last_roll is None:  # it was rolled before the seat was taken
            self._state.last_roll = LastRoll(point=self._state.point)
            self._state.rolls += 1
        apply(self._layout, self._state, event)
        for placed in event.again:
            self._made(placed)
        self._owed += sum(debt.amount for debt in event.debts)
        found = self.summary()
        parts = found.total.expected + found.luck + found.rounding + found.unfinished
        self._sums.luck += found.total.net - parts  # what a bet taken down since was worth by the roll, it is not now


def _money(line: Line | None) -> Amount:
    """Return what came back into the rack."""
    if line is None or line.outcome == "moved":
        return 0
    return line.stake + net_of(line)
