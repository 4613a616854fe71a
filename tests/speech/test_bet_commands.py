"""What a player means becomes commands for the table as it stands, or a sentence about what is missing."""

from __future__ import annotations

import pytest

from comeout.speech.bet_commands import called_already, commands_of
from comeout.speech.bet_intents import Puzzled
from comeout.speech.bet_parser import bet_parser
from comeout.table.messages import CallBet, KeepBet, PlaceBet, ReduceBet, RemoveBet
from tests.kit.terminal import table_for_one

LINE = "adelaide point 6 | 1 pass 10 come-5 10 place-8 12 hard-8 5"


def meant(line: str, position: str = LINE) -> object:
    table = table_for_one(position)
    asked = bet_parser(table.layout).parse(line)
    assert not isinstance(asked, Puzzled), asked
    assert len(asked) == 1
    return commands_of(table.layout, table.state, 1, asked[0])


COMMANDS = {
    "press the 8": [PlaceBet(1, "place-8", 12_00)],
    "press the 8 by 6": [PlaceBet(1, "place-8", 6_00)],
    "press the 8 to 30": [PlaceBet(1, "place-8", 18_00)],
    "press hard 8": [PlaceBet(1, "hard-8", 5_00)],
    "12 on the 9": [PlaceBet(1, "place-9", 12_00)],
    "odds 20": [PlaceBet(1, "pass-odds", 20_00)],
    "2x odds": [PlaceBet(1, "pass-odds", 20_00)],
    "5 each hardway": [PlaceBet(1, f"hard-{number}", 5_00) for number in (4, 6, 8, 10)],
    "take down place 8": [RemoveBet(1, "place-8")],
    "reduce place 8 by 6": [ReduceBet(1, "place-8", 6_00)],
    "reduce place 8 to 6": [ReduceBet(1, "place-8", 6_00)],
    "regress the 8 to 6": [ReduceBet(1, "place-8", 6_00)],
    "regress hard 8 by 2": [ReduceBet(1, "hard-8", 2_00)],
    "place off": [CallBet(1, "place-8", "off")],
    "same bet place 8": [KeepBet(1, "place-8", True)],
}


@pytest.mark.parametrize(("line", "commands"), COMMANDS.items(), ids=COMMANDS.keys())
def test_words_become_commands(line: str, commands: list[object]) -> None:
    assert meant(line) == commands


def test_all_bets_of_a_kind_are_reduced_to_one_amount_as_far_as_they_are_above_it() -> None:
    position = "adelaide point 6 | 1 place-4 5 place-6 12 place-8 18 hard-8 5"
    assert meant("regress the place bets to 6", position) == [
        ReduceBet(1, "place-6", 6_00),
        ReduceBet(1, "place-8", 12_00),
    ]
    assert meant("regress the place bets by 5", position) == Puzzled(
        "that could be place-4 or place-6 or place-8; say `reduce place 4 by 5.00`"
    )


def test_odds_come_down_before_the_bet_that_they_support() -> None:
    position = "adelaide point 6 | 1 dont-pass 10 dont-pass-odds 12"
    assert meant("take down all", position) == [RemoveBet(1, "dont-pass-odds"), RemoveBet(1, "dont-pass")]


def test_full_odds_are_all_that_the_table_allows() -> None:
    full = meant("full odds")
    assert isinstance(full, list)
    (bet,) = full
    assert bet.amount > 20_00


def test_odds_without_a_line_bet_are_those_of_the_bet_that_is_up() -> None:
    assert meant("2x odds", "adelaide point 6 | 1 come-5 10") == [PlaceBet(1, "come-odds-5", 20_00)]
    assert meant("2x odds", "adelaide point 6 | 1 pass 10 come-5 10") == [PlaceBet(1, "pass-odds", 20_00)]
    assert meant("2x odds", "adelaide point 6 | 1 come-5 10 come-9 10") == Puzzled(
        "that could be come-odds-5 or come-odds-9; say `come odds 5`"
    )


def test_odds_that_cannot_be_made_are_left_to_the_table_to_refuse() -> None:
    assert meant("2x odds", "adelaide | 1 pass 10") == [PlaceBet(1, "pass-odds", 20_00)]
    assert meant("full odds", "adelaide | 1 pass 10") == [PlaceBet(1, "pass-odds", 10_00)]
    assert meant("99x odds", "adelaide point 6 | 1 pass 10") == [PlaceBet(1, "pass-odds", 990_00)]


@pytest.mark.parametrize(
    ("position", "line", "adds"),
    [
        ("sentosa point 6 | 1 pass 5", "5x odds", 25_00),  # which are all that this table allows
        ("sentosa point 6 | 1 pass 5", "4x odds", 20_00),
        ("sentosa point 6 | 1 pass 5 pass-odds 10", "5x odds", 15_00),
        ("sentosa point 6 | 1 dont-pass 10 dont-pass-odds 12", "2x odds", 12_00),  # laid to win twice the bet
        ("adelaide point 6 | 1 pass 5", "3x odds", 15_00),
    ],
)
def test_odds_are_brought_to_any_multiple_of_the_bet(position: str, line: str, adds: int) -> None:
    commands = meant(line, position)
    assert isinstance(commands, list)
    assert [command.amount for command in commands] == [adds]


PUZZLES = {
    "press the 9": "you have no bet there to press; you have Pass Bet, Come Bet on 5, Place Bet 8 to Win, Eight",
    "press the 8 to 12": "there is 12.00 on place 8 already",
    "take down the 9": "you have no bet on 9; you have Pass Bet",
    "reduce place 8 to 12": "there is only 12.00 on place 8",
    "off 9": "you have no bet to call",
    "same bet off": "you stand by no bet",
    "2x odds on the 9": "odds support a bet, and you have no ",
}


@pytest.mark.parametrize(("line", "says"), PUZZLES.items(), ids=PUZZLES.keys())
def test_what_is_missing_is_said(line: str, says: str) -> None:
    puzzled = meant(line)
    assert isinstance(puzzled, Puzzled)
    assert puzzled.says.startswith(says)


def test_odds_on_come_bets_without_a_come_bet_name_no_number() -> None:
    for line, kind in (("20 odds on the come bets", "come bet"), ("20 odds on the dont come bets", "don't come bet")):
        says = f"odds support a bet, and you have no {kind} that has its number; you have Pass Bet"
        assert meant(line, "adelaide point 6 | 1 pass 10") == Puzzled(says)


def test_odds_that_are_up_already_are_not_made_again() -> None:
    laid = "sentosa point 6 | 1 dont-pass 10 dont-pass-odds 60"
    assert meant("2x odds", laid) == Puzzled("there is 60.00 on Don't Pass Odds already, and 2x is 24.00")
    taken = "sentosa point 6 | 1 pass 5 pass-odds 25"
    assert meant("full odds", taken) == Puzzled("your Pass Line Odds are full already: 25.00")


def test_without_bets_there_is_nothing_to_keep_or_to_take_down() -> None:
    for line, says in (("same bet", "no bet stands to be kept"), ("take down all", "you have no bet up")):
        assert meant(line, "adelaide | 1") == Puzzled(says)


def test_a_number_with_several_bets_is_asked_about() -> None:
    position = "adelaide point 6 | 1 pass 10 come-5 10 place-5 10"
    assert meant("take down the 5", position) == Puzzled("that could be come-5 or place-5; say `take down come 5`")
    assert meant("press the 5", position) == Puzzled("that could be come-5 or place-5; say `press come 5`")
    assert meant("press the 5 by 5", position) == Puzzled("that could be come-5 or place-5; say `press come 5 10`")


def test_a_bet_that_is_on_by_its_button_is_called_already() -> None:
    table = table_for_one("adelaide | 1 place-8 12")
    call = CallBet(1, "place-8", "on")
    assert not called_already(table.layout, table.state, call)
    assert table.send(call)
    assert called_already(table.layout, table.state, call)
    assert not called_already(table.layout, table.state, CallBet(1, "place-8", "off"))
    assert not called_already(table.layout, table.state, RemoveBet(1, "place-8"))
