"""The words of the source: a mechanism is found by its standard name, and a word has one meaning."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests.kit.project import DOCS, SOURCE, module_of, nodes_of

MECHANISMS = (
    "authentication",
    "authorization",
    "backpressure",
    "cache",
    "content negotiation",
    "content security policy",
    "deterministic replay",
    "double-entry bookkeeping",
    "dry run",
    "dual control",
    "event sourcing",
    "fencing token",
    "graceful shutdown",
    "group commit",
    "hash chain",
    "health check",
    "heartbeat",
    "idempotent",
    "leader takeover",
    "lease",
    "Markov chain",
    "message bus",
    "migration",
    "optimistic concurrency",
    "provably fair",
    "publish/subscribe",
    "rate limit",
    "read model",
    "serialization",
    "snapshot",
    "token bucket",
)
"""What somebody who does not know the project would look for."""


@cache
def first_sentences() -> tuple[str, ...]:
    """The first paragraph of every docstring of the source, in one line each."""
    found = []
    for path in SOURCE.rglob("*.py"):
        for node in nodes_of(path):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                told = ast.get_docstring(node) or ""
                found.append(" ".join(told.partition("\n\n")[0].split()).lower())
    return tuple(found)


@pytest.mark.parametrize("term", MECHANISMS)
def test_a_mechanism_is_found_by_its_standard_name(term: str) -> None:
    assert any(term.lower() in told for told in first_sentences())


def test_the_glossary_has_every_mechanism() -> None:
    glossary = " ".join((DOCS / "glossary.md").read_text(encoding="utf-8").lower().split())
    assert [term for term in MECHANISMS if term.lower() not in glossary] == []


def rows() -> dict[str, set[str]]:
    """The words that invite a second meaning, with the classes and modules that docs/architecture.md lists for each."""
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("| word | means | in the code |")[2].partition("\n\n")[0]
    found = re.findall(r"^\| (\w+) \| .* \|(.*)\|$", table, re.MULTILINE)
    return {word.lower(): set(re.findall(r"`(\w+)`", names)) for word, names in found}


@cache
def names() -> dict[str, set[str]]:
    """Every public class and module of the source by name, with the words that the name is made of."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        found[path.stem] = set(path.stem.split("_"))
        for node in module_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name] = {word.lower() for word in re.findall(r"[A-Z][a-z0-9]*", node.name)}
    return found


@pytest.mark.parametrize("word", ["place", "told", "reading", "session", "mark", "line", "game", "chain", "snapshot"])
def test_a_word_that_invites_a_second_meaning_is_used_only_where_its_row_says(word: str) -> None:
    assert {name for name, words in names().items() if word in words} == rows()[word]
