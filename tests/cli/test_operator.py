"""The operator's commands: each does what it says, says it in one line when it cannot, and asks nobody twice."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from comeout.cli import operator_tools
from comeout.cli.operator import app
from comeout.house.operator.verify import verify
from comeout.house.players.people import People
from comeout.house.store.contract import Store
from tests.kit.house_games import Forger, at_the_house, open_evening, play_evening
from tests.kit.stores import ON_POSTGRES, house_at

BOOK = "sentosa"

in_a_folder = pytest.mark.skipif(ON_POSTGRES, reason="this is about data folders")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that is not there yet."""
    monkeypatch.delenv("COMEOUT_STORE", raising=False)
    monkeypatch.delenv("COMEOUT_DATA", raising=False)
    return tmp_path / "data"


def run(house: Path, *words: str) -> Result:
    place = ["--store", house_at(house)] if ON_POSTGRES else ["--data", str(house)]
    return CliRunner().invoke(app, [*words, *place])


def said(house: Path, *words: str) -> str:
    result = run(house, *words)
    assert result.exit_code == 0, result.output
    return result.output


def refused(house: Path, *words: str) -> str:
    result = run(house, *words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("comeout: ")
    assert result.stderr.count("\n") == 1, "errors are one line"
    return result.stderr


def document(house: Path, *words: str) -> Any:
    return json.loads(said(house, *words, "--json"))


def play(house: Path, book: str = BOOK) -> None:
    house.mkdir()
    at_the_house(house, lambda store: play_evening(store, book, rolls=3))


def add_people(house: Path, *names: str) -> None:
    async def scenario(store: Store) -> None:
        people = People(store, operator_tools.CLOCK)
        for name in names:
            entered = await people.enter()
            await people.register(entered.token, name, "a good password")
        await people.enter()
        people.close()

    at_the_house(house, scenario)


def proved(house: Path) -> None:
    report = at_the_house(house, verify)
    assert report.fault is None


# ------------------------------------------------------------------ tables


@in_a_folder
def test_a_new_house_says_how_to_open_a_table_and_is_not_made_by_looking(house: Path) -> None:
    assert "no tables yet: comeout house create-table" in said(house, "tables")
    assert document(house, "tables") == {"tables": []}
    assert not house.exists()
    assert "there is no house in" in refused(house, "verify")


def test_a_table_is_opened_and_listed(house: Path) -> None:
    told = said(house, "create-table", "Blue Room", "--book", BOOK, "--profile", "regulated", "--set", "min field=3")
    assert told == f"blue-room is open: {BOOK}, live, dice chain, regulated.\n"
    [row] = document(house, "tables")["tables"]
    assert (row["id"], row["name"], row["book"], row["profile"]) == ("blue-room", "Blue Room", BOOK, "regulated")
    page = said(house, "tables").splitlines()
    assert page[0].split() == ["id", "name", "book", "mode", "dice", "profile"]
    assert "Blue Room" in page[1]
    proved(house)


def test_a_table_of_ones_own_needs_its_player(house: Path) -> None:
    said(house, "create-table", "One", "--book", BOOK)
    add_people(house, "Ann")
    row = document(house, "create-table", "Mine", "--book", BOOK, "--mode", "first-person", "--player", "ann")
    assert row["mode"] == "first-person"
    assert row["player"].startswith("g-")
    assert "belongs to a player" in refused(house, "create-table", "Mine", "--book", BOOK, "--mode", "first-person")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--book", "monaco"], "no book and no file"),
        (["--book", BOOK, "--mode", "dead"], "--mode is"),
        (["--book", BOOK, "--dice", "loaded"], "--dice is"),
        (["--book", BOOK, "--dice", "crew"], "set crew=people"),
        (["--book", BOOK, "--set", "odds"], "write it like odds=3"),
        (["--book", BOOK, "--set", "oods=3"], "there is no setting"),
        (["--book", BOOK, "--player", "eve"], "nobody has the id"),
    ],
)
def test_a_table_that_cannot_be_opened_is_one_line(house: Path, words: list[str], says: str) -> None:
    assert says in refused(house, "create-table", "New", *words)


def test_settings_are_shown_and_changed_by_notices_in_the_log(house: Path) -> None:
    play(house)
    before = document(house, "settings", BOOK)["settings"]
    assert "min field" not in before
    now = document(house, "settings", BOOK, "min field=5", "betting-time=10")["settings"]
    assert now == {**before, "min field": "5.00", "betting-time": "10"}
    assert "min field = 5.00" in said(house, "settings", BOOK)
    kinds = [record.kind for record in Forger(house, BOOK).records()]
    assert kinds[-3:] == ["NoticePosted", "NoticePosted", "stopped"], "so that the desk is no interruption"
    proved(house)


def test_settings_that_cannot_be_are_refused_all_together(house: Path) -> None:
    play(house)
    seq = Forger(house, BOOK).records()[-1].seq
    assert "fixes its odds" in refused(house, "settings", BOOK, "min field=5", "odds=999")
    assert "needs dice crew" in refused(house, "settings", BOOK, "crew=people")
    assert "there is no table" in refused(house, "settings", "nowhere")
    assert Forger(house, BOOK).records()[-1].seq == seq


def test_a_table_that_a_server_owns_is_left_alone(house: Path) -> None:
    house.mkdir()

    async def own(store: Store) -> None:
        evening = await open_evening(store, BOOK)
        assert await store.renew(evening.host.table.lease, lease_s=600)  # type: ignore[arg-type]
        await asyncio.to_thread(look)

    def look() -> None:
        for words in (["settings", BOOK, "odds=3"], ["close", BOOK]):
            assert "a server owns" in refused(house, *words)
            assert "stop the server" in refused(house, *words)
        assert "shooter" in said(house, "settings", BOOK) or "settings its book" in said(house, "settings", BOOK)

    at_the_house(house, own)


def test_a_closed_table_has_nothing_on_it_and_every_wallet_its_chips_again(house: Path) -> None:
    play(house)
    assert said(house, "close", BOOK) == f"{BOOK} is closed.\n"
    assert "no tables yet" in said(house, "tables")
    assert [row["closed"] for row in document(house, "tables", "--closed")["tables"]] == [True]
    balances = dict(at_the_house(house, lambda store: store.balances()))
    assert {name: cents for name, cents in balances.items() if name.startswith(("rack:", "layout:")) and cents} == {}
    # Where the dice decided no bet, the house has no account yet.
    assert balances["wallet:ann"] + balances["wallet:bob"] + balances.get(f"house:{BOOK}", 0) == 200_000
    proved(house)
    assert "is closed" in refused(house, "close", BOOK)


def test_where_the_book_wants_the_inspector_told_closing_waits_for_it(house: Path) -> None:
    play(house, "adelaide")
    refusal = refused(house, "close", "adelaide")
    assert "notified before (adelaide 14(i)); add --inspector-told once that is done" in refusal
    said(house, "close", "adelaide", "--inspector-told")
    assert "InspectorNotified" in [record.kind for record in Forger(house, "adelaide").records()]
    proved(house)


# ------------------------------------------------------------------ people


def test_a_role_for_nobody_says_where_everybody_is_listed(house: Path) -> None:
    said(house, "create-table", "new", "--book", BOOK)
    for command in ("grant", "revoke"):
        refusal = refused(house, command, "nobody", "dealer")
        assert (
            'nobody has the id or the name "nobody"; comeout house players lists accounts, with --guests everybody'
            in refusal
        )


def test_where_nobody_is_yet_guests_are_named_only_to_whom_did_not_ask_for_them(house: Path) -> None:
    said(house, "create-table", "new", "--book", BOOK)
    assert said(house, "players").endswith("choose a name on the page; --guests lists them\n")
    assert said(house, "players", "--guests").endswith("choose a name on the page\n")


def test_roles_are_granted_listed_and_revoked(house: Path) -> None:
    said(house, "create-table", "One", "--book", BOOK)
    assert "nobody yet" in said(house, "players")
    add_people(house, "Ann", "Bob")
    assert said(house, "grant", "Ann", "pit-supervisor", "--table", "One") == "Ann is pit-supervisor at one.\n"
    assert said(house, "grant", "bob", "dealer", "--acting") == "bob is acting dealer at every table.\n"
    rows = {row["name"]: row for row in document(house, "players")["players"]}
    assert {name: row["roles"] for name, row in rows.items()} == {
        "Ann": [{"role": "pit-supervisor", "table": "one", "acting": False}],
        "Bob": [{"role": "dealer", "table": "*", "acting": True}],
    }
    page = said(house, "players")
    assert "  pit-supervisor at one\n" in page
    assert "  acting dealer\n" in page
    assert rows["Ann"]["wallet_cents"] == 100_000
    assert "1000.00" in said(house, "players")
    assert len(document(house, "players", "--guests")["players"]) == 3
    assert said(house, "players", "--guests").split("\n")[0].split() == ["id", "name", "wallet", "roles"]
    assert rows["Ann"]["wallet_cents"] == 1000_00
    said(house, "revoke", "bob", "dealer")
    assert "roles held: none" in refused(house, "revoke", "bob", "dealer")
    assert "no role" in refused(house, "grant", "Ann", "king")
    assert "nobody has" in refused(house, "grant", "Eve", "dealer")


def test_an_account_is_renamed_and_a_name_like_another_is_refused(house: Path) -> None:
    add_people(house, "Bob")
    assert said(house, "rename", "bob", "Robert").strip().endswith("is called Robert now.")
    assert "could pass for" in refused(house, "rename", "Robert", "Boxperson")


def test_an_account_is_signed_out_everywhere_and_so_are_all(house: Path) -> None:
    add_people(house, "Bob", "Ann")
    assert said(house, "sign-out", "bob").strip() == "Bob is signed out everywhere."
    assert said(house, "sign-out", "*").strip() == "1 account was signed out."
    assert said(house, "sign-out", "*").strip() == "0 accounts were signed out."
    assert "nobody has" in refused(house, "sign-out", "Eve")


VOIDS = {
    "sentosa": ([], "bets were given back", "BetsReturned"),
    "adelaide": (["--reason", "riot"], "its pays reversed", "OutcomeUndone"),
    "exhibit-a": ([], "nothing is voided", "PlayContinued"),
    "evolution": ([], "bets were given back", "BetsReturned"),
}


@pytest.mark.parametrize("book", VOIDS)
def test_two_people_void_by_the_procedure_of_the_book(house: Path, book: str) -> None:
    words, says, kind = VOIDS[book]
    house.mkdir()

    async def undecided(store: Store) -> None:
        """One roll, so that there is something to undo; a fresh bet, so that there is something to give back."""
        evening = await open_evening(store, book)
        await evening.sit()
        evening.ask("ann", "PlaceBet", spot="pass", amount=1_000)
        await evening.turn()
        if kind == "OutcomeUndone":
            await evening.roll()
        await evening.host.stop()

    at_the_house(house, undecided)
    add_people(house, "Ann", "Bob")
    void = ["void", book, "--by", "Ann", "--second", "Bob", *words]
    said(house, "create-table", "Elsewhere", "--book", book)
    said(house, "grant", "Ann", "pit-supervisor", "--table", "elsewhere")
    assert "comeout house grant Ann" in refused(house, *void)
    said(house, "grant", "Ann", "pit-supervisor")
    assert "comeout house grant Bob" in refused(house, *void)
    said(house, "grant", "Bob", "shift-manager", "--table", book)
    assert "two people" in refused(house, "void", book, "--by", "Ann", "--second", "ann", *words)
    assert says in said(house, *void)
    kinds = [record.kind for record in Forger(house, book).records()]
    assert kind in kinds[kinds.index("void-ordered") :]
    proved(house)


def test_a_book_that_asks_why_is_told_why(house: Path) -> None:
    play(house, "adelaide")
    add_people(house, "Ann", "Bob")
    for name in ("Ann", "Bob"):
        said(house, "grant", name, "shift-manager")
    assert "--reason, one of commotion, fire" in refused(house, "void", "adelaide", "--by", "Ann", "--second", "Bob")


# ------------------------------------------------------------------ what is kept


def test_verify_tells_what_holds_and_exits_1_with_the_first_bad_record(house: Path) -> None:
    play(house)
    assert f"{BOOK}: " in said(house, "verify")
    assert document(house, "verify", BOOK)["ok"] is True
    forger = Forger(house, BOOK)
    bet = forger.find("BetPlaced")
    forger.set(bet.seq, "body", bet.body + b" ")
    result = run(house, "verify")
    assert result.exit_code == 1
    assert f"BAD: {BOOK}, record {bet.seq} (BetPlaced)" in result.output
    found = run(house, "verify", "--json")
    assert found.exit_code == 1
    assert json.loads(found.output)["fault"]["seq"] == bet.seq
    assert "there is no table" in refused(house, "verify", "nowhere")


def test_an_export_is_written_or_printed(house: Path, tmp_path: Path) -> None:
    play(house)
    file = tmp_path / "table.jsonl"
    assert "comeout replay" in said(house, "export", BOOK, "-o", str(file))
    assert file.read_text(encoding="utf-8") == said(house, "export", BOOK)
    assert len(file.read_text(encoding="utf-8").splitlines()) == len(Forger(house, BOOK).records()) + 1
    assert not list(tmp_path.glob("*.part"))


def test_an_export_is_written_over_only_when_forced(house: Path, tmp_path: Path) -> None:
    said(house, "create-table", "new", "--book", BOOK)
    file = tmp_path / "new.jsonl"
    assert f"{file}: 1 record of new. " in said(house, "export", "new", "-o", str(file))
    file.write_text("mine", encoding="utf-8")
    assert f"{file} is there already; --force writes over it" in refused(house, "export", "new", "-o", str(file))
    assert file.read_text(encoding="utf-8") == "mine"
    said(house, "export", "new", "-o", str(file), "--force")
    assert file.read_text(encoding="utf-8") == said(house, "export", "new")


@in_a_folder
def test_a_backup_comes_back_into_an_empty_folder_only(house: Path, tmp_path: Path) -> None:
    play(house)
    copy = tmp_path / "copy.db"
    assert "restore" in said(house, "backup", str(copy))
    assert "already" in refused(house, "backup", str(copy))
    add_people(house, "Ann")
    said(house, "grant", "Ann", "boxperson")
    copy.unlink()
    said(house, "backup", str(copy))
    told = said(tmp_path / "again", "restore", str(copy))
    assert "what came after it is gone" in told
    assert "Limits that players set for themselves since the backup are lost" in told
    assert "  comeout house grant Ann boxperson\n" in told
    before, after = Forger(house, BOOK).records(), Forger(tmp_path / "again", BOOK).records()
    assert after[: len(before)] == before
    assert [record.kind for record in after[len(before) :]] == ["restored", "stopped"]
    proved(tmp_path / "again")
    assert "not empty" in refused(house, "restore", str(copy))


@in_a_folder
def test_a_file_that_sqlite_calls_damaged_is_no_house_that_holds(house: Path) -> None:
    play(house)
    add_people(house, "Ann")
    forger = Forger(house, BOOK)
    [(page, size)] = forger.execute(
        "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = 'ix_players_called'"
    )
    with (house / "house.db").open("r+b") as file:
        file.seek((page - 1) * size + 3)
        file.write(bytes(2))  # an index page that says it has no entries
    result = run(house, "verify")
    assert result.exit_code == 1
    assert result.output.startswith("BAD: the database: it is damaged, by its own check: ")


@in_a_folder
def test_what_holds_money_and_people_is_for_its_owner_only(house: Path, tmp_path: Path) -> None:
    said(house, "create-table", "One", "--book", BOOK)
    copy, again = tmp_path / "copy.db", tmp_path / "again"
    said(house, "backup", str(copy))
    said(again, "restore", str(copy))
    assert [mode_of(place) for place in (house, again)] == [0o700, 0o700]
    assert [mode_of(file) for file in (house / "house.db", copy, again / "house.db")] == [0o600] * 3
    there = tmp_path / "there"
    there.mkdir()
    there.chmod(0o750)
    said(there, "create-table", "One", "--book", BOOK)
    assert mode_of(there) == 0o750, "a folder that was there before is left as it is"

    async def beside(_: Store) -> None:
        assert {mode_of(file) for file in there.glob("house.db*")} == {0o600}, "the write-ahead log too"
        assert len(list(there.glob("house.db*"))) > 1

    at_the_house(there, beside)


def mode_of(place: Path) -> int:
    return place.stat().st_mode & 0o777


@in_a_folder
def test_what_is_no_backup_is_not_restored(house: Path, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear house", encoding="utf-8")
    assert "no backup of a house" in refused(house, "restore", str(file))
    gone = tmp_path / "gone"
    assert f"there is no backup {gone}; `comeout house backup" in refused(house, "restore", str(gone))
    assert not house.exists()
    store = f"sqlite:///{tmp_path}/x.db"
    result = CliRunner().invoke(app, ["restore", str(file), "--store", store])
    assert result.exit_code == 2
    assert "into a data folder" in result.stderr


def test_dice_are_collected_for_a_lab(tmp_path: Path) -> None:
    raw, scaled = tmp_path / "raw.bin", tmp_path / "scaled.bin"
    words = ["collect-dice", "--count", "50", "--raw", str(raw), "--scaled", str(scaled)]
    told = CliRunner().invoke(app, [*words, "--dice", "entropy", "--json"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.output)["rolls"] == 50
    assert (raw.stat().st_size, scaled.stat().st_size) == (50 * 32, 50)
    again = CliRunner().invoke(app, words)
    assert again.exit_code == 2, "files that are there are not written over"
    assert str(raw) in again.stderr
    few = CliRunner().invoke(app, ["collect-dice", "--count", "0", "--raw", "r", "--scaled", "s"])
    assert (few.exit_code, "--count is 0" in few.stderr) == (2, True)


def test_a_bad_setting_of_the_environment_is_one_line_here_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMEOUT_STORE", "nonsense")
    result = CliRunner().invoke(app, ["tables"])
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "COMEOUT_STORE" in result.stderr


def test_a_house_that_is_not_there_is_told_by_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["verify", "--store", "sqlite:///nothing.db"])
    assert f"there is no house in {tmp_path}/nothing.db yet" in result.stderr
