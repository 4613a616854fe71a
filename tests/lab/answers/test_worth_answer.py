"""What rolls and clauses are worth to a strategy."""

from __future__ import annotations

from typing import Any

import pytest

from comeout.exact.weights import Weights
from comeout.lab.answers.exact_answer import answer_exactly
from comeout.lab.answers.question import ask
from comeout.lab.answers.worth_answer import answer_worth


def test_the_clauses_add_up_to_the_long_run_and_a_seven_hurts_the_iron_cross() -> None:
    found = answer_worth(ask("iron-cross", "sentosa", bankroll="300"))
    assert sum(worth for _, _, worth in found.clauses) == pytest.approx(found.per_100_rolls_cents)
    worths = [worth for worth in found.rolls if worth is not None]
    assert worths.index(min(worths)) == 5
    assert found.break_even
    assert found.break_even.rolls_per_seven == pytest.approx(6.593, abs=0.001)


def test_the_plain_data_names_rolls_and_clauses() -> None:
    data = answer_worth(ask("pass-line", "sentosa", bankroll="300")).data()
    assert (len(data["rolls"]), data["rolls"][5]["roll"]) == (36, "1-6")
    assert {each["bet"] for each in data["clauses"]} == {"pass"}


@pytest.mark.parametrize("place", [5, 16, 35])
def test_a_roll_is_worth_what_dice_with_a_point_more_of_it_change_in_the_exact_answer(place: int) -> None:
    """Of 3600 counts a roll has 100; a point more is 36, which the other 35 give up."""
    counts = tuple(35 * 136 if other == place else 35 * 100 - 36 for other in range(36))
    asked: dict[str, Any] = {"bankroll": "300", "rolls": 10}
    fair = answer_exactly(ask("iron-cross", "sentosa", **asked))
    loaded = answer_exactly(ask("iron-cross", "sentosa", dice=Weights(counts, sum(counts)), **asked))
    change = loaded.long_run.cents_per_100_rolls - fair.long_run.cents_per_100_rolls
    assert answer_worth(ask("iron-cross", "sentosa", **asked)).rolls[place] == pytest.approx(change)
