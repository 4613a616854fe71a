"""Settles a roll: amounts at risk first, then every cell with the puck before the roll, then payments and moves."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from comeout.dice import Roll
from comeout.money import Amount, floor_to, pay_ratio, pays_evenly
from comeout.rules.layout import NOTHING, Layout, Spot, Touched
from comeout.table.messages import Line, RollSettled, Seat
from comeout.table.position import position_of
from comeout.table.settings import Settings
from comeout.table.stakes.amounts import minimum_on, vigorish_on
from comeout.table.stakes.risk import Risk, goes_back, risks, to_be_warned
from comeout.table.state import Bet, Mark, TableState

DECIDED = ("won", "lost")


def settle(layout: Layout, state: TableState, roll: Roll) -> RollSettled:
    """Return the event of a settled roll. It changes nothing itself."""
    point, only_come = state.point, state.decision_only
    touched, after, seven_out, clause = layout.on_roll[point][roll]
    lines, decided = _lines(layout, state, touched)
    if only_come:
        after, clause = 0, layout.rulebook.puck.come_out_clause
    return _tuple(
        RollSettled,
        (
            layout.id,
            state.rolls + 1,
            roll,
            point,
            after,
            seven_out,
            decided,
            tuple(lines),
            _lapsed(layout, state, after, lines) if state.marked else (),
            _unlocked(layout, state, roll, after) if state.locked else (),
            _warned(layout, state, lines) if state.outside else (),
            only_come and _no_come_bet_left(layout, state, lines),
            clause,
            layout.rounded_by[state.settings.multiples_notice],
        ),
    )


_tuple = tuple.__new__
"""Events and lines are made by the thousand, and a tuple made at once costs half of one that goes through the class."""


def _lines(layout: Layout, state: TableState, touched: dict[int, Touched]) -> tuple[list[Line], bool]:
    """Return what the roll does to every bet, and whether it decides any. The loops are written out for speed."""
    lines: list[Line] = []
    decided = False
    at_risk: dict[int, Risk] | None = None
    for spot in state.occupied:
        # A throw for the decision of come bets is no come-out roll: bets on the line wait for one.
        if spot not in touched or (state.decision_only and layout.spots[spot].wager.line):
            continue
        name, working, asleep, usual = touched[spot]
        if state.outside:
            at_risk = risks(layout, state, layout.spots[spot])
        for seat, bet in state.bets[spot].items():
            effect = usual
            if bet.mark is not None:
                effect = working if is_working(bet, asleep=usual is not working) else asleep
            assert effect is not None, f"{name} stands where the book has no cell: {position_of(state)}"
            outcome, there, odds, over, under, clause, paid_by = effect
            stake = risk = bet.amount
            limited_by = ""
            if at_risk is not None:
                risk, limited_by = at_risk[seat]
            if outcome == "moved":
                if there:
                    told = (seat, name, stake, stake, "moved", 0, 0, NOTHING, there, 0, clause, "", "")
                    lines.append(_tuple(Line, told))
            elif outcome == "returned":
                lines.append(_returned(seat, name, stake, risk, clause))
            elif bet.after_warning and goes_back(state, seat, bet):
                lines.append(_returned(seat, name, stake, 0, layout.rulebook.limits.under_clause, bet.vigorish))
            else:
                decided = True
                charge = bet.vigorish and _charge_back(layout, layout.spots[spot], bet, risk)
                if outcome == "lost":
                    told = (seat, name, stake, risk, "lost", 0, 0, NOTHING, "", charge, clause, "", limited_by)
                else:
                    terms, basis = state.terms[bet.terms], risk
                    if terms.multiples_notice:
                        basis = _basis(risk, odds, terms, layout.spots[spot])
                        limited_by = limited_by or (layout.rulebook.breakage.notice_clause if basis < risk else "")
                    paid = pay_ratio(basis, over, under, terms.payable_unit, terms.breakage_up)
                    told = (seat, name, stake, risk, "won", paid, basis, odds, "", charge, clause, paid_by, limited_by)
                lines.append(_tuple(Line, told))
    return lines, decided


def _returned(seat: Seat, spot: str, stake: Amount, risk: Amount, clause: str, vigorish: Amount = 0) -> Line:
    return _tuple(Line, (seat, spot, stake, risk, "returned", 0, 0, NOTHING, "", vigorish, clause, "", ""))


def _charge_back(layout: Layout, spot: Spot, bet: Bet, risk: Amount) -> Amount:
    """Return the charge on what was never at risk: it comes back with the settlement."""
    return bet.vigorish - vigorish_on(layout, spot, risk) if risk < bet.amount else 0


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
