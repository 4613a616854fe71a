"""Turn: a strategy at a table before one roll. Its wishes become commands, and the table decides each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from comeout.errors import nearest
from comeout.lab.session_rules import LabError
from comeout.lab.strategy import Happened, Memory, Strategy
from comeout.lab.view import View
from comeout.lab.wishes import WantAtLeast, WantBet, WantCall, WantDown, WantEnd, WantOdds, WantTotal, Wish
from comeout.money import Amount, largest_stake
from comeout.rules.layout import Layout, Spot
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

    def send(self, command: Command) -> list[Event] | Rejected:
        """Have the table decide a command, and the automatic crew attend to it."""


class StrategyError(LabError):
    """A strategy that a book cannot play, or that does not answer as a strategy must."""


@dataclass(slots=True)
class Turn:
    """What came of a strategy's wishes before one roll."""

    memory: Memory
    action: Amount = 0
    """The stakes and raises that were accepted, without vigorish."""
    refusals: list[tuple[Wish, Rejected]] = field(default_factory=list)
    placed: list[BetPlaced] = field(default_factory=list)
    asked: bool = False
    """Whether it asked for a bet."""
    ended: bool = False
    """Whether it ended the session."""

    @property
    def too_poor(self) -> bool:
        """Whether a bet was refused for lack of money."""
        return any(refused.reason is Reason.RACK_TOO_SMALL for _, refused in self.refusals)


def take_turn(player: SeatedPlayer, strategy: Strategy, memory: Memory, *, start: Amount | None = None) -> Turn:
    """Ask a strategy for its wishes and carry them out in order; `start` is the bankroll of the session."""
    turn = Turn(memory)
    view = View(player.layout, player.state, player.seat, start)
    for count, wish in enumerate(strategy.act(view, memory)):
        if count == MOST_WISHES:
            raise StrategyError(f"{strategy.name} wants more than {MOST_WISHES} things before one roll")
        if type(wish) is WantEnd:
            turn.ended = True
            break
        _carry_out(player, strategy, turn, wish)
    return turn


def is_ruined(turn: Turn, *, lay_before: bool, lies_after: bool) -> bool:
    """Whether a session ends here for lack of money: it wanted a bet, could not pay for one, and nothing lies."""
    return turn.asked and not lay_before and not lies_after and not turn.ended and turn.too_poor


def _carry_out(player: SeatedPlayer, strategy: Strategy, turn: Turn, wish: Wish) -> None:
    maker = _COMMANDS.get(type(wish))
    if maker is None:
        raise StrategyError(f"{strategy.name} answered {wish!r:.60}, which is no wish")
    command = maker(player, wish)
    if command is None:
        return
    bets = type(command) is PlaceBet
    turn.asked = turn.asked or bets
    answer = player.send(command)
    if isinstance(answer, Rejected):
        turn.refusals.append((wish, answer))
        _see(strategy, turn, answer)
        return
    for event in answer:
        if isinstance(event, BetPlaced):
            turn.action += event.amount
            turn.placed.append(event)
        if isinstance(event, _SEEN):
            _see(strategy, turn, event)


def _see(strategy: Strategy, turn: Turn, event: Happened) -> None:
    if strategy.remembers:
        turn.memory = strategy.see(turn.memory, event)


# ------------------------------------------------------------------ wishes as commands


def _bet(player: SeatedPlayer, wish: WantBet) -> Command | None:
    spot = _spot(player, wish.spot)
    if player.seat in player.state.bets[spot.index]:
        return None
    return PlaceBet(player.seat, spot.id, _even(player, spot, wish.amount, wish.exactly))


def _total(player: SeatedPlayer, wish: WantTotal) -> Command | None:
    spot = _spot(player, wish.spot)
    lies = _lies(player, spot)
    wanted = _even(player, spot, wish.amount, wish.exactly) if wish.amount else 0
    if wanted > lies:
        return PlaceBet(player.seat, spot.id, wanted - lies)
    if not wanted and lies:
        return RemoveBet(player.seat, spot.id)
    return ReduceBet(player.seat, spot.id, lies - wanted) if wanted < lies else None


def _at_least(player: SeatedPlayer, wish: WantAtLeast) -> Command | None:
    spot = _spot(player, wish.spot)
    more = _even(player, spot, wish.amount, wish.exactly) - _lies(player, spot)
    return PlaceBet(player.seat, spot.id, more) if more > 0 else None


def _odds(player: SeatedPlayer, wish: WantOdds) -> Command | None:
    base = _spot(player, wish.spot)
    if not base.supported_by:
        raise StrategyError(f"{player.layout.id} has no odds on {base.name}")
    odds = player.layout.spots[base.supported_by[0]]
    if player.seat in player.state.bets[odds.index] or player.seat not in player.state.bets[base.index]:
        return None
    legal = _legal(player, odds)
    amount = legal.largest(_wished_odds(player, base, odds, wish))
    if wish.as_covered:
        amount = _covered(player, legal, amount)
    return PlaceBet(player.seat, odds.id, amount) if amount else None


def _wished_odds(player: SeatedPlayer, base: Spot, odds: Spot, wish: WantOdds) -> Amount:
    """How much odds a wish asks for, whatever the book allows."""
    number = base.number or player.state.point
    if wish.times is None:
        return _legal(player, odds).most
    times = wish.times if isinstance(wish.times, int) else wish.times.get(number, 0)
    wanted = _lies(player, base) * times
    paid = win_odds(player.layout, odds, player.state.point)
    return largest_stake(wanted, paid[0]) if wish.to_win and paid else wanted


def _covered(player: SeatedPlayer, legal: LegalTotals, most: Amount) -> Amount:
    """The largest even amount up to one that the rack covers, found by halving."""
    owner, step = player.state.seats[player.seat], legal.steps[0]
    below, above = 0, most + step
    while above - below > step:
        middle = legal.largest(below + (above - below) // 2)
        if middle <= below:
            middle = below + step
        if owner.covers(middle):
            below = middle
        else:
            above = middle
    return legal.largest(below)


def _down(player: SeatedPlayer, wish: WantDown) -> Command | None:
    spot = _spot(player, wish.spot)
    return RemoveBet(player.seat, spot.id) if _lies(player, spot) else None


def _call(player: SeatedPlayer, wish: WantCall) -> Command | None:
    spot = _spot(player, wish.spot)
    view = View(player.layout, player.state, player.seat)
    if not _lies(player, spot) or view.works(spot.id) == (wish.call == "on"):
        return None
    return CallBet(player.seat, spot.id, wish.call)


_COMMANDS: dict[type, Callable[[SeatedPlayer, Wish], Command | None]] = {
    WantBet: _bet,
    WantTotal: _total,
    WantAtLeast: _at_least,
    WantOdds: _odds,
    WantDown: _down,
    WantCall: _call,
}  # type: ignore[dict-item]  # each maker takes the wish that it stands beside


def _spot(player: SeatedPlayer, spot: str) -> Spot:
    found = player.layout.by_id.get(spot)
    if found is None:
        known = nearest(str(spot), player.layout.by_id)
        raise StrategyError(f'{player.layout.id} has no bet "{spot!s:.40}", so it cannot be played there; {known}')
    return found


def _lies(player: SeatedPlayer, spot: Spot) -> Amount:
    bet = player.state.bets[spot.index].get(player.seat)
    return bet.amount if bet else 0


def _legal(player: SeatedPlayer, spot: Spot) -> LegalTotals:
    state = player.state
    return legal_totals(player.layout, state, spot, player.seat, unit=state.settings.betting_unit)


def _even(player: SeatedPlayer, spot: Spot, amount: Amount, exactly: bool) -> Amount:
    """The nearest total that pays in whole betting units; of two equally near, the smaller. None fits: as it is."""
    if exactly:
        return amount
    near = _legal(player, spot).near(amount)
    return min(near, key=lambda each: (abs(each - amount), each), default=amount)
