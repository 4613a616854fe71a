"""The table Python users hold, where no other test of the table goes."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout import ComeoutError, CommandRefused, Dice, Roll, RulebookError, Table, book_names, load_book
from comeout.table import messages as m
from comeout.table.messages import Leave
from comeout.table.notation.transcript import TranscriptError
from comeout.table.table import NoSuchSeat
from tests.kit.table_games import disturb, random_game
from tests.random_games.test_machine import commands


def test_a_notebook_shows_the_felt_with_the_puck_and_everybodys_chips() -> None:
    table = Table(load_book("adelaide"))
    for player in ("Ann", "Bob"):
        seat = table.sit(player, 100_00)
        table.bet(seat, "field", 5_00)
    before = table._repr_svg_()
    assert before.count('data-amount="500"') == 2
    assert 'data-puck="off"' in before
    table.roll(2, 2)
    assert 'data-puck="on"' in table._repr_svg_()
    assert "data-amount" not in table._repr_svg_()


@pytest.mark.parametrize(
    ("book", "spots", "says"),
    [
        ("sentosa", ["pass"], ": nothing of it can be taken down now"),
        ("sentosa", ["pass", "field"], ", or take down field first"),
        ("adelaide", ["pass"], ", or take down pass first"),
    ],
)
def test_who_wants_to_leave_with_bets_up_is_told_what_the_book_allows(book: str, spots: list[str], says: str) -> None:
    table = Table(load_book(book))
    table.sit("Ann", 100_00)
    for spot in spots:
        table.bet(1, spot, 10_00)
    answer = table.send(Leave(1))
    assert answer.refused
    up = "pass is up" if spots == ["pass"] else "pass and field are up"
    assert answer.says == f"{up}; you may walk off, and what is up is settled as it falls{says}"


def test_a_bet_that_can_no_longer_be_raised_is_refused_in_a_sentence() -> None:
    table = Table(load_book("adelaide"))
    table.sit("Ann", 100_00)
    table.bet(1, "pass", 10_00)
    table.roll(4, 4)
    table.bet(1, "dont-come", 10_00)
    table.roll(2, 2)
    answer = table.bet(1, "dont-come-4", 10_00)
    assert answer.refused
    assert answer.says.endswith("on 4 can no longer be raised")


# ------------------------------------------------------------------ a book, amounts, dice


def test_a_table_opens_by_name_by_path_and_by_layout(tmp_path: Path) -> None:
    layout = load_book("adelaide")
    file = tmp_path / "mine.toml"
    file.write_text(layout.text, encoding="utf-8")
    for book in ("adelaide", layout, file, str(file)):
        assert Table(book).layout == layout
    with pytest.raises(RulebookError, match=r'no book and no file "adelade" \(did you mean "adelaide"\?\)'):
        Table("adelade")


def test_an_amount_is_cents_or_text_and_what_is_shown_has_its_currency() -> None:
    table = Table("adelaide")
    ann = table.sit("Ann", "100")
    assert repr(table.bet(ann, "pass", 10)) == "<Answer: Seat 1 has $0.10 more on pass>"
    assert repr(table.bet(ann, "pass", "10")) == "<Answer: Seat 1 has $10.00 more on pass>"
    assert table.reduce(ann, "pass", "0.10")
    assert table.buy_in(ann, "12.50").rack == 102_50
    assert (table.bets(ann), table.rack(ann)) == ({"pass": 10_00}, 102_50)


@pytest.mark.parametrize(
    ("amount", "says"), [(10.0, "10.0 is no amount"), (True, "True is no amount"), ("ten", '"ten"')]
)
def test_what_is_no_amount_is_refused_in_a_sentence_and_changes_nothing(amount: Any, says: str) -> None:
    table = Table("adelaide")
    table.sit("Ann", "100")
    logged = len(table.log)
    for answer in (table.bet(1, "pass", amount), table.reduce(1, "pass", amount), table.buy_in(1, amount)):
        assert (answer.reason, answer.clause) == ("NONSENSE", "5(b)")
        assert answer.says.startswith(says)
    assert len(table.log) == logged
    with pytest.raises(CommandRefused, match=says):
        table.sit("Bob", amount)


def test_a_table_rolls_the_faces_that_are_given_or_its_own_dice() -> None:
    table = Table("adelaide", dice=Dice(seed=7))
    table.sit("Ann", "100")
    table.bet(1, "field", "5")
    rolled = table.roll()
    assert (rolled.roll, rolled.point, rolled.net) == (Roll(6, 3), 9, {1: 5_00})
    assert table.roll(1, 2).roll == Roll(1, 2)
    assert table.roll().roll == Roll(4, 4), "the next of the seed"
    assert table.script[-3:] == [Roll(6, 3), Roll(1, 2), Roll(4, 4)]


def test_any_iterable_of_rolls_serves_as_dice_until_it_ends() -> None:
    table = Table("adelaide", dice=[Roll(3, 4), Roll(1, 1)])
    assert [str(table.roll().roll) for _ in range(2)] == ["3-4", "1-1"]
    assert table.roll().says == "the dice of this table gave their last roll"
    assert Table("adelaide", dice=(roll for roll in [(2, 2)])).roll().roll == Roll(2, 2)  # type: ignore[misc]
    wrong: Any = ["seven"]
    assert Table("adelaide", dice=wrong).roll().says == "a roll is two faces from 1 to 6"


def test_without_dice_a_table_says_how_to_roll() -> None:
    answer = Table("adelaide").roll()
    assert answer.reason == "BAD_DICE"
    assert answer.says == ("this table has no dice: give two faces, like roll(3, 4), or open it with dice=Dice(seed=7)")
    assert Table("adelaide").roll(3).says == "a roll is two faces from 1 to 6"  # type: ignore[call-overload]


def test_a_refused_roll_takes_nothing_from_the_dice() -> None:
    table = Table("exhibit-a", settings={"shooter": "seats"}, dice=Dice(seed=7))
    table.sit("Ann", "100")
    assert not table.roll()
    table.bet(1, "pass", "10")
    table.take_dice(1)
    assert table.roll().roll == Roll(6, 3)


# ------------------------------------------------------------------ what it answers


def test_an_answer_knows_the_rack_of_whoever_asked_and_the_length_of_the_log() -> None:
    table = Table("adelaide")
    table.sit("Ann", "100")
    answer = table.bet(1, "pass", "10")
    assert (answer.rack, answer.seq, answer.book) == (90_00, len(table.log), "adelaide")
    assert table.send(m.OpenBetting("house")).rack is None
    assert table.bet(7, "pass", "10").rack is None
    nobody: Any = [1]
    assert table.bet(nobody, "pass", "10").reason == "UNKNOWN_SEAT"


def test_every_act_of_a_player_has_one_word() -> None:
    table = Table("exhibit-a", settings={"shooter": "seats"})
    assert table.sit("Ann", "100", seat=4) == 4
    assert table.sit("Bob", "100") == 5
    assert table.bet(4, "pass", "10")
    assert table.decline_dice(4)
    assert table.bet(5, "pass", "10")
    assert table.take_dice(5)
    assert table.keep(5, "pass")
    assert table.keep(5, "pass", keep=False)
    assert table.pass_dice(5)
    assert table.remove(5, "pass")
    assert table.bet(4, "place-6", "6")
    assert table.call(4, "place-6", "on")
    table.send(m.MarkAway("dealer", 5))
    assert table.come_back(5)
    assert table.leave(5)
    assert (table.seats, table.bets(4)) == ({4: "Ann"}, {"pass": 10_00, "place-6": 6_00})


def test_what_can_be_asked_is_answered_without_effect() -> None:
    table = Table("adelaide")
    table.sit("Ann", "100")
    assert table.can(m.PlaceBet(1, "pass", 10_00))
    refused = table.can(m.PlaceBet(1, "pass", 200_00))
    assert (refused.reason, refused.instead) == ("RACK_TOO_SMALL", (100_00,))
    assert (table.bets(1), table.rack(1), len(table.script)) == ({}, 100_00, 1)


@given(book=st.sampled_from(book_names()), seed=st.integers(0, 10_000), asked=st.lists(commands(), max_size=8))
def test_whatever_is_asked_of_can_the_table_answers_the_same_and_only_then_changes(
    book: str, seed: int, asked: list[m.Command]
) -> None:
    table = random_game(book, seed, rolls=3)
    for command in asked:
        before, log, script = copy.deepcopy(table.state), list(table.log), list(table.script)
        foretold = table.can(command)
        assert (table.state, table.log, table.script) == (before, log, script)
        answer = table.send(command)
        assert answer.refused == foretold.refused
        assert answer[: len(foretold)] == foretold[:]


# ------------------------------------------------------------------ what it shows


def test_a_table_tells_its_seats_phase_point_and_shooter() -> None:
    table = Table("adelaide")
    assert (table.seats, table.phase, table.point, table.shooter) == ({}, "betting open", None, 0)
    table.sit("Bob", "100", seat=3)
    table.sit("Ann", "100", seat=1)
    table.roll(4, 4)
    assert (table.seats, table.point) == ({1: "Ann", 3: "Bob"}, 8)
    assert Table("adelaide", settings={"shooter": "seats"}).shooter is None


def test_a_seat_that_nobody_sits_in_is_named_in_a_sentence() -> None:
    table = Table("adelaide")
    asked: list[Callable[[Any], object]] = [table.rack, table.bets, table.offers]
    for ask in asked:
        with pytest.raises(NoSuchSeat, match=r"^nobody sits in seat 1; nobody sits here$"):
            ask(1)
    table.sit("Ann", "100")
    for ask in asked:
        with pytest.raises(ComeoutError, match=r"^nobody sits in seat 'Ann'; taken are 1 \(Ann\)$"):
            ask("Ann")


def test_a_table_shows_itself_in_one_line_and_prints_as_a_page() -> None:
    table = Table("adelaide")
    table.sit("Ann", "100")
    table.bet(1, "pass", "10")
    assert repr(table) == "<Table adelaide, puck off, betting open; 1 Ann $90.00 (pass $10.00)>"
    assert str(table).splitlines()[1] == "  1  Ann  $90.00  pass $10.00"


# ------------------------------------------------------------------ copies, pickles, transcripts


def play_on(table: Table, seed: int) -> list[object]:
    """Some more of the game, and all that happened in it."""
    chance = random.Random(seed)
    for _ in range(4):
        disturb(table, chance)
        table.roll()
    return [table.log, table.script, table.state]


@given(book=st.sampled_from(book_names()), seed=st.integers(0, 10_000))
def test_a_copy_goes_its_own_way(book: str, seed: int) -> None:
    table = random_game(book, seed, rolls=4)
    table.dice = Dice(seed=seed)
    before = pickle.dumps((table.state, table.log, table.script))
    other, again = table.copy(), pickle.loads(pickle.dumps(table))
    assert (other.state, other.log, other.script) == (table.state, table.log, table.script)
    played = play_on(other, seed)
    assert pickle.dumps((table.state, table.log, table.script)) == before, "nothing happened at the first"
    assert play_on(table, seed) == played, "and the same can happen there"
    assert play_on(again, seed) == played, "as at one that was pickled"


def test_dice_that_cannot_be_copied_stay_with_the_first_table() -> None:
    table = Table("adelaide", dice=(Roll(3, 4) for _ in range(3)))
    assert table.copy().dice is None
    assert table.roll().roll == Roll(3, 4)
    listed = Table("adelaide", dice=[Roll(3, 4), Roll(2, 2)])
    other = listed.copy()
    assert [listed.roll().roll, other.roll().roll, other.roll().roll] == [Roll(3, 4), Roll(3, 4), Roll(2, 2)]


@given(book=st.sampled_from(book_names()), seed=st.integers(0, 10_000))
def test_a_transcript_makes_the_same_table(book: str, seed: int) -> None:
    table = random_game(book, seed, rolls=4)
    again = Table.from_transcript(table.transcript(), dice=Dice(seed=1))
    assert (again.state, again.log) == (table.state, table.log)
    assert again.roll()


def test_a_transcript_may_state_and_refuse_and_names_the_line_that_the_table_refuses() -> None:
    text = "book sentosa\nset min field 5\n1 sit Ann 100\n1 bet pass 10\n= 1 rack 90\n! 1 remove pass -> CONTRACT_BET\n"
    assert Table.from_transcript(text).bets(1) == {"pass": 10_00}
    for line in ("1 bet field 4", "roll 1-2\n1 bet pass-odds 10"):
        with pytest.raises(TranscriptError, match=r"^line [78], column 1: refused \([A-Z_]+\): "):
            Table.from_transcript(f"{text}{line}\n")


def test_a_table_is_played_without_any_drawing() -> None:
    """Nothing of the drawing, of the network or of XML is loaded with a table: that is most of what a start cost."""
    asked = "import sys; from comeout import Table, load_book; Table('adelaide'); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True).stdout.split()
    wide = (
        "comeout.felt",
        "comeout.exact",
        "urllib.request",
        "http",
        "xml",
        "email",
        "asyncio",
        "msgspec",
        "typer",
        "rich",
    )
    assert [name for name in loaded if name.startswith(wide)] == []


# ------------------------------------------------------------------ positions

LINE = "adelaide point 6 | 1 pass 10 pass-odds 20 come-5 10 place-8 12"


def test_a_table_tells_its_position_and_opens_from_one() -> None:
    table = Table.from_position(LINE, dice=[Roll(4, 4)])
    assert (str(table.position), table.point, table.seats) == (LINE, 6, {1: "seat 1"})
    assert (table.rack(1), table.bets(1)["pass-odds"]) == (1000_00, 20_00)
    assert table.position == Table.from_position(table.position).position
    assert table.roll().net == {1: 14_00}


def test_a_position_comes_with_racks_settings_and_a_book_of_ones_own(tmp_path: Path) -> None:
    table = Table.from_position(LINE, racks={1: "50", 4: 20_00}, settings={"odds": "3"})
    assert ([table.rack(seat) for seat in (1, 4)], table.state.settings.odds_multiple[6]) == ([50_00, 20_00], 3)
    assert Table.from_position(LINE, racks="7.50").rack(1) == 7_50
    file = tmp_path / "mine.toml"
    file.write_text(load_book("adelaide").text.replace('id = "adelaide"', 'id = "mine"', 1), encoding="utf-8")
    mine = LINE.replace("adelaide", "mine")
    assert Table.from_position(mine, book=file).point == 6
    with pytest.raises(ComeoutError, match='column 1: no book "mine" comes with the package'):
        Table.from_position(mine)


def test_a_shooter_in_a_position_comes_from_the_seats() -> None:
    table = Table("exhibit-a", settings={"shooter": "seats"})
    table.sit("Ann", "100")
    table.bet(1, "pass", "10")
    table.take_dice(1)
    table.roll(4, 4)
    again = Table.from_position(table.position)
    assert (again.shooter, again.position) == (1, table.position)


@given(book=st.sampled_from(book_names()), seed=st.integers(0, 10_000))
def test_a_table_of_a_position_goes_on_as_the_one_it_was_taken_from(book: str, seed: int) -> None:
    table = random_game(book, seed, rolls=4)
    racks = {seat: table.rack(seat) for seat in table.seats}
    again = Table.from_position(str(table.position), racks=racks)
    assert again.position == table.position
    assert (again.roll(3, 4).net, again.position) == (table.roll(3, 4).net, table.position)


@given(book=st.sampled_from(book_names()), seed=st.integers(0, 10_000))
def test_a_transcript_tells_of_a_position(book: str, seed: int) -> None:
    table = Table.from_position(str(random_game(book, seed, rolls=4).position))
    table.roll(3, 4)
    again = Table.from_transcript(table.transcript())
    assert (again.state, again.log, again.script) == (table.state, table.log, table.script)


def test_players_keep_their_names_and_racks_when_the_table_is_laid_out() -> None:
    text = f"book adelaide\n1 sit Ann 100\n2 sit Bob 50\nposition {LINE}\nroll 4-4\n"
    table = Table.from_transcript(text)
    assert (table.seats, table.rack(1), table.rack(2)) == ({1: "Ann", 2: "Bob"}, 126_00, 50_00)
    assert table.transcript() == text.replace(" 100\n", " 100.00\n").replace(" 50\n", " 50.00\n")
    with pytest.raises(ComeoutError, match="Ann sits in seat 1"):
        table.sit("Ann", "10")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("1 sit Ann 100\nposition adelaide point 7 | 1 pass 10", r"^line 3, column 25: "),
        ("position adelaide point 6 | 1 pass 10", r"^line 2, column 10: seat 1 has no rack"),
        ("1 sit Ann 100\n1 bet pass 10\nposition adelaide point 6", "^line 4, column 1: a position stands after `set`"),
    ],
)
def test_a_position_that_cannot_be_is_told_with_its_line_and_column(lines: str, says: str) -> None:
    with pytest.raises(TranscriptError, match=says):
        Table.from_transcript(f"book adelaide\n{lines}\n")
