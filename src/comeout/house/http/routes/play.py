"""REST routes of a table in play: its spots, its last rolls, why a roll paid what it paid, a session's sum."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from comeout.exact.numbers import show_decimal
from comeout.house.house import House
from comeout.house.http.authentication import Asked, TableId, house_of, table_of, who_asks
from comeout.house.http.bad_requests import refusals
from comeout.house.http.cached_answers import send
from comeout.house.players.people import Who
from comeout.house.views.last_rolls import KEPT, RolledThen, rolled_then
from comeout.house.views.roll_reasons import explained
from comeout.house.views.session_sum import Summed
from comeout.house.views.spot_facts import part
from comeout.log.codec import read_event
from comeout.log.records import Micros, Record
from comeout.protocol.play_answers import (
    ExactCents,
    RolledAnswer,
    RollsAnswer,
    SessionAnswer,
    SpotsAnswer,
    SpotSession,
    WhyAnswer,
)
from comeout.rules.conformance import wordings
from comeout.rules.layout import Layout
from comeout.table.messages import RollSettled

LAST_ROLLS = 60


class _Seat(msgspec.Struct):
    """What is needed of a recalled roll."""

    seat: int


@get("/tables/{table:str}/spots", responses=refusals(400, 401, 404))
async def spots(request: Asked, table: TableId) -> Response[SpotsAnswer]:
    """Return the fixed facts about the spots of a table: payouts, exact house edges, cheaper ways, and their order."""
    place, _ = await table_of(request, table, await who_asks(request))
    return send(await house_of(request).facts.of(place.layout, place.fold.state.settings.unavailable), request)


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
    """Return the seat of somebody who had a bet on a roll: recall knows it, wherever they sit by now."""
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
    return _session(place.layout, found, now=house.clock.now())


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


PLAYED = (spots, rolls, why, session)
"""Every route here."""
