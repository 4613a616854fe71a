"""The parser of bets: a part of a line to intents, tolerant of order and wording; it never guesses an amount."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeGuard

from comeout.errors import RulebookError
from comeout.money import Amount, parse_amount
from comeout.rules.layout import Layout
from comeout.rules.procedures import listed
from comeout.speech.bet_intents import AboutBets, BetIntent, CallIntent, Keep, Puzzled, TakeDown
from comeout.speech.bet_words import (
    BET_VERBS,
    DOWN,
    KEEP,
    LESS,
    MORE,
    OFF,
    ON,
    after,
    in_words,
    parts_of,
    printable,
    split_at_and,
)
from comeout.speech.nearest_bets import absence, is_offered, numbers_of
from comeout.table.notation.bet_names import BOXES, NUMBERS, NamedBet, Target, call_named, names_of, stakes_named
from comeout.table.notation.spoken import FIGURES, FILLERS, Said, hear, is_figure, one_by_one, plain, whole

Clear = Sequence[AboutBets]
_MULTIPLES = {"full": 0, "max": 0, "maximum": 0, "double": 2, "triple": 3}
_MULTIPLE = re.compile(rf"(?<!\S)(?:(\d{{1,3}}) ?(?:x|times)|({'|'.join(_MULTIPLES)}))(?!\S)")
_BY_OR_TO = re.compile(r"(.+) (by|to) (?:another )?(\S+?)(?: dollars?| bucks?)?(?: more)?")
_DOWN_TO = re.compile(r"(?:take|bring|pull) (.+) down( (?:by|to) .+)|(?:take|pull) down (.+ (?:by|to) .+)")
CORRECTED_MOST = 80
"""The longest text in which slips are corrected: it takes time for every word."""
WORDS_MOST, ANDS_MOST = 20, 8
"""The longest command that is understood, and how many may be joined by "and": others wait while a house parses."""


class BetParser:
    """Parses what is said about bets at the table of one book, with the names that the book gives to its wagers."""

    def __init__(self, layout: Layout) -> None:
        self._layout, self.names = layout, names_of(layout)
        self.words = self.names.words | BET_VERBS
        """Every word that it knows."""

    def parse(self, line: str) -> Clear | Puzzled:
        """Parse a line about bets and nothing else. If any part is invalid, only the error is returned."""
        asked: list[AboutBets] = []
        for part in map(plain, parts_of(line)):
            found = self.read(part) or (Puzzled(self._suggest(part)),)
            if not _is_clear(found):
                return next(each for each in found if isinstance(each, Puzzled))
            asked += found
        return asked

    def read(self, spoken: str) -> Sequence[AboutBets | Puzzled] | None:
        """Parse one command, or several with an "and" between them; None if the words are about no bet."""
        found = self._whole(spoken)
        if (found and _is_clear(found)) or spoken.count(" and ") > ANDS_MOST:
            return found
        for before, behind in split_at_and(spoken):
            first = self._whole(before)
            rest = self.read(behind) if first and _is_clear(first) else None
            if first and rest and _is_clear(rest):
                return [*first, *rest]
        return found

    def _whole(self, spoken: str) -> Sequence[AboutBets | Puzzled] | None:
        if len(spoken.split()) > WORDS_MOST:
            return None
        return self._shared_out(hear(spoken)) or self._each(spoken)

    def _each(self, spoken: str) -> Sequence[AboutBets | Puzzled] | None:
        """Parse a command once for every number it names, unless the numbers make no difference."""
        asked: list[AboutBets] = []
        for one in one_by_one(spoken, mark="the "):
            understood = self._read(one)
            if understood is None:
                return None
            if isinstance(understood, Puzzled):
                return [understood]
            asked.append(understood)
        return asked if len({each.target for each in asked}) == len(asked) else None

    def _shared_out(self, heard: list[Said]) -> Sequence[AboutBets | Puzzled] | None:
        """Parse an amount for one call of several bets: `66 inside`, `across 64`."""
        figures = [said for said in heard if is_figure(said)]
        name = " ".join(said.text for said in heard if said not in figures)
        call = call_named(self._layout, name)
        if len(figures) > 1 or not call or self.names.find(heard):
            return None
        if not figures:
            return [Puzzled(f"how much {name}? Say `{sum(share for _, share in call.parts)} {name}`")]
        amount = amount_of(figures[0])
        if isinstance(amount, Puzzled):
            return [amount]
        try:
            stakes = stakes_named(self._layout, name, amount)
        except RulebookError as uneven:
            return [Puzzled(f"{uneven.problem}; say {uneven.hint}")]
        spots = ((self._layout.by_id[spot], share) for spot, share in stakes)
        return [BetIntent(Target(spot.wager_id, spot.number), share) for spot, share in spots]

    def _read(self, spoken: str) -> AboutBets | Puzzled | None:
        """Parse one command; returns a question if it is ambiguous, None if it makes no sense."""
        return self._commanded(spoken) or self._called(spoken) or self._multiple(spoken) or self._bet(hear(spoken))

    # -------------------------------------------------------------- commands with a verb

    def _commanded(self, spoken: str) -> AboutBets | Puzzled | None:
        verb, rest = after(spoken, KEEP)
        if verb:
            return self._kept(rest)
        less = _DOWN_TO.fullmatch(spoken)
        if less:
            return self._resized("reduce", less[3] or less[1] + less[2])
        verb, rest = after(spoken, DOWN)
        if not verb and spoken.endswith(" down"):
            verb, rest = "down", spoken.removesuffix(" down").removeprefix("take ")
        if verb:
            target = self.names.target(rest) if rest else None
            nothing = Puzzled("take down what? Say `take down place 6` or `take down all`")
            return TakeDown(target) if target else None if rest else nothing
        verb, rest = after(spoken, LESS + MORE)
        return self._resized(verb, rest) if verb else None

    def _kept(self, rest: str) -> AboutBets | None:
        words = rest.split()
        target = self.names.target(" ".join(word for word in words if word not in ("off", "on")) or "all")
        return Keep(target, "off" not in words) if target else None

    def _resized(self, verb: str, rest: str) -> AboutBets | Puzzled | None:
        """Parse more or less of a bet: `press 6 6`, `press the 6 by 6`, `reduce place 6 to 12`, `press the 8`."""
        heard, change = hear(rest), _BY_OR_TO.fullmatch(rest)
        figure = hear(change[3]) if change else []
        target = self.names.target(change[1]) if change and len(figure) == 1 and is_figure(figure[0]) else None
        if change and target:
            return _resize(verb, target, amount_of(figure[0]), to=change[2] == "to")
        if len(heard) == 2 and all(is_figure(said) for said in heard):
            number, amount = heard if heard[1].kind != "number" else heard[::-1]
            return _resize(verb, Target("", whole(number.text)), amount_of(amount))
        target = self._without_amount(rest, heard) if verb in MORE else None
        if target:
            return BetIntent(target, None, press=True)
        if verb in LESS and self._without_amount(rest, heard):
            return Puzzled(f"{verb} it to how much? Say `{verb} {printable(rest)} to 6`")
        bet = self._bet(heard)
        if bet is None:
            return None if heard else Puzzled(f"{verb} which bet, by how much? Say `{verb} place 6 6`")
        return bet if isinstance(bet, Puzzled) else _resize(verb, bet.target, bet.amount)

    def _without_amount(self, rest: str, heard: list[Said]) -> Target | None:
        """Return the bet that is named without an amount; a figure that could be the amount is one."""
        target = self.names.target(rest) if heard or rest in ("all", "everything") else None
        if target is None or target.number is None:
            return target
        if not target.wager:
            return target if target.number in range(2, 13) else None
        named = target.spot in self._layout.by_id and target.spot in rest
        could_be = target.wager not in self.names.optional and target.number in self.names.numbers(target.wager)
        return target if named or could_be else None

    def _called(self, spoken: str) -> AboutBets | None:
        """Parse a call of ON or OFF: `on 6`, `off hard 8`, `working off`, `place 6 off`, `turn the 6 off`."""
        for words, on in ((OFF, False), (ON, True)):
            verb, rest = after(spoken, words)
            if not verb:
                verb = next((word for word in words if spoken.endswith(f" {word}")), "")
                rest = spoken.removesuffix(verb).strip().removeprefix("turn ").removeprefix("call ")
            target = self.names.target(rest or "all") if verb else None
            if target:
                return CallIntent(target, on)
        return None

    def _multiple(self, spoken: str) -> AboutBets | None:
        """Parse odds by multiple: `3x odds`, `full odds`, `double odds on the 6`."""
        found = _MULTIPLE.search(spoken)
        if not found:
            return None
        target = self.names.target(f"{spoken[: found.start()]}{spoken[found.end() :]}".strip())
        if not target or not target.wager.endswith("odds"):
            return None
        return BetIntent(target, None, times=int(found[1]) if found[1] else _MULTIPLES[found[2]])

    # -------------------------------------------------------------- bets

    def _bet(self, heard: list[Said]) -> BetIntent | Puzzled | None:
        found = self.names.find(heard)
        if not found:
            return self._on_number(heard)
        if self.names.takes_number(found.target):
            return self._numbered(found)
        return _bet_of(found.target, found.figures[0]) if len(found.figures) == 1 else self._how_much(found)

    def _on_number(self, heard: list[Said]) -> BetIntent | Puzzled | None:
        """Parse an amount on a number without a wager, which is a place bet: `12 on the 6`, `12 six and eight`."""
        if len(heard) != 2 or not all(is_figure(said) for said in heard):
            return None
        kinds = {said.kind for said in heard}
        if kinds & {"number", "money"} and "broken" not in kinds and len(kinds) == 2:
            return self._numbered(NamedBet(Target("place"), (), tuple(heard)))
        box = next((said for said in heard if whole(said.text) in BOXES), None)
        other = next((said for said in heard if said is not box), None)
        if not box or not other or amount_of(other).__class__ is Puzzled:
            return None
        amount, number = (FIGURES.get(said.text, said.text) for said in (other, box))
        return Puzzled(f"which of the two is the number? Say `{amount} on the {number}`, or `place {number} {amount}`")

    def _numbered(self, found: NamedBet) -> BetIntent | Puzzled:
        """Tell the number from the amount: by its marks, then by the usual order, never by which would be valid."""
        target, figures = found.target, found.figures
        if len(figures) == 1:
            return self._with_one_figure(found, figures[0])
        if len(figures) != 2:
            return self._how_much(found)
        first, second = figures
        fits = self.names.numbers(target.wager)
        if "number" in (first.kind, second.kind):
            amount_first = second.kind == "number"
        elif "money" in (first.kind, second.kind):
            amount_first = first.kind == "money"
        else:
            if len(found.before) == 2:
                return self._how_much(found)
            # "10 on hard 8", but "8 the hard way 10"
            amount_first = bool(found.before) and not (found.backwards and whole(first.text) in fits)
        number, amount = (second, first) if amount_first else (first, second)
        point = whole(number.text)
        if point is None:
            return Puzzled(f'"{printable(number.text)}" is no number on the layout; say `{_example(target)}`')
        if point not in fits and is_offered(self._layout, target):
            return Puzzled(self._wrong_number(target))
        return _bet_of(target._replace(number=point), amount)

    def _wrong_number(self, target: Target) -> str:
        if target.wager in self._layout.rulebook.wager and self._layout.rulebook.wager[target.wager].travels:
            return f"{in_words(target.wager)} is made without a number; say `{_example(target)}`"
        return numbers_of(self._layout, target.wager) or f"odds are made on {listed(BOXES, 'or')}"

    def _with_one_figure(self, found: NamedBet, figure: Said) -> BetIntent | Puzzled:
        target = found.target
        if target.wager in self.names.optional:
            return _bet_of(target, figure)
        number = whole(figure.text)
        if figure.kind != "money" and number in self.names.numbers(target.wager):
            spot = target._replace(number=number).spot
            if not is_offered(self._layout, target):
                return Puzzled(absence(self._layout, spot))
            four = f", or `all hardways {number}` for the four of them" if target.wager == "hard" else ""
            return Puzzled(f"how much on {in_words(spot)}? Say `{in_words(spot)} 10`{four}")
        if target.wager == "craps":
            return _bet_of(Target("any-craps"), figure)
        if target.wager == "hard" and found.plural:
            return _bet_of(target._replace(every=True), figure)
        if target.wager in ("come-odds", "dont-come-odds"):
            return _bet_of(target, figure)
        if not is_offered(self._layout, target):
            return Puzzled(absence(self._layout, target.wager))
        four = f", or `hardways {printable(figure.text)}` for the four of them" if target.wager == "hard" else ""
        return Puzzled(f"on which number? Say `{_example(target)}`{four}")

    def _how_much(self, found: NamedBet) -> Puzzled:
        missing = absence(self._layout, found.target.spot)
        if missing and not found.figures and not is_offered(self._layout, found.target):
            return Puzzled(missing)
        many = "which of the figures is the amount" if found.figures else f"how much on {in_words(found.target.spot)}"
        return Puzzled(f"{many}? Say `{_example(found.target)}`")

    def _suggest(self, text: str) -> str:
        """Return the error about words that mean no bet, with the nearest that do."""
        meant = corrected(text, sorted(self.words))
        found = self.read(meant) if meant != text else None
        return f"{not_understood(text)}{f'; did you mean `{meant}`?' if found and _is_clear(found) else ''}"


@lru_cache(maxsize=64)
def bet_parser(layout: Layout) -> BetParser:
    """Return the parser of a book's bets, with a cache."""
    return BetParser(layout)


def not_understood(text: str) -> str:
    """Return the error about words that nobody understands."""
    return f'nobody here understands "{printable(text)}"'


def corrected(text: str, known: Sequence[str]) -> str:
    """Return a text with each unknown word replaced by the nearest known one, if there is a near one."""
    return text if len(text) > CORRECTED_MOST else " ".join(_correct(word, known) for word in text.split())


def _correct(word: str, known: Sequence[str]) -> str:
    if word in known or word in FILLERS or any(c.isdecimal() for c in word):
        return word
    return next(iter(difflib.get_close_matches(word, known, n=1, cutoff=0.6)), word)


def _is_clear(found: Sequence[AboutBets | Puzzled]) -> TypeGuard[Clear]:
    return not any(isinstance(each, Puzzled) for each in found)


def amount_of(said: Said) -> Amount | Puzzled:
    """Parse an amount of money."""
    try:
        return parse_amount(FIGURES.get(said.text, said.text))
    except ValueError:
        return Puzzled(f'"{printable(said.text)}" is not an amount; write it like 10 or 12.50')


def _bet_of(target: Target, said: Said) -> BetIntent | Puzzled:
    amount = amount_of(said)
    return amount if isinstance(amount, Puzzled) else BetIntent(target, amount)


def _resize(verb: str, target: Target, amount: Amount | Puzzled | None, *, to: bool = False) -> AboutBets | Puzzled:
    if isinstance(amount, Puzzled):
        return amount
    return TakeDown(target, amount, to) if verb in LESS else BetIntent(target, amount, press=True, to=to)


def _example(target: Target) -> str:
    numbers = NUMBERS.get(target.wager, ()) if target.number is None else ()
    number = "" if not numbers else " 8" if 8 in numbers else f" {numbers[-1]}"
    return f"{in_words(target.spot)}{number} 10"
