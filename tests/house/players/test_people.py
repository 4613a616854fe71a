"""Who is who: guests and their wallets, accounts, sessions that slide and end, roles at tables."""

from __future__ import annotations

import asyncio
import functools
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from comeout.house.players.passwords import Passwords, PeopleError
from comeout.house.players.people import TOKENS_FOR_S, Entered, People, Who
from comeout.house.store.sqlite import SqliteStore
from comeout.log.records import TableRow
from comeout.rules.library import book_names
from tests.kit.clocks import TurnedClock

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
GOOD = "correct horse"


class House:
    """A store, a clock and the people over them; `again` is another process over the same store."""

    def __init__(self, path: Path) -> None:
        self.clock = TurnedClock()
        self.store = SqliteStore(path, clock=self.clock)
        self.opened: list[People] = []
        self.people = self.again()

    def again(self) -> People:
        self.opened.append(People(self.store, self.clock, passwords=Passwords(CHEAP)))
        return self.opened[-1]

    async def account(self, name: str, password: str = GOOD) -> Entered:
        guest = await self.people.enter()
        return await self.people.register(guest.token, name, password)

    async def table(self, table: str) -> None:
        await self.store.create_table(TableRow(table, table, "digest", "live", "chain", "standard", "", 0))


def in_house(scenario: Callable[[House], Awaitable[None]]) -> Callable[[Path], None]:
    """Turn a coroutine over a house into a test."""

    @functools.wraps(scenario)
    def test(tmp_path: Path) -> None:
        asyncio.run(_run(tmp_path, scenario))

    del test.__wrapped__
    return test


async def _run(path: Path, scenario: Callable[[House], Awaitable[None]]) -> None:
    house = House(path / "house.db")
    await house.store.open()
    try:
        await scenario(house)
    finally:
        for people in house.opened:
            people.close()
        await house.store.close()


async def refusal(asked: Awaitable[object]) -> str:
    with pytest.raises(PeopleError) as refused:
        await asked
    assert refused.value.says == str(refused.value)
    return refused.value.says


# ------------------------------------------------------------------ guests


@in_house
async def test_a_guest_comes_in_with_a_thousand_of_play_money(house: House) -> None:
    entered = await house.people.enter()
    wallet = await house.people.wallet(entered.who.player)
    assert (wallet.wallet_cents, wallet.play_money) == (1_000_00, True)
    assert await house.store.balance("bonus") == -1_000_00
    assert await house.people.who(entered.token) == entered.who
    assert entered.who.guest
    assert entered.who.name.startswith("guest-")


@in_house
async def test_the_name_of_a_guest_spells_no_word(house: House) -> None:
    names = [(await house.people.enter()).who.name for _ in range(20)]
    assert [name for name in names if not re.fullmatch("guest-[b-df-hj-np-tv-z0-9]{4}", name)] == []


@in_house
async def test_guests_have_ids_and_tokens_of_their_own(house: House) -> None:
    ann, bob = await house.people.enter(), await house.people.enter()
    assert ann.token != bob.token
    assert ann.who.player != bob.who.player
    prefix, chance = ann.who.player.split("-")
    assert prefix == "g"
    assert len(chance) == 12
    assert set(chance) <= set("bcdfghjklmnpqrstvwxyz0123456789"), "its end is the name of a guest, and spells no word"


@in_house
async def test_only_the_hash_of_a_token_is_kept_and_no_secret_is_shown(house: House) -> None:
    entered = await house.account("Ann")
    kept = b"".join(path.read_bytes() for path in house.store.path.parent.iterdir())
    assert entered.token.encode() not in kept
    assert GOOD.encode() not in kept
    assert entered.token not in repr(entered)
    assert "argon2" not in repr(entered)


@in_house
async def test_whoever_has_no_play_money_left_begins_again_once_a_day(house: House) -> None:
    player = (await house.people.enter()).who.player
    assert "still have play money" in await refusal(house.people.begin_again(player, 0))
    await house.store.post([(f"wallet:{player}", -1_000_00), ("rack:x:y", 1_000_00)], why="lost", key="lost")
    assert "still have play money" in await refusal(house.people.begin_again(player, 5))
    await house.people.begin_again(player, 0)
    assert (await house.people.wallet(player)).wallet_cents == 1_000_00
    await house.store.post([(f"wallet:{player}", -1_000_00), ("rack:x:y", 1_000_00)], why="lost", key="again")
    assert "after midnight" in await refusal(house.people.begin_again(player, 0))
    house.clock.advance(hours=24)
    await house.people.begin_again(player, 0)
    assert (await house.people.wallet(player)).wallet_cents == 1_000_00
    assert await house.store.balance("bonus") == -3_000_00


# ------------------------------------------------------------------ accounts


@in_house
async def test_a_guest_who_registers_keeps_id_and_wallet(house: House) -> None:
    guest = await house.people.enter()
    account = await house.people.register(guest.token, "  Ann ", GOOD)
    assert account.who == Who(guest.who.player, "Ann", False)
    assert (await house.people.wallet(account.who.player)).wallet_cents == 1_000_00
    assert await house.people.who(guest.token) is None
    assert await house.people.who(account.token) == account.who


@in_house
async def test_a_name_is_taken_whatever_its_case(house: House) -> None:
    await house.account("Ann")
    guest = await house.people.enter()
    for name in ("ann", "ANN", "\uff21nn"):
        assert "already" in await refusal(house.people.register(guest.token, name, GOOD))
    assert await house.people.who(guest.token) == guest.who


@pytest.mark.parametrize("name", ["", "A", "x" * 25, " A ", "a\nb", "a\x00b", "an\u200bn", "a\ud800"])
def test_a_name_is_two_to_twenty_four_printable_characters(name: str, tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        guest = await house.people.enter()
        assert await refusal(house.people.register(guest.token, name, GOOD)) == (
            "a name is 2 to 24 printable characters"
        )
        assert "do not belong" in await refusal(house.people.log_in(name, GOOD))

    asyncio.run(_run(tmp_path, scenario))


@in_house
async def test_a_password_has_at_least_eight_characters(house: House) -> None:
    guest = await house.people.enter()
    for password in ("", "seven77", "x" * 201):
        assert await refusal(house.people.register(guest.token, "Ann", password)) == (
            "a password is 8 to 200 characters"
        )
    await house.people.register(guest.token, "Ann", "eight888")


@in_house
async def test_only_a_guest_can_register(house: House) -> None:
    account = await house.account("Ann")
    assert await refusal(house.people.register(account.token, "Bea", GOOD)) == "you have an account already"
    assert "as a guest first" in await refusal(house.people.register("nobody's", "Bea", GOOD))


@in_house
async def test_a_guest_who_registers_twice_at_once_gets_one_name(house: House) -> None:
    guest = await house.people.enter()
    asked = [house.people.register(guest.token, name, GOOD) for name in ("Ann", "Bea")]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sorted(type(answer).__name__ for answer in answers) == ["Entered", "PeopleError"]


@in_house
async def test_logging_in_gives_a_new_session_and_leaves_the_old_one(house: House) -> None:
    account, guest = await house.account("Ann"), await house.people.enter()
    entered = await house.people.log_in("aNN", GOOD, leaving=guest.token)
    assert entered.who == account.who
    assert entered.token not in (account.token, guest.token)
    assert await house.people.who(guest.token) is None
    assert await house.people.who(account.token) == account.who


@in_house
async def test_unknown_names_and_wrong_passwords_get_the_same_answer(house: House) -> None:
    await house.account("Ann")
    wrong = await refusal(house.people.log_in("Ann", "wrong horse"))
    unknown = await refusal(house.people.log_in("Nobody", GOOD))
    broken = await refusal(house.people.log_in("Ann", "\ud800"))
    assert wrong == unknown == broken == "name and password do not belong together"


# ------------------------------------------------------------------ sessions


@in_house
async def test_a_token_that_was_never_given_belongs_to_nobody(house: House) -> None:
    for token in ("", "guess", "\ud800"):
        assert await house.people.who(token) is None


@in_house
async def test_logging_out_ends_the_session_and_no_other(house: House) -> None:
    first, second = await house.account("Ann"), await house.people.log_in("Ann", GOOD)
    await house.people.log_out(first.token)
    await house.people.log_out("nobody's")
    assert await house.people.who(first.token) is None
    assert await house.people.who(second.token) == second.who


@in_house
async def test_a_session_ends_after_thirty_days_away(house: House) -> None:
    entered = await house.people.enter()
    house.clock.advance(days=30)
    assert await house.people.who(entered.token) is None
    assert await house.again().who(entered.token) is None


@in_house
async def test_a_session_lasts_as_long_as_somebody_comes_back(house: House) -> None:
    entered = await house.people.enter()
    for _ in range(6):
        house.clock.advance(days=20)
        commits = house.store.commits
        assert await asyncio.gather(*(house.people.who(entered.token) for _ in range(3))) == [entered.who] * 3
        assert house.store.commits == commits + 1
        assert await house.again().who(entered.token) == entered.who
    house.clock.advance(days=30)
    assert await house.people.who(entered.token) is None


@in_house
async def test_a_session_of_an_account_ends_after_half_a_year_however_often_it_is_used(house: House) -> None:
    guest = await house.people.enter()
    entered = await house.people.register(guest.token, "Ann", "correct horse battery")
    for _ in range(9):
        house.clock.advance(days=19)
        assert await house.again().who(entered.token) == entered.who
    house.clock.advance(days=9)  # 180 days
    assert await house.again().who(entered.token) is None


@in_house
async def test_nobody_is_turned_away_while_a_session_is_prolonged(house: House) -> None:
    entered = await house.people.enter()
    house.clock.advance(days=20)
    first = asyncio.create_task(house.people.who(entered.token))
    for _ in range(20):
        assert await house.people.who(entered.token) == entered.who
        await asyncio.sleep(0)
    first.cancel()
    house.clock.advance(days=20)
    leaving = asyncio.create_task(house.people.who(entered.token))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await house.people.who(entered.token) == entered.who
    assert await house.again().who(entered.token) == entered.who


@in_house
async def test_a_session_that_ends_while_it_is_prolonged_stays_ended(house: House) -> None:
    entered = await house.people.enter()
    house.clock.advance(days=20)
    asked = asyncio.create_task(house.people.who(entered.token))
    await asyncio.sleep(0)
    await house.people.log_out(entered.token)
    assert await asked in (entered.who, None)  # the two are under way at once, and the store chooses which comes first
    assert await house.people.who(entered.token) is None
    assert await house.again().who(entered.token) is None


@in_house
async def test_who_somebody_is_is_asked_of_the_store_once_in_a_while(house: House) -> None:
    entered, other = await house.people.enter(), house.again()
    assert await other.who(entered.token) == entered.who
    await house.people.log_out(entered.token)
    assert await other.who(entered.token) == entered.who
    house.clock.advance(TOKENS_FOR_S)
    assert await other.who(entered.token) is None


@in_house
async def test_a_restarted_house_knows_its_people(house: House) -> None:
    entered = await house.account("Ann")
    assert await house.again().who(entered.token) == entered.who
    assert (await house.again().log_in("Ann", GOOD)).who == entered.who


# ------------------------------------------------------------------ crew


@in_house
async def test_a_role_is_held_at_its_table_and_at_no_other(house: House) -> None:
    await house.table("north")
    ann = (await house.account("Ann")).who.player
    assert await house.people.roles(ann, "north") == frozenset()
    await house.people.grant("ann", "north", "boxperson", by="operator")
    await house.people.grant(ann, "*", "Pit Supervisor", by="operator", acting=True)
    assert await house.people.roles(ann, "north") == {"boxperson", "pit-supervisor"}
    assert await house.people.roles(ann, "south") == {"pit-supervisor"}
    assert {grant.role: grant.acting for grant in await house.people.grants(ann, "north")} == {
        "boxperson": False,
        "pit-supervisor": True,
    }


@in_house
async def test_a_role_is_taken_back_at_once_here_and_soon_elsewhere(house: House) -> None:
    await house.table("north")
    ann, other = (await house.account("Ann")).who.player, house.again()
    await house.people.grant("Ann", "north", "dealer", by="operator")
    assert await other.roles(ann, "north") == {"dealer"}
    await house.people.revoke("Ann", "north", "dealer")
    assert await house.people.roles(ann, "north") == frozenset()
    house.clock.advance(5)
    assert await other.roles(ann, "north") == frozenset()


@in_house
async def test_what_cannot_be_granted_is_refused_with_the_nearest(house: House) -> None:
    table = book_names()[0]
    await house.table(table)
    await house.account("Ann")
    grant = functools.partial(house.people.grant, by="operator")
    assert 'did you mean "stickperson"?' in await refusal(grant("Ann", table, "stickman"))
    assert "there is no role" in await refusal(grant("Ann", table, "house"))
    assert f'did you mean "{table}"?' in await refusal(grant("Ann", table[:-1], "dealer"))
    assert 'nobody has the id or the name "Bob"' in await refusal(grant("Bob", table, "dealer"))
    await grant("Ann", "*", "dealer")
    assert await refusal(house.people.revoke("Ann", table, "dealer")) == (
        f"Ann is not dealer at {table}; roles held: dealer at every table"
    )
    await house.people.revoke("Ann", "*", "dealer")
    assert await refusal(house.people.revoke("Ann", "*", "dealer")) == (
        "Ann is not dealer at any table; roles held: none"
    )
    await grant("Ann", table, "dealer")
    assert await refusal(house.people.revoke("Ann", "*", "dealer")) == (
        f"Ann is not dealer at every table; roles held: dealer at {table}"
    )
