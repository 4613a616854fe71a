"""The owner of one table, turn by turn: kept before told, once for every id, and put right after every kind of stop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest

from comeout.house.audience.hub import SMALL_TABLE, Subscriber
from comeout.house.audience.snapshot import STACKS_SECONDS, snapshot, you
from comeout.house.host.host import SHOW_SECONDS, Host
from comeout.house.host.recovery import recover_from_bug
from comeout.house.house import House
from comeout.house.store.contract import StoreTrouble
from comeout.log.fold import LogBroken
from comeout.log.proof import Proof, prove
from comeout.log.records import Player
from comeout.protocol.frames import CLOSED
from comeout.protocol.house_commands import Ask
from tests.kit.house_games import CREW
from tests.kit.nights import BETTING_S, TABLE, Night, names, play, seated, stopped_in, told


@play
async def test_a_turn_is_kept_before_it_is_answered_and_told() -> None:
    night = await seated("exhibit-a")
    watching = night.watch()
    night.store.before = [StoreTrouble("slow")]
    key = night.ask("ann", "PlaceBet", spot="field", amount=1_000)
    turning = asyncio.ensure_future(night.host.turn())
    await asyncio.sleep(0)
    assert "BetPlaced" not in night.kinds + names(watching)
    assert [json.loads(data)["reason"] for data in night.answers[key]] == ["NOT_KEPT"]
    night.clock.advance(1)
    await turning
    assert (await night.do("ann", "PlaceBet", key, spot="field", amount=1_000))["ok"]
    assert (night.kinds.count("BetPlaced"), names(watching)) == (1, ["BetPlaced"])


@play
async def test_many_commands_share_one_batch() -> None:
    night = await seated("exhibit-a")
    before = len(night.store.batches)
    keys = [night.ask(player, "PlaceBet", spot="field", amount=1_000) for player in ("ann", "bob") for _ in range(20)]
    await night.host.turn()
    assert len(night.store.batches) == before + 1
    assert all(json.loads(night.answers[key][0])["ok"] for key in keys)


@pytest.mark.parametrize(
    ("book", "kinds", "left"),
    [
        ("sentosa", ["started", "BetsReturned", "BettingOpened"], 50_000),
        ("exhibit-a", ["started", "PlayContinued"], 49_000),
        ("adelaide", ["started", "PlayContinued"], 49_000),
        ("evolution", ["started", "PlayContinued"], 49_000),
    ],
)
def test_an_undecided_round_that_was_interrupted_follows_its_book(book: str, kinds: list[str], left: int) -> None:
    async def scenario() -> None:
        night = await seated(book, (3, 3), (3, 3))
        await stopped_in(night, "BettingClosed")
        before = len(night.kinds)
        await night.crash()
        assert night.since(before)[: len(kinds)] == kinds
        assert night.host.state.seats[1].rack == left
        night.prove()

    asyncio.run(scenario())


@play
async def test_a_round_with_something_decided_is_played_on() -> None:
    night = await seated("sentosa", (3, 3), (2, 2))
    await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    await night.wait()
    assert night.host.state.round_decided
    before = len(night.kinds)
    await night.crash()
    assert night.since(before)[:2] == ["started", "PlayContinued"]


@pytest.mark.parametrize("book", ["exhibit-a", "adelaide", "sentosa", "evolution"])
def test_committed_dice_are_settled_first_after_a_crash_and_once(book: str) -> None:
    async def scenario() -> None:
        night = await seated(book, (3, 4))
        await stopped_in(night, "RollCalled")
        before = len(night.kinds)
        await night.crash()
        assert night.since(before)[:2] == ["started", "RollSettled"]
        assert night.host.state.seats[1].rack == 51_000
        assert night.host.closes_in_ms == BETTING_S * 1000  # and a whole betting time for the next roll
        await night.crash()
        assert night.kinds.count("RollSettled") == 1
        night.prove()

    asyncio.run(scenario())


@play
async def test_crew_dice_that_were_called_are_settled_first_too() -> None:
    night = await seated("exhibit-a", dice="crew")
    for player, name, body in (
        ("eve", "OpenBetting", {"by": "boxperson"}),
        ("eve", "CloseBetting", {"by": "stickperson"}),
        ("eve", "ThrowDice", {"seat": 0}),
        ("eve", "CallRoll", {"by": "stickperson", "roll": [3, 3]}),
        ("fay", "CallRoll", {"by": "stickperson", "roll": [3, 3]}),
    ):
        assert (await night.do(player, name, **body))["ok"]
    before = len(night.kinds)
    await night.crash()
    assert night.since(before) == ["started", "RollSettled", "PlayContinued"]


@play
async def test_a_takeover_within_the_betting_time_is_no_interruption_and_keeps_the_countdown() -> None:
    night = await seated("sentosa", (3, 3))
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    before = len(night.kinds)
    await night.crash(for_s=4)
    assert night.since(before) == ["started"]
    assert night.host.closes_in_ms == (BETTING_S - 4) * 1000


@play
async def test_a_clean_stop_is_no_interruption_and_finishes_the_roll_in_hand() -> None:
    night = await seated("sentosa", (3, 3))
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    night.store.after = [None, StoreTrouble("lost the line")]
    night.clock.advance(BETTING_S)
    turning = asyncio.ensure_future(night.host.turn())
    for _ in range(5):
        await asyncio.sleep(0)
    stopping = asyncio.ensure_future(night.host.stop())
    night.clock.advance(1)
    await asyncio.gather(turning, stopping)
    assert night.kinds[-3:] == ["RollSettled", "BettingOpened", "stopped"]
    before = len(night.kinds)
    night.clock.advance(3600)
    assert await night.own("next")
    assert night.since(before) == []
    assert night.host.closes_in_ms == BETTING_S * 1000
    night.prove()


@play
async def test_the_interruption_is_applied_even_if_the_store_fails_while_it_is() -> None:
    for failing in ("before", "after"):
        night = await seated("sentosa", (3, 3))
        await stopped_in(night, "BettingClosed")
        setattr(night.store, failing, [StoreTrouble("full")])
        night.clock.advance(60)
        owning = asyncio.ensure_future(night.own("next"))
        for _ in range(5):
            await asyncio.sleep(0)
        night.clock.advance(1)
        assert await owning
        assert (night.kinds.count("started"), night.kinds.count("BetsReturned")) == (1, 1), failing


@play
async def test_a_snapshot_is_what_the_log_folds_to_and_never_ahead_of_it() -> None:
    night = await seated("exhibit-a", (3, 3), dice="chain")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    night.store.down = True
    await night.host.stop()
    night.store.down = False
    snapshot = await night.store.snapshot(TABLE)
    assert snapshot is None or snapshot.seq <= len(night.kinds)
    await night.crash()
    await night.host.stop()
    snapshot = await night.store.snapshot(TABLE)
    assert snapshot is not None
    assert snapshot.seq == len(night.kinds)
    proof = Proof(TABLE, night.layout, "chain", snapshot=snapshot)
    assert (prove(proof, night.store._records[TABLE]) or proof.end()) is None


@play
async def test_a_stale_owner_gives_way_and_writes_nothing() -> None:
    night = await seated("exhibit-a")
    watching, stale = night.watch(), night.host
    await night.crash()
    before = len(night.kinds)
    stale.ask(Ask("ann", "x", "PlaceBet", {"spot": "field", "amount": 1_000}, frozenset(), 0.0, lambda _: None))
    await stale.turn()
    assert stale.lost
    assert watching.end is not None
    assert watching.end.code == 4009
    await stale.turn()
    await stale.stop()
    assert night.since(before) == []


@play
async def test_a_table_is_owned_once() -> None:
    night = await seated("exhibit-a")
    owner = night.host
    assert not await night.own("somebody else")
    night.host = owner
    assert (await night.do("ann", "PlaceBet", spot="field", amount=1_000))["ok"]


@play
async def test_a_bug_is_answered_and_the_table_is_read_back() -> None:
    night = await seated("exhibit-a")
    key = night.ask("ann", "PlaceBet", spot="field", amount=1_000)
    night.guard = lambda *_: 1 / 0  # type: ignore[assignment]
    with pytest.raises(ZeroDivisionError):
        await night.host.turn()
    await recover_from_bug(night.host)
    assert json.loads(night.answers[key][0])["reason"] == "BROKEN"
    night.guard = lambda *_: None
    assert (await night.do("ann", "PlaceBet", key, spot="field", amount=1_000))["ok"]


# ---- a log that is not what was logged


def forge(night: Night, kind: str, **changed: Any) -> None:
    """Change the last record of a kind where it is kept."""
    log = night.store._records[TABLE]
    place = max(index for index, record in enumerate(log) if record.kind == kind)
    log[place] = log[place]._replace(**changed)


@pytest.mark.parametrize("book", ["exhibit-a", "adelaide", "sentosa", "evolution"])
def test_a_log_that_cannot_be_verified_closes_the_table_by_its_book(book: str) -> None:
    async def scenario() -> None:
        night = await seated(book, (1, 2))
        await night.do("ann", "PlaceBet", spot="field", amount=1_000)
        await night.wait()
        assert night.host.state.seats[1].rack == 51_000
        forge(night, "RollSettled", at=5)
        before = len(night.kinds)
        await night.crash(for_s=4)
        undone = ["OutcomeUndone", "BetsReturned"] if book == "evolution" else []
        assert [kind for kind in night.since(before) if kind != "InspectorNotified"] == [
            "started", "log-failed", *undone, "SeatLeft", "SeatLeft", "TableClosed",
        ]  # fmt: skip
        assert await night.store.balance("wallet:ann") == (100_000 if undone else 101_000)
        assert await night.store.tables() == []

    asyncio.run(scenario())


@play
async def test_a_snapshot_of_another_log_closes_the_table_too() -> None:
    night = await seated("evolution")
    await night.host.writer.snapshot()
    night.store._snapshots[TABLE] = night.store._snapshots[TABLE]._replace(hash=bytes(32))
    await night.crash(for_s=4)
    [failed] = [record for record in night.store._records[TABLE] if record.kind == "log-failed"]
    assert json.loads(failed.body)["why"].endswith("is of another log")
    assert night.kinds[-1] == "TableClosed"


@play
async def test_a_log_that_money_was_not_moved_by_is_left_alone() -> None:
    night = await seated("evolution", (1, 2))
    await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    kept = next(record for record in night.store._records[TABLE] if record.kind == "BetPlaced")
    forge(night, "BetPlaced", body=kept.body.replace(b"1000", b"9000"))
    before = len(night.kinds)
    night.clock.advance(60)
    with pytest.raises(LogBroken, match=r"BetPlaced.* is not what was logged, and rack:table:ann does not hold"):
        await night.own("next")
    assert night.since(before) == []
    with pytest.raises(LogBroken):
        await night.own("somebody who comes at once: the lease was given up")


@play
async def test_a_record_that_cannot_be_read_stops_its_table_only() -> None:
    night = await seated("evolution")
    forge(night, "SeatTaken", body=b"{}")
    house = House(night.store, night.clock)
    for seconds in (0, 60):  # somebody else owns it, and then nobody does
        night.clock.advance(seconds)
        assert await house.table(TABLE) is None
    assert "started" not in night.kinds


# ---- large tables, closed tables


@play
async def test_a_large_table_is_told_what_lies_on_its_layout_in_all_a_few_times_a_second() -> None:
    night = await seated("exhibit-a")
    crowd = [f"player-{number}" for number in range(SMALL_TABLE)]
    for player in crowd:
        await night.store.post([("bonus", -100_000), (f"wallet:{player}", 100_000)], why="welcome", key=player)
        night.ask(player, "Sit", rack=50_000)
    await night.host.turn()
    looking = night.watch("nobody")
    for player in crowd[:3]:
        assert (await night.do(player, "PlaceBet", spot="field", amount=1_000))["ok"]
    assert told(looking) == []
    await night.wait(STACKS_SECONDS)
    await night.wait(STACKS_SECONDS)
    layouts = [frame for frame in told(looking) if frame["type"] == "layout"]
    assert [(frame["total_cents"], frame["seats"]) for frame in layouts] == [({"field": 3_000}, None)]
    assert (await night.do(crowd[0], "RemoveBet", spot="field"))["ok"]
    await night.wait(STACKS_SECONDS)
    assert told(looking)[-1]["total_cents"] == {"field": 2_000}


@play
async def test_a_small_table_is_told_bet_by_bet_and_needs_no_summary() -> None:
    night = await seated("exhibit-a")
    looking = night.watch("nobody")
    await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    await night.wait(STACKS_SECONDS)
    assert names(looking) == ["BetPlaced"]
    assert "layout" not in [frame["type"] for frame in told(looking)]


@play
async def test_a_table_that_closes_tells_and_answers_all_of_it_before_it_sends_everybody_away() -> None:
    night = await seated("exhibit-a")
    crew = Subscriber("eve", sees_all=True, clock=night.clock.monotonic)
    night.host.hub.join(crew)
    closing = Ask("eve", "x", "CloseTable", {"by": "boxperson"}, CREW, night.clock.monotonic(), crew.offer)
    night.host.ask(closing)
    await night.host.turn()
    frames = [json.loads(data) for _, data in crew._queue]
    assert [frame.get("name") for frame in frames if frame["type"] == "event"][-1] == "TableClosed"
    assert (frames[-1]["type"], frames[-1]["ok"]) == ("answer", True)
    assert crew.end == CLOSED


@play
async def test_a_house_that_opens_again_knows_what_those_who_sit_there_are_called() -> None:
    night = await seated("exhibit-a")
    await night.store.add_player(Player("ann", "Ann Lee", "hash", 0))
    await night.store.add_player(Player("bob", "", "", 0))
    night.clock.advance(60)
    house = House(night.store, night.clock)
    place = await house.table(TABLE)
    assert place is not None
    seats = snapshot(place, you(place, "cai", "Cai", frozenset()), house.names).seats
    assert [(each.seat, each.name) for each in seats] == [(1, "Ann Lee"), (2, "guest-bob")]
    assert isinstance(place, Host)
    await place.stop()
    await asyncio.gather(*house._tasks.values())


@play
async def test_a_snapshot_says_that_only_come_bets_are_decided() -> None:
    night = await seated("exhibit-a")
    for decided in (False, True):
        night.host.state.decision_only = decided
        assert snapshot(night.host, you(night.host, "ann", "Ann", frozenset()), {}).decision_only is decided


@play
async def test_a_host_keeps_its_alarm_while_the_deadline_stays() -> None:
    night = await seated("exhibit-a", (3, 3))
    running = asyncio.ensure_future(night.host.run())
    await asyncio.sleep(0)
    alarm = night.host._alarm._task
    assert alarm is not None
    night.ask("ann", "PlaceBet", spot="pass", amount=1_000)
    for _ in range(10):
        await asyncio.sleep(0)
    assert night.kinds[-1] == "BetPlaced"
    assert night.host._alarm._task is alarm
    night.clock.advance(BETTING_S)
    for _ in range(50):
        await asyncio.sleep(0)
    assert "RollSettled" in night.kinds
    assert alarm.done()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert night.host._alarm._task is None


@play
async def test_the_countdown_goes_out_in_one_write_with_the_opening_of_bets() -> None:
    night = await seated("exhibit-a", (3, 3))
    writes: list[list[str]] = []

    def write(frames: Iterable[bytes]) -> bool:
        told = [json.loads(data) for data in frames]
        writes.append([frame.get("name", frame["type"]) for frame in told])
        return True

    subscriber = Subscriber("ann", sees_all=False, clock=night.clock.monotonic)
    subscriber.write = write
    night.host.hub.join(subscriber)
    waiting = asyncio.ensure_future(subscriber.next())
    await asyncio.sleep(0)
    await night.wait()
    await asyncio.sleep(0)
    waiting.cancel()
    assert [each[-2:] for each in writes if "BettingOpened" in each] == [["BettingOpened", "countdown"]]


@pytest.mark.claim("caps-by-address")
@play
async def test_looks_take_a_slice_of_a_turn_and_commands_come_between_them() -> None:
    night = await seated("evolution")
    order: list[str] = []

    def look() -> None:
        order.append("look")
        night.clock.advance(SHOW_SECONDS / 2)

    for _ in range(6):
        night.host.look(look)
    night.host.ask(Ask("ann", "c1", "Leave", {}, frozenset(), night.clock.monotonic(), lambda _: order.append("bet")))
    for _ in range(3):
        await night.host.turn()
    assert order == ["look", "look", "bet", "look", "look", "look", "look"]
