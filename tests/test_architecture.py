"""The shape of the source: who imports whom, what the pure parts may not touch, and that no code names a book."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from comeout.rules.library import book_names

SOURCE = Path(__file__).parent.parent / "src" / "comeout"
DOCUMENT = Path(__file__).parent.parent / "docs" / "architecture.md"
FILES = sorted(SOURCE.rglob("*.py"))

COMMAND_LINE = re.compile(r"__init__|__main__|(cli|show)(_\w+)?")
"""What may import everything and is imported by nothing."""


def rows() -> dict[str, set[str]]:
    """What each part may know of ours beside itself, as docs/architecture.md tells it."""
    text = DOCUMENT.read_text(encoding="utf-8").partition("| part | may import")[2].partition("\n\n")[0]
    found = re.findall(r"^\| (\w+) \|([\w, ]*)\|$", text, re.MULTILINE)
    return {part: {part, *re.findall(r"\w+", others)} for part, others in found}


MAY_IMPORT = rows()
PURE = {"rules", "felt", "table", "money", "dice"}
ASYNC = {"house", "client", "play"}
IMPURE_MODULES = {"asyncio", "random", "secrets", "time", "datetime", "socket", "subprocess", "threading", "os"}


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


PARTS = {part_of(path) for path in FILES}


def imports_of(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            if node.module == "comeout":
                names |= {f"comeout.{alias.name}" for alias in node.names if alias.name in PARTS}
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_a_file_imports_only_what_its_part_may_know(path: Path) -> None:
    if COMMAND_LINE.fullmatch(part_of(path)):
        return
    ours = {name.split(".")[1] for name in imports_of(path) if name.startswith("comeout.")}
    assert ours <= MAY_IMPORT[part_of(path)]


@pytest.mark.parametrize(
    "path", [path for path in FILES if part_of(path) in {"exact", "review"}], ids=lambda path: path.stem
)
def test_figures_and_reviews_open_no_table_to_read_its_settings(path: Path) -> None:
    assert "comeout.table.table" not in imports_of(path)


def test_every_part_but_the_command_line_has_its_row() -> None:
    assert set(MAY_IMPORT) == {part for part in PARTS if not COMMAND_LINE.fullmatch(part)}
    assert {part for others in MAY_IMPORT.values() for part in others} <= set(MAY_IMPORT)


@pytest.mark.parametrize("path", [path for path in FILES if part_of(path) not in ASYNC], ids=lambda path: path.stem)
def test_only_the_house_and_who_asks_it_wait(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, (ast.AsyncFunctionDef, ast.Await))]


@pytest.mark.parametrize("path", [path for path in FILES if part_of(path) in PURE], ids=lambda path: path.stem)
def test_the_pure_parts_use_only_the_standard_library_and_no_clock_chance_or_float(path: Path) -> None:
    outside = {name.split(".")[0] for name in imports_of(path)} - {"comeout"}
    assert not outside & IMPURE_MODULES
    assert not outside & {"rich", "typer"}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, float)]
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"float", "open", "print", "input"}
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & {"read_text", "read_bytes"}
    assert not read or path == SOURCE / "rules" / "library.py", "the only file reading"


@pytest.mark.parametrize(
    "path", [path for path in FILES if part_of(path) in {"rules", "table"}], ids=lambda path: path.stem
)
def test_rules_and_table_divide_only_through_money(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    operators = [node.op for node in ast.walk(tree) if isinstance(node, (ast.BinOp, ast.AugAssign))]
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    if path != SOURCE / "rules" / "library.py":  # its "/" joins paths
        assert not [each for each in operators if isinstance(each, (ast.Div, ast.FloorDiv))]
    assert not called & {"divmod", "round"}


def test_no_python_file_names_a_rulebook() -> None:
    named = re.compile("|".join(rf"\b{re.escape(book)}\b" for book in book_names()))
    guilty = [path.relative_to(SOURCE).as_posix() for path in FILES if named.search(path.read_text(encoding="utf-8"))]
    assert guilty == []


def test_the_tree_of_the_documents_names_every_file_of_the_house() -> None:
    tree = DOCUMENT.read_text(encoding="utf-8").partition("\n  house/")[2].partition("\n  web/")[0]
    named = {*re.findall(r"\w+(?=\.py)", tree), "__init__"}
    files = {path.stem for path in (SOURCE / "house").glob("*.py")}
    assert {name for name in files - named if not name.startswith("rest_")} == set()
    assert named <= files | {"rest_"}, "and no file that is gone"
