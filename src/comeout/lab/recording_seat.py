"""RecordingSeat: a seat that writes down each comparison with its rack, and so knows for which racks a turn holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from comeout.money import LARGEST, Amount
from comeout.rules.layout import Layout
from comeout.table.apply import apply
from comeout.table.attendant import attend
from comeout.table.decide import decide
from comeout.table.messages import Command, Event, Rejected
from comeout.table.state import SeatState, TableState

SEAT = 1
"""The seat of the one player at a table of the laboratory."""


class RecordingSeat(SeatState):
    """A seat whose turn holds for every rack from `low` up to, and without, `high`."""

    __slots__ = ("_at_start", "high", "low")

    def __init__(self, seat: SeatState, rack: Amount) -> None:
        super().__init__(
            seat.player, rack, seat.keeps, seat.locks, seat.warned, seat.told_off, seat.barred, seat.away, seat.partners
        )
        self._at_start = rack
        self.low, self.high = 0, LARGEST

    def covers(self, amount: Amount, extra: Amount = 0) -> bool:
        """Whether the rack holds an amount; the answer narrows the racks that the turn holds for."""
        needed = amount - extra + self._at_start - self.rack
        if self._at_start >= needed:
            self.low = max(self.low, needed)
            return True
        self.high = min(self.high, needed)
        return False

    def held(self) -> Callable[[], Amount]:
        """What the rack holds now, to be read later; who reads it narrows the turn to this one rack."""
        rack = self.rack

        def read() -> Amount:
            self.low, self.high = self._at_start, self._at_start + 1
            return rack

        return read

    def plain(self) -> SeatState:
        """The same seat, which records nothing."""
        return SeatState(
            self.player,
            self.rack,
            self.keeps,
            self.locks,
            self.warned,
            self.told_off,
            self.barred,
            self.away,
            self.partners,
        )


class LabPlayer:
    """The one player at a table of the laboratory, who sends commands and has the automatic crew attend to them."""

    __slots__ = ("layout", "seat", "state")

    def __init__(self, layout: Layout, state: TableState) -> None:
        self.layout, self.state, self.seat = layout, state, SEAT

    def send(self, command: Command) -> Sequence[Event] | Rejected:
        """Have the table decide a command; the automatic crew does what follows."""
        answer = decide(self.layout, self.state, command)
        if isinstance(answer, Rejected):
            return answer
        for event in answer:
            apply(self.layout, self.state, event)
        return [*answer, *self.attended()] if self.state.marked or self.state.pending else answer

    def attended(self) -> list[Event]:
        """What the automatic crew does by itself now."""
        events: list[Event] = []
        while command := attend(self.layout, self.state):
            events += self.carried_out(command)
        return events

    def carried_out(self, command: Command) -> Sequence[Event]:
        """What came of a command of the crew, which the table never refuses."""
        answer = decide(self.layout, self.state, command)
        assert not isinstance(answer, Rejected), f"the crew was refused: {answer}"
        for event in answer:
            apply(self.layout, self.state, event)
        return answer
