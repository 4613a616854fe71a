"""Verifying a house: an honest evening holds, and whatever a forger touches is named as the first bad record."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from comeout.house.clock import WallClock
from comeout.house.host.create import book_row
from comeout.house.host.host import Host
from comeout.house.operator.verify import Proved, Report, as_json, told, verify
from comeout.house.store.contract import Store
from comeout.log.codec import read_state, write_state
from comeout.log.proof import Fault, Proof, prove
from comeout.log.records import DiceKind, Posting, TableRow
from comeout.log.redecide import Redecider
from comeout.rules.library import book_names, load_book
from comeout.table.state import TableState
from tests.kit.house_games import CREW, Forger, at_the_house, make_source, open_evening, play_evening
from tests.kit.stores import ON_POSTGRES, copy_house, on_every_store

BOOK = "sentosa"


def verified(path: Path, table: str | None = None) -> Report:
    report = at_the_house(path, lambda store: verify(store, table))
    assert isinstance(report, Report)
    return report


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening")
    at_the_house(path, lambda store: play_evening(store, BOOK))
    return path


@pytest.fixture
def house(evening: Path, tmp_path: Path) -> Path:
    """A house of its own for a forger to work in."""
    copy_house(evening, tmp_path)
    return tmp_path


@pytest.fixture
def forger(house: Path) -> Forger:
    return Forger(house, BOOK)


@pytest.mark.parametrize("book", book_names())
def test_an_honest_evening_of_every_book_holds(tmp_path: Path, book: str) -> None:
    at_the_house(tmp_path, lambda store: play_evening(store, book))
    report = verified(tmp_path)
    assert report.fault is None
    assert report.ok
    assert [(each.table, each.rolls) for each in report.proved] == [(book, 8)]
    assert report.proved[0].records == len(Forger(tmp_path, book).records())


@on_every_store
async def test_an_honest_evening_holds_in_every_store(store: Store) -> None:
    table = await play_evening(store, BOOK, rolls=3)
    report = await verify(store)
    assert report.fault is None
    assert [each.table for each in report.proved] == [table]


def test_dice_from_the_operating_system_are_held_against_what_was_called(tmp_path: Path) -> None:
    entropy: DiceKind = "entropy"
    at_the_house(tmp_path, lambda store: play_evening(store, BOOK, rolls=2, dice=entropy))
    assert verified(tmp_path).ok
    forger = Forger(tmp_path, BOOK)
    called = forger.find("RollCalled", 2)
    forger.set(called.seq, "body", _other_dice(called.body))
    forger.rehash()
    assert _seq(verified(tmp_path)) == (called.seq, "RollCalled")


def test_irregular_evenings_hold_too(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        evening = await open_evening(store, "evolution")
        await evening.sit()
        for number in range(3):
            evening.ask("ann", "PlaceBet", spot="pass", amount=1_000)
            evening.ask("bob", "PlaceBet", spot="field", amount=500)
            await evening.turn()
            if number == 1:
                evening.ask("bob", "RemoveBet", spot="field")
            await evening.turn()
            await evening.roll()
        evening.ask("pit", "DeclareMalfunction", by="pit-supervisor", last_roll=True, roles=CREW)
        evening.ask("boss", "DeclareMalfunction", by="pit-supervisor", last_roll=True, roles=CREW)
        await evening.turn()
        evening.ask("bob", "Leave")
        await evening.turn()
        assert all(answer["ok"] for answer in evening.answers[-3:]), evening.answers[-3:]

    at_the_house(tmp_path, play)
    kinds = [record.kind for record in Forger(tmp_path, "evolution").records()]
    assert {"OutcomeUndone", "BetsReturned", "SeatLeft"} <= set(kinds)
    assert verified(tmp_path).ok


def test_a_table_that_stopped_without_order_and_was_taken_up_again_holds(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        first = await open_evening(store, BOOK)
        await first.sit()
        first.ask("ann", "PlaceBet", spot="pass", amount=1_000)
        await first.turn()
        await first.roll()
        assert await first.host.start()  # the same owner again, as after a crash: a new epoch
        await first.roll()

    at_the_house(tmp_path, play)
    records = Forger(tmp_path, BOOK).records()
    assert {record.epoch for record in records} >= {2, 3}
    assert "started" in [record.kind for record in records]
    assert verified(tmp_path).ok


# ------------------------------------------------------------------ forgeries


def _seq(report: Report) -> tuple[int, str]:
    assert report.fault is not None
    assert report.fault.table == BOOK
    return report.fault.seq, report.fault.kind


def _other_dice(body: bytes) -> bytes:
    event = json.loads(body)
    a, b = event["roll"]
    return json.dumps({**event, "roll": [a, b % 6 + 1]}, separators=(",", ":")).encode()


def _richer(body: bytes) -> bytes:
    """A settlement in which the first bet that won is paid a hundred more."""
    event = json.loads(body)
    line = next(line for line in event[7] if line[4] == "won")
    line[5] += 10_000
    return json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()


def _winning(forger: Forger) -> int:
    settled = [record for record in forger.records() if record.kind == "RollSettled"]
    return next(record.seq for record in settled if any(line[4] == "won" for line in json.loads(record.body)[7]))


def test_a_changed_body_is_named(house: Path, forger: Forger) -> None:
    bet = forger.find("BetPlaced", 2)
    forger.set(bet.seq, "body", bet.body.replace(b"1000", b"9000"))
    report = verified(house)
    assert _seq(report) == (bet.seq, "BetPlaced")
    assert report.fault is not None
    assert "its hash is another" in report.fault.says
    assert str(report.fault) in told(report)[-1]
    assert as_json(report)["fault"]["seq"] == bet.seq


@pytest.mark.parametrize(
    ("column", "value"), [("hash", bytes(32)), ("at", 1), ("epoch", 77), ("kind", "BetTakenDown"), ("kind", "Nothing")]
)
@pytest.mark.claim("verify-finds")
def test_any_other_change_of_a_record_is_named(house: Path, forger: Forger, column: str, value: object) -> None:
    bet = forger.find("BetPlaced", 3)
    forger.set(bet.seq, column, value)
    assert _seq(verified(house))[0] == bet.seq


def test_an_epoch_that_falls_is_named(house: Path, forger: Forger) -> None:
    bet = forger.find("BetPlaced", 3)
    forger.set(bet.seq, "epoch", 1)
    forger.rehash()
    report = verified(house)
    assert _seq(report) == (bet.seq, "BetPlaced")
    assert report.fault is not None
    assert "epoch" in report.fault.says


def test_a_dropped_record_is_named_as_missing(house: Path, forger: Forger) -> None:
    bet = forger.find("BetPlaced", 4)
    forger.execute("DELETE FROM records WHERE seq = ?", bet.seq)
    report = verified(house)
    assert _seq(report) == (bet.seq, "")
    assert report.fault is not None
    assert "missing" in report.fault.says


def test_a_log_cut_short_is_found_by_its_snapshot_and_without_one_by_its_postings(house: Path, forger: Forger) -> None:
    last = forger.records()[-1]
    forger.execute("DELETE FROM records WHERE seq = ?", last.seq)
    assert _seq(verified(house))[0] == last.seq
    settled = [record for record in forger.records() if record.kind == "RollSettled"][-1]
    forger.execute("DELETE FROM snapshots")
    forger.execute("DELETE FROM records WHERE seq >= ?", settled.seq)
    assert _seq(verified(house))[0] == settled.seq


def test_a_log_cut_short_is_found_by_what_a_player_recalls_of_it(house: Path, forger: Forger) -> None:
    settled = [record for record in forger.records() if record.kind == "RollSettled"][-1]
    for table in ("records", "postings", "snapshots"):
        forger.execute(f"DELETE FROM {table} WHERE seq >= ?", settled.seq)
    report = verified(house)
    assert _seq(report) == (settled.seq, "")
    assert f"it is missing: a player's recall names record {settled.seq}" in str(report.fault)


def test_a_log_cut_short_is_found_by_a_table_that_is_closed_and_not_so_by_its_log(house: Path, forger: Forger) -> None:
    forger.execute("UPDATE tables SET closed = ?", True)
    end = len(forger.records())
    report = verified(house)
    assert _seq(report) == (end + 1, "")
    assert "the table is closed, and its log does not say so" in str(report.fault)


def test_a_log_cut_short_is_found_by_an_answer_that_tells_of_more_than_any_log_has(house: Path, forger: Forger) -> None:
    last = max(json.loads(reply)["seq"] for (reply,) in forger.execute("SELECT reply FROM answers"))
    for table in ("records", "postings", "snapshots", "recall"):
        forger.execute(f"DELETE FROM {table} WHERE seq >= ?", last)
    report = verified(house)
    assert report.fault is not None
    assert f"kept answers: one names record {last}" in str(report.fault)
    assert "the end of a log is missing" in str(report.fault)
    assert verified(house, BOOK).fault != report.fault, "an answer does not say of which table it is"


def test_the_length_and_the_last_hash_of_every_log_are_told_for_an_operator_to_keep(
    house: Path, forger: Forger
) -> None:
    last, report = forger.records()[-1], verified(house)
    assert f"  head {last.hash.hex()}" in told(report)
    [table] = as_json(report)["tables"]
    assert (table["records"], table["head"]) == (last.seq, last.hash.hex())


def test_what_is_one_is_told_as_one() -> None:
    report = Report((Proved("t", 1, 1, 1, "ab"), Proved("u", 2_000, 0, 2, "cd")), 1)
    assert told(report) == [
        "t: 1 record, 1 roll settled, 1 settlement decided again (with undone rolls and bets given back)",
        "  head ab",
        "u: 2,000 records, 0 rolls settled, 2 settlements decided again (with undone rolls and bets given back)",
        "  head cd",
        "2 tables and 1 account hold.",
    ]


@pytest.mark.skipif(ON_POSTGRES, reason="this is about SQLite's file")
def test_a_file_that_sqlite_itself_calls_damaged_does_not_hold(house: Path, forger: Forger) -> None:
    """Somebody takes an entry out of an index behind SQLite's back: every table still reads well."""
    [(page,)] = forger.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_players_called'")
    [(size,)] = forger.execute("PRAGMA page_size")
    forger.execute("INSERT INTO players VALUES ('p', 'Pat', '', 0, 'pat')")
    file = house / "house.db"
    data = bytearray(file.read_bytes())
    head = (page - 1) * size
    data[head + 3 : head + 5] = bytes(2)  # an index page that says it has no entries
    file.write_bytes(data)
    report = verified(house)
    assert report.fault is not None
    assert str(report.fault).startswith("the database: it is damaged, by its own check: ")
    assert told(report)[-1].startswith("BAD: the database")


def test_two_records_that_changed_places_are_found_at_the_first(house: Path, forger: Forger) -> None:
    one, two = forger.find("BetPlaced", 2), forger.find("BetPlaced", 3)
    forger.set(one.seq, "seq", 9_999)
    forger.set(two.seq, "seq", one.seq)
    forger.set(9_999, "seq", two.seq)
    assert _seq(verified(house)) == (one.seq, "BetPlaced")


def test_a_posting_that_was_changed_is_named_by_its_record(house: Path, forger: Forger) -> None:
    seq = _winning(forger)
    forger.execute("UPDATE postings SET amount = amount + 1 WHERE seq = ? AND account = ?", seq, f"rack:{BOOK}:ann")
    report = verified(house)
    assert _seq(report) == (seq, "RollSettled")
    assert report.fault is not None
    assert "add up to 1" in report.fault.says


def test_postings_that_add_up_and_are_wrong_are_named(house: Path, forger: Forger) -> None:
    bet = forger.find("BetPlaced", 1)
    forger.execute("UPDATE postings SET amount = amount * 2 WHERE seq = ?", bet.seq)
    assert _seq(verified(house)) == (bet.seq, "BetPlaced")


def test_a_posting_of_a_record_that_moves_no_money_is_named(house: Path, forger: Forger) -> None:
    note = forger.find("seeds-frozen", 2)
    forger.execute("INSERT INTO postings VALUES (?, ?, 999, 'bonus', 0)", BOOK, note.seq)
    assert _seq(verified(house)) == (note.seq, "seeds-frozen")


@pytest.mark.claim("verify-finds")
def test_a_settlement_forged_with_all_hashes_made_good_is_held_against_the_rules(house: Path, forger: Forger) -> None:
    seq = _winning(forger)
    forger.set(seq, "body", _richer(forger.records()[seq - 1].body))
    forger.rehash()
    report = verified(house)
    assert _seq(report) == (seq, "RollSettled")
    assert report.fault is not None
    assert "by the rules" in report.fault.says


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("BetPlaced", lambda body: body.replace(b"1000", b"999900")),
        ("BetPlaced", lambda body: body.replace(b",0,", b",-5,", 1)),
        ("BetPlaced", lambda body: body.replace(b"field", b"meadow")),
        ("SeatTaken", lambda body: body.replace(b"50000", b"-5")),
        ("RollCalled", _other_dice),
        ("BettingOpened", lambda _: b"[]"),
        ("seed-set", lambda _: b"{}"),
    ],
)
def test_other_events_forged_with_good_hashes_are_named(
    house: Path, forger: Forger, kind: str, change: Callable[[bytes], bytes]
) -> None:
    record = forger.find(kind)
    forger.set(record.seq, "body", change(record.body))
    forger.rehash()
    assert _seq(verified(house)) == (record.seq, kind)


def test_dice_that_the_chain_does_not_give_are_named(house: Path, forger: Forger) -> None:
    called, thrown = forger.find("RollCalled", 3), forger.find("dice-thrown", 3)
    dice = json.loads(_other_dice(called.body))["roll"]
    body = {**json.loads(thrown.body), "dice": dice}
    forger.set(thrown.seq, "body", json.dumps(body, separators=(",", ":")).encode())
    forger.set(called.seq, "body", _other_dice(called.body))
    forger.rehash()
    report = verified(house)
    assert _seq(report) == (thrown.seq, "dice-thrown")
    assert report.fault is not None
    assert "roll 3" in report.fault.says


@pytest.mark.claim("verify-finds")
def test_a_snapshot_that_is_not_what_the_log_folds_to_is_named(house: Path, forger: Forger) -> None:
    last = forger.records()[-1]
    body = forger.execute("SELECT body FROM snapshots WHERE seq = ?", last.seq)[0][0]
    forger.execute("UPDATE snapshots SET body = ? WHERE seq = ?", body.replace(b"ann", b"eve"), last.seq)
    assert str(verified(house).fault).startswith(f'row ["sentosa",{last.seq}] of snapshots: it is not what')
    forger.relog()
    report = verified(house)
    assert _seq(report)[0] == last.seq
    assert report.fault is not None
    assert "snapshot" in report.fault.says


@pytest.mark.claim("snapshots-saved")
def test_a_table_starts_from_its_log_where_the_snapshot_is_not_the_one_that_was_saved(
    house: Path, forger: Forger
) -> None:
    async def started(store: Store) -> TableState:
        row = await store.table(BOOK)
        assert row
        host = Host(row, load_book(BOOK), store, clock=WallClock(), owner="next", make_source=make_source)
        assert await host.start()
        await host.stop()
        return host.state

    def make_ann_rich() -> None:
        [(seq, body)] = forger.execute("SELECT seq, body FROM snapshots ORDER BY seq DESC LIMIT 1")
        kept = msgspec.msgpack.decode(body)
        state = read_state(kept["state"])
        state.seats[1].rack += 1_000_000
        forged = msgspec.msgpack.encode({**kept, "state": write_state(state)})
        forger.execute("UPDATE snapshots SET body = ? WHERE seq = ?", forged, seq)

    rack = at_the_house(house, started).seats[1].rack
    make_ann_rich()
    assert at_the_house(house, started).seats[1].rack == rack
    make_ann_rich()
    forger.relog()
    assert at_the_house(house, started).seats[1].rack == rack + 1_000_000, "nothing but the digest stops the forgery"


def _account(report: Report) -> str:
    assert report.fault is not None
    assert not report.fault.seq
    return report.fault.table


@pytest.mark.claim("verify-finds")
def test_a_balance_that_is_not_its_postings_is_named(house: Path, forger: Forger) -> None:
    forger.execute("UPDATE balances SET amount = amount + 1 WHERE account = 'wallet:bob'")
    assert _account(verified(house)) == "wallet:bob"


def test_an_account_without_postings_and_postings_without_an_account_are_named(house: Path, forger: Forger) -> None:
    forger.execute("INSERT INTO balances VALUES ('wallet:eve', 0)")
    assert str(verified(house).fault) == "wallet:eve: it has a balance and no posting"
    forger.execute("DELETE FROM balances WHERE account IN ('wallet:eve', 'bonus')")
    assert str(verified(house).fault) == "bonus: it has postings and no balance"


def test_money_from_nowhere_is_found(house: Path, forger: Forger) -> None:
    forger.execute("UPDATE moves SET amount = amount + 1 WHERE account = 'wallet:bob'")
    forger.execute("UPDATE balances SET amount = amount + 1 WHERE account = 'wallet:bob'")
    forger.relog()
    assert _account(verified(house)) == "all accounts"


def test_a_wallet_below_zero_is_found(house: Path, forger: Forger) -> None:
    forger.execute("UPDATE moves SET amount = amount - 100000 WHERE account = 'wallet:bob'")
    forger.execute("UPDATE moves SET amount = amount + 100000 WHERE account = 'bonus' AND key = 'bob'")
    forger.execute("UPDATE balances SET amount = amount - 100000 WHERE account = 'wallet:bob'")
    forger.execute("UPDATE balances SET amount = amount + 100000 WHERE account = 'bonus'")
    forger.relog()
    assert _account(verified(house)) == "wallet:bob"


def test_a_book_whose_text_was_changed_is_found(house: Path, forger: Forger) -> None:
    forger.execute("UPDATE books SET text = replace(text, 'to 1', 'to 2')")
    fault = verified(house).fault
    assert fault is not None
    assert (fault.table, fault.seq) == (BOOK, 0)
    assert "book" in fault.says
    forger.execute("DELETE FROM books")
    assert "never kept" in str(verified(house).fault)


def test_chips_are_counted_even_where_the_rules_see_nothing(forger: Forger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Redecider, "check", lambda *_: None)
    settled = forger.find("RollSettled", 2)
    event = json.loads(settled.body)
    line = event[7][0]
    line[2], line[3] = line[2] + 100, line[3] + 100
    forger.set(settled.seq, "body", json.dumps(event, separators=(",", ":")).encode())
    forger.rehash()
    fault = prove(Proof(BOOK, load_book(BOOK), "chain"), forger.records())
    assert fault is not None
    assert fault.seq == settled.seq
    assert "counting gives" in fault.says


def test_a_bet_the_rules_refuse_is_named_with_their_reason(forger: Forger) -> None:
    bet = forger.find("BetPlaced", 2)
    assert b'"pass"' in bet.body
    forger.set(bet.seq, "body", bet.body.replace(b'"pass"', b'"pass-odds"'))
    forger.rehash()
    fault = prove(Proof(BOOK, load_book(BOOK), "chain"), forger.records())
    assert fault is not None
    assert fault.seq == bet.seq
    assert "the rules refuse it: " in fault.says
    assert f"({BOOK} " in fault.says, "with the clause"


def test_the_accounts_of_a_log_are_held_against_the_table_it_folds_to(
    forger: Forger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("comeout.log.proof.postings_of", lambda seq, *_: [Posting(seq, f"house:{BOOK}", 1)])
    proof = Proof(BOOK, load_book(BOOK), "chain")
    assert prove(proof, forger.records()) is None
    fault = proof.end()
    assert fault is not None
    assert f"house:{BOOK} holds" in fault.says


def test_one_table_can_be_verified_by_itself_and_an_unknown_one_is_an_error(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await play_evening(store, BOOK, rolls=1)
        await play_evening(store, "adelaide", rolls=1)

    at_the_house(tmp_path, play)
    Forger(tmp_path, BOOK).set(2, "hash", b"")
    assert [each.table for each in verified(tmp_path, "adelaide").proved] == ["adelaide"]
    assert verified(tmp_path, "adelaide").ok
    assert not verified(tmp_path).ok
    with pytest.raises(ValueError, match="no table"):
        verified(tmp_path, "nowhere")


def test_a_table_without_a_log_is_a_fault(tmp_path: Path) -> None:
    async def empty(store: Store) -> Any:
        layout = load_book(BOOK)
        await store.keep_book(book_row(layout))
        await store.create_table(TableRow("t", "T", layout.digest, "live", "chain", "standard", "", 1))
        return await verify(store)

    report = at_the_house(tmp_path, empty)
    assert report.fault == Fault("t", 1, "", "the log is empty; it should begin with TableOpened")


def test_progress_is_told_page_by_page(house: Path) -> None:
    heard: list[tuple[str, int, int]] = []
    at_the_house(house, lambda store: verify(store, progress=lambda *told: heard.append(told)))
    end = len(Forger(house, BOOK).records())
    assert heard == [(BOOK, end, end)]
