"""A strategy at a public table, roll by roll: the bets that lay for each roll, and the wealth after it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from comeout import Table
from comeout.dice import Roll
from comeout.lab.strategy import Memory, Strategy
from comeout.lab.table_play import TablePlayer
from comeout.lab.turn import take_turn
from comeout.money import Amount
from comeout.rules.layout import Layout


class PlayedRolls(NamedTuple):
    """What a strategy had on the layout for each roll, what it was worth after each, and what the table refused."""

    bets: list[dict[str, Amount]]
    wealth: list[Amount]
    refused: list[tuple[str, str]]
    """The spot and the reason, for each."""
    memory: list[Memory]
    """After each roll."""


def play_rolls(strategy: Strategy, book: Layout, rolls: Iterable[Roll], bankroll: Amount = 10_000_00) -> PlayedRolls:
    """Play a strategy at a public table, until the rolls are over or it ends the session."""
    table = Table(book)
    player = TablePlayer(table, table.sit("Ann", bankroll))
    memory, played = strategy.begin(), PlayedRolls([], [], [], [])
    for roll in rolls:
        turn = take_turn(player, strategy, memory, start=bankroll)
        played.refused.extend((spot, refused.reason.name) for spot, refused in turn.refusals)
        if turn.ended:
            break
        played.bets.append(dict(table.bets(player.seat)))
        settled = player.roll(roll.place)
        memory = strategy.see(turn.memory, settled) if strategy.remembers else turn.memory
        played.wealth.append(player.wealth)
        played.memory.append(memory)
    return played


def faces(text: str) -> list[Roll]:
    """Rolls that are written by their faces, like "3-3 6-1"."""
    return [Roll(int(roll[0]), int(roll[2])) for roll in text.split()]
