"""What a seat wants from the next roll is said in one sentence that names amounts and numbers."""

from __future__ import annotations

import pytest

from comeout.rules.library import load_book
from comeout.table.advice.next_roll import next_roll
from comeout.table.advice.wanted import wanted
from comeout.table.notation.position_text import parse_position
from comeout.table.position import state_of


def said(position: str) -> str:
    layout = load_book(position.split()[0])
    state = state_of(layout, parse_position(position, layout), {1: 1_000_00})
    return wanted(layout, state.point, next_roll(layout, state, 1))


@pytest.mark.parametrize(
    ("position", "says"),
    [
        (
            "adelaide come-out | 1 pass 5",
            "You win 5 on a 7 or 11, lose 5 on a 2, 3 or 12; any other number becomes the point",
        ),
        ("adelaide point 8 | 1 pass 10", "You win 10 on an 8, lose 10 on a 7; anything else, roll again"),
        (
            "adelaide point 8 | 1 hard-8 5",
            "You win 45 on a hard 8, lose 5 on a 7 or an easy 8; anything else, roll again",
        ),
        (
            "adelaide point 9 | 1 pass 5 hard-4 5 hard-6 6 hard-8 7 hard-10 8",
            "You win on a 9 or a hard 4, 6, 8 or 10 (at most 63), lose on a 7 or an easy 4, 6, 8 or 10 (at most 31); "
            "anything else, roll again",
        ),
        (
            "adelaide point 9 | 1 hard-4 5 hard-6 5",
            "You win 35 on a hard 4, 45 on a hard 6, lose 5 on an easy 4 or 6, 10 on a 7; anything else, roll again",
        ),
        ("adelaide point 8 | 1 pass 10 dont-pass 10", "The next roll wins and loses you nothing"),
        (
            "adelaide point 4 | 1 any-seven 5",
            "You win 20 on a 7, lose 5 on anything else",
        ),
        (
            "adelaide point 4 | 1 pass 1 place-5 5 place-6 6 place-8 12 place-10 10",
            "You win on a 4, 5, 6, 8 or 10 (at most 18), lose 34 on a 7; anything else, roll again",
        ),
        (
            "adelaide come-out | 1 eleven 12.50",
            "You win 187.50 on an 11, lose 12.50 on anything else",
        ),
    ],
)
def test_a_sentence_says_what_wins_what_loses_and_what_else(position: str, says: str) -> None:
    assert said(position) == says
