"""The words about bets: verbs, several commands in a line, and input that is shown again safely."""

from __future__ import annotations

import pytest

from comeout.speech.bet_words import BET_VERBS, DOWN, after, in_words, parts_of, printable, split_at_and


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
    assert after("down", DOWN) == ("down", "")
    assert after("downing 6", DOWN) == ("", "")


def test_every_word_of_a_verb_is_known() -> None:
    assert {"take", "down", "reduce", "press", "same"} <= BET_VERBS


def test_an_and_may_join_two_commands() -> None:
    assert split_at_and("12 six and eight and 5 yo") == [("12 six", "eight and 5 yo"), ("12 six and eight", "5 yo")]
    assert split_at_and("and 5 yo and") == []


def test_input_is_shown_again_without_control_characters_and_cut_short() -> None:
    assert printable("a\x1b[31mb\n") == "a?[31mb?"
    assert len(printable("x" * 100)) == 40
    assert printable("x" * 40) == "x" * 40
    assert in_words("dont-come-odds-6") == "dont come odds 6"
