"""The shape of the source: who imports whom, what the pure parts may not touch, and that no code names a book."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from comeout.errors import ComeoutError
from comeout.rules.library import book_names
from tests.kit.project import DOCS, SOURCE, module_of, nodes_of

DOCUMENT = DOCS / "architecture.md"
FILES = sorted(SOURCE.rglob("*.py"))
MODULES = {".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path for path in FILES}

BASICS = {"money", "dice", "errors", "frozen", "extras", "pictures"}
"""What every room may import."""
FRONT = {"cli", "__init__", "__main__"}
"""What may import every room, and is imported by none."""
OUTSIDE = {"typer": {"cli"}, "rich": {"cli"}, "litestar": {"house/http"}}
"""Libraries, and the only rooms that may import them."""
SQL = {"sqlalchemy", "alembic", "sqlite3", "psycopg"}
THIN_LINES = 50
"""A module of fewer lines needs a reason of its own: else it belongs to a larger noun."""
THIN = {
    "__main__.py": "Python runs it for `python -m comeout`",
    "errors.py": "every room imports the root of our exceptions, which imports no room",
    "extras.py": "it is read before any library is known to be installed",
    "pictures.py": "rules and tables ask for a picture without importing the room that draws",
    "plain_data.py": "the command line and the evidence pack write records with it",
    "house/store/migrations/versions/0006_answers.py": "a migration is a file, and never changes again",
    "house/compiled_books.py": "the house and the routes of books share one cache of compiled books",
    "house/http/routes/lessons.py": "routes have a module for each group",
    "house/views/lesson_view.py": "no other view knows lessons",
    "house/dice/table_dice.py": "the only module of the house that knows every kind of dice",
    "house/store/leases.py": "both SQL stores grant leases by the same rule",
    "house/origins.py": "the settings and the front door read origins alike",
    "house/store/migrations/env.py": "Alembic looks for a file of this name",
    "house/store/migrations/versions/0002_conduct.py": "a migration is a file, and never changes again",
    "house/store/migrations/versions/0003_dice.py": "a migration is a file, and never changes again",
    "cli/show/worth_pages.py": "the pages of one answer, and lab_pages.py has those of another",
    "lab/answers/recorded_rolls.py": "a format of its own, which nothing else reads",
    "lab/language/text_errors.py": "every module of the language raises them, from the lexer on",
    "log/recall_notes.py": "the fold keeps the notes that recall tells, and recall imports the fold",
    "log/seated_seeds.py": "the verifier follows the players' seeds by themselves, without the rules of a table",
    "log/shape.py": "the fingerprint decides whether a snapshot may be used, and knows nothing of tables",
    "review/lint_settings.py": "it reads a table's settings, where `lint` reads a book",
    "rules/citation.py": "layouts, reviews, drills and the terminal all cite by it",
    "rules/conditions.py": "a closed vocabulary is one page to look a word up in",
    "table/engine.py": "it holds one number, and whoever changes it makes a new revision of the engine",
    "table/advice/next_roll.py": "seats, sessions and the terminal try a roll with it",
    "table/advice/table_text.py": "how a table is printed is no part of how one is played",
    "table/messages/unions.py": "it joins what the other modules of messages declare",
    "table/messages/words.py": "the other modules of messages share these words",
}
"""Modules with few lines, and why each is a module."""


def rows() -> dict[str, set[str]]:
    """What each room may import of ours beside itself and the basics, as docs/architecture.md tells it."""
    text = DOCUMENT.read_text(encoding="utf-8").partition("| room | may import")[2].partition("\n\n")[0]
    found = re.findall(r"^\| ([\w/]+) \|([\w/, ]*)\|$", text, re.MULTILINE)
    return {room: set(re.findall(r"[\w/]+", others)) for room, others in found}


MAY_IMPORT = rows()
PURE = {"rules", "felt", "table", "money", "dice"}
ASYNC = {"house", "client", "play", "cli"}
IMPURE_MODULES = {"asyncio", "random", "secrets", "time", "datetime", "socket", "subprocess", "threading", "os"}


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def room_of(module: str) -> str:
    """The room a module of ours is in: its first folder, or the one inside it that has a row of its own."""
    first, *rest = module.split(".")
    inner = f"{first}/{rest[0]}" if rest else ""
    return inner if inner in MAY_IMPORT else first


@cache
def imports_of(path: Path) -> set[str]:
    """Every module that a file imports, lazily, for types only or at once."""
    names: set[str] = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {name for name in inner if name.removeprefix("comeout.") in MODULES} or {node.module}
    return names


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_its_room_may_know(module: str) -> None:
    room = room_of(module)
    if room.split("/")[0] in FRONT:
        return
    ours = {room_of(name.removeprefix("comeout.")) for name in imports_of(MODULES[module]) if "comeout." in name}
    allowed = {room, *BASICS, *MAY_IMPORT.get(room, set())}
    outside_table = {known for known in ours if known.startswith("table/") and not room.startswith("table")}
    assert ours - (outside_table if "table" in allowed else set()) <= allowed


@pytest.mark.parametrize(
    "path", [path for path in FILES if part_of(path) in {"exact", "review"}], ids=lambda path: path.stem
)
def test_figures_and_reviews_open_no_table_to_read_its_settings(path: Path) -> None:
    assert "comeout.table.table" not in imports_of(path)


@pytest.mark.parametrize("module", [module for module in MODULES if room_of(module).split("/")[0] not in FRONT])
def test_no_room_reaches_another_through_the_front_of_the_package(module: str) -> None:
    nodes = nodes_of(MODULES[module])
    from_front = (node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "comeout")
    asked = {alias.name for node in from_front for alias in node.names}
    assert {name for name in asked if name not in MODULES} <= {"__version__"}


def test_every_room_but_the_command_line_has_its_row() -> None:
    assert set(MAY_IMPORT) == {room_of(module) for module in MODULES} - FRONT - BASICS
    assert {room for others in MAY_IMPORT.values() for room in others} <= set(MAY_IMPORT)


@pytest.mark.parametrize("module", MODULES)
def test_a_library_is_imported_only_in_its_room(module: str) -> None:
    room = room_of(module)
    libraries = {name.split(".")[0] for name in imports_of(MODULES[module])}
    assert not [name for name in libraries & set(OUTSIDE) if room not in OUTSIDE[name]]
    assert room == "house/store" or not libraries & SQL


def test_a_folder_has_at_most_twenty_modules() -> None:
    counts = Counter(path.parent for path in FILES if path.stem != "__init__")
    assert {folder.name: count for folder, count in counts.items() if count > 20} == {}


def test_a_module_with_few_lines_has_a_reason_of_its_own() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in FILES if path.stem != "__init__"}
    thin = {path.relative_to(SOURCE).as_posix() for path, length in lengths.items() if length < THIN_LINES}
    assert thin - set(THIN) == set(), "merge it into the noun it belongs to, or give its reason in THIN"
    assert set(THIN) - thin == set(), "these have grown or gone: their reasons go as well"


@pytest.mark.parametrize("path", [path for path in FILES if part_of(path) not in ASYNC], ids=lambda path: path.stem)
def test_only_the_house_and_who_asks_it_wait(path: Path) -> None:
    assert not [node for node in nodes_of(path) if isinstance(node, (ast.AsyncFunctionDef, ast.Await))]


@pytest.mark.parametrize("path", [path for path in FILES if part_of(path) in PURE], ids=lambda path: path.stem)
def test_the_pure_parts_use_only_the_standard_library_and_no_clock_chance_or_float(path: Path) -> None:
    outside = {name.split(".")[0] for name in imports_of(path)} - {"comeout"}
    assert not outside & IMPURE_MODULES
    assert not outside & {"rich", "typer"}
    assert not [node for node in nodes_of(path) if isinstance(node, ast.Constant) and isinstance(node.value, float)]
    called = {node.func.id for node in nodes_of(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"float", "open", "print", "input"}
    read = {node.attr for node in nodes_of(path) if isinstance(node, ast.Attribute)} & {"read_text", "read_bytes"}
    assert not read or path == SOURCE / "rules" / "library.py", "the only file reading"


@pytest.mark.parametrize(
    "path", [path for path in FILES if part_of(path) in {"rules", "table"}], ids=lambda path: path.stem
)
def test_rules_and_table_divide_only_through_money(path: Path) -> None:
    operators = [node.op for node in nodes_of(path) if isinstance(node, (ast.BinOp, ast.AugAssign))]
    called = {node.func.id for node in nodes_of(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    if path != SOURCE / "rules" / "library.py":  # its "/" joins paths
        assert not [each for each in operators if isinstance(each, (ast.Div, ast.FloorDiv))]
    assert not called & {"divmod", "round"}


def test_no_python_file_names_a_rulebook() -> None:
    named = re.compile("|".join(rf"\b{re.escape(book)}\b" for book in book_names()))
    guilty = [path.relative_to(SOURCE).as_posix() for path in FILES if named.search(path.read_text(encoding="utf-8"))]
    assert guilty == []


def test_class_names_are_unique() -> None:
    names = Counter(node.name for path in FILES for node in module_of(path).body if isinstance(node, ast.ClassDef))
    assert {name: count for name, count in names.items() if count > 1} == {}


def test_module_names_are_unique_but_for_routes_and_the_command_line() -> None:
    named = [path for path in FILES if path.stem != "__init__" and not {"routes", "cli"} & set(path.parts)]
    names = Counter(path.stem for path in named)
    assert {name: count for name, count in names.items() if count > 1} == {}


@pytest.mark.parametrize("base", [SOURCE, Path(__file__).parent])
def test_no_file_is_longer_than_five_hundred_lines(base: Path) -> None:
    files = [
        path for pattern in ("*.py", "*.js", "*.css") for path in base.rglob(pattern) if "fixtures" not in path.parts
    ]
    lengths = {path.relative_to(base).as_posix(): len(path.read_text("utf-8").splitlines()) for path in files}
    assert {name: length for name, length in lengths.items() if length > 500} == {}


def test_every_exception_of_ours_is_a_comeout_error() -> None:
    ours = {
        member
        for module in MODULES
        if "versions" not in module and module not in ("__main__",)
        for member in vars(import_module(f"comeout.{module}".removesuffix(".__init__"))).values()
        if isinstance(member, type) and issubclass(member, BaseException) and member.__module__.startswith("comeout")
    }
    assert len(ours) > 20
    assert {kind.__name__ for kind in ours if not issubclass(kind, ComeoutError)} == set()
