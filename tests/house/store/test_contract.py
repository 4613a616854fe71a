"""Everything the contract `Store` says, on SQLite, on a real PostgreSQL, and in the memory of simulated worlds."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from comeout.house.store import ConfigError, open_store
from comeout.house.store.contract import AlreadyAnswered, StaleOwner, Store, StoreTrouble, WalletShort
from comeout.house.store.postgres import PostgresStore
from comeout.house.store.sql import SqlStore
from comeout.house.store.sqlite import SqliteStore
from comeout.log.records import (
    AnswerRow,
    Batch,
    BookRow,
    ConductRow,
    Grant,
    Lease,
    LoginSession,
    OwnLimit,
    Player,
    Posting,
    RecallRow,
    Record,
    SnapshotRow,
    TableRow,
)
from tests.kit.stores import neighbour, on_every_database, on_every_store

TABLE = "t1"
HOUR = 3_600_000_000
NEVER = 2**62
ADA, RACK, LAYOUT = "wallet:ada", "rack:t1:ada", "layout:t1"


def table_row(name: str = TABLE, *, player: str = "", created: int = 1) -> TableRow:
    return TableRow(name, "The long table", "digest", "live", "chain", "standard", player, created)


def record(lease: Lease, seq: int, *, body: bytes = b"{}") -> Record:
    return Record(lease.table, lease.epoch, seq, 1_000_000 + seq, "BetPlaced", body, bytes([seq % 256]) * 32)


def moved(seq: int, source: str, target: str, amount: int) -> list[Posting]:
    return [Posting(seq, source, -amount), Posting(seq, target, amount)]


def buy_in(lease: Lease, seq: int, amount: int, command: str = "") -> Batch:
    answers = [AnswerRow("ada", command, b"bought")] if command else []
    return Batch([record(lease, seq)], moved(seq, ADA, RACK, amount), answers)


async def owned(store: Store, table: str = TABLE, *, money: int = 1000) -> Lease:
    """A table with an owner, and Ada with a wallet."""
    await store.create_table(table_row(table))
    await store.post([("bonus", -money), (ADA, money)], why="welcome", key="welcome-ada")
    lease = await store.claim(table, "desk", lease_s=30)
    assert lease is not None
    return lease


async def everything(store: Store) -> list[object]:
    """All that an append may change."""
    found: list[object] = [await store.tables(closed=True), await store.records(TABLE), await store.balances()]
    found += [await store.postings(table=TABLE), await store.account_sums()]
    found += [await store.recall(player=None, table=TABLE, before=0, limit=100), await store.answer("ada", "c1")]
    return found


# ---- books and tables


@on_every_store
async def test_a_book_is_kept_once_by_its_digest(store: Store) -> None:
    book = BookRow("abc", "house", "[book]\n", "{}")
    await store.keep_book(book)
    await store.keep_book(book._replace(text="another"))
    assert await store.book("abc") == book
    assert await store.book("abd") is None


@on_every_store
async def test_tables_are_listed_oldest_first_and_by_player(store: Store) -> None:
    rows = [table_row("b", created=1), table_row("a", created=2), table_row("c", player="ada", created=3)]
    for row in reversed(rows):
        await store.create_table(row)
    assert await store.tables() == rows
    assert await store.tables(player="ada") == rows[2:]
    assert await store.tables(player="") == rows[:2]
    assert await store.table("c") == rows[2]
    assert await store.table("d") is None


@on_every_store
async def test_a_table_is_entered_once(store: Store) -> None:
    await store.create_table(table_row())
    with pytest.raises(ValueError, match="there is a table t1 already"):
        await store.create_table(table_row())


@on_every_store
async def test_a_closed_table_is_shown_only_to_who_asks(store: Store) -> None:
    lease = await owned(store)
    await store.append(lease, Batch([record(lease, 1)], closes=True))
    assert await store.tables() == []
    assert await store.tables(closed=True) == [table_row()._replace(closed=True)]
    row = await store.table(TABLE)
    assert row is not None
    assert row.closed is True


# ---- leases


@on_every_store
async def test_a_table_has_one_owner_at_a_time(store: Store) -> None:
    assert await store.claim(TABLE, "desk", lease_s=30) == Lease(TABLE, "desk", 1)
    assert await store.claim(TABLE, "other", lease_s=30) is None
    async with neighbour(store) as second:
        assert await second.claim(TABLE, "other", lease_s=30) is None
        assert await second.claim("t2", "other", lease_s=30) == Lease("t2", "other", 1)


@on_every_store
async def test_an_owner_who_claims_again_gets_a_new_epoch(store: Store) -> None:
    first = await store.claim(TABLE, "desk", lease_s=30)
    second = await store.claim(TABLE, "desk", lease_s=30)
    assert first is not None
    assert second == Lease(TABLE, "desk", 2)
    assert not await store.renew(first, lease_s=30)
    with pytest.raises(StaleOwner):
        await store.append(first, Batch([record(first, 1)]))
    await store.append(second, Batch([record(second, 1)]))


@on_every_store
async def test_a_released_table_is_claimed_at_once(store: Store) -> None:
    lease = await owned(store)
    await store.release(lease)
    assert not await store.renew(lease, lease_s=30)
    with pytest.raises(StaleOwner):
        await store.append(lease, Batch([record(lease, 1)]))
    async with neighbour(store) as second:
        assert await second.claim(TABLE, "other", lease_s=30) == Lease(TABLE, "other", 2)


@on_every_store
async def test_an_expired_lease_is_taken_and_the_owner_who_wakes_up_is_refused(store: Store) -> None:
    lease = await owned(store)
    await store.append(lease, buy_in(lease, 1, 100))
    assert await store.renew(lease, lease_s=0)
    async with neighbour(store) as second:
        taken = await second.claim(TABLE, "other", lease_s=30)
        assert taken == Lease(TABLE, "other", 2)
        before = await everything(second)
        with pytest.raises(StaleOwner):
            await store.append(lease, buy_in(lease, 2, 100))
        assert await everything(second) == before
        assert not await store.renew(lease, lease_s=30)
        await store.release(lease)
        assert await store.claim(TABLE, "desk", lease_s=30) is None
        await second.append(taken, buy_in(taken, 2, 100))
    assert [line.epoch for line in await store.records(TABLE)] == [1, 2]


@on_every_store
async def test_a_renewed_lease_is_not_taken(store: Store) -> None:
    lease = await store.claim(TABLE, "desk", lease_s=0)
    assert lease is not None
    assert await store.renew(lease, lease_s=30)
    async with neighbour(store) as second:
        assert await second.claim(TABLE, "other", lease_s=30) is None


@on_every_store
async def test_of_many_claims_at_once_one_is_granted(store: Store) -> None:
    async with neighbour(store) as second:
        claims = [(store, second)[n % 2].claim(TABLE, f"desk {n}", lease_s=30) for n in range(20)]
        granted = [lease for lease in await asyncio.gather(*claims) if lease]
    assert [lease.epoch for lease in granted] == [1]


# ---- the log


@on_every_store
async def test_a_batch_is_kept_whole(store: Store) -> None:
    lease = await owned(store)
    recall = RecallRow("ada", TABLE, 1, 1, 2, 9, b'{"roll": 1}')
    lines = [record(lease, 1, body=bytes(range(256))), record(lease, 2)]
    batch = Batch(
        lines, [*moved(1, ADA, RACK, 600), *moved(2, RACK, LAYOUT, 500)], [AnswerRow("ada", "c1", b"ok")], [recall]
    )
    await store.append(lease, batch)
    assert await store.records(TABLE) == lines
    assert await store.last_record(TABLE) == lines[1]
    assert await store.postings(table=TABLE) == batch.postings
    assert await store.balances() == [("bonus", -1000), (LAYOUT, 500), (RACK, 100), (ADA, 400)]
    assert await store.answer("ada", "c1") == b"ok"
    assert await store.recall(player="ada", table=TABLE, before=0, limit=10) == [recall]


@on_every_store
async def test_a_log_is_read_in_pages(store: Store) -> None:
    lease = await owned(store)
    lines = [record(lease, seq) for seq in range(1, 8)]
    await store.append(lease, Batch(lines[:3]))
    await store.append(lease, Batch(lines[3:]))
    assert await store.records(TABLE, after=2, limit=3) == lines[2:5]
    assert await store.records(TABLE, after=7) == []
    assert await store.records("t2") == []
    assert await store.last_record("t2") is None


@on_every_store
async def test_answers_may_come_without_a_record(store: Store) -> None:
    lease = await owned(store)
    await store.append(lease, Batch(answers=[AnswerRow("ada", "c1", b"refused")]))
    assert await store.answer("ada", "c1") == b"refused"
    assert await store.answer("ada", "c2") is None
    assert await store.answer("bob", "c1") is None
    assert await store.last_record(TABLE) is None


@on_every_store
async def test_a_command_is_answered_once_and_its_second_batch_leaves_nothing(store: Store) -> None:
    lease = await owned(store)
    await store.append(lease, buy_in(lease, 1, 100, "c1"))
    before = await everything(store)
    batch = buy_in(lease, 2, 100, "c1")
    batch.recall.append(RecallRow("ada", TABLE, 1, 1, 2, 9, b"{}"))
    batch.closes = True
    with pytest.raises(AlreadyAnswered, match="c1 of ada"):
        await store.append(lease, batch)
    assert await everything(store) == before
    await store.append(lease, buy_in(lease, 2, 100, "c2"))


@on_every_store
async def test_one_batch_cannot_answer_a_command_twice(store: Store) -> None:
    lease = await owned(store)
    with pytest.raises(AlreadyAnswered):
        await store.append(lease, Batch(answers=[AnswerRow("ada", "c1", b"a"), AnswerRow("ada", "c1", b"b")]))
    assert await store.answer("ada", "c1") is None


@on_every_store
async def test_the_same_command_at_two_tables_at_once_acts_at_one(store: Store) -> None:
    one = await owned(store)
    async with neighbour(store) as second:
        await second.create_table(table_row("t2"))
        two = await second.claim("t2", "other", lease_s=30)
        assert two is not None
        results = await asyncio.gather(
            *(desk.append(lease, buy_in(lease, 1, 10, "c1")) for desk, lease in ((store, one), (second, two))),
            return_exceptions=True,
        )
    assert sorted(type(result).__name__ for result in results) == ["AlreadyAnswered", "NoneType"]
    assert await store.balance(ADA) == 990


@on_every_store
async def test_a_wallet_that_is_short_refuses_the_whole_batch(store: Store) -> None:
    lease = await owned(store)
    before = await everything(store)
    batch = Batch([record(lease, 1), record(lease, 2)], [*moved(1, ADA, RACK, 600), *moved(2, ADA, RACK, 500)])
    batch.answers.append(AnswerRow("ada", "c1", b"ok"))
    with pytest.raises(WalletShort, match="wallet:ada holds 1000, not 1100"):
        await store.append(lease, batch)
    assert await everything(store) == before
    await store.append(lease, buy_in(lease, 1, 1000))
    assert await store.balance(ADA) == 0


@on_every_store
async def test_a_rack_may_not_go_below_zero_but_the_house_may(store: Store) -> None:
    lease = await owned(store)
    with pytest.raises(WalletShort, match="rack:t1:ada holds 0, not 1"):
        await store.append(lease, Batch([record(lease, 1)], moved(1, RACK, LAYOUT, 1)))
    await store.append(lease, Batch([record(lease, 1)], moved(1, "house:t1", RACK, 700)))
    assert await store.balances("house:") == [("house:t1", -700)]


@on_every_store
async def test_an_owner_who_is_wrong_about_the_log_is_stale(store: Store) -> None:
    lease = await owned(store)
    await store.append(lease, buy_in(lease, 1, 100))
    before = await everything(store)
    for seq in (1, 3):
        with pytest.raises(StaleOwner, match="ends at 1"):
            await store.append(lease, buy_in(lease, seq, 100, "c1"))
    assert await everything(store) == before


@on_every_store
async def test_a_batch_that_no_store_could_take_is_refused_before_it_is_written(store: Store) -> None:
    lease = await owned(store)
    before = await everything(store)
    one = record(lease, 1)
    for batch, why in (
        (Batch([one], [Posting(1, ADA, -5), Posting(1, RACK, 4)]), "record 1 of t1 add up to -1"),
        (Batch([one, record(lease, 2)], [Posting(1, ADA, -5), Posting(2, RACK, 5)]), "add up to"),
        (Batch([one], moved(2, ADA, RACK, 5)), "not in its batch"),
        (Batch([one, record(lease, 3)]), "do not follow"),
        (Batch([one._replace(table="t2")]), "is of t2"),
        (Batch([one._replace(epoch=9)]), "epoch 9"),
    ):
        with pytest.raises(ValueError, match=why):
            await store.append(lease, batch)
    assert await everything(store) == before


@on_every_database
async def test_many_appends_at_once_share_transactions(store: Store) -> None:
    lease = await owned(store, money=300)
    assert isinstance(store, SqliteStore | PostgresStore)
    commits = store.commits
    await asyncio.gather(*(store.append(lease, buy_in(lease, seq, 1, f"c{seq}")) for seq in range(1, 301)))
    assert store.commits - commits < 30
    assert [line.seq for line in await store.records(TABLE)] == list(range(1, 301))
    assert await store.balance(ADA) == 0


@on_every_store
async def test_one_refused_append_does_not_spoil_those_beside_it(store: Store) -> None:
    lease = await owned(store)
    await store.create_table(table_row("t2"))
    other = await store.claim("t2", "desk", lease_s=30)
    assert other is not None
    stale = other._replace(epoch=0)
    too_large = Batch([record(lease, 2)], [Posting(2, "house:t1", -(2**63) - 1), Posting(2, RACK, 2**63 + 1)])
    results = await asyncio.gather(
        store.append(lease, buy_in(lease, 1, 300, "c1")),
        store.append(other, Batch([record(other, 1)], moved(1, ADA, "rack:t2:ada", 800))),
        store.append(other, buy_in(other, 1, 400, "c1")),
        store.append(stale, Batch([record(stale, 1)])),
        store.append(lease, too_large),
        store.append(other, buy_in(other, 1, 700, "c3")),
        return_exceptions=True,
    )
    kinds = [type(result) for result in results]
    assert kinds == [type(None), WalletShort, AlreadyAnswered, StaleOwner, ValueError, type(None)]
    assert await store.balance(ADA) == 0
    assert [account for account, _ in await store.balances()] == ["bonus", RACK, ADA]
    assert [len(await store.records(table)) for table in (TABLE, "t2")] == [1, 1]


@on_every_store
async def test_a_settlement_of_thousands_is_one_batch(store: Store) -> None:
    lease = await owned(store)
    racks = [Posting(1, f"rack:t1:{n}", 7) for n in range(3000)]
    recall = [RecallRow(f"{n:04}", TABLE, 1, 1, 1, 9, b"r" * 300) for n in range(3000)]
    batch = Batch([record(lease, 1, body=b"b" * 400_000)], [*racks, Posting(1, "house:t1", -21_000)], [], recall)
    await store.append(lease, batch)
    assert await store.postings(table=TABLE) == batch.postings
    assert await store.recall(player=None, table=TABLE, before=0, limit=3000) == recall
    assert len(await store.balances("rack:t1:")) == 3000


# ---- snapshots and recall


@on_every_store
async def test_the_newest_snapshot_is_read_whatever_the_order_they_came_in(store: Store) -> None:
    lease, other = await store.claim(TABLE, "desk", lease_s=30), await store.claim("t2", "desk", lease_s=30)
    assert lease is not None
    assert other is not None
    assert await store.snapshot(TABLE) is None
    for seq in (10, 30, 20):
        await store.save_snapshot(lease, SnapshotRow(TABLE, seq, b"h", bytes([seq])))
    await store.save_snapshot(other, SnapshotRow("t2", 99, b"h", b"other"))
    assert await store.snapshot(TABLE) == SnapshotRow(TABLE, 30, b"h", bytes([30]))
    if isinstance(store, SqlStore):
        kept = await store._rows("SELECT seq FROM snapshots WHERE table_id = ? ORDER BY seq", TABLE)
        assert kept == [(20,), (30,)]
    await store.save_snapshot(lease, SnapshotRow(TABLE, 30, b"h", b"again"))
    assert await store.snapshot(TABLE) == SnapshotRow(TABLE, 30, b"h", b"again")
    with pytest.raises(ValueError, match="not for the owner of t2"):
        await store.save_snapshot(other, SnapshotRow(TABLE, 40, b"h", b"s"))


@on_every_store
async def test_a_snapshot_of_an_owner_whose_table_was_taken_is_refused(store: Store) -> None:
    lease = await owned(store)
    kept = SnapshotRow(TABLE, 10, b"h", b"kept")
    await store.save_snapshot(lease, kept)
    assert await store.renew(lease, lease_s=0)
    async with neighbour(store) as second:
        taken = await second.claim(TABLE, "other", lease_s=30)
        assert taken is not None
        for seq in (10, 20):
            with pytest.raises(StaleOwner, match="desk does not own t1 in epoch 1"):
                await store.save_snapshot(lease, SnapshotRow(TABLE, seq, b"h", b"stale"))
        assert await store.snapshot(TABLE) == kept
        await second.save_snapshot(taken, kept._replace(body=b"new"))
    assert await store.snapshot(TABLE) == kept._replace(body=b"new")


async def three_rolls(store: Store) -> list[RecallRow]:
    """Two players, three settled rolls; the rows as a table's recall shows them."""
    lease = await owned(store)
    rows = [
        RecallRow(who, TABLE, roll, 1, roll, roll * HOUR, b"%d" % roll) for roll in (3, 2, 1) for who in ("ada", "bob")
    ]
    for roll in (1, 2, 3):
        await store.append(lease, Batch([record(lease, roll)], recall=[row for row in rows if row.roll == roll]))
    return rows


@on_every_store
async def test_recall_is_read_newest_first_by_player_and_by_table(store: Store) -> None:
    rows = await three_rolls(store)
    assert await store.recall(player=None, table=TABLE, before=0, limit=10) == rows
    assert await store.recall(player="bob", table=None, before=0, limit=10) == rows[1::2]
    assert await store.recall(player="bob", table=TABLE, before=3 * HOUR, limit=1) == [rows[3]]
    assert await store.recall(player="bob", table="t2", before=0, limit=10) == []


@on_every_store
async def test_judgements_of_players_are_kept_with_their_records_or_not_at_all(store: Store) -> None:
    lease = await owned(store)
    rows = [
        ConductRow("ada", "adelaide", TABLE, 1, HOUR, "told-off"),
        ConductRow("ada", "adelaide", TABLE, 2, 2 * HOUR, "barred"),
        ConductRow("bob", "adelaide", TABLE, 2, 2 * HOUR, "warned"),
    ]
    await store.append(lease, Batch([record(lease, 1)], conduct=rows[:1]))
    await store.append(lease, Batch([record(lease, 2)], conduct=rows[1:]))
    with pytest.raises(StaleOwner):
        await store.append(lease, Batch([record(lease, 2)], conduct=[rows[0]._replace(seq=2)]))
    assert await store.conduct() == rows
    assert await store.conduct(since=2 * HOUR) == rows[1:]


@on_every_store
async def test_a_page_of_recall_never_ends_inside_a_roll(store: Store) -> None:
    rows = await three_rolls(store)
    assert await store.recall(player=None, table=TABLE, before=0, limit=3) == rows[:4]
    assert await store.recall(player=None, table=TABLE, before=2 * HOUR, limit=3) == rows[4:]


@on_every_store
async def test_a_players_rolls_at_several_tables_come_in_the_order_of_time(store: Store) -> None:
    one = await owned(store)
    two = await store.claim("t2", "desk", lease_s=30)
    assert two is not None
    times = {one: (1, HOUR, HOUR + 2, 5 * HOUR), two: (2, HOUR + 1, HOUR + 2, 9 * HOUR)}
    rows: list[RecallRow] = []
    for lease, moments in times.items():
        mine = [
            RecallRow("ada", lease.table, seq, 1, seq, at, b"") for seq, at in enumerate(moments, 1 + 90 * len(rows))
        ]
        strangers = [row._replace(player="bob") for row in mine]
        await store.append(lease, Batch(recall=[*strangers, *mine]))
        rows += mine
    rows.sort(key=lambda row: (-row.at, row.table))
    assert await store.recall(player="ada", table=None, before=0, limit=100) == rows
    pages, before = [], 0
    while page := await store.recall(player="ada", table=None, before=before, limit=3):
        pages.append(len(page))
        assert page == rows[sum(pages[:-1]) :][: len(page)]
        before = page[-1].at
    assert pages == [4, 3, 1]


# ---- money


@on_every_store
async def test_the_same_key_posts_once(store: Store) -> None:
    for amount in (500, 500, 700):
        await store.post([("bonus", -amount), (ADA, amount)], why="welcome", key="k1")
    await store.post([("bonus", -1), (ADA, 1)], why="more", key="k2")
    assert await store.balance(ADA) == 501
    assert await store.balance("wallet:nobody") == 0


@on_every_store
async def test_the_same_key_posts_once_from_two_processes_at_once(store: Store) -> None:
    async with neighbour(store) as second:
        bonus = [("bonus", -5), (ADA, 5)]
        await asyncio.gather(*((store, second)[n % 2].post(bonus, why="w", key="k") for n in range(8)))
    assert await store.balance(ADA) == 5


@on_every_store
async def test_a_move_that_does_not_balance_or_is_not_covered_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="do not add up"):
        await store.post([("bonus", -5), (ADA, 6)], why="w", key="k")
    with pytest.raises(WalletShort):
        await store.post([(ADA, -5), ("bonus", 5)], why="w", key="k")
    assert await store.account_sums() == []
    await store.post([("bonus", -5), (ADA, 5)], why="w", key="k")
    assert await store.balance(ADA) == 5


@on_every_store
async def test_balances_equal_their_postings_and_sum_to_zero(store: Store) -> None:
    lease = await owned(store)
    for seq in range(1, 21):
        await store.append(lease, buy_in(lease, seq, seq))
    sums = await store.account_sums()
    assert sums == await store.balances()
    assert sum(amount for _, amount in sums) == 0
    assert await store.balances("wallet:") == [(ADA, 1000 - 210)]
    assert await store.balances("wallet:b") == []


@on_every_store
async def test_wallets_stay_right_when_two_processes_spend_them_at_once(store: Store) -> None:
    one = await owned(store, money=30)
    async with neighbour(store) as second:
        await second.create_table(table_row("t2"))
        two = await second.claim("t2", "other", lease_s=30)
        assert two is not None

        async def spend(desk: Store, lease: Lease) -> int:
            kept = 0
            for _ in range(20):
                try:
                    await desk.append(lease, buy_in(lease, kept + 1, 1))
                except WalletShort:
                    continue
                kept += 1
            return kept

        assert sum(await asyncio.gather(spend(store, one), spend(second, two))) == 30
    assert await store.balance(ADA) == 0
    assert await store.account_sums() == await store.balances()


@on_every_store
async def test_a_page_of_postings_never_ends_inside_a_record(store: Store) -> None:
    lease = await owned(store)
    for seq in (1, 2, 3):
        await store.append(lease, buy_in(lease, seq, seq))
    assert await store.postings(table=TABLE, limit=3) == [*moved(1, ADA, RACK, 1), *moved(2, ADA, RACK, 2)]
    assert await store.postings(table=TABLE, after=2, limit=3) == moved(3, ADA, RACK, 3)


# ---- people


@on_every_store
async def test_a_name_is_taken_whatever_its_case_and_guests_have_none(store: Store) -> None:
    ada = Player("p1", "Ada", "hash", 1)
    assert await store.add_player(ada)
    assert not await store.add_player(Player("p2", "ADA", "hash", 2))
    assert await store.add_player(Player("p3", "", "", 3))
    assert await store.add_player(Player("p4", "", "", 4))
    assert await store.player("p1") == ada
    assert await store.player("p2") is None
    assert await store.player_called("aDa") == ada
    assert await store.player_called("") is None
    with pytest.raises(ValueError, match="player p1 already"):
        await store.add_player(Player("p1", "Bob", "hash", 5))


@on_every_store
async def test_a_guest_becomes_an_account_if_the_name_is_free(store: Store) -> None:
    await store.add_player(Player("p1", "Ada", "hash", 1))
    await store.add_player(Player("p2", "", "", 2))
    assert not await store.name_player("p2", name="ada", password="secret")
    assert await store.player("p2") == Player("p2", "", "", 2)
    assert await store.name_player("p2", name="Bob", password="secret")
    assert await store.player_called("bob") == Player("p2", "Bob", "secret", 2)
    for nobody in ("p9", "p2"):
        with pytest.raises(ValueError, match=f"no guest {nobody}"):
            await store.name_player(nobody, name="Eve", password="other")
    assert await store.player("p2") == Player("p2", "Bob", "secret", 2)


def test_a_player_is_shown_without_the_hash_of_the_password() -> None:
    assert repr(Player("p1", "Ada", "hash", 1)) == "Player(id='p1', name='Ada', created=1)"


@on_every_store
async def test_a_guest_with_a_name_is_no_account(store: Store) -> None:
    assert await store.add_player(Player("p1", "Lucky", "", 1))
    assert await store.player_called("lucky") is None
    assert not await store.add_player(Player("p2", "lucky", "hash", 1))


@on_every_store
async def test_a_session_lasts_until_it_is_ended(store: Store) -> None:
    session = LoginSession(b"\x00token", "p1", 1, 2)
    await store.add_session(session)
    assert await store.session(b"\x00token") == session
    assert await store.session(b"token") is None
    with pytest.raises(ValueError, match="in use"):
        await store.add_session(session)
    await store.end_session(b"\x00token")
    await store.end_session(b"\x00token")
    assert await store.session(b"\x00token") is None


@on_every_store
async def test_a_session_is_prolonged_unless_it_has_ended(store: Store) -> None:
    await store.add_session(LoginSession(b"t", "p1", 1, 2))
    await store.add_session(LoginSession(b"u", "p1", 1, 2))
    await store.prolong_session(b"t", 9)
    assert await store.session(b"t") == LoginSession(b"t", "p1", 1, 9)
    assert await store.session(b"u") == LoginSession(b"u", "p1", 1, 2)
    await store.end_session(b"t")
    await store.prolong_session(b"t", 10)
    assert await store.session(b"t") is None


@on_every_store
async def test_sessions_that_have_expired_are_forgotten_when_a_store_opens(store: Store) -> None:
    await store.add_session(LoginSession(b"t", "p1", 1, 2))
    await store.add_session(LoginSession(b"u", "p1", 1, NEVER))
    async with neighbour(store):
        assert await store.session(b"t") is None
        assert await store.session(b"u") == LoginSession(b"u", "p1", 1, NEVER)


@on_every_store
async def test_roles_are_granted_and_revoked(store: Store) -> None:
    grants = [Grant("ada", "*", "inspector", False, "op", 1), Grant("bob", TABLE, "boxperson", True, "op", 2)]
    for grant in grants:
        await store.grant(grant)
    assert await store.grants() == grants
    assert await store.grants(player="bob") == grants[1:]
    assert await store.grants(table="*") == grants[:1]
    assert await store.grants(player="bob", table="*") == []
    await store.grant(grants[1]._replace(acting=False, at=3))
    assert await store.grants(table=TABLE) == [Grant("bob", TABLE, "boxperson", False, "op", 3)]
    assert await store.revoke("bob", TABLE, "boxperson")
    assert not await store.revoke("bob", TABLE, "boxperson")
    assert await store.grants() == grants[:1]


@on_every_store
async def test_a_players_own_limit_takes_the_place_of_the_one_before(store: Store) -> None:
    loss = OwnLimit("ada", "loss", 500, 1, None, 0)
    time = OwnLimit("ada", "time", 3600, 1, -1, 99)
    for limit in (loss._replace(value=900), time, loss):
        await store.set_limit(limit)
    assert await store.limits("ada") == [loss, time]
    assert await store.limits("bob") == []


# ---- the store itself


@on_every_store
async def test_what_no_column_takes_is_a_mistake_of_the_caller(store: Store) -> None:
    lease = await owned(store)
    with pytest.raises(ValueError, match=r"."):
        await store.add_player(Player("p1", "\ud800", "", 1))
    with pytest.raises(ValueError, match=r"."):
        await store.set_limit(OwnLimit("ada", "loss", 2**63, 1, None, 0))
    with pytest.raises(ValueError, match=r"."):
        await store.append(lease, Batch([record(lease, 1)._replace(at=2**63)]))
    await store.append(lease, Batch([record(lease, 1)]))


@on_every_store
async def test_what_no_name_can_hold_is_not_found(store: Store) -> None:
    await owned(store)
    assert await store.table("\0") is None
    assert await store.last_record(f"{TABLE}\0") is None
    assert await store.player_called("ada\0") is None
    assert await store.recall(player=None, table="\0", before=0, limit=10) == []


def test_a_store_keeps_everything_while_it_is_closed(where: str) -> None:
    async def play() -> None:
        store = open_store(where)
        await store.open()
        lease = await owned(store)
        await store.append(lease, buy_in(lease, 1, 100, "c1"))
        before = await everything(store)
        await store.close()
        again = open_store(where)
        await again.open()
        assert await everything(again) == before
        await again.close()

    asyncio.run(play())


def test_what_was_handed_over_is_finished_before_a_store_closes(where: str) -> None:
    async def play() -> None:
        store = open_store(where)
        await store.open()
        lease = await owned(store)
        under_way = [asyncio.ensure_future(store.append(lease, buy_in(lease, seq, 1))) for seq in range(1, 51)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*under_way) == [None] * 50

    asyncio.run(play())


def test_a_store_that_is_not_open_is_in_trouble(where: str) -> None:
    async def play() -> None:
        store = open_store(where)
        for _ in range(2):
            with pytest.raises(StoreTrouble, match="not open"):
                await store.balance(ADA)
            with pytest.raises(StoreTrouble, match="not open"):
                await store.post([], why="", key="")
            with pytest.raises(StoreTrouble, match="not open"):
                await store.claim(TABLE, "desk", lease_s=1)
            await store.open()
            await store.close()
            await store.close()

    asyncio.run(play())


@on_every_database
async def test_a_backup_opens_as_a_store_with_the_same_content(store: Store) -> None:
    lease = await owned(store)
    batch = buy_in(lease, 1, 100, "c1")
    batch.recall.append(RecallRow("ada", TABLE, 1, 1, 1, 9, b"\x00\xff"))
    await store.append(lease, batch)
    await store.keep_book(BookRow("d", "n", "text", "{}"))
    await store.add_player(Player("p1", "Ada", "hash", 1))
    await store.add_session(LoginSession(b"t", "p1", 1, NEVER))
    await store.grant(Grant("p1", "*", "dealer", True, "op", 1))
    await store.set_limit(OwnLimit("p1", "loss", 5, 1, None, 0))
    await store.save_snapshot(lease, SnapshotRow(TABLE, 1, b"h", b"s"))
    with TemporaryDirectory() as folder:
        target = Path(folder) / "copy.db"
        await store.backup(str(target))
        copy = SqliteStore(target)
        await copy.open()
        try:
            assert await everything(copy) == await everything(store)
            for seen in (copy, store):
                assert await seen.player_called("ada") == Player("p1", "Ada", "hash", 1)
                assert await seen.session(b"t") == LoginSession(b"t", "p1", 1, NEVER)
                assert await seen.grants() == [Grant("p1", "*", "dealer", True, "op", 1)]
                assert await seen.limits("p1") == [OwnLimit("p1", "loss", 5, 1, None, 0)]
                assert await seen.snapshot(TABLE) == SnapshotRow(TABLE, 1, b"h", b"s")
                assert await seen.book("d") == BookRow("d", "n", "text", "{}")
                assert await seen.recall(player="ada", table=None, before=0, limit=9) == batch.recall
            await copy.append(lease, buy_in(lease, 2, 100))
        finally:
            await copy.close()
        with pytest.raises(ValueError, match="a backup goes to a new file"):
            await store.backup(str(target))
        with pytest.raises(StoreTrouble):
            await store.backup(f"{folder}/nowhere/copy.db")


def test_a_store_is_named_by_a_folder_or_an_address(tmp_path: Path) -> None:
    for name, path in ((str(tmp_path / "data"), tmp_path / "data" / "house.db"), ("sqlite:///a/b.db", Path("a/b.db"))):
        store = open_store(name)
        assert isinstance(store, SqliteStore)
        assert store.path == path
    assert isinstance(open_store("postgresql://localhost/house"), PostgresStore)


@pytest.mark.parametrize("name", ["", "mysql://localhost/x", "sqlite:///"])
def test_a_store_nobody_knows_is_refused_with_what_would_do(name: str) -> None:
    with pytest.raises(ConfigError, match="it should be a folder, sqlite:///PATH or postgresql://"):
        open_store(name)


def test_a_file_in_the_place_of_the_folder_is_refused_with_what_would_do(tmp_path: Path) -> None:
    (tmp_path / "house.db").touch()
    with pytest.raises(ConfigError, match="is a file; it should be a folder, or sqlite:///"):
        open_store(tmp_path / "house.db")
