"""The parser of the terminal: a line to commands. What is said about bets, the parser of bets understands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from comeout.play.intents import (
    MOST_ROLLS,
    Asked,
    AskIntent,
    BuyInIntent,
    Help,
    Save,
    Say,
    SeedIntent,
    Throw,
)
from comeout.play.orders import Orders, spoken_orders
from comeout.rules.layout import Layout
from comeout.speech.bet_intents import Puzzled
from comeout.speech.bet_parser import amount_of, bet_parser, corrected, not_understood
from comeout.speech.bet_words import after, in_words, parts_of, printable
from comeout.table.notation.spoken import hear, one_by_one, plain, whole

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
"""Every command without anything after it, and the word for it."""
THROW = ("roll", "r", "throw")
_OWN_WORDS = {word for phrase in (*ALONE, *THROW, "buy in", "why", "rules", "save", "seed") for word in phrase.split()}
_ORDERED = {word for phrase in spoken_orders() for word in phrase.split()}


class LineParser:
    """Parses lines at the table of one book: bets, crew commands, questions, and what else a terminal offers."""

    def __init__(self, layout: Layout) -> None:
        self._orders, self._bets = Orders(layout), bet_parser(layout)
        self._known = sorted(self._bets.words | _OWN_WORDS | _ORDERED)

    def parse(self, line: str) -> list[Asked] | Puzzled:
        """Parse a line into commands. If any part is invalid, only the error is returned."""
        whole = self._of_whole_line(line.strip())
        if whole:
            return whole if isinstance(whole, Puzzled) else [whole]
        asked: list[Asked] = []
        for part in map(plain, parts_of(line)):
            for each in self._each(part) or [Puzzled(self._suggest(part))]:
                if isinstance(each, Puzzled):
                    return each
                asked.append(each)
        return asked

    def _of_whole_line(self, line: str) -> Asked | Puzzled | None:
        """Parse a command that ends in free text."""
        verb, _, text = line.partition(" ")
        if verb.lower() == "save" and text:
            return Save(text.strip())
        return SeedIntent(text.strip()) if verb.lower() == "seed" else self._orders.whole_line(line)

    def _each(self, spoken: str) -> Sequence[Asked | Puzzled] | None:
        """Parse one part of a line: a crew command, one of the terminal's own, once for every number, or bets."""
        order = self._orders.read(spoken)
        if order:
            return [order]
        found = [self._read(one) for one in one_by_one(spoken)]
        own = [each for each in found if each is not None]
        if len(own) < len(found):
            return self._bets.read(spoken)
        several = {each.target for each in own if isinstance(each, AskIntent)}
        return own if len(own) == 1 or len(several) == len(own) else None

    def _read(self, spoken: str) -> Asked | Puzzled | None:
        """Parse a command that is about no bet; None if it is none."""
        if not spoken:
            return Throw(1)
        if spoken in ALONE:
            return Say(ALONE[spoken])
        verb, rest = after(spoken, ("buy in", "buyin", "buy-in"))
        if verb:
            return _chips(rest)
        verb, rest = after(spoken, ("help", "h", "?"))
        if verb:
            target = self._bets.names.target(rest)
            return Help(in_words(target.wager) if target and target.wager else rest)
        verb, rest = after(spoken, THROW)
        if verb:
            return _throw(rest)
        verb, rest = after(spoken, ("why", "rules", "rule"))
        return self._question("why" if verb == "why" else "rules", rest) if verb else None

    def _question(self, about: Literal["why", "rules"], rest: str) -> Asked | Puzzled:
        if not rest or rest == "not":
            return AskIntent(about, None)
        target = self._bets.names.target(rest)
        if target and (target.wager or target.every or target.number in range(2, 13)):
            return AskIntent(about, target)
        meant = self._corrected(rest)
        if meant != rest and self._bets.names.target(meant):
            return Puzzled(f'there is no bet "{printable(rest)}"; did you mean `{about} {meant}`?')
        last = "; `why` alone explains the last thing" if about == "why" else "; `rules` lists the bets of this book"
        return Puzzled(f'there is no bet "{printable(rest)}"{last}')

    # -------------------------------------------------------------- when nothing fits

    def _suggest(self, text: str) -> str:
        """Suggest the nearest valid command."""
        meant = self._corrected(text)
        if meant != text and self._each(meant):
            return f"{not_understood(text)}; did you mean `{meant}`?"
        return f"{not_understood(text)}; say `help` for what you can say"

    def _corrected(self, text: str) -> str:
        return corrected(text, self._known)


def _chips(rest: str) -> Asked | Puzzled:
    heard = hear(rest)
    if len(heard) != 1:
        return Puzzled("buy in for how much? Say `buy in 100`")
    amount = amount_of(heard[0])
    return amount if isinstance(amount, Puzzled) else BuyInIntent(amount)


def _throw(rest: str) -> Asked | Puzzled:
    words = [word for word in rest.split() if word not in ("the", "dice", "times", "it", "again")]
    times = whole(words[0]) if len(words) == 1 else 1 if not words else None
    if not times or times > MOST_ROLLS:
        return Puzzled(f"say `roll`, or `roll 3` for up to {MOST_ROLLS} rolls; nobody chooses what the dice show")
    return Throw(times)
