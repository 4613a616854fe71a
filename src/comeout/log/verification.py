"""Verification: the result of checking an exported table, and what it says to people."""

from __future__ import annotations

from typing import Literal, NamedTuple

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
    unfinished: int = 0
    """How many chains ended before their last link: with an owner that stopped, was killed or was replaced."""
    refrozen: int = 0
    """How often seeds were frozen for a roll that the next chain decided, since the owner ended before the throw."""

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
            verdict = "cannot be checked" if self.verdict == "unchecked" else "is bad"
            return f"roll {self.fault.roll} {verdict} (line {self.fault.line} of the export): {self.fault.says}"
        rolls, chains = counted(self.rolls, "roll"), counted(len(self.anchors), "chain")
        return self.nothing or f"{rolls} of {self.table} verified, from {chains} published in advance{self._ended}"

    @property
    def _ended(self) -> str:
        """Say what an operator may have had a hand in: chains left early, and throws that were never made."""
        left = f"; {counted(self.unfinished, 'chain')} ended before the last link" if self.unfinished else ""
        times = counted(self.refrozen, "time")
        return left + (f"; {times} between frozen seeds and the throw" if self.refrozen else "")


def counted(count: int, noun: str) -> str:
    """Return a count with its noun."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
