"""The price of every bet of the four books as their documents print it, and the bets by name for the tests."""

from __future__ import annotations

from functools import cache

from comeout.exact.figures import Figures, all_figures, figures
from comeout.rules.library import load_book
from tests.kit.by_hand import WAYS, F, Results, at_once, dont, line, one_roll, two_way

BOOKS = ("exhibit-a", "adelaide", "sentosa", "evolution")
PAIRS = ((4, 10), (5, 9), (6, 8))


@cache
def figure(book: str, bet: str) -> Figures:
    """The figures of one bet at one unit."""
    return figures(load_book(book), bet)


@cache
def every_figure(book: str) -> dict[str, Figures]:
    """The figures of every bet of a book."""
    found = all_figures(load_book(book))
    return {each.bet: each for each in found if isinstance(each, Figures)}


def _numbers(name: str, prices: tuple[F, F, F], *, lose: bool = False, charge: str = "") -> dict[str, Results]:
    """A bet on each number against the seven, or on the seven against it, at the prices of 4, 5 and 6."""
    bets = {}
    for pair, odds in zip(PAIRS, prices, strict=True):
        for number in pair:
            ways = (6, WAYS[number]) if lose else (WAYS[number], 6)
            cost = {"": F(0), "stake": F(1, 20), "win": odds / 20}[charge]
            bets[f"{name}-{number}"] = two_way(*ways, odds, cost)
    return bets


def _hardways() -> dict[str, Results]:
    """One hard way against the easy ways and the six sevens, at 7 to 1 and 9 to 1."""
    ways = {4: (2, F(7)), 6: (4, F(9)), 8: (4, F(9)), 10: (2, F(7))}
    return {f"hard-{number}": two_way(1, easy + 6, odds) for number, (easy, odds) in ways.items()}


def _horn(*, aces: int = 30, high: int = 0, seven: bool = False) -> Results:
    """Equal shares on 2, 3, 11 and 12, one more on the high number or on the seven."""
    share = F(1, 5) if high or seven else F(1, 4)
    prices = {2: aces, 3: 15, 11: 15, 12: aces, 7: 4}
    bets = [2, 3, 11, 12] + [high] * bool(high) + [7] * seven
    return one_roll(*((share, (total,), prices[total]) for total in bets))


CRAPS = (2, 3, 12)
FIELD = at_once(((3, 4, 9, 10, 11), 1), ((2, 12), 2))
C_AND_E = one_roll((F(1, 2), CRAPS, 7), (F(1, 2), (11,), 15))
THE_LINE = {"pass": line(), "dont-pass": dont(), "come": line(), "dont-come": dont()}
PROPS = {
    "field": FIELD,
    "any-seven": at_once(((7,), 4)),
    "any-craps": at_once((CRAPS, 7)),
    "eleven": at_once(((11,), 15)),
    "c-and-e": C_AND_E,
}
CRAPS_30 = {"craps-2": at_once(((2,), 30)), "craps-3": at_once(((3,), 15)), "craps-12": at_once(((12,), 30))}
HORN_HIGHS = {f"horn-high-{high}": _horn(high=high) for high in (2, 3, 11, 12)}

USUAL_PLACE = (F(9, 5), F(7, 5), F(7, 6))
PLACE_LOSE = (F(5, 11), F(5, 8), F(4, 5))
BUY = (F(2), F(3, 2), F(6, 5))
LAY = (F(1, 2), F(2, 3), F(5, 6))

BY_HAND: dict[str, dict[str, Results]] = {
    "exhibit-a": {
        **THE_LINE,
        **_numbers("place", (F(7, 4), F(5, 4), F(1))),
        **_hardways(),
        **PROPS,
        "horn": _horn(),
        **HORN_HIGHS,
        "world": _horn(seven=True),
    },
    "adelaide": {
        **THE_LINE,
        **_numbers("place", USUAL_PLACE),
        **_numbers("place-lose", PLACE_LOSE, lose=True),
        **_numbers("buy", BUY, charge="stake"),
        **_numbers("lay", LAY, lose=True, charge="win"),
        **_hardways(),
        "big-6": two_way(5, 6, F(1)),
        "big-8": two_way(5, 6, F(1)),
        **PROPS,
        "craps-2": at_once(((2,), 32)),
        "craps-3": at_once(((3,), 15)),
        "craps-12": at_once(((12,), 32)),
        "horn": _horn(aces=32),
        "world": _horn(aces=32, seven=True),
    },
    "sentosa": {
        **THE_LINE,
        "dont-pass": dont(bar=False),
        "dont-come": dont(bar=False),
        **_numbers("place", USUAL_PLACE),
        **_numbers("buy", BUY, charge="stake"),
        **_numbers("lay", LAY, lose=True, charge="win"),
        **_hardways(),
        **PROPS,
        **CRAPS_30,
        "horn": _horn(),
        **HORN_HIGHS,
    },
    "evolution": {
        **THE_LINE,
        **_numbers("place", USUAL_PLACE),
        **_numbers("place-lose", PLACE_LOSE, lose=True),
        **_hardways(),
        **PROPS,
        **CRAPS_30,
    },
}
