"""SessionRules: when a session of a strategy ends, and how open bets count then."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from comeout.errors import ComeoutError
from comeout.money import Amount, is_amount, show_money


class LabError(ComeoutError, ValueError):
    """A question that the laboratory cannot answer as it was asked; the sentence says what to change."""


MOST_ROLLS = 10_000_000
"""The most rolls, and the most shooters, of one session; without a limit of rolls it is given up after as many."""


class SessionEnd(IntEnum):
    """Why a session ended. They are tested in this order when a roll is settled; the first that holds counts."""

    GOAL = 1
    STOP = 2
    RUINED = 3
    QUIT = 4
    """The strategy ended it."""
    SHOOTERS = 5
    ROLLS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRules:
    """The limits of one session. Amounts are cents; a limit of None does not exist.

    Goal and stop are levels of wealth, met at or beyond. A session is ruined by roll n if it could not go on once roll
    n is settled, also when n is the last roll.
    """

    bankroll: Amount
    rolls: int | None = None
    goal: Amount | None = None
    stop: Amount | None = None
    shooters: int | None = None
    """The session ends with so many seven-outs."""
    play_out: bool = False
    """Whether bets that still lie at the end are played out without new ones, or counted at face value."""

    def __post_init__(self) -> None:
        if not is_amount(self.bankroll):
            raise LabError("a bankroll is more than nothing; write it like --bankroll 300")
        for word, count in (("rolls", self.rolls), ("shooters", self.shooters)):
            if count is not None and (type(count) is not int or count < 1):
                raise LabError(f"a session has at least one of its {word}, and not {count}; write it like --{word} 100")
            if count is not None and count > MOST_ROLLS:
                raise LabError(f"a session has at most {MOST_ROLLS:,} {word}, and not {count:,}")
        if self.goal is not None and self.goal <= self.bankroll:
            goal, bankroll = show_money(self.goal), show_money(self.bankroll)
            raise LabError(f"a goal of {goal} is not above the bankroll of {bankroll}; give a larger goal")
        if self.stop is not None and not 0 <= self.stop < self.bankroll:
            stop, bankroll = show_money(self.stop), show_money(self.bankroll)
            raise LabError(f"a stop of {stop} is not between nothing and the bankroll of {bankroll}; give another")
