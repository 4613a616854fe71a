"""BetSpots: the spots of one book that the names in a strategy mean, found by the names that bets have everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import TypeVar

from comeout.errors import RulebookError
from comeout.lab.language.syntax import BetWords
from comeout.lab.language.text_errors import NotInBook, StrategyTextError
from comeout.money import Amount, in_proportion
from comeout.rules.layout import Layout, Spot
from comeout.rules.library import book_names, load_book
from comeout.rules.procedures import listed
from comeout.table.advice.bundles import bundles
from comeout.table.notation.bet_names import (
    bet_named,
    bets_named,
    call_named,
    meant_bet,
    names_of,
    nearest_bet,
    stakes_named,
)
from comeout.table.notation.spoken import hear, one_by_one

T = TypeVar("T")

_EVERY = ("every", "each", "any", "all")
_CHIPS = {"place-6": 6, "place-8": 6}
"""How many chips players put on a number when they share a call; on every other bet as many as on the next."""
_USUAL_CHIPS = 5


class BetSpots:
    """What names mean in one book; a name that the book does not know is an error that says who knows it."""

    def __init__(self, layout: Layout, strategy: str) -> None:
        self.layout, self._strategy = layout, strategy

    def made(self, name: BetWords) -> tuple[str, ...]:
        """The spots that somebody who says this bets on."""
        return self._asked(name, lambda layout, text: bets_named(layout, _in(layout, text)))

    def asked(self, name: BetWords) -> tuple[str, ...]:
        """The spots of an act. A kind of bet with several numbers is one number, or "every" one, never all unsaid."""
        spots = self.made(name)
        found = names_of(self.layout).find(hear(name.text))
        every = name.text.partition(" ")[0] in _EVERY or call_named(self.layout, name.text)
        bare = found and not (found.plural or found.figures or found.target.number)
        if len(spots) > 1 and bare and not every:
            one = bet_words(next(spot for spot in spots if self.layout.by_id[spot].number))
            problem = f'"{name.text}" is a bet on each of {len(spots)} numbers'
            raise StrategyTextError(problem, name.at, hint=f'write "every {name.text}" for all, or one like "{one}"')
        return spots

    def stakes(self, name: BetWords, amount: Amount) -> tuple[tuple[str, Amount], ...]:
        """What an amount puts where: as much on each bet; one call for several shares it out.

        Where a call does not come out even, it is shared as players share it, and a turn asks for even amounts.
        """
        spots = self.asked(name)
        if not call_named(self.layout, name.text):
            return tuple((spot, amount) for spot in spots)
        try:
            return stakes_named(self.layout, name.text, amount)
        except RulebookError:
            chips = [_CHIPS.get(spot, _USUAL_CHIPS) for spot in spots]
            whole = sum(chips)
            return tuple((spot, in_proportion(amount, chip, whole)) for spot, chip in zip(spots, chips, strict=True))

    def about(self, name: BetWords) -> tuple[str, ...]:
        """Every spot on which such a bet can lie, with the numbers that it travels to."""
        return self._asked(name, lambda layout, text: _about(layout, _in(layout, text)))

    def numbers(self, name: BetWords) -> tuple[Spot, ...]:
        """The numbers on which such a bet stands: come bets that have travelled, place bets, and so on."""
        found = [self.layout.by_id[spot] for spot in self.about(name)]
        standing = tuple(spot for spot in found if spot.number and not spot.in_box)
        if not standing:
            raise StrategyTextError(f'"{name.text}" stands on no number', name.at, hint='write it like "come numbers"')
        return standing

    def bases(self, name: BetWords) -> tuple[Spot, ...]:
        """The bets of a name that odds can support."""
        found = tuple(spot for each in self.about(name) if (spot := self.layout.by_id[each]).supported_by)
        if not found:
            problem = f"{self.layout.id} has no odds on {name.text}, so {self._strategy} cannot be played there"
            raise NotInBook(problem, name.at, hint="odds support pass, don't pass, come and don't come")
        return found

    def _asked(self, name: BetWords, find: Callable[[Layout, str], T]) -> T:
        try:
            return find(self.layout, name.text)
        except RulebookError as bad:
            known = [book for book in book_names() if _finds(load_book(book), find, name.text)]
            hint = self._corrected(name.text, find) or bad.hint or meant_bet(self.layout, name.text)
            if bad.problem.startswith("nobody bets"):
                problem, _, hint = bad.problem.partition("; ")
                raise StrategyTextError(problem, name.at, hint=hint) from None
            if not known:
                hint = _numbers_of(self.layout, name.text) or hint or nearest_bet(self.layout, name.text)
                hint = _kinds(self.layout) if hint.startswith("known") else hint
                raise StrategyTextError(f'there is no bet "{name.text}"', name.at, hint=hint) from None
            have = f"{listed(known)} {'has' if len(known) == 1 else 'have'} it"
            hint = "" if hint.startswith("known") else hint
            problem = f'{self.layout.id} has no bet "{name.text}", so {self._strategy} cannot be played there; {have}'
            raise NotInBook(problem, name.at, hint=hint) from None

    def _corrected(self, text: str, find: Callable[[Layout, str], T]) -> str:
        """A question for the same name with its words spelled right, where that is a name."""
        known = sorted({*names_of(self.layout).words, *(bundle.id for bundle in bundles(self.layout))})
        words = [word if word in known or word.isdecimal() else _closest(word, known) for word in text.split()]
        right = " ".join(words)
        return f'did you mean "{right}"?' if right != text and _finds(self.layout, find, right) else ""


def _closest(word: str, known: list[str]) -> str:
    """The known word that is most like one, or the word itself."""
    return next(iter(get_close_matches(word[:40], known, n=1)), word)


def _numbers_of(layout: Layout, text: str) -> str:
    """A hint for a kind of bet that does not exist on a number that was named."""
    named = [names_of(layout).find(hear(one)) for one in one_by_one(text)]
    wagers = {found.target.wager for found in named if found and found.figures}
    numbers = [str(spot.number) for spot in layout.spots if spot.wager_id in wagers and spot.number]
    if len(wagers) != 1 or not numbers:
        return ""
    seven = ', and "any seven" on 7' if "any-seven" in layout.by_id and re.search(r"\b7\b", text) else ""
    return f"{bet_words(wagers.pop())} bets are on {listed(list(dict.fromkeys(numbers)))}{seven}"


def _kinds(layout: Layout) -> str:
    """A hint with the bets of a book by kind."""
    kinds = dict.fromkeys(spot.wager_id for spot in layout.spots if spot.made_here and spot.base < 0)
    return f"{layout.id} has {listed([bet_words(kind) for kind in kinds])}"


def bet_words(spot: str) -> str:
    """The name of a spot or a wager as a text writes it; "and" joins numbers alone, so that c-and-e stays one word."""
    return spot if "-and-" in spot else spot.replace("-", " ")


def _finds(layout: Layout, find: Callable[[Layout, str], T], text: str) -> bool:
    try:
        find(layout, text)
    except RulebookError:
        return False
    return True


def _in(layout: Layout, text: str) -> str:
    """A name without "every" or "any" before it, where that is no part of it, as it is of "any seven"."""
    word, _, rest = text.partition(" ")
    if word not in _EVERY or not rest:
        return text
    found = names_of(layout).find(hear(text)) if word == "any" else None
    return text if found and not found.figures else rest


def _about(layout: Layout, text: str) -> tuple[str, ...]:
    call = call_named(layout, text)
    if call:
        return tuple(spot for spot, _ in call.parts)
    found: list[str] = []
    for one in one_by_one(text):
        name = bet_named(layout, one.strip())
        of_wager = [spot.id for spot in layout.spots if spot.wager_id == name]
        found += of_wager or [name]
    return tuple(dict.fromkeys(found))
