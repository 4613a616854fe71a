"""What a player wrote for their seed is told to others only with the proof of the throw."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.kit.nights import Night, Watcher, play, seated

SECRET = "only the proof tells this"


def heard(watching: Watcher, kind: str) -> list[dict[str, Any]]:
    """What a connection was sent of a kind of event."""
    return [frame["body"] for frame in watching.seen if frame.get("name") == kind]


async def table() -> Night:
    night = await seated("exhibit-a", dice="chain")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    return night


@pytest.mark.claim("dice-seeds")
@play
async def test_a_seed_goes_to_its_player_alone_until_the_dice_are_thrown() -> None:
    night = await table()
    ann, bob, crew, looking = (
        night.watch(), night.watch("bob"), night.watch("eve", sees_all=True), night.watch("zoe"),
    )  # fmt: skip
    await night.do("ann", "SetSeed", seed=SECRET)
    await night.wait()
    assert heard(ann, "seed-set") == [{"player": "ann", "seed": SECRET}]
    frozen = heard(ann, "seeds-frozen")[0]
    assert (frozen["seeds"], len(frozen["log"])) == ([[1, SECRET]], 64)
    for other in (bob, crew, looking):
        thrown = next(place for place, each in enumerate(other.seen) if each.get("name") == "dice-thrown")
        assert SECRET not in json.dumps(other.seen[:thrown])
        assert heard(other, "seed-set") == []
        assert heard(other, "seeds-frozen") == [{**frozen, "seeds": []}]
        assert heard(other, "dice-thrown")[0]["seeds"] == [[1, SECRET]]


@play
async def test_who_was_away_is_told_no_more_than_who_was_there() -> None:
    night = await table()
    await night.do("ann", "SetSeed", seed=SECRET)
    before = night.host.fold.log.seq - 1
    await night.wait()
    bob, ann = night.watch("bob"), night.watch()
    missed = [json.loads(each) for each in night.host.hub.missed(bob, before, night.host.fold.log.seq) or ()]
    thrown = next(place for place, each in enumerate(missed) if each["name"] == "dice-thrown")
    assert SECRET not in json.dumps(missed[:thrown])
    assert missed[thrown]["body"]["seeds"] == [[1, SECRET]]
    own = [json.loads(each) for each in night.host.hub.missed(ann, before, night.host.fold.log.seq) or ()]
    assert [each["name"] for each in own if SECRET in json.dumps(each)] == ["seed-set", "seeds-frozen", "dice-thrown"]


@play
async def test_who_sits_down_in_the_seat_of_another_is_not_told_their_seed() -> None:
    night = await table()
    await night.do("bob", "SetSeed", seed=SECRET)
    before = night.host.fold.log.seq
    await night.wait()
    await night.do("bob", "Leave")
    await night.do("cai", "Sit", rack=50_000, seat=2)
    cai = night.watch("cai")
    missed = [json.loads(each) for each in night.host.hub.missed(cai, before, night.host.fold.log.seq) or ()]
    assert [each["name"] for each in missed if SECRET in json.dumps(each)] == ["dice-thrown"]
