"""The parser of the terminal: a line to commands, tolerant of order and wording; it never guesses an amount."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Literal

from comeout.errors import RulebookError
from comeout.money import Amount, parse_amount
from comeout.play.intents import (
    MOST_ROLLS,
    Asked,
    AskIntent,
    BetIntent,
    BuyInIntent,
    CallIntent,
    Help,
    Keep,
    Puzzled,
    Save,
    Say,
    SeedIntent,
    TakeDown,
    Throw,
)
from comeout.play.lexicon import ALONE, DOWN, LESS, MORE, OFF, ON, THROW, VOCABULARY, after, parts_of, printable
from comeout.play.nearest_bets import absence, is_offered, numbers_of
from comeout.play.orders import Orders, spoken_orders
from comeout.rules.layout import Layout
from comeout.rules.procedures import listed
from comeout.table.notation.bet_names import BOXES, NUMBERS, NamedBet, Target, call_named, names_of, stakes_named
from comeout.table.notation.spoken import FIGURES, FILLERS, Said, hear, is_figure, one_by_one, plain, whole

_ORDERED = {word for phrase in spoken_orders() for word in phrase.split()}


class LineParser:
    """Parses lines at the table of one book: the common words, and the names that the book gives to its wagers."""

    def __init__(self, layout: Layout) -> None:
        self._layout, self._orders, self._names = layout, Orders(layout), names_of(layout)
        self._known = sorted(self._names.words | VOCABULARY | _ORDERED)

    def parse(self, line: str) -> list[Asked] | Puzzled:
        """Parse a line into commands. If any part is invalid, only the error is returned."""
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
        """Parse a command that ends in free text."""
        verb, _, text = line.partition(" ")
        if verb.lower() == "save" and text:
            return Save(text.strip())
        return SeedIntent(text.strip()) if verb.lower() == "seed" else self._orders.whole_line(line)

    def _each(self, spoken: str) -> Sequence[Asked | Puzzled] | None:
        """Parse a command once for every number it names, unless the numbers make no difference."""
        shared = self._shared_out(hear(spoken))
        if shared:
            return shared
        asked: list[Asked] = []
        for one in one_by_one(spoken):
            understood = self._read(one)
            if understood is None:
                return None
            if isinstance(understood, Puzzled):
                return [understood]
            asked.append(understood)
        targets = [
            each.target for each in asked if isinstance(each, (BetIntent, TakeDown, CallIntent, Keep, AskIntent))
        ]
        return asked if len(asked) == 1 or len(set(targets)) == len(asked) else None

    def _shared_out(self, heard: list[Said]) -> Sequence[Asked | Puzzled] | None:
        """Parse an amount for one call of several bets: `66 inside`, `across 64`."""
        figures = [said for said in heard if is_figure(said)]
        name = " ".join(said.text for said in heard if said not in figures)
        if len(figures) != 1 or not call_named(self._layout, name) or self._names.find(heard):
            return None
        amount = _amount(figures[0])
        if isinstance(amount, Puzzled):
            return [amount]
        try:
            stakes = stakes_named(self._layout, name, amount)
        except RulebookError as uneven:
            return [Puzzled(f"{uneven.problem}; say {uneven.hint}")]
        spots = ((self._layout.by_id[spot], share) for spot, share in stakes)
        return [BetIntent(Target(spot.wager_id, spot.number), share) for spot, share in spots]

    def _read(self, spoken: str) -> Asked | Puzzled | None:
        """Parse one command; returns a question if it is ambiguous, None if it makes no sense."""
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
            target = self._names.target(rest)
            return Help(target.wager.replace("-", " ") if target and target.wager else rest)
        verb, rest = after(spoken, THROW)
        if verb:
            return _throw(rest)
        verb, rest = after(spoken, ("why", "rules", "rule"))
        if verb:
            return self._question("why" if verb == "why" else "rules", rest)
        verb, rest = after(spoken, DOWN)
        if verb:
            target = self._names.target(rest) if rest else None
            nothing = Puzzled("take down what? Say `take down place 6` or `take down all`")
            return TakeDown(target) if target else None if rest else nothing
        verb, rest = after(spoken, LESS + MORE)
        return self._resized(verb, rest) if verb else None

    def _kept(self, rest: str) -> Asked | None:
        words = rest.split()
        target = self._names.target(" ".join(word for word in words if word not in ("off", "on")) or "all")
        return Keep(target, "off" not in words) if target else None

    def _question(self, about: Literal["why", "rules"], rest: str) -> Asked | Puzzled:
        if not rest or rest == "not":
            return AskIntent(about, None)
        target = self._names.target(rest)
        if target and (target.wager or target.every or target.number in range(2, 13)):
            return AskIntent(about, target)
        meant = self._corrected(rest)
        if meant != rest and self._names.target(meant):
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
        return TakeDown(bet.target, bet.amount) if verb in LESS else BetIntent(bet.target, bet.amount, press=True)

    def _called(self, spoken: str) -> Asked | None:
        """Parse a call of ON or OFF: `on 6`, `off hard 8`, `working off`, `place 6 off`."""
        for words, on in ((OFF, False), (ON, True)):
            verb, rest = after(spoken, words)
            if not verb:
                verb = next((word for word in words if spoken.endswith(f" {word}")), "")
                rest = spoken.removesuffix(verb).strip()
            target = self._names.target(rest or "all") if verb else None
            if target:
                return CallIntent(target, on)
        return None

    # -------------------------------------------------------------- bets

    def _bet(self, heard: list[Said]) -> BetIntent | Puzzled | None:
        found = self._names.find(heard)
        if not found:
            return None
        if self._names.takes_number(found.target):
            return self._numbered(found)
        return _bet_of(found.target, found.figures[0]) if len(found.figures) == 1 else self._how_much(found)

    def _numbered(self, found: NamedBet) -> BetIntent | Puzzled:
        """Tell the number from the amount: by its marks, then by the usual order, never by which would be valid."""
        target, figures = found.target, found.figures
        if len(figures) == 1:
            return self._with_one_figure(found, figures[0])
        if len(figures) != 2:
            return self._how_much(found)
        first, second = figures
        fits = self._names.numbers(target.wager)
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

    def _with_one_figure(self, found: NamedBet, figure: Said) -> BetIntent | Puzzled:
        target = found.target
        if target.wager in self._names.optional:
            return _bet_of(target, figure)
        number = whole(figure.text)
        if figure.kind != "money" and number in self._names.numbers(target.wager):
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

    def _how_much(self, found: NamedBet) -> Puzzled:
        missing = absence(self._layout, found.target.spot)
        if missing and not found.figures and not is_offered(self._layout, found.target):
            return Puzzled(missing)
        many = "which of the figures is the amount" if found.figures else f"how much on {found.target.spot}"
        return Puzzled(f"{many}? Say `{_example(found.target)}`")

    # -------------------------------------------------------------- when nothing fits

    def _suggest(self, text: str) -> str:
        """Suggest the nearest valid command."""
        meant = self._corrected(text)
        puzzled = f'nobody here understands "{printable(text)}"'
        if meant != text and (self._orders.read(meant) or self._read(meant)):
            return f"{puzzled}; did you mean `{meant}`?"
        return f"{puzzled}; say `help` for what you can say"

    def _corrected(self, text: str) -> str:
        return " ".join(_correct(word, self._known) for word in text.split())


def _correct(word: str, known: list[str]) -> str:
    if word in known or word in FILLERS or any(c.isdecimal() for c in word):
        return word
    return next(iter(difflib.get_close_matches(word, known, n=1, cutoff=0.6)), word)


def _amount(said: Said) -> Amount | Puzzled:
    try:
        return parse_amount(FIGURES.get(said.text, said.text))
    except ValueError:
        return Puzzled(f'"{printable(said.text)}" is not an amount; write it like 10 or 12.50')


def _bet_of(target: Target, said: Said) -> BetIntent | Puzzled:
    amount = _amount(said)
    return amount if isinstance(amount, Puzzled) else BetIntent(target, amount)


def _chips(rest: str) -> Asked | Puzzled:
    heard = hear(rest)
    if len(heard) != 1:
        return Puzzled("buy in for how much? Say `buy in 100`")
    amount = _amount(heard[0])
    return amount if isinstance(amount, Puzzled) else BuyInIntent(amount)


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
