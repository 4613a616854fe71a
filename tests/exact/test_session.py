"""A session summed up: what was expected and what was luck add up to what happened, to the last fraction of a cent."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache

import pytest

from comeout.dice import ROLLS
from comeout.exact.session import Summary, Sums, Tally
from comeout.exact.worth import Worth
from comeout.rules.library import book_names, load_book
from comeout.table import messages as m
from comeout.table.messages import Event
from comeout.table.settlement import settle
from comeout.table.table import Table
from tests.kit.by_hand import F
from tests.kit.table_games import disturb, random_game


@cache
def worth(book: str) -> Worth:
    return Worth(load_book(book))


def tally(table: Table, seat: int = 1) -> Tally:
    found = Tally(table.layout, seat, worth(table.layout.id), point=0)
    for event in table.log:
        found.take(event)
    return found


def summed(table: Table, seat: int = 1) -> Summary:
    return tally(table, seat).summary()


def a_table(book: str, **settings: str) -> Table:
    table = Table(load_book(book), settings={name.replace("_", "-"): value for name, value in settings.items()})
    table.sit("Ann", 1000_00)
    return table


def adds_up(found: Summary) -> bool:
    return found.total.net == found.total.expected + found.luck + found.rounding + found.unfinished


# ------------------------------------------------------------------ by hand


def test_a_field_bet_that_wins_is_its_edge_and_the_rest_is_luck() -> None:
    table = a_table("sentosa")
    table.bet(1, "field", 36_00)
    table.roll(1, 2)
    found = summed(table)
    assert found.total == Sums(bets=1, action=36_00, decided=36_00, net=36_00, expected=F(-36_00, 18))
    assert (found.luck, found.rolls, found.rounding, found.unfinished) == (F(38_00), 1, F(0), F(0))
    # Of the thirty-six 20 lose 1, 14 win 1 and 2 win 2.
    assert found.variance == 36_00**2 * (F(20 + 14 + 8, 36) - F(1, 18) ** 2)


def test_chips_that_are_taken_up_again_before_a_roll_were_no_action() -> None:
    table = a_table("sentosa")
    for amount in (12_00, 6_00):
        table.bet(1, "place-8", amount)
    table.reduce(1, "place-8", 9_00)
    assert summed(table).total == Sums(bets=1, action=9_00, expected=9_00 * F(-1, 66))
    table.roll(2, 2)
    table.remove(1, "place-8")
    found = summed(table).total
    assert (found.bets, found.action, found.expected) == (1, 9_00, F(0))


def test_luck_is_told_in_standard_deviations_with_its_sign() -> None:
    table = a_table("sentosa")
    table.bet(1, "field", 36_00)
    assert summed(table).luck_sd == ""
    table.roll(3, 3)
    assert summed(table).luck_sd == "-0.87"
    table = a_table("sentosa")
    table.bet(1, "field", 36_00)
    table.roll(1, 2)
    assert summed(table).luck_sd == "0.97"


def test_a_bet_that_lies_counts_in_full_and_what_it_is_expected_to_lose_is_told_apart() -> None:
    table = a_table("sentosa")
    table.bet(1, "pass", 10_00)
    found = summed(table)
    assert (found.total.net, found.total.expected, found.unfinished) == (0, F(-70_00, 495), F(70_00, 495))
    table.roll(3, 3)
    found = summed(table)
    assert (found.luck, found.unfinished) == (10_00 * (F(10, 11) - 1 + F(7, 495)), F(10_00, 11))
    assert adds_up(found)


def test_a_line_bet_raised_on_a_point_is_expected_to_lose_what_the_point_is_worth_less() -> None:
    table = a_table("sentosa")
    table.bet(1, "pass", 10_00)
    table.roll(2, 2)
    table.bet(1, "pass", 10_00)
    assert summed(table).total.expected == F(-70_00, 495) - F(10_00, 3)


def test_vigorish_is_expected_to_be_lost_when_it_is_taken_and_gained_when_it_comes_back() -> None:
    table = a_table("adelaide")
    table.roll(4, 4)
    table.bet(1, "buy-4", 20_00)
    assert (summed(table).total.expected, summed(table).total.net) == (F(-1_00), -1_00)
    table.remove(1, "buy-4")
    assert (summed(table).total.expected, summed(table).total.net) == (F(0), 0)
    table = a_table("sentosa")
    table.roll(4, 4)
    table.bet(1, "buy-4", 20_00)
    table.remove(1, "buy-4")
    assert (summed(table).total.expected, summed(table).total.net) == (F(-1_00), -1_00)


def test_taking_a_good_bet_down_gives_up_what_it_was_worth_more() -> None:
    table = a_table("sentosa")
    table.bet(1, "dont-pass", 30_00)
    table.roll(2, 2)
    edge = summed(table).total.expected
    table.remove(1, "dont-pass")
    found = summed(table)
    assert (found.total.expected, found.total.net) == (edge - 10_00, 0)
    assert adds_up(found)


def test_what_rounding_took_has_a_line_of_its_own() -> None:
    table = a_table("sentosa")
    table.roll(4, 4)
    table.bet(1, "place-6", 5_00)
    table.roll(3, 3)
    found = summed(table)
    assert (found.total.net, found.rounding) == (5_83, 5_83 - F(35_00, 6))
    assert adds_up(found)


def test_a_place_bet_called_on_costs_no_more_and_varies_more() -> None:
    table = a_table("sentosa")
    table.bet(1, "place-6", 66_00)
    table.roll(1, 1)
    assert (summed(table).luck, summed(table).variance, summed(table).total.expected) == (F(0), F(0), F(-1_00))
    table.send(m.CallBet(1, "place-6", "on"))
    table.roll(1, 1)
    found = summed(table)
    assert found.variance > 0
    assert adds_up(found)


def test_odds_called_on_where_they_are_paid_badly_are_expected_to_lose_more() -> None:
    """Come odds on 6 at 1 to 1: asleep they would come back on a 6 or a 7; called on they lose a 36th of the stake."""
    table = a_table("exhibit-a")
    table.roll(4, 4)
    table.bet(1, "come", 36_00)
    table.roll(3, 3)
    table.bet(1, "come-odds-6", 36_00)
    table.roll(4, 4)
    before = summed(table).total.expected
    assert table.send(m.CallBet(1, "come-odds-6", "on"))
    table.roll(1, 1)
    found = summed(table)
    assert found.total.expected - before == -1_00
    assert adds_up(found)


def test_a_come_bet_is_one_wager_wherever_it_travels_and_its_odds_another() -> None:
    table = a_table("sentosa")
    table.roll(4, 4)
    table.bet(1, "come", 10_00)
    table.roll(3, 3)
    table.bet(1, "come-odds-6", 10_00)
    table.roll(2, 4)
    found = summed(table)
    assert {name: (each.bets, each.net) for name, each in found.wagers.items()} == {
        "come": (1, 10_00),
        "come-odds-6": (1, 12_00),
    }


def test_a_seat_that_was_left_is_summed_up_as_it_was_and_hears_nothing_more() -> None:
    table = a_table("evolution")
    table.bet(1, "field", 10_00)
    table.roll(3, 3)
    before = summed(table)
    table.send(m.Leave(1))
    table.sit("Bob", 100_00, 1)
    table.bet(1, "field", 10_00)
    table.roll(3, 3)
    found = tally(table)
    assert found.over
    assert found.summary() == before


def test_bets_folded_for_somebody_who_walked_away_are_lost_with_their_worth() -> None:
    table = a_table("sentosa")
    table.send(m.PostNotice("boxperson", "min field", "20"))
    table.send(m.RecordBet("dealer", 1, "field", 10_00))
    table.send(m.NoticeBet("dealer", 1, "field"))
    assert table.send(m.MarkAway("dealer", 1, pending=True))
    found = summed(table)
    assert (found.total.net, found.total.decided, found.unfinished) == (-10_00, 10_00, F(0))
    assert found.total.expected == -10_00
    assert adds_up(found)


def test_an_outcome_that_was_undone_leaves_no_trace() -> None:
    table = a_table("adelaide")
    table.roll(4, 4)
    for spot in ("field", "come", "place-6"):
        table.bet(1, spot, 10_00)
    table.roll(3, 3)
    assert summed(table).rolls == 1
    assert table.send(m.InvalidateOutcome("pit-manager", "fire"))
    found = summed(table)
    assert (found.total.net, found.luck, found.variance, found.rolls) == (0, F(0), F(0), 0)
    assert adds_up(found)
    table.roll(3, 4)
    assert adds_up(summed(table))


def test_a_roll_from_before_somebody_sat_down_may_be_undone_without_harm() -> None:
    table = a_table("adelaide")
    table.roll(4, 4)
    table.sit("Bob", 100_00)
    table.send(m.InvalidateOutcome("pit-manager", "fire"))
    late = Tally(table.layout, 2, worth("adelaide"), point=8)
    for event in after_sitting(table.log, 2):
        late.take(event)
    assert late.summary().total == Sums()


@pytest.mark.parametrize("book", ["adelaide", "sentosa"])
def test_a_session_adds_up_though_chips_moved_before_the_roll_was_undone(book: str) -> None:
    undone = 0
    for seed in range(12):
        chance = random.Random(f"{book} {seed}")
        table = random_game(book, seed, rolls=3, rack=60_00)
        for _ in range(6):
            table.roll(*chance.choice(ROLLS))
            disturb(table, chance)
            corrected = m.CorrectRoll("boxperson", chance.choice((None, *ROLLS)), "off-table")
            answer = table.send(m.InvalidateOutcome("pit-manager", "fire") if book == "adelaide" else corrected)
            undone += bool(answer)
            for seat in (1, 2):
                found = summed(table, seat)
                assert adds_up(found)
                owed = table.state.debts.get(table.state.seats[seat].player, 0)
                assert found.total.net == table.rack(seat) + sum(table.bets(seat).values()) - 60_00 - owed
    assert undone > 20


def test_a_bet_made_by_a_latecomer_may_go_back_with_a_roll_from_before() -> None:
    table = a_table("adelaide")
    table.roll(4, 4)
    table.sit("Bob", 100_00)
    table.bet(2, "come", 10_00)
    table.bet(2, "field", 10_00)
    table.send(m.InvalidateOutcome("pit-manager", "fire"))
    late = Tally(table.layout, 2, worth("adelaide"), point=8)
    for event in after_sitting(table.log, 2):
        late.take(event)
    found = late.summary()
    assert (found.total.net, found.total.action, table.bets(2)) == (0, 10_00, {"field": 10_00})
    assert adds_up(found)


def test_what_a_decision_moves_is_no_gain_of_any_bet() -> None:
    table = a_table("adelaide")
    table.send(m.DecideMatter("shift-manager", "so be it", "pay", 1, "", 5_00))
    assert summed(table).total == Sums()


def after_sitting(log: Iterable[Event], seat: int) -> list[Event]:
    events = list(log)
    start = next(n for n, each in enumerate(events) if isinstance(each, m.SeatTaken) and each.seat == seat)
    return events[start:]


def test_a_voided_round_gives_back_stakes_that_had_been_worth_less() -> None:
    table = a_table("evolution")
    table.bet(1, "pass", 10_00)
    table.roll(4, 4)
    table.send(m.DeclareMalfunction("dealer"))
    found = summed(table)
    assert found.total.net == 0
    assert adds_up(found)


# ------------------------------------------------------------------ whatever is played


@pytest.mark.parametrize("book", book_names())
def test_the_lines_add_up_to_the_net_in_any_game(book: str) -> None:
    for seed in range(4):
        table = random_game(book, seed, {"payable-unit": "0.25"}, rolls=40)
        for seat in (1, 2):
            found = summed(table, seat)
            assert adds_up(found)
            total = Sums()
            for each in found.wagers.values():
                total.add(each)
            assert total == found.total
            assert found.total.net == table.rack(seat) + sum(table.bets(seat).values()) - 500_00


@pytest.mark.parametrize("book", book_names())
def test_over_all_36_rolls_luck_is_nothing_on_average_and_varies_as_told(book: str) -> None:
    """Whatever lies there and is called on or off; bets that win and lose together are counted together."""
    for seed in range(10):
        table = random_game(book, seed, rolls=9)
        found = tally(table)
        before = found.summary()
        lucks, variances = [], set()
        for roll in ROLLS:
            found.take(settle(table.layout, table.state, roll))
            after = found.summary()
            assert adds_up(after)
            lucks.append(after.luck - before.luck)
            variances.add(after.variance - before.variance)
            found.take(m.OutcomeUndone("house", "another roll", True, ""))
            assert found.summary() == before
        assert sum(lucks) == 0
        assert variances == {sum((luck**2 for luck in lucks), F(0)) / 36}


def test_two_bets_against_each_other_vary_less_than_either_alone() -> None:
    def variance(*spots: str) -> F:
        table = a_table("exhibit-a")
        for spot in spots:
            table.bet(1, spot, 10_00)
        table.roll(4, 4)
        return summed(table).variance

    assert variance("pass", "dont-pass") < min(variance("pass"), variance("dont-pass"))


def test_rolls_that_only_decide_come_bets_leave_the_puck_off() -> None:
    table = Table(load_book("exhibit-a"), settings={"shooter": "seats"})
    table.sit("Ann", 1000_00)
    table.bet(1, "pass", 10_00)
    table.send(m.TakeDice(1))
    table.roll(4, 4)
    table.bet(1, "come", 10_00)
    table.roll(3, 3)
    table.bet(1, "come-odds-6", 10_00)
    table.roll(4, 4)
    assert table.send(m.RollForDecision("house"))
    found = tally(table)
    for roll in ROLLS:
        found.take(settle(table.layout, table.state, roll))
        assert adds_up(found.summary())
        found.take(m.OutcomeUndone("house", "another roll", True, ""))


def test_what_others_do_changes_nothing() -> None:
    table = random_game("adelaide", 3)
    again = Tally(table.layout, 1, worth("adelaide"), point=0)
    for event in table.log:
        if getattr(event, "seat", 1) != 2:
            again.take(event)
    assert again.summary() == summed(table)


# ------------------------------------------------------------------ in words


def test_every_sentence_says_what_its_figure_is_a_part_of() -> None:
    table = a_table("sentosa")
    assert list(summed(table).says()) == ["You put down 0.00 in 0 bets, and are even."]
    table.bet(1, "field", 36_00)
    table.roll(3, 4)
    table.bet(1, "pass", 100_00)
    assert list(summed(table).says()) == [
        "You put down 136.00 in 2 bets, and are 36.00 behind.",
        "Those bets were expected to lose 3.41, which is 2.510% of all stakes put down.",
        "Luck made -34.00 of it: -0.87 standard deviations of what 1 roll with your bets on the layout could have "
        "brought.",
        "The bets that still lie count with their stakes; 1.41 of them is expected to be lost.",
    ]


def test_a_win_and_what_rounding_took_are_told() -> None:
    table = a_table("adelaide", payable_unit="1")
    table.roll(4, 4)
    table.bet(1, "place-6", 5_00)
    table.roll(3, 3)
    told = list(summed(table).says())
    assert told[0] == "You put down 5.00 in 1 bet, and are 6.00 ahead."
    assert told[-1] == "Rounding and limits made 0.17."


def test_a_bet_on_the_line_is_no_luck_while_dice_are_thrown_for_come_bets_only() -> None:
    table = a_table("exhibit-a", shooter="seats")
    table.sit("Bob", 1000_00)
    table.send(m.TakeDice(1))
    table.bet(1, "pass", 10_00)
    table.roll(2, 2)
    table.bet(1, "come", 10_00)
    table.roll(4, 2)
    table.roll(3, 1)
    for command in (m.OfferDice("stickperson"), m.DeclineDice(2)):
        table.send(command)
    table.bet(2, "pass", 10_00)
    table.send(m.RollForDecision("stickperson"))
    assert table.state.decision_only
    before = summed(table, 2)
    table.roll(5, 6)
    after = summed(table, 2)
    assert (after.luck, after.rounding, after.unfinished) == (before.luck, before.rounding, before.unfinished)
    assert adds_up(after)
    table.roll(4, 3)
    assert adds_up(summed(table, 2))
    assert table.bets(2) == {"pass": 10_00}


def test_a_tally_that_keeps_them_tells_what_each_roll_could_have_done() -> None:
    table = a_table("adelaide")
    table.bet(1, "field", 10_00).or_raise()
    table.roll(1, 2).or_raise()
    kept = Tally(table.layout, 1, worth("adelaide"), point=0, keeps_spreads=True)
    for event in table.log:
        kept.take(event)
    ((spread, times),) = kept.spreads().items()
    assert (len(spread.changes), times) == (36, 1)
    assert sum(spread.changes) == 0
    assert tally(table).spreads() == {}
