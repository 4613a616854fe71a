"""Pages of the rule-reading commands: plain text within its margin, each thing with its clause."""

from __future__ import annotations

import pytest

from comeout.cli.show import pages
from comeout.replay.result import ReplayDifference, Replayed
from comeout.review.diff import diff_books
from comeout.review.lint import Finding
from comeout.rules.conformance import conformance, counts, readings_of
from comeout.rules.describe import book_page, wager_page
from comeout.rules.library import book_names, load_book

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def plain_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)


def shown(capsys: Captured) -> list[str]:
    """The lines of a page, none of them beyond the margin or filled up with spaces."""
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) > pages.PLAIN_WIDTH or line != line.rstrip()] == []
    return lines


def test_the_console_of_a_pipe_has_no_colour_and_a_width_of_its_own() -> None:
    out = pages.console()
    assert (out.width, out.color_system) == (pages.PLAIN_WIDTH, None)


def test_books_are_listed_with_their_folder(capsys: Captured) -> None:
    layouts = [load_book(name) for name in book_names()]
    pages.books(layouts, "/srv/books")
    lines = shown(capsys)
    assert [line.split()[0] for line in lines[1 : 1 + len(layouts)]] == [each.id for each in layouts]
    assert lines[-1] == "Their files are in /srv/books"


@pytest.mark.parametrize("name", book_names())
def test_a_book_is_printed_whole(capsys: Captured, name: str) -> None:
    page = book_page(load_book(name))
    pages.book(page)
    told = "\n".join(shown(capsys))
    assert told.startswith(page.title)
    assert [section.title for section in page.procedures if section.title not in told] == []
    assert [group.title for group in page.groups if group.title not in told] == []


def test_a_bet_is_printed_with_what_happens_to_it_and_its_pay(capsys: Captured) -> None:
    pages.wager(wager_page(load_book("sentosa"), "place"), (), ())
    lines = shown(capsys)
    assert lines[0].endswith("sentosa place")
    for title in ("What happens to it", "What it pays", "When and how much"):
        assert title in lines
    assert "The clauses" not in lines, "none was given"


def test_findings_are_counted_by_severity_with_those_of_the_document_last(capsys: Captured) -> None:
    found = (
        Finding("error", "field", "4(o)", "it pays nothing"),
        Finding("note", "AD-1", "4(o)", "a misprint", about="document"),
    )
    pages.findings(found, left_out=2)
    lines = shown(capsys)
    assert lines.index("In the document itself, and how we read it") > 0
    assert lines[-2:] == [
        "1 error, 0 warnings, 1 note.",
        "2 readings of its document left out; --readings adds them.",
    ]


def test_a_book_that_does_not_compile_is_its_error_alone(capsys: Captured) -> None:
    pages.findings((Finding("error", "field", "4(o)", "no such roll", file="my.toml"),))
    [line] = shown(capsys)
    assert line.split(maxsplit=1) == ["error", "my.toml, field, clause 4(o): no such roll"]


def test_two_books_are_the_same_or_each_difference_has_both_sides(capsys: Captured) -> None:
    sentosa, adelaide = load_book("sentosa"), load_book("adelaide")
    pages.diff(diff_books(sentosa, sentosa))
    assert "same" in "\n".join(shown(capsys))
    pages.diff(diff_books(sentosa, adelaide))
    told = "\n".join(shown(capsys))
    assert "sentosa" in told
    assert "adelaide" in told


def test_a_clause_is_printed_with_its_duty_and_its_tests(capsys: Captured) -> None:
    each = next(each for each in conformance("adelaide") if each.row.tests)
    pages.clause(each, ())
    lines = shown(capsys)
    assert lines[0].startswith(each.row.id)
    assert any(line.split()[:2] == ["Duty", each.row.duty] for line in lines)
    assert any(each.row.tests[0].split("::")[0] in line for line in lines)


def test_clauses_are_printed_by_section_and_counted(capsys: Captured) -> None:
    rows = tuple(conformance("adelaide"))
    pages.clauses(rows[:3], counts(rows))
    lines = shown(capsys)
    assert rows[0].row.section in lines
    assert any(line.startswith("3 shown. ") for line in lines)
    assert lines[-1] == "Unmet: 0."


def test_a_reading_is_printed_with_its_reason(capsys: Captured) -> None:
    row = readings_of("adelaide")[0]
    pages.reading(row, "adelaide", ())
    lines = shown(capsys)
    assert lines[0].split()[0] == row.id
    assert any(line.startswith("Because") for line in lines)
    assert any("in the rows of those clauses" in line for line in lines)


def test_games_are_printed_with_differences_positions_and_notes(capsys: Captured) -> None:
    good = Replayed("sentosa", "a good game", notes=["3 records of old"])
    differs = ReplayDifference("line 5: point is 6, not 8", "adelaide point 6")
    pages.games([good, Replayed("adelaide", "a bad game", differences=[differs])])
    assert shown(capsys) == [
        "ok       sentosa     a good game",
        "         3 records of old",
        "differs  adelaide    a bad game",
        "         line 5: point is 6, not 8",
        "         position adelaide point 6",
        "2 games: 1 as stated, 1 not.",
    ]
