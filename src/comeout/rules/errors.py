"""The one error of bad rulebook data: it names file, wager, clause and cell, and what would be accepted."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class RulebookError(Exception):
    """A rulebook that cannot be used, said in one line."""

    def __init__(self, problem: str, *, file: str = "", where: str = "", clause: str = "", hint: str = "") -> None:
        self.problem, self.file, self.where, self.clause, self.hint = problem, file, where, clause, hint
        place = ", ".join(part for part in (file, where, f"clause {clause}" if clause else "") if part)
        super().__init__(": ".join(part for part in (place, problem) if part) + (f" ({hint})" if hint else ""))


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint that names the valid spelling closest to a word, or lists a few."""
    choices = sorted(known)
    close = difflib.get_close_matches(word, choices, n=1)
    if close:
        return f'did you mean "{close[0]}"?'
    return "known: " + ", ".join(choices[:12]) + (", ..." if len(choices) > 12 else "")
