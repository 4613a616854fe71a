"""Changes the rulebooks one number, flag, word or row at a time, and reports the changes that no test notices.

Run it with `make mutate-books`. A survivor is a rule that nothing pins down.
"""

from __future__ import annotations

import contextlib
import copy
import io
import os
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

sys.path.insert(0, str(Path(__file__).parent.parent))

import pytest

from comeout.errors import RulebookError
from comeout.replay.examples import replay_example
from comeout.replay.transcripts import replay_transcript
from comeout.rules import library, rulebook
from comeout.rules.compile import compile_layout
from comeout.rules.layout import POINTS, Layout
from comeout.rules.library import book_names, data_of, load_book, worked_examples
from comeout.table.notation.transcript import parse
from comeout.table.settings import SettingError
from tests import test_agreement
from tests.kit.casebook import HERE, cases, cited_tests

Path_ = tuple[str | int, ...]
COMPILED = ("rules/test_higher_payouts.py", "table/test_waiting.py")
"""Tests that load books themselves; asked only of a change that nothing else notices."""

GAMES = int(os.getenv("COMEOUT_MUTANT_GAMES", "40"))
WORDS = {
    name: {key.rstrip("_"): hint for key, hint in get_type_hints(cls).items()}
    for name, cls in vars(rulebook).items()
    if isinstance(cls, type) and hasattr(cls, "__slots__")
}
LITERALS = {
    key: get_args(hint) for fields in WORDS.values() for key, hint in fields.items() if get_origin(hint) is Literal
}
NOTICED = (AssertionError, LookupError, ValueError, TypeError, RuntimeError, SettingError, RulebookError)
"""How a test fails, or a table halts, under a book that is not the one it was written for."""

SILENT = {
    "printed",
    "symbol",
    "spelled",
    "name",
    "title",
    "source",
    "fact",
    "id",
    "revision",
    "odds_word",
    "open",
    "closed",
}
"""Texts for people: no rule hangs on them."""


def mutants(data: Any, path: Path_ = ()) -> Iterator[tuple[Path_, str, Any]]:
    """Every single change of the data: where, what it says, and the new value (None drops the item)."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        here = (*path, key)
        if str(key) in SILENT or str(key).endswith("clause") or (path and str(path[-1]) in ("clause", "name")):
            continue
        if isinstance(value, (dict, list)):
            if (path and (isinstance(data, list) or path == ("wager",))) or (not path and isinstance(value, dict)):
                yield here, "dropped", None
            yield from mutants(value, here)
            continue
        if isinstance(data, list):
            yield here, f"{value} dropped", None
        for other in alternatives(str(key), value):
            yield here, f"{value} -> {other}", other


def alternatives(key: str, value: Any) -> Iterator[Any]:
    """Other values that could stand there by mistake."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield value - 1
    elif re.fullmatch(r"\d+( to |:|/)\d+", value):
        above, word, below = re.split(r"( to |:|/)", value)
        yield f"{int(above) + 1}{word}{below}"
        yield f"{above}{word}{int(below) + 1}"
    elif key in LITERALS or key == "roll":
        words = LITERALS.get(key) or ("seven", "point", "number", "hard", "easy", "other", "any")
        yield from (word for word in words if word != value)
    elif key == "supports":
        yield "place"


def changed(data: dict[str, Any], path: Path_, value: Any) -> dict[str, Any]:
    """A copy of the data with one change."""
    result = copy.deepcopy(data)
    place: Any = result
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return result


@cache
def _case_list(book: str) -> list[tuple[str, Any]]:
    return [(case.id, parse(case.text, book=book)) for case in cases(book)]


@cache
def _example_list(book: str) -> list[dict[str, Any]]:
    examples: list[dict[str, Any]] = worked_examples(book)["examples"]
    return examples


def noticed(book: str, layout: Layout) -> bool:
    """True when some test fails with this layout in the book's place."""
    try:
        for spot in layout.spots:
            for point in POINTS:
                test_agreement.assert_planes_agree(layout, spot, point)
        test_agreement.LAYOUTS[book] = layout
        return (
            set(layout.by_id) != set(load_book(book).by_id)
            or not all(replay_transcript(text, layout=layout).ok for _, text in _case_list(book))
            or not all(replay_example(example, {book: layout}).ok for example in _example_list(book))
            or not _games_agree(book)
        )
    except NOTICED:
        return True


def _guards_hold(book: str, data: dict[str, Any]) -> bool:
    """Whether the tests of what only the compiler sees (charges, higher payouts, settings) pass with this data."""
    with pytest.MonkeyPatch.context() as patch:
        real, fresh = library._parse, partial(copy.deepcopy, data)
        patch.setattr(library, "_parse", lambda text, file: fresh() if file == f"{book}.toml" else real(text, file))
        library._packaged_book.cache_clear()
        with contextlib.redirect_stdout(io.StringIO()):
            code = pytest.main(["-q", "-x", "-p", "no:cacheprovider", *(str(HERE / name) for name in COMPILED)])
    library._packaged_book.cache_clear()
    return code == pytest.ExitCode.OK


def _games_agree(book: str) -> bool:
    for seed in range(GAMES):
        test_agreement.play_one_game(book, seed)
    return True


def survives(job: tuple[str, Path_, str, Any]) -> str:
    """The mutant's description if nothing notices it, else nothing."""
    book, path, what, value = job
    data = data_of(book)
    try:
        layout = compile_layout(changed(data, path, value), file=book)
    except RulebookError:
        return ""
    if noticed(book, layout) or not _guards_hold(book, changed(data, path, value)):
        return ""
    return f"{book}: {'.'.join(map(str, path))}: {what}"


def unmissed(job: tuple[str, str, list[str]]) -> str:
    """A clause whose rows can be dropped without any test that cites it failing."""
    book, clause, tests = job
    data = copy.deepcopy(data_of(book))
    if not drop_rows(data, clause):
        return ""
    try:
        layout = compile_layout(data, file=book)
    except RulebookError:
        return ""
    if any(".py::" in test for test in tests):
        return ""
    try:
        kept = all(replay_transcript(text, layout=layout).ok for name, text in _case_list(book) if name in tests)
        names = {test.partition("::")[2] for test in tests}
        examples = [example for example in _example_list(book) if example["name"] in names]
        kept = kept and all(replay_example(example, {book: layout}).ok for example in examples)
    except NOTICED:
        return ""
    return f"{book} {clause}: its rows can be dropped and {len(tests)} citing tests still pass" if kept else ""


def drop_rows(data: Any, clause: str) -> int:
    """Drop every row, or optional citation, of a clause; the number dropped."""
    dropped = 0
    for key in list(data) if isinstance(data, dict) else range(len(data) - 1, -1, -1):
        value = data[key]
        row = isinstance(value, dict) and isinstance(data, list) and value.get("clause") == clause
        citation = value == clause and isinstance(key, str) and key.endswith("clause")
        if row or citation:
            del data[key]
            dropped += 1
        elif isinstance(value, (dict, list)):
            dropped += drop_rows(value, clause)
    return dropped


def main() -> int:
    """Try every mutant on all cores and list the survivors."""
    for book in book_names():
        unchanged = not noticed(book, load_book(book)) and _guards_hold(book, data_of(book))
        assert unchanged, f"the tests of {book} fail without any change"
    jobs = [(book, *mutant) for book in book_names() for mutant in mutants(data_of(book))]
    clauses = [(book, clause, tests) for book in book_names() for clause, tests in cited_tests(book).items()]
    print(f"{len(jobs)} changes to {len(book_names())} books, {GAMES} random games each; {len(clauses)} cited clauses")
    found: list[str] = []
    with ProcessPoolExecutor() as pool:
        for number, result in enumerate(pool.map(survives, jobs, chunksize=8), 1):
            if result:
                found.append(result)
                print(f"survived: {result}", flush=True)
            if number % 250 == 0:
                print(f"{number} of {len(jobs)} tried, {len(found)} survived", flush=True)
        for result in pool.map(unmissed, clauses, chunksize=8):
            if result:
                found.append(result)
                print(f"not missed: {result}", flush=True)
    print(f"{len(jobs)} changes and {len(clauses)} clauses tried, {len(found)} survivors")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
