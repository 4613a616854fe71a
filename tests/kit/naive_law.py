"""A second, naive law of a session: a dictionary of positions and chances, read off the rules of a session."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from comeout.lab.graph_arrays import NO_NODE, QUIT, RUINED, GraphArrays
from comeout.lab.session_rules import SessionEnd, SessionRules

Law = dict[int, float]


def row_at(arrays: GraphArrays, node: int, wealth: int) -> int:
    """The row of the last decision of a node whose smallest wealth is not above this wealth."""
    decisions = range(int(arrays.first[node]), int(arrays.first[node + 1]))
    return int(arrays.row[[d for d in decisions if arrays.low[d] <= wealth][-1]])


def naive_law(
    arrays: GraphArrays, rules: SessionRules, *, weights: tuple[int, ...] = (1,) * 36
) -> tuple[Law, list[dict[SessionEnd, Fraction]]]:
    """The law of wealth, and by each roll the chance of every end; playing out takes at most 400 rolls."""
    law: Law = defaultdict(float)
    closing: dict[tuple[int, int], float] = defaultdict(float)
    ends: list[dict[SessionEnd, Fraction]] = [defaultdict(Fraction)]
    chances = [Fraction(weight, sum(weights)) for weight in weights]

    def end_of(node: int, wealth: int, outs: int, rolls: int) -> SessionEnd | None:
        row = row_at(arrays, node, wealth)
        if rolls and rules.goal is not None and wealth >= rules.goal:
            return SessionEnd.GOAL
        if rolls and rules.stop is not None and wealth <= rules.stop:
            return SessionEnd.STOP
        if row in (RUINED, QUIT):
            return SessionEnd.RUINED if row == RUINED else SessionEnd.QUIT
        if rules.shooters is not None and outs >= rules.shooters:
            return SessionEnd.SHOOTERS
        return SessionEnd.ROLLS if rolls == rules.rolls else None

    def settle(now: dict[tuple[int, int, int], Fraction], rolls: int) -> dict[tuple[int, int, int], Fraction]:
        alive = {}
        for (node, wealth, outs), chance in now.items():
            end = end_of(node, wealth, outs, rolls)
            if end is None:
                alive[node, wealth, outs] = chance
                continue
            ends[rolls][end] += chance
            lies = (
                rules.play_out and end not in (SessionEnd.RUINED, SessionEnd.QUIT) and arrays.closing[node] != NO_NODE
            )
            if lies:
                closing[int(arrays.closing[node]), wealth] += float(chance)
            else:
                law[wealth] += float(chance)
        return alive

    alive = settle({(0, rules.bankroll, 0): Fraction(1)}, 0)
    assert rules.rolls is not None
    for count in range(1, rules.rolls + 1):
        ends.append(defaultdict(Fraction))
        after: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
        for (node, wealth, outs), chance in alive.items():
            row = row_at(arrays, node, wealth)
            for place in range(36):
                key = (
                    int(arrays.node[row, place]),
                    wealth + int(arrays.delta[row, place]),
                    outs + bool(arrays.seven_out[row, place]),
                )
                after[key] += chance * chances[place]
        alive = settle(after, count)
    for _ in range(400):
        later: dict[tuple[int, int], float] = defaultdict(float)
        for (node, wealth), mass in closing.items():
            row = row_at(arrays, node, wealth)
            if row < 0:
                law[wealth] += mass
                continue
            for place in range(36):
                later[int(arrays.node[row, place]), wealth + int(arrays.delta[row, place])] += mass * float(
                    chances[place]
                )
        closing = later
        if sum(closing.values()) < 1e-15:
            break
    return law, ends
