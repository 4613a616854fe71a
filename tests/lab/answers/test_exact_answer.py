"""Exact answers against values worked out by hand, and the keys of their plain data."""

from __future__ import annotations

from fractions import Fraction

import pytest

from comeout import lab
from comeout.lab.answers.exact_answer import answer_exactly
from comeout.lab.answers.question import ask
from comeout.lab.language.reader import read_strategy
from comeout.lab.session_rules import LabError
from comeout.rules.library import book_names

KEYS = {
    "mean_cents",
    "sd_cents",
    "p_ahead",
    "p_even",
    "p_ruin",
    "p_ruin_by_roll",
    "p_goal",
    "p_stop",
    "quantiles",
    "law",
    "long_run_per_100_rolls_cents",
    "nodes",
    "rows",
    "mass_dropped",
}


def test_one_come_out_roll_of_the_pass_line_by_hand() -> None:
    """8 of 36 rolls win ten dollars, 4 lose them, and 24 leave them on the line at face value."""
    found = answer_exactly(ask("pass-line", "sentosa", bankroll="300", rolls=1)).data()
    assert dict(map(tuple, found["law"])) == pytest.approx({310_00: 8 / 36, 300_00: 24 / 36, 290_00: 4 / 36})
    assert found["mean_cents"] == pytest.approx(300_00 + 10_00 * 4 / 36)
    assert (found["p_ahead"], found["p_even"]) == (pytest.approx(8 / 36), pytest.approx(24 / 36))
    assert found["quantiles"]["0.05"] == 290_00
    assert found["quantiles"]["0.5"] == 300_00


def test_played_out_the_pass_line_loses_its_house_edge() -> None:
    """A pass line bet loses 7/495 of its stake, worked out to its end."""
    found = answer_exactly(ask("pass-line", "sentosa", bankroll="300", rolls=1, play_out=True))
    assert found.law.mean_cents == pytest.approx(300_00 - 10_00 * 7 / 495)


def test_the_long_run_of_the_pass_line_is_its_edge_over_the_rolls_of_a_decision() -> None:
    """7/495 of ten dollars are lost every 557/165 rolls."""
    found = answer_exactly(ask("pass-line", "adelaide", bankroll="300")).data()
    assert found["long_run_per_100_rolls_cents"] == pytest.approx(-100 * 10_00 * 7 / 495 / (557 / 165))


def test_goal_before_ruin_is_gamblers_ruin_as_a_fraction() -> None:
    """With one unit and a goal of two, the first decision settles it: 244/495."""
    found = answer_exactly(ask("pass-line", "sentosa", bankroll="10", goal="20")).data()
    assert found["p_goal_fraction"] == "244/495"
    assert found["p_goal"] == pytest.approx(float(Fraction(244, 495)))


@pytest.mark.parametrize("book", book_names())
def test_the_plain_data_has_its_keys_and_is_consistent(book: str) -> None:
    found = answer_exactly(ask("iron-cross", book, bankroll="100", rolls=60)).data()
    assert set(found) >= KEYS
    assert sum(chance for _, chance in found["law"]) == pytest.approx(1)
    assert found["p_ruin_by_roll"] == sorted(found["p_ruin_by_roll"])
    assert (len(found["p_ruin_by_roll"]), found["p_ruin_by_roll"][0]) == (61, 0)
    assert found["p_ruin_by_roll"][-1] == pytest.approx(found["p_ruin"])
    assert found["mass_dropped"] <= 1e-12


def test_a_graph_that_is_too_large_proposes_a_simulation() -> None:
    with pytest.raises(LabError, match="simulate it with comeout sim"):
        answer_exactly(ask("regress-press", "adelaide", bankroll="300"))


def test_the_front_of_the_laboratory_answers_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("COMEOUT_CACHE", str(tmp_path))
    found = lab.exact("pass-line", "sentosa", bankroll="300", rolls=1)
    assert "ExactAnswer pass-line at sentosa" in repr(found)
    assert "<table>" in found._repr_html_()
    assert found.columns()["wealth_cents"] == [290_00, 300_00, 310_00]


def test_a_strategy_that_never_bets_is_told_so() -> None:
    never = read_strategy("strategy never\ncount hits\n  up when any place wins\nhits is at least 1: bet 10 on field\n")
    found = answer_exactly(ask(never, "sentosa", bankroll="300", rolls=10)).data()
    assert found["remark"] == (
        "never never makes a bet at sentosa, so nothing is won or lost; see why with comeout strategy check."
    )
    assert answer_exactly(ask("pass-line", "sentosa", bankroll="300", rolls=10)).data()["remark"] is None


def test_a_strategy_that_bets_only_with_more_money_is_told_so() -> None:
    later = read_strategy("strategy later\ncome-out and rack covers 500: bet 10 on pass\n")
    found = answer_exactly(ask(later, "sentosa", bankroll="300", rolls=10)).data()
    assert found["remark"] == "With this bankroll later never wins or loses anything at sentosa."
