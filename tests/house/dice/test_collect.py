"""Output for a test lab: what is written is what decided the rolls."""

from __future__ import annotations

import io

import pytest

from comeout.house.dice.collect import chi_square, collect
from comeout.house.dice.provable import ChainSource
from comeout.house.dice.source import DiceSource, EntropySource
from comeout.log.dice_formula import place_in
from tests.kit.exports import counting


@pytest.mark.parametrize("source", [EntropySource(counting()), ChainSource("lab", counting(), length=300)])
def test_the_scaled_rolls_are_the_raw_blocks_scaled(source: DiceSource) -> None:
    raw, scaled = io.BytesIO(), io.BytesIO()
    collected = collect(source, 1000, raw, scaled)
    blocks = [raw.getvalue()[start : start + 32] for start in range(0, 32 * 1000, 32)]
    assert list(scaled.getvalue()) == [place_in(block) for block in blocks]
    assert collected.counts == tuple(scaled.getvalue().count(place) for place in range(36))
    assert (collected.rolls, collected.degrees) == (1000, 35)
    assert 8 < collected.chi_square < 80


def test_progress_is_told_on_the_way_and_at_the_end() -> None:
    told: list[int] = []
    collect(ChainSource("lab", counting()), 10_001, io.BytesIO(), io.BytesIO(), progress=told.append)
    assert told == [10_000, 10_001]


def test_the_chi_square_of_known_counts_is_known() -> None:
    assert chi_square([10] * 36) == 0
    assert chi_square([16, 4] + [10] * 34) == pytest.approx(7.2)


def test_collecting_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one roll, not 0"):
        collect(EntropySource(counting()), 0, io.BytesIO(), io.BytesIO())
