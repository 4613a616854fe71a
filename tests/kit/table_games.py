"""Short random games: a table with chips on it somewhere in the middle of play."""

from __future__ import annotations

import random
from collections.abc import Mapping

from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.table import Table

AMOUNTS = (1_00, 3_33, 5_00, 12_00, 40_00)


def random_game(
    book: str, seed: int, settings: Mapping[str, str] | None = None, *, rolls: int = 12, rack: int = 500_00
) -> Table:
    """A table of a book after some rolls; seat 1 and seat 2 bet, take down and call as chance has it."""
    chance = random.Random(seed)
    table = Table(load_book(book), settings=settings)
    for player in ("Ann", "Bob"):
        table.sit(player, rack)
    for _ in range(rolls):
        disturb(table, chance)
        table.roll(chance.randint(1, 6), chance.randint(1, 6))
    disturb(table, chance)
    return table


def disturb(table: Table, chance: random.Random) -> None:
    """Whatever players do between two rolls."""
    spots = table.layout.spots
    for seat in sorted({1, 2} & table.state.seats.keys()):
        for _ in range(chance.randint(0, 4)):
            table.bet(seat, chance.choice(spots).id, chance.choice(AMOUNTS))
        for odds in (spot.id for spot in spots if spot.base >= 0 and spots[spot.base].id in table.bets(seat)):
            if chance.random() < 0.5:
                table.bet(seat, odds, chance.choice(AMOUNTS))
        mine = list(table.bets(seat))
        if mine and chance.random() < 0.3:
            table.send(m.RemoveBet(seat, chance.choice(mine)))
        if mine and chance.random() < 0.5:
            table.send(m.CallBet(seat, chance.choice(mine), chance.choice(("on", "off"))))
