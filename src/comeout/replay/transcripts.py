"""Replays transcripts through a table, and compares every step with what the text states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from comeout.dice import Roll
from comeout.replay.expectations import check
from comeout.replay.result import Replayed, table_now
from comeout.rules.layout import Layout
from comeout.rules.library import load_book
from comeout.table.answer import Answer
from comeout.table.messages import Command, Event
from comeout.table.notation.transcript import (
    Expectation,
    ExpectedRefusal,
    PositionLine,
    Setting,
    Transcript,
    TranscriptError,
    render_asked,
)
from comeout.table.position import position_of
from comeout.table.settings import SettingError, change_setting, default_settings
from comeout.table.table import Table, play_position

# ------------------------------------------------------------------ transcripts


def replay_transcript(transcript: Transcript, *, name: str = "", layout: Layout | None = None) -> Replayed:
    """Replay a transcript through a table and check what it states. `layout` replaces the book that it names."""
    layout = layout or load_book(transcript.book)
    table = Table(layout, settings=_settings_of(layout, transcript))
    result = Replayed(transcript.book, name)
    answer: Sequence[Event] = ()
    for line, step in transcript.steps:
        if isinstance(step, Setting):
            continue
        if isinstance(step, PositionLine):
            play_position(table, step, line)
            continue
        if isinstance(step, Expectation):
            problem = check(table, answer, step.words, line)
            if problem:
                result.differ(f"line {line}: {problem}", table.position)
            continue
        answer = _one_step(table, step, line, result)
    result.got = table_now(table)
    return result


def transcript_events(transcript: Transcript, *, layout: Layout) -> list[Event]:
    """Return the log of the table that plays a transcript; one that sets a position has none."""
    table = Table(layout, settings=_settings_of(layout, transcript))
    played = Replayed(transcript.book, "")
    for line, step in transcript.steps:
        if isinstance(step, PositionLine):
            raise TranscriptError("a position has no past, so nobody can tell what its bets have brought", line)
        if not isinstance(step, (Setting, Expectation)):
            _one_step(table, step, line, played)
    return table.log


def _settings_of(layout: Layout, transcript: Transcript) -> dict[str, str]:
    """Return the settings of a transcript; raise TranscriptError with the line of one that the book does not allow."""
    plain, settings = default_settings(layout), {}
    for line, step in transcript.steps:
        if isinstance(step, Setting):
            try:
                plain = change_setting(layout, plain, step.name, step.value)
            except SettingError as bad:
                raise TranscriptError(bad.says, line) from None
            settings[step.name] = step.value
    return settings


def _one_step(table: Table, step: Command | Roll | ExpectedRefusal, line: int, result: Replayed) -> Sequence[Event]:
    asked = step.asked if isinstance(step, ExpectedRefusal) else step
    before = table.state if asked is step else table.state.copy()  # a refusal changes nothing
    answer = table.roll(*asked) if isinstance(asked, Roll) else table.send(asked)
    result.steps.append(step_row(render_asked(asked), answer, table.layout))
    if refused := answer.refused:
        if not isinstance(step, ExpectedRefusal):
            reason = " ".join(filter(None, (answer.reason, answer.clause)))
            result.differ(f"line {line}: refused ({reason}): {refused.says}", position_of(before))
        elif step.reason not in ("", answer.reason) or step.clause not in ("", answer.clause):
            told = f"{answer.reason} {answer.clause}"
            result.differ(f"line {line}: refused by {told}, not by {step.reason} {step.clause}", position_of(before))
    elif isinstance(step, ExpectedRefusal):
        result.differ(f"line {line}: accepted, though it should be refused", position_of(before))
    return answer


def step_row(step: object, answer: Answer, layout: Layout) -> dict[str, Any]:
    if answer.refused:
        clause = layout.cite(answer.clause) or None
        return {"step": step, "refused": True, "reason": answer.reason, "clause": clause}
    return {"step": step, "refused": False, "reason": None, "clause": None}
