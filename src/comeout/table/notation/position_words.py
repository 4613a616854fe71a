"""The words of a position's line, and the parser of each value."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from comeout.dice import parse_roll
from comeout.errors import nearest
from comeout.money import Amount, parse_amount, show_amount
from comeout.rules.layout import POINTS, Layout
from comeout.table.position import PendingBet, PendingCall
from comeout.table.stakes.bet_parts import BetTerms
from comeout.table.state import COMPANION, Mark, Phase

Value = Callable[[Layout, str], Any]
"""A function that parses a value, or raises a ValueError that says what is wrong."""

PHASES: dict[str, Phase] = {
    "settled": Phase.SETTLED,
    "open": Phase.BETTING,
    "closed": Phase.CLOSED,
    "dice-out": Phase.DICE_OUT,
    "called": Phase.CALLED,
    "shut": Phase.SHUT,
}
BUTTONS: dict[str, Mark] = {"on": Mark.ON, "on-only": Mark.ON_ONLY, "off": Mark.OFF}


def money_word(cents: Amount) -> str:
    """Format an amount without trailing zeros."""
    return show_amount(cents).removesuffix(".00")


def word_of(text: str) -> str:
    """Encode a name as one word: signs that the line itself uses, and a first digit, become %...; codes."""
    return re.sub(r"^\d|[^A-Za-z0-9_.-]", lambda found: f"%{ord(found[0]):x};", text)


def name_of(word: str) -> str:
    """Decode the name that a word stands for."""
    return re.sub(r"%([0-9a-f]{1,5});", lambda found: chr(int(found[1], 16)), word)


def whole(_: Layout, text: str) -> int:
    """Parse a whole number."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise ValueError(f'"{text[:40]}" is not a whole number')
    return int(text)


def _wholes(layout: Layout, text: str) -> tuple[int, ...]:
    return tuple(sorted(whole(layout, each) for each in text.split(",")))


def _hand(layout: Layout, text: str) -> tuple[int, ...]:
    return () if text == "none" else tuple(whole(layout, each) for each in text.split(","))


def _shooter(layout: Layout, text: str) -> int | None:
    if text in ("nobody", "companion"):
        return None if text == "nobody" else COMPANION
    return whole(layout, text)


def _roll(_: Layout, text: str) -> object:
    return parse_roll(text)


def amount_of(_: Layout, text: str) -> Amount:
    """Parse an amount in cents."""
    return parse_amount(text)


def _text(_: Layout, text: str) -> str:
    return name_of(text)


def _groups(layout: Layout, text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(_wholes(layout, group.replace("&", ",")) for group in text.split(",")))


def read_spot(layout: Layout, word: str) -> str:
    """Parse the id of a spot of the book."""
    spot = name_of(word)
    if spot not in layout.by_id:
        from comeout.table.notation.bet_names import nearest_bet  # only a slip needs to know what bets are called

        raise ValueError(f'{layout.id} has no spot "{spot[:40]}"; {nearest_bet(layout, spot)}')
    return spot


def _spots(layout: Layout, text: str) -> tuple[str, ...]:
    return tuple(sorted(read_spot(layout, each) for each in text.split(",")))


def _fields(text: str, least: int, most: int, example: str) -> list[str]:
    fields = text.split(":")
    if not least <= len(fields) <= most:
        raise ValueError(f'"{text[:40]}" is not like {example}')
    return fields


def _waits(layout: Layout, text: str) -> tuple[PendingBet, ...]:
    found = []
    for each in text.split(","):
        seat, spot, amount, *rest = _fields(each, 3, 5, "1:field:10, 1:field:10:cash or 1:field:10:late:dealer")
        tender, *by = rest or ["chips"]
        if tender not in ("chips", "cash", "late") or (by and tender != "late"):
            raise ValueError(f'"{tender[:40]}" is not chips, cash or late')
        late = tender == "late"
        confirmed = tuple(sorted(by[0].split("&"))) if by else ()
        cents = amount_of(layout, amount)
        told = "chips" if late else tender
        found.append(PendingBet(whole(layout, seat), read_spot(layout, spot), cents, told, late, confirmed))
    return tuple(found)


def _asks(layout: Layout, text: str) -> tuple[PendingCall, ...]:
    found = []
    for each in text.split(","):
        seat, spot, *only = _fields(each, 2, 3, "1:place-6 or 1:place-6:only")
        if only not in ([], ["only"]):
            raise ValueError(f'"{only[0][:40]}" is not "only"')
        found.append(PendingCall(whole(layout, seat), read_spot(layout, spot), bool(only)))
    return tuple(found)


def _choices(layout: Layout, text: str) -> tuple[tuple[int, str], ...]:
    pairs = (_fields(each, 2, 2, "1:field") for each in text.split(","))
    return tuple(sorted((whole(layout, seat), read_spot(layout, spot)) for seat, spot in pairs))


def _due(layout: Layout, text: str) -> tuple[tuple[int, str, Amount], ...]:
    told = (_fields(each, 3, 3, "1:field:10") for each in text.split(","))
    return tuple(
        (whole(layout, seat), read_spot(layout, spot), amount_of(layout, amount)) for seat, spot, amount in told
    )


def _terms(layout: Layout, text: str) -> BetTerms:
    found: dict[str, Any] = {"odds": [], "minimum": [], "maximum": [], "shared_boxes": []}
    for each in text.split(",") if text != "plain" else ():
        key, _, value = each.partition(":")
        name, _, of = key.partition("/")
        if name == "odds":
            numbers = [whole(layout, of)] if of else POINTS[1:]
            found["odds"] += [(number, whole(layout, value)) for number in numbers]
        elif name in ("min", "max"):
            found[f"{name}imum"].append((read_spot(layout, of), amount_of(layout, value)))
        elif name == "shared":
            found["shared_boxes"].append(read_spot(layout, of))
        elif name in ("payable-unit", "betting-unit"):
            found[name.replace("-", "_")] = amount_of(layout, value)
        elif name in ("multiples-notice", "breakage-up"):
            found[name.replace("-", "_")] = True
        else:
            known = ("odds", "min", "max", "shared", "payable-unit", "betting-unit", "multiples-notice", "breakage-up")
            raise ValueError(f'no terms "{name[:40]}"; {nearest(name, known)}')
    told: dict[str, Any] = {name: tuple(sorted(each)) if type(each) is list else each for name, each in found.items()}
    return BetTerms(**told)


# ------------------------------------------------------------------ the words

TABLE_WORDS: dict[str, Value | None] = {
    "come-out": None,
    "point": whole,
    "open": None,
    "settled": None,
    "closed": None,
    "dice-out": None,
    "called": _roll,
    "shut": None,
    "disputed": None,
    "ruled": None,
    "dropped": _text,
    "decided": None,
    "decision-only": None,
    "shooter": _shooter,
    "new-shooter": None,
    "last": whole,
    "previous": whole,
    "offered": whole,
    "declined": _wholes,
    "let-by": _wholes,
    "unbacked": None,
    "again": None,
    "going-out": None,
    "dice": whole,
    "hand": _hand,
    "gone": _wholes,
    "unchecked": _wholes,
    "lost": _wholes,
    "free-dice": None,
    "partners": _groups,
    "waits": _waits,
    "asks": _asks,
    "choice": _choices,
    "due": _due,
    "terms": _terms,
}
"""The words about the table, before the seats."""

TABLE_FIELDS = {
    "point": "point",
    "called": "roll",
    "disputed": "disputed",
    "ruled": "ruled",
    "dropped": "dropped",
    "decided": "round_decided",
    "decision-only": "decision_only",
    "shooter": "shooter",
    "new-shooter": "new_shooter",
    "last": "last_shooter",
    "previous": "previous",
    "offered": "offered",
    "declined": "declined",
    "let-by": "let_by",
    "unbacked": "unbacked",
    "again": "again",
    "going-out": "going_out",
    "partners": "partners",
    "waits": "pending",
    "asks": "calls",
    "choice": "choices",
    "due": "due",
}
DICE_FIELDS = {
    "dice": "size",
    "hand": "hand",
    "gone": "gone",
    "unchecked": "unchecked",
    "lost": "lost",
    "free-dice": "free",
}
SEAT_WORDS: dict[str, Value | None] = {
    "keeps": _spots,
    "locks": _spots,
    "warned": None,
    "told-off": whole,
    "barred": None,
    "away": None,
    "ordered": None,
}
BET_WORDS: dict[str, Value | None] = {
    "on": None,
    "on-only": None,
    "off": None,
    "vig": amount_of,
    "new": amount_of,
    "round": amount_of,
}
BET_FIELDS = {"vig": "vigorish", "new": "fresh", "round": "round_part"}
ALONE = ("new", "round")
"""Words with an optional value; without one they mean the whole bet."""
PART_WORDS: dict[str, Value | None] = {
    "terms": whole,
    "overlooked": None,
    "returned": None,
    "in-time": None,
    "order": whole,
}
PART_FIELDS = {
    "terms": "terms",
    "overlooked": "overlooked",
    "returned": "after_warning",
    "in-time": "in_time",
    "order": "order",
}
