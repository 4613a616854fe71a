"""Recall rows: a settled roll as each player saw it, with bets, dice, clauses, and money before and after."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from comeout.log.codec import write_json
from comeout.log.fold import Memory
from comeout.log.records import LESSON_TABLE, RecallRow
from comeout.rules.layout import Layout
from comeout.table.messages import RollSettled
from comeout.table.state import TableState

Bets = dict[int, dict[str, int]]
"""The bets on the layout, by seat and spot."""


def bets_by_seat(layout: Layout, state: TableState) -> Bets:
    """Return everybody's bets."""
    found: Bets = {}
    for index in state.occupied:
        name = layout.spots[index].id
        for seat, bet in state.bets[index].items():
            found.setdefault(seat, {})[name] = bet.amount
    return found


def seen_late(layout: Layout, state: TableState) -> dict[int, dict[str, str]]:
    """Return the bets recorded after bets had closed, by seat and spot, each with its second person."""
    found: dict[int, dict[str, str]] = {}
    for index in state.occupied:
        for seat, bet in state.bets[index].items():
            if bet.witness:
                found.setdefault(seat, {})[layout.spots[index].id] = bet.witness
    return found


def recall_rows(
    table: str,
    seq: int,
    at: int,
    settled: RollSettled,
    *,
    lines: Mapping[int, bytes],
    round_number: int,
    bets: Bets,
    racks: Mapping[int, int],
    late: Mapping[int, dict[str, str]] | None = None,
    memory: Memory,
    state: TableState,
) -> list[RecallRow]:
    """Return one row for each player who had a bet on this roll, with what they won and when they played.

    Lessons are not recalled.
    """
    if table.startswith(LESSON_TABLE):
        return []
    aside = memory.aside
    head = write_json(
        {
            "table": table,
            "roll": settled.number,
            "round": round_number,
            "at": at,
            "book": settled.book,
            "dice": list(settled.roll),
            "point_before": settled.point_before,
            "point_after": settled.point_after,
            "clause": settled.clause,
            "rounded_by": list(settled.rounded_by),
        }
    )
    rows = []
    for seat, mine in bets.items():
        player = state.seats[seat].player
        own = write_json(
            {
                "seat": seat,
                "bets": mine,
                "lines": msgspec.Raw(lines.get(seat, b"[]")),
                "rack_before_cents": racks[seat],
                "rack_after_cents": state.seats[seat].rack,
                "played": memory.played(player, at),
                **({"recorded_late": late[seat]} if late and seat in late else {}),
                **({"aside_cents": aside[player]} if player in aside else {}),
                **({"beside": memory.beside[player]} if player in memory.beside else {}),
                **({"owed_cents": state.debts[player]} if player in state.debts else {}),
            }
        )
        body = b"%b,%b" % (head[:-1], own[1:])  # what is the same for everybody is written once
        rows.append(RecallRow(player, table, settled.number, round_number, seq, at, body))
    return rows
