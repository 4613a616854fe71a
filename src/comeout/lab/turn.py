"""A turn: a strategy at a table before one roll. Its wishes become commands, and the table decides each of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from comeout.errors import nearest
from comeout.lab.session_rules import LabError
from comeout.lab.strategy import Happened, Memory, Strategy
from comeout.lab.view import View
from comeout.lab.wishes import WantAtLeast, WantBet, WantCall, WantDown, WantEnd, WantOdds, WantTotal
from comeout.money import LARGEST, Amount, largest_stake
from comeout.rules.layout import Layout, Spot
from comeout.table.betting import not_now
from comeout.table.decide import decide
from comeout.table.messages import (
    BetPlaced,
    BetTakenDown,
    CallBet,
    CallPlaced,
    CallWithdrawn,
    Command,
    Event,
    PlaceBet,
    Reason,
    ReduceBet,
    Rejected,
    RemoveBet,
)
from comeout.table.stakes.amounts import win_odds
from comeout.table.stakes.bounds import LegalTotals, legal_totals
from comeout.table.state import TableState

_Wished = PlaceBet | ReduceBet | RemoveBet | CallBet
"""What a wish becomes."""
_MONEY = (WantBet, WantTotal, WantAtLeast)
"""Wishes that name an amount."""
_SEEN = (BetPlaced, BetTakenDown, CallPlaced, CallWithdrawn)
MOST_WISHES = 1000
"""A strategy that wants more than this before one roll never ends."""


class SeatedPlayer(Protocol):
    """A seat at a table that takes commands: the laboratory's own, or one at a public table."""

    layout: Layout
    seat: int

    @property
    def state(self) -> TableState:
        """The table as it lies."""

    def send(self, command: Command) -> Sequence[Event] | Rejected:
        """Have the table decide a command, and the automatic crew attend to it."""


class StrategyError(LabError):
    """A strategy that a book cannot play, or that does not answer as a strategy must."""


@dataclass(slots=True)
class StrategyTurn:
    """What came of a strategy's wishes before one roll."""

    memory: Memory
    action: Amount = 0
    """The stakes and raises that were accepted, without vigorish."""
    refusals: list[tuple[str, Rejected]] = field(default_factory=list)
    """By the bet that was wished, which is the odds where odds were: what the table said."""
    placed: list[BetPlaced] = field(default_factory=list)
    asked: bool = False
    """Whether it asked for a bet."""
    ended: bool = False
    """Whether it ended the session."""
    asked_start: bool = False
    """Whether it asked what the session has won."""

    @property
    def too_poor(self) -> bool:
        """Whether a bet was refused for lack of money."""
        return any(refused.reason is Reason.RACK_TOO_SMALL for _, refused in self.refusals)


def take_turn(player: SeatedPlayer, strategy: Strategy, memory: Memory, *, start: Amount | None = None) -> StrategyTurn:
    """Ask a strategy for its wishes and carry them out in order; `start` is the bankroll of the session."""
    turn = StrategyTurn(memory)
    view = View(player.layout, player.state, player.seat, start)
    for count, wish in enumerate(_wishes(strategy, view, memory)):
        if count == MOST_WISHES:
            raise StrategyError(f"{strategy.name} wants more than {MOST_WISHES} things before one roll")
        if isinstance(wish, WantEnd):
            turn.ended = True
            break
        _carry_out(player, strategy, turn, wish)
    turn.asked_start = view.asked_start
    return turn


def _wishes(strategy: Strategy, view: View, memory: Memory) -> Iterable[object]:
    wishes: object = strategy.act(view, memory)
    if not isinstance(wishes, Iterable):
        raise StrategyError(
            f"{strategy.name} answered {wishes!r:.60}, where wishes are wanted; act returns a list of them, which may "
            "be empty"
        )
    return wishes


def is_ruined(turn: StrategyTurn, *, lay_before: bool, lies_after: bool) -> bool:
    """Whether a session ends here for lack of money: it wanted a bet, could not pay for one, and nothing lies."""
    return turn.asked and not lay_before and not lies_after and not turn.ended and turn.too_poor


def _carry_out(player: SeatedPlayer, strategy: Strategy, turn: StrategyTurn, wish: Any) -> None:
    maker = _COMMANDS.get(type(wish))
    if maker is None:
        raise StrategyError(f"{strategy.name} answered {wish!r:.60}, which is no wish")
    amount = getattr(wish, "amount", 0)
    least = 1 if isinstance(wish, WantBet) else 0
    if isinstance(wish, _MONEY) and (type(amount) is not int or not least <= amount <= LARGEST):
        wants = f"{strategy.name} wants {amount!r:.60} on {wish.spot}"
        raise StrategyError(f"{wants}; an amount is a whole number of cents, from {least} up")
    command = maker(player, wish)
    if command is None:
        return
    bets = type(command) is PlaceBet
    turn.asked = turn.asked or bets
    answer = player.send(command)
    if isinstance(answer, Rejected):
        turn.refusals.append((command.spot, answer))
        _see(strategy, turn, answer)
        return
    for event in answer:
        if isinstance(event, BetPlaced):
            turn.action += event.amount
            turn.placed.append(event)
        if isinstance(event, _SEEN):
            _see(strategy, turn, event)


def _see(strategy: Strategy, turn: StrategyTurn, event: Happened) -> None:
    if strategy.remembers:
        turn.memory = strategy.see(turn.memory, event)


# ------------------------------------------------------------------ wishes as commands


def _bet(player: SeatedPlayer, wish: WantBet) -> _Wished | None:
    spot = _spot(player, wish.spot)
    if player.seat in player.state.bets[spot.index]:
        return None
    return PlaceBet(player.seat, spot.id, _even(player, spot, wish.amount, wish.exactly))


def _total(player: SeatedPlayer, wish: WantTotal) -> _Wished | None:
    spot = _spot(player, wish.spot)
    lies = _lies(player, spot)
    wanted = _even(player, spot, wish.amount, wish.exactly) if wish.amount else 0
    if wanted > lies:
        return PlaceBet(player.seat, spot.id, wanted - lies)
    if not wanted and lies:
        return RemoveBet(player.seat, spot.id)
    return ReduceBet(player.seat, spot.id, lies - wanted) if wanted < lies else None


def _at_least(player: SeatedPlayer, wish: WantAtLeast) -> _Wished | None:
    spot = _spot(player, wish.spot)
    more = _even(player, spot, wish.amount, wish.exactly) - _lies(player, spot)
    return PlaceBet(player.seat, spot.id, more) if more > 0 else None


def _odds(player: SeatedPlayer, wish: WantOdds) -> _Wished | None:
    base = _spot(player, wish.spot)
    if not base.supported_by:
        raise StrategyError(f"{player.layout.id} has no odds on {base.name}")
    odds = player.layout.spots[base.supported_by[0]]
    if player.seat in player.state.bets[odds.index] or _not_now(player, odds):
        return None
    chip = player.state.settings.betting_unit
    legal = legal_totals(player.layout, player.state, odds, player.seat, unit=chip)
    amount = legal.largest(_wished_odds(player, base, odds, wish, legal.most), chip)
    if wish.as_covered:
        amount = _covered(player, legal, amount, chip)
    return PlaceBet(player.seat, odds.id, amount) if amount else None


def _wished_odds(player: SeatedPlayer, base: Spot, odds: Spot, wish: WantOdds, most: Amount) -> Amount:
    """How much odds a wish asks for, whatever the book allows."""
    number = base.number or player.state.point
    if wish.times is None:
        return most
    times = wish.times if isinstance(wish.times, int) else wish.times.get(number, 0)
    wanted = _lies(player, base) * times
    paid = win_odds(player.layout, odds, player.state.point)
    return largest_stake(wanted, paid[0]) if wish.to_win and paid else wanted


def _covered(player: SeatedPlayer, legal: LegalTotals, most: Amount, chip: Amount) -> Amount:
    """The largest even amount up to one that the rack covers, found by halving."""
    owner, step = player.state.seats[player.seat], math.lcm(legal.steps[0], chip)
    fits, too_much = 0, most // step + 1
    while too_much - fits > 1:
        middle = (fits + too_much) // 2
        if owner.covers(middle * step):
            fits = middle
        else:
            too_much = middle
    return legal.largest(fits * step, chip)


def _down(player: SeatedPlayer, wish: WantDown) -> _Wished | None:
    spot = _spot(player, wish.spot)
    if not _lies(player, spot):
        return None
    command = RemoveBet(player.seat, spot.id)
    refused = decide(player.layout, player.state, command) if wish.if_allowed else None
    if not isinstance(refused, Rejected):
        return command
    return ReduceBet(player.seat, spot.id, refused.instead[0]) if refused.instead else None


def _call(player: SeatedPlayer, wish: WantCall) -> _Wished | None:
    spot = _spot(player, wish.spot)
    view = View(player.layout, player.state, player.seat)
    if not _lies(player, spot) or view.works(spot.id) == (wish.call == "on"):
        return None
    return CallBet(player.seat, spot.id, wish.call, wish.only)


_COMMANDS: dict[type, Callable[[SeatedPlayer, Any], _Wished | None]] = {
    WantBet: _bet,
    WantTotal: _total,
    WantAtLeast: _at_least,
    WantOdds: _odds,
    WantDown: _down,
    WantCall: _call,
}


def _spot(player: SeatedPlayer, spot: str) -> Spot:
    found = player.layout.by_id.get(spot)
    if found is None:
        known = nearest(str(spot), player.layout.by_id)
        raise StrategyError(f'{player.layout.id} has no bet "{spot!s:.40}", so it cannot be played there; {known}')
    return found


def _lies(player: SeatedPlayer, spot: Spot) -> Amount:
    bet = player.state.bets[spot.index].get(player.seat)
    return bet.amount if bet else 0


def _not_now(player: SeatedPlayer, spot: Spot) -> bool:
    """Whether the table would refuse any bet there now."""
    bet = player.state.bets[spot.index].get(player.seat)
    return not_now(player.layout, player.state, player.seat, spot, bet) is not None


def _even(player: SeatedPlayer, spot: Spot, amount: Amount, exactly: bool) -> Amount:
    """The nearest total in betting units that pays in whole ones; of two equally near, the smaller.

    The amount stays as it is where none fits.
    """
    if exactly or _not_now(player, spot):
        return amount
    state, chip = player.state, player.state.settings.betting_unit
    near = legal_totals(player.layout, state, spot, player.seat, unit=chip).near(amount, chip)
    return min(near, key=lambda each: (abs(each - amount), each), default=amount)
