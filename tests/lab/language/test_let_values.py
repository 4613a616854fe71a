"""Values of a text can be given from outside, in cents or as text."""

from __future__ import annotations

import pytest

from comeout.lab.language.reader import read_strategy
from comeout.lab.turn import StrategyError
from comeout.money import Amount
from comeout.rules.library import load_book

BOOK = load_book("sentosa")
MINE = read_strategy(
    "strategy mine\nlet unit be 12.50\nlet odds be 3-4-5x to win\ncome-out: bet unit on don't pass\n"
    "point on: lay odds on don't pass"
)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"unit": 25_00}, {"unit": "25", "odds": "3-4-5x to win"}),
        ({"unit": "7.50"}, {"unit": "7.50", "odds": "3-4-5x to win"}),
        ({"odds": "2x"}, {"unit": "12.50", "odds": "2x to win"}),
        ({"odds": "full"}, {"unit": "12.50", "odds": "full to win"}),
        ({}, {"unit": "12.50", "odds": "3-4-5x to win"}),
    ],
)
def test_a_value_that_is_given_takes_the_place_of_the_texts_own(
    given: dict[str, Amount | str], shown: dict[str, str]
) -> None:
    assert MINE.on(BOOK, given).values == shown


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"unti": "5"}, 'mine has no value "unti"; did you mean "unit"?'),
        ({"unit": "five"}, '"five" is no value for unit; write it like 10 or 12.50'),
        ({"unit": "2x"}, '"2x" is no value for unit; write it like 10 or 12.50'),
        ({"unit": 0}, '"0" is no value for unit; write it like 10 or 12.50'),
        ({"unit": "10 20"}, '"10 20" is no value for unit; write it like 10 or 12.50'),
        ({"unit": ""}, '"" is no value for unit; write it like 10 or 12.50'),
        ({"odds": 300}, '"300" is no value for odds; write it like 3-4-5x'),
        ({"odds": "3-4-5"}, '"3-4-5" is no value for odds; write it like 3-4-5x'),
    ],
)
def test_a_value_that_does_not_fit_is_a_sentence(given: dict[str, Amount | str], says: str) -> None:
    with pytest.raises(StrategyError) as bad:
        MINE.on(BOOK, given)
    assert str(bad.value) == says


def test_a_text_without_values_says_how_to_have_one() -> None:
    text = read_strategy("strategy mine\nalways: bet 10 on field")
    with pytest.raises(StrategyError, match='mine has no value "unit"; write one like "let unit be 10"'):
        text.on(BOOK, {"unit": 5_00})
