"""Inverse answers: the bankroll that a chance of ruin needs, and the rolls that a bankroll allows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from comeout.lab.answers.exact_answer import question_data
from comeout.lab.answers.question import Question
from comeout.lab.graph_cache import GraphCache
from comeout.lab.laws.inverse import needed_bankroll, safe_rolls
from comeout.lab.session_rules import LabError
from comeout.money import Amount, show_money

if TYPE_CHECKING:
    from comeout.lab.graph_arrays import GraphArrays


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

    def graph_for(bankroll: Amount) -> GraphArrays:
        asked = replace(question, rules=replace(question.rules, bankroll=bankroll))
        found = asked.found_graph(cache)
        asked.check_whole(found)
        return found.arrays

    found = needed_bankroll(graph_for, question.rules, ruin_at_most=at_most, weights=question.weights)
    needs = f"{question.strategy.name} at {question.layout.id} needs {show_money(found.bankroll)}"
    says = f"{needs}: it is ruined then in {found.p_ruin:.3%} of sessions of {rolls} rolls"
    return InverseAnswer(question, at_most, found.bankroll, rolls, found.p_ruin, says)


def rolls_for(question: Question, at_most: float, *, cache: GraphCache | None = None) -> InverseAnswer:
    """The most rolls that the bankroll of the question lasts with at most this chance of ruin."""
    arrays, bankroll = question.whole_graph(cache).arrays, question.rules.bankroll
    found = safe_rolls(arrays, question.rules, ruin_at_most=at_most, weights=question.weights)
    lasts = f"{show_money(bankroll)} lasts {question.strategy.name} at {question.layout.id} for {found.rolls} rolls"
    says = f"{lasts}: it is ruined by then in {found.p_ruin:.3%} of sessions"
    return InverseAnswer(question, at_most, bankroll, found.rolls, found.p_ruin, says)
