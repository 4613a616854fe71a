"""Provably fair dice: a hash chain whose anchor is published first (commitment), one link revealed a roll.

A chain is in the memory of the table's owner and nowhere else. It ends with the owner, and the next owner publishes a
new one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import isqrt
from typing import Any, NamedTuple

from comeout.dice import ROLLS
from comeout.house.dice.source import DiceFailure, Entropy, ReadEntropy, Thrown
from comeout.log.dice_formula import FORMAT, LINK_BYTES, Ended, Seeds, blocks_of, compact, decide, link_after
from comeout.log.fold import Memory
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


USUAL_LENGTH = 1_000
"""The length of a chain: an evening. Every start of a table makes a new one, so that it must be made quickly."""


class ChainBefore(NamedTuple):
    """The chain before a new one: its number, why it ended, and after how many links."""

    number: int = 0
    ended: Ended = "first"
    after: int = 0


def chain_before(memory: Memory) -> ChainBefore:
    """Return the last chain of a log that a new owner has replayed; raise DiceFailure if it cannot be read."""
    if not memory.published:
        return ChainBefore()
    try:
        chain, links = _position(memory)
        number, length = int(chain["chain"]), int(chain["length"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise DiceFailure("the last chain of the log cannot be read") from None
    if links and not leads_back(memory.published, memory.thrown):
        raise DiceFailure("the last throw of the log cannot have come from its chain")
    if links == length:
        return ChainBefore(number, "used-up", links)
    return ChainBefore(number, "restored" if memory.restored else "stopped" if memory.clean else "interrupted", links)


def _position(memory: Memory) -> tuple[dict[str, Any], int]:
    """Return the chain that the log published last, and how many of its links were revealed."""
    chain, thrown = json.loads(memory.published or b"{}"), json.loads(memory.thrown or b"{}")
    return chain, thrown["index"] if chain and thrown.get("chain") == chain["chain"] else 0


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
    """Provably fair dice source: the hash chains of one table under one owner. A used-up chain is followed by another.

    What it holds is never written: whoever reads it can predict every roll, up to the players' seeds.
    """

    kind: DiceKind = "chain"

    def __init__(
        self,
        table: str,
        read: ReadEntropy,
        *,
        length: int = USUAL_LENGTH,
        before: ChainBefore = ChainBefore(),  # noqa: B008 - it is frozen
        rolls: int = 0,
    ) -> None:
        self._table, self._entropy, self._length = table, Entropy(read), length
        self._rolls = rolls
        self._last: tuple[int, Seeds, Thrown] | None = None
        self._begin(before)

    @classmethod
    def after(cls, memory: Memory, table: str, read: ReadEntropy, *, length: int = USUAL_LENGTH) -> ChainSource:
        """Return the source of a new owner, with a new chain, from what the log says of the last one."""
        return cls(table, read, length=length, before=chain_before(memory), rolls=memory.throws)

    def resume(self, memory: Memory) -> None:
        """Go on from where the log is after all: of what was published and thrown last the log may hold nothing."""
        try:
            chain, links = _position(memory)
            ours = chain.get("anchor") == self._chain.anchor.hex()
            fits = bool(ours) or chain.get("chain", 0) == self._before.number
            self._used = links if ours else 0
            self._revealed = self._chain.link(self._used) if self._used else self._chain.anchor
            fits = fits and (not self._used or json.loads(memory.thrown)["link"] == self._revealed.hex())
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            fits = False
        if not fits:
            raise DiceFailure("the log has published another chain than this owner's")
        self._log = chain["log"] if ours else ""
        self._rolls, self._last = memory.throws, None

    def publish(self, log: bytes) -> bytes | None:
        """Return the body of "chain-published" for a chain that was not published yet; a used-up one is replaced first.

        `log` is the hash of the last record before it. Every roll of the chain hangs on it.
        """
        if self._used == self._chain.length:
            self._begin(ChainBefore(self._number, "used-up", self._used))
        if self._log:
            return None
        self._log = log.hex()
        return compact(self._published())

    def throw(self, roll_number: int, seeds: Seeds) -> Thrown:
        """Reveal the next link and compute the dice.

        Idempotent: the last roll is returned again, never thrown again.
        """
        if self._last and roll_number == self._last[0]:
            return self._again(seeds)
        if roll_number != self._rolls + 1:
            raise DiceFailure(f"after roll {self._rolls} of this table there is no roll {roll_number}")
        if self._used == self._chain.length or not self._log:
            raise DiceFailure("no chain was published that has a link left")
        link = self._chain.link(self._used + 1)
        if link_after(link) != self._revealed:
            raise DiceFailure("the chain is broken: a link does not hash to the one before it")
        self._used, self._rolls, self._revealed = self._used + 1, roll_number, link
        thrown = self._read(link, roll_number, seeds)
        self._last = roll_number, seeds, thrown
        return thrown

    def _begin(self, before: ChainBefore) -> None:
        self._before, self._number = before, before.number + 1
        self._chain: HashChain = new_chain(self._length, self._entropy.take(LINK_BYTES))
        self._used, self._revealed = 0, self._chain.anchor
        self._log = ""

    def _published(self) -> dict[str, Any]:
        chain = self._chain
        return {
            "format": FORMAT,
            "chain": self._number,
            "anchor": chain.anchor.hex(),
            "length": chain.length,
            "ended": self._before.ended,
            "after": self._before.after,
            "log": self._log,
        }

    def _again(self, seeds: Seeds) -> Thrown:
        assert self._last
        number, frozen, thrown = self._last
        if seeds != frozen:
            raise DiceFailure(f"roll {number} was thrown with other seeds")
        return thrown

    def _read(self, link: bytes, roll_number: int, seeds: Seeds) -> Thrown:
        place, block = decide(blocks_of(link, self._table, roll_number, seeds, log=self._log))
        roll = ROLLS[place]
        proof = {"roll": roll_number, "chain": self._number, "index": self._used, "link": link.hex(), "dice": roll}
        return Thrown(roll, compact(proof), block)
