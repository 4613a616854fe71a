"""The house runs all tables of one process: it owns them, or follows them and takes over when an owner is gone."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Literal, cast

import msgspec
import structlog

from comeout.house.audience.hub import SMALL_TABLE, Hub, Published
from comeout.house.audience.presence import HERE_SECONDS, Presence, here_subject
from comeout.house.clock import Clock
from comeout.house.cluster.bus import Bus, NoBus
from comeout.house.cluster.follower import Follower, Passed, ask_subject, log_subject, wanted_subject
from comeout.house.cluster.signed_bus import signed
from comeout.house.compiled_books import CompiledBooks
from comeout.house.config import Payouts, priced
from comeout.house.dice.table_dice import source_of
from comeout.house.host.create import create_table, standing_tables
from comeout.house.host.host import Host
from comeout.house.host.log_check import LogChecks
from comeout.house.host.recovery import recover_from_bug
from comeout.house.host.two_people import write_wanted
from comeout.house.housekeeping import Housekeeping
from comeout.house.players.caps import Caps, OpenSockets
from comeout.house.players.conduct import ConductRecords
from comeout.house.players.limit_guard import Guardian
from comeout.house.players.people import People
from comeout.house.players.rate_limits import Rates
from comeout.house.players.sign_in_limits import BY_ADDRESS, SignInLimits
from comeout.house.players.wallets import Wallets
from comeout.house.players.work_limits import WorkLimits
from comeout.house.store.contract import LEASE_SECONDS, Store, StoreTrouble
from comeout.house.views.session_sum import Sessions
from comeout.house.views.settled_rolls import LastRolls
from comeout.log.fold import Fold, LogBroken
from comeout.log.records import ConductRow, Mode, OwnLimit, Profile, TableRow, is_lesson
from comeout.protocol.frames import MOVED, frame
from comeout.protocol.house_commands import Ask
from comeout.rules.layout import Layout
from comeout.table.messages import SeatTaken

log = structlog.get_logger("comeout.house")

TROUBLES_MOST = 3
"""How often in a row a table may break before it is stopped."""

TAKEOVER_SECONDS = 0.3
"""How often this process tries to claim the tables that it follows."""

LIMITS, SEATS, CONDUCT, PEOPLE = "comeout.limits", "comeout.seats", "comeout.conduct", "comeout.people"
"""The bus subjects for changed limits, players who sat down, new judgements, and changed sessions, roles or names."""

WATCHES = ("leases", "takeover", "presence", "people", "housekeeping")
"""The tasks of a house that go on for ever."""

CONDUCT_SECONDS = 10.0
"""How often judgements are reloaded, since a message between processes can be lost."""

Place = Host | Follower
"""A table that people connect to in this process, owned or followed."""


class House:
    """All that runs in one process: store, players, and every table, owned or followed."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        bus: Bus | None = None,
        read_entropy: Callable[[int], bytes] = os.urandom,
        payouts: Payouts | None = None,
        caps: Caps | None = None,
        sign_ins: int = BY_ADDRESS,
    ) -> None:
        self.payouts = payouts or {}
        """The payouts of this house above its books."""
        self.store, self.clock, self.bus = store, clock, bus or cast("Bus", NoBus())
        self.books, self.wallets = CompiledBooks(store), Wallets(store)
        self.people = People(store, clock, changed=lambda player: self.bus.tell(PEOPLE, player.encode()))
        self.guardian = Guardian(store, clock)
        self.conduct = ConductRecords(store, clock)
        self.caps = caps or Caps()
        self.rates, self.sockets = Rates(clock, players=self.caps.players_per_address), OpenSockets(self.caps)
        self.work = WorkLimits(clock, self.caps)
        self.sign_ins = SignInLimits(store, clock, by_address=sign_ins)
        self.rolls, self.sessions = LastRolls(store), Sessions(store)
        self.names: dict[str, str] = {}
        """The names of the players who have been here, by id."""
        self.owner = secrets.token_hex(8)
        self.places: dict[str, Place] = {}
        self.broken: dict[str, str] = {}
        """Why tables are closed whose log or dice could not be read, by id; all others are open."""
        self._read_entropy, self._log_checks = read_entropy, LogChecks(clock)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._answering: dict[str, list[Callable[[], Awaitable[None]]]] = {}
        self._hearing: dict[str, Callable[[], Awaitable[None]]] = {}
        """The functions that end the presence subscription of each table."""
        self._settling: dict[str, asyncio.Lock] = {}
        self.opening, self.opened_from = asyncio.Lock(), dict[str, str]()
        """Players open tables one after the other, so that nobody exceeds their quota; from which address, by table."""
        self._works: set[asyncio.Task[None]] = set()
        self._closing = self.is_open = self.unwritten = False
        """`unwritten`: whether the store refused the last renewal of a lease, a write of every second."""
        self._conduct_due = clock.monotonic() + CONDUCT_SECONDS

    # -------------------------------------------------------------- life

    async def start(self) -> None:
        """Open the store, make sure that every book has a standing table, and run the tables."""
        await self.store.open()
        self.bus = await signed(self.bus, self.store, self.clock)
        await self.bus.open()
        await self.bus.listen(LIMITS, lambda player: self._soon(self.guardian.relearn(player.decode())))
        await self.bus.listen(CONDUCT, lambda _: self._soon(self.conduct.load()))
        await self.bus.listen(SEATS, lambda told: self._soon(self._mind(*told.decode().split())))
        await self.bus.listen(PEOPLE, lambda player: self._soon(self._meet_again(player.decode())))
        for row in await standing_tables(self):
            await self.table(row.id)
        self.is_open = True
        log.info("tables open", tables=sorted(self.places), closed=sorted(self.broken))
        self._tasks["leases"] = asyncio.create_task(self._keep_leases())
        self._tasks["takeover"] = asyncio.create_task(self._take_over())
        self._tasks["presence"] = asyncio.create_task(self._tell_presence())
        self._tasks["people"] = asyncio.create_task(self.people.watch())
        self._tasks["housekeeping"] = asyncio.create_task(Housekeeping(self).watch())

    async def stop(self) -> None:
        """Shut down gracefully: current rolls are finished, the tables are released."""
        self._closing, self.is_open = True, False
        for work in self._works:
            work.cancel()
        await asyncio.gather(*self._works, return_exceptions=True)
        watches = [self._tasks.pop(name) for name in WATCHES if name in self._tasks]
        for watch in watches:
            watch.cancel()
        await asyncio.gather(*watches, return_exceptions=True)
        for place in list(self.places.values()):
            if isinstance(place, Host):
                await _stop(place)
            else:
                self._tasks[place.row.id].cancel()
                place.give_up()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self.people.close()
        await self.bus.close()
        await self.store.close()

    @property
    def hosts(self) -> list[Host]:
        """Return the tables that this process owns."""
        return [place for place in self.places.values() if isinstance(place, Host)]

    # -------------------------------------------------------------- tables

    async def create(
        self,
        layout: Layout,
        *,
        name: str,
        mode: Mode,
        player: str = "",
        profile: Profile = "standard",
        settings: dict[str, str] | None = None,
    ) -> TableRow:
        """Open a new table with provably fair dice."""
        return await create_table(
            self.store,
            self.clock,
            priced(layout, self.payouts),
            name=name,
            mode=mode,
            dice="chain",
            profile=profile,
            settings=settings or {},
            player=player,
        )

    async def table(self, table: str) -> Place | None:
        """Return a table by its id, and start it if necessary; None if there is no such table."""
        if table in self.places or table in self.broken:
            return self.places.get(table)
        row = await self.store.table(table)
        try:
            return await self.place(row) if row and not row.closed else None
        except StoreTrouble:
            raise
        except LogBroken as bad:
            self.broken[table] = str(bad).partition("; the table:")[0]
            log.error("table not opened: its log is broken", table=table, why=str(bad))
        except Exception:
            self.broken[table] = f"{table} could not be opened; the operator's log says why"
            log.exception("table not opened", table=table)
        return None

    async def place(self, row: TableRow) -> Place:
        """Own a table and run it, or follow it if another process owns it."""
        async with self._settling.setdefault(row.id, asyncio.Lock()):
            held = self.places.get(row.id)
            if held is not None:
                return held
            layout, hub = await self.books.of(row.book), Hub(self.names)
            tell = partial(self.bus.tell, here_subject(row.id))
            presence = Presence(hub, self.clock, process=self.owner, tell=tell)
            if row.id in self._hearing:  # of a table that could not be opened before
                await self._hearing.pop(row.id)()
            self._hearing[row.id] = await self.bus.listen(here_subject(row.id), presence.hear)
            place = await self._own(row, layout, hub, presence) or await self._follow(row, layout, hub, presence)
            if len(place.seats) <= SMALL_TABLE:  # at larger ones nobody is shown them
                await self.learn_names(*place.seats)
            return place

    async def _own(self, row: TableRow, layout: Layout, hub: Hub, presence: Presence) -> Host | None:
        host = Host(
            row,
            layout,
            self.store,
            clock=self.clock,
            owner=self.owner,
            make_source=lambda row, memory: source_of(row, memory, self._read_entropy),
            guard=self.guardian.at(row.id, layout),
            heard=self._heard,
            met=partial(self._met, row.id),
            known=self.conduct.at(layout),
            judge=self._judge,
            wallets=None if is_lesson(row.id) else self.wallets,
            wrote=partial(self.guardian.wrote, row.id),
            counted=lambda countdown: self.bus.tell(log_subject(row.id), frame(countdown)),
            hub=hub,
            presence=presence,
        )
        if not await host.start():
            return None
        followed = self.places.get(row.id)
        if isinstance(followed, Follower):
            followed.hand_over(host.ask)
            self._tasks[row.id].cancel()
        self.places[row.id] = host
        self._tasks[row.id] = asyncio.create_task(self._run(host))
        if host.writer.check.unchecked:
            self._soon(self._log_checks.check(host))
        self._answering[row.id] = [
            await self.bus.answer(ask_subject(row.id), lambda data: self._passed(host, data)),
            await self.bus.answer(wanted_subject(row.id), lambda _: _wanted(host)),
        ]
        return host

    async def _follow(self, row: TableRow, layout: Layout, hub: Hub, presence: Presence) -> Follower:
        follower = Follower(
            row,
            layout,
            self.store,
            clock=self.clock,
            bus=self.bus,
            hub=hub,
            presence=presence,
            learn_name=self.learn_names,
            met=partial(self.guardian.meet, row.id),
            seen=self.guardian.seen,
        )
        await follower.start()
        self.places[row.id] = follower
        self._tasks[row.id] = asyncio.create_task(self._run_after(follower))
        return follower

    async def _run_after(self, follower: Follower) -> None:
        """Follow a table until this process owns it; if that fails, the next connection starts it again."""
        try:
            await follower.run()
        except Exception:
            log.exception("table not followed any more", table=follower.row.id)
            follower.give_up()
            if self.places.get(follower.row.id) is follower:
                del self.places[follower.row.id]
                await self._hearing.pop(follower.row.id)()
            follower.hub.send_away(MOVED)

    async def _mind(self, table: str, player: str) -> None:
        """Track a player who sat down at a table of another process: their limits count what happens there, too."""
        row = None if table in self.places else await self.store.table(table)
        if row and (row.mode == "live" or self.guardian.knows(player)):
            await self.table(table)

    async def learn_names(self, *players: str) -> None:
        """Load the names of players who have not been here since the house opened."""
        for player in players:
            if player not in self.names and (name := await self.people.name(player)):
                self.names[player] = name

    async def _take_over(self) -> None:
        """Leader takeover: try to claim the tables of owners that were killed or hang."""
        while True:
            await self.clock.sleep(TAKEOVER_SECONDS)
            for follower in [each for each in self.places.values() if isinstance(each, Follower)]:
                try:
                    host = await self._own(follower.row, follower.layout, follower.hub, follower.presence)
                except (StoreTrouble, LogBroken) as bad:
                    log.warning("takeover not possible", table=follower.row.id, why=str(bad))
                    continue
                except Exception:
                    log.exception("takeover broke", table=follower.row.id)
                    continue
                if host:
                    log.warning("table taken over", table=follower.row.id, epoch=host.fold.log.epoch)

    async def _tell_presence(self) -> None:
        """Publish who is connected to this process, and drop processes that are silent."""
        while True:
            await self.clock.sleep(HERE_SECONDS)
            for place in list(self.places.values()):
                place.presence.sweep()
                place.presence.tell_all(place.seats)

    async def _meet_again(self, player: str) -> None:
        """Apply what another process changed about a player: sessions, roles, name."""
        await self.people.recheck(player)
        await self.rename(player)

    async def rename(self, player: str) -> None:
        """Load the name of a player again, if it is known here."""
        if player in self.names and (name := await self.people.name(player)):
            self.names[player] = name

    async def learn(self, player: str) -> None:
        """Load a player's standing, unless it is known; tables of their own that do not run yet count as well."""
        if not self.guardian.knows(player):
            for row in await self.store.tables(player=player):
                await self.table(row.id)
        await self.guardian.learn(player)

    async def change_limit(self, player: str, kind: Literal["loss", "time", "stake"], value: int | None) -> OwnLimit:
        """Set a player's own limit, and notify the other processes."""
        changed = await self.guardian.change(player, kind, value)
        self.bus.tell(LIMITS, player.encode())
        return changed

    def _soon(self, work: Coroutine[Any, Any, object]) -> None:
        """Run a task in the background, unless the house closes; errors are logged."""
        if self._closing:
            work.close()
            return

        async def working() -> None:
            try:
                await work
            except Exception:
                log.exception("work broke", work=str(work))

        task = asyncio.ensure_future(working())
        self._works.add(task)
        task.add_done_callback(self._works.discard)
        task.add_done_callback(lambda _: work.close())  # of one that was cancelled before it began

    # -------------------------------------------------------------- what goes on

    async def _run(self, host: Host) -> None:
        """Run a table; a broken invariant stops it with its log unchanged, and it is replayed from there."""
        tries, seq = 0, 0
        while tries < TROUBLES_MOST:
            try:
                await host.run()
                break
            except LogBroken as bad:
                return await self._leave_alone(host, str(bad))
            except Exception:
                now = host.table.log.seq
                tries, seq = (1, now) if now > seq else (tries + 1, seq)
                log.exception("table broke", table=host.row.id, tries=tries)
            try:
                await self._read_back(host)
            except LogBroken as bad:
                return await self._leave_alone(host, str(bad))
        else:
            return await self._leave_alone(host, f"it broke {TROUBLES_MOST} times in a row")
        if host.lost:
            await self._let_go(host)
            self._soon(self._follow_instead(host))

    async def _read_back(self, host: Host) -> None:
        """Replay a broken table from its log, as soon as the store allows."""
        while True:
            try:
                return await recover_from_bug(host)
            except StoreTrouble as bad:
                log.warning("table not read back", table=host.row.id, why=str(bad))
                await self.clock.sleep(TAKEOVER_SECONDS)

    async def _leave_alone(self, host: Host, why: str) -> None:
        """Leave a table that cannot be run until somebody connects to it; then try again."""
        log.error("table left alone", table=host.row.id, why=why)
        host.give_way()
        await self._let_go(host)

    async def _follow_instead(self, host: Host) -> None:
        """Follow a table that another process owns now, and pass on what was asked of the old owner meanwhile."""
        place = await self.table(host.row.id)
        if place:
            host.hand_over(place.ask, place.look)

    async def _let_go(self, host: Host) -> None:
        """Stop running a table in this process."""
        for end in self._answering.pop(host.row.id):
            await end()
        if self.places.get(host.row.id) is host:
            del self.places[host.row.id]
            await self._hearing.pop(host.row.id)()

    async def put_away(self, host: Host) -> None:
        """Stop running a table that nobody uses; it is started again if somebody asks for it."""
        await _stop(host)
        await self._let_go(host)
        self._tasks.pop(host.row.id, None)
        self.opened_from.pop(host.row.id, None)

    async def _passed(self, host: Host, data: bytes) -> bytes:
        """Handle a command that another process forwarded."""
        passed = msgspec.msgpack.decode(data, type=Passed)
        await self.learn(passed.player)
        await self.learn_names(passed.player)
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def reply(told: bytes) -> None:
            if not answered.done():
                answered.set_result(told)

        now, roles = self.clock.monotonic(), await self.people.roles(passed.player, host.row.id)
        host.ask(Ask(passed.player, passed.id, passed.name, passed.body, roles, now, reply))
        return await answered

    async def _met(self, table: str, fold: Fold) -> None:
        """Handle a replay of a table: load who sits there, and what is held against anybody."""
        await self.guardian.meet(table, fold)
        await self.conduct.load()

    def _judge(self, rows: Sequence[ConductRow]) -> None:
        """Apply a judgement of one table to the other tables of this process, and notify other processes."""
        self.conduct.add(rows)
        self.bus.tell(CONDUCT, b"")

    def _heard(self, heard: Sequence[Published]) -> None:
        """Handle a published batch of a table of this process: count it for players' limits, notify other processes."""
        for told in heard:
            event = told.event
            if event is not None:
                self.guardian.seen(told.record, event, told.moved)
            if isinstance(event, SeatTaken):
                self.bus.tell(SEATS, f"{told.record.table} {event.player}".encode())
        self.guardian.dropped(heard[-1].record.table)
        self.bus.tell(log_subject(heard[-1].record.table), b"")

    async def _keep_leases(self) -> None:
        while True:
            await self.clock.sleep(LEASE_SECONDS / 3)
            await asyncio.gather(*(self._renew(host) for host in self.hosts))
            await self._hear_of_conduct()

    async def _hear_of_conduct(self) -> None:
        """Reload judgements now and then."""
        if self.clock.monotonic() < self._conduct_due:
            return
        self._conduct_due = self.clock.monotonic() + CONDUCT_SECONDS
        try:
            await self.conduct.load()
        except StoreTrouble as bad:
            log.warning("conduct not read", why=str(bad))

    async def _renew(self, host: Host) -> None:
        try:
            await host.renew()
            self.unwritten = False
        except StoreTrouble as bad:
            self.unwritten = True
            log.warning("lease not renewed", table=host.row.id, why=str(bad))
        except Exception:
            log.exception("renewing a lease broke", table=host.row.id)


async def _stop(host: Host) -> None:
    """Stop a table; one that breaks on it is left to its next owner, and keeps no other table from stopping."""
    try:
        await host.stop()
    except Exception:
        log.exception("table not stopped in order", table=host.row.id)


async def _wanted(host: Host) -> bytes:
    """Return what waits for a second person, for a process that follows the table."""
    return write_wanted(await host.wanted())
