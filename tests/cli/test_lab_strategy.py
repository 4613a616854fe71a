"""`comeout strategy`: presets listed, a strategy read aloud, checked, started and drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from comeout.lab.language.reader import read_strategy, strategy_names
from tests.kit.command_line import document, page, refusal, run


def test_every_preset_is_listed_with_a_line_about_it() -> None:
    rows = document("strategy", "list")["strategies"]
    assert [row["name"] for row in rows] == list(strategy_names())
    assert all(row["about"] for row in rows)
    assert "iron-cross" in page("strategy", "list")


def test_a_strategy_is_read_aloud_and_each_book_says_how_it_takes_it() -> None:
    assert " each on place 6 and 8" in page("strategy", "show", "place-6-8", "--book", "sentosa")
    told = page("strategy", "show", "place-6-8")
    assert "adelaide: plays it." in told
    assert "off: place-6, place-8" in told
    data = document("strategy", "show", "horn-every-roll", "--book", "evolution")
    assert data["books"]["evolution"]["plays"] is False


def test_a_started_strategy_plays_at_once(tmp_path: Path) -> None:
    file = tmp_path / "my-own.strategy"
    assert "comeout strategy show" in page("strategy", "new", str(file))
    assert "can be read" in page("strategy", "check", str(file), "--book", "sentosa")
    assert read_strategy(file.read_text(encoding="utf-8")).values == {"unit": "10", "odds": "3-4-5x"}
    assert "already there" in refusal("strategy", "new", str(file))


def test_a_graph_is_measured_and_drawn(tmp_path: Path) -> None:
    file = tmp_path / "graph.svg"
    data = document("strategy", "graph", "iron-cross", "--book", "sentosa", "-o", str(file))
    assert (data["nodes"], data["rows"], data["whole"]) == (35, 11, True)
    assert file.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("strategy x\ncome-out: bett 10 on pass\n", "line 2, column 11"),
        ("strategy x\ncome-out: bet 10 on pas\n", "line 2"),
    ],
)
def test_a_slip_in_a_file_is_told_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "slip.strategy"
    file.write_text(text, encoding="utf-8")
    assert says in refusal("strategy", "check", str(file), "--book", "sentosa")


def test_a_strategy_that_never_bets_is_told_book_by_book_with_exit_code_1(tmp_path: Path) -> None:
    file = tmp_path / "never.strategy"
    file.write_text("strategy never\ncome-out: take 2x odds on pass\npoint is 4 and come-out: bet 5 on field\n")
    result = run("strategy", "check", str(file), "--book", "sentosa", "--book", "evolution")
    assert result.exit_code == 1
    assert "sentosa: at this book it never makes a bet." in result.output
    assert "evolution: at this book it never makes a bet.\n  The moment of line 3 never comes here." in result.output
    data = json.loads(run("strategy", "check", str(file), "--book", "sentosa", "--json").output)
    assert (data["ok"], data["makes_bets"], data["lines_that_never_hold"]) == (False, False, [3])
    assert "sentosa: at this book it never makes a bet." in page("strategy", "show", str(file))
