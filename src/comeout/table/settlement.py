"""Settling a roll: amounts at risk, then every cell read against the puck before it, then payments and moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from comeout.dice import Roll
from comeout.money import LARGEST, Amount, pay
from comeout.rules.layout import HOUSE, NOTHING, POINT_PLACE, RACK, Cell, Deciding, Layout, Spot
from comeout.table.messages import Line, RollSettled
from comeout.table.state import Bet, Mark, TableState

Amounts = dict[int, Amount]


def settle(layout: Layout, state: TableState, roll: Roll) -> RollSettled:
    """The one event of a settled roll; it changes nothing itself."""
    book, point = layout.rulebook, state.point
    lines: list[Line] = []
    for deciding in layout.deciding[POINT_PLACE[point]][roll.place]:
        if state.bets[deciding.spot]:
            _settle_spot(layout, state, deciding, lines)
    after = 0 if state.decision_only else layout.point_after(point, roll.total)
    seven_out = bool(point) and roll.total == 7
    gone = {(line.seat, line.spot) for line in lines} if state.marked or state.locked else set()
    puck = book.puck
    return RollSettled(
        book=layout.id,
        number=state.rolls + 1,
        roll=roll,
        point_before=point,
        point_after=after,
        seven_out=seven_out,
        decided=any(line.outcome in ("won", "lost") for line in lines),
        lines=tuple(lines),
        lapsed=_lapsed(layout, state, after, gone),
        unlocked=_unlocked(layout, state, roll, after),
        warned=_warned(layout, state, lines),
        decision_only_over=state.decision_only and _no_come_bet_left(layout, state, lines),
        clause=puck.seven_out_clause if seven_out else puck.set_clause if after else puck.off_clause,
        rounded_by=_rounding(layout, state),
    )


def _rounding(layout: Layout, state: TableState) -> tuple[str, ...]:
    """The clauses that say what is done with a payment the float cannot make."""
    rule = layout.rulebook.breakage
    first = rule.notice_clause if state.settings.multiples_notice else rule.no_notice_clause
    return (first, rule.clause) if first else (rule.clause,)


def _settle_spot(layout: Layout, state: TableState, deciding: Deciding, lines: list[Line]) -> None:
    spot = layout.spots[deciding.spot]
    bets = state.bets[deciding.spot]
    asleep_now = bool(spot.wager.sleep) and not state.point
    settings = state.settings
    limited = spot.id in settings.maximum or spot.id in settings.minimum
    risks = _risks(layout, state, spot) if limited else None
    close = _closer(layout, state, spot)
    for seat, bet in bets.items():
        mark = bet.mark
        works = mark in (Mark.ON, Mark.ON_ONLY) or (mark is not Mark.OFF and not asleep_now)
        cell = deciding.working if works else deciding.asleep
        assert cell is not None, f"{spot.id} stands where the book has no cell"
        if cell.to != deciding.spot:
            lines.append(close(seat, bet, cell, (bet.amount, "") if risks is None else risks[seat]))


Risk = tuple[Amount, str]
"""How much of a bet wins or loses, and the clause if that is not simply all of it."""


def _closer(layout: Layout, state: TableState, spot: Spot) -> Callable[[int, Bet, Cell, Risk], Line]:
    """What is done with one decided bet of this spot; everything that does not depend on the bet is found once."""
    settings, name, spots = state.settings, spot.id, layout.spots
    unit, up = settings.payable_unit, settings.breakage_up
    notice = settings.minimum.get(name, 0) if settings.multiples_notice else 0
    plain = unit == 1 and not up
    under_clause = layout.rulebook.limits.under_clause

    def close(seat: int, bet: Bet, cell: Cell, at_risk: Risk) -> Line:
        to, odds, clause, paid_by = cell
        risk, limited_by = at_risk
        stake = bet.amount
        if to >= 0:
            return Line(seat, name, stake, stake, "moved", 0, 0, odds, spots[to].id, 0, clause, "", "")
        if to == RACK and not paid_by:
            return Line(seat, name, stake, risk, "returned", 0, 0, odds, "", 0, clause, "", "")
        if bet.after_warning:
            return Line(seat, name, stake, 0, "returned", 0, 0, NOTHING, "", bet.vigorish, under_clause, "", "")
        if to == HOUSE:
            return Line(seat, name, stake, risk, "lost", 0, 0, odds, "", 0, clause, "", limited_by)
        basis = risk if plain else _basis(risk, odds.numerator, odds.denominator * unit, notice)
        paid = risk * odds.numerator // odds.denominator if plain else pay(basis, odds, unit=unit, up=up)
        return Line(seat, name, stake, risk, "won", paid, basis, odds, "", 0, clause, paid_by, limited_by)

    return close


def _basis(risk: Amount, above: int, below: int, notice: Amount) -> Amount:
    """With a notice of multiples, a stray bet the float cannot pay is paid as the next lower multiple."""
    if not notice or risk % notice == 0 or risk * above % below == 0:
        return risk
    return risk // notice * notice or risk


def _risks(layout: Layout, state: TableState, spot: Spot) -> dict[int, Risk]:
    """How much of each bet on a spot with limits wins or loses, and by which clause."""
    limits, settings = layout.rulebook.limits, state.settings
    bets = state.bets[spot.index]
    amounts = {seat: bet.amount for seat, bet in bets.items()}
    if limits.over == "refuse":
        return {seat: (amount, "") for seat, amount in amounts.items()}
    least, most = settings.minimum.get(spot.id, 0), settings.maximum.get(spot.id, LARGEST)
    over_full = spot.id in settings.shared_boxes and sum(amounts.values()) > most
    shares = apportion(amounts, least=least, most=most) if over_full else amounts
    under = limits.small_clause if over_full else limits.under_clause
    risks: dict[int, Risk] = {}
    for seat, amount in amounts.items():
        share = min(shares[seat], most)
        risks[seat] = (share, under if amount < least else limits.over_clause if share < amount else "")
    return risks


def apportion(amounts: Amounts, *, least: Amount, most: Amount) -> Amounts:
    """Share an over-full box: bets under the minimum keep theirs, the rest in proportion, nobody below the minimum."""
    if sum(amounts.values()) <= most:
        return amounts
    small = {seat: amount for seat, amount in amounts.items() if amount < least}
    room = max(0, most - sum(small.values()))
    sharing = {seat: amount for seat, amount in amounts.items() if seat not in small}
    fixed: Amounts = {}
    while True:
        total = sum(sharing.values())
        shares = {seat: min(amount, room * amount // total) for seat, amount in sharing.items()}
        low = [seat for seat, share in shares.items() if share < least]
        if not low:
            return {**small, **fixed, **shares}
        for seat in low:
            fixed[seat] = least
            del sharing[seat]
        room = max(0, most - sum(small.values()) - sum(fixed.values()))


def _lapsed(layout: Layout, state: TableState, after: int, gone: set[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """Buttons that end with this roll on bets that stay: every one, or those a new point takes off."""
    calls = layout.rulebook.calls
    if not calls or not state.marked or (calls.lasts == "button" and (state.point or not after)):
        return ()
    marked = ((seat, layout.spots[spot].id) for spot, seat in state.marked)
    return tuple(each for each in marked if each not in gone)


def _unlocked(layout: Layout, state: TableState, roll: Roll, after: int) -> tuple[tuple[int, str], ...]:
    lock = layout.rulebook.dont_lock
    if not lock or not state.locked:
        return ()
    locks = ((seat, spot) for seat in sorted(state.locked) for spot in sorted(state.seats[seat].locks))
    if lock.until == "come-out":
        return () if after else tuple(locks)
    return tuple(each for each in locks if _decides(layout, state, each[1], roll))


def _decides(layout: Layout, state: TableState, spot: str, roll: Roll) -> bool:
    cell = layout.cell(spot, point=state.point, roll=roll.place)
    return cell.to != layout.by_id[spot].index


def _warned(layout: Layout, state: TableState, lines: list[Line]) -> tuple[int, ...]:
    """Owners of overlooked bets below the minimum, told at the result that further ones will be returned."""
    if layout.rulebook.limits.under != "warn" or not state.settings.minimum:
        return ()
    return tuple(dict.fromkeys(_owners_to_warn(layout, state, lines)))


def _owners_to_warn(layout: Layout, state: TableState, lines: list[Line]) -> Iterator[int]:
    for line in lines:
        bet = state.bets[layout.by_id[line.spot].index][line.seat]
        small = line.stake < state.settings.minimum.get(line.spot, 0)
        if small and bet.overlooked and line.outcome in ("won", "lost") and not state.seats[line.seat].warned:
            yield line.seat


def _no_come_bet_left(layout: Layout, state: TableState, lines: list[Line]) -> bool:
    standing = sum(len(state.bets[spot.index]) for spot in layout.spots if spot.wager.travels)
    ended = sum(bool(layout.by_id[line.spot].wager.travels) for line in lines if line.outcome != "moved")
    return standing == ended
