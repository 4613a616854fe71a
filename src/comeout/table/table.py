"""A table to play at: a layout, a state and the log, with the automatic crew at hand. What Python users hold."""

from __future__ import annotations

from collections.abc import Mapping

from comeout.dice import Roll
from comeout.felt import draw_felt
from comeout.rules.layout import Layout
from comeout.table.apply import apply
from comeout.table.asking import dice_problem
from comeout.table.attendant import attend, why_no_roll
from comeout.table.decide import decide
from comeout.table.engine import ENGINE
from comeout.table.messages import (
    CallBet,
    Command,
    Event,
    NoRollCalled,
    PlaceBet,
    Reason,
    ReduceBet,
    Rejected,
    RemoveBet,
    RollSettled,
    Sit,
    Switch,
    TableOpened,
)
from comeout.table.notation.transcript import render
from comeout.table.settings import chosen_settings, setting_pairs
from comeout.table.state import Phase, TableState, new_state


class Table:
    """One craps table: `send` answers a command, `roll` has the automatic crew play one roll.

    >>> from comeout import Table, book_names, load_book
    >>> table = Table(load_book(book_names()[0]))
    >>> table.sit("Ann", 100_00)
    1
    >>> [bet] = table.bet(1, "field", 5_00)
    >>> bet.amount, table.rack(1), table.bets(1)
    (500, 9500, {'field': 500})
    """

    def __init__(self, layout: Layout, *, settings: Mapping[str, str] | None = None) -> None:
        chosen = chosen_settings(layout, settings)
        self.layout = layout
        self.state: TableState = new_state(layout, chosen)
        self.opened = TableOpened(
            layout.id, layout.rulebook.book.revision, layout.digest, setting_pairs(layout, chosen), ENGINE
        )
        self.log: list[Event] = [self.opened]
        self.script: list[Command | Roll] = []
        self._attend(None)

    def send(self, command: Command) -> list[Event] | Rejected:
        """Decide a command; what happened is applied and logged, a refusal changes nothing.

        The automatic crew then does what it does by itself; its events come after the command's own.
        """
        answer = self._decide(command)
        if isinstance(answer, Rejected):
            return answer
        self.script.append(command)
        return answer + self._attend(None)

    def roll(self, a: int, b: int) -> list[Event] | Rejected:
        """Have the automatic crew play one roll with these dice: close, throw, call, settle, open again."""
        if self.state.phase is Phase.SHUT:
            return Rejected(Reason.TABLE_CLOSED, "the table is closed")
        if self.state.settings.crew != "automatic":
            return Rejected(Reason.WRONG_ROLE, "people run this table: they close, throw, call and settle")
        problem = dice_problem(self.layout, (a, b)) or why_no_roll(self.layout, self.state)
        if problem:
            return problem
        self.script.append(Roll(a, b))
        return self._attend(Roll(a, b))

    def transcript(self) -> str:
        """The game so far, as text that replays it."""
        return render(self.layout.name, self.opened.settings, self.script)

    def _decide(self, command: Command) -> list[Event] | Rejected:
        answer = decide(self.layout, self.state, command)
        if not isinstance(answer, Rejected):
            for event in answer:
                apply(self.layout, self.state, event)
            self.log += answer
        return answer

    def _attend(self, roll: Roll | None) -> list[Event]:
        events: list[Event] = []
        while command := attend(self.layout, self.state, roll):
            answer = self._decide(command)
            assert not isinstance(answer, Rejected), f"the crew was refused: {answer}"
            events += answer
            if isinstance(answer[-1], (RollSettled, NoRollCalled)):
                roll = None
        return events

    def sit(self, player: str, rack: int, seat: int | None = None) -> int:
        """Seat a player with a rack of chips; the answer is the seat's number."""
        number = seat or max(self.state.seats, default=0) + 1
        answer = self.send(Sit(number, player, rack))
        if isinstance(answer, Rejected):
            raise ValueError(answer.says)
        return number

    def bet(self, seat: int, spot: str, amount: int) -> list[Event] | Rejected:
        """Put chips on a spot."""
        return self.send(PlaceBet(seat, spot, amount))

    def remove(self, seat: int, spot: str) -> list[Event] | Rejected:
        """Take a bet down."""
        return self.send(RemoveBet(seat, spot))

    def reduce(self, seat: int, spot: str, amount: int) -> list[Event] | Rejected:
        """Take part of a bet back."""
        return self.send(ReduceBet(seat, spot, amount))

    def call(self, seat: int, spot: str, call: Switch, *, only: bool = False) -> list[Event] | Rejected:
        """Call a bet on or off."""
        return self.send(CallBet(seat, spot, call, only))

    def rack(self, seat: int) -> int:
        """What a seat has in its rack, in cents."""
        return self.state.seats[seat].rack

    def bets(self, seat: int) -> dict[str, int]:
        """What a seat has on the layout, by spot."""
        spots, bets = self.layout.spots, self.state.bets
        return {spots[n].id: bets[n][seat].amount for n in sorted(self.state.occupied) if seat in bets[n]}

    @property
    def point(self) -> int | None:
        """The point, or None while the puck is off."""
        return self.state.point or None

    def _repr_svg_(self) -> str:
        """The table as a notebook shows it: the felt, the puck and the chips of every seat."""
        chips = {
            self.layout.spots[n].id: [(seat, self.state.bets[n][seat].amount) for seat in sorted(self.state.bets[n])]
            for n in sorted(self.state.occupied)
        }
        return draw_felt(self.layout, point=self.point, show_puck=True, chips=chips)
