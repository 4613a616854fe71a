"""The limits of a session, and the sentences for limits that make no session."""

from __future__ import annotations

from typing import Any

import pytest

from comeout.lab.session_rules import LabError, SessionRules


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"bankroll": 0}, "a bankroll is more than nothing"),
        ({"bankroll": 100_00, "rolls": 0}, "at least one of its rolls"),
        ({"bankroll": 100_00, "shooters": 0}, "at least one of its shooters"),
        ({"bankroll": 100_00, "goal": 100_00}, "a goal of \\$100.00 is not above the bankroll of \\$100.00"),
        ({"bankroll": 100_00, "stop": 100_00}, "between nothing and the bankroll"),
        ({"bankroll": 100_00, "stop": -1}, "between nothing and the bankroll"),
    ],
)
def test_limits_that_make_no_session_are_refused_in_a_sentence(given: dict[str, Any], says: str) -> None:
    with pytest.raises(LabError, match=says):
        SessionRules(**given)


def test_a_stop_at_nothing_and_a_goal_above_the_bankroll_are_limits() -> None:
    rules = SessionRules(bankroll=100_00, rolls=1, goal=100_01, stop=0)
    assert (rules.goal, rules.stop, rules.play_out) == (100_01, 0, False)
