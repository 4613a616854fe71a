"""Recorded rolls: a night at a real table as a list, or as a transcript, so that another strategy can try it."""

from __future__ import annotations

import re

from comeout.dice import Roll
from comeout.lab.session_rules import LabError
from comeout.table.notation.transcript import TranscriptError, parse

_ROLL = re.compile(r"([1-6])\s*[-,+ ]\s*([1-6])")


def read_rolls(text: str, *, file: str) -> list[int]:
    """The rolls of a text, each by its place among the thirty-six: one like 5-3 a line, or those of a transcript."""
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), start=1)]
    said = [(number, line) for number, line in lines if line]
    if said and said[0][1].startswith("book "):
        found = _of_transcript(text, file)
    else:
        found = [_roll(line, number, file).place for number, line in said]
    if not found:
        raise LabError(f"{file} has no rolls; write one like 5-3 a line")
    return found


def _of_transcript(text: str, file: str) -> list[int]:
    try:
        return [step.place for _, step in parse(text).steps if isinstance(step, Roll)]
    except TranscriptError as bad:
        raise LabError(f"{file}: {bad.says}") from None


def _roll(line: str, number: int, file: str) -> Roll:
    match = _ROLL.fullmatch(line)
    if not match:
        raise LabError(f'{file}, line {number}: "{line[:40]}" is no roll; write two faces from 1 to 6, like 5-3')
    return Roll(int(match[1]), int(match[2]))
