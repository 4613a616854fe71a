"""Tables in the middle of random games, for tests that want any position there is."""

from __future__ import annotations

from collections.abc import Iterator

from comeout.rules.library import load_book
from comeout.table.messages import Command
from comeout.table.position import position_of, state_of
from comeout.table.state import TableState
from comeout.table.table import Table
from tests.kit import players
from tests.kit.luck import Luck

STEPS = 40


def random_tables(book: str) -> Iterator[tuple[Luck, Table]]:
    """Tables in the middle of random games, of people and of the automatic crew, with and without shooters' seats."""
    layout, seed = load_book(book), 0
    while True:
        luck = players.new_luck(layout, seed)
        table = Table(layout, settings=luck.settings())
        for asked in players.arrivals(luck):
            ask(table, asked)
        for _ in range(STEPS):
            for asked in players.next_asked(luck, table):
                yield luck, table
                ask(table, asked)
        seed += 1


def ask(table: Table, asked: players.Asked) -> None:
    if isinstance(asked, Command):
        table.send(asked)
    else:
        table.roll(*asked)


def again(table: Table) -> TableState:
    """The table made anew from its position, racks and settings."""
    racks = {seat: owner.rack for seat, owner in table.state.seats.items()}
    return state_of(table.layout, position_of(table.state), racks, table.state.settings)
