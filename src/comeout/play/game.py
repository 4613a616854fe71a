"""What the words of the terminal are said to: a table of one's own, or one of a house that runs elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from comeout.dice import Roll
from comeout.money import Amount
from comeout.play.orders import is_of_crew, of_seat
from comeout.rules.layout import Layout
from comeout.table.answer import Answer
from comeout.table.messages import Command, Event, Reason, Rejected
from comeout.table.shooter import why_no_throw
from comeout.table.state import TableState
from comeout.table.table import Table

Dice = Callable[[], Roll]

PLAYER = "Player"

Extra = Literal["seat", "shooter", "companion", "own dice", "save", "seed", "people", "crew", "throws"]
"""What a table has for whoever is at it: a seat of theirs, a shooter among the seats, a companion to call, dice that
come when they say so, a log they may have, dice that take seeds, people for a crew, a place in that crew, and throws of
real dice to announce."""


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

    def send(self, command: Command) -> Answer:
        """Ask the table; what happened, or the refusal."""

    def throw(self) -> Answer:
        """Have one roll played, or wait for it."""

    def transcript(self) -> str | Rejected:
        """The game so far, as text that replays it."""

    @property
    def extras(self) -> frozenset[Extra]:
        """What there is for this person, beside the bets of the book."""

    @property
    def orders(self) -> Sequence[str]:
        """The orders that are theirs to give, by their verbs."""

    def reasons(self, verb: str) -> Sequence[str]:
        """The reasons of the book that they may give for an order."""

    def order(self, command: Command) -> Answer:
        """Give an order in whichever role may give it, or ask for something from their seat."""

    def set_seed(self, text: str) -> Rejected | None:
        """Have a say in the dice; the refusal where these dice take none."""

    def fairness(self) -> list[str]:
        """How the dice are made and what shows it, a sentence each."""


class TableForOne(Table):
    """A table of one's own, with one's own dice: the player shoots where the book has a shooter."""

    def __init__(self, layout: Layout, dice: Dice, *, rack: Amount, settings: dict[str, str]) -> None:
        chosen = {"shooter": "seats"} if layout.rulebook.shooter.throws == "shooter" else {}
        super().__init__(layout, settings={**chosen, **settings})
        self._dice = dice
        self.sit(PLAYER, rack)

    def throw(self) -> Answer:
        """Roll the dice; they stay in the hand while nobody may throw."""
        problem = why_no_throw(self.layout, self.state)
        return Answer(refused=problem, book=self.layout.id) if problem else self.roll(*self._dice())

    @property
    def extras(self) -> frozenset[Extra]:
        """Everything but a crew and provable dice."""
        shooter = self.layout.rulebook.shooter.throws == "shooter"
        return frozenset({"seat", "own dice", "save", *(("shooter", "companion") if shooter else ())})

    @property
    def orders(self) -> Sequence[str]:
        """None: the house is the crew."""
        return ()

    def reasons(self, verb: str) -> Sequence[str]:
        """None either."""
        del verb
        return ()

    def order(self, command: Command) -> Answer:
        """Refuse what is for the crew; ask the table for the rest."""
        if is_of_crew(command):
            says = "that is for a crew, and at a table for one the house is the crew"
            return Answer(refused=HouseRefuses(Reason.WRONG_ROLE, says), book=self.layout.id)
        return self.send(of_seat(command, 1))

    def set_seed(self, text: str) -> Rejected | None:
        """Refuse: these dice take no seeds."""
        del text
        return HouseRefuses(Reason.NO_SUCH_PROCEDURE, "the dice of a table for one take no seeds")

    def fairness(self) -> list[str]:
        """What there is to say of dice that nothing is published of."""
        return [
            "The dice of a table for one are made here, and nothing about them is published.",
            "`comeout serve` runs tables whose dice anybody can check.",
        ]
