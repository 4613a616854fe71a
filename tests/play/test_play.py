"""The terminal table: whole hands from piped lines with fixed dice, refusals with their clauses, and rough handling."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from typing import Any

import pytest

from comeout import book_names
from comeout.dice import ROLLS
from comeout.dice_source import Dice
from comeout.errors import ComeoutError
from comeout.play import main
from comeout.play.screen import WIDTH, net, roll_by_total
from comeout.replay.transcripts import replay_transcript
from comeout.table.notation.transcript import parse
from comeout.table.settlement import settle
from tests.kit.terminal import Played

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
        ("sentosa", "come 10", "Come is made only while the puck is ON. The clause is sentosa D.5."),
        ("adelaide", "odds 10", "is made only while the puck is ON. The clause is adelaide 8(a)."),
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
    assert "That could be place-6 or hard-6; say `take down place 6`" in played.words
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
    assert "That could be pass-odds or dont-pass-odds; say `pass odds 10`" in played.words
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


# ------------------------------------------------------------------ from the shell


def typed_session(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seed: int | None) -> list[str]:
    """The rolls of a session that is typed line by line, in the words of its transcript."""
    said = "field 1\nroll\n" * 12 + "transcript\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(said))
    assert main("evolution", rack_cents=100_00, seed=seed) == 0
    return re.findall(r"^\s*roll (\d-\d)$", capsys.readouterr().out, re.MULTILINE)


def test_a_seed_gives_the_rolls_that_it_gives_in_python(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed_session(monkeypatch, capsys, 7) == [str(roll) for roll in Dice(seed=7).take(12)]


def test_without_a_seed_no_two_sessions_have_the_same_dice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = (typed_session(monkeypatch, capsys, None) for _ in range(2))
    assert len(first) == len(second) == 12
    assert first != second


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
