"""The probabilities of the thirty-six rolls as whole weights: fair dice, or weights that a person wrote down."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import NamedTuple

from comeout.dice import ROLLS
from comeout.errors import OddsError
from comeout.exact.numbers import show_decimal


class Weights(NamedTuple):
    """Whole weights of the thirty-six rolls by roll index, and their sum."""

    of: tuple[int, ...]
    total: int

    def of_total(self, total: int) -> int:
        """Return the weight of a total of the two dice."""
        return sum(weight for roll, weight in zip(ROLLS, self.of, strict=True) if roll.total == total)


FINEST = 10**32
"""The largest sum of whole weights. Beyond it the exact fractions get too long to print."""

FAIR = Weights((1,) * 36, 36)

HOW = (
    "write 36 weights in the order 1-1, 1-2, ... 6-6 that sum to 1 or to 36, "
    'or counts of rolls with their sum ahead of them, like "total 1000"'
)


def parse_weights(text: str, *, file: str) -> Weights:
    """Parse thirty-six weights: fractions, decimals or counts; a # starts a comment."""
    words = re.sub(r"#.*|[\[\],;]", " ", text).split()
    stated = None
    if words[:1] == ["total"]:
        stated, words = _number(words[1] if len(words) > 1 else "", file), words[2:]
    weights = [_number(word, file) for word in words]
    if len(weights) != len(ROLLS):
        raise OddsError(f"{file}: there are {len(weights)} weights where 36 are needed; {HOW}")
    whole = sum(weights, Fraction(0))
    if not (whole == stated if stated is not None else whole in (1, 36)):
        raise OddsError(f"{file}: the weights sum to {_plainly(whole)}{_not(stated)}; {_rounded(whole)}{HOW}")
    return _whole(weights)


def check_weights(dice: Weights) -> Weights:
    """Return the weights; raise an error that says what is wrong with them."""
    if not isinstance(dice, Weights):
        raise OddsError(f"{dice!r:.40} are no weights of dice; take FAIR, or read them with parse_weights")
    return dice


def _number(word: str, file: str) -> Fraction:
    if not re.fullmatch(r"\d{1,30}(/\d{1,30}|\.\d{1,30})?", word, flags=re.ASCII) or re.search(r"/0+$", word):
        raise OddsError(f'{file}: "{word[:40]}" is no weight; {HOW}')
    return Fraction(word)


def _plainly(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{value} (about {show_decimal(value, 6)})"


def _not(stated: Fraction | None) -> str:
    return "" if stated is None else f", not to the stated {_plainly(stated)}"


def _rounded(whole: Fraction) -> str:
    """Return what to do with decimals that were rounded, so that their sum misses 1 or 36 by a trifle."""
    near = any(0 < abs(whole - sum_) < Fraction(1, 10**4) for sum_ in (1, 36))
    return f'if they were rounded, put "total {whole}" ahead of them; ' if near else ""


def _whole(weights: list[Fraction]) -> Weights:
    if not any(weights):
        raise OddsError(f"every weight is 0: no roll can come; {HOW}")
    scale = math.lcm(*(weight.denominator for weight in weights))
    whole = [int(weight * scale) for weight in weights]
    common = math.gcd(*whole)
    if sum(whole) // common > FINEST:
        raise OddsError(f"the weights are too fine: write them with fewer digits, or over one denominator; {HOW}")
    return Weights(tuple(weight // common for weight in whole), sum(whole) // common)
