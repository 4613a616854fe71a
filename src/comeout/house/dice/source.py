"""Interface of the dice sources, and the source that draws dice from entropy.

Entropy is tested as it is drawn (NIST SP 800-90B, section 4.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from comeout.dice import ROLLS, Roll
from comeout.errors import ComeoutError
from comeout.log.dice_formula import Seeds, compact, decide
from comeout.log.fold import Memory
from comeout.log.records import DiceKind

ReadEntropy = Callable[[int], bytes]
"""A function that returns so many random bytes, like `os.urandom`."""


class DiceFailure(ComeoutError):
    """The dice cannot be trusted. The table closes with a notice; no other dice replace them."""


class Thrown(NamedTuple):
    """A roll, what the log records of it, and the bytes that decided it."""

    roll: Roll
    proof: bytes
    """The body of the house's event "dice-thrown"."""
    raw: bytes


class DiceSource(Protocol):
    """Interface of a dice source. Nothing that it holds is ever written.

    Before "no more bets" call `publish`, then freeze the seeds, then `throw`, then commit.
    """

    @property
    def kind(self) -> DiceKind:
        """The name of these dice in the table's row."""

    def publish(self, log: bytes) -> bytes | None:
        """Return the commitment ("chain-published") that must follow the record with this hash, before seeds freeze."""

    def resume(self, memory: Memory) -> None:
        """Go on from a replayed log, which may lack what was published and thrown last. Raises DiceFailure."""

    def throw(self, roll_number: int, seeds: Seeds) -> Thrown:
        """Return the dice of a roll. Idempotent: the same roll gives the same dice. Raises DiceFailure."""


WINDOW = 512
LONGEST_REPEAT = 5
"""The cutoff of the repetition count test: at 8 bits a byte, six equal bytes in a row come once in 2^40 bytes."""
MOST_IN_WINDOW = 18
"""The cutoff of the adaptive proportion test: a window holds its first byte more often with a chance below 2^-40."""
START_UP_BYTES = 1024


class HealthTests:
    """Health tests of an entropy source: repetition count and adaptive proportion over every byte drawn."""

    def __init__(self) -> None:
        self._byte, self._repeats = -1, 0
        self._watched, self._seen, self._place = -1, 0, 0

    def feed(self, data: bytes) -> None:
        """Test more bytes; DiceFailure if they cannot be random."""
        for byte in data:
            self._count_repeats(byte)
            self._count_in_window(byte)

    def _count_repeats(self, byte: int) -> None:
        self._repeats = self._repeats + 1 if byte == self._byte else 1
        self._byte = byte
        if self._repeats > LONGEST_REPEAT:
            raise DiceFailure(f"the entropy is stuck: byte {byte} came {self._repeats} times in a row")

    def _count_in_window(self, byte: int) -> None:
        if self._place == 0:
            self._watched, self._seen = byte, 0
        self._seen += byte == self._watched
        self._place = (self._place + 1) % WINDOW
        if self._seen > MOST_IN_WINDOW:
            raise DiceFailure(f"the entropy leans: byte {byte} came {self._seen} times within {WINDOW}")


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

    def publish(self, log: bytes) -> bytes | None:  # noqa: ARG002 - the log is the chain's
        """Return nothing: these dice make no commitment."""
        return None

    def resume(self, memory: Memory) -> None:
        """Do nothing: the next draw does not exist yet, and the last one is thrown again if the log lacks it."""

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
