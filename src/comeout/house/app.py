"""The house over HTTP: every route, refusals in one sentence, and a house that starts and stops with it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Response, Router
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from comeout import __version__
from comeout.house.pages import PAGES
from comeout.house.people import PeopleError
from comeout.house.rest_books import BOOKS
from comeout.house.rest_people import PEOPLE
from comeout.house.rest_tables import TABLES
from comeout.house.service import House
from comeout.house.signed import (
    Asked,
    check_origin,
)
from comeout.house.store import StoreTrouble
from comeout.rules.errors import RulebookError

LARGEST_BODY = 64 * 1024


def _refuse(_request: Asked, bad: Exception) -> Response[dict[str, str]]:
    """What cannot be, in one sentence."""
    status = 503 if isinstance(bad, StoreTrouble) else 400
    says = f"the house cannot keep anything just now ({bad})" if status == 503 else str(bad)
    return Response({"says": says}, status_code=status)


def _refuse_http(_request: Asked, bad: HTTPException) -> Response[Mapping[str, Any]]:
    extra = {"extra": bad.extra} if bad.extra else {}
    return Response({"says": bad.detail, **extra}, status_code=bad.status_code, headers=bad.headers)


_HEADERS = {
    "content-security-policy": "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


def make_app(house: House, *, trust_proxy: bool = False) -> Litestar:
    """The application of a house; it starts and stops the house with itself."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        app.state.house, app.state.trust_proxy = house, trust_proxy
        await house.start()
        try:
            yield
        finally:
            await house.stop()

    api = Router(
        "/api/v1",
        route_handlers=[*BOOKS, *PEOPLE, *TABLES],
        guards=[check_origin],
    )
    from comeout.house.opening import OpeningError
    from comeout.table.settings import SettingError

    plain = (PeopleError, OpeningError, SettingError, RulebookError, StoreTrouble, RecursionError)
    return Litestar(
        [api, *PAGES],
        lifespan=[running],
        exception_handlers={HTTPException: _refuse_http, **dict.fromkeys(plain, _refuse)},
        openapi_config=OpenAPIConfig(
            title="Comeout", version=__version__, path="/api", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        response_headers=_HEADERS,
    )
