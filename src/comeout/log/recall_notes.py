"""Recall notes: what a player is told beside the rolls, such as outcomes undone, decisions and debts."""

from __future__ import annotations

from comeout.table import messages as m
from comeout.table.advice.why import say
from comeout.table.messages import Event
from comeout.table.state import TableState

DECIDED = (m.DisputeDecided, m.ReviewDecided)
BESIDE = (m.OutcomeUndone, m.MoneyMoved, m.BetTakenDown, *DECIDED)
"""The events that may concern a player apart from the rolls."""


def told_beside(event: Event, state: TableState) -> list[tuple[str, str]]:
    """Return whom an applied event concerns apart from the rolls, by name, with a sentence for each of them."""
    if isinstance(event, m.OutcomeUndone) and event.reversed:
        return _undone(event, state)
    if isinstance(event, m.MoneyMoved) or (isinstance(event, m.BetTakenDown) and event.why == "decided"):
        return [(state.seats[event.seat].player, _sentence(event))]
    if isinstance(event, DECIDED):
        seat = state.disputes[event.dispute - 1].seat
        return [(state.seats[seat].player, _sentence(event))] if seat in state.seats else []
    return []


def _undone(event: m.OutcomeUndone, state: TableState) -> list[tuple[str, str]]:
    changed = {part.seat for part in (*event.returned, *event.put_back)}
    seats = sorted({line.seat for line in event.lines} | changed)
    mine = [(state.seats[seat].player, _sentence(m.undone_at(event, seat))) for seat in seats]
    left = [debt for debt in event.debts if not debt.seat]
    return [*mine, *((debt.player, _sentence(_only(event, debt))) for debt in left)]


def _only(event: m.OutcomeUndone, debt: m.Debt) -> m.OutcomeUndone:
    return m.OutcomeUndone(event.by, event.why, True, event.clause, debts=(debt,))


def _sentence(event: m.OutcomeUndone | m.MoneyMoved | m.BetTakenDown | m.DisputeDecided | m.ReviewDecided) -> str:
    return f"{say(event)} ({event.clause})"
