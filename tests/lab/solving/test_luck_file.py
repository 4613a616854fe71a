"""Sessions in files: transcripts and exported tables, and what is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from comeout import lab
from comeout.lab.session_rules import LabError
from comeout.lab.solving.luck_file import luck_of_file
from tests.kit.house_games import exported_evening

GAME = """\
book sentosa
set min field 5
1 sit Ann 500
2 sit Ben 300
1 bet pass 10
roll 3-3
2 bet field 5
roll 2-2
= 2 rack 305
roll 3-4
"""


def written(tmp_path: Path, text: str) -> str:
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_every_session_of_a_transcript_with_a_bet_on_a_roll_is_measured(tmp_path: Path) -> None:
    layout, (ann, ben) = luck_of_file(written(tmp_path, GAME))
    assert layout.id == "sentosa"
    assert (ann.player, ann.seat, ann.summary.rolls, ann.summary.total.net) == ("Ann", 1, 3, -10_00)
    assert (ben.player, ben.seat, ben.summary.rolls, ben.summary.total.net) == ("Ben", 2, 1, 5_00)
    assert ann.mean_cents == pytest.approx(float(ann.summary.total.expected))
    assert [each.player for each in lab.luck(written(tmp_path, GAME))] == ["Ann", "Ben"]


def test_who_sits_down_again_has_another_session(tmp_path: Path) -> None:
    again = "1 leave\n1 sit Ann 100\n1 bet field 5\nroll 1-2\n"
    _, sessions = luck_of_file(written(tmp_path, GAME + again))
    assert [(each.player, each.summary.total.net) for each in sessions] == [
        ("Ann", -10_00),
        ("Ben", 5_00),
        ("Ann", 5_00),
    ]


def test_the_log_of_an_exported_table_is_measured_by_its_own_book(tmp_path: Path) -> None:
    lines = exported_evening(tmp_path / "house", "adelaide", rolls=6)
    file = tmp_path / "table.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    layout, sessions = luck_of_file(str(file))
    assert layout.id == "adelaide"
    assert all(0 <= each.percentile <= 100 + 1e-9 for each in sessions)
    assert all(each.mean_cents == pytest.approx(float(each.summary.total.expected)) for each in sessions)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("book sentosa\n1 sit Ann 100\nroll 3-4\n", "there is no luck in it"),
        ("book sentosa\nposition point 6 | 1 pass 10\nroll 3-4\n", "a position has no past"),
        ("book nowhere\n1 sit Ann 100\n", "nowhere"),
        ("nonsense\n", "game.txt"),
        ('{"comeout": "1", "format": "log-9", "table": {}}\n', "line 1"),
        ('{"comeout": "1", "format": "recall-1", "player": "Ann"}\n', "export the session under Session at the table"),
    ],
)
def test_a_file_without_a_session_is_told_so(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(LabError) as bad:
        luck_of_file(written(tmp_path, text))
    assert says in str(bad.value)


def test_a_file_that_is_no_text_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(LabError, match="this is no text"):
        luck_of_file(str(file))
