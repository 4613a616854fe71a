"""A table of a house that runs elsewhere, asked and waited for as if it stood here."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from comeout.client import Answer, Client, HouseError, RemoteTable
from comeout.play.game import Extra, HouseRefuses
from comeout.play.house_news import Hearing
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
"""The seat of somebody who has none."""

CATCH_UP_SECONDS = 0.02

ROLLED = (m.RollSettled, m.NoRollCalled, m.OutcomeUndone, m.TableClosed)


class FarTable:
    """The contract `Game` over a connection. Between two questions the connection rests with its loop."""

    def __init__(self, runner: asyncio.Runner, house: Client, table: RemoteTable, paper: Paper) -> None:
        self._runner, self._house, self._table, self._paper = runner, house, table, paper
        self.hearing = Hearing(runner, house, table, paper)
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

    @property
    def seat(self) -> int:
        """Where the player sits, if they sit."""
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
        """Whether it is for this person to say that real dice are thrown, whoever throws them."""
        return self._real_dice and any(role != READS_ONLY for role in self._table.mirror.roles)

    @property
    def extras(self) -> frozenset[Extra]:
        """What there is at this table for somebody with this seat and these roles."""
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
        """The orders that the book has for the player's roles."""
        return orders_of(self.layout, self.state.settings, self._table.mirror.roles, real_dice=self._real_dice)

    def reasons(self, verb: str) -> Sequence[str]:
        """The reasons for an order that the book has for the player's roles."""
        return reasons_of(self.layout, self.state.settings, verb, self._table.mirror.roles)

    # -------------------------------------------------------------- asking

    def send(self, command: Command) -> Answer:
        """Ask the house; the answer comes after everything that happened by it."""
        if getattr(command, "by", "") == "house":
            return self.order(command)
        return self._heard(self._ask(self._table.send(command)))

    def order(self, command: Command) -> Answer:
        """Give an order in the first role that the book lets give it."""
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
        return Answer(self.hearing.fresh(), book=self.layout.id)

    def _no(self, refused: Rejected) -> Answer:
        return Answer(refused=refused, book=self.layout.id)

    def _ask(self, asking: Coroutine[Any, Any, T]) -> T:
        """Wait for an answer; a house that goes away meanwhile is told at once."""
        return self._runner.run(self._answered(asking))

    async def _answered(self, asking: Coroutine[Any, Any, T]) -> T:
        answer = asyncio.ensure_future(asking)
        while not answer.done():
            news = asyncio.ensure_future(self._table.next_news())
            await asyncio.wait((answer, news), return_when=asyncio.FIRST_COMPLETED)
            news.cancel()
            self.hearing.say_links()
            if news.done() and not news.cancelled() and news.exception():
                break  # the answer says the same
        return await answer

    def set_seed(self, text: str) -> Rejected | None:
        """Have a say in the dice."""
        answer = self._ask(self._table.set_seed(text))
        return _rejected(answer, answer.refused) if answer.refused else None

    def fairness(self) -> list[str]:
        """How the dice are made, and how anybody checks them."""
        facts = self._runner.run(self._house.fairness(self._table.id))
        if facts.kind != "chain":
            source = (
                "the entropy of the operating system" if facts.kind == "entropy" else "a real table, read by two people"
            )
            return [f"The dice come from {source}."]
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
        """Throw, or say that the shooter has thrown, where that is one's own to do; else wait for the roll."""
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
            self._paper.say(self.hearing.what_is_waited_for())
        elif self._table.closes_in_s is not None:
            self._paper.line(f"The dice come in {self._table.closes_in_s:.0f} s.")
        return self._wait_for_roll()

    def _wait_for_roll(self) -> Answer:
        events = self.hearing.fresh()
        while not any(isinstance(event, ROLLED) for event in events) or self.state.phase is Phase.SETTLED:
            waits = self._waits()
            if waits or (self.typed and self.typed.is_set()):
                self.hearing.hold(events)
                return self._no(waits) if waits else Answer(book=self.layout.id)
            self.wait()
            events += self.hearing.fresh()
        return Answer(events, book=self.layout.id)

    def catch_up(self) -> None:
        """Read what has arrived while nobody looked."""
        self._runner.run(asyncio.sleep(CATCH_UP_SECONDS))

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
        """The log of the table, where the player may have it."""
        try:
            return self._runner.run(self._house.export(self._table.id))
        except HouseError as bad:
            return HouseRefuses(Reason.WRONG_ROLE, str(bad))


def _rejected(answer: Answer, refused: Rejected) -> Rejected:
    """A refusal as the terminal tells it: one of the house itself has no clause."""
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
