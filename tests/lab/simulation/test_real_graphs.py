"""Simulations of real strategies come to what Python's own walk over their graphs comes to, session by session."""

from __future__ import annotations

import pytest

from comeout.lab.graph_finder import find_graph
from comeout.lab.graph_walk import walk_session
from comeout.lab.language.reader import load_strategy
from comeout.lab.session_rules import SessionRules
from comeout.lab.simulation.dice_format import dice_key, rolls_of
from comeout.lab.simulation.runner import Runner
from comeout.rules.library import load_book
from tests.lab.simulation.naive_walk import differences

CHECKPOINTS = [1, 30, 90]
RULES = [
    SessionRules(bankroll=37_00, rolls=90),
    SessionRules(bankroll=123_45, rolls=90, play_out=True),
    SessionRules(bankroll=300_00, rolls=90, goal=400_00, stop=150_00, play_out=True),
    SessionRules(bankroll=10_000_00, rolls=90, shooters=3),
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.bankroll))
@pytest.mark.parametrize(("name", "book"), [("pass-345", "sentosa"), ("iron-cross", "adelaide")])
def test_sessions_come_to_what_python_makes_of_them(name: str, book: str, rules: SessionRules) -> None:
    layout = load_book(book)
    found = find_graph(layout, load_strategy(name).on(layout), rules)
    runner = Runner(found.arrays, rules, dice_key(9), CHECKPOINTS)
    records = [walk_session(found.live, rules, rolls_of(9, number)) for number in range(60)]
    for full in (True, False):
        outcomes = runner.walk(0, 60, full=full)
        assert differences(runner.plan, outcomes, list(records), CHECKPOINTS) == []
