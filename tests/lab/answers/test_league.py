"""The league table and tuning: many questions answered in rows."""

from __future__ import annotations

from math import sqrt

import pytest

from comeout.lab.answers.league import SESSIONS, league, price_books, tune
from comeout.lab.language.reader import load_strategy, read_strategy
from comeout.lab.session_rules import LabError


def test_a_grid_finds_the_best_of_all_combinations() -> None:
    grid, winner = tune(
        "pass-345", "sentosa", vary={"unit": ["5", "10"], "odds": ["1x", "3-4-5x"]}, bankroll="300", rolls=30
    )
    assert [row.values for row in grid.rows] == [
        {"unit": "5", "odds": "1x"},
        {"unit": "5", "odds": "3-4-5x"},
        {"unit": "10", "odds": "1x"},
        {"unit": "10", "odds": "3-4-5x"},
    ]
    assert winner.p_ahead == max(row.p_ahead for row in grid.rows)
    assert all(row.exact for row in grid.rows)


@pytest.mark.parametrize(
    ("vary", "best", "says"),
    [
        ({}, "p_ahead", "name the values"),
        ({"unit": ["5"]}, "luck", "nothing to search for"),
        ({"unit": ["5"] * 501}, "sd", "too many"),
    ],
)
def test_a_grid_that_makes_no_sense_is_refused(vary: dict[str, list[str]], best: str, says: str) -> None:
    with pytest.raises(LabError, match=says):
        tune("pass-345", "sentosa", vary=vary, best=best, bankroll="300")


def test_the_league_has_a_row_for_each_preset_that_a_book_plays() -> None:
    found = league(bankroll="300", rolls=5, books=["evolution"])
    assert {"pass-line", "iron-cross", "regress-press"} <= {row.strategy for row in found.rows}
    assert any("horn-every-roll" in says for says in found.cannot)
    assert all(row.p_ahead + row.p_even <= 1 + 1e-9 for row in found.rows)
    for row in found.rows:
        error = 0.0 if row.exact else row.sd_cents / sqrt(SESSIONS)
        assert row.mean_error_cents == pytest.approx(error)
        share = 0.0 if row.exact else sqrt(row.p_ahead * (1 - row.p_ahead) / SESSIONS)
        assert row.data()["p_ahead_error"] == pytest.approx(share)


def test_where_no_graph_is_whole_a_grid_plays_as_many_sessions_as_it_is_told() -> None:
    large = read_strategy(load_strategy("regress-press").text + "\nlet spare be 5")
    grid, winner = tune(large, "sentosa", vary={"spare": ["5"]}, bankroll="300", rolls=5, sessions=40)
    assert (winner.exact, winner.sessions) == (False, 40)
    assert grid.data()["rows"][0]["p_ruin_error"] == 0.0
    with pytest.raises(LabError, match="two sessions are the fewest"):
        tune(large, "sentosa", vary={"spare": ["5"]}, bankroll="300", rolls=5, sessions=1)


def test_a_change_of_book_has_a_price_for_each_strategy() -> None:
    same, dearer = price_books("sentosa", "evolution", ["pass-line", "iron-cross"])
    assert same.first_cents == pytest.approx(same.second_cents)
    assert dearer.data()["change_cents_per_100_rolls"] == pytest.approx(dearer.second_cents - dearer.first_cents)
    assert dearer.first_cents != pytest.approx(dearer.second_cents)
