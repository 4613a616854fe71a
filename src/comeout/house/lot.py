"""Drawing lots from a seed: the same words always draw the same, on any machine. Nothing here is for real dice."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Lot:
    """An endless row of lots that a few words decide."""

    def __init__(self, *words: object) -> None:
        self._words = "\n".join(str(word) for word in words)
        self._drawn = 0

    def below(self, count: int) -> int:
        """A number from 0 to below a count; the count is so small beside the hash that all are as likely."""
        self._drawn += 1
        digest = hashlib.sha256(f"{self._words}\n{self._drawn}".encode()).digest()
        return int.from_bytes(digest, "big") % count

    def pick(self, choices: Sequence[T]) -> T:
        """One of some choices."""
        return choices[self.below(len(choices))]
