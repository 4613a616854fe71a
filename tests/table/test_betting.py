"""Bets: each rule that a bet can break is the first thing that is said, with the amounts that would be accepted."""

from __future__ import annotations

import pytest

from comeout.table.betting import (
    check_bet,
    confirm_bet,
    confirming,
    keep_bet,
    late_bet,
    not_now,
    place_bet,
    place_bet_for,
    rebet,
    record_bet,
    small_problem,
    speak_bet,
    uneven_problem,
)
from comeout.table.messages import (
    BetConfirmed,
    BetOffered,
    BetPlaced,
    BoughtIn,
    ConfirmBet,
    KeepBet,
    KeepSet,
    LateBet,
    PlaceBet,
    PlaceBetFor,
    Reason,
    Rebet,
    RebetSkipped,
    RecordBet,
    Rejected,
    SpeakBet,
)
from tests.kit.positions import Laid, events, laid, refusal

ON_SIX = "adelaide point 6 | 1 pass 10"


def asked(table: Laid, spot: str, amount: int, seat: int = 1) -> BetPlaced | Rejected:
    return check_bet(table.layout, table.state, seat, spot, amount)


def test_a_bet_is_placed_with_its_clause_and_changes_nothing_itself() -> None:
    table = laid(ON_SIX)
    [placed] = events(place_bet(*table, PlaceBet(1, "field", 5_00)))
    assert placed == BetPlaced(1, "field", 5_00, 0, "4(o)")
    assert table.state.seats[1].rack == 500_00


@pytest.mark.parametrize(
    ("line", "spot", "amount", "reason", "instead"),
    [
        (ON_SIX, "field", 0, Reason.NONSENSE, ()),
        (ON_SIX, "fiedl", 5_00, Reason.NOT_OFFERED, ()),
        ("adelaide | 1", "come", 5_00, Reason.NOT_AVAILABLE_NOW, ()),
        ("adelaide | 1", "pass-odds", 5_00, Reason.NOT_AVAILABLE_NOW, ()),
        ("adelaide point 6 | 1", "pass-odds", 5_00, Reason.NO_BASE_BET, ()),
        (ON_SIX, "pass-odds", 900_00, Reason.OVER_ODDS_LIMIT, (20_00,)),
        (ON_SIX, "field", 900_00, Reason.RACK_TOO_SMALL, (500_00,)),
        ("adelaide dice-out | 1", "field", 5_00, Reason.BETTING_CLOSED, ()),
        ("adelaide | 1 barred", "field", 5_00, Reason.BARRED, ()),
    ],
)
def test_the_first_rule_that_a_bet_breaks_is_said(
    line: str, spot: str, amount: int, reason: Reason, instead: tuple[int, ...]
) -> None:
    refused = place_bet(*laid(line, settings={"odds": "2"}), PlaceBet(1, spot, amount))
    assert isinstance(refused, Rejected)
    assert (refused.reason, refused.instead) == (reason, instead)


def test_limits_of_the_table_are_told_with_the_nearest_amounts() -> None:
    table = laid("adelaide | 1 field 5", settings={"min field": "5", "max field": "20"})
    over, under = asked(table, "field", 16_00), asked(laid("adelaide | 1", settings={"min field": "5"}), "field", 4_00)
    assert isinstance(over, Rejected)
    assert (over.reason, over.says, over.instead) == (Reason.OVER_MAXIMUM, "the maximum on field is 20.00", (15_00,))
    assert isinstance(under, Rejected)
    assert (under.reason, under.instead) == (Reason.UNDER_MINIMUM, (5_00,))


def test_vigorish_is_charged_with_the_bet_and_on_a_raise_only_what_is_still_owed() -> None:
    first = asked(laid("adelaide point 6 | 1"), "buy-4", 20_00)
    assert isinstance(first, BetPlaced)
    assert first.vigorish == 1_00
    raised = asked(laid("adelaide point 6 | 1 buy-4 20 vig=1"), "buy-4", 20_00)
    assert isinstance(raised, BetPlaced)
    assert raised.vigorish == 1_00


def test_a_rack_must_cover_the_vigorish_too() -> None:
    refused = asked(laid("adelaide point 6 | 1", rack=20_00), "buy-4", 20_00)
    assert isinstance(refused, Rejected)
    assert refused.says == "this needs 21.00 and the rack holds 20.00"


def test_the_crew_places_a_bet_where_the_book_lets_it_and_cites_the_clause() -> None:
    table = laid("adelaide | 1")
    [placed] = events(place_bet_for(*table, PlaceBetFor("dealer", 1, "field", 5_00)))
    assert isinstance(placed, BetPlaced)
    assert (placed.by, placed.request_clause) == ("dealer", table.layout.rulebook.chips.crew_clause)
    reason, _, _ = refusal(place_bet_for(*table, PlaceBetFor("inspector", 1, "field", 5_00)))
    assert reason is Reason.WRONG_ROLE


def test_an_overlooked_bet_is_recorded_as_one() -> None:
    table = laid("sentosa | 1", settings={"max field": "20", "crew": "people"})
    by = table.layout.rulebook.limits.record_by[0]
    [placed] = events(record_bet(*table, RecordBet(by, 1, "field", 50_00)))
    assert isinstance(placed, BetPlaced)
    assert placed.overlooked
    reason, _, _ = refusal(record_bet(*laid("exhibit-a | 1"), RecordBet("dealer", 1, "field", 50_00)))
    assert reason is Reason.NO_SUCH_PROCEDURE


def test_a_late_bet_is_offered_only_while_the_dice_are_out_and_only_where_the_book_takes_some() -> None:
    out = laid("exhibit-a dice-out | 1")
    assert out.layout.rulebook.betting.late_confirm
    [offered] = events(late_bet(*out, LateBet(1, "field", 5_00)))
    assert offered == BetOffered(1, "field", 5_00, "chips", True, out.layout.rulebook.betting.clause)
    assert refusal(late_bet(*laid("exhibit-a | 1"), LateBet(1, "field", 5_00)))[0] is Reason.WRONG_PHASE
    assert refusal(late_bet(*laid("evolution dice-out | 1"), LateBet(1, "field", 5_00)))[0] is Reason.BETTING_CLOSED


def test_a_late_bet_counts_once_everybody_who_must_has_confirmed_it() -> None:
    table = laid("exhibit-a dice-out waits=1:field:5:late | 1", settings={"crew": "people"})
    assert confirming(table.layout, table.state.pending[1, "field"]) == ("dealer", "boxperson")
    assert [type(each) for each in events(confirm_bet(*table, ConfirmBet("dealer", 1, "field")))] == [BetConfirmed]
    said = laid("exhibit-a dice-out waits=1:field:5:late:dealer | 1", settings={"crew": "people"})
    last = events(confirm_bet(*said, ConfirmBet("boxperson", 1, "field")))
    assert [type(each) for each in last] == [BetConfirmed, BetPlaced]
    assert refusal(confirm_bet(*table, ConfirmBet("dealer", 1, "pass")))[0] is Reason.NOTHING_TO_CONFIRM


def test_a_spoken_bet_waits_for_the_crew_and_cash_is_bought_in_first() -> None:
    [offered] = events(speak_bet(*laid("exhibit-a | 1"), SpeakBet(1, "field", 5_00, "cash")))
    assert isinstance(offered, BetOffered)
    assert (offered.tender, offered.late) == ("cash", False)
    waiting = laid("exhibit-a waits=1:field:5:cash | 1", settings={"crew": "people"})
    put_down = events(confirm_bet(*waiting, ConfirmBet("dealer", 1, "field")))
    assert [type(event) for event in put_down] == [BetConfirmed, BoughtIn, BetPlaced]


def test_no_bet_is_made_by_calling_it_out_with_what_the_book_does_not_take() -> None:
    assert refusal(speak_bet(*laid("adelaide | 1"), SpeakBet(1, "field", 5_00, "cash")))[0] is Reason.CASH_REFUSED
    reason, says, _ = refusal(speak_bet(*laid("sentosa | 1"), SpeakBet(1, "field", 5_00)))
    assert (reason, says.endswith("may place one that you ask for")) == (Reason.NO_SUCH_PROCEDURE, True)
    assert refusal(speak_bet(*laid("adelaide | 1"), SpeakBet(1, "field", 5_00, "gold")))[0] is Reason.NONSENSE  # type: ignore[arg-type]


def test_a_standing_instruction_is_given_and_carried_out_or_skipped_with_the_reason() -> None:
    assert events(keep_bet(*laid("adelaide | 1"), KeepBet(1, "field", True))) == [KeepSet(1, "field", True)]
    [again] = events(rebet(*laid("adelaide due=1:field:5 | 1 keeps=field"), Rebet(1, "field")))
    assert isinstance(again, BetPlaced)
    assert (again.amount, again.by) == (5_00, "standing")
    poor = laid("adelaide due=1:field:5 | 1 keeps=field", rack=1_00)
    [skipped] = events(rebet(*poor, Rebet(1, "field")))
    assert isinstance(skipped, RebetSkipped)
    assert "the rack holds 1.00" in skipped.why
    assert refusal(rebet(*laid("adelaide | 1"), Rebet(1, "field")))[0] is Reason.NO_SUCH_BET


def test_not_now_speaks_of_the_moment_whatever_the_amount() -> None:
    table = laid("adelaide | 1")
    come, field = table.layout.by_id["come"], table.layout.by_id["field"]
    assert not_now(*table, 1, field, None) is None
    refused = not_now(*table, 1, come, None)
    assert refused is not None
    assert refused.reason is Reason.NOT_AVAILABLE_NOW


def test_a_bet_of_several_parts_is_made_in_whole_units() -> None:
    table = laid("exhibit-a | 1")
    horn = table.layout.by_id["horn"]
    assert uneven_problem(table.state.settings, horn, 4_00) is None
    refused = uneven_problem(table.state.settings, horn, 4_01)
    assert refused is not None
    assert refused.reason is Reason.NOT_IN_UNITS


def test_a_notice_of_multiples_is_kept_as_the_minimum_is() -> None:
    table = laid("adelaide | 1", settings={"min field": "5", "multiples-notice": "on"})
    field = table.layout.by_id["field"]
    problems = [small_problem(table.layout, table.state.settings, field, cents) for cents in (4_00, 7_00, 10_00)]
    assert [each and each.reason for each in problems] == [Reason.UNDER_MINIMUM, Reason.NOT_A_MULTIPLE, None]
