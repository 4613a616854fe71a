"""My numbers: what each number of the next roll would do is what the table will settle."""

from __future__ import annotations

import copy

import pytest

from comeout.dice import ROLLS
from comeout.rules.library import book_names, load_book
from comeout.table import messages as m
from comeout.table.advice.next_roll import NUMBERS, net_of, next_roll
from comeout.table.messages import RollSettled
from comeout.table.settlement import settle
from comeout.table.state import TableState
from comeout.table.table import Table
from tests.kit.table_games import random_game


def lines_of(event: RollSettled, seat: int) -> tuple[m.Line, ...]:
    return tuple(line for line in event.lines if line.seat == seat)


def test_there_is_a_number_for_each_total_and_for_each_hard_way_that_has_an_easy_one() -> None:
    assert list(NUMBERS) == ["2", "3", "4h", "4", "5", "6h", "6", "7", "8h", "8", "9", "10h", "10", "11", "12"]


@pytest.mark.parametrize("book", book_names())
def test_every_one_of_the_36_rolls_settles_as_its_number_says(book: str) -> None:
    for seed in range(6):
        table = random_game(book, seed)
        before: TableState = copy.deepcopy(table.state)
        for seat in (1, 2):
            told = next_roll(table.layout, table.state, seat)
            for roll in ROLLS:
                name = f"{roll.total}h" if roll.hard else str(roll.total)
                assert told[name] == lines_of(settle(table.layout, table.state, roll), seat), (seed, roll)
        assert table.state == before


def test_the_net_of_a_number_is_what_the_player_has_more_after_it() -> None:
    for seed in range(10):
        table = random_game("adelaide", seed, {"payable-unit": "1"})
        had = table.rack(1) + sum(table.bets(1).values())
        nets = {name: sum(map(net_of, lines)) for name, lines in next_roll(table.layout, table.state, 1).items()}
        table.roll(3, 3)
        settled = next(event for event in reversed(table.log) if isinstance(event, RollSettled))
        assert settled.roll == (3, 3)
        assert table.rack(1) + sum(table.bets(1).values()) == had + nets["6h"]


def test_a_maximum_that_a_box_shares_is_shared_with_the_others_in_it() -> None:
    table = Table(load_book("sentosa"), settings={"max field": "9", "shared-boxes": "field"})
    for player in ("Ann", "Bob", "Cy"):
        seat = table.sit(player, 100_00)
        table.send(m.RecordBet("dealer", seat, "field", 6_00))
    (line,) = next_roll(table.layout, table.state, 1)["3"]
    assert (line.stake, line.at_risk, net_of(line)) == (6_00, 3_00, 3_00)
    assert [net_of(each) for each in next_roll(table.layout, table.state, 1)["7"]] == [-3_00]


def test_a_seat_without_a_bet_has_nothing_to_win_or_lose() -> None:
    table = random_game("sentosa", 1)
    seat = table.sit("Cy", 10_00)
    assert not any(next_roll(table.layout, table.state, seat).values())


def test_vigorish_that_comes_back_with_a_returned_bet_is_counted() -> None:
    table = Table(load_book("adelaide"), settings={"min buy-4": "20"})
    seat = table.sit("Ann", 100_00)
    table.roll(4, 4)
    for _ in range(2):
        table.send(m.RecordBet("dealer", seat, "buy-4", 10_00))
        (line,) = next_roll(table.layout, table.state, seat)["4"]
        table.roll(2, 2)
    assert (line.outcome, net_of(line)) == ("returned", 50)
