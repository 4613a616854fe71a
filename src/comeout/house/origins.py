"""Origins: the scheme, name and port by which a browser knows a house."""

from __future__ import annotations

import ipaddress
import re
from typing import NamedTuple

PORTS = {"http": 80, "https": 443}
"""The port of each scheme when none is named."""

_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9_.-]{1,253})(?::([0-9]{1,5}))?", re.IGNORECASE)


class Origin(NamedTuple):
    """Where a house is found: scheme, name or address, and port."""

    scheme: str
    host: str
    port: int


def host_of(text: str) -> tuple[str, int | None]:
    """Parse a Host header: a name or address, and the port if it has one; an empty name if it is invalid."""
    found = _HOST.fullmatch(text)
    return (found[1].lower(), int(found[2]) if found[2] else None) if found else ("", None)


def read_origin(text: str) -> Origin | None:
    """Parse an origin like https://craps.example; None if it is none, or more than that."""
    scheme, _, rest = text.partition("://")
    host, port = host_of(rest)
    return Origin(scheme.lower(), host, port or PORTS[scheme.lower()]) if host and scheme.lower() in PORTS else None


def write_origin(origin: Origin) -> str:
    """Return an origin as browsers write it, without the port of its scheme."""
    scheme, host, port = origin
    return f"{scheme}://{host}" if port == PORTS[scheme] else f"{scheme}://{host}:{port}"


def is_loopback(host: str) -> bool:
    """Return whether a name or an address is that of this machine, for itself alone."""
    try:
        found = ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return host == "localhost"
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback
