"""Exact means of bets, refusals, action and shooters: worked out by hand, and met by simulations."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from comeout.lab.answers.bet_tally import BetTally
from comeout.lab.answers.exact_figures import ExactFigures, exact_figures
from comeout.lab.answers.question import ask
from comeout.lab.answers.sim_answer import BET_FIGURES, SimAnswer, answer_by_simulation
from comeout.lab.laws import expected_visits
from comeout.lab.laws.wealth_law import law
from comeout.lab.simulation.histogram import Histogram

NATURAL, CRAPS, POINT, SEVEN = Fraction(8, 36), Fraction(4, 36), Fraction(24, 36), Fraction(6, 36)
MADE_AT_ONCE = sum(2 * Fraction(ways, 36) ** 2 for ways in (3, 4, 5))
"""The chance to throw a point and throw it again."""


def figures(name: str, book: str, **asked: Any) -> ExactFigures:
    """The exact figures of a question."""
    question = ask(name, book, **asked)
    return exact_figures(question, question.graph())


@pytest.mark.parametrize(
    ("figure", "mean"),
    [
        ("made", 1 + NATURAL),  # a natural is bet again, and after craps nothing is left to bet
        ("action", 1000 * (1 + NATURAL)),
        ("won", NATURAL + NATURAL * NATURAL + MADE_AT_ONCE),
        ("lost", CRAPS + NATURAL * CRAPS + POINT * SEVEN),
        ("returned", Fraction(0)),
        ("vigorish", Fraction(0)),
    ],
)
def test_two_rolls_of_a_pass_line_that_can_pay_for_one_bet_are_those_of_a_person(figure: str, mean: Fraction) -> None:
    found = figures("pass-line", "sentosa", bankroll="10", rolls=2)
    assert found.of(figure, "pass") == pytest.approx(float(mean), abs=1e-12)


def test_two_rolls_have_this_action_these_shooters_and_these_paths() -> None:
    found = figures("pass-line", "sentosa", bankroll="10", rolls=2)
    assert found.action == found.of("action", "pass")
    assert found.shooters == pytest.approx(float(POINT * SEVEN))
    won_two = NATURAL * NATURAL
    won_one = NATURAL - won_two + MADE_AT_ONCE
    peak, drawdown, below = found.paths.peak, found.paths.drawdown, found.paths.below
    assert peak
    assert peak.mean == pytest.approx(float(1000 + 1000 * won_one + 2000 * won_two))
    assert (peak.quantiles["0.5"], peak.quantiles["0.99"]) == (1000, 3000)
    lost_one = CRAPS + NATURAL * CRAPS + POINT * SEVEN  # after a lost bet nothing is left, and no roll follows
    assert drawdown
    assert below
    assert drawdown.mean == pytest.approx(float(1000 * lost_one))
    assert below.mean == pytest.approx(float(lost_one))


@pytest.mark.parametrize(
    ("name", "book", "asked"),
    [
        ("iron-cross", "adelaide", {"bankroll": "60", "rolls": 40}),
        ("iron-cross", "sentosa", {"bankroll": "300", "rolls": 40, "goal": "340"}),
        ("three-point-molly", "sentosa", {"bankroll": "100", "rolls": 30}),
        ("dont-pass-lay", "sentosa", {"bankroll": "200", "rolls": 30, "stop": "120"}),
        ("hardways-all", "adelaide", {"bankroll": "50", "rolls": None, "shooters": 3}),
        ("place-6-8", "sentosa", {"bankroll": "50", "rolls": 40}),
        ("pass-345", "adelaide", {"bankroll": "100", "rolls": None, "goal": "150", "stop": "50"}),
        ("martingale-pass", "exhibit-a", {"bankroll": "3000", "rolls": 40}),
    ],
)
def test_simulated_bets_and_refusals_lie_within_four_standard_errors_of_the_exact_means(
    name: str, book: str, asked: dict[str, Any]
) -> None:
    found = answer_by_simulation(ask(name, book, **asked), sessions=20_000, seed=7)
    assert found.bets
    for each in found.bets.bets:
        for field in BET_FIGURES.values():
            near(getattr(each, field) / found.sessions, found.bet_error(each, field), found.bet_exact(each, field))
    for refusal in found.bets.refusals:
        near(refusal.times / found.sessions, found.refusal_error(refusal), found.refusal_exact(refusal))
    near(*mean_of(found.tally.action), found.figures.action)
    near(*mean_of(found.tally.shooters), found.figures.shooters)


def near(mean: float, error: float | None, exact: float | None) -> None:
    """Hold a mean to its exact value."""
    assert error is not None
    assert exact is not None
    assert abs(mean - exact) <= 4 * error + 1e-9


def mean_of(histogram: Histogram) -> tuple[float, float]:
    """A mean with its standard error."""
    return float(histogram.mean), (histogram.variance / histogram.total) ** 0.5


def test_odds_that_a_short_rack_does_not_cover_are_refused_exactly_so_often() -> None:
    found = simulated("pass-345", bankroll="30", rolls=20)
    assert found.bets
    refused = {(each.spot, each.reason): found.refusal_exact(each) for each in found.bets.refusals}
    # The first point finds 20 in the rack: three, four or five times 10 is more, whatever the point is.
    once = figures("pass-345", "sentosa", bankroll="30", rolls=2)
    assert once.bets
    assert sum(mean for figure, mean in once.bets.items() if figure[0] == "refused") == pytest.approx(float(POINT))
    assert (refused["pass-odds", "RACK_TOO_SMALL"] or 0) > float(POINT)


def test_the_results_of_all_bets_add_up_to_the_change_of_mean_wealth() -> None:
    question = ask("three-point-molly", "sentosa", bankroll="150", rolls=40)
    graph = question.graph()
    found = exact_figures(question, graph)
    assert found.bets
    change = sum(mean for (field, *_), mean in found.bets.items() if field == "change")
    assert change == pytest.approx(law(graph.arrays, question.rules).mean_cents - 150_00, abs=1e-6)
    assert found.action == pytest.approx(sum(mean for (field, *_), mean in found.bets.items() if field == "action"))


def simulated(name: str, **asked: Any) -> SimAnswer:
    """A simulation at sentosa."""
    return answer_by_simulation(ask(name, "sentosa", **asked), sessions=300)


def test_bets_played_out_a_large_graph_and_a_summary_have_no_exact_means(monkeypatch: pytest.MonkeyPatch) -> None:
    assert simulated("pass-line", bankroll="100", rolls=10, play_out=True).figures.bets is None
    assert simulated("pass-line", bankroll="100", rolls=10, play_out=True).figures.paths.peak
    quick = answer_by_simulation(ask("pass-line", "sentosa", bankroll="100", rolls=10), sessions=30, summary=True)
    assert quick.figures == ExactFigures()
    monkeypatch.setattr(expected_visits, "MOST_ROWS", 10)
    found = simulated("pass-line", bankroll="100", rolls=10)
    assert found.bets
    assert found.bet_exact(found.bets.bets[0], "won") is None
    assert found.figures.action is None


def test_a_bet_that_is_never_made_is_made_no_times_exactly() -> None:
    found = figures("pass-line", "sentosa", bankroll="100", rolls=10)
    assert found.of("made", BetTally("field").spot) == 0
    assert ExactFigures().of("made", "field") is None
