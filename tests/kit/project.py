"""Where the project is on disk, for tests that read its documents, sources and fixtures."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SOURCE = ROOT / "src" / "comeout"
FIXTURES = ROOT / "tests" / "fixtures"
CASES = ROOT / "tests" / "cases"


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of a Python file, the module itself first. A file is parsed once in a process."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def module_of(path: Path) -> ast.Module:
    """Return a Python file as a tree."""
    module = nodes_of(path)[0]
    assert isinstance(module, ast.Module)
    return module
