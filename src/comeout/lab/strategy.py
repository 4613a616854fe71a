"""Strategy: two pure functions. `see` folds what happened into a memory, `act` answers with wishes before a roll."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Protocol

from comeout.lab.view import View
from comeout.lab.wishes import Wish
from comeout.money import Amount
from comeout.table.messages import BetPlaced, BetTakenDown, CallPlaced, CallWithdrawn, Rejected, RollSettled

Happened = BetPlaced | BetTakenDown | CallPlaced | CallWithdrawn | Rejected | RollSettled
"""What a strategy sees: what became of each of its wishes, and every settled roll."""

Memory = Hashable
"""What a strategy remembers. Two sessions with equal positions and equal memories go on alike."""


class Strategy(Protocol):
    """A way to bet. It is pure: asked twice about the same, it answers the same."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def remembers(self) -> bool:
        """Whether `see` ever changes the memory; where it does not, nobody asks it."""

    @property
    def pure(self) -> bool:
        """Whether it is known to answer alike each time; every other strategy is asked twice."""

    def begin(self) -> Memory:
        """The memory at the start of a session."""

    def see(self, memory: Memory, event: Happened) -> Memory:
        """The memory after something happened."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:
        """What it wants before the next roll, in order. A generator sees in `view` what became of each wish so far."""


class BasicStrategy:
    """A strategy to derive yours from: without a memory, and with the name of its class."""

    remembers = False
    pure = False
    reads_dice = True
    """Whether `see` looks at the dice of a roll, and not only at what they did to bets and puck."""
    win_goal: Amount | None = None
    """Won so much, the session ends."""
    loss_limit: Amount | None = None
    """Lost so much, the session ends."""

    @property
    def name(self) -> str:
        """What it is called."""
        return type(self).__name__

    def begin(self) -> Memory:
        """The memory at the start of a session: none."""
        return None

    def see(self, memory: Memory, event: Happened) -> Memory:  # noqa: ARG002 - what a strategy with a memory overrides
        """The memory after something happened: the same."""
        return memory

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:
        """What it wants before the next roll: a strategy of yours says it."""
        raise NotImplementedError
