"""The dice format: known answers, unbiased rolls, and given dice that fall as their weights say."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from comeout.lab.session_rules import LabError
from comeout.lab.simulation.dice_format import (
    REJECTED_BELOW,
    WORD,
    AliasTable,
    alias_table,
    rolls_of,
    seed_key,
    ten_rolls,
    words_from,
    words_of,
)
from tests.kit.project import DOCS

LOADED: list[int | Fraction] = [3, 0, 1, *[2] * 30, Fraction(1, 7), 9, 4]


def test_the_generator_is_xoshiro256_plus_plus_as_its_authors_publish_it() -> None:
    published = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162]
    assert list(islice(words_from([1, 2, 3, 4]), 6)) == published


def test_the_first_hundred_thousand_rolls_have_the_digest_of_the_document() -> None:
    digest = hashlib.sha256(bytes(islice(rolls_of(7, 3), 100_000))).hexdigest()
    assert digest in (DOCS / "lab-dice.md").read_text(encoding="utf-8")


def test_a_whole_number_is_the_seed_that_its_digits_are() -> None:
    assert seed_key(7) == seed_key("7") != seed_key("07")


def test_sessions_and_seeds_have_dice_of_their_own() -> None:
    seen = {tuple(islice(rolls_of(seed, number), 20)) for seed in range(20) for number in (0, 1, 2, 2**61 - 1)}
    assert len(seen) == 80


def test_a_word_is_a_number_below_36_to_the_tenth_written_in_base_36() -> None:
    for word in islice(words_of("digits", 0), 2000):
        number, rest = divmod(word * 36**10, WORD)
        digits = [number // 36**power % 36 for power in range(9, -1, -1)]
        assert ten_rolls(word) == ([] if rest < REJECTED_BELOW else digits)


def test_rejection_leaves_every_ten_rolls_the_same_number_of_words() -> None:
    words = WORD // 36**10
    for number in (0, 1, 36**5, 36**10 - 1):
        first = -(-number * WORD // 36**10)
        kept = [word for word in range(first - 1, first + words + 2) if 0 <= word < WORD and ten_rolls(word)]
        ten = [number // 36**power % 36 for power in range(9, -1, -1)]
        assert sum(ten_rolls(word) == ten for word in kept) == words


def test_a_rejected_word_gives_no_roll() -> None:
    assert ten_rolls(0) == []
    assert ten_rolls(WORD - 1) == [35] * 10


def test_fair_dice_fall_evenly() -> None:
    counts = [0] * 36
    for number in range(40):
        for place in islice(rolls_of("even", number), 900):
            counts[place] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 80  # chi square, 35 degrees, 1 in 40,000


def chances(table: AliasTable) -> list[Fraction]:
    """How likely each roll is by the columns of a table."""
    found = [Fraction(0)] * 36
    for column, (cut, other) in enumerate(zip(table.cuts, table.others, strict=True)):
        found[column] += Fraction(cut, 36 * WORD)
        found[other] += Fraction(WORD - cut, 36 * WORD)
    return found


@pytest.mark.parametrize("weights", [LOADED, [0] * 35 + [1], list(range(36)), [10**30, *[1] * 35]])
def test_an_alias_table_gives_each_roll_its_weight(weights: list[int | Fraction]) -> None:
    table = alias_table(weights)
    assert table
    for chance, weight in zip(chances(table), weights, strict=True):
        assert abs(chance - weight / Fraction(sum(weights))) < Fraction(1, 2**57)


def test_a_word_takes_the_own_roll_of_its_column_below_the_cut() -> None:
    table = AliasTable((WORD // 2, *[WORD - 1] * 35), (5, *range(1, 36)))
    column = WORD // 36
    assert table.roll_of(0) == 0
    assert table.roll_of(column // 2 - 1) == 0
    assert table.roll_of(column // 2 + 1) == 5
    assert table.roll_of(column + 1) == 1
    assert table.roll_of(WORD - 1) == 35


def test_a_roll_of_no_weight_never_falls() -> None:
    rolls = list(islice(rolls_of(1, 0, weights=LOADED), 5000))
    assert rolls.count(1) == 0
    assert 450 < rolls.count(34) < 780


def test_equal_weights_are_fair_dice_and_scale_does_not_matter() -> None:
    assert alias_table([5] * 36) is None
    assert list(islice(rolls_of(1, 2, weights=[5] * 36), 30)) == list(islice(rolls_of(1, 2), 30))
    assert alias_table([weight * 14 for weight in LOADED]) == alias_table(LOADED)


BAD: list[Any] = [[1] * 35, [1] * 35 + [-1], [0] * 36, [0.5] * 36, []]


@pytest.mark.parametrize("weights", BAD)
def test_weights_that_are_no_dice_are_refused_in_a_sentence(weights: Any) -> None:
    with pytest.raises(LabError, match="dice are 36 weights"):
        alias_table(weights)


@pytest.mark.parametrize("number", [-1, 2**61])
def test_a_session_number_that_is_none_is_refused(number: int) -> None:
    with pytest.raises(LabError, match="there is no session"):
        next(rolls_of(1, number))


@pytest.mark.parametrize("seed", [1.5, None, True, b"7"])
def test_a_seed_is_a_whole_number_or_a_text(seed: Any) -> None:
    with pytest.raises(LabError, match="a seed is"):
        seed_key(seed)
