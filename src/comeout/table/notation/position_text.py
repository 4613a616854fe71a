"""A position as one line of text, printed and parsed. The grammar is in docs/position.md.

my-house@1f0c3a5b7d9e point 6 | 1 pass 10 pass-odds 20 come-5 10 place-8 12
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from comeout.errors import nearest
from comeout.money import Amount
from comeout.rules.layout import POINTS, Layout
from comeout.rules.library import book_names, load_book
from comeout.table.notation.position_words import (
    ALONE,
    BET_FIELDS,
    BET_WORDS,
    BUTTONS,
    DICE_FIELDS,
    PART_FIELDS,
    PART_WORDS,
    PHASES,
    SEAT_WORDS,
    TABLE_FIELDS,
    TABLE_WORDS,
    Value,
    amount_of,
    money_word,
    name_of,
    read_spot,
    whole,
    word_of,
)
from comeout.table.position import (
    OddDice,
    PendingBet,
    Position,
    PositionBet,
    PositionError,
    PositionSeat,
    check_position,
)
from comeout.table.stakes.bet_parts import BetPart, BetTerms
from comeout.table.state import COMPANION, Phase, layout_name

DIGITS = 12
"""How many digits of a digest are printed."""

# ------------------------------------------------------------------ printed


def show_position(position: Position) -> str:
    """Format a position as one line that parse_position reads back."""
    seats = (" ".join(_seat_words(each)) for each in position.seats)
    return " | ".join((" ".join(_head_words(position)), *seats))


def book_word(book: str, digest: str) -> str:
    """Return a book by its id, with its digest unless it is the one of the package."""
    ours = book in book_names() and load_book(book).digest == digest
    return word_of(book) if ours else f"{word_of(book)}@{digest[:DIGITS]}"


def _head_words(position: Position) -> Iterator[str]:
    yield book_word(position.book, position.digest)
    yield f"point {position.point}" if position.point else "come-out"
    phase = next(word for word, phase in PHASES.items() if phase is position.phase)
    if position.phase is not Phase.BETTING:
        yield f"{phase}={position.roll}" if position.roll else phase
    shooter = {COMPANION: "", None: "nobody"}.get(position.shooter, str(position.shooter))
    dice = position.dice or OddDice()
    for name, value in (
        ("disputed", position.disputed),
        ("ruled", position.ruled),
        ("dropped", word_of(position.dropped)),
        ("decided", position.round_decided),
        ("decision-only", position.decision_only),
        ("shooter", shooter),
        ("new-shooter", position.new_shooter),
        ("last", position.last_shooter),
        ("previous", position.previous),
        ("offered", position.offered),
        ("declined", _list(position.declined)),
        ("let-by", _list(position.let_by)),
        ("unbacked", position.unbacked),
        ("again", position.again),
        ("going-out", position.going_out),
        ("dice", dice.size),
        ("hand", (_list(dice.hand) or "none") if position.dice else ""),
        ("gone", _list(dice.gone)),
        ("unchecked", _list(dice.unchecked)),
        ("lost", _list(dice.lost)),
        ("free-dice", dice.free),
        ("partners", ",".join("&".join(map(str, group)) for group in position.partners)),
        ("waits", ",".join(map(_pending, position.pending))),
        ("asks", ",".join(f"{seat}:{word_of(spot)}{':only' * only}" for seat, spot, only in position.calls)),
        ("choice", ",".join(f"{seat}:{word_of(spot)}" for seat, spot in position.choices)),
        ("due", ",".join(f"{seat}:{word_of(spot)}:{money_word(cents)}" for seat, spot, cents in position.due)),
    ):
        yield from _told(name, value)
    for terms in position.terms:
        yield f"terms={','.join(_terms_pairs(terms)) or 'plain'}"


def _told(name: str, value: str | int | bool | None) -> Iterator[str]:
    """Format a field: a word with its value, a word alone for a flag, and nothing if it is not set."""
    if value is True:
        yield name
    elif value:
        yield f"{name}={value}"


def _pending(bet: PendingBet) -> str:
    late = f":late:{'&'.join(bet.confirmed)}" if bet.confirmed else ":late" * bet.late
    return f"{bet.seat}:{word_of(bet.spot)}:{money_word(bet.amount)}" + (
        f":{bet.tender}" if bet.tender != "chips" else late
    )


def _terms_pairs(terms: BetTerms) -> Iterator[str]:
    usual = BetTerms()
    multiples = {times for _, times in terms.odds}
    if len(multiples) == 1 and len(terms.odds) == len(POINTS) - 1:
        yield f"odds:{multiples.pop()}"
    else:
        yield from (f"odds/{number}:{times}" for number, times in terms.odds)
    if terms.payable_unit != usual.payable_unit:
        yield f"payable-unit:{money_word(terms.payable_unit)}"
    if terms.betting_unit != usual.betting_unit:
        yield f"betting-unit:{money_word(terms.betting_unit)}"
    yield from (f"min/{word_of(spot)}:{money_word(least)}" for spot, least in terms.minimum)
    yield from (f"max/{word_of(spot)}:{money_word(most)}" for spot, most in terms.maximum)
    yield from (f"shared/{word_of(spot)}" for spot in terms.shared_boxes)
    if terms.multiples_notice:
        yield "multiples-notice"
    if terms.breakage_up:
        yield "breakage-up"


def _seat_words(each: PositionSeat) -> Iterator[str]:
    yield str(each.seat)
    for name, value in (
        ("keeps", ",".join(map(word_of, each.keeps))),
        ("locks", ",".join(map(word_of, each.locks))),
        ("warned", each.warned),
        ("told-off", each.told_off),
        ("barred", each.barred),
        ("away", each.away),
        ("ordered", each.ordered),
    ):
        yield from _told(name, value)
    for bet in each.bets:
        yield from _bet_words(bet)


def _bet_words(bet: PositionBet) -> Iterator[str]:
    yield f"{word_of(bet.spot)} {money_word(bet.amount)}"
    if bet.button:
        yield next(word for word, mark in BUTTONS.items() if mark is bet.button)
    if bet.vigorish:
        yield f"vig={money_word(bet.vigorish)}"
    if bet.fresh:
        yield _all_or(bet, "new", bet.fresh)
    if bet.round_part != bet.fresh:
        yield _all_or(bet, "round", bet.round_part)
    if len(bet.parts) == 1:
        yield from _part_words(bet.parts[0])
    elif bet.parts:
        told = (" ".join((money_word(part.amount), *_part_words(part))) for part in bet.parts)
        yield f"[{' + '.join(told)}]"


def _all_or(bet: PositionBet, name: str, amount: Amount) -> str:
    return name if amount == bet.amount else f"{name}={money_word(amount)}"


def _part_words(part: BetPart) -> Iterator[str]:
    for name, value in (
        ("terms", part.terms),
        ("overlooked", part.overlooked),
        ("returned", part.after_warning),
        ("in-time", part.in_time),
        ("order", part.order),
    ):
        yield from _told(name, value)


def _list(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


# ------------------------------------------------------------------ parsed


class Token(NamedTuple):
    """A word of a line and the column it begins in."""

    text: str
    column: int


def parse_position(text: str, layout: Layout | None = None) -> Position:
    """Parse a line of text; an error names the column and the nearest right word.

    A layout is needed for a house's own book, and stands for the book of that id that the line names.
    """
    tokens = [Token(found[0], found.start() + 1) for found in re.finditer(r"[|+\[\]]|[^\s|+\[\]]+", text)]
    if not tokens:
        raise PositionError("a position begins with its book, like `BOOK point 6`", column=1)
    return _Reader(tokens, _book(tokens[0], layout)).position()


def _book(token: Token, layout: Layout | None) -> Layout:
    book, _, digest = name_of(token.text).partition("@")
    if layout is None:
        if book not in book_names():
            says = f'no book "{book[:40]}" comes with the package; {nearest(book, book_names())}'
            raise PositionError(says + " (a book of your own is given as a layout)", column=token.column)
        layout = load_book(book)
    if book != layout.id:
        raise PositionError(f'the book is {layout.id}, and this is a position of "{book[:40]}"', column=token.column)
    if digest and (len(digest) < 8 or not layout.digest.startswith(digest)):
        says = f"this is a position of another {book}: the digest of the book is {layout.digest[:DIGITS]}"
        raise PositionError(says, column=token.column + len(book) + 1)
    return layout


class _Reader:
    """Parses the words of one line, from left to right."""

    def __init__(self, tokens: list[Token], layout: Layout) -> None:
        self.layout = layout
        self._tokens, self._at = tokens, 1
        self._columns: dict[tuple[int | str, ...], int] = {}

    def position(self) -> Position:
        """Parse the whole line."""
        found: dict[str, Any] = {"book": self.layout.id, "digest": self.layout.digest}
        dice: dict[str, Any] = {}
        terms: list[BetTerms] = []
        while self._more():
            name, value = self._named(TABLE_WORDS, "a position")
            self._columns.setdefault((name,), self._token.column)
            if name in PHASES:
                found["phase"] = PHASES[name]
            if name == "terms":
                terms.append(value)
            elif name in DICE_FIELDS:
                dice[DICE_FIELDS[name]] = value
            elif name in TABLE_FIELDS:
                self._once(TABLE_FIELDS[name] not in found)
                found[TABLE_FIELDS[name]] = value
        if dice:
            found["dice"] = OddDice(**dice)
        seats = []
        while self._at < len(self._tokens):
            self._next()
            seats.append(self._seat())
        made = Position(**found, terms=tuple(terms), seats=tuple(sorted(seats)))
        try:
            check_position(self.layout, made)
        except PositionError as bad:
            raise PositionError(bad.problem, column=self._column(bad.where), where=bad.where) from None
        return made

    def _column(self, where: tuple[int | str, ...]) -> int:
        return self._columns.get(where) or self._columns.get(where[:1]) or 1

    # -------------------------------------------------------------- words

    @property
    def _token(self) -> Token:
        """Return the word that was read last."""
        return self._tokens[self._at - 1]

    def _more(self) -> bool:
        """Return whether a word is left before the next seat."""
        return self._at < len(self._tokens) and self._tokens[self._at].text != "|"

    def _next(self) -> str:
        self._at += 1
        return self._token.text

    def _peek(self, ahead: int = 0) -> str:
        place = self._at + ahead
        return self._tokens[place].text if place < len(self._tokens) else ""

    def _wrong(self, says: str) -> PositionError:
        return PositionError(says, column=self._token.column)

    def _once(self, new: bool) -> None:
        if not new:
            raise self._wrong(f'"{self._token.text}" says again what was said before')

    def _named(
        self, words: dict[str, Value | None], where: str, proposed: Iterable[str] | None = None
    ) -> tuple[str, Any]:
        """Parse one word of a list with its value after "=", or the word itself for a point."""
        name, given, value = self._next().partition("=")
        if name not in words:
            raise self._wrong(f'no word "{name[:40]}" in {where}; {nearest(name, proposed or words)}')
        read = words[name]
        if name == "point" and not given:
            given, value = "=", self._next() if self._more() else ""
        if read is None or not given:
            if given or (read and name not in ALONE):
                says = "needs a value" if read else "takes no value"
                raise self._wrong(f'"{name}" {says}' + (f": {name}=..." if read else ""))
            return name, True
        return name, self._read(read, value)

    def _read(self, read: Value, text: str) -> Any:
        try:
            return read(self.layout, text)
        except ValueError as bad:
            column = self._token.column + len(self._token.text) - len(text)
            raise PositionError(getattr(bad, "says", str(bad)), column=column) from None

    # -------------------------------------------------------------- seats

    def _seat(self) -> PositionSeat:
        number = self._next() if self._more() else ""
        if not number.isdecimal():
            raise self._wrong("a seat begins with its number, like `| 1 pass 10`")
        seat, found = self._read(whole, number), dict[str, Any]()
        self._columns.setdefault((seat,), self._token.column)
        bets = []
        while self._more():
            if _is_amount(self._peek(1)):
                bets.append(self._bet(seat))
                continue
            self._known_before(self._peek())
            name, value = self._named(
                SEAT_WORDS, f"seat {seat}", {**SEAT_WORDS, **BET_WORDS, **PART_WORDS} if bets else SEAT_WORDS
            )
            self._once(name.replace("-", "_") not in found)
            found[name.replace("-", "_")] = value
        known = layout_name(self.layout)
        places = dict(zip(known.spots, known.places, strict=True))
        return PositionSeat(seat, tuple(sorted(bets, key=lambda bet: places[bet.spot])), **found)

    def _known_before(self, word: str) -> None:
        """Report a spot without its amount with an error of its own."""
        if name_of(word) in self.layout.by_id:
            self._next()
            raise self._wrong(f"{name_of(word)} needs an amount, like `{word} 10`")

    def _bet(self, seat: int) -> PositionBet:
        spot = self._read(read_spot, self._next())
        self._columns.setdefault((seat, spot), self._token.column)
        amount = self._read(amount_of, self._next())
        found: dict[str, Any] = {}
        part: dict[str, Any] = {}
        parts: tuple[BetPart, ...] = ()
        while self._more() and self._peek().partition("=")[0] in (*BET_WORDS, *PART_WORDS, "["):
            if self._peek() == "[":
                self._next()
                parts = tuple(self._parts())
                continue
            words = BET_WORDS if self._peek().partition("=")[0] in BET_WORDS else PART_WORDS
            name, value = self._named(words, f"a bet on {spot}")
            into, field = (found, BET_FIELDS.get(name, "button")) if words is BET_WORDS else (part, PART_FIELDS[name])
            self._once(field not in into)
            into[field] = BUTTONS.get(name, amount if value is True and words is BET_WORDS else value)
        found.setdefault("round_part", found.get("fresh", 0))
        if part:
            parts = (BetPart(amount, **part),)
        return PositionBet(spot, amount, **found, parts=parts)

    def _parts(self) -> Iterator[BetPart]:
        """Parse the parts of a bet in brackets."""
        while True:
            amount = self._read(amount_of, self._next() if self._more() else "")
            found: dict[str, Any] = {}
            while self._more() and self._peek() not in ("+", "]"):
                name, value = self._named(PART_WORDS, "a part of a bet")
                self._once(PART_FIELDS[name] not in found)
                found[PART_FIELDS[name]] = value
            yield BetPart(amount, **found)
            if not self._more():
                raise self._wrong("the parts of a bet end with ]")
            if self._next() == "]":
                return


def _is_amount(text: str) -> bool:
    return text[:1].isdecimal()
