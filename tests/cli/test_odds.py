"""`comeout odds`, `felt` and `evidence` as people meet them: pages, JSON, one clear line for whatever is wrong."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from comeout.cli.odds import odds
from comeout.rules.library import book_names
from tests.kit.command_line import document, page, refusal, run
from tests.kit.rulebooks import SIX, SIX_RAISED, house_file

KEYS = [
    "bet",
    "stake_cents",
    "win",
    "lose",
    "push",
    "ev_per_bet_made",
    "ev_per_bet_resolved",
    "ev_per_roll",
    "ev_on_outlay",
    "variance",
    "mean_rolls",
    "mean_rolls_made_before_come_out",
    "mean_rolls_made_point_on",
    "mean_rolls_kept_up",
]


def weights(tmp_path: Path, text: str) -> str:
    file = tmp_path / "dice.txt"
    file.write_text(text, encoding="utf-8")
    return str(file)


# ------------------------------------------------------------------ figures


def test_the_command_prints_the_figures_of_the_bets_it_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    odds("sentosa", ["place", "6", "field"], as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert [(row["bet"], row["ev_per_bet_made"]) for row in told["bets"]] == [("place-6", "-1/66"), ("field", "-1/18")]


@pytest.mark.parametrize("book", book_names())
def test_every_bet_of_a_book_has_a_line_and_a_row(book: str) -> None:
    rows = document("odds", book)["bets"]
    told = page("odds", book).splitlines()
    names = {line.split()[0] for line in told if line}
    assert {row["bet"] for row in rows} <= names
    assert all(set(KEYS) <= row.keys() for row in rows)
    assert all(Fraction(row["win"]) + Fraction(row["lose"]) + Fraction(row["push"]) == 1 for row in rows)


def test_a_bet_is_told_with_fractions_decimals_and_denominators() -> None:
    told = page("odds", "adelaide", "buy-4")
    assert "Buy Bet to Win on 4" in told
    for line in (
        ("Win ", "1/3", "33.333%", "of bets made"),
        ("Lose ", "2/3", "66.667%", "of bets made"),
        ("House edge ", " 1/20", " 5.000%", "of the flat bet, per bet made"),
        (" 1/21", " 4.762%", "of all money staked, charges too"),
        ("Return ", "20/21", "95.238%", "of all money staked"),
    ):
        assert any(all(part in each for part in line) for each in told.splitlines()), line
    assert "557/98" in told
    assert "Decided within so many rolls" in told


def test_a_bet_that_can_beat_the_house_shows_the_edge_of_the_player(tmp_path: Path) -> None:
    file = house_file(tmp_path, "adelaide", (SIX, SIX.replace("7 to 6", "2 to 1")))
    told = page("odds", file, "place-6")
    assert any(line.split()[:4] == ["Player", "edge", "4/11", "36.364%"] for line in told.splitlines())
    assert "House edge" not in told
    assert " -4/11 " in page("odds", file), "in the list a minus sign tells it"


def test_a_bet_of_one_roll_has_no_table_of_rolls() -> None:
    assert "Decided within" not in page("odds", "adelaide", "field")


def test_a_number_that_stands_alone_belongs_to_the_word_before_it() -> None:
    assert [row["bet"] for row in document("odds", "adelaide", "place", "6", "hard", "8")["bets"]] == [
        "place-6",
        "hard-8",
    ]


def test_a_kind_of_bet_stands_for_all_its_numbers() -> None:
    assert [row["bet"] for row in document("odds", "sentosa", "hard")["bets"]] == [
        "hard-4",
        "hard-6",
        "hard-8",
        "hard-10",
    ]


def test_a_stake_shows_what_rounding_costs() -> None:
    asked = ("odds", "evolution", "place-6", "--stake", "7", "--set", "payable-unit=1")
    assert "Lost to rounding" in page(*asked)
    row = document(*asked)["bets"][0]
    assert (row["stake_cents"], row["rounding_cost"]) == (700, str(Fraction(5, 11) * Fraction(1, 6) / 7))


def test_the_amounts_that_lose_nothing_are_listed_from_near_a_stake() -> None:
    asked = ("odds", "evolution", "place-6", "--best-amounts", "--set", "payable-unit=1")
    assert document(*asked)["bets"][0]["amounts_cents"][:3] == [600, 1200, 1800]
    assert document(*asked, "--stake", "31")["bets"][0]["amounts_cents"][0] == 3000
    assert "6.00, 12.00" in page(*asked)
    assert "rounds up" in page("odds", "adelaide", "place-6", "--best-amounts")
    assert len(document("odds", "adelaide", "--best-amounts")["bets"]) == len(document("odds", "adelaide")["bets"])


def test_limits_that_leave_no_even_amount_are_told() -> None:
    asked = ("odds", "evolution", "place-6", "--best-amounts", "--set", "payable-unit=1", "--set", "max place-6=5")
    assert "none within the limits" in page(*asked)


def test_a_longer_fraction_is_left_to_the_data() -> None:
    assert "(in --json)" in page("odds", "exhibit-a", "come+odds:2x")


# ------------------------------------------------------------------ the hand and other dice


def test_the_record_hand_is_one_in_five_and_a_half_billion() -> None:
    told = page("odds", "hand", "--rolls", "154")
    assert "1 in 5.59 billion" in told
    assert "1671/196" in told
    row = document("odds", "hand", "sentosa", "--rolls", "154")
    assert (row["book"], row["one_in"], row["mean_points"]) == ("sentosa", "1 in 5.59 billion", "67/98")
    assert "At least" in page("odds", "hand")


def test_fair_weights_change_nothing_and_others_do(tmp_path: Path) -> None:
    fair = document("odds", "adelaide", "place-6")
    assert document("odds", "adelaide", "place-6", "--dice", weights(tmp_path, "1 " * 36)) == fair
    loaded = "total 40 # the hard six again and again\n" + " ".join("5" if place == 14 else "1" for place in range(36))
    row = document("odds", "adelaide", "place-6", "--dice", weights(tmp_path, loaded))["bets"][0]
    assert row["win"] == str(Fraction(9, 15))


def test_dice_without_a_seven_leave_some_bets_undecided(tmp_path: Path) -> None:
    counts = ["0" if place // 6 + place % 6 == 5 else "1" for place in range(36)]
    file = weights(tmp_path, f"total 30\n{' '.join(counts)}")
    sixes = weights(tmp_path, "0 " * 35 + "1")
    assert "it has no figures" in page("odds", "adelaide", "place-6", "--dice", sixes)
    row = document("odds", "adelaide", "place-6", "--dice", sixes)["bets"][0]
    assert (row["undecided"], row["win"], row["mean_rolls_kept_up"]) == (True, None, None)
    assert page("odds", "adelaide", "--dice", sixes).count(" -  ") > 0
    file = weights(tmp_path, f"total 30\n{' '.join(counts)}")
    assert (
        refusal("odds", "hand", "--dice", file)
        == "comeout: with these dice a hand never ends: no seven follows a point"
    )


# ------------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("adelaide", "plce-6"), 'adelaide: there is no bet "plce-6" (did you mean "place-6"?)'),
        (
            ("exhibit-a", "buy-4"),
            'exhibit-a: there is no bet "buy-4"; adelaide and sentosa have it (here on 4: place-4, hard-4)',
        ),
        (("adelaide", "come-4"), 'adelaide: nobody bets on "come-4", a come bet travels there; ask for "come"'),
        (
            ("sentosa", "pass+odds:10x"),
            "sentosa: pass+odds:10x is more than any table may allow: on 4 odds may be at most 3 times the bet "
            "(sentosa D.2 limit 4/10)",
        ),
        (
            ("exhibit-a", "horn", "--stake", "7"),
            "horn: Horn Bet is placed in multiples of 4.00 (XA-16); take 4.00 or 8.00",
        ),
        (("hand", "--rolls", "0"), "a hand of 0 rolls cannot be asked about; take 1 to 2500"),
        (("adelaide", "place-6", "--set", "odss=3"), 'there is no setting "odss"; did you mean "odds"?'),
        (("adelaide", "--dice", "/nowhere/dice"), "/nowhere/dice: there is no such file or folder"),
    ],
)
def test_a_question_without_an_answer_is_one_line_that_says_what_to_ask(args: tuple[str, ...], told: str) -> None:
    assert refusal("odds", *args) == f"comeout: {told}"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("adelaide", "place-6", "--stake", "seven"), '"seven" is not an amount'),
        (("adelaide", "--stake", "7"), "name the bets it is for"),
        (("adelaide", "--rolls", "7"), "is for `comeout odds hand`"),
        (("hand", "adelaide", "sentosa"), "a hand takes one book, or none"),
    ],
)
def test_an_option_that_does_not_fit_says_so(args: tuple[str, ...], told: str) -> None:
    assert told in refusal("odds", *args)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1 " * 35, "there are 35 weights where 36 are needed"),
        ("1/35 " * 36, "the weights sum to 36/35 (about 1.028571)"),
        ("total 37 " + "1 " * 36, "the weights sum to 36, not to the stated 37"),
        ("1 " * 35 + "x", '"x" is no weight'),
    ],
)
def test_weights_that_cannot_be_used_are_one_line(tmp_path: Path, text: str, told: str) -> None:
    assert told in refusal("odds", "adelaide", "--dice", weights(tmp_path, text))


def test_weights_that_are_no_text_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "dice").write_bytes(b"\xff\xfe\x00")
    assert "it is not plain text" in refusal("odds", "adelaide", "--dice", str(tmp_path / "dice"))


# ------------------------------------------------------------------ diff, felt, evidence


def test_a_changed_payout_shows_in_every_figure_that_moved(tmp_path: Path) -> None:
    file = house_file(tmp_path, "adelaide", (SIX, SIX_RAISED))
    changes = {row["figure"]: row for row in document("diff", "adelaide", file)["figures"]}
    assert {row["bet"] for row in changes.values()} == {"place-6"}
    assert changes["ev_per_bet_made"] == {
        "bet": "place-6",
        "figure": "ev_per_bet_made",
        "a": "-1/66",
        "b": "0",
        "change": "1/66",
    }
    assert "win" not in changes
    told = page("diff", "adelaide", file)
    assert "What that does to the exact figures" in told
    line = next(line for line in told.splitlines() if "house edge per bet made" in line)
    assert all(part in line for part in (" 1/66 (", " 0 (", " -1/66 ("))


def test_the_layout_is_written_or_printed(tmp_path: Path) -> None:
    file = tmp_path / "felt.svg"
    assert page("felt", "sentosa", "-o", str(file)) == f"{file} is the layout of sentosa.\n"
    drawing = file.read_text(encoding="utf-8")
    assert drawing.startswith("<svg")
    assert page("felt", "sentosa") == f"{drawing}\n"
    assert document("felt", "sentosa")["svg"] == drawing
    assert page("felt", "sentosa", "--tall") != f"{drawing}\n"
    assert document("felt", "sentosa", "-o", str(file)) == {"book": "sentosa", "file": str(file)}
    assert "its folder is a file" in refusal("felt", "sentosa", "-o", str(file / "x.svg"))


def test_the_evidence_of_a_book_is_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    assert "index.html" in page("evidence", "evolution", "-o", str(folder))
    assert run("evidence", "evolution", "-o", str(folder)).exit_code == 2
    files = document("evidence", "evolution", "-o", str(folder), "--force")["files"]
    assert files == sorted(each.name for each in folder.iterdir())
    assert run("evidence", "evolution").exit_code == 2
