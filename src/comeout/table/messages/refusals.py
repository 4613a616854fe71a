"""`Rejected`: a refusal of a table, with its reason from a closed list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from comeout.money import Amount


class Reason(IntEnum):
    """Why something was refused, the most basic reasons first."""

    NONSENSE = 1
    UNKNOWN_SEAT = 2
    SEAT_TAKEN = 3
    WRONG_ROLE = 4
    TABLE_CLOSED = 5
    WRONG_PHASE = 6
    BETTING_CLOSED = 7
    NO_SUCH_PROCEDURE = 8
    NOT_OFFERED = 9
    NOT_AVAILABLE_NOW = 10
    NO_SUCH_BET = 11
    NO_BASE_BET = 12
    LOCKED = 13
    CONTRACT_BET = 14
    STAYS_UNTIL_RESOLVED = 15
    OVER_ODDS_LIMIT = 16
    NOT_IN_UNITS = 17
    UNDER_MINIMUM = 18
    NOT_A_MULTIPLE = 19
    OVER_MAXIMUM = 20
    RACK_TOO_SMALL = 21
    TOO_MUCH_TAKEN = 22
    WITHIN_LIMITS = 23
    NO_CALL_HERE = 24
    NOTHING_TO_CONFIRM = 25
    CASH_REFUSED = 26
    BARRED = 27
    NOT_YOUR_DICE = 28
    NO_LINE_BET = 29
    NOBODY_ELIGIBLE = 30
    DICE_NOT_READY = 31
    BAD_DICE = 32
    UNKNOWN_GROUND = 33
    NOTE_NEEDED = 34
    CHOICE_PENDING = 35
    TOO_LATE = 36
    BETS_STILL_UP = 37
    NOTICE_NEEDED = 38
    BAD_SETTING = 39
    UNKNOWN_DISPUTE = 40


@dataclass(frozen=True, slots=True, eq=False)
class Rejected:
    """A refusal: nothing changed. It says why, by which clause, and what would be accepted instead."""

    reason: Reason
    says: str
    clause: str = ""
    instead: tuple[Amount, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Compare two refusals by what they say, even if their sentences are not computed yet."""
        if not isinstance(other, Rejected):
            return NotImplemented
        return (self.reason, self.clause, self.says, self.instead) == (
            other.reason,
            other.clause,
            other.says,
            other.instead,
        )

    def __hash__(self) -> int:
        return hash((self.reason, self.clause))


class RejectedLater(Rejected):
    """A refusal whose sentence and proposals are computed when they are first read; most never are."""

    __slots__ = ("_tell",)
    _tell: Callable[[], tuple[str, tuple[Amount, ...]]]

    def __getattr__(self, name: str) -> object:
        """Compute a field that is not set yet: Python calls this for missing attributes."""
        if name not in ("says", "instead"):
            raise AttributeError(name)
        says, instead = self._tell()
        object.__setattr__(self, "says", says)
        object.__setattr__(self, "instead", instead)
        return says if name == "says" else instead


def rejected_later(reason: Reason, clause: str, tell: Callable[[], tuple[str, tuple[Amount, ...]]]) -> Rejected:
    """Return a refusal that calls `tell` for its sentence and proposals when somebody reads them."""
    made = object.__new__(RejectedLater)
    for name, value in (("reason", reason), ("clause", clause), ("_tell", tell)):
        object.__setattr__(made, name, value)
    return made
