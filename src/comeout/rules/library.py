"""Finds and reads books: the four of the package by name, anybody's own by path. The only file reading here."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path

from comeout.rules.compile import compile_layout
from comeout.rules.errors import RulebookError, nearest
from comeout.rules.layout import Layout

_HOME = resources.files("comeout.rules")


@cache
def book_names() -> tuple[str, ...]:
    """The books that come with the package."""
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in _HOME.joinpath("books").iterdir()))


def load_book(name: str, *, payouts: Mapping[str, Mapping[int, str] | str] | None = None) -> Layout:
    """Load and compile a book by name or by the path of a file, with a house's higher payouts if it has any."""
    if name in book_names() and not payouts:
        return _packaged_book(name)
    text, file = _text_of(name)
    return compile_layout(_parse(text, file), name=name, file=file, text=text, payouts=payouts)


@cache
def _packaged_book(name: str) -> Layout:
    """A layout never changes, so a book of the package is compiled once."""
    text, file = _text_of(name)
    return compile_layout(_parse(text, file), name=name, file=file, text=text)


def load_text(text: str, *, file: str = "rulebook") -> Layout:
    """Compile a book from its text, as it is kept with the games played by it."""
    return compile_layout(_parse(text, file), file=file, text=text)


def data_of(name: str) -> dict[str, object]:
    """The parsed data of a book, uncompiled."""
    text, file = _text_of(name)
    return _parse(text, file)


def packaged(folder: str, name: str) -> dict[str, object]:
    """The parsed data of another table that comes with the package (clauses, readings)."""
    return tomllib.loads(_HOME.joinpath(folder, name).read_text(encoding="utf-8"))


def _text_of(name: str) -> tuple[str, str]:
    if name in book_names():
        return _HOME.joinpath("books", f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml"
    path = Path(name)
    if not path.is_file():
        raise RulebookError(f'no book and no file "{name}"', hint=nearest(name, book_names()))
    try:
        return path.read_text(encoding="utf-8"), str(path)
    except (OSError, UnicodeDecodeError) as bad:
        raise RulebookError(f"cannot be read: {bad}", file=str(path)) from None


def _parse(text: str, file: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as bad:
        raise RulebookError(f"is not TOML: {bad}", file=file) from None
