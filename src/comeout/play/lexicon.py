"""The words of a craps table: every way a bet or a command is commonly said, and how a line falls into words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

BOXES = (4, 5, 6, 8, 9, 10)
NUMBERS: dict[str, tuple[int, ...]] = {
    "place": BOXES,
    "place-lose": BOXES,
    "buy": BOXES,
    "lay": BOXES,
    "come-odds": BOXES,
    "dont-come-odds": BOXES,
    "hard": (4, 6, 8, 10),
    "craps": (2, 3, 12),
    "horn-high": (2, 3, 11, 12),
    "big": (6, 8),
}

SPOKEN: dict[str, str] = {
    "pass": "pass; pass line; passline; line; front line",
    "dont-pass": "dont pass; dont pass line; dont; dp",
    "come": "come",
    "dont-come": "dont come; dc",
    "odds": "odds; take odds; taking odds; free odds",
    "lay-odds": "lay odds; laying odds",
    "pass-odds": "pass odds; pass line odds; odds pass; odds pass line",
    "dont-pass-odds": "dont pass odds; dp odds; dont odds; odds dont pass; lay odds dont pass",
    "come-odds": "come odds; odds come",
    "dont-come-odds": "dont come odds; dc odds; odds dont come; lay odds dont come",
    "place": "place; place win",
    "place-lose": "place lose; place against",
    "buy": "buy; buy win",
    "lay": "lay; lay against; buy lose",
    "hard": "hard; hard way; hardway; hardways; hard ways",
    "big": "big",
    "field": "field",
    "any-seven": "any seven; any 7; big red; red; seven",
    "any-craps": "any craps; any crap; three way craps",
    "craps": "craps; crap",
    "craps-2": "aces; snake eyes; two craps",
    "craps-3": "ace deuce; acey deucey; three craps",
    "craps-12": "boxcars; midnight; twelve craps",
    "eleven": "yo; eleven; yo eleven; yoleven",
    "c-and-e": "c and e; c e; ce; craps eleven; craps and eleven",
    "horn": "horn",
    "horn-high": "horn high; high horn",
    "horn-high-2": "horn high aces",
    "horn-high-3": "horn high ace deuce",
    "horn-high-11": "horn high yo",
    "horn-high-12": "horn high boxcars; horn high midnight",
    "world": "world; whirl",
}

_SPELLED = "two three four five six seven eight nine ten eleven twelve"
FIGURES = {word: str(number) for number, word in enumerate(_SPELLED.split(), 2)}
_EMPTY = (
    "the a an bet bets on for to in please dollar dollars buck bucks put my me of number with at i want make it each"
)
FILLERS = frozenset(_EMPTY.split())

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


class Said(NamedTuple):
    """One word; a figure may be known for money (a $, a decimal point) or for a number ("on the 6")."""

    text: str
    kind: Literal["word", "figure", "money", "number", "broken"]


def parts_of(line: str) -> list[str]:
    """The commands of a line; a comma between digits belongs to an amount."""
    joined = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", line)
    parts = [part.strip() for part in re.split(r"[;,]", joined)]
    return [part for part in parts if part] or [""]


def plain(text: str) -> str:
    """Small letters, single spaces, no apostrophes, nothing a keyboard adds or leaves out: pass10 is pass 10."""
    text = re.sub("['`\u2018\u2019\u00b4]", "", text.lower()).replace("&", " and ")
    words = (word.rstrip(".!?:") or word for word in text.split())
    return " ".join(re.sub(r"^([a-z-]*[a-z])(\$?\d[\d.]*)$", r"\1 \2", word) for word in words)


def hear(text: str) -> list[Said]:
    """The words that carry meaning; a figure after "on" is a number, one with a $ or a decimal point is money."""
    words = plain(text).split()
    heard: list[Said] = []
    on = False
    for place, word in enumerate(words):
        if word in FILLERS:
            on = word == "on" or (on and word in ("the", "number"))
            continue
        following = words[place + 1] if place + 1 < len(words) else ""
        said = _as_said(word, money=following in ("dollar", "dollars", "buck", "bucks"))
        heard.append(Said(said.text, "number") if on and said.kind == "figure" else said)
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
    """A word with hyphens that is no spot's id is read as its parts: horn-high, any-seven."""
    if said.kind != "word" or "-" not in said.text:
        return (said,)
    return [_as_said(part, money=False) for part in said.text.split("-") if part]


def one_by_one(text: str) -> list[str]:
    """A line about several numbers as one for each: "place 6 and 8 12" places two."""
    figure = rf"(?:\d+|{'|'.join(FIGURES)})"
    several = re.search(rf"(?<!\S){figure}(?: and (?:the )?{figure})+(?!\S)", text)
    if not several:
        return [text]
    numbers = re.split(r" and (?:the )?", several[0])
    return [f"{text[: several.start()]}{number}{text[several.end() :]}" for number in numbers]


def is_figure(said: Said) -> bool:
    """True for what can only be a number or an amount."""
    return said.kind != "word" or said.text in FIGURES


def after(spoken: str, verbs: Iterable[str]) -> tuple[str, str]:
    """The verb a line begins with, and what follows it."""
    for verb in verbs:
        if spoken == verb or spoken.startswith(f"{verb} "):
            return verb, spoken[len(verb) :].strip()
    return "", ""


def whole(text: str) -> int | None:
    """A small whole number in digits or spelled out."""
    text = FIGURES.get(text, text)
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 3 else None


def printable(text: str) -> str:
    """What was said, short and harmless enough to be shown again."""
    short = text if len(text) <= 40 else text[:37] + "..."
    return "".join(c if c.isprintable() else "?" for c in short)
