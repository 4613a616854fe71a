"""The store's contract for money and people, on every store."""

from __future__ import annotations

import asyncio
import time

import pytest

from comeout.house.store.contract import Store, WalletShort
from comeout.log.records import Grant, Lease, LoginSession, OwnLimit, Player
from tests.house.store.test_contract import ADA, NEVER, RACK, TABLE, buy_in, moved, owned, table_row
from tests.kit.stores import neighbour, on_every_store

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
@pytest.mark.claim("money-balances")
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
@pytest.mark.claim("money-balances")
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
async def test_sessions_are_found_by_their_tokens_and_by_their_player(store: Store) -> None:
    mine, other = LoginSession(b"t", "p1", 1, 9), LoginSession(b"u", "p2", 1, 9)
    for each in (mine, other):
        await store.add_session(each)
    tokens = [b"t", b"u", b"v", *(number.to_bytes(2, "big") for number in range(1_200))]
    assert sorted(await store.sessions(tokens)) == [mine, other]
    assert list(await store.sessions([])) == []
    assert list(await store.sessions_of("p1")) == [mine]


@on_every_store
async def test_the_sessions_of_a_player_end_but_for_one(store: Store) -> None:
    for token, player in ((b"t", "p1"), (b"u", "p1"), (b"v", "p2")):
        await store.add_session(LoginSession(token, player, 1, 9))
    await store.end_sessions("p1", but=b"u")
    assert [each.token for each in await store.sessions([b"t", b"u", b"v"])] == [b"u", b"v"]


@on_every_store
async def test_a_new_password_ends_the_other_sessions_in_the_same_moment(store: Store) -> None:
    await store.add_player(Player("p1", "Ann", "old", 1))
    await store.add_player(Player("p2", "", "", 1))
    for token in (b"t", b"u"):
        await store.add_session(LoginSession(token, "p1", 1, 9))
    await store.set_password("p1", "new", but=b"t")
    await store.set_password("p2", "new", but=b"")
    passwords = [each.password for each in (await store.player("p1"), await store.player("p2")) if each]
    assert passwords == ["new", ""], "a guest has no password to replace"
    assert [each.token for each in await store.sessions_of("p1")] == [b"t"]


@on_every_store
async def test_a_forgotten_player_keeps_the_id_alone_and_the_name_is_free(store: Store) -> None:
    await store.add_player(Player("p1", "Ann", "hash", 1))
    await store.add_session(LoginSession(b"t", "p1", 1, 9))
    await store.grant(Grant("p1", "*", "dealer", False, "op", 1))
    await store.forget_player("p1")
    assert await store.player("p1") == Player("p1", "", "", 1)
    assert (await store.sessions_of("p1"), await store.grants(player="p1")) == ([], [])
    assert await store.player_called("Ann") is None
    assert await store.add_player(Player("p2", "ann", "hash", 2))


@on_every_store
async def test_a_name_that_looks_like_another_is_taken_until_that_one_is_renamed_or_forgotten(store: Store) -> None:
    for player in ("p1", "p2"):
        await store.add_player(Player(player, "", "", 1))
    assert await store.name_player("p1", name="Ann", password="hash")
    assert not await store.name_player("p2", name="\u0410nn", password="other")
    assert await store.player("p2") == Player("p2", "", "", 1), "a refused name leaves nothing behind"
    assert await store.rename_player("p1", "Anna")
    assert not await store.rename_player("p2", "Bob"), "a guest has no name to change"
    assert await store.name_player("p2", name="\u0410nn", password="other")
    assert not await store.rename_player("p1", "ANN")
    await store.forget_player("p2")
    assert await store.rename_player("p1", "ANN")


@on_every_store
async def test_a_window_that_a_clock_began_which_was_set_back_since_is_over(store: Store) -> None:
    minute = 60_000_000
    await store.reserve_attempt("a", wait=10 * minute, most=minute)  # ten minutes ahead, as such a clock was
    assert (await store.count_attempt("a", window=minute)).number == 1
    assert (await store.count_attempt("a", window=minute)).number == 2


@on_every_store
async def test_attempts_are_counted_from_the_first_of_a_window(store: Store) -> None:
    first = await store.count_attempt("a", window=3_600_000_000)
    again = await store.count_attempt("a", window=3_600_000_000)
    assert (first.number, again) == (1, first._replace(number=2))
    assert (await store.count_attempt("b", window=3_600_000_000)).number == 1
    assert (await store.count_attempt("a", window=0)).number == 1, "the window is over"
    await store.forget_attempts("b")
    assert (await store.count_attempt("b", window=3_600_000_000)).number == 1


@on_every_store
async def test_moments_are_reserved_one_after_the_other_whoever_asks_and_one_too_far_off_is_none(store: Store) -> None:
    minute = 60_000_000
    asked = time.time_ns() // 1000
    first = await store.reserve_attempt("a", wait=minute, most=10 * minute)
    assert first >= asked + minute
    async with neighbour(store) as other:
        both = asyncio.gather(*(each.reserve_attempt("a", wait=minute, most=10 * minute) for each in (store, other)))
        assert max(await both) == first + 2 * minute
    assert await store.reserve_attempt("b", wait=minute, most=10 * minute) < first + 2 * minute
    assert await store.reserve_attempt("a", wait=minute, most=minute) < first + minute, "the clock was set back"
    await store.forget_attempts("b")
    assert await store.reserve_attempt("b", wait=0, most=minute) <= time.time_ns() // 1000


@on_every_store
async def test_a_secret_is_made_once_and_shared(store: Store) -> None:
    made = await store.secret("bus")
    assert (len(made), await store.secret("bus")) == (32, made)
    assert await store.secret("other") != made
    async with neighbour(store) as other:
        assert await other.secret("bus") == made


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
