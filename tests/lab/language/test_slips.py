"""Common slips are answered with a suggestion that can be read as it stands."""

from __future__ import annotations

import re
import time

import pytest

from comeout.lab.language.reader import read_strategy
from comeout.lab.language.slips import ACTS, LINES, MOMENTS, MOST_LINE, slip
from comeout.lab.language.text_errors import At, StrategyTextError

from .test_parser import WRONG

REWRITTEN = [(text, expected) for text, expected in WRONG if "is not how it is written" in expected]
"""The wrong texts that are answered with another way to write a part of them."""


def told(text: str) -> StrategyTextError:
    """The error of a text."""
    with pytest.raises(StrategyTextError) as bad:
        read_strategy(text)
    return bad.value


@pytest.mark.parametrize(("text", "expected"), REWRITTEN, ids=[expected for _, expected in REWRITTEN])
def test_a_suggestion_in_place_of_what_was_written_can_be_read(text: str, expected: str) -> None:
    found = re.fullmatch(r'line (\d+), column (\d+): "(.+)" is not how it is written; write "(.+)"', expected)
    assert found
    lines = text.splitlines()
    line, column = int(found[1]) - 1, int(found[2]) - 1
    assert lines[line][column:].startswith(found[3])
    lines[line] = lines[line][:column] + found[4] + lines[line][column + len(found[3]) :]
    assert read_strategy("\n".join(lines)).name == "mine"


def test_there_are_many_of_them() -> None:
    assert len(REWRITTEN) > 80


def test_a_suggestion_that_cannot_be_read_is_not_made() -> None:
    bad = StrategyTextError("no", At(2, 11), hint="as it was")
    text = "strategy mine\npoint on: raise place 6 to 24"
    assert slip(text, bad, lambda _: None).hint == 'write "have 24 on place 6"'
    assert slip(text, bad, lambda _: bad) is bad


def test_an_act_on_a_line_of_its_own_and_one_of_several_are_told_apart() -> None:
    assert told("strategy mine\npoint on:\n  raise place 6 to 24").column == 3
    second = told("strategy mine\npoint on: bet 5 on field, raise place 6 to 24, bet 5 on eleven")
    assert (second.column, second.hint) == (27, 'write "have 24 on place 6"')


def test_what_already_has_the_same_suggestion_keeps_its_place() -> None:
    assert str(told("strategy mine\ncome out: bet 10 on pass")).endswith('is no moment; did you mean "come-out"?')


@pytest.mark.parametrize("word", ["pass and ", "bet 10 on ", "place 6 and ", "if ", "a ", "12 "])
def test_long_lines_take_no_time(word: str) -> None:
    started = time.process_time()
    for line in (word * (MOST_LINE // len(word)), word * 10_000):
        told(f"strategy mine\npoint on: {line}\n")
        told(f"strategy mine\n{line}: bet 10 on field\n")
    assert time.process_time() - started < 2


def test_every_pattern_is_a_pattern() -> None:
    assert all(re.compile(pattern).groups >= 0 for pattern, _ in (*ACTS, *MOMENTS, *LINES))
