"""The words of a craps table: every way a command is commonly said, and how a line falls into commands."""

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
    """The commands of a line; a comma between digits belongs to an amount."""
    joined = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", line)
    parts = [part.strip() for part in re.split(r"[;,]", joined)]
    return [part for part in parts if part] or [""]


def after(spoken: str, verbs: Iterable[str]) -> tuple[str, str]:
    """The verb a line begins with, and what follows it."""
    for verb in verbs:
        if spoken == verb or spoken.startswith(f"{verb} "):
            return verb, spoken[len(verb) :].strip()
    return "", ""


def printable(text: str) -> str:
    """What was said, short and harmless enough to be shown again."""
    short = text if len(text) <= 40 else text[:37] + "..."
    return "".join(c if c.isprintable() else "?" for c in short)
