"""The log of the process: one JSON object a line on standard error, those of libraries included, without passwords."""

from __future__ import annotations

import json
import logging
import re
import sys
import warnings
from datetime import UTC, datetime
from typing import Any, TextIO

import structlog

PASSWORD = re.compile(r"(\w+://)\S*@")
"""What stands before the host in an address: a name and a password, whatever signs are in it."""
IN_QUERY = re.compile(r"([?&]\w*password=)[^&\s]*", re.IGNORECASE)
"""A password in the query of an address, where PostgreSQL takes one, too."""


def scrub(_logger: Any, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Leave names and passwords out of every address in an event."""
    return {key: without_passwords(text) if isinstance(text, str) else text for key, text in event.items()}


def without_passwords(text: str) -> str:
    """Return a text with every address in it without name and password."""
    return IN_QUERY.sub(r"\1", PASSWORD.sub(r"\1", text))


class JsonLines(logging.Formatter):
    """Formats what libraries log as one JSON object a line, a traceback inside it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
        told = {"event": record.getMessage(), "logger": record.name, "level": record.levelname.lower()}
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(scrub(None, "", {**told, "timestamp": moment}))


def log_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,  # noqa: ARG001 - it goes where all of the log goes
    line: str | None = None,  # noqa: ARG001
) -> None:
    """Log a warning of the interpreter or of a library, which Python would print as text."""
    logging.getLogger("py.warnings").warning("%s:%d: %s: %s", filename, lineno, category.__name__, message)


def configure_log(level: str, stream: TextIO | None = None) -> None:
    """Write the log of the house and of its libraries from a level on."""
    number, out = logging.getLevelNamesMapping()[level.upper()], stream or sys.stderr
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            scrub,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(file=out),
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonLines())
    warnings.showwarning = log_warning
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler], force=True)
    # A query that is cancelled when the house closes is no trouble, and its connection is not used again.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
