"""Exported sessions: what a player's luck is found from, and nothing of anybody else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from comeout.house.views.session_export import export_session
from comeout.house.views.session_sum import Sessions, session_start
from comeout.lab.solving.luck_file import luck_of_file
from comeout.lab.solving.session_luck import SessionLuck
from tests.kit.nights import Night, play, seated


async def exported(night: Night, player: str = "ann") -> list[dict[str, Any]]:
    now = night.host.table.log.seq
    begun = await session_start(night.store, night.row.id, player, now)
    assert begun
    return [json.loads(line) async for line in export_session(night.store, night.row, begun, now=now)]


def luck(folder: Path, lines: list[dict[str, Any]]) -> SessionLuck:
    file = folder / "session.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    _, (found,) = luck_of_file(str(file))
    return found


async def summed(night: Night, player: str = "ann") -> object:
    found = await Sessions(night.store).of(night.row.id, night.layout, player, now=night.host.table.log.seq)
    assert found
    return found.summary


def test_the_luck_of_an_exported_session_is_that_of_the_page(tmp_path: Path) -> None:
    """With charges, a call, a bet that is taken down, and another player at the table."""

    @play
    async def scenario() -> None:
        night = await seated("adelaide", (4, 2), (1, 2), (3, 3), (5, 3), (3, 4))
        await night.do("ann", "PlaceBet", spot="buy-4", amount=2_500)
        await night.do("bob", "PlaceBet", spot="field", amount=700)
        await night.wait()
        await night.do("ann", "PlaceBet", spot="place-8", amount=1_200)
        await night.wait()
        await night.wait()
        assert (await night.do("ann", "CallBet", spot="place-8", call="on"))["ok"]
        await night.wait()
        assert (await night.do("ann", "RemoveBet", spot="buy-4"))["ok"]
        await night.wait()
        found = luck(tmp_path, await exported(night))
        assert found.summary == await summed(night)
        assert (found.player, found.summary.rolls) == ("ann", 4)
        await night.do("ann", "Leave")
        await night.wait()
        over = await exported(night)
        assert over[-1]["kind"] == "SeatLeft"
        assert luck(tmp_path, over).summary == await summed(night)

    scenario()


@play
async def test_nothing_of_another_player_is_exported() -> None:
    night = await seated("adelaide", (4, 2), (1, 2))
    await night.do("ann", "PlaceBet", spot="place-8", amount=1_200)
    await night.do("bob", "PlaceBet", spot="field", amount=777)
    await night.wait()
    header, *events = await exported(night)
    assert (header["format"], header["player"], header["point"]) == ("session-1", "ann", 0)
    assert "777" not in json.dumps(events)
    assert "bob" not in json.dumps(events)
    assert '"field"' in json.dumps(await exported(night, "bob"))


def test_who_sits_down_while_a_point_is_on_has_it_in_the_export(tmp_path: Path) -> None:
    @play
    async def scenario() -> None:
        night = await seated("evolution", (4, 2), (1, 2))
        await night.do("ann", "PlaceBet", spot="field", amount=1_000)
        await night.wait()
        await night.do("cai", "Sit", rack=20_000)
        await night.do("cai", "PlaceBet", spot="come", amount=1_000)
        await night.wait()
        lines = await exported(night, "cai")
        assert lines[0]["point"] == 6
        assert luck(tmp_path, lines).summary == await summed(night, "cai")

    scenario()
