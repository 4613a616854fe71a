"""What the house asks of its dice, whatever throws them: one interface, one way to fail."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple, Protocol

from comeout.dice import Roll
from comeout.house.dice.seeds import Seeds
from comeout.house.store import DiceKind

ReadEntropy = Callable[[int], bytes]
"""So many random bytes, as `os.urandom` gives them."""


class DiceFailure(Exception):
    """The dice cannot be trusted. The table closes with a notice; nothing else throws in their place."""


class Thrown(NamedTuple):
    """A roll, what the log records of it, and the bytes that decided it."""

    roll: Roll
    proof: bytes
    """The body of the house's event "dice-thrown"."""
    raw: bytes


class DiceSource(Protocol):
    """Dice that throw themselves. Before "no more bets" `publish`, then freeze the seeds, then `throw`, then commit."""

    @property
    def kind(self) -> DiceKind:
        """What the table's row calls these dice."""

    def publish(self) -> bytes | None:
        """The body of "chain-published" that must be in the log before the seeds of the next roll are frozen."""

    def secret(self) -> bytes | None:
        """What must be kept, and shown to nobody, before what `publish` gave is logged."""

    def throw(self, roll_number: int, seeds: Seeds) -> Thrown:
        """The dice of a roll; asked again for the same roll they are the same dice. Raises DiceFailure."""


_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def compact(value: object) -> bytes:
    """JSON without spaces, in UTF-8: the one spelling that is hashed, logged and compared."""
    return _write(value).encode("utf-8", "surrogatepass")
