"""What a player can mean about bets: one dataclass for each parsed command, not yet resolved to spots."""

from __future__ import annotations

from dataclasses import dataclass

from comeout.money import Amount
from comeout.table.notation.bet_names import Target


@dataclass(frozen=True, slots=True)
class BetIntent:
    """Place a bet. A press raises a bet that is already there; without an amount, by as much again."""

    target: Target
    amount: Amount | None
    press: bool = False
    to: bool = False
    """Whether the amount is what the bet should come to, and not what is added."""
    times: int | None = None
    """For odds without an amount: how many times the bet they support; 0 for all that the table allows."""


@dataclass(frozen=True, slots=True)
class TakeDown:
    """Remove bets, or reduce one: by an amount, or to it."""

    target: Target
    amount: Amount | None = None
    to: bool = False


@dataclass(frozen=True, slots=True)
class CallIntent:
    """Call bets on or off."""

    target: Target
    on: bool


@dataclass(frozen=True, slots=True)
class Keep:
    """Bet the same again after a win, or no longer."""

    target: Target
    keep: bool


@dataclass(frozen=True, slots=True)
class Puzzled:
    """A parse error, with a suggestion."""

    says: str


AboutBets = BetIntent | TakeDown | CallIntent | Keep
