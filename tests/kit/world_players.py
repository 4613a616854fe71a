"""Simulated players and crews: what each is willing to do, and the acts they choose from."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from comeout.house.host.countdown import LIE_SECONDS, betting_began
from comeout.house.host.host import Host
from comeout.log.codec import EVENT_TYPES, read_event
from comeout.log.fold import Fold
from comeout.log.hash_chain import Log
from comeout.log.records import Record, TableRow
from comeout.rules.layout import Layout
from comeout.table.messages import BetPlaced, BetsReturned, OutcomeUndone, PlayContinued, RollSettled
from comeout.table.shooter import lacks_line_bet, way_to_dice
from comeout.table.state import Phase

if TYPE_CHECKING:
    from tests.kit.world import World

PLAYERS = ("ann", "bob", "cai", "dee")


class Willing:
    """One player who wants to play, among others who are silent, hold the dice, are not there, or come later."""

    STEP_S = 0.25

    def __init__(self, world: World, host: Host) -> None:
        self.world, self.host, self.rng = world, host, world.rng
        self.player = "ann"

    async def play(self) -> None:
        """See a table roll again within two betting times and one offer time for each silent connected seat."""
        world, state = self.world, self.host.state
        if state.phase is Phase.SHUT:
            return
        await self._come()
        seat = self.host.seats.get(self.player)
        if seat is None or state.seats[seat].barred:
            return
        await self._others()
        settings, began, rolls = self.host.state.settings, world.clock.monotonic(), self._rolls()
        silent = sum(world.clients[each].connected for each in self.host.seats if each != self.player)
        offer = min(settings.offer_time_s, settings.betting_time_s)
        least = 5.0 if self.host.row.profile == "regulated" else 0.0
        most = 2 * max(LIE_SECONDS + settings.betting_time_s, least) + offer * silent + 8 * self.STEP_S
        while self._rolls() == rolls and self.host.state.phase is not Phase.SHUT:
            waited = world.clock.monotonic() - began
            state = self.host.state
            assert waited <= most, (
                f"{self.host.layout.id}: no roll for {waited:.1f} s of {most:.1f}; the table waits for"
                f" {self.host.waiting!r} of seat {self.host.time.whose}; shooter {state.shooter},"
                f" offered {state.offered}, declined {sorted(state.declined)},"
                f" away {[each for each in state.seats if state.seats[each].away]}"
            )
            self._want()
            await world.settle(self.STEP_S)

    def _rolls(self) -> int:
        return sum(record.kind in ("RollSettled", "NoRollCalled") for record in self.world.records)

    async def _come(self) -> None:
        """Sit down with money, while the others may all be gone."""
        world = self.world
        if self.rng.random() < 0.3:
            for each in PLAYERS:
                world.clients[each].disconnect()
            for _ in range(self.rng.choice((4, 12))):
                await world.settle(60.0)
        await world.store.post([("bonus", -100_000), (f"wallet:{self.player}", 100_000)], why="more", key="more")
        self._now("Sit", {"rack": 50_000})
        await world.settle(self.STEP_S)
        world.clients[self.player].connect(self.host)
        self._now("BuyIn", {"amount": 20_000})
        await world.settle(self.STEP_S)

    async def _others(self) -> None:
        """Leave the dice with somebody who does nothing, and let some of the others go."""
        world, idle = self.world, self.rng.choice([each for each in PLAYERS if each != self.player])
        if self.rng.random() < 0.5:
            world.clients[idle].ask_now(self.host, "TakeDice", {})
            await world.settle(self.STEP_S)
        for each in PLAYERS:
            if each != self.player:
                if self.rng.random() < 0.5:
                    world.clients[each].connect(self.host)
                else:
                    world.clients[each].disconnect()
        await world.settle(self.STEP_S)

    def _want(self) -> None:
        """Do what gets the dice thrown, and nothing else."""
        state, layout, seat = self.host.state, self.host.layout, self.host.seats.get(self.player)
        if seat is None:
            self._now("Sit", {"rack": 10_000})
        elif state.phase is Phase.BETTING:
            way = way_to_dice(layout, state, seat)
            if way == "take":
                self._now("TakeDice", {})
            elif way == "bet" or (state.shooter == seat and lacks_line_bet(layout, state)):
                self._now("PlaceBet", {"spot": "pass", "amount": 1_000})

    def _now(self, name: str, body: dict[str, Any]) -> None:
        self.world.clients[self.player].ask_now(self.host, name, body)


class Acts:
    """What a log alone must show: commands that acted once, rolls settled once, stops put right once."""

    def __init__(self, row: TableRow, layout: Layout, records: Sequence[Record], answers: Iterable[bytes]) -> None:
        self.row, self.layout, self.records, self.answers = row, layout, records, answers
        self.events = [read_event(each.kind, each.body) if each.kind in EVENT_TYPES else None for each in records]

    def check(self) -> None:
        """All of it."""
        self._every_act_was_answered_once()
        self._rolls_are_settled_once()
        self._interruptions_are_handled_once()

    def _every_act_was_answered_once(self) -> None:
        """Each accepted command stands in the log where its answer says, and nobody's bet without an answer does."""
        covered: Counter[int] = Counter()
        for reply in self.answers:
            answer = json.loads(reply)
            names = [name for name, _ in answer["events"]]
            if names and names[-1] != "TableClosed":
                seqs = range(answer["seq"] - len(names) + 1, answer["seq"] + 1)
                assert [self.records[seq - 1].kind for seq in seqs] == names, "an acknowledged act is not in the log"
                covered.update(seqs)
        assert max(covered.values(), default=0) <= 1, "a command acted twice"
        for record, event in zip(self.records, self.events, strict=True):
            if isinstance(event, BetPlaced) and event.by in ("", "dealer"):
                assert covered[record.seq], f"record {record.seq} is a bet that nobody was answered for"

    def _rolls_are_settled_once(self) -> None:
        settled = [event.number for event in self.events if isinstance(event, RollSettled)]
        assert all(later in (earlier, earlier + 1) for earlier, later in pairwise(settled)), settled
        open_roll = False
        for record in self.records:
            if record.kind == "RollCalled":
                assert not open_roll or self.row.dice == "crew", f"record {record.seq}: the roll before was forgotten"
                open_roll = True
            elif record.kind in ("RollSettled", "OutcomeUndone", "NoRollCalled"):
                assert open_roll or record.kind != "RollSettled", f"record {record.seq} settles no roll"
                open_roll = False
        assert not open_roll or self.row.dice == "crew", "a roll was never settled"

    def _interruptions_are_handled_once(self) -> None:
        fold = Fold(self.layout, Log(self.row.id, self.row.book))
        for place, record in enumerate(self.records):
            new_owner = place > 1 and record.epoch != self.records[place - 1].epoch
            assert (record.kind == "started") == (new_owner and not fold.memory.clean), f"record {record.seq}"
            if record.kind == "started":
                self._hold_against_the_book(fold, place)
            fold.add(record)

    def _hold_against_the_book(self, fold: Fold, place: int) -> None:
        """What follows an unclean stop: committed dice first, then the book's rule, once."""
        state, at = fold.state, self.records[place].at
        following = self.events[place + 1 :]
        if state.phase is Phase.CALLED:
            assert type(following.pop(0)).__name__ == "RollSettled", "committed dice were not settled first"
        first = next(iter(following), None)
        handled = isinstance(first, PlayContinued) or (
            isinstance(first, BetsReturned | OutcomeUndone) and first.why in ("round voided", "interrupted")
        )
        open_since = (at - betting_began(fold.memory)) / 1_000_000
        in_time = self.row.mode == "first-person" or open_since < state.settings.betting_time_s
        expected = bool(state.seats) and state.phase is not Phase.SHUT
        expected = expected and not (state.phase is Phase.BETTING and in_time)
        close = abs(open_since - state.settings.betting_time_s) < 0.1  # a real clock ticks between a look and a record
        assert handled == expected or close, f"record {place + 1}: handled {handled}, expected {expected}"
        voids = self.layout.rulebook.interruption.procedure == "void-unless-decided"
        if handled and voids and not state.round_decided and state.phase is not Phase.CALLED:
            assert not isinstance(first, PlayContinued), "an undecided round was not voided"
