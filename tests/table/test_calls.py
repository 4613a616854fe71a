"""ON and OFF: a bet is called, the crew confirms it where the book asks for that, and a button covers its kind."""

from __future__ import annotations

from comeout.table.calls import call_bet, confirm_call
from comeout.table.messages import CallBet, CallMade, CallPlaced, CallWithdrawn, ConfirmCall, Reason
from tests.kit.positions import events, laid, refusal


def test_a_call_waits_for_the_crew_where_the_book_wants_it_confirmed() -> None:
    [made] = events(call_bet(*laid("adelaide | 1 place-6 12"), CallBet(1, "place-6", "on")))
    assert isinstance(made, CallMade)
    assert (made.spot, made.only) == ("place-6", False)


def test_a_confirmed_call_covers_every_similar_bet_of_the_player_unless_it_is_for_one_only() -> None:
    kind = laid("adelaide asks=1:place-6 | 1 place-6 12 place-8 12 hard-8 5")
    [placed] = events(confirm_call(*kind, ConfirmCall("dealer", 1, "place-6")))
    assert isinstance(placed, CallPlaced)
    assert (placed.spots, placed.call, placed.only) == (("place-6", "place-8"), "on", False)
    one = laid("adelaide asks=1:place-6:only | 1 place-6 12 place-8 12")
    [placed] = events(confirm_call(*one, ConfirmCall("dealer", 1, "place-6")))
    assert isinstance(placed, CallPlaced)
    assert (placed.spots, placed.only) == (("place-6",), True)


def test_a_call_is_a_button_at_once_where_nobody_confirms_it() -> None:
    [placed] = events(call_bet(*laid("sentosa point 6 | 1 place-8 12"), CallBet(1, "place-8", "off")))
    assert isinstance(placed, CallPlaced)
    assert (placed.call, placed.spots) == ("off", ("place-8",))


def test_calling_off_withdraws_a_button_and_nothing_else_where_a_bet_is_taken_down_instead() -> None:
    [withdrawn] = events(call_bet(*laid("adelaide | 1 place-6 12 on"), CallBet(1, "place-6", "off")))
    assert isinstance(withdrawn, CallWithdrawn)
    reason, says, _ = refusal(call_bet(*laid("adelaide | 1 place-6 12"), CallBet(1, "place-6", "off")))
    assert (reason, says.startswith("a bet is taken down, not called off")) == (Reason.NO_CALL_HERE, True)


def test_what_cannot_be_called_says_why() -> None:
    table = laid("adelaide | 1 pass 10 place-6 12")
    assert refusal(call_bet(*table, CallBet(1, "pass", "on")))[0] is Reason.NO_CALL_HERE
    assert refusal(call_bet(*table, CallBet(1, "hard-8", "on")))[0] is Reason.NO_SUCH_BET
    assert refusal(call_bet(*table, CallBet(1, "place-6", "maybe")))[0] is Reason.NONSENSE  # type: ignore[arg-type]
    assert refusal(call_bet(*laid("evolution | 1"), CallBet(1, "field", "on")))[0] is Reason.NO_SUCH_PROCEDURE
    out = laid("adelaide dice-out | 1 place-6 12")
    assert refusal(call_bet(*out, CallBet(1, "place-6", "on")))[0] is Reason.BETTING_CLOSED


def test_nothing_is_confirmed_that_nobody_called_or_by_whom_the_book_does_not_name() -> None:
    table = laid("adelaide | 1 place-6 12")
    assert refusal(confirm_call(*table, ConfirmCall("dealer", 1, "place-6")))[0] is Reason.NOTHING_TO_CONFIRM
    assert refusal(confirm_call(*table, ConfirmCall("stickperson", 1, "place-6")))[0] is Reason.WRONG_ROLE
    free = laid("sentosa | 1 place-6 12")
    assert refusal(confirm_call(*free, ConfirmCall("dealer", 1, "place-6")))[0] is Reason.NO_SUCH_PROCEDURE
