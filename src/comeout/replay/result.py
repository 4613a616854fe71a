"""Replayed: the result of replaying one game, and ReplayError for a file that cannot be replayed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from comeout.errors import ComeoutError
from comeout.table.position import Position
from comeout.table.table import Table


class ReplayError(ComeoutError):
    """A file cannot be replayed; says where it goes wrong."""


@dataclass(frozen=True, slots=True)
class ReplayDifference:
    """Something that a file states and that is not so, and the position of the table at that moment."""

    says: str
    position: str = ""
    """The position as a line of text; empty where no table was played."""

    def as_json(self) -> dict[str, str | None]:
        """The difference as plain data."""
        return {"says": self.says, "position": self.position or None}


@dataclass
class Replayed:
    """One replayed game: what came out, what was refused, and where that differs from the file."""

    rulebook: str
    name: str
    got: dict[str, Any] = field(default_factory=dict)
    steps: list[dict[str, Any]] = field(default_factory=list)
    differences: list[ReplayDifference] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Remarks about a game that holds: what was not checked, and why."""

    @property
    def ok(self) -> bool:
        """Whether everything the file states holds."""
        return not self.differences

    def differ(self, says: str, position: Position) -> None:
        """Note a difference, with the position of the table at that moment."""
        self.differences.append(ReplayDifference(says, str(position)))

    def as_json(self) -> dict[str, Any]:
        """Return the result as plain data, with amounts in cents."""
        told = {"rulebook": self.rulebook, "name": self.name, "ok": self.ok, "got": self.got, "steps": self.steps}
        differences = [each.as_json() for each in self.differences]
        return {**told, "differences": differences, **({"notes": self.notes} if self.notes else {})}


def table_now(table: Table) -> dict[str, Any]:
    """The players and the point of a table as plain data."""
    players = {str(seat): player_now(table, seat) for seat in sorted(table.state.seats)}
    return {"players": players, "point": table.point}


def player_now(table: Table, seat: int) -> dict[str, Any]:
    """The rack and the bets of a seat as plain data, in cents."""
    bets = table.bets(seat)
    rack = table.rack(seat)
    on_table = sum(bets.values())
    return {"bankroll": rack, "on_table": on_table, "total": rack + on_table, "bets": bets}
