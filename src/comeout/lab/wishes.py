"""Wishes: what a strategy asks for before a roll. A turn makes commands of them, and the table decides those."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from comeout.money import Amount
from comeout.table.messages import Switch


class WantBet(NamedTuple):
    """Make a bet where nothing lies yet; the amount is the nearest one that pays evenly, unless `exactly`."""

    spot: str
    amount: Amount
    exactly: bool = False


class WantTotal(NamedTuple):
    """Bring a bet to an amount, up or down; the amount is the nearest one that pays evenly, unless `exactly`."""

    spot: str
    amount: Amount
    exactly: bool = False


class WantAtLeast(NamedTuple):
    """Raise a bet to an amount, and leave a larger one alone."""

    spot: str
    amount: Amount
    exactly: bool = False


class WantOdds(NamedTuple):
    """Take odds behind a bet, or lay them: so many times the bet by its number, or all that the book allows.

    The amount is the largest one within the wish and the book's limit that pays evenly. Odds that lie already stay as
    they are. If the rack does not cover the amount, none are taken, unless `as_covered`.
    """

    spot: str
    """The bet that the odds support: a line bet, or a come bet on its number."""
    times: Mapping[int, int] | int | None = None
    """By number or for every number; None is the book's limit."""
    to_win: bool = False
    """Whether `times` measures what the odds win, and not their stake."""
    as_covered: bool = False
    """Whether less will do: the largest even amount that the rack covers."""


class WantDown(NamedTuple):
    """Take a bet down; `if_allowed` leaves alone what the book does not give back now."""

    spot: str
    if_allowed: bool = False


class WantCall(NamedTuple):
    """Call a bet on or off; `only` this one, where the book lets one button speak for all bets of a kind."""

    spot: str
    call: Switch
    only: bool = False


class WantEnd(NamedTuple):
    """End the session here."""


SpotWish = WantBet | WantTotal | WantAtLeast | WantOdds | WantDown | WantCall
Wish = SpotWish | WantEnd
