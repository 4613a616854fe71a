"""Exact figures as pages: a fraction, its decimal and its denominator in every line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from comeout.cli.show import figures
from comeout.exact.even_amounts import best_amounts
from comeout.exact.figures import Undecided, all_figures
from comeout.exact.hand import hand
from comeout.rules.library import load_book

Captured = pytest.CaptureFixture[str]
LAYOUT = load_book("sentosa")


@pytest.fixture(autouse=True)
def plain_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have another width: a worker of xdist has 80 columns."""
    monkeypatch.delenv("COLUMNS", raising=False)


def words(capsys: Captured) -> list[list[str]]:
    return [line.split() for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("figure", "value", "shown"),
    [
        ("win", Fraction(1, 3), "33.333%"),
        ("ev_per_roll", Fraction(1, 36), "2.778%"),
        ("variance", Fraction(7, 4), "1.7500"),
        ("mean_rolls_kept_up", Fraction(36, 11), "3.2727"),
    ],
)
def test_chances_are_percent_and_lengths_are_plain(figure: str, value: Fraction, shown: str) -> None:
    assert figures.decimal(figure, value) == shown


def test_every_bet_is_one_line_and_one_without_figures_has_dashes(capsys: Captured) -> None:
    [field] = all_figures(LAYOUT, ["field"])
    figures.odds_list(LAYOUT, [field, Undecided("hard-4", "Hard 4")])
    lines = words(capsys)
    assert lines[0] == LAYOUT.rulebook.book.title.split()
    [told] = [line for line in lines if line[:1] == ["field"]]
    assert told[4:6] == ["1/18", "5.56"]
    assert ["hard-4", *["-"] * 11] in lines


def test_a_bet_is_told_by_all_its_figures(capsys: Captured) -> None:
    [found] = all_figures(LAYOUT, ["place-6"])
    figures.odds_page(LAYOUT, found)
    lines = words(capsys)
    assert ["Win", "5/11", "45.455%", "of", "bets", "made"] in lines
    assert ["House", "edge", "1/66", "1.515%", "of", "the", "flat", "bet,", "per", "bet", "made"] in lines
    assert ["Decided", "within", "so", "many", "rolls"] in lines


def test_a_bet_that_these_dice_never_decide_says_so(capsys: Captured) -> None:
    figures.odds_page(LAYOUT, Undecided("hard-4", "Hard 4"))
    assert "it has no figures" in capsys.readouterr().out


def test_even_amounts_are_listed_with_their_step(capsys: Captured) -> None:
    figures.best_amounts(LAYOUT, [best_amounts(LAYOUT, "place-6", settings={"payable-unit": "1"})])
    out = capsys.readouterr().out
    assert out.splitlines()[1].split()[:4] == ["place-6", "6.00", "6.00,", "12.00,"]
    assert f"loses a part of its pay ({LAYOUT.rulebook.breakage.clause})" in " ".join(out.split())


def test_the_hand_is_told_with_the_chance_that_was_asked_for(capsys: Captured) -> None:
    figures.hand_page(LAYOUT, hand(LAYOUT, rolls=154), asked=True)
    asked = capsys.readouterr().out
    assert "1671/196" in asked
    assert "At least 154 rolls" in asked
    figures.hand_page(LAYOUT, hand(LAYOUT, rolls=1), asked=False)
    assert "At least 1 rolls" not in capsys.readouterr().out
