"""Simulated answers: exact values within four standard errors, the same sessions for the same seed, bets, refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from comeout.lab.answers import sim_answer
from comeout.lab.answers.question import ask
from comeout.lab.answers.session_finisher import session_played
from comeout.lab.answers.sim_answer import answer_by_simulation, sessions_for
from comeout.lab.graph import Graph
from comeout.lab.graph_cache import GraphCache
from comeout.lab.graph_finder import Extent
from comeout.lab.language.reader import strategy_names
from comeout.lab.language.text_errors import NotInBook
from comeout.lab.session_rules import SessionEnd
from comeout.rules.library import book_names

SESSIONS = 4000


@pytest.mark.parametrize("book", book_names())
@pytest.mark.parametrize("name", strategy_names())
def test_simulations_of_every_preset_lie_within_four_standard_errors_of_the_exact_answer(name: str, book: str) -> None:
    try:
        question = ask(name, book, bankroll="300", rolls=15)
    except NotInBook:
        return  # the tests of the presets hold which books these are
    found = answer_by_simulation(question, seed=7, sessions=SESSIONS if name != "regress-press" else 50)
    if not found.exact:
        assert found.extent in (Extent.AS_MET, Extent.RICH_RACKS)
        return
    law, final = found.exact.law, found.tally.final
    error = (float(final.variance) / found.sessions) ** 0.5
    assert abs(float(final.mean) - law.mean_cents) <= 4 * error + 1
    for count, chance in (
        (final.above(question.rules.bankroll), law.p_ahead),
        (found.tally.ends[SessionEnd.RUINED], law.p_ruin),
    ):
        share, _ = found.share(count)
        assert abs(share - chance) <= 4 * (chance * (1 - chance) / found.sessions) ** 0.5 + 1e-3


def test_action_and_results_by_bet_add_up_to_those_of_the_sessions() -> None:
    question = ask("iron-cross", "adelaide", bankroll="100", rolls=50)
    found = answer_by_simulation(question, sessions=500)
    assert found.bets
    assert sum(each.action for each in found.bets.bets) == found.tally.action.sum
    won = found.tally.final.sum - question.rules.bankroll * found.sessions
    assert sum(each.change for each in found.bets.bets) == won
    assert {each.reason for each in found.bets.refusals} == {"RACK_TOO_SMALL"}


@pytest.mark.parametrize(("name", "odds"), [("pass-345", {"pass-odds"}), ("three-point-molly", {"come-odds-8"})])
def test_odds_that_the_rack_does_not_cover_are_refused_as_odds_and_not_as_the_bet_they_lie_behind(
    name: str, odds: set[str]
) -> None:
    found = answer_by_simulation(ask(name, "sentosa", bankroll="100", rolls=30), sessions=500, seed=7)
    assert found.bets
    refused = {each.spot for each in found.bets.refusals}
    assert odds <= refused
    assert "come-8" not in refused


def test_a_strategy_that_is_met_step_by_step_gives_the_sessions_that_the_table_plays() -> None:
    question = ask("regress-press", "sentosa", bankroll="300", rolls=30)
    found = answer_by_simulation(question, seed="lazy", sessions=40)
    assert found.extent is Extent.AS_MET
    wealth = sorted(session_played(question, seed="lazy", number=number)[0].wealth for number in range(40))
    assert sorted(value for value, count in found.tally.final.pairs for _ in range(count)) == wealth
    assert found.bets
    assert sum(each.action for each in found.bets.bets) == found.tally.action.sum


def test_what_a_summary_met_is_kept_and_the_same_question_asks_the_table_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, cache = ask("regress-press", "sentosa", bankroll="300", rolls=12), GraphCache(tmp_path)
    first = answer_by_simulation(question, sessions=30, summary=True, cache=cache)

    def never(*_: object) -> None:
        raise AssertionError("the table was asked")

    monkeypatch.setattr(Graph, "_decide", never)
    again = answer_by_simulation(question, sessions=30, summary=True, cache=cache)
    assert again.data() == first.data()
    with pytest.raises(AssertionError, match="the table was asked"):
        answer_by_simulation(question, sessions=31, summary=True, cache=cache)


def test_a_simulation_answers_alike_whether_its_graph_was_kept_or_not(tmp_path: Path) -> None:
    question, cache = ask("regress-press", "sentosa", bankroll="300", rolls=12), GraphCache(tmp_path)
    assert (
        answer_by_simulation(question, sessions=300).data()
        == answer_by_simulation(question, sessions=300, cache=cache).data()
        == answer_by_simulation(question, sessions=300, cache=cache).data()
    )


def test_a_precision_asks_for_as_many_sessions_as_it_needs() -> None:
    question = ask("pass-line", "sentosa", bankroll="300", rolls=20)
    found = answer_by_simulation(question, sessions=1_000_000, precision=0.0005, summary=True)
    error = (float(found.tally.final.variance) / found.sessions) ** 0.5
    assert found.sessions > 10_000
    assert sessions_for(question, found.tally, 0.0005) == pytest.approx(found.sessions, rel=0.1)
    assert error <= 0.00055 * question.rules.bankroll


def test_a_precision_plays_past_the_usual_number_of_sessions_until_the_mean_has_it() -> None:
    question = ask("pass-line", "sentosa", bankroll="300", rolls=20)
    found = answer_by_simulation(question, precision=0.0001, summary=True)
    assert found.sessions > sim_answer.USUAL_SESSIONS
    data = found.data()["precision"]
    assert data["reached"] <= data["asked"] == 0.0001
    assert not data["fell_short"]
    assert found.remark == ""
    assert found.data() | {"precision": None} == answer_by_simulation(
        question, sessions=found.sessions, summary=True
    ).data() | {"precision": None}


def test_with_sessions_a_precision_plays_no_more_and_says_how_many_it_needs() -> None:
    question = ask("pass-line", "sentosa", bankroll="300", rolls=20)
    found = answer_by_simulation(question, precision=0.0001, sessions=500, summary=True)
    data = found.data()["precision"]
    assert (found.sessions, data["fell_short"]) == (500, True)
    assert found.remark.endswith(
        f"needs about {data['sessions_needed']:,} sessions. Leave out --sessions to play as many."
    )
    alone = answer_by_simulation(question, precision=0.0001, sessions=1, summary=True).data()["precision"]
    assert (alone["reached"], alone["sessions_needed"], alone["fell_short"]) == (None, None, True)


def test_a_graph_that_grows_with_its_sessions_reaches_a_precision_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sim_answer, "FEW_SESSIONS", 10)
    found = answer_by_simulation(ask("regress-press", "sentosa", bankroll="300", rolls=5), precision=0.02)
    assert found.sessions > 10
    assert not found.data()["precision"]["fell_short"]


def test_ctrl_c_on_the_way_to_a_precision_keeps_the_first_sessions_and_what_was_asked() -> None:
    question, told = ask("pass-line", "sentosa", bankroll="300", rolls=20), []

    def progress(done: int, of: int) -> None:
        told.append((done, of))
        if len(told) == 2:
            raise KeyboardInterrupt

    found = answer_by_simulation(question, precision=0.0001, summary=True, progress=progress, threads=1)
    assert found.sessions < found.asked
    whole = answer_by_simulation(question, sessions=found.sessions, summary=True)
    assert found.data() | {"precision": None} == whole.data() | {"precision": None}


def test_the_plain_data_tells_the_seed_the_format_and_the_exact_values() -> None:
    data = answer_by_simulation(ask("pass-line", "sentosa", bankroll="300", rolls=20), seed=3, sessions=200).data()
    assert (data["seed"], data["sessions"], data["dice_format"]) == (3, 200, "comeout-lab-dice-1")
    assert [row["roll"] for row in data["wealth_by_roll"]][-1] == 20
    assert {"mean", "standard_error", "sd", "quantiles"} <= data["final"].keys()
    assert data["exact"]["p_ahead"] == pytest.approx(data["p_ahead"]["share"], abs=0.2)


def test_progress_of_a_graph_that_grows_counts_the_sessions_that_are_over_of_all() -> None:
    told: list[tuple[int, int]] = []
    question = ask("regress-press", "sentosa", bankroll="300", rolls=12)
    answer_by_simulation(question, sessions=400, summary=True, progress=lambda done, of: told.append((done, of)))
    assert {of for _, of in told} == {400}
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert (told[0][0] < 256, told[-1][0]) == (True, 400)
