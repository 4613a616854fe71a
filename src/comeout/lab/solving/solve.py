"""Solve: the best way to bet for a goal, or to be ahead after some rolls, with its probability and as a strategy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from comeout.lab.answers.answer_frame import Frame
from comeout.lab.session_rules import LabError, SessionRules
from comeout.lab.solving.bet_course import BetCourse, PuckCourse, bet_course, puck_course
from comeout.lab.solving.gambles import GambleMaker
from comeout.lab.solving.policy import PolicyRow, goal_lines
from comeout.lab.solving.policy_text import TimedText, amount_text, behind_text, table_text
from comeout.money import Amount, show_money
from comeout.rules.layout import Layout
from comeout.table.notation.bet_names import bets_named
from comeout.table.settings import Settings, default_settings

ALL = "all"
"""Every bet of the book, one at a time with its odds."""
MOST_UNITS = 20_000
"""A bankroll or a goal of more units than this takes too long."""

Aim = Literal["goal", "ahead"]


@dataclass(frozen=True, slots=True)
class SolvedPlay(Frame):
    """The best play that was found."""

    book: str
    bets: tuple[str, ...]
    """The bets that it may make, in the order of the layout."""
    unit: Amount
    rules: SessionRules
    maximize: Aim
    probability: float
    """The chance to reach the goal, or to be ahead after the last roll."""
    policy: tuple[PolicyRow, ...]
    strategy: str
    """The policy as the text of a strategy."""

    def columns(self) -> dict[str, list[Any]]:
        """The policy: what it bets, by roll, point and rack."""
        rows = self.policy
        return {
            "roll": [row.roll for row in rows],
            "bet": [row.bet for row in rows],
            "behind_cents": [row.flat for row in rows],
            "points": [list(row.points) for row in rows],
            "rack_from_cents": [row.low for row in rows],
            "rack_below_cents": [row.high for row in rows],
            "amount_cents": [row.amount for row in rows],
        }

    def facts(self) -> dict[str, str]:
        """The main figures."""
        rules = self.rules
        return {
            "book": self.book,
            "from": f"{show_money(rules.bankroll)} in units of {show_money(self.unit)}",
            "aim": f"have {show_money(rules.goal)}" if rules.goal is not None else "be ahead",
            **({"rolls": str(rules.rolls)} if rules.rolls else {}),
            "probability": f"{self.probability:.6f}",
            "lines of the policy": str(len(self.policy)),
        }

    def __repr__(self) -> str:
        return f"<SolvedPlay {', '.join(self.bets)} at {self.book}: probability {self.probability:.6f}>"


def solve(
    layout: Layout,
    rules: SessionRules,
    *,
    bets: Sequence[str] | str = ("pass", "pass-odds"),
    unit: Amount | None = None,
    maximize: Aim = "goal",
    settings: Settings | None = None,
) -> SolvedPlay:
    """Find the best play under a book by dynamic programming.

    With named bets, one unit is bet at every come-out that it can be paid at, and the odds behind it are chosen. With
    "all", a bet is chosen while nothing lies, with any even stake, and the odds behind it.
    """
    question = _question(layout, rules, bets, unit, maximize, settings or default_settings(layout))
    pucks = puck_course(layout, question.settings)
    probability, lines, text = (_over_rolls if rules.rolls else _without_limit)(question, pucks)
    made = tuple(course.spot for course in question.courses)
    told = f"{_title(question, probability)}{text}\n"
    return SolvedPlay(layout.id, made, question.unit, rules, maximize, probability, lines, told)


# ------------------------------------------------------------------ what was asked


@dataclass(frozen=True, slots=True)
class _Question:
    """What was asked, checked, with wealth in units."""

    layout: Layout
    settings: Settings
    rules: SessionRules
    maximize: Aim
    unit: Amount
    courses: tuple[BetCourse, ...]
    named: bool
    """Whether one bet of one unit is made at every come-out; otherwise all bets are open."""

    @property
    def start(self) -> int:
        """The bankroll in whole units; what is left of it stays in the rack."""
        return self.rules.bankroll // self.unit

    @property
    def goal(self) -> int:
        """The whole units that win: those of the goal, or one more than at the start."""
        if self.rules.goal is None:
            return self.start + 1
        return self.start - (self.rules.bankroll - self.rules.goal) // self.unit

    def maker(self, pucks: PuckCourse, most: int) -> GambleMaker:
        return GambleMaker(self.layout, self.settings, pucks.states, self.unit, most, one_unit=self.named)


def _question(
    layout: Layout, rules: SessionRules, bets: Sequence[str] | str, unit: Amount | None, maximize: Aim, table: Settings
) -> _Question:
    _check_rules(rules, maximize)
    chip = table.betting_unit
    unit = chip if unit is None else unit
    if unit < 1 or unit % chip:
        raise LabError(f"the unit is a multiple of {show_money(chip)}, the betting unit of this table")
    if max(rules.bankroll, rules.goal or 0) > MOST_UNITS * unit:
        raise LabError(f"this is more than {MOST_UNITS:,} units of {show_money(unit)}; take a larger unit")
    names = (bets,) if isinstance(bets, str) else tuple(bets)
    named = names != (ALL,)
    courses = (_named_course(layout, table, names),) if named else tuple(_every_course(layout, table))
    return _Question(layout, table, rules, maximize, unit, courses, named)


def _check_rules(rules: SessionRules, maximize: Aim) -> None:
    if maximize == "goal" and rules.goal is None:
        raise LabError("name the goal, like --goal 600, or ask for --maximize ahead")
    if maximize == "ahead" and rules.rolls is None:
        raise LabError("say after how many rolls you want to be ahead, like --rolls 100")
    if maximize == "ahead" and rules.goal is not None:
        raise LabError("to be ahead after some rolls there is no goal; leave out one of them")
    if rules.stop is not None or rules.shooters is not None or rules.play_out:
        raise LabError(
            "the best play is found for a goal or a number of rolls; leave out stop, shooters and playing out"
        )


def _named_course(layout: Layout, table: Settings, names: Sequence[str]) -> BetCourse:
    """One bet, made at come-outs only, with the odds that were named."""
    spots = [layout.by_id[spot] for name in names for spot in bets_named(layout, name)]
    flat = [spot for spot in spots if spot.base < 0]
    if len(flat) != 1:
        raise LabError('name one bet and its odds, like "pass,pass-odds", or "all" for every bet of the book')
    found = bet_course(layout, table, flat[0])
    starts = [start for start in found.starts if not start.point] if found else []
    if not found or not starts:
        raise LabError(f"{flat[0].name} cannot be made at a come-out; name another bet, or all")
    odds = {spot.id for spot in spots if spot.base >= 0}
    nodes = {where: replace(node, odds=node.odds * (node.odds in odds)) for where, node in found.nodes.items()}
    if stray := odds - {node.odds for node in nodes.values()}:
        raise LabError(f"{layout.by_id[min(stray)].name} is not behind {flat[0].name}; name one bet and its odds")
    return replace(found, starts=tuple(starts), nodes=nodes)


def _every_course(layout: Layout, table: Settings) -> Iterator[BetCourse]:
    for spot in layout.spots:
        found = bet_course(layout, table, spot) if spot.base < 0 and spot.made_here else None
        if found:
            yield found


# ------------------------------------------------------------------ answers


Answer = tuple[float, tuple[PolicyRow, ...], str]
"""The probability, the policy, and its text."""


def _without_limit(question: _Question, pucks: PuckCourse) -> Answer:
    from comeout.lab.solving.goal_play import best_play

    gambles = question.maker(pucks, question.goal).all_of(question.courses)
    _check_stakes(question, [gamble.cost(gamble.stakes[0]) for gamble in gambles])
    play = best_play(gambles, question.goal)
    lines = goal_lines(play, question.unit)
    text = (behind_text if question.named else table_text)(question.layout, lines)
    return float(play.values[question.start]), lines, text


def _over_rolls(question: _Question, pucks: PuckCourse) -> Answer:
    from comeout.lab.solving.finite_lines import finite_lines
    from comeout.lab.solving.finite_play import FiniteTask, best_finite_play, timed_bet

    rolls, start = question.rules.rolls or 0, question.start
    ahead = question.maximize == "ahead" and question.named
    margin = rolls * max(1 + int(course.charge + 1) for course in question.courses) if ahead else 0
    task = FiniteTask(rolls, question.goal + margin, question.goal, forced=question.named)
    maker = question.maker(pucks, task.top)
    bets = [bet for course in question.courses if len((bet := timed_bet(maker, course)).stakes)]
    _check_stakes(question, [int(bet.stakes[0] + bet.charges[0]) for bet in bets])
    play = best_finite_play(bets, pucks, task)
    lines = finite_lines(play, pucks, task, start=start, unit=question.unit)
    goal = question.maximize == "goal"
    rest = question.rules.bankroll - start * question.unit
    text = TimedText(question.layout, rolls, rest, forced=question.named, goal=goal)
    return float(play.values[start]), lines, text.of(lines)


def _check_stakes(question: _Question, costs: Sequence[int]) -> None:
    unit = show_money(question.unit)
    if not costs and question.named:
        bet = question.layout.by_id[question.courses[0].spot].name
        raise LabError(
            f"a named bet is made at every come-out, and one unit of {unit} on {bet} is refused there or not paid in "
            "whole units; name a bet such as pass or dont-pass, take another --unit, or try --bets all"
        )
    if not costs:
        raise LabError(f"no bet of this table can be made and paid in whole units of {unit}; take another unit")
    if question.start < min(costs):
        least = show_money(min(costs) * question.unit)
        raise LabError(
            f"a bankroll of {show_money(question.rules.bankroll)} is below the first bet, which takes {least}"
        )


def _title(question: _Question, probability: float) -> str:
    """The head of the strategy file: what it is for, and its name."""
    rules, unit = question.rules, show_money(question.unit)
    start = amount_text(rules.bankroll)
    aim = f"{start}-to-{amount_text(rules.goal)}" if rules.goal else f"{start}-ahead"
    over = f"-in-{rules.rolls}" if rules.rolls else ""
    bets = question.courses[0].spot if question.named else ALL
    name = f"best-{bets}-{aim}{over}".replace(".", "-")
    return (
        f"# The best play in units of {unit} under {question.layout.id}, found by `comeout solve`.\n"
        f"# With a bankroll of {show_money(rules.bankroll)} it succeeds with probability {probability:.9f}.\n"
        f"strategy {name}\n"
    )
