"""The laws of wealth by roll are those of sessions that end with that roll, and of ended ones besides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comeout.lab.answers.question import ask
from comeout.lab.laws import roll_laws as module
from comeout.lab.laws.roll_laws import roll_laws
from comeout.lab.laws.wealth_law import law
from comeout.lab.session_rules import SessionRules

ROLLS = (1, 2, 7, 20)


@pytest.mark.parametrize("name", ["iron-cross", "three-point-molly", "martingale-pass"])
@pytest.mark.parametrize("bankroll", ["60", "3000"])
def test_each_law_is_that_of_a_session_with_so_many_rolls(name: str, bankroll: str) -> None:
    question = ask(name, "sentosa", bankroll=bankroll, rolls=20, stop="10")
    arrays = question.graph().arrays
    for roll, found in zip(ROLLS, roll_laws(arrays, question.rules, ROLLS), strict=True):
        expected = law(arrays, replace(question.rules, rolls=roll))
        ours = dict(zip(found.values.tolist(), found.chance.tolist(), strict=True))
        theirs = dict(expected.pairs)
        assert all(abs(ours.get(wealth, 0) - theirs.get(wealth, 0)) < 1e-11 for wealth in ours | theirs)
        assert found.quantiles == expected.quantiles


def test_shooters_end_sessions_too() -> None:
    question = ask("pass-line", "sentosa", bankroll="300", rolls=20, shooters=2)
    arrays = question.graph().arrays
    last = roll_laws(arrays, question.rules, ROLLS)[-1]
    assert last.quantiles == law(arrays, question.rules).quantiles


def test_no_law_is_told_that_takes_long_or_is_of_bets_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    arrays = ask("pass-line", "sentosa", bankroll="300", rolls=20).graph().arrays
    rules = SessionRules(bankroll=300_00, rolls=20)
    assert len(roll_laws(arrays, rules, ROLLS)) == len(ROLLS)
    assert roll_laws(arrays, replace(rules, play_out=True), ROLLS) == ()
    assert roll_laws(arrays, rules, ()) == ()
    monkeypatch.setattr(module, "MOST_WORK", 10)
    assert roll_laws(arrays, rules, ROLLS) == ()
