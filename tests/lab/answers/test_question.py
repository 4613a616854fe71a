"""Questions to the laboratory are checked before anything is worked out."""

from __future__ import annotations

from typing import Any

import pytest

from comeout.lab.answers.question import HOUR, ask, start_row
from comeout.lab.graph_finder import Extent
from comeout.lab.language.reader import read_strategy
from comeout.lab.session_rules import LabError
from tests.kit.lab_strategies import PassLine


def test_a_session_without_another_end_has_a_hundred_rolls() -> None:
    assert ask("pass-line", "sentosa", bankroll="300").rules.rolls == HOUR
    assert ask("pass-line", "sentosa", bankroll="300", goal="600").rules.rolls is None
    assert ask("pass-line", "sentosa", bankroll="300", shooters=3).rules.rolls is None


def test_a_strategys_own_limits_join_those_of_the_session() -> None:
    text = read_strategy("strategy careful\ncome-out: bet 10 on pass\nstop when up 50\nstop when down 100\n")
    rules = ask(text, "sentosa", bankroll="300", goal="400", stop="150").rules
    assert (rules.goal, rules.stop) == (350_00, 200_00)
    assert ask(text, "sentosa", bankroll="60").rules.stop is None


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"bankroll": "0"}, "too little"),
        ({"bankroll": 12.5}, "is no amount"),
        ({"bankroll": "300", "goal": "200"}, "is not above the bankroll"),
        ({"bankroll": "300", "stop": "400"}, "between nothing and the bankroll"),
        ({"bankroll": "300", "rolls": 0}, "at least one of its rolls"),
    ],
)
def test_what_makes_no_session_is_refused_in_a_sentence(asked: dict[str, Any], says: str) -> None:
    with pytest.raises(LabError, match=says):
        ask("pass-line", "sentosa", **asked)


def test_a_bankroll_below_the_first_bet_is_refused() -> None:
    with pytest.raises(LabError, match=r"\$5.00 does not cover the first bet of pass-line"):
        ask("pass-line", "sentosa", bankroll="5").graph()


def test_a_strategy_that_a_book_cannot_play_is_refused_by_name() -> None:
    with pytest.raises(LabError, match="evolution has no bet"):
        ask("horn-every-roll", "evolution", bankroll="300")


def test_python_plays_through_the_same_machinery_and_has_no_values() -> None:
    question = ask(PassLine(), "sentosa", bankroll="300")
    assert question.graph().extent is Extent.EVERY_RACK
    assert question.digest == ""
    with pytest.raises(LabError, match="a strategy in Python has its own"):
        ask(PassLine(), "sentosa", bankroll="300", values={"unit": "5"})


def test_the_row_that_a_session_starts_with_depends_on_its_bankroll() -> None:
    arrays = ask("pass-line", "sentosa", bankroll="300").graph().arrays
    assert (start_row(arrays, 9_99), start_row(arrays, 10_00)) == (-1, 0)
