"""What an answer cites: a clause of its book's document, or the reading that decides what the document leaves open."""

from __future__ import annotations

import re

_READING = re.compile(r"(?:ALL|XA|AD|SE|EV)-[1-9][0-9]*")


def is_reading(cited: str) -> bool:
    """True for the id of a reading, "AD-22", and false for the id of a clause."""
    return _READING.fullmatch(cited) is not None


def cite(book: str, *cited: str) -> str:
    """Clauses with their book before them, then readings, whose ids say themselves where they belong."""
    named = [each for each in cited if each]
    clauses = ", ".join(each for each in named if not is_reading(each))
    return ", ".join(
        filter(None, [" ".join(filter(None, [book, clauses])) if clauses else "", *filter(is_reading, named)])
    )


def by_what(cited: str) -> str:
    """A citation inside a sentence: a clause by its id, a reading with the word before it."""
    return f"reading {cited}" if is_reading(cited) else cited


def basis(book: str, cited: str) -> str:
    """The sentence that names what an answer stands on, without its full stop."""
    return f"The {'reading' if is_reading(cited) else 'clause'} is {cite(book, cited)}"
