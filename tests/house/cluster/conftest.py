"""A message bus that the tests of a file share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kit.buses import free_port, start_nats


@pytest.fixture(scope="module")
def bus() -> Iterator[str]:
    """The address of a NATS server."""
    port = free_port()
    server = start_nats(port)
    yield f"nats://127.0.0.1:{port}"
    server.kill()
    server.wait()
