"""A session at the terminal table: questions are answered, lines without sense do nothing, and nothing breaks it."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterable
from itertools import repeat
from pathlib import Path

import pytest

from comeout import Roll, book_names
from comeout.dice_source import Dice
from comeout.play import play
from comeout.play.game import TableForOne
from comeout.play.player_session import PlayerSession
from comeout.play.screen import Paper
from tests.kit.terminal import LAYOUTS, Played

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
        ("evolution", "lay 10", "This book has no lay bets; against the 10 it has place-lose-10."),
        ("evolution", "rules lay", "this book has no lay bets; it has place-lose."),
        ("sentosa", "place lose 4 10", "no place lose bets; against the 4 it has lay-4."),
        ("exhibit-a", "lay 10 40", "no lay bets. The clause is exhibit-a Wagers."),
        ("exhibit-a", "buy 4 20", "no buy bets; on the 4 it has place-4."),
        ("exhibit-a", "why lay 10", 'There is no bet "lay-10": this book has no lay bets.'),
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
    play(LAYOUTS["adelaide"], typing(), out, repeat(Roll(1, 1)))
    assert "10.00 of it still on the layout: even after 0 rolls." in " ".join(out.getvalue().split())


def test_a_broken_invariant_shows_the_game_instead_of_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise AssertionError("chips were made or lost")

    monkeypatch.setattr("comeout.table.table.apply", breaks, raising=True)
    out = io.StringIO()
    with pytest.raises(AssertionError):
        play(LAYOUTS["adelaide"], [], out, repeat(Roll(1, 1)))
    monkeypatch.undo()

    def lines() -> Iterable[str]:
        yield "pass 10"
        monkeypatch.setattr("comeout.table.table.apply", breaks)
        yield "field 5"

    play(LAYOUTS["adelaide"], lines(), out, repeat(Roll(1, 1)))
    assert "The table has stopped: chips were made or lost." in out.getvalue()
    assert "1 bet pass 10.00" in out.getvalue()


def test_colour_changes_no_letter() -> None:
    plain, coloured = io.StringIO(), io.StringIO()
    for out, colour in ((plain, False), (coloured, True)):
        table = TableForOne(LAYOUTS["adelaide"], repeat(Roll(2, 4)), rack=5000, settings={})
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
    session = play(LAYOUTS[book], said, out, Dice(seed=seed), rack_cents=20_000)
    answers = out.getvalue().split("\n> ")
    assert len(answers) == len(said) + 1
    assert all(len(answer.splitlines()) > 1 for answer in answers[1:-1])
    assert "The table has stopped" not in answers[-1]
    accounts = session.table.state.totals
    assert accounts.racks + accounts.layout + accounts.house + accounts.commission == -accounts.cage
