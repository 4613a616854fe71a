"""WebSocket frames of a table, to and from clients, as tagged JSON. Unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from comeout.protocol.sight_parts import (
    BundleSeen,
    DisputeSeen,
    LessonSeen,
    NextThrow,
    Number,
    PuckSeen,
    Ruling,
    SessionSeen,
    SpotSeen,
)

VERSION = 1


# ------------------------------------------------------------------ from a client


class Hello(msgspec.Struct, tag="hello", forbid_unknown_fields=True):
    """The first frame: the version of the protocol, and the last sequence number seen before a lost connection."""

    version: int
    last: int | None = None
    epoch: int | None = None


class Do(msgspec.Struct, tag="do", forbid_unknown_fields=True):
    """A command with an idempotency key: sent again, it acts once and gets the same answer."""

    id: str
    name: str
    body: dict[str, Any] = msgspec.field(default_factory=dict)


class Ping(msgspec.Struct, tag="ping", forbid_unknown_fields=True):
    """Measure the round trip: any clock of the client's, and the mark of the last pong, if any."""

    sent: Annotated[float, Meta(description="Comes back with the pong.")]
    mark: Annotated[str, Meta(description="The mark of a pong, sent back at once: the house takes the time.")] = ""
    latency_ms: Annotated[float | None, Meta(description="As the client measured; the house has its own clock.")] = None


class Look(msgspec.Struct, tag="look", forbid_unknown_fields=True):
    """Ask for the table as seen from your seat: what each spot accepts now, and what the next roll would do."""


class Quote(msgspec.Struct, tag="quote", forbid_unknown_fields=True):
    """Ask what a command would do, without doing it (dry run)."""

    id: str
    name: str
    body: dict[str, Any] = msgspec.field(default_factory=dict)


class Typed(msgspec.Struct, tag="typed", forbid_unknown_fields=True):
    """Ask what a line of words about bets means, and what would come of it, without doing it (dry run)."""

    id: str
    text: Annotated[
        str, Meta(description='In players\' words: "12 six and eight, press the 8". At most 200 characters.')
    ]


FromClient = Hello | Do | Ping | Look | Quote | Typed


# ------------------------------------------------------------------ to a client


BeginsIn = Annotated[
    int,
    Meta(description="How long the dice of the last roll may still be on their way; the countdown starts after that."),
]


class YourBet(msgspec.Struct):
    """Your chips on one spot, in cents, the button on them if there is one, and what was placed since when."""

    amount: int
    vigorish: int
    button: str
    since_roll: int = 0
    """The part placed since the last roll."""
    since_round: int = 0
    """The part placed in this round."""


class You(msgspec.Struct):
    """The connected player: seat, rack and bets in cents, and roles at this table."""

    player: str
    name: str
    seat: int | None
    rack_cents: int
    bets: dict[str, YourBet]
    keeps: list[str]
    roles: list[str]
    seed: str = ""
    freed_cents: Annotated[
        int | None,
        Meta(description="What went to your wallet when your seat was freed while you were away, until you sit again."),
    ] = None


class Welcome(msgspec.Struct, tag="welcome"):
    """The answer to hello: who you are, and how far the log has come."""

    version: int
    table: str
    epoch: int
    seq: int
    you: You


class Stacks(msgspec.Struct, tag="layout"):
    """The total on each spot; at small tables also the amount of each seat."""

    seq: int
    total_cents: dict[str, int]
    seats: dict[str, dict[str, int]] | None = None


class Seated(msgspec.Struct):
    """A seat that is taken."""

    seat: int
    name: str
    away: bool
    rack_cents: int


class Fairness(msgspec.Struct):
    """What anyone needs to check the dice."""

    kind: Annotated[str, Meta(description="Where they come from: chain, entropy or crew.")]
    published: Annotated[dict[str, Any] | None, Meta(description="The last event `chain-published`, if there is one.")]
    last: Annotated[dict[str, Any] | None, Meta(description="The last event `dice-thrown`, with its proof.")]
    throws: Annotated[int, Meta(description="How often dice were thrown, voided ones too.")]


class Snapshot(msgspec.Struct, tag="snapshot"):
    """The whole table: sent when too much was missed to send it event by event."""

    table: str
    name: Annotated[str, Meta(description="What the table is called.")]
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
    declined: Annotated[list[int], Meta(description="Seats that have let the dice go by.")]
    last_shooter: Annotated[int | None, Meta(description="The seat that had the dice before; null before the first.")]
    rolls: int
    round: int
    called: Annotated[
        tuple[int, int] | None, Meta(description="Faces that people have called and nobody has paid yet.")
    ]
    closes_in_ms: int | None
    waiting: str
    whose: Annotated[int | None, Meta(description="The seat whose move the table waits for; null for anybody's.")]
    seats: list[Seated]
    layout: Stacks
    settings: dict[str, str]
    dice: Fairness
    crew: dict[str, str]
    decision_only: Annotated[bool, Meta(description="The shooter rolls only to decide come bets.")]
    you: You
    play_money: bool = True
    begins_in_ms: BeginsIn = 0
    ready: Annotated[
        list[int],
        Meta(description="The seats that are ready for the throw; at a table of more than 32 seats, your own at most."),
    ] = []


class Happened(msgspec.Struct, tag="event"):
    """One event of the log, as far as you may see it."""

    table: str
    epoch: int
    seq: int
    at: int
    name: str
    body: Any


class Answered(msgspec.Struct, tag="answer"):
    """The result of a command."""

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


class Countdown(msgspec.Struct, tag="countdown"):
    """How long bets are accepted or an offer of the dice stands, what the table waits for, and who is ready."""

    seq: int
    closes_in_ms: int | None
    waiting: str = ""
    whose: Annotated[int | None, Meta(description="The seat whose move it is; null for anybody's.")] = None
    begins_in_ms: BeginsIn = 0
    ready: Annotated[
        list[int], Meta(description="The seats that are ready for the throw; none at a table of more than 32 seats.")
    ] = []


class Pong(msgspec.Struct, tag="pong"):
    """The answer to ping: the time of the house, and the round trip as the house last measured it."""

    sent: Annotated[float, Meta(description="What the ping said.")]
    at: Annotated[int, Meta(description="UTC in microseconds.")]
    mark: Annotated[str, Meta(description="Send it back at once in another ping to be measured.")]
    latency_ms: Annotated[float | None, Meta(description="By the steady clock of the house; null before that.")]


class Trouble(msgspec.Struct, tag="trouble"):
    """The house cannot store anything at the moment, so it accepts nothing (degraded mode)."""

    says: str
    over: bool = False


class Bye(msgspec.Struct, tag="bye"):
    """The last frame before the socket is closed, with the close code and what to do."""

    code: Literal[4001, 4003, 4008, 4009, 4010, 4029]
    says: str


CLOSED = Bye(4010, "the table is closed; there are others")
SIGNED_OUT = Bye(4001, "your session has ended; sign in again")
NOT_YOURS = Bye(4001, "your role at this table was revoked, and without it the table is not yours to see")
MOVED = Bye(4009, "the table has moved; connect again")


class Sight(msgspec.Struct, tag="sight"):
    """The table as seen from your seat: the answer to look."""

    seq: int
    table: Snapshot
    puck: PuckSeen
    offers: dict[str, SpotSeen]
    numbers: dict[str, Number] | None
    actions: dict[str, Ruling]
    dice: Annotated[
        Literal["take", "bet", ""],
        Meta(description="How you get dice that nobody holds: take them, or bet on the line."),
    ]
    bundles: list[BundleSeen]
    disputes: list[DisputeSeen]
    session: SessionSeen
    throw: NextThrow
    wanted: Annotated[str, Meta(description="What your bets win and lose on, in a sentence.")]
    lesson: Annotated[LessonSeen | None, Meta(description="Your step, at the table of a lesson.")] = None


class QuotedEvent(msgspec.Struct):
    """An event that would happen."""

    name: str
    body: Any
    says: str


class Quoted(msgspec.Struct, tag="quote"):
    """What a command would do if you sent it now."""

    id: str
    ok: bool
    says: str = ""
    reason: str = ""
    clause: str = ""
    instead_cents: list[int] = []
    events: list[QuotedEvent] = []
    costs_cents: Annotated[int, Meta(description="What would leave your rack; below zero, what would come back.")] = 0
    vigorish_cents: Annotated[int, Meta(description="The vigorish in it, taken or not given back.")] = 0
    warns: list[str] = []
    short: Annotated[str, Meta(description="How far below the printed odds this table would pay it, if it would.")] = ""
    in_cents: Annotated[
        str, Meta(description="What the bet would win or cost in less than betting units, and what pays evenly.")
    ] = ""


class UnderstoodAct(msgspec.Struct, kw_only=True):
    """A command that a typed line means, and what would come of it after those before it."""

    name: Annotated[str, Meta(description="The command, to be sent as it stands.")]
    body: dict[str, Any]
    says: Annotated[str, Meta(description="What it does, in words: the bet, its amount and what it wins.")]
    ok: bool
    reason: str = ""
    refused: Annotated[str, Meta(description="Why it would be refused, in a sentence.")] = ""
    clause: str = ""
    instead_cents: list[int] = []
    costs_cents: Annotated[int, Meta(description="What would leave your rack; below zero, what would come back.")] = 0
    vigorish_cents: Annotated[int, Meta(description="The vigorish in it, taken or not given back.")] = 0
    warns: list[str] = []


class Understood(msgspec.Struct, tag="understood"):
    """What a typed line means. Nothing has happened: whoever wants it sends the commands in this order."""

    id: str
    ok: Annotated[bool, Meta(description="Whether the words were understood; single commands may be refused.")]
    says: Annotated[str, Meta(description="What was not understood, with the nearest that would be.")] = ""
    reason: str = ""
    acts: list[UnderstoodAct] = []
    costs_cents: Annotated[int, Meta(description="What would leave your rack in all.")] = 0
    rack_cents: int = 0


ToClient = (
    Welcome | Snapshot | Happened | Answered | Stacks | Countdown | Pong | Trouble | Bye | Sight | Quoted | Understood
)

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()


def read_frame(data: bytes | str) -> FromClient:
    """Deserialize a client's frame; raises msgspec.DecodeError or ValidationError with a plain sentence."""
    return _decoder.decode(data)


def frame(message: ToClient) -> bytes:
    """Serialize a frame for a client."""
    return _encoder.encode(message)
