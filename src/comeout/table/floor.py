"""Decides what happens around the game: seats and buy-ins, notices, conduct, positions, closing the table."""

from __future__ import annotations

from comeout.money import is_amount
from comeout.rules.layout import Layout
from comeout.rules.procedures import listed
from comeout.table.asking import Decided, no_procedure, phase_problem, role_problem, seat_problem
from comeout.table.irregular import everything_returned
from comeout.table.messages import (
    AppointCrew,
    BarLifted,
    BarSeat,
    BetsReturned,
    BoughtIn,
    BuyIn,
    CameBack,
    CloseTable,
    ComeBack,
    CrewAppointed,
    Event,
    FlagPartners,
    InspectorNotified,
    Leave,
    LiftBar,
    NoticePosted,
    NotifyInspector,
    PartnersFlagged,
    PostNotice,
    Reason,
    RecordKnown,
    Rejected,
    RemoveBet,
    SeatBarred,
    SeatLeft,
    SeatTaken,
    SeatWarned,
    Sit,
    TableClosed,
    WarnSeat,
)
from comeout.table.removal import remove_bet
from comeout.table.settings import SettingError, change_setting
from comeout.table.shooter import BETWEEN_THROWS
from comeout.table.state import Phase, PlayerRecord, TableState, player_key

MOST_SEATS = 1_000_000


def sit(layout: Layout, state: TableState, command: Sit) -> Decided:
    """Take a free seat, one for each player. The house decides who may sit: it knows whose name it is."""
    if state.phase is Phase.SHUT:
        return Rejected(Reason.TABLE_CLOSED, "the table is closed")
    if not 1 <= command.seat <= MOST_SEATS or not command.player.strip():
        return Rejected(Reason.NONSENSE, "a seat has a number from 1 and a player with a name")
    if command.rack != 0 and not is_amount(command.rack):
        return Rejected(Reason.NONSENSE, "a rack is a whole number of cents", layout.rulebook.book.chips_clause)
    if command.seat in state.seats:
        return Rejected(Reason.SEAT_TAKEN, f"seat {command.seat} is taken")
    there = state.sitting.get(player_key(command.player))
    if there:
        says = f"{command.player} sits in seat {there}; a player sits once at a table"
        return Rejected(Reason.SEAT_TAKEN, says, layout.rulebook.book.seat_clause)
    return [SeatTaken(command.seat, command.player, command.rack), *_known_before(layout, state, command)]


def _known_before(layout: Layout, state: TableState, command: Sit) -> list[Event]:
    """Return what this table knows of a returning player: warnings and bars follow the player, not the seat."""
    rule = layout.rulebook.conduct
    record = state.records.get(player_key(command.player), PlayerRecord())
    partners = tuple(sorted(_partners_present(state, command.player)))
    if not rule or (record == PlayerRecord() and not partners):
        return []
    seat, told_off = command.seat, record.told_off
    return [RecordKnown(seat, record.warned, told_off, record.barred, rule.record_clause, partners)]


def _partners_present(state: TableState, player: str) -> set[int]:
    """Return the seats of everybody linked to a player who is about to sit down, also through players who left."""
    found, ask = {player_key(player)}, [player_key(player)]
    while ask:
        each = ask.pop()
        new = {other for pair in state.linked if each in pair for other in pair} - found
        found |= new
        ask += new
    return {state.sitting[name] for name in found if name in state.sitting}


def buy_in(layout: Layout, state: TableState, command: BuyIn) -> Decided:
    """Exchange cash for chips."""
    clause = layout.rulebook.book.chips_clause
    problem = seat_problem(state, command.seat)
    if problem or not is_amount(command.amount):
        return problem or Rejected(Reason.NONSENSE, "an amount is a whole number of cents above zero", clause)
    return [BoughtIn(command.seat, command.amount, clause)]


def leave(layout: Layout, state: TableState, command: Leave) -> Decided:
    """Colour up and leave, if the seat has nothing on the layout."""
    problem = seat_problem(state, command.seat) or phase_problem(state, *BETWEEN_THROWS)
    if problem:
        return problem
    if any(command.seat in bets for bets in state.bets):
        clause = layout.rulebook.walk_away.settled_clause
        return Rejected(Reason.BETS_STILL_UP, _still_up(layout, state, command.seat), clause)
    return [SeatLeft(command.seat, state.seats[command.seat].rack)]


def _still_up(layout: Layout, state: TableState, seat: int) -> str:
    """Say what a player with bets on the layout may do instead of colouring up."""
    up = [layout.spots[index].id for index in sorted(state.occupied) if seat in state.bets[index]]
    loose = [spot for spot in up if not isinstance(remove_bet(layout, state, RemoveBet(seat, spot)), Rejected)]
    says = f"{listed(up)} {'is' if len(up) == 1 else 'are'} up; you may walk off, and what is up is settled as it falls"
    return f"{says}, or take down {listed(loose)} first" if loose else f"{says}: nothing of it can be taken down now"


def come_back(layout: Layout, state: TableState, command: ComeBack) -> Decided:
    """Come back to the table."""
    del layout
    problem = seat_problem(state, command.seat)
    if problem or not state.seats[command.seat].away:
        return problem or Rejected(Reason.NONSENSE, "this player is at the table")
    return [CameBack(command.seat)]


def warn_seat(layout: Layout, state: TableState, command: WarnSeat) -> Decided:
    """Tell a player off for touching wagers."""
    rule = layout.rulebook.conduct
    if not rule:
        return no_procedure(layout, "warning a player")
    problem = role_problem(state, command.by, rule.by, rule.touch_clause) or seat_problem(state, command.seat)
    return problem or [SeatWarned(command.by, command.seat, rule.touch_clause)]


def bar_seat(layout: Layout, state: TableState, command: BarSeat) -> Decided:
    """Refuse the future wagers of a player who was told off repeatedly."""
    rule = layout.rulebook.conduct
    if not rule:
        return no_procedure(layout, "barring a player")
    problem = role_problem(state, command.by, rule.by, rule.touch_clause) or seat_problem(state, command.seat)
    if problem:
        return problem
    if state.seats[command.seat].told_off < 2:
        says = "only repeated failures lead to a bar: warn the player each time"
        return Rejected(Reason.NOTICE_NEEDED, says, rule.touch_clause)
    return [SeatBarred(command.by, command.seat, rule.touch_clause)]


def lift_bar(layout: Layout, state: TableState, command: LiftBar) -> Decided:
    """Accept a barred player's wagers again. Whoever may bar may lift the bar."""
    rule = layout.rulebook.conduct
    if not rule:
        return no_procedure(layout, "barring a player")
    problem = role_problem(state, command.by, rule.by, rule.record_clause) or seat_problem(state, command.seat)
    if problem or not state.seats[command.seat].barred:
        return problem or Rejected(Reason.NONSENSE, "this player's wagers are taken", rule.record_clause)
    return [BarLifted(command.by, command.seat, rule.record_clause)]


def flag_partners(layout: Layout, state: TableState, command: FlagPartners) -> Decided:
    """Treat two players who bet as one as one against the maximum."""
    rule = layout.rulebook.conduct
    if not rule:
        return no_procedure(layout, "partnerships")
    problem = role_problem(state, command.by, rule.by, rule.partners_clause)
    problem = problem or seat_problem(state, command.seat) or seat_problem(state, command.partner)
    if problem or command.seat == command.partner:
        return problem or Rejected(Reason.NONSENSE, "a partnership takes two seats", rule.partners_clause)
    return [PartnersFlagged(command.by, command.seat, command.partner, rule.partners_clause)]


def post_notice(layout: Layout, state: TableState, command: PostNotice) -> Decided:
    """Change one setting within the book, between rolls."""
    rule = layout.rulebook.limits
    problem = role_problem(state, command.by, rule.post_by, rule.post_clause or rule.clause) or phase_problem(
        state, *BETWEEN_THROWS
    )
    if problem:
        return problem
    try:
        change_setting(layout, state.settings, command.setting, command.value)
    except SettingError as bad:
        return Rejected(Reason.BAD_SETTING, bad.says, bad.clause)
    return [NoticePosted(command.by, command.setting, command.value, rule.shown_clause or rule.clause)]


def appoint_crew(layout: Layout, state: TableState, command: AppointCrew) -> Decided:
    """Appoint a person to a position, or to act in one if the book allows that."""
    rule = layout.rulebook.crew
    clause = rule.acting_clause if command.position in rule.acting else rule.clause
    problem = role_problem(state, command.by, rule.by, clause)
    if problem:
        return problem
    if command.position not in rule.positions or not command.person.strip():
        return Rejected(Reason.NONSENSE, f"name a person and a position: {', '.join(rule.positions)}", clause)
    return [CrewAppointed(command.by, command.position, command.person, clause)]


def notify_inspector(layout: Layout, state: TableState, command: NotifyInspector) -> Decided:
    """Tell the inspector that the table will close."""
    rule = layout.rulebook.closing
    if rule.notify == "nobody":
        return no_procedure(layout, "an inspector")
    problem = role_problem(state, command.by, rule.by, rule.clause)
    return problem or [InspectorNotified(command.by, rule.clause)]


def close_table(layout: Layout, state: TableState, command: CloseTable) -> Decided:
    """Close the table and return what is still on it."""
    rule = layout.rulebook.closing
    problem = role_problem(state, command.by, rule.by, rule.clause)
    problem = problem or phase_problem(state, *BETWEEN_THROWS, clause=rule.clause)
    if problem:
        return problem
    if rule.notify == "inspector" and not state.inspector_notified:
        return Rejected(Reason.NOTICE_NEEDED, "an inspector must be notified before", rule.clause)
    lines = everything_returned(layout, state)
    events: list[Event] = [BetsReturned(command.by, "table closed", lines, rule.clause)] if lines else []
    return [*events, TableClosed(command.by, rule.clause)]
