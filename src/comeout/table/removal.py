"""Decides the removal of bets, wholly or in part, with the effects on odds, vigorish and the shooter's dice."""

from __future__ import annotations

from dataclasses import replace

from comeout.money import Amount, is_amount, show_amount
from comeout.rules.layout import Layout, Spot, is_time
from comeout.rules.wagers import Vigorish
from comeout.table.asking import (
    Decided,
    bets_closed,
    come_bets,
    no_procedure,
    role_problem,
    seat_and_spot,
    takes_bets,
)
from comeout.table.betting import not_now, small_problem, uneven_problem
from comeout.table.messages import (
    BetTakenDown,
    DecisionOnlyEnded,
    DiceGivenUp,
    Event,
    LimitNoticed,
    NoticeBet,
    Reason,
    ReduceBet,
    Rejected,
    RemoveBet,
)
from comeout.table.settings import Settings
from comeout.table.stakes.amounts import minimum_on, most_odds, vigorish_on
from comeout.table.stakes.risk import first_come, to_withdraw
from comeout.table.state import Bet, Phase, TableState


def remove_bet(layout: Layout, state: TableState, command: RemoveBet) -> Decided:
    """Take a bet down."""
    return _take_down(layout, state, command.seat, command.spot, None)


def reduce_bet(layout: Layout, state: TableState, command: ReduceBet) -> Decided:
    """Take part of a bet back; the rest must be a legal bet."""
    if not is_amount(command.amount):
        clause = layout.rulebook.book.chips_clause
        return Rejected(Reason.NONSENSE, "an amount is a whole number of cents above zero", clause)
    return _take_down(layout, state, command.seat, command.spot, command.amount)


def _take_down(layout: Layout, state: TableState, seat: int, spot_id: str, amount: Amount | None) -> Decided:
    spot = seat_and_spot(layout, state, seat, spot_id)
    if isinstance(spot, Rejected):
        return spot
    if not takes_bets(layout, state):
        return bets_closed(layout, state)
    bet = state.bet(spot.index, seat)
    if not bet:
        return Rejected(Reason.NO_SUCH_BET, f"seat {seat} has nothing on {spot.id}", spot.clause)
    taken = bet.amount if amount is None else amount
    problem = _may_not(layout, state, seat, spot, bet, taken)
    if problem:
        return problem
    events: list[Event] = [_down(layout, state, seat, spot, bet, taken)]
    events += _odds_brought_down(layout, state, seat, spot, bet.amount - taken)
    events += _what_follows(layout, state, seat, spot, bet.amount - taken)
    return events


def notice_bet(layout: Layout, state: TableState, command: NoticeBet) -> Decided:
    """Notice, before betting closes, that a bet is outside the limits: excess is returned, a small bet may be raised.

    Only an overlooked bet is noticed, and only before the first closing after it was placed.
    """
    limits = layout.rulebook.limits
    if not limits.notice_by:
        return no_procedure(layout, "noticing a bet outside the limits")
    problem = role_problem(state, command.by, limits.notice_by, limits.notice_over_clause)
    spot = problem or seat_and_spot(layout, state, command.seat, command.spot)
    if isinstance(spot, Rejected):
        return spot
    bet = state.bet(spot.index, command.seat)
    if not bet:
        return Rejected(Reason.NO_SUCH_BET, f"seat {command.seat} has nothing on {spot.id}")
    seen = _Overlooked(layout, state, command.seat, spot)
    if not seen.excess and not seen.small:
        return Rejected(Reason.WITHIN_LIMITS, "this bet was accepted within the limits", limits.clause)
    if state.phase is not Phase.BETTING or seen.too_late:
        clause = limits.over_clause if seen.excess else limits.under_clause
        says = "bets have been closed since: this bet wins or loses as it lies, within the limits"
        return Rejected(Reason.TOO_LATE, says, clause)
    if not seen.excess and not not_now(layout, state, command.seat, spot, bet):
        return [LimitNoticed(command.by, command.seat, spot.id, limits.notice_under_clause)]
    return _sent_back(layout, state, command.seat, spot, bet, seen)


class _Overlooked:
    """The part of a seat's bet that is past a limit and was overlooked: too much or too little, in time or too late."""

    def __init__(self, layout: Layout, state: TableState, seat: int, spot: Spot) -> None:
        mine = [each for each in first_come(layout, state, spot) if each[0].seat == seat]
        overlooked = [(piece, counted) for piece, counted in mine if piece.overlooked]
        over = [(piece, counted) for piece, counted in overlooked if counted < piece.amount]
        in_time = [each for each in over or overlooked if each[0].order > state.closed_at]
        self.excess = sum(piece.amount - counted for piece, counted in (in_time or over if over else ()))
        left = sum(piece.amount for piece, _ in mine) - self.excess
        self.small = bool(overlooked) and left < minimum_on(overlooked[-1][0].terms, spot)
        self.too_late = not in_time


def _sent_back(layout: Layout, state: TableState, seat: int, spot: Spot, bet: Bet, seen: _Overlooked) -> list[Event]:
    """Return what is above the maximum, and what was overlooked below the minimum if it cannot be raised.

    The charge on it is refunded, and odds that lose their bet come down.
    """
    limits, left = layout.rulebook.limits, bet.amount
    small = to_withdraw(state, seat, bet) - seen.excess if seen.small else 0
    events: list[Event] = []
    for amount, clause, why in (
        (seen.excess, limits.notice_over_clause, "above the maximum"),
        (small, limits.notice_under_clause, BELOW_MINIMUM),
    ):
        if amount:
            charge = vigorish_on(layout, spot, left) - vigorish_on(layout, spot, left - amount)
            events.append(BetTakenDown(seat, spot.id, amount, charge, 0, clause, why))
            left -= amount
    return [*events, *_odds_brought_down(layout, state, seat, spot, left)]


def _may_not(layout: Layout, state: TableState, seat: int, spot: Spot, bet: Bet, taken: Amount) -> Rejected | None:
    """Return the first rule that taking so much back would break, with what could be taken instead."""
    problem = _first_problem(layout, state, seat, spot, bet, taken)
    if not problem:
        return None
    offers = {
        Reason.TOO_MUCH_TAKEN: bet.amount,
        Reason.STAYS_UNTIL_RESOLVED: state.new_part(bet),
        Reason.CONTRACT_BET: to_withdraw(state, seat, bet),
    }
    offer = offers.get(problem.reason, 0)
    possible = offer and not _first_problem(layout, state, seat, spot, bet, offer)
    return Rejected(problem.reason, problem.says, problem.clause, (offer,) if possible else ())


def _first_problem(
    layout: Layout, state: TableState, seat: int, spot: Spot, bet: Bet, taken: Amount
) -> Rejected | None:
    rule = spot.remove_rule
    clause = rule.clause
    if _withdraws(state, seat, spot, bet, taken):
        return None  # the withdrawal the dealer offered, even of a contract bet
    if not is_time(rule.when, state.point):
        says = f"{spot.name} may not be taken down or reduced now"
        return Rejected(Reason.CONTRACT_BET, says, clause)
    if taken > bet.amount:
        return Rejected(Reason.TOO_MUCH_TAKEN, f"only {show_amount(bet.amount)} lies there", clause)
    if rule.when == "this-window" and taken > state.new_part(bet):
        says = "only what was placed in this betting time can be taken back; the rest stays until it is resolved"
        return Rejected(Reason.STAYS_UNTIL_RESOLVED, says, clause)
    left = bet.amount - taken
    if not left or not _too_little(layout, state.terms[bet.terms], spot, left):
        return None
    return _too_little(layout, state.settings, spot, left)


def _withdraws(state: TableState, seat: int, spot: Spot, bet: Bet, taken: Amount) -> bool:
    """Return whether a player who was told to raise or withdraw a bet withdraws exactly what was overlooked."""
    return (seat, spot.id) in state.choices and taken == to_withdraw(state, seat, bet)


def given_back(layout: Layout, state: TableState, seat: int, spot: Spot, clause: str) -> Decided:
    """Return a bet to its owner by a decision of the house, with its vigorish and the odds on it."""
    bet = state.bet(spot.index, seat)
    if not bet:
        return Rejected(Reason.NO_SUCH_BET, f"seat {seat} has nothing on {spot.id}", clause)
    down = BetTakenDown(seat, spot.id, bet.amount, bet.vigorish, 0, clause, "decided")
    odds = _odds_brought_down(layout, state, seat, spot, 0)
    return [down, *odds, *_what_follows(layout, state, seat, spot, 0)]


def _too_little(layout: Layout, settings: Settings, spot: Spot, left: Amount) -> Rejected | None:
    uneven = uneven_problem(settings, spot, left)
    problem = uneven or small_problem(layout, settings, spot, left)
    clause = layout.rulebook.limits.reduce_clause
    return replace(problem, clause=clause) if problem and clause and not uneven else problem


def _down(layout: Layout, state: TableState, seat: int, spot: Spot, bet: Bet, taken: Amount) -> BetTakenDown:
    wager, limits = spot.wager, layout.rulebook.limits
    charge = bet.vigorish - vigorish_on(layout, spot, bet.amount - taken) if wager.vigorish else 0
    if _withdraws(state, seat, spot, bet, taken):
        # Told to raise or withdraw: nobody chose to bet and take it down, so the charge comes back with it.
        return BetTakenDown(seat, spot.id, taken, charge, 0, limits.notice_under_clause, BELOW_MINIMUM)
    comes_back = bool(wager.vigorish and "removal" in wager.vigorish.returned)
    locks = wager.lock and state.new_part(bet) < bet.amount
    clause = spot.remove_rule.clause
    back, kept = (charge, 0) if comes_back else (0, charge)
    charge_clause = _charge_clause(wager.vigorish, whole=taken == bet.amount) if charge and wager.vigorish else ""
    return BetTakenDown(seat, spot.id, taken, back, kept, clause, "asked", locks, charge_clause)


def _charge_clause(rule: Vigorish, *, whole: bool) -> str:
    """Return the clause by which the charge on a bet that is taken down or reduced is refunded or kept."""
    if "removal" not in rule.returned:
        return rule.kept_clause
    return rule.returned_clause if whole else rule.reduced_clause or rule.returned_clause


BELOW_MINIMUM = "below the minimum"
"""The reason text for a bet that was returned because it was too small."""


def _odds_brought_down(layout: Layout, state: TableState, seat: int, base: Spot, flat: Amount) -> list[BetTakenDown]:
    """Take down odds that have lost their bet, or the excess over their limit for what is left of it."""
    events = []
    why = "its bet was reduced" if flat else "its bet was taken down"
    for index in base.supported_by:
        odds, spot = state.bet(index, seat), layout.spots[index]
        if odds:
            most, clause = most_odds(layout, state.terms[odds.terms], spot, state.point, flat)
            if odds.amount > most:
                rule = spot.wager.limit
                support = rule.support_clause if rule else ""
                events.append(BetTakenDown(seat, spot.id, odds.amount - most, 0, 0, support or clause, why))
    return events


def _what_follows(layout: Layout, state: TableState, seat: int, spot: Spot, left: Amount) -> list[Event]:
    """Return the further events: a shooter who must keep a line bet loses the dice, a decision-only hand ends."""
    book = layout.rulebook
    if left:
        return []
    if state.decision_only and book.decision_only and spot.wager.travels and come_bets(layout, state) == 1:
        return [DecisionOnlyEnded(seat, book.decision_only.clause)]
    lines = sum(seat in state.bets[other.index] for other in layout.spots if other.wager.line)
    kept = book.shooter.line_bet == "kept" and state.point and state.shooter == seat
    if kept and spot.wager.line and lines == 1:
        return [DiceGivenUp(seat, "no line bet", book.shooter.keep_clause)]
    return []
