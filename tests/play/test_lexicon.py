"""The words of the terminal: synonyms, several commands in a line, and input that is shown again safely."""

from __future__ import annotations

import pytest

from comeout.play.lexicon import ALONE, DOWN, THROW, VOCABULARY, after, parts_of, printable


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("pass 10; roll", ["pass 10", "roll"]),
        ("hard 4 5, field 5", ["hard 4 5", "field 5"]),
        ("buy in 1,000", ["buy in 1000"]),
        ("place 6 12,000; roll", ["place 6 12000", "roll"]),
        (" ; ", [""]),
        ("", [""]),
    ],
)
def test_a_line_is_split_where_a_person_would_stop(line: str, parts: list[str]) -> None:
    assert parts_of(line) == parts


def test_the_verb_at_the_start_is_told_from_the_rest() -> None:
    assert after("take down place 6", DOWN) == ("take down", "place 6")
    assert after("roll", THROW) == ("roll", "")
    assert after("rolling 6", THROW) == ("", "")


def test_synonyms_lead_to_one_word_and_every_word_is_known() -> None:
    assert (ALONE["q"], ALONE["bye"], ALONE["my bets"]) == ("quit", "quit", "bets")
    assert {"take", "down", "reduce", "seed"} <= VOCABULARY


def test_input_is_shown_again_without_control_characters_and_cut_short() -> None:
    assert printable("a\x1b[31mb\n") == "a?[31mb?"
    assert len(printable("x" * 100)) == 40
    assert printable("x" * 40) == "x" * 40
