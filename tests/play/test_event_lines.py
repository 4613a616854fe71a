"""Events as short lines, for the player, for others and for the crew; refusals with advice."""

from __future__ import annotations

import pytest

from comeout.dice import Roll
from comeout.play.event_lines import account, advice, first_bet, tell, tell_crew, tell_of_other, undecided
from comeout.table import messages as m
from comeout.table.messages import Event, Reason, Rejected
from tests.kit.terminal import LAYOUTS, table_for_one

LINE = "adelaide point 6 | 1 pass 10 place-8 12"


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (m.BetPlaced(1, "place-8", 12_00, 0, "4(i)"), "12.00 on place-8"),
        (m.BetPlaced(1, "place-8", 6_00, 0, "4(i)"), "6.00 on place-8, now 12.00"),
        (m.BetPlaced(1, "buy-4", 20_00, 1_00, "7(a)"), "20.00 on buy-4, vigorish 1.00"),
        (m.BetPlaced(1, "field", 5_00, 0, "4(o)", "standing"), "same bet: 5.00 on field"),
        (m.BetTakenDown(1, "place-8", 6_00, 0, 0, "5(c)", "asked"), "6.00 back from place-8, 12.00 stays up"),
        (
            m.BetTakenDown(1, "buy-4", 20_00, 0, 1_00, "5(c)", "decided"),
            "20.00 back from buy-4, 1.00 vigorish stays with the house (decided)",
        ),
        (m.KeepSet(1, "field", True), "same bet on field whenever it wins"),
        (m.BoughtIn(1, 50_00, "2"), "50.00 more in the rack: 500.00"),
        (m.CallPlaced("dealer", 1, ("place-8",), "on", True, "5(e)"), "place-8 called on"),
        (m.DiceTaken(1, (1, 2), "9"), "you have the dice"),
        (m.NoRollCalled("boxperson", "off-table", "10"), "No Roll (off-table): every bet stays as it was"),
        (m.MoneyMoved("shift-manager", 1, -5_00, "12"), "by that decision the house collects 5.00"),
        (m.OutcomeUndone("boxperson", "riot", True, "9"), "the roll has no effect (riot)"),
        (m.BettingOpened("house", "1"), ""),
    ],
)
def test_an_event_is_one_line_for_the_player_it_concerns(event: Event, says: str) -> None:
    assert tell(table_for_one(LINE), event) == says


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (m.SeatLeft(2, 5_00), "seat 2 colours up and leaves"),
        (m.DiceTaken(2, (1, 2), "9"), "seat 2 has the dice"),
        (m.WalkedAway("dealer", 2, (), "9"), "seat 2 walked away"),
        (m.BetPlaced(2, "field", 5_00, 0, "4(o)"), ""),
    ],
)
def test_of_others_only_who_comes_goes_and_throws_is_told(event: Event, says: str) -> None:
    assert tell_of_other(table_for_one(LINE), event) == says


def test_the_crew_is_told_what_to_type() -> None:
    table = table_for_one(LINE)
    assert tell_crew(table, m.BetOffered(2, "field", 5_00, "chips", True, "5")) == (
        "seat 2 offers 5.00 on field, late: `confirm bet 2 field`"
    )
    assert tell_crew(table, m.CallMade(2, "place-8", False, "5")) == (
        "seat 2 calls place-8 on: `confirm call 2 place-8`"
    )
    assert tell_crew(table, m.BettingOpened("house", "1")) == "", "an automatic crew needs no telling"


def test_an_event_that_moved_chips_is_explained_with_its_clause() -> None:
    table = table_for_one(LINE)
    placed = account(table, m.BetPlaced(1, "field", 5_00, 0, "4(o)"))
    assert placed.startswith("Seat 1 has 5.00 more on field.")
    assert "adelaide 4(o)" in placed
    assert account(table, m.KeepSet(1, "field", True)) == "Same bet on field whenever it wins."


def test_a_roll_without_a_decision_says_where_the_puck_went() -> None:
    settled = table_for_one("adelaide | 1").roll(4, 2).settled
    assert settled is not None
    assert undecided(settled) == "4-2 (6) decided none of your bets; the puck went ON 6."
    assert settled.roll == Roll(4, 2)


def test_a_first_bet_is_ten_within_limits_and_rack() -> None:
    assert first_bet(table_for_one("adelaide | 1"), 1, "pass") == "10"
    assert first_bet(table_for_one("adelaide | 1", rack=7_50), 1, "pass") == "7.50"


@pytest.mark.parametrize(
    ("reason", "spot", "says"),
    [
        (Reason.CONTRACT_BET, "pass", "It can come down while the puck is OFF."),
        (Reason.NOT_OFFERED, "", "`rules` lists the bets of this book."),
        (Reason.RACK_TOO_SMALL, "field", "`buy in 100` brings more chips."),
        (Reason.LOCKED, "field", ""),
    ],
)
def test_a_refused_player_is_told_what_to_do(reason: Reason, spot: str, says: str) -> None:
    assert advice(LAYOUTS["adelaide"], Rejected(reason, "no"), spot) == says
