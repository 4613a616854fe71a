"""Sources of rolls for tables in Python and the terminal: a seed, which always gives the same rolls, or the system.

The rolls of a seed are defined once for all machines and languages, under a version. Block 0, 1, 2, ... of a seed is
4096 bytes: SHAKE-128 of the text "comeout-dice-1", the seed and the block, with a line feed after each. A byte below
252 gives the roll whose index is the byte modulo 36; other bytes are skipped. These dice are for play, tests and
simulation; the dice of a house are provably fair.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator

from comeout.dice import ROLLS, Roll
from comeout.errors import ComeoutError

VERSION = "comeout-dice-1"
"""The version of the rule that makes rolls from a seed. Another rule will have another name; this one never changes."""

BLOCK_BYTES = 4096
_PLACE_OF = bytes(byte % len(ROLLS) for byte in range(256))
_PASSED_OVER = bytes(range(256 - 256 % len(ROLLS), 256))
"""Bytes that are skipped: with them some rolls would come more often than others."""


class BadSeed(ComeoutError, ValueError):
    """A seed that cannot be used."""


class Dice:
    """An endless source of rolls. `Dice(seed=7)` repeats itself, `Dice.os()` does not.

    >>> dice = Dice(seed=7)
    >>> [str(roll) for roll in dice.take(4)], str(next(dice))
    (['6-3', '4-4', '3-1', '2-4'], '6-6')
    """

    __slots__ = ("_block", "_places", "_used", "seed")

    def __init__(self, *, seed: int | str) -> None:
        if type(seed) not in (int, str):
            raise BadSeed(f"{seed!r:.40} is no seed; give a whole number or text, or take Dice.os()")
        self.seed: int | str | None = seed
        """What the rolls are made from; None for dice of the operating system."""
        self._block, self._places, self._used = -1, b"", 0

    @classmethod
    def os(cls) -> Dice:
        """Return dice from the entropy of the operating system: no two sources give the same rolls."""
        dice = cls(seed=0)
        dice.seed = None
        return dice

    def __iter__(self) -> Iterator[Roll]:
        return self

    def __next__(self) -> Roll:
        if self._used == len(self._places):
            self._next_block()
        self._used += 1
        return ROLLS[self._places[self._used - 1]]

    def take(self, count: int) -> list[Roll]:
        """Return the next rolls, so many of them."""
        return [next(self) for _ in range(count)]

    def copy(self) -> Dice:
        """Return dice that continue with the same rolls as these; those of the operating system give others."""
        again = Dice.os()
        again.__setstate__(self.__getstate__())
        return again

    __copy__ = copy

    def _next_block(self) -> None:
        self._block += 1
        self._places, self._used = _places(self.seed, self._block), 0

    def __getstate__(self) -> tuple[int | str | None, int, int]:
        return self.seed, self._block, self._used

    def __setstate__(self, state: tuple[int | str | None, int, int]) -> None:
        self.seed, self._block, self._used = state
        self._places = b""
        if self.seed is None:
            self._used = 0  # rolls of the operating system are never kept
        elif self._block >= 0:
            self._places = _places(self.seed, self._block)

    def __repr__(self) -> str:
        return "Dice.os()" if self.seed is None else f"Dice(seed={self.seed!r})"


def _places(seed: int | str | None, block: int) -> bytes:
    """Return the indices of the rolls in a block, a byte each."""
    if seed is None:
        raw = secrets.token_bytes(BLOCK_BYTES)
    else:
        raw = hashlib.shake_128(f"{VERSION}\n{seed}\n{block}\n".encode()).digest(BLOCK_BYTES)
    return raw.translate(_PLACE_OF, _PASSED_OVER)
