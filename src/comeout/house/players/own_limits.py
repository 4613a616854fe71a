"""Responsible-gaming limits that players set for themselves: time played, money lost, and stake, over 24 hours.

Every limit looks back over the last 24 hours, to the minute.

- *time*, in minutes: how long the player sat at a table, at however many at once. A seat counts while something happens
  to it: five minutes after its last act, or the last roll with its chips on the layout, the clock stands still.
- *loss*, in cents: what tables took, less what they paid, vigorish included; wallets, racks and chips on a layout count
  alike, and play money given by the house counts for nothing. A bet is refused if the player could pass the limit by
  losing it together with everything else they have on a layout, at any table of this process, and its vigorish. Tables
  of other processes count from when their batches are published.
- *stake*, in cents: the most on one bet, with what lies there already.

A tighter limit holds at once, a looser one 24 hours after it was asked for. A limit never moves chips: bets that lie
stay, and can be taken down as ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Literal

import msgspec

from comeout.log.activity import DAY
from comeout.log.records import Micros, OwnLimit
from comeout.money import LARGEST, Amount, show_amount
from comeout.protocol.house_commands import No
from comeout.table import messages as m
from comeout.table.messages import Command

Kind = Literal["loss", "time", "stake"]
MOST: dict[Kind, int] = {"time": 24 * 60, "loss": LARGEST, "stake": LARGEST}
"""The largest value of each kind of limit. If several are exceeded, the first of this order is reported."""

LIFTED = -1

Bet = m.PlaceBet | m.SpeakBet | m.LateBet | m.PlaceBetFor
Joining = m.Sit | m.BuyIn

# ------------------------------------------------------------------ the limits by themselves


def no_limit(player: str, kind: Kind) -> OwnLimit:
    """Return the limit that everybody starts with: none."""
    return OwnLimit(player, kind, LIFTED, 0, None, 0)


def effective(limit: OwnLimit, now: Micros) -> int | None:
    """Return the value that applies now; None if there is none."""
    value = due(limit, now).value
    return None if value == LIFTED else value


def change(limit: OwnLimit, value: int | None, now: Micros) -> OwnLimit:
    """Return the limit after its player asks for another value (None: for none): tighter at once, looser in 24 hours.

    What waits to become looser is forgotten when the player asks for nothing looser than what holds, and keeps its
    time when they ask for less of it.
    """
    held, asked = due(limit, now), LIFTED if value is None else value
    if _width(asked) <= _width(held.value):
        since = held.since if asked == held.value else now
        return held._replace(value=asked, since=since, next_value=None, next_at=0)
    waits = held.next_value is not None and _width(asked) <= _width(held.next_value)
    return held._replace(next_value=asked, next_at=held.next_at if waits else now + DAY)


def due(limit: OwnLimit, now: Micros) -> OwnLimit:
    """Return the limit as it applies now, with a waiting value that has come due."""
    if limit.next_value is None or now < limit.next_at:
        return limit
    return limit._replace(value=limit.next_value, since=limit.next_at, next_value=None, next_at=0)


def _width(value: int) -> int:
    return LARGEST + 1 if value == LIFTED else value


class LimitStatus(msgspec.Struct, frozen=True):
    """A player's standing over the last 24 hours: wins are above zero, losses below."""

    seconds_played: int
    net_cents: Amount
    at_risk_cents: Amount
    """The chips on all layouts now."""
    play_money: bool = True


def problem(
    limits: Iterable[OwnLimit],
    position: LimitStatus,
    command: Command,
    *,
    now: Micros,
    on_bet: Amount = 0,
    charge: Amount = 0,
) -> No | None:
    """Return the refusal of a command that exceeds a player's own limit.

    `on_bet` is what is already on the bet, and `charge` the vigorish that it would be charged.
    """
    amount = command.amount if isinstance(command, Bet) else 0
    if not amount and not isinstance(command, Joining):
        return None
    for limit in sorted(limits, key=lambda limit: list(MOST).index(limit.kind)):
        value = effective(limit, now)
        says = "" if value is None else _passed(limit.kind, value, position, amount, on_bet, charge)
        if says:
            return No("OWN_LIMIT", f"{says}; {_loosens(limit, now)}")
    return None


def _passed(kind: Kind, value: int, position: LimitStatus, amount: Amount, on_bet: Amount, charge: Amount) -> str:
    """Return how a limit is exceeded, or nothing."""
    if kind == "time":
        return _time_passed(value, position.seconds_played // 60)
    if kind == "stake":
        there = f": {show_amount(on_bet)} lies there" if on_bet else ""
        return f"your own limit is {show_amount(value)} on one bet{there}" if on_bet + amount > value else ""
    return _loss_passed(value, position.net_cents, position.at_risk_cents, amount + charge)


def _time_passed(value: int, played: int) -> str:
    return f"your own limit is {value} minutes of play in 24 hours: you have played {played}" if played >= value else ""


def _loss_passed(value: int, net: Amount, at_risk: Amount, amount: Amount) -> str:
    """Check a loss limit: a bet may lose what is left of it; with nothing left, the player cannot join a table."""
    if value + net - at_risk >= amount if amount else value + net > 0:
        return ""
    stand = f"you have {'won' if net > 0 else 'lost'} {show_amount(abs(net))}"
    lies = f", {show_amount(at_risk)} of yours is at risk" if at_risk else ""
    return f"your own limit is a loss of {show_amount(value)} in 24 hours: {stand}{lies}"


def _loosens(limit: OwnLimit, now: Micros) -> str:
    held = due(limit, now)
    if held.next_value is None:
        return "it can be made looser, 24 hours after you ask for that"
    when = datetime.fromtimestamp(held.next_at // 1_000_000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    if held.next_value == LIFTED:
        return f"it is lifted at {when}"
    value = f"{held.next_value} minutes" if held.kind == "time" else show_amount(held.next_value)
    return f"it becomes {value} at {when}"
