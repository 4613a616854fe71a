"""How far the figures of bets vary is what sessions one by one say, whoever walks them."""

from __future__ import annotations

from collections import Counter

import pytest

from comeout.exact.weights import FAIR, Weights
from comeout.lab.answers.bet_spread import REFUSED, BetSpread, figures_of_session
from comeout.lab.answers.bet_tally import BetTallies
from comeout.lab.answers.question import Question, ask
from comeout.lab.answers.sim_answer import answer_by_simulation
from comeout.lab.graph import Decision, Graph
from comeout.lab.graph_walk import walk_session
from comeout.lab.simulation import compiled_walk, runner
from comeout.lab.simulation.dice_format import rolls_of

WEIGHTS = (*range(1, 37),)
LOADED = Weights(WEIGHTS, sum(WEIGHTS))
LONG = Weights(tuple(10**28 + each for each in WEIGHTS), 36 * 10**28 + sum(WEIGHTS))


def one_by_one(question: Question, seed: int, sessions: int) -> BetSpread:
    """The same sums from sessions that Python walks, each tallied by itself."""
    graph, found = Graph(question.layout, question.strategy, bankroll=question.rules.bankroll), BetSpread()
    graph.explore()
    for number in range(sessions):
        rolls, decisions, tally = Counter[tuple[int, int]](), Counter[Decision](), BetTallies(question.weights)

        def visit(decision: Decision, place: int, rolls=rolls, decisions=decisions) -> None:  # type: ignore[no-untyped-def]
            rolls[decision.row, place] += 1
            decisions[decision] += 1

        walk_session(graph, question.rules, rolls_of(seed, number, weights=question.weights), visit=visit)
        tally.add_walked(graph, rolls, decisions)
        found.add(figures_of_session(tally))
    return found


@pytest.mark.parametrize("dice", [FAIR, LOADED, LONG], ids=["fair", "loaded", "long"])
@pytest.mark.parametrize(
    ("name", "book"), [("iron-cross", "adelaide"), ("three-point-molly", "sentosa"), ("dont-pass-lay", "sentosa")]
)
def test_the_sums_and_squares_are_those_of_the_first_sessions_walked_one_by_one(
    name: str, book: str, dice: Weights
) -> None:
    question = ask(name, book, bankroll="100", rolls=25, dice=dice)
    spread = answer_by_simulation(question, seed=7, sessions=40).spread
    expected = one_by_one(question, 7, 40)
    assert spread
    assert spread.sessions == expected.sessions == 40
    assert {figure: value for figure, value in spread.squares.items() if value} == {
        figure: value for figure, value in expected.squares.items() if value
    }
    assert {figure: value for figure, value in spread.sums.items() if spread.squares[figure]} == {
        figure: value for figure, value in expected.sums.items() if expected.squares[figure]
    }
    assert any(figure[0] == REFUSED for figure in spread.sums)


def test_a_graph_that_sessions_find_as_they_go_has_the_same_kind_of_errors() -> None:
    found = answer_by_simulation(ask("regress-press", "sentosa", bankroll="300", rolls=10), sessions=20)
    assert found.spread
    assert found.bets
    assert found.spread.sessions == 20
    assert found.spread.sums["action", "place-6"] == next(
        each.action for each in found.bets.bets if each.spot == "place-6"
    )


def test_neither_threads_nor_the_runner_change_a_byte_of_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    question = ask("iron-cross", "sentosa", bankroll="100", rolls=30)
    expected = answer_by_simulation(question, sessions=600, threads=1).data()
    assert answer_by_simulation(question, sessions=600, threads=3).data() == expected
    for module in (compiled_walk, runner):
        monkeypatch.setattr(module, "compiled_walk", lambda: "it is not there")
    runner.runner_for.cache_clear()
    assert answer_by_simulation(question, sessions=600).data() == expected
    runner.runner_for.cache_clear()


def test_the_errors_are_those_that_repeated_simulations_show() -> None:
    question = ask("pass-345", "sentosa", bankroll="100", rolls=30)
    runs = [answer_by_simulation(question, seed=seed, sessions=400) for seed in range(40)]

    def shown(field: str) -> tuple[float, float]:
        means, errors = [], []
        for run in runs:
            assert run.bets
            each = next(bet for bet in run.bets.bets if bet.spot == "pass-odds")
            error = run.bet_error(each, field)
            assert error is not None
            means.append(getattr(each, field) / run.sessions)
            errors.append(error)
        middle = sum(means) / len(means)
        return (sum((mean - middle) ** 2 for mean in means) / (len(means) - 1)) ** 0.5, sum(errors) / len(errors)

    for field in ("action", "won", "lost", "change"):
        seen, told = shown(field)
        assert told == pytest.approx(seen, rel=0.35), field


def test_what_the_first_sessions_never_met_is_taken_as_poisson() -> None:
    spread = BetSpread(sessions=100)
    assert spread.error(("won", "twelve"), 9, 9, sessions=10_000) == pytest.approx(3 / 10_000)
    assert spread.error(("won", "twelve"), 0, 0, sessions=10_000) == 0
    assert spread.error(("won", "twelve"), 9, 9, sessions=1) is None


def test_what_the_first_sessions_met_once_or_twice_varies_as_poisson_at_least() -> None:
    spread = BetSpread()
    for number in range(100):
        spread.add({("won", "twelve"): int(number == 0), ("won", "pass"): number % 2})
    assert spread.error(("won", "twelve"), 400, 400, sessions=10_000) == pytest.approx(20 / 10_000)
    assert spread.error(("won", "twelve"), 1, 1, sessions=100) == pytest.approx((0.01 / 100) ** 0.5)
    assert spread.error(("won", "pass"), 5000, 5000, sessions=10_000) == pytest.approx(0.5 / 100, rel=0.01)


def test_what_is_the_same_in_all_sessions_has_no_error() -> None:
    spread = BetSpread()
    for _ in range(3):
        spread.add({("made", "field"): 2})
    assert spread.error(("made", "field"), 20, 20, sessions=10) == 0
