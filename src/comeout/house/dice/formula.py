"""The format "chain-1": how a link of the chain and the players' seeds become two dice. Nothing in it is random."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from itertools import count

from comeout.house.dice.seeds import Seeds
from comeout.house.dice.source import compact

FORMAT = "chain-1"
LINK_BYTES = 32
FAIR = 252
"""Seven times thirty-six: bytes from here on would favour the first four rolls, so they are passed over."""


def link_after(link: bytes) -> bytes:
    """The link that was revealed before this one."""
    return hashlib.sha256(link).digest()


def message(table: str, roll_number: int, seeds: Seeds, block: int = 0) -> bytes:
    """What is signed with the link: compact JSON of format, table, roll number and seeds; further blocks add theirs."""
    return compact([FORMAT, table, roll_number, seeds, block] if block else [FORMAT, table, roll_number, seeds])


def blocks_of(link: bytes, table: str, roll_number: int, seeds: Seeds) -> Iterator[bytes]:
    """HMAC-SHA256 of the message under the link, block after block; the second is as good as never needed."""
    for block in count():
        yield hmac.digest(link, message(table, roll_number, seeds, block), "sha256")


def place_in(block: bytes) -> int | None:
    """The place among the thirty-six that the first byte below 252 decides, or None if every byte is passed over."""
    for byte in block:
        if byte < FAIR:
            return byte % 36
    return None


def decide(blocks: Iterable[bytes]) -> tuple[int, bytes]:
    """The place of the roll, and the block that decided it."""
    for block in blocks:
        place = place_in(block)
        if place is not None:
            return place, block
    raise ValueError("no byte of the blocks decides a roll")
