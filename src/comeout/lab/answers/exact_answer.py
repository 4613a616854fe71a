"""ExactAnswer: the law of wealth of a session and the long run of a strategy, as records that print and convert."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from comeout.lab.answers.answer_frame import Frame
from comeout.lab.answers.question import Question
from comeout.lab.graph_cache import GraphCache
from comeout.lab.graph_finder import Extent, FoundGraph
from comeout.lab.laws.long_run import LongRun, long_run
from comeout.lab.laws.transitions import TooManyLevels, TooManyRolls, UnknownWealth
from comeout.lab.laws.wealth_law import WealthLaw, law
from comeout.lab.session_rules import SessionEnd
from comeout.money import show_money
from comeout.table.settings import setting_pairs


@dataclass(frozen=True, slots=True)
class ExactAnswer(Frame):
    """The exact answer to one question."""

    question: Question
    law: WealthLaw
    long_run: LongRun
    nodes: int
    rows: int
    bets: bool = True
    """Whether the strategy makes a bet at this book with any rack that was looked at."""

    @property
    def remark(self) -> str:
        """What is odd about the answer: a strategy that bets nothing."""
        law, name, book = self.law, self.question.strategy.name, self.question.layout.id
        if law.p_ruin or law.wealth.tolist() != [law.bankroll]:
            return ""
        if not self.bets:
            return (
                f"{name} never makes a bet at {book}, so nothing is won or lost; see why with comeout strategy check."
            )
        return f"With this bankroll {name} never wins or loses anything at {book}."

    def data(self) -> dict[str, Any]:
        """The answer as plain data: amounts in cents, chances as numbers, fractions in keys that end so."""
        found, run = self.law, self.long_run
        return {
            **question_data(self.question),
            "mean_cents": found.mean_cents,
            "sd_cents": found.sd_cents,
            "p_ahead": found.p_ahead,
            "p_even": found.p_even,
            "p_ruin": found.p_ruin,
            "p_ruin_by_roll": list(found.p_ruin_by_roll),
            "p_goal": found.p_goal,
            "p_stop": found.p_stop,
            "p_goal_fraction": _fraction(found.p_goal_fraction),
            "p_ruin_fraction": _fraction(found.p_ruin_fraction),
            "p_stop_fraction": _fraction(found.p_stop_fraction),
            "p_end": {end.name.lower(): found.p_end(end) for end in SessionEnd},
            "expected_rolls": found.expected_rolls,
            "quantiles": found.quantiles,
            "law": [list(pair) for pair in found.pairs],
            "long_run_per_roll_cents": run.cents_per_roll,
            "long_run_per_100_rolls_cents": run.cents_per_100_rolls,
            "long_run_variance_per_roll_cents2": run.variance_per_roll,
            "long_run_sd_per_100_rolls_cents": run.sd_per_100_rolls_cents,
            "remark": self.remark or None,
            "nodes": self.nodes,
            "rows": self.rows,
            "rows_lumped": found.rows,
            "mass_dropped": found.mass_dropped,
        }

    def columns(self) -> dict[str, list[Any]]:
        """The law of the final wealth: every amount that has a chance, with its chance."""
        return {"wealth_cents": self.law.wealth.tolist(), "probability": self.law.chance.tolist()}

    def facts(self) -> dict[str, str]:
        """The main figures."""
        law = self.law
        return {
            "strategy": f"{self.question.strategy.name} at {self.question.layout.id}",
            "mean final wealth": show_money(round(law.mean_cents)),
            "standard deviation": show_money(round(law.sd_cents)),
            "ahead": f"{law.p_ahead:.3%}",
            "ruined": f"{law.p_ruin:.3%}",
            "goal": f"{law.p_goal:.3%}",
            "long run per 100 rolls": show_money(round(self.long_run.cents_per_100_rolls)),
        }

    def __repr__(self) -> str:
        found = self.law
        return (
            f"<ExactAnswer {self.question.strategy.name} at {self.question.layout.id}: mean "
            f"{show_money(round(found.mean_cents))}, ahead {found.p_ahead:.3%}, ruined {found.p_ruin:.3%}>"
        )


def answer_exactly(question: Question, *, cache: GraphCache | None = None) -> ExactAnswer:
    """The exact law of a session, and the long run of its strategy."""
    found = question.whole_graph(cache)
    return answer_from(question, found)


def answer_from(question: Question, found: FoundGraph) -> ExactAnswer:
    """The same, where the graph is at hand."""
    arrays = found.arrays
    return ExactAnswer(
        question,
        law(arrays, question.rules, weights=question.weights),
        long_run(arrays, weights=question.weights),
        arrays.nodes,
        arrays.rows,
        bool(arrays.action.any()),
    )


def exact_if_possible(question: Question, found: FoundGraph) -> ExactAnswer | None:
    """The same, or None where there is no exact answer and sessions must be simulated."""
    if found.extent is Extent.AS_MET:
        return None
    try:
        return answer_from(question, found)
    except (UnknownWealth, TooManyLevels, TooManyRolls):
        return None


def question_data(question: Question) -> dict[str, Any]:
    """What was asked, as plain data."""
    rules = question.rules
    return {
        "strategy": question.strategy.name,
        "book": question.layout.id,
        "digest": question.layout.digest,
        "settings": dict(setting_pairs(question.layout, question.settings)),
        "bankroll_cents": rules.bankroll,
        "rolls": rules.rolls,
        "goal_cents": rules.goal,
        "stop_cents": rules.stop,
        "goal_asked_cents": question.asked_goal,
        "stop_asked_cents": question.asked_stop,
        "shooters": rules.shooters,
        "open_bets": "played out" if rules.play_out else "face value",
        "fair_dice": question.weights is None,
    }


def _fraction(value: object) -> str | None:
    return None if value is None else str(value)
