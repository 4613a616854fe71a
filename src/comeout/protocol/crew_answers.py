"""REST answers for the crew of a table: what they may say, what waits for them, what a roll would pay."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from comeout.log.records import DiceKind
from comeout.protocol.play_answers import WhyLine
from comeout.protocol.rest_answers import BookKey, BookName, Cents, ChoiceAnswer, PlayMoney, SpotId

FieldKind = Literal[
    "seat", "spot", "amount", "die", "faces", "word", "text", "flag", "setting", "value", "position", "dispute", "whole"
]
Said = dict[str, str | int | list[int]]
Cited = Annotated[str, Meta(description="The clause that says so, with its book; empty if none does.")]


class OptionAnswer(msgspec.Struct):
    """One value that a field may have."""

    value: str | int
    says: Annotated[str, Meta(description="What that is, for a person.")]
    clause: Cited = ""
    must: Annotated[bool, Meta(description="Whether the book leaves no choice where this is the case.")] = False


class FieldAnswer(msgspec.Struct):
    """A field that a command needs or allows."""

    name: str
    says: Annotated[str, Meta(description="What it is, for a person.")]
    kind: FieldKind
    options: Annotated[list[OptionAnswer], Meta(description="What it may be; empty where it is free.")]
    default: Annotated[str | int | bool | None, Meta(description="What it is unless somebody says so; null if needed.")]
    needed: bool


class NowAnswer(msgspec.Struct):
    """Whether a command would be accepted now, and why not."""

    ok: Annotated[bool | None, Meta(description="Null where that depends on what is said with it.")]
    says: str = ""
    clause: Cited = ""


class ReadyAnswer(msgspec.Struct):
    """A complete command that would be accepted now."""

    role: str
    body: dict[str, int | str]
    says: str


class DutyAnswer(msgspec.Struct, kw_only=True):
    """A command that somebody may give in roles they hold."""

    name: Annotated[str, Meta(description="The command as the socket takes it.")]
    verb: Annotated[str, Meta(description="Its verb in transcripts.")]
    title: str
    says: str
    group: Annotated[str, Meta(description="What it is about.")]
    by: Annotated[list[str], Meta(description="The roles of yours that may give it.")]
    two_people: Annotated[bool, Meta(description="Whether a second person must ask for the same.")]
    grave: Annotated[bool, Meta(description="Whether it should be read back before it is given.")]
    body: Annotated[dict[str, int], Meta(description="What of its body is known; `by` is added unless it has none.")]
    signed: Annotated[bool, Meta(description="Whether it carries `by`.")]
    fields: list[FieldAnswer]
    ready: Annotated[list[ReadyAnswer], Meta(description="Where it is about bets that lie there: those it is due on.")]
    now: NowAnswer


class SecondAnswer(msgspec.Struct, kw_only=True):
    """A command that waits for a second person."""

    name: str
    says: str
    body: Annotated[Said, Meta(description="What a second person asks for, with their own `by`.")]
    by: Annotated[list[str], Meta(description="The roles of yours that may agree.")]
    may: Annotated[list[str], Meta(description="The roles that may agree, whoever holds them.")]
    asked_by: Annotated[str, Meta(description="What the first person is called.")]
    mine: Annotated[bool, Meta(description="Whether you asked for it yourself.")]
    seconds: Annotated[float, Meta(description="How long it still waits.")]


class BetOnFloor(msgspec.Struct, kw_only=True):
    """One bet on the layout."""

    seat: int
    spot: SpotId
    name: str
    cents: Cents
    vigorish_cents: Cents
    button: Annotated[str, Meta(description="The button that lies on it.")]
    asked: Annotated[str, Meta(description="The button its owner called for and the crew has not put there yet.")]
    choice: Annotated[bool, Meta(description="Whether its owner has still to raise or withdraw it.")]


class OfferOnFloor(msgspec.Struct, kw_only=True):
    """A late or spoken bet that waits for the crew."""

    seat: int
    spot: SpotId
    name: str
    cents: Cents
    tender: str
    late: bool
    confirmed: Annotated[list[str], Meta(description="The roles that have confirmed it.")]
    still: Annotated[list[str], Meta(description="The roles it waits for: all of a late bet, any of a spoken one.")]


class DisputeOnFloor(msgspec.Struct, kw_only=True):
    """A dispute and its decisions."""

    number: int
    seat: int
    about: str
    covered: bool
    decision: str
    review: bool
    outcome: Annotated[str, Meta(description="What its review came to.")]


class SeatOnFloor(msgspec.Struct, kw_only=True):
    """A player and what the crew knows of them."""

    seat: int
    name: str
    rack_cents: Cents
    layout_cents: Cents
    away: bool
    connected: Annotated[bool, Meta(description="Whether they have a connection to the table, in any process.")]
    told_off: Annotated[int, Meta(description="How often they were told off.")]
    warned: Annotated[bool, Meta(description="Whether they were told of a bet below the minimum.")]
    barred: bool
    partners: list[int]


class DiceOnFloor(msgspec.Struct, kw_only=True):
    """The set of dice, by their numbers."""

    size: int
    hand: list[int]
    gone: list[int]
    unchecked: list[int]
    lost: list[int]


class MoneyOnFloor(msgspec.Struct, kw_only=True):
    """Where the money of the table is; it adds up to zero."""

    racks_cents: int
    layout_cents: int
    house_cents: int
    commission_cents: int
    cage_cents: int
    debts_cents: Annotated[int, Meta(description="What players owe the house, below zero.")]


class DebtOnFloor(msgspec.Struct, kw_only=True):
    """What a player owes the house after an outcome was undone; below zero, what the house owes them."""

    name: str
    cents: int


class PayAnswer(msgspec.Struct, kw_only=True):
    """A roll that is called and not yet settled, and what settling it would do to every bet."""

    a: int
    b: int
    disputed: bool
    lines: list[WhyLine]
    more: Annotated[int, Meta(description="How many lines are left out at a very large table.")]


class FloorAnswer(msgspec.Struct, kw_only=True):
    """What only the crew and inspectors see of a table."""

    seconds: list[SecondAnswer]
    offers: list[OfferOnFloor]
    bets: Annotated[list[BetOnFloor] | None, Meta(description="Every bet; null at a table of very many seats.")]
    seats: list[SeatOnFloor]
    disputes: list[DisputeOnFloor]
    dice: DiceOnFloor
    money: MoneyOnFloor
    debts: list[DebtOnFloor]
    inspector_notified: bool
    pay: PayAnswer | None


class DutiesAnswer(msgspec.Struct, kw_only=True):
    """A table as its crew sees it."""

    table: str
    title: Annotated[str, Meta(description="What the table is called.")]
    book: BookName
    book_key: BookKey
    dice: DiceKind
    crew: Annotated[str, Meta(description="Who runs the table: automatic or people.")]
    seq: int
    roles: Annotated[list[str], Meta(description="The roles you hold.")]
    duties: list[DutyAnswer]
    settings: Annotated[list[ChoiceAnswer], Meta(description="What a notice may change, with what holds now.")]
    floor: FloorAnswer
    play_money: PlayMoney = True
