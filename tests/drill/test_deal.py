"""Dealer drills are dealt: always legal, always the same for a seed, harder by level."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comeout.dice import Roll
from comeout.drill.deal import DECIDED_LEAST, SEAT, Level, Lot, deal
from comeout.rules.describe import group_of
from comeout.rules.library import load_book
from comeout.table.notation.position_text import parse_position
from comeout.table.position import state_of
from comeout.table.settings import default_settings
from comeout.table.settlement import settle
from tests.kit.drills import BOOKS, LEVELS, drills


def test_lots_are_decided_by_their_words_alone() -> None:
    assert [Lot("a", 1).below(1000) for _ in range(3)] == [Lot("a", 1).below(1000)] * 3
    assert [Lot("a", 1).below(10**6), Lot("a", 2).below(10**6)] == [584095, 84318]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_drill_decides_at_least_three_bets_and_the_same_seed_is_the_same_drill(book: str, level: Level) -> None:
    for dealt in drills(level, book):
        assert len(dealt.settled.lines) >= DECIDED_LEAST
        assert len(dealt.drill.bets) == len(dealt.settled.lines) + len(dealt.staying)
        assert all(line.seat == SEAT for line in dealt.settled.lines)
    deal.cache_clear()
    assert deal(book, "7", level) == deal(book, "7", level)
    assert deal(book, "7", level) != deal(book, "8", level)


@pytest.mark.parametrize("book", BOOKS)
def test_drills_vary_in_dice_puck_and_bets_and_nearly_all_pay_something(book: str) -> None:
    found = [dealt for level in LEVELS for dealt in drills(level, book)]
    assert {dealt.drill.total for dealt in found} >= set(range(3, 12))
    assert {dealt.drill.point for dealt in found} >= {0, 4, 6, 9}
    layout = load_book(book)
    kinds = {layout.by_id[bet.spot].wager_id for dealt in found for bet in dealt.drill.bets}
    assert len(kinds) >= len(layout.rulebook.wager) - 1
    paying = sum(any(line.paid for line in dealt.settled.lines) for dealt in found)
    assert paying > len(found) * 0.9


@pytest.mark.parametrize("book", BOOKS)
def test_the_first_level_has_plain_bets_in_amounts_that_pay_evenly(book: str) -> None:
    layout = load_book(book)
    for dealt in drills(1, book):
        for bet in dealt.drill.bets:
            wager = layout.by_id[bet.spot].wager
            assert group_of(layout, layout.by_id[bet.spot].wager_id) in ("The line", "Numbers", "One roll")
            assert not wager.parts
            assert not bet.vigorish_cents
        for line in dealt.settled.lines:
            assert line.paid == line.basis * line.odds


@pytest.mark.parametrize("book", BOOKS)
def test_the_first_levels_are_bet_in_chips_and_the_first_mostly_in_fives(book: str) -> None:
    stakes = [bet.amount_cents for dealt in drills(1, book) for bet in dealt.drill.bets]
    assert all(each % 100 == 0 for each in stakes)
    assert sum(each % 500 == 0 for each in stakes) > len(stakes) * 0.8
    layout = load_book(book)
    bets = [bet for dealt in drills(2, book) for bet in dealt.drill.bets]
    assert all(bet.amount_cents % 100 == 0 for bet in bets if layout.by_id[bet.spot].base < 0)


@pytest.mark.parametrize("book", BOOKS)
def test_only_four_six_eight_and_ten_are_called_the_hard_way(book: str) -> None:
    called = {
        dealt.drill.total
        for level in LEVELS
        for dealt in drills(level, book)
        if dealt.drill.says.endswith("the hard way.")
    }
    pairs = {dealt.drill.total for level in LEVELS for dealt in drills(level, book) if len(set(dealt.drill.dice)) == 1}
    assert {2, 12} & pairs
    assert called == pairs - {2, 12}


@pytest.mark.parametrize("book", BOOKS)
def test_the_last_level_has_payments_to_round(book: str) -> None:
    lines = [line for dealt in drills(3, book) for line in dealt.settled.lines]
    assert any(line.paid != line.basis * line.odds for line in lines)
    assert all(line.paid % 100 == 0 for line in lines)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_drill_tells_its_position_and_that_position_is_settled_like_it(level: Level, book: str) -> None:
    layout = load_book(book)
    for dealt in drills(level, book)[:5]:
        position = parse_position(dealt.drill.position)
        settings = replace(default_settings(layout), payable_unit=dealt.drill.payable_unit_cents)
        state = state_of(layout, position, {SEAT: 0}, settings)
        settled = settle(layout, state, Roll(*dealt.drill.dice))
        assert sorted(settled.lines, key=str) == sorted(dealt.settled.lines, key=str)
