"""The terminal game `comeout play`: one player at a table that runs in this process."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

from comeout.dice import Roll
from comeout.dice_source import Dice
from comeout.money import LARGEST
from comeout.play.game import TableForOne
from comeout.play.player_session import PlayerSession
from comeout.play.screen import Paper, forgive_streams, nobody_reads
from comeout.rules.layout import Layout
from comeout.rules.library import load_book
from comeout.table.settings import SettingError

__all__ = ["main", "play"]


def main(
    book: str, *, rack_cents: int = 100_000, settings: dict[str, str] | None = None, seed: int | None = None
) -> int:
    """Run the game in the terminal until the player leaves. With a seed the dice are those of `Dice(seed=...)`."""
    chosen = dict(settings or {})
    try:
        layout = load_book(book)
        problem = _unplayable(rack_cents, chosen)
        if problem:
            raise SettingError(problem)
        return _play_here(layout, rack_cents, chosen, seed)
    except BrokenPipeError:
        nobody_reads()
        return 0


def play(
    layout: Layout,
    lines: Iterable[str],
    out: TextIO,
    dice: Iterable[Roll],
    *,
    rack_cents: int = 100_000,
    settings: dict[str, str] | None = None,
) -> PlayerSession:
    """Play a session from lines of text. Each line is echoed, so that the output reads like a session."""
    paper = Paper(out)
    session = _sit_alone(layout, paper, dice, rack_cents, settings or {})
    _listen(session, _echoed(lines, paper))
    return session


def _sit_alone(
    layout: Layout, paper: Paper, dice: Iterable[Roll], rack_cents: int, settings: dict[str, str]
) -> PlayerSession:
    return PlayerSession(TableForOne(layout, dice, rack=rack_cents, settings=settings), 1, paper, alone=True)


def _unplayable(rack_cents: int, settings: dict[str, str]) -> str:
    if not 0 < rack_cents <= LARGEST:
        return "the rack must hold something: at least one cent"
    if settings.get("crew", "automatic") == "people":
        return "a table for one has an automatic crew"
    return ""


def _play_here(layout: Layout, rack_cents: int, settings: dict[str, str], seed: int | None) -> int:
    forgive_streams()
    here = sys.stdin.isatty() and sys.stdout.isatty()
    paper = Paper(sys.stdout, colour=sys.stdout.isatty())
    dice = Dice.os() if seed is None else Dice(seed=seed)
    session = _sit_alone(layout, paper, dice, rack_cents, settings)
    return _listen(session, _typed(lambda: session.prompt) if here else _echoed(sys.stdin, paper))


def _listen(session: PlayerSession, lines: Iterable[str]) -> int:
    try:
        for line in lines:
            if not session.hear(line):
                break
    except KeyboardInterrupt:
        session.paper.line()
    except AssertionError as broken:
        session.paper.say(f"The table has stopped: {broken}. This is the game so far; please report it.", "bad")
        session.paper.page(str(session.table.transcript()))
        return 1
    session.goodbye()
    return 0


def _typed(prompt: Callable[[], str]) -> Iterator[str]:
    """Read lines from the keyboard, with line editing and history."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # importing it is what switches it on
    while True:
        try:
            yield input(prompt())
        except EOFError:
            print()
            return


def _echoed(lines: Iterable[str], paper: Paper) -> Iterator[str]:
    for line in lines:
        paper.line(f"> {line.rstrip()}")
        yield line
