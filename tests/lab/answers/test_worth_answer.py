"""What rolls and clauses are worth to a strategy."""

from __future__ import annotations

import pytest

from comeout.lab.answers.question import ask
from comeout.lab.answers.worth_answer import answer_worth


def test_the_clauses_add_up_to_the_long_run_and_a_seven_hurts_the_iron_cross() -> None:
    found = answer_worth(ask("iron-cross", "sentosa", bankroll="300"))
    assert sum(worth for _, _, worth in found.clauses) == pytest.approx(found.per_100_rolls_cents)
    assert min(range(36), key=found.rolls.__getitem__) == 5
    assert found.break_even
    assert found.break_even.rolls_per_seven == pytest.approx(6.593, abs=0.001)


def test_the_plain_data_names_rolls_and_clauses() -> None:
    data = answer_worth(ask("pass-line", "sentosa", bankroll="300")).data()
    assert (len(data["rolls"]), data["rolls"][5]["roll"]) == (36, "1-6")
    assert {each["bet"] for each in data["clauses"]} == {"pass"}
