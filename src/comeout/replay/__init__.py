"""Replays games from files: worked examples (JSON), transcripts and exported tables, compared with what they state."""

from __future__ import annotations

from pathlib import Path

from comeout.errors import RulebookError
from comeout.replay.examples import replay_examples
from comeout.replay.exports import begins_as_export, replay_export
from comeout.replay.result import Replayed, ReplayError
from comeout.replay.transcripts import replay_transcript
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from comeout.table.notation.transcript import TranscriptError, parse
from comeout.table.settings import SettingError

__all__ = ["ReplayError", "Replayed", "replay_export", "replay_file", "replay_transcript"]


def layout_beside(book: str, path: str | Path) -> Layout | None:
    """The book of a transcript where its file lies in the folder of the transcript; None for every other book."""
    beside = Path(path).parent / book
    return load_book(beside) if book not in book_names() and beside.is_file() else None


def replay_file(path: str | Path) -> list[Replayed]:
    """Replay every game of a file."""
    path = str(path)
    if begins_as_export(path):
        return [replay_export(path)]
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as bad:
        raise ReplayError(f"{path}: cannot be read: {(bad.strerror or 'no reason given').lower()}") from None
    except UnicodeDecodeError:
        raise ReplayError(f"{path}: cannot be read: it is no text") from None
    try:
        if path.endswith(".json") or text.lstrip()[:1] in ("{", "["):
            return replay_examples(text, path)
        transcript = parse(text)
        layout = layout_beside(transcript.book, path)
        return [replay_transcript(transcript, name=Path(path).name, layout=layout)]
    except (TranscriptError, RulebookError, SettingError) as bad:
        raise ReplayError(f"{path}: {bad}") from None
