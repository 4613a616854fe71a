"""ASGI application: all routes, one error handler, and a house that starts and stops with it."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from litestar.openapi.spec import Schema
from litestar.plugins import OpenAPISchemaPlugin

from comeout.errors import ComeoutError

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator
    from litestar.types import LifeSpanScope, Scope
    from litestar.typing import FieldDefinition

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from litestar import Litestar, Response, Router
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.base import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin

from comeout import __version__
from comeout.house.house import House
from comeout.house.http.authentication import Asked
from comeout.house.http.bad_requests import sentence
from comeout.house.http.front_door import LARGEST_BODY, FrontDoor
from comeout.house.http.paced_requests import Metered, Overdrawn, PacedRequests
from comeout.house.http.readiness import Readiness
from comeout.house.http.routes.account import ACCOUNT
from comeout.house.http.routes.books import BOOKS
from comeout.house.http.routes.crew import DUTIES
from comeout.house.http.routes.drill import DRILL
from comeout.house.http.routes.invites import INVITES
from comeout.house.http.routes.lessons import LESSONS
from comeout.house.http.routes.people import PEOPLE
from comeout.house.http.routes.play import PLAYED
from comeout.house.http.routes.tables import TABLES
from comeout.house.http.static_files import PAGES, page_nowhere, wants_page
from comeout.house.store.contract import StoreTrouble
from comeout.log.fold import LogBroken
from comeout.protocol.rest_answers import Refusal


class Described(OpenAPISchemaPlugin):
    """OpenAPI plugin: adds a class's docstring to its schema, and that unknown fields are refused where they are."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Return whether a class has fields of its own."""
        kind = field_definition.annotation
        return isinstance(kind, type) and (hasattr(kind, "__struct_fields__") or hasattr(kind, "__dataclass_fields__"))

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        """Return the schema of a class with its docstring."""
        makers = [each for each in schema_creator.plugins if isinstance(each, OpenAPISchemaPlugin) and each is not self]
        maker = next(each for each in makers if each.is_plugin_supported_field(field_definition))
        schema = maker.to_openapi_schema(field_definition, schema_creator)
        assert isinstance(schema, Schema)
        schema.description = inspect.getdoc(field_definition.annotation)
        if getattr(getattr(field_definition.annotation, "__struct_config__", None), "forbid_unknown_fields", False):
            schema.additional_properties = False
        return schema


log = structlog.get_logger("comeout.app")

TOO_DEEP = "the body is nested too deeply; it should be a JSON object"


def _refuse(_request: Asked, bad: Exception) -> Response[Refusal]:
    """Return the response of an error: its status and one sentence."""
    if isinstance(bad, StoreTrouble):
        log.warning("store away", why=str(bad))  # what it says names paths and addresses
        return Response(Refusal("the house cannot store or read anything at the moment; try again"), status_code=503)
    if isinstance(bad, LogBroken):
        log.error("log is broken", why=str(bad))
        return Response(Refusal("the log of this table cannot be read; the operator's log says why"), status_code=500)
    return Response(Refusal(TOO_DEEP if isinstance(bad, RecursionError) else str(bad)), status_code=400)


def _refuse_http(request: Asked, bad: HTTPException) -> Response[Refusal] | Response[bytes]:
    if bad.status_code == 404 and wants_page(request):
        return page_nowhere()
    return Response(Refusal(sentence(request, bad)), status_code=bad.status_code, headers=bad.headers)


class _App(Litestar):
    """An application behind its front door, with msgspec for all types, so that pydantic and attrs are not imported."""

    async def __call__(self, scope: Scope | LifeSpanScope, receive: Any, send: Any) -> None:
        """Let a request in through the front door, when it is its turn."""
        if scope["type"] == "lifespan":
            return await super().__call__(scope, receive, send)
        door, pacing, house = self.state.door, self.state.pacing, self.state.house
        try:
            account = await pacing.admit(house.work, scope)
        except Overdrawn as bad:
            await door.refuse(429, str(bad), scope, receive, send, retry_after=bad.retry_after)
            return
        entering = door.enter(super().__call__, scope, receive, pacing.sending(account, send))
        await Metered(entering, account, house.work.meter)

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def make_app(house: House, *, trust_proxy: bool = False, door: FrontDoor | None = None) -> Litestar:
    """Return the ASGI application of a house; it starts and stops the house with itself."""

    @asynccontextmanager
    async def running(_app: Litestar) -> AsyncIterator[None]:
        try:
            await house.start()
            yield
        finally:
            await house.stop()

    api = Router(
        "/api/v1",
        route_handlers=[*ACCOUNT, *BOOKS, *DRILL, *INVITES, *LESSONS, *PEOPLE, *TABLES, *PLAYED, *DUTIES],
    )
    plain = (ComeoutError, RecursionError)
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
        state=State(
            {
                "house": house,
                "trust_proxy": trust_proxy,
                "door": door or FrontDoor(),
                "readiness": Readiness(house),
                "pacing": PacedRequests(
                    house.clock, trust_proxy=trust_proxy, most_waiting=2 * house.caps.address_connections
                ),
            }
        ),
    )
