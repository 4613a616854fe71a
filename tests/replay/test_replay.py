"""Replaying files: every worked example holds, a transcript is compared, an unreadable file explains itself."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from comeout.replay import replay_file
from comeout.replay.result import ReplayError

EXAMPLES = Path(str(resources.files("comeout.rules") / "examples.json"))


def test_all_worked_examples_hold() -> None:
    results = replay_file(EXAMPLES)
    assert len(results) == 194
    assert [(r.rulebook, r.name, r.differences) for r in results if not r.ok] == []


def test_a_transcript_file_tells_the_players_and_the_point(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("book evolution\n1 sit Ann 100\n1 bet field 5\nroll 2-2\n= 1 won field 5\n", encoding="utf-8")
    [result] = replay_file(str(path))
    assert result.ok
    assert result.got == {
        "players": {"1": {"bankroll": 10_500, "on_table": 0, "total": 10_500, "bets": {}}},
        "point": 4,
    }


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
        ('[{"rulebook": "atlantis", "name": "one", "bankroll": 5}]', 'no book and no file "atlantis"'),
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
