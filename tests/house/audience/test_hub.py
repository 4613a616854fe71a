"""Who is told what at small and large tables, what a client may have missed, and how a slow one is cut."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from comeout.dice import Roll
from comeout.house.audience.hub import LINES_MOST, MISSED_MOST, QUEUE_BYTES, QUEUE_SECONDS, Hub, Published, Subscriber
from comeout.log.codec import write_event, write_json
from comeout.log.fold import SEAT_FREED, Freed, LogBroken
from comeout.log.records import Record
from comeout.table.messages import (
    BetPlaced,
    BettingOpened,
    Event,
    Line,
    OutcomeUndone,
    RecordKnown,
    Returned,
    RollSettled,
    SeatTaken,
)
from tests.kit.clocks import TurnedClock
from tests.kit.memory_store import MemoryStore
from tests.kit.nights import play, seated
from tests.kit.raw_clients import enter
from tests.kit.servers import running


def line(seat: int) -> Line:
    return Line(seat, "pass", 1_000, 1_000, "won", 1_000, 1_000, Fraction(1), "", 0, "1.1", "1.2", "")


SETTLED = RollSettled(
    "book", 1, Roll(3, 4), 0, 0, False, True, (line(1), line(2), line(1)), (), (), (), False, "2.1", ()
)


def placed(seat: int) -> BetPlaced:
    return BetPlaced(seat, "pass", 1_000, 0, "1.1")


class Room:
    """A hub, its clock, and whoever is connected."""

    def __init__(self) -> None:
        self.clock, self.hub = TurnedClock(), Hub()
        self.seq = 0
        self.hub.seat({"ann": 1, "bob": 2})

    def join(self, player: str, seat: int | None = None, *, crew: bool = False) -> Subscriber:
        found = Subscriber(player, sees_all=crew, clock=self.clock.monotonic)
        found.seat = seat
        self.hub.join(found)
        return found

    def tell(self, event: Event | None, *, small: bool = True) -> None:
        self.seq += 1
        body = b'{"why":"x"}' if event is None else write_event(event)
        kind = "noted" if event is None else type(event).__name__
        self.hub.tell(Published(Record("t", 1, self.seq, 0, kind, body, b""), event, small))


def test_who_sits_down_is_told_by_name_as_it_happens_and_to_who_missed_it() -> None:
    room = Room()
    room.hub = Hub({"ann": "Ann Lee"})
    there = room.join("bob")
    for seat, player in ((1, "ann"), (2, "g-unknown")):
        room.tell(SeatTaken(seat, player, 500))
    bodies = [frame["body"] for frame in frames(there)]
    assert bodies[0] == {"seat": 1, "player": "ann", "rack": 500, "name": "Ann Lee"}
    assert bodies[1]["name"] == "g-unknown"
    missed = room.hub.missed(room.join("cai"), 0, 2)
    assert missed is not None
    assert [json.loads(data)["body"] for data in missed] == bodies


def frames(subscriber: Subscriber) -> list[dict[str, Any]]:
    return [json.loads(data) for _, data in subscriber._queue]


def test_at_a_small_table_everybody_is_told_everything() -> None:
    room = Room()
    everybody = [room.join("ann", 1), room.join("bob", 2), room.join("cai"), room.join("eve", crew=True)]
    room.tell(placed(1))
    room.tell(SETTLED)
    for each in everybody:
        assert [frame["name"] for frame in frames(each)] == ["BetPlaced", "RollSettled"]
        assert [row["seat"] for row in frames(each)[1]["body"]["lines"]] == [1, 2, 1]


def test_at_a_large_table_players_are_told_their_own_lines_and_the_crew_all() -> None:
    room = Room()
    ann, bob, watcher, crew = room.join("ann", 1), room.join("bob", 2), room.join("cai"), room.join("eve", crew=True)
    room.tell(placed(1), small=False)
    room.tell(SETTLED, small=False)
    room.tell(None, small=False)
    seats = [[row["seat"] for row in frame["body"]["lines"]] for each in (ann, bob, watcher, crew)
             for frame in frames(each) if frame["name"] == "RollSettled"]  # fmt: skip
    assert seats == [[1, 1], [2], [], [1, 2, 1]]
    told_of_the_bet = [
        any(frame["name"] == "BetPlaced" for frame in frames(each)) for each in (ann, bob, watcher, crew)
    ]
    assert told_of_the_bet == [True, False, False, True]
    assert frames(ann)[1]["body"]["roll"] == frames(watcher)[0]["body"]["roll"]
    assert all(frames(each)[-1]["body"] == {"why": "x"} for each in (ann, bob, watcher, crew))


@pytest.mark.parametrize(("lines", "told"), [(LINES_MOST, LINES_MOST), (LINES_MOST + 1, 0)])
def test_a_settlement_too_long_for_a_queue_is_told_to_the_crew_without_its_lines(lines: int, told: int) -> None:
    room = Room()
    ann, crew = room.join("ann", 1), room.join("eve", crew=True)
    room.tell(SETTLED._replace(lines=tuple(line(1 + at % 100) for at in range(lines))), small=False)
    assert len(frames(crew)[0]["body"]["lines"]) == told
    assert {row["seat"] for row in frames(ann)[0]["body"]["lines"]} == {1}
    assert crew.end is None


@pytest.mark.parametrize("small", [True, False])
def test_what_was_missed_is_told_as_it_would_have_been(small: bool) -> None:
    room = Room()
    was_there = {"ann": room.join("ann", 1), "cai": room.join("cai")}
    for _ in range(10):
        room.tell(placed(1), small=small)
        room.tell(SETTLED, small=small)
    for player, each in was_there.items():
        later = Subscriber(player, sees_all=False, clock=room.clock.monotonic)
        later.seat = each.seat
        missed = room.hub.missed(later, 0, room.seq)
        assert missed is not None
        assert [json.loads(data) for data in missed] == frames(each)


@pytest.mark.parametrize(("small", "told"), [(True, [1, 1, 1]), (False, [1, 0, 1])])
def test_at_a_large_table_only_the_player_and_the_crew_are_told_of_a_seat_that_is_free(
    small: bool, told: list[int]
) -> None:
    room = Room()
    everybody = [room.join("ann"), room.join("bob", 2), room.join("eve", crew=True)]
    body = write_json(Freed(1, "ann", 500, "ALL-62"))
    room.hub.tell(Published(Record("t", 1, 1, 0, SEAT_FREED, body, b""), None, small))
    assert [len(frames(each)) for each in everybody] == told
    assert [len(room.hub.missed(each, 0, 1) or ()) for each in everybody] == told


def test_whoever_has_a_seat_now_is_not_told_what_is_held_against_who_sat_there_before() -> None:
    room = Room()
    room.tell(RecordKnown(1, warned=True, told_off=0, barred=True, clause="1.1"))
    room.tell(SeatTaken(1, "cai", 500))
    room.tell(RecordKnown(1, warned=True, told_off=0, barred=False, clause="1.1"))
    missed = room.hub.missed(room.join("cai", 1), 0, room.seq)
    assert missed is not None
    assert [json.loads(data)["seq"] for data in missed] == [2, 3]


def test_up_to_256_events_are_told_again_and_beyond_that_the_whole_table() -> None:
    room = Room()
    ann = room.join("ann", 1)
    for _ in range(MISSED_MOST + 10):
        room.tell(BettingOpened("house", ""))
    assert room.hub.missed(ann, room.seq, room.seq) == []
    missed = room.hub.missed(ann, room.seq - MISSED_MOST, room.seq)
    assert missed is not None
    assert [json.loads(data)["seq"] for data in missed] == list(range(room.seq - MISSED_MOST + 1, room.seq + 1))
    assert room.hub.missed(ann, room.seq - MISSED_MOST - 1, room.seq) is None
    assert room.hub.missed(ann, room.seq + 1, room.seq) is None
    assert Hub().missed(ann, 3, 5) is None


def test_an_event_is_told_once_whoever_else_has_read_it_from_the_log() -> None:
    room = Room()
    ann = room.join("ann", 1)
    room.tell(placed(1))
    room.seq -= 1
    room.tell(placed(1))
    assert [frame["seq"] for frame in frames(ann)] == [1]


def test_a_new_owner_tells_what_was_missed_of_the_one_before() -> None:
    room, store = Room(), MemoryStore()
    body = write_event(placed(1))
    store._records["t"] = [Record("t", 1, seq, 0, "BetPlaced", body, b"") for seq in range(1, 301)]
    asyncio.run(room.hub.catch_up(store, "t", end=300, small=True))
    ann = room.join("ann", 1)
    missed = room.hub.missed(ann, 290, 300)
    assert missed is not None
    assert [json.loads(data)["seq"] for data in missed] == list(range(291, 301))
    assert room.hub.missed(ann, 300 - MISSED_MOST, 300) is not None


def test_a_queue_of_more_than_256_kb_is_cut_and_nobody_elses() -> None:
    room = Room()
    slow, quick = room.join("ann", 1), room.join("bob", 2)
    sent = 0
    while slow.end is None:
        room.hub.broadcast(b"x" * 10_000)
        quick.sent()
        sent += 10_000
    assert QUEUE_BYTES < sent <= QUEUE_BYTES + 10_000
    assert slow.end.code == 4008
    assert (slow.waiting_bytes, quick.end) == (0, None)
    assert asyncio.run(slow.next()) is None


def test_a_frame_that_lies_longer_than_five_seconds_cuts_its_queue() -> None:
    room = Room()
    slow, quick = room.join("ann", 1), room.join("bob", 2)
    room.hub.broadcast(b"first")
    quick.sent()
    room.clock.advance(QUEUE_SECONDS)
    room.hub.broadcast(b"second")
    assert slow.waiting_bytes
    room.clock.advance(0.1)
    quick.sent()
    room.hub.broadcast(b"third")
    assert slow.end is not None
    assert quick.end is None
    quick.sent()
    assert quick.waiting_bytes == 0


def test_one_who_waits_for_a_frame_is_woken() -> None:
    async def scenario() -> None:
        room = Room()
        ann = room.join("ann", 1)
        waiting = asyncio.ensure_future(ann.next())
        await asyncio.sleep(0)
        room.hub.broadcast(b"now")
        assert await waiting == b"now"
        ann.sent()

    asyncio.run(scenario())


def test_a_client_that_never_reads_is_thrown_out_and_the_others_do_not_notice(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        deaf = socket.create_connection(("127.0.0.1", server.port))
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(_handshake(enter(server), server.port))
        assert b" 101 " in deaf.recv(4096)
        deaf.sendall(_text(b'{"type":"hello","version":1}'))
        hub = next(host for host in server.house.hosts if host.row.id == "evolution").hub
        until = time.monotonic() + 20
        while not hub.subscribers:
            assert time.monotonic() < until, "it never came in"
            time.sleep(0.01)
        loop = server.house._tasks["leases"].get_loop()
        while hub.subscribers:
            assert time.monotonic() < until, "it was never thrown out"
            loop.call_soon_threadsafe(hub.broadcast, b'"' + b"x" * 60_000 + b'"')
            time.sleep(0.01)
        deaf.close()


def _handshake(token: str, port: int) -> bytes:
    lines = [
        "GET /api/v1/tables/evolution/live HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", f"Authorization: Bearer {token}",
    ]  # fmt: skip
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _text(data: bytes) -> bytes:
    """A masked frame of text, with a mask that changes nothing."""
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data


@pytest.mark.parametrize(("lines", "told"), [(2, 2), (LINES_MOST + 1, 0)])
def test_of_an_undone_roll_players_of_a_large_table_are_told_what_is_their_own(lines: int, told: int) -> None:
    room = Room()
    ann, watcher, crew = room.join("ann", 1), room.join("cai"), room.join("eve", crew=True)
    undone = OutcomeUndone("house", "fire", True, "", lines=tuple(line(2 - at % 2) for at in range(lines)))
    undone = replace(undone, returned=(Returned(1, "field", 500, 0, 0), Returned(2, "field", 500, 0, 0)))
    room.tell(undone, small=False)
    assert {row["seat"] for row in frames(ann)[0]["body"]["lines"]} == {1}
    assert [row["seat"] for row in frames(ann)[0]["body"]["returned"]] == [1]
    assert frames(watcher)[0]["body"]["lines"] == []
    assert len(frames(crew)[0]["body"]["lines"]) == told
    later = Subscriber("ann", sees_all=False, clock=room.clock.monotonic)
    later.seat = 1
    missed = room.hub.missed(later, 0, room.seq)
    assert missed is not None
    assert [json.loads(data) for data in missed] == frames(ann)


@play
async def test_a_record_that_cannot_be_told_is_named() -> None:
    night = await seated("evolution", (1, 2), dice="chain")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    await night.wait()
    records = night.store._records[night.row.id]
    place, thrown = next((n, each) for n, each in enumerate(records) if each.kind == "dice-thrown")
    records[place] = thrown._replace(body=b'{"x":1}')
    with pytest.raises(LogBroken, match=rf"{night.row.id}, record {thrown.seq} \(dice-thrown\) cannot be read"):
        await Hub().catch_up(night.store, night.row.id, end=len(records), small=True)
