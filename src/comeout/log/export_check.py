"""Verifies an exported table offline: its dice, its first line, and by the book in it every bet, call and payment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import tee
from typing import Any, NamedTuple

import msgspec

from comeout.errors import ComeoutError
from comeout.log.dice_proof import parse_line, verify_dice
from comeout.log.export import ExportHeader, NotAnExport, layout_in, read_header, read_records
from comeout.log.proof import Proof, told_earlier
from comeout.log.verification import DiceFault, Verdict, Verification
from comeout.rules.layout import Layout
from comeout.table.messages import TableOpened
from comeout.table.state import Phase

NO_HEADER = "it names no table and holds no book, so nothing but the dice can be checked"


class Checked(NamedTuple):
    """The result of checking an exported table."""

    dice: Verification
    """What was found; a fault may be one of the rules or of the first line."""
    earlier: int = 0
    """How many records follow from decisions of an earlier revision of the engine, which are not made again."""

    @property
    def verdict(self) -> Verdict:
        """Return in one word whether the export holds."""
        return self.dice.verdict

    def __str__(self) -> str:
        note = f"\n{told_earlier(self.earlier)}" if self.earlier and self.verdict == "right" else ""
        return f"{self.dice}{note}"


def verify_export(lines: Iterable[bytes]) -> Checked:
    """Check the dice of an export, its first line, and every decision of this revision of the engine."""
    rules = _Rules()
    found = verify_dice(rules.beside(lines))
    if found.verdict != "right":
        return Checked(found)
    fault = rules.end()
    if fault:
        return Checked(found._replace(fault=fault, rolls=max(0, min(found.rolls, fault.roll - 1))))
    assert rules.proof
    return Checked(found, rules.proof.earlier)


class _Rules:
    """The proof of the log by the book that came with it, which goes on beside the check of the dice."""

    def __init__(self) -> None:
        self.proof: Proof | None = None
        self._fault: DiceFault | None = None

    def beside(self, lines: Iterable[bytes]) -> Iterator[Any]:
        """Yield each line parsed, and prove its record."""
        mine, theirs = tee(lines)
        head = next(theirs, b"")
        good = self._proving(head, theirs)
        for number, line in enumerate(mine, start=1):
            yield parse_line(line)
            if number > 1 and not self._fault:
                self._take(good, number)

    def _proving(self, head: bytes, records: Iterator[bytes]) -> Iterator[Any]:
        try:
            header = read_header(head)
            layout = layout_in(header.book)
            self._fault = _header_fault(header, layout)
        except NotAnExport:
            self._fault = DiceFault(1, 1, NO_HEADER)
            return iter(())
        except (ComeoutError, ValueError, TypeError, ZeroDivisionError) as bad:
            self._fault = DiceFault(1, 1, f"its book cannot be read: {bad}")
            return iter(())
        self.proof = Proof(header.table.id, layout, header.table.dice)
        return self.proof.through(read_records(records))

    def _take(self, good: Iterator[Any], line: int) -> None:
        assert self.proof
        try:
            record = next(good, None)
        except (NotAnExport, msgspec.MsgspecError) as bad:
            self._fault = DiceFault(line, self._roll, str(bad))
            return
        if self.proof.fault:
            self._fault = DiceFault(line, self._roll, self.proof.fault.sentence)
        elif record and record.kind == "TableOpened":
            opened = msgspec.json.decode(record.body, type=TableOpened)
            book = self.proof.layout.rulebook.book
            if (opened.book, opened.revision) != (book.id, book.revision):
                self._fault = DiceFault(
                    line, 1, "the table was opened under another book than the one in the first line"
                )

    @property
    def _roll(self) -> int:
        assert self.proof
        called = self.proof.state.phase is Phase.CALLED
        return max(1, self.proof.fold.memory.throws + (not called))

    def end(self) -> DiceFault | None:
        """Return what is wrong with the export beyond its dice, if anything is."""
        if not self._fault and self.proof and (fault := self.proof.end()):
            return DiceFault(fault.seq + 1, self._roll, fault.sentence)
        return self._fault


def _header_fault(header: ExportHeader, layout: Layout) -> DiceFault | None:
    """Return what the first line says of the book that is not so; the dice's check holds its table against the log."""
    if not layout.digest == header.book.digest == header.table.book:
        return DiceFault(1, 1, f"the book in it is {layout.digest}, not the one that the table was played by")
    if header.book.name != layout.id:
        return DiceFault(1, 1, f'the book in it is {layout.id}, and it calls it "{header.book.name}"')
    return None
