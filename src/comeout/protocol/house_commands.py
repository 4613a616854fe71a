"""Commands of the house, and authorization: players act for their seat, crew in a role they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from comeout.errors import ComeoutError
from comeout.log.codec import COMMAND_TYPES, Unreadable, read_command
from comeout.log.dice_formula import seed_problem
from comeout.table.betting import ROLLING
from comeout.table.messages import (
    CallRoll,
    ChooseDice,
    Command,
    DeclareMalfunction,
    Interrupt,
    InvalidateOutcome,
    Rebet,
    RecordBet,
    RuleOnRoll,
    Sit,
    ThrowDice,
)
from comeout.table.state import COMPANION, TableState


class No(NamedTuple):
    """A refusal by the house, beyond what the book says."""

    reason: str
    says: str
    clause: str = ""


TWO_PEOPLE = (Interrupt, InvalidateOutcome, DeclareMalfunction)
"""The commands that void something. A second person must ask for the same before anything happens."""


@dataclass(frozen=True, slots=True)
class RollNow:
    """Close betting, throw and settle: at a first-person table."""


@dataclass(frozen=True, slots=True)
class SetSeed:
    """Set your seed for the dice: a text that counts from the next "no more bets" on."""

    seed: str


@dataclass(frozen=True, slots=True)
class SetReady:
    """Say that you are ready for the throw, or no longer; of the shooter, the wish to throw. At a live table."""

    ready: bool = True
    rolls: int | None = None
    """How many rolls the table had when you said so; if there have been more since, it is too late."""


SIT = Sit.__name__
OF_A_SEAT = frozenset(
    name
    for name, kind in COMMAND_TYPES.items()
    if kind is not Sit and "seat" in kind.__slots__ and "by" not in kind.__slots__
)
"""Commands of players for their own seat, which they need not name. Every other command names a role."""

OF_PLAYERS = frozenset({SIT, "BuyIn", "PlaceBet", "SpeakBet", "LateBet", "KeepBet", "CallBet", "TakeDice", "SetSeed"})
"""Commands that nobody with a role at the table may send: to sit down, to bet, to take the dice.

Whoever sits there when they are given a role can still take bets down, finish and leave.
"""

HouseCommand = RollNow | SetSeed | SetReady
HOUSE_COMMANDS: dict[str, type[HouseCommand]] = {"RollNow": RollNow, "SetSeed": SetSeed, "SetReady": SetReady}


class Ask(NamedTuple):
    """A command as it arrived: its player, its idempotency key, the player's roles, and when by the monotonic clock."""

    player: str
    id: str
    name: str
    body: Mapping[str, Any]
    roles: frozenset[str]
    arrived: float
    reply: Callable[[bytes], None]


class NotAllowed(ComeoutError):
    """Authorization failed: this person may not send this command."""


def read_ask(ask: Ask, state: TableState, mine: int | None) -> Command | HouseCommand:
    """Parse and authorize a command of a person who sits here, or nowhere."""
    name = ask.name
    if name in OF_PLAYERS and ask.roles:
        held = ", ".join(sorted(ask.roles))
        raise NotAllowed(f"whoever works at a table does not play there; roles you hold here: {held}")
    if name in HOUSE_COMMANDS:
        return _house_command(ask, mine)
    body = dict(ask.body)
    if name == SIT:
        if mine is not None:
            raise NotAllowed(f"you sit at this table already, in seat {mine}")
        body = {"seat": next_seat(state), **body, "player": ask.player}
    elif name in OF_A_SEAT and "seat" not in body:
        body["seat"] = mine if mine is not None else -1
    command = read_command(name, body)
    if name in OF_A_SEAT or name == SIT:
        _check_seat(command, ask.roles, state, mine)
    else:
        _check_role(str(getattr(command, "by", "")), ask.roles)
    return command


def _check_seat(command: Command, roles: frozenset[str], state: TableState, mine: int | None) -> None:
    """Authorize a command for a seat: players act for their own seat, crew may act for the shooter."""
    kind = type(command)
    if kind is Rebet:
        raise NotAllowed("the house carries out standing instructions by itself")
    if command.seat == mine or kind is Sit:  # type: ignore[union-attr]  # every command of this kind has a seat
        return
    if not (roles - {"inspector"} and _for_the_shooter(command, state)):
        raise NotAllowed("you have no seat here; sit down first" if mine is None else "that is not your seat")


def _for_the_shooter(command: Command, state: TableState) -> bool:
    """Return what the crew says of a throw: for the companion or the launcher, or for a shooter with real dice."""
    if isinstance(command, ThrowDice) and command.seat == COMPANION:
        return True
    real = state.settings.crew == "people" and state.shooter is not None
    return real and isinstance(command, (ThrowDice, ChooseDice)) and command.seat == state.shooter


def _house_command(ask: Ask, mine: int | None) -> HouseCommand:
    kind = HOUSE_COMMANDS[ask.name]
    if set(ask.body) - set(getattr(kind, "__slots__", ())):
        raise Unreadable(f"{ask.name} has no such field")
    if mine is None:
        raise NotAllowed("you have no seat here; sit down first")
    if kind is RollNow:
        return RollNow()
    if kind is SetReady:
        return _ready(ask)
    seed = ask.body.get("seed")
    problem = seed_problem(seed) if isinstance(seed, str) else "a seed is a text"
    if problem:
        raise Unreadable(problem)
    return SetSeed(str(seed))


def _ready(ask: Ask) -> SetReady:
    ready, rolls = ask.body.get("ready", True), ask.body.get("rolls")
    if not isinstance(ready, bool):
        raise Unreadable("ready is true or false")
    if rolls is not None and type(rolls) is not int:
        raise Unreadable("rolls is a whole number")
    return SetReady(ready, rolls)


def _check_role(by: str, roles: frozenset[str]) -> None:
    if by == "inspector":
        raise NotAllowed("the inspector reads everything and changes nothing")
    if by not in roles:
        held = ", ".join(sorted(roles)) or "none"
        raise NotAllowed(f"you are not {by} at this table; roles you hold here: {held}")


def next_seat(state: TableState) -> int:
    """Return a free seat: the next one, or the first that somebody left."""
    seats = state.seats
    last = len(seats) + 1
    return last if last not in seats else next(number for number in range(1, last) if number not in seats)


MAY_NEED_TWO = frozenset(
    kind
    for kind in COMMAND_TYPES.values()
    if kind in (RecordBet, CallRoll, RuleOnRoll, *TWO_PEOPLE) or "orders" in kind.__slots__
)
"""The commands for which dual control may be required."""


def needs_two(command: Command | HouseCommand, state: TableState, *, crew_dice: bool) -> bool:
    """Return whether a command needs a second person (dual control): a void, a decision that moves chips, real dice.

    A bet first seen after bets closed takes a second person too.

    A disputed face is ruled on by whom the book names, alone; where nobody disputes, a ruling is one more reading.
    """
    if type(command) not in MAY_NEED_TWO:
        return False
    if isinstance(command, RecordBet):
        return state.phase in ROLLING
    if getattr(command, "orders", "nothing") != "nothing":
        return True
    read = isinstance(command, CallRoll) or (isinstance(command, RuleOnRoll) and command.roll and not state.disputed)
    return isinstance(command, TWO_PEOPLE) or bool(crew_dice and read)
