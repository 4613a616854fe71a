"""The operating system's entropy: dice from it, the health tests beside it, and that its failure is the end."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from fractions import Fraction
from math import comb

import pytest

from comeout.dice import ROLLS
from comeout.house.dice.source import (
    LONGEST_REPEAT,
    MOST_IN_WINDOW,
    START_UP_BYTES,
    WINDOW,
    DiceFailure,
    Entropy,
    EntropySource,
    HealthTests,
)
from comeout.log.fold import Memory
from tests.kit.exports import counting

RARE = Fraction(1, 2**40)


def after_start_up(*blocks: bytes) -> Callable[[int], bytes]:
    good, rest = counting(), iter(blocks)
    return lambda count: good(count) if count == START_UP_BYTES else next(rest)


def cycle(count: int) -> bytes:
    return bytes(place % 256 for place in range(count))


def test_the_first_byte_below_252_of_a_draw_decides_the_roll() -> None:
    source = EntropySource(after_start_up(bytes([252, 254, 40, *range(29)])))
    thrown = source.throw(1, ())
    assert thrown.roll == ROLLS[4]
    assert json.loads(thrown.proof) == {"roll": 1, "source": "entropy", "dice": [1, 5]}


def test_a_draw_that_decides_nothing_is_drawn_again() -> None:
    source = EntropySource(after_start_up(bytes([252, 253, 254, 255] * 8), bytes(range(35, 67))))
    assert source.throw(1, ()).roll == ROLLS[35]


def test_one_draw_decides_a_roll_however_often_it_is_asked_for() -> None:
    source = EntropySource(counting())
    assert source.throw(1, ()) is source.throw(1, ((2, "no say"),))
    assert source.throw(2, ()).raw != source.throw(3, ()).raw
    source.resume(Memory())
    assert source.throw(3, ()) is source.throw(3, ())
    assert (source.publish(bytes(32)), source.kind) == (None, "entropy")


def test_the_operating_system_passes() -> None:
    Entropy(os.urandom).take(20_000)


def test_entropy_that_cannot_be_read_or_runs_short_ends_the_dice() -> None:
    def gone(_: int) -> bytes:
        raise OSError("device gone")

    with pytest.raises(DiceFailure, match="cannot be read: device gone"):
        EntropySource(gone).throw(1, ())
    with pytest.raises(DiceFailure, match="ran short: 31 bytes came where 32"):
        EntropySource(after_start_up(bytes(range(31)))).throw(1, ())


def test_a_source_that_is_stuck_from_the_start_throws_nothing() -> None:
    with pytest.raises(DiceFailure, match="stuck: byte 0 came 6 times"):
        EntropySource(bytes).throw(1, ())


def test_the_first_kilobyte_is_tested_and_decides_nothing() -> None:
    good = counting()
    with pytest.raises(DiceFailure, match="stuck"):
        EntropySource(lambda count: bytes(count) if count == START_UP_BYTES else good(count)).throw(1, ())


@pytest.mark.claim("dice-tested")
def test_a_source_that_gets_stuck_later_is_noticed_across_draws() -> None:
    source = EntropySource(after_start_up(bytes([*range(29), 7, 7, 7]), bytes([7, 7, 7, *range(29)])))
    source.throw(1, ())
    with pytest.raises(DiceFailure, match="stuck: byte 7 came 6 times"):
        source.throw(2, ())


def test_five_alike_in_a_row_are_chance_and_six_are_not() -> None:
    tests = HealthTests()
    tests.feed(bytes([1, 2, 2, 2, 2, 2, 3]))
    with pytest.raises(DiceFailure):
        tests.feed(bytes([4, 4, 4, 4, 4, 4]))


def leaning(times: int) -> bytes:
    """A window whose first byte comes so often, never twice in a row."""
    others = [byte for byte in cycle(4 * WINDOW) if byte][: WINDOW - times]
    window = others.copy()
    for place in range(times):
        window.insert(2 * place, 0)
    return bytes(window)


def test_a_byte_is_chance_18_times_in_a_window_and_not_19() -> None:
    HealthTests().feed(leaning(18))
    with pytest.raises(DiceFailure, match="leans: byte 0 came 19 times within 512"):
        HealthTests().feed(leaning(19))


def test_every_window_watches_its_own_first_byte() -> None:
    tests = HealthTests()
    tests.feed(leaning(18))
    tests.feed(leaning(18)[1:] + b"\1")
    with pytest.raises(DiceFailure, match="leans"):
        tests.feed(leaning(19))


@pytest.mark.claim("dice-tested")
def test_the_cut_offs_are_those_of_the_standard_for_eight_bits_a_byte_at_one_in_2_to_the_40() -> None:
    assert LONGEST_REPEAT + 1 == 1 + 40 // 8
    byte = Fraction(1, 256)
    chances = [comb(WINDOW, times) * byte**times * (1 - byte) ** (WINDOW - times) for times in range(WINDOW + 1)]
    critical = next(times for times in range(WINDOW) if sum(chances[: times + 1]) >= 1 - RARE)
    assert critical == MOST_IN_WINDOW
