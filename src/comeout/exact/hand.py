"""Computes the shooter's hand: how long it lasts and how many points it makes, by the book's puck and the dice."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from comeout.errors import NeverDecided, OddsError
from comeout.exact.markov_chain import MarkovChain, absorb, explore
from comeout.exact.numbers import show_decimal, show_one_in
from comeout.exact.weights import FAIR, Weights, check_weights
from comeout.rules.layout import POINT_PLACE, Layout
from comeout.rules.library import open_book

LONGEST = 2_500
"""The longest hand that you can ask about. Beyond it the fraction alone would fill a book."""

DIGITS = 4_000
"""The most digits of a fraction that is written out. Python refuses to print slightly more."""

TOLD = 40
"""How many lengths are listed one by one."""


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """A shooter's turn from the first come-out roll to the seven-out."""

    mean_rolls: Fraction
    lengths: tuple[Fraction, ...]
    """The chance of exactly 1 roll, 2 rolls, and so on."""
    mean_points: Fraction
    points: tuple[Fraction, ...]
    """The chance of exactly 0 points made, 1, and so on."""
    rolls: int
    at_least: Fraction
    """The chance of at least so many rolls."""

    def __repr__(self) -> str:
        means = f"{show_decimal(self.mean_rolls, 3)} rolls and {show_decimal(self.mean_points, 3)} points on average"
        return f"<Hand: {means}, at least {self.rolls} rolls {show_one_in(self.at_least)}>"


def hand(book: str | Path | Layout, *, rolls: int = 1, dice: Weights = FAIR) -> Hand:
    """Return the distribution of a hand, and the chance that it lasts at least so many rolls."""
    layout, dice = open_book(book), check_weights(dice)
    if type(rolls) is not int or not 1 <= rolls <= LONGEST:
        raise OddsError(f"a hand of {rolls} rolls cannot be asked about; take 1 to {LONGEST}")
    if dice.total ** (rolls - 1) > 10**DIGITS:
        raise OddsError(f"a hand of {rolls} rolls cannot be asked about with weights this fine; take fewer rolls")
    chain = _hand_chain(layout, dice)
    try:
        mean = absorb(chain, [0])[0].rolls
    except NeverDecided:
        raise OddsError("with these dice a hand never ends: no seven follows a point") from None
    made = _point_made(layout, dice)
    outlasts = _outlasting(chain, {*range(TOLD + 1), rolls - 1}, max(rolls - 1, TOLD))
    return Hand(
        mean_rolls=mean,
        lengths=tuple(outlasts[n] - outlasts[n + 1] for n in range(TOLD)),
        mean_points=made / (1 - made),
        points=tuple(made**n * (1 - made) for n in range(TOLD // 4)),
        rolls=rolls,
        at_least=outlasts[rolls - 1],
    )


def hand_row(found: Hand) -> dict[str, object]:
    """Return a hand as plain data, with fractions as text."""
    return {
        "mean_rolls": str(found.mean_rolls),
        "mean_points": str(found.mean_points),
        "rolls": found.rolls,
        "at_least": str(found.at_least),
        "one_in": show_one_in(found.at_least),
        "lengths": [{"rolls": n, "exactly": str(chance)} for n, chance in enumerate(found.lengths, 1)],
        "points_made": [{"points": n, "exactly": str(chance)} for n, chance in enumerate(found.points)],
    }


def _hand_chain(layout: Layout, dice: Weights) -> MarkovChain[int, str]:
    """Return the Markov chain of the puck from roll to roll; the hand ends with the seven-out."""

    def step(point: int) -> tuple[dict[int, int], dict[str, int]]:
        goes_on: dict[int, int] = {}
        ends: dict[str, int] = {}
        for total, move in layout.puck[POINT_PLACE[point]].items():
            weight = dice.of_total(total)
            if weight and move.seven_out:
                ends["seven-out"] = ends.get("seven-out", 0) + weight
            elif weight:
                goes_on[move.after] = goes_on.get(move.after, 0) + weight
        return goes_on, ends

    return explore([0], step, dice.total)


def _point_made(layout: Layout, dice: Weights) -> Fraction:
    """Return the chance that a hand makes its next point before it sevens out."""

    def step(point: int) -> tuple[dict[int, int], dict[bool, int]]:
        goes_on: dict[int, int] = {}
        ends: dict[bool, int] = {}
        for total, move in layout.puck[POINT_PLACE[point]].items():
            weight = dice.of_total(total)
            if weight and point and not move.after:
                ends[not move.seven_out] = ends.get(not move.seven_out, 0) + weight
            elif weight:
                goes_on[move.after] = goes_on.get(move.after, 0) + weight
        return goes_on, ends

    return absorb(explore([0], step, dice.total), [0])[0].ends.get(True, Fraction(0))


def _outlasting(chain: MarkovChain[int, str], wanted: Container[int], most: int) -> dict[int, Fraction]:
    """Return the chance that a hand lasts longer than each wanted number of rolls."""
    now, scale, found = {0: 1}, 1, {0: Fraction(1)}
    for rolls in range(1, most + 1):
        scale *= chain.total
        after: dict[int, int] = {}
        for point, weight in now.items():
            for follower, each in chain.states[point].items():
                after[follower] = after.get(follower, 0) + weight * each
        now = after
        if rolls in wanted:
            found[rolls] = Fraction(sum(now.values()), scale)
    return found
