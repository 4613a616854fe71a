"""What nobody uses is put away: empty tables of players, guests whom nobody is any more, answers from yesterday."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from comeout.house.host.create import OpeningError, open_for
from comeout.house.house import House
from comeout.house.housekeeping import SWEEP_SECONDS, Housekeeping
from comeout.house.operator.verify import verify
from comeout.house.players.caps import Caps
from comeout.house.store.contract import Store, StoreTrouble
from comeout.house.store.sqlite import SqliteStore
from comeout.log.accounts import BONUS, wallet
from comeout.log.records import AnswerRow, Batch, Mode, TableRow
from comeout.protocol.house_commands import Ask
from comeout.rules.library import load_book
from tests.kit.clocks import TurnedClock
from tests.kit.memory_store import MemoryStore
from tests.kit.nights import play

HERE, THERE = "192.0.2.1", "192.0.2.2"
CAPS = Caps(players_per_address=2)


@asynccontextmanager
async def house_of(store: Store | None = None, clock: TurnedClock | None = None) -> AsyncIterator[House]:
    """A house whose tables run, with only those that a test opens."""
    clock = clock or TurnedClock()
    house = House(store or MemoryStore(clock=clock), clock, caps=CAPS)
    await house.store.open()
    yield house
    await house.stop()


async def opened(house: House, player: str, mode: Mode = "first-person", address: str = HERE) -> TableRow:
    settings = {"shooter": "companion"}
    row = await open_for(
        house, player, load_book("adelaide"), name="mine", mode=mode, profile="standard", settings=settings,
        address=address,
    )  # fmt: skip
    await house.place(row)
    return row


async def do(house: House, table: str, player: str, name: str, **body: Any) -> dict[str, Any]:
    place = await house.table(table)
    assert place
    answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
    await house.learn(player)
    now = house.clock.monotonic()
    place.ask(Ask(player, f"{name}-{table}-{now}", name, body, frozenset(), now, answered.set_result))
    found: dict[str, Any] = json.loads(await answered)
    return found


def pass_time(house: House, **time: float) -> None:
    assert isinstance(house.clock, TurnedClock)
    house.clock.advance(**time)


# ---- tables


@pytest.mark.claim("caps-by-address")
@play
async def test_empty_tables_of_players_are_closed_after_an_hour_and_those_where_somebody_sits_or_watches_are_not() -> (
    None
):
    async with house_of() as house:
        sweeping = Housekeeping(house)
        ann = (await house.people.enter()).who.player
        empty, live, taken = [await opened(house, ann, mode) for mode in ("first-person", "live", "first-person")]
        standing = await house.place(await house.create(load_book("adelaide"), name="standing", mode="live"))
        assert (await do(house, taken.id, ann, "Sit", rack=100_00))["ok"]
        await sweeping.sweep()
        pass_time(house, minutes=CAPS.empty_minutes - 1)
        await sweeping.sweep()
        assert {row.id for row in await house.store.tables()} == {empty.id, live.id, taken.id, standing.row.id}
        pass_time(house, minutes=1)
        await sweeping.sweep()
        assert {row.id for row in await house.store.tables()} == {taken.id, standing.row.id}
        assert set(house.places) == {taken.id, standing.row.id}
        assert (await do(house, taken.id, ann, "Leave"))["ok"]
        await sweeping.sweep()
        pass_time(house, minutes=CAPS.empty_minutes)
        await sweeping.sweep()
        assert set(house.places) == {standing.row.id}


@play
async def test_a_table_that_was_used_meanwhile_counts_from_then() -> None:
    async with house_of() as house:
        sweeping = Housekeeping(house)
        ann = (await house.people.enter()).who.player
        row = await opened(house, ann)
        await sweeping.sweep()
        pass_time(house, minutes=50)
        await do(house, row.id, ann, "Sit", rack=100_00)
        await sweeping.sweep()
        await do(house, row.id, ann, "Leave")
        pass_time(house, minutes=50)
        await sweeping.sweep()
        assert row.id in house.places


@pytest.mark.claim("caps-by-address")
@play
async def test_guests_of_one_address_have_only_so_many_tables_open_between_them() -> None:
    async with house_of() as house:
        guests = [(await house.people.enter()).who.player for _ in range(10)]
        first = await opened(house, guests[0])
        assert (await do(house, first.id, guests[0], "Sit", rack=100_00))["ok"]
        rows = [await opened(house, guest) for guest in guests for _ in range(2)]
        left = {row.id for row in await house.store.tables()}
        assert left == {first.id, *(row.id for row in rows[-CAPS.address_tables + 1 :])}
        for row in rows[-CAPS.address_tables + 1 :]:
            assert (await do(house, row.id, row.player, "Sit", rack=1_00))["ok"]
        with pytest.raises(OpeningError, match="4 tables were opened from your address and somebody sits at each"):
            await opened(house, guests[0])
        await opened(house, guests[0], address=THERE)


# ---- guests


@play
async def test_guests_unused_for_thirty_days_are_removed_unless_they_have_something_on_a_table() -> None:
    async with house_of() as house:
        sweeping = Housekeeping(house)
        gone, used, seated, keeper = [(await house.people.enter()) for _ in range(4)]
        table = await opened(house, seated.who.player)
        emptied = await opened(house, gone.who.player)
        assert (await do(house, table.id, seated.who.player, "Sit", rack=100_00))["ok"]
        await house.people.register(keeper.token, "Keeper", "a long pass phrase")
        for _ in range(4):
            pass_time(house, days=7)
            assert await house.people.who(used.token)
            await sweeping.sweep()
        assert await house.store.player(gone.who.player)
        pass_time(house, days=3)
        await sweeping.sweep()
        there = [bool(await house.store.player(each.who.player)) for each in (gone, used, seated, keeper)]
        assert there == [False, True, True, True]
        assert emptied.id not in {row.id for row in await house.store.tables()}
        assert await house.store.balance(wallet(gone.who.player)) == 0
        assert await house.store.balance(BONUS) == -3 * 1_000_00
        assert sum(amount for _, amount in await house.store.balances()) == 0
        assert gone.who.player not in house.names
        assert await house.people.who(gone.token) is None


@pytest.mark.claim("money-balances")
def test_after_guests_were_removed_the_house_verifies_and_its_logs_keep_their_ids(tmp_path: Path) -> None:
    async def scenario() -> None:
        clock = TurnedClock()
        store = SqliteStore(tmp_path / "house.db", clock=clock)
        async with house_of(store, clock) as house:
            sweeping = Housekeeping(house)
            guests = [(await house.people.enter()).who.player for _ in range(3)]
            row = await opened(house, guests[0])
            assert (await do(house, row.id, guests[0], "Sit", rack=100_00))["ok"]
            assert (await do(house, row.id, guests[0], "Leave"))["ok"]
            pass_time(house, days=31)
            await sweeping.sweep()
            assert [await store.player(guest) for guest in guests] == [None] * 3
            assert any(guests[0].encode() in record.body for record in await store.records(row.id))
            assert dict(await store.account_sums()) == dict(await store.balances())
        await store.open()
        report = await verify(store)
        await store.close()
        assert report.fault is None

    asyncio.run(scenario())


@play
async def test_guests_are_looked_at_some_at_a_time_and_all_in_turn() -> None:
    async with house_of() as house:
        sweeping = Housekeeping(house)
        for _ in range(250):
            await house.people.enter()
        pass_time(house, days=31)
        left = []
        for _ in range(3):
            await sweeping.sweep()
            left.append(len(await house.store.unused_guests(before=house.clock.now(), limit=1_000)))
        assert left == [150, 50, 0]


# ---- answers


@play
async def test_an_id_holds_for_a_day() -> None:
    async with house_of() as house:
        row = await house.create(load_book("adelaide"), name="one", mode="live")
        lease = await house.store.claim(row.id, "me", lease_s=1e9)
        assert lease
        await house.store.append(lease, Batch(answers=[AnswerRow("ann", "x", b"yes", house.clock.now())]))
        pass_time(house, hours=23.9)
        await Housekeeping(house).sweep()
        assert await house.store.answer("ann", "x") == b"yes"
        pass_time(house, hours=0.2)
        await Housekeeping(house).sweep()
        assert await house.store.answer("ann", "x") is None


# ---- going on


@play
async def test_a_sweep_that_fails_is_logged_and_the_next_one_comes() -> None:
    async with house_of() as house:
        sweeping, swept = Housekeeping(house), list[str]()

        async def sweep() -> None:
            swept.append("again")
            raise [StoreTrouble("full"), ValueError("a bug"), StoreTrouble("full")][len(swept) - 1]

        sweeping.sweep = sweep  # type: ignore[method-assign]
        with capture_logs() as logs:
            watching = asyncio.create_task(sweeping.watch())
            for _ in range(3):
                await asyncio.sleep(0)
                pass_time(house, seconds=SWEEP_SECONDS)
                await asyncio.sleep(0)
            await asyncio.sleep(0)
            watching.cancel()
        assert len(swept) == 3
        assert [each["event"] for each in logs] == ["house not swept", "sweeping the house broke", "house not swept"]
