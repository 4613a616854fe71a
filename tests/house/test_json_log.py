"""The log: one JSON object a line, whoever writes it, and no password in any."""

from __future__ import annotations

import io
import json
import logging
import warnings
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
import structlog

from comeout.house.json_log import configure_log, log_warning


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    with warnings.catch_warnings():
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
    logging.getLogger("nats").error("cannot reach nats://s3cret@bus or nats://me:a/b@s3cret@bus")
    logging.getLogger("psycopg").error("no postgresql://db/x?user=u&password=s3cret&sslpassword=s3cret&port=5")
    assert "s3cret" not in out.getvalue()
    assert "nats://bus:4222" in out.getvalue()
    assert "&port=5" in out.getvalue()


@pytest.mark.claim("log-lines")
def test_a_warning_of_python_is_a_line_like_any_other(out: io.StringIO) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = log_warning
        warnings.warn("left open: nats://ann:secret@bus", ResourceWarning, stacklevel=1)
    told = json.loads(out.getvalue())
    assert told["event"].endswith("ResourceWarning: left open: nats://bus")
    assert (told["level"], told["logger"]) == ("warning", "py.warnings")


def test_the_log_takes_what_python_warns_of(out: io.StringIO) -> None:
    with warnings.catch_warnings():
        warnings.showwarning = Mock()
        configure_log("info", out)
        assert warnings.showwarning is log_warning
