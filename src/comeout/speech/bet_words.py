"""The vocabulary of bets: the verbs that change a bet, and how a line is split into commands."""

from __future__ import annotations

import re
from collections.abc import Iterable

DOWN = ("take down", "takedown", "pull down", "pull", "remove", "down")
LESS = ("reduce", "regress", "lower", "decrease", "bring down")
MORE = ("press", "raise", "increase")
ON = ("turn on", "call on", "working on", "working", "on")
OFF = ("turn off", "call off", "working off", "not working", "off")
KEEP = ("same bet", "same", "keep")
BET_VERBS = frozenset(
    word for phrase in (*DOWN, *LESS, *MORE, *ON, *OFF, *KEEP, "by full max double triple") for word in phrase.split()
)
"""Every word that says what becomes of a bet."""


def parts_of(line: str) -> list[str]:
    """Split a line into commands. A comma between digits is part of an amount."""
    joined = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", line)
    parts = [part.strip() for part in re.split(r"[;,]", joined)]
    return [part for part in parts if part] or [""]


def after(spoken: str, verbs: Iterable[str]) -> tuple[str, str]:
    """Return the verb at the start of a line, and the rest."""
    for verb in verbs:
        if spoken == verb or spoken.startswith(f"{verb} "):
            return verb, spoken[len(verb) :].strip()
    return "", ""


def split_at_and(spoken: str) -> list[tuple[str, str]]:
    """Return a text before and after each "and" in it: two commands may be joined by one."""
    words = spoken.split()
    places = [place for place, word in enumerate(words) if word == "and" and 0 < place < len(words) - 1]
    return [(" ".join(words[:place]), " ".join(words[place + 1 :])) for place in places]


def printable(text: str) -> str:
    """Return input without control characters and cut short, so that it can be printed again."""
    short = text if len(text) <= 40 else text[:37] + "..."
    return "".join(c if c.isprintable() else "?" for c in short)


def in_words(spot: str) -> str:
    """Return the id of a spot as a player types it: "place 6"."""
    return spot.replace("-", " ")
