"""WebSocket frames of a table, to and from clients, as tagged JSON. Unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

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


FromClient = Hello | Do | Ping | Look | Quote


# ------------------------------------------------------------------ to a client


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
    """How long bets are accepted, or an offer of the dice stands; what the table waits for, and whose turn it is."""

    seq: int
    closes_in_ms: int | None
    waiting: str = ""
    whose: Annotated[int | None, Meta(description="The seat whose move it is; null for anybody's.")] = None


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


class Ruling(msgspec.Struct):
    """Whether something can be done now; if not, why, and by which clause."""

    ok: bool
    says: str = ""
    clause: str = ""


class OddsOffered(msgspec.Struct):
    """Odds of so many times your bet: what you add for them, and what they win."""

    times: Annotated[int, Meta(description="0 for all that the table allows.")]
    cents: int
    wins_cents: int


class BetRoom(msgspec.Struct):
    """What you can add to a spot now. Every total is a multiple of step_cents; those of even_step_cents pay evenly."""

    ok: bool
    reason: str = ""
    says: str = ""
    clause: str = ""
    least_cents: int = 0
    most_cents: int = 0
    step_cents: int = 1
    even_step_cents: int = 1
    full_cents: Annotated[int | None, Meta(description="What brings odds to their largest even amount.")] = None
    even_cents: Annotated[
        list[int], Meta(description="Amounts near each chip that bring the bet to an even total.")
    ] = []
    odds: Annotated[list[OddsOffered], Meta(description="Odds by multiple, where the spot is for odds.")] = []


class TakeRoom(msgspec.Struct):
    """Whether your bet can be taken down, what part of it could be instead, and what would come with that."""

    ok: bool
    says: str = ""
    clause: str = ""
    instead_cents: list[int] = []
    warns: list[str] = []


class CallRoom(msgspec.Struct):
    """Whether your bet can be called on and off, and in words when it is off and how long a call holds."""

    on: Ruling
    off: Ruling
    says: str


class Charge(msgspec.Struct):
    """The vigorish of a spot, in words."""

    says: str


class SpotSeen(msgspec.Struct):
    """One spot from your seat."""

    name: str
    there_cents: int
    others_cents: int
    working: Annotated[bool | None, Meta(description="Whether your bet is in play; null without one.")]
    button: str
    odds_for: Annotated[str, Meta(description="The spot this one supports.")]
    bet: BetRoom
    take: TakeRoom | None
    call: CallRoom | None
    keep: bool
    contract: str
    vigorish: Charge | None


class Fate(msgspec.Struct):
    """What a number would do to one of your bets."""

    spot: str
    outcome: str
    net_cents: int


class Number(msgspec.Struct):
    """What a number would do to your money: a total ("8"), or its hard way ("8h")."""

    net_cents: int
    lines: list[Fate]


class PuckSeen(msgspec.Struct):
    """The puck, also in words."""

    on: bool
    point: int
    says: str


class StakeShare(msgspec.Struct):
    """How much of a bundle goes to one spot."""

    spot: str
    share: int


class BundleSeen(msgspec.Struct):
    """A bundle of bets: on each spot chip * share / of."""

    id: str
    name: str
    says: str
    of: int
    parts: list[StakeShare]


class LimitSeen(msgspec.Struct):
    """A limit you set for yourself, in cents or minutes, -1 for none; a looser one waits until its time has come."""

    kind: str
    value: int
    since: int
    next_value: int | None
    next_at: int


class VisitSeen(msgspec.Struct):
    """Your play at all tables since your last break of an hour: when it began, how long you played, and your result."""

    since: Annotated[int, Meta(description="UTC in microseconds; 0 if you have not played.")] = 0
    seconds: Annotated[int, Meta(description="Time played; it never goes down while the visit lasts.")] = 0
    net_cents: int = 0
    runs_on_ms: Annotated[int, Meta(description="How long the time still runs if you do nothing.")] = 0


class SessionSeen(msgspec.Struct):
    """Your result over the last 24 hours, your visit, and the limits you set for yourself."""

    seconds: int
    net_cents: int
    limits: list[LimitSeen]
    play_money: bool = True
    visit: VisitSeen = msgspec.field(default_factory=VisitSeen)


class DisputeSeen(msgspec.Struct):
    """A dispute of yours: what it is about, what was decided, and whether you have asked for its review."""

    number: int
    about: str
    decision: str
    review: bool
    outcome: str = ""
    """What its review came to."""


class NextThrow(msgspec.Struct):
    """Whether you can have the dice thrown now and, if not, what is missing."""

    ok: bool
    label: Annotated[str, Meta(description="What a button for it says.")] = ""
    says: Annotated[str, Meta(description="Why not, in a sentence.")] = ""
    clause: str = ""
    spots: Annotated[list[str], Meta(description="The spots of which one needs a bet first.")] = []
    wait_ms: Annotated[int, Meta(description="How long until it can be, where only time is missing.")] = 0


class LessonSeen(msgspec.Struct):
    """Where you are in the lesson that this table is for."""

    id: str
    title: str
    step: Annotated[int, Meta(description="The step that you are at, from 1.")]
    steps: int
    says: Annotated[str, Meta(description="What happened, and what to do now; after the last step, what you learnt.")]
    spot: Annotated[str, Meta(description="The spot to bet on now; empty if you should roll, or are done.")]
    cents: Annotated[int, Meta(description="The amount to bet there.")]
    shows: Annotated[list[str], Meta(description="The spots that the felt shows at this step.")]
    over: bool
    next: Annotated[str, Meta(description="The id of the lesson after it; empty after the last.")]
    next_title: str


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


ToClient = Welcome | Snapshot | Happened | Answered | Stacks | Countdown | Pong | Trouble | Bye | Sight | Quoted

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()


def read_frame(data: bytes | str) -> FromClient:
    """Deserialize a client's frame; raises msgspec.DecodeError or ValidationError with a plain sentence."""
    return _decoder.decode(data)


def frame(message: ToClient) -> bytes:
    """Serialize a frame for a client."""
    return _encoder.encode(message)
