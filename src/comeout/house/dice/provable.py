"""Provably fair dice: a hash chain whose anchor is published first (commitment), one link revealed a roll."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import isqrt
from typing import Any

from comeout.dice import ROLLS
from comeout.house.dice.source import DiceFailure, Entropy, ReadEntropy, Thrown
from comeout.log.dice_proof import FORMAT, LINK_BYTES, Seeds, blocks_of, compact, decide, link_after
from comeout.log.records import DiceKind


@dataclass(slots=True, repr=False)
class HashChain:
    """Hash chain in the order of its reveal: each link hashes to the one before, and the first to the anchor.

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
        """Return the link that the roll with this index reveals, counted from 1."""
        if not 1 <= index <= self.length:
            raise IndexError(f"a chain of {self.length} links has no link {index}")
        stretch, place = divmod(self.length - index, self._step)
        if stretch != self._stretch:
            self._stretch, self._spread = stretch, _spread_out(self._marks[stretch], self._step)
        return self._spread[place]


def new_chain(length: int, seed: bytes) -> HashChain:
    """Return the hash chain of a seed: the seed is its last link, the anchor its hash taken `length` times."""
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
    return HashChain(length, link, step, marks)


def _spread_out(link: bytes, count: int) -> list[bytes]:
    links = [link]
    for _ in range(count - 1):
        links.append(link_after(links[-1]))
    return links


USUAL_LENGTH = 10_000
"""The length of a chain: a week at a roll a minute. A short chain is made quickly, and a new one follows it."""


def leads_back(published: bytes, thrown: bytes) -> bool:
    """Return whether the link that a throw revealed hashes back to the anchor its chain was published with."""
    try:
        chain, proof = json.loads(published), json.loads(thrown)
        if proof["chain"] != chain["chain"]:
            return True  # the throw was the last of the chain before
        link = bytes.fromhex(proof["link"])
        for _ in range(proof["index"]):
            link = link_after(link)
    except (ValueError, KeyError, TypeError):
        return False
    return bool(link.hex() == chain["anchor"])


class ChainSource:
    """Provably fair dice source: the hash chain of one table. A used-up chain is followed by a new one."""

    kind: DiceKind = "chain"

    def __init__(self, table: str, read: ReadEntropy, *, length: int = USUAL_LENGTH, secret: bytes = b"") -> None:
        self._table, self._entropy, self._length = table, Entropy(read), length
        self._used, self._rolls = 0, 0
        self._revealed = b""
        self._last: tuple[int, Seeds, Thrown] | None = None
        if secret:
            kept = json.loads(secret)
            self._length = kept["length"]
            self._begin(kept["chain"], kept["length"], bytes.fromhex(kept["seed"]))
        else:
            self._begin(1, length, self._entropy.take(LINK_BYTES))

    @classmethod
    def restore(
        cls, secret: bytes, table: str, read: ReadEntropy, *, published: bytes | None, thrown: bytes | None
    ) -> ChainSource:
        """Resume after the last "chain-published" and "dice-thrown" of the log; raise if the chain is not theirs.

        An empty secret is a first chain, and fails where the log has published one already: that one is lost.
        """
        try:
            source = cls(table, read, secret=secret)
            source._follow(json.loads(published or b"{}"), json.loads(thrown or b"{}"))
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            raise DiceFailure("the chain of the dice cannot be read back") from None
        return source

    def publish(self) -> bytes | None:
        """Return the body of "chain-published" until the chain's first roll; a used-up chain is replaced first."""
        if self._used == self._chain.length:
            self._begin(self._number + 1, self._length, self._entropy.take(LINK_BYTES))
        return None if self._used else compact(self._published())

    def secret(self) -> bytes:
        """Return the chain itself: whoever reads it can predict every roll, up to the players' seeds."""
        kept = {"format": FORMAT, "chain": self._number, "length": self._chain.length, "seed": self._seed.hex()}
        return compact(kept)

    def throw(self, roll_number: int, seeds: Seeds) -> Thrown:
        """Reveal the next link and compute the dice.

        Idempotent: the last roll is returned again, never thrown again.
        """
        if self._last and roll_number == self._last[0]:
            return self._again(seeds)
        if roll_number != self._rolls + 1:
            raise DiceFailure(f"after roll {self._rolls} of this table there is no roll {roll_number}")
        if self._used == self._chain.length:
            raise DiceFailure("the chain is used up and no new one was published")
        link = self._chain.link(self._used + 1)
        if link_after(link) != self._revealed:
            raise DiceFailure("the chain is broken: a link does not hash to the one before it")
        self._used, self._rolls, self._revealed = self._used + 1, roll_number, link
        thrown = self._read(link, roll_number, seeds)
        self._last = roll_number, seeds, thrown
        return thrown

    def _begin(self, number: int, length: int, seed: bytes) -> None:
        self._number, self._seed = number, seed
        self._chain: HashChain = new_chain(length, seed)
        self._used, self._revealed = 0, self._chain.anchor

    def _published(self) -> dict[str, Any]:
        chain = self._chain
        return {"format": FORMAT, "chain": self._number, "anchor": chain.anchor.hex(), "length": chain.length}

    def _follow(self, published: dict[str, Any], thrown: dict[str, Any]) -> None:
        """Find the log's position in the chain, or refuse a chain the log does not lead to."""
        self._rolls = thrown.get("roll", 0)
        if published == self._published():
            if thrown and thrown["chain"] == self._number:
                self._used, self._revealed = thrown["index"], self._chain.link(thrown["index"])
            fits = not self._used or self._revealed.hex() == thrown["link"]
        elif published:
            fits = published["chain"] == self._number - 1
            fits = fits and (thrown["chain"], thrown["index"]) == (published["chain"], published["length"])
        else:
            fits = self._number == 1 and not thrown
        if not fits:
            raise DiceFailure("the chain that was kept is not the one the log has published")

    def _again(self, seeds: Seeds) -> Thrown:
        assert self._last
        number, frozen, thrown = self._last
        if seeds != frozen:
            raise DiceFailure(f"roll {number} was thrown with other seeds")
        return thrown

    def _read(self, link: bytes, roll_number: int, seeds: Seeds) -> Thrown:
        place, block = decide(blocks_of(link, self._table, roll_number, seeds))
        roll = ROLLS[place]
        proof = {"roll": roll_number, "chain": self._number, "index": self._used, "link": link.hex(), "dice": roll}
        return Thrown(roll, compact(proof), block)
