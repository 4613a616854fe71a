"""REST routes of a table in play: its spots, its last rolls, why a roll paid, a session's sum, the proof of a roll."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Stream
from msgspec import Meta

from comeout.exact.numbers import show_decimal
from comeout.house.house import House
from comeout.house.http.authentication import Asked, TableId, house_of, table_of, who_asks
from comeout.house.http.bad_requests import refusals
from comeout.house.http.cached_answers import Shelf, pack_json, send
from comeout.house.http.routes.tables import while_allowed
from comeout.house.players.people import Who
from comeout.house.store.contract import Store
from comeout.house.views.session_export import export_session
from comeout.house.views.session_sum import Summed, session_start
from comeout.house.views.settled_rolls import KEPT, RolledThen, explained, rolled_then
from comeout.house.views.spot_facts import book_facts, part
from comeout.log.codec import read_event
from comeout.log.fold import Frozen, naming
from comeout.log.records import LATEST, DiceRecord, Micros, Record
from comeout.protocol.play_answers import (
    ExactCents,
    RolledAnswer,
    RollsAnswer,
    SessionAnswer,
    SpotsAnswer,
    SpotSession,
    WhyAnswer,
)
from comeout.protocol.rest_answers import DiceFaces
from comeout.rules.conformance import wordings
from comeout.rules.layout import Layout
from comeout.table.messages import RollSettled

LAST_ROLLS = 60

_SPOTS = Shelf()


class _Seat(msgspec.Struct):
    """The seat of a recalled roll; the rest is not read."""

    seat: int


@get("/tables/{table:str}/spots", responses=refusals(400, 401, 404))
async def spots(request: Asked, table: TableId) -> Response[SpotsAnswer]:
    """Return the fixed facts about the spots of a table: payouts, exact house edges, cheaper ways, and their order."""
    place, _ = await table_of(request, table, await who_asks(request))
    layout, absent = place.layout, place.fold.state.settings.unavailable
    name = " ".join([layout.digest, *sorted(absent)])
    return send(await _SPOTS.fetch(name, lambda: pack_json(book_facts(layout).of(absent))), request)


@get("/tables/{table:str}/rolls", responses=refusals(400, 401, 404))
async def rolls(request: Asked, table: TableId, limit: FromQuery[int] = LAST_ROLLS) -> RollsAnswer:
    """Return the last rolls of a table, oldest first, 200 at most."""
    place, _ = await table_of(request, table, await who_asks(request))
    most = min(max(1, limit), KEPT)
    found = await house_of(request).rolls.of(table, now=place.fold.log.seq, limit=most)
    return RollsAnswer([_roll(each) for each in found], more=bool(found) and found[0].number > 1)


def _roll(rolled: RolledThen) -> RolledAnswer:
    return RolledAnswer(
        number=rolled.number,
        a=rolled.roll.a,
        b=rolled.roll.b,
        total=rolled.roll.total,
        hard=rolled.roll.hard,
        point_before=rolled.point_before,
        point_after=rolled.point_after,
        seven_out=rolled.seven_out,
        undone=rolled.undone,
        at=rolled.at,
        seq=rolled.seq,
    )


# ------------------------------------------------------------------ why


@get("/tables/{table:str}/why/{seq:int}", responses=refusals(400, 401, 404))
async def why(request: Asked, table: TableId, seq: FromPath[int]) -> WhyAnswer:
    """Explain a settled roll: for your bets or, for the crew, for all bets."""
    who = await who_asks(request)
    place, roles = await table_of(request, table, who)
    house = house_of(request)
    found = await house.store.records(table, after=seq - 1, limit=1) if 0 < seq <= place.fold.log.seq else ()
    if not found or found[0].kind != RollSettled.__name__:
        raise NotFoundException(f"record {seq} of this table is no settled roll")
    with naming(found[0]):
        event = read_event(found[0].kind, found[0].body)
    assert isinstance(event, RollSettled)
    seat = None if roles else await _seat_then(house, who, found[0])
    lines = [line for line in event.lines if roles or line.seat == seat]
    return WhyAnswer(
        seq=seq,
        book=place.layout.id,
        roll=_roll(rolled_then(found[0])),
        clause=place.layout.cite(event.clause),
        clause_says=wordings(place.layout.id).get(event.clause, ""),
        lines=[explained(place.layout, event, line) for line in lines],
    )


async def _seat_then(house: House, who: Who, record: Record) -> int | None:
    """Return the seat that a player had at a roll, from recall; they may sit elsewhere by now."""
    rows = await house.store.recall(player=who.player, table=record.table, before=record.at + 1, limit=1)
    seats = [msgspec.json.decode(row.body, type=_Seat).seat for row in rows if row.seq == record.seq]
    return seats[0] if seats else None


# ------------------------------------------------------------------ a session summed up


@get("/tables/{table:str}/session", responses=refusals(400, 401, 404))
async def session(request: Asked, table: TableId) -> SessionAnswer:
    """Return your last session at a table: what you staked, what it was expected to lose, and how lucky you were."""
    who = await who_asks(request)
    place, _ = await table_of(request, table, who)
    house = house_of(request)
    found = await house.sessions.of(table, place.layout, who.player, now=place.fold.log.seq)
    if not found:
        raise NotFoundException("you have not sat down at this table")
    return _session(place.layout, found, now=house.guardian.now())


@get("/tables/{table:str}/session/export", media_type="application/jsonl", responses=refusals(400, 401, 404))
async def session_export(request: Asked, table: TableId) -> Stream:
    """Export your last session at a table: your own events, for `comeout luck`."""
    who = await who_asks(request)
    place, _ = await table_of(request, table, who)
    store, now = house_of(request).store, place.fold.log.seq
    begun = await session_start(store, table, who.player, now)
    if not begun:
        raise NotFoundException("you have not sat down at this table")
    lines = export_session(store, place.row, begun, now=now)
    return Stream(while_allowed(request, who, lines), media_type="application/jsonl")


def _session(layout: Layout, found: Summed, *, now: Micros) -> SessionAnswer:
    summed, total = found.summary, found.summary.total
    return SessionAnswer(
        since=found.since,
        until=found.until,
        seconds=((found.until or now) - found.since) // 1_000_000,
        rolls=summed.rolls,
        bets=total.bets,
        action_cents=total.action,
        decided_cents=total.decided,
        net_cents=total.net,
        expected_cents=_exact(total.expected),
        expected_of_action=part(total.expected / total.action) if total.action else None,
        luck_cents=_exact(summed.luck),
        luck_sd=summed.luck_sd or None,
        rounding_cents=_exact(summed.rounding),
        unfinished_cents=_exact(summed.unfinished),
        by_spot=[
            SpotSession(
                spot=spot,
                name=layout.by_id[spot].name,
                bets=sums.bets,
                action_cents=sums.action,
                decided_cents=sums.decided,
                net_cents=sums.net,
                expected_cents=_exact(sums.expected),
            )
            for spot, sums in summed.wagers.items()
        ],
        says=list(summed.says()),
    )


def _exact(cents: Fraction) -> ExactCents:
    return ExactCents(str(cents), show_decimal(cents, 2))


# ------------------------------------------------------------------ the proof of a roll


class RollProof(msgspec.Struct):
    """Everything a program needs to check one roll by itself."""

    table: str
    seq: Annotated[int, Meta(description="The number of the settlement in the log.")]
    roll: Annotated[int, Meta(description="The number of the throw, as the chain counts them.")]
    format: str
    chain: Annotated[int, Meta(description="Which of the chains of the table it was.")]
    anchor: Annotated[str, Meta(description="The end of the chain, published before its first roll, in hexadecimal.")]
    log: Annotated[str, Meta(description="The hash of the log before it was published; empty for chain-1.")]
    published_seq: Annotated[int, Meta(description="The record that published it.")]
    frozen_seq: Annotated[int, Meta(description="The record that froze the players' seeds.")]
    thrown_seq: Annotated[int, Meta(description="The record that revealed the link.")]
    index: Annotated[int, Meta(description="Which link it was: hashed so many times it gives the anchor.")]
    link: Annotated[str, Meta(description="The link that was revealed, in hexadecimal.")]
    seeds: Annotated[list[tuple[int, str]], Meta(description="The players' seeds by seat.")]
    dice: DiceFaces


class _Thrown(msgspec.Struct):
    roll: int
    chain: int
    index: int
    link: str
    dice: tuple[int, int]


class _PublishedBody(msgspec.Struct):
    format: str
    chain: int
    anchor: str
    log: str = ""


@get("/tables/{table:str}/proof/{seq:int}", responses=refusals(400, 401, 404))
async def proof(request: Asked, table: TableId, seq: FromPath[int]) -> RollProof:
    """Return the proof of a settled roll, for anybody who may see the table; only published chains have one."""
    host, _ = await table_of(request, table, await who_asks(request))
    if host.row.dice != "chain":
        raise NotFoundException(
            "the dice of this table come from no published chain: there is nothing to check them by"
        )
    store = house_of(request).store
    settled = await store.records(table, after=seq - 1, limit=1) if 0 < seq <= LATEST else ()
    if not settled or settled[0].kind != RollSettled.__name__:
        raise NotFoundException(f"record {seq} of this table is no settled roll")
    thrown = await _before(store, table, "dice-thrown", seq)
    frozen = await _before(store, table, "seeds-frozen", thrown.seq)
    published = await _before(store, table, "chain-published", frozen.seq)
    with naming(thrown):
        told = msgspec.json.decode(thrown.body, type=_Thrown)
    with naming(published):
        chain = msgspec.json.decode(published.body, type=_PublishedBody)
    with naming(frozen):
        seeds = msgspec.json.decode(frozen.body, type=Frozen).seeds
    return RollProof(
        table=table,
        seq=seq,
        roll=told.roll,
        format=chain.format,
        chain=told.chain,
        anchor=chain.anchor,
        log=chain.log,
        published_seq=published.seq,
        frozen_seq=frozen.seq,
        thrown_seq=thrown.seq,
        index=told.index,
        link=told.link,
        seeds=list(seeds),
        dice=told.dice,
    )


async def _before(store: Store, table: str, kind: DiceRecord, seq: int) -> Record:
    """Return the last record of a kind before another."""
    found = await store.dice_record(table, kind, before=seq)
    if found is None:
        raise NotFoundException(f"before record {seq} of this table nothing says how its dice came about")
    return found


PLAYED = (spots, rolls, why, session, session_export, proof)
"""The routes of this module."""
