"""A snapshot is the table as one person sees it: sent on connecting, or after missing too many events."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Protocol

import msgspec

from comeout.house.audience.hub import SMALL_TABLE, Hub
from comeout.house.audience.presence import Presence
from comeout.log.fold import Fold
from comeout.log.records import TableRow
from comeout.protocol.frames import Countdown, Fairness, Seated, Snapshot, Stacks, You, YourBet
from comeout.rules.layout import Layout
from comeout.table.notation.position_text import show_position
from comeout.table.position import position_of
from comeout.table.settings import setting_pairs
from comeout.table.state import Phase, TableState


class Played(Protocol):
    """A table that people here are connected to, owned by this process or followed."""

    @property
    def row(self) -> TableRow:
        """Its fixed facts."""

    @property
    def layout(self) -> Layout:
        """The compiled book it is played by."""

    @property
    def fold(self) -> Fold:
        """State, memory and log, as far as they are committed."""

    @property
    def hub(self) -> Hub:
        """The connections in this process."""

    @property
    def presence(self) -> Presence:
        """The connections in all processes."""

    @property
    def seats(self) -> Mapping[str, int]:
        """Where each player sits."""

    @property
    def countdown(self) -> Countdown:
        """How long bets are still accepted, what the table waits for, and who is ready at a small table."""

    @property
    def ready(self) -> Collection[int]:
        """The seats that are ready for the throw."""


def you(table: Played, player: str, name: str, roles: frozenset[str]) -> You:
    """Return the part of a snapshot about the player who is connected."""
    state = table.fold.state
    seat = table.seats.get(player)
    return You(
        player=player,
        name=name,
        seat=seat,
        rack_cents=state.seats[seat].rack if seat is not None else 0,
        bets=_bets(table.layout, state, seat) if seat is not None else {},
        keeps=sorted(state.seats[seat].keeps) if seat is not None else [],
        roles=sorted(roles),
        seed=table.fold.memory.seeds.get(player, ""),
        freed_cents=table.fold.memory.freed.get(player),
    )


def _bets(layout: Layout, state: TableState, seat: int) -> dict[str, YourBet]:
    found = {}
    for index in sorted(state.occupied):
        bet = state.bets[index].get(seat)
        if bet:
            mark = bet.mark.value if bet.mark else ""
            placed = state.new_part(bet), state.round_part(bet)
            found[layout.spots[index].id] = YourBet(bet.amount, bet.vigorish, mark, *placed)
    return found


def snapshot(table: Played, me: You, names: Mapping[str, str]) -> Snapshot:
    """Return a snapshot of the whole table for one player; `names` maps players to names."""
    state, log, row = table.fold.state, table.fold.log, table.row
    small, count = len(state.seats) <= SMALL_TABLE, table.countdown
    return Snapshot(
        table=row.id,
        name=row.name,
        epoch=log.epoch,
        seq=log.seq,
        book=table.layout.id,
        digest=row.book,
        mode=row.mode,
        profile=row.profile,
        point=state.point,
        phase=state.phase.value,
        shooter=state.shooter,
        offered=state.offered,
        declined=sorted(state.declined),
        last_shooter=state.last_shooter,
        rolls=state.rolls,
        round=state.round_number,
        called=(state.roll.a, state.roll.b)
        if row.dice == "crew" and state.phase is Phase.CALLED and state.roll
        else None,
        closes_in_ms=count.closes_in_ms,
        waiting=count.waiting,
        whose=count.whose,
        seats=[
            Seated(number, names.get(each.player, each.player), each.away, each.rack)
            for number, each in (sorted(state.seats.items()) if small else ())
        ],
        layout=stacks(table),
        settings=dict(setting_pairs(table.layout, state.settings)),
        dice=fairness(table),
        crew=dict(state.crew),
        decision_only=state.decision_only,
        you=me,
        begins_in_ms=count.begins_in_ms,
        ready=count.ready if small or me.seat is None else [me.seat] * (me.seat in table.ready),
    )


def position_line(table: Played, player: str, *, crew: bool) -> str | None:
    """Return the table's position as one line of text, or None at a large table, where nobody sees all bets.

    What only the crew knows of other players (warnings and bars) is only in the crew's line.
    """
    state = table.fold.state
    if len(state.seats) > SMALL_TABLE:
        return None
    position = position_of(state)
    if not crew:
        mine = table.seats.get(player)
        seats = (
            each if each.seat == mine else each._replace(warned=False, told_off=0, barred=False)
            for each in position.seats
        )
        position = replace(position, seats=tuple(seats))
    return show_position(position)


STACKS_SECONDS = 1.0
"""The shortest time between two broadcasts of the stacks at a large table."""


def stacks(table: Played) -> Stacks:
    """Return the totals on the layout and, at a small table, whose they are."""
    state, spots = table.fold.state, table.layout.spots
    total = {spots[index].id: state.on_spot[index] for index in sorted(state.occupied)}
    whose: dict[str, dict[str, int]] | None = None
    if len(state.seats) <= SMALL_TABLE:
        whose = {
            spots[index].id: {str(seat): bet.amount for seat, bet in sorted(state.bets[index].items())}
            for index in sorted(state.occupied)
        }
    return Stacks(table.fold.log.seq, total, whose)


def fairness(table: Played) -> Fairness:
    """Return what anyone needs to check the dice: the published chain, and the last throw with its proof."""
    memory = table.fold.memory
    return Fairness(
        kind=table.row.dice,
        published=msgspec.json.decode(memory.published) if memory.published else None,
        last=msgspec.json.decode(memory.thrown) if memory.thrown else None,
        throws=memory.throws,
    )
