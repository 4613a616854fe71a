"""The names of bets: every way a bet is commonly called, read as spots of a book. Nothing else reads a bet's name.

    place-6              the id of a spot
    place 6, hard way 8  its words, in any of the usual orders
    snake eyes, yo       what players call it, and the book's own name for it
    place                a wager: all its spots
    place 6 and 8        several numbers of one wager
    inside, across       one call for several bets

Amounts are read by whoever asks: what is left of a line beside the name are its figures.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from comeout.errors import RulebookError, meant, nearest
from comeout.money import Amount, in_proportion, near_multiples, show_amount
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from comeout.rules.procedures import listed
from comeout.table.advice.bundles import Bundle, bundles
from comeout.table.notation.spoken import FIGURES, Said, hear, is_figure, one_by_one, pieces_of, plain, whole

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
"""The numbers that a wager is usually made on, even if a book lacks it."""

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
"""What players call a wager or a spot."""

CHIP = 1_00
"""The amount of one part of a call like "inside", unless a table says otherwise."""

NAME_MOST = 40
"""The longest name of a bet. Longer input is not searched for similar names."""


class Target(NamedTuple):
    """A wager and its number, as far as they were named; "odds" adapt to the bet that they support."""

    wager: str = ""
    number: int | None = None
    every: bool = False

    @property
    def spot(self) -> str:
        """Return the id of the spot that is meant."""
        return self.wager if self.number is None else f"{self.wager}-{self.number}"


ALL = Target(every=True)


class NamedBet(NamedTuple):
    """A wager found in a line, and the figures before and after it."""

    target: Target
    before: tuple[Said, ...]
    after: tuple[Said, ...]
    backwards: bool = False
    plural: bool = False

    @property
    def figures(self) -> tuple[Said, ...]:
        """All figures, in order."""
        return self.before + self.after


class BetNames:
    """The names of the bets of one book: the common words, and the names that the book itself uses."""

    def __init__(self, layout: Layout) -> None:
        wagers = layout.rulebook.wager
        self._ids = {spot.id: Target(spot.wager_id, spot.number) for spot in layout.spots}
        self._numbers = {**NUMBERS, **{name: wager.numbers for name, wager in wagers.items() if wager.numbers}}
        self.optional = {"odds", "lay-odds", "come", "dont-come", *(n for n, wager in wagers.items() if wager.travels)}
        """Wagers that may be named with a number or without one."""
        self._phrases: dict[tuple[str, ...], Target] = {}
        for spot in layout.spots:
            words = tuple(said.text for said in hear(re.sub(r"[(),-]", " ", spot.name)))
            if spot.made_here and any(not word.isdecimal() for word in words):
                self._phrases.setdefault(words, self._ids[spot.id])
        for name in wagers:
            self._phrases[tuple(name.split("-"))] = Target(name)
        for name, phrases in SPOKEN.items():
            for phrase in phrases.split("; "):
                self._phrases[tuple(phrase.split())] = self._ids.get(name, Target(name))
        for word, number in FIGURES.items():
            for said in (word, number):
                for verb, lose in (("place", "place-lose"), ("buy", "lay")):
                    self._phrases[verb, said, "lose"] = Target(lose, int(number))
                    self._phrases[verb, said, "win"] = Target(verb, int(number))
        for phrase in ("all hardways", "all hardway", "all hard ways", "all hard way", "hardways all", "all hard"):
            self._phrases[tuple(phrase.split())] = Target("hard", every=True)
        self.words = frozenset(word for words in self._phrases for word in words)
        """Every word that occurs in a name."""
        self._longest = max(len(words) for words in self._phrases)

    def numbers(self, wager: str) -> tuple[int, ...]:
        """Return the numbers that a wager is made on."""
        return self._numbers.get(wager, BOXES)

    def takes_number(self, target: Target) -> bool:
        """Return whether a figure beside the name may be its number."""
        known = target.every or target.number is not None
        return not known and (target.wager in self._numbers or target.wager in self.optional)

    def target(self, text: str) -> Target | None:
        """Return the bet that a text without an amount names; None if it names none."""
        heard = hear(text)
        if text in ("all", "everything") or not heard:
            return ALL
        if len(heard) == 1 and is_figure(heard[0]):
            number = whole(heard[0].text)
            return None if number is None else Target("", number)
        found = self.find(heard)
        if not found or len(found.figures) > (1 if self.takes_number(found.target) else 0):
            return None
        return found.target._replace(number=whole(found.figures[0].text)) if found.figures else found.target

    def find(self, heard: Sequence[Said]) -> NamedBet | None:
        """Return the wager that the words name, with the figures before and after it; there may be no other words."""
        for start, said in enumerate(heard):
            if "-" in said.text and said.text in self._ids:
                found = NamedBet(self._ids[said.text], tuple(heard[:start]), tuple(heard[start + 1 :]))
                if all(is_figure(figure) for figure in found.figures):
                    return found
        words = [piece for said in heard for piece in pieces_of(said)]
        for length in range(min(self._longest, len(words)), 0, -1):
            for start in range(len(words) - length + 1):
                named = words[start : start + length]
                phrase = tuple(said.text for said in named)
                found = NamedBet(self._phrases.get(phrase, ALL), tuple(words[:start]), tuple(words[start + length :]))
                if phrase not in self._phrases or _is_amount_in_name(named, found.figures):
                    continue
                if all(is_figure(figure) for figure in found.figures):
                    backwards, plural = phrase[-1] in ("way", "hardway"), phrase[-1] in ("ways", "hardways")
                    return found._replace(backwards=backwards, plural=plural)
        return None


def _is_amount_in_name(named: Sequence[Said], rest: tuple[Said, ...]) -> bool:
    """Return whether a figure is an amount, as in "place $10" and "place 10 on 6", though it could be the number 10."""
    figures = [said for said in named if is_figure(said)]
    marked = any(said.kind == "number" for said in rest) and not any(said.kind == "number" for said in named)
    return any(said.kind == "money" for said in figures) or bool(figures and marked)


@lru_cache(maxsize=64)
def names_of(layout: Layout) -> BetNames:
    """Return the names of a book's bets, with a cache."""
    return BetNames(layout)


# ------------------------------------------------------------------ one bet, or several


def bet_named(layout: Layout, text: str) -> str:
    """Return the wager or spot that a text names; words that several wagers share are an error that lists them."""
    words = text.lower().replace("'", "").replace("-", " ").split()
    known = {**layout.rulebook.wager, **layout.by_id}
    for spelling in (text, "-".join(words)):
        if spelling in known:
            return spelling
    sharing = [wager for wager in layout.rulebook.wager if words and set(words) <= set(wager.split("-"))]
    if len(sharing) > 1:
        raise _no_such_bet(layout, text, f"which one: {listed(sharing, 'or')}?")
    found = _spoken(layout, text)
    if not found:
        raise _no_such_bet(layout, text, nearest((*sharing, text)[0], known))
    return found


def bets_named(layout: Layout, text: str) -> tuple[str, ...]:
    """Return the spots to bet on that a text names: one, several numbers, a whole wager, or one call."""
    call = call_named(layout, text)
    if call:
        return tuple(spot for spot, _ in call.parts)
    every = plain(text).removeprefix("every ").removeprefix("all ")
    each = one_by_one(every if every != plain(text) else text)
    return tuple(dict.fromkeys(spot for one in each for spot in _made(layout, bet_named(layout, one.strip()))))


def stakes_named(layout: Layout, text: str, amount: Amount, *, chip: Amount = CHIP) -> tuple[tuple[str, Amount], ...]:
    """Return the stakes that an amount and a name mean: the amount on each bet, or shared among those of one call."""
    call = call_named(layout, text)
    if not call:
        return tuple((spot, amount) for spot in bets_named(layout, text))
    parts = sum(share for _, share in call.parts)
    near = near_multiples(amount, parts * chip, least=parts * chip)
    if amount not in near:
        told = " or ".join(show_amount(each) for each in near)
        raise RulebookError(f"{show_amount(amount)} {call.id} does not come out even", file=layout.id, hint=told)
    return tuple((spot, in_proportion(amount, share, parts)) for spot, share in call.parts)


def nearest_bet(layout: Layout, text: str) -> str:
    """Return a hint with the spot that the writer may have meant, or a short list."""
    return meant_bet(layout, text) or nearest(text, layout.by_id)


def meant_bet(layout: Layout, text: str) -> str:
    """Return a question for the spot that the writer may have meant; empty if none is similar."""
    found = _spoken(layout, text) if len(text) <= NAME_MOST else ""
    return f'did you mean "{found}"?' if found in layout.by_id else meant(text, layout.by_id)


def call_named(layout: Layout, text: str) -> Bundle | None:
    """Return the call of several bets that a text names, unless it is the name of a spot."""
    name = plain(text)
    return next((each for each in bundles(layout) if each.id == name and name not in layout.by_id), None)


def _spoken(layout: Layout, text: str) -> str:
    """Return the wager or spot that players call so; None if the book has none."""
    names = names_of(layout)
    found = names.find(hear(text))
    target = found.target if found and not found.figures else names.target(text)  # "seven" alone is no number here
    known = target is not None and (target.spot in layout.by_id or target.spot in layout.rulebook.wager)
    return target.spot if target and known else ""


def _made(layout: Layout, name: str) -> tuple[str, ...]:
    """Return the spots of a wager, or the spot, on which bets are made."""
    if name in layout.by_id and layout.by_id[name].made_here:
        return (name,)
    spots = tuple(spot.id for spot in layout.spots if spot.made_here and spot.wager_id == name)
    if not spots:
        box = layout.by_id[name].wager_id
        raise RulebookError(f'nobody bets on "{name}", a {box} bet travels there; ask for "{box}"', file=layout.id)
    return spots


def _no_such_bet(layout: Layout, text: str, hint: str) -> RulebookError:
    """Return the error for a name that no bet has: which books have it, or what is similar here."""
    problem, words = f'there is no bet "{text}"', "-".join(text.lower().split())
    others = [name for name in book_names() if name != layout.name and words in load_book(name).by_id]
    if not others:
        return RulebookError(problem, file=layout.id, hint=hint)
    have = f"{' and '.join(others)} {'has' if len(others) == 1 else 'have'} it"
    number = words.rpartition("-")[2]
    alike = [spot.id for spot in layout.spots if spot.made_here and spot.base < 0 and str(spot.number) == number]
    here = f"here on {number}: {', '.join(alike)}" if alike else ""
    return RulebookError(f"{problem}; {have}", file=layout.id, hint=here)
