"""The state of one table: position (puck, phase, shooter, bets), racks, and what the last roll found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple, Never

from comeout.dice import Roll
from comeout.money import Amount
from comeout.rules.layout import Layout
from comeout.table.messages import Line
from comeout.table.settings import Settings, default_settings


class Phase(Enum):
    """The phase of a roll: bets open, closed, dice out, called, settled; or the table is closed."""

    BETTING = "betting open"
    CLOSED = "no more bets"
    DICE_OUT = "dice out"
    CALLED = "roll called"
    SETTLED = "settled"
    SHUT = "table closed"


class Mark(Enum):
    """The button on a bet."""

    ON = "on"
    ON_ONLY = "on, this wager only"
    OFF = "off"


COMPANION = 0
"""The number of a shooter who has no seat."""


class Part(NamedTuple):
    """An addition to a bet. It counts from when it was made, and an overlooked one is judged by its own terms."""

    amount: Amount
    terms: int
    order: int
    overlooked: bool
    after_warning: bool


@dataclass(slots=True)
class Bet:
    """One seat's chips on one spot."""

    amount: Amount
    vigorish: Amount
    fresh: Amount = 0
    """The part placed in the betting time in which the bet was last added to; see `TableState.new_part`."""
    round_part: Amount = 0
    """The part placed in the round in which the bet was last added to; see `TableState.round_part`."""
    mark: Mark | None = None
    asked: Mark | None = None
    """The button that its owner called for, until the crew confirms it."""
    overlooked: bool = False
    after_warning: bool = False
    terms: int = 0
    """The terms it was accepted under, as an index into TableState.terms."""
    order: int = 0
    """When it was placed, counted over the whole table: first come, first served."""
    extra: tuple[Part, ...] = ()
    """Parts that were added later, oldest first; the amount includes them."""
    witness: str = ""
    """The second person who saw it, if a part of it was first seen after bets had closed."""
    after_roll: int = 0
    """The number of the roll before it was last added to. With the next roll nothing of it is new, without a visit."""
    in_round: int = 1
    """The number of the round in which it was last added to."""

    def copy(self) -> Bet:
        """Return an independent copy. Bets are copied with every roll, so this is written for speed."""
        new: Bet = _new(Bet)
        new.amount = self.amount
        new.vigorish = self.vigorish
        new.fresh = self.fresh
        new.round_part = self.round_part
        new.mark = self.mark
        new.asked = self.asked
        new.overlooked = self.overlooked
        new.after_warning = self.after_warning
        new.terms = self.terms
        new.order = self.order
        new.extra = self.extra
        new.witness = self.witness
        new.after_roll = self.after_roll
        new.in_round = self.in_round
        return new


_new = object.__new__


@dataclass(slots=True)
class SeatState:
    """A seat at the table, with its rack and what the crew knows of the player."""

    player: str
    rack: Amount
    keeps: set[str] = field(default_factory=set)
    locks: set[str] = field(default_factory=set)
    warned: bool = False
    told_off: int = 0
    barred: bool = False
    away: bool = False
    partners: set[int] = field(default_factory=set)

    def covers(self, amount: Amount, extra: Amount = 0) -> bool:
        """Return whether the rack covers an amount, with `extra` cash: the only comparison a decision makes with a
        rack.

        A seat of another class can replace this one and record what it is asked.
        """
        return self.rack + extra >= amount

    def held(self) -> Callable[[], Amount]:
        """Return a function that reads what the rack holds now, later, if at all."""
        rack = self.rack
        return lambda: rack

    def copy(self) -> SeatState:
        """Return an independent copy."""
        new: SeatState = _new(type(self))
        new.player = self.player
        new.rack = self.rack
        new.keeps = self.keeps.copy()
        new.locks = self.locks.copy()
        new.warned = self.warned
        new.told_off = self.told_off
        new.barred = self.barred
        new.away = self.away
        new.partners = self.partners.copy()
        return new


@dataclass(slots=True)
class PlayerRecord:
    """What a table remembers of a player who left."""

    warned: bool = False
    told_off: int = 0
    barred: bool = False


@dataclass(slots=True)
class Pending:
    """A late or spoken bet that waits for confirmation."""

    amount: Amount
    tender: str
    late: bool
    confirmed: set[str] = field(default_factory=set)

    def copy(self) -> Pending:
        """Return an independent copy."""
        return Pending(self.amount, self.tender, self.late, self.confirmed.copy())


@dataclass(slots=True)
class DiceSet:
    """The dice at the table by number, and which of them can be used."""

    size: int
    hand: tuple[int, ...] = ()
    gone: set[int] = field(default_factory=set)
    unchecked: set[int] = field(default_factory=set)
    lost: set[int] = field(default_factory=set)
    free: bool = False
    """Whether the shooter may choose again until the next throw: a die left the table, or a new set came."""

    def copy(self) -> DiceSet:
        """Return an independent copy."""
        return DiceSet(self.size, self.hand, self.gone.copy(), self.unchecked.copy(), self.lost.copy(), self.free)

    def usable(self) -> list[int]:
        """Return the dice that a shooter may choose from."""
        return [die for die in range(1, self.size + 1) if die not in self.gone | self.unchecked | self.lost]


@dataclass(slots=True)
class Dispute:
    """A dispute and what became of it."""

    seat: int
    about: str
    covered: bool
    decision: str = ""
    review: bool = False
    outcome: str = ""
    """The outcome of its review."""


@dataclass(slots=True)
class Totals:
    """The accounts of a table; they always add up to zero."""

    racks: Amount = 0
    layout: Amount = 0
    house: Amount = 0
    commission: Amount = 0
    cage: Amount = 0
    debts: Amount = 0
    """What players owe the house, below zero."""

    def copy(self) -> Totals:
        """Return an independent copy."""
        return Totals(self.racks, self.layout, self.house, self.commission, self.cage, self.debts)


NOBODY: frozenset[Never] = frozenset()


@dataclass(slots=True)
class Aftermath:
    """What else has happened since the last roll: few rolls have any of it."""

    folded: dict[tuple[int, int], None] = field(default_factory=dict)
    """Bets that the house has taken since, by spot and seat."""
    charges: dict[tuple[int, int], Amount] = field(default_factory=dict)
    """The vigorish refunded since with bets taken down, by spot and seat."""
    left: dict[int, str] = field(default_factory=dict)
    """The seats that were left since, and who sat there."""

    def copy(self) -> Aftermath:
        """Return an independent copy."""
        return Aftermath(self.folded.copy(), self.charges.copy(), self.left.copy())


EndedButton = tuple[int, int, Mark | None, Mark | None]
"""The spot and the seat of a bet, and the button on it and the one called for until the roll."""


@dataclass(slots=True)
class LastRoll:
    """The last settled roll and what was there before it, so that it can be undone; see also `TableState.changed`."""

    lines: tuple[Line, ...] = ()
    bets: list[Bet] = field(default_factory=list)
    """The bet of every line that did not move it, as it was before the roll."""
    point: int = 0
    shooter: int | None = None
    last_shooter: int | None = None
    declined: frozenset[int] = NOBODY
    round_ended: bool = False
    round_decided: bool = False
    decision_only: bool = False
    marks: tuple[EndedButton, ...] = ()
    """The buttons that ended with the roll."""
    unlocked: tuple[tuple[int, str], ...] = ()
    warned: tuple[int, ...] = ()
    shooters: str = ""
    """Where the shooter came from, by the table's setting."""
    previous: int | None = None
    ordered: frozenset[str] = NOBODY
    aftermath: Aftermath | None = None

    def since(self) -> Aftermath:
        """Return where to write down what else happens after the roll."""
        self.aftermath = self.aftermath or Aftermath()
        return self.aftermath

    def copy(self) -> LastRoll:
        """Return an independent copy. The bets that it refers to are never changed."""
        new: LastRoll = _new(LastRoll)
        new.lines = self.lines
        new.bets = self.bets
        new.point = self.point
        new.shooter = self.shooter
        new.last_shooter = self.last_shooter
        new.declined = self.declined
        new.round_ended = self.round_ended
        new.round_decided = self.round_decided
        new.decision_only = self.decision_only
        new.marks = self.marks
        new.unlocked = self.unlocked
        new.warned = self.warned
        new.shooters = self.shooters
        new.previous = self.previous
        new.ordered = self.ordered
        new.aftermath = self.aftermath and self.aftermath.copy()
        return new


class LayoutName(NamedTuple):
    """The layout that a state belongs to: the id and digest of the book, and the names of the spots in order."""

    book: str
    digest: str
    spots: tuple[str, ...]
    ranked: tuple[int, ...]
    """Spots where the order of all bets can matter: a number with its own maximum, which bets move to."""
    places: tuple[int, ...]
    """The rank of each spot when bets are listed: as on the layout, but odds right after the bet that they support."""


@dataclass(slots=True)
class TableState:
    """The state of a table. It has a single writer, and `apply` changes it in place."""

    layout_name: LayoutName
    settings: Settings
    bets: list[dict[int, Bet]]
    """By spot, then by seat."""
    on_spot: list[Amount]
    """The total on each spot."""
    dice: DiceSet
    occupied: dict[int, None] = field(default_factory=dict)
    """The spots with a bet on them."""
    phase: Phase = Phase.SETTLED
    point: int = 0
    decision_only: bool = False
    shooter: int | None = None
    last_shooter: int | None = None
    """The seat that had the dice before; the next offer begins at its left."""
    threw: bool = False
    offered: int | None = None
    declined: set[int] = field(default_factory=set)
    previous: int | None = None
    """The seat that last threw the dice and gave them up, while that player still sits there."""
    let_by: set[int] = field(default_factory=set)
    """Seats that declined to throw for the decision of come bets."""
    ordered: set[str] = field(default_factory=set)
    """Players who were ordered to pass the dice since the last seven-out, by their key."""
    unbacked: bool = False
    """Whether the shooter's last throw was a No Roll because there was no line bet."""
    again: bool = False
    """Whether the last throw was a No Roll and bets have not been opened since."""
    going_out: bool = False
    """Whether the automatic crew closed bets and the dice follow at once."""
    rolls: int = 0
    round_number: int = 1
    round_decided: bool = False
    roll: Roll | None = None
    disputed: bool = False
    ruled: bool = False
    """Whether the called roll was ruled on, which ends any dispute about it."""
    dropped: str = ""
    """Why the last throw has no effect: the ground of a No Roll, or "undone"; empty if it was settled."""
    seats: dict[int, SeatState] = field(default_factory=dict)
    marked: dict[tuple[int, int], None] = field(default_factory=dict)
    """Bets with a button or a call for one, by spot and seat, in the order of the calls."""
    changed: dict[tuple[int, int], Bet | None] = field(default_factory=dict)
    """Every bet that has changed since the last roll, by spot and seat: as it was right after that roll."""
    locked: set[int] = field(default_factory=set)
    pending: dict[tuple[int, str], Pending] = field(default_factory=dict)
    choices: set[tuple[int, str]] = field(default_factory=set)
    """Bets noticed below the minimum whose owner must raise or withdraw them."""
    due: list[tuple[int, str, Amount]] = field(default_factory=list)
    """Winning bets that their players want repeated."""
    disputes: list[Dispute] = field(default_factory=list)
    crew: dict[str, str] = field(default_factory=dict)
    inspector_notified: bool = False
    totals: Totals = field(default_factory=Totals)
    terms: list[Settings] = field(default_factory=list)
    """Every set of settings that was ever in force, oldest first; the last one is in force."""
    placed: int = 0
    """How many times chips were put on the layout."""
    closed_at: int = 0
    """The value of `placed` when bets last closed: a later part can still be noticed in time."""
    sitting: dict[str, int] = field(default_factory=dict)
    """Where each player sits, by name."""
    records: dict[str, PlayerRecord] = field(default_factory=dict)
    """What is known of players who left, by name."""
    linked: set[tuple[str, str]] = field(default_factory=set)
    """Players who were found to be partners, by name."""
    outside: bool = False
    """Whether a bet may be past a limit: one was overlooked, or a number has a maximum of its own."""
    debts: dict[str, Amount] = field(default_factory=dict)
    """What each player owes the house after an outcome was undone; below zero, what the house owes them."""
    last_roll: LastRoll | None = None

    def new_part(self, bet: Bet) -> Amount:
        """Return what of a bet was placed since the last roll; all of it, if the bet was first placed since then."""
        return bet.fresh if bet.after_roll == self.rolls else 0

    def round_part(self, bet: Bet) -> Amount:
        """Return what of a bet was placed in this round."""
        return bet.round_part if bet.in_round == self.round_number else 0

    def bet(self, spot: int, seat: int) -> Bet | None:
        """Return the bet of a seat on a spot."""
        return self.bets[spot].get(seat)

    def copy(self) -> TableState:
        """Return an independent copy, for dry runs.

        It copies field by field and skips the constructor, which is much faster.
        """
        new: TableState = _new(TableState)
        bets: list[dict[int, Bet]] = [{} for _ in self.bets]
        new.bets = bets
        for spot in self.occupied:
            bets[spot] = {seat: bet.copy() for seat, bet in self.bets[spot].items()}
        new.seats = {seat: owner.copy() for seat, owner in self.seats.items()}
        new.dice = self.dice.copy()
        new.totals = self.totals.copy()
        new.last_roll = self.last_roll.copy() if self.last_roll else None
        new.pending = {key: bet.copy() for key, bet in self.pending.items()} if self.pending else {}
        new.disputes = [replace(each) for each in self.disputes] if self.disputes else []
        new.records = {name: replace(each) for name, each in self.records.items()} if self.records else {}
        new.layout_name = self.layout_name
        new.settings = self.settings
        new.phase = self.phase
        new.point = self.point
        new.decision_only = self.decision_only
        new.shooter = self.shooter
        new.last_shooter = self.last_shooter
        new.threw = self.threw
        new.offered = self.offered
        new.previous = self.previous
        new.unbacked = self.unbacked
        new.again = self.again
        new.going_out = self.going_out
        new.rolls = self.rolls
        new.round_number = self.round_number
        new.round_decided = self.round_decided
        new.roll = self.roll
        new.disputed = self.disputed
        new.ruled = self.ruled
        new.dropped = self.dropped
        new.inspector_notified = self.inspector_notified
        new.placed = self.placed
        new.closed_at = self.closed_at
        new.outside = self.outside
        new.on_spot = self.on_spot.copy()
        new.occupied = self.occupied.copy()
        new.declined = self.declined.copy()
        new.let_by = self.let_by.copy()
        new.ordered = self.ordered.copy()
        new.marked = self.marked.copy()
        new.changed = self.changed.copy()  # what a bet was before never changes again
        new.locked = self.locked.copy()
        new.choices = self.choices.copy()
        new.due = self.due.copy()
        new.crew = self.crew.copy()
        new.terms = self.terms.copy()
        new.sitting = self.sitting.copy()
        new.linked = self.linked.copy()
        new.debts = self.debts.copy()
        return new


def limits_numbers(layout: Layout, settings: Settings) -> bool:
    """Return whether a number that come bets move to has a maximum of its own."""
    return any(not layout.by_id[spot].made_here for spot in settings.maximum)


def player_key(name: str) -> str:
    """Return the key by which the table recognizes a player's name: without outer spaces and capitals."""
    return name.strip().casefold()


def layout_name(layout: Layout) -> LayoutName:
    """Return what a state keeps of its layout."""
    travel = layout.rulebook.limits.over != "refuse"
    ranked = tuple(spot.index for spot in layout.spots if travel and spot.wager.travels)
    listed = sorted(layout.spots, key=lambda spot: (spot.index if spot.base < 0 else spot.base, spot.index))
    places = {spot.index: place for place, spot in enumerate(listed)}
    return LayoutName(
        layout.id, layout.digest, tuple(layout.by_id), ranked, tuple(places[spot.index] for spot in layout.spots)
    )


def new_state(layout: Layout, settings: Settings | None = None) -> TableState:
    """Return the state of an empty table: the puck is off, nobody sits, betting is not open yet."""
    chosen = settings or default_settings(layout)
    spots = len(layout.spots)
    state = TableState(
        layout_name(layout), chosen, [{} for _ in range(spots)], [0] * spots, DiceSet(chosen.dice_set), terms=[chosen]
    )
    state.outside = limits_numbers(layout, chosen)
    if chosen.shooter == "companion":
        state.shooter = COMPANION
        state.dice.hand = (1, 2)
    return state
