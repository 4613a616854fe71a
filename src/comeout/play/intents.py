"""What can be asked at the terminal, once the words are understood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from comeout.money import Amount
from comeout.table.messages import Command
from comeout.table.notation.bet_names import Target


@dataclass(frozen=True, slots=True)
class Bet:
    """Put chips down; a press needs a bet that is already there."""

    target: Target
    amount: Amount
    press: bool = False


@dataclass(frozen=True, slots=True)
class TakeDown:
    """Take bets down, or part of one."""

    target: Target
    amount: Amount | None = None


@dataclass(frozen=True, slots=True)
class Call:
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
    """Roll the dice so many times."""

    times: int


@dataclass(frozen=True, slots=True)
class Ask:
    """A question about a wager, or about the last thing that happened."""

    about: Literal["why", "rules"]
    target: Target | None


@dataclass(frozen=True, slots=True)
class Help:
    """What can be said, or the part of it about one word."""

    word: str


@dataclass(frozen=True, slots=True)
class BuyIn:
    """More chips."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class Save:
    """Write the game to a file."""

    file: str


@dataclass(frozen=True, slots=True)
class Order:
    """A command of the crew, or of a player to the crew; who gives it is filled in where it is given."""

    command: Command


@dataclass(frozen=True, slots=True)
class Seed:
    """Have a say in the dice; no words ask how they are made."""

    text: str


@dataclass(frozen=True, slots=True)
class Say:
    """One of the words that stand alone."""

    word: str


@dataclass(frozen=True, slots=True)
class Puzzled:
    """Words that make no sense, with what would."""

    says: str


Asked = Bet | TakeDown | Call | Keep | Throw | Ask | Help | BuyIn | Save | Order | Seed | Say

MOST_ROLLS = 100
