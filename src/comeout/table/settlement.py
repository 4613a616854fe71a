"""Settles a roll: amounts at risk first, then every cell with the puck before the roll, then payments and moves."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from comeout.dice import Roll
from comeout.money import Amount, floor_to, pays_evenly
from comeout.rules.layout import NOTHING, POINT_PLACE, Cell, Deciding, Layout, Outcome, Spot, outcome_of
from comeout.table.asking import is_time
from comeout.table.messages import Line, RollSettled, Seat
from comeout.table.position import position_of
from comeout.table.settings import Settings
from comeout.table.stakes.amounts import minimum_on, vigorish_on
from comeout.table.stakes.risk import goes_back, risks, to_be_warned
from comeout.table.state import Bet, Mark, TableState

DECIDED = ("won", "lost")


def settle(layout: Layout, state: TableState, roll: Roll) -> RollSettled:
    """Return the event of a settled roll. It changes nothing itself."""
    point, place = state.point, POINT_PLACE[state.point]
    touched = layout.deciding[place][roll.place]
    lines: list[Line] = []
    only_come = state.decision_only
    for spot in state.occupied:
        # A throw for the decision of come bets is no come-out roll: bets on the line wait for one.
        if spot in touched and not (only_come and layout.spots[spot].wager.line):
            _settle_spot(layout, state, touched[spot], lines)
    settings = state.settings
    after, seven_out, clause = layout.puck[place][roll.a + roll.b]
    if state.decision_only:
        after, clause = 0, layout.rulebook.puck.come_out_clause
    return RollSettled(
        layout.id,
        state.rolls + 1,
        roll,
        point,
        after,
        seven_out,
        _any_decided(lines),
        tuple(lines),
        _lapsed(layout, state, after, lines) if state.marked else (),
        _unlocked(layout, state, roll, after) if state.locked else (),
        _warned(layout, state, lines) if state.outside else (),
        state.decision_only and _no_come_bet_left(layout, state, lines),
        clause,
        layout.rounded_by[settings.multiples_notice],
    )


def _any_decided(lines: list[Line]) -> bool:
    """Return whether any bet was won or lost."""
    for line in lines:  # noqa: SIM110 - asked for with every roll, and a generator costs more than the loop
        if line.outcome in DECIDED:
            return True
    return False


def _settle_spot(layout: Layout, state: TableState, deciding: Deciding, lines: list[Line]) -> None:
    """Add what the roll does to every bet on one spot. The loop over all seats is written out for speed."""
    here, every_terms = deciding.spot, state.terms
    spot = layout.spots[here]
    name = spot.id
    asleep_now = spot.wager.sleep is not None and sleeps(spot, state.point)
    at_risk = risks(layout, state, spot) if state.outside else None
    working, asleep = deciding.working, deciding.asleep
    usual = asleep if asleep_now else working
    read: Cell | None = None
    outcome: Outcome = "moved"
    basis = paid = 0
    for seat, bet in state.bets[here].items():
        cell = usual
        if bet.mark is not None:
            cell = working if is_working(bet, asleep=asleep_now) else asleep
        assert cell is not None, f"{name} stands where the book has no cell: {position_of(state)}"
        if cell.to == here:
            continue
        stake = risk = bet.amount
        limited_by = ""
        if at_risk is not None:
            risk, limited_by = at_risk[seat]
        if cell is not read or outcome == "won":  # a cell has one outcome for every stake; only what it pays differs
            read, terms = cell, every_terms[bet.terms]
            basis = _basis(risk, cell.odds, terms, spot) if terms.multiples_notice else risk
            outcome, paid = outcome_of(cell, basis, terms.payable_unit, terms.breakage_up)
        if outcome == "moved":
            lines.append(_moved(seat, name, stake, cell, layout.spots[cell.to].id))
        elif outcome == "returned":
            lines.append(_returned(seat, name, stake, risk, cell.clause))
        elif bet.after_warning and goes_back(state, seat, bet):
            lines.append(_returned(seat, name, stake, 0, layout.rulebook.limits.under_clause, bet.vigorish))
        else:
            # The charge on what was never at risk comes back with the settlement.
            charge = bet.vigorish - vigorish_on(layout, spot, risk) if risk < stake and bet.vigorish else 0
            if outcome == "lost":
                lines.append(_lost(seat, name, stake, risk, charge, cell, limited_by))
                continue
            if basis < risk:
                limited_by = limited_by or layout.rulebook.breakage.notice_clause
            lines.append(_won(seat, name, stake, risk, charge, cell, limited_by, paid, basis))


# Lines are made by the thousand, and a tuple made at once costs half of one that goes through the class.
_line = tuple.__new__


def _moved(seat: Seat, spot: str, stake: Amount, cell: Cell, to: str) -> Line:
    return _line(Line, (seat, spot, stake, stake, "moved", 0, 0, NOTHING, to, 0, cell.clause, "", ""))


def _returned(seat: Seat, spot: str, stake: Amount, risk: Amount, clause: str, vigorish: Amount = 0) -> Line:
    return _line(Line, (seat, spot, stake, risk, "returned", 0, 0, NOTHING, "", vigorish, clause, "", ""))


def _lost(seat: Seat, spot: str, stake: Amount, risk: Amount, charge: Amount, cell: Cell, limited_by: str) -> Line:
    return _line(Line, (seat, spot, stake, risk, "lost", 0, 0, NOTHING, "", charge, cell.clause, "", limited_by))


def _won(
    seat: Seat,
    spot: str,
    stake: Amount,
    risk: Amount,
    charge: Amount,
    cell: Cell,
    limited_by: str,
    paid: Amount,
    basis: Amount,
) -> Line:
    _, odds, clause, paid_by = cell
    return _line(Line, (seat, spot, stake, risk, "won", paid, basis, odds, "", charge, clause, paid_by, limited_by))


def sleeps(spot: Spot, point: int) -> bool:
    """Return whether a wager is off with this puck unless it is called on."""
    rule = spot.wager.sleep
    return rule is not None and is_time(rule.when, point)


def is_working(bet: Bet, *, asleep: bool) -> bool:
    """Return whether a bet is working: its button decides, and without one the rule of its wager."""
    if bet.mark in (Mark.ON, Mark.ON_ONLY):
        return True
    return bet.mark is not Mark.OFF and not asleep


def _basis(risk: Amount, odds: Fraction, terms: Settings, spot: Spot) -> Amount:
    """Return the amount that is paid: with a notice of multiples, an uneven bet is paid as the next lower multiple."""
    notice = minimum_on(terms, spot) or 1
    if risk % notice == 0 or pays_evenly(risk, odds, terms.payable_unit):
        return risk
    return floor_to(risk, notice) or risk


def _lapsed(layout: Layout, state: TableState, after: int, lines: list[Line]) -> tuple[tuple[int, str], ...]:
    """Return the buttons that end with this roll on bets that stay: all, or those that a new point removes."""
    calls = layout.rulebook.calls
    if not calls or (calls.lasts == "button" and (state.point or not after)):
        return ()
    gone = {(line.seat, line.spot) for line in lines}
    marked = ((seat, layout.spots[spot].id) for spot, seat in state.marked)
    return tuple(each for each in marked if each not in gone)


def _unlocked(layout: Layout, state: TableState, roll: Roll, after: int) -> tuple[tuple[int, str], ...]:
    lock = layout.rulebook.dont_lock
    assert lock
    locks = ((seat, spot) for seat in sorted(state.locked) for spot in sorted(state.seats[seat].locks))
    if lock.until == "come-out":  # it ends when the puck goes off, and at the latest with the next come-out roll
        return () if state.point and after else tuple(locks)
    return tuple(each for each in locks if _decides(layout, state, each[1], roll))


def _decides(layout: Layout, state: TableState, spot: str, roll: Roll) -> bool:
    cell = layout.cell(spot, point=state.point, roll=roll.place)
    return cell.to != layout.by_id[spot].index


def _warned(layout: Layout, state: TableState, lines: list[Line]) -> tuple[int, ...]:
    """Return the owners of overlooked bets below the minimum, who are warned that further ones will be returned."""
    if layout.rulebook.limits.under != "warn":
        return ()
    return tuple(dict.fromkeys(_owners_to_warn(layout, state, lines)))


def _owners_to_warn(layout: Layout, state: TableState, lines: list[Line]) -> Iterator[int]:
    for line in lines:
        spot = layout.by_id[line.spot]
        small = to_be_warned(state, spot, line.seat, state.bets[spot.index][line.seat])
        if small and line.outcome in DECIDED and not state.seats[line.seat].warned:
            yield line.seat


def _no_come_bet_left(layout: Layout, state: TableState, lines: list[Line]) -> bool:
    standing = sum(len(state.bets[spot.index]) for spot in layout.spots if spot.wager.travels)
    ended = sum(bool(layout.by_id[line.spot].wager.travels) for line in lines if line.outcome != "moved")
    return standing == ended
