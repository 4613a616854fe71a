"""REST routes of the dealer drills: a drill of a book by its seed, and its marking. No authentication."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.exceptions import ClientException
from litestar.params import FromQuery, JSONBody, PathParameter
from msgspec import Meta

from comeout.drill.deal import Drill, Level, deal
from comeout.drill.marking import DrillOutcome, Marked, Payment, mark
from comeout.house.http.authentication import Asked, BookId, book_called
from comeout.house.http.bad_requests import refusals
from comeout.house.http.paced_requests import in_thread

Seed = Annotated[str, PathParameter(max_length=64, description="Any words; the same words are the same drill.")]
MOST_CENTS = 10**12
MOST_MS = 24 * 3600 * 1000


class DealerBet(msgspec.Struct, forbid_unknown_fields=True):
    """A dealer's answer for one bet: what becomes of it, and what is paid on it, without the stake."""

    outcome: DrillOutcome
    pay_cents: Annotated[int, Meta(ge=0, le=MOST_CENTS)] = 0


class DrillSettlement(msgspec.Struct, forbid_unknown_fields=True):
    """A dealer's answers for a drill; a bet that is not named counts as left where it is."""

    answers: dict[str, DealerBet]
    milliseconds: Annotated[int, Meta(ge=0, le=MOST_MS)] = 0


@get("/drill/{book:str}/{seed:str}", responses=refusals(400, 404))
async def drill(request: Asked, book: BookId, seed: Seed, level: FromQuery[Level] = 1) -> Drill:
    """Return a drill: bets of one player and a roll that decides at least three of them, to settle by hand."""
    name = book_called(book).name
    return (await in_thread(request, lambda: deal(name, seed, level))).drill


@post("/drill/{book:str}/{seed:str}", status_code=200, responses=refusals(400, 403, 404))
async def mark_drill(
    request: Asked, book: BookId, seed: Seed, data: JSONBody[DrillSettlement], level: FromQuery[Level] = 1
) -> Marked:
    """Mark a drill: bet by bet, with the clauses that decide, price and round it."""
    name = book_called(book).name
    dealt = await in_thread(request, lambda: deal(name, seed, level))
    there = {bet.spot for bet in dealt.drill.bets}
    wrong = next((spot for spot in data.answers if spot not in there), None)
    if wrong is not None:
        raise ClientException(f'no bet lies on "{wrong[:40]}" in this drill')
    told = {spot: Payment(each.outcome, each.pay_cents) for spot, each in data.answers.items()}
    return await in_thread(request, lambda: mark(dealt, told, data.milliseconds))


DRILL = (drill, mark_drill)
"""The routes of this module."""
