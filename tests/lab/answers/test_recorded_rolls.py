"""Rolls of a night are read from a list or from a transcript."""

from __future__ import annotations

import pytest

from comeout.dice import Roll
from comeout.lab.answers.recorded_rolls import read_rolls
from comeout.lab.session_rules import LabError


def test_a_list_and_a_transcript_give_the_same_rolls() -> None:
    wanted = [Roll(5, 3).place, Roll(6, 1).place]
    assert read_rolls("5-3  # the point\n\n6-1\n", file="night.txt") == wanted
    assert read_rolls("book sentosa\n1 sit Ann 100\nroll 5-3\nroll 6-1\n", file="game.txt") == wanted


@pytest.mark.parametrize(
    ("text", "says"),
    [("5-3\n7-1\n", 'line 2: "7-1" is no roll'), ("", "has no rolls"), ("book nowhere\nroll x", "game")],
)
def test_what_is_no_roll_is_told_with_its_line(text: str, says: str) -> None:
    with pytest.raises(LabError, match=says):
        read_rolls(text, file="game.txt")
