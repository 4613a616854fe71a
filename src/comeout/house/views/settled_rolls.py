"""Read model of settled rolls: the last rolls of a table, read from the end of its log, and why each bet was paid."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from comeout.dice import Roll
from comeout.house.store.contract import Store
from comeout.log.codec import read_event
from comeout.log.fold import naming
from comeout.log.records import Micros, Record
from comeout.protocol.play_answers import ClauseSays, ReadingAnswer, WhyLine
from comeout.rules.conformance import readings_on, wordings
from comeout.rules.layout import Layout
from comeout.table.advice.next_roll import net_of
from comeout.table.advice.why import rounding, sum_of, why_line
from comeout.table.messages import Line, OutcomeUndone, RollSettled

PAGE, PAGES_MOST = 2_000, 10
"""How many records are read at once, and how many such pages at most; recall has earlier rolls."""

KEPT = 200
TABLES_MOST = 500


class _Settled(msgspec.Struct, array_like=True):
    """The head of a settlement as the log has it; its lines, of which there may be thousands, are not read."""

    book: str
    number: int
    roll: tuple[int, int]
    point_before: int
    point_after: int
    seven_out: bool


@dataclass(slots=True)
class RolledThen:
    """A settled roll, where and when it is in the log, and whether it was undone."""

    seq: int
    at: Micros
    number: int
    roll: Roll
    point_before: int
    point_after: int
    seven_out: bool
    undone: bool = False


@dataclass(slots=True)
class _Known:
    """The rolls of one table up to a record of its log."""

    seq: int = 0
    rolls: list[RolledThen] = field(default_factory=list)
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)


class LastRolls:
    """Cache of the last rolls of the tables that were asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: OrderedDict[str, _Known] = OrderedDict()

    async def of(self, table: str, *, now: int, limit: int) -> list[RolledThen]:
        """Return the last rolls of a table whose log has come to a sequence number, oldest first."""
        known = self._tables.setdefault(table, _Known())
        self._tables.move_to_end(table)
        if len(self._tables) > TABLES_MOST:
            self._tables.popitem(last=False)
        async with known.reading:
            if now > known.seq + PAGE * PAGES_MOST or not known.seq:
                await self._read_back(table, known, now)
            while records := await self._store.records(table, after=known.seq, limit=PAGE):
                _take(known.rolls, records)
                known.seq = records[-1].seq
            del known.rolls[:-KEPT]
        return known.rolls[-limit:]

    async def _read_back(self, table: str, known: _Known, now: int) -> None:
        """Read backwards from the end of a log until there are enough rolls."""
        known.rolls, known.seq, first = [], now, now
        for _ in range(PAGES_MOST):
            if not first or len(known.rolls) >= KEPT:
                return
            start = max(0, first - PAGE)
            earlier: list[RolledThen] = []
            _take(earlier, await self._store.records(table, after=start, limit=first - start))
            known.rolls, first = earlier + known.rolls, start


def rolled_then(record: Record) -> RolledThen:
    """Return the roll of a settlement."""
    head = msgspec.json.decode(record.body, type=_Settled)
    return RolledThen(
        record.seq, record.at, head.number, Roll(*head.roll), head.point_before, head.point_after, head.seven_out
    )


def _take(rolls: list[RolledThen], records: Iterable[Record]) -> None:
    for record in records:
        with naming(record):
            _take_one(rolls, record)


def _take_one(rolls: list[RolledThen], record: Record) -> None:
    if record.kind == "RollSettled":
        rolls.append(rolled_then(record))
    elif record.kind == "OutcomeUndone" and rolls:
        event = read_event(record.kind, record.body)
        rolls[-1].undone = rolls[-1].undone or (isinstance(event, OutcomeUndone) and event.reversed)


def explained(layout: Layout, event: RollSettled, line: Line) -> WhyLine:
    """Explain in full what a roll did to one bet."""
    says, rounded = wordings(layout.id), rounding(line, event.rounded_by)
    others = [line.limited_by] if line.limited_by else []
    others += event.rounded_by if rounded else ()
    cited = dict.fromkeys((line.clause, *filter(None, [line.paid_by]), *others))
    return WhyLine(
        seat=line.seat,
        spot=line.spot,
        name=layout.by_id[line.spot].name,
        outcome=line.outcome,
        to=line.to,
        stake_cents=line.stake,
        paid_cents=line.paid,
        net_cents=net_of(line),
        says=why_line(line, event),
        sum=sum_of(line),
        rounding=rounded,
        clause=layout.cite(line.clause),
        clause_says=says.get(line.clause, ""),
        paid_by=layout.cite(line.paid_by),
        paid_by_says=says.get(line.paid_by, ""),
        others=[ClauseSays(layout.cite(each), says.get(each, "")) for each in others],
        readings=[
            ReadingAnswer(each.id, each.problem, each.reading, each.reason) for each in readings_on(layout.id, cited)
        ],
    )
