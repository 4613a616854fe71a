"""What a player says at the terminal table, in every wording, and what is asked of the table for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout import book_names, load_book
from comeout.play.intents import Asked, AskIntent, BuyInIntent, Save, Say, Throw
from comeout.play.line_parser import ALONE, LineParser
from comeout.speech.bet_intents import BetIntent, CallIntent, Keep, Puzzled, TakeDown
from comeout.table.notation.bet_names import ALL, Target

PARSERS = {book: LineParser(load_book(book)) for book in book_names()}


def heard(line: str, book: str = "adelaide") -> Asked | Puzzled:
    asked = PARSERS[book].parse(line)
    if isinstance(asked, Puzzled):
        return asked
    assert len(asked) == 1
    return asked[0]


def spot_of(asked: Asked | Puzzled) -> tuple[str, int]:
    assert isinstance(asked, BetIntent), asked
    assert asked.amount is not None
    return asked.target.spot, asked.amount


BETS = {
    "pass 10": ("pass", 1000),
    "PASS LINE 10": ("pass", 1000),
    "10 on the pass line": ("pass", 1000),
    "$10 pass": ("pass", 1000),
    "pass $12.50": ("pass", 1250),
    "pass 1,000": ("pass", 100_000),
    "ten on the pass line, please": ("pass", 1000),
    "don't pass 10": ("dont-pass", 1000),
    "don\u2019t pass 10": ("dont-pass", 1000),
    "dp 10": ("dont-pass", 1000),
    "dont 10": ("dont-pass", 1000),
    "come 10": ("come", 1000),
    "come 6 10": ("come-6", 1000),
    "don't come 15": ("dont-come", 1500),
    "dc 15": ("dont-come", 1500),
    "odds 20": ("odds", 2000),
    "odds 6 20": ("odds-6", 2000),
    "20 odds on the 6": ("odds-6", 2000),
    "lay odds 20": ("lay-odds", 2000),
    "come odds 6 20": ("come-odds-6", 2000),
    "come odds 25": ("come-odds", 2500),
    "come-odds-6 10": ("come-odds-6", 1000),
    "10 come-odds-6": ("come-odds-6", 1000),
    "place 6 12": ("place-6", 1200),
    "place six 12": ("place-6", 1200),
    "place 12 on 6": ("place-6", 1200),
    "place $12 on the 6": ("place-6", 1200),
    "12 place 6": ("place-6", 1200),
    "$8 place 6": ("place-6", 800),
    "place 8 6": ("place-8", 600),
    "6 dollars place 8": ("place-8", 600),
    "place lose 4 11": ("place-lose-4", 1100),
    "place 4 to lose 11": ("place-lose-4", 1100),
    "buy 4 20": ("buy-4", 2000),
    "lay 10 40": ("lay-10", 4000),
    "hard 8 5": ("hard-8", 500),
    "5 on the hard 8": ("hard-8", 500),
    "10 hard 8": ("hard-8", 1000),
    "eight the hard way 10": ("hard-8", 1000),
    "hardway 4 5": ("hard-4", 500),
    "field 5": ("field", 500),
    "any seven 5": ("any-seven", 500),
    "any 7 5": ("any-seven", 500),
    "big red 5": ("any-seven", 500),
    "any craps 5": ("any-craps", 500),
    "craps 5": ("any-craps", 500),
    "yo 5": ("eleven", 500),
    "eleven 5": ("eleven", 500),
    "craps 2 1": ("craps-2", 100),
    "crap 3 1": ("craps-3", 100),
    "aces 1": ("craps-2", 100),
    "ace deuce 1": ("craps-3", 100),
    "boxcars 1": ("craps-12", 100),
    "c&e 10": ("c-and-e", 1000),
    "C and E 10": ("c-and-e", 1000),
    "horn 4": ("horn", 400),
    "horn high 12 5": ("horn-high-12", 500),
    "horn high yo 5": ("horn-high-11", 500),
    "world 5": ("world", 500),
    "whirl 5": ("world", 500),
    "big 6 5": ("big-6", 500),
    "put 5 on the field": ("field", 500),
    "pass10": ("pass", 1000),
    "pass$10": ("pass", 1000),
    "place6 12": ("place-6", 1200),
    "10 on place 6": ("place-6", 1000),
    "$10 place 6": ("place-6", 1000),
    "7 place 10": ("place-10", 700),
    "place 4 lose 10": ("place-lose-4", 1000),
    "place four to lose 10": ("place-lose-4", 1000),
    "buy 4 to lose 20": ("lay-4", 2000),
}


@pytest.mark.parametrize(("line", "asked"), BETS.items(), ids=BETS.keys())
def test_a_bet_is_understood_however_it_is_said(line: str, asked: tuple[str, int]) -> None:
    line = line.removesuffix(", please")
    assert spot_of(heard(line)) == asked


@pytest.mark.parametrize("book", book_names())
def test_every_spot_is_known_by_its_id_and_by_the_name_its_book_gives_it(book: str) -> None:
    for spot in load_book(book).spots:
        if spot.made_here:
            assert spot_of(heard(f"{spot.id} 7.50", book)) == (spot.id, 750)
            name = spot.name.translate(str.maketrans("(),", "   "))
            assert spot_of(heard(f"{name} $7", book)) == (spot.id, 700)


def test_a_number_and_an_amount_that_could_each_be_either_follow_the_usual_order() -> None:
    assert spot_of(heard("place 6 8")) == ("place-6", 800)
    assert spot_of(heard("6 place 8")) == ("place-8", 600)
    assert spot_of(heard("10 the hard way 4")) == ("hard-10", 400)


@pytest.mark.parametrize("book", book_names())
def test_place_to_lose_is_understood_in_every_book(book: str) -> None:
    assert spot_of(heard("place 4 lose 10", book)) == ("place-lose-4", 1000)


@pytest.mark.parametrize("book", book_names())
@pytest.mark.parametrize("line", ["place 10 on 6", "place $10 on 6", "place $10 6", "10 place 6", "place 6 $10"])
def test_an_amount_is_never_taken_for_a_part_of_the_name(book: str, line: str) -> None:
    assert spot_of(heard(line, book)) == ("place-6", 1000)


def test_several_numbers_are_as_many_bets() -> None:
    both = [BetIntent(Target("place", 6), 1200), BetIntent(Target("place", 8), 1200)]
    for line in ("place 6 and 8 12", "place the 6 & the 8 for 12 each", "$12 on place six and eight"):
        assert PARSERS["adelaide"].parse(line) == both
    assert PARSERS["adelaide"].parse("take down 6 and 8") == [TakeDown(Target("", 6)), TakeDown(Target("", 8))]
    for line in ("pass 10 and 20", "place 6 12 and 8", "roll 2 and 3", "place 7 and 8 12"):
        assert isinstance(PARSERS["adelaide"].parse(line), Puzzled)


def test_hardways_without_a_number_is_each_of_the_four() -> None:
    assert heard("hardways 5") == BetIntent(Target("hard", every=True), 500)
    assert heard("all hardways 8") == BetIntent(Target("hard", every=True), 800)
    puzzled = heard("hardways 8")
    assert isinstance(puzzled, Puzzled)
    assert "all hardways 8" in puzzled.says


OTHERS: dict[str, Asked] = {
    "": Throw(1),
    "roll": Throw(1),
    "R": Throw(1),
    "roll 3": Throw(3),
    "roll three times": Throw(3),
    "take down 6": TakeDown(Target("", 6)),
    "take down place 6": TakeDown(Target("place", 6)),
    "take down come on 6": TakeDown(Target("come", 6)),
    "remove come-odds-6": TakeDown(Target("come-odds", 6)),
    "take down all": TakeDown(ALL),
    "take down odds": TakeDown(Target("odds")),
    "reduce place 6 6": TakeDown(Target("place", 6), 600),
    "reduce 6 6": TakeDown(Target("", 6), 600),
    "press place 6 6": BetIntent(Target("place", 6), 600, press=True),
    "press 6 6": BetIntent(Target("", 6), 600, press=True),
    "working on": CallIntent(ALL, True),
    "working": CallIntent(ALL, True),
    "working off": CallIntent(ALL, False),
    "on 6": CallIntent(Target("", 6), True),
    "off hard 8": CallIntent(Target("hard", 8), False),
    "place 6 off": CallIntent(Target("place", 6), False),
    "same bet place 6": Keep(Target("place", 6), True),
    "same bet off": Keep(ALL, False),
    "same bet place 6 off": Keep(Target("place", 6), False),
    "why": AskIntent("why", None),
    "why field": AskIntent("why", Target("field")),
    "why 6?": AskIntent("why", Target("", 6)),
    "rules": AskIntent("rules", None),
    "rules place": AskIntent("rules", Target("place")),
    "buy in 100": BuyInIntent(10_000),
    "save My Game.txt": Save("My Game.txt"),
    "take the dice": Say("take-dice"),
    "pass the dice": Say("pass-dice"),
    "companion": Say("companion"),
    "?": Say("help"),
    "q": Say("quit"),
}


@pytest.mark.parametrize(("line", "asked"), OTHERS.items(), ids=[line or "Enter" for line in OTHERS])
def test_a_command_is_understood(line: str, asked: Asked) -> None:
    assert heard(line) == asked


def test_synonyms_lead_to_one_word() -> None:
    assert (ALONE["q"], ALONE["bye"], ALONE["my bets"]) == ("quit", "quit", "bets")


def test_a_question_about_several_numbers_is_one_for_each() -> None:
    assert PARSERS["adelaide"].parse("why 6 and 8") == [
        AskIntent("why", Target("", 6)),
        AskIntent("why", Target("", 8)),
    ]


def test_several_commands_stand_in_one_line() -> None:
    asked = PARSERS["adelaide"].parse("pass 10; place 6 12, field 1,000;roll")
    assert asked == [
        BetIntent(Target("pass"), 1000),
        BetIntent(Target("place", 6), 1200),
        BetIntent(Target("field"), 100_000),
        Throw(1),
    ]


PUZZLES = {
    "plce 6 12": "did you mean `place 6 12`?",
    "rol": "did you mean `roll`?",
    "take donw 6": "did you mean `take down 6`?",
    "feild 5": "did you mean `field 5`?",
    "xyzzy": "`help`",
    "6 12": "Say `12 on the 6`, or `place 6 12`",
    "place 7 10": "place is made on 4, 5, 6, 8, 9 or 10",
    "buy 7 4": "buy is made on 4, 5, 6, 8, 9 or 10",
    "hard 7 8": "hard is made on 4, 6, 8 or 10",
    "place 12 10": "place is made on 4, 5, 6, 8, 9 or 10",
    "10 place 7": "place is made on 4, 5, 6, 8, 9 or 10",
    "odds 20 6": "odds are made on 4, 5, 6, 8, 9 or 10",
    "come 7 10": "come is made without a number; say `come 10`",
    "6 12 place": "which of the figures is the amount?",
    "hard 7": "or `hardways 7` for the four of them",
    "rules nonsense": 'there is no bet "nonsense"',
    "pass": "how much on pass? Say `pass 10`",
    "place 6": "how much on place 6? Say `place 6 10`",
    "place 20": "on which number? Say `place 8 10`",
    "place 6 8 10": "which of the figures is the amount?",
    "pass 10 20": "which of the figures is the amount?",
    "pass ten fifty": "`help`",
    "pass -5": '"-5" is not an amount; write it like 10 or 12.50',
    "pass 1e6": '"1e6" is not an amount',
    "pass 10.555": '"10.555" is not an amount',
    "pass 99999999999999999999": "is not an amount",
    "buy in": "buy in for how much? Say `buy in 100`",
    "buy in lots": '"lots" is not an amount',
    "roll 3-4": "nobody chooses what the dice show",
    "roll 1000": "up to 100 rolls",
    "roll 0": "up to 100 rolls",
    "take down": "`take down all`",
    "press": "`press place 6 6`",
    "pass 10; plce 6 12": "did you mean `place 6 12`?",
}


@pytest.mark.parametrize(("line", "hint"), PUZZLES.items(), ids=PUZZLES.keys())
def test_words_that_make_no_sense_get_a_hint(line: str, hint: str) -> None:
    puzzled = PARSERS["adelaide"].parse(line)
    assert isinstance(puzzled, Puzzled)
    assert hint in puzzled.says


SCRAPS = "pass place take down on off 6 12 5 hard odds come $ - . same bet working reduce press why rules all"


@given(st.sampled_from(book_names()), st.text(max_size=60) | st.lists(st.sampled_from(SCRAPS.split())).map(" ".join))
def test_nothing_said_is_ever_more_than_a_puzzle(book: str, line: str) -> None:
    PARSERS[book].parse(line)


def test_one_call_with_an_amount_bets_on_several_numbers_what_pays_evenly() -> None:
    for line in ("66 inside", "inside $66", "put 66 inside please"):
        asked = PARSERS["adelaide"].parse(line)
        assert isinstance(asked, list)
        assert [spot_of(each) for each in asked] == [
            ("place-5", 15_00),
            ("place-6", 18_00),
            ("place-8", 18_00),
            ("place-9", 15_00),
        ]
    assert heard("65 inside") == Puzzled("65.00 inside does not come out even; say 44.00 or 66.00")
    assert isinstance(heard("1.234 inside"), Puzzled)
    assert isinstance(heard("inside"), Puzzled)
    assert heard("hardways 5") == BetIntent(Target("hard", every=True), 5_00), "as much on each of them"
