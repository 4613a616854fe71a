"""An answer that is the same for everybody: made once, compressed once, and not sent again to whoever has it."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Response

if TYPE_CHECKING:
    from comeout.house.signed import Asked

SMALL = 1024
"""Below this many bytes nothing is gained by compressing."""

LEVEL = 9
"""It is compressed once and sent often."""


@dataclass(frozen=True, slots=True)
class Packed:
    """The bytes of an answer, plain and compressed, under a tag that changes with them."""

    plain: bytes
    small: bytes
    """Empty where nothing is gained."""
    media_type: str
    tag: str


def pack(body: bytes, media_type: str) -> Packed:
    """Compress an answer and tag it."""
    small = gzip.compress(body, LEVEL, mtime=0) if len(body) >= SMALL else b""
    worth = small if len(small) < len(body) else b""
    return Packed(body, worth, media_type, hashlib.sha256(body).hexdigest()[:24])


class Shelf:
    """Answers by name, each made once; while one is made the others that must be wait, and what is there is given."""

    def __init__(self) -> None:
        self._made: dict[str, Packed] = {}
        self._making = Lock()

    def get(self, name: str, make: Callable[[], Packed]) -> Packed:
        """The answer of a name; `make` is called if nobody asked for it before."""
        found = self._made.get(name)
        if found is None:
            with self._making:
                found = self._made.get(name) or make()
                self._made[name] = found
        return found


def pack_json(data: Any) -> Packed:
    """Pack plain data as JSON."""
    return pack(msgspec.json.encode(data), "application/json")


def send(packed: Packed, request: Asked, **headers: str) -> Response[Any]:
    """Answer a request with it: nothing at all if the asker has it, compressed if the asker can read that."""
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
    """Whether a tag is among those of the asker; a proxy may have weakened it."""
    known = {each.strip().removeprefix("W/").strip('"').removesuffix("-gzip") for each in tags.split(",")}
    return tag in known or "*" in known
