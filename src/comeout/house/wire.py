"""The frames of the table's socket: what clients send and what they get, as tagged JSON. Unknown fields are refused."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

VERSION = 1


# ------------------------------------------------------------------ from a client


class Hello(msgspec.Struct, tag="hello", forbid_unknown_fields=True):
    """The first frame: the protocol's version, and the last sequence number seen before a lost connection."""

    version: int
    last: int | None = None
    epoch: int | None = None


class Do(msgspec.Struct, tag="do", forbid_unknown_fields=True):
    """A command under an id of the client's own making: sent again, it acts once and gets the same answer."""

    id: str
    name: str
    body: dict[str, Any] = msgspec.field(default_factory=dict)


class Ping(msgspec.Struct, tag="ping", forbid_unknown_fields=True):
    """Measure the way there and back: the client's own time, and what it measured before."""

    sent: float
    latency_ms: float | None = None


FromClient = Hello | Do | Ping


# ------------------------------------------------------------------ to a client


class You(msgspec.Struct):
    """The one who is connected: seat, rack and bets in cents, and roles held at this table."""

    player: str
    name: str
    seat: int | None
    rack_cents: int
    bets: dict[str, Any]
    keeps: list[str]
    roles: list[str]
    seed: str = ""


class Welcome(msgspec.Struct, tag="welcome"):
    """The answer to hello: who you are, and where the log stands."""

    version: int
    table: str
    epoch: int
    seq: int
    you: You


class Snapshot(msgspec.Struct, tag="snapshot"):
    """The whole table as it lies: sent when too much was missed to tell it event by event."""

    table: str
    epoch: int
    seq: int
    book: str
    digest: str
    mode: str
    profile: str
    point: int
    phase: str
    shooter: int | None
    offered: int | None
    rolls: int
    round: int
    closes_in_ms: int | None
    waiting: str
    seats: list[dict[str, Any]]
    layout: dict[str, Any]
    settings: dict[str, str]
    dice: dict[str, Any]
    crew: dict[str, str]
    you: You
    play_money: bool = True


class Happened(msgspec.Struct, tag="event"):
    """One event of the log, as far as you may see it."""

    table: str
    epoch: int
    seq: int
    at: int
    name: str
    body: Any


class Answered(msgspec.Struct, tag="answer"):
    """What became of a command."""

    id: str
    ok: bool
    seq: int = 0
    rack_cents: int | None = None
    events: list[Any] = msgspec.field(default_factory=list)
    waiting: str = ""
    reason: str = ""
    says: str = ""
    clause: str = ""
    instead_cents: list[int] = msgspec.field(default_factory=list)


class Stacks(msgspec.Struct, tag="layout"):
    """What lies on the layout in all, by spot; at small tables also whose it is."""

    seq: int
    total_cents: dict[str, int]
    seats: dict[str, dict[str, int]] | None = None


class Countdown(msgspec.Struct, tag="countdown"):
    """How long bets are still taken, or what the table waits for."""

    seq: int
    closes_in_ms: int | None
    waiting: str = ""


class Pong(msgspec.Struct, tag="pong"):
    """The answer to ping."""

    sent: float
    at: int


class Trouble(msgspec.Struct, tag="trouble"):
    """The house cannot keep what happens just now; nothing is taken until it can."""

    says: str
    over: bool = False


class Bye(msgspec.Struct, tag="bye"):
    """The last frame before the socket is closed, with what to do."""

    code: Literal[4001, 4003, 4008, 4009, 4010, 4029]
    says: str


ToClient = Welcome | Snapshot | Happened | Answered | Stacks | Countdown | Pong | Trouble | Bye

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()


def read_frame(data: bytes | str) -> FromClient:
    """A client's frame; raises msgspec.DecodeError or ValidationError with a plain sentence."""
    return _decoder.decode(data)


def frame(message: ToClient) -> bytes:
    """A frame for a client."""
    return _encoder.encode(message)
