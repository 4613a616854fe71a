"""The shape of the source: who imports whom, what the pure parts may not touch, and that no code names a book."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from comeout.rules.library import book_names

SOURCE = Path(__file__).parent.parent / "src" / "comeout"
FILES = sorted(SOURCE.rglob("*.py"))

MAY_IMPORT = {
    "money": set(),
    "dice": set(),
    "rules": {"money", "dice", "rules"},
    "felt": {"money", "dice", "rules", "felt"},
    "table": {"money", "dice", "rules", "felt", "table"},
}
"""What each part may know of ours. Parts that are not listed may know everything."""

PURE = {"rules", "felt", "table", "money", "dice"}
IMPURE_MODULES = {"asyncio", "random", "secrets", "time", "datetime", "socket", "subprocess", "threading", "os"}


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports_of(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_a_file_imports_only_what_its_part_may_know(path: Path) -> None:
    allowed = MAY_IMPORT.get(part_of(path))
    if allowed is None:
        return
    ours = {name.split(".")[1] for name in imports_of(path) if name.startswith("comeout.")}
    assert ours <= allowed


@pytest.mark.parametrize("path", [path for path in FILES if part_of(path) in PURE], ids=lambda path: path.stem)
def test_the_pure_parts_use_only_the_standard_library_and_no_clock_chance_or_float(path: Path) -> None:
    outside = {name.split(".")[0] for name in imports_of(path)} - {"comeout"}
    assert not outside & IMPURE_MODULES
    assert not outside & {"rich", "typer"}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, (ast.AsyncFunctionDef, ast.Await))]
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, float)]
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"float", "open", "print", "input"}


def test_no_python_file_names_a_rulebook() -> None:
    named = re.compile("|".join(rf"\b{re.escape(book)}\b" for book in book_names()))
    guilty = [path.relative_to(SOURCE).as_posix() for path in FILES if named.search(path.read_text(encoding="utf-8"))]
    assert guilty == []
