"""Taking bets down, wholly or in part, with what follows for odds, vigorish and the shooter's dice."""

from __future__ import annotations

from comeout.money import LARGEST, Amount, is_amount, show_amount
from comeout.rules.layout import Layout, Spot
from comeout.table.amounts import in_the_box, most_odds, vigorish_on
from comeout.table.asking import (
    Answer,
    bets_closed,
    come_bets,
    is_time,
    no_procedure,
    phase_problem,
    role_problem,
    seat_and_spot,
)
from comeout.table.betting import small_problem, uneven_problem
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
from comeout.table.state import Bet, Phase, TableState


def remove_bet(layout: Layout, state: TableState, command: RemoveBet) -> Answer:
    """Take a bet down."""
    return _take_down(layout, state, command.seat, command.spot, None)


def reduce_bet(layout: Layout, state: TableState, command: ReduceBet) -> Answer:
    """Take part of a bet back; what is left must be a bet that could be made."""
    if not is_amount(command.amount):
        clause = layout.rulebook.book.chips_clause
        return Rejected(Reason.NONSENSE, "an amount is a whole number of cents above zero", clause)
    return _take_down(layout, state, command.seat, command.spot, command.amount)


def _take_down(layout: Layout, state: TableState, seat: int, spot_id: str, amount: Amount | None) -> Answer:
    spot = seat_and_spot(layout, state, seat, spot_id)
    if isinstance(spot, Rejected):
        return spot
    if state.phase is not Phase.BETTING:
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


def notice_bet(layout: Layout, state: TableState, command: NoticeBet) -> Answer:
    """Notice, before betting closes, that a bet is outside the limits: excess goes back, a small one may be raised."""
    limits = layout.rulebook.limits
    if not limits.notice_by:
        return no_procedure(layout, "noticing a bet outside the limits")
    problem = role_problem(state, command.by, limits.notice_by, limits.notice_over_clause)
    spot = problem or phase_problem(state, Phase.BETTING) or seat_and_spot(layout, state, command.seat, command.spot)
    if isinstance(spot, Rejected):
        return spot
    bet = state.bet(spot.index, command.seat)
    if not bet:
        return Rejected(Reason.NO_SUCH_BET, f"seat {command.seat} has nothing on {spot.id}")
    most = max(0, state.settings.maximum.get(spot.id, LARGEST) - in_the_box(state, spot, command.seat))
    if bet.amount > most:
        down = _odds_brought_down(layout, state, command.seat, spot, most)
        return [_excess(layout, command.seat, spot, bet, most), *down]
    if bet.amount < state.settings.minimum.get(spot.id, 0):
        return [LimitNoticed(command.by, command.seat, spot.id, limits.notice_under_clause)]
    return Rejected(Reason.WITHIN_LIMITS, "this bet is within the limits", limits.clause)


def _excess(layout: Layout, seat: int, spot: Spot, bet: Bet, most: Amount) -> BetTakenDown:
    """The house rejects what is above the maximum, and the charge on it."""
    charge = bet.vigorish - vigorish_on(layout, spot, most)
    clause = layout.rulebook.limits.notice_over_clause
    return BetTakenDown(seat, spot.id, bet.amount - most, charge, 0, clause, "above the maximum")


def _may_not(layout: Layout, state: TableState, seat: int, spot: Spot, bet: Bet, taken: Amount) -> Rejected | None:
    rule = spot.remove_rule
    clause = rule.clause
    if taken > bet.amount:
        return Rejected(Reason.TOO_MUCH_TAKEN, f"only {show_amount(bet.amount)} lies there", clause, (bet.amount,))
    if (seat, spot.id) in state.choices and taken == bet.amount:
        return None  # the withdrawal the dealer offered, even of a contract bet
    if not is_time(rule.when, state.point):
        says = f"{spot.name} may not be taken down or reduced now"
        return Rejected(Reason.CONTRACT_BET, says, clause)
    fresh = bet.fresh if bet.fresh_roll == state.rolls else 0
    if rule.when == "this-window" and taken > fresh:
        says = "only what was placed in this betting time can be taken back; the rest stays until it is resolved"
        return Rejected(Reason.STAYS_UNTIL_RESOLVED, says, clause, (fresh,) if fresh else ())
    left = bet.amount - taken
    if not left:
        return None
    return uneven_problem(state, spot, left) or small_problem(layout, state, spot, left)


def _down(layout: Layout, state: TableState, seat: int, spot: Spot, bet: Bet, taken: Amount) -> BetTakenDown:
    wager = spot.wager
    charge = bet.vigorish - vigorish_on(layout, spot, bet.amount - taken) if wager.vigorish else 0
    comes_back = bool(wager.vigorish and "removal" in wager.vigorish.returned)
    locks = wager.lock and bet.first_roll < state.rolls
    clause = spot.remove_rule.clause
    back, kept = (charge, 0) if comes_back else (0, charge)
    charge_clause = wager.vigorish.returned_clause if wager.vigorish and comes_back else ""
    return BetTakenDown(seat, spot.id, taken, back, kept, clause, "asked", locks, charge_clause)


def _odds_brought_down(layout: Layout, state: TableState, seat: int, base: Spot, flat: Amount) -> list[BetTakenDown]:
    """Odds cannot stand without the bet they support, nor above the limit for what is left of it."""
    events = []
    for index in base.supported_by:
        odds, spot = state.bet(index, seat), layout.spots[index]
        if odds:
            most, clause = most_odds(layout, state.settings, spot, state.point, flat)
            if odds.amount > most:
                events.append(BetTakenDown(seat, spot.id, odds.amount - most, 0, 0, clause, "its bet was reduced"))
    return events


def _what_follows(layout: Layout, state: TableState, seat: int, spot: Spot, left: Amount) -> list[Event]:
    """A shooter who must keep a line bet loses the dice with it; a decision-only hand ends with its last come bet."""
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
