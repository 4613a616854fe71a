"""Every course of a session followed one roll at a time, with its peak, its deepest fall and its longest time below."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.laws.wealth_law import FigureLaw
from comeout.lab.session_rules import SessionRules
from tests.kit.naive_law import row_at


class Course(NamedTuple):
    """Where a session stands, and what its course has come to."""

    node: int
    wealth: int
    outs: int
    peak: int
    drawdown: int = 0
    below: int = 0
    longest: int = 0


def chances(found: FigureLaw | None) -> dict[int, float]:
    """The values that have a chance in a law."""
    assert found
    return {value: chance for value, chance in zip(found.values.tolist(), found.chance.tolist(), strict=True) if chance}


def naive_paths(
    arrays: GraphArrays, rules: SessionRules
) -> tuple[dict[int, float], dict[int, float], dict[int, float]]:
    """The laws of the peak, of the drawdown and of the longest time below a peak."""
    now = {Course(0, rules.bankroll, 0, rules.bankroll): 1.0}
    over: dict[Course, float] = defaultdict(float)
    assert rules.rolls is not None
    for count in range(rules.rolls + 1):
        after: dict[Course, float] = defaultdict(float)
        for course, chance in now.items():
            row = row_at(arrays, course.node, course.wealth)
            if count == rules.rolls or row < 0 or (count and _meets_a_limit(course, rules)):
                over[course] += chance
                continue
            cells = zip(
                arrays.delta[row].tolist(), arrays.node[row].tolist(), arrays.seven_out[row].tolist(), strict=True
            )
            for (delta, node, out), times in Counter(cells).items():
                after[_settled(course, delta, node, seven_out=out)] += chance * times / 36
        now = after
    laws: tuple[dict[int, float], ...] = (defaultdict(float), defaultdict(float), defaultdict(float))
    for course, chance in over.items():
        for law, value in zip(laws, (course.peak, course.drawdown, course.longest), strict=True):
            law[value] += chance
    return laws[0], laws[1], laws[2]


def _meets_a_limit(course: Course, rules: SessionRules) -> bool:
    return (
        (rules.goal is not None and course.wealth >= rules.goal)
        or (rules.stop is not None and course.wealth <= rules.stop)
        or (rules.shooters is not None and course.outs >= rules.shooters)
    )


def _settled(course: Course, delta: int, node: int, *, seven_out: bool) -> Course:
    wealth = course.wealth + delta
    peak = max(course.peak, wealth)
    below = course.below + 1 if wealth < peak else 0
    return Course(
        node,
        wealth,
        course.outs + seven_out,
        peak,
        max(course.drawdown, peak - wealth),
        below,
        max(course.longest, below),
    )
