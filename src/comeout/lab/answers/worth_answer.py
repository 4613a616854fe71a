"""WorthAnswer: what each roll and each clause that sets a payment is worth to a strategy, and dice that break even."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from comeout.dice import ROLLS
from comeout.lab.answers.answer_frame import Frame
from comeout.lab.answers.exact_answer import question_data
from comeout.lab.answers.question import Question
from comeout.lab.graph_cache import GraphCache
from comeout.lab.graph_finder import FoundGraph
from comeout.lab.laws.long_run import long_run
from comeout.lab.laws.sensitivity import BreakEven, break_even, label_worths, roll_worths
from comeout.money import show_money

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class WorthAnswer(Frame):
    """What a strategy lives on, in cents per 100 rolls of the long run, as if money never ran out."""

    question: Question
    per_100_rolls_cents: float
    rolls: tuple[float | None, ...]
    """By the place of the roll: what one percentage point more of it changes, taken from the others in proportion.

    None for a roll that has less than a point to gain."""
    clauses: tuple[tuple[str, str, float], ...]
    """By bet and clause: what the payments by that clause, or the losses of that bet, bring."""
    break_even: BreakEven | None
    """None where no chance of a seven makes it even."""

    def data(self) -> dict[str, Any]:
        """The answer as plain data."""
        even = self.break_even
        return {
            **question_data(self.question),
            "long_run_per_100_rolls_cents": self.per_100_rolls_cents,
            "rolls": [
                {"roll": str(roll), "cents_per_100_rolls_per_percent": worth}
                for roll, worth in zip(ROLLS, self.rolls, strict=True)
            ],
            "clauses": [
                {"bet": bet, "clause": clause, "cents_per_100_rolls": worth} for bet, clause, worth in self.clauses
            ],
            "break_even_p_seven": even.p_seven if even else None,
            "break_even_rolls_per_seven": even.rolls_per_seven if even else None,
        }

    def columns(self) -> dict[str, list[Any]]:
        """The thirty-six rolls."""
        return {"roll": [str(roll) for roll in ROLLS], "cents_per_100_rolls_per_percent": list(self.rolls)}

    def facts(self) -> dict[str, str]:
        """What each clause brings per 100 rolls."""
        return {f"{bet} by {clause}": show_money(round(worth)) for bet, clause, worth in self.clauses}


def answer_worth(question: Question, *, cache: GraphCache | None = None) -> WorthAnswer:
    """Price the rolls of the dice and the clauses of the book for a strategy."""
    found = question.whole_graph(cache)
    arrays, weights = found.arrays, question.weights
    return WorthAnswer(
        question,
        long_run(arrays, weights=weights).cents_per_100_rolls,
        tuple(None if worth is None else 100 * worth for worth in roll_worths(arrays, weights=weights)),
        clause_worths(found, weights),
        break_even(arrays, weights=weights),
    )


def clause_worths(found: FoundGraph, weights: tuple[int, ...] | None) -> tuple[tuple[str, str, float], ...]:
    """By bet and clause, what it brings per 100 rolls: payments by the clause that sets them, losses by theirs."""
    details, changes = found.details, dict[tuple[str, str], "NDArray[np.int64]"]()
    for row, place, number in details.result_rows.tolist():
        result = details.results[number]
        if result.change:
            key = result.spot, result.paid_by or result.clause
            if key not in changes:
                changes[key] = np.zeros_like(found.arrays.delta)
            changes[key][row, place] += result.change
    numbered = {str(number): change for number, change in enumerate(changes.values())}
    worths = label_worths(found.arrays, numbered, weights=weights)
    priced = [(spot, clause, worths[str(number)] * 100) for number, (spot, clause) in enumerate(changes)]
    return tuple(sorted(priced, key=lambda each: each[2]))
