"""Comparisons on the same dice: exact while money lasts, else simulated, and the session of the widest difference."""

from __future__ import annotations

import pytest

from comeout.lab.answers import sim_answer, simulation_run
from comeout.lab.answers.comparison_answer import compare_answers
from comeout.lab.answers.question import Question, ask
from comeout.lab.answers.session_finisher import session_played
from comeout.lab.laws import difference
from comeout.lab.session_rules import LabError


def questions(*names: str, bankroll: str = "300", rolls: int = 20) -> list[Question]:
    return [ask(name, "sentosa", bankroll=bankroll, rolls=rolls) for name in names]


def test_the_same_strategy_is_level_with_itself_exactly() -> None:
    (pair,) = compare_answers(questions("pass-line", "pass-line")).pairs
    assert pair.exact
    assert (pair.p_equal, pair.p_first_above) == pytest.approx((1, 0))


def test_exact_and_simulated_comparisons_agree() -> None:
    asked = questions("pass-line", "iron-cross", bankroll="10000")
    exact = compare_answers(asked).pairs[0]
    simulated = compare_answers(asked, how="sim", sessions=5000).pairs[0]
    assert (exact.exact, simulated.exact) == (True, False)
    assert simulated.p_first_above == pytest.approx(exact.p_first_above, abs=0.03)
    assert simulated.interval_cents
    low, high = simulated.interval_cents
    assert low - 500 <= exact.mean_difference_cents <= high + 500


def test_where_money_runs_short_only_a_simulation_will_do() -> None:
    asked = questions("pass-line", "iron-cross", bankroll="60", rolls=60)
    assert not compare_answers(asked, sessions=300).pairs[0].exact
    with pytest.raises(LabError, match="no exact comparison"):
        compare_answers(asked, how="exact")


def test_a_stop_is_named_as_the_reason_for_no_exact_comparison() -> None:
    names = ("pass-line", "iron-cross")
    asked = [ask(name, "sentosa", bankroll="5000", rolls=5, stop="4000") for name in names]
    with pytest.raises(LabError, match=r"a goal or a stop has no exact comparison \(pass-line, iron-cross\)"):
        compare_answers(asked, how="exact")


def test_one_strategy_is_no_comparison() -> None:
    with pytest.raises(LabError, match="at least two"):
        compare_answers(questions("pass-line"))


def test_the_plain_data_lists_strategies_and_pairs() -> None:
    data = compare_answers(questions("pass-line", "iron-cross", "doey-dont"), how="sim", sessions=200).data()
    assert [each["strategy"] for each in data["strategies"]] == ["pass-line", "iron-cross", "doey-dont"]
    assert [(pair["first"], pair["second"]) for pair in data["pairs"]] == [
        ("pass-line", "iron-cross"),
        ("pass-line", "doey-dont"),
        ("iron-cross", "doey-dont"),
    ]
    keys = {"p_first_above", "p_equal", "mean_difference_cents", "sd_difference_cents", "exact"}
    assert all(keys <= pair.keys() for pair in data["pairs"])


def test_a_graph_too_large_to_be_found_whole_is_learned_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation_run, "FIRST_LEARNED", 3)
    asked = questions("regress-press", "pass-line")
    found = compare_answers(asked, sessions=25)
    assert found.tally
    for question, tally in zip(asked, found.tally.strategies, strict=True):
        played = [session_played(question, seed=1, number=number)[0] for number in range(25)]
        assert tally.final.sum == sum(record.wealth for record in played)
        assert tally.action.sum == sum(record.action for record in played)
    assert (found.sessions, found.asked, found.remark) == (25, 25, "")


def test_without_a_number_few_sessions_are_played_of_a_large_graph_and_it_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sim_answer, "FEW_SESSIONS", 7)
    found = compare_answers(questions("regress-press", "pass-line"))
    assert found.sessions == found.asked == 7
    assert found.data()["remark"] == (
        "Only 7 sessions: the graph of regress-press is too large to be found whole, so they are played slowly. "
        "--sessions N plays more."
    )
    monkeypatch.setattr(sim_answer, "USUAL_SESSIONS", 9)
    whole = compare_answers(questions("pass-line", "iron-cross"), how="sim")
    assert (whole.sessions, whole.data()["remark"]) == (9, None)


def test_strategies_that_meet_in_too_many_pairs_are_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = questions("pass-line", "iron-cross", bankroll="10000")
    assert compare_answers(asked).pairs[0].exact
    monkeypatch.setattr(difference, "MOST_PAIRS", 5)
    assert not compare_answers(asked, sessions=50).pairs[0].exact
    with pytest.raises(LabError, match="or its graph is too large"):
        compare_answers(asked, how="exact")


def test_progress_of_a_comparison_counts_the_sessions_of_all_batches() -> None:
    told: list[tuple[int, int]] = []
    questions = [ask(name, "sentosa", bankroll="300", rolls=8) for name in ("regress-press", "pass-line")]
    compare_answers(questions, how="sim", sessions=300, progress=lambda done, of: told.append((done, of)))
    assert {of for _, of in told} == {300}
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == 300
