"""Worked examples: every kind of step is played, differences are told, an example without sense is named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from comeout.replay.examples import replay_examples
from comeout.replay.result import Replayed, ReplayError


def one(**example: Any) -> Replayed:
    full = {"rulebook": "exhibit-a", "name": "one", "bankroll": 10_000, "steps": [], **example}
    [result] = replay_examples(json.dumps({"examples": [full]}), "one.json")
    return result


def says(result: Replayed) -> list[str]:
    return [each.says for each in result.differences]


def test_what_came_out_is_told_in_the_words_of_the_format() -> None:
    steps = [{"bet": "pass", "amount": 1000}, {"bet": "buy-4", "amount": 1000, "refused": True}, {"roll": [4, 4]}]
    result = one(steps=steps)
    assert result.as_json() == {
        "rulebook": "exhibit-a",
        "name": "one",
        "ok": True,
        "got": {"bankroll": 9000, "on_table": 1000, "total": 10_000, "bets": {"pass": 1000}, "point": 8},
        "differences": [],
        "steps": [
            {"step": steps[0], "refused": False, "reason": None, "clause": None},
            {"step": steps[1], "refused": True, "reason": "NOT_OFFERED", "clause": "exhibit-a Wagers"},
            {"step": steps[2], "refused": False, "reason": None, "clause": None},
        ],
    }


def test_differences_are_told_step_by_step_and_at_the_end() -> None:
    steps = [
        {"bet": "pass", "amount": 1000, "refused": True},
        {"bet": "pass", "amount": -1},
        {"check": {"bankroll": 1}},
    ]
    told = says(one(steps=steps, expect={"point": 6}))
    assert len(told) == 4
    assert told[0].endswith("was accepted")
    assert "was refused (NONSENSE" in told[1]
    assert told[2:] == ["step 3: bankroll is 9000, expected 1", "at the end: point is None, expected 6"]


def test_a_difference_has_the_position_before_its_step_and_at_the_end_the_last() -> None:
    steps: list[dict[str, Any]] = [
        {"bet": "pass", "amount": 1000},
        {"roll": [4, 2]},
        {"bet": "pass-odds", "amount": 1000, "refused": True},
    ]
    result = one(steps=steps, expect={"point": 8})
    assert [each.position for each in result.differences] == [
        "exhibit-a point 6 | 1 pass 10 round",
        "exhibit-a point 6 | 1 pass 10 round pass-odds 10 new",
    ]


def test_several_players_are_compared_one_by_one() -> None:
    expect = {"players": {"p1": {"bankroll": 500}, "p2": {"bankroll": 1}, "p9": {"bankroll": 0}}, "point": 4}
    result = one(
        bankrolls={"p1": 500, "p2": 500},
        steps=[{"roll": [2, 2]}, {"check": {"bankroll": 500}, "player": "p2"}],
        expect=expect,
    )
    assert says(result) == [
        "at the end, p2: bankroll is 500, expected 1",
        "at the end, p9: bankroll is None, expected 0",
    ]
    assert set(result.got) == {"players", "point"}


STEP_KINDS: list[tuple[str, dict[str, Any], bool]] = [
    ("exhibit-a", {"no_roll": "something odd", "dice": [3, 4]}, False),
    ("sentosa", {"no_roll": "far wall not struck", "dice": [3, 4]}, False),
    ("evolution", {"no_roll": "a die left the table", "dice": [3, 4]}, False),
    ("adelaide", {"invalidated": "riot", "dice": [3, 4]}, False),
    ("adelaide", {"invalidated": "a fraudulent act", "dice": [3, 4]}, False),
    ("exhibit-a", {"invalidated": "riot", "dice": [3, 4], "refused": True}, True),
    ("adelaide", {"invalidated": "boredom", "dice": [3, 4], "refused": True}, True),
    ("exhibit-a", {"decision_only": True, "refused": True}, True),
    ("adelaide", {"interrupt": True}, False),
    ("adelaide", {"malfunction": True, "refused": True}, True),
    ("exhibit-a", {"walk_away": "decisions pending"}, False),
    ("evolution", {"walk_away": "no decisions pending"}, False),
    ("exhibit-a", {"late": True, "confirmed_by": ["dealer"], "bet": "buy-4", "amount": 5, "refused": True}, True),
    ("exhibit-a", {"late": True, "confirmed_by": ["inspector"], "bet": "field", "amount": 5, "refused": True}, True),
    ("exhibit-a", {"unnoticed": True, "bet": "field", "amount": 5, "refused": True}, True),
    ("sentosa", {"call": "on", "bet": "hard-8", "refused": True}, True),
]


@pytest.mark.parametrize(("book", "step", "refused"), STEP_KINDS)
def test_every_kind_of_step_is_played_under_every_book(book: str, step: dict[str, Any], refused: bool) -> None:
    result = one(rulebook=book, steps=[{"bet": "field", "amount": 500}, step, {"roll": [6, 6]}])
    assert result.differences == []
    assert result.steps[1]["refused"] is refused


def test_come_bets_are_decided_without_a_line_bet() -> None:
    steps: list[dict[str, Any]] = [{"roll": [4, 4]}, {"bet": "come", "amount": 500}, {"roll": [3, 3]}, {"roll": [4, 4]}]
    steps += [
        {"decision_only": True},
        {"bet": "field", "amount": 500, "refused": True},
        {"roll": [4, 4]},
        {"roll": [5, 1]},
    ]
    result = one(steps=steps)
    assert result.differences == []
    assert result.got["bankroll"] == 10_500


def test_table_settings_of_the_format_are_understood() -> None:
    table = {"odds_multiple": {"4": 3}, "payable_unit": 100, "unit": 500, "min": {"field": 500}, "max": {"field": 900}}
    steps = [{"bet": "field", "amount": 400, "refused": True}, {"bet": "horn", "amount": 400, "refused": True}]
    assert one(table=table, steps=steps).ok
    table = {"odds_multiple": 2, "big68": False, "multiples_notice": True, "min": {"field": 500}}
    steps = [{"bet": "big-6", "amount": 500, "refused": True}, {"bet": "field", "amount": 700, "refused": True}]
    assert one(rulebook="adelaide", table=table, steps=steps).ok
    assert one(rulebook="sentosa", table={"shared_boxes": True}).ok


LACKING = (("exhibit-a", "buy-4"), ("adelaide", "put-4"), ("sentosa", "big-6"), ("evolution", "lay-10"))
"""A spot that each book does not have."""


@pytest.mark.parametrize(("book", "spot"), LACKING)
@pytest.mark.parametrize(
    "step",
    [
        {"amount": 500},
        {"amount": 500, "late": True, "confirmed_by": ["dealer", "boxperson"]},
        {"amount": 500, "unnoticed": True},
        {"call": "on"},
    ],
    ids=lambda step: "-".join(step),
)
def test_a_bet_on_a_spot_that_the_book_lacks_is_a_refused_step(book: str, spot: str, step: dict[str, Any]) -> None:
    asked = {"bet": spot, **step}
    after: list[dict[str, Any]] = [{"roll": [4, 4]}, {"bet": "pass-odds", "amount": 1000}]
    first: dict[str, Any] = {"bet": "pass", "amount": 1000}
    result = one(rulebook=book, steps=[first, {**asked, "refused": True}, *after])
    assert result.differences == []
    assert (result.steps[1]["refused"], result.got["bankroll"]) == (True, 8_000)
    [told] = says(one(rulebook=book, steps=[first, asked, *after]))
    assert told.startswith("step 2 ")
    assert "was refused (" in told


@pytest.mark.parametrize(("book", "spot"), LACKING)
@pytest.mark.parametrize("step", [{"remove": ""}, {"reduce": "", "by": 100}])
def test_nothing_can_be_taken_from_a_spot_that_the_book_lacks(book: str, spot: str, step: dict[str, Any]) -> None:
    asked = {key: spot if value == "" else value for key, value in step.items()}
    result = one(rulebook=book, steps=[{**asked, "refused": True}])
    assert result.differences == []
    assert result.steps[0]["reason"] == "NOT_OFFERED"


@pytest.mark.parametrize(("book", "spot"), LACKING)
@pytest.mark.parametrize("limit", ["min", "max"])
def test_a_limit_on_a_spot_that_the_book_lacks_is_an_error_of_the_file(book: str, spot: str, limit: str) -> None:
    refused = {"bet": spot, "amount": 500, "refused": True}
    with pytest.raises(ReplayError, match=f'example 1 \\("a game"\\): {limit} {spot}: no spot "{spot}"'):
        one(rulebook=book, name="a game", table={limit: {spot: 500}}, steps=[refused])


BAD_EXAMPLES: list[tuple[dict[str, Any], str]] = [
    ({"steps": [{"roll": [3, 9]}]}, "is not a roll"),
    ({"steps": [{"bet": "field"}]}, 'step 1 {"bet": "field"}: missing \'amount\''),
    ({"steps": {}}, "no list of steps"),
    ({"expect": {"bankrol": 1}}, 'did you mean "bankroll"?'),
    ({"bankrolls": {"p1": 5}, "expect": {"players": {"p1": {"rack": 5}}}}, 'nothing is called "rack"'),
    ({"steps": [{"bet": "field", "amount": 5, "player": "p7"}]}, 'nobody is called "p7"'),
    ({"table": {"odds": 2}}, "unknown table setting odds"),
    ({"table": {"odds_multiple": 1000}}, "1 to 100"),
    ({"bankroll": -5}, "a rack is a whole number of cents"),
]


@pytest.mark.parametrize(("example", "problem"), BAD_EXAMPLES)
def test_an_example_that_makes_no_sense_is_named(example: dict[str, Any], problem: str) -> None:
    with pytest.raises(ReplayError) as caught:
        one(**example)
    assert problem in str(caught.value)
