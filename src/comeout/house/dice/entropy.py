"""Entropy of the operating system, with health tests, and dice thrown straight from it."""

from __future__ import annotations

from collections.abc import Iterator

from comeout.dice import ROLLS
from comeout.house.dice.source import START_UP_BYTES, DiceFailure, HealthTests, ReadEntropy, Thrown
from comeout.log.dice_proof import Seeds, compact, decide
from comeout.log.records import DiceKind

BLOCK_BYTES = 32


class Entropy:
    """Random bytes of the operating system that passed the health tests; the first ones drawn are only tested."""

    def __init__(self, read: ReadEntropy) -> None:
        self._read, self._tests, self._started = read, HealthTests(), False

    def take(self, count: int) -> bytes:
        """Return so many bytes, or raise DiceFailure."""
        if not self._started:
            self._draw(START_UP_BYTES)
            self._started = True
        return self._draw(count)

    def _draw(self, count: int) -> bytes:
        try:
            data = self._read(count)
        except (OSError, NotImplementedError) as bad:  # the second is what os.urandom raises without a source
            raise DiceFailure(f"the entropy cannot be read: {bad}") from None
        if len(data) != count:
            raise DiceFailure(f"the entropy ran short: {len(data)} bytes came where {count} were asked for")
        self._tests.feed(data)
        return data


class EntropySource:
    """Dice source straight from entropy: one draw decides, nobody can check it, and players' seeds do not count."""

    kind: DiceKind = "entropy"

    def __init__(self, read: ReadEntropy) -> None:
        self._entropy = Entropy(read)
        self._last: tuple[int, Thrown] | None = None

    def publish(self) -> bytes | None:
        """Return nothing: these dice make no commitment."""
        return None

    def secret(self) -> bytes | None:
        """Return nothing: the next draw does not exist yet."""
        return None

    def throw(self, roll_number: int, seeds: Seeds) -> Thrown:  # noqa: ARG002 - seeds are the chain's
        """Draw the dice of a roll. Idempotent: the last roll is returned again, never drawn again."""
        if self._last is None or self._last[0] != roll_number:
            self._last = roll_number, self._drawn(roll_number)
        return self._last[1]

    def _drawn(self, roll_number: int) -> Thrown:
        place, block = decide(self._blocks())
        proof = {"roll": roll_number, "source": "entropy", "dice": ROLLS[place]}
        return Thrown(ROLLS[place], compact(proof), block)

    def _blocks(self) -> Iterator[bytes]:
        while True:
            yield self._entropy.take(BLOCK_BYTES)
