"""An account and what hangs on its sessions: password, list of sessions, deletion, names, and what is open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from comeout.house.players.open_access import Access
from comeout.house.players.passwords import Passwords
from comeout.house.players.people import RECHECK_SECONDS, TOKENS_FOR_S, People, token_key
from tests.house.players.test_people import CHEAP, GOOD, House, in_house, refusal

# ------------------------------------------------------------------ the account


@in_house
async def test_a_changed_password_needs_the_old_one_and_ends_every_other_session(house: House) -> None:
    mine, other = await house.account("Ann"), await house.people.log_in("Ann", GOOD)
    change = house.people.change_password
    assert await refusal(change(mine.token, "wrong horse", "battery staple")) == "that is not your password"
    assert "8 to 200" in await refusal(change(mine.token, GOOD, "short"))
    assert await house.people.who(other.token) == other.who
    await change(mine.token, GOOD, "battery staple")
    assert await house.people.who(mine.token) == mine.who
    assert await house.people.who(other.token) is None
    assert "do not belong" in await refusal(house.people.log_in("Ann", GOOD))
    assert (await house.people.log_in("Ann", "battery staple")).who == mine.who


@in_house
async def test_a_guest_has_no_password_to_change_and_a_stranger_no_account_to_delete(house: House) -> None:
    guest = await house.people.enter()
    assert "register first" in await refusal(house.people.change_password(guest.token, GOOD, GOOD))
    assert await refusal(house.people.delete_account("nobody's", GOOD)) == "you are not signed in"


@in_house
async def test_sessions_are_listed_newest_first_and_each_can_be_ended(house: House) -> None:
    first = await house.account("Ann")
    house.clock.advance(1)
    second, stranger = await house.people.log_in("Ann", GOOD), await house.people.enter()
    listed = await house.people.sessions(first.token)
    assert [each.this for each in listed] == [False, True]
    assert "no such session" in await refusal(house.people.end_session(stranger.token, listed[0].id))
    await house.people.end_session(first.token, listed[0].id)
    assert await house.people.who(second.token) is None
    assert [each.this for each in await house.people.sessions(first.token)] == [True]


@in_house
async def test_all_other_sessions_can_be_ended_at_once(house: House) -> None:
    mine = await house.account("Ann")
    others = [await house.people.log_in("Ann", GOOD) for _ in range(2)]
    await house.people.end_others(mine.token)
    assert [await house.people.who(each.token) for each in others] == [None, None]
    assert await house.people.who(mine.token) == mine.who


@in_house
async def test_a_deleted_account_leaves_its_id_and_nothing_else(house: House) -> None:
    await house.table("north")
    mine, other = await house.account("Ann"), await house.people.log_in("Ann", GOOD)
    player = mine.who.player
    await house.people.grant("Ann", "north", "dealer", by="operator")
    assert await refusal(house.people.delete_account(mine.token, "wrong horse")) == "that is not your password"
    await house.people.delete_account(mine.token, GOOD)
    assert [await house.people.who(each.token) for each in (mine, other)] == [None, None]
    assert await house.people.name(player) == f"guest-{player[-4:]}"
    assert await house.people.roles(player, "north") == frozenset()
    assert "do not belong" in await refusal(house.people.log_in("Ann", GOOD))
    assert (await house.account("Ann")).who.player != player, "the name is free again"


@in_house
async def test_a_registration_ends_the_guest_s_session_and_what_hangs_on_it(house: House) -> None:
    guest = await house.people.enter()
    with house.people.open.holding(Access(token_key(guest.token), guest.who.player)) as access:
        await house.people.register(guest.token, "Ann", GOOD)
        assert access.ended


@pytest.mark.claim("people-passwords")
@in_house
async def test_a_name_is_taken_if_it_looks_like_another_and_some_names_are_the_house_s(house: House) -> None:
    await house.account("Ann")
    guest = await house.people.enter()
    for name in ("\u0410nn", "ANN"):
        assert "looks like it" in await refusal(house.people.register(guest.token, name, GOOD))
    for name in ("Boxperson", "admin", "house", "guest-1234"):
        assert "could pass for" in await refusal(house.people.register(guest.token, name, GOOD))
    assert "do not belong" in await refusal(house.people.log_in("\u0410nn", GOOD)), "it is not the name"


@in_house
async def test_an_operator_renames_an_account_and_both_names_follow(house: House) -> None:
    ann, guest = await house.account("Ann"), await house.people.enter()
    await house.account("Bea")
    assert "looks like it" in await refusal(house.people.rename("Ann", "bea"))
    assert "could pass for" in await refusal(house.people.rename("Ann", "Dealer"))
    assert "a guest has no name" in await refusal(house.people.rename(guest.who.player, "Gus"))
    assert (await house.people.rename("ann", "\u0410nn")).name == "Ann", "one's own skeleton is no hindrance"
    await house.people.rename(ann.who.player, "Cleo")
    renamed = await house.people.who(ann.token)
    assert renamed == ann.who._replace(name="Cleo")
    assert (await house.people.log_in("cleo", GOOD)).who.player == ann.who.player
    await house.account("Ann")


# ------------------------------------------------------------------ what is open


@in_house
@pytest.mark.claim("people-sessions")
async def test_what_is_open_ends_at_once_with_its_session_here_and_within_six_seconds_elsewhere(house: House) -> None:
    mine, elsewhere = await house.account("Ann"), house.again()
    with (
        house.people.open.holding(Access(token_key(mine.token), mine.who.player)) as here,
        elsewhere.open.holding(Access(token_key(mine.token), mine.who.player)) as there,
    ):
        watching = asyncio.create_task(elsewhere.watch())
        await asyncio.sleep(0)
        await house.people.log_out(mine.token)
        assert (here.ended, there.ended) == (True, False)
        house.clock.advance(RECHECK_SECONDS)
        await until(lambda: there.ended)
        watching.cancel()
    assert max(RECHECK_SECONDS, TOKENS_FOR_S) < 6


@in_house
async def test_roles_that_change_are_applied_to_what_is_open_at_its_table(house: House) -> None:
    await house.table("north")
    mine = await house.account("Ann")
    key = token_key(mine.token)
    with (
        house.people.open.holding(Access(key, mine.who.player, "north")) as north,
        house.people.open.holding(Access(key, mine.who.player, "south")) as south,
    ):
        await house.people.grant("Ann", "north", "dealer", by="operator")
        assert (sorted(north.roles), sorted(south.roles)) == (["dealer"], [])
        await house.again().revoke("Ann", "north", "dealer")
        await house.people.recheck(mine.who.player)
        assert (north.roles, north.ended) == (frozenset(), False)


@in_house
async def test_other_processes_are_told_whose_sessions_or_roles_have_changed(house: House) -> None:
    told: list[str] = []
    people = People(house.store, house.clock, passwords=Passwords(CHEAP), changed=told.append)
    house.opened.append(people)
    ann = await people.enter()
    await people.grant(ann.who.player, "*", "dealer", by="operator")
    await people.log_out(ann.token)
    await people.log_out("nobody's")
    assert told == [ann.who.player] * 2


@in_house
async def test_a_socket_that_stays_open_keeps_its_session_alive(house: House) -> None:
    entered = await house.people.enter()
    with house.people.open.holding(Access(token_key(entered.token), entered.who.player)) as access:
        for _ in range(3):
            house.clock.advance(days=20)
            await house.people.recheck()
        assert not access.ended
        house.clock.advance(days=30)
        await house.people.recheck()
        assert access.ended


async def until(true: Callable[[], bool]) -> None:
    """Let everything else run until something holds."""
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.001)
