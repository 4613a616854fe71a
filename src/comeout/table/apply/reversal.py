"""Reverses the last settled roll in a state, from what was saved when it was settled."""

from __future__ import annotations

from collections.abc import Mapping

from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.apply.chips import bet_placed, lay, lift, shrink, take_off, to_rack
from comeout.table.apply.dice_changes import companion, give_up
from comeout.table.state import Bet, LastRoll, Mark, PlayerRecord, TableState, player_key


def reverse(layout: Layout, state: TableState, event: m.OutcomeUndone, last: LastRoll) -> None:
    """Restore everything as it was before the roll, and then what may stand of what was done since."""
    left = last.aftermath.left if last.aftermath else {}
    buttons, choices = _buttons(state, last, left, anew=event.anew), state.choices
    for debt in event.debts:
        _owe(state, debt)
    for line in event.returned:
        take_off(layout, state, line.seat, line.spot, line.amount, line.vigorish, line.kept)
    _rewind(layout, state, event, last, left)
    state.last_roll = None  # from here on nothing is a change since the roll
    _take_back(layout, state, event, last)
    _restore(state, event, last, left)
    for placed in event.again:
        bet_placed(layout, state, placed)
    if event.anew:
        for index, seat in state.marked:
            state.bets[index][seat].mark = state.bets[index][seat].asked = None
        state.marked.clear()
    for (index, seat), (mark, asked) in buttons.items():
        bet = state.bets[index].get(seat)
        if bet:
            bet.mark, bet.asked = mark, asked
            state.marked[index, seat] = None
    overlooked = {(placed.seat, placed.spot) for placed in event.again if placed.overlooked}
    state.choices = choices & overlooked
    state.due.clear()


def _buttons(
    state: TableState, last: LastRoll, left: Mapping[int, str], *, anew: bool
) -> dict[tuple[int, int], tuple[Mark | None, Mark | None]]:
    """Return the buttons after the reversal: those before the roll, and over them what was called since on changed
    bets.

    If another roll is settled in its place, calls made since do not count for it.
    """
    found = {(index, seat): (mark, asked) for index, seat, mark, asked in last.marks if seat not in left}
    if anew:
        return found
    for key, was in state.changed.items():
        if was and (was.mark or was.asked):
            found[key] = (was.mark, was.asked)
    for index, seat in state.marked:
        if (index, seat) in state.changed or (index, seat) in found:
            bet = state.bets[index][seat]
            found[index, seat] = (bet.mark, bet.asked)
    return found


def _owe(state: TableState, debt: m.Debt) -> None:
    """Book a debt to the house: what the rack is short of or, for a player who has left, all that is taken back."""
    owed = state.debts.pop(debt.player, 0) + debt.amount
    if owed:
        state.debts[debt.player] = owed
    state.totals.debts -= debt.amount
    if debt.seat:
        to_rack(state, debt.seat, debt.amount)
    else:
        state.totals.house += debt.amount


def _rewind(layout: Layout, state: TableState, event: m.OutcomeUndone, last: LastRoll, left: Mapping[int, str]) -> None:
    """Restore every changed bet as it was right after the roll, reduced by what was taken down since."""
    for line in event.put_back:
        index = layout.by_id[line.spot].index
        bet = state.bets[index].get(line.seat)
        if bet is None:
            state.bets[index][line.seat] = bet = Bet(0, 0)
            state.occupied[index] = None
        bet.amount += line.amount
        bet.vigorish += line.vigorish + line.kept
        state.on_spot[index] += line.amount
        state.totals.layout += line.amount
        state.totals.commission += line.vigorish
        to_rack(state, line.seat, -line.amount - line.vigorish)
    for (index, seat), was in state.changed.items():
        now = state.bets[index].get(seat)
        if now and was and seat not in left:
            was = was.copy()  # a copy of this table may still have to undo the same roll
            shrink(was, was.amount - now.amount, was.vigorish - now.vigorish)
            was.mark, was.asked = now.mark, now.asked
            state.bets[index][seat] = was
        elif now:  # the first engines let a bet lie that was made since: it is as new as if there had been no roll
            now.after_roll, now.in_round = state.rolls - 1, state.round_number - last.round_ended


def _take_back(layout: Layout, state: TableState, event: m.OutcomeUndone, last: LastRoll) -> None:
    """Reverse the lines of the roll. A bet that moved goes back, as far as it is still there."""
    decided = (line for line in last.lines if line.outcome != "moved")
    bets = {line[:2]: bet for line, bet in zip(decided, last.bets, strict=True)}
    back: list[tuple[int, int, Bet]] = []
    for line in event.lines:
        index = layout.by_id[line.spot].index
        if line.outcome == "moved":
            target = layout.by_id[line.to].index
            moved = state.bets[target].get(line.seat)
            if moved:
                state.on_spot[target] -= moved.amount
                lift(state, target, line.seat)
                moved.mark = moved.asked = None
                back.append((index, line.seat, moved))
            continue
        taken = line.paid + line.vigorish + (line.stake - line.at_risk if line.outcome == "lost" else line.stake)
        state.totals.commission += line.vigorish
        state.totals.house -= line.stake + line.vigorish - taken
        state.totals.layout += line.stake
        to_rack(state, line.seat, -taken)
        back.append((index, line.seat, bets[line.seat, line.spot].copy()))
    for index, seat, bet in back:
        lay(state, index, seat, bet)


def _restore(state: TableState, event: m.OutcomeUndone, last: LastRoll, left: Mapping[int, str]) -> None:
    """Restore the puck, the round, the locks and the shooter as before the roll."""
    for seat, spot in last.unlocked:
        if seat not in left:
            state.seats[seat].locks.add(spot)
            state.locked.add(seat)
    for seat in last.warned:
        if seat in left:  # the warning is taken back where its player sits now, or is remembered
            name = player_key(left[seat])
            known = state.seats.get(state.sitting.get(name, 0)) or state.records.get(name, PlayerRecord())
        else:
            known = state.seats[seat]
        known.warned = False
    state.point, state.round_decided = last.point, last.round_decided
    state.round_number -= last.round_ended
    state.changed = {}
    state.shooter, state.last_shooter = last.shooter, last.last_shooter
    state.declined = {seat for seat in last.declined if seat in state.seats and seat not in left}
    state.previous = None if last.previous in left else last.previous
    state.ordered |= last.ordered
    state.decision_only = last.decision_only
    state.offered = None
    state.threw = True
    state.rolls -= 1
    if event.dice and state.shooter:
        gone = state.shooter in left
        give_up(state, state.shooter)
        state.previous = None if gone else state.previous
    if event.dice == "companion":
        companion(state)
    elif event.dice:
        state.shooter, state.dice.hand = None, ()
    elif state.shooter is not None and not state.dice.hand:
        state.dice.hand = tuple(state.dice.usable()[:2])
