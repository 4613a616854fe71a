"""Settling a roll: amounts at risk, then every cell read against the puck before it, then payments and moves."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from comeout.dice import Roll
from comeout.money import LARGEST, Amount, pay
from comeout.rules.layout import HOUSE, NOTHING, POINT_PLACE, RACK, Deciding, Layout, Spot
from comeout.table.asking import is_time
from comeout.table.messages import Line, RollSettled
from comeout.table.state import Bet, Mark, TableState

Amounts = dict[int, Amount]
DECIDED = ("won", "lost")


def settle(layout: Layout, state: TableState, roll: Roll) -> RollSettled:
    """The one event of a settled roll; it changes nothing itself."""
    point, place = state.point, POINT_PLACE[state.point]
    touched = layout.deciding[place][roll.place]
    lines: list[Line] = []
    for spot in state.occupied:
        if spot in touched:
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
        _warned(layout, state, lines) if settings.minimum else (),
        state.decision_only and _no_come_bet_left(layout, state, lines),
        clause,
        layout.rounded_by[settings.multiples_notice],
    )


def _any_decided(lines: list[Line]) -> bool:
    """Whether a bet was won or lost."""
    for line in lines:  # noqa: SIM110 - asked for with every roll, and a generator costs more than the loop
        if line.outcome in DECIDED:
            return True
    return False


def _settle_spot(layout: Layout, state: TableState, deciding: Deciding, lines: list[Line]) -> None:
    """What the roll does to every bet on one spot; a loop over all seats, so it is written out."""
    here, settings = deciding.spot, state.settings
    spot = layout.spots[here]
    name = spot.id
    asleep_now = spot.wager.sleep is not None and sleeps(spot, state.point)
    least, risks = 0, None
    if settings.minimum or settings.maximum:
        least = settings.minimum.get(name, 0)
        risks = _risks(layout, state, spot) if least or name in settings.maximum else None
    unit, up = settings.payable_unit, settings.breakage_up
    notice = least if settings.multiples_notice else 0
    working, asleep = deciding.working, deciding.asleep
    usual = asleep if asleep_now else working
    for seat, bet in state.bets[here].items():
        cell = usual
        if bet.mark is not None:
            cell = working if is_working(bet, asleep=asleep_now) else asleep
        assert cell is not None, f"{name} stands where the book has no cell"
        to, odds, clause, paid_by = cell
        if to == here:
            continue
        stake = bet.amount
        risk, limited_by = (stake, "") if risks is None else risks[seat]
        if to >= 0:
            target = layout.spots[to].id
            lines.append(Line(seat, name, stake, stake, "moved", 0, 0, odds, target, 0, clause, "", ""))
        elif to == RACK and not paid_by:
            lines.append(Line(seat, name, stake, risk, "returned", 0, 0, odds, "", 0, clause, "", ""))
        elif bet.after_warning and stake < least:
            under = layout.rulebook.limits.under_clause
            lines.append(Line(seat, name, stake, 0, "returned", 0, 0, NOTHING, "", bet.vigorish, under, "", ""))
        elif to == HOUSE:
            lines.append(Line(seat, name, stake, risk, "lost", 0, 0, odds, "", 0, clause, "", limited_by))
        else:
            basis = _basis(risk, odds, unit, notice) if notice else risk
            paid = pay(basis, odds, unit, up)
            lines.append(Line(seat, name, stake, risk, "won", paid, basis, odds, "", 0, clause, paid_by, limited_by))


def sleeps(spot: Spot, point: int) -> bool:
    """Whether a wager sleeps with this puck unless it is called on."""
    rule = spot.wager.sleep
    return rule is not None and is_time(rule.when, point)


def is_working(bet: Bet, *, asleep: bool) -> bool:
    """Whether a bet is in play: a button decides, and without one whether its wager sleeps now."""
    if bet.mark in (Mark.ON, Mark.ON_ONLY):
        return True
    return bet.mark is not Mark.OFF and not asleep


Risk = tuple[Amount, str]
"""How much of a bet wins or loses, and the clause if that is not simply all of it."""


def _basis(risk: Amount, odds: Fraction, unit: Amount, notice: Amount) -> Amount:
    """With a notice of multiples, a stray bet the float cannot pay is paid as the next lower multiple."""
    if risk % notice == 0 or risk * odds.numerator % (odds.denominator * unit) == 0:
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
    shared = limits.over == "pro-rata" and spot.id in settings.shared_boxes
    over_full = shared and sum(amounts.values()) > most
    shares = apportion(amounts, least=least, most=most) if over_full else amounts
    under = limits.small_clause if over_full else limits.under_clause
    risks: dict[int, Risk] = {}
    for seat, amount in amounts.items():
        partners = sum(risks[other][0] for other in state.seats[seat].partners if other in risks)
        share = min(shares[seat], max(0, most - partners))
        risks[seat] = (share, under if amount < least else limits.over_clause if share < amount else "")
    return risks


def apportion(amounts: Amounts, *, least: Amount, most: Amount) -> Amounts:
    """Share an over-full box: bets under the minimum keep theirs, the rest in proportion, nobody below the minimum."""
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


def _lapsed(layout: Layout, state: TableState, after: int, lines: list[Line]) -> tuple[tuple[int, str], ...]:
    """Buttons that end with this roll on bets that stay: every one, or those a new point takes off."""
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
    if lock.until == "come-out":
        return () if after else tuple(locks)
    return tuple(each for each in locks if _decides(layout, state, each[1], roll))


def _decides(layout: Layout, state: TableState, spot: str, roll: Roll) -> bool:
    cell = layout.cell(spot, point=state.point, roll=roll.place)
    return cell.to != layout.by_id[spot].index


def _warned(layout: Layout, state: TableState, lines: list[Line]) -> tuple[int, ...]:
    """Owners of overlooked bets below the minimum, told at the result that further ones will be returned."""
    if layout.rulebook.limits.under != "warn":
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
