"""Undoing the last settled roll: what it paid and took goes back, and what was done since stands if it still may."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Literal

from comeout.money import LARGEST, Amount
from comeout.rules.layout import Layout
from comeout.table.apply import apply
from comeout.table.asking import has_line_bet
from comeout.table.betting import check_bet
from comeout.table.messages import BetPlaced, Debt, Line, OutcomeUndone, Rejected, Returned
from comeout.table.state import COMPANION, Bet, LastRoll, TableState


def undo_last_roll(
    layout: Layout, state: TableState, by: str, why: str, clause: str, *, incident: bool = False, resettle: bool = False
) -> OutcomeUndone:
    """The event that undoes the last settled roll; it changes nothing itself.

    All that was put down since comes off the layout first. If another roll is to be settled in its place, the bets lie
    as they did when bets were closed for it; otherwise what was taken down since stays down, and what was put down
    since is made again if the table takes it in the position as it was.
    """
    last = state.last_roll
    assert last
    added = _added(layout, state, last)
    event = OutcomeUndone(
        by,
        why,
        True,
        clause,
        incident,
        tuple(line for line in last.lines if line.seat not in last.left),
        tuple(part for part, _ in added),
        _put_back(layout, state, last) if resettle else (),
        dice=_dice(state, last),
    )
    trial = _on_trial(layout, state, event)
    if not resettle:
        event = replace(event, again=_again(layout, trial, added))
    if event.dice == "" and _lost_line_bet(layout, trial, last):
        event = replace(event, dice="nobody")
    return replace(event, debts=(*_short(trial), *_of_those_who_left(last)))


def _added(layout: Layout, state: TableState, last: LastRoll) -> list[tuple[Returned, bool]]:
    """What was put down since the roll, bet by bet, and whether nobody noticed that it was outside the limits."""
    added = []
    for (index, seat), before in sorted(last.changed.items(), key=lambda item: item[0][0]):
        bet = state.bet(index, seat)
        was = None if seat in last.left else before
        if bet and bet.amount > (was.amount if was else 0):
            amount, charge = _more(bet, was)
            added.append((Returned(seat, layout.spots[index].id, amount, charge, 0), bet.overlooked))
    return added


def _put_back(layout: Layout, state: TableState, last: LastRoll) -> tuple[Returned, ...]:
    """What its owner has taken down since the roll, bet by bet, with the vigorish that came back."""
    back = []
    for (index, seat), was in sorted(last.changed.items(), key=lambda item: item[0][0]):
        bet = state.bet(index, seat)
        if was and seat not in last.left and (index, seat) not in last.folded:
            amount, charge = _more(was, bet)
            returned = min(charge, last.charges.get((index, seat), 0))
            if amount > 0:
                back.append(Returned(seat, layout.spots[index].id, amount, returned, charge - returned))
    return tuple(back)


def _more(bet: Bet, than: Bet | None) -> tuple[Amount, Amount]:
    """By how much a bet is larger than another, and its vigorish."""
    return (bet.amount - than.amount, bet.vigorish - than.vigorish) if than else (bet.amount, bet.vigorish)


def _on_trial(layout: Layout, state: TableState, event: OutcomeUndone) -> TableState:
    """The table as it would lie; a rack may be below zero here."""
    trial = copy.deepcopy(state)
    for seat in trial.seats.values():
        seat.rack += LARGEST
    apply(layout, trial, event)
    for seat in trial.seats.values():
        seat.rack -= LARGEST
    return trial


def _again(layout: Layout, trial: TableState, added: list[tuple[Returned, bool]]) -> tuple[BetPlaced, ...]:
    """What may stand of what was put down since: whatever the table accepts in the position as it was."""
    again = []
    for part, overlooked in added:
        placed = check_bet(layout, trial, part.seat, part.spot, part.amount, unnoticed=overlooked)
        if not isinstance(placed, Rejected):
            apply(layout, trial, placed)
            again.append(placed)
    return tuple(again)


def _short(trial: TableState) -> list[Debt]:
    """What the racks do not hold of what is to be taken back."""
    return [Debt(owner.player, -owner.rack, seat) for seat, owner in sorted(trial.seats.items()) if owner.rack < 0]


def _of_those_who_left(last: LastRoll) -> list[Debt]:
    """What players who have left were paid, less what they lost by it; their bets are not put up again."""
    owed = {seat: sum(_won(line) for line in last.lines if line.seat == seat) for seat in sorted(last.left)}
    return [Debt(last.left[seat], amount) for seat, amount in owed.items() if amount]


def _won(line: Line) -> Amount:
    return -line.at_risk if line.outcome == "lost" else line.paid


def _dice(state: TableState, last: LastRoll) -> Literal["", "nobody", "companion"]:
    """Who has the dice: the shooter of the roll, unless they are gone or shooters come from elsewhere now."""
    if state.settings.shooter != last.shooters:
        return "companion" if state.settings.shooter == "companion" else "nobody"
    seat = last.shooter
    if not seat:
        return ""
    return "nobody" if seat in last.left or state.seats[seat].away else ""


def _lost_line_bet(layout: Layout, trial: TableState, last: LastRoll) -> bool:
    """Whether the shooter of the roll has taken down since the line bet that a shooter must keep."""
    kept = layout.rulebook.shooter.line_bet == "kept"
    seat = last.shooter
    return bool(kept and seat and seat != COMPANION and trial.point and not has_line_bet(layout, trial, seat))
