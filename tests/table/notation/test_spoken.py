"""How words are heard: what is a figure, what is money, what is the number of a bet, and what says nothing."""

from __future__ import annotations

import pytest

from comeout.table.notation.spoken import Said, hear, is_figure, one_by_one, pieces_of, plain, whole


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don\u2019t  Pass!", "dont pass"),
        ("pass10", "pass 10"),
        ("C&E", "c and e"),
        ("what ?", "what ?"),
    ],
)
def test_what_a_keyboard_adds_or_leaves_out_is_evened_out(text: str, words: str) -> None:
    assert plain(text) == words


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("10 on the 6", "figure number"),
        ("on number 6", "number"),
        ("$10 field", "money word"),
        ("10 dollars field", "money word"),
        ("12.50", "money"),
        ("-5", "broken"),
        ("1.234", "broken"),
        ("place-6", "word"),
        ("on field 6", "word figure"),
        ("12 the six", "figure number"),
        ("8 the hard way", "figure word word"),
    ],
)
def test_figures_money_and_numbers_are_told_apart(text: str, kinds: str) -> None:
    assert " ".join(said.kind for said in hear(text)) == kinds


def test_a_word_with_hyphens_falls_into_its_parts() -> None:
    assert [said.text for said in pieces_of(Said("horn-high-12", "word"))] == ["horn", "high", "12"]
    assert list(pieces_of(Said("-5", "broken"))) == [Said("-5", "broken")]
    assert list(pieces_of(Said("horn", "word"))) == [Said("horn", "word")]


def test_each_has_a_meaning_before_hardways_and_nowhere_else() -> None:
    assert [said.text for said in hear("5 each hardway")] == ["5", "all", "hardway"]
    assert [said.text for said in hear("every hard way 5")] == ["all", "hard", "way", "5"]
    assert [said.text for said in hear("place 6 12 each")] == ["place", "6", "12"]


def test_several_numbers_are_read_one_by_one() -> None:
    assert one_by_one("12 six and eight", mark="the ") == ["12 the six", "12 the eight"]
    assert one_by_one("place 6 and the 8 12") == ["place 6 12", "place 8 12"]
    assert one_by_one("place six and eight") == ["place six", "place eight"]
    assert one_by_one("c and e 5") == ["c and e 5"]


def test_small_numbers_are_read_in_digits_or_spelled_out() -> None:
    assert [whole(text) for text in ("6", "six", "1000", "\u0666", "x")] == [6, 6, None, None, None]
    assert [is_figure(Said(text, "word")) for text in ("six", "field")] == [True, False]
