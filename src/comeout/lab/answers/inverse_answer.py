"""Inverse answers: the bankroll that a chance of ruin needs, and the rolls that a bankroll allows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from comeout.lab.answers.exact_answer import question_data
from comeout.lab.answers.question import Question
from comeout.lab.graph_arrays import RUINED
from comeout.lab.graph_cache import GraphCache
from comeout.lab.laws.wealth_law import law
from comeout.lab.session_rules import LabError, SessionRules
from comeout.money import Amount, show_money

MOST_ROLLS = 100_000
"""How many rolls are looked ahead at the most."""
UNIT = 1_00
"""Bankrolls are found to the dollar."""


@dataclass(frozen=True, slots=True)
class InverseAnswer:
    """A bankroll and a number of rolls with at most a chance of ruin."""

    question: Question
    at_most: float
    bankroll: Amount
    rolls: int
    p_ruin: float
    says: str

    def data(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {
            **question_data(self.question),
            "ruin_at_most": self.at_most,
            "bankroll_cents": self.bankroll,
            "rolls": self.rolls,
            "p_ruin": self.p_ruin,
        }


def bankroll_for(question: Question, at_most: float, *, cache: GraphCache | None = None) -> InverseAnswer:
    """The smallest bankroll, in whole dollars, with at most this chance of ruin within the rolls of the question."""
    rolls = question.rules.rolls
    if rolls is None:
        raise LabError("a bankroll is searched for within a number of rolls; write it like --rolls 400")
    low, high = 0, UNIT
    while _ruin(question, high, rolls, cache) > at_most:
        low, high = high, high * 2
        if high > 10**9:
            raise LabError("no bankroll below ten million has so small a chance of ruin")
    while high - low > UNIT:
        middle = (low + high) // 2 // UNIT * UNIT
        if _ruin(question, middle, rolls, cache) > at_most:
            low = middle
        else:
            high = middle
    chance = _ruin(question, high, rolls, cache)
    name, book = question.strategy.name, question.layout.id
    says = (
        f"{name} at {book} needs {show_money(high)} to be ruined in {chance:.3%} of sessions of {rolls} rolls at most"
    )
    return InverseAnswer(question, at_most, high, rolls, chance, says)


def rolls_for(question: Question, at_most: float, *, cache: GraphCache | None = None) -> InverseAnswer:
    """The most rolls that the bankroll of the question lasts with at most this chance of ruin."""
    arrays, rolls = question.whole_graph(cache).arrays, 128
    while True:
        rules = SessionRules(bankroll=question.rules.bankroll, rolls=rolls)
        by_roll = law(arrays, rules, weights=question.weights).p_ruin_by_roll
        if by_roll[-1] > at_most:
            break
        if rolls >= MOST_ROLLS:
            raise LabError(f"the chance of ruin stays below that for {rolls:,} rolls")
        rolls *= 4
    most = next(roll for roll, chance in enumerate(by_roll) if chance > at_most) - 1
    bankroll, name, book = question.rules.bankroll, question.strategy.name, question.layout.id
    says = (
        f"{show_money(bankroll)} lasts {name} at {book} for {most} rolls with a chance of ruin of {by_roll[most]:.3%}"
    )
    return InverseAnswer(question, at_most, bankroll, most, by_roll[most], says)


def _ruin(question: Question, bankroll: Amount, rolls: int, cache: GraphCache | None) -> float:
    """The chance of ruin with a bankroll; one that does not cover the first bet is ruined at once."""
    asked = replace(question, rules=SessionRules(bankroll=bankroll, rolls=rolls))
    graph = asked.found_graph(cache)
    if asked.first_row(graph) == RUINED:
        return 1.0
    return law(graph.arrays, asked.rules, weights=question.weights).p_ruin
