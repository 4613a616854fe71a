"""Reads what a player says into what is asked: forgiving of order and wording, never guessing at money."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from comeout.money import Amount, parse_amount
from comeout.play.intents import (
    ALL,
    MOST_ROLLS,
    Ask,
    Asked,
    Bet,
    BuyIn,
    Call,
    Help,
    Keep,
    Puzzled,
    Save,
    Say,
    Seed,
    TakeDown,
    Target,
    Throw,
)
from comeout.play.lexicon import (
    ALONE,
    BOXES,
    DOWN,
    FIGURES,
    FILLERS,
    LESS,
    MORE,
    NUMBERS,
    OFF,
    ON,
    SPOKEN,
    THROW,
    VOCABULARY,
    Said,
    after,
    hear,
    is_figure,
    one_by_one,
    parts_of,
    pieces_of,
    plain,
    printable,
    whole,
)
from comeout.play.nearest_bets import absence, is_offered, numbers_of
from comeout.play.orders import Orders, spoken_orders
from comeout.rules.layout import Layout
from comeout.rules.procedures import listed

_ORDERED = {word for phrase in spoken_orders() for word in phrase.split()}


class _Found(NamedTuple):
    """A wager among words, and the figures said before and after it."""

    target: Target
    before: tuple[Said, ...]
    after: tuple[Said, ...]
    backwards: bool = False
    plural: bool = False

    @property
    def figures(self) -> tuple[Said, ...]:
        return self.before + self.after


class Ear:
    """Understands what is said at one book's table: the common words, and the names the book itself gives."""

    def __init__(self, layout: Layout) -> None:
        wagers = layout.rulebook.wager
        self._layout, self._orders = layout, Orders(layout)
        self._ids = {spot.id: Target(spot.wager_id, spot.number) for spot in layout.spots}
        self._numbers = {**NUMBERS, **{name: wager.numbers for name, wager in wagers.items() if wager.numbers}}
        self._optional = {"odds", "lay-odds", "come", "dont-come", *(n for n, wager in wagers.items() if wager.travels)}
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
        for phrase in ("all hardways", "hardways all", "all hard"):
            self._phrases[tuple(phrase.split())] = Target("hard", every=True)
        self._known = sorted({word for words in self._phrases for word in words} | VOCABULARY | _ORDERED)
        self._longest = max(len(words) for words in self._phrases)

    def listen(self, line: str) -> list[Asked] | Puzzled:
        """Everything one line asks for; if any part makes no sense nothing is asked."""
        whole = self._of_whole_line(line.strip())
        if whole:
            return whole if isinstance(whole, Puzzled) else [whole]
        asked: list[Asked] = []
        for part in map(plain, parts_of(line)):
            order = self._orders.read(part)
            understood = (order and [order]) or self._each(part) or [Puzzled(self._suggest(part))]
            for each in understood:
                if isinstance(each, Puzzled):
                    return each
                asked.append(each)
        return asked

    def _of_whole_line(self, line: str) -> Asked | Puzzled | None:
        """What ends in words of one's own, which nobody takes apart."""
        verb, _, text = line.partition(" ")
        if verb.lower() == "save" and text:
            return Save(text.strip())
        return Seed(text.strip()) if verb.lower() == "seed" else self._orders.whole_line(line)

    def _each(self, spoken: str) -> Sequence[Asked | Puzzled] | None:
        """What was said, once for every number; numbers that make no difference were not numbers of bets."""
        asked: list[Asked] = []
        for one in one_by_one(spoken):
            understood = self._read(one)
            if understood is None:
                return None
            if isinstance(understood, Puzzled):
                return [understood]
            asked.append(understood)
        targets = [each.target for each in asked if isinstance(each, (Bet, TakeDown, Call, Keep, Ask))]
        return asked if len(asked) == 1 or len(set(targets)) == len(asked) else None

    def _read(self, spoken: str) -> Asked | Puzzled | None:
        """What was said, or a question back, or None for words that make no sense at all."""
        if not spoken:
            return Throw(1)
        if spoken in ALONE:
            return Say(ALONE[spoken])
        return self._commanded(spoken) or self._called(spoken) or self._bet(hear(spoken))

    # -------------------------------------------------------------- commands with a first word

    def _commanded(self, spoken: str) -> Asked | Puzzled | None:
        verb, rest = after(spoken, ("same bet", "same", "keep"))
        if verb:
            return self._kept(rest)
        verb, rest = after(spoken, ("buy in", "buyin", "buy-in"))
        if verb:
            return _chips(rest)
        verb, rest = after(spoken, ("help", "h", "?"))
        if verb:
            target = self._target(rest)
            return Help(target.wager.replace("-", " ") if target and target.wager else rest)
        verb, rest = after(spoken, THROW)
        if verb:
            return _throw(rest)
        verb, rest = after(spoken, ("why", "rules", "rule"))
        if verb:
            return self._question("why" if verb == "why" else "rules", rest)
        verb, rest = after(spoken, DOWN)
        if verb:
            target = self._target(rest) if rest else None
            nothing = Puzzled("take down what? Say `take down place 6` or `take down all`")
            return TakeDown(target) if target else None if rest else nothing
        verb, rest = after(spoken, LESS + MORE)
        return self._resized(verb, rest) if verb else None

    def _kept(self, rest: str) -> Asked | None:
        words = rest.split()
        target = self._target(" ".join(word for word in words if word not in ("off", "on")) or "all")
        return Keep(target, "off" not in words) if target else None

    def _question(self, about: Literal["why", "rules"], rest: str) -> Asked | Puzzled:
        if not rest or rest == "not":
            return Ask(about, None)
        target = self._target(rest)
        if target and (target.wager or target.every or target.number in range(2, 13)):
            return Ask(about, target)
        meant = self._corrected(rest)
        if meant != rest and self._target(meant):
            return Puzzled(f'there is no bet "{printable(rest)}"; did you mean `{about} {meant}`?')
        last = "; `why` alone explains the last thing" if about == "why" else "; `rules` lists the bets of this book"
        return Puzzled(f'there is no bet "{printable(rest)}"{last}')

    def _resized(self, verb: str, rest: str) -> Asked | Puzzled | None:
        heard = hear(rest)
        bet = self._bet(heard)
        if bet is None and len(heard) == 2 and all(is_figure(said) for said in heard):
            bet = _bet_of(Target("", whole(heard[0].text)), heard[1])
        if bet is None:
            return None if rest else Puzzled(f"{verb} which bet, by how much? Say `{verb} place 6 6`")
        if isinstance(bet, Puzzled):
            return bet
        return TakeDown(bet.target, bet.amount) if verb in LESS else Bet(bet.target, bet.amount, press=True)

    def _called(self, spoken: str) -> Asked | None:
        """`on 6`, `off hard 8`, `working off`, and the same said backwards: `place 6 off`."""
        for words, on in ((OFF, False), (ON, True)):
            verb, rest = after(spoken, words)
            if not verb:
                verb = next((word for word in words if spoken.endswith(f" {word}")), "")
                rest = spoken.removesuffix(verb).strip()
            target = self._target(rest or "all") if verb else None
            if target:
                return Call(target, on)
        return None

    # -------------------------------------------------------------- bets

    def _target(self, text: str) -> Target | None:
        """A bet that is meant, without an amount."""
        heard = hear(text)
        if text in ("all", "everything") or not heard:
            return ALL
        if len(heard) == 1 and is_figure(heard[0]):
            number = whole(heard[0].text)
            return None if number is None else Target("", number)
        found = self._find(heard)
        if not found or len(found.figures) > (1 if self._takes_number(found.target) else 0):
            return None
        return found.target._replace(number=whole(found.figures[0].text)) if found.figures else found.target

    def _bet(self, heard: list[Said]) -> Bet | Puzzled | None:
        found = self._find(heard)
        if not found:
            return None
        if self._takes_number(found.target):
            return self._numbered(found)
        return _bet_of(found.target, found.figures[0]) if len(found.figures) == 1 else self._how_much(found)

    def _numbered(self, found: _Found) -> Bet | Puzzled:
        """Tell the number from the amount: by how it was said, then by the usual order; never by which would fit."""
        target, figures = found.target, found.figures
        if len(figures) == 1:
            return self._with_one_figure(found, figures[0])
        if len(figures) != 2:
            return self._how_much(found)
        first, second = figures
        fits = self._numbers.get(target.wager, BOXES)
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
            return f"{target.wager.replace('-', ' ')} is made without a number; say `{_example(target)}`"
        return numbers_of(self._layout, target.wager) or f"odds are made on {listed(BOXES, 'or')}"

    def _with_one_figure(self, found: _Found, figure: Said) -> Bet | Puzzled:
        target = found.target
        if target.wager in self._optional:
            return _bet_of(target, figure)
        number = whole(figure.text)
        if figure.kind != "money" and number in self._numbers.get(target.wager, BOXES):
            spot = target._replace(number=number).spot
            if not is_offered(self._layout, target):
                return Puzzled(absence(self._layout, spot))
            four = f", or `all hardways {number}` for the four of them" if target.wager == "hard" else ""
            return Puzzled(f"how much on {spot}? Say `{spot} 10`{four}")
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

    def _how_much(self, found: _Found) -> Puzzled:
        missing = absence(self._layout, found.target.spot)
        if missing and not found.figures and not is_offered(self._layout, found.target):
            return Puzzled(missing)
        many = "which of the figures is the amount" if found.figures else f"how much on {found.target.spot}"
        return Puzzled(f"{many}? Say `{_example(found.target)}`")

    def _takes_number(self, target: Target) -> bool:
        known = target.every or target.number is not None
        return not known and (target.wager in self._numbers or target.wager in self._optional)

    def _find(self, heard: list[Said]) -> _Found | None:
        """The wager named in the words, with the figures before and after it; every other word must be a figure."""
        for start, said in enumerate(heard):
            if "-" in said.text and said.text in self._ids:
                found = _Found(self._ids[said.text], tuple(heard[:start]), tuple(heard[start + 1 :]))
                if all(is_figure(figure) for figure in found.figures):
                    return found
        words = [piece for said in heard for piece in pieces_of(said)]
        for length in range(min(self._longest, len(words)), 0, -1):
            for start in range(len(words) - length + 1):
                named = words[start : start + length]
                phrase = tuple(said.text for said in named)
                found = _Found(self._phrases.get(phrase, ALL), tuple(words[:start]), tuple(words[start + length :]))
                if phrase not in self._phrases or _is_amount_in_name(named, found.figures):
                    continue
                if all(is_figure(figure) for figure in found.figures):
                    backwards, plural = phrase[-1] in ("way", "hardway"), phrase[-1] in ("ways", "hardways")
                    return found._replace(backwards=backwards, plural=plural)
        return None

    # -------------------------------------------------------------- when nothing fits

    def _suggest(self, text: str) -> str:
        """The nearest thing that could have been meant."""
        meant = self._corrected(text)
        puzzled = f'nobody here understands "{printable(text)}"'
        if meant != text and (self._orders.read(meant) or self._read(meant)):
            return f"{puzzled}; did you mean `{meant}`?"
        return f"{puzzled}; say `help` for what you can say"

    def _corrected(self, text: str) -> str:
        return " ".join(_correct(word, self._known) for word in text.split())


def _is_amount_in_name(named: list[Said], rest: tuple[Said, ...]) -> bool:
    """True for "place $10" and "place 10 on 6", which sound like the name of a bet on 10."""
    figures = [said for said in named if is_figure(said)]
    marked = any(said.kind == "number" for said in rest) and not any(said.kind == "number" for said in named)
    return any(said.kind == "money" for said in figures) or bool(figures and marked)


def _correct(word: str, known: list[str]) -> str:
    if word in known or word in FILLERS or any(c.isdecimal() for c in word):
        return word
    return next(iter(difflib.get_close_matches(word, known, n=1, cutoff=0.6)), word)


def _amount(said: Said) -> Amount | Puzzled:
    try:
        return parse_amount(FIGURES.get(said.text, said.text))
    except ValueError:
        return Puzzled(f'"{printable(said.text)}" is not an amount; write it like 10 or 12.50')


def _bet_of(target: Target, said: Said) -> Bet | Puzzled:
    amount = _amount(said)
    return amount if isinstance(amount, Puzzled) else Bet(target, amount)


def _chips(rest: str) -> Asked | Puzzled:
    heard = hear(rest)
    if len(heard) != 1:
        return Puzzled("buy in for how much? Say `buy in 100`")
    amount = _amount(heard[0])
    return amount if isinstance(amount, Puzzled) else BuyIn(amount)


def _throw(rest: str) -> Asked | Puzzled:
    words = [word for word in rest.split() if word not in ("the", "dice", "times", "it", "again")]
    times = whole(words[0]) if len(words) == 1 else 1 if not words else None
    if not times or times > MOST_ROLLS:
        return Puzzled(f"say `roll`, or `roll 3` for up to {MOST_ROLLS} rolls; nobody chooses what the dice show")
    return Throw(times)


def _example(target: Target) -> str:
    numbers = NUMBERS.get(target.wager, ()) if target.number is None else ()
    number = "" if not numbers else " 8" if 8 in numbers else f" {numbers[-1]}"
    return f"{target.spot.replace('-', ' ')}{number} 10"
