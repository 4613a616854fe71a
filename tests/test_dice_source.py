"""Dice for tables in Python: the same rolls from the same seed for ever, other rolls from the operating system."""

from __future__ import annotations

import copy
import hashlib
import pickle
from collections import Counter
from itertools import islice

import pytest

from comeout.dice import ROLLS, Roll
from comeout.dice_source import BLOCK_BYTES, VERSION, Dice
from comeout.errors import ComeoutError


def test_a_seed_gives_these_rolls_in_every_version() -> None:
    """Written down once: a change that moves them needs another version."""
    assert VERSION == "comeout-dice-1"
    assert [str(roll) for roll in Dice(seed=7).take(8)] == ["6-3", "4-4", "3-1", "2-4", "6-6", "2-2", "1-5", "6-5"]
    assert [str(roll) for roll in Dice(seed="ann").take(4)] == ["4-6", "5-1", "3-1", "6-2"]


def test_rolls_are_what_the_documented_rule_says() -> None:
    """The rule again, in plain words of Python: this is all that another language needs."""
    rolls = []
    for block in range(3):
        for byte in hashlib.shake_128(f"comeout-dice-1\n7\n{block}\n".encode()).digest(4096):
            if byte < 252:
                rolls.append(ROLLS[byte % 36])
    assert Dice(seed=7).take(len(rolls)) == rolls
    assert len(rolls) > 2 * BLOCK_BYTES, "past the first block"


def test_dice_are_an_endless_iterator() -> None:
    dice = Dice(seed=1)
    assert iter(dice) is dice
    assert list(islice(dice, 3)) == Dice(seed=1).take(3)
    assert all(isinstance(roll, Roll) for roll in dice.take(100))


def test_every_roll_comes_about_as_often() -> None:
    counts = Counter(Dice(seed=3).take(36_000))
    assert set(counts) == set(ROLLS)
    distance = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert distance < 70, "chi square of 35 degrees: a seed that is written down always gives the same"


def test_another_seed_gives_other_rolls() -> None:
    assert Dice(seed=1).take(20) != Dice(seed=2).take(20)
    assert Dice(seed=7).take(20) == Dice(seed="7").take(20)


@pytest.mark.parametrize("rolled", [0, 1, 5000])
def test_copies_and_pickles_go_on_with_the_same_rolls_on_their_own(rolled: int) -> None:
    dice = Dice(seed=5)
    dice.take(rolled)
    copies = [dice.copy(), copy.copy(dice), pickle.loads(pickle.dumps(dice))]
    after = dice.take(5000)
    for each in copies:
        assert each.take(5000) == after


def test_dice_of_the_operating_system_never_repeat() -> None:
    dice = Dice.os()
    first = dice.take(50)
    assert dice.seed is None
    assert first != Dice.os().take(50)
    assert dice.copy().take(50) != dice.take(50)
    assert b"_places" not in pickle.dumps(dice)
    assert len(pickle.loads(pickle.dumps(dice)).take(50)) == 50


def test_dice_show_how_they_are_made() -> None:
    assert [repr(dice) for dice in (Dice(seed=7), Dice(seed="a"), Dice.os())] == [
        "Dice(seed=7)",
        "Dice(seed='a')",
        "Dice.os()",
    ]


@pytest.mark.parametrize("seed", [1.5, None, b"7", True])
def test_what_is_no_seed_is_refused_in_a_sentence(seed: object) -> None:
    with pytest.raises(ComeoutError, match=r"is no seed; give a whole number or text, or take Dice\.os\(\)"):
        Dice(seed=seed)  # type: ignore[arg-type]
