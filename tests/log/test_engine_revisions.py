"""Revisions of the engine: old tables are proved, taken over once and played on; no later log is played by this one."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from comeout.cli.program import app
from comeout.house.clock import WallClock
from comeout.house.host.closing import close_table
from comeout.house.host.host import Host
from comeout.house.house import House
from comeout.house.operator.desk import owned, post_notices
from comeout.house.operator.export_writer import export_table
from comeout.house.operator.verify import as_json, told, verify
from comeout.house.players.conduct import ConductRecords, Standing
from comeout.house.store.contract import Store
from comeout.house.store.sqlite import SqliteStore
from comeout.log.dice_proof import parse_line, verify_dice
from comeout.log.export import play_again
from comeout.log.fold import SNAPSHOT_VERSION, Fold, LogBroken
from comeout.log.hash_chain import Log
from comeout.log.proof import Proof, prove
from comeout.replay import replay_file
from comeout.rules.library import load_book
from comeout.table.engine import ENGINE
from comeout.table.state import Phase
from tests.kit.engine_1 import CHAINS, TABLES, copy_export, copy_store
from tests.kit.house_games import CREW, Evening, make_source
from tests.kit.nights import Night, play, seated
from tests.log.test_old_games import in_old_house, table_of

OPEN = tuple(table for table, wanted in TABLES.items() if wanted["phase"] != "table closed")
EARLIER = "of an earlier revision of the engine"


# ------------------------------------------------------------------ proved


def run(*words: str | Path) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words])


def test_an_old_house_is_proved_but_for_its_decisions_which_a_line_says(tmp_path: Path) -> None:
    copy_store(tmp_path)
    told = run("house", "verify", "--data", tmp_path)
    assert told.exit_code == 0, told.output
    for table, wanted in TABLES.items():
        lines = told.stdout.splitlines()
        place = next(number for number, line in enumerate(lines) if line.startswith(f"{table}: "))
        assert f"{wanted['records']} records" in lines[place]
        assert lines[place + 1].startswith(f"  {wanted['records']} records {EARLIER} (this is {ENGINE}): ")
        assert lines[place + 1].endswith("hashes, fold, money and dice are proved, decisions are not made again")
        assert lines[place + 2] == f"  head {wanted['hash']}"
    found = json.loads(run("house", "verify", "--data", tmp_path, "--json").stdout)
    assert (found["ok"], found["engine"]) == (True, ENGINE)
    assert {each["table"]: each["earlier"] for each in found["tables"]} == {
        table: wanted["records"] for table, wanted in TABLES.items()
    }
    assert all(each["settlements"] == 0 for each in found["tables"])


@pytest.mark.parametrize("table", TABLES)
def test_an_old_export_replays(tmp_path: Path, table: str) -> None:
    wanted = TABLES[table]
    export = copy_export(table, tmp_path)
    [result] = replay_file(str(export))
    assert result.differences == []
    assert result.got["records"] == wanted["records"]
    assert {seat: player["bankroll"] for seat, player in result.got["players"].items()} == {
        seat: rack for seat, (_, rack) in wanted["racks"].items()
    }
    [note] = result.as_json()["notes"]
    assert note.startswith(f"{wanted['records']} records {EARLIER}")
    told = run("replay", export)
    assert told.exit_code == 0, told.output
    assert EARLIER in " ".join(told.output.split())


@pytest.mark.parametrize("table", TABLES)
def test_the_dice_of_an_old_export_verify(tmp_path: Path, table: str) -> None:
    told = run("verify-dice", copy_export(table, tmp_path))
    assert told.exit_code == (0 if table in CHAINS else 3), told.output


# ------------------------------------------------------------------ taken over and played on


async def take_over(store: Store, table: str, owner: str = "new owner") -> Evening:
    row, layout, _ = await table_of(store, table)
    host = Host(row, layout, store, clock=WallClock(), owner=owner, make_source=make_source)
    assert await host.start()
    return Evening(store, host)


async def raised(store: Store, table: str) -> list[int]:
    """Which records say that a later revision took the table over."""
    return [record.seq for record in (await table_of(store, table))[2] if record.kind == "engine-raised"]


class Stuck(Exception):
    """No roll can be settled."""


async def play_on(evening: Evening) -> None:
    """Have a roll settled, by whoever runs the table."""
    host, state = evening.host, evening.host.state
    rolls, by = state.rolls, "dealer"
    caller = host.layout.rulebook.call.by[-1]
    for step in range(40):
        state = host.state
        if state.rolls > rolls and state.phase is Phase.BETTING:
            return
        for player in ("ann", "bob", "cai"):
            evening.ask(player, "ComeBack")
            evening.ask(player, "PlaceBet", spot="pass", amount=2_000)
            evening.ask(player, "PlaceBet", spot="field", amount=1_000)
        if host.row.mode == "first-person":
            evening.ask("ann", "RollNow")
        elif host.row.dice == "chain":
            host.time.wait(0)
        elif state.phase is Phase.SETTLED:
            evening.ask("eve", "OpenBetting", by=by, roles=CREW)
        elif state.phase is Phase.BETTING and state.offered:
            evening.ask(state.seats[state.offered].player, "TakeDice")
        elif state.phase is Phase.BETTING and state.shooter is None:
            evening.ask("eve", "OfferDice", by="stickperson", roles=CREW)
        elif state.phase is Phase.BETTING:
            for die in range(2, 6):
                evening.ask("eve", "ChooseDice", seat=state.shooter, first=1, second=die, roles=CREW)
            evening.ask("eve", "CloseBetting", by=by, roles=CREW)
        elif state.phase is Phase.CLOSED:
            evening.ask("eve", "ThrowDice", seat=state.shooter, roles=CREW)
        elif state.phase is Phase.DICE_OUT:
            for person in ("eve", "fay"):
                evening.ask(person, "CallRoll", by=caller, roll=[2, 1 + step % 6], roles=CREW)
        else:
            evening.ask("eve", "SettleRoll", by=by, roles=CREW)
        await evening.turn()
    raise Stuck(f"no roll was settled: {host.state.phase}, {evening.answers[-10:]}")


@pytest.mark.parametrize("table", OPEN)
def test_an_old_table_is_taken_over_once_and_played_on(tmp_path: Path, table: str) -> None:
    async def scenario(store: Store) -> None:
        wanted = TABLES[table]
        evening = await take_over(store, table)
        places = await raised(store, table)
        assert len(places) == 1
        assert places[0] in (wanted["records"] + 1, wanted["records"] + 2), "before anything is decided"
        await play_on(evening)
        await play_on(evening)
        await evening.host.stop()
        again = await take_over(store, table, "third")
        await play_on(again)
        await again.host.stop()
        assert await raised(store, table) == places
        report = await verify(store)
        assert report.fault is None, str(report.fault)
        [proved] = [each for each in report.proved if each.table == table]
        assert proved.earlier in (wanted["records"], wanted["records"] + 1)
        assert proved.settlements >= 3, "what the present revision decided is decided again"
        lines = [line async for line in export_table(store, table)]
        assert play_again(lines).fault is None
        assert verify_dice(map(parse_line, lines)).verdict == ("right" if table in CHAINS else "unchecked")

    in_old_house(tmp_path, scenario)


@pytest.mark.parametrize("table", [table for table in CHAINS if table in OPEN])
def test_the_chain_of_an_old_table_ends_at_its_first_start(tmp_path: Path, table: str) -> None:
    async def scenario(store: Store) -> None:
        assert await store.snapshot(table) is None, "it held the secret of the chain"
        _, _, records = await table_of(store, table)
        evening = await take_over(store, table)
        await play_on(evening)
        await evening.host.stop()
        more = (await table_of(store, table))[2][len(records) :]
        told = next(json.loads(record.body) for record in more if record.kind == "chain-published")
        before = [json.loads(record.body) for record in records if record.kind == "chain-published"][-1]
        assert (told["format"], told["chain"]) == ("chain-2", before["chain"] + 1)
        newer = await store.snapshot(table)
        assert newer
        assert msgspec.msgpack.decode(newer.body)["version"] == SNAPSHOT_VERSION

    in_old_house(tmp_path, scenario)


def test_a_long_log_that_was_folded_from_its_start_gets_a_snapshot_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("comeout.house.host.writer.SNAPSHOT_EVERY", 100)

    async def scenario(store: Store) -> None:
        evening = await take_over(store, "adelaide")
        await evening.turn()
        snapshot = await store.snapshot("adelaide")
        assert snapshot
        assert snapshot.seq > TABLES["adelaide"]["records"]

    in_old_house(tmp_path, scenario)


@pytest.mark.claim("logs-for-ever")
def test_a_house_that_starts_on_an_old_store_plays_on(tmp_path: Path) -> None:
    async def scenario(_: Store) -> None:
        house = House(SqliteStore(tmp_path / "house.db"), WallClock())
        await house.start()
        try:
            for table in ("exhibit-a", "adelaide", "sentosa", "evolution"):
                host = house.places[table]
                assert isinstance(host, Host)
                assert host.layout.digest == TABLES[table]["digest"], "by the book it was opened under"
                assert len(await raised(house.store, table)) == 1
                await play_on(Evening(house.store, host))
        finally:
            await house.stop()

    in_old_house(tmp_path, scenario)
    told = run("house", "verify", "--data", tmp_path)
    assert told.exit_code == 0, told.output


def test_a_table_of_the_new_text_opens_once_the_old_one_is_closed(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        row, layout, _ = await table_of(store, "sentosa")
        async with owned(store, WallClock(), row, layout) as writer:
            close_table(writer, inspector_told=True)
        await store.close()
        house = House(SqliteStore(tmp_path / "house.db"), WallClock())
        await house.start()
        try:
            assert "sentosa" not in house.places
            place = house.places["sentosa-2"]
            assert (place.row.name, place.layout) == ("sentosa", load_book("sentosa"))
            assert place.layout.rulebook.book.revision > layout.rulebook.book.revision
            opened = (await house.store.records("sentosa-2"))[0]
            assert json.loads(opened.body)["engine"] == ENGINE
        finally:
            await house.stop()

    in_old_house(tmp_path, scenario)


def test_a_bar_that_an_old_table_holds_counts_at_every_table_of_its_book(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        evening = await take_over(store, "dice-off-the-table")
        assert [seat.player for seat in evening.host.state.seats.values() if seat.barred] == ["cai"]
        kept = await store.conduct(since=0)
        assert [(row.player, row.book, row.table, row.kind) for row in kept] == [
            ("cai", "adelaide", "dice-off-the-table", "barred")
        ]
        conduct = ConductRecords(store, WallClock())
        await conduct.load()
        assert conduct.standing("adelaide", "cai") == Standing(warned=None, told_off=None, barred=True)
        assert conduct.standing("sentosa", "cai") == Standing()

    in_old_house(tmp_path, scenario)


def test_the_desk_takes_an_old_table_over_too(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        row, layout, _ = await table_of(store, "sentosa")
        async with owned(store, WallClock(), row, layout) as writer:
            post_notices(writer, {"min field": "10"})
        kinds = [record.kind for record in (await table_of(store, "sentosa"))[2]]
        assert kinds[-3:] == ["engine-raised", "NoticePosted", "stopped"]
        assert (await verify(store)).ok

    in_old_house(tmp_path, scenario)


def test_taking_a_table_over_is_no_stop_without_order(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        row, layout, records = await table_of(store, "sentosa")
        fold = Fold(layout, Log(row.id, row.book))
        for record in records:
            fold.add(record)
        assert fold.memory.clean
        fold.add(fold.log.next("engine-raised", b'{"engine":2}', 1))
        assert fold.memory.clean
        assert fold.memory.engine == ENGINE

    in_old_house(tmp_path, scenario)


# ------------------------------------------------------------------ the present revision and later ones


@play
async def test_a_new_table_says_which_revision_decides_and_is_decided_again_from_its_first_record() -> None:
    night = await seated("adelaide", (2, 2))
    opened = json.loads(night.store._records["table"][0].body)
    assert opened["engine"] == ENGINE
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    await night.wait()
    assert "engine-raised" not in night.kinds
    night.prove()
    report = await verify(night.store)
    assert [each.earlier for each in report.proved] == [0]
    assert report.proved[0].settlements == 1
    assert not [line for line in told(report) if EARLIER in line]
    assert as_json(report)["tables"][0]["earlier"] == 0


async def log_of(night: Night, *more: tuple[str, bytes]) -> list[Any]:
    """The log of a night, with more records at its end."""
    log = Log("table", night.row.book)
    last = night.store._records["table"][-1]
    log.seq, log.hash, log.epoch = last.seq, last.hash, last.epoch
    return [*night.store._records["table"], *(log.next(kind, body, last.at) for kind, body in more)]


@pytest.mark.parametrize(
    ("engine", "says"),
    [(ENGINE, "a revision only rises"), (1, "a revision only rises"), (ENGINE + 1, "a later version of comeout")],
)
def test_a_revision_only_rises_and_never_beyond_the_present(engine: int, says: str) -> None:
    @play
    async def scenario() -> None:
        night = await seated("adelaide")
        records = await log_of(night, ("engine-raised", json.dumps({"engine": engine}).encode()))
        fault = prove(Proof("table", night.layout, "entropy"), records)
        assert fault
        assert fault.kind == "engine-raised"
        assert says in fault.says

    scenario()


@play
async def test_a_table_of_a_later_revision_is_not_played_by_this_one() -> None:
    night = await seated("adelaide")
    await night.host.stop()
    records = await log_of(night, ("engine-raised", json.dumps({"engine": ENGINE + 1}).encode()))
    night.store._records["table"] = records
    with pytest.raises(LogBroken, match="a later version of comeout is needed"):
        await night.own("older")


@play
async def test_an_event_that_only_a_later_version_knows_is_not_passed_over() -> None:
    night = await seated("adelaide")
    await night.host.stop()
    night.store._records["table"] = await log_of(night, ("ChipsBurnt", b"{}"))
    with pytest.raises(LogBroken, match="a later version may know it"):
        await night.own("older")


@play
async def test_a_corrected_roll_is_decided_again_to_what_it_was_corrected_to() -> None:
    night = await seated("sentosa", dice="crew")
    await night.do("eve", "OpenBetting", by="dealer")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    await night.do("eve", "CloseBetting", by="dealer")
    await night.do("eve", "ThrowDice", seat=0)
    for person in ("eve", "fay"):
        await night.do(person, "CallRoll", by="stickperson", roll=[3, 4])
    await night.do("eve", "SettleRoll", by="dealer")
    assert (await night.do("eve", "CorrectRoll", by="boxperson", roll=[5, 4]))["ok"]
    assert (await night.do("eve", "SettleRoll", by="dealer"))["ok"]
    assert night.host.state.point == 9
    night.prove()
    forged = [
        record._replace(body=record.body.replace(b"[5,4]", b"[5,9]")) if record.kind == "RollCalled" else record
        for record in night.store._records["table"]
    ]
    log = Log("table", night.row.book)
    again = [log.next(record.kind, record.body, record.at) for record in forged]
    fault = prove(Proof("table", night.layout, "crew"), again)
    assert fault
    assert fault.kind == "RollCalled"


# ------------------------------------------------------------------ anything at an old table


def anything(evening: Evening, rng: random.Random) -> None:
    """Somebody asks for something, sensible or not; a void is asked for by two."""
    layout, state = evening.host.layout, evening.host.state
    book = layout.rulebook
    reasons = [each.code for each in book.invalidation.reasons] if book.invalidation else ["fire"]
    lying = [layout.spots[index].id for index in state.occupied] or ["pass"]
    seat, by = rng.choice([*state.seats, 1]), rng.choice(sorted(CREW))
    spot = rng.choice([rng.choice(lying), rng.choice(layout.spots).id])
    amount = rng.choice((100, 500, 1_000, 2_500, 9_000))
    where = {"seat": seat, "spot": spot}
    asked: list[tuple[str, dict[str, Any]]] = [
        ("PlaceBet", {"spot": spot, "amount": amount}),
        ("RemoveBet", {"spot": spot}),
        ("ReduceBet", {"spot": spot, "amount": 500}),
        ("CallBet", {"spot": spot, "call": "on"}),
        ("KeepBet", {"spot": spot}),
        ("Leave", {}),
        ("Sit", {"rack": 20_000}),
        ("RecordBet", {"by": by, **where, "amount": amount}),
        ("NoticeBet", {"by": by, **where}),
        ("PlaceBetFor", {"by": by, **where, "amount": amount}),
        ("MarkAway", {"by": by, "seat": seat, "pending": rng.random() < 0.5}),
        ("PostNotice", {"by": by, "setting": f"max {spot}", "value": "20"}),
        ("PostNotice", {"by": by, "setting": f"min {spot}", "value": "5"}),
        ("InvalidateOutcome", {"by": by, "reason": rng.choice(reasons)}),
        ("DeclareMalfunction", {"by": by}),
        ("Interrupt", {"by": by}),
        ("CorrectRoll", {"by": by, "roll": [rng.randint(1, 6), rng.randint(1, 6)]}),
        ("WarnSeat", {"by": by, "seat": seat}),
        ("FlagPartners", {"by": by, "seat": seat, "partner": rng.randint(1, 3)}),
    ]
    name, body = rng.choice(asked)
    for person in ("eve", "fay") if "by" in body else (rng.choice(("ann", "bob", "cai")),):
        evening.ask(person, name, roles=CREW if "by" in body else frozenset(), **body)


@pytest.mark.parametrize("table", OPEN)
def test_anything_may_be_asked_at_an_old_table_and_its_log_holds(tmp_path: Path, table: str) -> None:
    async def scenario(store: Store) -> None:
        rng = random.Random(table)
        evening = await take_over(store, table)
        for _ in range(8):
            for _ in range(rng.randint(1, 6)):
                anything(evening, rng)
                await evening.turn()
            with suppress(Stuck):  # nobody may be left who can throw
                await play_on(evening)
        await evening.host.stop()
        report = await verify(store)
        assert report.fault is None, str(report.fault)

    in_old_house(tmp_path, scenario)
