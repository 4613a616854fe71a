"""A table of a house that runs elsewhere, asked and waited for as if it stood here."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from comeout.client import Client, HouseError, News, Note, Refused
from comeout.client import Table as LiveTable
from comeout.house.asks import RollNow
from comeout.house.wire import Countdown, Snapshot, Trouble
from comeout.play.game import HouseRefuses
from comeout.play.screen import Paper
from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.messages import Command, Event, Reason, Rejected
from comeout.table.state import Phase, TableState

ROLLED = (m.RollSettled, m.NoRollCalled, m.OutcomeUndone, m.TableClosed)

QUIET = (m.BettingOpened, m.BettingClosed, m.DiceThrown, m.RollCalled)
"""What comes with every roll and is told with its settlement."""


class FarTable:
    """The contract `Game` over a connection. Between two questions the connection rests with its loop."""

    def __init__(self, runner: asyncio.Runner, house: Client, table: LiveTable, paper: Paper) -> None:
        self._runner, self._house, self._table, self._paper = runner, house, table, paper
        self._held: list[Event] = []
        """What happened and is not told yet."""
        self._aside: list[News] = []
        """What the house said beside it."""
        self.typed: asyncio.Event | None = None
        """Set while the player has typed something: then no roll is waited for."""

    @property
    def layout(self) -> Layout:
        """The book it is played by."""
        return self._table.layout

    @property
    def state(self) -> TableState:
        """The table as the player sees it."""
        return self._table.mirror.state

    @property
    def log(self) -> Sequence[Event]:
        """What happened, as far as it is remembered."""
        return self._table.mirror.log

    @property
    def point(self) -> int | None:
        """The point, or None while the puck is off."""
        return self._table.point

    def rack(self, _: int) -> int:
        """What the player has in the rack."""
        return self._table.rack_cents

    def bets(self, _: int) -> dict[str, int]:
        """What the player has on the layout, by spot."""
        return self._table.bets

    def send(self, command: Command) -> list[Event] | Rejected:
        """Ask the house; the answer comes after everything that happened by it."""
        if getattr(command, "by", "") == "house":
            return HouseRefuses(Reason.WRONG_ROLE, "that is for the crew of the house, not for players")
        answer = self._runner.run(self._table.send(command))
        return self._rejected(answer) if isinstance(answer, Refused) else self.fresh()

    def throw(self) -> list[Event] | Rejected:
        """Have the dice thrown where they are the player's alone, and wait for the roll."""
        if self._table.mirror.mode == "first-person":
            answer = self._runner.run(self._table.send(RollNow()))
            if isinstance(answer, Refused):
                return self._rejected(answer)
        elif self._table.closes_in_s is not None:
            self._paper.line(f"The dice come in {self._table.closes_in_s:.0f} s.")
        return self._wait_for_roll()

    def _wait_for_roll(self) -> list[Event] | Rejected:
        events = self.fresh()
        while not any(isinstance(event, ROLLED) for event in events) or self.state.phase is Phase.SETTLED:
            waits = self._waits()
            if waits or (self.typed and self.typed.is_set()):
                self._held = events
                return waits or []
            self.wait()
            events += self.fresh()
        return events

    def wait(self) -> None:
        """Wait until the house tells something, or the player types."""
        self._runner.run(self._told_or_typed())

    async def _told_or_typed(self) -> None:
        waits = [asyncio.ensure_future(self._table.next_news())]
        if self.typed:
            waits.append(asyncio.ensure_future(self._typed_something(self.typed)))
        done, others = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
        for task in done:
            task.result()

    async def _typed_something(self, typed: asyncio.Event) -> None:
        await typed.wait()

    def _waits(self) -> Rejected | None:
        """Why no roll will come as things are."""
        live = self._table.mirror.mode != "first-person"
        if self.state.phase is Phase.SHUT:
            return Rejected(Reason.TABLE_CLOSED, "the table is closed")
        if live and self._table.waiting:
            return HouseRefuses(Reason.NOBODY_ELIGIBLE, f"the table waits: {self._table.waiting}")
        return None

    def transcript(self) -> str | Rejected:
        """The log of the table, where the player may have it."""
        try:
            return self._runner.run(self._house.export(self._table.id))
        except HouseError as bad:
            return HouseRefuses(Reason.WRONG_ROLE, str(bad))

    def fresh(self) -> list[Event]:
        """What happened and was not told yet; what the house says beside it waits for `say_aside`."""
        self.take_in()
        events, self._held = self._held, []
        return events

    def take_in(self) -> bool:
        """Hold what was told; whether any of it is worth a line."""
        for news in self._table.unread():
            if isinstance(news, Event):
                self._meet(news)
                self._held.append(news)
            elif not isinstance(news, Note):
                self._aside.append(news)
        return bool(self._aside) or not all(isinstance(event, QUIET) for event in self._held)

    def say_aside(self) -> None:
        """Say what the house says beside the game; of several countdowns the last one counts."""
        aside, self._aside = self._aside, []
        counts = [news for news in aside if isinstance(news, Countdown)]
        for news in aside:
            if not isinstance(news, Countdown) or news is counts[-1]:
                self._say(news)

    def _meet(self, event: Event) -> None:
        """Somebody who sat down has a name."""
        if isinstance(event, m.SeatTaken) and event.seat != self._table.seat:
            names = self._runner.run(self._house.names(self._table.id))
            if event.seat in names and event.seat in self.state.seats:
                self.state.seats[event.seat].player = names[event.seat]

    def _say(self, news: News) -> None:
        match news:
            case Countdown(closes_in_ms=int(left)):
                self._paper.line(f"Bets close in {(left + 500) // 1000} s.")
            case Countdown(waiting=str(waiting)) if waiting:
                self._paper.say(f"The table waits: {waiting}.")
            case Trouble():
                self._paper.say(f"{news.says}.", "good" if news.over else "bad")
            case Snapshot():
                self._paper.say("The connection was away for long; `table` shows how everything lies now.")

    def _rejected(self, answer: Refused) -> Rejected:
        """A refusal in the table's own terms; those of the house itself have no clause."""
        if answer.reason not in Reason.__members__ or not answer.clause:
            return HouseRefuses(Reason.NOT_AVAILABLE_NOW, answer.says, "", answer.instead_cents)
        clause = answer.clause.removeprefix(self.layout.cite(" ").rstrip()).strip()
        return Rejected(Reason[answer.reason], answer.says, clause, answer.instead_cents)
