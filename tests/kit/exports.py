"""A table's export as the house writes it, made from a chain, and the same export after somebody touched it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from comeout.house.dice.provable import ChainSource
from comeout.log.dice_proof import Verification, freeze, parse_line, verify_dice
from comeout.log.hash_chain import START, Log, record_hash
from comeout.log.records import Record

TABLE, BOOK = "main", "b00c"
Line = dict[str, Any]
SEEDS: tuple[dict[int, str], ...] = ({}, {2: "lucky", 5: "Würfel ⚅"}, {5: 'a "quoted" text'}, {})


def counting(start: int = 0) -> Callable[[int], bytes]:
    """Bytes that pass for entropy and are the same in every run."""
    calls = iter(range(start, start + 1_000_000))

    def read(count: int) -> bytes:
        return hashlib.shake_256(next(calls).to_bytes(8, "big")).digest(count)

    return read


def played(rolls: int = 6, *, length: int = 4) -> list[Line]:
    """An export of some rolls, over as many chains as they need."""
    source, log, lines = ChainSource(TABLE, counting(), length=length), Log(TABLE, BOOK, epoch=1), []

    def add(kind: str, body: bytes) -> None:
        record = log.next(kind, body, at=1_700_000_000_000_000 + log.seq)
        lines.append(as_line(record))

    add("TableOpened", b'{"book":"b00c","settings":[["odds","2"]]}')
    for number in range(1, rolls + 1):
        if body := source.publish():
            add("chain-published", body)
        add("BetPlaced", b'[2,"pass",1000,0,"4.1"]')
        seeds = freeze(SEEDS[number % len(SEEDS)])
        add(
            "seeds-frozen", json.dumps({"roll": number, "seeds": seeds}, ensure_ascii=False).replace(", ", ",").encode()
        )
        thrown = source.throw(number, seeds)
        add("dice-thrown", thrown.proof)
        add("RollCalled", json.dumps({"by": "stickperson", "roll": thrown.roll}).encode())
        add("RollSettled", json.dumps(["b00c", number, thrown.roll]).encode())
    return rehashed(lines)


def as_line(record: Record) -> Line:
    """A record as a line of an export."""
    line = {**record._asdict(), "book": BOOK, "body": json.loads(record.body), "hash": record.hash.hex()}
    return {name: line[name] for name in ("table", "epoch", "seq", "at", "book", "kind", "body", "hash")}


def rehashed(lines: Iterable[Line]) -> list[Line]:
    """The same lines with sequence numbers and hashes made good, as a forger of the whole log would."""
    before, out = START, []
    for seq, line in enumerate(lines, start=1):
        body = json.dumps(line["body"], ensure_ascii=False, separators=(",", ":")).encode()
        record = Record(line["table"], line["epoch"], seq, line["at"], line["kind"], body, b"")
        before = record_hash(before, line["book"], record)
        out.append({**line, "seq": seq, "hash": before.hex()})
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
