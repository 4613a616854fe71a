"""Parts of bets: under which terms each was accepted, what was overlooked, and who came first."""

from __future__ import annotations

from comeout.dice import Roll
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.settings import default_settings
from comeout.table.stakes.bet_parts import BetPart, BetTerms, orders_of, parts_of, settings_of
from comeout.table.table import Table

LAYOUT = load_book("adelaide")


def a_table(**settings: str) -> Table:
    table = Table(LAYOUT, settings={"crew": "people", **settings})
    for player in ("Ann", "Bob"):
        table.sit(player, 1_000_00)
    table.send(m.OpenBetting("dealer")).or_raise()
    return table


def told(table: Table) -> dict[tuple[str, int], tuple[BetPart, ...]]:
    """The parts of every bet that is not simply one under the terms in force, by spot and seat."""
    found, _ = parts_of(table.state)
    return {(LAYOUT.spots[index].id, seat): parts for (index, seat), parts in found.items()}


def test_a_plain_bet_has_no_parts_to_tell_however_often_it_was_raised() -> None:
    table = a_table()
    for amount in (5_00, 10_00):
        table.bet(1, "field", amount)
    assert parts_of(table.state) == ({}, ())


def test_parts_that_nobody_noticed_are_told_one_by_one() -> None:
    table = a_table(**{"max field": "10"})
    table.bet(1, "field", 10_00)
    for amount in (5_00, 6_00):
        table.send(m.RecordBet("dealer", 1, "field", amount)).or_raise()
    late = BetPart(5_00, overlooked=True, in_time=True)
    assert told(table) == {("field", 1): (BetPart(10_00), late, late._replace(amount=6_00))}


def test_who_came_first_is_told_before_and_after_what_nobody_noticed() -> None:
    table = a_table(**{"max field": "10"})
    table.bet(2, "field", 5_00)
    table.send(m.RecordBet("dealer", 2, "field", 60_00)).or_raise()
    table.bet(1, "field", 5_00)
    assert [part.order for parts in told(table).values() for part in parts] == [1, 2, 3]


def test_who_came_first_on_a_plain_spot_is_nobody_s_business() -> None:
    table = a_table()
    for seat in (2, 1, 2):
        table.bet(seat, "field", 5_00)
    assert told(table) == {}


def test_the_order_of_bets_that_will_travel_is_told() -> None:
    table = a_table()
    for command in (m.CloseBetting("dealer"), m.ThrowDice(0), m.CallRoll("stickperson", Roll(2, 4))):
        table.send(command).or_raise()
    table.send(m.SettleRoll("dealer")).or_raise()
    table.send(m.OpenBetting("dealer")).or_raise()
    for seat in (2, 1):
        table.bet(seat, "come", 5_00)
    assert told(table) == {("come", 2): (BetPart(5_00, order=1),), ("come", 1): (BetPart(5_00, order=2),)}


def test_numbers_put_parts_in_their_order_and_those_in_time_last() -> None:
    late = BetPart(1, overlooked=True, in_time=True)
    bets = [(1, "field", (BetPart(5), late)), (2, "field", (BetPart(5),)), (1, "pass", (BetPart(5),))]
    orders, closed_at = orders_of(bets)
    assert closed_at < orders[1, "field"][1]
    assert orders[1, "field"][0] < closed_at + 1
    ranked = [(1, "come", (BetPart(5, order=2),)), (2, "come", (BetPart(5, order=1),))]
    orders, closed_at = orders_of(ranked)
    assert (orders, closed_at) == ({(2, "come"): [1], (1, "come"): [2]}, 2)


def test_earlier_terms_are_settings_again() -> None:
    terms = BetTerms(((6, 3),), 1_00, 5_00, (("field", 2_00),), (("field", 10_00),), True, ("field",), True)
    earlier = settings_of(default_settings(LAYOUT), terms)
    assert (earlier.odds_multiple, earlier.minimum, earlier.maximum) == ({6: 3}, {"field": 2_00}, {"field": 10_00})
    assert (earlier.payable_unit, earlier.betting_unit, earlier.shared_boxes) == (1_00, 5_00, frozenset({"field"}))
    assert earlier.multiples_notice
    assert earlier.breakage_up
