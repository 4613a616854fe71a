"""`comeout sim` and `comeout compare` as people meet them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from comeout.cli.lab_sim import read_seed, read_share
from comeout.lab.answers import comparison_answer
from comeout.lab.simulation.paired import simulate_paired
from tests.kit.command_line import document, page, refusal, run


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("COMEOUT_CACHE", str(tmp_path / "cache"))
    return tmp_path


SIM = ("sim", "iron-cross", "--book", "sentosa", "--rolls", "20", "--sessions", "300", "--seed", "7")


def test_a_page_tells_standard_errors_and_exact_values_beside_them() -> None:
    told = page(*SIM)
    assert "300 sessions (seed 7, comeout-lab-dice-1)" in told
    for words in ("±", "; exactly", "By bet, per session", "place-6", "Longest below a peak"):
        assert words in told


def test_the_same_seed_gives_the_same_document_on_any_number_of_threads() -> None:
    assert document(*SIM, "--threads", "1") == document(*SIM, "--threads", "3")
    assert document(*SIM) != document(*SIM[:-1], "8")


def test_a_summary_is_short() -> None:
    assert "bets" not in document(*SIM, "--summary")


def test_a_session_is_taken_out_and_replays(tmp_path: Path) -> None:
    file = tmp_path / "worst.txt"
    told = page(*SIM, "--show", "worst", "-o", str(file))
    assert f"comeout replay {file}" in told
    text = file.read_text(encoding="utf-8")
    assert text.count(" in all\n") == text.count("\nroll ") > 0
    rack = text.splitlines()[-1]
    assert rack.startswith("= 1 rack ")
    assert "1 game: 1 as stated" in page("replay", str(file))
    file.write_text(text.replace(rack, "= 1 rack 12345"), encoding="utf-8")
    assert run("replay", str(file)).exit_code == 1
    assert document(*SIM, "--show", "3")["session"] == 3


def test_recorded_rolls_are_played_by_another_strategy(tmp_path: Path) -> None:
    night = tmp_path / "night.txt"
    night.write_text("4-4\n6-1\n", encoding="utf-8")
    asked = ("sim", "pass-line", "--book", "sentosa", "--rolls-from", str(night))
    assert document(*asked)["wealth_by_roll_cents"] == [300_00, 300_00, 290_00]
    assert "Final wealth" in page(*asked)


def test_strategies_are_compared_at_one_book_or_at_several() -> None:
    data = document("compare", "pass-line@adelaide", "pass-line@sentosa", "--rolls", "20", "--sessions", "100", "--sim")
    assert data["pairs"][0]["p_equal"] == 1
    told = page(
        "compare", "pass-line", "iron-cross", "--book", "sentosa", "--rolls", "20", "--sessions", "100", "--sim"
    )
    assert re.search(r"^  pass-line +iron-cross +\d+\.\d\d% +\d", told, re.MULTILINE)


def test_the_widest_session_of_a_comparison_is_shown(tmp_path: Path) -> None:
    asked = ("compare", "pass-line", "iron-cross", "--book", "sentosa", "--rolls", "20", "--sessions", "50")
    told = page(*asked, "--show", "widest", "-o", str(tmp_path / "pair"))
    assert "they part at roll" in told
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == {"pair-1", "pair-2"}


def test_seeds_are_numbers_or_words_and_shares_are_percent_or_parts() -> None:
    assert (read_seed("7"), read_seed("tuesday")) == (7, "tuesday")
    assert (read_share("5%", "--x"), read_share("0.05", "--x")) == (0.05, 0.05)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((*SIM, "--precision", "much"), "is no share"),
        ((*SIM, "--every", "0"), "at least 1"),
        ((*SIM, "--show", "luckiest"), "write median, best, worst or a number"),
        ((*SIM, "--show", "1000000"), "there is no session 1000000: these are sessions 0 to"),
        ((*SIM, "--on", "carrier-pigeon"), "is no cluster"),
        ((*SIM, "--rolls-from", "nowhere.txt"), "no such file"),
        (("exact", "pass-line", "--ruin-at-most", "5%", "--rolls", "9", "--bankroll", "300"), "--bankroll to find"),
        (("sim", "pass-line", "--sessions", "0"), "at least one session"),
        (("compare", "pass-line"), "at least two"),
        (("compare", "pass-line", "iron-cross", "--exact", "--sim"), "choose one"),
        (("compare", "pass-line", "iron-cross", "--show", "narrowest"), "the only choice is widest"),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(args: tuple[str, ...], says: str) -> None:
    assert says in " ".join(refusal(*args).split())


def test_strategies_are_compared_under_every_book_that_is_given() -> None:
    asked = ("compare", "pass-line", "doey-dont", "place-6-8@evolution", "--rolls", "5", "--bankroll", "1000")
    data = document(*asked, "--book", "sentosa", "--book", "adelaide")
    assert [(each["strategy"], each["book"]) for each in data["strategies"]] == [
        ("pass-line", "sentosa"),
        ("pass-line", "adelaide"),
        ("doey-dont", "sentosa"),
        ("doey-dont", "adelaide"),
        ("place-6-8", "evolution"),
    ]
    assert data["pairs"][0]["first"] == "pass-line at sentosa"


@pytest.mark.parametrize("how", [(), ("--summary",)])
def test_a_session_that_never_ends_is_told_at_once(tmp_path: Path, how: tuple[str, ...]) -> None:
    file = tmp_path / "never.strategy"
    file.write_text("strategy never\ncome-out: take 2x odds on pass\n", encoding="utf-8")
    assert "can go on for ever without an end; limit its rolls" in refusal("sim", str(file), "--goal", "600", *how)


def test_a_goal_too_far_for_an_exact_answer_is_simulated() -> None:
    asked = ("pass-line", "--bankroll", "20", "--goal", "3000000", "--sessions", "20")
    assert document("sim", *asked)["exact"] is None
    assert document("compare", "doey-dont", *asked)["sessions"] == 20


def test_there_is_at_least_one_thread() -> None:
    assert "--threads" in refusal(*SIM, "--threads", "0")


def test_many_pairs_are_told_by_strategy_and_by_book() -> None:
    asked = ("compare", "pass-line", "doey-dont", "place-6-8", "--rolls", "5", "--bankroll", "1000")
    told = page(*asked, "--book", "sentosa", "--book", "adelaide")
    assert re.search("^  pass-line at sentosa +pass-line at adelaide ", told, re.MULTILINE)
    assert re.search("^  pass-line at sentosa +doey-dont at sentosa ", told, re.MULTILINE)
    assert not re.search("^  pass-line at sentosa +doey-dont at adelaide ", told, re.MULTILINE)
    assert "--json has all 15 pairs." in told


def test_a_comparison_that_is_stopped_tells_which_sessions_it_played(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("compare", "pass-line", "iron-cross", "--sim", "--book", "sentosa", "--rolls", "5")
    whole = run(*asked, "--sessions", "8", "--json")
    assert whole.stderr == ""

    def stopped(*strategies: Any, sessions: int, **rest: Any) -> Any:
        return simulate_paired(*strategies, sessions=sessions // 2, **rest)

    monkeypatch.setattr(comparison_answer, "simulate_paired", stopped)
    half = run(*asked, "--sessions", "16", "--json")
    assert half.stderr == "comeout: stopped; these are sessions 0 to 7\n"
    assert half.stdout == whole.stdout


def test_a_comparison_marks_the_strategies_that_are_simulated() -> None:
    told = page("compare", "regress-press", "pass-line", "--book", "sentosa", "--rolls", "10", "--sessions", "20")
    assert told.startswith("Each strategy but those marked exactly; in pairs 20 sessions on the same dice")
    marked = [line for line in told.splitlines() if "simulated, mean ±" in line]
    assert [line.split()[0] for line in marked] == ["regress-press"]


def test_a_simulation_without_a_bet_says_so(tmp_path: Path) -> None:
    file = tmp_path / "never.strategy"
    file.write_text("strategy never\ncount hits\n  up when any place wins\nfrom 1 hits: bet 10 on field\n", "utf-8")
    assert "\nNo session made a bet; see why with comeout strategy check.\n" in page(
        "sim", str(file), "--sessions", "50"
    )
    assert "\nnever never makes a bet at " in page("exact", str(file), "--rolls", "10")
