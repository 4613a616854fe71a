"""Writes which tests show each clause into the clause data, and the conformance pages from it (`make conformance`)."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from comeout.rules.conformance import conformance_index, conformance_page
from comeout.rules.library import book_names
from tests.kit.casebook import cited_tests

CLAUSES = ROOT / "src" / "comeout" / "rules" / "clauses"
PAGES = ROOT / "docs" / "conformance"


def with_tests(text: str, tests: dict[str, list[str]]) -> str:
    """The clause data of a book with the tests of every clause written in."""
    head, *blocks = re.split(r"(?m)^(?=\[\[clause\]\])", text)
    return head + "".join(_with_tests(block, tests) for block in blocks)


def _with_tests(block: str, tests: dict[str, list[str]]) -> str:
    plain = re.sub(r"(?ms)^tests = \[.*?^\]\n", "", block)
    found = re.search(r'(?m)^id = "(.*)"$', plain)
    assert found
    names = tests.get(found[1], [])
    if not names:
        return plain
    body, space = plain.rstrip("\n"), plain[len(plain.rstrip("\n")) :]
    rows = "".join(f"    {json.dumps(name, ensure_ascii=False)},\n" for name in names)
    return f"{body}\ntests = [\n{rows}]{space}"


def pages() -> dict[str, str]:
    """The conformance pages by file name."""
    return {"README.md": conformance_index(), **{f"{book}.md": conformance_page(book) for book in book_names()}}


def main() -> None:
    """Write both; the pages are read from the data, so a second process writes them."""
    if "--pages" not in sys.argv:
        for book in book_names():
            path = CLAUSES / f"{book}.toml"
            path.write_text(with_tests(path.read_text(encoding="utf-8"), cited_tests(book)), encoding="utf-8")
        print("clause data written; now the pages")
        return
    PAGES.mkdir(exist_ok=True)
    for name, text in pages().items():
        (PAGES / name).write_text(text, encoding="utf-8")
    print(f"{len(pages())} pages written")


if __name__ == "__main__":
    main()
