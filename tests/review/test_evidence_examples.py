"""The worked examples of an evidence pack: each step as a dealer would tell it, and what came out otherwise."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from comeout.replay.result import ReplayDifference, Replayed
from comeout.review.evidence_examples import examples_part
from tests.kit.packs import SMALL, gathered

STEPS: list[tuple[dict[str, Any], str]] = [
    ({"roll": [3, 4]}, "roll 3-4"),
    ({"no_roll": "off the table", "dice": [1, 2]}, "no roll, off the table (1-2)"),
    ({"no_roll": "off the table"}, "no roll, off the table"),
    ({"invalidated": "riot", "dice": [1, 2]}, "roll invalidated, riot (1-2)"),
    ({"call": "on", "bet": "place-6", "only": True}, "call place-6 ON (this wager only)"),
    ({"call": "off", "bet": "place-6", "confirmed": False}, "call place-6 OFF (not confirmed)"),
    ({"bet": "pass", "amount": 1250, "player": "p2"}, "bet pass 12.50 (p2)"),
    ({"bet": "pass", "amount": 5, "unnoticed": True}, "bet pass 0.05 (unnoticed)"),
    (
        {"bet": "pass", "amount": 500, "late": True, "confirmed_by": ["dealer", "boxperson"]},
        "bet pass 5.00 (late, confirmed by dealer, boxperson)",
    ),
    ({"bet": "pass", "amount": 500, "confirmed_by": []}, "bet pass 5.00 (confirmed by nobody)"),
    ({"remove": "come-6"}, "take down come-6"),
    ({"reduce": "come-6", "by": 500}, "reduce come-6 by 5.00"),
    ({"check": {"bankroll": 100, "point": 6}}, "check: rack 1.00; puck ON 6"),
    ({"walk_away": "decisions pending"}, "player walks away, decisions pending"),
    ({"decision_only": True}, "roll only to decide come bets"),
    ({"interrupt": True}, "the game is interrupted"),
    ({"malfunction": True}, "a malfunction is declared"),
]


def told(example: dict[str, Any], *differences: str) -> str:
    whole = {"name": "a game", "clauses": [], "bankroll": 100_00, "steps": [], "expect": {}, **example}
    played = Replayed(SMALL, "a game", differences=[ReplayDifference(each, "a position") for each in differences])
    evidence = dataclasses.replace(gathered(SMALL), examples={"examples": [whole]}, replayed=(played,))
    return examples_part(evidence, {})


@pytest.mark.parametrize(("step", "words"), STEPS)
def test_a_step_is_told_as_a_dealer_would(step: dict[str, Any], words: str) -> None:
    assert f"<li>{words}</li>" in told({"steps": [step]})


def test_a_refused_step_says_so() -> None:
    assert "<li>bet pass 10.00<em> refused</em></li>" in told(
        {"steps": [{"bet": "pass", "amount": 1000, "refused": True}]}
    )


def test_an_example_tells_its_table_its_players_and_what_must_come_out() -> None:
    state = {"bankroll": 100, "on_table": 250, "total": 350, "bets": {"pass": 250}}
    text = told(
        {
            "bankrolls": {"p1": 500, "p2": 700},
            "table": {"min": {"field": 500}},
            "expect": {"players": {"p1": state, "p2": {"bets": {}}}, "point": None},
        }
    )
    assert "p1 5.00, p2 7.00; table settings <code>{&quot;min&quot;: {&quot;field&quot;: 500}}</code>" in text
    first = "p1: rack 1.00; on the layout 2.50; together 3.50; pass 2.50"
    assert f"Then: </b>{first}; p2: no bet; puck OFF</p>" in text


def test_an_example_that_comes_out_otherwise_is_told_with_its_difference() -> None:
    text = told({}, "at the end: point is 4, expected 6")
    assert "0 of 1 came out as stated" in text
    assert '<span class="badge error">differs</span>' in text
    assert "<b>Differs: </b>at the end: point is 4, expected 6; position <code>a position</code>" in text
