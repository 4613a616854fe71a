"""`comeout solve` as people meet it: pages, JSON, a strategy file, one clear line for whatever is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from comeout.lab.language.reader import load_strategy
from tests.kit.command_line import document, page, refusal

SMALL = ("solve", "--book", "sentosa", "--bankroll", "30", "--goal", "60", "--unit", "5")


def test_the_best_odds_are_told_with_their_probability() -> None:
    told = page(*SMALL)
    assert "The best play to have $60.00, from $30.00 in units of $5.00 under sentosa:" in told
    assert "probability 0.491526" in told
    odds = [line.split() for line in told.splitlines() if line.startswith("pass-odds")]
    assert ["pass-odds", "behind", "5.00", "5", "10.00", "to", "19.99", "10.00"] in odds


def test_json_has_the_probability_as_a_number_the_policy_and_the_strategy() -> None:
    found = document(*SMALL, "--bets", "dont-pass, dont-pass-odds")
    assert isinstance(found["probability"], float)
    assert found["bets"] == ["dont-pass"]
    assert found["policy"][0] == {
        "roll": None,
        "bet": "dont-pass",
        "points": [0],
        "flat_cents": 0,
        "rack_from_cents": 5_00,
        "rack_below_cents": 60_00,
        "amount_cents": 5_00,
    }
    assert found["strategy"].splitlines()[2] == "strategy best-dont-pass-30-to-60"


def test_the_play_is_written_to_a_file_that_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "best.strategy"
    assert f"{file.name} plays it" in page(*SMALL, "-o", str(file)).replace("\n", "")
    assert load_strategy(file).name == "best-pass-30-to-60"


def test_a_play_that_is_too_long_for_a_strategy_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("comeout.lab.language.reader.MOST_TEXT", 100)
    told = refusal(*SMALL, "-o", str(tmp_path / "best.strategy"))
    assert "a strategy has at most 100; take a larger unit or fewer rolls" in " ".join(told.split())
    assert not list(tmp_path.iterdir())


def test_a_play_over_some_rolls_names_the_roll() -> None:
    told = page("solve", "--book", "sentosa", "--bankroll", "10", "--maximize", "ahead", "--rolls", "20")
    assert "The best play to be ahead after 20 rolls, from $10.00" in told
    assert "more lines; --json and --output have them all." in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--bankroll", "300", "--goal", "200"), "is not above the bankroll"),
        (("--bankroll", "300", "--goal", "600", "--rolls", "0"), "at least one of its rolls"),
        (("--bankroll", "0.5", "--goal", "2"), "below the first bet"),
        (("--bankroll", "much", "--goal", "2"), "write it like 10 or 12.50"),
        (("--bankroll", "30", "--goal", "60", "--maximize", "fun"), "neither goal nor ahead"),
        (("--bankroll", "30", "--goal", "60", "--bets", "pas"), 'did you mean "pass"'),
    ],
)
def test_bad_input_is_one_clear_line(words: tuple[str, ...], says: str) -> None:
    assert says in refusal("solve", *words)


# ------------------------------------------------------------------ luck


def game(tmp_path: Path) -> str:
    file = tmp_path / "game.txt"
    file.write_text("book sentosa\n1 sit Ann 100\n1 bet field 10\nroll 1-1\n", encoding="utf-8")
    return str(file)


def test_luck_is_told_in_sentences_and_quantiles(tmp_path: Path) -> None:
    told = page("luck", game(tmp_path))
    assert "With other dice the same bets bring at most 20.00 in 100.00 % of all cases." in told
    assert ["result", "-10.00", "-10.00", "-10.00", "-10.00", "10.00", "20.00", "20.00"] in [
        line.split() for line in told.splitlines()
    ]


def test_luck_as_json_has_the_law_whose_mean_is_the_expected_result(tmp_path: Path) -> None:
    (found,) = document("luck", game(tmp_path))["sessions"]
    assert found["mean_cents"] == pytest.approx(found["expected_cents"])
    assert sum(chance for _, chance in found["law"]) == pytest.approx(1)
    assert (found["net_cents"], found["result_cents_fraction"]) == (20_00, "2000")
    assert found["p_below"] == pytest.approx(34 / 36)


def test_a_file_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    assert "there is no such file" in refusal("luck", str(tmp_path / "nothing.txt"))
