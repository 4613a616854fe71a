"""Verifies provably fair dice offline, from an export alone: the log, the chains, the players' seeds and every roll."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from comeout.dice import ROLLS, Roll, is_roll
from comeout.errors import ComeoutError
from comeout.log.dice_formula import (
    FIRST_FORMAT,
    FORMAT,
    LINK_BYTES,
    LONGEST_SEED,
    Ended,
    Seeds,
    blocks_of,
    compact,
    decide,
    link_after,
)
from comeout.log.hash_chain import START, record_hash, text_hash
from comeout.log.records import Record
from comeout.log.seated_seeds import SeatedSeeds
from comeout.log.verification import NO_CHAIN, NO_RECORD, DiceFault, Verification, counted

FIELDS = {"table": str, "epoch": int, "seq": int, "at": int, "book": str, "kind": str, "hash": str}

HEADED = "log-1"
"""The format of an export that begins with a line about its table."""


class _Bad(ComeoutError):
    """A check failed."""


class _Published(NamedTuple):
    anchor: bytes
    length: int
    epoch: int = 0
    log: str = ""
    """The hash of the log before it; empty for chain-1."""


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
    return Verification(check.table, check.good, anchors, fault, check.unfinished, check.refrozen)


class _Check:
    """Progress of the check: the log so far, the chain so far, and the roll in play."""

    def __init__(self) -> None:
        self.table, self._epoch, self._seq, self._hash, self._at, self._book = "", 0, 0, START, 0, ""
        self._header: dict[str, Any] = {}
        self._played_by: dict[str, Any] = {}
        self._ending: dict[str, Any] = {}
        """How the log ends, as the first line says; empty for exports of earlier versions."""
        self._closed = False
        self.chains: dict[int, _Published] = {}
        self._chain, self._index, self._revealed = 0, 0, b""
        self._texts = SeatedSeeds()
        self._frozen: Seeds | None = None
        self._chains_when_frozen = 0
        self.rolls = self.unfinished = self.refrozen = 0
        self._dice: Roll | None = None
        self._called = self._settled = True
        self._in_order = self._began_in_order = True
        """Whether the log so far was left in order, and whether it was when the present owner took over."""
        self._restored = False

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
            return self._headed(record)  # the table and its book travel with an export, outside the log
        for name, kind in FIELDS.items():
            if type(record.get(name)) is not kind:
                raise _Bad(f'the record has no proper "{name}"')
        if record.keys() != {*FIELDS, "body"}:
            raise _Bad("the record has fields that no record has")
        self.table, self._book = self.table or record["table"], self._book or record["book"]
        self._placed(record)
        handler = _HANDLERS.get(record["kind"])
        if handler:
            handler(self, record["body"])
        elif isinstance(record["body"], dict) and "log" in record["body"]:
            raise _Bad('a record of its kind holds no "log"')
        self._in_the_log(record)
        return None

    def _headed(self, line: dict[str, Any]) -> None:
        """Remember which table an export says it is of, and which book."""
        table, book = line.get("table"), line.get("book")
        if isinstance(table, dict) and not self._seq:
            self._header, self._played_by = table, book if isinstance(book, dict) else {}
            if line.get("format", HEADED) != HEADED:
                raise _Bad(f"the first line is of another format than {HEADED}")
            if "log" in line:
                _fields(line["log"], records=int, hash=str)
                self._ending = line["log"]

    def _as_headed(self, **said: Any) -> None:
        """Hold what the log says of the table against the first line of the export, if there is one."""
        for name, value in said.items():
            told = self._header.get(name, value)
            if told != value or type(told) is not type(value):
                head, log = (json.dumps(each, ensure_ascii=False) for each in (told, value))
                raise _Bad(f"the first line says {head} of the table ({name}), and the log {log}")

    @property
    def _sealed(self) -> bool:
        """Return whether the last chain is of chain-2, from which on a log is held to more."""
        return bool(self.chains) and bool(self.chains[len(self.chains)].log)

    def _placed(self, record: dict[str, Any]) -> None:
        """Check the place of a record in the log: its table, book, number, owner and time."""
        if record["table"] != self.table:
            raise _Bad(f"the record belongs to another table, {record['table']}")
        if record["book"] != self._book:
            raise _Bad("the record is of another book than those before it")
        if not self._seq and self._header:
            for name, said in (("id", self.table), ("book", self._book)):
                if self._header.get(name) != said:
                    raise _Bad("the table of the first line is not the one of the log")
            self._as_headed(created=record["at"])
            if self._played_by.get("digest", self._book) != self._book:
                raise _Bad("the book of the first line is not the one of the log")
        if record["seq"] != self._seq + 1 or record["epoch"] < max(self._epoch, 1):
            raise _Bad(f"record {record['seq']} cannot follow record {self._seq}")
        if (record["kind"] == "TableOpened") != (not self._seq):
            raise _Bad("a log begins with TableOpened and has no other")
        if record["epoch"] > self._epoch:
            self._owned(record["kind"])
        self._epoch = record["epoch"]
        if self._sealed and record["at"] < self._at:
            raise _Bad(f"record {record['seq']} is from before record {self._seq}, by its time")

    def _owned(self, kind: str) -> None:
        """Begin the records of a new owner, who says so first where the last one did not stop in order."""
        self._began_in_order = self._in_order
        if self._sealed and not self._in_order and kind != "started":
            raise _Bad("a new owner took over and did not say so")

    def _in_the_log(self, record: dict[str, Any]) -> None:
        table, epoch, seq, at, kind = (record[name] for name in ("table", "epoch", "seq", "at", "kind"))
        line = Record(table, epoch, seq, at, kind, compact(record["body"]), b"")
        self._seq, self._at = seq, at
        self._in_order = self._in_order if kind == "engine-raised" else kind in ("stopped", "TableOpened")
        self._hash = record_hash(self._hash, record["book"], line)
        if record["hash"] != self._hash.hex():
            raise _Bad(f"record {self._seq} ({line.kind}) is not what was logged: its hash is another")

    def end(self) -> None:
        """Check the end of the export."""
        if not self._called:
            raise _Bad("the dice were thrown and never called")
        self._as_headed(closed=self._closed)
        found = {"records": self._seq, "hash": self._hash.hex()}
        if self._ending and self._ending != found:
            one, other = (f"record {each['records']} and the hash {each['hash']}" for each in (found, self._ending))
            raise _Bad(f"the log ends with {one}, and the first line says {other}")

    def opened(self, body: Any) -> None:
        """Begin the log: it names the book that every record names."""
        if not isinstance(body, dict) or body.get("digest") != self._book:
            raise _Bad("the table was opened under another book")
        if self._played_by.get("name", body.get("book")) != body.get("book"):
            raise _Bad("the book of the first line is not the one of the log")

    def named(self, body: Any) -> None:
        """Hold the first line against what the owner of the first chain said of the table."""
        hashed = isinstance(body, dict) and "text" in body  # since the text of the book is bound, too
        _fields(body, name=str, mode=str, dice=str, profile=str, player=str, **({"text": str} if hashed else {}))
        self._as_headed(**{name: body[name] for name in ("name", "mode", "dice", "profile", "player")})
        if hashed and self._header and not self._ending:
            raise _Bad("the first line does not say how the log ends")
        text = self._played_by.get("text")
        if hashed and isinstance(text, str) and text_hash(text) != body["text"]:
            raise _Bad("the text of the book in the first line is not the one that the table was opened with")

    def closed(self, _body: Any) -> None:
        """Note that the table was closed."""
        self._closed = True

    def published(self, body: Any) -> None:
        """Start a chain: only its anchor is known."""
        self._as_headed(dice="chain")
        if isinstance(body, dict) and body.get("format") == FORMAT:
            return self._published_now(body)
        _fields(body, format=str, chain=int, anchor=str, length=int)
        if body["format"] != FIRST_FORMAT or self._sealed:
            known = f"this verifier knows {FIRST_FORMAT} and, from then on only, {FORMAT}"
            raise _Bad(f'the chain is of format "{body["format"]}"; {known}')
        chain = _Published(_bytes(body["anchor"], "anchor"), body["length"])
        if self.chains.get(body["chain"]) == chain and body["chain"] != self._chain:
            return None  # said again before its first roll, after a restart
        if self.chains and self._ended()[0] != "used-up":
            raise _Bad(f"chain {body['chain']} was published before chain {len(self.chains)} was used up")
        self._numbered(body["chain"], chain)
        return None

    def _numbered(self, number: int, chain: _Published) -> None:
        if number != len(self.chains) + 1 or chain.length < 1:
            raise _Bad(f"chain {number} cannot be published after {len(self.chains)} chains")
        self.chains[number] = chain

    def _published_now(self, body: dict[str, Any]) -> None:
        """Start a chain of chain-2, which takes the place of the one before it at once."""
        _fields(body, format=str, chain=int, anchor=str, length=int, ended=str, after=int, log=str)
        ended, after = self._ended()
        if (body["ended"], body["after"]) != (ended, after):
            said = f'"{body["ended"]}" after {counted(body["after"], "link")}'
            raise _Bad(f'the chain before it ended {said}, and the log has "{ended}" after {after}')
        self._names_the_log(body)
        if not self._called:
            raise _Bad("the dice were thrown and never called")
        chain = _Published(_bytes(body["anchor"], "anchor"), body["length"], self._epoch, body["log"])
        self._numbered(body["chain"], chain)
        self.unfinished += ended not in ("first", "used-up")
        self.refrozen += self._frozen is not None
        self._chain, self._index, self._revealed, self._frozen = body["chain"], 0, chain.anchor, None
        self._restored = False

    def _ended(self) -> tuple[Ended, int]:
        """Return why the last chain ended and after how many links, as the log has it."""
        last = self.chains.get(len(self.chains))
        if last is None:
            return "first", 0
        after = self._index if self._chain == len(self.chains) else 0
        if after == last.length:
            return "used-up", after
        if self._sealed and last.epoch == self._epoch:
            raise _Bad("the owner of a chain published another before its last link")
        return "restored" if self._restored else "stopped" if self._began_in_order else "interrupted", after

    def _names_the_log(self, body: dict[str, Any]) -> None:
        if body["log"] != self._hash.hex():
            raise _Bad(f"it names another log than the one up to record {self._seq}")

    def stopped(self, body: Any) -> None:
        """End the records of an owner; from chain-2 on the log is named up to here."""
        if self._sealed:
            _fields(body, log=str)
            self._names_the_log(body)

    def restored(self, _body: Any) -> None:
        """Note that a backup was restored."""
        self._restored = True

    def seat_taken(self, body: Any) -> None:
        """Seat a player, whose seed counts from the next time that seeds are frozen."""
        _holds(body, seat=int, player=str)
        if self._header.get("mode") == "first-person":
            self._as_headed(player=body["player"])
        self._texts.taken(body["seat"], body["player"])

    def seat_left(self, body: Any) -> None:
        """Free a seat."""
        _holds(body, seat=int)
        self._texts.left(body["seat"])

    def seed_set(self, body: Any) -> None:
        """Note what a player set."""
        _fields(body, player=str, seed=str)
        if not self._texts.sits(body["player"]):
            raise _Bad("a seed was set for somebody who does not sit here")
        if len(body["seed"]) > LONGEST_SEED:
            raise _Bad(f"a seed has at most {LONGEST_SEED} characters")
        self._texts.set(body["player"], body["seed"])

    def seeds_frozen(self, body: Any) -> None:
        """Fix the players' seeds of the next roll, which must be those that they have set."""
        _fields(body, roll=int, seeds=list, **({"log": str} if self._sealed else {}))
        if self._sealed:
            self._names_the_log(body)
        if body["roll"] != self.rolls + 1:
            raise _Bad(f"seeds were frozen for roll {body['roll']} when roll {self.rolls + 1} was next")
        seeds = _seeds(body["seeds"])
        if self._frozen is not None and seeds != self._frozen:
            raise _Bad("the seeds were frozen a second time, with other texts")
        if self._frozen is None:
            self._set_by_players(seeds)
            self._frozen, self._chains_when_frozen = seeds, len(self.chains)

    def _set_by_players(self, seeds: Seeds) -> None:
        for seat in sorted({seat for seat, _ in set(seeds) ^ set(self._texts.now())}):
            raise _Bad(f"the seed frozen for seat {seat} is not the one that its player has set")

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
        log = self.chains[self._chain].log
        place, _ = decide(blocks_of(self._revealed, self.table, self.rolls, self._frozen, log=log))
        if not is_roll(body["dice"]) or Roll(*body["dice"]) != ROLLS[place]:
            raise _Bad(f"the log has {_said(body['dice'])} and the chain gives {ROLLS[place]}")
        self._dice, self._frozen = ROLLS[place], None

    def _reveal(self, chain: int, index: int, link: bytes) -> None:
        if self._sealed:
            self._goes_on(self.chains[self._chain])
        elif self._chain not in self.chains or self._index == self.chains[self._chain].length:
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

    def _goes_on(self, chain: _Published) -> None:
        if chain.epoch != self._epoch:
            raise _Bad(f"chain {self._chain} ended with the owner that published it")
        if self._index == chain.length:
            raise _Bad(f"chain {self._chain} is used up and no other was published")

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
            chain = self._header.get("dice") == "chain"
            raise _Bad("no chain was published before the first roll" if chain else NO_CHAIN)

    def settled(self, body: Any) -> None:
        """Check a settlement: it must be of the dice just called."""
        faces: Any = body[2] if isinstance(body, list) and len(body) > 2 else None
        if self._settled or not self._called or not is_roll(faces) or Roll(*faces) != self._dice:
            raise _Bad(f"the table settled {_said(faces)}, which was not called")
        self._settled = True

    def voided(self, _body: Any) -> None:
        """End the roll: nothing may be called again from its link."""
        self._settled = True

    def undone(self, _body: Any) -> None:
        """Undo the roll: the same dice may be called once more."""
        self._settled = self._dice is None


_HANDLERS: dict[str, Callable[[_Check, Any], None]] = {
    "TableOpened": _Check.opened,
    "TableClosed": _Check.closed,
    "table-named": _Check.named,
    "SeatTaken": _Check.seat_taken,
    "SeatLeft": _Check.seat_left,
    "seed-set": _Check.seed_set,
    "chain-published": _Check.published,
    "seeds-frozen": _Check.seeds_frozen,
    "dice-thrown": _Check.thrown,
    "RollCalled": _Check.called,
    "RollSettled": _Check.settled,
    "NoRollCalled": _Check.voided,
    "OutcomeUndone": _Check.undone,
    "stopped": _Check.stopped,
    "restored": _Check.restored,
}


def _fields(body: Any, **kinds: type) -> None:
    if not isinstance(body, dict) or body.keys() != kinds.keys():
        raise _Bad(f"the record must hold {', '.join(kinds)} and nothing else")
    _holds(body, **kinds)


def _holds(body: Any, **kinds: type) -> None:
    for name, kind in kinds.items():
        if not isinstance(body, dict) or type(body.get(name)) is not kind:
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


def _said(faces: Any) -> str:
    return str(Roll(*faces)) if is_roll(faces) else "no roll"
