"""REST answers of the house, every field with its type and meaning."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from comeout.log.records import DiceKind, Mode, Profile
from comeout.rules.wagers import When
from comeout.table.advice.choices import ChoiceKind
from comeout.table.messages import Outcome

BookName = Annotated[str, Meta(description="The name of a book.")]
BookKey = Annotated[
    str, Meta(description="How to ask for the book under /books: its name, or NAME@DIGEST if it is not one of ours.")
]
Cents = Annotated[int, Meta(description="Cents of play money.")]
Clause = Annotated[str, Meta(description="The clause of the book that says so.")]
DiceFaces = Annotated[tuple[int, int], Meta(description="The faces of the two dice.")]
Digest = Annotated[str, Meta(description="The digest of the text of a book.")]
Fraction = Annotated[str | None, Meta(description="An exact fraction as text, or null if there is none.")]
Moment = Annotated[int, Meta(description="A moment in UTC, in microseconds since 1970.")]
PlayerId = Annotated[str, Meta(description="The id of a player.")]
PlayMoney = Annotated[bool, Meta(description="It is always play money.")]
Point = Annotated[int, Meta(description="The point, 0 while the puck is off.")]
SpotId = Annotated[str, Meta(description="The id of a spot, by which bets are made.")]


class Refusal(msgspec.Struct):
    """An error: one sentence."""

    says: Annotated[
        str, Meta(description="One sentence for a person; of a field that makes no sense, what it should be.")
    ]


# ------------------------------------------------------------------ people


class MeAnswer(msgspec.Struct):
    """Who you are."""

    player: PlayerId
    name: Annotated[str, Meta(description="What others see you called.")]
    guest: Annotated[bool, Meta(description="Whether you have no account.")]
    play_money: PlayMoney = True


class SignedIn(MeAnswer, kw_only=True):
    """Who you are, with the session token if it is new."""

    token: Annotated[str | UnsetType, Meta(description="Told once: keep it, and you come back as the same.")] = UNSET


class SignedOut(msgspec.Struct):
    """You are signed out."""

    signed_out: Literal[True] = True


class SignInAnswer(msgspec.Struct):
    """One of your sessions: a browser or a program that is signed in as you."""

    id: Annotated[str, Meta(description="By which you end it; nobody can sign in with it.")]
    created: Moment
    expires: Moment
    this: Annotated[bool, Meta(description="Whether it is the session that asks.")]


class SessionsAnswer(msgspec.Struct):
    """Where you are signed in, the newest first."""

    sessions: list[SignInAnswer]


class PasswordChanged(msgspec.Struct):
    """Your password is changed, and your other sessions have ended."""

    password_changed: Literal[True] = True


class AccountDeleted(msgspec.Struct):
    """Your account is deleted."""

    account_deleted: Literal[True] = True


class WalletAnswer(msgspec.Struct):
    """What you have outside the tables, how long you have played, and your result."""

    player: PlayerId
    wallet_cents: Cents
    seconds_played: Annotated[int, Meta(description="How long you sat at play in the last 24 hours.")]
    net_cents: Annotated[int, Meta(description="What you won in the last 24 hours; below zero if you lost.")]
    at_risk_cents: Annotated[int, Meta(description="What lies on layouts now.")]
    racks_cents: Annotated[int, Meta(description="What is in your racks at tables; it comes back when you leave them.")]
    play_money: PlayMoney = True


class LimitAnswer(msgspec.Struct):
    """A limit you set for yourself; a looser one waits until its time has come."""

    player: PlayerId
    kind: Literal["loss", "time", "stake"]
    value: Annotated[int, Meta(description="Cents for loss and stake, minutes for time; -1 if there is no limit.")]
    since: Moment
    next_value: Annotated[int | None, Meta(description="The looser value that waits, -1 for none; null if none waits.")]
    next_at: Moment


# ------------------------------------------------------------------ books


class BookLine(msgspec.Struct):
    """A book of the house."""

    id: BookName
    title: str
    revision: int
    digest: Digest


class BetFigures(msgspec.Struct):
    """The exact figures of one bet, as parts of the flat bet; a bet that is never decided has none."""

    bet: Annotated[str, Meta(description="The bet by its id, with its odds.")]
    name: str
    stake_cents: Annotated[int | None, Meta(description="The stake that was asked for; null for one unit.")]
    win: Fraction
    lose: Fraction
    push: Fraction
    ev_per_bet_made: Fraction
    ev_per_bet_resolved: Fraction
    ev_per_roll: Fraction
    ev_on_outlay: Fraction
    ev_on_outlay_resolved: Fraction
    variance: Fraction
    mean_rolls: Fraction
    mean_rolls_made_before_come_out: Fraction
    mean_rolls_made_point_on: Fraction
    mean_rolls_kept_up: Fraction
    standard_deviation: Annotated[str | UnsetType, Meta(description="A decimal of twelve places.")] = UNSET
    rounding_cost: Annotated[str | UnsetType | None, Meta(description="What rounding takes from the stake.")] = UNSET
    chances_by_roll: Annotated[
        dict[str, list[str] | None] | UnsetType,
        Meta(description="The chance of a decision at each roll from the first, by when the bet is made."),
    ] = UNSET
    undecided: Annotated[bool | UnsetType, Meta(description="True for a bet without figures.")] = UNSET


class BookFigures(msgspec.Struct):
    """The exact figures of every bet of a book."""

    book: BookName
    bets: list[BetFigures]


class SpotAnswer(msgspec.Struct):
    """A spot of the layout."""

    name: str
    made_here: Annotated[bool, Meta(description="Whether a bet begins here; others travel to it.")]
    made: Annotated[When, Meta(description="When a bet may be made.")]
    removed: Annotated[When, Meta(description="When a bet may be taken down.")]
    clause: Clause
    chips: Annotated[tuple[int, int, int, int], Meta(description="Where chips lie on the picture: x, y, w, h.")]


class LayoutAnswer(msgspec.Struct):
    """Every spot of a book by its id."""

    book: BookName
    spots: dict[str, SpotAnswer]


class ChoiceAnswer(msgspec.Struct):
    """A setting that a table may choose within its book."""

    name: Annotated[str, Meta(description="Its key; `min` and `max` are followed by a space and a spot.")]
    kind: Annotated[ChoiceKind, Meta(description="How its value is written.")]
    says: Annotated[str, Meta(description="What it is, for a person.")]
    default: Annotated[str, Meta(description="The value of a table that does not choose.")]
    least: Annotated[int | None, Meta(description="The least whole number, or cents of an amount; null for words.")]
    most: Annotated[int | None, Meta(description="The most.")]
    words: Annotated[list[str], Meta(description="The words allowed; of names several, with commas.")]
    spots: Annotated[list[SpotId], Meta(description="The spots it is chosen for; none: for the table.")]
    clause: Annotated[str, Meta(description="The clause that allows it; empty if the book leaves it to the table.")]


class SettingsAnswer(msgspec.Struct):
    """Every setting that a table of a book may choose."""

    book: BookName
    settings: list[ChoiceAnswer]
    line_min_cents: Annotated[int, Meta(description="The minimum of the line bet that the house posts, unless chosen.")]
    line_max_cents: Annotated[int, Meta(description="The maximum.")]


class InviteAnswer(msgspec.Struct):
    """The addresses by which others come to a live table."""

    join: Annotated[str, Meta(description="The table, to sit down at.")]
    watch: Annotated[str, Meta(description="The table, to watch.")]
    room: Annotated[str, Meta(description="The large display of the table.")]
    picture: Annotated[str, Meta(description="The path of the first address as a QR code.")]
    only_here: Annotated[bool, Meta(description="Whether these addresses lead here only from the same machine.")]


# ------------------------------------------------------------------ tables


class TableLine(msgspec.Struct, kw_only=True):
    """A table as the list of tables shows it."""

    id: Annotated[str, Meta(description="The id of the table.")]
    closed: bool
    name: str
    book: BookName
    digest: Digest
    mode: Annotated[Mode, Meta(description="Shared and by the clock, or a player's own without one.")]
    profile: Annotated[Profile, Meta(description="Regulated: five seconds between rolls, bets by hand.")]
    dice: Annotated[DiceKind, Meta(description="Where the dice come from.")]
    seated: Annotated[int, Meta(description="Seats taken; as many as come may sit.")]
    shooter: Annotated[str | None, Meta(description="What the shooter is called; null if no seat has the dice.")]
    point: Point
    phase: Annotated[str, Meta(description="Where the roll stands: betting open, no more bets, and so on.")]
    closes_in_ms: Annotated[int | None, Meta(description="How long bets are still taken; null if no clock runs.")]
    waiting: Annotated[str, Meta(description="What the table waits for, if it waits.")]
    betting_seconds: Annotated[int, Meta(description="The betting time of a live table.")]
    line_min_cents: Annotated[int | None, Meta(description="The least on the line bet; null if none is posted.")]
    line_max_cents: Annotated[int | None, Meta(description="The most on the line bet; null if none is posted.")]
    rolls: Annotated[int, Meta(description="Rolls so far.")]
    last_rolls: Annotated[list[DiceFaces], Meta(description="The last ten rolls, oldest first.")]
    mine: Annotated[bool, Meta(description="Whether you opened it.")]
    sits: Annotated[bool, Meta(description="Whether you sit there.")]
    roles: Annotated[list[str], Meta(description="The roles you hold at it.")]
    play_money: PlayMoney = True


class LessonAnswer(msgspec.Struct):
    """A lesson for newcomers, played at a table with chips and dice of its own."""

    id: str
    title: str
    summary: str
    book: BookName
    rack_cents: Annotated[int, Meta(description="The chips to sit down with; they come from no wallet.")]


class SeatsLeft(msgspec.Struct):
    """How many seats were freed, each with nothing on the felt."""

    left: int


class TableBook(msgspec.Struct):
    """The text of the book a table is played by, and the house's higher payouts: they compile to this digest."""

    name: str
    digest: Digest
    text: Annotated[str, Meta(description="The rulebook as TOML.")]
    payouts: Annotated[dict[str, dict[str, str]], Meta(description="Odds by spot and total, above the listed ones.")]


class RecalledLine(msgspec.Struct):
    """What a roll did to one bet."""

    seat: int
    spot: SpotId
    stake: Cents
    at_risk: Cents
    outcome: Outcome
    paid: Cents
    basis: Annotated[int, Meta(description="The cents that the odds were paid on.")]
    odds: Annotated[str, Meta(description="The odds as a fraction.")]
    to: Annotated[str, Meta(description="The spot it travelled to; empty if it did not.")]
    vigorish: Annotated[int, Meta(description="The charge in cents that went with it.")]
    net_cents: Annotated[int, Meta(description="What it added to the player's money, or took from it.")]
    clause: Clause
    paid_by: Annotated[str, Meta(description="The clause that prices it.")]
    limited_by: Annotated[str, Meta(description="The clause that limited the amount at risk; empty if none did.")]


class RecalledRoll(msgspec.Struct):
    """A settled roll as one player saw it: bets, dice, settlement with its clauses, money before and after."""

    seq: Annotated[int, Meta(description="The number of the settlement in the log of its table.")]
    player: PlayerId
    table: str
    roll: Annotated[int, Meta(description="The number of the roll at its table.")]
    round: Annotated[int, Meta(description="The number of the round at its table.")]
    at: Moment
    book: BookName
    dice: DiceFaces
    point_before: Point
    point_after: Point
    clause: Clause
    rounded_by: Annotated[list[str], Meta(description="The clauses that rounded what was paid.")]
    seat: int
    bets: Annotated[dict[str, int], Meta(description="What lay on the layout, in cents by spot.")]
    lines: list[RecalledLine]
    rack_before_cents: Cents
    rack_after_cents: Cents
    aside_cents: Annotated[int, Meta(description="Won since your roll before: vigorish, reversals. Lost: below 0.")] = 0
    played: Annotated[
        list[tuple[Moment, Moment]], Meta(description="When you played since your roll before: from, until.")
    ] = []
    recorded_late: Annotated[
        dict[str, str],
        Meta(description="Bets first seen after bets had closed, by spot, with the second person who saw each."),
    ] = {}
    beside: Annotated[
        list[str], Meta(description="Since your roll before: outcomes undone, and decisions with what they moved.")
    ] = []
    owed_cents: Annotated[int, Meta(description="What you owe the house at this table. It owes you: below 0.")] = 0
    book_key: BookKey = ""


class RecallPage(msgspec.Struct):
    """Settled rolls, newest first."""

    rolls: list[RecalledRoll]
    before: Annotated[int | None, Meta(description="What to ask for the next page with; null if this one is empty.")]
    play_money: PlayMoney = True


# ------------------------------------------------------------------ the house


class Ready(msgspec.Struct):
    """Readiness check: the house can accept what people do."""

    ready: Literal[True] = True


class Health(msgspec.Struct):
    """Health check: the process is alive, and its version."""

    ok: bool
    version: str
    tables: Annotated[int, Meta(description="Tables that people here can be at.")]
    owned: Annotated[int, Meta(description="Those of them that this process runs.")]
    play_money: PlayMoney = True
