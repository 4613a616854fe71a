"""Everything the contract `Store` says, on SQLite, on a real PostgreSQL, and in the memory of simulated worlds."""

from __future__ import annotations

import asyncio

import pytest

from comeout.house.store.contract import AlreadyAnswered, StaleOwner, Store, WalletShort
from comeout.house.store.postgres import PostgresStore
from comeout.house.store.sqlite import SqliteStore
from comeout.log.records import (
    AnswerRow,
    Batch,
    BookRow,
    Grant,
    Lease,
    LoginSession,
    Player,
    Posting,
    RecallRow,
    Record,
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
async def test_a_lease_can_be_read_whoever_holds_it(store: Store) -> None:
    assert await store.lease(TABLE) is None
    lease = await owned(store)
    assert await store.lease(TABLE) == lease
    await store.release(lease)
    assert await store.lease(TABLE) == Lease(TABLE, "", 1)


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
async def test_what_proves_a_roll_is_found_before_any_record(store: Store) -> None:
    lease = await owned(store)
    kinds = ("TableOpened", "chain-published", "seeds-frozen", "dice-thrown", "RollSettled", "seeds-frozen")
    lines = [record(lease, seq)._replace(kind=kind) for seq, kind in enumerate(kinds, start=1)]
    await store.append(lease, Batch(lines))
    assert await store.dice_record(TABLE, "seeds-frozen", before=5) == lines[2]
    assert await store.dice_record(TABLE, "seeds-frozen", before=NEVER) == lines[5]
    assert await store.dice_record(TABLE, "chain-published", before=2) is None
    assert await store.dice_record("another", "chain-published", before=5) is None


@on_every_store
async def test_accounts_are_signed_out_and_roles_revoked_all_at_once(store: Store) -> None:
    for player in (Player("ada", "Ada", "hash", 1), Player("guest", "", "", 1)):
        await store.add_player(player)
        for token in (b"1", b"2"):
            await store.add_session(LoginSession(player.id.encode() + token, player.id, 1, NEVER))
    grants = [Grant("ada", "*", "boxperson", False, "operator", 1), Grant("guest", TABLE, "dealer", True, "ada", 2)]
    for grant in grants:
        await store.grant(grant)
    assert await store.end_account_sessions() == 1
    assert await store.session(b"ada1") is None
    assert await store.session(b"guest2")
    assert await store.revoke_all() == grants
    assert await store.grants() == []
    assert (await store.end_account_sessions(), await store.revoke_all()) == (0, [])


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
async def test_answers_are_found_together_and_forgotten_by_their_age(store: Store) -> None:
    lease = await owned(store)
    old = [AnswerRow("ada", f"old-{number}", b"%d" % number, at=10) for number in range(300)]
    await store.append(lease, Batch(answers=[*old, AnswerRow("ada", "new", b"n", at=20)]))
    asked = [("ada", each.command) for each in old] + [("ada", "new"), ("ada", "none"), ("bob", "new")]
    found = await store.answers(asked)
    assert (len(found), found["ada", "old-299"], found["ada", "new"]) == (301, b"299", b"n")
    assert await store.answers([]) == {}
    await store.forget_answers(20)
    assert await store.answers(asked) == {("ada", "new"): b"n"}


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
