"""Interface of the dice sources, and the health tests of their entropy (NIST SP 800-90B, section 4.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from comeout.dice import Roll
from comeout.errors import ComeoutError
from comeout.log.dice_proof import Seeds
from comeout.log.records import DiceKind

ReadEntropy = Callable[[int], bytes]
"""So many random bytes, as `os.urandom` gives them."""


class DiceFailure(ComeoutError):
    """The dice cannot be trusted. The table closes with a notice; no other dice replace them."""


class Thrown(NamedTuple):
    """A roll, what the log records of it, and the bytes that decided it."""

    roll: Roll
    proof: bytes
    """The body of the house's event "dice-thrown"."""
    raw: bytes


class DiceSource(Protocol):
    """Interface of a dice source.

    Before "no more bets" call `publish`, then freeze the seeds, then `throw`, then commit.
    """

    @property
    def kind(self) -> DiceKind:
        """The name of these dice in the table's row."""

    def publish(self) -> bytes | None:
        """Return the commitment ("chain-published") that must be in the log before the next seeds are frozen."""

    def secret(self) -> bytes | None:
        """Return what must be stored, and shown to nobody, before what `publish` returned is logged."""

    def throw(self, roll_number: int, seeds: Seeds) -> Thrown:
        """Return the dice of a roll. Idempotent: the same roll gives the same dice. Raises DiceFailure."""


WINDOW = 512
LONGEST_REPEAT = 5
"""The operating system claims 8 bits a byte; six alike in a row come once in 2^40 bytes."""
MOST_IN_WINDOW = 18
"""The same chance, for one byte among 512: 1 - 2^-40 of the windows hold it at most so often."""
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
