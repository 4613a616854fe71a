"""Decides one roll as the crew runs it: betting opened and closed, dice called or ruled invalid, roll settled."""

from __future__ import annotations

from comeout.dice import ROLLS, Roll, is_roll
from comeout.errors import nearest
from comeout.rules.layout import Layout
from comeout.rules.rulebook import NoRoll
from comeout.table.asking import (
    ByClause,
    Decided,
    bad_dice,
    dice_problem,
    no_procedure,
    phase_problem,
    role_problem,
    seat_problem,
)
from comeout.table.messages import (
    BettingClosed,
    BettingOpened,
    CallNoRoll,
    CallRoll,
    CloseBetting,
    DiceChosen,
    DieOffTable,
    DisputeFace,
    Event,
    FaceDisputed,
    NoRollCalled,
    NoRollNoted,
    NoteNoRoll,
    OpenBetting,
    Reason,
    Rejected,
    RollCalled,
    RuleOnRoll,
    SettleRoll,
)
from comeout.table.settlement import settle
from comeout.table.shooter import nobody_throws
from comeout.table.state import COMPANION, Phase, TableState

# Bound once: these are asked for with every roll. What the automatic crew does in its phase is checked here, without
# a call of `role_problem` and `phase_problem`.
SETTLED, BETTING, CLOSED = Phase.SETTLED, Phase.BETTING, Phase.CLOSED
DICE_OUT, CALLED = Phase.DICE_OUT, Phase.CALLED
_OPENED = ByClause(lambda clause: (BettingOpened("house", clause),))
_CLOSED = ByClause(lambda clause: (BettingClosed("house", clause),))
_CALLED = ByClause(lambda clause: {roll: (RollCalled("house", roll, "flat", clause),) for roll in ROLLS})


def open_betting(layout: Layout, state: TableState, command: OpenBetting) -> Decided:
    """Invite bets once the last roll is settled, or again before the dice go out."""
    betting, by = layout.rulebook.betting, command.by
    if state.phase is SETTLED and by == "house" and state.settings.crew == "automatic":
        return _OPENED[betting.open_clause]
    problem = role_problem(state, by, betting.by, betting.open_clause)
    problem = problem or phase_problem(state, SETTLED, CLOSED, clause=layout.rulebook.call.settle_clause)
    return problem or [BettingOpened(by, betting.open_clause)]


def close_betting(layout: Layout, state: TableState, command: CloseBetting) -> Decided:
    """Announce no more bets. A player who was told to raise or withdraw must have done so."""
    betting, by = layout.rulebook.betting, command.by
    clause = betting.close_clause or betting.clause
    house = by == "house" and state.settings.crew == "automatic"
    if house and state.phase is BETTING and not state.choices and state.shooter is not None:
        return _CLOSED[clause]
    problem = role_problem(state, by, betting.by, clause)
    problem = problem or phase_problem(state, BETTING, clause=betting.clause) or why_not_closed(layout, state)
    return problem or [BettingClosed(by, clause)]


def why_not_closed(layout: Layout, state: TableState) -> Rejected | None:
    """Return why betting must stay open: a player still has a choice to make, or nobody has the dice."""
    if state.choices:
        seat, spot = min(state.choices)
        says = f"seat {seat} has still to raise or withdraw the bet on {spot}"
        return Rejected(Reason.CHOICE_PENDING, says, layout.rulebook.limits.notice_under_clause)
    return nobody_throws(layout, state) if state.shooter is None else None


def call_roll(layout: Layout, state: TableState, command: CallRoll) -> Decided:
    """Call the total of the dice at rest."""
    rule, by, roll = layout.rulebook.call, command.by, command.roll
    if state.phase is DICE_OUT and by == "house" and state.settings.crew == "automatic":
        if type(roll) is Roll and command.reading == "flat" and (called := _CALLED[rule.clause].get(roll)):
            return called
    else:
        problem = role_problem(state, by, rule.by, rule.clause)
        problem = problem or phase_problem(state, DICE_OUT, clause=rule.clause)
        if problem:
            return problem
    if not is_roll(roll):
        return bad_dice(layout)
    if command.reading == "flat":
        return [RollCalled(by, Roll(*roll), "flat", rule.clause)]
    if command.reading != rule.leaning:
        says = f"{layout.id} reads a die that does not lie flat by: {rule.leaning}"
        return Rejected(Reason.UNKNOWN_GROUND, says, rule.leaning_clause or rule.clause)
    return [RollCalled(by, Roll(*roll), command.reading, rule.leaning_clause)]


def dispute_face(layout: Layout, state: TableState, command: DisputeFace) -> Decided:
    """Dispute the called face before the roll is settled."""
    rule = layout.rulebook.call
    problem = seat_problem(state, command.seat)
    if not problem and not rule.dispute_by:
        return no_procedure(layout, "disputing a face; ask for a decision instead")
    problem = problem or phase_problem(state, CALLED)
    if not problem and state.ruled:
        return Rejected(Reason.TOO_LATE, "this roll has been ruled on, and that is final", rule.dispute_clause)
    return problem or [FaceDisputed(command.seat, rule.dispute_clause)]


def rule_on_roll(layout: Layout, state: TableState, command: RuleOnRoll) -> Decided:
    """Rule which face is uppermost, or void the throw."""
    rule = layout.rulebook.call
    if not rule.dispute_by:
        return no_procedure(layout, "ruling on a disputed face")
    problem = role_problem(state, command.by, rule.dispute_by, rule.dispute_clause)
    problem = problem or phase_problem(state, DICE_OUT, CALLED, clause=rule.dispute_clause)
    if problem:
        return problem
    leaning = command.leaning and state.phase is DICE_OUT
    if not state.disputed and not leaning:
        says = "a ruling is for a face that is disputed, or a die that does not lie flat before the roll is called"
        return Rejected(Reason.NOTHING_TO_CONFIRM, says, rule.dispute_clause)
    if command.roll is None:
        return [NoRollCalled(command.by, "ruled void", rule.dispute_clause)]
    return dice_problem(layout, command.roll) or [
        RollCalled(command.by, Roll(*command.roll), "flat", rule.dispute_clause, ruled=True)
    ]


def call_no_roll(layout: Layout, state: TableState, command: CallNoRoll) -> Decided:
    """Call No Roll on one of the book's grounds. If the house designates who may call it, only they may."""
    rule = layout.rulebook.no_rolls
    if command.ground in rule.never:
        return Rejected(Reason.UNKNOWN_GROUND, "this is no cause for a No Roll", rule.never_clause)
    ground = find_ground(layout, command.ground)
    if not ground:
        known = [each.code for each in layout.rulebook.no_roll]
        says = f'"{command.ground[:40]}" is no ground for a No Roll here; {nearest(command.ground, known)}'
        return Rejected(Reason.UNKNOWN_GROUND, says, rule.clause)
    designated = rule.designated and ground.duty == "may"
    roles = state.settings.no_roll_callers if designated else rule.by
    clause = rule.clause if ground.duty == "may" else rule.must_clause or ground.clause
    problem = role_problem(state, command.by, sorted(roles), clause)
    problem = problem or phase_problem(state, DICE_OUT, CALLED, clause=ground.clause)
    if problem:
        return problem
    if command.die and command.die not in state.dice.hand:
        thrown = " and ".join(str(die) for die in state.dice.hand)
        says = f"die {command.die} was not thrown; dice {thrown} were"
        return Rejected(Reason.DICE_NOT_READY, says, layout.rulebook.dice.off_table_clause or ground.clause)
    return _no_roll(layout, state, command, ground)


def wants_line_bet(layout: Layout, ground: NoRoll) -> bool:
    """Return whether a ground is that the shooter had no line bet."""
    shooter = layout.rulebook.shooter
    return shooter.line_bet == "no-roll" and ground.clause == shooter.keep_clause


def note_no_roll(layout: Layout, state: TableState, command: NoteNoRoll) -> Decided:
    """Record what was wrong with the last throw, which was called No Roll, before the dice are thrown again."""
    rule = layout.rulebook.no_rolls
    problem = role_problem(state, command.by, rule.by, rule.clause)
    if problem:
        return problem
    ground = find_ground(layout, state.dropped)
    if not ground:
        return Rejected(Reason.NOTHING_TO_CONFIRM, "the last throw was not called No Roll", rule.clause)
    if not command.note.strip():
        return Rejected(Reason.NOTE_NEEDED, "say what was wrong with the throw", ground.clause)
    return [NoRollNoted(command.by, ground.code, command.note, ground.clause)]


def find_ground(layout: Layout, text: str) -> NoRoll | None:
    """Return a ground by its code or by the words that a crew uses for it."""
    return next((row for row in layout.rulebook.no_roll if text == row.code or text in row.words), None)


def _no_roll(layout: Layout, state: TableState, command: CallNoRoll, ground: NoRoll) -> Decided:
    rule, dice = layout.rulebook.no_rolls, layout.rulebook.dice
    late = bool(command.at_rest or state.phase is CALLED) and rule.late == "flagged" and ground.duty == "may"
    must, time_clause = ground.duty == "must", rule.late_clause if late else ""
    called = NoRollCalled(
        command.by,
        ground.code,
        ground.clause,
        must,
        command.note,
        late,
        ground.incident,
        rule.again_clause,
        time_clause,
        unbacked=wants_line_bet(layout, ground),
    )
    if not ground.off_table or dice.off_table != "retrieve":
        return [called]
    gone = [die for die in state.dice.hand if command.die in (0, die)]
    return [called, *(DieOffTable(die, dice.off_table_clause) for die in gone), *_companions_dice(layout, state, gone)]


def _companions_dice(layout: Layout, state: TableState, gone: list[int]) -> list[Event]:
    """Return the two dice that a companion takes from those that are left, if there are two."""
    left = [die for die in state.dice.usable() if die not in gone][:2]
    if state.shooter != COMPANION or len(left) < 2:
        return []
    return [DiceChosen(COMPANION, (left[0], left[1]), layout.rulebook.dice.choose_clause)]


def settle_roll(layout: Layout, state: TableState, command: SettleRoll) -> Decided:
    """Settle the called roll. A disputed one waits for its ruling."""
    if state.phase is not CALLED or command.by != "house" or state.settings.crew != "automatic" or state.disputed:
        rule = layout.rulebook.call
        problem = role_problem(state, command.by, rule.settle_by, rule.settle_by_clause or rule.settle_clause)
        problem = problem or phase_problem(state, CALLED, clause=rule.settle_clause)
        if problem:
            return problem
        if state.disputed:
            return Rejected(Reason.CHOICE_PENDING, "the face is disputed: rule on it first", rule.dispute_clause)
    assert state.roll is not None
    return (settle(layout, state, state.roll),)
