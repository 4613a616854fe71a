"""`comeout join`: whole visits to a house that really listens, from piped lines and from the keyboard."""

from __future__ import annotations

import asyncio
import getpass
import io
import os
import re
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from comeout.cli.program import app
from comeout.client import Client, HouseError
from comeout.play.join import Visit, join
from comeout.play.screen import WIDTH, Paper
from comeout.replay import replay_file
from tests.kit.servers import PATIENCE_S, Running, open_live, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house with live tables of a short betting time."""
    folder = tmp_path_factory.mktemp("house")
    open_live(folder, "sentosa", name="quick", shooter="companion")
    open_live(folder, "sentosa", name="seats")
    open_live(folder, "sentosa", name="others")
    open_live(folder, "sentosa", name="Late night")
    open_live(folder, "sentosa", name="slow", betting_time="60", shooter="companion")
    with running(folder) as server:
        yield server


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "visits.json"


def visit(house: Running, tokens: Path, said: str, **wanted: Any) -> str:
    """Everything one visit showed."""
    out = io.StringIO()
    assert join(Visit(house.url, **wanted), tokens, Paper(out), said.strip().splitlines()) == 0
    return out.getvalue()


def words(shown: str) -> str:
    return " ".join(shown.split())


# ------------------------------------------------------------------ a table of one's own


def test_a_hand_at_a_table_of_one_s_own_reads_like_comeout_play(house: Running, tokens: Path, tmp_path: Path) -> None:
    game = tmp_path / "game.jsonl"
    said = f"pass 10\nyes\nroll\nwhy pass\nhistory\nplace 6 0.50\ncompanion\nsave {game}\nquit"
    shown = visit(house, tokens, said, new="sentosa", settings={"min place-6": "5"})
    assert "You sit down with 200.00." in shown
    assert re.search(r"10.00 on pass +sentosa D.1", shown)
    assert re.search(r"you have the dice +sentosa 3.12", shown)
    assert re.search(r"^Roll 1: \d-\d  ", shown, re.MULTILINE)
    assert "Refused: that is for the crew of the house, not for players." in words(shown)
    assert re.search(r"Refused: .* The clause is sentosa \S+. 5.04 would be accepted.", words(shown))
    assert [result.ok for result in replay_file(str(game))] == [True]
    assert all(len(line) <= WIDTH for line in shown.splitlines() if "comeout join" not in line and "save" not in line)


def test_rolling_without_a_line_bet_is_refused_with_the_clause_and_what_to_say(house: Running, tokens: Path) -> None:
    shown = words(visit(house, tokens, "roll\nquit", new="sentosa"))
    assert "Refused: a line bet is needed to roll the dice. The clause is sentosa 3.11." in shown
    assert "Nobody has the dice: type `pass 10` or `don't pass 10`, then `roll`." in shown
    assert "companion" not in shown


def test_quitting_colours_up_and_the_same_guest_comes_back(house: Running, tokens: Path) -> None:
    first = visit(house, tokens, "quit", new="sentosa", rack_cents=150_00)
    assert "You colour up: 150.00 goes back to your wallet." in first
    second = visit(house, tokens, "", table="")
    name = re.search(r"You are (guest-\w+); your wallet holds 1000.00 of play money", first)
    assert name
    assert f"You are {name[1]}; your wallet holds 1000.00" in second
    assert stat.S_IMODE(tokens.stat().st_mode) == 0o600


# ------------------------------------------------------------------ live tables


def test_at_a_live_table_roll_waits_for_the_dice(house: Running, tokens: Path) -> None:
    shown = visit(house, tokens, "field 5\nroll\nquit", table="quick")
    assert re.search(r"The dice come in [01] s\.", shown)
    assert "Bets close in 1 s." in shown
    assert re.search(r"^Roll \d+: \d-\d  .*\n  field 5.00 (wins|loses)", shown, re.MULTILINE)
    assert "after 1 roll." in words(shown)


def test_a_table_that_waits_says_for_what(house: Running, tokens: Path) -> None:
    shown = words(visit(house, tokens, "pass dice\nfield 5\npass 5\nyes\npass dice\nroll\nquit", table="seats"))
    assert "Say `take dice`" in shown
    assert "Type `take dice` to have them." in shown


def test_bets_that_are_up_keep_the_seat_and_are_shown_on_coming_back(house: Running, tokens: Path) -> None:
    first = visit(house, tokens, "place 6 12\nquit", table="slow")
    assert "Your bets and your seat stay" in first
    again = visit(house, tokens, "take down 6\nquit", table="slow")
    assert re.search(r"^  place-6   12.00  ", again, re.MULTILINE)
    assert "You colour up: 200.00 goes back to your wallet." in again


def test_other_players_are_told_of_by_name(house: Running, tokens: Path) -> None:
    async def somebody_sits() -> str:
        async with Client(house.url) as client:
            me = await client.enter()
            table = await client.join("slow")
            await asyncio.wait_for(table.sit(50_00), PATIENCE_S)
            return me.name

    names: list[str] = []

    def lines() -> Iterator[str]:
        yield "rack"
        names.append(asyncio.run(somebody_sits()))
        yield from ("field 5", "take down field", "quit")

    out = io.StringIO()
    assert join(Visit(house.url, table="slow"), tokens, Paper(out), lines()) == 0
    assert re.search(rf"^  {names[0]} sits down at seat \d+$", out.getvalue(), re.MULTILINE)


class Cued(io.StringIO):
    """Output that types a line when it reads its cue."""

    def __init__(self, keys: int, cues: dict[str, bytes]) -> None:
        super().__init__()
        self._keys, self._cues = keys, cues

    def write(self, text: str) -> int:
        for cue in [cue for cue in self._cues if cue in text]:
            os.write(self._keys, self._cues.pop(cue))
        return super().write(text)


def test_the_table_goes_on_while_nothing_is_typed(
    house: Running, tokens: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, writes = os.pipe()
    out = Cued(writes, {"rack 200.00 > ": b"field 5\n", "Roll ": b"\nbets\nquit\n"})
    with os.fdopen(reads) as keyboard:
        monkeypatch.setattr("sys.stdin", keyboard)
        assert join(Visit(house.url, table="quick"), tokens, Paper(out), None) == 0
        os.close(writes)
    shown = out.getvalue()
    assert re.search(r"Roll \d+: .*\n  field 5.00 (wins|loses)", shown)
    assert "You have no bets on the layout." in shown, "what is typed ends the wait for a roll"
    assert "Goodbye." in shown


def test_a_shooter_without_a_line_bet_is_told_what_to_type_and_then_the_dice_come(house: Running, tokens: Path) -> None:
    shown = words(visit(house, tokens, "pass dice\ntake dice\nfield 5\nroll\npass 10\nyes\nroll\nquit", table="others"))
    told = "Bet on Pass or Don't Pass to get the dice.", "type `pass 10` or `don't pass 10`, then `roll`."
    assert any(each in shown for each in told), shown  # by whether the offer still stands
    assert re.search(r"> roll [^>]*Roll \d+: ", shown), shown


def test_a_player_has_a_say_in_the_dice_and_sees_what_proves_them(house: Running, tokens: Path) -> None:
    shown = visit(house, tokens, "fairness\nseed My own words\nseed\nfield 5\nroll\nfairness\nquit", table="quick")
    assert "You have no seed: `seed WORDS` gives you a say in the dice." in words(shown)
    assert 'Your seed is "My own words".' in shown
    assert re.search(r"Chain 1, \d+ links, anchor:\n  [0-9a-f]{64}\n", shown)
    assert re.search(r"Roll \d+ was \d-\d, by link \d+:\n  [0-9a-f]{64}\n", shown)
    assert "`comeout verify-dice FILE` checks every roll" in words(shown)


def test_help_lists_only_what_works_at_this_table(house: Running, tokens: Path) -> None:
    visits = (visit(house, tokens, "help\nquit", **at) for at in ({"table": "slow"}, {"new": "sentosa"}))
    live, own = (shown.partition("> help")[2] for shown in visits)
    for shown in (live, own):
        assert "seed WORDS" in shown
        assert "companion" not in shown
        assert "Crew" not in shown
    assert "save FILE" not in live, "the log of a live table is for its crew"
    assert "save FILE" in own
    assert "wait for the dice" in live
    assert "throw once, or three times" in own
    assert ("take dice" in live, "take dice" in own) == (False, True)


def test_a_house_that_goes_away_is_said_once_and_what_was_asked_happens_when_it_is_back(
    tmp_path: Path, tokens: Path
) -> None:
    folder = tmp_path / "house"
    folder.mkdir()
    first = Running(folder)
    first.start()
    second = Running(folder, first.port)

    class Watched(io.StringIO):
        def write(self, text: str) -> int:
            if "does not answer" in text:
                threading.Thread(target=second.start).start()
            return super().write(text)

    def lines() -> Iterator[str]:
        yield "rack"
        first.stop()
        yield from ("field 5", "bets", "quit")

    out = Watched()
    try:
        assert join(Visit(first.url, new="sentosa"), tokens, Paper(out), lines()) == 0
    finally:
        second.stop()
    shown = words(out.getvalue())
    assert shown.count("The house does not answer; trying again. What you ask is sent once it is back.") == 1
    assert len(re.findall(r"The house is back after \d+ s\. 5.00 on field", shown)) == 1
    assert "> bets field 5.00" in shown


# ------------------------------------------------------------------ who and where


def test_without_a_table_the_tables_are_listed(house: Running, tokens: Path) -> None:
    shown = visit(house, tokens, "")
    assert re.search(r"^  late-night +Late night +sentosa +\d seated, puck OFF$", shown, re.MULTILINE)
    assert re.search(r"^  slow +slow +sentosa +\d seated, puck OFF$", shown, re.MULTILINE)
    assert "`--new BOOK` opens one of your own" in words(shown)


def test_an_account_is_made_and_found_again_without_its_password(
    house: Running, tokens: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def password(prompt: str) -> str:
        asked.append(prompt)
        return "a long password"

    monkeypatch.setattr(getpass, "getpass", password)
    assert "You are Joan" in visit(house, tokens, "", name="Joan", register=True)
    assert "You are Joan" in visit(house, tokens, "", name="Joan")
    assert asked == ["Password of Joan: ", "The same again: "]
    tokens.unlink()
    assert "You are Joan" in visit(house, tokens, "", name="Joan")
    assert asked[2:] == ["Password of Joan: "]


def test_a_password_that_is_typed_differently_the_second_time_registers_nobody(
    house: Running, tokens: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(("a long password", "a lomg password", "a long password", "a long password"))
    monkeypatch.setattr(getpass, "getpass", lambda _prompt: next(typed))
    with pytest.raises(HouseError, match="the two passwords are not the same; nothing was registered"):
        visit(house, tokens, "", name="Jane", register=True)
    assert "You are Jane" in visit(house, tokens, "", name="Jane", register=True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["http://127.0.0.1:9"], "no house answers at http://127.0.0.1:9"),
        (["HOUSE", "nowhere"], 'there is no table "nowhere"; tables here: quick, seats, others, late-night, slow'),
        (["HOUSE", "--new", "monopoly"], 'there is no book "monopoly"'),
        (["HOUSE", "--new", "sentosa", "--rack", "5000"], "you cannot sit down: your wallet does not hold that much"),
        (["HOUSE", "--new", "sentosa", "--rack", "much"], "--rack"),
        (["HOUSE", "--new", "sentosa", "--set", "odds"], "write it like odds=3"),
        (["HOUSE", "slow", "--new", "sentosa"], "not both"),
    ],
)
def test_what_goes_wrong_is_one_line_and_exit_code_2(
    arguments: list[str], says: str, house: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    played = CliRunner().invoke(app, ["join", *(each.replace("HOUSE", house.url) for each in arguments)])
    assert played.exit_code == 2
    assert says in re.sub(r"[\s│]+", " ", played.output)
    assert "Traceback" not in played.output
