"""Splits typed text into words: figures, money and numbers are distinguished, fillers dropped. It knows no bets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

_SPELLED = "two three four five six seven eight nine ten eleven twelve"
FIGURES = {word: str(number) for number, word in enumerate(_SPELLED.split(), 2)}
"""Numbers in words, and their digits."""

_EMPTY = (
    "the a an bet bets on for to in please dollar dollars buck bucks put my me of number with at i want make it each"
)
FILLERS = frozenset(_EMPTY.split())
"""Words without a meaning of their own."""

_EACH_HARDWAY = re.compile(r"\b(?:each|every)(?: of the| of)? (?=hard ?ways?\b)(hard)")
"""Where "each" has a meaning: an amount for each hardway."""


class Said(NamedTuple):
    """One word. A figure may be known to be money (a $, a decimal point) or a number ("on the 6")."""

    text: str
    kind: Literal["word", "figure", "money", "number", "broken"]


def plain(text: str) -> str:
    """Normalize text: lower case, single spaces, no apostrophes; "pass10" becomes "pass 10"."""
    text = re.sub("['`\u2018\u2019\u00b4]", "", text.lower()).replace("&", " and ")
    words = (word.rstrip(".!?:") or word for word in text.split())
    return " ".join(re.sub(r"^([a-z-]*[a-z])(\$?\d[\d.]*)$", r"\1 \2", word) for word in words)


def hear(text: str) -> list[Said]:
    """Return the words with a meaning; a figure after "on" or "the" is a number, one with a $ or a point is money."""
    words = _EACH_HARDWAY.sub(r"all \1", plain(text)).split()
    heard: list[Said] = []
    on = False
    for place, word in enumerate(words):
        if word in FILLERS:
            on = word in ("on", "the", "number")
            continue
        following = words[place + 1] if place + 1 < len(words) else ""
        said = _as_said(word, money=following in ("dollar", "dollars", "buck", "bucks"))
        heard.append(Said(said.text, "number") if on and (said.kind == "figure" or said.text in FIGURES) else said)
        on = False
    return heard


def _as_said(word: str, *, money: bool) -> Said:
    bare = word.removeprefix("$").replace("$", "")
    if re.fullmatch(r"\d+(\.\d{1,2})?", bare):
        return Said(bare, "money" if money or bare != word or "." in bare else "figure")
    if re.match(r"[-+]?\$?[\d.]*\d", word) and not re.search(r"[a-z]-|-[a-z]", word):
        return Said(word, "broken")
    return Said(word, "word")


def pieces_of(said: Said) -> Iterable[Said]:
    """Split a word with hyphens that is no spot's id into its parts: horn-high, any-seven."""
    if said.kind != "word" or "-" not in said.text:
        return (said,)
    return [_as_said(part, money=False) for part in said.text.split("-") if part]


def one_by_one(text: str, *, mark: str = "") -> list[str]:
    """Split a line about several numbers into one for each, marked: "place 6 and 8 12" places two bets."""
    figure = rf"(?:\d+|{'|'.join(FIGURES)})"
    several = re.search(rf"(?<!\S){figure}(?: and (?:the )?{figure})+(?!\S)", text)
    if not several:
        return [text]
    numbers = re.split(r" and (?:the )?", several[0])
    return [f"{text[: several.start()]}{mark}{number}{text[several.end() :]}" for number in numbers]


def is_figure(said: Said) -> bool:
    """Return whether a word can only be a number or an amount."""
    return said.kind != "word" or said.text in FIGURES


def whole(text: str) -> int | None:
    """Parse a small whole number in digits or in words."""
    text = FIGURES.get(text, text)
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 3 else None
