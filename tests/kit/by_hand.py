"""Craps worked out on paper, from the ways to roll each total; it shares no code with the exact figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

F = Fraction
"""Every line of paper work has one."""

WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
POINTS = (4, 5, 6, 8, 9, 10)
TRUE = {4: F(2), 5: F(3, 2), 6: F(6, 5), 8: F(6, 5), 9: F(3, 2), 10: F(2)}

NOTHING = F(0)

Results = list[tuple[F, F]]
"""Every way a bet can end: its chance and its net, in parts of the flat bet."""


def mean(results: Results) -> F:
    """The value of a bet."""
    return sum((chance * net for chance, net in results), F(0))


def variance(results: Results) -> F:
    """The mean square of the distance from the value."""
    value = mean(results)
    return sum((chance * (net - value) ** 2 for chance, net in results), F(0))


def two_way(wins: int, loses: int, odds: F, charge: F = NOTHING) -> Results:
    """A bet that waits for one of two things to come, so many ways each."""
    return [(F(wins, wins + loses), odds - charge), (F(loses, wins + loses), F(-1) - charge)]


def one_roll(*parts: tuple[F, Iterable[int], int]) -> Results:
    """One roll, and shares of the stake on some totals each: what wins is paid, the other shares are lost."""
    results = []
    for total, ways in WAYS.items():
        net = sum((share * odds if total in totals else -share for share, totals, odds in parts), F(0))
        results.append((F(ways, 36), net))
    return results


def at_once(*prices: tuple[Iterable[int], int]) -> Results:
    """One roll, the whole stake on each of the totals named, at its odds."""
    paid = {total: odds for totals, odds in prices for total in totals}
    return [(F(ways, 36), F(paid.get(total, -1))) for total, ways in WAYS.items()]


def line(odds: Mapping[int, F] | None = None, prices: Mapping[int, F] = TRUE) -> Results:
    """Pass, or come: with so many times the bet behind it on each point, paid at these prices."""
    times = odds or dict.fromkeys(POINTS, F(0))
    results = [(F(8, 36), F(1)), (F(4, 36), F(-1))]
    for point in POINTS:
        ways, here = WAYS[point], F(WAYS[point], 36)
        results.append((here * F(ways, ways + 6), 1 + times[point] * prices[point]))
        results.append((here * F(6, ways + 6), -1 - times[point]))
    return results


def dont(odds: Mapping[int, F] | None = None, prices: Mapping[int, F] = TRUE, *, bar: bool = True) -> Results:
    """Don't pass, or don't come, with odds laid; prices are those of taking odds. Without the bar a 12 rolls again."""
    times = odds or dict.fromkeys(POINTS, F(0))
    results = [(F(3, 36), F(1)), (F(8, 36), F(-1)), (F(1, 36), F(0))]
    for point in POINTS:
        ways, here = WAYS[point], F(WAYS[point], 36)
        results.append((here * F(6, ways + 6), 1 + times[point] / prices[point]))
        results.append((here * F(ways, ways + 6), -1 - times[point]))
    return results if bar else [(chance * F(36, 35), net) for chance, net in results if net]


def outlay(odds: Mapping[int, F]) -> F:
    """What a line bet and its odds put on the table on average."""
    return 1 + sum((F(WAYS[point], 36) * odds[point] for point in POINTS), F(0))


LINE_ROLLS = 1 + sum((F(WAYS[point], 36) * F(36, WAYS[point] + 6) for point in POINTS), F(0))
"""The come-out roll, and the wait for the point or the seven after the points."""

SEVEN_OUT = sum((F(WAYS[point], 36) * F(6, WAYS[point] + 6) for point in POINTS), F(0))
POINT_MADE = sum((F(WAYS[point], 36) * F(WAYS[point], WAYS[point] + 6) for point in POINTS), F(0))
PUCK_ON = 1 - 1 / LINE_ROLLS
"""One roll of each round is a come-out roll."""


# ------------------------------------------------------------------ sleeping bets


def sleeping_rolls(number: int) -> dict[int, F]:
    """Rolls to a decision of a bet on a number that sleeps while the puck is off, by the puck when it is made.

    Off: 36/24 rolls until a point comes, then as on that point. On a point: the number or the seven decides, the point
    turns the puck off, anything else changes nothing. Two equations, solved for the puck off.
    """
    decisive = WAYS[number] + 6
    others = [point for point in POINTS if point != number]
    turning = sum((F(WAYS[point] ** 2, decisive + WAYS[point]) for point in others), F(0)) / 24
    waiting = sum((F(WAYS[point] * 36, decisive + WAYS[point]) for point in others), F(0)) / 24
    off = (F(36, 24) + waiting + F(WAYS[number], 24) * F(36, decisive)) / (1 - turning)
    on = {point: (36 + WAYS[point] * off) / (decisive + WAYS[point]) for point in others}
    return {0: off, number: F(36, decisive), **on}


def awake_when_decided(number: int) -> dict[int, F]:
    """How likely odds behind a come bet on a number are in play when it is decided, by the puck when they are made.

    They sleep while the puck is off, and a decision then sends them back. The puck is never on the number itself: the
    roll that puts it there decides the come bet.
    """
    decisive = WAYS[number] + 6
    others = [point for point in POINTS if point != number]
    asleep = 30 - sum((F(WAYS[point] ** 2, decisive + WAYS[point]) for point in others), F(0))
    off = decisive * sum((F(WAYS[point], decisive + WAYS[point]) for point in others), F(0)) / asleep
    return {0: off, **{point: (decisive + WAYS[point] * off) / (decisive + WAYS[point]) for point in others}}


def come_odds_awake(number: int) -> F:
    """The same for a come bet made just after a point was set: on its own number the puck goes off as it travels."""
    awake = awake_when_decided(number)
    return sum((F(WAYS[point], 24) * awake[0 if point == number else point] for point in POINTS), F(0))


def come_with_sleeping_odds(odds: Mapping[int, F], prices: Mapping[int, F]) -> Results:
    """A come bet with odds that sleep on the come-out roll."""
    results = [(F(8, 36), F(1)), (F(4, 36), F(-1))]
    for number in POINTS:
        ways, here, awake = WAYS[number], F(WAYS[number], 36), come_odds_awake(number)
        won, lost = here * F(ways, ways + 6), here * F(6, ways + 6)
        results += [(won * awake, 1 + odds[number] * prices[number]), (won * (1 - awake), F(1))]
        results += [(lost * awake, -1 - odds[number]), (lost * (1 - awake), F(-1))]
    return results
