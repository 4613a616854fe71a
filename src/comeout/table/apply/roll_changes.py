"""Applies the events of one roll to a state: bets opened and closed, dice thrown, called, settled or undone."""

from __future__ import annotations

from collections.abc import Iterator

from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.apply.chips import EventWriter, lay
from comeout.table.apply.dice_changes import give_up
from comeout.table.apply.reversal import reverse
from comeout.table.state import COMPANION, NOBODY, Bet, EndedButton, LastRoll, Phase, TableState

# Bound once: members of an enum are slow to look up, and these are set with every roll.
BETTING, CLOSED, DICE_OUT = Phase.BETTING, Phase.CLOSED, Phase.DICE_OUT
CALLED, SETTLED = Phase.CALLED, Phase.SETTLED


def _betting_opened(_: Layout, state: TableState, event: m.BettingOpened) -> None:
    del event
    state.phase = BETTING
    state.again = state.going_out = False


def _betting_closed(layout: Layout, state: TableState, event: m.BettingClosed) -> None:
    state.phase = CLOSED
    state.going_out = event.by == "house"
    if state.going_out or layout.rulebook.betting.closes != "throw":
        state.closed_at = state.placed
        if state.pending or state.due:
            _nothing_waits(state)


def _nothing_waits(state: TableState) -> None:
    """Drop the bets that wait for confirmation, and those to be made again."""
    state.pending.clear()
    state.due.clear()


def _dice_thrown(_: Layout, state: TableState, event: m.DiceThrown) -> None:
    state.phase = DICE_OUT
    state.closed_at = state.placed
    state.again = state.going_out = False
    if event.seat == state.shooter:
        state.threw = True
        state.dice.free = False
    if state.pending or state.due:
        _nothing_waits(state)
    state.dropped = ""


def _roll_called(_: Layout, state: TableState, event: m.RollCalled) -> None:
    state.phase = CALLED
    state.roll = event.roll
    state.disputed, state.ruled = False, event.ruled
    if state.pending:
        state.pending.clear()
    state.last_roll = None  # another roll is called: the one before stands


def _face_disputed(_: Layout, state: TableState, event: m.FaceDisputed) -> None:
    del event
    state.disputed = True


def _no_roll_called(_: Layout, state: TableState, event: m.NoRollCalled) -> None:
    """Restore everything as before the throw. Bets stay closed until somebody opens them."""
    _drop_roll(state, event.ground)
    state.phase = CLOSED
    state.again = True
    state.unbacked = state.unbacked or event.unbacked


def _drop_roll(state: TableState, why: str) -> None:
    state.phase = SETTLED
    state.dropped = why
    state.roll = None
    state.disputed = False
    state.pending.clear()


_new = object.__new__


def _roll_settled(layout: Layout, state: TableState, event: m.RollSettled) -> None:
    _, number, _, _, point_after, seven_out, decided, lines, lapsed, unlocked, warned, only_over, _, _ = event
    # What was there before, without the constructor and without a call: this is done with every roll.
    last: LastRoll = _new(LastRoll)
    last.lines = lines
    last.bets = []
    last.point = state.point
    last.shooter = state.shooter
    last.last_shooter = state.last_shooter
    last.declined = frozenset(state.declined) if state.declined else NOBODY
    last.round_ended = not point_after
    last.round_decided = state.round_decided
    last.decision_only = state.decision_only
    last.marks = tuple(_buttons_ended(layout, state, lines, lapsed)) if state.marked else ()
    last.unlocked = unlocked
    last.warned = warned
    last.shooters = shooters = state.settings.shooter
    last.previous = state.previous
    last.ordered = frozenset(state.ordered) if state.ordered else NOBODY
    last.aftermath = None
    if lines:
        _pay(layout, state, lines, last)
    if unlocked or warned:
        _note_seats(state, unlocked, warned)
    state.point = point_after
    state.rolls = number
    state.phase = SETTLED
    state.dropped = ""
    state.roll = None
    if state.changed:
        state.changed = {}
    if point_after:
        if decided:
            state.round_decided = True
    else:
        state.round_number += 1
        state.round_decided = False
    if only_over:
        state.decision_only = False
    state.unbacked = False
    if seven_out or shooters == "seats":
        _shooter_after(state, seven_out, point_after)
    state.last_roll = last


def _buttons_ended(
    layout: Layout, state: TableState, lines: tuple[m.Line, ...], lapsed: tuple[tuple[int, str], ...]
) -> Iterator[EndedButton]:
    """Take the buttons off bets that are decided, and off bets that stay but whose call ends; yield what they were."""
    for seat, spot in lapsed:
        index = layout.by_id[spot].index
        bet = state.bets[index][seat]
        yield index, seat, bet.mark, bet.asked
        bet.mark = bet.asked = None
        del state.marked[index, seat]
    for line in lines:
        index = layout.by_id[line.spot].index
        bet = state.bets[index][line.seat]
        if line.outcome != "moved" and (bet.mark or bet.asked):
            yield index, line.seat, bet.mark, bet.asked
            del state.marked[index, line.seat]


def _note_seats(state: TableState, unlocked: tuple[tuple[int, str], ...], warned: tuple[int, ...]) -> None:
    """Write down whose locks ended with the roll, and who was warned."""
    for seat, spot in unlocked:
        locks = state.seats[seat].locks
        locks.discard(spot)
        if not locks:
            state.locked.discard(seat)
    for seat in warned:
        state.seats[seat].warned = True


def _pay(layout: Layout, state: TableState, lines: tuple[m.Line, ...], last: LastRoll) -> None:
    """Pay and take first, then move bets, so that a moving come bet does not merge with an older one that wins."""
    by_id, bets, seats, totals, on_spot = layout.by_id, state.bets, state.seats, state.totals, state.on_spot
    moves: list[tuple[int, int, Bet]] = []
    gone = last.bets
    off_layout = to_racks = charges = 0
    for seat, spot, stake, at_risk, outcome, paid, _, _, to, vigorish, _, _, _ in lines:
        index = by_id[spot].index
        here = bets[index]
        bet = here.pop(seat)
        on_spot[index] -= stake
        if not here:
            del state.occupied[index]
        if outcome == "moved":
            moves.append((by_id[to].index, seat, bet))
            continue
        gone.append(bet)
        back = paid + vigorish + stake
        if outcome == "lost":
            back -= at_risk
        off_layout += stake
        charges += vigorish
        if back:
            owner = seats[seat]
            owner.rack += back
            to_racks += back
            if owner.keeps and outcome == "won" and spot in owner.keeps:
                state.due.append((seat, spot, stake))
    totals.racks += to_racks
    totals.layout -= off_layout
    totals.commission -= charges
    totals.house += off_layout + charges - to_racks
    for index, seat, bet in moves:
        lay(state, index, seat, bet)


def _shooter_after(state: TableState, seven_out: bool, point_after: int) -> None:
    if seven_out:
        state.ordered = set()
    if seven_out and state.shooter:
        give_up(state, state.shooter)
    elif state.shooter == COMPANION and state.settings.shooter == "seats" and not point_after:
        state.shooter = None
        state.declined = set()
        state.let_by.clear()
        state.dice.hand = ()


def _outcome_undone(layout: Layout, state: TableState, event: m.OutcomeUndone) -> None:
    if event.reversed:
        assert state.last_roll
        reverse(layout, state, event, state.last_roll)
        state.last_roll = None
    _drop_roll(state, "undone")


HANDLERS: dict[type, EventWriter] = {
    m.BettingOpened: _betting_opened,
    m.BettingClosed: _betting_closed,
    m.DiceThrown: _dice_thrown,
    m.RollCalled: _roll_called,
    m.FaceDisputed: _face_disputed,
    m.NoRollCalled: _no_roll_called,
    m.RollSettled: _roll_settled,
    m.OutcomeUndone: _outcome_undone,
}
