"""Every payment, return and refusal says why in plain sentences, with its clause."""

from __future__ import annotations

import pytest

from comeout.dice import Roll
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.advice.why import rounding, say, sum_of, why, why_position
from comeout.table.messages import EVENTS, Event
from comeout.table.notation.position_text import parse_position
from comeout.table.table import Table


def settled(table: Table, a: int, b: int) -> m.RollSettled:
    events = table.roll(a, b)
    assert events
    return next(event for event in events if isinstance(event, m.RollSettled))


def a_table(book: str, *settings: tuple[str, str]) -> Table:
    table = Table(load_book(book), settings=dict(settings))
    table.sit("Ann", 10_000_00)
    return table


def test_a_win_names_the_sum_the_deciding_clause_and_the_odds_clause() -> None:
    table = a_table("exhibit-a")
    table.bet(1, "field", 5_00)
    assert why(settled(table, 6, 6)) == (
        "Seat 1's 5.00 on field won 10.00 on 6-6 (12): 5.00 at 2 to 1. "
        "The clause is exhibit-a Wagers (x), and exhibit-a Payout (1) Field Bet sets the odds."
    )


def test_a_rounded_win_says_which_way_and_by_which_clause() -> None:
    table = a_table("adelaide", ("payable-unit", "1"))
    table.roll(4, 4)
    table.bet(1, "place-6", 5_00)
    assert "5.00 at 7 to 6 is 583 1/3 cents, rounded up by 14(h) no notice and 6(d)" in why(settled(table, 3, 3))
    table = a_table("sentosa")
    table.roll(4, 4)
    table.bet(1, "place-6", 5_00)
    assert "is 583 1/3 cents, rounded down by reading ALL-6" in why(settled(table, 3, 3))


def test_a_stray_multiple_says_what_it_was_paid_on() -> None:
    table = a_table("adelaide", ("payable-unit", "1"), ("min place-6", "6"), ("multiples-notice", "on"))
    table.roll(4, 4)
    table.send(m.RecordBet("dealer", 1, "place-6", 10_00))
    assert why(settled(table, 3, 3)) == (
        "Seat 1's 10.00 on place-6 won 7.00 on 3-3 (6): 10.00 counts as 6.00, the next lower multiple of the minimum "
        "(14(h) notice), and 6.00 at 7 to 6 is 7.00. "
        "The clause is adelaide 4(g), and adelaide 6(c) Place 6 to Win sets the odds."
    )


def test_a_stray_multiple_that_is_rounded_too_says_each_by_its_own_clause() -> None:
    table = a_table("adelaide", ("payable-unit", "1"), ("min place-6", "5"), ("multiples-notice", "on"))
    table.roll(4, 4)
    table.send(m.RecordBet("dealer", 1, "place-6", 7_00))
    told = why(settled(table, 3, 3))
    assert "7.00 counts as 5.00, the next lower multiple of the minimum (14(h) notice), and 5.00 at 7 to 6 is " in told
    assert "is 583 1/3 cents, rounded up by 6(d). The clause" in told


def test_a_buy_bet_taken_down_says_what_becomes_of_its_vigorish_and_by_what() -> None:
    for book, told in (
        ("adelaide", "The clause is adelaide 5(c). The vigorish of 0.50 comes back by 7(c)."),
        ("sentosa", "The reading is SE-28. The vigorish of 0.50 stays with the house by reading SE-16."),
    ):
        table = a_table(book)
        table.roll(4, 4)
        table.bet(1, "buy-4", 10_00)
        taken = table.send(m.RemoveBet(1, "buy-4"))
        assert taken
        assert why(taken[0], book).endswith(told)
    table = a_table("adelaide")
    table.roll(4, 4)
    table.bet(1, "buy-4", 20_00)
    taken = table.send(m.ReduceBet(1, "buy-4", 10_00))
    assert taken
    assert why(taken[0], "adelaide").endswith("The vigorish of 0.50 comes back by reading AD-13.")


def test_what_was_never_at_risk_is_told_with_a_win_and_with_a_loss() -> None:
    table = a_table("adelaide", ("max field", "5"))
    table.send(m.RecordBet("dealer", 1, "field", 6_00))
    assert "; 1.00 above the maximum was never at risk (14(g) above)" in why(settled(table, 1, 2))
    table.send(m.RecordBet("dealer", 1, "field", 6_00))
    assert why(settled(table, 3, 3)).startswith("Seat 1's 6.00 on field lost on 3-3 (6); 1.00 above the maximum")


def test_returns_and_travels_have_their_sentence() -> None:
    table = a_table("evolution")
    table.bet(1, "dont-pass", 5_00)
    assert why(settled(table, 6, 6)) == (
        "Seat 1's 5.00 on dont-pass came back unpaid on 6-6 (12). The clause is evolution Rules 4."
    )
    table.roll(3, 3)
    table.bet(1, "come", 5_00)
    assert "travelled to come-5 on 4-1 (5). The clause is evolution C first roll." in why(settled(table, 4, 1))


def test_a_returned_buy_bet_says_that_its_vigorish_came_back() -> None:
    table = a_table("adelaide", ("min buy-4", "20"))
    for _ in range(2):
        table.roll(4, 4)
        table.send(m.RecordBet("dealer", 1, "buy-4", 10_00))
        last = why(settled(table, 2, 2))
        table.roll(3, 4)
    assert "came back unpaid with its vigorish of 0.50" in last


def test_a_roll_that_decides_nothing_tells_where_the_puck_is() -> None:
    table = a_table("sentosa")
    assert why(settled(table, 4, 4)) == "4-4 (8) decided no bet. The puck is ON 8 (sentosa 3.13.1)."
    assert why(settled(table, 3, 4)) == "3-4 (7) decided no bet. The puck is OFF (sentosa 1.18)."


def test_a_refusal_tells_the_rule_and_what_would_be_accepted() -> None:
    table = a_table("adelaide", ("odds", "2"), ("payable-unit", "1"))
    table.bet(1, "pass", 5_00)
    table.roll(3, 2)
    answer = table.bet(1, "pass-odds", 11_00)
    assert answer.refused
    assert why(answer.refused, "adelaide") == (
        "Refused: odds here may be at most 10.00 in all. The clause is adelaide 8(a). 10.00 would be accepted."
    )
    misspelt = table.bet(1, "feild", 5_00)
    assert misspelt.refused
    assert '; did you mean "field"? The clause is adelaide 4 closing.' in why(misspelt, "adelaide")
    silent = table.send(m.DeclareMalfunction("dealer"))
    assert why(silent, "adelaide").endswith("No clause provides for it.")


EVENTS_AND_WORDS: list[tuple[Event, str]] = [
    (m.TableOpened("x", 1, "d", ()), "A table of x (revision 1) is open"),
    (m.SeatTaken(1, "Ann", 500), "Ann takes seat 1 with 5.00"),
    (m.BoughtIn(1, 500, ""), "Seat 1 buys in for 5.00"),
    (m.SeatLeft(1, 500), "Seat 1 colours up 5.00 and leaves"),
    (m.BetPlaced(1, "buy-4", 2000, 100, "", "dealer"), "Seat 1 has 20.00 more on buy-4, vigorish 1.00 through dealer"),
    (m.BetPlaced(1, "field", 500, 0, ""), "Seat 1 has 5.00 more on field"),
    (
        m.BetTakenDown(1, "buy-4", 2000, 100, 0, "", "asked"),
        "Seat 1 gets 20.00 back from buy-4 and 1.00 vigorish (asked)",
    ),
    (m.BetTakenDown(1, "field", 500, 0, 0, "", "asked"), "Seat 1 gets 5.00 back from field (asked)"),
    (m.BarLifted("boxperson", 1, ""), "The boxperson takes bets from seat 1 again"),
    (m.RecordKnown(1, True, 1, False, "", (2,)), "The player in seat 1 is known here: warned about the minimum; told"),
    (m.RecordKnown(1, False, 0, False, ""), "The player in seat 1 is known here: nothing is held against them"),
    (m.BetsReturned("dealer", "malfunction", (m.Returned(1, "field", 500, 25, 0),), ""), "5.25 of bets go back"),
    (m.WalkedAway("dealer", 1, (("field", 500),), ""), "Seat 1 walked away; 5.00 is folded"),
    (m.WalkedAway("dealer", 1, (), ""), "Seat 1 walked away; the bets run on"),
    (
        m.NoRollCalled("boxperson", "off-table", ""),
        "The boxperson calls no roll: off table; every bet stays as it was",
    ),
    (
        m.NoRollCalled("", "improper", "", note="from the rail"),
        "It is no roll: improper (from the rail); every bet stays as it was",
    ),
    (
        m.OutcomeUndone("pit-supervisor", "fraud", True, ""),
        "The pit supervisor undoes the last roll and reverses its pays: fraud",
    ),
    (
        m.OutcomeUndone(
            "shift-manager",
            "fire",
            True,
            "",
            returned=(m.Returned(1, "field", 500, 0, 0), m.Returned(1, "come", 700, 0, 0)),
            put_back=(m.Returned(2, "place-6", 600, 0, 0),),
            again=(m.BetPlaced(1, "field", 500, 0, ""),),
            debts=(m.Debt("Ann", 100, 1), m.Debt("Bob", -200)),
        ),
        "The shift manager undoes the last roll and reverses its pays: fire; 7.00 put down since goes back; 5.00 put "
        "down since stands; 6.00 taken down since lies again; Ann owes 1.00; the house owes Bob 2.00",
    ),
    (m.MatterDecided("shift-manager", "void it", "", "void-round"), "The shift manager decides: void it"),
    (m.ReviewDecided("shift-manager", 1, "pay it", ""), "The review of dispute 1 is decided: pay it"),
    (m.MoneyMoved("shift-manager", 1, 500, ""), "The house pays seat 1 5.00 by a decision"),
    (m.MoneyMoved("shift-manager", 1, -500, ""), "The house collects 5.00 from seat 1 by a decision"),
    (
        m.NoRollNoted("boxperson", "improper", "from the rail", ""),
        "The boxperson notes what was wrong with the throw: from the rail",
    ),
    (m.OutcomeUndone("dealer", "malfunction", False, ""), "The dealer undoes the roll in hand: malfunction"),
    (m.PlayContinued("house", ""), "Nothing is voided and play goes on"),
    (m.PlayContinued("house", "", True), "Nothing is voided and play goes on, unless the crew decides otherwise"),
    (m.SeatWarned("dealer", 2, ""), "The dealer tells seat 2 off"),
    (m.SeatBarred("pit-manager", 2, ""), "The pit manager bars seat 2: no more bets are taken from there"),
    (m.DisputeDecided("pit-supervisor", 1, "paid", ""), "The pit supervisor decides dispute 1: paid"),
    (m.NoticePosted("boxperson", "min pass", "5.00", ""), "A notice is posted: min pass is 5.00 now"),
    (m.TableClosed("house", ""), "The house closes the table"),
    (m.DieOffTable(2, ""), "Die off table: die 2"),
    (m.BettingOpened("", ""), "Betting opened"),
]


@pytest.mark.parametrize(("event", "words"), EVENTS_AND_WORDS, ids=[type(e).__name__ for e, _ in EVENTS_AND_WORDS])
def test_events_are_said_as_a_stickperson_says_them(event: Event, words: str) -> None:
    assert say(event).startswith(words)
    assert len(EVENTS) > 40


def test_a_settled_roll_is_said_in_one_line() -> None:
    table = a_table("exhibit-a")
    assert say(settled(table, 4, 4)) == "Roll 1 is 4-4 (8); 0 bets settled"
    assert why(m.BettingOpened("house", "3.3"), "sentosa") == "Betting opened: by house. The clause is sentosa 3.3."
    assert why(m.SeatTaken(1, "Ann", 0)).endswith("That is the order of the table.")


def test_the_sum_of_a_line_is_told_in_words_with_its_rounding_apart() -> None:
    table = a_table("sentosa")
    table.roll(4, 4)
    for spot in ("place-6", "field", "come"):
        table.bet(1, spot, 5_00)
    sums = {line.spot: (sum_of(line), rounding(line, ("3.17",))) for line in settled(table, 3, 3).lines}
    assert sums == {
        "place-6": ("5.00 at 7 to 6 is 5.83", "583 1/3 cents, rounded down by 3.17"),
        "field": ("5.00 was at risk and is lost", ""),
        "come": ("5.00 goes on, unpaid", ""),
    }


def test_the_sum_of_a_bet_that_comes_back_says_so_with_its_vigorish() -> None:
    table = a_table("evolution")
    table.bet(1, "dont-pass", 5_00)
    assert sum_of(settled(table, 6, 6).lines[0]) == "5.00 comes back, unpaid"
    table = a_table("adelaide", ("min buy-4", "20"))
    for _ in range(2):
        table.roll(4, 4)
        table.send(m.RecordBet("dealer", 1, "buy-4", 10_00))
        (line,) = settled(table, 2, 2).lines
        table.roll(3, 4)
    assert sum_of(line) == "10.00 and a vigorish of 0.50 come back"


def test_what_a_roll_would_do_to_a_position_is_said_bet_by_bet() -> None:
    position = parse_position("adelaide point 6 | 1 pass 10 place-8 12 | 2 dont-pass 5")
    says = why_position(load_book("adelaide"), position, Roll(4, 2)).splitlines()
    assert [line.partition(" on 4-2")[0] for line in says] == [
        "Seat 1's 10.00 on pass won 10.00",
        "Seat 2's 5.00 on dont-pass lost",
    ]
    assert why_position(load_book("adelaide"), position, Roll(5, 4)).startswith("5-4 (9) decided no bet.")
