"""The parsed commands of the terminal: one dataclass for each thing that a player can mean by a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from comeout.money import Amount
from comeout.table.messages import Command
from comeout.table.notation.bet_names import Target


@dataclass(frozen=True, slots=True)
class BetIntent:
    """Place a bet. A press raises a bet that is already there."""

    target: Target
    amount: Amount
    press: bool = False


@dataclass(frozen=True, slots=True)
class TakeDown:
    """Remove bets, or reduce one."""

    target: Target
    amount: Amount | None = None


@dataclass(frozen=True, slots=True)
class CallIntent:
    """Call bets on or off."""

    target: Target
    on: bool


@dataclass(frozen=True, slots=True)
class Keep:
    """Bet the same again after a win, or no longer."""

    target: Target
    keep: bool


@dataclass(frozen=True, slots=True)
class Throw:
    """Roll the dice a number of times."""

    times: int


@dataclass(frozen=True, slots=True)
class AskIntent:
    """Ask about a wager, or about the last answer."""

    about: Literal["why", "rules"]
    target: Target | None


@dataclass(frozen=True, slots=True)
class Help:
    """Show the help, or the part of it about one word."""

    word: str


@dataclass(frozen=True, slots=True)
class BuyInIntent:
    """Buy more chips."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class Save:
    """Write the game to a file."""

    file: str


@dataclass(frozen=True, slots=True)
class Order:
    """A command of the crew, or of a player to the crew. Role and seat are filled in when it is sent."""

    command: Command


@dataclass(frozen=True, slots=True)
class SeedIntent:
    """Set the client seed of the dice; without text, ask how the dice are made."""

    text: str


@dataclass(frozen=True, slots=True)
class Say:
    """A command of one word, such as `table` or `quit`."""

    word: str


@dataclass(frozen=True, slots=True)
class Puzzled:
    """A parse error, with a suggestion."""

    says: str


Asked = (
    BetIntent | TakeDown | CallIntent | Keep | Throw | AskIntent | Help | BuyInIntent | Save | Order | SeedIntent | Say
)

MOST_ROLLS = 100
