"""Prospects: what a seat is offered is just what the table takes, and what it is refused is what the table refuses."""

from __future__ import annotations

import copy

import pytest

from comeout.money import Amount
from comeout.rules.library import book_names, load_book
from comeout.table import messages as m
from comeout.table.advice.prospects import OddsStep, Prospect, Room, acts, odds_total, prospects
from comeout.table.decide import decide
from comeout.table.messages import BetPlaced, BetTakenDown, Reason, Rejected
from comeout.table.state import Phase
from comeout.table.table import Table
from tests.kit.table_games import random_game
from tests.kit.terminal import table_for_one

SETTINGS: tuple[dict[str, str], ...] = (
    {},
    {"payable-unit": "1", "betting-unit": "5"},
    {"min field": "5", "max field": "20", "min place-6": "6", "max place-6": "12", "min pass": "3"},
)


def refused(table: Table, command: m.Command) -> Rejected | None:
    answer = decide(table.layout, table.state, command)
    return answer if isinstance(answer, Rejected) else None


def takes(table: Table, spot: str, amount: Amount) -> bool:
    return refused(table, m.PlaceBet(1, spot, amount)) is None


@pytest.mark.parametrize("book", book_names())
@pytest.mark.parametrize("settings", SETTINGS, ids=("plain", "units", "limits"))
def test_what_is_offered_is_taken_and_what_is_not_is_refused_for_the_same_reason(
    book: str, settings: dict[str, str]
) -> None:
    for seed in range(5):
        table = random_game(book, seed, settings, rack=150_00)
        before = copy.deepcopy(table.state)
        for spot, seen in prospects(table.layout, table.state, 1).items():
            check_room(table, spot, seen.room)
            check_taking(table, spot, seen)
        assert table.state == before


def check_room(table: Table, spot: str, room: Room) -> None:
    if room.refusal:
        answers = [refused(table, m.PlaceBet(1, spot, amount)) for amount in (1, 5_00, 12_00, 100_00)]
        assert all(answers), spot
        assert room.refusal.reason in {answer.reason for answer in answers if answer}, spot
        return
    assert takes(table, spot, room.least), spot
    assert not takes(table, spot, room.least - 1), spot
    assert takes(table, spot, room.most), spot
    assert not takes(table, spot, room.most + room.step), spot
    assert all(takes(table, spot, amount) for amount in room.even), spot
    there = table.bets(1).get(spot, 0)
    assert all((there + amount) % room.even_step == 0 for amount in room.even), spot
    assert room.full is None or room.full > room.most or room.full < 1 or takes(table, spot, room.full), spot


def check_taking(table: Table, spot: str, seen: Prospect) -> None:
    lies = spot in table.bets(1)
    assert (seen.taking is not None) == lies
    assert seen.others == table.bets(2).get(spot, 0)
    if seen.taking:
        assert seen.taking.refusal == refused(table, m.RemoveBet(1, spot))
    if seen.calls:
        assert seen.calls.on == refused(table, m.CallBet(1, spot, "on"))
        assert seen.calls.off == refused(table, m.CallBet(1, spot, "off"))


# ------------------------------------------------------------------ amounts


def a_table(book: str, *rolls: tuple[int, int], rack: Amount = 1000_00, **settings: str) -> Table:
    table = Table(load_book(book), settings={name.replace("_", "-"): value for name, value in settings.items()})
    table.sit("Ann", rack)
    for roll in rolls:
        table.roll(*roll)
    return table


def seen(table: Table, spot: str, seat: int | None = 1) -> Prospect:
    return prospects(table.layout, table.state, seat)[spot]


def test_even_amounts_lie_near_the_chips_and_are_paid_in_whole_dollars() -> None:
    room = seen(a_table("sentosa"), "place-6").room
    assert (room.even_step, room.even) == (6_00, (6_00, 24_00, 102_00, 498_00))


def test_a_bet_that_lies_is_brought_to_an_even_total() -> None:
    table = a_table("sentosa")
    table.bet(1, "place-6", 5_00)
    assert seen(table, "place-6").room.even == (1_00, 7_00, 25_00, 103_00, 499_00)


def test_odds_show_the_least_the_most_and_full_odds() -> None:
    table = a_table("sentosa")
    table.bet(1, "pass", 10_00)
    table.roll(4, 4)
    room = seen(table, "pass-odds").room
    assert (room.least, room.most, room.full, room.even_step) == (1, 50_00, 50_00, 5_00)
    table.bet(1, "pass-odds", 20_00)
    assert (seen(table, "pass-odds").room.most, seen(table, "pass-odds").room.full) == (30_00, 30_00)


def steps(table: Table, spot: str) -> list[OddsStep]:
    return list(seen(table, spot).room.odds)


def test_odds_are_offered_by_multiple_with_what_they_win_and_all_of_them_last() -> None:
    table = a_table("sentosa")
    table.bet(1, "pass", 10_00)
    table.roll(4, 4)
    assert steps(table, "pass-odds") == [
        (1, 10_00, 12_00),
        (2, 20_00, 24_00),
        (3, 30_00, 36_00),
        (0, 50_00, 60_00),
    ]
    table.bet(1, "pass-odds", 15_00)
    assert steps(table, "pass-odds") == [(2, 5_00, 24_00), (3, 15_00, 36_00), (0, 35_00, 60_00)]
    assert steps(table, "field") == []


@pytest.mark.parametrize(
    ("position", "spot", "times", "total"),
    [
        ("sentosa point 6 | 1 pass 5", "pass-odds", 5, 25_00),
        ("sentosa point 6 | 1 pass 5", "pass-odds", 4, 20_00),
        ("sentosa point 6 | 1 dont-pass 10", "dont-pass-odds", 2, 24_00),  # lays 24.00 to win 20.00
        ("adelaide point 6 | 1 pass 2", "pass-odds", 1, 2_00),  # no amount so small pays evenly
    ],
)
def test_odds_of_any_multiple_are_a_total_that_pays_evenly_where_there_is_one(
    position: str, spot: str, times: int, total: Amount
) -> None:
    table = table_for_one(position)
    assert odds_total(table.layout, table.state, 1, table.layout.by_id[spot], times) == total


def test_odds_that_are_laid_are_offered_by_what_they_win() -> None:
    table = a_table("adelaide")
    table.bet(1, "dont-pass", 10_00)
    table.roll(4, 2)
    assert steps(table, "dont-pass-odds")[:2] == [(1, 12_00, 10_00), (2, 24_00, 20_00)]


def test_odds_that_no_rack_covers_are_not_offered_and_the_most_that_is_even_is() -> None:
    table = a_table("sentosa", rack=37_00)
    table.bet(1, "pass", 7_00)
    table.roll(4, 4)
    assert steps(table, "pass-odds") == [(1, 5_00, 6_00), (1, 10_00, 12_00), (2, 20_00, 24_00)]
    table = a_table("evolution", odds="4")
    table.bet(1, "pass", 7_00)
    table.roll(2, 3)
    assert steps(table, "pass-odds")[-1] == (0, 28_00, 42_00)


def test_full_odds_are_the_largest_amount_that_is_paid_evenly() -> None:
    table = a_table("sentosa")
    table.bet(1, "pass", 3_33)
    table.roll(4, 4)
    room = seen(table, "pass-odds").room
    assert (room.most, room.full, room.even_step) == (16_65, 16_65, 5_00)


def test_odds_too_small_for_whole_dollars_are_offered_in_what_is_paid_without_rounding() -> None:
    table = a_table("sentosa")
    table.bet(1, "pass", 50)
    table.roll(4, 4)
    room = seen(table, "pass-odds").room
    assert (room.most, room.even_step, room.full) == (2_50, 5, 2_50)


def test_odds_without_their_bet_are_refused_and_only_other_bets_have_no_full_amount() -> None:
    table = a_table("sentosa", (4, 4))
    room = seen(table, "pass-odds").room
    assert room.refusal
    assert room.refusal.reason is Reason.NO_BASE_BET
    assert seen(table, "field").room.full is None


def test_a_rack_pays_for_the_vigorish_too() -> None:
    table = a_table("sentosa", (4, 4), rack=21_00)
    room = seen(table, "buy-4").room
    assert room.most == 20_00
    table = a_table("sentosa", (4, 4), rack=21_05)
    assert seen(table, "buy-4").room.most == 20_05
    table.bet(1, "buy-4", 10_00)
    assert table.bet(1, "buy-4", seen(table, "buy-4").room.most)
    assert table.rack(1) == 0


def test_an_empty_rack_is_told_for_every_spot_that_is_open() -> None:
    table = a_table("evolution", rack=5_00)
    table.bet(1, "field", 5_00)
    room = seen(table, "field").room
    assert room.refusal
    assert room.refusal.reason is Reason.RACK_TOO_SMALL


# ------------------------------------------------------------------ bets that lie


def test_a_bet_says_whether_it_works_and_only_a_bet_does() -> None:
    table = a_table("sentosa")
    table.bet(1, "place-6", 6_00)
    table.bet(1, "pass", 6_00)
    assert (seen(table, "place-6").working, seen(table, "pass").working) == (False, True)
    assert seen(table, "place-8").working is None
    table.send(m.CallBet(1, "place-6", "on"))
    assert seen(table, "place-6").working is True


def test_taking_down_tells_what_comes_with_it_or_why_it_cannot_be() -> None:
    table = a_table("sentosa", (4, 4))
    table.bet(1, "buy-4", 20_00)
    table.bet(1, "come", 5_00)
    buy, come = seen(table, "buy-4").taking, seen(table, "come").taking
    assert buy
    assert (buy.refusal, buy.warns) == (None, ("its vigorish of 1.00 is not given back",))
    assert come
    assert come.refusal
    assert (come.refusal.reason, come.warns) == (Reason.CONTRACT_BET, ())
    assert seen(table, "come").contract.startswith("Come is a contract bet")


def test_what_was_placed_in_this_betting_time_can_be_taken_back_in_part() -> None:
    table = a_table("evolution")
    table.bet(1, "place-6", 6_00)
    table.roll(4, 4)
    table.bet(1, "place-6", 12_00)
    taking = seen(table, "place-6").taking
    assert taking
    assert taking.refusal
    assert taking.refusal.instead == (12_00,)


def test_a_bet_can_be_called_only_where_the_book_has_calls_and_the_bet_can_sleep() -> None:
    table = a_table("sentosa")
    for spot in ("pass", "place-6"):
        table.bet(1, spot, 6_00)
    assert (seen(table, "pass").calls, seen(table, "place-8").calls) == (None, None)
    assert seen(table, "place-6").calls == (None, None, ("place-6",))
    table = a_table("evolution")
    table.bet(1, "place-6", 6_00)
    assert seen(table, "place-6").calls is None


def test_a_call_names_the_bets_it_is_for_where_one_button_is_for_all_of_a_kind() -> None:
    for book, together in (("adelaide", ("place-6", "place-8")), ("sentosa", ("place-6",))):
        table = a_table(book)
        for spot in ("place-6", "place-8", "hard-8"):
            table.bet(1, spot, 6_00 if spot.startswith("place") else 5_00)
        calls = seen(table, "place-6").calls
        assert calls
        assert calls.together == together


def test_a_standing_instruction_is_shown_on_its_spot() -> None:
    table = a_table("evolution")
    table.send(m.KeepBet(1, "field", True))
    assert (seen(table, "field").keeps, seen(table, "pass").keeps) == (True, False)


# ------------------------------------------------------------------ who may not bet at all


def test_somebody_who_watches_is_told_to_sit_down_and_sees_what_lies_there() -> None:
    table = a_table("evolution")
    table.bet(1, "field", 5_00)
    watched = seen(table, "field", None)
    assert watched.room.refusal
    assert watched.room.refusal.says == "you have no seat here; sit down first"
    assert (watched.others, watched.bet, watched.taking, watched.keeps) == (5_00, None, None, False)


def test_a_seat_that_nobody_sits_in_is_refused() -> None:
    room = seen(a_table("evolution"), "field", 7).room
    assert room.refusal
    assert room.refusal.reason is Reason.UNKNOWN_SEAT


def test_while_bets_are_closed_every_spot_says_so_with_its_clause() -> None:
    table = a_table("sentosa", crew="people")
    assert table.state.phase is not Phase.BETTING
    refusals = {each.room.refusal for each in prospects(table.layout, table.state, 1).values()}
    assert len(refusals) == 1
    (refusal,) = refusals
    assert refusal
    assert (refusal.reason, bool(refusal.clause)) == (Reason.BETTING_CLOSED, True)


# ------------------------------------------------------------------ the dice


def test_what_a_seat_can_do_about_the_dice_is_what_the_table_lets_it_do() -> None:
    table = a_table("sentosa", shooter="seats")
    told = acts(table.layout, table.state, 1)
    assert told["TakeDice"]
    assert (told["TakeDice"].reason, told["DeclineDice"], told["Leave"]) == (Reason.NO_LINE_BET, None, None)
    table.bet(1, "pass", 5_00)
    assert acts(table.layout, table.state, 1)["TakeDice"] is None
    table.send(m.TakeDice(1))
    told = acts(table.layout, table.state, 1)
    assert told["PassDice"] is None
    assert told["TakeDice"]
    assert told["Leave"]
    assert told["Leave"].reason is Reason.BETS_STILL_UP


def test_offers_and_takings_are_events_of_the_table_itself() -> None:
    """What the prospects promise happens when it is asked for."""
    table = a_table("adelaide")
    least = seen(table, "field").room.least
    placed = table.bet(1, "field", least)
    assert placed
    assert isinstance(placed[0], BetPlaced)
    down = table.remove(1, "field")
    assert down
    assert isinstance(down[0], BetTakenDown)
