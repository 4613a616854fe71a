"""Decides irregular cases: interruption, invalidated outcome, malfunction, correction, walking away, lost dice."""

from __future__ import annotations

from comeout.dice import Roll
from comeout.rules.layout import Layout, Spot
from comeout.rules.procedures import listed
from comeout.table.apply import apply
from comeout.table.asking import (
    Decided,
    dice_problem,
    find_spot,
    no_procedure,
    phase_problem,
    role_problem,
    seat_problem,
)
from comeout.table.messages import (
    BetsReturned,
    CheckDie,
    CorrectRoll,
    DeclareMalfunction,
    DiceChosen,
    DiceGivenUp,
    DiceRegistered,
    DiceReplaced,
    DieChecked,
    DieLost,
    DieRecovered,
    ErrorNoted,
    Event,
    Interrupt,
    InvalidateOutcome,
    LoseDie,
    MarkAway,
    NoRollCalled,
    NoteError,
    OutcomeUndone,
    PlayContinued,
    Reason,
    RecoverDie,
    RegisterDice,
    Rejected,
    ReplaceDice,
    Returned,
    RollCalled,
    WalkedAway,
)
from comeout.table.rolling import find_ground, wants_line_bet
from comeout.table.settings import MOST_DICE
from comeout.table.shooter import BETWEEN_THROWS
from comeout.table.stakes.amounts import most_odds, vigorish_on
from comeout.table.state import COMPANION, Phase, TableState
from comeout.table.undo import undo_last_roll

IN_HAND = (Phase.DICE_OUT, Phase.CALLED)


def interrupt(layout: Layout, state: TableState, command: Interrupt) -> Decided:
    """Handle a technical interruption: void the round, leave it to the crew, or play on."""
    rule = layout.rulebook.interruption
    problem = role_problem(state, command.by, rule.by, rule.by_clause or rule.clause)
    if problem:
        return problem
    if state.phase is Phase.CALLED:
        return Rejected(Reason.WRONG_PHASE, "the roll is called: settle it first", rule.clause)
    if rule.procedure != "void-unless-decided":
        return [PlayContinued(command.by, rule.clause, rule.procedure == "crew")]
    if state.round_decided:
        return [PlayContinued(command.by, rule.decided_clause)]
    events: list[Event] = []
    if state.phase is Phase.DICE_OUT:
        events.append(_dropped(command.by, "interrupted", rule.undecided_clause))
    return [*events, round_voided(layout, state, command.by, rule.void_clause, rule.undecided_clause)]


def round_voided(layout: Layout, state: TableState, by: str, clause: str, because: str) -> BetsReturned:
    """Void the current round: its bets are returned and the puck is off."""
    return BetsReturned(by, "round voided", tuple(_returns_of_round(layout, state)), clause, because)


def _returns_of_round(layout: Layout, state: TableState) -> list[Returned]:
    """Return what was made or raised in this round, with its vigorish; odds that lose their bet come down too.

    If the book counts line bets to the round in which they are contested, those that an earlier round left up are
    included.
    """
    contested = layout.rulebook.interruption.line_bets == "contested"
    left: dict[tuple[int, int], int] = {}
    lines = []
    for spot in layout.spots:
        for seat, bet in state.bets[spot.index].items():
            part = state.round_part(bet)
            if contested and spot.wager.line:
                part = bet.amount
            rest = bet.amount - part
            if rest and spot.base >= 0:
                whole = state.bets[spot.base][seat].amount
                flat = left.get((spot.base, seat), whole)
                if flat < whole:
                    rest = min(rest, most_odds(layout, state.terms[bet.terms], spot, state.point, flat)[0])
            left[spot.index, seat] = rest
            if rest < bet.amount:
                charge = bet.vigorish - vigorish_on(layout, spot, rest)
                lines.append(_given_back(spot, seat, bet.amount - rest, charge))
    return lines


def invalidate_outcome(layout: Layout, state: TableState, command: InvalidateOutcome) -> Decided:
    """Invalidate an outcome: the current roll, or the last settled one until the next is called."""
    rule = layout.rulebook.invalidation
    if not rule:
        return no_procedure(layout, "invalidating an outcome")
    problem = role_problem(state, command.by, rule.by, rule.clause)
    if problem:
        return problem
    reason = next((each for each in rule.reasons if each.code == command.reason), None)
    if not reason:
        known = ", ".join(each.code for each in rule.reasons)
        return Rejected(Reason.UNKNOWN_GROUND, f"an outcome is invalidated for: {known}", rule.clause)
    if state.phase in IN_HAND:
        return [_dropped(command.by, reason.code, reason.clause, incident=reason.incident)]
    if not state.last_roll:
        return Rejected(Reason.TOO_LATE, "there is no outcome left to invalidate", rule.until_clause or rule.clause)
    return [undo_last_roll(layout, state, command.by, reason.code, reason.clause, incident=reason.incident)]


def _dropped(by: str, why: str, clause: str, *, incident: bool = False) -> OutcomeUndone:
    """Drop the current roll, so that it has no effect."""
    return OutcomeUndone(by, why, False, clause, incident)


def declare_malfunction(layout: Layout, state: TableState, command: DeclareMalfunction) -> Decided:
    """Void all pays and play after a malfunction: the current roll or a named settled one, and every open stake."""
    rule = layout.rulebook.malfunction
    if not rule:
        return no_procedure(layout, "a malfunction")
    problem = role_problem(state, command.by, rule.by, rule.clause)
    if problem:
        return problem
    events: list[Event] = []
    lying = state
    if state.phase in IN_HAND:
        events.append(_dropped(command.by, "malfunction", rule.clause))
    elif command.last_roll:
        if not state.last_roll:
            return Rejected(
                Reason.TOO_LATE, "there is no settled roll left to void", rule.settled_clause or rule.clause
            )
        undone = undo_last_roll(layout, state, command.by, "malfunction", rule.clause)
        lying = state.copy()
        apply(layout, lying, undone)
        events.append(undone)
    return [*events, BetsReturned(command.by, "malfunction", everything_returned(layout, lying), rule.clause)]


def _given_back(spot: Spot, seat: int, amount: int, charge: int) -> Returned:
    """Return a stake to its owner, with its vigorish if the book refunds it on a void."""
    rule = spot.wager.vigorish
    kept = charge if rule and "void" not in rule.returned else 0
    return Returned(seat, spot.id, amount, charge - kept, kept)


def everything_returned(layout: Layout, state: TableState) -> tuple[Returned, ...]:
    """Return every stake and vigorish on the layout, for a table that closes and for a malfunction."""
    return tuple(
        _given_back(spot, seat, bet.amount, bet.vigorish)
        for spot in layout.spots
        for seat, bet in sorted(state.bets[spot.index].items())
    )


def correct_roll(layout: Layout, state: TableState, command: CorrectRoll) -> Decided:
    """Correct a roll that was called wrongly, or that was no roll, before the next round begins."""
    rule = layout.rulebook.correction
    if not rule:
        return no_procedure(layout, "correcting a settled roll")
    problem = role_problem(state, command.by, rule.by, rule.clause)
    if problem:
        return problem
    right = _right_call(layout, command, rule.clause)
    if isinstance(right, Rejected) or state.phase is Phase.CALLED:
        return right if isinstance(right, Rejected) else [right]
    if not correctable(state):
        return Rejected(Reason.TOO_LATE, "the roll stands: play has gone on since", rule.clause)
    resettle = isinstance(right, RollCalled)
    why = "called wrongly" if resettle else "no roll"
    return [undo_last_roll(layout, state, command.by, why, rule.clause, resettle=resettle), right]


def _right_call(layout: Layout, command: CorrectRoll, clause: str) -> RollCalled | NoRollCalled | Rejected:
    """Return what should have been called: other dice, or a No Roll that the crew had to call."""
    if command.roll is not None:
        problem = dice_problem(layout, command.roll)
        return problem or RollCalled(command.by, Roll(*command.roll), "flat", clause)
    ground = find_ground(layout, command.ground)
    if not ground or ground.duty != "must":
        known = ", ".join(each.code for each in layout.rulebook.no_roll if each.duty == "must")
        return Rejected(
            Reason.UNKNOWN_GROUND, f"a No Roll that had to be called has one of these grounds: {known}", clause
        )
    again = layout.rulebook.no_rolls.again_clause
    return NoRollCalled(
        command.by,
        ground.code,
        ground.clause,
        incident=ground.incident,
        again=again,
        time_clause=clause,
        unbacked=wants_line_bet(layout, ground),
    )


def correctable(state: TableState) -> bool:
    """Return whether the last roll can be corrected: no other is in progress, and the next round has not begun."""
    last = state.last_roll
    if not last or state.phase in IN_HAND:
        return False
    return not last.round_ended or state.phase is Phase.SETTLED


def note_error(layout: Layout, state: TableState, command: NoteError) -> Decided:
    """Record an error of this or an earlier round that can no longer change an outcome."""
    rule = layout.rulebook.correction
    if not rule:
        return no_procedure(layout, "noting errors of earlier rounds")
    last = state.last_roll
    this_round = state.round_number - (last.round_ended if last and correctable(state) else 0)
    earlier = 0 < command.round < this_round if command.round else this_round > 1
    clause = rule.error_clause if earlier else rule.note_clause or rule.clause
    problem = role_problem(state, command.by, rule.by, clause)
    if not problem and not command.note.strip():
        return Rejected(Reason.NOTE_NEEDED, "say what the error was", clause)
    return problem or [ErrorNoted(command.by, command.note, clause)]


def mark_away(layout: Layout, state: TableState, command: MarkAway) -> Decided:
    """Mark a player as away: fold what waited for a decision, or let the bets run on."""
    rule = layout.rulebook.walk_away
    problem = role_problem(state, command.by, rule.by, rule.by_clause or rule.settled_clause) or seat_problem(
        state, command.seat
    )
    problem = problem or phase_problem(state, *BETWEEN_THROWS, clause=rule.settled_clause)
    if problem:
        return problem
    named = find_spot(layout, command.spot) if command.spot else None
    if isinstance(named, Rejected):
        return named
    waiting = [spot for spot in layout.spots if (command.seat, spot.id) in state.choices]
    if not command.pending and waiting:
        says = "this player has still to raise or withdraw a bet: record it as pending"
        return Rejected(Reason.CHOICE_PENDING, says, rule.pending_clause)
    leaving = _dice_left_behind(layout, state, command.seat)
    if not command.pending or rule.pending == "stand":
        return [WalkedAway(command.by, command.seat, (), rule.settled_clause), *leaving]
    if not waiting:
        says = f"no bet of seat {command.seat} waits for a decision: its bets run on and are settled"
        return Rejected(Reason.NO_SUCH_BET, says, rule.settled_clause)
    if named and named not in waiting:
        says = f"no decision is open on {named.id}; one is open on {listed([spot.id for spot in waiting])}"
        return Rejected(Reason.NO_SUCH_BET, says, rule.pending_clause)
    folded = _folded(layout, state, command.seat, [named] if named else waiting)
    return [WalkedAway(command.by, command.seat, folded, rule.pending_clause), *leaving]


def _folded(layout: Layout, state: TableState, seat: int, spots: list[Spot]) -> tuple[tuple[str, int], ...]:
    """Return the bets that waited for their owner's decision, with the odds on them; all others run on."""
    lost = dict.fromkeys(index for spot in spots for index in (spot.index, *spot.supported_by))
    bets = [(layout.spots[index].id, state.bet(index, seat)) for index in lost]
    return tuple((spot, bet.amount) for spot, bet in bets if bet)


def _dice_left_behind(layout: Layout, state: TableState, seat: int) -> list[Event]:
    """Take the dice from a shooter who walks away."""
    if state.shooter != seat:
        return []
    return [DiceGivenUp(seat, "walked away", layout.rulebook.shooter.pass_clause)]


def register_dice(layout: Layout, state: TableState, command: RegisterDice) -> Decided:
    """Register a set of dice as measured. It must meet the book's requirements."""
    rule = layout.rulebook.dice
    clause = rule.register_clause or rule.clause
    problem = role_problem(state, command.by, rule.control or ("stickperson", "boxperson"), clause)
    problem = problem or phase_problem(state, *BETWEEN_THROWS)
    if problem:
        return problem
    right_size = rule.holds(command.size) and command.size <= MOST_DICE
    right_make = command.face_mm_tenths >= rule.face_mm_tenths and rule.opposite in (0, command.opposite)
    if not right_size or not right_make:
        most = f" (Comeout numbers at most {MOST_DICE})" if command.size > MOST_DICE else ""
        says = f"a set is {rule.size} dice{most}"
        if rule.register_clause:
            says += f", faces of at least {rule.face}, opposite sides adding up to {rule.opposite}"
        return Rejected(Reason.BAD_DICE, says, clause)
    return [DiceRegistered(command.by, command.size, command.face_mm_tenths, clause)]


def recover_die(layout: Layout, state: TableState, command: RecoverDie) -> Decided:
    """Record that a die that left the table was found."""
    rule = layout.rulebook.dice
    problem = _no_search(layout, state, command.by, rule.control, rule.retrieve_clause)
    if problem or command.die not in state.dice.gone | state.dice.lost:
        return problem or _not_gone(command.die, rule.retrieve_clause)
    return [DieRecovered(command.by, command.die, rule.retrieve_clause)]


def check_die(layout: Layout, state: TableState, command: CheckDie) -> Decided:
    """Check a recovered die, which nobody may throw before."""
    rule = layout.rulebook.dice
    problem = _no_search(layout, state, command.by, rule.check_by, rule.check_clause)
    if problem or command.die not in state.dice.unchecked:
        return problem or Rejected(Reason.DICE_NOT_READY, "that die is not waiting for a check", rule.check_clause)
    checked = DieChecked(command.by, command.die, rule.check_clause)
    left = sorted({*state.dice.usable(), command.die})[:2]
    if state.shooter != COMPANION or len(state.dice.hand) == 2 or len(left) < 2:
        return [checked]
    return [checked, DiceChosen(COMPANION, (left[0], left[1]), rule.choose_clause)]


def lose_die(layout: Layout, state: TableState, command: LoseDie) -> Decided:
    """Record that a die that left the table is lost."""
    rule = layout.rulebook.dice
    problem = _no_search(layout, state, command.by, (*rule.control, *rule.check_by), rule.lost_clause)
    if problem or command.die not in state.dice.gone:
        return problem or _not_gone(command.die, rule.lost_clause)
    return [DieLost(command.by, command.die, rule.lost_clause)]


def replace_dice(layout: Layout, state: TableState, command: ReplaceDice) -> Decided:
    """Replace the set of dice by a new one."""
    rule = layout.rulebook.dice
    clause = rule.lost_clause or rule.clause
    problem = role_problem(state, command.by, rule.control or ("stickperson", "boxperson"), clause)
    return (
        problem or phase_problem(state, *BETWEEN_THROWS) or [DiceReplaced(command.by, state.settings.dice_set, clause)]
    )


def _no_search(layout: Layout, state: TableState, by: str, roles: tuple[str, ...], clause: str) -> Rejected | None:
    if layout.rulebook.dice.off_table == "none":
        return no_procedure(layout, "dice that left the table")
    return role_problem(state, by, roles, clause)


def _not_gone(die: int, clause: str) -> Rejected:
    return Rejected(Reason.DICE_NOT_READY, f"die {die} has not left the table", clause)
