"""Undoes the last settled roll: what it paid and took is reversed, and what was done since stays if it still may."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from comeout.money import LARGEST, Amount
from comeout.rules.layout import Layout
from comeout.table.apply import apply
from comeout.table.asking import has_line_bet
from comeout.table.betting import check_bet
from comeout.table.messages import BetPlaced, Debt, Line, OutcomeUndone, Rejected, Returned
from comeout.table.shooter import stays
from comeout.table.state import Aftermath, Bet, LastRoll, Part, TableState


def undo_last_roll(
    layout: Layout, state: TableState, by: str, why: str, clause: str, *, incident: bool = False, resettle: bool = False
) -> OutcomeUndone:
    """Return the event that undoes the last settled roll. It changes nothing itself.

    First everything that was put down since comes off the layout. If another roll is to be settled in its place, the
    bets are restored as they were when bets closed for it. Otherwise what was taken down since stays down, and what was
    put down since is made again if the table accepts it in the restored position.
    """
    last = state.last_roll
    assert last
    since = last.aftermath or Aftermath()
    added = _added(state, since)
    event = OutcomeUndone(
        by,
        why,
        True,
        clause,
        incident,
        tuple(line for line in last.lines if line.seat not in since.left),
        tuple(Returned(seat, layout.spots[index].id, *_more(*bets), 0) for (index, seat), bets in added.items()),
        _put_back(layout, state, since) if resettle else (),
        dice=_dice(state, last, since),
        anew=resettle,
    )
    trial = _on_trial(layout, state, event)
    if not resettle:
        event = replace(event, again=_again(layout, trial, _parts(added)))
    if event.dice == "" and _lost_line_bet(layout, trial, last):
        event = replace(event, dice="nobody")
    return replace(event, debts=(*_short(trial), *_of_those_who_left(last, since)))


Place = tuple[int, int]
"""A spot and a seat."""


def _added(state: TableState, since: Aftermath) -> dict[Place, tuple[Bet, Bet | None]]:
    """Return every bet that is larger than right after the roll, and what it was then."""
    added: dict[Place, tuple[Bet, Bet | None]] = {}
    for (index, seat), before in sorted(state.changed.items(), key=lambda item: item[0]):
        bet = state.bet(index, seat)
        was = None if seat in since.left else before
        if bet and bet.amount > (was.amount if was else 0):
            added[index, seat] = (bet, was)
    return added


def _parts(added: dict[Place, tuple[Bet, Bet | None]]) -> list[tuple[Place, Part]]:
    """Return what was put down since the roll, in order; what was accepted as a total stays together."""
    parts: list[tuple[Place, Part]] = []
    for place, (bet, was) in added.items():
        first = bet.amount - sum(part.amount for part in bet.extra)
        whole = (Part(first, bet.terms, bet.order, bet.overlooked, bet.after_warning), *bet.extra)
        there = was.amount if was else 0
        mine: list[Part] = []
        for part in whole:
            amount = part.amount - min(there, part.amount)
            there -= part.amount - amount
            if amount and mine and not part.overlooked:
                mine[0] = mine[0]._replace(amount=mine[0].amount + amount)
            elif amount:
                mine.append(part._replace(amount=amount))
        parts += [(place, part) for part in mine]
    return sorted(parts, key=lambda each: each[1].order)


def _put_back(layout: Layout, state: TableState, since: Aftermath) -> tuple[Returned, ...]:
    """Return what its owner has taken down since the roll, bet by bet, with the vigorish that was refunded."""
    back = []
    for (index, seat), was in sorted(state.changed.items(), key=lambda item: item[0][0]):
        bet = state.bet(index, seat)
        if was and seat not in since.left and (index, seat) not in since.folded:
            amount, charge = _more(was, bet)
            returned = min(charge, since.charges.get((index, seat), 0))
            if amount > 0:
                back.append(Returned(seat, layout.spots[index].id, amount, returned, charge - returned))
    return tuple(back)


def _more(bet: Bet, than: Bet | None) -> tuple[Amount, Amount]:
    """Return by how much a bet is larger than another, and its vigorish."""
    return (bet.amount - than.amount, bet.vigorish - than.vigorish) if than else (bet.amount, bet.vigorish)


def _on_trial(layout: Layout, state: TableState, event: OutcomeUndone) -> TableState:
    """Return a copy of the table as it would be. A rack may be below zero here."""
    trial = state.copy()
    for seat in trial.seats.values():
        seat.rack += LARGEST
    apply(layout, trial, event)
    for seat in trial.seats.values():
        seat.rack -= LARGEST
    return trial


def _again(layout: Layout, trial: TableState, parts: list[tuple[Place, Part]]) -> tuple[BetPlaced, ...]:
    """Return which of the bets made since may stand: those that the table accepts in the restored position."""
    again = []
    for (index, seat), part in parts:
        spot = layout.spots[index].id
        placed = check_bet(layout, trial, seat, spot, part.amount, unnoticed=part.overlooked)
        if not isinstance(placed, Rejected):
            apply(layout, trial, placed)
            again.append(placed)
    return tuple(again)


def _short(trial: TableState) -> list[Debt]:
    """Return what the racks lack of what is to be taken back."""
    return [Debt(owner.player, -owner.rack, seat) for seat, owner in sorted(trial.seats.items()) if not owner.covers(0)]


def _of_those_who_left(last: LastRoll, since: Aftermath) -> list[Debt]:
    """Return what players who have left were paid, minus what they lost by it; their bets are not put up again."""
    owed = {seat: sum(_won(line) for line in last.lines if line.seat == seat) for seat in sorted(since.left)}
    return [Debt(since.left[seat], amount) for seat, amount in owed.items() if amount]


def _won(line: Line) -> Amount:
    return -line.at_risk if line.outcome == "lost" else line.paid


def _dice(state: TableState, last: LastRoll, since: Aftermath) -> Literal["", "nobody", "companion"]:
    """Return who has the dice: the shooter of the roll, unless gone, ordered off, or no longer taken from the seats."""
    if state.settings.shooter != last.shooters:
        return "companion" if state.settings.shooter == "companion" else "nobody"
    seat = last.shooter
    if not seat:
        return ""
    return "nobody" if seat in since.left or not stays(state, seat) else ""


def _lost_line_bet(layout: Layout, trial: TableState, last: LastRoll) -> bool:
    """Return whether the shooter of the roll has since taken down the line bet that a shooter must keep."""
    kept = layout.rulebook.shooter.line_bet == "kept"
    seat = last.shooter
    return bool(kept and seat and trial.point and not has_line_bet(layout, trial, seat))
