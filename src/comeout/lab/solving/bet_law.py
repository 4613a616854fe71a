"""BetLaw: how a bet ends, with exact chances: first without odds, then from each place where it can have them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from comeout.dice import ROLLS
from comeout.exact.markov_chain import MarkovChain, absorb
from comeout.lab.solving.bet_course import BetCourse, CourseOutcome, WhereItLies

Gains = tuple[Fraction, Fraction]
"""What each chip of the bet wins, and each chip of its odds."""


class LawEnd(NamedTuple):
    """One way a bet is decided, with its chance and what each chip of the bet and of its odds wins."""

    chance: Fraction
    flat_gain: Fraction
    odds_gain: Fraction


class LawBranch(NamedTuple):
    """A bet that has come to where it can have odds, with the chance of that, and how it ends from there."""

    chance: Fraction
    ends: tuple[LawEnd, ...]
    lies: WhereItLies
    odds: str


class BetLaw(NamedTuple):
    """The law of one bet from the moment it is made."""

    ends: tuple[LawEnd, ...]
    """The ends before it could have odds."""
    branches: tuple[LawBranch, ...]


def bet_laws(course: BetCourse) -> dict[WhereItLies, BetLaw]:
    """The law of a bet for each place where it can be made."""
    arriving = _absorbed(course, stop_at_odds=True)
    ending = {
        lies: _ends(ends) for lies, ends in _absorbed(course, stop_at_odds=False).items() if course.nodes[lies].odds
    }
    laws = {}
    for start in course.starts:
        found = arriving.get(start, {start: Fraction(1)})
        branches = [
            LawBranch(chance, ending[end], end, course.nodes[end].odds)
            for end, chance in found.items()
            if isinstance(end, WhereItLies)
        ]
        laws[start] = BetLaw(_ends(found), tuple(sorted(branches)))
    return laws


def _absorbed(course: BetCourse, *, stop_at_odds: bool) -> dict[WhereItLies, Mapping[WhereItLies | Gains, Fraction]]:
    """By where the bet lies: how it ends, or with `stop_at_odds` where it can first have odds, each with its chance."""
    stops = {lies for lies, node in course.nodes.items() if node.odds and stop_at_odds}
    chain: MarkovChain[WhereItLies, WhereItLies | Gains] = MarkovChain({}, {}, len(ROLLS))
    for lies, node in course.nodes.items():
        if lies in stops:
            continue
        goes_on = chain.states.setdefault(lies, {})
        ends = chain.ends.setdefault(lies, {})
        for outcome in node.outcomes:
            if outcome.to is None or outcome.to in stops:
                end = outcome.to or _gains(outcome)
                ends[end] = ends.get(end, 0) + outcome.ways
            else:
                goes_on[outcome.to] = goes_on.get(outcome.to, 0) + outcome.ways
    return {lies: found.ends for lies, found in absorb(chain, list(chain.states)).items()}


def _gains(outcome: CourseOutcome) -> Gains:
    return outcome.flat_gain, outcome.odds_gain


def _ends(found: Mapping[WhereItLies | Gains, Fraction]) -> tuple[LawEnd, ...]:
    """The ends in the order of their chances, leaving aside where the bet can have odds."""
    decided = [(end, chance) for end, chance in found.items() if not isinstance(end, WhereItLies)]
    return tuple(sorted(LawEnd(chance, flat, odds) for (flat, odds), chance in decided))
