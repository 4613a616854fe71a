"""apply(layout, state, event): what happened, written down. It never refuses, computes no rule, costs what changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.apply.chips import bet_placed, lay, lift, no_longer_due, remember, take_off, to_rack
from comeout.table.apply.dice_turns import companion, give_up
from comeout.table.apply.reversal import new_last_roll, reverse
from comeout.table.messages import Event
from comeout.table.settings import change_setting
from comeout.table.state import (
    COMPANION,
    Bet,
    DiceSet,
    Dispute,
    LastRoll,
    Mark,
    Pending,
    Phase,
    PlayerRecord,
    SeatState,
    TableState,
    limits_numbers,
    player_key,
)

# Bound once: members of an enum are slow to look up, and these are set with every roll.
BETTING, CLOSED, DICE_OUT = Phase.BETTING, Phase.CLOSED, Phase.DICE_OUT
CALLED, SETTLED, SHUT = Phase.CALLED, Phase.SETTLED, Phase.SHUT

MOVES_MONEY = frozenset(
    {
        m.SeatTaken,
        m.BoughtIn,
        m.SeatLeft,
        m.BetPlaced,
        m.BetTakenDown,
        m.BetsReturned,
        m.WalkedAway,
        m.RollSettled,
        m.OutcomeUndone,
        m.MoneyMoved,
    }
)
"""The events that touch an account; no other can make or lose a chip."""


def apply(layout: Layout, state: TableState, event: Event) -> None:
    """Write one event into the state; after any that moves money the accounts must add up to zero."""
    kind = type(event)
    _HANDLERS[kind](layout, state, event)
    if kind in MOVES_MONEY:
        money = state.totals
        balance = money.racks + money.layout + money.house + money.commission + money.cage + money.debts
        assert not balance, f"chips were made or lost by {event}"


# ------------------------------------------------------------------ money


def _seat_taken(_: Layout, state: TableState, event: m.SeatTaken) -> None:
    state.seats[event.seat] = SeatState(event.player, 0)
    state.sitting[player_key(event.player)] = event.seat
    state.totals.cage -= event.rack
    to_rack(state, event.seat, event.rack)


def _bought_in(_: Layout, state: TableState, event: m.BoughtIn) -> None:
    state.totals.cage -= event.amount
    to_rack(state, event.seat, event.amount)


def _seat_left(_: Layout, state: TableState, event: m.SeatLeft) -> None:
    to_rack(state, event.seat, -event.rack)
    state.totals.cage += event.rack
    if state.last_roll:
        state.last_roll.left.setdefault(event.seat, state.seats[event.seat].player)
    left = state.seats.pop(event.seat)
    partners, name = left.partners, player_key(left.player)
    state.sitting.pop(name, None)
    state.records.pop(name, None)
    if left.warned or left.told_off or left.barred:
        state.records[name] = PlayerRecord(left.warned, left.told_off, left.barred)
    state.locked.discard(event.seat)
    for other in partners:  # those who were partners through this player still are
        state.seats[other].partners = (state.seats[other].partners | partners) - {other, event.seat}
    state.due = [due for due in state.due if due[0] != event.seat]
    state.pending = {key: bet for key, bet in state.pending.items() if key[0] != event.seat}
    if state.offered == event.seat:
        state.offered = None
    if state.shooter == event.seat:
        give_up(state, event.seat)
    if state.previous == event.seat:
        state.previous = None
    state.declined.discard(event.seat)
    state.let_by.discard(event.seat)


# ------------------------------------------------------------------ bets


def _bet_taken_down(layout: Layout, state: TableState, event: m.BetTakenDown) -> None:
    take_off(layout, state, event.seat, event.spot, event.amount, event.vigorish, event.kept)
    state.choices.discard((event.seat, event.spot))
    if event.locks:
        state.seats[event.seat].locks.add(event.spot)
        state.locked.add(event.seat)


def _bet_offered(_: Layout, state: TableState, event: m.BetOffered) -> None:
    state.pending[event.seat, event.spot] = Pending(event.amount, event.tender, event.late)


def _bet_confirmed(_: Layout, state: TableState, event: m.BetConfirmed) -> None:
    state.pending[event.seat, event.spot].confirmed.add(event.by)


def _keep_set(_: Layout, state: TableState, event: m.KeepSet) -> None:
    keeps = state.seats[event.seat].keeps
    (keeps.add if event.keep else keeps.discard)(event.spot)


def _rebet_skipped(_: Layout, state: TableState, event: m.RebetSkipped) -> None:
    no_longer_due(state, event.seat, event.spot)


def _limit_noticed(_: Layout, state: TableState, event: m.LimitNoticed) -> None:
    state.choices.add((event.seat, event.spot))


def _bets_returned(layout: Layout, state: TableState, event: m.BetsReturned) -> None:
    for line in event.lines:
        take_off(layout, state, line.seat, line.spot, line.amount, line.vigorish, line.kept)
    state.point = 0
    state.phase = SETTLED
    state.decision_only = False
    state.round_number += 1
    state.round_decided = False
    state.pending.clear()
    state.choices.clear()
    state.last_roll = None


def _walked_away(layout: Layout, state: TableState, event: m.WalkedAway) -> None:
    for spot, amount in event.folded:
        index = layout.by_id[spot].index
        remember(state, index, event.seat, state.bets[index][event.seat])
        lift(state, index, event.seat)
        if state.last_roll:
            state.last_roll.folded.add((index, event.seat))
        state.on_spot[index] -= amount
        state.choices.discard((event.seat, spot))
        state.totals.layout -= amount
        state.totals.house += amount
    state.seats[event.seat].away = True
    if state.offered == event.seat:
        state.offered = None


def _came_back(_: Layout, state: TableState, event: m.CameBack) -> None:
    state.seats[event.seat].away = False


# ------------------------------------------------------------------ calls


def _call_made(layout: Layout, state: TableState, event: m.CallMade) -> None:
    index = layout.by_id[event.spot].index
    state.bets[index][event.seat].asked = Mark.ON_ONLY if event.only else Mark.ON
    state.marked[index, event.seat] = None


def _call_placed(layout: Layout, state: TableState, event: m.CallPlaced) -> None:
    mark = Mark.OFF if event.call == "off" else Mark.ON_ONLY if event.only else Mark.ON
    for spot in event.spots:
        index = layout.by_id[spot].index
        bet = state.bets[index][event.seat]
        bet.mark, bet.asked = mark, None
        state.marked[index, event.seat] = None


def _call_withdrawn(layout: Layout, state: TableState, event: m.CallWithdrawn) -> None:
    index = layout.by_id[event.spot].index
    bet = state.bets[index][event.seat]
    bet.mark = bet.asked = None
    del state.marked[index, event.seat]


# ------------------------------------------------------------------ shooter and dice


def _dice_offered(_: Layout, state: TableState, event: m.DiceOffered) -> None:
    state.offered = event.seat


def _dice_taken(_: Layout, state: TableState, event: m.DiceTaken) -> None:
    state.shooter = event.seat
    state.threw = False
    state.offered = None
    state.declined.clear()
    state.let_by.clear()
    state.unbacked = False
    state.dice.hand = event.dice


def _dice_declined(_: Layout, state: TableState, event: m.DiceDeclined) -> None:
    state.offered = None
    state.declined.add(event.seat)


def _dice_given_up(_: Layout, state: TableState, event: m.DiceGivenUp) -> None:
    give_up(state, event.seat)
    if event.ordered:
        state.ordered.add(player_key(state.seats[event.seat].player))


def _dice_chosen(_: Layout, state: TableState, event: m.DiceChosen) -> None:
    state.dice.hand = event.dice


def _companion_shot(_: Layout, state: TableState, event: m.CompanionShot) -> None:
    del event
    companion(state)


def _decision_only_started(_: Layout, state: TableState, event: m.DecisionOnlyStarted) -> None:
    state.decision_only = True
    if state.shooter != event.seat:
        state.shooter, state.threw = event.seat, False
    state.offered = None
    state.declined.clear()
    if not state.dice.hand:
        state.dice.hand = tuple(state.dice.usable()[:2])


def _decision_only_ended(_: Layout, state: TableState, event: m.DecisionOnlyEnded) -> None:
    del event
    state.decision_only = False


def _dice_registered(_: Layout, state: TableState, event: m.DiceRegistered) -> None:
    _new_set(state, event.size)


def _dice_replaced(_: Layout, state: TableState, event: m.DiceReplaced) -> None:
    _new_set(state, event.size)


def _new_set(state: TableState, size: int) -> None:
    state.dice = DiceSet(size, () if state.shooter is None else (1, 2), free=True)


def _die_off_table(_: Layout, state: TableState, event: m.DieOffTable) -> None:
    state.dice.gone.add(event.die)
    state.dice.free = True
    state.dice.hand = tuple(die for die in state.dice.hand if die != event.die)


def _die_recovered(_: Layout, state: TableState, event: m.DieRecovered) -> None:
    state.dice.gone.discard(event.die)
    state.dice.lost.discard(event.die)
    state.dice.unchecked.add(event.die)


def _die_checked(_: Layout, state: TableState, event: m.DieChecked) -> None:
    state.dice.unchecked.discard(event.die)


def _die_lost(_: Layout, state: TableState, event: m.DieLost) -> None:
    state.dice.gone.discard(event.die)
    state.dice.lost.add(event.die)


# ------------------------------------------------------------------ the roll


def _betting_opened(_: Layout, state: TableState, event: m.BettingOpened) -> None:
    del event
    state.phase = BETTING
    state.again = state.going_out = False


def _betting_closed(layout: Layout, state: TableState, event: m.BettingClosed) -> None:
    state.phase = CLOSED
    state.going_out = event.by == "house"
    if state.going_out or layout.rulebook.betting.closes != "throw":
        state.closed_at = state.placed
        state.pending.clear()
        state.due.clear()


def _dice_thrown(_: Layout, state: TableState, event: m.DiceThrown) -> None:
    state.phase = DICE_OUT
    state.closed_at = state.placed
    state.again = state.going_out = False
    if event.seat == state.shooter:
        state.threw = True
        state.dice.free = False
    state.pending.clear()
    state.due.clear()
    state.dropped = ""


def _roll_called(_: Layout, state: TableState, event: m.RollCalled) -> None:
    state.phase = CALLED
    state.roll = event.roll
    state.disputed, state.ruled = False, event.ruled
    state.pending.clear()
    state.last_roll = None  # another roll is called: the one before stands


def _face_disputed(_: Layout, state: TableState, event: m.FaceDisputed) -> None:
    del event
    state.disputed = True


def _no_roll_called(_: Layout, state: TableState, event: m.NoRollCalled) -> None:
    """Everything is as it was before the throw: bets stay closed until somebody opens them."""
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


def _roll_settled(layout: Layout, state: TableState, event: m.RollSettled) -> None:
    last = new_last_roll(layout, state, event)
    _pay(layout, state, event, last)
    for seat, spot in event.lapsed:
        index = layout.by_id[spot].index
        bet = state.bets[index][seat]
        bet.mark = bet.asked = None
        del state.marked[index, seat]
    for seat, spot in event.unlocked:
        locks = state.seats[seat].locks
        locks.discard(spot)
        if not locks:
            state.locked.discard(seat)
    for seat in event.warned:
        state.seats[seat].warned = True
    state.point = event.point_after
    state.rolls = event.number
    state.phase = SETTLED
    state.dropped = ""
    state.roll = None
    state.round_decided = state.round_decided or event.decided
    if not event.point_after:
        state.round_number += 1
        state.round_decided = False
    if event.decision_only_over:
        state.decision_only = False
    _shooter_after(state, event)
    state.last_roll = last


def _pay(layout: Layout, state: TableState, event: m.RollSettled, last: LastRoll) -> None:
    """Pay and take first, then move: a come bet on its way must not meet an older one that wins."""
    by_id, bets, seats, totals, on_spot = layout.by_id, state.bets, state.seats, state.totals, state.on_spot
    moves: list[tuple[int, int, Bet]] = []
    off_layout = to_racks = charges = 0
    for seat, spot, stake, at_risk, outcome, paid, _, _, to, vigorish, _, _, _ in event.lines:
        index = by_id[spot].index
        here = bets[index]
        bet = here.pop(seat)
        last.bets.append(bet)
        on_spot[index] -= stake
        if not here:
            del state.occupied[index]
        if outcome == "moved":
            moves.append((by_id[to].index, seat, bet))
            continue
        back = paid + vigorish + (stake - at_risk if outcome == "lost" else stake)
        owner = seats[seat]
        owner.rack += back
        to_racks += back
        off_layout += stake
        charges += vigorish
        if bet.mark or bet.asked:
            last.marks.append((index, seat, bet.mark, bet.asked))
            del state.marked[index, seat]
        if owner.keeps and outcome == "won" and spot in owner.keeps:
            state.due.append((seat, spot, stake))
    totals.racks += to_racks
    totals.layout -= off_layout
    totals.commission -= charges
    totals.house += off_layout + charges - to_racks
    for index, seat, bet in moves:
        lay(state, index, seat, bet)


def _shooter_after(state: TableState, event: m.RollSettled) -> None:
    state.unbacked = False
    if event.seven_out:
        state.ordered = set()
    if event.seven_out and state.shooter:
        give_up(state, state.shooter)
    elif state.shooter == COMPANION and state.settings.shooter == "seats" and not event.point_after:
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


# ------------------------------------------------------------------ the floor


def _seat_warned(_: Layout, state: TableState, event: m.SeatWarned) -> None:
    state.seats[event.seat].told_off += 1


def _seat_barred(_: Layout, state: TableState, event: m.SeatBarred) -> None:
    state.seats[event.seat].barred = True


def _bar_lifted(_: Layout, state: TableState, event: m.BarLifted) -> None:
    owner = state.seats[event.seat]
    owner.barred, owner.told_off = False, 0


def _record_known(_: Layout, state: TableState, event: m.RecordKnown) -> None:
    owner = state.seats[event.seat]
    owner.warned, owner.told_off, owner.barred = event.warned, event.told_off, event.barred
    for other in event.partners:
        owner.partners.add(other)
        state.seats[other].partners.add(event.seat)


def _partners_flagged(_: Layout, state: TableState, event: m.PartnersFlagged) -> None:
    one, other = state.seats[event.seat], state.seats[event.partner]
    one.partners.add(event.partner)
    other.partners.add(event.seat)
    state.linked.add((player_key(one.player), player_key(other.player)))


def _dispute_raised(_: Layout, state: TableState, event: m.DisputeRaised) -> None:
    state.disputes.append(Dispute(event.seat, event.about, event.covered))


def _dispute_decided(_: Layout, state: TableState, event: m.DisputeDecided) -> None:
    state.disputes[event.dispute - 1].decision = event.decision


def _review_decided(_: Layout, state: TableState, event: m.ReviewDecided) -> None:
    state.disputes[event.dispute - 1].outcome = event.decision


def _money_moved(_: Layout, state: TableState, event: m.MoneyMoved) -> None:
    state.totals.house -= event.amount
    to_rack(state, event.seat, event.amount)


def _review_requested(_: Layout, state: TableState, event: m.ReviewRequested) -> None:
    state.disputes[event.dispute - 1].review = True


def _notice_posted(layout: Layout, state: TableState, event: m.NoticePosted) -> None:
    before = state.settings
    state.settings = change_setting(layout, before, event.setting, event.value)
    state.terms.append(state.settings)
    state.outside = state.outside or limits_numbers(layout, state.settings)
    if state.settings.shooter != before.shooter:
        state.shooter = state.offered = None
        state.decision_only = state.unbacked = False
        state.declined, state.dice.hand = set(), ()
        state.let_by.clear()
        if state.settings.shooter == "companion":
            companion(state)


def _crew_appointed(_: Layout, state: TableState, event: m.CrewAppointed) -> None:
    state.crew[event.position] = event.person


def _inspector_notified(_: Layout, state: TableState, event: m.InspectorNotified) -> None:
    del event
    state.inspector_notified = True


def _table_closed(_: Layout, state: TableState, event: m.TableClosed) -> None:
    del event
    state.phase = SHUT


def _only_told(_: Layout, __: TableState, ___: Event) -> None:
    """Said for the record; nothing at the table changes."""


_HANDLERS: dict[type, Callable[[Layout, TableState, Any], None]] = {
    m.TableOpened: _only_told,
    m.SeatTaken: _seat_taken,
    m.BoughtIn: _bought_in,
    m.SeatLeft: _seat_left,
    m.CameBack: _came_back,
    m.BetPlaced: bet_placed,
    m.BetTakenDown: _bet_taken_down,
    m.BetOffered: _bet_offered,
    m.BetConfirmed: _bet_confirmed,
    m.CallMade: _call_made,
    m.CallPlaced: _call_placed,
    m.CallWithdrawn: _call_withdrawn,
    m.KeepSet: _keep_set,
    m.RebetSkipped: _rebet_skipped,
    m.LimitNoticed: _limit_noticed,
    m.BettingOpened: _betting_opened,
    m.BettingClosed: _betting_closed,
    m.DiceOffered: _dice_offered,
    m.DiceTaken: _dice_taken,
    m.DiceDeclined: _dice_declined,
    m.DiceGivenUp: _dice_given_up,
    m.DiceChosen: _dice_chosen,
    m.CompanionShot: _companion_shot,
    m.DecisionOnlyStarted: _decision_only_started,
    m.DecisionOnlyEnded: _decision_only_ended,
    m.DiceThrown: _dice_thrown,
    m.RollCalled: _roll_called,
    m.FaceDisputed: _face_disputed,
    m.NoRollCalled: _no_roll_called,
    m.RollSettled: _roll_settled,
    m.OutcomeUndone: _outcome_undone,
    m.BetsReturned: _bets_returned,
    m.PlayContinued: _only_told,
    m.WalkedAway: _walked_away,
    m.DiceRegistered: _dice_registered,
    m.DieOffTable: _die_off_table,
    m.DieRecovered: _die_recovered,
    m.DieChecked: _die_checked,
    m.DieLost: _die_lost,
    m.DiceReplaced: _dice_replaced,
    m.SeatWarned: _seat_warned,
    m.SeatBarred: _seat_barred,
    m.BarLifted: _bar_lifted,
    m.RecordKnown: _record_known,
    m.PartnersFlagged: _partners_flagged,
    m.DisputeRaised: _dispute_raised,
    m.DisputeDecided: _dispute_decided,
    m.ReviewRequested: _review_requested,
    m.MatterDecided: _only_told,
    m.ReviewDecided: _review_decided,
    m.MoneyMoved: _money_moved,
    m.NoRollNoted: _only_told,
    m.ErrorNoted: _only_told,
    m.NoticePosted: _notice_posted,
    m.CrewAppointed: _crew_appointed,
    m.InspectorNotified: _inspector_notified,
    m.TableClosed: _table_closed,
}
