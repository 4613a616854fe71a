"""The client of a house: authentication, tables, your wallet and your past rolls."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from typing import Any, Literal
from urllib.parse import quote

import msgspec

from comeout.client.past_rolls import PastRoll, PastRolls, micros_of, page_of
from comeout.client.remote_table import RemoteTable
from comeout.client.rest_client import NOT_FOUND, Cited, HouseError, Me, Rest, TableInfo, Wallet
from comeout.protocol.frames import Fairness
from comeout.protocol.rest_answers import RecallPage
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book, load_text

RECALL_PAGE = 100

PATIENCE_S = 60.0
"""How long a client waits for a house that has gone away."""


class _Entered(msgspec.Struct):
    player: str
    name: str
    guest: bool
    token: str = ""


class _Whole(msgspec.Struct):
    table: str
    digest: str
    seats: list[dict[str, Any]]


class _Book(msgspec.Struct):
    name: str
    text: str
    payouts: dict[str, dict[int, str]]


class _Second(msgspec.Struct):
    name: str
    mine: bool


class _Floor(msgspec.Struct):
    seconds: list[_Second]


class _Duties(msgspec.Struct):
    floor: _Floor


class Client:
    """A client of the house at an address. The token authenticates you: keep it to stay the same player."""

    def __init__(self, url: str, *, token: str = "", patience_s: float = PATIENCE_S) -> None:
        self._rest = Rest(url, token)
        self._patience_s = patience_s
        self._joined: list[RemoteTable] = []

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close every connection; seats and bets stay."""
        for table in self._joined:
            await table.close()
        self._joined.clear()

    @property
    def url(self) -> str:
        """The address of the house."""
        return self._rest.url

    @property
    def token(self) -> str:
        """The bearer token that authenticates you; empty before you sign in."""
        return self._rest.token

    # -------------------------------------------------------------- people

    async def enter(self) -> Me:
        """Sign in as a guest with play money; if you have a token, you stay who you are."""
        return await self._enter("/session")

    async def log_in(self, name: str, password: str) -> Me:
        """Sign in to your account."""
        return await self._enter("/session/login", {"name": name, "password": password})

    async def register(self, name: str, password: str) -> Me:
        """Make an account of the guest: its wallet stays, under a name and a password."""
        return await self._enter("/session/register", {"name": name, "password": password})

    async def _enter(self, path: str, body: dict[str, str] | None = None) -> Me:
        entered = await self._rest.ask("POST", path, _Entered, body)
        self._rest.token = entered.token or self._rest.token
        return Me(entered.player, entered.name, entered.guest)

    async def wallet(self) -> Wallet:
        """Return what you have outside the tables."""
        return await self._rest.ask("GET", "/wallet", Wallet)

    async def recall(
        self, table: str | None = None, *, before: datetime | None = None, limit: int = RECALL_PAGE
    ) -> PastRolls:
        """Return a page of your rolls, newest first. For the next page, pass the `before` of this one."""
        asked = {"table": table, "before": micros_of(before), "limit": limit}
        return page_of(await self._rest.ask("GET", "/recall", RecallPage, None, **asked))

    async def history(self, table: str | None = None, *, page: int = RECALL_PAGE) -> AsyncIterator[PastRoll]:
        """Iterate over all of your rolls, newest first; pages are fetched as needed."""
        found = await self.recall(table, limit=page)
        while found.rolls:
            for roll in found.rolls:
                yield roll
            if found.before is None:
                return
            found = await self.recall(table, before=found.before, limit=page)

    async def cited(self, book: str, citation: str) -> Cited:
        """Return the text of a citation: a clause by its id, with or without its book, or a reading such as "AD-22"."""
        return await self._rest.ask("GET", f"/books/{quote(book, safe='')}/cited", Cited, cites=citation)

    # -------------------------------------------------------------- tables

    async def tables(self) -> list[TableInfo]:
        """List the live tables of the house, and your own."""
        return await self._rest.ask("GET", "/tables", list[TableInfo])

    async def open_table(
        self,
        book: str,
        *,
        mode: Literal["first-person", "live"] = "first-person",
        name: str = "",
        regulated: bool = False,
        settings: Mapping[str, str] | None = None,
    ) -> RemoteTable:
        """Open a table of your own and join it.

        In first person it is for you alone, and the dice come when you ask for them. A live one goes by the clock of
        the house, and whoever has its id may come. A regulated one keeps five seconds between rolls.
        """
        asked = {"book": book, "mode": mode, "name": name, "regulated": regulated, "settings": dict(settings or {})}
        info = await self._rest.ask("POST", "/tables", TableInfo, asked)
        return await self._join(info.id, info.digest)

    async def join(self, table: str) -> RemoteTable:
        """Connect to a table by its id, to watch it or to sit down."""
        try:
            whole = await self._rest.ask("GET", _path(table), _Whole)
        except HouseError as bad:
            if bad.status != NOT_FOUND:
                raise
            open_now = ", ".join(each.id for each in await self.tables() if not each.closed) or "none"
            raise HouseError(f'there is no table "{table[:40]}"; tables here: {open_now}', status=NOT_FOUND) from None
        return await self._join(whole.table, whole.digest)

    async def _join(self, table: str, digest: str) -> RemoteTable:
        joined = RemoteTable(self._rest, table, await self._layout(table, digest), patience_s=self._patience_s)
        await joined.open()
        self._joined.append(joined)
        return joined

    async def _layout(self, table: str, digest: str) -> Layout:
        """Return the layout of a table: our book with the same digest, or the text that the house sends."""
        for name in book_names():
            if load_book(name).digest == digest:
                return load_book(name)
        found = await self._rest.ask("GET", _path(table, "/book"), _Book)
        return load_text(found.text, file=found.name, payouts=found.payouts)

    async def export(self, table: str) -> str:
        """Export the log of a table of yours, which `comeout replay` plays again."""
        return await self._rest.text(_path(table, "/export"))

    async def fairness(self, table: str) -> Fairness:
        """Return what anyone needs to verify the dice of a table."""
        return await self._rest.ask("GET", _path(table, "/fairness"), Fairness)

    async def seconds_wanted(self, table: str) -> list[str]:
        """List the commands that wait for a second person (dual control) and that you did not ask for; for the crew."""
        duties = await self._rest.ask("GET", _path(table, "/duties"), _Duties)
        return [each.name for each in duties.floor.seconds if not each.mine]

    async def names(self, table: str) -> dict[int, str]:
        """Return the names of the players at a table, by seat."""
        whole = await self._rest.ask("GET", _path(table), _Whole)
        return {each["seat"]: each["name"] for each in whole.seats}


def _path(table: str, more: str = "") -> str:
    return f"/tables/{quote(table, safe='')}{more}"
