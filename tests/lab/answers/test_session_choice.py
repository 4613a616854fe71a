"""Single sessions are taken out of a simulation again, as transcripts that replay."""

from __future__ import annotations

import pytest

from comeout.lab.answers.comparison_answer import compare_answers
from comeout.lab.answers.question import ask
from comeout.lab.answers.session_choice import chosen_session, widest_session
from comeout.lab.answers.session_finisher import session_played
from comeout.lab.answers.sim_answer import answer_by_simulation
from comeout.lab.session_rules import LabError
from comeout.table.table import Table


def test_the_widest_session_replays_and_says_where_the_strategies_part() -> None:
    asked = [ask(name, "sentosa", bankroll="300", rolls=30) for name in ("pass-line", "iron-cross")]
    found = compare_answers(asked, how="sim", sessions=200)
    widest = widest_session(found)
    assert found.tally
    pairs = found.tally.pairs[0].difference.pairs
    assert abs(widest.wealth_cents[0] - widest.wealth_cents[1]) == max(abs(value) for value, count in pairs if count)
    for text, wealth in zip(widest.transcripts, widest.wealth_cents, strict=True):
        table = Table.from_transcript(text)
        assert table.rack(1) + sum(table.bets(1).values()) == wealth
    assert f"they part at roll {widest.parts_at_roll}" in widest.says


def test_best_median_and_worst_are_the_sessions_that_they_say() -> None:
    found = answer_by_simulation(ask("iron-cross", "sentosa", bankroll="100", rolls=30), sessions=60)
    wealth = [session_played(found.question, seed=1, number=number)[0].wealth for number in range(60)]
    assert chosen_session(found, "best") == wealth.index(max(wealth))
    assert chosen_session(found, "worst") == wealth.index(min(wealth))
    assert chosen_session(found, "median") == wealth.index(sorted(wealth)[29])
    assert chosen_session(found, "17") == 17


def test_a_session_by_another_word_is_refused() -> None:
    found = answer_by_simulation(ask("pass-line", "sentosa", bankroll="100", rolls=5), sessions=10)
    with pytest.raises(LabError, match="write median, best, worst or a number"):
        chosen_session(found, "luckiest")
