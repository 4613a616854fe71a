"""Events of a table as postings: they add up to zero and name the accounts of the house."""

from __future__ import annotations

from fractions import Fraction

import pytest

from comeout.dice import Roll
from comeout.log.accounts import postings_of, rack, wallet
from comeout.log.records import Posting
from comeout.table.ledger import COMMISSION, HOUSE, LAYOUT, transfers
from comeout.table.messages import (
    BetPlaced,
    BettingOpened,
    BoughtIn,
    Event,
    Line,
    Outcome,
    RollSettled,
    SeatLeft,
    SeatTaken,
)

PLAYERS = {1: "ann", 2: "bob"}


def posted(event: Event) -> dict[str, int]:
    found = postings_of(7, event, "t", PLAYERS)
    assert not sum(posting.amount for posting in found)
    assert {posting.seq for posting in found} <= {7}
    return {posting.account: posting.amount for posting in found}


def test_buying_in_and_colouring_up_move_money_between_wallet_and_rack() -> None:
    assert posted(SeatTaken(1, "ann", 500)) == {"wallet:ann": -500, "rack:t:ann": 500}
    assert posted(BoughtIn(2, 300, "")) == {"wallet:bob": -300, "rack:t:bob": 300}
    assert posted(SeatLeft(1, 200)) == {"rack:t:ann": -200, "wallet:ann": 200}
    assert (wallet("ann"), rack("t", "ann")) == ("wallet:ann", "rack:t:ann")


def test_a_bet_moves_from_the_rack_to_the_layout_and_its_vigorish_to_the_commission() -> None:
    placed = posted(BetPlaced(1, "buy-4", 2_000, 100, ""))
    assert placed == {"rack:t:ann": -2_100, "layout:t": 2_000, "commission:t": 100}


def test_a_settlement_is_one_posting_an_account_however_many_its_lines() -> None:
    won = Line(1, "pass", 1_000, 1_000, "won", 1_000, 1_000, Fraction(1), "", 0, "", "", "")
    lost = Line(1, "field", 500, 500, "lost", 0, 0, Fraction(0), "", 0, "", "", "")
    other = won._replace(seat=2, stake=300, paid=300)
    settled = RollSettled("b", 1, Roll(3, 4), 0, 0, False, True, (won, lost, other), (), (), (), False, "", ())
    assert posted(settled) == {
        "layout:t": -1_800,
        "house:t": 500 - 1_300,
        "rack:t:ann": 2_000,
        "rack:t:bob": 600,
    }


def test_what_moves_no_money_posts_nothing() -> None:
    empty: list[Posting] = []
    assert postings_of(7, BettingOpened("house", ""), "t", PLAYERS) == empty
    assert postings_of(7, SeatLeft(1, 0), "t", PLAYERS) == empty


CASES: list[tuple[Outcome, int, int, int, int]] = [
    ("won", 1_000, 1_000, 1_000, 0),
    ("won", 1_000, 600, 600, 50),
    ("lost", 500, 500, 0, 0),
    ("lost", 500, 300, 0, 25),
    ("returned", 700, 700, 0, 0),
    ("moved", 900, 900, 0, 0),
]
"""Outcome, stake, what of it was at risk, what was paid, and the vigorish that came back."""
LINES = [
    Line(seat, "pass", stake, at_risk, outcome, paid, 0, Fraction(1), "", vigorish, "", "", "")
    for seat in PLAYERS
    for outcome, stake, at_risk, paid, vigorish in CASES
]


@pytest.mark.parametrize("lines", [tuple(LINES[first:last]) for first in range(12) for last in range(first, 13, 3)])
def test_a_settlement_posts_what_its_transfers_add_up_to_in_their_order(lines: tuple[Line, ...]) -> None:
    settled = RollSettled("b", 1, Roll(3, 4), 0, 0, False, True, lines, (), (), (), False, "", ())
    names = {LAYOUT: "layout:t", HOUSE: "house:t", COMMISSION: "commission:t"}
    names |= {"rack 1": "rack:t:ann", "rack 2": "rack:t:bob"}
    moved: dict[str, int] = {}
    for source, target, amount in transfers(settled):
        for name, cents in ((source, -amount), (target, amount)):
            moved[names[name]] = moved.get(names[name], 0) + cents
    assert postings_of(7, settled, "t", PLAYERS) == [Posting(7, name, cents) for name, cents in moved.items() if cents]
