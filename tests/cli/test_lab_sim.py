"""`comeout sim` and `comeout compare` as people meet them."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from comeout.cli.lab_sim import WalkProgress, read_seed, read_share
from comeout.lab.answers import comparison_answer
from comeout.lab.simulation.paired import simulate_paired
from tests.kit.command_line import document, page, refusal, run


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("COMEOUT_CACHE", str(tmp_path / "cache"))
    return tmp_path


SIM = ("sim", "iron-cross", "--book", "sentosa", "--rolls", "20", "--sessions", "300", "--seed", "7")


def test_a_page_tells_standard_errors_and_exact_values_beside_them() -> None:
    told = page(*SIM)
    assert "300 sessions (seed 7, comeout-lab-dice-1)" in told
    for words in ("±", "; exactly", "By bet, per session", "place-6", "Longest below a peak"):
        assert words in told


def test_every_answer_says_how_bets_count_that_lie_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "night.txt").write_text("5-3\n6-1\n2-2\n6-1\n")
    night = ("sim", "pass-line", "--rolls-from", str(tmp_path / "night.txt"), "--rolls", "3")
    pair = ("compare", "pass-line", "iron-cross", "--rolls", "10", "--sessions", "50")
    for asked in (SIM, night, pair):
        assert "open bets at face value" in page(*asked)
        assert "open bets played out" in page(*asked, "--play-out")
    assert [document(*each)["open_bets"] for each in (SIM, night)] == ["face value", "face value"]
    assert [each["open_bets"] for each in document(*pair, "--play-out")["strategies"]] == ["played out", "played out"]


def test_the_same_seed_gives_the_same_document_on_any_number_of_threads() -> None:
    assert document(*SIM, "--threads", "1") == document(*SIM, "--threads", "3")
    assert document(*SIM) != document(*SIM[:-1], "8")


def test_a_summary_is_short() -> None:
    assert "bets" not in document(*SIM, "--summary")


def test_a_session_is_taken_out_and_replays(tmp_path: Path) -> None:
    file = tmp_path / "worst.txt"
    told = page(*SIM, "--show", "worst", "-o", str(file))
    assert f"comeout replay {file}" in told
    text = file.read_text(encoding="utf-8")
    assert text.count(" in all\n") == text.count("\nroll ") > 0
    rack = text.splitlines()[-1]
    assert rack.startswith("= 1 rack ")
    assert "1 game: 1 as stated" in page("replay", str(file))
    file.write_text(text.replace(rack, "= 1 rack 12345"), encoding="utf-8")
    assert run("replay", str(file)).exit_code == 1
    assert document(*SIM, "--show", "3")["session"] == 3


def test_recorded_rolls_are_played_by_another_strategy(tmp_path: Path) -> None:
    night = tmp_path / "night.txt"
    night.write_text("4-4\n6-1\n", encoding="utf-8")
    asked = ("sim", "pass-line", "--book", "sentosa", "--rolls-from", str(night))
    assert document(*asked)["wealth_by_roll_cents"] == [300_00, 300_00, 290_00]
    assert "Final wealth" in page(*asked)


def test_strategies_are_compared_at_one_book_or_at_several() -> None:
    data = document("compare", "pass-line@adelaide", "pass-line@sentosa", "--rolls", "20", "--sessions", "100", "--sim")
    assert data["pairs"][0]["p_equal"] == 1
    told = page(
        "compare", "pass-line", "iron-cross", "--book", "sentosa", "--rolls", "20", "--sessions", "100", "--sim"
    )
    assert re.search(r"^  pass-line +iron-cross +\d+\.\d\d% +\d", told, re.MULTILINE)


def test_the_widest_session_of_a_comparison_is_shown(tmp_path: Path) -> None:
    asked = ("compare", "pass-line", "iron-cross", "--book", "sentosa", "--rolls", "20", "--sessions", "50")
    told = page(*asked, "--show", "widest", "-o", str(tmp_path / "pair"))
    assert "they part at roll" in told
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == {"pair-1", "pair-2"}


def test_seeds_are_numbers_or_words_and_shares_are_percent_or_parts() -> None:
    assert (read_seed("7"), read_seed("tuesday")) == (7, "tuesday")
    assert (read_share("5%", "--x"), read_share("0.05", "--x")) == (0.05, 0.05)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((*SIM, "--precision", "much"), "is no share"),
        ((*SIM, "--every", "0"), "at least 1"),
        ((*SIM, "--show", "luckiest"), "write median, best, worst or a number"),
        ((*SIM, "--show", "1000000"), "there is no session 1000000: these are sessions 0 to"),
        ((*SIM, "--on", "carrier-pigeon"), "is no cluster"),
        (("sim", "iron-cross", "--rolls-from", "nowhere.txt"), "no such file"),
        (("exact", "pass-line", "--ruin-at-most", "5%", "--rolls", "9", "--bankroll", "300"), "--bankroll to find"),
        (("sim", "pass-line", "--sessions", "0"), "at least one session"),
        (("compare", "pass-line"), "at least two"),
        (("compare", "pass-line", "iron-cross", "--exact", "--sim"), "choose one"),
        (("compare", "pass-line", "iron-cross", "--show", "narrowest"), "the only choice is widest"),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(args: tuple[str, ...], says: str) -> None:
    assert says in " ".join(refusal(*args).split())


def test_strategies_are_compared_under_every_book_that_is_given() -> None:
    asked = ("compare", "pass-line", "doey-dont", "place-6-8@evolution", "--rolls", "5", "--bankroll", "1000")
    data = document(*asked, "--book", "sentosa", "--book", "adelaide")
    assert [(each["strategy"], each["book"]) for each in data["strategies"]] == [
        ("pass-line", "sentosa"),
        ("pass-line", "adelaide"),
        ("doey-dont", "sentosa"),
        ("doey-dont", "adelaide"),
        ("place-6-8", "evolution"),
    ]
    assert data["pairs"][0]["first"] == "pass-line at sentosa"


@pytest.mark.parametrize("how", [(), ("--summary",)])
def test_a_session_that_never_ends_is_told_at_once(tmp_path: Path, how: tuple[str, ...]) -> None:
    file = tmp_path / "never.strategy"
    file.write_text("strategy never\ncome-out: take 2x odds on pass\n", encoding="utf-8")
    assert "can go on for ever without an end; limit its rolls" in refusal("sim", str(file), "--goal", "600", *how)


def test_a_goal_too_far_for_an_exact_answer_is_simulated() -> None:
    asked = ("pass-line", "--bankroll", "20", "--goal", "3000000", "--sessions", "20")
    assert document("sim", *asked)["exact"] is None
    assert document("compare", "doey-dont", *asked)["sessions"] == 20


def test_there_is_at_least_one_thread() -> None:
    assert "--threads" in refusal(*SIM, "--threads", "0")


def test_many_pairs_are_told_by_strategy_and_by_book() -> None:
    asked = ("compare", "pass-line", "doey-dont", "place-6-8", "--rolls", "5", "--bankroll", "1000")
    told = page(*asked, "--book", "sentosa", "--book", "adelaide")
    assert re.search("^  pass-line at sentosa +pass-line at adelaide ", told, re.MULTILINE)
    assert re.search("^  pass-line at sentosa +doey-dont at sentosa ", told, re.MULTILINE)
    assert not re.search("^  pass-line at sentosa +doey-dont at adelaide ", told, re.MULTILINE)
    assert "--json has all 15 pairs." in told


def test_a_comparison_that_is_stopped_tells_which_sessions_it_played(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("compare", "pass-line", "iron-cross", "--sim", "--book", "sentosa", "--rolls", "5")
    whole = run(*asked, "--sessions", "8", "--json")
    assert whole.stderr == ""

    def stopped(*strategies: Any, sessions: int, **rest: Any) -> Any:
        return simulate_paired(*strategies, sessions=sessions // 2, **rest)

    monkeypatch.setattr(comparison_answer, "simulate_paired", stopped)
    half = run(*asked, "--sessions", "16", "--json")
    assert half.stderr == "comeout: stopped; these are sessions 0 to 7\n"
    assert half.stdout == whole.stdout


def test_a_comparison_marks_the_strategies_that_are_simulated() -> None:
    told = page("compare", "regress-press", "pass-line", "--book", "sentosa", "--rolls", "10", "--sessions", "20")
    assert told.startswith("Each strategy but those marked exactly; in pairs 20 sessions on the same dice")
    lines = told.splitlines()
    (marked,) = [number for number, line in enumerate(lines) if line.endswith("  simulated")]
    assert lines[marked].split()[0] == "regress-press"
    mean, ahead, ruined = re.findall(r"[$\d.%]+", lines[marked + 1].split("±")[1])
    assert (mean[0], ahead[-1], ruined) == ("$", "%", "0.00%")
    assert told.count("±") == 1
    shares = [float(share) / 100 for share in re.findall(r"([\d.]+)%", lines[-2])]
    most = max((share * (1 - share) / 20) ** 0.5 for share in shares)
    assert lines[-1].endswith(f"; their standard errors are at most {most:.2%}.")
    exact = page("compare", "pass-line", "doey-dont", "--book", "sentosa", "--bankroll", "1000", "--rolls", "10")
    assert "standard error" not in exact


def test_every_simulated_share_of_a_comparison_has_its_error() -> None:
    asked = ("regress-press", "pass-line", "--book", "sentosa", "--rolls", "10", "--sessions", "20")
    simulated, exact = document("compare", *asked)["strategies"]
    for name in ("p_ahead", "p_even", "p_ruin", "p_goal"):
        share = simulated[name]
        assert simulated[f"{name}_error"] == pytest.approx((share * (1 - share) / 20) ** 0.5)
        assert f"{name}_error" not in exact


def test_a_simulation_without_a_bet_says_so(tmp_path: Path) -> None:
    file = tmp_path / "never.strategy"
    file.write_text("strategy never\ncount hits\n  up when any place wins\nfrom 1 hits: bet 10 on field\n", "utf-8")
    assert "\nNo session made a bet; see why with comeout strategy check.\n" in page(
        "sim", str(file), "--sessions", "50"
    )
    assert "\nnever never makes a bet at " in page("exact", str(file), "--rolls", "10")


def test_every_figure_of_the_document_stands_with_an_error_or_an_interval_and_exact_values_beside() -> None:
    data = document(*SIM)
    for row in data["wealth_by_roll"]:
        assert row["quantile_intervals"].keys() == row["quantiles"].keys() == row["exact_quantiles"].keys()
        assert row["p_ruin"]["standard_error"] >= 0
        assert row["exact_p_ruin"] is not None
    for each in data["bets"]:
        assert all(figure["standard_error"] is not None for figure in each["per_session"].values())
        assert each["per_session"]["action_cents"]["mean"] == each["action_cents"] / 300
    assert all(each["per_session"]["standard_error"] > 0 for each in data["refusals"])
    assert data["exact"]["expected_rolls"] == pytest.approx(data["rolls_played"]["mean"], rel=0.1)
    assert {"quantile_intervals", "standard_error"} <= data["final"].keys()


def test_exact_values_stand_beside_the_figures_of_bets_refusals_and_paths() -> None:
    asked = ("sim", "pass-345", "--book", "sentosa", "--bankroll", "60", "--rolls", "20", "--sessions", "4000")
    data, told = document(*asked), page(*asked)
    figures = [figure for each in data["bets"] for figure in each["per_session"].values()]
    figures += [each["per_session"] for each in data["refusals"]]
    figures += [data[name] for name in ("final", "peak", "drawdown", "longest_below_peak_rolls")]
    figures += [data[name] for name in ("action", "shooters_seen", "rolls_played")]
    for figure in figures:
        assert abs(figure["mean"] - figure["exact"]) <= 4 * figure["standard_error"] + 1e-9
    assert data["peak"]["quantiles"].keys() == data["peak"]["exact_quantiles"].keys()
    assert data["p_ruin"]["exact"] == data["p_end"]["ruined"]["exact"] == data["exact"]["p_ruin"]
    assert data["drawdown"]["quantiles"].keys() == data["drawdown"]["exact_quantiles"].keys()
    lines = told.splitlines()
    for name in ("Peak, mean", "Drawdown, mean", "Action, mean", "Shooters, mean", "Longest below a peak"):
        assert "exactly" in next(line for line in lines if line.startswith(f"  {name}"))
    assert sum(line.startswith(" " * 17 + "exactly ") for line in lines) == len(data["bets"])
    refused = [line for line in lines if line.startswith("  Refused ")]
    assert refused
    assert all(re.search(r"± \d\.\d{3} \(exactly \d\.\d{3}\) times", line) for line in refused)


def test_one_session_has_no_interval() -> None:
    asked = ("--book", "sentosa", "--rolls", "20", "--sessions", "1")
    told = page("sim", "iron-cross", *asked)
    assert "iron-cross at sentosa, bankroll $300.00, 20 rolls: 1 session (seed 1" in told
    assert "\nOne session has no interval: it does not tell how far off its figures are.\n" in told
    assert "±" not in told
    data = document("sim", "iron-cross", *asked)
    assert (data["final"]["standard_error"], data["p_ahead"]["standard_error"]) == (None, None)
    compared = document("compare", "pass-line", "iron-cross", "--sim", *asked)
    assert compared["pairs"][0]["interval_cents"] is None
    assert "One session has no interval" in page("compare", "pass-line", "iron-cross", "--sim", *asked)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("exact", "pass-line", "--all"), "--all does not go with STRATEGY; leave out one"),
        (("exact", "--all", "--sensitivity"), "--all does not go with --sensitivity"),
        (("exact", "--all", "--with", "unit=5"), "--all does not go with --with"),
        (("exact", "pass-line", "--ruin-at-most", "5%", "--goal", "600"), "--ruin-at-most does not go with --goal"),
        (("sim", "pass-line", "--rolls-from", "x", "--sessions", "5"), "--rolls-from does not go with --sessions"),
        (("sim", "pass-line", "--rolls-from", "x", "--on", "dask://x"), "--rolls-from does not go with --on"),
        (("sim", "pass-line", "--rolls-from", "x", "--threads", "2"), "--rolls-from does not go with --threads"),
        (("sim", "pass-line", "-o", "x.txt"), "say which session to write"),
        (("compare", "pass-line", "iron-cross", "-o", "x.txt"), "say what to write: --show widest"),
        (("compare", "pass-line", "iron-cross", "--with", "stake=5"), 'none of these strategies has a value "stake"'),
    ],
)
def test_options_that_would_be_ignored_are_refused(args: tuple[str, ...], says: str) -> None:
    assert says in " ".join(refusal(*args).split())


def test_a_value_changes_the_strategies_that_have_it_and_says_which() -> None:
    asked = ("compare", "pass-line", "iron-cross", "--book", "sentosa", "--rolls", "5", "--bankroll", "2000")
    result = run(*asked, "--with", "unit=20")
    assert result.exit_code == 0
    assert result.stderr == "comeout: --with unit=20 changes pass-line; no such value: iron-cross\n"
    assert result.stdout != page(*asked)


def test_a_combination_that_cannot_be_played_stands_in_the_grid_with_its_reason() -> None:
    asked = ("tune", "pass-345", "--book", "sentosa", "--vary", "unit=5,50000", "--vary", "unit=25,5", "--rolls", "5")
    data = document(*asked)
    assert [row["values"] for row in data["rows"]] == [{"unit": "5"}, {"unit": "25"}]
    assert len(data["cannot"]) == 1
    assert data["cannot"][0].startswith("unit=50000: ")
    assert "unit=50000: " in page(*asked)
    assert "does not cover" in refusal("tune", "pass-345", "--vary", "unit=500", "--bankroll", "100")


def test_a_goal_of_the_strategy_itself_that_is_nearer_says_so(tmp_path: Path) -> None:
    file = tmp_path / "q.strategy"
    file.write_text("strategy q\nstop when up 20\ncome-out: bet 10 on pass\n", encoding="utf-8")
    asked = ("exact", str(file), "--goal", "400", "--rolls", "10")
    assert "goal $320.00 (of the strategy itself, and nearer than $400.00)" in page(*asked)
    assert (document(*asked)["goal_cents"], document(*asked)["goal_asked_cents"]) == (320_00, 400_00)
    assert "goal $310.00\n" in page("exact", str(file), "--goal", "310", "--rolls", "10")


def test_a_transcript_finds_its_book_wherever_it_is_replayed_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("books", "games", "elsewhere"):
        (tmp_path / folder).mkdir()
    assert run("books", "--copy", "sentosa", str(tmp_path / "books" / "mine.toml")).exit_code == 0
    monkeypatch.chdir(tmp_path / "books")
    asked = ("sim", "pass-line", "--book", "mine.toml", "--rolls", "5", "--sessions", "3", "--show", "1")
    page(*asked, "-o", "../games/one.txt")
    assert (tmp_path / "games" / "one.txt").read_text(encoding="utf-8").startswith("book ../books/mine.toml\n")
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert "1 game: 1 as stated" in page("replay", "../games/one.txt")
    assert run("luck", "../games/one.txt").exit_code == 0


def test_what_cannot_be_written_says_why(tmp_path: Path) -> None:
    asked = ("sim", "pass-line", "--rolls", "5", "--sessions", "3", "--show", "1", "-o")
    assert refusal(*asked, "/dev/null") == "comeout: /dev/null: is a device, not a new file"
    assert refusal(*asked, str(tmp_path)).endswith("is a folder, not a file")
    picture = tmp_path / "graph.png"
    assert "does not end in .svg" in refusal("strategy", "graph", "pass-line", "-o", str(picture))
    assert not picture.exists()


def test_a_cache_that_cannot_be_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plain").write_text("", encoding="utf-8")
    monkeypatch.setenv("COMEOUT_CACHE", str(tmp_path / "plain" / "graphs"))
    told = run("exact", "pass-line", "--rolls", "5").stderr
    assert told.startswith("comeout: the graph is not cached, since ")
    assert told.count("\n") == 1


def test_a_reader_that_wants_no_more_ends_a_command_quietly() -> None:
    command = [sys.executable, "-c", "from comeout.cli import main; main()", "exact", "pass-line", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        told = running.stderr.read()
    assert told == b""


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("sim", "pass-line", "--threads", "0"), "give at least 1 thread and at most 1024, and not 0"),
        (("exact", "pass-line", "--bankroll", "9" * 20), "is more than any rack holds"),
        (("solve", "--bankroll", "500", "--goal", "2000", "--bets", "all"), "take a larger --unit, a lower --goal"),
        (("solve", "--bankroll", "300", "--goal", "600", "--bets", "place-6"), "name a bet such as pass or dont-pass"),
    ],
)
def test_a_refusal_says_what_to_change(args: tuple[str, ...], says: str) -> None:
    assert says in " ".join(refusal(*args).split())


def test_progress_tells_the_rate_since_sessions_began_and_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    terminal, clock = Terminal(), [100.0]
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    with WalkProgress("searching") as told:
        for seconds, done in ((30, 1000), (1, 1500), (2, 4000), (0.2, 4100), (4.8, 9000)):
            clock[0] += seconds
            told(done, 10_000)
    lines = [line.strip() for line in terminal.getvalue().split("\r\x1b[K") if line]
    assert lines == [
        "comeout: 4,000 of 10,000 sessions, 1,000 a second, 6 s left",
        "comeout: 9,000 of 10,000 sessions, 1,000 a second, 1 s left",
    ]
    assert terminal.getvalue().endswith("\r\x1b[K")
