"""House books for the tests: the text of one of ours with a few lines changed."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from comeout.rules.layout import Layout
from comeout.rules.library import load_text

FILE = "my-house.toml"

SIX = '{ number = [6], odds = "7 to 6", clause = "6(c) Place 6 to Win" }'
SIX_RAISED = '{ number = [6], odds = "6 to 5", clause = "6(c) Place 6 to Win" }'
"""Place 6 as adelaide pays it, and as a house that pays it more."""


def text_of(book: str) -> str:
    """The text of one of our books."""
    return resources.files("comeout.rules").joinpath("books", f"{book}.toml").read_text(encoding="utf-8")


def changed(book: str, *changes: tuple[str, str]) -> str:
    """The text with each old passage, which must be there exactly once, replaced by a new one."""
    text = text_of(book)
    for old, new in changes:
        assert text.count(old) == 1, f"{text.count(old)} times: {old}"
        text = text.replace(old, new)
    return text


def house(book: str, *changes: tuple[str, str]) -> Layout:
    """A changed book, compiled."""
    return load_text(changed(book, *changes), file=FILE)


def house_file(folder: Path, book: str, *changes: tuple[str, str]) -> str:
    """A changed book as a file of its own."""
    path = folder / FILE
    path.write_text(changed(book, *changes), encoding="utf-8")
    return str(path)
