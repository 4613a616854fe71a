"""REST answers about a table in play: spots, rolls, why, and the sum of a session."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from comeout.protocol.rest_answers import BookKey, BookName, Cents, Clause, Moment, PlayMoney, Point, SpotId
from comeout.table.messages import Outcome

Percent = Annotated[str, Meta(description="In percent, rounded to three places.")]
Exact = Annotated[str, Meta(description="The same as an exact fraction.")]


class StakePart(msgspec.Struct):
    """A share of the house, above zero if the house has the edge."""

    percent: Percent
    fraction: Exact


class EdgeAnswer(msgspec.Struct):
    """The house edge of a bet as parts of the flat bet, each figure with its denominator."""

    per_bet: Annotated[StakePart, Meta(description="For each bet made; one that comes back undecided counts.")]
    resolved: Annotated[StakePart, Meta(description="For each bet decided.")]
    per_roll: Annotated[StakePart, Meta(description="For each roll it is in play.")]


class StakeOn(msgspec.Struct):
    """A spot and what to stake there for each unit of the original bet."""

    spot: SpotId
    share: Exact


class CheaperAnswer(msgspec.Struct):
    """A cheaper way to make the same bet."""

    spot: Annotated[str, Meta(description="The spot, if it is one; empty if it takes several.")]
    parts: list[StakeOn]
    says: str


class SpotFacts(msgspec.Struct, kw_only=True):
    """The fixed facts about a spot."""

    name: str
    wager: str
    number: int | None
    price: Annotated[str, Meta(description="What it pays, in words.")]
    edge: Annotated[EdgeAnswer | None, Meta(description="Null where no bet begins.")]
    cheaper: Annotated[CheaperAnswer | None, Meta(description="Null if there is no cheaper way.")]
    same_wish: Annotated[
        list[SpotId],
        Meta(description="For a house edge of 5 % or more: cheaper bets with much the same hope, best first."),
    ]
    dear: Annotated[bool, Meta(description="Whether its house edge is 5 % or more.")]
    clause: Clause
    level: Annotated[int, Meta(description="After how many lessons an easy table shows it; 0 if it never does.")]
    travels: Annotated[bool, Meta(description="Whether a bet made here moves on to a number.")]
    made_here: Annotated[bool, Meta(description="Whether a bet begins here; others travel to it.")]
    available: Annotated[bool, Meta(description="Whether this table has it.")]


class SpotsAnswer(msgspec.Struct):
    """Every spot of the book a table is played by."""

    book: BookName
    spots: dict[str, SpotFacts]
    order: Annotated[list[SpotId], Meta(description="The spots as they lie: from the far side, left to right.")]
    chips_cents: list[int]
    book_key: BookKey
    off_calls: Annotated[bool, Meta(description="Whether a player may call a bet off that is in play.")]


class RolledAnswer(msgspec.Struct, kw_only=True):
    """A settled roll."""

    number: int
    a: int
    b: int
    total: int
    hard: bool
    point_before: Point
    point_after: Point
    seven_out: bool
    undone: Annotated[bool, Meta(description="Whether it was later found to have no effect.")]
    at: Moment
    seq: Annotated[int, Meta(description="Its number in the log; /why/{seq} explains it.")]


class RollsAnswer(msgspec.Struct):
    """The last rolls of a table, oldest first."""

    rolls: list[RolledAnswer]
    more: Annotated[bool, Meta(description="Whether there were rolls before these.")]


class PositionAnswer(msgspec.Struct):
    """The position of a table: puck, dice, seats and bets as one line of text."""

    position: Annotated[str, Meta(description="The line, as docs/position.md describes it.")]


class ReadingAnswer(msgspec.Struct):
    """How we read an unclear clause, and why."""

    id: str
    problem: str
    says: str
    reason: str


class ClauseSays(msgspec.Struct):
    """A clause in our words; empty for a book whose clauses we do not have."""

    clause: Clause
    says: str


class WhyLine(msgspec.Struct, kw_only=True):
    """Why a roll did to one bet what it did."""

    seat: int
    spot: SpotId
    name: str
    outcome: Outcome
    to: Annotated[str, Meta(description="The spot it travelled to; empty if it did not.")]
    stake_cents: Cents
    paid_cents: Cents
    net_cents: Annotated[int, Meta(description="What it added to the player's money, or took from it.")]
    says: Annotated[str, Meta(description="Two sentences.")]
    sum: Annotated[str, Meta(description="The arithmetic in words.")]
    rounding: Annotated[str, Meta(description="How it was rounded, and by which clauses; empty if it was not.")]
    clause: Annotated[str, Meta(description="What decided it.")]
    clause_says: str
    paid_by: Annotated[str, Meta(description="What sets the odds; empty if nothing was paid.")]
    paid_by_says: str
    others: Annotated[list[ClauseSays], Meta(description="What limited the amount at risk, or rounded the payment.")]
    readings: Annotated[list[ReadingAnswer], Meta(description="How these clauses are read where they are unclear.")]


class WhyAnswer(msgspec.Struct, kw_only=True):
    """Why a settled roll paid what it paid: for your bets or, for the crew, for all bets."""

    seq: int
    book: BookName
    roll: RolledAnswer
    clause: Annotated[str, Meta(description="What moved or left the puck.")]
    clause_says: str
    lines: list[WhyLine]
    play_money: PlayMoney = True


# ------------------------------------------------------------------ a session summed up


class ExactCents(msgspec.Struct):
    """An exact amount of cents, below zero if it was lost."""

    fraction: Annotated[str, Meta(description="Cents as an exact fraction.")]
    decimal: Annotated[str, Meta(description="The same rounded to two places of a cent.")]


class SpotSession(msgspec.Struct, kw_only=True):
    """What a session did on one spot; a come bet counts where it was made."""

    spot: SpotId
    name: str
    bets: Annotated[int, Meta(description="Times chips were put down there.")]
    action_cents: Annotated[int, Meta(description="All stakes put down there.")]
    decided_cents: Annotated[int, Meta(description="All stakes won or lost.")]
    net_cents: int
    expected_cents: ExactCents


class SessionAnswer(msgspec.Struct, kw_only=True):
    """A session at one table, from sitting down: net = expected + luck + rounding + unfinished, exactly."""

    since: Moment
    until: Annotated[int | None, Meta(description="When the seat was left; null while it is held.")]
    seconds: int
    rolls: Annotated[int, Meta(description="Rolls with a bet of yours on the layout.")]
    bets: Annotated[int, Meta(description="Times you put chips down.")]
    action_cents: Annotated[int, Meta(description="All stakes you put down.")]
    decided_cents: Annotated[int, Meta(description="All stakes that were won or lost.")]
    net_cents: Annotated[int, Meta(description="What you have more than you brought, chips on the layout counted.")]
    expected_cents: Annotated[ExactCents, Meta(description="What your bets were worth less than they cost.")]
    expected_of_action: Annotated[
        StakePart | None, Meta(description="The share lost of all stakes put down; null without.")
    ]
    luck_cents: Annotated[ExactCents, Meta(description="What the dice gave beyond the average of each roll.")]
    luck_sd: Annotated[str | None, Meta(description="The luck in standard deviations of all those rolls together.")]
    rounding_cents: Annotated[ExactCents, Meta(description="What rounding and limits gave or took.")]
    unfinished_cents: Annotated[ExactCents, Meta(description="Expected to be lost by the bets that lie, not lost yet.")]
    by_spot: list[SpotSession]
    says: list[str]
    play_money: PlayMoney = True
