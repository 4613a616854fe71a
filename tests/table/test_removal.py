"""Taking bets down: what must stay, what comes back with a bet, and what follows for odds and dice."""

from __future__ import annotations

import pytest

from comeout.table.messages import BetTakenDown, DiceGivenUp, LimitNoticed, NoticeBet, Reason, ReduceBet, RemoveBet
from comeout.table.removal import given_back, notice_bet, reduce_bet, remove_bet
from tests.kit.positions import Laid, events, laid, refusal


def taken(table: Laid, spot: str, amount: int | None = None) -> list[tuple[str, int, str]]:
    """The spots that come down, how much of each, and why."""
    done = remove_bet(*table, RemoveBet(1, spot)) if amount is None else reduce_bet(*table, ReduceBet(1, spot, amount))
    return [(each.spot, each.amount, each.why) for each in events(done) if isinstance(each, BetTakenDown)]


def test_a_bet_comes_down_whole_or_in_part() -> None:
    table = laid("adelaide point 6 | 1 place-8 24")
    assert taken(table, "place-8") == [("place-8", 24_00, "asked")]
    assert taken(table, "place-8", 12_00) == [("place-8", 12_00, "asked")]


def test_odds_come_down_with_their_bet_and_to_what_is_left_of_it() -> None:
    table = laid("adelaide point 6 | 1 dont-pass 20 dont-pass-odds 48", settings={"odds": "2"})
    assert taken(table, "dont-pass") == [
        ("dont-pass", 20_00, "asked"),
        ("dont-pass-odds", 48_00, "its bet was taken down"),
    ]
    assert taken(table, "dont-pass", 10_00) == [
        ("dont-pass", 10_00, "asked"),
        ("dont-pass-odds", 24_00, "its bet was reduced"),
    ]


@pytest.mark.parametrize(
    ("line", "spot", "reason"),
    [
        ("adelaide point 6 | 1 pass 10", "pass", Reason.CONTRACT_BET),
        ("sentosa | 1 pass 10 new", "pass", Reason.CONTRACT_BET),
        ("evolution | 1 hard-8 5", "hard-8", Reason.STAYS_UNTIL_RESOLVED),
        ("adelaide | 1", "field", Reason.NO_SUCH_BET),
        ("adelaide dice-out | 1 field 5", "field", Reason.BETTING_CLOSED),
    ],
)
def test_what_must_stay_says_why(line: str, spot: str, reason: Reason) -> None:
    assert refusal(remove_bet(*laid(line), RemoveBet(1, spot)))[0] is reason


def test_more_than_there_is_cannot_be_taken_and_nothing_that_is_no_amount() -> None:
    table = laid("adelaide | 1 field 5")
    reason, says, _ = refusal(reduce_bet(*table, ReduceBet(1, "field", 6_00)))
    assert (reason, says) == (Reason.TOO_MUCH_TAKEN, "only 5.00 lies there")
    assert refusal(reduce_bet(*table, ReduceBet(1, "field", 0)))[0] is Reason.NONSENSE


def test_what_is_left_must_be_a_legal_bet() -> None:
    table = laid("adelaide | 1 field 10", settings={"min field": "5"})
    assert refusal(reduce_bet(*table, ReduceBet(1, "field", 6_00)))[0] is Reason.UNDER_MINIMUM


def test_vigorish_comes_back_or_is_kept_as_the_book_says() -> None:
    for book, back in (("adelaide", 1_00), ("sentosa", 1_00)):
        table = laid(f"{book} point 6 | 1 buy-4 20 vig=1")
        rule = table.layout.by_id["buy-4"].wager.vigorish
        assert rule is not None
        [down] = events(remove_bet(*table, RemoveBet(1, "buy-4")))
        assert isinstance(down, BetTakenDown)
        returned = back if "removal" in rule.returned else 0
        assert (down.vigorish, down.kept) == (returned, back - returned)


def test_a_shooter_who_must_keep_a_line_bet_gives_up_the_dice_with_it() -> None:
    table = laid("adelaide point 6 shooter=1 | 1 dont-pass 10", settings={"shooter": "seats"})
    assert isinstance(events(remove_bet(*table, RemoveBet(1, "dont-pass")))[-1], DiceGivenUp)
    two = laid("adelaide point 6 shooter=1 | 1 pass 10 dont-pass 10", settings={"shooter": "seats"})
    assert [type(each) for each in events(remove_bet(*two, RemoveBet(1, "dont-pass")))] == [BetTakenDown]


def test_an_overlooked_bet_is_noticed_before_bets_close() -> None:
    limits = {"min field": "5", "max field": "20"}
    over = laid("sentosa | 1 field 30 new overlooked in-time", settings=limits)
    [down] = events(notice_bet(*over, NoticeBet("dealer", 1, "field")))
    assert isinstance(down, BetTakenDown)
    assert (down.amount, down.why) == (10_00, "above the maximum")
    under = laid("sentosa | 1 field 3 new overlooked in-time", settings=limits)
    assert isinstance(events(notice_bet(*under, NoticeBet("dealer", 1, "field")))[0], LimitNoticed)
    late = laid("sentosa | 1 field 30 new overlooked", settings=limits)
    assert refusal(notice_bet(*late, NoticeBet("dealer", 1, "field")))[0] is Reason.TOO_LATE
    fine = laid("sentosa | 1 field 10 new", settings=limits)
    assert refusal(notice_bet(*fine, NoticeBet("dealer", 1, "field")))[0] is Reason.WITHIN_LIMITS
    nothing = laid("adelaide | 1 field 10")
    assert refusal(notice_bet(*nothing, NoticeBet("dealer", 1, "field")))[0] is Reason.NO_SUCH_PROCEDURE


def test_a_decision_of_the_house_gives_a_bet_back_even_if_its_owner_could_not_take_it() -> None:
    layout, state = laid("adelaide point 6 | 1 pass 10 pass-odds 10")
    back = [
        each
        for each in events(given_back(layout, state, 1, layout.by_id["pass"], "12"))
        if isinstance(each, BetTakenDown)
    ]
    assert [(each.spot, each.amount, each.why) for each in back] == [
        ("pass", 10_00, "decided"),
        ("pass-odds", 10_00, "its bet was taken down"),
    ]
    assert refusal(given_back(layout, state, 1, layout.by_id["field"], "12"))[0] is Reason.NO_SUCH_BET
