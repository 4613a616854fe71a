"""The log: one JSON object a line, whoever writes it, and no password in any."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from comeout.house.json_log import configure_log


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    configure_log("info", stream)
    yield stream
    structlog.reset_defaults()
    root.handlers, root.level = before, level


@pytest.mark.claim("log-lines")
def test_every_line_is_one_object_tracebacks_and_libraries_included(out: io.StringIO) -> None:
    structlog.get_logger("comeout.test").info("opened", version="1")
    logging.getLogger("uvicorn.error").warning('a "quoted"\nline')
    try:
        raise ValueError("broken")
    except ValueError:
        logging.getLogger("uvicorn.error").exception("failed")
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["event"] for line in lines] == ["opened", 'a "quoted"\nline', "failed"]
    assert "ValueError: broken" in lines[2]["exception"]
    assert all(line["level"] and line["timestamp"] for line in lines)


@pytest.mark.claim("log-lines")
def test_no_password_of_an_address_reaches_a_line(out: io.StringIO) -> None:
    structlog.get_logger("comeout.test").warning(
        "lost", url="nats://me:s3cret@bus:4222", why="postgresql://u:s3cret@db/x"
    )
    logging.getLogger("nats").error("cannot reach nats://s3cret@bus")
    assert "s3cret" not in out.getvalue()
    assert "nats://bus:4222" in out.getvalue()
