"""A chain of hashes revealed from its end: whoever holds the anchor can check every link, and foresee none."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isqrt

from comeout.house.dice.formula import LINK_BYTES, link_after


@dataclass(slots=True, repr=False)
class Chain:
    """Links 1 to `length` in the order of their reveal, each hashing to the one before and the first to the anchor.

    Every `_step`-th link is kept as a mark and one stretch between two marks is spread out, so that a reveal costs one
    hash on average and a chain of a hundred thousand links a few hundred of them in memory.
    """

    length: int
    anchor: bytes
    _step: int
    _marks: list[bytes]
    _stretch: int = -1
    _spread: list[bytes] = field(default_factory=list)

    def link(self, index: int) -> bytes:
        """The link that the roll with this index reveals, counted from 1."""
        if not 1 <= index <= self.length:
            raise IndexError(f"a chain of {self.length} links has no link {index}")
        stretch, place = divmod(self.length - index, self._step)
        if stretch != self._stretch:
            self._stretch, self._spread = stretch, _spread_out(self._marks[stretch], self._step)
        return self._spread[place]


def new_chain(length: int, seed: bytes) -> Chain:
    """The chain that ends in this seed: the seed is its last link, the anchor its hash taken `length` times."""
    if length < 1:
        raise ValueError(f"a chain has at least one link, not {length}")
    if len(seed) != LINK_BYTES:
        raise ValueError(f"the seed of a chain is {LINK_BYTES} bytes, not {len(seed)}")
    step = isqrt(length) + 1
    marks, link = [], seed
    for mark in range(0, length, step):
        marks.append(link)
        for _ in range(mark, min(mark + step, length)):
            link = link_after(link)
    return Chain(length, link, step, marks)


def _spread_out(link: bytes, count: int) -> list[bytes]:
    links = [link]
    for _ in range(count - 1):
        links.append(link_after(links[-1]))
    return links
