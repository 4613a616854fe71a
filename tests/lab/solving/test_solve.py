"""Solving for a goal: the strategy that comes out reaches it through the table as often as it says."""

from __future__ import annotations

import os
from collections import defaultdict
from typing import Any

import pytest

from comeout import lab
from comeout.lab.graph import Graph
from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.language.reader import MOST_TEXT, read_strategy
from comeout.lab.laws.wealth_law import law
from comeout.lab.session_rules import LabError, SessionRules
from comeout.lab.solving.solve import SolvedPlay, solve
from comeout.money import Amount
from comeout.rules.library import book_names, load_book
from comeout.table.settings import change_setting, default_settings

DONT = ("dont-pass", "dont-pass-odds")
ROLLS = int(os.getenv("COMEOUT_SOLVED_ROLLS", "6"))


def through_the_table(found: SolvedPlay) -> float:
    """The chance that the strategy has, found from its graph at the table."""
    layout = load_book(found.book)
    graph = Graph(layout, read_strategy(found.strategy).on(layout), bankroll=found.rules.bankroll)
    graph.explore()
    session = law(GraphArrays.of(graph), found.rules)
    return session.p_goal if found.rules.goal else session.p_ahead


def test_the_best_play_is_a_table_and_shows_itself() -> None:
    found = lab.solve("sentosa", bankroll="20", goal="40", unit="5")
    columns = found.columns()
    assert {len(values) for values in columns.values()} == {len(found.policy)}
    assert columns["bet"][0] == found.policy[0].bet
    assert columns["amount_cents"] == [row.amount for row in found.policy]
    assert found.facts()["probability"] == "0.489920"
    assert "have $40.00" in found._repr_html_()
    assert repr(found) == "<SolvedPlay pass at sentosa: probability 0.489920>"


@pytest.mark.parametrize("book", book_names())
@pytest.mark.parametrize(
    ("bankroll", "goal", "asked"),
    [
        (30_00, 60_00, {"unit": 1_00}),
        (30_45, 60_00, {"unit": 5_00, "bets": DONT}),
        (25_00, 60_00, {"unit": 5_00, "bets": "all"}),
    ],
)
def test_the_strategy_reaches_the_goal_as_often_as_it_says(
    book: str, bankroll: Amount, goal: Amount, asked: dict[str, Any]
) -> None:
    found = solve(load_book(book), SessionRules(bankroll=bankroll, goal=goal), **asked)
    assert through_the_table(found) == pytest.approx(found.probability, abs=1e-9)


@pytest.mark.parametrize("book", book_names())
@pytest.mark.parametrize(
    ("goal", "rolls", "asked"),
    [
        (None, ROLLS, {"maximize": "ahead"}),
        (14_00, ROLLS, {"bets": DONT}),
        (None, ROLLS - 1, {"maximize": "ahead", "bets": "all", "unit": 5_00}),
        (20_00, ROLLS - 1, {"bets": "all", "unit": 5_00}),
    ],
)
def test_the_strategy_wins_over_some_rolls_as_often_as_it_says(
    book: str, goal: Amount | None, rolls: int, asked: dict[str, Any]
) -> None:
    found = solve(load_book(book), SessionRules(bankroll=10_50, goal=goal, rolls=rolls), **asked)
    assert through_the_table(found) == pytest.approx(found.probability, abs=1e-9)


def rolled_through_the_table(found: SolvedPlay) -> float:
    """The chance to be ahead, rolled forward over what sessions meet at the table: no graph is found whole."""
    layout, bankroll = load_book(found.book), found.rules.bankroll
    graph = Graph(layout, read_strategy(found.strategy).on(layout), bankroll=bankroll, most_nodes=10**6)
    now, ahead = {(0, bankroll): 1.0}, 0.0
    for _ in range(found.rules.rolls or 0):
        then: dict[tuple[int, Amount], float] = defaultdict(float)
        for (node, wealth), chance in now.items():
            decision = graph.decision(node, wealth - graph.nodes[node].on_layout)
            if decision.row < 0:
                ahead += chance * (wealth > bankroll)
                continue
            row = graph.rows[decision.row]
            for outcome in row.outcomes:
                after = outcome.node, wealth + row.change + outcome.delta
                then[after] += chance * len(outcome.places) / 36
        now = then
    return ahead + sum(chance for (_, wealth), chance in now.items() if wealth > bankroll)


@pytest.mark.parametrize("book", ["sentosa"] if ROLLS < 20 else book_names())
def test_a_play_of_all_bets_over_a_hundred_rolls_is_a_strategy_that_can_be_read_and_played(book: str) -> None:
    bankroll = 30_00 if ROLLS < 20 else 300_00
    rules = SessionRules(bankroll=bankroll, rolls=100)
    found = solve(load_book(book), rules, bets="all", unit=10_00, maximize="ahead")
    assert len(found.strategy) < MOST_TEXT / 2
    assert rolled_through_the_table(found) == pytest.approx(found.probability, abs=1e-9)


def test_stakes_that_lead_to_one_rack_are_kept_apart() -> None:
    found = solve(load_book("sentosa"), SessionRules(bankroll=20_00, goal=40_00), bets="all")
    assert "with 2 on" in found.strategy
    assert through_the_table(found) == pytest.approx(found.probability, abs=1e-9)


def test_all_bets_together_beat_the_pass_line_alone() -> None:
    layout, rules = load_book("sentosa"), SessionRules(bankroll=50_00, goal=100_00)
    assert solve(layout, rules, bets="all", unit=5_00).probability == pytest.approx(0.495482271, abs=1e-9)
    assert solve(layout, rules, bets="pass", unit=50_00).probability == pytest.approx(244 / 495, abs=1e-15)


def test_limits_of_the_table_bound_the_play() -> None:
    layout, rules = load_book("sentosa"), SessionRules(bankroll=50_00, goal=100_00)
    table = default_settings(layout)
    for spot in [each.id for each in layout.spots if each.made_here]:
        table = change_setting(layout, table, f"max {spot}", "5")
    tight = solve(layout, rules, bets="all", unit=5_00, settings=table)
    assert {line.amount for line in tight.policy if not line.flat} == {5_00}
    assert tight.probability < solve(layout, rules, bets="all", unit=5_00).probability


def test_the_laboratory_solves_for_amounts_as_people_write_them() -> None:
    asked = lab.solve("adelaide", bankroll="30", goal=60_00, unit="5", bets=DONT, settings={"odds": "2"})
    layout = load_book("adelaide")
    table = change_setting(layout, default_settings(layout), "odds", "2")
    assert asked == solve(layout, SessionRules(bankroll=30_00, goal=60_00), unit=5_00, bets=DONT, settings=table)


def test_the_file_says_what_it_is() -> None:
    found = solve(load_book("sentosa"), SessionRules(bankroll=10_00, goal=20_00), unit=5_00)
    assert found.strategy.startswith(
        "# The best play in units of $5.00 under sentosa, found by `comeout solve`.\n"
        f"# With a bankroll of $10.00 it succeeds with probability {found.probability:.9f}.\n"
        "strategy best-pass-10-to-20\n"
    )
    assert found.bets == ("pass",)


@pytest.mark.parametrize(
    ("session", "asked", "says"),
    [
        ({"goal": 60_00}, {"unit": 50}, "the unit is a multiple of $1.00"),
        ({}, {}, "name the goal"),
        ({"goal": 60_00}, {"maximize": "ahead"}, "say after how many rolls"),
        ({"goal": 60_00, "rolls": 9}, {"maximize": "ahead"}, "there is no goal"),
        ({"goal": 60_00, "stop": 5_00}, {}, "leave out stop"),
        ({"goal": 60_00}, {"unit": 50_00}, "below the first bet, which takes $50.00"),
        ({"goal": 60_00}, {"unit": 50_00, "bets": "all"}, "below the first bet, which takes $50.00"),
        ({"goal": 60_00, "rolls": 3}, {"unit": 50_00}, "below the first bet"),
        ({"goal": 60_00}, {"bets": ("pass", "field")}, "name one bet and its odds"),
        ({"goal": 60_00}, {"bets": ("pass", "come-odds")}, "is not behind"),
        ({"goal": 60_00}, {"bets": "come"}, "cannot be made at a come-out"),
        ({"goal": 60_00}, {"bets": "place-6"}, "not paid in whole units"),
        ({"goal": 10_000_000_00}, {}, "take a larger unit"),
    ],
)
def test_a_question_without_an_answer_is_told_so(session: dict[str, Any], asked: dict[str, Any], says: str) -> None:
    with pytest.raises(LabError) as bad:
        solve(load_book("sentosa"), SessionRules(bankroll=30_00, **session), **asked)
    assert says in str(bad.value)
