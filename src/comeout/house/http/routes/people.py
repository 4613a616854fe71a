"""REST routes for players: sign in, accounts, wallets and limits of their own."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import structlog
from litestar import Response, delete, get, post, put
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody

from comeout.house.house import House, Place
from comeout.house.http.authentication import Asked, address_of, house_of, session_cookie, slow_down, token_of, who_asks
from comeout.house.http.bad_requests import refusals
from comeout.house.players.passwords import PeopleError
from comeout.house.players.people import Entered
from comeout.log.accounts import rack
from comeout.log.records import is_lesson
from comeout.protocol.rest_answers import LimitAnswer, MeAnswer, SignedIn, SignedOut, WalletAnswer

log = structlog.get_logger("comeout.people")

COOKIE_SECONDS = 30 * 24 * 3600


class NameAndPassword(msgspec.Struct, forbid_unknown_fields=True):
    """The credentials of an account."""

    name: Annotated[str, msgspec.Meta(description="2 to 24 printable characters.")]
    password: Annotated[str, msgspec.Meta(description="8 to 200 characters.")]


class NewLimit(msgspec.Struct, forbid_unknown_fields=True):
    """A new limit of your own."""

    value: Annotated[
        int | None, msgspec.Meta(description="Cents for loss and stake, minutes for time; null asks to lift it.")
    ]


def _entered(request: Asked, entered: Entered) -> Response[SignedIn]:
    house = house_of(request)
    house.names[entered.who.player] = entered.who.name
    cookie = session_cookie(request, entered.token, COOKIE_SECONDS)
    return Response(SignedIn(*entered.who, token=entered.token), status_code=201, cookies=[cookie])


_SAME = ResponseSpec(SignedIn, generate_examples=False, description="you are signed in already, and stay who you are")


@post("/session", responses={200: _SAME, **refusals(400, 403)})
async def enter(request: Asked) -> Response[SignedIn]:
    """Sign in as a guest with play money; if you are signed in already, you stay who you are."""
    house = house_of(request)
    who = await house.people.who(token_of(request))
    if who is not None:
        return Response(SignedIn(*who), status_code=200)
    slow_down(house.rates.new_guest(address_of(request)))
    entered = await house.people.enter()
    log.info("guest came in", player=entered.who.player, address=address_of(request))
    return _entered(request, entered)


@get("/session", responses=refusals(401))
async def session(request: Asked) -> MeAnswer:
    """Return who you are."""
    return MeAnswer(*await who_asks(request))


@delete("/session", status_code=200, responses=refusals(403))
async def leave(request: Asked) -> Response[SignedOut]:
    """Sign out."""
    await house_of(request).people.log_out(token_of(request))
    answer = Response(SignedOut())
    answer.set_cookie(session_cookie(request, "", 0))
    return answer


@post("/session/register", responses=refusals(400, 403))
async def register(request: Asked, data: JSONBody[NameAndPassword]) -> Response[SignedIn]:
    """Register an account to keep your wallet."""
    house = house_of(request)
    slow_down(await house.sign_ins.arrive(address_of(request)))
    entered = await house.people.register(token_of(request), data.name, data.password)
    log.info("registered", player=entered.who.player, name=entered.who.name, address=address_of(request))
    return _entered(request, entered)


@post("/session/login", responses=refusals(400, 403))
async def log_in(request: Asked, data: JSONBody[NameAndPassword]) -> Response[SignedIn]:
    """Sign in to your account."""
    house = house_of(request)
    slow_down(await house.sign_ins.arrive(address_of(request)))
    try:
        async with house.sign_ins.turn(data.name, address_of(request)) as full:
            slow_down(full)
            entered = await house.people.log_in(data.name, data.password, leaving=token_of(request))
    except PeopleError as bad:
        log.warning("sign-in failed", name=data.name[:40], address=address_of(request), why=str(bad))
        raise
    log.info("signed in", player=entered.who.player, address=address_of(request))
    await house.sign_ins.succeeded(data.name)
    return _entered(request, entered)


@get("/wallet", responses=refusals(401))
async def wallet(request: Asked) -> WalletAnswer:
    """Return what you have outside the tables, how long you have played, and your result."""
    return await _wallet(house_of(request), (await who_asks(request)).player)


@post("/wallet/again", status_code=200, responses=refusals(400, 401, 403))
async def begin_again(request: Asked) -> WalletAnswer:
    """Get new play money, if you have none left anywhere; once a day."""
    who, house = await who_asks(request), house_of(request)
    wallets, before = house.wallets, house.wallets.moves(who.player)

    def moving() -> bool:
        places = [place for place in house.places.values() if who.player in place.seats and not is_lesson(place.row.id)]
        on_tables = any(_has_chips(place, who.player) for place in places)
        return on_tables or wallets.on_the_way(who.player) or wallets.moves(who.player) != before

    found = await _wallet(house, who.player)
    await house.people.begin_again(who.player, found.racks_cents + found.at_risk_cents, moving=moving)
    return await _wallet(house, who.player)


def _has_chips(place: Place, player: str) -> bool:
    """Return whether a player has chips at a table, also those that are not committed yet."""
    state, seat = place.fold.state, place.seats[player]
    return bool(state.seats[seat].rack) or any(seat in state.bets[spot] for spot in state.occupied)


async def _wallet(house: House, player: str) -> WalletAnswer:
    await house.learn(player)
    cents = (await house.people.wallet(player)).wallet_cents
    tables = {*house.guardian.tables(player), *(row.id for row in await house.store.tables(player=player))}
    racks = [await house.store.balance(rack(table, player)) for table in tables if not is_lesson(table)]
    stands = house.guardian.position(player)
    return WalletAnswer(player, cents, stands.seconds_played, stands.net_cents, stands.at_risk_cents, sum(racks))


@get("/limits", responses=refusals(401))
async def limits(request: Asked) -> list[LimitAnswer]:
    """Return the limits you set for yourself."""
    who = await who_asks(request)
    house = house_of(request)
    await house.learn(who.player)
    return [LimitAnswer(*each) for each in house.guardian.limits(who.player)]


@put("/limits/{kind:str}", responses=refusals(400, 401, 403))
async def set_limit(
    request: Asked, kind: FromPath[Literal["loss", "time", "stake"]], data: JSONBody[NewLimit]
) -> LimitAnswer:
    """Set a limit for yourself: tighter at once, looser after 24 hours."""
    who = await who_asks(request)
    return LimitAnswer(*await house_of(request).change_limit(who.player, kind, data.value))


PEOPLE = (enter, session, leave, register, log_in, wallet, begin_again, limits, set_limit)
"""The routes of this module."""
