"""A table to play at, for Python users: a layout, a state and the log, with an automatic crew."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar, cast, overload

from comeout.dice import Roll
from comeout.errors import ComeoutError
from comeout.money import Amount, to_cents
from comeout.pictures import picture
from comeout.rules.layout import Layout
from comeout.rules.library import open_book
from comeout.table.advice.offers import Offer, offers
from comeout.table.advice.table_text import show_table, table_line
from comeout.table.answer import Answer, RollAnswer
from comeout.table.apply import apply
from comeout.table.asking import Decided, dice_problem
from comeout.table.attendant import attend, why_no_roll
from comeout.table.decide import decide
from comeout.table.engine import ENGINE
from comeout.table.messages import (
    BuyIn,
    CallBet,
    ComeBack,
    Command,
    DeclineDice,
    Event,
    KeepBet,
    Leave,
    NoRollCalled,
    PassDice,
    PlaceBet,
    Reason,
    ReduceBet,
    Rejected,
    RemoveBet,
    RollSettled,
    Sit,
    Switch,
    TableOpened,
    TakeDice,
)
from comeout.table.notation.position_text import parse_position
from comeout.table.notation.transcript import (
    Expectation,
    ExpectedRefusal,
    PositionLine,
    Setting,
    TranscriptError,
    parse,
    render,
)
from comeout.table.position import Position, PositionError, position_of, seats_shoot, state_of
from comeout.table.settings import chosen_settings, setting_pairs
from comeout.table.state import Phase, TableState, new_state

T = TypeVar("T", bound="Table")


class NoSuchSeat(ComeoutError, KeyError):
    """A request about a seat in which nobody sits."""


class Table:
    """One craps table: `send` answers a command, `roll` has the automatic crew play one roll.

    A book is a name, the path of a file or a layout. An amount is whole cents, or text in dollars. Dice come from you:
    two faces for each roll, or a source of rolls for the table.

    >>> from comeout import Dice, Table, book_names
    >>> table = Table(book_names()[0], dice=Dice(seed=7))
    >>> ann = table.sit("Ann", "100")
    >>> table.bet(ann, "field", "5")
    <Answer: Seat 1 has $5.00 more on field>
    >>> table.roll()
    <RollAnswer 6-3: point 9, seat 1 +$5.00>
    >>> table.rack(ann), table.bets(ann)
    (10500, {})
    """

    def __init__(
        self,
        book: str | Path | Layout,
        *,
        settings: Mapping[str, str] | None = None,
        dice: Iterable[Roll] | None = None,
    ) -> None:
        layout = open_book(book)
        chosen = chosen_settings(layout, settings)
        self.layout = layout
        self.state: TableState = new_state(layout, chosen)
        self.opened = TableOpened(
            layout.id, layout.rulebook.book.revision, layout.digest, setting_pairs(layout, chosen), ENGINE
        )
        self.log: list[Event] = [self.opened]
        self.script: list[Command | Roll | PositionLine] = []
        self.dice = _rolls_of(dice)
        self._attend(None)

    @classmethod
    def from_transcript(cls: type[T], text: str, *, dice: Iterable[Roll] | None = None) -> T:
        """Return the table after a transcript: its commands and rolls are played, its expectations are not checked.

        A line that the table refuses is a TranscriptError with the line's number.
        """
        transcript = parse(text)
        settings = {step.name: step.value for _, step in transcript.steps if isinstance(step, Setting)}
        table = cls(transcript.book, settings=settings, dice=dice)
        for line, step in transcript.steps:
            if isinstance(step, PositionLine):
                play_position(table, step, line)
                continue
            if isinstance(step, (Setting, Expectation, ExpectedRefusal)):
                continue
            answer = table.roll(*step) if isinstance(step, Roll) else table.send(step)
            if answer.refused:
                raise TranscriptError(f"refused ({answer.reason}): {answer.in_full}", line)
        return table

    @classmethod
    def from_position(
        cls: type[T],
        position: str | Position,
        *,
        racks: Mapping[int, Amount | str] | Amount | str = 1000_00,
        book: str | Path | Layout | None = None,
        settings: Mapping[str, str] | None = None,
        dice: Iterable[Roll] | None = None,
    ) -> T:
        """Return a table in a position, with racks for its seats: one amount for all, or each its own.

        A position of a house's own book needs the book.
        """
        layout = None if book is None else open_book(book)
        told = parse_position(position, layout) if isinstance(position, str) else position
        chosen = {**({"shooter": "seats"} if seats_shoot(told) else {}), **(settings or {})}
        table = cls(layout or told.book, settings=chosen, dice=dice)
        seats = {each.seat for each in told.seats}
        given = racks if isinstance(racks, Mapping) else dict.fromkeys(seats, racks)
        for seat in sorted(seats | given.keys()):
            table.sit(f"seat {seat}", given.get(seat, 0), seat)
        table.set_position(told)
        return table

    def set_position(self, position: str | Position) -> None:
        """Set the table to a position. Everybody keeps seat, name and rack, and the table its settings.

        No chips are moved for it, and the log does not record it; a transcript does.
        """
        told = parse_position(position, self.layout) if isinstance(position, str) else position
        players = {seat: owner.player for seat, owner in self.state.seats.items()}
        racks = {seat: owner.rack for seat, owner in self.state.seats.items()}
        self.state = state_of(self.layout, told, racks, self.state.settings, players=players)
        self.script.append(PositionLine(str(told)))
        self._attend(None)

    def copy(self: T) -> T:
        """Return an independent copy of the table.

        Its dice continue as these do, if they can be copied; otherwise it has none.
        """
        again = copy.copy(self)
        again.state = self.state.copy()
        again.log, again.script = list(self.log), list(self.script)
        again.dice = _copied(self.dice)
        return again

    # -------------------------------------------------------------- asking

    def send(self, command: Command) -> Answer:
        """Decide a command. Its events are applied and logged; a refusal changes nothing.

        Then the automatic crew does what is due; its events come after the command's own.
        """
        decided = self._decide(command)
        if isinstance(decided, Rejected):
            return self._answer(decided, command)
        self.script.append(command)
        return self._answer([*decided, *self._attend(None)], command)

    def can(self, command: Command) -> Answer:
        """Return what the table would answer to a command now, without effect (a dry run)."""
        return self._answer(decide(self.layout, self.state, command), command)

    @overload
    def roll(self) -> RollAnswer: ...
    @overload
    def roll(self, first: int, second: int) -> RollAnswer: ...
    def roll(self, first: int | None = None, second: int | None = None) -> RollAnswer:
        """Have the automatic crew play one roll: close, throw, call, settle, open again.

        The dice show the two faces given; without any, the next roll of the table's own dice.
        """
        roll = self._why_no_roll() or self._dice_of(first, second)
        if isinstance(roll, Rejected):
            return self._rolled(None, roll)
        self.script.append(roll)
        return self._rolled(roll, self._attend(roll))

    def _why_no_roll(self) -> Rejected | None:
        if self.state.phase is not Phase.SHUT and self.state.settings.crew != "automatic":
            return Rejected(Reason.WRONG_ROLE, "people run this table: they close, throw, call and settle")
        return why_no_roll(self.layout, self.state)

    def _dice_of(self, first: int | None, second: int | None) -> Roll | Rejected:
        """Return the roll of two faces or, without faces, the next of the table's own dice; or why there is none."""
        given: object = first, second
        if type(first) is int and type(second) is int:
            given = Roll(first, second)
        elif first is None and second is None:
            if self.dice is None:
                says = "this table has no dice: give two faces, like roll(3, 4), or open it with dice=Dice(seed=7)"
                return Rejected(Reason.BAD_DICE, says)
            given = next(self.dice, None)
            if given is None:
                return Rejected(Reason.BAD_DICE, "the dice of this table gave their last roll")
        problem = dice_problem(self.layout, given)
        return problem or (given if isinstance(given, Roll) else Roll(*cast("tuple[int, int]", given)))

    def transcript(self) -> str:
        """Return the game so far as text that replays it."""
        return render(self.layout.name, self.opened.settings, self.script)

    # -------------------------------------------------------------- deciding

    def _answer(self, decided: Decided, command: Command) -> Answer:
        seat = getattr(command, "seat", None)
        owner = self.state.seats.get(seat) if type(seat) is int else None
        rack = owner.rack if owner else None
        if isinstance(decided, Rejected):
            return Answer(refused=decided, book=self.layout.id, seq=len(self.log), rack=rack)
        return Answer(decided, book=self.layout.id, seq=len(self.log), rack=rack)

    def _rolled(self, roll: Roll | None, decided: Decided) -> RollAnswer:
        refused, events = (decided, []) if isinstance(decided, Rejected) else (None, decided)
        return RollAnswer(
            events,
            roll=roll,
            point=self.point,
            seats=self.state.seats,
            refused=refused,
            book=self.layout.id,
            seq=len(self.log),
        )

    def _decide(self, command: Command) -> Decided:
        answer = decide(self.layout, self.state, command)
        if not isinstance(answer, Rejected):
            for event in answer:
                apply(self.layout, self.state, event)
            self.log += answer
        return answer

    def _attend(self, roll: Roll | None) -> list[Event]:
        events: list[Event] = []
        while command := attend(self.layout, self.state, roll):
            answer = self._decide(command)
            assert not isinstance(answer, Rejected), f"the crew was refused at {position_of(self.state)}: {answer}"
            events += answer
            if isinstance(answer[-1], (RollSettled, NoRollCalled)):
                roll = None
        return events

    # -------------------------------------------------------------- what a player asks, in one word each

    def sit(self, player: str, rack: Amount | str, seat: int | None = None) -> int:
        """Seat a player with a rack of chips and return the number of the seat; raise a refusal."""
        number = seat or max(self.state.seats, default=0) + 1
        self._paying(rack, lambda cents: Sit(number, player, cents)).or_raise()
        return number

    def buy_in(self, seat: int, amount: Amount | str) -> Answer:
        """Turn cash into chips."""
        return self._paying(amount, lambda cents: BuyIn(seat, cents))

    def leave(self, seat: int) -> Answer:
        """Colour up and go; nothing of the seat's may lie on the layout."""
        return self.send(Leave(seat))

    def come_back(self, seat: int) -> Answer:
        """Come back to the table after having walked away."""
        return self.send(ComeBack(seat))

    def bet(self, seat: int, spot: str, amount: Amount | str) -> Answer:
        """Put chips on a spot, in addition to what is there."""
        return self._paying(amount, lambda cents: PlaceBet(seat, spot, cents))

    def reduce(self, seat: int, spot: str, amount: Amount | str) -> Answer:
        """Take part of a bet back."""
        return self._paying(amount, lambda cents: ReduceBet(seat, spot, cents))

    def remove(self, seat: int, spot: str) -> Answer:
        """Take a bet down."""
        return self.send(RemoveBet(seat, spot))

    def call(self, seat: int, spot: str, call: Switch, *, only: bool = False) -> Answer:
        """Call a bet on or off."""
        return self.send(CallBet(seat, spot, call, only))

    def keep(self, seat: int, spot: str, *, keep: bool = True) -> Answer:
        """Bet the same again whenever it has won, or no longer."""
        return self.send(KeepBet(seat, spot, keep))

    def take_dice(self, seat: int) -> Answer:
        """Accept the dice and become the shooter."""
        return self.send(TakeDice(seat))

    def decline_dice(self, seat: int) -> Answer:
        """Decline the dice."""
        return self.send(DeclineDice(seat))

    def pass_dice(self, seat: int) -> Answer:
        """Give up the dice."""
        return self.send(PassDice(seat))

    def _paying(self, amount: Amount | str, asked: Callable[[Amount], Command]) -> Answer:
        """Send a command with an amount as Python gives it; what is no amount is refused in a sentence."""
        try:
            return self.send(asked(to_cents(amount)))
        except ValueError as bad:
            clause = self.layout.rulebook.book.chips_clause
            return Answer(refused=Rejected(Reason.NONSENSE, str(bad), clause), book=self.layout.id, seq=len(self.log))

    # -------------------------------------------------------------- the table as it lies

    @property
    def point(self) -> int | None:
        """The point, or None while the puck is off."""
        return self.state.point or None

    @property
    def position(self) -> Position:
        """The position of the table, a value that compares, hashes and prints as one line of text; it has no racks."""
        return position_of(self.state)

    @property
    def phase(self) -> str:
        """The phase of the roll: "betting open", "no more bets", and so on."""
        return self.state.phase.value

    @property
    def shooter(self) -> int | None:
        """The seat that has the dice; 0 for a companion or a launcher, None while nobody has them."""
        return self.state.shooter

    @property
    def seats(self) -> dict[int, str]:
        """Who sits where: names by the number of the seat."""
        return {number: seat.player for number, seat in sorted(self.state.seats.items())}

    def rack(self, seat: int) -> Amount:
        """Return what a seat has in its rack, in cents."""
        return self.state.seats[self._seated(seat)].rack

    def bets(self, seat: int) -> dict[str, Amount]:
        """Return what a seat has on the layout, in cents by spot."""
        spots, bets = self.layout.spots, self.state.bets
        self._seated(seat)
        return {spots[n].id: bets[n][seat].amount for n in sorted(self.state.occupied) if seat in bets[n]}

    def offers(self, seat: int) -> list[Offer]:
        """Return what a seat can do now, each with the amounts that would be accepted."""
        return offers(self.layout, self.state, self._seated(seat))

    def _seated(self, seat: int) -> int:
        """Return the seat if somebody sits there; otherwise raise NoSuchSeat."""
        if type(seat) is not int or seat not in self.state.seats:
            here = ", ".join(f"{number} ({player})" for number, player in self.seats.items())
            raise NoSuchSeat(f"nobody sits in seat {seat!r:.40}; {f'taken are {here}' if here else 'nobody sits here'}")
        return seat

    def __repr__(self) -> str:
        return f"<Table {table_line(self.layout, self.state)}>"

    def __str__(self) -> str:
        return show_table(self.layout, self.state)

    def _repr_svg_(self) -> str:
        """Return the table as a picture for a notebook: the felt, the puck and the chips of every seat."""
        chips = {
            self.layout.spots[n].id: [(seat, self.state.bets[n][seat].amount) for seat in sorted(self.state.bets[n])]
            for n in sorted(self.state.occupied)
        }
        return picture(self.layout, point=self.point, show_puck=True, chips=chips)


class NoDice(ComeoutError, TypeError):
    """A source of dice yields no rolls; one line says so."""


def play_position(table: Table, step: PositionLine, line: int) -> None:
    """Set a table to the position of a transcript's line; an error gives the line number."""
    try:
        table.set_position(step.text)
    except PositionError as bad:
        raise TranscriptError(bad.problem, line, step.column + max(bad.column - 1, 0)) from None


def _rolls_of(dice: Iterable[Roll] | None) -> Iterator[Roll] | None:
    """Return an iterator over the rolls of a source."""
    given: object = dice
    if given is not None and not isinstance(given, Iterable):
        raise NoDice(f"{given!r:.40} gives no rolls; take Dice(seed=7), Dice.os() or any iterable of rolls")
    return None if dice is None else iter(dice)


def _copied(dice: Iterator[Roll] | None) -> Iterator[Roll] | None:
    """Return a copy of dice that continues as they do; None if they cannot be copied, such as a generator."""
    try:
        return copy.copy(dice)
    except TypeError:
        return None
