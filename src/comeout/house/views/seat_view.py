"""Read model of the table from one seat, and dry runs of commands. It changes nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from comeout.felt.wording import name_of
from comeout.house.audience.snapshot import Played, snapshot
from comeout.house.host.crew import (
    Guard,
    house_throws,
    lesson_at,
    lesson_over,
    no_ready,
    no_roll,
    refusal,
    rolls_when_asked,
    too_soon,
)
from comeout.house.players.limit_guard import Guardian
from comeout.house.views.lesson_view import lesson_seen, lesson_throw
from comeout.log.codec import Unreadable, named
from comeout.log.records import Micros
from comeout.protocol.frames import Quoted, QuotedEvent, Sight, You
from comeout.protocol.house_commands import Ask, No, NotAllowed, RollNow, SetReady, SetSeed, read_ask
from comeout.protocol.sight_parts import (
    BetRoom,
    BundleSeen,
    CallRoom,
    Charge,
    DisputeSeen,
    Fate,
    LimitSeen,
    NextThrow,
    Number,
    OddsOffered,
    PuckSeen,
    Ruling,
    SessionSeen,
    SpotSeen,
    StakeShare,
    TakeRoom,
    VisitSeen,
)
from comeout.rules.layout import Layout, Spot
from comeout.rules.procedures import listed
from comeout.table.advice.bundles import bundles
from comeout.table.advice.next_roll import net_of, next_roll
from comeout.table.advice.prospects import Prospect, Room, Taking, acts, prospects, refusal_of
from comeout.table.advice.wanted import wanted
from comeout.table.advice.warnings import call_holds, call_lasts, charge, placed_in_cents, placed_short, warnings
from comeout.table.advice.why import say
from comeout.table.apply import apply
from comeout.table.asking import Decided
from comeout.table.attendant import why_no_roll
from comeout.table.decide import decide
from comeout.table.ledger import COMMISSION, rack, transfers
from comeout.table.messages import (
    BetTakenDown,
    Command,
    DisputeFace,
    Event,
    Line,
    PlaceBet,
    RaiseDispute,
    Rejected,
    TakeDice,
)
from comeout.table.shooter import way_to_dice
from comeout.table.state import TableState

_NO_SEAT = Ruling(False, "you have no seat here; sit down first")


def see(place: Played, me: You, *, names: Mapping[str, str], session: SessionSeen, now: Micros) -> Sight:
    """Return everything a page shows of a table, for one who sits there or watches."""
    layout, state = place.layout, place.fold.state
    seen = prospects(layout, state, me.seat)
    rolls = {} if me.seat is None or not me.bets else next_roll(layout, state, me.seat)
    lesson, ended = lesson_seen(place, me), lesson_over(lesson_at(place.row), place.fold.memory.throws)
    asked = lesson_throw(lesson, {name: _short_name(each.spot) for name, each in seen.items()})
    return Sight(
        seq=place.fold.log.seq,
        table=snapshot(place, me, names),
        puck=_puck(state.point),
        offers={name: _offer(layout, each, ended) for name, each in seen.items()},
        numbers=_numbers(rolls) if rolls else None,
        actions=_actions(place, me.seat, now),
        dice="" if me.seat is None else way_to_dice(layout, state, me.seat),
        bundles=[
            BundleSeen(each.id, each.name, each.says, each.of, [StakeShare(*part) for part in each.parts])
            for each in bundles(layout)
        ],
        disputes=[
            DisputeSeen(number, each.about, each.decision, each.review, each.outcome)
            for number, each in enumerate(state.disputes, 1)
            if each.seat == me.seat
        ],
        session=session,
        throw=asked or _next_throw(place, me.seat, seen, now),
        wanted=wanted(layout, state.point, rolls),
        lesson=lesson,
    )


def session_of(guardian: Guardian, player: str) -> SessionSeen:
    """Return a player's result over the last 24 hours and in this visit, with their own limits."""
    stands = guardian.position(player)
    limits = [
        LimitSeen(each.kind, each.value, each.since, each.next_value, each.next_at) for each in guardian.limits(player)
    ]
    return SessionSeen(stands.seconds_played, stands.net_cents, limits, visit=VisitSeen(*guardian.visit(player)))


def _puck(point: int) -> PuckSeen:
    return PuckSeen(bool(point), point, f"The puck is ON {point}" if point else "The puck is OFF")


# ------------------------------------------------------------------ spots


def _offer(layout: Layout, seen: Prospect, ended: No | None) -> SpotSeen:
    spot, bet = seen.spot, seen.bet
    charged = charge(spot)
    return SpotSeen(
        name=spot.name,
        there_cents=bet.amount if bet else 0,
        others_cents=seen.others,
        working=seen.working,
        button=bet.mark.value if bet and bet.mark else "",
        odds_for=layout.spots[spot.base].id if spot.base >= 0 else "",
        bet=BetRoom(False, *ended) if ended else _bet(layout, seen.room),
        take=_take(layout, seen.taking) if seen.taking else None,
        call=_call(layout, seen) if seen.calls else None,
        keep=seen.keeps,
        contract=seen.contract,
        vigorish=Charge(charged) if charged else None,
    )


def _bet(layout: Layout, room: Room) -> BetRoom:
    no = room.refusal
    if no:
        return BetRoom(False, no.reason.name, no.says, layout.cite(no.clause))
    return BetRoom(
        True,
        least_cents=room.least,
        most_cents=room.most,
        step_cents=room.step,
        even_step_cents=room.even_step,
        full_cents=room.full,
        even_cents=list(room.even),
        odds=[OddsOffered(*step) for step in room.odds],
    )


def _take(layout: Layout, taking: Taking) -> TakeRoom:
    no = taking.refusal
    if no:
        return TakeRoom(False, no.says, layout.cite(no.clause), list(no.instead))
    return TakeRoom(True, warns=list(taking.warns))


def _call(layout: Layout, seen: Prospect) -> CallRoom:
    assert seen.calls
    assert layout.rulebook.calls
    calls, (on, off, together) = layout.rulebook.calls, seen.calls
    return CallRoom(_ruling(layout, on), _ruling(layout, off), call_lasts(calls), call_holds(calls), list(together))


def _ruling(layout: Layout, refusal: Rejected | None) -> Ruling:
    return Ruling(False, refusal.says, layout.cite(refusal.clause)) if refusal else Ruling(True)


def _numbers(rolls: Mapping[str, tuple[Line, ...]]) -> dict[str, Number]:
    """Return what each number would do to the seat's money."""
    return {
        name: Number(sum(map(net_of, lines)), [Fate(line.spot, line.outcome, net_of(line)) for line in lines])
        for name, lines in rolls.items()
    }


# ------------------------------------------------------------------ dice and seat


def _actions(place: Played, seat: int | None, now: Micros) -> dict[str, Ruling]:
    """Return what a seat could do about the dice and about itself."""
    if seat is None:
        return {"RollNow": _NO_SEAT}
    layout, state = place.layout, place.fold.state
    found = {name: _ruling(layout, refusal) for name, refusal in acts(layout, state, seat).items()}
    people = {type(each).__name__: _ruling(layout, refusal_of(layout, state, each)) for each in _to_people(place, seat)}
    return {"RollNow": _roll(place, seat, now), "SetReady": _ready(place), **found, **people}


def _to_people(place: Played, seat: int) -> Iterator[Command]:
    """Return what a player can say to a crew of people: disputes, and an objection to the dice as called."""
    if place.fold.state.settings.crew == "people":
        yield RaiseDispute(seat, "something")
        if place.row.dice == "crew":
            yield DisputeFace(seat)


def _short_name(spot: Spot) -> str:
    """Return the name of a bet for a button; the bet that odds support lies there already, so they need not name it."""
    return "ODDS" if spot.base >= 0 else name_of(spot)


def _roll(place: Played, seat: int, now: Micros) -> Ruling:
    """Return whether the player of a first-person table may have the dice thrown now."""
    row, layout, state = place.row, place.layout, place.fold.state
    ready = _with_dice(layout, state, seat) if rolls_when_asked(row, state) else state
    if isinstance(ready, Rejected):
        return _ruling(layout, ready)
    no = lesson_over(lesson_at(row), place.fold.memory.throws) or no_roll(
        row, layout, ready, now - place.fold.memory.rolled_at
    )
    return Ruling(False, no.says, no.clause) if no else Ruling(True)


def _ready(place: Played) -> Ruling:
    """Return whether the player of a live table can say now that they are ready for the throw."""
    no = no_ready(place.row, place.fold.state)
    return Ruling(False, no.says) if no else Ruling(True)


def _next_throw(place: Played, seat: int | None, seen: Mapping[str, Prospect], now: Micros) -> NextThrow:
    """Return what a player who wants the dice thrown has to do first, with the words for their button."""
    if seat is None:
        return NextThrow(False, says=_NO_SEAT.says)
    throws = place.row.mode != "live" or place.fold.state.shooter == seat
    may = _roll(place, seat, now) if place.row.mode != "live" else _live_throw(place, throws=throws)
    if may.ok:
        return NextThrow(True, "Roll" if throws else "Ready")
    wait = too_soon(place.row, now - place.fold.memory.rolled_at)
    lines = _missing_bets(place, seat, seen) if throws else []
    if not lines:
        return NextThrow(False, "Roll", may.says, may.clause, wait_ms=max(0, math.ceil(wait * 1000)))
    names = listed([name_of(spot) for spot in lines], "or")
    says = f"bet {names} to roll: whoever throws the dice needs a bet there"
    return NextThrow(False, f"Bet {name_of(lines[0])} to roll", says, may.clause, [spot.id for spot in lines])


def _live_throw(place: Played, *, throws: bool) -> Ruling:
    """Return whether a player can be ready and, if they have the dice, whether these can be thrown."""
    layout, may = place.layout, _ready(place)
    problem = why_no_roll(layout, place.fold.state) if may.ok and throws else None
    return _ruling(layout, problem) if problem else may


def _missing_bets(place: Played, seat: int, seen: Mapping[str, Prospect]) -> list[Spot]:
    """Return the line bets of which any one would let the player roll."""
    layout, state = place.layout, place.fold.state
    ready = _with_dice(layout, state, seat)
    only_time = not isinstance(ready, Rejected) and why_no_roll(layout, ready) is None
    if only_time or not house_throws(place.row, state):
        return []
    bets = [(each.spot, PlaceBet(seat, name, each.room.least)) for name, each in seen.items() if _opens(each)]
    return [spot for spot, bet in bets if _rolls_after(layout, state, seat, bet)]


def _opens(seen: Prospect) -> bool:
    return seen.spot.wager.line and seen.bet is None and seen.room.refusal is None


def _rolls_after(layout: Layout, state: TableState, seat: int, bet: PlaceBet) -> bool:
    """Return whether the dice could be thrown if this bet were made."""
    made = decide(layout, state, bet)
    after = state.copy()
    for event in () if isinstance(made, Rejected) else made:
        apply(layout, after, event)
    ready = _with_dice(layout, after, seat)
    return not isinstance(ready, Rejected) and why_no_roll(layout, ready) is None


def _with_dice(layout: Layout, state: TableState, seat: int) -> TableState | Rejected:
    """Return the table as it would be once a seat has taken the dice offered to it."""
    if state.shooter is not None or state.offered != seat:
        return state
    taken = decide(layout, state, TakeDice(seat))
    if isinstance(taken, Rejected):
        return taken
    after = state.copy()
    for event in taken:
        apply(layout, after, event)
    return after


# ------------------------------------------------------------------ quotes


def quote(place: Played, ask: Ask, *, guard: Guard, now: Micros) -> Quoted:
    """Dry-run a command: return what it would do now."""
    layout, state = place.layout, place.fold.state
    seat = place.seats.get(ask.player)
    try:
        command = read_ask(ask, state, seat)
    except Unreadable as bad:
        return Quoted(ask.id, False, str(bad), "NONSENSE")
    except NotAllowed as bad:
        return Quoted(ask.id, False, str(bad), "NOT_ALLOWED")
    if isinstance(command, SetSeed):
        return Quoted(ask.id, True)
    if isinstance(command, SetReady):
        may = _ready(place)
        return Quoted(ask.id, may.ok, may.says)
    if isinstance(command, RollNow):
        assert seat is not None, "nobody without a seat is let to roll"
        may = _roll(place, seat, now)
        return Quoted(ask.id, may.ok, may.says, clause=may.clause)
    answer = dry_run(place, state, ask.player, command, guard=guard)
    if isinstance(answer, No):
        return Quoted(ask.id, False, answer.says, answer.reason)
    if isinstance(answer, Rejected):
        clause = layout.cite(answer.clause)
        return Quoted(ask.id, False, answer.says, answer.reason.name, clause, list(answer.instead))
    return quoted(layout, state, ask.id, seat, answer)


def dry_run(place: Played, state: TableState, player: str, command: Command, *, guard: Guard) -> Decided | No:
    """Decide a command in some state of the table, by the rules of the house and of the book; nothing happens."""
    ended = lesson_over(lesson_at(place.row), place.fold.memory.throws) if isinstance(command, PlaceBet) else None
    return ended or refusal(place.row, command) or guard(player, command, state) or decide(place.layout, state, command)


def quoted(layout: Layout, state: TableState, number: str, seat: int | None, events: Sequence[Event]) -> Quoted:
    """Return events that would happen as a quote: what they cost a seat, and what comes with them."""
    mine = "" if seat is None else rack(seat)
    moved = [each for event in events for each in transfers(event)]
    charged = sum(each.amount for each in moved if each.source == mine and each.target == COMMISSION)
    kept = sum(event.kept for event in events if isinstance(event, BetTakenDown))
    return Quoted(
        number,
        True,
        events=[QuotedEvent(type(event).__name__, named(event), say(event)) for event in events],
        costs_cents=sum((each.source == mine) * each.amount - (each.target == mine) * each.amount for each in moved),
        vigorish_cents=charged + kept,
        warns=list(warnings(layout, state, events)),
        short=next((short for event in events if (short := placed_short(layout, state, event))), ""),
        in_cents=next((cents for event in events if (cents := placed_in_cents(layout, state, event))), ""),
    )
