"""A table's export as the house writes it, made from a chain, and the same export after somebody touched it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from comeout.dice import ROLLS
from comeout.house.dice.provable import ChainSource, new_chain
from comeout.house.dice.source import Thrown
from comeout.log.dice_formula import Seeds, blocks_of, compact, decide, freeze
from comeout.log.dice_proof import parse_line, verify_dice
from comeout.log.fold import Memory
from comeout.log.hash_chain import START, Log, record_hash
from comeout.log.records import Record
from comeout.log.verification import Verification

TABLE, BOOK = "main", "b00c"
Line = dict[str, Any]
SEEDS: tuple[dict[int, str], ...] = ({}, {2: "lucky", 5: "Würfel ⚅"}, {5: 'a "quoted" text'}, {})
START_AT = 1_700_000_000_000_000


def counting(start: int = 0) -> Callable[[int], bytes]:
    """Bytes that pass for entropy and are the same in every run."""
    calls = iter(range(start, start + 1_000_000))

    def read(count: int) -> bytes:
        return hashlib.shake_256(next(calls).to_bytes(8, "big")).digest(count)

    return read


class FirstChains:
    """Dice of the format chain-1, as houses threw them before chain-2."""

    def __init__(self, length: int) -> None:
        self._read, self._length, self._number, self._used = counting(), length, 0, length

    def publish(self, _log: bytes) -> bytes | None:
        """The anchor of a new chain, when the last is used up."""
        if self._used < self._length:
            return None
        self._chain, self._used, self._number = new_chain(self._length, self._read(32)), 0, self._number + 1
        anchor = self._chain.anchor.hex()
        return compact({"format": "chain-1", "chain": self._number, "anchor": anchor, "length": self._length})

    def throw(self, roll_number: int, seeds: Seeds) -> Thrown:
        """The dice of the next link."""
        self._used += 1
        link = self._chain.link(self._used)
        place, block = decide(blocks_of(link, TABLE, roll_number, seeds))
        index = {"roll": roll_number, "chain": self._number, "index": self._used}
        return Thrown(ROLLS[place], compact({**index, "link": link.hex(), "dice": ROLLS[place]}), block)


class Game:
    """A table whose log is written by hand, over as many chains and owners as a test needs."""

    def __init__(self, *, length: int = 4, first: bool = False) -> None:
        self.log, self.lines = Log(TABLE, BOOK, epoch=1), list[Line]()
        self._first, self._length, self._number = first, length, 0
        self._memory = Memory()
        self._set: dict[int, str] = {2: "", 5: ""}
        self.source: Any = FirstChains(length) if first else ChainSource(TABLE, counting(), length=length)
        self.add("TableOpened", {"book": "main", "digest": BOOK, "settings": [["odds", "2"]]})
        for seat in self._set:
            self.add("SeatTaken", {"seat": seat, "player": f"p{seat}", "rack": 50_000})

    def add(self, kind: str, body: object) -> None:
        """Write a record."""
        record = self.log.next(kind, body if isinstance(body, bytes) else compact(body), at=START_AT + self.log.seq)
        self.lines.append(as_line(record))
        if kind in ("chain-published", "dice-thrown"):
            setattr(self._memory, kind.split("-")[1], record.body)

    def publish(self) -> None:
        """Publish a chain, if one is due."""
        if body := self.source.publish(self.log.hash):
            self.add("chain-published", body)

    def freeze(self) -> Seeds:
        """Bets, and no more bets."""
        number = self._number + 1
        for seat, text in self._set.items():
            if (wanted := SEEDS[number % len(SEEDS)].get(seat, "")) != text:
                self.add("seed-set", {"player": f"p{seat}", "seed": wanted})
                self._set[seat] = wanted
        self.add("BetPlaced", [2, "pass", 1000, 0, "4.1"])
        seeds = freeze(self._set)
        named = {} if self._first else {"log": self.log.hash.hex()}
        self.add("seeds-frozen", {"roll": number, "seeds": seeds, **named})
        return seeds

    def throw(self, seeds: Seeds) -> None:
        """The dice, called and settled."""
        self._number += 1
        thrown = self.source.throw(self._number, seeds)
        self.add("dice-thrown", thrown.proof)
        self.add("RollCalled", {"by": "stickperson", "roll": thrown.roll})
        self.add("RollSettled", ["main", self._number, thrown.roll])

    def roll(self) -> None:
        """One whole roll."""
        self.publish()
        self.throw(self.freeze())

    def own(self, *, in_order: bool = False, restored: bool = False) -> None:
        """Another owner takes over, from one that stopped in order or was killed, perhaps after a restore."""
        if in_order:
            self.add("stopped", {"owner": "first"} if self._first else {"log": self.log.hash.hex()})
        self.log.epoch += 1
        if not in_order:
            self.add("started", {"owner": "second"})
        if restored:
            self.add("restored", {"by": "operator"})
            self.log.epoch += 1
            self.add("started", {"owner": "third"})
        memory = msgspec.structs.replace(self._memory, clean=in_order, restored=restored, throws=self._number)
        self._first = False
        self.source = ChainSource.after(memory, TABLE, counting(50 + self.log.epoch), length=self._length)
        self.publish()


def played(rolls: int = 6, *, length: int = 4, first: bool = False) -> list[Line]:
    """An export of some rolls, over as many chains as they need; with `first`, chains of chain-1."""
    game = Game(length=length, first=first)
    for _ in range(rolls):
        game.roll()
    return game.lines


def as_line(record: Record) -> Line:
    """A record as a line of an export."""
    line = {**record._asdict(), "book": BOOK, "body": json.loads(record.body), "hash": record.hash.hex()}
    return {name: line[name] for name in ("table", "epoch", "seq", "at", "book", "kind", "body", "hash")}


def rehashed(lines: Iterable[Line], *, before: bytes = START, seq: int = 1) -> list[Line]:
    """The same lines with sequence numbers and hashes made good, as a forger of the whole log would."""
    out = []
    for number, line in enumerate(lines, start=seq):
        body = json.dumps(line["body"], ensure_ascii=False, separators=(",", ":")).encode()
        record = Record(line["table"], line["epoch"], number, line["at"], line["kind"], body, b"")
        before = record_hash(before, line["book"], record)
        out.append({**line, "seq": number, "hash": before.hex()})
    return out


def written(lines: Iterable[Line]) -> bytes:
    """The export as a file."""
    return b"".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for line in lines)


def verified(data: bytes) -> Verification:
    """What the verifier says of a file."""
    return verify_dice(parse_line(line) for line in data.split(b"\n") if line)


def of_kind(lines: list[Line], kind: str) -> Iterator[int]:
    """Where the lines of a kind are."""
    return (place for place, line in enumerate(lines) if line["kind"] == kind)
