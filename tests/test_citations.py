"""Whatever happens or is refused names a clause of its own book, or a reading that concerns that book."""

from __future__ import annotations

import ast
import os
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from comeout.dice import ROLLS, Roll
from comeout.replay.transcripts import replay_transcript
from comeout.rules.conformance import clauses_of, readings_of
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from comeout.table import table as engine
from comeout.table.asking import Decided
from comeout.table.decide import decide
from comeout.table.messages import COMMANDS, EVENTS, Command, Rejected
from comeout.table.notation.transcript import parse
from comeout.table.settings import SETTING_NAMES
from comeout.table.state import TableState
from comeout.table.table import Table
from tests.kit.casebook import cases
from tests.kit.project import nodes_of

SOURCE = Path(__file__).parent.parent / "src" / "comeout"
GAMES = int(os.getenv("COMEOUT_GAMES", "2000")) // 20
STEPS = 80
NAMES_A_CITATION = ("again", "because", "charged_by", "rounded_by", "paid_by", "limited_by")
"""The fields of events and lines that cite something, besides those called clause."""


@cache
def citable(book: str) -> frozenset[str]:
    return frozenset(row.id for row in clauses_of(book)) | frozenset(row.id for row in readings_of(book))


def cited(answer: object) -> Iterator[str]:
    """Every clause and reading that an event, one of its lines or a refusal names."""
    for name in get_type_hints(type(answer)):
        value = getattr(answer, name)
        if name == "lines":
            for line in value:
                yield from cited(line)
        elif name.endswith("clause") or name in NAMES_A_CITATION:
            yield from (each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, str))


class Spy:
    """Decides as the table does, and keeps what was cited that may not be."""

    def __init__(self) -> None:
        self.unknown: dict[str, str] = {}
        self.heard: set[str] = set()

    def __call__(self, layout: Layout, state: TableState, command: Command) -> Decided:
        answer = decide(layout, state, command)
        for each in [answer] if isinstance(answer, Rejected) else answer:
            found = set(filter(None, cited(each)))
            self.heard |= found
            for clause in found - citable(layout.id):
                self.unknown[clause] = f"{layout.id}: {command} -> {each}"
        return answer


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spy:
    found = Spy()
    monkeypatch.setattr(engine, "decide", found)
    return found


@pytest.mark.parametrize("book", book_names())
def test_the_cases_cite_clauses_and_readings_of_their_book_only(book: str, spy: Spy) -> None:
    for case in cases(book):
        replay_transcript(parse(case.text, book=case.book, first_line=case.line), name=case.title)
    assert spy.unknown == {}
    assert spy.heard & {row.id for row in readings_of(book)}


@pytest.mark.parametrize("book", book_names())
def test_anything_that_is_asked_is_answered_by_a_clause_or_a_reading_of_the_book(book: str, spy: Spy) -> None:
    layout = load_book(book)
    for seed in range(GAMES):
        play(layout, random.Random(seed))
    assert spy.unknown == {}


def play(layout: Layout, chance: random.Random) -> None:
    """A game of mostly sensible bets and rolls, among them any other command with any values."""
    settings = {"crew": chance.choice(("people", "automatic"))}
    if layout.rulebook.shooter.throws == "shooter":
        settings["shooter"] = chance.choice(("seats", "companion"))
    table = Table(layout, settings=settings)
    table.sit("Ann", 1000_00)
    table.sit("Bob", 1000_00)
    for _ in range(STEPS):
        if settings["crew"] == "automatic" and chance.random() < 0.3:
            table.roll(*chance.choice(ROLLS))
        elif chance.random() < 0.4:
            table.bet(chance.randint(1, 2), chance.choice(layout.spots).id, chance.choice((5_00, 10_00, 12_00, 60_00)))
        else:
            table.send(anything(layout, chance))


def anything(layout: Layout, chance: random.Random) -> Command:
    """A command of any kind; people speak for their position more often than not."""
    kind = chance.choice(COMMANDS)
    return kind(**{name: _value(layout, name, hint, chance) for name, hint in get_type_hints(kind).items()})


def _value(layout: Layout, name: str, hint: Any, chance: random.Random) -> Any:
    book = layout.rulebook
    undone = book.invalidation.reasons if book.invalidation else ()
    words = {
        "spot": [spot.id for spot in layout.spots],
        "setting": [*SETTING_NAMES, "max pass", "min field", "max place-6"],
        "value": ["1", "5", "10", "on", "off", "none", "up", "people", "companion"],
        "ground": [row.code for row in book.no_roll],
        "reason": [*book.shooter.order_reasons, *(row.code for row in undone), "any"],
    }
    if get_origin(hint) is Literal:
        return chance.choice(get_args(hint))
    if hint is bool:
        return chance.random() < 0.5
    if hint is int:
        return chance.choice((1, 2, 3, 5, 10_00, 20_00)) if name in ("amount", "rack") else chance.randint(1, 3)
    if hint is str:
        return chance.choice(words.get(name, ["Cal", "so it is"]))
    return Roll(*chance.choice(ROLLS))


def test_no_citation_is_written_into_the_code() -> None:
    """Every clause comes from the book's data: a constructor of a refusal or an event is given none as text."""
    places = {kind.__name__: tuple(get_type_hints(kind)) for kind in (Rejected, *EVENTS)}
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in places:
                names = places[node.func.id]
                given = dict(zip(names, node.args, strict=False)) | {word.arg: word.value for word in node.keywords}
                for name, value in given.items():
                    told = isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value
                    if told and str(name).endswith(("clause", "rounded_by", "charged_by")):
                        found.append(f"{path.relative_to(SOURCE)}:{node.lineno} {told}")
    assert found == []
