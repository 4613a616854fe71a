"""The words of a position: names without the signs of the line, and the value of every word."""

from __future__ import annotations

import pytest

from comeout.rules.library import load_book
from comeout.table.notation.position_words import (
    BET_WORDS,
    PART_WORDS,
    SEAT_WORDS,
    TABLE_FIELDS,
    TABLE_WORDS,
    amount_of,
    money_word,
    name_of,
    read_spot,
    whole,
    word_of,
)
from tests.kit.project import DOCS

LAYOUT = load_book("adelaide")


@pytest.mark.parametrize("name", ["place-6", "ruled void", "a|b+c[d]", "50=%", "6-hard", "naïve", ""])
def test_a_name_is_one_word_and_read_back(name: str) -> None:
    word = word_of(name)
    assert name_of(word) == name
    assert not set(word) & set(" |+[]=,:&/@")
    assert not word[:1].isdecimal()


def test_amounts_have_no_needless_noughts() -> None:
    assert [money_word(cents) for cents in (10_00, 12_50, 5)] == ["10", "12.50", "0.05"]
    assert amount_of(LAYOUT, "12.50") == 12_50


def test_numbers_and_spots_are_read_or_refused_in_a_sentence() -> None:
    assert whole(LAYOUT, "12") == 12
    assert read_spot(LAYOUT, "pass") == "pass"
    for reader, text, says in (
        (whole, "twelve", "is not a whole number"),
        (whole, "1234567890", "is not a whole number"),
        (read_spot, "pas", 'did you mean "pass"?'),
    ):
        with pytest.raises(ValueError, match=says.replace("?", r"\?")):
            reader(LAYOUT, text)


def test_every_word_is_in_the_documents() -> None:
    told = (DOCS / "position.md").read_text(encoding="utf-8")
    for word in (*TABLE_WORDS, *SEAT_WORDS, *BET_WORDS, *PART_WORDS):
        assert f"`{word}" in told, word
    assert TABLE_FIELDS.keys() <= TABLE_WORDS.keys()
