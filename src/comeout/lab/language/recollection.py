"""Memory of a strategy's text: small whole numbers, and what rolls and bets make of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from comeout.lab.strategy import Happened
from comeout.money import Amount
from comeout.table.messages import BetPlaced, BetTakenDown, RollSettled

Slots = tuple[int, ...]
"""The memory of a text: a whole number for each thing that it remembers."""


class RollFacts:
    """What one settled roll did, looked up once: the bets that won, lost or came back, and the money."""

    __slots__ = ("event", "lost", "paid", "returned", "total", "won")

    def __init__(self, event: RollSettled) -> None:
        self.event, self.total = event, event.roll.total
        self.won: dict[str, Amount] = {}
        """By spot: the stake."""
        self.paid: dict[str, Amount] = {}
        self.lost: set[str] = set()
        self.returned: set[str] = set()
        for line in event.lines:
            if line.outcome == "won":
                self.won[line.spot], self.paid[line.spot] = line.stake, line.paid
            elif line.outcome == "lost":
                self.lost.add(line.spot)
            elif line.outcome == "returned":
                self.returned.add(line.spot)

    @property
    def change(self) -> Amount:
        """How much more the seat has by this roll."""
        lines = self.event.lines
        return sum(line.paid + line.vigorish - (line.at_risk if line.outcome == "lost" else 0) for line in lines)


RollTest = Callable[[RollFacts, Slots], bool]
"""Whether something happened on a roll, with the memory from before it."""
AfterRoll = Callable[[RollFacts, Slots], int]
AfterBet = Callable[[BetPlaced | BetTakenDown, int], int]


class Slot(NamedTuple):
    """One remembered number: where it starts, what a roll makes of it and, where it follows bets, what those do."""

    start: int
    rolled: AfterRoll
    betted: AfterBet | None = None


def seen(slots: tuple[Slot, ...], memory: Slots, event: Happened) -> Slots:
    """The memory after something happened; all changes of one roll read the values from before it."""
    if isinstance(event, RollSettled):
        facts = RollFacts(event)
        return tuple([slot.rolled(facts, memory) for slot in slots])
    if isinstance(event, (BetPlaced, BetTakenDown)):
        return tuple(
            [slot.betted(event, value) if slot.betted else value for slot, value in zip(slots, memory, strict=True)]
        )
    return memory


# ------------------------------------------------------------------ slots


def counter(
    index: int, ups: tuple[RollTest, ...], downs: tuple[RollTest, ...], backs: tuple[RollTest, ...], most: int | None
) -> Slot:
    """A number that rolls move up and down by one, between 0 and `most`; moved back, it is 0 whatever else happened."""

    def rolled(facts: RollFacts, memory: Slots) -> int:
        value = memory[index]
        for back in backs:
            if back(facts, memory):
                return 0
        value += any(up(facts, memory) for up in ups) - any(down(facts, memory) for down in downs)
        return max(0, value if most is None else min(value, most))

    return Slot(0, rolled)


def flag(test: RollTest) -> Slot:
    """Whether something happened on the last roll."""
    return Slot(0, lambda facts, memory: int(test(facts, memory)))


def made_by_shooter(index: int, spot: str, most: int) -> Slot:
    """How often a bet was made since the last seven-out, up to a limit."""

    def betted(event: BetPlaced | BetTakenDown, value: int) -> int:
        made = isinstance(event, BetPlaced) and event.spot == spot
        return min(value + made, most)

    return Slot(0, lambda facts, memory: 0 if facts.event.seven_out else memory[index], betted)


def won_by_shooter(index: int) -> Slot:
    """The money won since the last seven-out, vigorish included."""

    def betted(event: BetPlaced | BetTakenDown, value: int) -> int:
        return value - event.vigorish if isinstance(event, BetPlaced) else value + event.vigorish

    return Slot(0, lambda facts, memory: 0 if facts.event.seven_out else memory[index] + facts.change, betted)


def pressed(spot: str, *, half: bool) -> Slot:
    """Stake and win, or half the win, of a bet that won on the last roll; 0 if it did not, or was bet on since."""

    def rolled(facts: RollFacts, memory: Slots) -> int:  # noqa: ARG001 - a win counts for one roll only
        win = facts.paid.get(spot, 0)
        return facts.won[spot] + (win - win // 2 if half else win) if win else 0

    def betted(event: BetPlaced | BetTakenDown, value: int) -> int:
        return 0 if event.spot == spot else value

    return Slot(0, rolled, betted)
