"""The adapter between the terminal and a remote table: blocking calls over the async client."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from comeout.client import Answer, Client, HouseError, RemoteTable
from comeout.play.game import Extra, HouseRefuses
from comeout.play.house_news import HouseNews
from comeout.play.orders import is_of_crew, of_seat, orders_of, reasons_of, spoken_by
from comeout.play.screen import Paper
from comeout.protocol.frames import Fairness
from comeout.protocol.house_commands import RollNow
from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.advice.duties import READS_ONLY
from comeout.table.messages import Command, Event, Reason, Rejected
from comeout.table.shooter import nobody_throws, why_no_throw
from comeout.table.state import Phase, TableState

T = TypeVar("T")

STANDING = -1
"""The seat number of a player who stands."""

CATCH_UP_SECONDS = 0.02

ROLLED = (m.RollSettled, m.NoRollCalled, m.OutcomeUndone, m.TableClosed)


_SOURCES = {
    "entropy": "the entropy of the operating system",
    "crew": "a real table, read by two people",
    "lesson": "a lesson: they fall as it says",
}
"""Where dice come from that nobody can check, by their kind."""


class RemoteGame:
    """Implements `Game` for a remote table. The event loop runs only while a call waits."""

    def __init__(self, runner: asyncio.Runner, house: Client, table: RemoteTable, paper: Paper) -> None:
        self._runner, self._house, self._table, self._paper = runner, house, table, paper
        self.news = HouseNews(table, paper)
        self.typed: asyncio.Event | None = None
        """Set while typed input is waiting; then no roll is waited for."""

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
        """The events so far, as many as are kept."""
        return self._table.mirror.log

    @property
    def point(self) -> int | None:
        """The point, or None while the puck is off."""
        return self._table.point

    @property
    def seat(self) -> int:
        """Return the player's seat, or STANDING."""
        return STANDING if self._table.seat is None else self._table.seat

    def rack(self, _: int) -> int:
        """What the player has in the rack."""
        return self._table.rack

    def bets(self, _: int) -> dict[str, int]:
        """What the player has on the layout, by spot."""
        return self._table.bets

    @property
    def _own(self) -> bool:
        return self._table.mirror.mode == "first-person"

    @property
    def _real_dice(self) -> bool:
        return self._table.mirror.dice == "crew"

    @property
    def _announces(self) -> bool:
        """Tell whether this player, as crew, announces throws of real dice."""
        return self._real_dice and any(role != READS_ONLY for role in self._table.mirror.roles)

    @property
    def extras(self) -> frozenset[Extra]:
        """Return the optional features that this table has for the player's seat and roles."""
        settings, roles = self.state.settings, self._table.mirror.roles
        has: dict[Extra, bool] = {
            "seat": self._table.seat is not None,
            "shooter": settings.shooter == "seats",
            "companion": self.layout.rulebook.shooter.throws == "shooter" and "post" in self.orders,
            "own dice": self._own,
            "save": self._own or bool(roles),
            "seed": self._table.mirror.dice == "chain" and self._table.seat is not None,
            "people": settings.crew == "people",
            "crew": bool(roles),
            "throws": self._announces,
        }
        return frozenset(name for name, there in has.items() if there)

    @property
    def orders(self) -> Sequence[str]:
        """Return the verbs that the player's roles may use."""
        return orders_of(self.layout, self.state.settings, self._table.mirror.roles, real_dice=self._real_dice)

    def reasons(self, verb: str) -> Sequence[str]:
        """Return the reasons that the player's roles may give for a verb."""
        return reasons_of(self.layout, self.state.settings, verb, self._table.mirror.roles)

    # -------------------------------------------------------------- asking

    def send(self, command: Command) -> Answer:
        """Send a command and wait for its answer, which comes after its events."""
        if getattr(command, "by", "") == "house":
            return self.order(command)
        return self._heard(self._ask(self._table.send(command)))

    def order(self, command: Command) -> Answer:
        """Send a crew command in the first of the player's roles that the book allows."""
        if not is_of_crew(command):
            return self.send(of_seat(command, self.seat))
        roles = self._table.mirror.roles
        says = "that is for the crew of the house, not for players"
        if roles == (READS_ONLY,):
            says = "the inspector reads everything and changes nothing"
        answer = Answer(refused=Rejected(Reason.WRONG_ROLE, says))
        for role in roles:
            if role != READS_ONLY and answer.reason == Reason.WRONG_ROLE.name:
                answer = self._ask(self._table.send(spoken_by(command, role)))
        return self._heard(answer)

    def _heard(self, answer: Answer) -> Answer:
        if answer.refused:
            return self._no(_rejected(answer, answer.refused))
        if answer.waiting:
            self._paper.say(f"{answer.waiting[0].upper()}{answer.waiting[1:]}.", indent=2)
        return Answer(self.news.fresh(), book=self.layout.id)

    def _no(self, refused: Rejected) -> Answer:
        return Answer(refused=refused, book=self.layout.id)

    def _ask(self, asking: Coroutine[Any, Any, T]) -> T:
        """Wait for an answer. If the connection is lost meanwhile, say so at once."""
        return self._runner.run(self._answered(asking))

    async def _answered(self, asking: Coroutine[Any, Any, T]) -> T:
        answer = asyncio.ensure_future(asking)
        while not answer.done():
            news = asyncio.ensure_future(self._table.next_news())
            await asyncio.wait((answer, news), return_when=asyncio.FIRST_COMPLETED)
            news.cancel()
            self.news.say_links()
            if news.done() and not news.cancelled() and news.exception():
                break  # the answer says the same
        return await answer

    def set_seed(self, text: str) -> Rejected | None:
        """Set your client seed, which goes into every roll of provably fair dice."""
        answer = self._ask(self._table.set_seed(text))
        return _rejected(answer, answer.refused) if answer.refused else None

    def fairness(self) -> list[str]:
        """Explain how the dice are made and how to verify them."""
        facts = self._runner.run(self._house.fairness(self._table.id))
        if facts.kind != "chain":
            return [f"The dice come from {_SOURCES[facts.kind]}."]
        return [*_told_of_chain(facts), *self._told_of_seed()]

    def _told_of_seed(self) -> list[str]:
        seed = self._table.mirror.seed
        mine = f'Your seed is "{seed}".' if seed else "You have no seed: `seed WORDS` gives you a say in the dice."
        log = "`save FILE` writes the log" if "save" in self.extras else "The crew can give you the log"
        return [
            *([mine] if "seed" in self.extras else []),
            f"{log}; `comeout verify-dice FILE` checks every roll of it.",
        ]

    # -------------------------------------------------------------- the dice

    def throw(self) -> Answer:
        """Throw, or announce the throw of real dice, if that is the player's to do; otherwise be ready and wait."""
        shooter = self.state.shooter
        if self._announces and shooter is None:
            return self._no(nobody_throws(self.layout, self.state))
        if self._real_dice and shooter is not None and (self._announces or shooter == self.seat):
            return self.send(m.ThrowDice(shooter))
        if self._own:
            answer = self._ask(self._table.send(RollNow()))
            if answer.refused:
                return self._no(_rejected(answer, answer.refused))
        elif self._table.waiting and not self._waits():
            self._paper.say(self.news.what_is_waited_for())
        elif self._table.closes_in_s is not None:
            self._be_ready()
        return self._wait_for_roll()

    def _be_ready(self) -> None:
        """Say that the player is ready: when everybody is, nobody waits for the clock. Then say how long it takes."""
        if self._table.seat is not None and not self._real_dice:
            self._ask(self._table.ready())
        left = self._table.closes_in_s
        if left is not None:
            self._paper.line(f"The dice come in {left:.0f} s.")

    def _wait_for_roll(self) -> Answer:
        events = self.news.fresh()
        while not any(isinstance(event, ROLLED) for event in events) or self.state.phase is Phase.SETTLED:
            waits = self._waits()
            if waits or (self.typed and self.typed.is_set()):
                self.news.hold(events)
                return self._no(waits) if waits else Answer(book=self.layout.id)
            self.wait()
            events += self.news.fresh()
        return Answer(events, book=self.layout.id)

    def catch_up(self) -> None:
        """Let the event loop read what has arrived."""
        self._runner.run(asyncio.sleep(CATCH_UP_SECONDS))

    def wait(self) -> None:
        """Wait for news from the house or for typed input."""
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
        """Return why no roll will come in the present state, or None."""
        if self.state.phase is Phase.SHUT:
            return Rejected(Reason.TABLE_CLOSED, "the table is closed")
        # What the house waits for may be over by what was asked last: it says so a moment after its answer.
        waits = not self._own and self._table.waiting and why_no_throw(self.layout, self.state)
        if waits and self._table.whose == self._table.seat is not None:
            return HouseRefuses(Reason.NO_LINE_BET, "the table waits for you")
        if waits and self._table.closes_in_s is None:
            return HouseRefuses(Reason.NOBODY_ELIGIBLE, f"the table waits: {self._table.waiting}")
        return None

    def transcript(self) -> str | Rejected:
        """Export the log of the table, if the player may have it."""
        try:
            return self._runner.run(self._house.export(self._table.id))
        except HouseError as bad:
            return HouseRefuses(Reason.WRONG_ROLE, str(bad))


def _rejected(answer: Answer, refused: Rejected) -> Rejected:
    """Convert a refusal for the terminal: one of the house itself has no clause."""
    if answer.reason != refused.reason.name or not refused.clause:
        return HouseRefuses(Reason.NOT_AVAILABLE_NOW, refused.says, "", refused.instead)
    return refused


def _told_of_chain(facts: Fairness) -> list[str]:
    told = ["The dice come from a chain of hashes; its anchor is published before the first roll."]
    if facts.published:
        chain = facts.published
        told.append(f"Chain {chain['chain']}, {chain['length']} links, anchor:")
        told.append(chain["anchor"])
    if facts.last:
        a, b = facts.last["dice"]
        told.append(f"Roll {facts.last['roll']} was {a}-{b}, by link {facts.last['index']}:")
        told.append(facts.last["link"])
    return told
