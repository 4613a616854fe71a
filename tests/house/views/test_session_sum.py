"""Sessions summed up from the log: from when somebody last sat down, wherever in the log that was."""

from __future__ import annotations

import pytest

from comeout.house.views import session_sum as module
from comeout.house.views.session_sum import Sessions, Summed
from tests.kit.nights import Night, play, seated


async def session(night: Night, sessions: Sessions, player: str = "ann") -> Summed | None:
    return await sessions.of(night.row.id, night.layout, player, now=night.host.table.log.seq)


async def summary(night: Night, sessions: Sessions, player: str = "ann") -> tuple[int, int, int]:
    """Bets, stakes and net of a player's session; its lines add up."""
    found = await session(night, sessions, player)
    assert found
    summed = found.summary
    assert summed.total.net == summed.total.expected + summed.luck + summed.rounding + summed.unfinished
    return summed.total.bets, summed.total.action, summed.total.net


async def bet_and_roll(night: Night, **bets: int) -> None:
    for spot, amount in bets.items():
        await night.do("ann", "PlaceBet", spot=spot.replace("_", "-"), amount=amount)
    await night.wait()


@play
async def test_a_session_goes_on_with_every_roll_and_is_read_once() -> None:
    night = await seated("evolution", (4, 2), (1, 2), (3, 4))
    sessions = Sessions(night.store)
    assert await summary(night, sessions) == (0, 0, 0)
    await bet_and_roll(night, field=1_000, place_8=600)
    assert await summary(night, sessions) == (2, 1_600, -1_000)
    await bet_and_roll(night, field=1_000)
    (read,) = [each for (_, player), each in sessions._found.items() if player == "ann"]
    assert await summary(night, sessions) == (3, 2_600, 0)
    assert read.seq == night.host.table.log.seq
    await bet_and_roll(night)
    assert await summary(night, sessions) == (3, 2_600, -600)
    assert (await summary(night, sessions, "bob")) == (0, 0, 0)


@play
async def test_somebody_who_never_sat_down_has_no_session() -> None:
    night = await seated("evolution")
    assert await session(night, Sessions(night.store), "cai") is None


@play
async def test_a_session_begins_anew_with_a_new_seat_and_ends_when_it_is_left() -> None:
    night = await seated("evolution", (4, 2), (1, 2), (3, 3), (1, 2))
    sessions = Sessions(night.store)
    await bet_and_roll(night, field=1_000)
    night.clock.advance(5)
    await night.do("ann", "Leave")
    left = await session(night, sessions)
    assert left
    assert (left.until or 0) > left.since
    assert await summary(night, sessions) == (1, 1_000, -1_000)
    assert (await night.do("ann", "Sit", rack=20_000))["ok"]
    assert await summary(night, sessions) == (0, 0, 0)
    new = await session(night, sessions)
    assert new
    assert new.until is None
    await bet_and_roll(night, come=1_000)
    again = Sessions(night.store)
    assert await summary(night, again) == await summary(night, sessions) == (1, 1_000, -1_000)


@play
async def test_the_puck_of_the_moment_somebody_sat_down_is_found() -> None:
    """A come bet made before the next roll is valued with the puck as it was."""
    night = await seated("evolution", (4, 2), (1, 2))
    await bet_and_roll(night, field=100)
    await night.do("cai", "Sit", rack=20_000)
    await night.do("cai", "PlaceBet", spot="come", amount=1_000)
    assert await summary(night, Sessions(night.store), "cai") == (1, 1_000, 0)
    await night.wait()
    assert await summary(night, Sessions(night.store), "cai") == (1, 1_000, -1_000)


@play
async def test_the_puck_is_found_behind_an_outcome_that_was_undone() -> None:
    night = await seated("adelaide", (4, 2), (4, 2), (1, 2))
    await bet_and_roll(night, field=100)
    await bet_and_roll(night, field=100)
    for person in ("eve", "fay"):
        assert (await night.do(person, "InvalidateOutcome", by="pit-supervisor", reason="fire"))["ok"]
    await night.do("cai", "Sit", rack=20_000)
    assert night.host.state.point == 6
    assert (await night.do("cai", "PlaceBet", spot="come", amount=1_000))["ok"]
    assert await summary(night, Sessions(night.store), "cai") == (1, 1_000, 0)


@play
async def test_a_voided_round_leaves_the_puck_off_for_whoever_comes_next() -> None:
    night = await seated("evolution", (4, 2))
    await bet_and_roll(night, field=100)
    for person in ("eve", "fay"):
        await night.do(person, "DeclareMalfunction", by="shift-manager")
    await night.do("cai", "Sit", rack=20_000)
    assert night.host.state.point == 0
    await night.do("cai", "PlaceBet", spot="pass", amount=1_000)
    assert await summary(night, Sessions(night.store), "cai") == (1, 1_000, 0)


def test_a_session_is_looked_for_page_by_page_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAGE", 4)

    @play
    async def scenario() -> None:
        night = await seated("evolution", *[(1, 2)] * 4)
        for _ in range(4):
            await bet_and_roll(night, field=1_000)
        assert await summary(night, Sessions(night.store)) == (4, 4_000, 4_000)
        monkeypatch.setattr(module, "PAGES_MOST", 2)
        assert await session(night, Sessions(night.store)) is None

    scenario()


def test_so_many_sessions_and_books_are_remembered_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SESSIONS_MOST", 1)
    monkeypatch.setattr(module, "BOOKS_MOST", 0)

    @play
    async def scenario() -> None:
        night = await seated("evolution")
        sessions = Sessions(night.store)
        for player in ("ann", "bob"):
            assert await summary(night, sessions, player) == (0, 0, 0)
        assert [player for _, player in sessions._found] == ["bob"]
        assert not sessions._worths

    scenario()
