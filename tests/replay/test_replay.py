"""Replaying files: worked examples and transcripts, differences told, unreadable files explained."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from comeout.replay import replay_file
from comeout.replay.result import Replayed, ReplayError
from comeout.replay.transcripts import replay_transcript
from comeout.table.notation.transcript import TranscriptError, parse

EXAMPLES = resources.files("comeout.rules") / "examples.json"


def test_all_worked_examples_hold() -> None:
    results = replay_file(str(EXAMPLES))
    assert len(results) == 194
    assert [(r.rulebook, r.name, r.differences) for r in results if not r.ok] == []


def one(tmp_path: Path, **example: Any) -> Replayed:
    path = tmp_path / "one.json"
    full = {"rulebook": "exhibit-a", "name": "one", "bankroll": 10_000, "steps": [], **example}
    path.write_text(json.dumps({"examples": [full]}), encoding="utf-8")
    return replay_file(str(path))[0]


def test_what_came_out_is_told_in_the_words_of_the_format(tmp_path: Path) -> None:
    steps = [{"bet": "pass", "amount": 1000}, {"bet": "buy-4", "amount": 1000, "refused": True}, {"roll": [4, 4]}]
    result = one(tmp_path, steps=steps)
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


def test_differences_are_told_step_by_step_and_at_the_end(tmp_path: Path) -> None:
    steps = [
        {"bet": "pass", "amount": 1000, "refused": True},
        {"bet": "pass", "amount": -1},
        {"check": {"bankroll": 1}},
    ]
    told = one(tmp_path, steps=steps, expect={"point": 6}).differences
    assert len(told) == 4
    assert told[0].endswith("was accepted")
    assert "was refused (NONSENSE" in told[1]
    assert told[2:] == ["step 3: bankroll is 9000, expected 1", "at the end: point is None, expected 6"]


def test_several_players_are_compared_one_by_one(tmp_path: Path) -> None:
    expect = {"players": {"p1": {"bankroll": 500}, "p2": {"bankroll": 1}, "p9": {"bankroll": 0}}, "point": 4}
    result = one(
        tmp_path,
        bankrolls={"p1": 500, "p2": 500},
        steps=[{"roll": [2, 2]}, {"check": {"bankroll": 500}, "player": "p2"}],
        expect=expect,
    )
    assert result.differences == [
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
def test_every_kind_of_step_is_played_under_every_book(
    tmp_path: Path, book: str, step: dict[str, Any], refused: bool
) -> None:
    result = one(tmp_path, rulebook=book, steps=[{"bet": "field", "amount": 500}, step, {"roll": [6, 6]}])
    assert result.differences == []
    assert result.steps[1]["refused"] is refused


def test_come_bets_are_decided_without_a_line_bet(tmp_path: Path) -> None:
    steps: list[dict[str, Any]] = [{"roll": [4, 4]}, {"bet": "come", "amount": 500}, {"roll": [3, 3]}, {"roll": [4, 4]}]
    steps += [
        {"decision_only": True},
        {"bet": "field", "amount": 500, "refused": True},
        {"roll": [4, 4]},
        {"roll": [5, 1]},
    ]
    result = one(tmp_path, steps=steps)
    assert result.differences == []
    assert result.got["bankroll"] == 10_500


def test_table_settings_of_the_format_are_understood(tmp_path: Path) -> None:
    table = {"odds_multiple": {"4": 3}, "payable_unit": 100, "unit": 500, "min": {"field": 500}, "max": {"field": 900}}
    steps = [{"bet": "field", "amount": 400, "refused": True}, {"bet": "horn", "amount": 400, "refused": True}]
    assert one(tmp_path, table=table, steps=steps).ok
    table = {"odds_multiple": 2, "big68": False, "multiples_notice": True, "min": {"field": 500}}
    steps = [{"bet": "big-6", "amount": 500, "refused": True}, {"bet": "field", "amount": 700, "refused": True}]
    assert one(tmp_path, rulebook="adelaide", table=table, steps=steps).ok
    assert one(tmp_path, rulebook="sentosa", table={"shared_boxes": True}).ok


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
def test_a_bet_on_a_spot_that_the_book_lacks_is_a_refused_step(
    tmp_path: Path, book: str, spot: str, step: dict[str, Any]
) -> None:
    asked = {"bet": spot, **step}
    after: list[dict[str, Any]] = [{"roll": [4, 4]}, {"bet": "pass-odds", "amount": 1000}]
    first: dict[str, Any] = {"bet": "pass", "amount": 1000}
    result = one(tmp_path, rulebook=book, steps=[first, {**asked, "refused": True}, *after])
    assert result.differences == []
    assert (result.steps[1]["refused"], result.got["bankroll"]) == (True, 8_000)
    [says] = one(tmp_path, rulebook=book, steps=[first, asked, *after]).differences
    assert says.startswith("step 2 ")
    assert "was refused (" in says


@pytest.mark.parametrize(("book", "spot"), LACKING)
@pytest.mark.parametrize("step", [{"remove": ""}, {"reduce": "", "by": 100}])
def test_nothing_can_be_taken_from_a_spot_that_the_book_lacks(
    tmp_path: Path, book: str, spot: str, step: dict[str, Any]
) -> None:
    asked = {key: spot if value == "" else value for key, value in step.items()}
    result = one(tmp_path, rulebook=book, steps=[{**asked, "refused": True}])
    assert result.differences == []
    assert result.steps[0]["reason"] == "NOT_OFFERED"


@pytest.mark.parametrize(("book", "spot"), LACKING)
@pytest.mark.parametrize("limit", ["min", "max"])
def test_a_limit_on_a_spot_that_the_book_lacks_is_an_error_of_the_file(
    tmp_path: Path, book: str, spot: str, limit: str
) -> None:
    refused = {"bet": spot, "amount": 500, "refused": True}
    with pytest.raises(ReplayError, match=f'example 1 \\("a game"\\): {limit} {spot}: no spot "{spot}"'):
        one(tmp_path, rulebook=book, name="a game", table={limit: {spot: 500}}, steps=[refused])


BAD_EXAMPLES: list[tuple[dict[str, Any], str]] = [
    ({"rulebook": "atlantis"}, 'no book and no file "atlantis"'),
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
def test_an_example_that_makes_no_sense_is_named(tmp_path: Path, example: dict[str, Any], problem: str) -> None:
    with pytest.raises(ReplayError) as caught:
        one(tmp_path, **example)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"examples": [', "line 1, column"),
        ('{"examples": 5}', "expected"),
        ("[1]", "expected"),
        ("[" * 100_000, "nested too deeply"),
        ("book exhibit-a\n1 fly away\n", "line 2, column 3"),
        ("", "says its book first"),
        ("book nowhere\n", "no book and no file"),
        ("book exhibit-a\nset odds 500\n", "line 2, column 1: the odds multiple may be 1 to 100"),
        ("book exhibit-a\n= the moon is full\n", "line 2, column 3: `= the moon is full` is no expectation"),
        ("book exhibit-a\n1 sit Ann 100\n= 1 paid field\n", "is no expectation"),
        ("book exhibit-a\n= 7 rack 5\n", "is no expectation"),
        ("book exhibit-a\n= puck off\n", "is no expectation"),
        ("book exhibit-a\n=\n", "is no expectation"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "game"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ReplayError) as caught:
        replay_file(str(path))
    assert problem in str(caught.value)


def test_a_missing_or_binary_file_is_explained(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="cannot be read"):
        replay_file(str(tmp_path / "none"))
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ReplayError, match="cannot be read"):
        replay_file(str(tmp_path / "bytes"))


@pytest.mark.parametrize(
    ("line", "difference"),
    [
        ("= 1 rack 5", "seat 1 has 95.00, not 5"),
        ("= 1 bets none", "seat 1 has on the layout: field 5.00; not: nothing"),
        ("= 1 won field", "seat 1's field was not decided, not won"),
        ("= point 6", "point is off, not 6"),
        ("= happened DiceThrown", "DiceThrown did not happen; BetPlaced did"),
        ("= happened BetPlaced by 4(o)", "BetPlaced by Wagers (x), not by 4(o)"),
        ("1 bet field 0", "refused (NONSENSE Removal (2))"),
        ("! 1 bet field 5", "accepted, though it should be refused"),
        ("! 1 bet buy-4 5 -> LOCKED", "refused by NOT_OFFERED Wagers, not by LOCKED"),
    ],
)
def test_what_a_transcript_states_wrongly_is_told_with_its_line(line: str, difference: str) -> None:
    result = replay_transcript(parse(f"book exhibit-a\n1 sit Ann 100\n1 bet field 5\n{line}\n"))
    assert len(result.differences) == 1
    assert result.differences[0].startswith("line 4: ")
    assert difference in result.differences[0]


@pytest.mark.parametrize(
    ("words", "difference"),
    [
        ("1 lost field", "seat 1's field won, not lost"),
        ("1 won field 6", "seat 1's field won 5.00, not 6.00"),
        (
            "1 won field 6 by X",
            "seat 1's field won 5.00, not 6.00; decided by Wagers (x) / Payout (1) Field Bet, not by X",
        ),
        ("1 won field 5 by Throw (1)", "decided by Wagers (x) / Payout (1) Field Bet, not by Throw (1)"),
    ],
)
def test_what_a_roll_did_is_checked_to_the_cent_and_the_clause(words: str, difference: str) -> None:
    result = replay_transcript(parse(f"book exhibit-a\n1 sit Ann 100\n1 bet field 5\nroll 1-2\n= {words}\n"))
    assert result.differences == [f"line 5: {difference}"]


def test_a_transcript_file_tells_the_players_and_the_point(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("book evolution\n1 sit Ann 100\n1 bet field 5\nroll 2-2\n= 1 won field 5\n", encoding="utf-8")
    [result] = replay_file(str(path))
    assert result.ok
    assert result.got == {
        "players": {"1": {"bankroll": 10_500, "on_table": 0, "total": 10_500, "bets": {}}},
        "point": 4,
    }


def test_a_transcript_begins_with_a_position_and_states_another() -> None:
    line = "adelaide point 6 | 1 pass 10 place-8 12"
    text = f"book adelaide\n1 sit Ann 100\nposition {line}\n= position {line}\nroll 4-4\n= 1 rack 126\n"
    result = replay_transcript(parse(f"{text}= position adelaide point 6 decided | 1 pass 10\n"))
    assert result.differences == []
    wrong = replay_transcript(parse(f"{text}= position adelaide point 8 | 1 pass 10\n"))
    told = "line 7: position is adelaide point 6 decided | 1 pass 10, not adelaide point 8 | 1 pass 10"
    assert wrong.differences == [told]
    with pytest.raises(TranscriptError, match=r"^line 3, column 25: "):
        replay_transcript(parse("book adelaide\n1 sit Ann 100\nposition adelaide point 7\n"))
