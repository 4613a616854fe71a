"""The house over HTTP: every route, refusals in one sentence, and a house that starts and stops with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, Response, Router
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.base import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin

from comeout import __version__
from comeout.house.openapi import Described
from comeout.house.opening import OpeningError
from comeout.house.pages import PAGES, page_nowhere, wants_page
from comeout.house.people import PeopleError
from comeout.house.rest_answers import Refusal
from comeout.house.rest_books import BOOKS
from comeout.house.rest_drill import DRILL
from comeout.house.rest_duties import DUTIES
from comeout.house.rest_lobby import LOBBY
from comeout.house.rest_people import PEOPLE
from comeout.house.rest_play import PLAYED
from comeout.house.rest_proof import PROOF
from comeout.house.rest_rules import RULES
from comeout.house.rest_tables import TABLES
from comeout.house.service import House
from comeout.house.signed import (
    Asked,
    check_origin,
)
from comeout.house.slips import sentence
from comeout.house.store import StoreTrouble
from comeout.rules.errors import RulebookError
from comeout.table.settings import SettingError

LARGEST_BODY = 64 * 1024


def _refuse(_request: Asked, bad: Exception) -> Response[Refusal]:
    """What cannot be, in one sentence."""
    status = 503 if isinstance(bad, StoreTrouble) else 400
    says = f"the house cannot keep anything just now ({bad})" if status == 503 else str(bad)
    return Response(Refusal(says), status_code=status)


def _refuse_http(request: Asked, bad: HTTPException) -> Response[Refusal] | Response[bytes]:
    if bad.status_code == 404 and wants_page(request):
        return page_nowhere()
    return Response(Refusal(sentence(request, bad)), status_code=bad.status_code, headers=bad.headers)


_HEADERS = {
    "content-security-policy": "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


class _App(Litestar):
    """An application whose every type is msgspec's: pydantic and attrs need not be imported to look for theirs."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


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
        route_handlers=[*LOBBY, *BOOKS, *RULES, *DRILL, *PEOPLE, *TABLES, *PLAYED, *DUTIES, *PROOF],
        guards=[check_origin],
    )
    plain = (PeopleError, OpeningError, SettingError, RulebookError, StoreTrouble, RecursionError)
    return _App(
        [api, *PAGES],
        lifespan=[running],
        exception_handlers={HTTPException: _refuse_http, **dict.fromkeys(plain, _refuse)},
        openapi_config=OpenAPIConfig(
            title="Comeout",
            version=__version__,
            path="/api",
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        plugins=[Described()],
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        response_headers=_HEADERS,
    )
