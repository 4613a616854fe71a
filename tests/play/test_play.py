"""The terminal table: whole hands from piped lines with fixed dice, refusals with their clauses, and rough handling."""

import io
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from comeout import Roll, book_names, load_book
from comeout.dice import ROLLS, parse_roll
from comeout.errors import ComeoutError
from comeout.play import house_dice, main, play
from comeout.play.game import TableForOne
from comeout.play.player_session import PlayerSession
from comeout.play.screen import WIDTH, Paper, net, roll_by_total
from comeout.replay import replay_transcript
from comeout.table.notation.transcript import parse
from comeout.table.settlement import settle

LAYOUTS = {book: load_book(book) for book in book_names()}


def agreeing(lines: Iterable[str], out: io.StringIO) -> Iterator[str]:
    """The same lines, said by somebody who says yes to whatever asks for it."""
    for line in lines:
        start = len(out.getvalue())
        yield line
        if "Say `yes`" in out.getvalue()[start:]:
            yield "yes"


class Played:
    """A session that was played, and all that was shown."""

    def __init__(self, book: str, said: str, dice: str = "", *, agrees: bool = True, **rest: Any) -> None:
        out = io.StringIO()
        rolls = iter(parse_roll(roll) for roll in dice.split())
        lines = said.strip().splitlines()
        told = agreeing(lines, out) if agrees else lines
        self.session: PlayerSession = play(LAYOUTS[book], told, out, lambda: next(rolls), **rest)
        self.shown = out.getvalue()
        self.table, self.words = self.session.table, " ".join(self.shown.split())

    @property
    def rack(self) -> int:
        return self.table.rack(1)

    @property
    def bets(self) -> dict[str, int]:
        return self.table.bets(1)


# ------------------------------------------------------------------ whole hands

HAND = """
pass 10
roll
odds 10; place 8 12
come 10
roll
roll
hard 4 5, field 5
roll
roll
why
"""
DICE = "4-2 2-3 4-4 1-3 3-4"


@pytest.mark.parametrize(
    ("book", "rack", "clause"),
    [
        ("exhibit-a", 98200, "exhibit-a Wagers (i)(B)(2)"),
        ("adelaide", 98400, "adelaide 4(a) lose (ii)"),
        ("sentosa", 98400, "sentosa D.1(b)(ii)"),
        ("evolution", 98400, "evolution A point"),
    ],
)
def test_a_whole_hand_ends_with_the_seven_out_that_its_book_cites(book: str, rack: int, clause: str) -> None:
    played = Played(book, HAND, DICE)
    assert played.rack == rack
    assert played.bets == {}
    assert "Roll 5: 3-4 seven. Seven out, the puck is OFF." in played.words
    assert "come 10.00 goes to come-5" in played.words
    assert f"Your 10.00 on pass lost on 3-4 (7). The clause is {clause}." in played.words
    assert f"behind by {(100_000 - rack) // 100}.00 after 5 rolls." in played.words


@pytest.mark.parametrize("book", book_names())
def test_every_line_shown_fits_the_screen(book: str) -> None:
    pages = "help\nrules\nrules place\nrules odds\nhistory\nbets\nbuy 4 20\nhorn high 12 5\ntake dice\n"
    played = Played(book, HAND + pages, DICE)
    assert max(len(line) for line in played.shown.splitlines()) <= WIDTH
    assert played.shown.isascii()


@pytest.mark.parametrize("book", book_names())
def test_a_session_is_a_transcript_that_replays_to_the_same_racks(book: str) -> None:
    played = Played(book, HAND, DICE)
    again = replay_transcript(parse(f"{played.table.transcript()}= 1 rack {played.rack // 100}.00\n"))
    assert again.ok, again.differences


@pytest.mark.parametrize("book", book_names())
def test_the_same_words_and_dice_show_the_same_screens(book: str) -> None:
    assert Played(book, HAND, DICE).shown == Played(book, HAND, DICE).shown


def test_every_payment_is_shown_with_its_clause() -> None:
    played = Played("adelaide", HAND, DICE)
    assert "place-8 12.00 wins 14.00 at 7 to 6 adelaide 4(g), 6(c) Place 8 to Win" in played.words
    assert "field 5.00 wins 5.00 at 1 to 1" in played.words
    assert "in all even" in played.words
    assert "in all -30" in played.words


def test_the_table_shows_puck_bets_rack_rolls_and_what_the_next_roll_would_do() -> None:
    played = Played("sentosa", "pass 10\nroll\nodds 20; hard 8 5; place 5 10\ntable", "4-2")
    shown = played.shown.partition("> table\n")[2]
    assert "Puck ON 6   you have the dice   roll 2 comes next" in shown
    assert "Rack 955.00   on the layout 45.00   total 1000.00   (even)" in shown
    assert "pass-odds   20.00  working     Pass Line Odds" in shown
    assert "    2    3    4    5    6    7   8h    8    9   10   11   12\n" in shown
    assert "    .    .    .  +14  +34  -45  +45   -5    .    .    .    .\n" in shown


def test_the_next_roll_is_exactly_what_the_table_will_settle() -> None:
    played = Played(
        "exhibit-a", "pass 10\nroll\nodds 20; hardways 5; world 5; come 10\nroll\nplace 9 5; field 3", "5-4 4-4"
    )
    state, layout = played.table.state, played.table.layout
    columns = dict(roll_by_total(layout, state, 1))
    for roll in ROLLS:
        label = f"{roll.total}h" if roll.hard and f"{roll.total}h" in columns else str(roll.total)
        assert columns[label] == net(settle(layout, state, roll), 1)


def test_long_amounts_take_two_rows_of_the_next_roll() -> None:
    played = Played("adelaide", "pass 12345.50\nhardways 1234.55; field 1000.50\ntable", rack_cents=10**8)
    rows = played.shown.partition("next roll")[2].splitlines()
    assert len([row for row in rows if " 2 " in row or row.rstrip().endswith(" 12")]) == 2
    assert max(len(row) for row in rows) <= WIDTH


def test_sleeping_and_called_bets_say_so() -> None:
    played = Played("adelaide", "place 6 12\nplace 8 12\nbets\non 6\nbets\noff 6\nbets")
    assert "place-6 12.00 off Place Bet 6 to Win" in played.words
    # one button speaks for all place bets of a player
    assert "place-6, place-8 called on adelaide 5(e) one button" in played.words
    assert "the button comes off place-6" in played.words


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("book", "said", "answer"),
    [
        ("sentosa", "pass 10\nundo", "Pass Line may not be taken down or reduced now. The clause is sentosa 1.5."),
        ("sentosa", "horn 5", "The reading is XA-16. 4.00 or 8.00 would be accepted."),
        ("sentosa", "come 10", "Come is made while the puck is ON. The clause is sentosa D.5."),
        ("adelaide", "odds 10", "is made while the puck is ON. The clause is adelaide 8(a)."),
        ("adelaide", "odds 6 10", "you have no Come Bet on 6. The clause is adelaide 8(c)."),
        ("adelaide", "pass 0", "an amount is a whole number of cents above zero. The clause is adelaide 5(b)."),
        ("adelaide", "pass 2000", "the rack holds 1000.00. The clause is adelaide 5(b). 1000.00 would be accepted."),
        ("adelaide", "take down field", "you have nothing on field. The clause is adelaide 4(o)."),
        ("adelaide", "field 5\nfield off", "Field Bet is always in play. The clause is adelaide 5(e)."),
        ("exhibit-a", "buy 4 20", 'exhibit-a has no wager "buy-4"'),
        ("evolution", "field 5\nworking off", "every bet is always in play. No clause provides for it."),
        ("evolution", "take dice", "a launcher throws. The clause is evolution Rules 2."),
        ("evolution", "big 6 5", "The clause is evolution Types. `rules` lists the bets of this book."),
        ("adelaide", "pass dice", "you give up the dice (passed) adelaide 13(a)"),
    ],
)
def test_a_refusal_names_the_reason_the_clause_and_what_would_do(book: str, said: str, answer: str) -> None:
    assert answer in Played(book, said).words


def test_odds_over_the_limit_say_what_would_be_accepted() -> None:
    played = Played("sentosa", "pass 10\nroll\nodds 100\nwhy", "4-2")
    assert "The clause is sentosa D.2 limit 6/8. 50.00 would be accepted." in played.words
    assert played.words.count("odds here may be at most 50.00 in all") == 2
    assert "sentosa D.2 limit 6/8: " in played.words


def test_a_line_stops_at_its_first_refusal_and_says_so() -> None:
    played = Played("adelaide", "come 10; field 5; roll")
    assert "The rest of the line was not done." in played.words
    assert played.bets == {}
    assert played.table.state.rolls == 0


def test_a_line_with_a_word_nobody_understands_does_nothing_at_all() -> None:
    played = Played("adelaide", "pass 10; fild 5")
    assert "did you mean `field 5`?" in played.words
    assert played.bets == {}


# ------------------------------------------------------------------ undo, down, press


def test_undo_takes_back_what_was_placed_in_this_betting_time_at_evolution() -> None:
    played = Played("evolution", "pass 10\npass 5\nundo\nbets\nundo\nundo")
    assert "5.00 back from pass, 10.00 stays up EV-3" in played.words
    assert "Nothing was placed since the last roll." in played.words
    assert (played.bets, played.rack) == ({}, 100_000)


def test_undo_is_refused_for_the_pass_line_at_sentosa() -> None:
    played = Played("sentosa", "pass 10\nundo\nundo")
    assert played.words.count("The clause is sentosa 1.5. It stays until it is decided.") == 2
    assert played.bets == {"pass": 1000}


def test_undo_does_not_reach_behind_the_last_roll() -> None:
    played = Played("adelaide", "pass 10; place 5 10\nroll\nundo", "2-2")
    assert "Nothing was placed since the last roll." in played.words


def test_undo_takes_back_all_that_one_bet_placed() -> None:
    played = Played("adelaide", "field 5; hardways 5\nundo")
    assert played.bets == {"field": 500}


def test_take_down_by_number_asks_when_several_bets_lie_there() -> None:
    played = Played("adelaide", "place 6 12; hard 6 5\ntake down 6\ntake down place 6\ntake down 6")
    assert "That could be place-6 or hard-6; say `take down place-6`" in played.words
    assert played.bets == {}


def test_a_contract_bet_is_asked_about_the_first_time_for_each_kind() -> None:
    played = Played("sentosa", "pass 10; field 5\nyes\npass 5\nroll\ncome 10\ny\ncome 5", "4-2", agrees=False)
    assert played.bets == {"pass": 1500, "come": 1500}
    asked = "Pass Line is a contract bet: it stays until it is decided and cannot be reduced or taken down sentosa 1.5"
    assert played.words.count(asked) == 1
    assert played.words.count("Say `yes` to bet it; anything else leaves it.") == 2
    assert "field 5.00" in played.words, "what was said after the bet is done after the yes"


def test_a_bet_that_is_paid_below_the_printed_odds_is_asked_about_once() -> None:
    settings = {"payable-unit": "1"}
    played = Played("sentosa", "place 6 5\nyes\nplace 6 1\nplace 8 5", agrees=False, settings=settings)
    assert played.bets == {"place-6": 600, "place-8": 500}
    assert played.words.count("at 7 to 6 it wins 5.00 here, not 5.83: this table pays in steps of 1.00") == 1


def test_anything_but_yes_leaves_a_contract_bet() -> None:
    played = Played("sentosa", "pass 10; field 5\nplace 6 12\nyes\npass 10\nquit", agrees=False)
    assert played.bets == {"place-6": 1200}
    assert played.words.count("Nothing was bet.") == 2
    said_no = Played("sentosa", "pass 10\nno", agrees=False)
    assert said_no.bets == {}
    assert said_no.words.count("Nothing was bet.") == 1
    assert "understands" not in said_no.words


def test_a_bet_that_would_be_refused_or_can_be_taken_down_is_not_asked_about() -> None:
    played = Played("sentosa", "come 10\npass 0.001\npass 5000\ndp 10\nfield 5", agrees=False)
    assert "Say `yes`" not in played.words
    for book in ("exhibit-a", "adelaide", "evolution"):
        assert "Say `yes`" not in Played(book, "pass 10", agrees=False).words


def test_take_down_all_keeps_what_the_book_keeps() -> None:
    played = Played("sentosa", "pass 10\nroll\nodds 20; place 8 12; field 5\ntake down all", "4-2")
    assert played.bets == {"pass": 1000}
    assert "The clause is sentosa 1.5." in played.words


def test_press_and_reduce_change_a_bet_that_is_there() -> None:
    played = Played("adelaide", "press place 6 6\nplace 6 12\npress 6 6\nreduce place 6 12\nreduce 6 90")
    assert "You have no bet there to press" in played.words
    assert "6.00 on place-6, now 18.00" in played.words
    assert "12.00 back from place-6, 6.00 stays up" in played.words
    assert "only 6.00 lies there" in played.words
    assert played.bets == {"place-6": 600}


def test_odds_go_behind_the_bet_they_fit() -> None:
    played = Played("sentosa", "dp 10\nroll\ncome 10\nroll\nodds 6\nodds 5 20\nlay odds 6\ncome odds 20", "4-2 2-3")
    assert played.bets["dont-pass-odds"] == 1200
    assert played.bets["come-odds-5"] == 4000


def test_odds_that_could_go_behind_two_bets_are_a_question() -> None:
    played = Played("adelaide", "pass 10; dp 10\nroll\nodds 10\nlay odds 6", "4-2")
    assert "That could be pass-odds or dont-pass-odds; say `pass-odds 10`" in played.words
    assert played.bets["dont-pass-odds"] == 600


def test_the_same_bet_is_bet_again_after_a_win_until_it_is_called_off() -> None:
    played = Played("sentosa", "pass 10\nroll\nplace 8 12\nsame bet place 8\nroll\nsame bet off\nroll", "2-2 4-4 3-5")
    assert "same bet: 12.00 on place-8" in played.words
    assert "place-8" not in played.bets
    assert played.rack == 100_000 - 1000 + 2 * 1400


# ------------------------------------------------------------------ dice


def test_the_player_of_adelaide_has_the_dice_and_needs_a_line_bet_to_throw() -> None:
    played = Played("adelaide", "roll\nfield 5\ncompanion\nroll\ncompanion", "1-2")
    assert "you have the dice adelaide 9(c)" in played.words
    assert "Pass or Don't Pass bet to throw. The clause is adelaide 10 throw. Say `pass 10`" in played.words
    assert "`companion`: then somebody else throws" in played.words
    assert "a companion throws from now on" in played.words
    assert "A companion throws the dice already." in played.words
    assert played.table.state.rolls == 1


def test_at_sentosa_the_dice_are_accepted_with_the_line_bet() -> None:
    played = Played("sentosa", "field 5\nroll\npass 10\nroll", "5-5")
    assert played.words.count("The dice are offered to you: a line bet is needed to roll the dice (sentosa 3.11).") == 1
    assert "Refused: a line bet is needed to roll the dice. The clause is sentosa 3.11. Say `pass 10`" in played.words
    assert "10.00 on pass sentosa D.1 you have the dice sentosa 3.12" in played.words


def test_after_a_seven_out_the_dice_of_adelaide_wait_for_a_line_bet() -> None:
    played = Played("adelaide", "pass 10\nroll 2\nroll\npass 10\nroll", "4-2 3-4 2-2")
    assert "The dice are now offered to players with a line bet (adelaide 13(b))." in played.words
    assert "you have the dice adelaide 13(c)" in played.words
    assert played.table.point == 4


def test_dice_passed_in_mid_point_are_thrown_by_a_companion_until_it_ends() -> None:
    played = Played("exhibit-a", "pass 10\nroll\npass dice\nroll\nroll\ntake dice\npass 10\nroll", "4-2 3-3 2-2")
    assert "a companion finishes the point XA-36" in played.words
    assert "Say `take dice` to shoot, or `companion` and somebody else throws." in played.words
    assert (played.rack, played.table.point) == (100_000, 4)


def test_the_dice_come_back_from_a_companion() -> None:
    played = Played("adelaide", "companion\ntake dice\ntake dice\npass 10\nroll", "4-2", settings={"odds": "2"})
    assert "You have the dice." in played.words
    assert played.table.state.shooter == 1


def test_a_companion_may_throw_from_the_start() -> None:
    played = Played("adelaide", "roll", "4-2", settings={"shooter": "companion"})
    assert "A companion throws the dice." in played.words
    assert played.table.point == 6


def test_come_bets_left_alone_are_decided_by_rolls_for_them_only_at_exhibit_a() -> None:
    said = "pass 10\nroll\ncome 10\nroll\nroll\nroll\ndecide\nroll\nroll"
    played = Played("exhibit-a", said, "4-2 2-3 3-3 6-2 1-4")
    assert "`decide` rolls on only for the come bets that stand (exhibit-a Shooter (2))." in played.words
    assert "you roll only to decide the come bets that stand" in played.words
    assert played.table.point is None
    assert played.rack == 102_000


def test_several_rolls_end_where_one_is_refused() -> None:
    played = Played("adelaide", "pass 10\nroll 5", "4-2 3-4")
    assert played.table.state.rolls == 2
    assert played.words.index("Seven out") < played.words.index("nobody has taken the dice yet")


# ------------------------------------------------------------------ questions and the rest


def test_why_names_the_last_settlement_a_bet_or_the_last_refusal() -> None:
    played = Played("adelaide", "why\nwhy field\nfield 5\nwhy field\npass 10\nroll\nwhy field\ncome 0\nwhy", "1-3")
    assert "Nothing was settled or refused yet." in played.words
    assert "Nothing happened there yet." in played.words
    assert "You have 5.00 more on field. The clause is adelaide 4(o)." in played.words
    assert "Your 5.00 on field won 5.00 on 1-3 (4): 5.00 at 1 to 1." in played.words
    assert "adelaide 4(o): Field Bet: one roll" in played.words
    assert played.words.count("an amount is a whole number of cents above zero") == 2


@pytest.mark.parametrize("said", ["place 7 10", "hard 7 8", "place 12 10", "place $10 on 7", "hard 7", "odds 20 6"])
@pytest.mark.parametrize("book", book_names())
def test_a_number_the_wager_cannot_have_moves_no_chips(book: str, said: str) -> None:
    played = Played(book, said)
    assert (played.bets, played.rack) == ({}, 100_000)


def test_why_explains_what_was_accepted_last_and_no_older_refusal() -> None:
    said = "come 10\nfield 5\nwhy\ncome 10\ntake down field\nwhy\ncome 10\ncompanion\nwhy"
    shown = Played("adelaide", said).shown.split("> why\n")[1:]
    assert [part.splitlines()[0] for part in shown] == [
        "You have 5.00 more on field. The clause is adelaide 4(o).",
        "You get 5.00 back from field. The clause is adelaide 5(c).",
        "You get 5.00 back from field. The clause is adelaide 5(c).",
    ]
    assert "Refused" in Played("adelaide", "field 5\ncome 10\nwhy").shown.partition("> why\n")[2]


@pytest.mark.parametrize("book", book_names())
def test_why_after_a_win_that_was_bet_again_explains_the_win(book: str) -> None:
    played = Played(book, "pass 10\nsame bet pass\nroll\nwhy\nwhy pass", "3-4")
    why, of_pass = (" ".join(part.split()) for part in played.shown.split("> why")[1:])
    assert "Your 10.00 on pass won 10.00 on 3-4 (7)" in why
    assert "Your 10.00 on pass won 10.00 on 3-4 (7)" in of_pass
    assert "more on pass" not in why + of_pass


@pytest.mark.parametrize("book", book_names())
def test_why_after_a_roll_that_decided_nothing_is_one_line(book: str) -> None:
    shown = Played(book, "pass 10\nroll\nwhy\nbets", "2-2").shown
    said = shown.partition("> why\n")[2].partition("> bets")[0]
    assert said == "2-2 (4) decided none of your bets; the puck went ON 4.\n"


def test_why_speaks_of_the_dealer_only_when_asked_and_in_plain_words() -> None:
    played = Played("exhibit-a", "field 5\nsame bet field\nroll\nwhy field", "3-4")
    assert "dealer" not in played.words
    played = Played("exhibit-a", "field 5\nwhy")
    assert "You have 5.00 more on field, the dealer places it." in played.words
    assert "through" not in played.words


def test_why_of_a_number_explains_each_bet_on_it() -> None:
    words = Played("sentosa", "place 6 12; hard 6 5; place 8 12\nwhy 6").shown.partition("> why 6")[2]
    assert "on place-6." in words
    assert "on hard-6." in words
    assert "place-8" not in words
    played = Played("sentosa", "pass 10\nroll\ncome 10\nroll\nwhy 6", "2-2 3-3")
    assert "Your 10.00 on come travelled to come-6" in played.words


@pytest.mark.parametrize("said", ["rules nonsense", "why nothing", "rules 14", "why 77"])
def test_a_question_about_no_bet_says_so(said: str) -> None:
    assert f'There is no bet "{said.split()[1]}"' in Played("adelaide", said).words
    assert "did you mean `rules field`?" in Played("adelaide", "rules feild").words


def test_help_lists_only_what_works_at_a_table_for_one() -> None:
    adelaide, launcher = (Played(book, "help").shown for book in ("adelaide", "evolution"))
    for word in ("companion", "take dice", "save FILE", "roll 3"):
        assert word in adelaide
    assert "take dice" not in launcher
    for word in ("seed WORDS", "open bets", "Crew", "wait for the dice"):
        assert word not in adelaide


def test_what_is_for_a_crew_is_refused_at_a_table_for_one() -> None:
    played = Played("adelaide", "pass 10\ncall 3 4\nseed mine\nfairness\nlate field 5")
    assert "Refused: that is for a crew, and at a table for one the house is the crew." in played.words
    assert "Refused: the dice of a table for one take no seeds." in played.words
    assert "nothing about them is published" in played.words
    assert played.bets == {"pass": 1000}
    assert played.table.state.rolls == 0


def test_help_on_a_word_is_the_line_about_it() -> None:
    played = Played("adelaide", "help odds\nhelp dp\nhelp big\nhelp zorro")
    lines = [line for line in played.shown.splitlines() if line[:1] not in (">", " ")]
    assert lines[2:4] == [
        "odds 20, odds 6 20                 behind the line, or a come bet on 6",
        "pass 10, don't pass 10             the line, while the puck is OFF",
    ]
    assert "also place lose 4, big 6" in lines[4]
    assert 'There is no help on "zorro"; `help` shows all of it.' in played.words


def test_the_rack_is_shown_when_asked_for() -> None:
    played = Played("adelaide", "pass 10\nbalance")
    assert "Rack 990.00   on the layout 10.00   total 1000.00   (even)" in played.shown


@pytest.mark.parametrize(
    ("book", "said", "answer"),
    [
        ("evolution", "lay 10 40", "no lay bets; against the 10 it has place-lose-10."),
        ("evolution", "lay 10", "Evolution has no lay bets; against the 10 it has place-lose-10."),
        ("evolution", "rules lay", "evolution has no lay bets; it has place-lose."),
        ("sentosa", "place lose 4 10", "no place lose bets; against the 4 it has lay-4."),
        ("exhibit-a", "lay 10 40", "no lay bets. The clause is exhibit-a Wagers."),
        ("exhibit-a", "buy 4 20", "no buy bets; on the 4 it has place-4."),
        ("exhibit-a", "why lay 10", 'There is no bet "lay-10": exhibit-a has no lay bets.'),
        ("adelaide", "take down place 7", "place is made on 4, 5, 6, 8, 9 or 10."),
    ],
)
def test_what_a_book_lacks_is_never_answered_with_the_opposite_bet(book: str, said: str, answer: str) -> None:
    played = Played(book, said)
    assert answer in played.words
    assert "did you mean" not in played.words


def test_hints_at_a_first_bet_keep_to_the_limits_and_the_rack() -> None:
    played = Played("adelaide", "roll", settings={"min pass": "25", "max dont-pass": "5"})
    assert "Say `pass 25`, then `roll`" in played.words
    assert "Say `pass 25` or `don't pass 5`" in played.words
    assert "Say `pass 4`, then" in Played("adelaide", "", rack_cents=400).words


def test_even_payments_say_for_which_numbers() -> None:
    played = Played("adelaide", "rules place\nrules place 6\nrules pass odds")
    assert "Paid without rounding on 4, 5, 9 or 10: steps of 0.05" in played.words
    assert "Paid without rounding on 6 or 8: steps of 0.06" in played.words
    assert "Paid without rounding: steps of 0.06" in played.words
    assert "  Paid without rounding with a point of 5 or 9: steps" in played.shown


def test_a_composite_bet_is_paid_in_a_sum_that_can_be_followed() -> None:
    played = Played("exhibit-a", "pass 5; c&e 10; horn high 11 5; world 5\nroll\nwhy c&e", "5-6")
    assert "c-and-e 10.00 wins 70.00: 5.00 on 11 at 15 to 1, less the other 5.00" in played.words
    assert "horn-high-11 5.00 wins 27.00: 2.00 on 11 at 15 to 1, less the other 3.00" in played.words
    assert "That is 5.00 on 11 at 15 to 1, less the other 5.00." in played.words
    assert "exhibit-a Payout (3): Craps-Eleven is paid as if half were on Any Craps" in played.words
    assert "c-and-e 10.00 wins 70.00 at 7:1" in Played("evolution", "c&e 10\nroll", "5-6").words


def test_rules_of_the_book_and_of_one_wager_cite_their_clauses() -> None:
    played = Played("sentosa", "rules\nrules place 6\nrules odds\nrules 6\nrules big 6")
    assert "field 2 or 12: 2 to 1;" in played.words.replace("2, 12:", "2 or 12:")
    assert "Pays 7 to 6 4.1 Place 6/8" in played.words
    assert "Rules of which bet? Say `rules place 6`" in played.words
    assert 'there is no bet "big-6"' in played.words.lower()


def test_buying_in_and_history_and_leaving() -> None:
    played = Played("evolution", "history\nbuy in 50\npass 10\nroll\nhistory\nquit\npass 10", "3-4")
    assert "No roll yet." in played.words
    assert "50.00 more in the rack: 1050.00" in played.words
    assert "1 3-4 7 OFF +10" in played.words
    assert "Goodbye. You brought 1050.00 and have 1060.00: ahead by 10.00 after 1 roll." in played.words
    assert "> pass 10\n" not in played.shown.partition("> quit")[2]


def test_a_long_history_shows_its_end() -> None:
    played = Played("evolution", "roll 25\nhistory", "1-2 " * 25)
    assert "... 5 earlier rolls" in played.words


def test_save_writes_a_new_file_only(tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    played = Played("adelaide", f"pass 10\nsave {file}\nsave {file}\nsave {tmp_path}/no/where\nsave")
    assert file.read_text(encoding="utf-8") == played.table.transcript()
    assert "is there already; choose another name." in played.words
    assert "cannot be written" in played.words
    assert "transcript" not in played.words
    assert "book adelaide set shooter seats 1 sit Player 1000.00" in Played("adelaide", "transcript").words


def test_the_end_of_input_is_a_polite_goodbye() -> None:
    assert Played("adelaide", "").words.endswith("Goodbye. You brought 1000.00 and have 1000.00: even after 0 rolls.")


def test_an_interrupt_is_a_polite_goodbye() -> None:
    def typing() -> Iterable[str]:
        yield "pass 10"
        raise KeyboardInterrupt

    out = io.StringIO()
    play(LAYOUTS["adelaide"], typing(), out, lambda: Roll(1, 1))
    assert "10.00 of it still on the layout: even after 0 rolls." in " ".join(out.getvalue().split())


def test_a_broken_invariant_shows_the_game_instead_of_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise AssertionError("chips were made or lost")

    monkeypatch.setattr("comeout.table.table.apply", breaks, raising=True)
    out = io.StringIO()
    with pytest.raises(AssertionError):
        play(LAYOUTS["adelaide"], [], out, lambda: Roll(1, 1))
    monkeypatch.undo()

    def lines() -> Iterable[str]:
        yield "pass 10"
        monkeypatch.setattr("comeout.table.table.apply", breaks)
        yield "field 5"

    play(LAYOUTS["adelaide"], lines(), out, lambda: Roll(1, 1))
    assert "The table has stopped: chips were made or lost." in out.getvalue()
    assert "1 bet pass 10.00" in out.getvalue()


def test_colour_changes_no_letter() -> None:
    plain, coloured = io.StringIO(), io.StringIO()
    for out, colour in ((plain, False), (coloured, True)):
        table = TableForOne(LAYOUTS["adelaide"], lambda: Roll(2, 4), rack=5000, settings={})
        session = PlayerSession(table, 1, Paper(out, colour=colour), alone=True)
        for line in ("pass 10", "roll", "odds 10; field 5", "help", "rules place", "roll", "[bold]x"):
            session.hear(line)
        session.goodbye()
    assert "\x1b[" in coloured.getvalue()
    without = re.sub(r"\x1b\[[\d;]*m", "", coloured.getvalue())
    shown = [[line.split() for line in text.splitlines()] for text in (plain.getvalue(), without)]
    assert shown[0] == shown[1]


SCRAPS = """
pass 10|dp 10|come 10|dc 10|odds 10|odds 6 10|lay odds 6|come odds 10|place 6 12|place 5 5|place lose 4 11|buy 4 20
lay 10 40|hard 8 5|hardways 1|field 5|any 7 5|any craps 5|yo 5|aces 1|c&e 10|horn 4|horn high 12 5|world 5|big 6 5
roll|roll|roll 3|take down 6|take down place|take down all|take down odds|reduce 6 6|press 6 6|working on|working off
on 6|off hard|same bet|same bet off|same bet place 6|why|why 6|why odds|rules|rules hard|bets|table|undo|take dice
pass dice|companion|decide|history|transcript|buy in 5|help|nonsense|pass -1|take down dont pass|reduce dc 5
"""


@pytest.mark.parametrize("book", book_names())
@pytest.mark.parametrize("seed", range(3))
def test_any_player_at_any_table_gets_an_answer_to_every_line(book: str, seed: int) -> None:
    source = random.Random(f"{book} {seed}")
    said = [source.choice(SCRAPS.strip().replace("\n", "|").split("|")) for _ in range(120)]
    out = io.StringIO()
    session = play(LAYOUTS[book], said, out, house_dice(seed), rack_cents=20_000)
    answers = out.getvalue().split("\n> ")
    assert len(answers) == len(said) + 1
    assert all(len(answer.splitlines()) > 1 for answer in answers[1:-1])
    assert "The table has stopped" not in answers[-1]
    accounts = session.table.state.totals
    assert accounts.racks + accounts.layout + accounts.house + accounts.commission == -accounts.cage


# ------------------------------------------------------------------ from the shell


def test_house_dice_come_from_the_operating_system_or_repeat_with_a_seed() -> None:
    first, second = house_dice(7), house_dice(7)
    assert [first() for _ in range(20)] == [second() for _ in range(20)]
    throw = house_dice()
    assert {throw() for _ in range(2000)} == set(ROLLS)


@pytest.mark.parametrize(
    ("book", "options", "says"),
    [
        ("adelaid", {}, 'no book and no file "adelaid" (did you mean "adelaide"?)'),
        ("adelaide", {"settings": {"odds": "1000"}}, "odds"),
        ("adelaide", {"settings": {"crew": "people"}}, "crew"),
        ("adelaide", {"rack_cents": 0}, "rack"),
    ],
)
def test_main_says_in_one_sentence_what_cannot_be_played(book: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(ComeoutError) as told:
        main(book, **options)
    assert says in told.value.says
    assert "\n" not in told.value.says


def test_piped_lines_play_a_plain_session() -> None:
    program = [sys.executable, "-m", "comeout", "play", "adelaide", "--seed", "5"]
    said = b"pass 10\nroll\n\xff\xfe\nquit\n"
    done = subprocess.run(program, input=said, capture_output=True, timeout=60, env=os.environ, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"COMEOUT  SkyCity Adelaide, Rules for Craps\n")
    assert b"\x1b" not in done.stdout
    assert b"Goodbye." in done.stdout
