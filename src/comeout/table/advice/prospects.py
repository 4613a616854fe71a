"""Computes what one seat can do now, spot by spot, by dry runs of the table's own decisions."""

from __future__ import annotations

from typing import NamedTuple

from comeout.money import Amount, ceil_to, floor_to, in_proportion, largest_stake, nearest_multiple, pay
from comeout.rules.layout import Layout, Spot, sleeps
from comeout.table.advice.warnings import contract, warnings
from comeout.table.asking import bets_closed, seat_problem, takes_bets
from comeout.table.betting import check_bet, not_now
from comeout.table.calls import similar
from comeout.table.decide import decide
from comeout.table.messages import (
    CallBet,
    ComeBack,
    Command,
    DeclineDice,
    Leave,
    PassDice,
    Reason,
    Rejected,
    RemoveBet,
    TakeDice,
)
from comeout.table.settlement import is_working
from comeout.table.stakes.amounts import rule_multiple, whole_multiple, win_odds
from comeout.table.stakes.bounds import affordable, bounds, even_most
from comeout.table.state import Bet, TableState

CHIPS: tuple[Amount, ...] = (1_00, 5_00, 25_00, 100_00, 500_00)
"""The chips of a rack. Suggested amounts are near them."""
ODDS_TIMES = (1, 2, 3, 5, 10)
"""The multiples by which odds are offered, beside all that the table allows."""


class OddsStep(NamedTuple):
    """Odds of so many times the bet they support: what to add for them, and what they would win."""

    times: int
    """0 for all the odds that the table allows."""
    amount: Amount
    wins: Amount


class Room(NamedTuple):
    """What may be added to a spot: whether at all, the smallest and largest amount, and some that are paid evenly."""

    refusal: Rejected | None
    least: Amount = 0
    most: Amount = 0
    step: Amount = 1
    """Every legal total is a multiple of it."""
    even_step: Amount = 1
    """Multiples of it are paid in whole betting units, or at least without rounding."""
    full: Amount | None = None
    """What brings odds to the largest amount that is paid evenly; None for a bet that is not odds."""
    even: tuple[Amount, ...] = ()
    odds: tuple[OddsStep, ...] = ()
    """Odds by multiple, smallest first; none for a bet that is not odds."""


class Taking(NamedTuple):
    """Whether a bet can be taken down, what could be taken back instead, and what would come down with it."""

    refusal: Rejected | None
    warns: tuple[str, ...]


class CallChoices(NamedTuple):
    """Whether a bet can be called on, whether it can be called off, and the spots that a call turns on."""

    on: Rejected | None
    off: Rejected | None
    together: tuple[str, ...]


class Prospect(NamedTuple):
    """One spot from the point of view of one seat."""

    spot: Spot
    bet: Bet | None
    others: Amount
    working: bool | None
    """Whether the seat's bet is working on the next roll; None without a bet."""
    room: Room
    taking: Taking | None
    calls: CallChoices | None
    keeps: bool
    contract: str


def prospects(layout: Layout, state: TableState, seat: int | None) -> dict[str, Prospect]:
    """Return every spot of the book as a seat sees it now; seat None is a spectator."""
    closed = _closed(layout, state, seat)
    sits = seat if seat in state.seats else None
    return {spot.id: _prospect(layout, state, sits, spot, closed) for spot in layout.spots}


def _closed(layout: Layout, state: TableState, seat: int | None) -> Rejected | None:
    """Return why no bet at all is accepted from a seat now."""
    if seat is None:
        return Rejected(Reason.UNKNOWN_SEAT, "you have no seat here; sit down first")
    problem = seat_problem(state, seat)
    return problem or (None if takes_bets(layout, state) else bets_closed(layout, state))


def _prospect(layout: Layout, state: TableState, seat: int | None, spot: Spot, closed: Rejected | None) -> Prospect:
    all_there = state.on_spot[spot.index]
    if seat is None:
        return Prospect(spot, None, all_there, None, Room(closed), None, None, False, contract(spot))
    bet = state.bets[spot.index].get(seat)
    return Prospect(
        spot=spot,
        bet=bet,
        others=all_there - (bet.amount if bet else 0),
        working=is_working(bet, asleep=sleeps(spot, state.point)) if bet else None,
        room=Room(closed) if closed else _room(layout, state, seat, spot, bet),
        taking=_taking(layout, state, seat, spot) if bet else None,
        calls=_calls(layout, state, seat, spot) if bet else None,
        keeps=spot.id in state.seats[seat].keeps,
        contract=contract(spot),
    )


def _taking(layout: Layout, state: TableState, seat: int, spot: Spot) -> Taking:
    answer = decide(layout, state, RemoveBet(seat, spot.id))
    if isinstance(answer, Rejected):
        return Taking(answer, ())
    return Taking(None, warnings(layout, state, answer))


def _calls(layout: Layout, state: TableState, seat: int, spot: Spot) -> CallChoices | None:
    calls = layout.rulebook.calls
    if not calls or not spot.wager.sleep:
        return None
    return CallChoices(
        refusal_of(layout, state, CallBet(seat, spot.id, "on")),
        refusal_of(layout, state, CallBet(seat, spot.id, "off")),
        (spot.id,) if calls.scope == "wager" else similar(layout, state, seat, spot),
    )


# ------------------------------------------------------------------ amounts


def _room(layout: Layout, state: TableState, seat: int, spot: Spot, bet: Bet | None) -> Room:
    problem = not_now(layout, state, seat, spot, bet)
    if problem:
        return Room(problem)
    there = bet.amount if bet else 0
    lowest, highest = bounds(layout, state, spot, seat)
    step = rule_multiple(state.settings, spot)
    least = ceil_to(max(lowest, there + 1), step) - there
    refusal = check_bet(layout, state, seat, spot.id, least)
    if isinstance(refusal, Rejected):
        return Room(refusal)
    most = floor_to(min(highest, there + affordable(layout, spot, bet, state.seats[seat].held())()), step) - there
    even = whole_multiple(layout, state, spot, highest)
    return Room(
        None,
        least,
        most,
        step,
        even,
        _full(layout, state, seat, spot, there),
        _ladder(there, least, most, even),
        _odds_steps(layout, state, seat, spot, there, most, even),
    )


def _full(layout: Layout, state: TableState, seat: int, spot: Spot, there: Amount) -> Amount | None:
    if spot.base < 0:
        return None
    return even_most(layout, state, spot, seat) - there


def _odds_steps(
    layout: Layout, state: TableState, seat: int, spot: Spot, there: Amount, most: Amount, even: Amount
) -> tuple[OddsStep, ...]:
    """Return odds of one, two, three and more times the bet, as far as they are legal, covered and paid evenly."""
    if spot.base < 0:
        return ()
    flat, pays = state.bets[spot.base][seat].amount, win_odds(layout, spot, state.point)[0]
    limit, (_, highest) = spot.wager.limit, bounds(layout, state, spot, seat)
    assert limit
    found: dict[Amount, int] = {}
    for times in (*ODDS_TIMES, 0):
        wish = odds_wish(layout, state, seat, spot, times)
        total = floor_to(wish if times else highest, even)
        if there < total <= there + most and wish <= highest:
            found[total] = times
    unit, up = state.settings.payable_unit, state.settings.breakage_up
    wins = {total: pay(total, pays, unit, up) for total in found}
    measured = {total: total if limit.measure == "stake" else wins[total] for total in found}
    return tuple(
        OddsStep(max(1, in_proportion(1, measured[total], flat)) if times else 0, total - there, wins[total])
        for total, times in found.items()
    )


def odds_wish(layout: Layout, state: TableState, seat: int, spot: Spot, times: int) -> Amount:
    """Return the stake of odds of so many times the bet that they support, by what the book measures odds with."""
    flat, limit = state.bets[spot.base][seat].amount, spot.wager.limit
    if limit is None or limit.measure == "stake":
        return flat * times
    return largest_stake(flat * times, win_odds(layout, spot, state.point)[0])


def odds_total(layout: Layout, state: TableState, seat: int, spot: Spot, times: int) -> Amount:
    """Return those odds as the nearest total below that is paid evenly, or as they are if there is none."""
    wish = odds_wish(layout, state, seat, spot, times)
    return floor_to(wish, whole_multiple(layout, state, spot, bounds(layout, state, spot, seat)[1])) or wish


def _ladder(there: Amount, least: Amount, most: Amount, even: Amount) -> tuple[Amount, ...]:
    """Return an amount near each chip that brings the bet to a total that is paid evenly."""
    totals = (nearest_multiple(there + chip, even, least=even) for chip in CHIPS)
    return tuple(dict.fromkeys(total - there for total in totals if least <= total - there <= most))


# ------------------------------------------------------------------ dice and seat


def acts(layout: Layout, state: TableState, seat: int) -> dict[str, Rejected | None]:
    """Return the acts about the dice and the seat itself, each with None if it is possible, else the refusal."""
    asked: tuple[Command, ...] = (TakeDice(seat), DeclineDice(seat), PassDice(seat), ComeBack(seat), Leave(seat))
    return {type(command).__name__: refusal_of(layout, state, command) for command in asked}


def refusal_of(layout: Layout, state: TableState, command: Command) -> Rejected | None:
    """Return the refusal that a command would get now; None if it would be accepted."""
    answer = decide(layout, state, command)
    return answer if isinstance(answer, Rejected) else None
