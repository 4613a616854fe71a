"""Bounds on the money at a table: whatever the dice do, no account passes what a store can hold.

A bet or a buy-in is refused long before that. So a settlement, which nobody can refuse, always fits.
"""

from __future__ import annotations

import math

from comeout.money import LARGEST, Amount, show_amount
from comeout.protocol.house_commands import No
from comeout.rules.layout import Layout
from comeout.table.messages import BuyIn, Command, LateBet, PlaceBet, PlaceBetFor, Rebet, RecordBet, Sit, SpeakBet
from comeout.table.settings import Settings
from comeout.table.state import TableState

MOST_AT_A_TABLE: Amount = 10**18
"""The most that the accounts of a table may come to. A store holds nine times as much."""

_ADD = frozenset((Sit, BuyIn))
_BETS = frozenset((PlaceBet, SpeakBet, LateBet, PlaceBetFor, RecordBet, Rebet))


class MoneyBounds:
    """Refuses what could lead to more money at one table than the house keeps account of."""

    def __init__(self, layout: Layout) -> None:
        best = max(odds for spot in layout.win_odds for by_point in spot for odds in by_point)
        self._times, self._spots = 1 + math.ceil(best), len(layout.spots)

    def problem(self, command: Command, state: TableState) -> No | None:
        """Return why a bet or a buy-in is refused; None if it is not."""
        kind, totals = type(command), state.totals
        if kind not in _BETS and kind not in _ADD:
            return None
        added = _added(command)
        if type(added) is not int:
            return None  # the book says what an amount is
        here, players = totals.racks + totals.layout + added, len(state.seats) + 1
        all_here = self._worst(state, here, players) + abs(totals.house) + abs(totals.commission) + abs(totals.debts)
        if all_here <= LARGEST:
            return None  # nobody can come to more
        # Every command of _BETS and _ADD has a seat; a set of types does not tell mypy so.
        mine = added + (0 if kind is Sit else _chips(state, command.seat))  # type: ignore[union-attr]
        if self._worst(state, mine, 1) > LARGEST:
            most = show_amount(max(0, LARGEST - self._spots * _unit(state)) // self._times)
            return No("TOO_MUCH", f"a player may have at most {most} in chips at this table")
        if all_here > MOST_AT_A_TABLE:
            return No("TOO_MUCH", "this table has moved all the money that it can keep account of; play at another one")
        return None

    def _worst(self, state: TableState, chips: Amount, players: int) -> Amount:
        """Return what these chips could come to if every bet won at the best odds and was rounded up."""
        return chips * self._times + players * self._spots * _unit(state)


def unit_problem(layout: Layout, settings: Settings) -> str:
    """Return why the payable unit of a table is too large; empty if it is not."""
    most = LARGEST // (2 * len(layout.spots))
    return "" if settings.payable_unit <= most else f"the payable-unit may be at most {show_amount(most)}"


def _added(command: Command) -> Amount:
    """Return the chips that a command brings to the table."""
    if isinstance(command, Sit):
        return command.rack
    cash = isinstance(command, SpeakBet) and command.tender == "cash"
    return command.amount if cash or isinstance(command, BuyIn) else 0  # type: ignore[union-attr]


def _unit(state: TableState) -> Amount:
    """Return the largest unit that a bet on the layout may be paid in, by the terms it was accepted under."""
    return max(terms.payable_unit for terms in state.terms) if len(state.terms) > 1 else state.settings.payable_unit


def _chips(state: TableState, seat: int) -> Amount:
    """Return what a seat has in its rack and on the layout; nothing where nobody sits."""
    owner = state.seats.get(seat)
    laid = sum(state.bets[spot][seat].amount for spot in state.occupied if seat in state.bets[spot])
    return laid + (owner.rack if owner else 0)
