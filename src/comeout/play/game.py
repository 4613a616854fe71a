"""What the words of the terminal are said to: a table of one's own, or one of a house that runs elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from comeout.dice import Roll
from comeout.money import Amount
from comeout.rules.layout import Layout
from comeout.table.messages import Command, Event, Rejected
from comeout.table.shooter import why_no_throw
from comeout.table.state import TableState
from comeout.table.table import Table

Dice = Callable[[], Roll]

PLAYER = "Player"


@dataclass(frozen=True, slots=True)
class HouseRefuses(Rejected):
    """A refusal that no clause is about: the house itself says no."""


class Game(Protocol):
    """A table as a player in the terminal sees it."""

    @property
    def layout(self) -> Layout:
        """The book it is played by."""

    @property
    def state(self) -> TableState:
        """The table as it lies, the player's own chips at least."""

    @property
    def log(self) -> Sequence[Event]:
        """What happened, as far as it is remembered."""

    @property
    def point(self) -> int | None:
        """The point, or None while the puck is off."""

    def rack(self, seat: int) -> Amount:
        """What the player has in the rack."""

    def bets(self, seat: int) -> dict[str, Amount]:
        """What the player has on the layout, by spot."""

    def send(self, command: Command) -> list[Event] | Rejected:
        """Ask the table; what happened, or the refusal."""

    def throw(self) -> list[Event] | Rejected:
        """Have one roll played, or wait for it."""

    def transcript(self) -> str | Rejected:
        """The game so far, as text that replays it."""


class TableForOne(Table):
    """A table of one's own, with one's own dice: the player shoots where the book has a shooter."""

    def __init__(self, layout: Layout, dice: Dice, *, rack: Amount, settings: dict[str, str]) -> None:
        chosen = {"shooter": "seats"} if layout.rulebook.shooter.throws == "shooter" else {}
        super().__init__(layout, settings={**chosen, **settings})
        self._dice = dice
        self.sit(PLAYER, rack)

    def throw(self) -> list[Event] | Rejected:
        """Roll the dice; they stay in the hand while nobody may throw."""
        return why_no_throw(self.layout, self.state) or self.roll(*self._dice())
