"""Records become plain data: objects, lists, and fractions as text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction

from comeout.plain_data import clause_data, plain_data
from comeout.rules.conformance import conformance


@dataclass(frozen=True)
class Coin:
    """A record with a field that only comparisons read."""

    worth: Fraction
    sides: tuple[str, ...]
    short: str = "unread"


def test_a_record_becomes_an_object_all_the_way_down() -> None:
    coin = Coin(Fraction(1, 36), ("head", "tail"))
    assert plain_data({"coins": (coin, [coin])}) == {
        "coins": [
            {"worth": "1/36", "sides": ["head", "tail"]},
            [{"worth": "1/36", "sides": ["head", "tail"]}],
        ]
    }


def test_what_is_plain_stays_as_it_is() -> None:
    assert plain_data([1, "two", None, True]) == [1, "two", None, True]
    assert plain_data(Coin) is Coin, "a class is no record"


def test_a_clause_is_data_with_the_places_that_show_it() -> None:
    [*rows] = conformance("sentosa")
    told = clause_data(rows[0])
    assert told["id"] == rows[0].row.id
    assert told["lives"] == list(rows[0].places)
    assert told["missing"] == rows[0].missing
    assert json.loads(json.dumps(told)) == told
