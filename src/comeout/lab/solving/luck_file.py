"""Sessions in a file: a transcript, an exported session or table is read, and every session in it is measured."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from comeout.errors import RulebookError
from comeout.exact.session import PuckFollower, Tally
from comeout.exact.worth import Worth
from comeout.lab.session_rules import LabError
from comeout.lab.solving.session_luck import SessionLuck, session_luck
from comeout.replay import layout_beside
from comeout.replay.exports import begins_as_export
from comeout.replay.transcripts import transcript_events
from comeout.rules.layout import Layout
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.messages import Event
from comeout.table.notation.transcript import TranscriptError, parse
from comeout.table.settings import SettingError


def luck_of_file(path: str) -> tuple[Layout, tuple[SessionLuck, ...]]:
    """The book of a file, and every session in it that had a bet on a roll, in the order they began."""
    layout, sessions = _export(path) if begins_as_export(path) else _transcript(path)
    found = tuple(
        session_luck(player, tally.seat, tally.summary(), spreads)
        for player, tally in sessions
        if (spreads := tally.spreads())
    )
    if not found:
        raise LabError(f"{path}: no roll was thrown while a player had a bet on the layout, so there is no luck in it")
    return layout, found


Sessions = list[tuple[str, Tally]]


def _export(path: str) -> tuple[Layout, Sessions]:
    from comeout.log.export import NotAnExport, read_events

    try:
        with Path(path).open("rb") as file:
            read = read_events(file)
            return read.layout, _sessions(read.layout, read.events, read.point)
    except (NotAnExport, RulebookError) as bad:
        raise LabError(f"{path}: {bad}") from None


def _transcript(path: str) -> tuple[Layout, Sessions]:
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise LabError(f"{path}: this is no text; give a transcript, an exported session or table") from None
    if text.lstrip().startswith("{"):
        says = "past rolls do not tell calls, charges and bets that were taken down"
        raise LabError(f"{path}: {says}; export the session under Session at the table, or the log of the table")
    try:
        transcript = parse(text)
        layout = layout_beside(transcript.book, path) or load_book(transcript.book)
        return layout, _sessions(layout, transcript_events(transcript, layout=layout))
    except (TranscriptError, RulebookError, SettingError) as bad:
        raise LabError(f"{path}: {bad}") from None


def _sessions(layout: Layout, events: Iterable[Event], point: int = 0) -> Sessions:
    """A tally for everybody who sat down, from then on."""
    worth, found, puck = Worth(layout), list[tuple[str, Tally]](), PuckFollower(point)
    for event in events:
        if isinstance(event, m.SeatTaken):
            found.append((event.player, Tally(layout, event.seat, worth, point=puck.now, keeps_spreads=True)))
        for _, tally in found:
            tally.take(event)
        puck.follow(event)
    return found
