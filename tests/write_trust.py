"""Write docs/trust.md: each promise, the tests that show it, and the figures that their last run printed."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.kit.claims import claimed_tests, claims, not_claimed

PAGE = ROOT / "docs" / "trust.md"
HEAD = """\
# What you can trust, and how to see it for yourself

This page lists what Comeout promises about rules, play, money, dice and people. Each promise names the tests that
show it, with the figures of their last run, {day}, and the command that runs them again. `make trust` runs all of
them and writes this page. `make soak` runs the same tests with far larger numbers.

[security.md](security.md) says who could attack a house and what stops them, and [fairness.md](fairness.md) explains
the dice.
"""


def page(runs: dict[str, list[str]], day: str) -> str:
    """Return the page, from what each test reported (`runs`, by file and name)."""
    tests = claimed_tests()
    parts = [HEAD.format(day=day)]
    for about, told in claims().items():
        parts.append(f"\n## {about}\n")
        parts += [_promise(key, says, "".join(_row(test, runs) for test in tests[key])) for key, says in told.items()]
    parts.append("\n## What is not claimed\n\n" + "".join(f"- {each}\n" for each in not_claimed()))
    return "".join(parts)


def _promise(key: str, says: str, rows: str) -> str:
    return f"\n**{says}**\n\n{rows}\nRun again: `.venv/bin/pytest --claim {key}`\n"


def _row(test: str, runs: dict[str, list[str]]) -> str:
    told = runs.get(test, [])
    return f"- `{test}`" + (f": {'; '.join(told)}" if told else "") + "\n"


def reported(cases: Iterable[ElementTree.Element]) -> dict[str, list[str]]:
    """Return what each test reported of its run, by file and name: how often it passed, and its figures."""
    passed: dict[str, int] = {}
    figures: dict[str, list[str]] = {}
    for case in cases:
        test = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name', '').partition('[')[0]}"
        if any(child.tag in {"failure", "error", "skipped"} for child in case):
            sys.exit(f"{test} did not pass: docs/trust.md is left as it was")
        passed[test] = passed.get(test, 0) + 1
        found = (each.get("value", "") for each in case.iter("property") if each.get("name") == "figures")
        figures.setdefault(test, []).extend(found)
    return {test: [_times(count), *dict.fromkeys(figures[test])] for test, count in passed.items()}


def _times(count: int) -> str:
    return "passed" if count == 1 else f"passed in {count} variants"


def main() -> None:
    """Write the page from the JUnit file of a run."""
    cases = ElementTree.parse(sys.argv[1]).iter("testcase")
    PAGE.write_text(page(reported(cases), f"{datetime.now(tz=UTC):%Y-%m-%d}"), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written")


if __name__ == "__main__":
    main()
