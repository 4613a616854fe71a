"""Decides who throws: offers, acceptance, the line bet that a shooter needs, and the dice in hand."""

from __future__ import annotations

from typing import Literal

from comeout.rules.layout import Layout
from comeout.table.asking import (
    ByClause,
    Decided,
    came_back,
    come_bets,
    has_line_bet,
    no_procedure,
    phase_problem,
    role_problem,
    seat_problem,
)
from comeout.table.messages import (
    ChooseDice,
    CompanionShot,
    DecisionOnlyStarted,
    DeclineDice,
    DiceChosen,
    DiceDeclined,
    DiceGivenUp,
    DiceOffered,
    DiceTaken,
    DiceThrown,
    Event,
    LetCompanionShoot,
    MoveDiceOn,
    NoRollCalled,
    OfferDice,
    OrderDicePassed,
    PassDice,
    Reason,
    Rejected,
    RollForDecision,
    TakeDice,
    ThrowDice,
)
from comeout.table.state import COMPANION, Phase, TableState, player_key

BETTING, CLOSED = Phase.BETTING, Phase.CLOSED
BETWEEN_THROWS = (Phase.SETTLED, Phase.BETTING, Phase.CLOSED)

TIME_OVER, NOBODY_SHOOTS = "ALL-60", "ALL-61"
"""The readings by which an automatic crew moves the dice on, and lets somebody without a seat throw."""


def takers(layout: Layout, state: TableState) -> list[int]:
    """Return the seats that may have the dice, clockwise from the left of the last shooter or of the boxperson."""
    rule = layout.rulebook.shooter
    start = state.shooter or state.last_shooter or 0
    offer = rule.next_offer if start else rule.first_offer
    # While a point stands no line bet can be made any more: where taking the dice needs one, only that of now counts.
    needs_line_bet = offer == "line-bet" or (rule.line_bet_to_accept and bool(state.point))
    order = sorted(state.seats)
    return [
        seat
        for seat in [each for each in order if each > start] + [each for each in order if each <= start]
        if offer != "nobody" and stays(state, seat) and (not needs_line_bet or has_line_bet(layout, state, seat))
    ]


def stays(state: TableState, seat: int) -> bool:
    """Return whether a player is at the table and was not ordered to pass the dice."""
    owner = state.seats[seat]
    return not owner.away and player_key(owner.player) not in state.ordered


def all_passed(state: TableState) -> bool:
    """Return whether everybody at the table was ordered to pass the dice."""
    there = [seat for seat in state.seats if not state.seats[seat].away]
    return bool(there) and not any(stays(state, seat) for seat in there)


def eligible(layout: Layout, state: TableState) -> list[int]:
    """Return the seats that the dice may be offered to, in turn, without those that declined or give them up."""
    return [seat for seat in takers(layout, state) if seat not in state.declined and seat != state.shooter]


def offer_dice(layout: Layout, state: TableState, command: OfferDice) -> Decided:
    """Offer the dice to the next player in turn. A shooter without the required line bet gives them up."""
    rule = layout.rulebook.shooter
    problem = _no_seats_shoot(layout, state) or role_problem(state, command.by, rule.offer_by, rule.first_clause)
    problem = problem or phase_problem(state, *BETWEEN_THROWS) or why_no_offer(layout, state, command.by)
    if problem:
        return problem
    events = _gives_way(layout, state, command.by)
    seat = eligible(layout, state)[0]
    decides = layout.rulebook.decision_only
    if events and decides and come_bets(layout, state):
        return [*events, DiceOffered(command.by, seat, decides.clause)]
    first = rule.reject_clause if state.declined else rule.first_clause
    clause = first if state.last_shooter is None and not events else rule.next_clause
    return [*events, DiceOffered(command.by, seat, clause)]


def why_no_offer(layout: Layout, state: TableState, by: str) -> Rejected | None:
    """Return why the dice cannot be offered to anybody now."""
    rule = layout.rulebook.shooter
    if state.shooter is not None and not _gives_way(layout, state, by):
        return Rejected(Reason.NOT_YOUR_DICE, f"{_named(state.shooter)} is the shooter", rule.pass_clause)
    problem = _set_is_short(layout, state)
    if problem or eligible(layout, state):
        return problem
    return Rejected(Reason.NOBODY_ELIGIBLE, "nobody is left to offer the dice to", rule.next_clause)


def _named(shooter: int) -> str:
    return "a companion" if shooter == COMPANION else f"seat {shooter}"


def _gives_way(layout: Layout, state: TableState, by: str) -> list[Event]:
    """Return the event by which a shooter without a line bet gives up the dice, or nothing if the dice are kept.

    If a throw without a line bet is a No Roll, that No Roll comes first: it tells the shooter what is missing. Only the
    automatic crew, which does not throw such dice, moves them on without it, when the time for a bet is over.
    """
    rule, shooter = layout.rulebook.shooter, state.shooter
    if not shooter or has_line_bet(layout, state, shooter):
        return []
    if rule.line_bet == "no-roll":
        told = state.unbacked or (by == "house" and not state.point)
        return [DiceGivenUp(shooter, "no line bet", rule.go_by_clause or rule.keep_clause)] if told else []
    if state.point:
        return []
    decides = layout.rulebook.decision_only if come_bets(layout, state) else None
    return [DiceGivenUp(shooter, "no line bet", decides.clause if decides else rule.line_bet_clause)]


def _set_is_short(layout: Layout, state: TableState) -> Rejected | None:
    """Refuse an offer unless the set is complete: no die lost, none still being looked for or checked."""
    book = layout.rulebook
    if state.last_shooter is None and not state.shooter:
        return None
    if state.dice.lost:
        says = "dice were lost: put a new set on the table first"
        return Rejected(Reason.DICE_NOT_READY, says, book.dice.lost_clause)
    if state.dice.gone or state.dice.unchecked:
        says = "the full set is offered: find and check the missing dice first, or replace the set"
        return Rejected(Reason.DICE_NOT_READY, says, book.shooter.next_clause)
    return None


def _no_seats_shoot(layout: Layout, state: TableState) -> Rejected | None:
    rule = layout.rulebook.shooter
    if rule.throws == "launcher":
        return Rejected(Reason.NO_SUCH_PROCEDURE, "there is no shooter: a launcher throws the dice", rule.first_clause)
    if state.settings.shooter == "companion":
        return Rejected(Reason.NO_SUCH_PROCEDURE, "a companion throws the dice at this table", rule.first_clause)
    return None


def take_dice(layout: Layout, state: TableState, command: TakeDice) -> Decided:
    """Accept the dice. A seat that declined may still take them once everybody else has."""
    rule = layout.rulebook.shooter
    problem = seat_problem(state, command.seat) or _no_seats_shoot(layout, state)
    problem = problem or phase_problem(state, *BETWEEN_THROWS)
    if problem:
        return problem
    able = eligible(layout, state)
    left_over = state.shooter is None and not able and command.seat in takers(layout, state)
    if not (command.seat in able if state.offered == command.seat else left_over):
        return Rejected(Reason.NOT_YOUR_DICE, "the dice are not offered to this seat", rule.accept_clause)
    if rule.line_bet_to_accept and not has_line_bet(layout, state, command.seat):
        return Rejected(Reason.NO_LINE_BET, "a line bet is needed to roll the dice", rule.line_bet_clause)
    clause = rule.accept_clause if state.last_shooter is None else rule.new_shooter_clause
    return [DiceTaken(command.seat, tuple(state.dice.usable()[:2]), clause)]


def decline_dice(layout: Layout, state: TableState, command: DeclineDice) -> Decided:
    """Decline the dice."""
    rule = layout.rulebook.shooter
    problem = seat_problem(state, command.seat)
    if problem or state.offered != command.seat:
        says = "the dice are not offered to this seat"
        return problem or Rejected(Reason.NOT_YOUR_DICE, says, rule.accept_clause)
    return [DiceDeclined(command.seat, rule.reject_clause if state.last_shooter is None else rule.next_clause)]


def pass_dice(layout: Layout, state: TableState, command: PassDice) -> Decided:
    """Give up the dice after a roll."""
    rule = layout.rulebook.shooter
    problem = seat_problem(state, command.seat) or phase_problem(state, *BETWEEN_THROWS)
    if problem or state.shooter != command.seat:
        return problem or Rejected(Reason.NOT_YOUR_DICE, "only the shooter can pass the dice", rule.pass_clause)
    return [DiceGivenUp(command.seat, "passed", rule.pass_clause)]


def order_dice_passed(layout: Layout, state: TableState, command: OrderDicePassed) -> Decided:
    """Take the dice from the shooter for one of the book's reasons."""
    rule = layout.rulebook.shooter
    if not rule.order_by:
        return no_procedure(layout, "ordering the dice passed")
    problem = role_problem(state, command.by, rule.order_by, rule.order_clause)
    problem = problem or phase_problem(state, *BETWEEN_THROWS)
    if problem:
        return problem
    if not state.shooter:
        return Rejected(Reason.NOT_YOUR_DICE, "no seat has the dice", rule.order_clause)
    if command.reason not in rule.order_reasons:
        says = f"the dice are ordered passed for: {', '.join(rule.order_reasons)}"
        return Rejected(Reason.UNKNOWN_GROUND, says, rule.order_clause)
    return [DiceGivenUp(state.shooter, command.reason, rule.order_clause, ordered=True)]


def choose_dice(layout: Layout, state: TableState, command: ChooseDice) -> Decided:
    """Choose two dice of the set to keep. A die that left the table must have been checked."""
    dice, rule = layout.rulebook.dice, layout.rulebook.shooter
    companion = command.seat == COMPANION and rule.throws == "shooter"
    problem = None if companion else seat_problem(state, command.seat)
    problem = problem or phase_problem(state, *BETWEEN_THROWS)
    if problem or state.shooter != command.seat:
        return problem or Rejected(Reason.NOT_YOUR_DICE, "only the shooter picks dice", rule.accept_clause)
    picked = (command.first, command.second)
    missing = state.dice.gone or state.dice.unchecked or state.dice.lost or len(state.dice.hand) < 2
    taken = rule.accept_clause if state.last_shooter is None else rule.new_shooter_clause
    clause = dice.choose_clause if missing else taken
    if state.threw and not state.dice.free and len(state.dice.hand) == 2:
        says = "the shooter keeps the two dice that were thrown"
        return Rejected(Reason.DICE_NOT_READY, says, clause)
    if command.first == command.second or not set(picked) <= set(state.dice.usable()):
        usable = ", ".join(str(die) for die in state.dice.usable())
        return Rejected(Reason.DICE_NOT_READY, f"pick two different dice of: {usable}", clause)
    return [DiceChosen(command.seat, picked, clause)]


def let_companion_shoot(layout: Layout, state: TableState, command: LetCompanionShoot) -> Decided:
    """Let a companion, who has no seat, throw when no seat may."""
    rule = layout.rulebook.shooter
    problem = _no_seats_shoot(layout, state) or role_problem(state, command.by, rule.stranded_by, rule.stranded_clause)
    problem = problem or phase_problem(state, *BETWEEN_THROWS) or why_no_companion(layout, state, command.by)
    if problem:
        return problem
    by_clock = command.by == "house" and not state.point and not all_passed(state)
    clause = NOBODY_SHOOTS if by_clock else rule.stranded_clause
    if clause == NOBODY_SHOOTS and state.settings.nobody_shoots == "wait":
        return Rejected(Reason.NOT_YOUR_DICE, "this table waits until somebody takes the dice", clause)
    return [*_gives_way(layout, state, command.by), CompanionShot(command.by, clause)]


def why_no_companion(layout: Layout, state: TableState, by: str) -> Rejected | None:
    """Return why a companion may not throw now: a seat has the dice, or there is one to offer them to."""
    clause = layout.rulebook.shooter.stranded_clause
    if state.shooter is not None and not _gives_way(layout, state, by):
        return Rejected(Reason.NOT_YOUR_DICE, f"{_named(state.shooter)} is the shooter", clause)
    if eligible(layout, state):
        return Rejected(Reason.NOT_YOUR_DICE, "this is only for dice that no seat is left to throw", clause)
    return None


def move_dice_on(layout: Layout, state: TableState, command: MoveDiceOn) -> Decided:
    """Move the dice on when time is over: an offer was not answered, or a shooter has no line bet."""
    problem = _no_seats_shoot(layout, state) or role_problem(state, command.by, (), TIME_OVER)
    problem = problem or phase_problem(state, *BETWEEN_THROWS)
    if problem:
        return problem
    if state.shooter is None and state.offered:
        return [DiceDeclined(state.offered, TIME_OVER)]
    if state.shooter and lacks_line_bet(layout, state):
        return [DiceGivenUp(state.shooter, "no line bet", TIME_OVER)]
    return Rejected(Reason.NOT_YOUR_DICE, "nobody keeps the table waiting for the dice", TIME_OVER)


def lacks_line_bet(layout: Layout, state: TableState) -> bool:
    """Return whether a seat has the dice without the line bet that the book requires before the throw."""
    problem = why_no_throw(layout, state)
    return problem is not None and problem.reason is Reason.NO_LINE_BET


def way_to_dice(layout: Layout, state: TableState, seat: int) -> Literal["take", "bet", ""]:
    """Return how a seat gets dice that nobody holds: take them, or bet on the line first; empty if it cannot now."""
    if state.shooter is not None or seat not in state.seats or state.phase not in BETWEEN_THROWS:
        return ""
    if state.offered not in (None, seat):
        return ""  # asked first: a client does not know whether others have the line bet that makes them eligible
    if not isinstance(answer := take_dice(layout, state, TakeDice(seat)), Rejected):
        return "take"
    if _no_seats_shoot(layout, state) or not stays(state, seat):
        return ""
    after_bet = bool(state.last_shooter) and layout.rulebook.shooter.next_offer == "line-bet"
    lacking = not state.point and not state.seats[seat].barred and not has_line_bet(layout, state, seat)
    return "bet" if lacking and (after_bet or answer.reason is Reason.NO_LINE_BET) else ""


def roll_for_decision(layout: Layout, state: TableState, command: RollForDecision) -> Decided:
    """Start rolls without a line bet, which only decide the come bets that are still up."""
    rule = layout.rulebook.decision_only
    if not rule:
        return no_procedure(layout, "rolling only to decide come bets")
    problem = role_problem(state, command.by, rule.by, rule.clause) or phase_problem(state, *BETWEEN_THROWS)
    if problem:
        return problem
    thrower = _decides(state)
    if state.point or not come_bets(layout, state) or _may_come_out(layout, state, thrower):
        says = "this needs the puck OFF, a shooter without a line bet, and come or don't come bets to decide"
        return Rejected(Reason.NOT_AVAILABLE_NOW, says, rule.clause)
    if state.shooter != COMPANION and any(seat != thrower for seat in eligible(layout, state)):
        return Rejected(Reason.NOBODY_ELIGIBLE, "offer the dice to the other players first", rule.clause)
    if thrower is None:
        return Rejected(Reason.NOBODY_ELIGIBLE, "nobody is left to throw for the decision", rule.next_clause)
    clause = rule.clause if thrower in (state.shooter, state.previous) else rule.next_clause or rule.clause
    return [DecisionOnlyStarted(command.by, thrower, clause)]


def _may_come_out(layout: Layout, state: TableState, thrower: int | None) -> bool:
    """Return whether a come-out roll is possible: with the shooter's line bet, or by a companion with anybody's."""
    seats = state.seats if thrower == COMPANION else [thrower or COMPANION]
    return any(has_line_bet(layout, state, seat) for seat in seats)


def _decides(state: TableState) -> int | None:
    """Return who throws for the decision: the shooter, or the previous one, or else the next player clockwise."""
    if state.shooter is not None:
        return state.shooter
    start = state.last_shooter or 0
    first = [] if state.previous is None else [state.previous]
    order = sorted(state.seats)
    clockwise = [*first, *(seat for seat in order if seat > start), *(seat for seat in order if seat <= start)]
    return next((seat for seat in clockwise if seat not in state.let_by and stays(state, seat)), None)


def nobody_throws(layout: Layout, state: TableState) -> Rejected:
    """Return the refusal while nobody has the dice."""
    rule = layout.rulebook.shooter
    clause = rule.first_clause if state.last_shooter is None else rule.next_clause
    return Rejected(Reason.NOT_YOUR_DICE, "nobody has taken the dice yet; whoever wants to throw takes them", clause)


def why_no_throw(layout: Layout, state: TableState) -> Rejected | None:
    """Return why no throw is possible yet: nobody has the dice, one is missing, or the line bet is."""
    book, rule = layout.rulebook, layout.rulebook.shooter
    if state.shooter is None:
        return nobody_throws(layout, state)
    if len(state.dice.hand) < 2:
        clause = book.dice.off_table_clause
        return Rejected(Reason.DICE_NOT_READY, "a die is missing: choose two dice first", clause)
    if state.shooter == COMPANION or state.decision_only or has_line_bet(layout, state, state.shooter):
        return None
    if state.point and rule.line_bet in ("at-come-out", "no-roll"):
        return None  # the new shooter of a standing point needs none, or the throw itself will be a No Roll
    clause = rule.keep_clause if state.point else rule.line_bet_clause
    return Rejected(Reason.NO_LINE_BET, "the shooter needs a Pass or Don't Pass bet to throw", clause)


_THROWN = ByClause(lambda clause: (DiceThrown(COMPANION, clause),))


def throw_dice(layout: Layout, state: TableState, command: ThrowDice) -> Decided:
    """Throw the dice. A throw that the book itself makes a No Roll becomes one at once."""
    seat, rule = command.seat, layout.rulebook.shooter
    if seat == COMPANION == state.shooter and state.phase is CLOSED and len(state.dice.hand) == 2:
        return _THROWN[rule.line_bet_clause]  # who has no seat needs no bet to throw
    return came_back(state, seat, _thrown(layout, state, seat))


def _thrown(layout: Layout, state: TableState, seat: int) -> Decided:
    book, rule = layout.rulebook, layout.rulebook.shooter
    problem = None if seat == COMPANION else seat_problem(state, seat)
    if not problem and state.phase is not CLOSED and (state.phase is not BETTING or book.betting.closes != "throw"):
        problem = phase_problem(state, CLOSED, clause=book.betting.clause)
    if problem:
        return problem
    shooter = state.shooter
    if seat != shooter and (shooter is not None or rule.stranger == "no-roll"):
        return _throw_of_a_stranger(layout, seat)
    problem = why_no_throw(layout, state)
    thrown = DiceThrown(shooter or COMPANION, rule.line_bet_clause)
    if rule.line_bet == "no-roll" and _lacks_line_bet(layout, state) and len(state.dice.hand) == 2:
        return [thrown, _no_roll_by_itself(layout, rule.keep_clause, unbacked=True)]
    return problem or [thrown]


def _no_roll_by_itself(layout: Layout, clause: str, *, unbacked: bool = False) -> NoRollCalled:
    """Return the No Roll that the book makes of a throw, whoever calls it."""
    ground = next(row for row in layout.rulebook.no_roll if row.clause == clause)
    again = layout.rulebook.no_rolls.again_clause
    return NoRollCalled("", ground.code, ground.clause, again=again, unbacked=unbacked)


def _lacks_line_bet(layout: Layout, state: TableState) -> bool:
    return bool(state.shooter) and not has_line_bet(layout, state, state.shooter or 0)


def _throw_of_a_stranger(layout: Layout, seat: int) -> Decided:
    rule = layout.rulebook.shooter
    if rule.stranger == "refused":
        return Rejected(Reason.NOT_YOUR_DICE, "only the shooter throws the dice", rule.line_bet_clause)
    return [DiceThrown(seat, rule.stranger_clause), _no_roll_by_itself(layout, rule.stranger_clause)]
