"""Conduct of players across the house: warnings and bars, by book, from whichever table gave them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from comeout.house.clock import Clock
from comeout.house.store.contract import Store
from comeout.log.records import ConductKind, ConductRow, Micros
from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.messages import RecordKnown
from comeout.table.state import PlayerRecord, SeatState, TableState

OVERLAP: Micros = 300 * 1_000_000
"""How far each reading overlaps the one before it, since clocks of processes differ and commits take time."""

JUDGES = frozenset((m.SeatWarned, m.SeatBarred, m.BarLifted, m.OutcomeUndone))
"""The events that can change what is held against a player, and settlements that warn somebody."""


class Standing(NamedTuple):
    """What is held against a player under one book; None for what nobody in this house has judged yet."""

    warned: bool | None = None
    told_off: int | None = None
    barred: bool | None = None


Known = Callable[[str], Standing]
"""A function that returns what the house holds against a player."""


UNJUDGED = Standing()


def nobody_known(_: str) -> Standing:
    """Return nothing: at a table by itself, no other table has judged anybody."""
    return UNJUDGED


class ConductRecords:
    """All judgements of the house, read from the store and from its tables; rows are appended and never change."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._rows: dict[tuple[str, str], set[ConductRow]] = {}
        """The rows by book and player; a row that is read twice is kept once."""
        self._since: Micros = 0

    async def load(self) -> None:
        """Read what was judged since the last time."""
        begun = self._clock.now()
        self.add(await self._store.conduct(since=self._since))
        self._since = max(self._since, begun - OVERLAP)

    def add(self, rows: Iterable[ConductRow]) -> None:
        """Add committed judgements."""
        for row in rows:
            self._rows.setdefault((row.book, row.player), set()).add(row)

    def at(self, layout: Layout) -> Known:
        """Return the lookup that the tables of one book use."""
        return partial(self.standing, layout.id)

    def standing(self, book: str, player: str) -> Standing:
        """Return what is held against a player under a book, one judgement after the other."""
        rows = self._rows.get((book, player))
        if not rows:
            return UNJUDGED
        found = UNJUDGED
        for row in sorted(rows, key=lambda row: (row.at, row.table, row.seq)):
            match row.kind:
                case "warned" | "unwarned":
                    found = found._replace(warned=row.kind == "warned")
                case "told-off":
                    found = found._replace(told_off=(found.told_off or 0) + 1)
                case "barred":
                    found = found._replace(barred=True)
                case "lifted":
                    found = found._replace(barred=False, told_off=0)
        return found


def held(state: TableState) -> dict[str, Standing]:
    """Return what is held at a table against everybody who sits there or has left."""
    people: list[tuple[str, PlayerRecord | SeatState]] = list(state.records.items())
    people += [(seat.player, seat) for seat in state.seats.values()]
    return {player: Standing(each.warned, each.told_off, each.barred) for player, each in people}


def judged(before: dict[str, Standing], state: TableState) -> list[tuple[str, ConductKind]]:
    """Return what an event changed about players, as judgements."""
    found: list[tuple[str, ConductKind]] = []
    for player, now in held(state).items():
        then = before[player]
        if now.warned != then.warned:
            found.append((player, "warned" if now.warned else "unwarned"))
        if then.barred and not now.barred:
            found.append((player, "lifted"))
        elif now.barred and not then.barred:
            found.append((player, "barred"))
        if (now.told_off or 0) > (then.told_off or 0):
            found.append((player, "told-off"))
    return found


def news(layout: Layout, seat: int, owner: SeatState, known: Standing) -> RecordKnown | None:
    """Return what a table must still be told about a player; what nobody else has judged stays as it is there."""
    if known is UNJUDGED:
        return None
    warned = owner.warned if known.warned is None else known.warned
    told_off = owner.told_off if known.told_off is None else known.told_off
    barred = owner.barred if known.barred is None else known.barred
    if (warned, told_off, barred) == (owner.warned, owner.told_off, owner.barred):
        return None
    conduct = layout.rulebook.conduct
    clause = conduct.record_clause if conduct else layout.rulebook.limits.under_clause
    return RecordKnown(seat, warned, told_off, barred, clause)
