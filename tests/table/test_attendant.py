"""The automatic crew does by itself what the game waits for, and nothing that is a judgement."""

from __future__ import annotations

from comeout.dice import Roll
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.answer import Answer
from comeout.table.attendant import attend, why_no_roll
from comeout.table.shooter import way_to_dice
from comeout.table.state import Phase
from comeout.table.table import Table


def a_table(book: str, **settings: str) -> Table:
    return Table(load_book(book), settings=settings)


def names(events: Answer) -> list[str]:
    assert events, events
    return [type(event).__name__ for event in events]


def test_it_opens_the_betting_and_then_waits() -> None:
    table = a_table("exhibit-a")
    assert table.state.phase is Phase.BETTING
    assert attend(table.layout, table.state) is None


def test_it_rolls_no_dice_at_a_table_that_is_closed() -> None:
    table = a_table("evolution")
    assert why_no_roll(table.layout, table.state) is None
    table.send(m.CloseTable("dealer"))
    refusal = why_no_roll(table.layout, table.state)
    assert refusal is not None
    assert refusal.reason is m.Reason.TABLE_CLOSED


def test_it_calls_dice_that_are_out_whatever_else_is_wanting() -> None:
    table = Table.from_position("adelaide dice-out shooter=1 unbacked | 1")
    assert why_no_roll(table.layout, table.state) is None


def test_it_takes_the_table_through_a_roll() -> None:
    table = a_table("evolution")
    steps = ["BettingClosed", "DiceThrown", "RollCalled", "RollSettled", "BettingOpened"]
    assert names(table.roll(3, 4)) == steps


def test_it_does_nothing_at_a_table_run_by_people_but_keep_standing_bets() -> None:
    table = a_table("exhibit-a", crew="people")
    table.sit("Ann", 100_00)
    assert attend(table.layout, table.state, Roll(3, 4)) is None
    table.send(m.OpenBetting("dealer"))
    table.bet(1, "field", 5_00)
    table.send(m.KeepBet(1, "field"))
    crew = (m.CloseBetting("dealer"), m.ThrowDice(0), m.CallRoll("stickperson", Roll(1, 2)), m.SettleRoll("dealer"))
    for command in crew:
        table.send(command)
    assert names(table.send(m.OpenBetting("dealer"))) == ["BettingOpened", "BetPlaced"]


def test_it_confirms_calls_and_spoken_bets_but_never_late_ones() -> None:
    table = a_table("exhibit-a")
    table.sit("Ann", 100_00)
    table.bet(1, "place-6", 6_00)
    assert names(table.call(1, "place-6", "on")) == ["CallMade", "CallPlaced"]
    spoken = table.send(m.SpeakBet(1, "field", 5_00, "cash"))
    assert names(spoken) == ["BetOffered", "BetConfirmed", "BoughtIn", "BetPlaced"]
    table.send(m.ThrowDice(0))
    assert names(table.send(m.LateBet(1, "any-seven", 5_00))) == ["BetOffered"]
    assert not table.send(m.ConfirmBet("house", 1, "any-seven"))


def test_it_offers_the_dice_and_waits_for_an_answer() -> None:
    table = a_table("exhibit-a", shooter="seats")
    table.sit("Ann", 100_00)
    assert table.state.offered == 1
    answer = table.roll(3, 4)
    assert answer.refused
    assert answer.clause == "Dice (1)"


def test_an_offer_lapses_when_its_player_is_no_longer_eligible() -> None:
    table = a_table("adelaide", shooter="seats")
    for player in ("Ann", "Bob"):
        table.sit(player, 100_00)
    table.send(m.TakeDice(1))
    table.bet(1, "pass", 10_00)
    table.bet(2, "dont-pass", 10_00)
    table.roll(4, 4)
    table.send(m.PassDice(1))
    assert table.state.offered == 2
    table.remove(2, "dont-pass")
    assert table.state.offered == 1
    assert not table.send(m.TakeDice(2))


def test_it_lets_a_companion_finish_a_point_that_nobody_may() -> None:
    table = a_table("adelaide", shooter="seats")
    table.sit("Ann", 100_00)
    table.send(m.TakeDice(1))
    table.bet(1, "dont-pass", 10_00)
    table.roll(4, 4)
    assert names(table.remove(1, "dont-pass")) == ["BetTakenDown", "DiceGivenUp", "CompanionShot"]
    assert names(table.roll(4, 4))[-1] == "BettingOpened"
    assert table.state.shooter is None


def test_it_looks_for_dice_that_left_the_table_and_hands_them_back() -> None:
    table = a_table("adelaide", shooter="seats")
    table.sit("Ann", 100_00)
    table.send(m.TakeDice(1))
    table.bet(1, "pass", 10_00)
    table.send(m.ThrowDice(1))
    events = names(table.send(m.CallNoRoll("boxperson", "off-table")))
    found = ["DieOffTable", "DieOffTable", "DieRecovered", "DieRecovered", "DieChecked", "DieChecked", "DiceChosen"]
    assert events == ["NoRollCalled", *found, "BettingOpened"]
    assert table.state.dice.hand == (1, 2)


def test_it_replaces_a_set_that_lost_a_die_before_the_dice_are_offered_again() -> None:
    table = a_table("adelaide", shooter="seats", crew="people")
    for player in ("Ann", "Bob"):
        table.sit(player, 100_00)
    for command in (m.OpenBetting("dealer"), m.OfferDice("stickperson"), m.TakeDice(1)):
        table.send(command)
    table.bet(1, "pass", 10_00)
    table.bet(2, "pass", 10_00)
    table.send(m.ThrowDice(1))
    table.send(m.CallNoRoll("boxperson", "off-table", die=1))
    table.send(m.LoseDie("boxperson", 1))
    table.send(m.ChooseDice(1, 2, 3))
    table.send(m.PostNotice("boxperson", "crew", "automatic"))
    assert "DiceReplaced" in names(table.send(m.PassDice(1)))


def test_a_throw_without_a_line_bet_is_a_no_roll_and_the_dice_move_on() -> None:
    table = a_table("sentosa", shooter="seats")
    for player in ("Ann", "Bob"):
        table.sit(player, 100_00)
    table.bet(1, "dont-pass", 10_00)
    table.bet(2, "pass", 10_00)
    table.send(m.TakeDice(1))
    table.roll(4, 4)
    table.remove(1, "dont-pass")
    assert names(table.roll(4, 4)) == [
        "BettingClosed",
        "DiceThrown",
        "NoRollCalled",
        "DiceGivenUp",
        "DiceOffered",
        "BettingOpened",
    ]
    assert table.state.offered == 2


def test_who_leaves_or_walks_away_is_not_waited_for() -> None:
    table = a_table("exhibit-a", shooter="seats")
    for player in ("Ann", "Bob"):
        table.sit(player, 100_00)
    table.send(m.MarkAway("dealer", 1))
    assert table.state.offered == 2
    table.send(m.ComeBack(1))
    table.send(m.Leave(2))
    assert table.state.offered == 1
    table.send(m.TakeDice(1))
    table.send(m.Leave(1))
    assert table.state.shooter is None


def test_a_seat_knows_how_it_gets_dice_that_nobody_holds() -> None:
    table = a_table("exhibit-a", shooter="seats")
    for player in ("Ann", "Bob"):
        table.sit(player, 100_00)
    assert [way_to_dice(table.layout, table.state, seat) for seat in (1, 2, 9)] == ["take", "", ""]
    table.send(m.DeclineDice(1))
    table.send(m.DeclineDice(2))
    assert [way_to_dice(table.layout, table.state, seat) for seat in (1, 2)] == ["take", "take"]
    table.send(m.TakeDice(2))
    assert [way_to_dice(table.layout, table.state, seat) for seat in (1, 2)] == ["", ""]


def test_a_client_that_sees_its_own_bets_only_does_not_take_dice_that_are_offered_to_somebody_else() -> None:
    table = a_table("adelaide", shooter="seats")
    for player in ("Ann", "Bob"):
        table.sit(player, 100_00)
    table.send(m.DeclineDice(1))
    for seat in (1, 2):
        table.bet(seat, "pass", 10_00)
    table.send(m.TakeDice(2))
    table.roll(4, 4)
    table.roll(4, 3)
    for seat in (1, 2):
        table.bet(seat, "pass", 10_00)
    table.send(m.DeclineDice(1))
    assert (table.state.shooter, table.state.offered) == (None, 2)
    del table.state.bets[table.layout.by_id["pass"].index][2]  # what a mirror knows of the other's bets
    assert way_to_dice(table.layout, table.state, 1) == ""


def test_a_player_whose_bets_are_refused_is_not_told_to_bet_for_the_dice() -> None:
    table = a_table("adelaide", shooter="seats")
    table.sit("Ann", 100_00)
    table.bet(1, "pass", 10_00)
    table.send(m.TakeDice(1))
    for roll in ((4, 4), (4, 3)):
        table.roll(*roll)
    assert way_to_dice(table.layout, table.state, 1) == "bet"
    for command in (m.WarnSeat("boxperson", 1), m.WarnSeat("boxperson", 1), m.BarSeat("boxperson", 1)):
        table.send(command)
    assert way_to_dice(table.layout, table.state, 1) == ""


def test_where_a_line_bet_is_needed_for_the_dice_a_seat_bets_first() -> None:
    table = a_table("sentosa", shooter="seats")
    table.sit("Ann", 100_00)
    assert way_to_dice(table.layout, table.state, 1) == "bet"
    table.bet(1, "pass", 10_00)
    assert way_to_dice(table.layout, table.state, 1) == "take"
    other = a_table("adelaide", shooter="seats")
    other.sit("Ann", 100_00)
    other.bet(1, "pass", 10_00)
    other.send(m.TakeDice(1))
    other.roll(4, 4)
    other.roll(4, 3)
    assert way_to_dice(other.layout, other.state, 1) == "bet"
    alone = a_table("evolution")
    alone.sit("Ann", 100_00)
    alone.state.shooter = None
    assert way_to_dice(alone.layout, alone.state, 1) == ""
