"""Visits of a Python client to a house that really listens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from comeout.client import Client, RemoteTable
from tests.kit.servers import PATIENCE_S, Running


def visit(server: Running, scenario: Callable[[Client], Awaitable[Any]], *, patience_s: float = PATIENCE_S) -> Any:
    """Do something as a new guest, within the tests' patience."""

    async def coming() -> Any:
        async with Client(server.url, patience_s=patience_s) as client:
            await client.enter()
            return await asyncio.wait_for(scenario(client), 2 * PATIENCE_S)

    return asyncio.run(coming())


async def seated(client: Client, **settings: str) -> RemoteTable:
    """A table in first person of the client's own, where it sits with 200."""
    table = await client.open_table("sentosa", settings=settings or {"shooter": "companion"})
    assert await table.sit("200")
    return table
