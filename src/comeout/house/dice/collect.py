"""Collects output of the dice for a test lab: raw bytes and scaled rolls, with the code that throws live."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from comeout.house.dice.source import DiceSource, Thrown
from comeout.log.hash_chain import START

REPORT_EVERY = 10_000


class Collected(NamedTuple):
    """How often each of the thirty-six rolls came, and the chi-square of that."""

    counts: tuple[int, ...]
    chi_square: float
    degrees: int = 35

    @property
    def rolls(self) -> int:
        """Return how many rolls were collected."""
        return sum(self.counts)


def collect(
    source: DiceSource,
    count: int,
    raw: BinaryIO,
    scaled: BinaryIO,
    *,
    progress: Callable[[int], None] = lambda _: None,
) -> Collected:
    """Throw so often; `raw` gets the 32 bytes that decided each roll, `scaled` one byte a roll: its index, 0 to 35."""
    if count < 1:
        raise ValueError(f"collect at least one roll, not {count}")
    counts = [0] * 36
    for number, thrown in enumerate(_throws(source, count), start=1):
        raw.write(thrown.raw)
        scaled.write(bytes([thrown.roll.place]))
        counts[thrown.roll.place] += 1
        if number % REPORT_EVERY == 0 or number == count:
            progress(number)
    return Collected(tuple(counts), chi_square(counts))


def chi_square(counts: list[int]) -> float:
    """Return the chi-square statistic of the counts: about 35 for fair dice."""
    expected = sum(counts) / len(counts)
    return sum((seen - expected) ** 2 for seen in counts) / expected


def _throws(source: DiceSource, count: int) -> Iterator[Thrown]:
    for number in range(1, count + 1):
        source.publish(START)
        yield source.throw(number, ())
