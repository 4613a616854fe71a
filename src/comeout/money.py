"""Money: whole cents, odds as exact fractions, and the only places where anything is rounded."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from fractions import Fraction

Amount = int
"""Minor units (cents). Never a float."""

LARGEST = 10**15
"""The largest amount. A larger one that somebody types is a mistake, not a wager."""

_TYPED = re.compile(r"(\d{1,13})(?:\.(\d{1,2}))?")
_SHOWN = re.compile(r"(?<![\w.$-])(-?)(\d+\.\d\d)(?![\w.])")
_ODDS = re.compile(r"(\d{1,6})\s*(?: to |:|-)\s*(\d{1,6})")


def is_amount(value: object) -> bool:
    """Return whether a value is a whole, positive number of cents that a rack could hold."""
    return type(value) is int and 0 < value <= LARGEST


def parse_amount(text: str) -> Amount:
    """Parse "10" or "12.50" as cents; anything else is a ValueError that says what is accepted."""
    match = _TYPED.fullmatch(text.strip())
    if not match and re.fullmatch(r"\d{14,}(?:\.\d{1,2})?", text.strip()):
        raise ValueError(f'"{text:.20}" is more than any rack holds; write it like 10 or 12.50')
    if not match:
        raise ValueError(f'"{text}" is not an amount; write it like 10 or 12.50')
    whole, part = match.groups()
    return int(whole) * 100 + int((part or "0").ljust(2, "0"))


def show_amount(cents: Amount) -> str:
    """Format cents as the table shows them: 1250 is "12.50", 1000 is "10.00"."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def show_short(cents: Amount) -> str:
    """Format cents without trailing zeros: 1250 is "12.50", 1000 is "10"."""
    return show_amount(cents).removesuffix(".00")


def to_cents(amount: Amount | str) -> Amount:
    """Convert an amount given in Python: an int of cents, or text; a float is refused, since it may not be exact."""
    if isinstance(amount, str):
        return parse_amount(amount)
    if type(amount) is not int:
        given = f"{amount!r:.40}"
        raise ValueError(f'{given} is no amount; write it in whole cents, like 1250, or as text, like "12.50"')
    return amount


def show_money(cents: Amount) -> str:
    """Format cents with their currency: 1250 is "$12.50"."""
    return with_currency(show_amount(cents))


def with_currency(text: str) -> str:
    """Return a sentence with the currency sign before every amount in it."""
    return _SHOWN.sub(r"\1$\2", text)


def parse_odds(text: str) -> Fraction:
    """Parse "7 to 4" or "7:4" as 7/4; zero on either side is refused."""
    match = _ODDS.fullmatch(text)
    if not match or int(match[1]) == 0 or int(match[2]) == 0:
        raise ValueError(f'"{text}" is not odds; write them like "7 to 4"')
    return Fraction(int(match[1]), int(match[2]))


def show_odds(odds: Fraction, word: str = " to ") -> str:
    """Format odds as a layout prints them."""
    return f"{odds.numerator}{word}{odds.denominator}"


def pay(stake: Amount, odds: Fraction, unit: Amount, up: bool) -> Amount:
    """Return what the house pays on a stake: exact odds, rounded once to an amount that can be paid."""
    return pay_ratio(stake, *odds.as_integer_ratio(), unit, up)


def pay_ratio(stake: Amount, over: int, under: int, unit: Amount, up: bool) -> Amount:
    """Return the same for odds given as their two numbers, which a fraction takes long to look up."""
    parts = stake * over
    step = under * unit
    return -(-parts // step) * unit if up else parts // step * unit


def share_of(amount: Amount, rate: Fraction) -> Amount:
    """Return a rate of an amount in whole cents, rounded down."""
    return amount * rate.numerator // rate.denominator


def share_left(total: Fraction, rate: Fraction) -> Amount:
    """Return the largest amount that, with a rate of itself added, does not exceed a total."""
    return int(total / (1 + rate))


def in_proportion(amount: Amount, part: Amount, whole: Amount) -> Amount:
    """Return the share of a part when an amount is divided over a whole, in whole cents, rounded down."""
    return amount * part // whole


def floor_to(amount: Amount, unit: Amount) -> Amount:
    """Return the largest multiple of a unit that is not above an amount."""
    return amount // unit * unit


def ceil_to(amount: Amount, unit: Amount) -> Amount:
    """Return the smallest multiple of a unit that is not below an amount."""
    return -(-amount // unit) * unit


def largest_stake(winnings: Amount, odds: Fraction) -> Amount:
    """Return the largest stake that wins no more than an amount at these odds."""
    return winnings * odds.denominator // odds.numerator


def pays_evenly(stake: Amount, odds: Fraction, unit: Amount) -> bool:
    """Return whether these odds pay a stake in whole units, without rounding."""
    return stake * odds.numerator % (odds.denominator * unit) == 0


def even_step(odds: Iterable[Fraction], unit: Amount, multiple: Amount = 1) -> Amount:
    """Return the smallest stake that is a multiple of `multiple` and that all these odds pay in whole units.

    All other such stakes are its multiples.
    """
    return math.lcm(multiple, *(_even_step(each, unit) for each in odds))


def _even_step(odds: Fraction, unit: Amount) -> Amount:
    whole = odds.denominator * unit
    return whole // math.gcd(whole, odds.numerator)


def near_multiples(amount: Amount, step: Amount, *, least: Amount = 0, most: Amount = LARGEST) -> tuple[Amount, ...]:
    """Return the multiples of a step nearest to an amount, within limits: one, or the one below and the one above.

    With a step that pays evenly (see `even_step`) these are the nearest stakes that do. If none fits, it is empty.
    """
    lowest, highest = ceil_to(least, step), floor_to(most, step)
    if lowest > highest:
        return ()
    below = min(max(floor_to(amount, step), lowest), highest)
    above = min(max(ceil_to(amount, step), lowest), highest)
    return (below,) if below == above else (below, above)


def nearest_multiple(amount: Amount, step: Amount, *, least: Amount = 0) -> Amount:
    """Return the multiple of a step that is nearest to an amount; of two equally near, the larger."""
    return min(near_multiples(amount, step, least=least), key=lambda each: (abs(each - amount), -each))
