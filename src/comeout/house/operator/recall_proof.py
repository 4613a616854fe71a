"""Derives the rolls that players recall from a table's log again, and compares them with the stored ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from comeout.log.codec import read_event, write_lines
from comeout.log.house_log import add_digests, row_digest
from comeout.log.proof import Fault, Proof
from comeout.log.recall import bets_by_seat, recall_rows, seen_late
from comeout.log.records import RecallRow, Record
from comeout.table.messages import RollSettled

Derive = Callable[[], Sequence[RecallRow]]
"""A function that returns the rows of a settlement, once the proof has taken it."""


class RecallProof:
    """Progress of the proof of a table's recalled rolls, beside that of its log."""

    def __init__(self, proof: Proof, stored: dict[int, list[bytes]], *, found: tuple[int, bytes] | None) -> None:
        self._proof, self._stored = proof, stored
        """The digests of the stored rows by record."""
        self._since = found[0] if found else 0
        self._found = found[1] if found else b""
        self.fault: Fault | None = None

    def beside(self, records: Iterator[Record]) -> Iterator[Record]:
        """Yield records to the proof of the log; stop where the rows of a settlement are not what follows from it."""
        for record in records:
            derive = self._before(record)
            yield record
            if derive and not self._holds(record, derive()):
                return

    def end(self) -> Fault | None:
        """Finish: every stored row belongs to a settlement, and those from before the log of the house are as found."""
        if self._found:
            before = [each for seq, digests in self._stored.items() if seq <= self._since for each in digests]
            if add_digests(before) != self._found:
                says = f"the rolls that players recall up to record {self._since} are not what was found"
                return Fault(self._proof.table, 0, "", says)
        beyond = sorted(seq for seq in self._stored if self._since < seq <= self._proof.records)
        if beyond:
            return Fault(self._proof.table, beyond[0], "", "players recall a roll there, and it settles none")
        return None

    def _before(self, record: Record) -> Derive | None:
        """Note what is on the layout before a settlement, which its rows tell of."""
        if record.kind != RollSettled.__name__ or record.seq <= self._since:
            return None
        state, layout, memory = self._proof.state, self._proof.layout, self._proof.fold.memory
        bets, late, round_number = bets_by_seat(layout, state), seen_late(layout, state), state.round_number
        racks = {seat: state.seats[seat].rack for seat in bets}
        kept = {"aside": dict(memory.aside), "playing": dict(memory.playing), "beside": dict(memory.beside)}
        then = msgspec.structs.replace(memory, **kept)

        def derive() -> Sequence[RecallRow]:
            event = read_event(record.kind, record.body)
            assert isinstance(event, RollSettled)
            return recall_rows(
                record.table,
                record.seq,
                record.at,
                event,
                lines=write_lines(event.lines),
                round_number=round_number,
                bets=bets,
                racks=racks,
                late=late,
                memory=then,
                state=self._proof.state,
            )

        return derive

    def _holds(self, record: Record, rows: Sequence[RecallRow]) -> bool:
        stored = self._stored.pop(record.seq, [])
        if sorted(stored) != sorted(row_digest(row) for row in rows):
            says = "what players recall of it is not what follows from the log"
            self.fault = Fault(record.table, record.seq, record.kind, says)
        return self.fault is None
