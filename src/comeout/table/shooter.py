"""Who throws: offers, acceptance, the line bet a shooter must have, and the dice in hand."""

from __future__ import annotations

from comeout.rules.layout import Layout
from comeout.table.asking import (
    Answer,
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
    NoRollCalled,
    OfferDice,
    OrderDicePassed,
    PassDice,
    Reason,
    Rejected,
    RollForDecision,
    TakeDice,
    ThrowDice,
    dice_thrown,
)
from comeout.table.state import COMPANION, Phase, TableState

BETTING, CLOSED = Phase.BETTING, Phase.CLOSED
BETWEEN_THROWS = (Phase.SETTLED, Phase.BETTING, Phase.CLOSED)


def eligible(layout: Layout, state: TableState) -> list[int]:
    """The seats the dice may be offered to, clockwise from the left of the last shooter or of the boxperson."""
    rule = layout.rulebook.shooter
    first = state.last_shooter is None
    offer = rule.first_offer if first else rule.next_offer
    order = sorted(state.seats)
    start = state.last_shooter or 0
    clockwise = [seat for seat in order if seat > start] + [seat for seat in order if seat <= start]
    return [
        seat
        for seat in clockwise
        if seat not in state.declined
        and not state.seats[seat].away
        and (offer == "all" or (offer == "line-bet" and has_line_bet(layout, state, seat)))
    ]


def offer_dice(layout: Layout, state: TableState, command: OfferDice) -> Answer:
    """Offer the dice to the next player in turn."""
    rule = layout.rulebook.shooter
    problem = _no_seats_shoot(layout, state) or role_problem(state, command.by, rule.offer_by, rule.first_clause)
    problem = problem or phase_problem(state, *BETWEEN_THROWS)
    if problem:
        return problem
    events: list[Event] = []
    if state.shooter is not None:
        if state.shooter == COMPANION or state.point or has_line_bet(layout, state, state.shooter):
            return Rejected(Reason.NOT_YOUR_DICE, f"seat {state.shooter} is the shooter", rule.pass_clause)
        decides = layout.rulebook.decision_only if come_bets(layout, state) else None
        clause = decides.clause if decides else rule.line_bet_clause
        events.append(DiceGivenUp(state.shooter, "no line bet", clause))
    problem = _set_is_short(layout, state)
    if problem:
        return problem
    leaving = {state.shooter} if state.shooter else set()
    seats = [seat for seat in _after(layout, state, state.shooter) if seat not in leaving]
    if not seats:
        return Rejected(Reason.NOBODY_ELIGIBLE, "nobody is left to offer the dice to", rule.next_clause)
    first = rule.reject_clause if state.declined else rule.first_clause
    clause = first if state.last_shooter is None and not events else rule.next_clause
    return [*events, DiceOffered(command.by, seats[0], clause)]


def _set_is_short(layout: Layout, state: TableState) -> Rejected | None:
    """A new shooter is offered the full set: no die lost, none still being looked for or checked."""
    book = layout.rulebook
    if state.last_shooter is None:
        return None
    if state.dice.lost:
        says = "dice were lost: put a new set on the table first"
        return Rejected(Reason.DICE_NOT_READY, says, book.dice.lost_clause)
    if state.dice.gone or state.dice.unchecked:
        says = "the full set is offered: find and check the missing dice first, or replace the set"
        return Rejected(Reason.DICE_NOT_READY, says, book.shooter.next_clause)
    return None


def _after(layout: Layout, state: TableState, shooter: int | None) -> list[int]:
    """Whom the dice go to next, also while the shooter who cannot throw still holds them."""
    if not shooter:
        return eligible(layout, state)
    seats = eligible(layout, state)
    return [seat for seat in seats if seat > shooter] + [seat for seat in seats if seat <= shooter]


def _no_seats_shoot(layout: Layout, state: TableState) -> Rejected | None:
    rule = layout.rulebook.shooter
    if rule.throws == "launcher":
        return Rejected(Reason.NO_SUCH_PROCEDURE, "there is no shooter: a launcher throws the dice", rule.first_clause)
    if state.settings.shooter == "companion":
        return Rejected(Reason.NO_SUCH_PROCEDURE, "a companion throws the dice at this table", rule.first_clause)
    return None


def take_dice(layout: Layout, state: TableState, command: TakeDice) -> Answer:
    """Accept the dice; a seat that let them go by may still take them once everybody did."""
    rule = layout.rulebook.shooter
    problem = seat_problem(state, command.seat) or _no_seats_shoot(layout, state)
    problem = problem or phase_problem(state, *BETWEEN_THROWS)
    if problem:
        return problem
    left_over = state.offered is None and state.shooter is None and command.seat in state.declined
    able = eligible(layout, state)
    if not (command.seat in able if state.offered == command.seat else left_over and not able):
        return Rejected(Reason.NOT_YOUR_DICE, "the dice are not offered to this seat", rule.accept_clause)
    if rule.line_bet_to_accept and not has_line_bet(layout, state, command.seat):
        return Rejected(Reason.NO_LINE_BET, "a line bet is needed to roll the dice", rule.line_bet_clause)
    clause = rule.accept_clause if state.last_shooter is None else rule.new_shooter_clause
    return [DiceTaken(command.seat, tuple(state.dice.usable()[:2]), clause)]


def decline_dice(layout: Layout, state: TableState, command: DeclineDice) -> Answer:
    """Let the dice go by."""
    rule = layout.rulebook.shooter
    problem = seat_problem(state, command.seat)
    if problem or state.offered != command.seat:
        says = "the dice are not offered to this seat"
        return problem or Rejected(Reason.NOT_YOUR_DICE, says, rule.accept_clause)
    return [DiceDeclined(command.seat, rule.reject_clause if state.last_shooter is None else rule.next_clause)]


def pass_dice(layout: Layout, state: TableState, command: PassDice) -> Answer:
    """Give up the dice after a roll."""
    rule = layout.rulebook.shooter
    problem = seat_problem(state, command.seat) or phase_problem(state, *BETWEEN_THROWS)
    if problem or state.shooter != command.seat:
        return problem or Rejected(Reason.NOT_YOUR_DICE, "only the shooter can pass the dice", rule.pass_clause)
    return [DiceGivenUp(command.seat, "passed", rule.pass_clause)]


def order_dice_passed(layout: Layout, state: TableState, command: OrderDicePassed) -> Answer:
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
    return [DiceGivenUp(state.shooter, command.reason, rule.order_clause)]


def choose_dice(layout: Layout, state: TableState, command: ChooseDice) -> Answer:
    """The shooter picks two dice of the set; one that left the table only after it was checked."""
    dice, rule = layout.rulebook.dice, layout.rulebook.shooter
    problem = seat_problem(state, command.seat) or phase_problem(state, *BETWEEN_THROWS)
    if problem or state.shooter != command.seat:
        return problem or Rejected(Reason.NOT_YOUR_DICE, "only the shooter picks dice", rule.accept_clause)
    picked = (command.first, command.second)
    missing = state.dice.gone or state.dice.unchecked or state.dice.lost or len(state.dice.hand) < 2
    taken = rule.accept_clause if state.last_shooter is None else rule.new_shooter_clause
    clause = dice.choose_clause if missing else taken
    if command.first == command.second or not set(picked) <= set(state.dice.usable()):
        usable = ", ".join(str(die) for die in state.dice.usable())
        return Rejected(Reason.DICE_NOT_READY, f"pick two different dice of: {usable}", clause)
    return [DiceChosen(command.seat, picked, clause)]


def let_companion_shoot(layout: Layout, state: TableState, command: LetCompanionShoot) -> Answer:
    """Finish a point with a shooter who is none of the seats, when no seat may."""
    rule = layout.rulebook.shooter
    clause = rule.stranded_clause
    problem = _no_seats_shoot(layout, state) or role_problem(state, command.by, rule.stranded_by, clause)
    problem = problem or phase_problem(state, *BETWEEN_THROWS)
    if problem:
        return problem
    if state.shooter is not None or not state.point or state.offered or eligible(layout, state):
        says = "this is only for a point that no seat may finish"
        return Rejected(Reason.NOT_YOUR_DICE, says, clause)
    return [CompanionShot(command.by, clause)]


def roll_for_decision(layout: Layout, state: TableState, command: RollForDecision) -> Answer:
    """Rolls without a line bet, only to decide the come bets still standing."""
    rule = layout.rulebook.decision_only
    if not rule:
        return no_procedure(layout, "rolling only to decide come bets")
    problem = role_problem(state, command.by, rule.by, rule.clause) or phase_problem(state, *BETWEEN_THROWS)
    if problem:
        return problem
    previous = state.shooter if state.shooter is not None else state.last_shooter
    lines = any(spot.wager.line and state.bets[spot.index] for spot in layout.spots)
    if state.point or lines or previous is None or not come_bets(layout, state):
        says = "this needs the puck OFF, no line bet, and come or don't come bets to decide"
        return Rejected(Reason.NOT_AVAILABLE_NOW, says, rule.clause)
    if any(seat != previous for seat in _after(layout, state, state.shooter)) and previous != COMPANION:
        return Rejected(Reason.NOBODY_ELIGIBLE, "offer the dice to the other players first", rule.clause)
    return [DecisionOnlyStarted(command.by, previous, rule.clause)]


def nobody_throws(layout: Layout, state: TableState) -> Rejected:
    """The refusal while the dice are in nobody's hand."""
    rule = layout.rulebook.shooter
    clause = rule.first_clause if state.last_shooter is None else rule.next_clause
    return Rejected(Reason.NOT_YOUR_DICE, "nobody has taken the dice yet; whoever wants to throw takes them", clause)


def why_no_throw(layout: Layout, state: TableState) -> Rejected | None:
    """Why the table cannot go on to a throw yet: nobody has the dice, one is missing, or the line bet is."""
    book, rule = layout.rulebook, layout.rulebook.shooter
    if state.shooter is None:
        return nobody_throws(layout, state)
    if state.shooter == COMPANION:
        return None
    if len(state.dice.hand) < 2:
        clause = book.dice.off_table_clause
        return Rejected(Reason.DICE_NOT_READY, "a die is missing: choose two dice first", clause)
    if state.decision_only or has_line_bet(layout, state, state.shooter):
        return None
    if state.point and rule.line_bet in ("at-come-out", "no-roll"):
        return None  # the new shooter of a standing point needs none, or the throw itself will be a No Roll
    clause = rule.keep_clause if state.point else rule.line_bet_clause
    return Rejected(Reason.NO_LINE_BET, "the shooter needs a Pass or Don't Pass bet to throw", clause)


def throw_dice(layout: Layout, state: TableState, command: ThrowDice) -> Answer:
    """Throw; a throw the book calls a No Roll by itself is one at once."""
    book, rule, seat = layout.rulebook, layout.rulebook.shooter, command.seat
    problem = None if seat == COMPANION else seat_problem(state, seat)
    if not problem and state.phase is not CLOSED and (state.phase is not BETTING or book.betting.closes != "throw"):
        problem = phase_problem(state, CLOSED, clause=book.betting.clause)
    if problem:
        return problem
    shooter = state.shooter
    if seat != shooter and (shooter is not None or rule.stranger == "no-roll"):
        return _throw_of_a_stranger(layout, seat)
    problem = why_no_throw(layout, state)
    thrown: Event = dice_thrown(shooter or COMPANION, rule.line_bet_clause)
    if rule.line_bet == "no-roll" and _lacks_line_bet(layout, state):
        ground = next(row for row in book.no_roll if row.clause == rule.keep_clause)
        no_roll: Event = NoRollCalled("", ground.code, ground.clause)
        return [thrown, no_roll, DiceGivenUp(seat, "no line bet", rule.keep_clause)]
    return problem or [thrown]


def _lacks_line_bet(layout: Layout, state: TableState) -> bool:
    return bool(state.shooter) and not has_line_bet(layout, state, state.shooter or 0)


def _throw_of_a_stranger(layout: Layout, seat: int) -> Answer:
    rule = layout.rulebook.shooter
    if rule.stranger == "refused":
        return Rejected(Reason.NOT_YOUR_DICE, "only the shooter throws the dice", rule.line_bet_clause)
    ground = next(row for row in layout.rulebook.no_roll if row.clause == rule.stranger_clause)
    return [DiceThrown(seat, rule.stranger_clause), NoRollCalled("", ground.code, ground.clause)]
