"""Laws on the graphs of strategies at a real table: sizes and figures, and the naive law down to the last chip."""

from __future__ import annotations

from functools import cache

import pytest

from comeout.lab.graph import Graph
from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.laws.difference import RunsShort, difference_law
from comeout.lab.laws.long_run import long_run
from comeout.lab.laws.sensitivity import break_even
from comeout.lab.laws.wealth_law import law
from comeout.lab.session_rules import SessionRules
from comeout.rules.library import load_book
from tests.kit.lab_strategies import IronCross, Molly, PassLine
from tests.kit.naive_law import naive_law

STRATEGIES = {"pass": PassLine, "iron cross": IronCross, "molly": Molly}


@cache
def graph_of(name: str, *, every_rack: bool) -> GraphArrays:
    graph = Graph(load_book("sentosa"), STRATEGIES[name]())
    graph.explore(every_rack=every_rack)
    if every_rack:
        graph.close()
    return GraphArrays.of(graph)


@pytest.mark.parametrize("bankroll", [37_00, 100_00, 123_45])
@pytest.mark.parametrize("name", ["pass", "iron cross"])
def test_poor_sessions_have_the_naive_law(name: str, bankroll: int) -> None:
    rules = SessionRules(bankroll=bankroll, rolls=4, play_out=name == "pass")
    arrays = graph_of(name, every_rack=True)
    expected, ends = naive_law(arrays, rules)
    exact = law(arrays, rules)
    assert dict(exact.pairs) == pytest.approx(
        {wealth: chance for wealth, chance in expected.items() if chance}, abs=1e-12
    )
    for roll, line in enumerate(ends):
        assert [exact.ends_by_roll[roll, end] for end in line] == pytest.approx([float(p) for p in line.values()])


@pytest.mark.parametrize(("name", "cost", "rolls_per_seven"), [("pass", -418.91, 6.458), ("molly", -1011.26, 6.040)])
def test_the_long_run_costs_what_every_bet_costs(name: str, cost: float, rolls_per_seven: float) -> None:
    arrays = graph_of(name, every_rack=False)
    assert long_run(arrays).cents_per_100_rolls == pytest.approx(cost, abs=0.005)
    even = break_even(arrays)
    assert even is not None
    assert even.rolls_per_seven == pytest.approx(rolls_per_seven, abs=0.0005)


def test_the_molly_of_118_rows_is_one_of_17_and_loses_in_200_rolls_what_the_long_run_says() -> None:
    arrays = graph_of("molly", every_rack=False)
    exact = law(arrays, SessionRules(bankroll=100_000_00, rolls=200))
    before = law(arrays, SessionRules(bankroll=100_000_00, rolls=100))
    assert (arrays.rows, exact.rows) == (118, 17)
    per_roll = long_run(arrays)
    assert exact.mean_cents - before.mean_cents == pytest.approx(per_roll.cents_per_100_rolls, rel=1e-4)
    assert exact.sd_cents**2 - before.sd_cents**2 == pytest.approx(per_roll.variance_per_100_rolls, rel=1e-4)
    assert exact.mass_dropped <= 1e-12


def test_strategies_differ_by_what_they_lose_until_one_runs_short() -> None:
    rules = SessionRules(bankroll=100_000_00, rolls=100)
    first, second = (graph_of(name, every_rack=False) for name in ("molly", "pass"))
    found = difference_law(first, second, rules)
    assert found.pairs_of_rows == 118
    assert found.mean_cents == pytest.approx(law(first, rules).mean_cents - law(second, rules).mean_cents)
    with pytest.raises(RunsShort):
        difference_law(first, second, SessionRules(bankroll=300_00, rolls=100))
