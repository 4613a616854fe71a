"""Reviewing books on the command line: lint, diff and the pack for a laboratory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from comeout.review.evidence import MANIFEST
from comeout.rules.library import book_names
from tests.kit.command_line import document, page, refusal, run
from tests.kit.rulebooks import SIX, SIX_RAISED, house_file

# ------------------------------------------------------------------ lint


@pytest.mark.parametrize("book", book_names())
def test_lint_of_our_own_books_ends_well(book: str) -> None:
    assert page("lint", book).splitlines()[-1].startswith("0 errors, ")


def test_lint_as_json_lists_findings() -> None:
    found = document("lint", "exhibit-a")
    assert found["book"] == "exhibit-a"
    assert set(found["findings"][0]) == {"severity", "where", "clause", "text", "about", "file"}
    assert found["readings_left_out"] == 0


def test_lint_of_a_book_with_errors_ends_with_1(tmp_path: Path) -> None:
    file = house_file(tmp_path, "adelaide", ('code = "stacked"', 'code = "off-table"'))
    result = run("lint", file)
    assert result.exit_code == 1
    assert result.stdout.startswith("error    no_roll off-table  ")
    assert "1 error, " in result.stdout


def test_lint_of_a_file_that_does_not_compile_shows_its_error_alone(tmp_path: Path) -> None:
    file = house_file(tmp_path, "adelaide", ("[wager.field]\n", "[wager.field]\nnmae = 1\n"))
    result = run("lint", file)
    assert result.exit_code == 1
    said = refusal("diff", file, "adelaide").removeprefix("comeout: ")
    assert said == f'{file}, wager field, clause 4(o): unknown key "nmae" (did you mean "name"?)'
    assert result.stdout == f"error  {said}\n"
    as_json = run("lint", file, "--json")
    assert as_json.exit_code == 1
    assert json.loads(as_json.stdout)["findings"] == [
        {
            "severity": "error",
            "where": "wager field",
            "clause": "4(o)",
            "text": 'unknown key "nmae" (did you mean "name"?)',
            "about": "book",
            "file": file,
        }
    ]


def test_lint_of_nothing_or_of_no_toml_is_refused_and_of_no_book_is_an_error(tmp_path: Path) -> None:
    assert refusal("lint", "nothing.toml").startswith('comeout: no book and no file "nothing.toml"')
    file = tmp_path / "my.toml"
    file.write_text("[book", encoding="utf-8")
    assert refusal("lint", str(file)).startswith(f"comeout: {file}: is not TOML: ")
    file.write_text("[bok]\n", encoding="utf-8")
    result = run("lint", str(file))
    assert (result.exit_code, result.stdout) == (1, f'error  {file}: unknown key "bok" (did you mean "book"?)\n')
    told = " ".join(page("lint", "--help").split())
    assert "1 with errors or if the TOML file is not a valid book, and 2 if the file does not exist" in told


def test_lint_names_a_clause_that_the_document_does_not_have(tmp_path: Path) -> None:
    result = run("lint", house_file(tmp_path, "adelaide", ('clause = "6(c) Any Seven"', 'clause = "6(z)"')))
    assert result.exit_code == 1
    assert result.stdout.startswith("error    wager.any-seven pays[0]  6(z)\n")


def test_lint_of_a_house_leaves_the_readings_of_its_document_to_an_option(tmp_path: Path) -> None:
    file = house_file(tmp_path, "adelaide", (SIX, SIX_RAISED))
    told = page("lint", file)
    assert "AD-1 " not in told
    number = int(told.splitlines()[-1].split()[0])
    assert told.endswith(f"\n{number} readings of its document left out; --readings adds them.\n")
    found = document("lint", file)
    assert found["readings_left_out"] == number
    assert {each["about"] for each in found["findings"]} == {"book"}
    every = page("lint", file, "--readings")
    assert every.index("place  6(c)") < every.index("In the document itself") < every.index("AD-1 ")
    assert "left out" not in every
    assert "AD-1 " in page("lint", "adelaide")


def test_lint_of_a_book_without_trouble_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("comeout.review.lint.lint_book", lambda _: ())
    assert page("lint", str(tmp_path)) == "0 errors, 0 warnings, 0 notes.\n"


# ------------------------------------------------------------------ diff


def test_diff_of_a_book_with_itself_says_they_are_the_same() -> None:
    assert page("diff", "sentosa", "sentosa").startswith("sentosa and sentosa are the same")
    assert document("diff", "sentosa", "sentosa")["same"] is True


def test_diff_of_a_house_that_changed_one_payout_shows_exactly_that_cell(tmp_path: Path) -> None:
    file = house_file(tmp_path, "adelaide", (SIX, SIX_RAISED))
    found = document("diff", "adelaide", file)
    assert (found["a"], found["b"]) == ("adelaide", file)
    assert found["wagers"] == [
        {
            "about": "place",
            "differences": [
                {
                    "topic": "on 6 (place-6)",
                    "a": "wins 7 to 6",
                    "b": "wins 6 to 5",
                    "clause_a": "6(c) Place 6 to Win",
                    "clause_b": "6(c) Place 6 to Win",
                }
            ],
        }
    ]
    assert found["procedures"] == found["only_a"] == found["only_b"] == []
    assert ": 1 difference\n" in page("diff", "adelaide", file, COLUMNS="200")


@pytest.mark.parametrize("other", [book for book in book_names() if book != "adelaide"])
def test_diff_of_two_books_puts_them_side_by_side(other: str) -> None:
    told = page("diff", "adelaide", other)
    assert "Bets only in adelaide\n" in told
    assert any(line.split()[0] == "Shooter" and line.endswith(other) for line in told.splitlines() if line.strip())


def test_diff_puts_bets_that_differ_alike_under_one_heading() -> None:
    assert "\nplace-lose, field, any-seven, any-craps, craps-3, eleven, c-and-e\n" in page(
        "diff", "adelaide", "evolution"
    )


# ------------------------------------------------------------------ evidence


def test_a_pack_that_is_there_is_written_over_only_when_forced(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text('{"comeout": "0", "files": {}}', encoding="utf-8")
    refused = refusal("evidence", "evolution", "-o", str(tmp_path))
    assert refused == f"comeout: {tmp_path} already has a pack; --force replaces it"
    assert "files. Open" in page("evidence", "evolution", "-o", str(tmp_path), "--force")
    assert json.loads((tmp_path / MANIFEST).read_text(encoding="utf-8"))["book"] == "evolution"
