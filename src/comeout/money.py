"""Money: whole cents in and out, odds as exact fractions, and the only places where anything is rounded."""

from __future__ import annotations

import math
import re
from fractions import Fraction

Amount = int
"""Minor units (cents). Never a float."""

LARGEST = 10**15
"""No single amount may be larger; what is typed beyond it is a slip, not a wager."""

_TYPED = re.compile(r"(\d{1,13})(?:\.(\d{1,2}))?")
_SHOWN = re.compile(r"(?<![\w.$-])(-?)(\d+\.\d\d)(?![\w.])")
_ODDS = re.compile(r"(\d{1,6})\s*(?: to |:|-)\s*(\d{1,6})")


def is_amount(value: object) -> bool:
    """True for a whole, positive number of cents that a rack could hold."""
    return type(value) is int and 0 < value <= LARGEST


def parse_amount(text: str) -> Amount:
    """Read "10" or "12.50" as cents; anything else is a ValueError that says what is accepted."""
    match = _TYPED.fullmatch(text.strip())
    if not match:
        raise ValueError(f'"{text}" is not an amount; write it like 10 or 12.50')
    whole, part = match.groups()
    return int(whole) * 100 + int((part or "0").ljust(2, "0"))


def show_amount(cents: Amount) -> str:
    """Write cents the way the table shows them: 1250 is "12.50", 1000 is "10.00"."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def to_cents(amount: Amount | str) -> Amount:
    """Read an amount given in Python: whole cents as an int, or text; a float is refused, since it may not be exact."""
    if isinstance(amount, str):
        return parse_amount(amount)
    if type(amount) is not int:
        given = f"{amount!r:.40}"
        raise ValueError(f'{given} is no amount; write it in whole cents, like 1250, or as text, like "12.50"')
    return amount


def show_money(cents: Amount) -> str:
    """Write cents with their currency: 1250 is "$12.50"."""
    return with_currency(show_amount(cents))


def with_currency(text: str) -> str:
    """A sentence with the sign of the currency before every amount in it."""
    return _SHOWN.sub(r"\1$\2", text)


def parse_odds(text: str) -> Fraction:
    """Read "7 to 4" or "7:4" as 7/4; zero on either side is refused."""
    match = _ODDS.fullmatch(text)
    if not match or int(match[1]) == 0 or int(match[2]) == 0:
        raise ValueError(f'"{text}" is not odds; write them like "7 to 4"')
    return Fraction(int(match[1]), int(match[2]))


def show_odds(odds: Fraction, word: str = " to ") -> str:
    """Write odds the way a layout prints them."""
    return f"{odds.numerator}{word}{odds.denominator}"


def pay(stake: Amount, odds: Fraction, unit: Amount, up: bool) -> Amount:
    """What the house pays on a stake: exact odds, rounded once to an amount the float can pay."""
    parts = stake * odds.numerator
    step = odds.denominator * unit
    return -(-parts // step) * unit if up else parts // step * unit


def share_of(amount: Amount, rate: Fraction) -> Amount:
    """A rate of an amount in whole cents, the fraction dropped."""
    return amount * rate.numerator // rate.denominator


def floor_to(amount: Amount, unit: Amount) -> Amount:
    """The largest multiple of a unit that is not above an amount."""
    return amount // unit * unit


def ceil_to(amount: Amount, unit: Amount) -> Amount:
    """The smallest multiple of a unit that is not below an amount."""
    return -(-amount // unit) * unit


def largest_stake(winnings: Amount, odds: Fraction) -> Amount:
    """The largest stake that wins no more than an amount at these odds."""
    return winnings * odds.denominator // odds.numerator


def even_step(odds: Fraction, unit: Amount) -> Amount:
    """The smallest stake that these odds pay without rounding; its multiples are the others."""
    whole = odds.denominator * unit
    return whole // math.gcd(whole, odds.numerator)
