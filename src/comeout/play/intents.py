"""The parsed commands of the terminal beside those about bets: one dataclass for each thing that a line can mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from comeout.money import Amount
from comeout.speech.bet_intents import AboutBets
from comeout.table.messages import Command
from comeout.table.notation.bet_names import Target


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


Asked = AboutBets | Throw | AskIntent | Help | BuyInIntent | Save | Order | SeedIntent | Say

MOST_ROLLS = 100
