"""The proof of a roll over HTTP: what the house tells is what its log holds, and it gives the dice that were called."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from comeout.client import Client
from comeout.dice import ROLLS
from comeout.log.dice_formula import blocks_of, decide, link_after
from comeout.table.messages import RollSettled
from tests.kit.raw_clients import ask, enter
from tests.kit.servers import Running, open_live, running


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path) as server:
        yield server


def rolled(house: Running, rolls: int) -> tuple[str, str, list[dict[str, Any]]]:
    """A private table where somebody has rolled: its id, their token, and what they recall."""
    token = enter(house)
    bearer = f"Bearer {token}"
    _, opened = ask(house, "POST", "/api/v1/tables", {"book": "evolution"}, authorization=bearer)

    async def play() -> None:
        async with Client(house.url, token=token) as client:
            await client.enter()
            table = await client.join(opened["id"])
            await table.sit(500_00)
            await table.set_seed("my lucky words")
            news = table.events()
            for _ in range(rolls):
                await table.bet("field", 5_00)
                await table.roll()
                while not isinstance(await anext(news), RollSettled):
                    pass

    asyncio.run(play())
    _, recall = ask(house, "GET", "/api/v1/recall", authorization=bearer)
    return opened["id"], token, recall["rolls"]


def proof_of(house: Running, table: str, token: str, seq: int) -> tuple[int, dict[str, Any]]:
    return ask(house, "GET", f"/api/v1/tables/{table}/proof/{seq}", authorization=f"Bearer {token}")


def test_a_proof_leads_from_the_published_anchor_to_the_dice_that_were_called(house: Running) -> None:
    table, token, rolls = rolled(house, 3)
    assert len(rolls) == 3
    for roll in rolls:
        status, proof = proof_of(house, table, token, roll["seq"])
        assert status == 200
        link = bytes.fromhex(proof["link"])
        hashed = link
        for _ in range(proof["index"]):
            hashed = link_after(hashed)
        assert hashed.hex() == proof["anchor"]
        seeds = tuple((seat, text) for seat, text in proof["seeds"])
        assert seeds == ((1, "my lucky words"),)
        assert (proof["format"], len(proof["log"])) == ("chain-2", 64)
        place, _ = decide(blocks_of(link, table, proof["roll"], seeds, log=proof["log"]))
        assert [ROLLS[place].a, ROLLS[place].b] == proof["dice"] == roll["dice"]
        assert proof["published_seq"] < proof["frozen_seq"] < proof["thrown_seq"] < proof["seq"]


@pytest.mark.parametrize("seq", [0, -1, 1, 10**9, 2**63])
def test_a_record_that_is_no_settled_roll_has_no_proof(house: Running, seq: int) -> None:
    table, token, _ = rolled(house, 1)
    status, answer = proof_of(house, table, token, seq)
    assert status in (400, 404)
    assert answer["says"]


def test_dice_of_no_published_chain_say_that_there_is_nothing_to_check(tmp_path: Path) -> None:
    table = open_live(tmp_path, "evolution", name="entropy", dice="entropy")
    with running(tmp_path) as house:
        status, answer = proof_of(house, table, enter(house), 5)
        assert (status, answer["says"].partition(":")[0]) == (
            404,
            "the dice of this table come from no published chain",
        )


def test_a_stranger_gets_no_proof_of_a_private_table(house: Running) -> None:
    table, _, rolls = rolled(house, 1)
    status, _ = proof_of(house, table, enter(house), rolls[0]["seq"])
    assert status == 404
