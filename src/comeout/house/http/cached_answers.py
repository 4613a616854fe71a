"""Cache of ready-made answers, compressed and tagged once, and served with content negotiation.

A client that has an answer already gets 304 (ETag); one that accepts gzip gets it compressed.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Response

if TYPE_CHECKING:
    from comeout.house.http.authentication import Asked

SMALL = 1024
"""An answer of fewer bytes gains nothing by compression."""

LEVEL = 9
"""The highest level of gzip: an answer is compressed once and sent often."""

MOST_KEPT = 128
"""How many answers one cache holds; the oldest is evicted first."""


@dataclass(frozen=True, slots=True)
class Packed:
    """The bytes of a cached answer, plain and compressed, with an ETag that changes with them."""

    plain: bytes
    small: bytes
    """The compressed bytes; empty if compression gains nothing."""
    media_type: str
    tag: str


def pack(body: bytes, media_type: str) -> Packed:
    """Compress an answer and compute its ETag."""
    small = gzip.compress(body, LEVEL, mtime=0) if len(body) >= SMALL else b""
    worth = small if len(small) < len(body) else b""
    return Packed(body, worth, media_type, hashlib.sha256(body).hexdigest()[:24])


def pack_json(data: Any) -> Packed:
    """Serialize and pack data as JSON."""
    return pack(msgspec.json.encode(data), "application/json")


class Shelf:
    """Cache of ready-made answers. The first request builds one under a lock; later ones are served without waiting."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._made: OrderedDict[str, Packed] = OrderedDict()
        self._most, self._making = most, Lock()

    def get(self, name: str, make: Callable[[], Packed]) -> Packed:
        """Return the answer of a name; `make` is called on a cache miss."""
        found = self._made.get(name)
        if found is None:
            with self._making:
                found = self._made.get(name) or make()
                self._made[name] = found
                if len(self._made) > self._most:
                    self._made.popitem(last=False)
        return found

    async def fetch(self, name: str, make: Callable[[], Packed]) -> Packed:
        """Return the answer of a name to the event loop; on a cache miss `make` runs in a thread."""
        found = self._made.get(name)
        return await asyncio.to_thread(self.get, name, make) if found is None else found


def send(packed: Packed, request: Asked, **headers: str) -> Response[Any]:
    """Respond with content negotiation: 304 if the client has it (ETag), compressed if the client accepts that."""
    shrink = bool(packed.small) and _takes_gzip(request.headers.get("accept-encoding", ""))
    tag = f'"{packed.tag}{"-gzip" if shrink else ""}"'
    told = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding", **_dashed(headers)}
    if _has(request.headers.get("if-none-match", ""), packed.tag):
        return Response(b"", status_code=304, headers=told, media_type=packed.media_type)
    if shrink:
        told["content-encoding"] = "gzip"
    return Response(packed.small if shrink else packed.plain, headers=told, media_type=packed.media_type)


def _dashed(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _takes_gzip(accepts: str) -> bool:
    words = [each.replace(" ", "").lower() for each in accepts.split(",")]
    return any(word in ("gzip", "*") or (word.startswith("gzip;q=") and word[7:].strip("0.")) for word in words)


def _has(tags: str, tag: str) -> bool:
    """Return whether an ETag is among those of the client; a proxy may have weakened it."""
    known = {each.strip().removeprefix("W/").strip('"').removesuffix("-gzip") for each in tags.split(",")}
    return tag in known or "*" in known
