"""Finds and reads books: the four of the package by name, your own by path. Nothing else in `rules/` reads files."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from comeout.errors import RulebookError, nearest

if TYPE_CHECKING:
    from comeout.rules.layout import Layout

_HOME = resources.files("comeout.rules")
LARGEST_BOOK = 256 * 1024
"""The most bytes of a book file: a larger one is refused before it is parsed."""


@cache
def book_names() -> tuple[str, ...]:
    """Return the names of the books that come with the package."""
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in _HOME.joinpath("books").iterdir()))


def open_book(book: str | Path | Layout) -> Layout:
    """Return the layout of a book, given by name, by path, or as a layout."""
    from comeout.rules.layout import Layout

    return book if isinstance(book, Layout) else load_book(book)


def load_book(name: str | Path, *, payouts: Mapping[str, Mapping[int, str] | str] | None = None) -> Layout:
    """Load and compile a book by name or by the path of a file, with a house's higher payouts if it has any."""
    given: object = name
    if not isinstance(given, (str, Path)):
        raise RulebookError(f"{name!r:.60} is no book; give its name, or the path of a file", hint=known_books())
    name = str(name)
    if name in book_names() and not payouts:
        return _packaged_book(name)
    return _compiled(*_text_of(name), name=name, payouts=payouts)


def known_books() -> str:
    """Return a hint that lists the books of the package."""
    return f"known: {', '.join(book_names())}"


@cache
def _packaged_book(name: str) -> Layout:
    """Compile a book of the package, with a cache: a layout never changes."""
    return _compiled(*_text_of(name), name=name)


def load_text(
    text: str, *, file: str = "rulebook", payouts: Mapping[str, Mapping[int, str] | str] | None = None
) -> Layout:
    """Compile a book from its text and a house's payouts, as a log stores them."""
    return _compiled(text, file, payouts=payouts)


@lru_cache(maxsize=64)
def restored(name: str, text: str, payouts: tuple[tuple[str, tuple[tuple[int, str], ...]], ...]) -> Layout:
    """Unpickle a layout: one of the package as it is, or its text compiled once per process."""
    if name in book_names() and not payouts and (known := _packaged_book(name)).text == text:
        return known
    return _compiled(text, name, name=name, payouts={spot: dict(by_total) for spot, by_total in payouts})


def _compiled(
    text: str, file: str, *, name: str = "", payouts: Mapping[str, Mapping[int, str] | str] | None = None
) -> Layout:
    from comeout.rules.compile import compile_layout  # here, so that knowing the names of the books costs nothing

    return compile_layout(_parse(text, file), name=name, file=file, text=text, payouts=payouts)


def has_rules_of(layout: Layout, book: str) -> bool:
    """Return whether a layout has the rules of one of our books, whatever payouts a house has raised."""
    ours = _packaged_book(book)
    return layout.text == ours.text or load_text(layout.text).digest == ours.digest


def own_copy(layout: Layout, called: str) -> tuple[str, str]:
    """Return the text of a book with a new id made from its name, and that id."""
    plain = re.sub("[^a-z0-9]+", "-", called.casefold()).strip("-")
    own = plain if plain and plain not in book_names() else f"{layout.id}-house"
    head = f'id = "{own}"\ncopy_of = "{layout.rulebook.book.copy_of or layout.id}"\n'
    return re.sub(r'(?m)^id = ".*"\n(?:copy_of = ".*"\n)?', lambda _: head, layout.text, count=1), own


def data_of(name: str) -> dict[str, object]:
    """Return the parsed data of a book, not compiled."""
    text, file = _text_of(name)
    return _parse(text, file)


def packaged(folder: str, name: str) -> dict[str, object]:
    """Return the parsed data of another file of the package (clauses, readings)."""
    return tomllib.loads(_HOME.joinpath(folder, name).read_text(encoding="utf-8"))


def default_book() -> str:
    """Return the name of the book for whoever names none."""
    return str(packaged("", "default.toml")["book"])


def for_newcomers() -> tuple[str, dict[str, str]]:
    """Return why the default book is the one to begin with, and a sentence on how each book differs."""
    told: dict[str, Any] = packaged("", "default.toml")
    return told["why"], told["newcomers"]


def worked_examples(book: str) -> dict[str, Any]:
    """Return the worked examples of a book in the format of `comeout replay`; a house's own book has none."""
    told = json.loads(_HOME.joinpath("examples.json").read_text(encoding="utf-8"))
    return {**told, "examples": [example for example in told["examples"] if example["rulebook"] == book]}


def _text_of(name: str) -> tuple[str, str]:
    if name in book_names():
        return _HOME.joinpath("books", f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml"
    path = Path(name)
    if not path.is_file():
        raise RulebookError(f'no book and no file "{name}"', hint=nearest(name, book_names()))
    try:
        if path.stat().st_size > LARGEST_BOOK:
            raise RulebookError("is larger than 256 KB, which no book is", file=str(path))
        return path.read_text(encoding="utf-8"), str(path)
    except (OSError, UnicodeDecodeError) as bad:
        raise RulebookError(f"cannot be read: {bad}", file=str(path)) from None


def _parse(text: str, file: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as bad:
        raise RulebookError(f"is not TOML: {bad}", file=file) from None
