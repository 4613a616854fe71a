"""Checks that every decision makes first: is there such a seat, such a spot, may this role act, is it the time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from comeout.dice import is_roll
from comeout.rules.layout import Layout, Spot
from comeout.table.messages import CameBack, Event, Reason, Rejected
from comeout.table.settings import ROLES
from comeout.table.state import Phase, TableState

Decided = Sequence[Event] | Rejected
"""What `decide` returns for a command: events, which may be the same tuple for every roll, or a refusal.

A table turns it into an `Answer`.
"""
T = TypeVar("T")


class ByClause(dict[str, T]):
    """What the house says with every roll in the words of a clause: it is made once, and serves every roll."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[str], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, clause: str) -> T:
        """Make what is looked up for the first time; Python calls this."""
        made = self[clause] = self._make(clause)
        return made


BETTING, CLOSED, SHUT = Phase.BETTING, Phase.CLOSED, Phase.SHUT


def seat_problem(state: TableState, seat: int) -> Rejected | None:
    """Refuse a seat in which nobody sits."""
    if state.phase is SHUT:
        return Rejected(Reason.TABLE_CLOSED, "the table is closed")
    if type(seat) is not int or seat not in state.seats:
        return Rejected(Reason.UNKNOWN_SEAT, f"nobody sits in seat {seat}")
    return None


def role_problem(state: TableState, by: str, roles: Sequence[str], clause: str) -> Rejected | None:
    """Refuse a role that the book does not name for this. The automatic crew may act in every role."""
    if state.phase is SHUT:
        return Rejected(Reason.TABLE_CLOSED, "the table is closed")
    if by in roles or (by == "house" and state.settings.crew == "automatic"):
        return None
    known = by if by in ROLES else "somebody unknown"
    return Rejected(Reason.WRONG_ROLE, f"this is for {' or '.join(roles) or 'nobody'} to say, not for {known}", clause)


def phase_problem(state: TableState, *phases: Phase, clause: str = "") -> Rejected | None:
    """Refuse what is not possible in this phase."""
    if state.phase in phases:
        return None
    wanted = " or ".join(_STANDS[phase] for phase in phases)
    return Rejected(Reason.WRONG_PHASE, f"{_stands(state)}; this is done when {wanted}", clause)


def _stands(state: TableState) -> str:
    """Return the phase of the roll in words. A roll that was undone is not settled."""
    undone = state.phase is Phase.SETTLED and state.dropped
    return "the roll was undone" if undone else _STANDS[state.phase]


_STANDS = {
    Phase.BETTING: "bets are open",
    Phase.CLOSED: "bets are closed",
    Phase.DICE_OUT: "the dice are out",
    Phase.CALLED: "the roll is called",
    Phase.SETTLED: "the roll is settled",
    Phase.SHUT: "the table is closed",
}
"""Each phase as a sentence."""


def takes_bets(layout: Layout, state: TableState) -> bool:
    """Return whether bets can be made, changed and called now.

    If a book closes them with the throw, "no more bets" is only an announcement. After that of the automatic crew the
    dice follow at once.
    """
    if state.phase is BETTING:
        return True
    return state.phase is CLOSED and not state.going_out and layout.rulebook.betting.closes == "throw"


def bets_closed(layout: Layout, state: TableState) -> Rejected:
    """Refuse a change of bets while betting is not open, or no longer open."""
    betting = layout.rulebook.betting
    clause = betting.open_clause if state.phase is Phase.SETTLED and betting.open_clause else betting.clause
    return Rejected(Reason.BETTING_CLOSED, f"bets are not open ({_stands(state)})", clause)


def came_back(state: TableState, seat: int, decided: Decided) -> Decided:
    """Return what was decided on an act at the table: with it, a seat that was marked away is back."""
    owner = state.seats.get(seat)
    if owner is None or not owner.away or isinstance(decided, Rejected):
        return decided
    return [CameBack(seat), *decided]


def no_procedure(layout: Layout, what: str) -> Rejected:
    """Refuse what the book has no clause for."""
    return Rejected(Reason.NO_SUCH_PROCEDURE, f"{layout.id} has no clause for {what}")


def find_spot(layout: Layout, spot: str) -> Spot | Rejected:
    """Return the spot of an id, or the refusal of a wager that the book does not have."""
    found = layout.by_id.get(spot) if type(spot) is str else None
    return found or no_spot(layout, spot)


def no_spot(layout: Layout, spot: str) -> Rejected:
    """Refuse a wager that the book does not have."""
    if type(spot) is not str:
        return Rejected(Reason.NONSENSE, "a spot must be a word", layout.rulebook.book.wagers_clause)
    from comeout.table.notation.bet_names import meant_bet  # only a slip needs to know what bets are called

    question = meant_bet(layout, spot)
    says = f'{layout.id} has no wager "{spot[:40]}"' + (f"; {question}" if question else "")
    return Rejected(Reason.NOT_OFFERED, says, layout.rulebook.book.wagers_clause)


def seat_and_spot(layout: Layout, state: TableState, seat: int, spot: str) -> Spot | Rejected:
    """Return the spot if both the seat and the spot exist, else the refusal."""
    return seat_problem(state, seat) or find_spot(layout, spot)


def dice_problem(layout: Layout, roll: object) -> Rejected | None:
    """Return why something is not a roll of two dice, if it is not."""
    return None if is_roll(roll) else bad_dice(layout)


def bad_dice(layout: Layout) -> Rejected:
    """Refuse what is not a roll of two dice."""
    return Rejected(Reason.BAD_DICE, "a roll is two faces from 1 to 6", layout.rulebook.dice.clause)


def has_line_bet(layout: Layout, state: TableState, seat: int) -> bool:
    """Return whether a seat has a line bet."""
    return any(spot.wager.line and seat in state.bets[spot.index] for spot in layout.spots)


def come_bets(layout: Layout, state: TableState) -> int:
    """Return the number of come bets that are on their numbers."""
    return sum(len(state.bets[spot.index]) for spot in layout.spots if spot.wager.travels)
