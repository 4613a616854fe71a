"""Irregular cases: interruption, invalidation, malfunction, correction, walking away, and dice that left the table."""

from __future__ import annotations

import pytest

from comeout.dice import Roll
from comeout.table import messages as m
from comeout.table.irregular import (
    check_die,
    correct_roll,
    correctable,
    declare_malfunction,
    everything_returned,
    interrupt,
    invalidate_outcome,
    lose_die,
    mark_away,
    note_error,
    recover_die,
    register_dice,
    replace_dice,
    round_voided,
)
from comeout.table.messages import Reason
from comeout.table.table import Table
from tests.kit.positions import Laid, events, laid, refusal


def rolled(book: str, *rolls: tuple[int, int], spot: str = "field") -> Laid:
    """A table of a book after some rolls, with 5.00 of seat 1 on a spot before each."""
    table = Table(book)
    table.sit("Ann", 500_00)
    for roll in rolls:
        table.bet(1, spot, 5_00)
        table.roll(*roll)
    return Laid(table.layout, table.state)


def test_an_interruption_goes_by_the_procedure_of_the_book() -> None:
    voids = laid("sentosa dice-out point 6 | 1 pass 10 round")
    dropped, returned = events(interrupt(*voids, m.Interrupt("boxperson")))
    assert isinstance(dropped, m.OutcomeUndone)
    assert isinstance(returned, m.BetsReturned)
    assert [(line.spot, line.amount) for line in returned.lines] == [("pass", 10_00)]
    decided = laid("sentosa point 6 decided | 1 pass 10 round")
    assert [type(each) for each in events(interrupt(*decided, m.Interrupt("boxperson")))] == [m.PlayContinued]
    [by_crew] = events(interrupt(*laid("adelaide point 6 | 1 pass 10"), m.Interrupt("boxperson")))
    assert isinstance(by_crew, m.PlayContinued)
    assert by_crew.crew_decides
    assert refusal(interrupt(*laid("sentosa called=3-4 | 1"), m.Interrupt("boxperson")))[0] is Reason.WRONG_PHASE


def test_a_voided_round_gives_back_only_what_belongs_to_it() -> None:
    layout, state = laid("sentosa point 6 | 1 pass 10 place-8 12 field 5 round=2")
    voided = round_voided(layout, state, "boxperson", "C.1", "C.2")
    back = {line.spot: line.amount for line in voided.lines}
    assert back["field"] == 2_00
    assert "place-8" not in back


def test_an_outcome_is_invalidated_for_a_reason_of_the_book_until_the_next_is_called() -> None:
    fire = m.InvalidateOutcome("shift-manager", "fire")
    [dropped] = events(invalidate_outcome(*laid("adelaide dice-out | 1 field 5"), fire))
    assert isinstance(dropped, m.OutcomeUndone)
    assert not dropped.reversed
    [undone] = events(invalidate_outcome(*rolled("adelaide", (1, 2)), fire))
    assert isinstance(undone, m.OutcomeUndone)
    assert undone.reversed
    reason, says, _ = refusal(
        invalidate_outcome(*rolled("adelaide", (1, 2)), m.InvalidateOutcome("shift-manager", "fun"))
    )
    assert (reason, says.startswith("an outcome is invalidated for: commotion")) == (Reason.UNKNOWN_GROUND, True)
    assert refusal(invalidate_outcome(*laid("adelaide | 1"), fire))[0] is Reason.TOO_LATE
    assert refusal(invalidate_outcome(*rolled("sentosa", (2, 2)), fire))[0] is Reason.NO_SUCH_PROCEDURE


def test_a_malfunction_gives_back_every_open_stake_and_undoes_the_roll_that_is_named() -> None:
    [returned] = events(declare_malfunction(*laid("evolution | 1 pass 10"), m.DeclareMalfunction("dealer")))
    assert isinstance(returned, m.BetsReturned)
    assert [(line.spot, line.amount) for line in returned.lines] == [("pass", 10_00)]
    undone, given = events(declare_malfunction(*rolled("evolution", (1, 2)), m.DeclareMalfunction("dealer", True)))
    assert isinstance(undone, m.OutcomeUndone)
    assert isinstance(given, m.BetsReturned)
    assert [(line.spot, line.amount) for line in given.lines] == [("field", 5_00)]
    assert refusal(declare_malfunction(*laid("adelaide | 1"), m.DeclareMalfunction("dealer")))[0] is (
        Reason.NO_SUCH_PROCEDURE
    )


def test_everything_on_the_layout_is_returned_with_its_vigorish() -> None:
    layout, state = laid("adelaide point 6 | 1 buy-4 20 vig=1 | 2 field 5")
    returned = [(line.seat, line.spot, line.amount, line.vigorish) for line in everything_returned(layout, state)]
    assert (2, "field", 5_00, 0) in returned
    assert any(line[:3] == (1, "buy-4", 20_00) for line in returned)


def test_a_roll_is_corrected_until_the_next_round_begins() -> None:
    table = rolled("sentosa", (2, 2))
    undone, called = events(correct_roll(*table, m.CorrectRoll("boxperson", Roll(1, 3))))
    assert isinstance(undone, m.OutcomeUndone)
    assert isinstance(called, m.RollCalled)
    assert called.roll == Roll(1, 3)
    _, no_roll = events(correct_roll(*table, m.CorrectRoll("boxperson", ground="off-table")))
    assert isinstance(no_roll, m.NoRollCalled)
    assert refusal(correct_roll(*table, m.CorrectRoll("boxperson", ground="slanted")))[0] is Reason.UNKNOWN_GROUND
    out = laid("sentosa dice-out | 1")
    assert not correctable(out.state)
    assert refusal(correct_roll(*out, m.CorrectRoll("boxperson", Roll(1, 3))))[0] is Reason.TOO_LATE
    assert refusal(correct_roll(*rolled("adelaide", (1, 2)), m.CorrectRoll("boxperson", Roll(1, 3))))[0] is (
        Reason.NO_SUCH_PROCEDURE
    )


def test_an_error_that_changes_nothing_is_noted_in_words() -> None:
    table = rolled("sentosa", (2, 2))
    [noted] = events(note_error(*table, m.NoteError("boxperson", "paid late")))
    assert isinstance(noted, m.ErrorNoted)
    assert refusal(note_error(*table, m.NoteError("boxperson", " ")))[0] is Reason.NOTE_NEEDED


def test_whoever_walks_away_lets_bets_run_on_or_folds_what_waited_for_a_decision() -> None:
    [gone] = events(mark_away(*laid("adelaide point 6 | 1 pass 10"), m.MarkAway("dealer", 1)))
    assert isinstance(gone, m.WalkedAway)
    assert gone.folded == ()
    waiting = laid("sentosa choice=1:field | 1 field 3 new overlooked in-time", settings={"min field": "5"})
    assert refusal(mark_away(*waiting, m.MarkAway("dealer", 1)))[0] is Reason.CHOICE_PENDING
    [folds] = events(mark_away(*waiting, m.MarkAway("dealer", 1, pending=True)))
    assert isinstance(folds, m.WalkedAway)
    assert folds.folded == (("field", 3_00),)
    nothing = laid("sentosa | 1 field 5")
    assert refusal(mark_away(*nothing, m.MarkAway("dealer", 1, pending=True)))[0] is Reason.NO_SUCH_BET


def test_a_shooter_who_walks_away_leaves_the_dice() -> None:
    left = events(mark_away(*laid("adelaide point 6 shooter=1 | 1 pass 10"), m.MarkAway("dealer", 1)))
    assert [type(each) for each in left] == [m.WalkedAway, m.DiceGivenUp]


@pytest.mark.parametrize("size", [4, 6, 5000])
def test_a_set_of_dice_meets_what_the_book_requires(size: int) -> None:
    table = laid("adelaide | 1")
    rule = table.layout.rulebook.dice
    right = m.RegisterDice("stickperson", 5, rule.face_mm_tenths, rule.opposite)
    assert [type(each) for each in events(register_dice(*table, right))] == [m.DiceRegistered]
    wrong = m.RegisterDice("stickperson", size, rule.face_mm_tenths, rule.opposite)
    reason, says, _ = refusal(register_dice(*table, wrong))
    assert (reason, says.startswith("a set is 5 dice")) == (Reason.BAD_DICE, True)
    small = m.RegisterDice("stickperson", 5, rule.face_mm_tenths - 1, rule.opposite)
    assert refusal(register_dice(*table, small))[0] is Reason.BAD_DICE


def test_a_die_that_left_the_table_is_found_and_checked_or_lost() -> None:
    gone = laid("adelaide gone=3 | 1")
    assert [type(each) for each in events(recover_die(*gone, m.RecoverDie("stickperson", 3)))] == [m.DieRecovered]
    assert [type(each) for each in events(lose_die(*gone, m.LoseDie("stickperson", 3)))] == [m.DieLost]
    assert refusal(recover_die(*gone, m.RecoverDie("stickperson", 4)))[0] is Reason.DICE_NOT_READY
    found = laid("adelaide hand=1,2 unchecked=3 | 1")
    assert [type(each) for each in events(check_die(*found, m.CheckDie("boxperson", 3)))] == [m.DieChecked]
    assert refusal(check_die(*gone, m.CheckDie("boxperson", 3)))[0] is Reason.DICE_NOT_READY
    nowhere = laid("evolution | 1")
    assert refusal(recover_die(*nowhere, m.RecoverDie("dealer", 1)))[0] is Reason.NO_SUCH_PROCEDURE


def test_a_set_is_replaced_between_throws() -> None:
    assert [type(each) for each in events(replace_dice(*laid("adelaide | 1"), m.ReplaceDice("stickperson")))] == [
        m.DiceReplaced
    ]
    out = laid("adelaide dice-out | 1")
    assert refusal(replace_dice(*out, m.ReplaceDice("stickperson")))[0] is Reason.WRONG_PHASE
