"""The page of promises names each promise, and exactly the tests that are marked with it."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.kit.claims import claimed_tests, claims, not_claimed
from tests.kit.project import DOCS, ROOT

SAYS = {key: says for told in claims().values() for key, says in told.items()}


def the_page() -> str:
    return (DOCS / "trust.md").read_text(encoding="utf-8")


def test_every_promise_is_shown_by_a_test_and_every_mark_names_a_promise() -> None:
    assert set(claimed_tests()) == set(SAYS)


def test_the_page_has_every_promise_and_what_is_not_claimed() -> None:
    assert [says for says in SAYS.values() if f"**{says}**" not in the_page()] == []
    assert [each for each in not_claimed() if f"- {each}\n" not in the_page()] == []


def test_the_page_names_exactly_the_marked_tests_and_each_has_passed() -> None:
    rows = re.findall(r"^- `(tests/[^`]+)`(: passed)?", the_page(), re.MULTILINE)
    marked = {test for tests in claimed_tests().values() for test in tests}
    assert {test for test, _ in rows} == marked, "run `make trust`"
    assert [test for test, passed in rows if not passed] == []


def test_each_promise_has_the_command_that_runs_its_tests_again() -> None:
    commands = re.findall(r"^Run again: `\.venv/bin/pytest --claim ([\w-]+)`$", the_page(), re.MULTILINE)
    assert commands == list(SAYS)


def test_that_command_runs_the_tests_of_its_promise_and_no_others() -> None:
    words = (
        sys.executable,
        "-m",
        "pytest",
        "--claim",
        "dice-even",
        "--collect-only",
        "-q",
        "tests/log",
        "-p",
        "no:xdist",
    )
    told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = [line for line in told.splitlines() if "::" in line]
    assert found == claimed_tests()["dice-even"]
