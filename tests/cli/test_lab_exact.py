"""`comeout exact` and `comeout tune` as people meet them: pages, JSON, and one clear line for whatever is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from comeout.cli.lab_exact import exact
from comeout.lab.language.reader import load_strategy
from tests.kit.command_line import document, page, refusal

FAIR = "total 36\n" + "1 " * 36


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("COMEOUT_CACHE", str(tmp_path / "cache"))
    return tmp_path


def test_the_command_prints_the_law_of_a_session(capsys: pytest.CaptureFixture[str]) -> None:
    exact("pass-line", books=["sentosa"], rolls=1, as_json=True)
    assert '"p_ahead": 0.2222' in capsys.readouterr().out


def test_a_page_tells_wealth_ruin_and_the_long_run_with_their_denominators() -> None:
    told = page("exact", "iron-cross", "--book", "sentosa", "--bankroll", "100", "--rolls", "40")
    assert told.startswith("iron-cross at sentosa, bankroll $100.00, 40 rolls")
    for words in ("open bets at face value", "of sessions", "per 100 rolls", "Ruined by roll 10"):
        assert words in told


def test_a_goal_without_rolls_is_told_as_a_fraction() -> None:
    assert "exactly: 244/495" in page("exact", "pass-line", "--book", "sentosa", "--bankroll", "10", "--goal", "20")


def test_given_dice_that_are_fair_change_nothing(tmp_path: Path) -> None:
    file = tmp_path / "dice.txt"
    file.write_text(FAIR, encoding="utf-8")
    asked = ("exact", "pass-line", "--book", "sentosa", "--rolls", "10")
    assert document(*asked) == document(*asked, "--dice", str(file))


def test_a_grid_of_values_and_the_sensitivity_are_pages_and_json() -> None:
    asked = ("tune", "pass-345", "--book", "sentosa", "--vary", "unit=5,10", "--rolls", "10")
    assert re.search(r"Best p_ahead: unit=\d+, with \d+\.\d{3}%$", page(*asked), re.M)
    assert re.search(r"Best cost: unit=5, with \$2\.09$", page(*asked, "--best", "cost"), re.M)
    assert len(document(*asked)["rows"]) == 2
    told = page("exact", "pass-line", "--book", "sentosa", "--sensitivity")
    assert "What each clause brings per 100 rolls" in told


def test_a_grid_that_is_simulated_says_how_far_off_it_may_be(tmp_path: Path) -> None:
    file = tmp_path / "large.strategy"
    file.write_text(load_strategy("regress-press").text + "\nlet spare be 5")
    asked = ("tune", str(file), "--book", "sentosa", "--vary", "spare=5,6", "--rolls", "20", "--sessions", "50")
    told = page(*asked)
    assert len(re.findall(r"simulated: mean ± \$\d+\.\d\d, ± \d\.\d{3}% ahead and \d\.\d{3}% ruined$", told, re.M)) == 2
    best = r"Best p_ahead: spare=5, with \d+\.\d{3}% ± \d\.\d{3}%, by 50 sessions, the same dice for each row; others "
    assert re.search(best, told)
    assert re.search(r"Best mean: spare=5, with \$\d+\.\d\d, by 50 sessions", page(*asked, "--best", "mean"))


def test_a_change_of_book_is_priced_for_a_strategy() -> None:
    asked = ("diff", "sentosa", "adelaide", "--strategy", "pass-line")
    assert "and the change" in page(*asked)
    assert document(*asked)["strategies"][0]["strategy"] == "pass-line"


def test_a_bankroll_and_rolls_are_found_from_a_chance_of_ruin() -> None:
    asked = ("exact", "pass-line", "--book", "sentosa", "--ruin-at-most", "20%")
    assert document(*asked, "--rolls", "40")["p_ruin"] <= 0.2
    assert "lasts pass-line at sentosa for" in page(*asked, "--bankroll", "50")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("exact",), "name a strategy"),
        (("exact", "pas-line"), 'there is no strategy "pas-line", and no such file; did you mean "pass-line"'),
        (("exact", "pass-line", "--bankroll", "5"), "does not cover the first bet"),
        (("exact", "pass-line", "--rolls", "0"), "at least one of its rolls"),
        (("exact", "pass-line", "--goal", "100"), "is not above the bankroll"),
        (("exact", "pass-line", "--stop", "400"), "between nothing and the bankroll"),
        (("exact", "pass-line", "--bankroll", "lots"), "is not an amount"),
        (("exact", "pass-line", "--with", "unit"), "is no value"),
        (("exact", "horn-every-roll", "--book", "evolution"), "evolution has no bet"),
        (("tune", "pass-345", "--vary", "unit"), "varies nothing"),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(args: tuple[str, ...], says: str) -> None:
    assert says in " ".join(refusal(*args).split())


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("exact", "pass-line", "--rolls", "10000000000"), "at most 10,000,000 rolls, and not 10,000,000,000"),
        (("exact", "pass-line", "--rolls", "5000000"), "at most 1,000,000 rolls here; give fewer --rolls, or simulate"),
        (("exact", "pass-line", "--shooters", "5000000", "--goal", "600"), "here; give fewer --shooters, or simulate"),
        (("sim", "pass-line", "--rolls", "10000000000", "--sessions", "2"), "a session has at most 10,000,000 rolls"),
        (("sim", "pass-line", "--rolls", "2000000", "--every", "1"), "at most 10,000 rolls; give --every a larger"),
        (("exact", "pass-line", "--ruin-at-most", "5%", "--rolls", "10000000000"), "at most 10,000,000 rolls"),
        (("exact", "pass-line", "--ruin-at-most", "5%", "--rolls", "5000000"), "at most 1,000,000 rolls here"),
        (("exact", "regress-press", "--ruin-at-most", "5%", "--rolls", "10"), "no exact answer; simulate it with"),
    ],
)
def test_what_would_take_more_memory_than_there_is_is_one_sentence(args: tuple[str, ...], says: str) -> None:
    assert says in " ".join(refusal(*args).split())
