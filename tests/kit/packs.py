"""Evidence packs, gathered once for all tests of a process."""

from __future__ import annotations

from functools import cache

from comeout.review.evidence import files_of
from comeout.review.evidence_facts import Evidence, gather
from comeout.rules.library import load_book

SMALL = "evolution"
"""The book with the fewest bets."""
FILES = [
    "book.toml",
    "felt.svg",
    "rules.json",
    "clauses.json",
    "figures.json",
    "hand.json",
    "lint.json",
    "examples.json",
    "index.html",
    "manifest.json",
]


@cache
def gathered(book: str) -> Evidence:
    """Everything a pack says about a book of ours."""
    return gather(load_book(book))


@cache
def packed(book: str) -> dict[str, bytes]:
    """The files of its pack."""
    return files_of(gathered(book))
