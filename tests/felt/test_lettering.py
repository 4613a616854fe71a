"""Text is measured and made to fit: smaller, narrower, or on two lines."""

from __future__ import annotations

import pytest

from comeout.felt.lettering import TextLine, fit, height_of, measure, wrap


def test_a_line_is_as_wide_as_its_letters_at_its_size() -> None:
    assert measure(TextLine("0", 100)) == 46
    assert measure(TextLine("00", 100)) == 92
    assert measure(TextLine("00", 100, tracking=10)) == 102
    assert measure(TextLine("0", 100, squeeze=50)) == 23
    assert measure(TextLine("\u2685", 100)) == 100, "a letter that nobody measured is a wide one"


def test_a_line_that_is_too_wide_gets_smaller_letters() -> None:
    line = TextLine("PASS LINE", 100)
    assert line.fitted(10_000) is line
    assert measure(line.fitted(200)) <= 200
    assert line.fitted(0).size == 1


def test_a_line_is_squeezed_before_it_is_made_smaller() -> None:
    line = TextLine("PASS LINE", 100)
    narrow = line.squeezed(measure(line) * 80 // 100, least=70)
    assert (narrow.size, narrow.squeeze) == (100, 79)
    tiny = line.squeezed(measure(line) // 10, least=70)
    assert tiny.squeeze == 70
    assert tiny.size < 100


def test_lines_fit_into_a_box_by_width_and_height() -> None:
    lines = [TextLine("PASS", 40), TextLine("LINE", 40)]
    assert height_of(lines) == 94
    assert fit(lines, 1_000, 1_000) == tuple(lines)
    low = fit(lines, 1_000, 47)
    assert height_of(low) <= 47
    assert all(line.size == 20 for line in low)


@pytest.mark.parametrize(
    ("words", "width", "rows"),
    [("PASS LINE", 10_000, ["PASS LINE"]), ("PASS LINE", 60, ["PASS", "LINE"]), ("", 60, [])],
)
def test_a_line_is_broken_where_that_lets_it_be_largest(words: str, width: int, rows: list[str]) -> None:
    assert [line.words for line in wrap(TextLine(words, 40), width)] == rows


def test_no_word_is_lost_in_breaking_a_line() -> None:
    words = "any seven or any craps at all"
    assert " ".join(line.words for line in wrap(TextLine(words, 40), 50, most=4)) == words
