"""Formats exact fractions for people: decimals, percentages, square roots, "1 in 5.59 billion"."""

from __future__ import annotations

import math
from fractions import Fraction

SIZES = ("", "thousand", "million", "billion", "trillion")


def show_decimal(value: Fraction, places: int) -> str:
    """Format a fraction as a decimal, rounded half to even in the last place."""
    scaled = round(value * 10**places)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{abs(scaled) // 10**places}.{abs(scaled) % 10**places:0{places}d}"


def show_percent(value: Fraction, places: int = 3) -> str:
    """Format a fraction as a percentage."""
    return f"{show_decimal(value * 100, places)}%"


def show_gain(value: Fraction) -> str:
    """Format a value with its sign, exactly and as a percentage."""
    sign = "+" if value > 0 else ""
    return f"{sign}{value} ({sign}{show_percent(value)})"


def show_root(value: Fraction, places: int) -> str:
    """Format the square root of a fraction as a decimal, cut off after the last place."""
    scaled = math.isqrt(value.numerator * 10 ** (2 * places) // value.denominator)
    return f"{scaled // 10**places}.{scaled % 10**places:0{places}d}"


def show_one_in(chance: Fraction) -> str:
    """Format a chance as "1 in 5.59 billion", with three digits."""
    if not chance:
        return "never"
    whole = int(1 / chance)
    power = len(str(whole)) - 1
    odds = round(1 / chance, 2 - power)
    if odds >= 10 ** (power + 1):  # 999.9 is rounded to 1000, a digit more
        power += 1
    if power >= 15:
        return f"1 in 10^{power}"
    thousands = power // 3
    places = 2 - power % 3
    many = odds / 1000**thousands
    figure = show_decimal(many, places) if places else str(many)
    return f"1 in {figure} {SIZES[thousands]}".rstrip()
