"""The client without `await`: it plays, also inside a running loop, says what is wrong, and leaves no thread behind."""

from __future__ import annotations

import asyncio
import gc
import inspect
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest

from comeout.client import Client, HouseError, RemoteTable
from comeout.client.rest_client import HouseTimeout
from comeout.client.sync import SyncClient, SyncTable
from comeout.table.messages import PlaceBet, RollSettled
from tests.kit.project import DOCS
from tests.kit.servers import PATIENCE_S, Running


def threads() -> list[str]:
    return [each.name for each in threading.enumerate() if each.name.startswith("comeout-client")]


def test_a_script_sits_bets_and_rolls_without_await(house: Running) -> None:
    with SyncClient(house.url) as client:
        me = client.enter()
        table = client.open_table("sentosa", name="mine", settings={"shooter": "companion"})
        assert "mine" in [each.name for each in client.tables()]
        assert table.sit("200")
        [_] = table.bet("field", "1.50")
        assert (table.bets, table.rack) == ({"field": 1_50}, 198_50)
        assert (table.seat, table.seats, table.phase, table.shooter) == (1, {1: me.name}, "betting open", 0)
        rolled = table.roll()
        assert [line.spot for line in rolled.lines] == ["field"]
        assert table.rack == 200_00 + rolled.net[1]
        [past] = client.history(table.id)
        assert (past.roll, past.net, past.player) == (rolled.roll, rolled.net[1], me.player)
        assert client.wallet().racks_cents == table.rack
        assert repr(table) == f"<SyncTable {table.id} of sentosa: betting open, you are in seat 1>"
    assert not threads()


def test_it_works_where_a_loop_runs_already_as_in_a_notebook(house: Running) -> None:
    async def cell() -> int:
        with SyncClient(house.url) as client:
            client.enter()
            table = client.open_table("sentosa", settings={"shooter": "companion"})
            table.sit(200_00)
            return len(table.roll())

    assert asyncio.run(cell()) > 0


def test_a_cell_that_is_run_again_leaves_no_thread_of_the_client_before(house: Running) -> None:
    client = SyncClient(house.url)
    client.enter()
    table = client.open_table("sentosa")
    client = SyncClient(house.url)
    del table
    gc.collect()
    assert len(threads()) == 1
    client.close()
    client.close()
    assert not threads()


def test_a_script_that_forgets_to_close_ends_without_a_word(house: Running) -> None:
    script = f"""
from comeout.client.sync import SyncClient
client = SyncClient({house.url!r})
client.enter()
table = client.open_table("sentosa")
table.sit("100")
print(table.rack)
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert (ended.stdout, ended.stderr) == ("10000\n", "")


def test_whoever_waits_for_a_roll_that_does_not_come_is_told_in_time(house: Running) -> None:
    with SyncClient(house.url) as client:
        client.enter()
        table = client.join("idle")
        with pytest.raises(HouseTimeout, match=r"nothing came within 0\.2 s"):
            table.next_roll(timeout_s=0.2)
        with pytest.raises(TimeoutError):
            table.next_roll(timeout_s=0.01)
        list(table.events(timeout_s=0.05))  # it ends when nothing is told
        assert table.sit("50"), "the connection is as it was"


def test_a_live_table_is_watched_roll_by_roll_or_event_by_event(house: Running) -> None:
    with SyncClient(house.url) as client:
        client.enter()
        table = client.join("quick")
        table.sit("50")
        assert table.next_roll(timeout_s=PATIENCE_S).settled
        rolls = (news for news in table.events(timeout_s=PATIENCE_S) if isinstance(news, RollSettled))
        assert len(list(islice(rolls, 2))) == 2


def test_several_threads_may_ask_at_once(house: Running) -> None:
    with SyncClient(house.url) as client:
        client.enter()
        table = client.open_table("sentosa")
        table.sit("100")
        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(lambda _: table.bet("field", 1_00), range(16)))
        assert table.bets == {"field": 16_00}


def test_a_client_that_was_closed_says_so_and_its_figures_stay(house: Running) -> None:
    client = SyncClient(house.url)
    client.enter()
    table = client.open_table("sentosa")
    table.sit("100")
    client.close()
    with pytest.raises(HouseError, match="this client is closed; make a new one"):
        table.bet("field", "1")
    assert (table.rack, table.closed) == (100_00, True)
    table.close()


def test_events_end_where_the_table_is_closed_and_whoever_waits_in_another_thread_is_told(house: Running) -> None:
    with SyncClient(house.url) as client, ThreadPoolExecutor(2) as pool:
        client.enter()
        table, other = client.join("idle"), client.join("idle")
        reading, waiting = pool.submit(lambda: list(table.events())), pool.submit(other.next_roll)
        while not other._table._awaited:
            time.sleep(0)
        table.close()
        assert isinstance(reading.result(PATIENCE_S), list)
        client.close()
        with pytest.raises(HouseError, match="closed"):
            waiting.result(PATIENCE_S)


def test_a_house_that_is_not_there_is_one_line_and_no_thread_stays() -> None:
    with pytest.raises(HouseError, match="is no address of a house"):
        SyncClient("ftp://somewhere")
    with (
        pytest.raises(HouseError, match=r"no house answers at http://127\.0\.0\.1:9"),
        SyncClient("127.0.0.1:9") as client,
    ):
        client.enter()
    assert not threads()


def test_a_call_from_the_client_s_own_loop_would_wait_for_itself(house: Running) -> None:
    with SyncClient(house.url) as client:

        async def inside() -> None:
            client.enter()

        with pytest.raises(HouseError, match="this would wait for itself"):
            client._loop.run(inside())


def test_a_refusal_is_the_same_value_as_in_the_other_client(house: Running) -> None:
    with SyncClient(house.url) as client:
        client.enter()
        table = client.open_table("sentosa", settings={"max field": "50"})
        table.sit("200")
        assert not table.can(PlaceBet(1, "field", 60_00))
        assert table.can(PlaceBet(1, "field", 50_00))
        assert table.understand("50 field").acts[0].ok
        assert table.bets == {}
        refused = table.bet("field", 60_00)
        assert (refused.reason, refused.instead) == ("OVER_MAXIMUM", (50_00,))
        with pytest.raises(ValueError, match=r"\$50\.00 would be accepted"):
            refused.or_raise()
        float_given = table.bet("field", 12.5)  # type: ignore[arg-type]
        assert (float_given.reason, float_given.says[:40]) == ("NONSENSE", "12.5 is no amount; write it in whole cen")
        assert table.bet("field", "ten").reason == "NONSENSE"


@pytest.mark.parametrize(("plain", "twin"), [(RemoteTable, SyncTable), (Client, SyncClient)])
def test_the_twin_has_every_name_and_every_parameter(plain: type, twin: type) -> None:
    ours = {name: each for name, each in vars(plain).items() if not name.startswith("_") and name != "open"}
    for name, each in ours.items():
        other = getattr(twin, name)
        assert isinstance(other, property) == isinstance(each, property), name
        if not isinstance(each, property):
            wanted = inspect.signature(each).parameters
            given = {key: one for key, one in inspect.signature(other).parameters.items() if key != "timeout_s"}
            assert given == dict(wanted), name


def test_the_script_of_the_documents_plays(house: Running) -> None:
    found = re.findall(r"```python\n(.*?)```", (DOCS / "protocol.md").read_text(encoding="utf-8"), re.DOTALL)
    [script] = [each for each in found if "SyncClient" in each]
    played = subprocess.run(
        [sys.executable, "-c", script, house.url], capture_output=True, text=True, timeout=60, check=True
    )
    assert len(re.findall(r"^\d-\d point \S+ net \{1: -?\d+\}$", played.stdout, re.MULTILINE)) == 3
