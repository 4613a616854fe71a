"""The interface between the terminal and a table, and its implementation for a local table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from comeout.dice import Roll
from comeout.money import Amount
from comeout.play.orders import is_of_crew, of_seat
from comeout.rules.layout import Layout
from comeout.table.answer import Answer
from comeout.table.messages import Command, Event, Reason, Rejected
from comeout.table.state import TableState
from comeout.table.table import Table

PLAYER = "Player"

Extra = Literal["seat", "shooter", "companion", "own dice", "save", "seed", "people", "crew", "throws"]
"""The optional features of a table for the person at it.

They are: a seat, a shooter among the seats, a companion to call, dice on request, a log to export, dice that take
seeds, a crew of people, a role in that crew, and real dice whose throws are announced.
"""


@dataclass(frozen=True, slots=True)
class HouseRefuses(Rejected):
    """A refusal by the house itself, which no clause is about."""


class Game(Protocol):
    """The interface of a table, as the terminal uses it."""

    @property
    def layout(self) -> Layout:
        """The layout of the book that it is played by."""

    @property
    def state(self) -> TableState:
        """The state of the table; of a remote one, with the player's own chips only."""

    @property
    def log(self) -> Sequence[Event]:
        """The events so far, as many as are kept."""

    @property
    def point(self) -> int | None:
        """The point, or None while the puck is off."""

    def rack(self, seat: int) -> Amount:
        """Return what the player has in the rack."""

    def bets(self, seat: int) -> dict[str, Amount]:
        """Return what the player has on the layout, by spot."""

    def send(self, command: Command) -> Answer:
        """Send a command; returns its events or the refusal."""

    def throw(self) -> Answer:
        """Play one roll, or wait for it."""

    def transcript(self) -> str | Rejected:
        """Return the game so far as text that replays it."""

    @property
    def extras(self) -> frozenset[Extra]:
        """The optional features that this table has for the player."""

    @property
    def orders(self) -> Sequence[str]:
        """The verbs of crew commands that the player may use."""

    def reasons(self, verb: str) -> Sequence[str]:
        """Return the reasons of the book that the player may give for a verb."""

    def order(self, command: Command) -> Answer:
        """Send a crew command in a role that may give it, or any other command from the player's seat."""

    def set_seed(self, text: str) -> Rejected | None:
        """Set the client seed; returns the refusal if the dice take none."""

    def fairness(self) -> list[str]:
        """Explain how the dice are made and how to verify them, one sentence a line."""


class TableForOne(Table):
    """A local table for one player with its own dice. The player shoots if the book has a shooter."""

    def __init__(self, layout: Layout, dice: Iterable[Roll], *, rack: Amount, settings: dict[str, str]) -> None:
        chosen = {"shooter": "seats"} if layout.rulebook.shooter.throws == "shooter" else {}
        super().__init__(layout, settings={**chosen, **settings}, dice=dice)
        self.sit(PLAYER, rack)

    def throw(self) -> Answer:
        """Roll the dice. They are not drawn while nobody may throw."""
        return self.roll()

    @property
    def extras(self) -> frozenset[Extra]:
        """Return all optional features but a crew and provably fair dice."""
        shooter = self.layout.rulebook.shooter.throws == "shooter"
        return frozenset({"seat", "own dice", "save", *(("shooter", "companion") if shooter else ())})

    @property
    def orders(self) -> Sequence[str]:
        """Return none: the crew is automatic."""
        return ()

    def reasons(self, verb: str) -> Sequence[str]:
        """Return none: the crew is automatic."""
        del verb
        return ()

    def order(self, command: Command) -> Answer:
        """Refuse crew commands and send all others."""
        if is_of_crew(command):
            says = "that is for a crew, and at a table for one the house is the crew"
            return Answer(refused=HouseRefuses(Reason.WRONG_ROLE, says), book=self.layout.id)
        return self.send(of_seat(command, 1))

    def set_seed(self, text: str) -> Rejected | None:
        """Refuse: these dice take no seeds."""
        del text
        return HouseRefuses(Reason.NO_SUCH_PROCEDURE, "the dice of a table for one take no seeds")

    def fairness(self) -> list[str]:
        """Say that nothing is published about these dice."""
        return [
            "The dice of a table for one are made here, and nothing about them is published.",
            "`comeout serve` runs tables whose dice anybody can check.",
        ]
