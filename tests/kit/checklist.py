"""Reads the checklist of the table page: its items, the tests that show each, and a change that takes it away."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

PAGE_TESTS = Path(__file__).resolve().parents[1] / "page"
CHECKLIST = PAGE_TESTS / "checklist.toml"


class Breakage(NamedTuple):
    """A change to a source file that takes an item away: one text in place of another."""

    file: str
    """The path below `src/comeout`."""
    old: str
    new: str

    def of(self, text: str) -> str:
        """Return the file with the change made; the old text must be there exactly once."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} has {text.count(self.old)} times: {self.old}")
        return text.replace(self.old, self.new)


class Item(NamedTuple):
    """One item of the checklist."""

    id: str
    says: str
    shown_by: tuple[str, ...]
    """Tests, as `file::name` below `tests/page`."""
    broken_by: Breakage


def checklist() -> tuple[Item, ...]:
    """Return every item, in order."""
    found = tomllib.loads(CHECKLIST.read_text(encoding="utf-8"))
    return tuple(
        Item(name, item["says"], tuple(item["shown_by"]), Breakage(**item["broken_by"])) for name, item in found.items()
    )
