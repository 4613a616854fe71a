"""ArrayDice: the dice of many sessions at once, in NumPy arrays, by the format that dice_format specifies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.simulation.dice_format import DIGITS, GOLDEN, PAIRS, REJECTED_BELOW, AliasTable, DiceKey

if TYPE_CHECKING:
    from numpy import dtype, ndarray, uint64

    from comeout.lab.graph_arrays import Ints

    Words = ndarray[tuple[int, ...], dtype[uint64]]

HALF = np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)


class ArrayDice:
    """The generators of sessions by their numbers, and their next rolls, ten at a time."""

    def __init__(self, key: DiceKey, numbers: Sequence[int]) -> None:
        self._alias = key.alias
        four, golden = np.uint64(4) * np.array(numbers, np.uint64), np.uint64(GOLDEN)
        starts = [np.uint64(word) + (four + np.uint64(at + 1)) * golden for at, word in enumerate(key.words)]
        self._state = np.stack([_mixed(start) for start in starts])
        self._state[3] |= np.uint64(1)

    def next_ten(self, sessions: Ints) -> Ints:
        """The next ten rolls of some sessions, by roll and session."""
        state = self._state[:, sessions]
        rolls = _fair(state) if self._alias is None else _weighted(state, self._alias)
        self._state[:, sessions] = state
        return rolls


def _fair(state: Words) -> Ints:
    rolls = np.empty((2 * DIGITS, state.shape[1]), np.int64)
    open_ones = np.arange(state.shape[1])
    while len(open_ones):
        part = state[:, open_ones]
        rest = _next_words(part)
        state[:, open_ones] = part
        for at in range(DIGITS):
            digit, rest = _times(rest, PAIRS)
            rolls[2 * at, open_ones], rolls[2 * at + 1, open_ones] = np.divmod(digit.astype(np.int64), 36)
        open_ones = open_ones[rest < np.uint64(REJECTED_BELOW)]
    return rolls


def _weighted(state: Words, alias: AliasTable) -> Ints:
    cuts, others = np.array(alias.cuts, np.uint64), np.array(alias.others, np.int64)
    rolls = np.empty((2 * DIGITS, state.shape[1]), np.int64)
    for row in rolls:
        column, rest = _times(_next_words(state), 36)
        own = column.astype(np.int64)
        row[:] = np.where(rest < cuts[own], own, others[own])
    return rolls


def _times(words: Words, factor: int) -> tuple[Words, Words]:
    """The high and the low 64 bits of a product."""
    small = (words & LOW_HALF) * np.uint64(factor)
    large = (words >> HALF) * np.uint64(factor) + (small >> HALF)
    return large >> HALF, large << HALF | small & LOW_HALF


def _next_words(state: Words) -> Words:
    """The next word of each generator (xoshiro256++), whose states go on."""
    words: Words = _rotated(state[0] + state[3], 23) + state[0]
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = _rotated(state[3], 45)
    return words


def _rotated(words: Words, by: int) -> Words:
    return words << np.uint64(by) | words >> np.uint64(64 - by)


def _mixed(words: Words) -> Words:
    once: Words = (words ^ words >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    twice: Words = (once ^ once >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return twice ^ twice >> np.uint64(31)
