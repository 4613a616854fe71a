"""A session at the terminal table: lines that somebody types, dice that are fixed, and all that was shown."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any

from comeout import book_names, load_book
from comeout.dice import parse_roll
from comeout.play import play
from comeout.play.player_session import PlayerSession

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
