"""Applies events about players and the floor to a state: seats, conduct, disputes, notices, closing."""

from __future__ import annotations

from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.apply.chips import EventWriter, lift, remember, to_rack
from comeout.table.apply.dice_changes import companion, give_up
from comeout.table.settings import change_setting
from comeout.table.state import Dispute, Phase, PlayerRecord, SeatState, TableState, limits_numbers, player_key


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
        state.last_roll.since().left.setdefault(event.seat, state.seats[event.seat].player)
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


def _walked_away(layout: Layout, state: TableState, event: m.WalkedAway) -> None:
    for spot, amount in event.folded:
        index = layout.by_id[spot].index
        remember(state, index, event.seat, state.bets[index][event.seat])
        lift(state, index, event.seat)
        if state.last_roll:
            state.last_roll.since().folded[index, event.seat] = None
        state.on_spot[index] -= amount
        state.choices.discard((event.seat, spot))
        state.totals.layout -= amount
        state.totals.house += amount
    state.seats[event.seat].away = True
    if state.offered == event.seat:
        state.offered = None


def _came_back(_: Layout, state: TableState, event: m.CameBack) -> None:
    state.seats[event.seat].away = False


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
    state.phase = Phase.SHUT


HANDLERS: dict[type, EventWriter] = {
    m.SeatTaken: _seat_taken,
    m.BoughtIn: _bought_in,
    m.SeatLeft: _seat_left,
    m.CameBack: _came_back,
    m.WalkedAway: _walked_away,
    m.SeatWarned: _seat_warned,
    m.SeatBarred: _seat_barred,
    m.BarLifted: _bar_lifted,
    m.RecordKnown: _record_known,
    m.PartnersFlagged: _partners_flagged,
    m.DisputeRaised: _dispute_raised,
    m.DisputeDecided: _dispute_decided,
    m.ReviewRequested: _review_requested,
    m.ReviewDecided: _review_decided,
    m.MoneyMoved: _money_moved,
    m.NoticePosted: _notice_posted,
    m.CrewAppointed: _crew_appointed,
    m.InspectorNotified: _inspector_notified,
    m.TableClosed: _table_closed,
}
