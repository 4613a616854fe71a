"""Cache of ready-made answers: encoded, compressed and tagged once, then served to everybody."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    pass

SMALL = 1024
"""Below this many bytes nothing is gained by compressing."""

LEVEL = 9
"""It is compressed once and sent often."""


@dataclass(frozen=True, slots=True)
class Packed:
    """The bytes of a cached answer, plain and compressed, with an ETag that changes with them."""

    plain: bytes
    small: bytes
    """Empty where nothing is gained."""
    media_type: str
    tag: str


def pack(body: bytes, media_type: str) -> Packed:
    """Compress an answer and compute its ETag."""
    small = gzip.compress(body, LEVEL, mtime=0) if len(body) >= SMALL else b""
    worth = small if len(small) < len(body) else b""
    return Packed(body, worth, media_type, hashlib.sha256(body).hexdigest()[:24])


class Shelf:
    """Cache of ready-made answers. The first request builds one under a lock; later ones are served without waiting."""

    def __init__(self) -> None:
        self._made: dict[str, Packed] = {}
        self._making = Lock()

    def get(self, name: str, make: Callable[[], Packed]) -> Packed:
        """Return the answer of a name; `make` is called on a cache miss."""
        found = self._made.get(name)
        if found is None:
            with self._making:
                found = self._made.get(name) or make()
                self._made[name] = found
        return found


def pack_json(data: Any) -> Packed:
    """Serialize and pack data as JSON."""
    return pack(msgspec.json.encode(data), "application/json")
