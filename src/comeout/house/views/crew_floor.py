"""Read model for the crew and inspectors: what waits for them, who did what, and what a roll would pay."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from comeout.dice import Roll
from comeout.house.audience.hub import LINES_MOST, SMALL_TABLE
from comeout.house.audience.snapshot import Played
from comeout.house.host.two_people import Wanted
from comeout.house.players.people import ROLES
from comeout.house.views.crew_menu import seat_called, title_of
from comeout.house.views.settled_rolls import explained
from comeout.protocol.crew_answers import (
    BetOnFloor,
    DebtOnFloor,
    DiceOnFloor,
    DisputeOnFloor,
    FloorAnswer,
    MoneyOnFloor,
    OfferOnFloor,
    PayAnswer,
    Said,
    SeatOnFloor,
    SecondAnswer,
)
from comeout.rules.layout import Layout
from comeout.table.advice.duties import READS_ONLY, is_duty
from comeout.table.betting import confirming
from comeout.table.messages import CallRoll, Command, RecordBet
from comeout.table.settlement import settle
from comeout.table.state import Mark, TableState


def floor_of(
    place: Played, player: str, roles: Sequence[str], names: Mapping[str, str], wanted: Iterable[Wanted]
) -> FloorAnswer:
    """Return what the crew sees of a table."""
    layout, state = place.layout, place.fold.state
    dice, totals = state.dice, state.totals
    return FloorAnswer(
        seconds=[_second(layout, state, each, player, roles, names) for each in wanted],
        offers=_offers(layout, state),
        bets=_bets(layout, state) if len(state.seats) <= SMALL_TABLE else None,
        seats=_seats(place, names) if len(state.seats) <= SMALL_TABLE else [],
        disputes=[
            DisputeOnFloor(
                number=number,
                seat=each.seat,
                about=each.about,
                covered=each.covered,
                decision=each.decision,
                review=each.review,
                outcome=each.outcome,
            )
            for number, each in enumerate(state.disputes, 1)
        ],
        dice=DiceOnFloor(
            size=dice.size,
            hand=list(dice.hand),
            gone=sorted(dice.gone),
            unchecked=sorted(dice.unchecked),
            lost=sorted(dice.lost),
        ),
        money=MoneyOnFloor(
            racks_cents=totals.racks,
            layout_cents=totals.layout,
            house_cents=totals.house,
            commission_cents=totals.commission,
            cage_cents=totals.cage,
            debts_cents=totals.debts,
        ),
        debts=[DebtOnFloor(name=names.get(each, each), cents=cents) for each, cents in state.debts.items()],
        inspector_notified=state.inspector_notified,
        pay=_pay(layout, state),
    )


def _second(
    layout: Layout, state: TableState, wanted: Wanted, player: str, roles: Sequence[str], names: Mapping[str, str]
) -> SecondAnswer:
    kind, command = type(wanted.command), wanted.command
    fields: dict[str, Any] = msgspec.to_builtins(command)
    body: Said = {
        name: list(each) if isinstance(each, tuple) else each for name, each in fields.items() if name != "by"
    }
    mine = wanted.player == player
    may = _may_agree(layout, state, kind)
    return SecondAnswer(
        name=kind.__name__,
        says=": ".join(filter(None, (title_of(kind), _details(kind, body)))),
        body=body,
        by=[] if mine else [each for each in roles if each in may],
        may=may,
        asked_by=names.get(wanted.player, wanted.player),
        mine=mine,
        seconds=round(wanted.seconds, 1),
    )


def _may_agree(layout: Layout, state: TableState, kind: type[Command]) -> list[str]:
    """Return who may be the second person: for dice and late bets anybody of the crew, otherwise whoever may ask."""
    crew = [role for role in ROLES if role != READS_ONLY]
    return [role for role in crew if kind in (CallRoll, RecordBet) or is_duty(layout, state.settings, kind, role)]


def _details(kind: type[Command], body: Said) -> str:
    """Return the fields of a command that differ from their defaults, as text."""
    understood = {field.name: field.default for field in dataclasses.fields(kind)}
    told = [value for name, value in body.items() if value != understood[name]]
    return ", ".join(f"{value[0]} and {value[1]}" if isinstance(value, list) else str(value) for value in told)


def _offers(layout: Layout, state: TableState) -> list[OfferOnFloor]:
    return [
        OfferOnFloor(
            seat=seat,
            spot=spot,
            name=layout.by_id[spot].name,
            cents=each.amount,
            tender=each.tender,
            late=each.late,
            confirmed=sorted(each.confirmed),
            still=[role for role in confirming(layout, each) if role not in each.confirmed],
        )
        for (seat, spot), each in state.pending.items()
    ]


def _bets(layout: Layout, state: TableState) -> list[BetOnFloor]:
    return [
        BetOnFloor(
            seat=seat,
            spot=layout.spots[index].id,
            name=layout.spots[index].name,
            cents=bet.amount,
            vigorish_cents=bet.vigorish,
            button=_button(bet.mark),
            asked=_button(bet.asked),
            choice=(seat, layout.spots[index].id) in state.choices,
        )
        for index in sorted(state.occupied)
        for seat, bet in sorted(state.bets[index].items())
    ]


def _button(mark: Mark | None) -> str:
    return mark.value if mark else ""


def _seats(place: Played, names: Mapping[str, str]) -> list[SeatOnFloor]:
    state = place.fold.state
    return [
        SeatOnFloor(
            seat=number,
            name=seat_called(state, number, names),
            rack_cents=seat.rack,
            layout_cents=sum(bets[number].amount for bets in state.bets if number in bets),
            away=seat.away,
            connected=place.presence.here(seat.player),
            told_off=seat.told_off,
            warned=seat.warned,
            barred=seat.barred,
            partners=sorted(seat.partners),
        )
        for number, seat in sorted(state.seats.items())
    ]


def _pay(layout: Layout, state: TableState) -> PayAnswer | None:
    """Return what settling the called roll would do (dry run)."""
    if not isinstance(state.roll, Roll):
        return None
    event = settle(layout, state, state.roll)
    lines = [explained(layout, event, line) for line in event.lines[:LINES_MOST]]
    more = len(event.lines) - len(lines)
    return PayAnswer(a=state.roll.a, b=state.roll.b, disputed=state.disputed, lines=lines, more=more)
