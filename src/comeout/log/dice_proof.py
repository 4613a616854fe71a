"""Verifies provably fair dice offline, from an export alone, and has the formula that makes a roll from a link."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import Any, Literal, NamedTuple

from comeout.dice import ROLLS, Roll, is_roll
from comeout.errors import ComeoutError
from comeout.log.hash_chain import START, record_hash
from comeout.log.records import Record

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


FORMAT = "chain-1"
LINK_BYTES = 32
FAIR = 252
"""Seven times thirty-six. Bytes from here on would favour the first four rolls, so they are skipped."""


def link_after(link: bytes) -> bytes:
    """Return the link that was revealed before this one."""
    return hashlib.sha256(link).digest()


def message(table: str, roll_number: int, seeds: Seeds, block: int = 0) -> bytes:
    """Return the message to sign: compact JSON of format, table, roll number and seeds; later blocks add a number."""
    return compact([FORMAT, table, roll_number, seeds, block] if block else [FORMAT, table, roll_number, seeds])


def blocks_of(link: bytes, table: str, roll_number: int, seeds: Seeds) -> Iterator[bytes]:
    """Yield HMAC-SHA256 of the message with the link as key, block by block; a second is practically never needed."""
    for block in count():
        yield hmac.digest(link, message(table, roll_number, seeds, block), "sha256")


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


FIELDS = {"table": str, "epoch": int, "seq": int, "at": int, "book": str, "kind": str, "hash": str}

NO_CHAIN = "no chain was published before; dice read off by the crew, or straight from the system, cannot be checked"
NO_LOG = "there is no table's log in this file; `comeout house export TABLE` writes one"
NO_ROLL = "no roll was thrown yet, so there is nothing to check"
NO_RECORD = "the line is not a record"

Verdict = Literal["right", "wrong", "unreadable", "unchecked"]
"""The possible results of a check. "unreadable" is a file that is cut off or not one of ours."""


class DiceFault(NamedTuple):
    """The first error: the line of the export, the roll in play there, and what is wrong."""

    line: int
    roll: int
    says: str


class Verification(NamedTuple):
    """Result of checking an export."""

    table: str
    rolls: int
    """How many rolls were good before the end, or before the fault."""
    anchors: tuple[str, ...]
    """The published anchor of each chain, to compare with what the players were shown."""
    fault: DiceFault | None

    @property
    def nothing(self) -> str:
        """Return why there was nothing to check; empty where there was."""
        if self.fault or self.rolls:
            return ""
        return NO_ROLL if self.table else NO_LOG

    @property
    def verdict(self) -> Verdict:
        """Return in one word whether every roll is right."""
        if self.nothing:
            return "unchecked" if self.table else "unreadable"
        if not self.fault:
            return "right"
        if self.fault.says == NO_RECORD:
            return "unreadable"
        return "unchecked" if self.fault.says == NO_CHAIN else "wrong"

    def __str__(self) -> str:
        if self.fault:
            verdict = "is bad" if self.anchors else "cannot be checked"
            return f"roll {self.fault.roll} {verdict} (line {self.fault.line} of the export): {self.fault.says}"
        rolls, chains = counted(self.rolls, "roll"), counted(len(self.anchors), "chain")
        return self.nothing or f"{rolls} of {self.table} verified, from {chains} published in advance"


class _Bad(ComeoutError):
    """A check failed."""


class _Published(NamedTuple):
    anchor: bytes
    length: int


def parse_line(line: str | bytes) -> Any:
    """Parse one line of an export; None if it is not a record, which the verifier then reports."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def verify_dice(export: Iterable[Any]) -> Verification:
    """Check every record, link, seed and roll of an exported table, up to the first error."""
    check, line, fault = _Check(), 0, None
    try:
        for line, record in enumerate(export, start=1):  # noqa: B007 - the line is told when a check fails
            check.record(record)
        check.end()
    except _Bad as bad:
        fault = DiceFault(line, check.roll_in_play, str(bad))
    anchors = tuple(chain.anchor.hex() for chain in check.chains.values())
    return Verification(check.table, check.good, anchors, fault)


class _Check:
    """Progress of the check: the log so far, the chain so far, and the roll in play."""

    def __init__(self) -> None:
        self.table, self._epoch, self._seq, self._hash = "", 0, 0, START
        self.chains: dict[int, _Published] = {}
        self._chain, self._index, self._revealed = 0, 0, b""
        self._frozen: Seeds | None = None
        self._chains_when_frozen = 0
        self.rolls = 0
        self._dice: Roll | None = None
        self._called = self._settled = True

    @property
    def good(self) -> int:
        """Return the number of rolls thrown and called as the chain has them."""
        return self.rolls if self._called else self.rolls - 1

    @property
    def roll_in_play(self) -> int:
        """Return the roll that an error found now belongs to."""
        return self.rolls + 1 if self._settled else self.rolls

    def record(self, record: Any) -> None:
        """Check the next line: first what it says about the dice, then the hash chain of the log."""
        if not isinstance(record, dict):
            raise _Bad(NO_RECORD)
        if "seq" not in record and "hash" not in record:
            return  # the book travels with an export, outside the log
        for name, kind in FIELDS.items():
            if type(record.get(name)) is not kind:
                raise _Bad(f'the record has no proper "{name}"')
        if record.keys() != {*FIELDS, "body"}:
            raise _Bad("the record has fields that no record has")
        self.table = self.table or record["table"]
        handler = _HANDLERS.get(record["kind"])
        if handler:
            handler(self, record["body"])
        self._in_the_log(record)

    def _in_the_log(self, record: dict[str, Any]) -> None:
        if record["table"] != self.table:
            raise _Bad(f"the record belongs to another table, {record['table']}")
        if record["seq"] != self._seq + 1 or record["epoch"] < self._epoch:
            raise _Bad(f"record {record['seq']} cannot follow record {self._seq}")
        table, epoch, seq, at, kind = (record[name] for name in ("table", "epoch", "seq", "at", "kind"))
        line = Record(table, epoch, seq, at, kind, compact(record["body"]), b"")
        self._epoch, self._seq = record["epoch"], record["seq"]
        self._hash = record_hash(self._hash, record["book"], line)
        if record["hash"] != self._hash.hex():
            raise _Bad(f"record {self._seq} ({line.kind}) is not what was logged: its hash is another")

    def end(self) -> None:
        """Check the end of the export."""
        if not self._called:
            raise _Bad("the dice were thrown and never called")

    def published(self, body: Any) -> None:
        """Start a chain: only its anchor is known."""
        _fields(body, format=str, chain=int, anchor=str, length=int)
        if body["format"] != FORMAT:
            raise _Bad(f'the chain is of format "{body["format"]}"; this verifier knows {FORMAT}')
        chain = _Published(_bytes(body["anchor"], "anchor"), body["length"])
        if self.chains.get(body["chain"]) == chain and body["chain"] != self._chain:
            return  # said again before its first roll, after a restart
        if body["chain"] != len(self.chains) + 1 or chain.length < 1:
            raise _Bad(f"chain {body['chain']} cannot be published after {len(self.chains)} chains")
        self.chains[body["chain"]] = chain

    def seeds_frozen(self, body: Any) -> None:
        """Fix the players' seeds of the next roll."""
        _fields(body, roll=int, seeds=list)
        if body["roll"] != self.rolls + 1:
            raise _Bad(f"seeds were frozen for roll {body['roll']} when roll {self.rolls + 1} was next")
        seeds = _seeds(body["seeds"])
        if self._frozen is not None and seeds != self._frozen:
            raise _Bad("the seeds were frozen a second time, with other texts")
        if self._frozen is None:
            self._frozen, self._chains_when_frozen = seeds, len(self.chains)

    def thrown(self, body: Any) -> None:
        """Check a roll: its link must hash to the one before, and give these dice."""
        self._chained()
        if not self._called:
            raise _Bad("the dice were thrown and never called")
        self.rolls, self._called, self._settled = self.rolls + 1, False, False
        _fields(body, roll=int, chain=int, index=int, link=str, dice=list)
        if body["roll"] != self.rolls:
            raise _Bad(f"the dice are those of roll {body['roll']}")
        if self._frozen is None:
            raise _Bad("the dice were thrown before the seeds were frozen")
        self._reveal(body["chain"], body["index"], _bytes(body["link"], "link"))
        place, _ = decide(blocks_of(self._revealed, self.table, self.rolls, self._frozen))
        if not is_roll(body["dice"]) or Roll(*body["dice"]) != ROLLS[place]:
            raise _Bad(f"the log has {_said(body['dice'])} and the chain gives {ROLLS[place]}")
        self._dice, self._frozen = ROLLS[place], None

    def _reveal(self, chain: int, index: int, link: bytes) -> None:
        if self._chain not in self.chains or self._index == self.chains[self._chain].length:
            self._chain, self._index = self._chain + 1, 0
            if self._chain > self._chains_when_frozen:
                raise _Bad(f"chain {self._chain} was not published before the seeds were frozen")
            self._revealed = self.chains[self._chain].anchor
        if (chain, index) != (self._chain, self._index + 1):
            raise _Bad(
                f"link {index} of chain {chain} came where link {self._index + 1} of chain {self._chain} was due"
            )
        if link_after(link) != self._revealed:
            before = "the published anchor" if index == 1 else "the link before it"
            raise _Bad(f"the link does not hash to {before}")
        self._index, self._revealed = index, link

    def called(self, body: Any) -> None:
        """Check a call: it must be the dice just thrown."""
        self._chained()
        if self._settled or self._dice is None:
            raise _Bad("a roll was called that no link of a published chain decided")
        faces: Any = body.get("roll") if isinstance(body, dict) else None
        if not is_roll(faces) or Roll(*faces) != self._dice:
            raise _Bad(f"the table called {_said(faces)} and the chain gives {self._dice}")
        self._called = True

    def _chained(self) -> None:
        if not self.chains:
            raise _Bad(NO_CHAIN)

    def settled(self, _body: Any) -> None:
        """End the roll: nothing may be called again from its link."""
        self._settled = True

    def undone(self, _body: Any) -> None:
        """Undo the roll: the same dice may be called once more."""
        self._settled = self._dice is None


_HANDLERS: dict[str, Callable[[_Check, Any], None]] = {
    "chain-published": _Check.published,
    "seeds-frozen": _Check.seeds_frozen,
    "dice-thrown": _Check.thrown,
    "RollCalled": _Check.called,
    "RollSettled": _Check.settled,
    "NoRollCalled": _Check.settled,
    "OutcomeUndone": _Check.undone,
}


def _fields(body: Any, **kinds: type) -> None:
    if not isinstance(body, dict) or body.keys() != kinds.keys():
        raise _Bad(f"the record must hold {', '.join(kinds)} and nothing else")
    for name, kind in kinds.items():
        if type(body[name]) is not kind:
            raise _Bad(f'the record\'s "{name}" makes no sense')


def _bytes(text: str, what: str) -> bytes:
    if len(text) != 2 * LINK_BYTES or set(text) - set("0123456789abcdef"):
        raise _Bad(f"the {what} is not {LINK_BYTES} bytes in hexadecimal")
    return bytes.fromhex(text)


def _seeds(pairs: list[Any]) -> Seeds:
    seats = [0]
    for pair in pairs:
        if not isinstance(pair, list) or [type(part) for part in pair] != [int, str]:
            raise _Bad("a seed is a seat and a text")
        if pair[0] <= seats[-1]:
            raise _Bad("the seeds are not in seat order")
        if not 0 < len(pair[1]) <= LONGEST_SEED:
            raise _Bad(f"the seed of seat {pair[0]} is not 1 to {LONGEST_SEED} characters")
        seats.append(pair[0])
    return tuple((seat, text) for seat, text in pairs)


def counted(count: int, noun: str) -> str:
    """Return a count with its noun."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _said(faces: Any) -> str:
    return str(Roll(*faces)) if is_roll(faces) else "no roll"
