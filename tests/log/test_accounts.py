"""Events of a table as postings: they add up to zero and name the accounts of the house."""

from __future__ import annotations

from fractions import Fraction

from comeout.dice import Roll
from comeout.log.accounts import postings_of, rack, wallet
from comeout.log.records import Posting
from comeout.table.messages import BetPlaced, BettingOpened, BoughtIn, Event, Line, RollSettled, SeatLeft, SeatTaken

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
