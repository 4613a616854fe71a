"""A strategy at a public table: the automatic crew plays every roll there, and the table's log is the session."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from comeout.dice import ROLLS
from comeout.lab.session_record import SessionRecord
from comeout.lab.session_rules import LabError, SessionEnd, SessionRules
from comeout.lab.strategy import Memory, Strategy
from comeout.lab.turn import is_ruined, take_turn
from comeout.money import Amount
from comeout.rules.layout import Layout
from comeout.table.messages import Command, Event, Rejected, RollSettled
from comeout.table.state import TableState
from comeout.table.table import Table


class TablePlayer:
    """A strategy's seat at a public table."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat, self.layout = table, seat, table.layout

    @property
    def state(self) -> TableState:
        """The table as it lies."""
        return self.table.state

    def send(self, command: Command) -> list[Event] | Rejected:
        """Have the table decide a command."""
        answer = self.table.send(command)
        return answer.refused or list(answer)

    @property
    def on_layout(self) -> Amount:
        """The chips of the seat on the layout."""
        return sum(self.table.bets(self.seat).values())

    @property
    def wealth(self) -> Amount:
        """The rack and the chips on the layout, at face value."""
        return self.table.rack(self.seat) + self.on_layout

    def roll(self, place: int) -> RollSettled:
        """Have the crew play a roll."""
        answer = self.table.roll(*ROLLS[place]).or_raise()
        return next(event for event in answer if isinstance(event, RollSettled))


def play_session(
    book: Layout,
    strategy: Strategy,
    rules: SessionRules,
    places: Iterable[int],
    *,
    settings: Mapping[str, str] | None = None,
) -> tuple[SessionRecord, Table]:
    """Play one session at a public table with these rolls; the table's transcript tells all of it."""
    table = Table(book, settings=settings)
    player = TablePlayer(table, table.sit(strategy.name, rules.bankroll))
    record, memory, rolls = SessionRecord(rules), strategy.begin(), iter(places)
    while record.end is None:
        memory, record.end = _turn(player, strategy, memory, record)
        if record.end:
            break
        event = player.roll(_next(rolls, f"after {record.rolls} and the session goes on"))
        memory = strategy.see(memory, event) if strategy.remembers else memory
        record.settle(player.wealth, seven_out=event.seven_out)
    if rules.play_out and record.end not in (SessionEnd.RUINED, SessionEnd.QUIT):
        while player.on_layout:
            player.roll(_next(rolls, "while bets are played out"))
        record.play_out(player.wealth)
    return record, table


def _next(rolls: Iterator[int], when: str) -> int:
    """The next of recorded rolls, which may have come to their end."""
    place = next(rolls, None)
    if place is None:
        raise LabError(f"the rolls end {when}; give more, or fewer with --rolls")
    return place


def _turn(
    player: TablePlayer, strategy: Strategy, memory: Memory, record: SessionRecord
) -> tuple[Memory, SessionEnd | None]:
    """Let the strategy act. At the end of a session it acts on a copy, which tells whether it could go on."""
    last = record.at_limits()
    acting = TablePlayer(player.table.copy(), player.seat) if last else player
    lay = bool(acting.on_layout)
    turn = take_turn(acting, strategy, memory, start=record.rules.bankroll)
    if turn.ended:
        return turn.memory, SessionEnd.QUIT
    if is_ruined(turn, lay_before=lay, lies_after=bool(acting.on_layout)):
        return turn.memory, SessionEnd.RUINED
    if not last:
        record.action += turn.action
    return turn.memory, last
