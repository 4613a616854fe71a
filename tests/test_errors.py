"""Errors say in one sentence what is wrong, where it is, and what was probably meant."""

from __future__ import annotations

import pytest

from comeout.errors import ComeoutError, RulebookError, meant, nearest


class LostChip(ComeoutError, KeyError):
    """A chip that nobody finds."""


def test_an_error_says_its_text_even_where_python_would_quote_it() -> None:
    assert LostChip("no such chip").says == str(LostChip("no such chip")) == "no such chip"


def test_an_error_without_a_text_says_what_kind_it_is() -> None:
    assert LostChip().says == "A chip that nobody finds"


@pytest.mark.parametrize(
    ("places", "says"),
    [
        ({}, "no such roll"),
        ({"file": "my.toml"}, "my.toml: no such roll"),
        (
            {"file": "my.toml", "where": "field", "clause": "4(o)", "hint": "rolls are 2 to 12"},
            "my.toml, field, clause 4(o): no such roll (rolls are 2 to 12)",
        ),
    ],
)
def test_an_error_of_a_book_names_the_file_the_wager_and_the_clause(places: dict[str, str], says: str) -> None:
    assert RulebookError("no such roll", **places).says == says


def test_the_nearest_spelling_is_asked_about() -> None:
    assert nearest("adelade", ["sentosa", "adelaide"]) == 'did you mean "adelaide"?'
    assert meant("adelade", ["sentosa", "adelaide"]) == 'did you mean "adelaide"?'


def test_without_a_near_one_a_dozen_are_listed() -> None:
    assert nearest("zzz", ["b", "a"]) == "known: a, b"
    assert nearest("zzz", [f"{each:02}" for each in range(20)]).endswith("11, ...")
    assert meant("zzz", ["b", "a"]) == ""
