"""Syntax tree of a strategy: what its text says, before any book gives the bets a meaning."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from comeout.lab.language.text_errors import At
from comeout.money import Amount

BOX_NUMBERS = (4, 5, 6, 8, 9, 10)
BY_POINT = {4: 0, 5: 1, 6: 2, 8: 2, 9: 1, 10: 0}
"""Which of the three figures of 3-4-5x a number has."""

# ------------------------------------------------------------------ bets and amounts


class BetWords(NamedTuple):
    """The words that name a bet or several; the book decides which spots they are. No text: "it"."""

    text: str
    at: At

    @property
    def is_against(self) -> bool:
        """Whether it is a bet against the dice, on which odds are laid."""
        return re.sub(r"\W", "", self.text.removeprefix("every ")).startswith("dont")

    @property
    def is_it(self) -> bool:
        """Whether it is each bet of the count or ladder that the statement is about."""
        return not self.text


class Sum(NamedTuple):
    """An amount of money: written out, so many times a value, or the step of a ladder."""

    at: At
    cents: Amount = 0
    times: int = 1
    value: str = ""
    ladder: str = ""


class Multiple(NamedTuple):
    """Odds as a multiple of the bet: by number, or all that the book allows; or the name of a value that says it."""

    at: At
    times: tuple[int, ...] = ()
    """One for every number, or three: on 4 and 10, on 5 and 9, on 6 and 8. Empty: full odds."""
    to_win: bool | None = None
    """Whether it measures what the odds win, or what they risk; None where the text does not say."""
    value: str = ""

    def by_number(self) -> Mapping[int, int] | int | None:
        """As a wish for odds says it."""
        if len(self.times) < 2:
            return self.times[0] if self.times else None
        return {number: self.times[place] for number, place in BY_POINT.items()}

    @property
    def says(self) -> str:
        """As it is written."""
        return "-".join(map(str, self.times)) + "x" if self.times else "full"


class NumberTest(NamedTuple):
    """What a number is compared with."""

    relation: Literal["is", "is not", "at least", "at most"]
    numbers: tuple[int, ...]

    def holds(self, value: int) -> bool:
        """Whether a number passes."""
        if self.relation == "at least":
            return value >= self.numbers[0]
        if self.relation == "at most":
            return value <= self.numbers[0]
        return (value in self.numbers) == (self.relation == "is")


class ActTarget(NamedTuple):
    """The bets that an act is about, but for some numbers."""

    name: BetWords
    not_point: bool = False
    not_standing: tuple[BetWords, ...] = ()
    """Numbers on which these bets stand are left out."""


# ------------------------------------------------------------------ conditions: moments


class Always(NamedTuple):
    """Before every roll."""

    at: At


class PuckIs(NamedTuple):
    """The puck is off, or on one of these numbers."""

    at: At
    numbers: tuple[int, ...]
    """Empty: off."""


class HowMany(NamedTuple):
    """How many numbers bets stand on, or how many such bets there are with those in transit."""

    at: At
    name: BetWords
    compared: NumberTest
    of: Literal["numbers", "bets"] = "numbers"
    point_counts: bool = False


class IsUp(NamedTuple):
    """A bet lies on the layout; without a name, any bet at all."""

    at: At
    name: BetWords | None
    in_transit: bool = False


class LiesAt(NamedTuple):
    """A bet of exactly this amount lies on the layout."""

    at: At
    sum: Sum
    name: BetWords


class CountIs(NamedTuple):
    """A count stands at a number."""

    at: At
    counted: str
    compared: NumberTest


class StepIs(NamedTuple):
    """A ladder is on a step, from 1; -1 is its last."""

    at: At
    ladder: str
    step: int


class ProfitIs(NamedTuple):
    """The session is up at least, or down at least, by an amount."""

    at: At
    sum: Sum
    down: bool


class ShooterProfitIs(NamedTuple):
    """The money won with this shooter, so far, is at least or at most an amount."""

    at: At
    relation: Literal["up", "down", "above", "below"]
    sum: Sum


class RackCovers(NamedTuple):
    """The rack holds an amount."""

    at: At
    sum: Sum


class InStage(NamedTuple):
    """The strategy is in a stage."""

    at: At
    stage: str


class JustAfter(NamedTuple):
    """Something happened on the last roll."""

    at: At
    event: Condition


class InARow(NamedTuple):
    """A bet has lost, or won, so often without a win, or a loss, between."""

    at: At
    least: int
    outcome: Literal["won", "lost"]
    name: BetWords


# ------------------------------------------------------------------ conditions: events


class BetEnds(NamedTuple):
    """A roll decides a bet."""

    at: At
    name: BetWords
    outcome: Literal["won", "lost", "returned"]


class ShooterGone(NamedTuple):
    """The shooter sevens out."""

    at: At


class PointChanges(NamedTuple):
    """The point is made, or set."""

    at: At
    made: bool


class Rolled(NamedTuple):
    """The dice show one of these totals; none is any roll."""

    at: At
    totals: tuple[int, ...]


class LastStep(NamedTuple):
    """The ladder would go up from its last step."""

    at: At


# ------------------------------------------------------------------ conditions together


class Both(NamedTuple):
    """All of these."""

    at: At
    parts: tuple[Condition, ...]


class Either(NamedTuple):
    """One of these at least."""

    at: At
    parts: tuple[Condition, ...]


class Negated(NamedTuple):
    """Not this."""

    at: At
    part: Condition


Condition = (
    Always
    | PuckIs
    | HowMany
    | IsUp
    | LiesAt
    | CountIs
    | StepIs
    | ProfitIs
    | ShooterProfitIs
    | RackCovers
    | InStage
    | JustAfter
    | InARow
    | BetEnds
    | ShooterGone
    | PointChanges
    | Rolled
    | LastStep
    | Both
    | Either
    | Negated
)

# ------------------------------------------------------------------ acts


class BetAct(NamedTuple):
    """Make a bet that is not up, bring one to an amount, or raise it to one."""

    at: At
    verb: Literal["bet", "have", "have at least"]
    sum: Sum
    target: ActTarget
    exactly: bool = False
    times: int = 0
    """At most so often a shooter; 0 is no limit."""


class OddsAct(NamedTuple):
    """Take odds on a bet, or lay them."""

    at: At
    lay: bool
    multiple: Multiple
    name: BetWords
    as_covered: bool = False


class DownAct(NamedTuple):
    """Take bets down; without a target, everything."""

    at: At
    target: ActTarget | None


class CallAct(NamedTuple):
    """Call bets on or off."""

    at: At
    target: ActTarget
    call: Literal["on", "off"]
    only: bool = False
    """Whether other bets of the kind stay as they are, where one button speaks for all."""


class PressAct(NamedTuple):
    """Raise a bet that has just won by its win, or by half of it."""

    at: At
    target: ActTarget
    half: bool


Act = BetAct | OddsAct | DownAct | CallAct | PressAct

# ------------------------------------------------------------------ statements


class Let(NamedTuple):
    """A value with a name, which can be given another one from outside."""

    at: At
    name: str
    value: Amount | Multiple


class StepChange(NamedTuple):
    """When a count or a ladder changes."""

    at: At
    move: Literal["up", "down", "back"]
    when: Condition


class Books(NamedTuple):
    """The only books that a strategy is meant for."""

    at: At
    names: tuple[str, ...]


class Count(NamedTuple):
    """A number that starts at 0 and that rolls change; with `each`, one for each of these bets."""

    at: At
    name: str
    each: BetWords | None
    changes: tuple[StepChange, ...]


class Ladder(NamedTuple):
    """A list of amounts with a step that rolls change; with `each`, one step for each of these bets."""

    at: At
    name: str
    each: BetWords | None
    changes: tuple[StepChange, ...]
    steps: tuple[Sum, ...]


class Stage(NamedTuple):
    """A stage of the session, while its condition holds and that of no stage before it; None: otherwise."""

    at: At
    name: str
    when: Condition | None


class Stop(NamedTuple):
    """When the session ends."""

    at: At
    when: Condition


class MomentRule(NamedTuple):
    """What is done at a moment; with `only`, its bets come down when the moment has ended."""

    at: At
    when: Condition
    acts: tuple[Act, ...]
    only: bool = False


class RackColumn(NamedTuple):
    """Racks from an amount up to, but not including, another one; None is no end."""

    low: Amount
    end: Amount | None


class RackRow(NamedTuple):
    """One row of a table by rack: a bet or odds on a bet, and an amount for each column; 0 is nothing."""

    at: At
    when: Condition
    kind: Literal["bet", "odds", "lay odds"]
    name: BetWords
    points: tuple[int, ...]
    """Only while one of these is the point; empty: with any puck."""
    cells: tuple[Amount, ...]


class RackTable(NamedTuple):
    """What is bet by what the rack holds."""

    at: At
    columns: tuple[RackColumn, ...]
    rows: tuple[RackRow, ...]


class PolicyCase(NamedTuple):
    """One case of a table by count, point and wealth, and the amount that is wanted then."""

    first: int
    last: int | None
    """The count stands from one number to another; None is no end."""
    points: tuple[int, ...]
    """0 is the come-out; empty: with any puck."""
    low: Amount
    end: Amount | None
    """The rack and the chips on the layout hold from an amount up to, but not including, another one."""
    amount: Amount


class CaseRow(NamedTuple):
    """A bet that is made, or brought to an amount, by case."""

    at: At
    when: Condition
    verb: Literal["bet", "have"]
    name: BetWords
    cases: tuple[PolicyCase, ...]


class CaseTable(NamedTuple):
    """What is bet by a count, the point and the wealth."""

    at: At
    counted: str
    rows: tuple[CaseRow, ...]


class Program(NamedTuple):
    """A whole strategy as it is written."""

    name: str
    lets: tuple[Let, ...]
    books: tuple[Books, ...]
    counts: tuple[Count, ...]
    ladders: tuple[Ladder, ...]
    stages: tuple[Stage, ...]
    stops: tuple[Stop, ...]
    rules: tuple[MomentRule | RackTable | CaseTable, ...]
