"""Other dice: thirty-six weights as people write them down, and all the ways to get that wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout.dice import ROLLS
from comeout.errors import OddsError
from comeout.exact.weights import FAIR, Weights, parse_weights
from tests.kit.by_hand import F


def read(text: str) -> Weights:
    return parse_weights(text, file="dice.txt")


def refused(text: str) -> str:
    with pytest.raises(OddsError) as bad:
        read(text)
    assert "\n" not in str(bad.value)
    return str(bad.value)


@pytest.mark.parametrize(
    "text",
    [
        "1 " * 36,
        "1/36\n" * 36,
        "total 72 " + "2," * 36,
        "total 36\n" + "1 1 1 1 1 1 # the first die is a one\n" * 6,
        "[" + "1, " * 36 + "]",
        "total 360 " + "10;" * 36,
        "total 18 " + "0.5 " * 36,
        "total 18 " + "1/2 " * 36,
    ],
)
def test_equal_weights_are_the_fair_dice_however_they_are_written(text: str) -> None:
    assert read(text) == FAIR


def test_weights_are_read_in_the_order_of_the_rolls() -> None:
    counts = [roll.a * roll.b for roll in ROLLS]
    found = read(f"total {sum(counts)}\n" + " ".join(map(str, counts)))
    assert found == Weights(tuple(counts), 441)
    assert (found.of_total(2), found.of_total(7), found.of_total(12)) == (1, 2 * (6 + 10 + 12), 36)


def test_decimals_are_exact() -> None:
    assert "sum to 51/50 (about 1.020000)" in refused("0.03 " * 34 + "0 0")
    assert read(" ".join(["0.025"] * 20 + ["0.03125"] * 16)) == Weights((4,) * 20 + (5,) * 16, 160)


@given(st.lists(st.integers(0, 10**6), min_size=36, max_size=36).filter(any))
def test_counts_and_the_fractions_they_stand_for_are_the_same_dice(counts: list[int]) -> None:
    whole = sum(counts)
    by_count = read(f"total {whole} " + " ".join(map(str, counts)))
    assert by_count == read(" ".join(str(F(count, whole)) for count in counts))
    assert sum(by_count.of) == by_count.total
    assert [F(weight, by_count.total) for weight in by_count.of] == [F(count, whole) for count in counts]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there are 0 weights where 36 are needed"),
        ("1 " * 35, "there are 35 weights where 36 are needed"),
        ("1 " * 37, "there are 37 weights where 36 are needed"),
        ("total", '"" is no weight'),
        ("total 36", "there are 0 weights"),
        ("2 " * 36, "the weights sum to 72; write"),
        ("0.5 " * 36, "the weights sum to 18; write"),
        ("0.02777 " + "0.02778 " * 35, 'if they were rounded, put "total 100007/100000" ahead of them; write'),
        ("1/35 " * 36, "the weights sum to 36/35 (about 1.028571); write"),
        ("total 1000 " + "1 " * 36, "the weights sum to 36, not to the stated 1000"),
        ("total 0.5 " + "1 " * 36, "not to the stated 1/2 (about 0.500000)"),
        ("total 0 " + "0 " * 36, "every weight is 0"),
        ("total many " + "1 " * 36, '"many" is no weight'),
        ("1 " * 35 + "one", '"one" is no weight'),
        ("1 " * 35 + "-1", '"-1" is no weight'),
        ("1 " * 35 + "1e3", '"1e3" is no weight'),
        ("1 " * 35 + "nan", '"nan" is no weight'),
        ("1 " * 35 + "1/0", '"1/0" is no weight'),
        ("1 " * 35 + "1/00", '"1/00" is no weight'),
        ("1 " * 35 + "1.", '"1." is no weight'),
        ("1 " * 35 + "\N{ARABIC-INDIC DIGIT ONE}", "is no weight"),
        ("1 " * 35 + "9" * 31, '"' + "9" * 31 + '" is no weight'),
        ("x" * 500, '"' + "x" * 40 + '" is no weight'),
    ],
)
def test_what_are_no_weights_is_refused_in_one_line_that_says_how_to_write_them(text: str, says: str) -> None:
    told = refused(text)
    assert says in told
    assert "36 weights in the order 1-1, 1-2, ... 6-6" in told


def test_weights_without_a_common_denominator_are_too_fine() -> None:
    fine = []
    for denominator in (10**9 + 7, 10**9 + 9, 10**9 + 21, 10**9 + 33):
        fine += [F(1, denominator), F(1, 4) - F(1, denominator)]
    assert "the weights are too fine" in refused(" ".join(map(str, fine + [F(0)] * 28)))
    digits = "0." + "3" * 30
    enough = read(f"{digits} {digits} {1 - 2 * F(digits)} " + "0 " * 33)
    assert enough.total == 10**30
