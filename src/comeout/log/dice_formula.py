"""The formula of provably fair dice: from a link of a hash chain and the players' seeds to a roll."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Literal

_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def compact(value: object) -> bytes:
    """Serialize as JSON without spaces, in UTF-8: the one form that is hashed, logged and compared."""
    return _write(value).encode("utf-8", "surrogatepass")


LONGEST_SEED = 64

Seeds = tuple[tuple[int, str], ...]
"""Seats and their client seeds, in seat order. A seat without a seed is left out."""


def seed_problem(text: str) -> str:
    """Return what is wrong with a player's seed, or nothing."""
    if len(text) > LONGEST_SEED:
        return f"a seed has at most {LONGEST_SEED} characters, this one has {len(text)}"
    if any("\ud800" <= character <= "\udfff" for character in text):
        return "a seed is text: this one holds half a character"
    return ""


def freeze(texts: Mapping[int, str]) -> Seeds:
    """Return the seeds of a roll as they are logged and hashed; ValueError for a bad one, which must never get in."""
    for text in texts.values():
        if problem := seed_problem(text):
            raise ValueError(problem)
    return tuple((seat, texts[seat]) for seat in sorted(texts) if texts[seat])


FORMAT, FIRST_FORMAT = "chain-2", "chain-1"
"""The format of new chains, and the one before it, whose logs are verified for ever."""

Ended = Literal["first", "used-up", "stopped", "interrupted", "restored"]
"""Why the chain before a new one ended; "first" if there was none."""

LINK_BYTES = 32
FAIR = 252
"""Seven times thirty-six. Bytes from here on would favour the first four rolls, so they are skipped."""


def link_after(link: bytes) -> bytes:
    """Return the link that was revealed before this one."""
    return hashlib.sha256(link).digest()


def message(table: str, roll_number: int, seeds: Seeds, block: int = 0, *, log: str = "") -> bytes:
    """Return the message to sign: compact JSON of format, table, roll number and seeds; later blocks add a number.

    With the hash of the log before the chain was published the format is chain-2, and the hash follows the seeds.
    """
    parts: list[object] = [FORMAT, table, roll_number, seeds, log] if log else [FIRST_FORMAT, table, roll_number, seeds]
    return compact([*parts, block] if block else parts)


def blocks_of(link: bytes, table: str, roll_number: int, seeds: Seeds, *, log: str = "") -> Iterator[bytes]:
    """Yield HMAC-SHA256 of the message with the link as key, block by block; a second is practically never needed."""
    for block in count():
        yield hmac.digest(link, message(table, roll_number, seeds, block, log=log), "sha256")


def place_in(block: bytes) -> int | None:
    """Return the roll index that the first byte below 252 decides, or None if every byte is skipped."""
    for byte in block:
        if byte < FAIR:
            return byte % 36
    return None


def decide(blocks: Iterable[bytes]) -> tuple[int, bytes]:
    """Return the index of the roll, and the block that decided it."""
    for block in blocks:
        place = place_in(block)
        if place is not None:
            return place, block
    raise ValueError("no byte of the blocks decides a roll")
