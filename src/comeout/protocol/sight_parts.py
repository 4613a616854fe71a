"""The parts of the frame `sight`: what a seat is shown of spots, bets, the next throw and its own play."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


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
    """Whether your bet can be called on and off, when it is off, how long a call holds, and which bets it turns on."""

    on: Ruling
    off: Ruling
    says: str
    holds: str
    together: list[str]


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
