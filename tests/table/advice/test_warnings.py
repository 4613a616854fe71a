"""What comes with a decision is said before it is made: charges, odds that come down, locks, dice given up."""

from __future__ import annotations

from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.advice.warnings import call_lasts, charge, contract, placed_in_cents, placed_short, warnings
from comeout.table.decide import decide
from comeout.table.messages import Command, Rejected
from comeout.table.state import Mark
from comeout.table.table import Table


def a_table(book: str, *rolls: tuple[int, int], **settings: str) -> Table:
    table = Table(load_book(book), settings=settings)
    table.sit("Ann", 1000_00)
    for roll in rolls:
        table.roll(*roll)
    return table


def warned(table: Table, command: Command) -> tuple[str, ...]:
    answer = decide(table.layout, table.state, command)
    assert not isinstance(answer, Rejected), answer
    return warnings(table.layout, table.state, answer)


def test_a_vigorish_is_told_with_whether_it_comes_back() -> None:
    assert warned(a_table("adelaide", (4, 4)), m.PlaceBet(1, "buy-4", 20_00)) == (
        "a vigorish of 1.00 is taken with it",
    )
    assert warned(a_table("sentosa", (4, 4)), m.PlaceBet(1, "buy-4", 20_00)) == (
        "a vigorish of 1.00 is taken with it and is not given back if it is taken down",
    )


def test_the_charge_of_a_spot_is_told_with_its_base() -> None:
    lay = load_book("sentosa").by_id["lay-4"]
    assert charge(lay) == (
        "a vigorish of 5% of what it can win is taken with the bet, and is not given back if it is taken down"
    )
    buy = load_book("adelaide").by_id["buy-4"]
    assert charge(buy) == "a vigorish of 5% of the stake is taken with the bet, and comes back if it is taken down"
    assert charge(load_book("sentosa").by_id["place-4"]) == ""


def test_a_vigorish_too_small_for_a_cent_is_not_told() -> None:
    assert warned(a_table("adelaide", (4, 4)), m.PlaceBet(1, "buy-4", 10)) == ()


def test_a_bet_that_can_be_called_says_when_it_is_off_and_how_long_a_call_holds() -> None:
    off = "while the puck is OFF this bet is off unless called on"
    for book, holds in (("sentosa", "for the next roll"), ("adelaide", "until a point is set")):
        calls = load_book(book).rulebook.calls
        assert calls
        assert call_lasts(calls) == f"{off}; a call holds {holds}"


def test_a_contract_bet_says_that_it_stays_and_no_other_bet_does() -> None:
    sentosa = load_book("sentosa")
    assert warned(a_table("sentosa"), m.PlaceBet(1, "pass", 10_00)) == (contract(sentosa.by_id["pass"]),)
    assert contract(sentosa.by_id["dont-pass"]) == ""
    assert warned(a_table("adelaide"), m.PlaceBet(1, "pass", 10_00)) == ()


def test_a_bet_that_sleeps_says_so_unless_a_button_speaks_for_it() -> None:
    off = "it is off while the puck is OFF, unless it is called on"
    table = a_table("adelaide")
    assert warned(table, m.PlaceBet(1, "hard-4", 5_00)) == (off,)
    table.bet(1, "hard-6", 5_00)
    table.send(m.CallBet(1, "hard-6", "on"))
    assert warned(table, m.PlaceBet(1, "hard-4", 5_00)) == ()


def test_taking_a_bet_down_says_which_vigorish_stays_with_the_house() -> None:
    table = a_table("sentosa", (4, 4))
    table.bet(1, "buy-4", 20_00)
    assert warned(table, m.RemoveBet(1, "buy-4")) == ("its vigorish of 1.00 is not given back",)


def test_odds_come_down_with_their_bet_and_that_is_told_by_name() -> None:
    table = a_table("sentosa")
    table.bet(1, "dont-pass", 10_00)
    table.roll(4, 4)
    table.bet(1, "dont-pass-odds", 12_00)
    assert warned(table, m.RemoveBet(1, "dont-pass")) == (
        "12.00 comes down from Don't Pass Odds: its bet was taken down",
    )


def test_a_dont_bet_that_may_not_be_put_back_says_until_when() -> None:
    until = {"exhibit-a": "until it would have been decided", "adelaide": "until the next come-out roll"}
    for book, moment in until.items():
        table = a_table(book)
        table.bet(1, "dont-pass", 10_00)
        table.roll(4, 4)
        assert warned(table, m.RemoveBet(1, "dont-pass")) == (f"Don't Pass Bet may not be put back {moment}",)


def test_a_shooter_who_must_keep_a_line_bet_is_told_that_the_dice_go_with_it() -> None:
    table = a_table("adelaide", shooter="seats")
    table.bet(1, "dont-pass", 10_00)
    table.send(m.TakeDice(1))
    table.roll(4, 4)
    assert "you give up the dice" in warned(table, m.RemoveBet(1, "dont-pass"))


def test_a_call_says_who_else_it_speaks_for_and_that_the_crew_confirms_it() -> None:
    table = a_table("adelaide")
    for spot in ("hard-4", "hard-6"):
        table.bet(1, spot, 5_00)
    assert warned(table, m.CallBet(1, "hard-4", "on")) == ("the crew has to confirm it before the next roll",)
    table.state.bets[table.layout.by_id["hard-4"].index][1].asked = Mark.ON
    assert warned(table, m.ConfirmCall("house", 1, "hard-4")) == ("the button speaks for hard-4 and hard-6",)
    table = a_table("sentosa")
    table.bet(1, "hard-4", 5_00)
    assert warned(table, m.CallBet(1, "hard-4", "on")) == ()


def test_the_end_of_rolls_that_only_decide_come_bets_is_told() -> None:
    table = a_table("exhibit-a", shooter="seats")
    table.bet(1, "pass", 10_00)
    table.send(m.TakeDice(1))
    table.roll(4, 4)
    table.bet(1, "dont-come", 10_00)
    table.roll(3, 3)
    table.roll(4, 4)
    assert table.send(m.RollForDecision("house"))
    assert warned(table, m.RemoveBet(1, "dont-come-6"))[-1] == "the rolls that only decide come bets end with it"


def test_what_costs_nothing_beyond_what_was_asked_says_nothing() -> None:
    assert warned(a_table("evolution"), m.KeepBet(1, "field", True)) == ()


def test_a_payment_below_the_printed_odds_is_told_before_the_bet_is_made() -> None:
    table = Table(load_book("sentosa"), settings={"payable-unit": "1"})
    table.sit("Ann", 1000_00)
    short = (
        "at 7 to 6 it wins 5.00 here, not 5.83: this table pays in steps of 1.00; multiples of 6.00 are paid in full"
    )
    assert short in warned(table, m.PlaceBet(1, "place-6", 5_00))
    assert not any("steps" in told for told in warned(table, m.PlaceBet(1, "place-6", 6_00)))
    table.bet(1, "place-6", 5_00)
    assert not any("steps" in told for told in warned(table, m.PlaceBet(1, "place-6", 1_00)))
    assert placed_short(table.layout, table.state, m.KeepSet(1, "place-6", True)) == ""


def test_a_fraction_of_a_cent_is_not_worth_a_word() -> None:
    assert not any("steps" in told for told in warned(a_table("sentosa"), m.PlaceBet(1, "place-6", 5_00)))


def in_cents(table: Table, spot: str, amount: int) -> str:
    """What is said of a bet that would be paid or charged in cents."""
    placed = decide(table.layout, table.state, m.PlaceBet(1, spot, amount))
    assert not isinstance(placed, Rejected), placed
    return placed_in_cents(table.layout, table.state, placed[0])


def test_a_bet_that_is_paid_or_charged_in_cents_is_told_with_one_that_is_not() -> None:
    table = a_table("sentosa", **{"min buy-4": "20.00"})
    assert in_cents(table, "place-6", 5_00) == "at 7 to 6 5.00 wins 5.83; 6.00 wins 7.00"
    assert in_cents(table, "place-6", 2_00) == "at 7 to 6 2.00 wins 2.33; 6.00 wins 7.00"
    assert in_cents(table, "place-6", 12_00) == ""
    assert in_cents(table, "buy-4", 25_00) == "the vigorish on 25.00 is 1.25; on 20.00 it is 1.00"
    assert in_cents(table, "buy-4", 40_00) == ""
    assert in_cents(a_table("sentosa"), "buy-4", 25_00) == "", "a table without a minimum charges what it charges"
    table.bet(1, "place-6", 5_00)
    assert in_cents(table, "place-6", 1_00) == "", "with what lies there it is even"
    assert placed_in_cents(table.layout, table.state, m.KeepSet(1, "place-6", True)) == ""


def test_cents_are_told_only_where_they_come_back_and_where_there_is_another_amount() -> None:
    assert in_cents(a_table("sentosa"), "field", 2_50) == "at 1 to 1 2.50 wins 2.50; 3.00 wins 3.00"
    low = a_table("sentosa", **{"max place-6": "5.00"})
    none = "no amount that is accepted here is paid in whole units"
    assert in_cents(low, "place-6", 4_98) == f"at 7 to 6 4.98 wins 5.81; {none}"
    half = a_table("sentosa", **{"betting-unit": "2.00"})
    assert in_cents(half, "craps-12", 1_00) == "", "30.00 or more is won, in whole units"
