"""Formats citations: a clause of the book's document, or the reading that decides what the document leaves open."""

from __future__ import annotations

import re

_READING = re.compile(r"(?:ALL|XA|AD|SE|EV)-[1-9][0-9]*")


def is_reading(cited: str) -> bool:
    """Return whether an id is that of a reading, such as "AD-22", and not of a clause."""
    return _READING.fullmatch(cited) is not None


def cite(book: str, *cited: str) -> str:
    """Return clauses prefixed with their book, then readings, whose ids already say where they belong."""
    named = [each for each in cited if each]
    clauses = ", ".join(each for each in named if not is_reading(each))
    return ", ".join(
        filter(None, [" ".join(filter(None, [book, clauses])) if clauses else "", *filter(is_reading, named)])
    )


def by_what(cited: str) -> str:
    """Return a citation for use inside a sentence: a clause by its id, a reading with the word before it."""
    return f"reading {cited}" if is_reading(cited) else cited


def basis(book: str, cited: str) -> str:
    """Return the sentence that names what an answer is based on, without its full stop."""
    return f"The {'reading' if is_reading(cited) else 'clause'} is {cite(book, cited)}"
