"""The dice format: which rolls a simulated session meets, from the seed and the number of the session alone.

This is the reference implementation, in plain integers, of what docs/lab-dice.md specifies: xoshiro256++ seeded by a
hash, ten rolls from one word, or one roll from one word by an alias table where the dice have weights.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from comeout.lab.session_rules import LabError

DICE_FORMAT = "comeout-lab-dice-1"
"""The name of the format, which is written with every result; different dice have a different name."""

WORD = 1 << 64
GOLDEN = 0x9E3779B97F4A7C15
"""The odd constant that spreads session numbers over the words, as in SplitMix64."""
PAIRS = 36 * 36
DIGITS = 5
"""A word is five digits in base 1296, each of them two rolls."""
REJECTED_BELOW = WORD % 36**10
MOST_SESSIONS = 1 << 61
"""Session numbers are below this, so that four times a number and four still fit a word."""


def seed_key(seed: int | str) -> tuple[int, int, int, int]:
    """The four words that a seed stands for; a whole number stands for its decimal digits."""
    if type(seed) not in (int, str):
        raise LabError("a seed is a whole number or a text; write it like --seed 7")
    digest = hashlib.sha256(f"{DICE_FORMAT}\n{seed}".encode()).digest()
    one, two, three, four = (int.from_bytes(digest[at : at + 8], "little") for at in (0, 8, 16, 24))
    return one, two, three, four


def start_state(key: Sequence[int], number: int) -> list[int]:
    """The state of the generator before the first word of a session."""
    state = [_mix((word + (4 * number + at + 1) * GOLDEN) % WORD) for at, word in enumerate(key)]
    state[3] |= 1  # the generator may not start from four zeros
    return state


def _mix(word: int) -> int:
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
    return word ^ (word >> 31)


def words_of(seed: int | str, number: int) -> Iterator[int]:
    """The 64-bit words of a session, without end (xoshiro256++)."""
    if not 0 <= number < MOST_SESSIONS:
        raise LabError(f"sessions are numbered from 0, and there is no session {number}")
    yield from words_from(start_state(seed_key(seed), number))


def words_from(start: Sequence[int]) -> Iterator[int]:
    """The output of the generator xoshiro256++ from a state of four words."""
    state = list(start)
    while True:
        yield (_rotated((state[0] + state[3]) % WORD, 23) + state[0]) % WORD
        shifted = state[1] << 17 & WORD - 1
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = _rotated(state[3], 45)


def _rotated(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) % WORD


@dataclass(frozen=True, slots=True)
class AliasTable:
    """Weighted dice as 36 columns: a word picks a column, and the rest of the word its own roll or the other one."""

    cuts: tuple[int, ...]
    others: tuple[int, ...]

    def roll_of(self, word: int) -> int:
        """The place of the roll that a word stands for."""
        column, rest = divmod(word * 36, WORD)
        return column if rest < self.cuts[column] else self.others[column]


def alias_table(weights: Sequence[int | Fraction] | None) -> AliasTable | None:
    """The alias table of 36 weights; None for fair dice, which are weights that are all equal."""
    if weights is None:
        return None
    _check(weights)
    if len(set(weights)) == 1:
        return None
    whole = sum(map(Fraction, weights))
    heights = [Fraction(weight) * 36 / whole for weight in weights]
    cuts, others = [WORD - 1] * 36, list(range(36))
    short = [place for place, height in enumerate(heights) if height < 1]
    tall = [place for place, height in enumerate(heights) if height >= 1]
    while short and tall:
        low, high = short.pop(0), tall[0]
        cuts[low], others[low] = int(heights[low] * WORD), high
        heights[high] -= 1 - heights[low]
        if heights[high] < 1:
            short.append(tall.pop(0))
    return AliasTable(tuple(cuts), tuple(others))


def _check(weights: Sequence[int | Fraction]) -> None:
    exact = all(isinstance(weight, (int, Fraction)) for weight in weights)
    if len(weights) != 36 or not exact or min(weights) < 0 or sum(weights) <= 0:
        raise LabError("dice are 36 weights, whole numbers or fractions, none below nothing and not all nothing")


@dataclass(frozen=True, slots=True)
class DiceKey:
    """The dice of all sessions of a simulation: the key of the seed, and the alias table of dice with weights."""

    words: tuple[int, int, int, int]
    alias: AliasTable | None = None


def dice_key(seed: int | str, weights: Sequence[int | Fraction] | None = None) -> DiceKey:
    """The key of a seed and of weights, if the dice have any."""
    return DiceKey(seed_key(seed), alias_table(weights))


def rolls_of(seed: int | str, number: int, *, weights: Sequence[int | Fraction] | None = None) -> Iterator[int]:
    """The rolls of a session, without end, each as its place among the thirty-six."""
    table = alias_table(weights)
    for word in words_of(seed, number):
        if table is None:
            yield from ten_rolls(word)
        else:
            yield table.roll_of(word)


def ten_rolls(word: int) -> list[int]:
    """The ten rolls of fair dice that a word stands for; none if it is rejected, which keeps the dice unbiased."""
    rolls: list[int] = []
    for _ in range(DIGITS):
        digit, word = divmod(word * PAIRS, WORD)
        rolls += divmod(digit, 36)
    return [] if word < REJECTED_BELOW else rolls
