"""The vocabulary of the terminal: the synonyms of commands, and how a line is split into commands."""

from __future__ import annotations

import re
from collections.abc import Iterable

_PHRASES: dict[str, str] = {
    "bets": "bets; b; my bets; show bets",
    "rack": "rack; balance; money; chips; bankroll; my rack; my chips; my money",
    "table": "table; t; layout; look; status",
    "undo": "undo; u; take back",
    "take-dice": "shooter; take dice; dice; shoot; take the dice; i shoot",
    "pass-dice": "pass dice; pass the dice",
    "companion": "companion; let the companion shoot; companion shoots",
    "decide": "decide; roll to decide",
    "history": "history; rolls; last rolls",
    "fairness": "fairness; fair dice; proof",
    "transcript": "transcript; log",
    "help": "help; h; ?; commands",
    "quit": "quit; exit; q; bye; leave; goodbye; stop",
}
ALONE = {phrase: word for word, phrases in _PHRASES.items() for phrase in phrases.split("; ")}

DOWN = ("take down", "takedown", "pull down", "pull", "remove", "down")
LESS = ("reduce", "lower", "decrease")
MORE = ("press", "raise", "increase")
THROW = ("roll", "r", "throw")
ON = ("turn on", "call on", "working on", "working", "on")
OFF = ("turn off", "call off", "working off", "not working", "off")
VOCABULARY = {
    word
    for phrase in (*ALONE, *DOWN, *LESS, *MORE, *THROW, *ON, *OFF, "same bet", "buy in", "why", "rules", "save", "seed")
    for word in phrase.split()
}


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


def printable(text: str) -> str:
    """Return input without control characters and cut short, so that it can be printed again."""
    short = text if len(text) <= 40 else text[:37] + "..."
    return "".join(c if c.isprintable() else "?" for c in short)
