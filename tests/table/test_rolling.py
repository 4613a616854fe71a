"""One roll as people run it: open, close, call, dispute, rule, No Roll, settle, each in its phase and by its role."""

from __future__ import annotations

from typing import Any

import pytest

from comeout.dice import ROLLS, Roll
from comeout.rules.library import load_book
from comeout.table.messages import (
    BettingClosed,
    BettingOpened,
    CallNoRoll,
    CallRoll,
    CloseBetting,
    DiceChosen,
    DieOffTable,
    DisputeFace,
    FaceDisputed,
    NoRollCalled,
    NoRollNoted,
    NoteNoRoll,
    OpenBetting,
    Reason,
    RollCalled,
    RollSettled,
    RuleOnRoll,
    SettleRoll,
)
from comeout.table.rolling import (
    call_no_roll,
    call_roll,
    close_betting,
    dispute_face,
    find_ground,
    note_no_roll,
    open_betting,
    rule_on_roll,
    settle_roll,
    wants_line_bet,
    why_not_closed,
)
from tests.kit.positions import Laid, events, laid, refusal


def at(line: str) -> Laid:
    return laid(line, settings={"crew": "people"})


def test_bets_are_opened_after_the_settlement_and_closed_while_they_are_open() -> None:
    settled, opened = at("adelaide settled | 1"), at("adelaide | 1")
    betting = settled.layout.rulebook.betting
    assert events(open_betting(*settled, OpenBetting(betting.by[0]))) == [
        BettingOpened(betting.by[0], betting.open_clause)
    ]
    assert refusal(open_betting(*opened, OpenBetting(betting.by[0])))[0] is Reason.WRONG_PHASE
    assert refusal(open_betting(*settled, OpenBetting("inspector")))[0] is Reason.WRONG_ROLE
    clause = betting.close_clause or betting.clause
    assert events(close_betting(*opened, CloseBetting(betting.by[0]))) == [BettingClosed(betting.by[0], clause)]
    assert refusal(close_betting(*settled, CloseBetting(betting.by[0])))[0] is Reason.WRONG_PHASE


def test_bets_stay_open_while_a_choice_is_pending_or_nobody_has_the_dice() -> None:
    waiting = laid("sentosa choice=1:field | 1 field 3 new overlooked in-time", settings={"min field": "5"})
    pending = why_not_closed(*waiting)
    assert pending is not None
    assert pending.says == "seat 1 has still to raise or withdraw the bet on field"
    nobody = why_not_closed(*laid("sentosa shooter=nobody | 1", settings={"shooter": "seats"}))
    assert nobody is not None
    assert nobody.reason is Reason.NOT_YOUR_DICE
    assert why_not_closed(*laid("sentosa | 1")) is None


def test_the_dice_at_rest_are_called_by_the_stickperson() -> None:
    out = at("adelaide dice-out | 1")
    [called] = events(call_roll(*out, CallRoll("stickperson", Roll(3, 4))))
    assert called == RollCalled("stickperson", Roll(3, 4), "flat", out.layout.rulebook.call.clause)
    assert refusal(call_roll(*at("adelaide | 1"), CallRoll("stickperson", Roll(3, 4))))[0] is Reason.WRONG_PHASE
    assert refusal(call_roll(*out, CallRoll("stickperson", Roll(3, 9))))[0] is Reason.BAD_DICE
    assert refusal(call_roll(*out, CallRoll("dealer", Roll(3, 4))))[0] is Reason.WRONG_ROLE


def test_the_automatic_crew_calls_every_roll_and_nothing_else() -> None:
    out = laid("exhibit-a dice-out | 1")
    rule = out.layout.rulebook.call
    for roll in ROLLS:
        [called] = events(call_roll(*out, CallRoll("house", roll)))
        assert called == RollCalled("house", roll, "flat", rule.clause)
        plain: Any = tuple(roll)
        assert events(call_roll(*out, CallRoll("house", plain))) == [called]
    [leaning] = events(call_roll(*out, CallRoll("house", Roll(3, 4), "opposite-face")))
    assert leaning == RollCalled("house", Roll(3, 4), "opposite-face", rule.leaning_clause)
    wrong: list[Any] = [Roll(3, 9), (3, 9), (True, 4), "34"]
    for dice in wrong:
        assert refusal(call_roll(*out, CallRoll("house", dice)))[0] is Reason.BAD_DICE


def test_a_leaning_die_is_read_as_the_book_reads_it() -> None:
    out = at("exhibit-a dice-out | 1")
    [called] = events(call_roll(*out, CallRoll("stickperson", Roll(3, 4), "opposite-face")))
    assert isinstance(called, RollCalled)
    assert called.clause == out.layout.rulebook.call.leaning_clause
    reason, says, _ = refusal(call_roll(*out, CallRoll("stickperson", Roll(3, 4), "natural-fall")))
    assert (reason, says) == (
        Reason.UNKNOWN_GROUND,
        "exhibit-a reads a die that does not lie flat by: opposite-face",
    )


def test_a_called_face_is_disputed_and_ruled_on_once() -> None:
    called = at("adelaide called=3-4 | 1")
    [disputed] = events(dispute_face(*called, DisputeFace(1)))
    assert isinstance(disputed, FaceDisputed)
    in_dispute = at("adelaide called=3-4 disputed | 1")
    assert refusal(settle_roll(*in_dispute, SettleRoll("dealer")))[0] is Reason.CHOICE_PENDING
    [ruled] = events(rule_on_roll(*in_dispute, RuleOnRoll("boxperson", Roll(3, 3))))
    assert isinstance(ruled, RollCalled)
    assert (ruled.roll, ruled.ruled) == (Roll(3, 3), True)
    [void] = events(rule_on_roll(*in_dispute, RuleOnRoll("boxperson")))
    assert isinstance(void, NoRollCalled)
    assert refusal(rule_on_roll(*called, RuleOnRoll("boxperson", Roll(3, 3))))[0] is Reason.NOTHING_TO_CONFIRM
    assert refusal(dispute_face(*at("adelaide called=3-4 ruled | 1"), DisputeFace(1)))[0] is Reason.TOO_LATE
    assert refusal(dispute_face(*at("sentosa called=3-4 | 1"), DisputeFace(1)))[0] is Reason.NO_SUCH_PROCEDURE


@pytest.mark.parametrize(
    ("ground", "reason"),
    [("dice touched chips", Reason.UNKNOWN_GROUND), ("boredom", Reason.UNKNOWN_GROUND)],
)
def test_no_roll_is_called_only_on_a_ground_of_the_book(ground: str, reason: Reason) -> None:
    out = at("adelaide dice-out | 1")
    assert refusal(call_no_roll(*out, CallNoRoll("boxperson", ground)))[0] is reason


def test_a_no_roll_says_whether_it_had_to_be_called_and_where_the_dice_went() -> None:
    out = at("adelaide dice-out | 1")
    [stacked] = events(call_no_roll(*out, CallNoRoll("boxperson", "stacked")))
    assert isinstance(stacked, NoRollCalled)
    assert stacked.must
    left = events(call_no_roll(*out, CallNoRoll("boxperson", "off-table", die=1)))
    assert [type(each) for each in left] == [NoRollCalled, DieOffTable, DiceChosen]
    assert refusal(call_no_roll(*out, CallNoRoll("boxperson", "off-table", die=5)))[0] is Reason.DICE_NOT_READY
    assert refusal(call_no_roll(*at("adelaide | 1"), CallNoRoll("boxperson", "stacked")))[0] is Reason.WRONG_PHASE


def test_what_was_wrong_with_a_throw_is_noted_while_it_is_the_last() -> None:
    dropped = at("adelaide settled dropped=off-table | 1")
    [noted] = events(note_no_roll(*dropped, NoteNoRoll("boxperson", "over the rail")))
    assert isinstance(noted, NoRollNoted)
    assert (noted.ground, noted.note) == ("off-table", "over the rail")
    assert refusal(note_no_roll(*dropped, NoteNoRoll("boxperson", " ")))[0] is Reason.NOTE_NEEDED
    fine = at("adelaide settled | 1")
    assert refusal(note_no_roll(*fine, NoteNoRoll("boxperson", "short")))[0] is Reason.NOTHING_TO_CONFIRM


def test_a_ground_is_found_by_its_code_or_by_the_words_of_a_crew() -> None:
    layout = load_book("sentosa")
    for row in layout.rulebook.no_roll:
        assert find_ground(layout, row.code) is row
        assert all(find_ground(layout, word) is row for word in row.words)
    assert find_ground(layout, "boredom") is None


def test_one_ground_is_that_the_shooter_had_no_line_bet() -> None:
    layout = load_book("sentosa")
    assert [row.code for row in layout.rulebook.no_roll if wants_line_bet(layout, row)] == ["no-line-bet"]


def test_a_called_roll_is_settled_by_the_rules() -> None:
    called = at("adelaide called=3-4 | 1 pass 10")
    [settled] = events(settle_roll(*called, SettleRoll("dealer")))
    assert isinstance(settled, RollSettled)
    assert [(line.spot, line.outcome, line.paid) for line in settled.lines] == [("pass", "won", 10_00)]
    assert refusal(settle_roll(*at("adelaide | 1"), SettleRoll("dealer")))[0] is Reason.WRONG_PHASE
