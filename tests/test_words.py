"""The words of the source: a mechanism with a standard name is found by it."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from tests.kit.project import SOURCE

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
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                told = ast.get_docstring(node) or ""
                found.append(" ".join(told.partition("\n\n")[0].split()).lower())
    return tuple(found)


@pytest.mark.parametrize("term", MECHANISMS)
def test_a_mechanism_is_found_by_its_standard_name(term: str) -> None:
    assert any(term.lower() in told for told in first_sentences())
