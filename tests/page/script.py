"""Reads a script of the page for what it must not contain: a rule. Rules are the books'; the page asks the house."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from comeout.rules.conformance import clauses_of
from comeout.rules.library import book_names, load_book

TOKEN = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
    | (?P<text> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | `(?:\\.|[^`\\])*` )
    | (?P<regex> (?<=[(,=:\[!&|?{};\n>])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]* )
    | (?P<code> [^"'`/]+ | / )
    """,
    re.VERBOSE | re.DOTALL,
)

PRICE = re.compile(r"\b\d{1,2}\s?(?:to|for|:)\s?\d{1,2}\b")
"""Odds in words or as a bookmaker writes them."""

HOUR = re.compile(r"\b\d{1,2}:\d\d\b")
BOX = ("4", "5", "6", "8", "9", "10")


def rules_in(script: str) -> list[str]:
    """Every piece of a rule that a script contains, in words."""
    texts, code = _parts(script)
    found = [
        *books_in(script),
        *(f"odds: {text}" for text in texts if PRICE.search(HOUR.sub("", text))),
        *_divided(code),
        *_tables(code),
        *_bets(texts),
        *(f"clause: {text}" for text in texts if text in _clauses()),
    ]
    return sorted(set(found))


def _parts(script: str) -> tuple[list[str], str]:
    """What it says, and what it does; comments apart."""
    texts, code = [], []
    for token in TOKEN.finditer(script):
        if token["text"]:
            texts.append(token["text"][1:-1])
            code.append(texts[-1] if texts[-1].isdecimal() else '""')  # a number in quotes may be a key
        else:
            code.append(token["code"] or " ")
    inside = [piece for text in texts for piece in re.findall(r"\$\{(.*?)\}", text)]
    return texts, "".join(code) + "\n".join(["", *inside])


def books_in(script: str) -> Iterator[str]:
    """The books that a text names."""
    for name in _names():
        if re.search(rf"\b{re.escape(name)}\b", script, re.IGNORECASE):
            yield f"book: {name}"


@cache
def _names() -> tuple[str, ...]:
    """How a book may be called: by its id, its title, or the words of them that are nobody else's."""
    books = [load_book(name).rulebook.book for name in book_names()]
    plain = {"craps", "game", "rules", "procedures", "for", "version", "world", "resorts", "exhibit", "a", "2"}
    words = {word.lower() for book in books for word in re.findall(r"\w+", book.title)} - plain
    ids = {spelt for name in book_names() for spelt in (name, name.replace("-", " "))}
    return tuple(sorted(words | ids | {book.title for book in books}))


def _divided(code: str) -> Iterator[str]:
    """A price of a book worked out in place, like 7 / 5; even money and its like are anybody's."""
    for above, below in re.findall(r"(?<![\w.])(\d{1,2}) ?/ ?(\d{1,2})(?![\w.])", code):
        if int(below) > 1 and Fraction(int(above), int(below)) in _prices() and (above, below) != ("1", "2"):
            yield f"price: {above}/{below}"


@cache
def _prices() -> frozenset[Fraction]:
    layouts = [load_book(name) for name in book_names()]
    return frozenset(odds for layout in layouts for spot in layout.win_odds for point in spot for odds in point)


def _tables(code: str) -> Iterator[str]:
    """Something told for each of the numbers that can be a point, or the numbers themselves."""
    for literal in re.findall(r"\{[^{}]*\}", code):
        if len(set(re.findall(r"\b(\d+)\s*:", literal)) & set(BOX)) >= 3:
            yield f"table by number: {' '.join(literal.split())}"
    for literal in re.findall(r"\[[\d,\s]*\]", code):
        if len(set(re.findall(r"\d+", literal)) & set(BOX)) >= 5 and "7" not in re.findall(r"\d+", literal):
            yield f"list of numbers: {' '.join(literal.split())}"


def _bets(texts: list[str]) -> Iterator[str]:
    """A bet by its id; ids that are plain words as well count when there are several of them."""
    wagers = {wager for name in book_names() for wager in load_book(name).rulebook.wager}
    spots = {spot.id for name in book_names() for spot in load_book(name).spots}
    certain = {each for each in wagers | spots if "-" in each}
    yield from (f"bet: {text}" for text in texts if text in certain)
    yield from (f"bet: {text}" for text in texts if re.sub(r"\$\{.*\}$", "", text).rstrip("-") in certain)
    plain = {text for text in texts if text in wagers - certain}
    if len(plain) >= 3:
        yield f"list of bets: {', '.join(sorted(plain))}"


@cache
def _clauses() -> frozenset[str]:
    ids = {row.id for name in book_names() for row in clauses_of(name)}
    return frozenset(each for each in ids if re.search(r"\d", each) and re.search(r"[^\d]", each) and len(each) > 3)
