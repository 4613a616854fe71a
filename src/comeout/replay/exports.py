"""Replays exported tables: every event is folded by the book in the file, and settlements are decided again."""

from __future__ import annotations

from pathlib import Path

from comeout.errors import RulebookError
from comeout.extras import needs
from comeout.replay.result import ReplayDifference, Replayed, ReplayError, table_now
from comeout.table.table import Table

# ------------------------------------------------------------------ exported tables

LONGEST_HEADER = 16_000_000


def begins_as_export(path: str) -> bool:
    """Return whether a file is an exported table. A file that cannot be read is none; its error comes later."""
    try:
        with Path(path).open("rb") as file:
            first = file.readline(LONGEST_HEADER)
    except OSError:
        return False
    if b'"format"' not in first:
        return False
    needs("log", "replaying an exported table")
    from comeout.log.export import is_export

    return is_export(first)


def replay_export(path: str) -> Replayed:
    """Replay an exported table by the book that came with it.

    Every event is folded, and every settlement of the present revision of the engine is decided again.
    """
    from comeout.log.export import NotAnExport, play_again
    from comeout.log.proof import told_earlier

    try:
        with Path(path).open("rb") as file:
            played = play_again(file)
    except (NotAnExport, RulebookError) as bad:
        raise ReplayError(f"{path}: {bad}") from None
    result = Replayed(played.layout.id, played.name)
    if played.fault:
        result.differences.append(ReplayDifference(played.fault.sentence, played.fault.position))
    if played.proof.earlier:
        result.notes.append(told_earlier(played.proof.earlier))
    table = Table(played.layout)
    table.state = played.proof.state
    result.got = {**table_now(table), "records": played.proof.records, "rolls": table.state.rolls}
    return result
