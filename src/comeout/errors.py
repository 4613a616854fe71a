"""ComeoutError, the root of our exceptions: each says in one sentence what is wrong and what would be accepted."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class ComeoutError(Exception):
    """Root of every exception of Comeout. The command line and the HTTP interface show `says` to whoever asked."""

    @property
    def says(self) -> str:
        """The sentence for the person who reads it."""
        return str(self)

    def __str__(self) -> str:
        """Return the text alone, even where a KeyError would quote it; without a text, the kind of error."""
        return str(self.args[0]) if self.args else (type(self).__doc__ or "").rstrip(".")


class RulebookError(ComeoutError):
    """A rulebook cannot be used; one line says why."""

    def __init__(self, problem: str, *, file: str = "", where: str = "", clause: str = "", hint: str = "") -> None:
        self.problem, self.file, self.where, self.clause, self.hint = problem, file, where, clause, hint
        place = ", ".join(part for part in (file, where, f"clause {clause}" if clause else "") if part)
        super().__init__(": ".join(part for part in (place, problem) if part) + (f" ({hint})" if hint else ""))


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint with the valid spelling closest to a word, or with a short list."""
    choices = sorted(known)
    few = ", ".join(choices[:12]) + (", ..." if len(choices) > 12 else "")
    return meant(word, choices) or f"known: {few}"


def meant(word: str, known: Iterable[str]) -> str:
    """Return a question for the valid spelling closest to a word; empty if none is close."""
    close = difflib.get_close_matches(word[:40], list(known), n=1)
    return f'did you mean "{close[0]}"?' if close else ""


class OddsError(ComeoutError):
    """A bet, a stake or dice for which there are no figures; one line says why."""


class NeverDecided(ComeoutError):
    """A bet has no figures: with these dice or by this book it can never be made, or may never be decided."""
