"""A turn makes commands of wishes: even amounts, odds within the limit, and refusals that are remembered."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from comeout.lab.strategy import BasicStrategy, Memory
from comeout.lab.table_play import TablePlayer
from comeout.lab.turn import MOST_WISHES, StrategyError, StrategyTurn, is_ruined, take_turn
from comeout.lab.view import View
from comeout.lab.wishes import WantAtLeast, WantBet, WantCall, WantDown, WantEnd, WantOdds, WantTotal, Wish
from comeout.table.messages import Reason
from comeout.table.table import Table

TIMES = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}


class Says(BasicStrategy):
    def __init__(self, *wishes: object) -> None:
        self.wishes = wishes

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        return self.wishes  # type: ignore[return-value]


def turn(position: str, *wishes: object, rack: str = "1000") -> tuple[StrategyTurn, dict[str, int]]:
    table = Table.from_position(position, racks={1: rack})
    return take_turn(TablePlayer(table, 1), Says(*wishes), None), table.bets(1)


@pytest.mark.parametrize(("asked", "made"), [(10_00, 12_00), (9_00, 6_00), (15_00, 12_00), (1, 6_00)])
def test_a_bet_is_made_with_the_nearest_even_amount_the_smaller_of_two(asked: int, made: int) -> None:
    assert turn("sentosa point 4 | 1", WantBet("place-6", asked))[1] == {"place-6": made}


def test_a_bet_exactly_so_is_made_as_it_is() -> None:
    assert turn("sentosa point 4 | 1", WantBet("place-6", 10_00, exactly=True))[1] == {"place-6": 10_00}


def test_a_bet_that_lies_is_not_made_again_but_brought_to_a_total_up_and_down() -> None:
    assert turn("sentosa point 4 | 1 place-6 12", WantBet("place-6", 30_00))[1] == {"place-6": 12_00}
    assert turn("sentosa point 4 | 1 place-6 12", WantTotal("place-6", 30_00))[1] == {"place-6": 30_00}
    assert turn("sentosa point 4 | 1 place-6 30", WantTotal("place-6", 12_00))[1] == {"place-6": 12_00}
    assert turn("sentosa point 4 | 1 place-6 30", WantTotal("place-6", 0))[1] == {}
    assert turn("sentosa point 4 | 1 place-6 30", WantAtLeast("place-6", 12_00))[1] == {"place-6": 30_00}
    assert turn("sentosa point 4 | 1 place-6 6", WantAtLeast("place-6", 12_00))[1] == {"place-6": 12_00}


def test_a_bet_is_taken_down_and_called_on() -> None:
    assert turn("sentosa point 4 | 1 place-6 12", WantDown("place-6"))[1] == {}
    table = Table.from_position("sentosa come-out | 1 place-6 12")
    take_turn(TablePlayer(table, 1), Says(WantCall("place-6", "on")), None)
    assert View(table.layout, table.state, 1).works("place-6")


def test_what_the_book_does_not_give_back_stays_up_without_a_refusal_where_that_will_do() -> None:
    position = "sentosa point 4 | 1 pass 10 place-6 12"
    asked, _ = turn(position, WantDown("pass"))
    assert [refused.reason for _, refused in asked.refusals] == [Reason.CONTRACT_BET]
    both, bets = turn(position, WantDown("pass", if_allowed=True), WantDown("place-6", if_allowed=True))
    assert (both.refusals, bets) == ([], {"pass": 10_00})


@pytest.mark.parametrize(
    ("position", "wish", "made"),
    [
        ("sentosa point 6 | 1 pass 10", WantOdds("pass", TIMES), {"pass-odds": 50_00}),
        ("sentosa point 5 | 1 pass 10", WantOdds("pass", 1), {"pass-odds": 10_00}),
        ("sentosa point 5 | 1 pass 15", WantOdds("pass", 1), {"pass-odds": 14_00}),
        ("sentosa point 4 | 1 pass 10", WantOdds("pass", None), {"pass-odds": 30_00}),
        ("sentosa point 4 | 1 dont-pass 10", WantOdds("dont-pass", TIMES, to_win=True), {"dont-pass-odds": 60_00}),
        ("sentosa come-out | 1 pass 10", WantOdds("pass", TIMES), {}),
    ],
)
def test_odds_are_the_largest_even_amount_within_wish_and_limit(
    position: str, wish: Wish, made: dict[str, int]
) -> None:
    found = turn(position, wish)[1]
    assert {spot: amount for spot, amount in found.items() if spot.endswith("odds")} == made


def test_odds_that_the_rack_does_not_cover_are_not_taken_unless_less_will_do() -> None:
    poor, bets = turn("sentosa point 6 | 1 pass 10", WantOdds("pass", TIMES), rack="33")
    assert (bets, [refused.reason for _, refused in poor.refusals]) == ({"pass": 10_00}, [Reason.RACK_TOO_SMALL])
    assert turn("sentosa point 6 | 1 pass 10", WantOdds("pass", TIMES, as_covered=True), rack="33")[1] == {
        "pass": 10_00,
        "pass-odds": 30_00,
    }
    assert turn("sentosa point 6 | 1 pass 10", WantOdds("pass", TIMES, as_covered=True), rack="3")[1] == {"pass": 10_00}


def test_action_counts_what_was_accepted_and_an_end_ends_the_turn() -> None:
    found, bets = turn(
        "sentosa come-out | 1", WantBet("pass", 10_00), WantBet("come", 10_00), WantEnd(), WantBet("field", 5_00)
    )
    assert (found.action, found.ended, bets) == (10_00, True, {"pass": 10_00})


def test_a_turn_is_ruin_when_nothing_lies_and_a_bet_could_not_be_paid_for() -> None:
    poor, bets = turn("sentosa come-out | 1", WantBet("pass", 10_00), rack="5")
    assert is_ruined(poor, lay_before=False, lies_after=bool(bets))
    assert not is_ruined(poor, lay_before=True, lies_after=False)
    early, bets = turn("sentosa come-out | 1", WantBet("come", 10_00), rack="5")
    assert not is_ruined(early, lay_before=False, lies_after=bool(bets))


def test_what_is_no_wish_and_what_is_no_bet_are_errors_in_one_sentence() -> None:
    with pytest.raises(StrategyError, match="which is no wish"):
        turn("sentosa come-out | 1", "pass 10")
    with pytest.raises(StrategyError, match=r'has no bet "plaec-6".*did you mean "place-6"'):
        turn("sentosa come-out | 1", WantBet("plaec-6", 10_00))
    with pytest.raises(StrategyError, match="has no odds on"):
        turn("sentosa come-out | 1", WantOdds("field", 1))
    with pytest.raises(StrategyError, match="more than 1000 things"):
        turn("sentosa come-out | 1", *[WantDown("field")] * (MOST_WISHES + 1))


@pytest.mark.parametrize(
    "wish", [WantBet("field", -5_00), WantBet("field", 0), WantTotal("field", True), WantAtLeast("field", -1)]
)
def test_an_amount_is_whole_cents_and_not_below_nothing(wish: Wish) -> None:
    with pytest.raises(StrategyError, match=r"Says wants .* on field; an amount is a whole number of cents, from"):
        turn("sentosa point 4 | 1", wish)


def test_a_strategy_that_answers_no_list_is_told_so() -> None:
    class Silent(BasicStrategy):
        def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
            return None  # type: ignore[return-value]

    table = Table.from_position("sentosa point 4 | 1", racks={1: "100"})
    with pytest.raises(StrategyError, match="Silent answered None, where wishes are wanted; act returns a list"):
        take_turn(TablePlayer(table, 1), Silent(), None)
