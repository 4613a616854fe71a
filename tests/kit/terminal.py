"""A session at the terminal table: lines that somebody types, dice that are fixed, and all that was shown."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any

from comeout import book_names, load_book
from comeout.dice import Roll, parse_roll
from comeout.play import play
from comeout.play.game import TableForOne
from comeout.play.player_session import PlayerSession
from comeout.play.screen import Paper
from comeout.table.notation.position_text import parse_position

LAYOUTS = {book: load_book(book) for book in book_names()}


def agreeing(lines: Iterable[str], out: io.StringIO) -> Iterator[str]:
    """The same lines, said by somebody who says yes to whatever asks for it."""
    for line in lines:
        start = len(out.getvalue())
        yield line
        if "Say `yes`" in out.getvalue()[start:]:
            yield "yes"


class Played:
    """A session that was played, and all that was shown."""

    def __init__(self, book: str, said: str, dice: str = "", *, agrees: bool = True, **rest: Any) -> None:
        out = io.StringIO()
        rolls = iter(parse_roll(roll) for roll in dice.split())
        lines = said.strip().splitlines()
        told = agreeing(lines, out) if agrees else lines
        self.session: PlayerSession = play(LAYOUTS[book], told, out, rolls, **rest)
        self.shown = out.getvalue()
        self.table, self.words = self.session.table, " ".join(self.shown.split())

    @property
    def rack(self) -> int:
        return self.table.rack(1)

    @property
    def bets(self) -> dict[str, int]:
        return self.table.bets(1)


def table_for_one(line: str = "adelaide point 6 | 1 pass 10 place-8 12", *, rack: int = 500_00) -> TableForOne:
    """A table for one in a position, with dice that always show 4-2."""
    position = parse_position(line)
    table = TableForOne(LAYOUTS[position.book], repeat(Roll(4, 2)), rack=rack, settings={})
    table.set_position(position)
    return table


class Sheet(Paper):
    """Paper that a test reads."""

    def __init__(self) -> None:
        self.out = io.StringIO()
        super().__init__(self.out)

    @property
    def lines(self) -> list[str]:
        """Everything printed so far, line by line."""
        return self.out.getvalue().splitlines()

    @property
    def words(self) -> str:
        """Everything printed so far, however it was wrapped."""
        return " ".join(self.out.getvalue().split())
