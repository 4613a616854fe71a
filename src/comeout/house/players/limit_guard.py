"""Enforces the limits that players set for themselves, before a table decides a command."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, get_args

import msgspec

from comeout.house.clock import Clock, TimeStamps
from comeout.house.players.own_limits import MOST, Bet, Joining, Kind, LimitStatus, change, due, no_limit, problem
from comeout.house.players.passwords import PeopleError
from comeout.house.store.contract import Store
from comeout.log.activity import ACTS, DAY, Change, Day, PlayedVisit, Settled, changes, owed
from comeout.log.codec import EVENT_TYPES, read_event
from comeout.log.fold import Fold, naming
from comeout.log.records import Micros, OwnLimit, RecallRow, Record, is_lesson
from comeout.money import LARGEST, Amount
from comeout.protocol.house_commands import No
from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.messages import Command, Event
from comeout.table.stakes.amounts import vigorish_on
from comeout.table.state import TableState

PAGE = 200
"""How many rolls are read from the store at once."""

MOST_FILES = 50_000
"""How many players are cached before those who sit nowhere are evicted."""


@dataclass(slots=True)
class _File:
    """Cache of one player: own limits, the last 24 hours, and the seats at all tables."""

    limits: dict[Kind, OwnLimit] | None = None
    """The limits by kind; None until they are read."""
    day: Day = field(default_factory=Day)
    seats: dict[str, int] = field(default_factory=dict)
    """The seats by table."""
    away: set[str] = field(default_factory=set)
    met: dict[str, int] = field(default_factory=dict)
    """The record of each table from which this player is watched; earlier ones are in the store."""
    read: dict[str, int] = field(default_factory=dict)
    """The record of each table up to which the settlements in the store are counted."""

    def mind(self) -> None:
        """Keep the clock running while there is a seat to come back to."""
        self.day.seated = len(self.seats) > len(self.away)


@dataclass(slots=True)
class _Felt:
    """Cache of one table: who sits where, and what each seat has on the layout."""

    players: dict[int, str] = field(default_factory=dict)
    laid: dict[int, Amount] = field(default_factory=dict)
    seq: int = 0
    """The sequence number of the last record that was seen."""


@dataclass(slots=True)
class _Ahead:
    """What the open batch of a table does to one player: chips put on the layout, and money charged."""

    laid: Amount = 0
    lost: Amount = 0


_LIMITED = frozenset((*get_args(Bet), *get_args(Joining)))
_ACTS = frozenset(ACTS)
_COMES_OR_GOES = frozenset((m.SeatTaken, m.CameBack, m.WalkedAway, m.SeatLeft))
"""The events that change whether a player sits at a table and is present."""


class Guardian:
    """Enforces the limits that players set for themselves, and tracks each player's standing.

    It is told every committed event of the tables that its process owns or follows (`meet`, then `seen`), and reads
    from the store what was settled before that (`learn`), with the vigorish and the reversals between settlements.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._stamps = TimeStamps(clock)
        self._latest: Micros = 0
        """The latest time stamp of any table."""
        self._files: dict[str, _File] = {}
        self._felts: dict[str, _Felt] = {}
        self._ahead: dict[str, dict[str, _Ahead]] = {}
        """What open batches do to players with limits, by player and table; they are not published yet."""
        self._changing = asyncio.Lock()
        self._tidy_at = MOST_FILES

    # ---- asked by people

    def knows(self, player: str) -> bool:
        """Return whether a player's limits and last 24 hours have been read."""
        file = self._files.get(player)
        return file is not None and file.limits is not None

    async def learn(self, player: str) -> None:
        """Read a player's limits and last 24 hours, unless they are known; call this before every command of theirs."""
        if self.knows(player):
            return
        limits = await self._limits(player)
        rows = await self._settled(player)
        self._tidy()
        file = self._file(player)
        if file.limits is not None:
            return
        for row in rows:
            if row.seq <= file.met.get(row.table, row.seq):
                self._count(file, row)
        file.limits = limits

    def _count(self, file: _File, row: RecallRow) -> None:
        """Count a settlement of the last 24 hours that is in the store."""
        settled = msgspec.json.decode(row.body, type=Settled)
        file.day.win(settled.at, settled.won)
        file.day.add(settled.spans)
        file.read[row.table] = max(row.seq, file.read.get(row.table, 0))

    async def relearn(self, player: str) -> None:
        """Read a player's limits again, because another process changed them (cache invalidation)."""
        limits = await self._limits(player)
        if self.knows(player):
            self._files[player].limits = limits

    async def change(self, player: str, kind: Kind, value: int | None) -> OwnLimit:
        """Set a player's own limit, or lift it (None)."""
        if kind not in MOST or not (value is None or (type(value) is int and 0 <= value <= MOST[kind])):
            units = "minutes" if kind == "time" else "cents"
            raise PeopleError(f"limits are for {', '.join(MOST)}; this one is 0 to {MOST.get(kind, LARGEST)} {units}")
        async with self._changing:
            held = (await self._limits(player)).get(kind, no_limit(player, kind))
            changed = change(held, value, self._clock.now())
            await self._store.set_limit(changed)
            await self.relearn(player)
        return changed

    async def _limits(self, player: str) -> dict[Kind, OwnLimit]:
        return {limit.kind: limit for limit in await self._store.limits(player)}

    def limits(self, player: str) -> list[OwnLimit]:
        """Return a player's own limits as they apply now, with waiting ones."""
        now = self._clock.now()
        return [due(limit, now) for limit in (self._file(player).limits or {}).values()]

    def now(self) -> Micros:
        """Return the time by which play is counted: never before a time stamp of a table, nor before an answer."""
        self._stamps.not_before(self._latest)
        return self._stamps.now()

    def visit(self, player: str) -> PlayedVisit:
        """Return how long a player has played since their last long break, at all tables together."""
        return self._file(player).day.visit(self.now())

    def position(self, player: str) -> LimitStatus:
        """Return a player's standing now."""
        file = self._file(player)
        risk = self._elsewhere(player, file, "")
        return self._position(file, risk)

    def tables(self, player: str) -> list[str]:
        """Return where a player sits, of the tables that this process owns or follows."""
        return list(self._file(player).seats)

    def _position(self, file: _File, at_risk: Amount) -> LimitStatus:
        now = self.now()
        return LimitStatus(file.day.seconds(now), file.day.net(now), at_risk)

    # ---- asked by a table's owner

    def at(self, table: str, layout: Layout) -> Callable[[str, Command, TableState], No | None]:
        """Return the guard of one table, which checks commands against the players' own limits."""
        return partial(self._guard, table, layout)

    def _guard(self, table: str, layout: Layout, player: str, command: Command, state: TableState) -> No | None:
        if type(command) is m.Rebet:
            amounts = (amount for seat, spot, amount in state.due if (seat, spot) == (command.seat, command.spot))
            command = m.PlaceBet(command.seat, command.spot, next(amounts, 0))
        if type(command) not in _LIMITED or is_lesson(table):
            return None
        if type(command) is not m.Sit:
            sitting = state.seats.get(command.seat)  # type: ignore[union-attr]  # all that is limited has a seat
            if sitting is None:
                return None  # the table knows better why not
            player = sitting.player
        file = self._files.get(player)
        if file is None or file.limits is None:
            return No("NOT_AVAILABLE_NOW", "your own limits have not been read yet; ask again in a moment")
        if not file.limits:
            return None
        there = on_bet = charge = 0
        if isinstance(command, Bet):
            there, on_bet = _at_risk(state, command.seat), _on_bet(layout, state, command.seat, command.spot)
            charge = _charge(layout, state, command)
            ahead = self._ahead.get(player, {}).get(table)
            there += max(0, ahead.lost) if ahead else 0
        position = self._position(file, there + self._elsewhere(player, file, table))
        return problem(file.limits.values(), position, command, now=self._clock.now(), on_bet=on_bet, charge=charge)

    def _elsewhere(self, player: str, file: _File, table: str) -> Amount:
        """Return what a player has at risk at other tables, also in batches that are not published yet."""
        laid = sum(self._felts[each].laid.get(at, 0) for each, at in file.seats.items() if each != table)
        ahead = self._ahead.get(player, {})
        return laid + sum(max(0, more.laid + more.lost) for each, more in ahead.items() if each != table)

    def wrote(self, table: str, moved: Sequence[Change], players: Mapping[int, str]) -> None:
        """Count what an event of an open batch puts at risk, so that no other table allows it once more."""
        if is_lesson(table):
            return
        for seat, won, chips in moved:
            player = players.get(seat, "")
            file = self._files.get(player)
            if file is not None and file.limits:
                ahead = self._ahead.setdefault(player, {}).setdefault(table, _Ahead())
                ahead.laid += chips
                ahead.lost -= won

    def dropped(self, table: str) -> None:
        """Forget what was counted for an open batch: it is published, or it never happened."""
        for player in [player for player, ahead in self._ahead.items() if table in ahead]:
            del self._ahead[player][table]
            if not self._ahead[player]:
                del self._ahead[player]

    async def meet(self, table: str, fold: Fold) -> None:
        """Start watching a table from its folded log, or start again: who sits there, with what on the layout.

        Lessons are not watched: neither their money nor their time counts.
        """
        if is_lesson(table):
            return
        self.dropped(table)
        await self._catch_up(table, fold)
        self._part(table)
        felt, state = _Felt(seq=fold.log.seq), fold.state
        self._felts[table] = felt
        for player, cents in fold.memory.aside.items():
            file = self._file(player)
            if table not in file.met:
                file.met[table] = fold.log.seq
                file.day.win(self._clock.now(), cents)
        for player, spans in fold.memory.playing.items():
            self._file(player).day.add(spans)
            self._latest = max(self._latest, spans[-1][1])
        for number, seat in state.seats.items():
            file = self._sit(table, felt, number, seat.player, fold.log.seq)
            felt.laid[number] = sum(bets[number].amount for bets in state.bets if number in bets)
            if seat.away:
                file.away.add(table)
            file.mind()

    async def _catch_up(self, table: str, fold: Fold) -> None:
        """Count what happened before a table was met, or since it was last seen, and was not counted yet."""
        felt = self._felts.get(table)
        while felt and (records := await self._store.records(table, after=felt.seq)):
            for record in records:
                with naming(record):
                    event = read_event(record.kind, record.body) if record.kind in EVENT_TYPES else None
                    if event is not None:
                        self.seen(record, event)
                felt.seq = record.seq
        for seat in fold.state.seats.values():
            file = self._file(seat.player)
            if file.limits is not None and table not in file.met:
                read = file.read.get(table, 0)
                for row in await self._settled(seat.player, table):
                    if read < row.seq <= fold.log.seq:
                        self._count(file, row)

    def _part(self, table: str) -> None:
        felt = self._felts.get(table, _Felt())
        for seat in list(felt.players):
            self._stand_up(table, felt, seat)
        self._felts.pop(table, None)

    def seen(self, record: Record, event: Event, moved: Sequence[Change] | None = None) -> None:
        """Count a committed event."""
        table, kind = record.table, type(event)
        if is_lesson(table):
            return
        felt = self._felts.get(table)
        if felt is None:
            felt = self._felts[table] = _Felt()
        felt.seq = record.seq
        if isinstance(event, m.SeatTaken):
            self._sit(table, felt, event.seat, event.player, record.seq)
        elif isinstance(event, m.RollSettled):
            self._settle(felt, record)
        self._move(felt, record, changes(event) if moved is None else moved)
        if isinstance(event, m.OutcomeUndone):
            for player, cents in owed(event):
                self._file(player).day.win(record.at, cents)
        if kind in _ACTS:
            self._act(table, felt, record.at, event)

    def _act(self, table: str, felt: _Felt, at: Micros, event: Any) -> None:
        """Record that a player did something, so is playing, or stopped."""
        player = felt.players.get(event.seat)
        if player is None:
            return
        file, kind = self._file(player), type(event)
        file.day.play(at)
        self._latest = max(self._latest, at)
        if kind not in _COMES_OR_GOES:
            return
        if kind is m.CameBack:
            file.away.discard(table)
        elif kind is m.WalkedAway:
            file.away.add(table)
        elif kind is m.SeatLeft:
            self._stand_up(table, felt, event.seat)
        file.mind()  # after the act, so that time away is not played time

    def _settle(self, felt: _Felt, record: Record) -> None:
        """Count a settlement for everybody with chips on the layout."""
        self._latest = max(self._latest, record.at)
        for seat, laid in felt.laid.items():
            if laid and seat in felt.players:
                self._file(felt.players[seat]).day.play(record.at)

    def _move(self, felt: _Felt, record: Record, moved: Sequence[Change]) -> None:
        laid, players = felt.laid, felt.players
        for seat, won, chips in moved:
            laid[seat] = laid.get(seat, 0) + chips
            if won and seat in players:
                self._file(players[seat]).day.win(record.at, won)

    def _sit(self, table: str, felt: _Felt, seat: int, player: str, seq: int) -> _File:
        felt.players[seat], felt.laid[seat] = player, 0
        file = self._file(player)
        file.seats[table] = seat
        file.met.setdefault(table, seq)
        return file

    def _stand_up(self, table: str, felt: _Felt, seat: int) -> None:
        file = self._file(felt.players.pop(seat))
        felt.laid.pop(seat, None)
        file.seats.pop(table, None)
        file.away.discard(table)
        file.mind()

    # ---- what is remembered

    def _file(self, player: str) -> _File:
        file = self._files.get(player)
        if file is None:
            file = self._files[player] = _File()
        return file

    def _tidy(self) -> None:
        """Evict players who sit nowhere when there are many; they are read again when they return."""
        if len(self._files) > self._tidy_at:
            self._files = {player: file for player, file in self._files.items() if file.seats}
            self._tidy_at = max(MOST_FILES, 2 * len(self._files))

    async def _settled(self, player: str, table: str | None = None) -> list[RecallRow]:
        """Return a player's settled rolls of the last 24 hours, at one table or at all, newest first."""
        since, before = self._clock.now() - DAY, 0
        found: list[RecallRow] = []
        while rows := await self._store.recall(player=player, table=table, before=before, limit=PAGE):
            found += [row for row in rows if row.at > since]
            before = rows[-1].at
            if len(rows) < PAGE or before <= since:
                break
        return found


def _at_risk(state: TableState, seat: int) -> Amount:
    """Return what a seat has on the layout, and what it offered that waits for the crew."""
    laid = sum(state.bets[spot][seat].amount for spot in state.occupied if seat in state.bets[spot])
    return laid + sum(offer.amount for (who, _), offer in state.pending.items() if who == seat)


def _charge(layout: Layout, state: TableState, command: Bet) -> Amount:
    """Return the vigorish that a bet would owe, beyond what is charged already."""
    spot = layout.by_id.get(command.spot)
    if spot is None or not spot.wager.vigorish or type(command.amount) is not int:
        return 0
    bet = state.bet(spot.index, command.seat)
    there, charged = (bet.amount, bet.vigorish) if bet else (0, 0)
    return max(0, vigorish_on(layout, spot, there + command.amount) - charged)


def _on_bet(layout: Layout, state: TableState, seat: int, spot: str) -> Amount:
    """Return what a seat has on a spot, or offered for it."""
    found = layout.by_id.get(spot)
    bet = state.bet(found.index, seat) if found else None
    offer = state.pending.get((seat, spot))
    return (bet.amount if bet else 0) + (offer.amount if offer else 0)
