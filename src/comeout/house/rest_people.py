"""People over HTTP: coming in, accounts, wallets and limits of their own."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from litestar import Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.params import FromPath, JSONBody

from comeout.house.people import Entered, Who
from comeout.house.rates import slower
from comeout.house.signed import (
    COOKIE,
    Asked,
    house_of,
    token_of,
    who_asks,
)

COOKIE_SECONDS = 30 * 24 * 3600


class NameAndPassword(msgspec.Struct, forbid_unknown_fields=True):
    """Who somebody is."""

    name: str
    password: str


class NewLimit(msgspec.Struct, forbid_unknown_fields=True):
    """A limit of one's own: cents for loss and stake, minutes for time; none lifts it."""

    value: int | None


def _entered(request: Asked, entered: Entered) -> Response[dict[str, Any]]:
    house = house_of(request)
    house.names[entered.who.player] = entered.who.name
    cookie = Cookie(
        COOKIE,
        value=entered.token,
        httponly=True,
        samesite="strict",
        secure=bool(request.app.state.trust_proxy),
        max_age=COOKIE_SECONDS,
        path="/",
    )
    body = {**_who(entered.who), "token": entered.token}
    return Response(body, status_code=201, cookies=[cookie])


def _who(who: Who) -> dict[str, Any]:
    return {"player": who.player, "name": who.name, "guest": who.guest, "play_money": True}


def _address(request: Asked) -> str:
    if request.app.state.trust_proxy:
        return request.headers.get("x-forwarded-for", "").split(",")[0].strip()
    return request.client.host if request.client else ""


def _slow_down(wait: float) -> None:
    if wait:
        raise HTTPException(slower(wait), status_code=429, headers={"retry-after": str(max(1, round(wait)))})


@post("/session")
async def enter(request: Asked) -> Response[dict[str, Any]]:
    """Come in as a guest with play money; whoever is signed in stays who they are."""
    house = house_of(request)
    who = await house.people.who(token_of(request))
    if who is not None:
        return Response(_who(who), status_code=200)
    _slow_down(house.rates.new_guest(_address(request)))
    return _entered(request, await house.people.enter())


@get("/session")
async def session(request: Asked) -> dict[str, Any]:
    """Who you are."""
    return _who(await who_asks(request))


@delete("/session", status_code=200)
async def leave(request: Asked) -> Response[dict[str, Any]]:
    """Sign out."""
    await house_of(request).people.log_out(token_of(request))
    answer = Response({"signed_out": True})
    answer.delete_cookie(COOKIE, path="/")
    return answer


@post("/session/register")
async def register(request: Asked, data: JSONBody[NameAndPassword]) -> Response[dict[str, Any]]:
    """Keep your wallet under a name and a password."""
    house = house_of(request)
    _slow_down(house.rates.log_in(data.name, _address(request)))
    return _entered(request, await house.people.register(token_of(request), data.name, data.password))


@post("/session/login")
async def log_in(request: Asked, data: JSONBody[NameAndPassword]) -> Response[dict[str, Any]]:
    """Come back to your account."""
    house = house_of(request)
    _slow_down(house.rates.log_in(data.name, _address(request)))
    return _entered(request, await house.people.log_in(data.name, data.password, leaving=token_of(request)))


@get("/wallet")
async def wallet(request: Asked) -> dict[str, Any]:
    """What you have outside the tables, how long you have played and where that left you."""
    who = await who_asks(request)
    house = house_of(request)
    await house.guardian.learn(who.player)
    found = await house.people.wallet(who.player)
    return {**msgspec.to_builtins(found), **msgspec.to_builtins(house.guardian.position(who.player))}


@get("/limits")
async def limits(request: Asked) -> list[dict[str, Any]]:
    """The limits you set for yourself."""
    who = await who_asks(request)
    guardian = house_of(request).guardian
    await guardian.learn(who.player)
    return [each._asdict() for each in guardian.limits(who.player)]


@put("/limits/{kind:str}")
async def set_limit(
    request: Asked, kind: FromPath[Literal["loss", "time", "stake"]], data: JSONBody[NewLimit]
) -> dict[str, Any]:
    """Set a limit for yourself: tighter at once, looser after 24 hours."""
    who = await who_asks(request)
    changed = await house_of(request).change_limit(who.player, kind, data.value)
    return changed._asdict()


PEOPLE = (enter, session, leave, register, log_in, wallet, limits, set_limit)
"""Every route here."""
