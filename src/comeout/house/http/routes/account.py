"""REST routes of an account: change the password, list and end sessions, delete the account."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from comeout.house.http.authentication import Asked, address_of, house_of, session_cookie, slow_down, token_of, who_asks
from comeout.house.http.bad_requests import refusals
from comeout.protocol.rest_answers import AccountDeleted, PasswordChanged, SessionsAnswer, SignInAnswer


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """The password of an account, and the one that replaces it."""

    old: Annotated[str, msgspec.Meta(description="The password that you have.")]
    new: Annotated[str, msgspec.Meta(description="8 to 200 characters.")]


class Confirmation(msgspec.Struct, forbid_unknown_fields=True):
    """The password of an account, for what cannot be undone."""

    password: str


@put("/account/password", responses=refusals(400, 401, 403))
async def change_password(request: Asked, data: JSONBody[NewPassword]) -> PasswordChanged:
    """Change your password; every session of yours but this one ends."""
    house, who = house_of(request), await who_asks(request)
    slow_down(await house.sign_ins.arrive(address_of(request)))
    async with house.sign_ins.turn(who.name, address_of(request)) as full:
        slow_down(full)
        await house.people.change_password(token_of(request), data.old, data.new)
    await house.sign_ins.succeeded(who.name)
    return PasswordChanged()


@post("/account/delete", status_code=200, responses=refusals(400, 401, 403))
async def delete_account(request: Asked, data: JSONBody[Confirmation]) -> Response[AccountDeleted]:
    """Delete your account: your name and password go, every session ends, and the logs keep your id."""
    house, who = house_of(request), await who_asks(request)
    slow_down(await house.sign_ins.arrive(address_of(request)))
    async with house.sign_ins.turn(who.name, address_of(request)) as full:
        slow_down(full)
        player = await house.people.delete_account(token_of(request), data.password)
    await house.sign_ins.succeeded(who.name)  # the name goes from here too
    await house.rename(player)
    answer = Response(AccountDeleted())
    answer.set_cookie(session_cookie(request, "", 0))
    return answer


@get("/sessions", responses=refusals(401))
async def sessions(request: Asked) -> SessionsAnswer:
    """List where you are signed in, the newest first."""
    return await _sessions(request)


@delete("/sessions/{id:str}", status_code=200, responses=refusals(400, 401, 403))
async def end_session(request: Asked, id: FromPath[str]) -> SessionsAnswer:
    """End another of your sessions, with every socket and stream of it; the answer lists those that are left."""
    await who_asks(request)
    await house_of(request).people.end_session(token_of(request), id)
    return await _sessions(request)


@delete("/sessions", status_code=200, responses=refusals(401, 403))
async def end_other_sessions(request: Asked) -> SessionsAnswer:
    """End all of your sessions but this one."""
    await who_asks(request)
    await house_of(request).people.end_others(token_of(request))
    return await _sessions(request)


async def _sessions(request: Asked) -> SessionsAnswer:
    await who_asks(request)
    return SessionsAnswer([SignInAnswer(*each) for each in await house_of(request).people.sessions(token_of(request))])


ACCOUNT = (change_password, delete_account, sessions, end_session, end_other_sessions)
"""The routes of this module."""
