"""`comeout join` for the crew: a table of real dice run from the terminal, and only the words that are theirs."""

from __future__ import annotations

import asyncio
import concurrent.futures
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from comeout.client import Client, HouseError, RemoteTable
from comeout.dice import Roll
from comeout.house.players.people import People
from comeout.play.join import Visit, join
from comeout.play.screen import WIDTH, Paper
from comeout.table import messages as m
from tests.kit.servers import PATIENCE_S, Running, open_live, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house with tables that people run, and one that runs itself."""
    folder = tmp_path_factory.mktemp("house")
    for name in ("roll", "void", "calls", "closing", "throws"):
        open_live(folder, "adelaide", name=name, dice="crew", crew="people", shooter="seats")
    open_live(folder, "exhibit-a", name="late", dice="crew", crew="people", shooter="seats")
    open_live(folder, "adelaide", name="machine", betting_time="60", shooter="seats")
    with running(folder) as server:
        yield server


CREW = {
    "Sue": ("dealer", "stickperson"),
    "Sam": ("stickperson",),
    "Bob": ("boxperson",),
    "Pat": ("pit-supervisor",),
    "Pia": ("pit-supervisor",),
    "Ida": ("inspector",),
}


async def hire(people: People) -> dict[str, str]:
    """Accounts with roles, and their tokens."""
    tokens = {}
    for name, roles in CREW.items():
        guest = await people.enter()
        tokens[name] = (await people.register(guest.token, name, "quite a long one")).token
        for role in roles:
            await people.grant(name, "*", role, by="operator")
    return tokens


@pytest.fixture(scope="module")
def crew(house: Running, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The people of the house, in the file that remembers who was where."""
    hired: concurrent.futures.Future[dict[str, str]] = concurrent.futures.Future()

    async def hiring() -> None:
        hired.set_result(await hire(house.house.people))

    tasks: list[asyncio.Task[None]] = []
    house.do(lambda: tasks.append(asyncio.ensure_future(hiring())))
    known = {f"{house.url} {name}": token for name, token in hired.result(PATIENCE_S).items()}
    file = tmp_path_factory.mktemp("visits") / "visits.json"
    file.write_text(json.dumps(known), encoding="utf-8")
    return file


Meanwhile = Callable[[], object]


def work(house: Running, crew: Path, name: str, table: str, lines: Iterable[str | Meanwhile], **more: Any) -> str:
    """Everything one visit showed; what is no line is done by somebody else before the next one."""
    out = io.StringIO()

    def said() -> Iterator[str]:
        for line in lines:
            if isinstance(line, str):
                yield line
            else:
                line()

    assert join(Visit(house.url, table=table, name=name, **more), crew, Paper(out), said()) == 0
    assert all(len(line) <= WIDTH for line in out.getvalue().splitlines())
    return out.getvalue()


def words(shown: str) -> str:
    return " ".join(shown.split())


class Somebody:
    """Somebody else at a table, who acts between the lines of a visit."""

    def __init__(self, house: Running, table: str, crew: Path | None = None, name: str = "") -> None:
        self._house, self._table = house, table
        self._token = json.loads(crew.read_text(encoding="utf-8"))[f"{house.url} {name}"] if crew else ""

    def does(self, *commands: m.Command) -> Meanwhile:
        return lambda: asyncio.run(self._do(*commands))

    async def _do(self, *commands: m.Command) -> None:
        async with Client(self._house.url, token=self._token) as client:
            await client.enter()
            self._token = client.token
            table: RemoteTable = await client.join(self._table)
            for command in commands:
                answer = await asyncio.wait_for(table.send(command), PATIENCE_S)
                assert answer, answer


# ------------------------------------------------------------------ a roll of real dice


def test_two_stickpersons_run_a_roll_of_real_dice(house: Running, crew: Path) -> None:
    ann, sam = Somebody(house, "roll"), Somebody(house, "roll", crew, "Sam")
    shown = work(
        house,
        crew,
        "Sue",
        "roll",
        [
            ann.does(m.Sit(1, "ann", 200_00)),
            "open bets; offer dice",
            ann.does(m.PlaceBet(1, "pass", 10_00), m.TakeDice(1)),
            "no more bets",
            ann.does(m.ThrowDice(1)),
            "call 5 6",
            sam.does(m.CallRoll("stickperson", Roll(5, 6))),
            "settle",
            "quit",
        ],
    )
    assert "You are dealer and stickperson at this table." in shown
    assert "You stand at the table with its crew" in shown
    for line in ("bets are open", "the dice are offered to seat 1", "seat 1 has 10.00 more on pass", "no more bets"):
        assert f"\n  {line} " in shown
    assert "A second person must ask for the same." in shown
    assert "5-6 is called" in shown
    assert re.search(r"^Roll 1: 5-6  yo eleven\.\n  seat 1: pass 10.00 wins 10.00 at 1 to 1$", shown, re.MULTILINE)
    assert shown.endswith("> quit\nGoodbye.\n")


def test_the_crew_says_that_the_shooter_throws_and_is_answered_whoever_has_the_dice(house: Running, crew: Path) -> None:
    ann = Somebody(house, "throws")
    shown = work(
        house,
        crew,
        "Sue",
        "throws",
        [
            "open bets; throw",
            "help throw",
            ann.does(m.Sit(1, "ann", 200_00)),
            "offer dice",
            ann.does(m.TakeDice(1), m.PlaceBet(1, "pass", 10_00)),
            "no more bets",
            "",
            "throw",
            "throw",
            "call 5 6",
            "quit",
        ],
    )
    said = words(shown)
    nobody = "Refused: nobody has taken the dice yet; whoever wants to throw takes them."
    assert f"> open bets; throw bets are open ALL-48 {nobody}" in said
    assert "throw the shooter's throw: dice are out" in said
    assert shown.count("\n  the dice are out ") == 1
    assert "> throw Refused: the dice are out; this is done when bets are closed." in said, "the second time"
    assert "A second person must ask for the same." in said
    sam = words(work(house, crew, "Sam", "throws", ["quit"]))
    wanted = "Somebody of the crew asks for `call-roll`: a second person must ask for the same."
    assert wanted in sam.partition("> quit")[0], "whoever comes hears what waits for them"
    assert "asks for" not in words(work(house, crew, "Sue", "throws", ["quit"])), "it was Sue who asked"


def test_the_second_person_hears_what_is_waited_for_and_a_no_roll_has_the_book_s_reasons(
    house: Running, crew: Path
) -> None:
    ann = Somebody(house, "void")
    pat = Somebody(house, "void", crew, "Pat")
    dealer = Somebody(house, "void", crew, "Sue")
    before = [
        ann.does(m.Sit(1, "ann", 200_00)),
        dealer.does(m.OpenBetting("dealer"), m.OfferDice("stickperson")),
        ann.does(m.PlaceBet(1, "pass", 10_00), m.TakeDice(1)),
        dealer.does(m.CloseBetting("dealer")),
        ann.does(m.ThrowDice(1)),
    ]
    shown = words(
        work(
            house,
            crew,
            "Sam",
            "void",
            [*before, dealer.does(m.CallRoll("stickperson", Roll(3, 4))), "call 3 4", "settle", "void fire", "quit"],
        )
    )
    assert "Somebody of the crew asks for `call-roll`: a second person must ask for the same." in shown
    assert "Refused: this is for pit-supervisor or pit-manager or shift-manager to say" in shown
    voided = words(
        work(
            house,
            crew,
            "Pia",
            "void",
            ["void", "invalidate fire", pat.does(m.InvalidateOutcome("pit-supervisor", "fire")), "history", "quit"],
        )
    )
    assert "Void the last roll for which reason? Say `void REASON`: commotion, fire" in voided
    assert "A second person must ask for the same." in voided
    assert "the roll has no effect (fire)" in voided
    again = words(
        work(
            house,
            crew,
            "Bob",
            "void",
            [
                dealer.does(m.OpenBetting("dealer"), m.CloseBetting("dealer")),
                ann.does(m.ThrowDice(1)),
                "no roll because",
                "no roll improper It hit a cup, twice",
                "quit",
            ],
        )
    )
    assert 'Refused: "because" is no ground for a No Roll here' in again
    assert "No Roll (improper): every bet stays as it was" in again


def test_calls_late_and_unnoticed_bets_are_told_with_what_to_say(house: Running, crew: Path) -> None:
    ann, sue = Somebody(house, "calls"), Somebody(house, "calls", crew, "Sue")
    shown = work(
        house,
        crew,
        "Bob",
        "calls",
        [
            ann.does(m.Sit(1, "ann", 200_00)),
            sue.does(m.OpenBetting("dealer")),
            ann.does(m.PlaceBet(1, "hard-8", 5_00), m.CallBet(1, "hard-8", "on"), m.SpeakBet(1, "field", 5_00)),
            "confirm call 1 hard 8; confirm bet 1 field",
            "post min field 10",
            "record 1 field 1",
            "warn 1; away 1",
            "quit",
        ],
    )
    assert "seat 1 calls hard-8 on: `confirm call 1 hard-8`" in shown
    assert "seat 1 offers 5.00 on field: `confirm bet 1 field`" in words(shown)
    assert "seat 1: hard-8 called on" in shown
    assert "from now on min field is 10" in shown
    assert "seat 1 has 1.00 more on field" in shown
    assert "the boxperson tells seat 1 off" in shown
    assert "seat 1 walked away" in shown


def test_a_table_is_closed_by_its_procedure(house: Running, crew: Path) -> None:
    shown = words(work(house, crew, "Pat", "closing", ["close table", "inspector told", "close table"]))
    assert "Refused: an inspector must be notified before. The clause is adelaide 14(i)." in shown
    assert "the table is closed" in shown


# ------------------------------------------------------------------ whose words


def help_of(house: Running, crew: Path, name: str, table: str) -> str:
    return words(work(house, crew, name, table, ["help", "quit"]))


def test_help_lists_what_the_book_lets_a_role_say(house: Running, crew: Path) -> None:
    stick, box, machine = (help_of(house, crew, *at) for at in (("Sam", "late"), ("Bob", "late"), ("Sue", "machine")))
    assert "call 3 4" in stick
    assert "no roll" not in stick, "at this book's tables the boxperson calls it"
    assert "no roll off table" in box
    assert "or stacked, two sides resting" in box
    assert "no more bets" in machine
    assert "call 3 4" not in machine, "the house throws the dice there"
    for shown in (stick, box, machine):
        assert "pass 10" not in shown
        assert "buy in" not in shown
        assert "save FILE" in shown


def test_an_inspector_reads_and_changes_nothing(house: Running, crew: Path) -> None:
    shown = words(work(house, crew, "Ida", "machine", ["help", "no more bets", "rack", "table", "fairness", "quit"]))
    assert "Crew" not in shown
    assert "Refused: the inspector reads everything and changes nothing." in shown
    assert "You have no seat here; `table` shows how it stands." in shown
    assert "The table is at: settled" in shown
    assert "a chain of hashes" in shown


def test_somebody_with_a_role_does_not_sit_down_there(house: Running, crew: Path) -> None:
    with pytest.raises(HouseError, match="whoever works at a table does not play there; roles you hold here: stick"):
        work(house, crew, "Sam", "machine", ["quit"], sit=True)


def test_whoever_only_watches_is_told_that_a_seat_is_needed(house: Running, tmp_path: Path) -> None:
    shown = words(work(house, tmp_path / "visits.json", "", "machine", ["help", "pass 10", "quit"], sit=False))
    assert "You stand at the table and watch" in shown
    assert "Refused: you have no seat here; sit down first." in shown
    assert "pass 10, don't pass 10" not in shown


def test_a_player_at_a_table_of_people_hears_the_crew_and_throws(house: Running, crew: Path, tmp_path: Path) -> None:
    sue, sam, box = (Somebody(house, "late", crew, name) for name in ("Sue", "Sam", "Bob"))
    shown = work(
        house,
        tmp_path / "visits.json",
        "",
        "late",
        [
            "help",
            sue.does(m.OpenBetting("dealer"), m.OfferDice("stickperson")),
            "pass 10",
            sue.does(m.CloseBetting("dealer")),
            "roll",
            "late field 5",
            sue.does(m.ConfirmBet("dealer", 1, "field")),
            box.does(m.ConfirmBet("boxperson", 1, "field")),
            sue.does(m.CallRoll("stickperson", Roll(5, 6))),
            sam.does(m.CallRoll("stickperson", Roll(5, 6)), m.SettleRoll("stickperson")),
            "bets",
            "quit",
        ],
    )
    assert "late field 5" in words(shown).partition("> pass 10")[0], "where people run the table, they can be asked"
    for line in ("bets are open", "you have the dice", "no more bets", "the dice are out", "5-6 is called"):
        assert f"\n  {line} " in shown
    assert "5.00 offered on field: it waits for the crew" in words(shown)
    assert re.search(r"^  field 5.00 wins 5.00", shown, re.MULTILINE)
