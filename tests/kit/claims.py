"""Reads what Comeout promises, and finds the tests that show each promise (`docs/trust.md`)."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]


def claims() -> dict[str, dict[str, str]]:
    """Return every promise by its id, in sections."""
    return {about: told for about, told in _read().items() if isinstance(told, dict)}


def not_claimed() -> list[str]:
    """Return what somebody might take for promised and is not."""
    found: list[str] = _read()["not-claimed"]
    return found


def _read() -> dict[str, Any]:
    return tomllib.loads((TESTS / "claims.toml").read_text(encoding="utf-8"))


def claimed_tests() -> dict[str, list[str]]:
    """Return for every claim the tests that are marked with it, by file and name."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for name, claim in _marked(path):
            found.setdefault(claim, []).append(f"{path.relative_to(TESTS.parent).as_posix()}::{name}")
    return found


def _marked(path: Path) -> Iterator[tuple[str, str]]:
    """Yield every marked function of a file with each claim that it shows."""
    text = path.read_text(encoding="utf-8")
    if "mark.claim(" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.claim":
                    for argument in mark.args:
                        yield node.name, ast.literal_eval(argument)
