"""Bets in the words of players, and what each wording means; no amount is ever guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout import book_names, load_book
from comeout.speech.bet_intents import AboutBets, BetIntent, CallIntent, Keep, Puzzled, TakeDown
from comeout.speech.bet_parser import bet_parser, corrected
from comeout.table.advice.bundles import bundles
from comeout.table.notation.bet_names import ALL, Target
from tests.kit.terminal import LAYOUTS


def said(line: str, book: str = "adelaide") -> list[AboutBets] | Puzzled:
    found = bet_parser(LAYOUTS[book]).parse(line)
    return found if isinstance(found, Puzzled) else list(found)


def place(number: int, cents: int) -> BetIntent:
    return BetIntent(Target("place", number), cents)


SIX_AND_EIGHT: list[AboutBets] = [place(6, 12_00), place(8, 12_00)]
LINES: dict[str, list[AboutBets]] = {
    "12 six and eight": SIX_AND_EIGHT,
    "12 on the 6 and 8": SIX_AND_EIGHT,
    "$12 each on six & eight": SIX_AND_EIGHT,
    "6 and 8 12 each": SIX_AND_EIGHT,
    "6 and 8 for 12 each": SIX_AND_EIGHT,
    "place 6 and 8 for 12 each": SIX_AND_EIGHT,
    "12 on the 6": [place(6, 12_00)],
    "twelve dollars on the six": [place(6, 12_00)],
    "$10 the 9": [place(9, 10_00)],
    "12 the 6": [place(6, 12_00)],
    "5 each hardway": [BetIntent(Target("hard", every=True), 5_00)],
    "5 on every hard way": [BetIntent(Target("hard", every=True), 5_00)],
    "8 each of the hardways": [BetIntent(Target("hard", every=True), 8_00)],
    "five dollar yo": [BetIntent(Target("eleven"), 5_00)],
    "10 pass, 20 odds": [BetIntent(Target("pass"), 10_00), BetIntent(Target("odds"), 20_00)],
    "12 on the six and 5 yo": [place(6, 12_00), BetIntent(Target("eleven"), 5_00)],
    "12 six and eight and 5 each hardway": [*SIX_AND_EIGHT, BetIntent(Target("hard", every=True), 5_00)],
    "press the 8": [BetIntent(Target("", 8), None, press=True)],
    "press 6 and 8": [BetIntent(Target("", 6), None, press=True), BetIntent(Target("", 8), None, press=True)],
    "press place 8": [BetIntent(Target("place", 8), None, press=True)],
    "press hard 8": [BetIntent(Target("hard", 8), None, press=True)],
    "press all": [BetIntent(ALL, None, press=True)],
    "press the 6 by 6": [BetIntent(Target("", 6), 6_00, press=True)],
    "press 6 6": [BetIntent(Target("", 6), 6_00, press=True)],
    "press 6 on the 8": [BetIntent(Target("", 8), 6_00, press=True)],
    "press the 6 to 24": [BetIntent(Target("", 6), 24_00, press=True, to=True)],
    "press place 6 to $24": [BetIntent(Target("place", 6), 24_00, press=True, to=True)],
    "press odds 10": [BetIntent(Target("odds"), 10_00, press=True)],
    "press come-6": [BetIntent(Target("come", 6), None, press=True)],
    "press field 5": [BetIntent(Target("field"), 5_00, press=True)],
    "reduce the 6 to 12": [TakeDown(Target("", 6), 12_00, to=True)],
    "reduce the 6 by 6 dollars": [TakeDown(Target("", 6), 6_00)],
    "regress the 8 to 12": [TakeDown(Target("", 8), 12_00, to=True)],
    "regress the place bets to 6": [TakeDown(Target("place"), 6_00, to=True)],
    "bring down the 8 to 6": [TakeDown(Target("", 8), 6_00, to=True)],
    "take the 8 down to 6": [TakeDown(Target("", 8), 6_00, to=True)],
    "take down place 8 by 6": [TakeDown(Target("place", 8), 6_00)],
    "take down the 6": [TakeDown(Target("", 6))],
    "take the 6 down": [TakeDown(Target("", 6))],
    "all down": [TakeDown(ALL)],
    "place off": [CallIntent(Target("place"), False)],
    "turn the 6 off": [CallIntent(Target("", 6), False)],
    "all on": [CallIntent(ALL, True)],
    "same bet": [Keep(ALL, True)],
    "3x odds": [BetIntent(Target("odds"), None, times=3)],
    "odds 2 times": [BetIntent(Target("odds"), None, times=2)],
    "full odds": [BetIntent(Target("odds"), None, times=0)],
    "double odds on the 6": [BetIntent(Target("odds", 6), None, times=2)],
    "max come odds on the 5": [BetIntent(Target("come-odds", 5), None, times=0)],
}


@pytest.mark.parametrize(("line", "meant"), LINES.items(), ids=LINES.keys())
def test_a_line_is_understood_however_it_is_said(line: str, meant: list[AboutBets]) -> None:
    assert said(line) == meant


def test_several_bets_stand_in_one_line_in_the_order_of_the_words() -> None:
    assert said("12 six and eight, 5 each hardway, press the 8") == [
        *SIX_AND_EIGHT,
        BetIntent(Target("hard", every=True), 5_00),
        BetIntent(Target("", 8), None, press=True),
    ]


@pytest.mark.parametrize("book", book_names())
def test_a_call_of_several_bets_is_shared_out_in_every_book_that_has_it(book: str) -> None:
    parts = sum(share for call in bundles(LAYOUTS[book]) if call.id == "across" for _, share in call.parts)
    meant = said(f"{2 * parts} across", book)
    assert isinstance(meant, list)
    assert sum(each.amount or 0 for each in meant if isinstance(each, BetIntent)) == 200 * parts
    assert {each.target.wager for each in meant} == {"place"}


PUZZLES = {
    "6 12": "which of the two is the number? Say `12 on the 6`, or `place 6 12`",
    "twelve six": "which of the two is the number? Say `12 on the 6`, or `place 6 12`",
    "12 on the 7": "place is made on 4, 5, 6, 8, 9 or 10",
    "3 4.555": 'nobody here understands "3 4.555"',
    "6 -5": 'nobody here understands "6 -5"',
    "7 8 9": 'nobody here understands "7 8 9"',
    "inside": "how much inside? Say `22 inside`",
    "65 inside": "65.00 inside does not come out even; say 44.00 or 66.00",
    "press": "press which bet, by how much? Say `press place 6 6`",
    "press the": "press which bet",
    "press the 20": "nobody here understands",
    "press place 20": "on which number?",
    "press place 6 by lots": "nobody here understands",
    "press 6 to 1e9": '"1e9" is not an amount',
    "reduce place 6": "reduce it to how much? Say `reduce place 6 to 6`",
    "regress the 8": "regress it to how much? Say `regress the 8 to 6`",
    "full": 'nobody here understands "full"',
    "full pass": 'nobody here understands "full pass"',
    "plce 6 12": "did you mean `place 6 12`?",
    "12 six and ate": "nobody here understands",
    "pres the 8": "did you mean `press the 8`?",
    "xyzzy": 'nobody here understands "xyzzy"',
    "12 six and eight, xyzzy": 'nobody here understands "xyzzy"',
    "roll": "nobody here understands",
    " and ".join(["5 yo"] * 10): "nobody here understands",
    "please " * 20 + "5 yo": "nobody here understands",
}


@pytest.mark.parametrize(("line", "hint"), PUZZLES.items(), ids=PUZZLES.keys())
def test_words_that_are_no_bet_get_a_hint_and_nothing_is_understood(line: str, hint: str) -> None:
    puzzled = said(line)
    assert isinstance(puzzled, Puzzled)
    assert hint in puzzled.says


def test_up_to_nine_bets_are_joined_by_and() -> None:
    assert said(" and ".join(["5 yo"] * 9)) == [BetIntent(Target("eleven"), 5_00)] * 9


def test_slips_are_corrected_word_by_word_unless_there_are_too_many_words() -> None:
    assert corrected("plce 6 hrad", ["place", "hard"]) == "place 6 hard"
    assert corrected("plce " * 40, ["place"]) == "plce " * 40


SCRAPS = (
    "pass place take down on off 6 12 5 hard odds come $ - . same the and each press by to x 3x full all six hardway"
)


@given(st.sampled_from(book_names()), st.text(max_size=60) | st.lists(st.sampled_from(SCRAPS.split())).map(" ".join))
def test_nothing_said_is_ever_more_than_a_puzzle(book: str, line: str) -> None:
    bet_parser(load_book(book)).parse(line)
