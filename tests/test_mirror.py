"""Tests mirror the sources: every module has a test file of its name, or a named reason and the tests that show it."""

from __future__ import annotations

import ast
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.kit.project import ROOT, SOURCE

TESTS = ROOT / "tests"

DECLARES = "it declares types and constants, and decides nothing"
ELSEWHERE: dict[str, tuple[str, str]] = {
    "__init__.py": ("test_package.py", "it names what the package exports"),
    "cli/lab_options.py": ("cli/test_lab_exact.py", "the commands of the laboratory share it"),
    "cli/lab_tune.py": ("cli/test_lab_exact.py", "values are tuned beside exact answers"),
    "cli/show/lab_pages.py": ("cli/test_lab_exact.py", "its pages are read as a person reads them"),
    "cli/show/sim_pages.py": ("cli/test_lab_sim.py", "its pages are read as a person reads them"),
    "cli/show/worth_pages.py": ("cli/test_lab_exact.py", "its pages are read as a person reads them"),
    "cli/show/solving_pages.py": ("cli/test_lab_solve.py", "its pages are printed there"),
    "client/__init__.py": ("client/test_remote_table.py", "it names what the client exports"),
    "felt/centre.py": ("felt/test_felt.py", "the drawing is looked at whole"),
    "felt/printing.py": ("felt/test_felt.py", "the drawing is looked at whole"),
    "felt/sizes.py": ("felt/test_felt.py", DECLARES),
    "house/audience/presence.py": ("house/test_goes_on.py", "players come and go at a live table"),
    "house/host/absence.py": ("house/test_goes_on.py", "players go absent at a live table"),
    "house/host/closing.py": ("log/test_engine_revisions.py", "tables are closed by the desk and by their host"),
    "house/http/routes/crew.py": ("house/views/test_crew_menu.py", "the crew asks over HTTP"),
    "house/http/routes/people.py": ("house/players/test_people.py", "people sign in over HTTP"),
    "house/http/static_files.py": ("page/test_serving.py", "a browser loads the page from it"),
    "house/operator/desk.py": ("cli/test_operator.py", "the operator's commands go through it"),
    "house/store/__init__.py": ("house/store/test_contract.py", "every store is opened with it"),
    "house/store/batch_checks.py": ("house/store/test_contract.py", "every store checks its batches with it"),
    "house/store/forgetting.py": ("house/store/test_contract.py", "every store forgets with it"),
    "house/store/row_digests.py": ("house/store/test_row_checks.py", "rows with digests are changed there"),
    "house/store/migrations/*.py": ("house/store/test_sqlite.py", "old databases are migrated there"),
    "house/store/covered_rows.py": ("house/store/test_row_checks.py", "changes of covered rows are entered there"),
    "house/store/postgres_rows.py": ("house/store/test_postgres.py", "every transaction is made with it"),
    "house/store/postgres_setup.py": ("house/store/test_postgres.py", "every database is set up with it"),
    "house/store/sql.py": ("house/store/test_contract.py", "both SQL stores read with it"),
    "house/store/sql_schema.py": ("house/store/test_sqlite.py", "the schema file is compared with it"),
    "house/store/sqlite_file.py": ("house/store/test_sqlite.py", "every file is made with it"),
    "house/views/crew_floor.py": ("house/views/test_crew_menu.py", "the crew's floor is asked for there"),
    "lab/simulation/array_dice.py": ("lab/simulation/test_array_runner.py", "its dice are rolled there"),
    "lab/simulation/batches.py": ("lab/simulation/test_simulate.py", "every simulation runs in batches"),
    "lab/simulation/fast_pairs.py": ("lab/simulation/test_compiled_walk.py", "the compiled walk takes them"),
    "lab/simulation/outcomes.py": ("lab/simulation/test_array_runner.py", DECLARES),
    "lab/simulation/runner.py": ("lab/simulation/test_simulate.py", "every simulation chooses its runner with it"),
    "lab/simulation/simulation_tally.py": ("lab/simulation/test_simulate.py", "simulations are tallied with it"),
    "lab/__init__.py": ("lab/answers/test_exact_answer.py", "the front of the laboratory is asked there"),
    "lab/answers/bet_tally.py": ("lab/answers/test_sim_answer.py", "bets are tallied over simulated sessions"),
    "lab/answers/session_finisher.py": ("lab/answers/test_sim_answer.py", "sessions that arrays leave open are played"),
    "lab/strategy.py": ("lab/test_graph.py", DECLARES),
    "lab/wishes.py": ("lab/test_turn.py", DECLARES),
    "lab/language/*.py": ("lab/language/test_text_strategy.py", "texts are read and played whole"),
    "lab/laws/dice_chances.py": ("lab/laws/test_wealth_law.py", "laws of wealth are found with it"),
    "lab/laws/fraction_solve.py": ("lab/laws/test_endless.py", "endless sessions have fractions by it"),
    "lab/laws/linear_solve.py": ("lab/laws/test_endless.py", "endless sessions are solved by it"),
    "lab/laws/mass.py": ("lab/laws/test_wealth_law.py", "laws of wealth are found with it"),
    "lab/laws/row_chain.py": ("lab/laws/test_long_run.py", "the long run is found in it"),
    "lab/laws/spread.py": ("lab/laws/test_wealth_law.py", "laws of wealth are found with it"),
    "lab/laws/transitions.py": ("lab/laws/test_wealth_law.py", "laws of wealth are found with it"),
    "play/intents.py": ("play/test_line_parser.py", DECLARES),
    "play/remote_game.py": ("play/test_join.py", "it plays at a house that listens"),
    "protocol/crew_answers.py": ("protocol/test_asyncapi.py", DECLARES),
    "protocol/play_answers.py": ("protocol/test_asyncapi.py", DECLARES),
    "protocol/rest_answers.py": ("protocol/test_asyncapi.py", DECLARES),
    "protocol/sight_parts.py": ("protocol/test_asyncapi.py", DECLARES),
    "review/evidence_style.py": ("review/test_evidence.py", DECLARES),
    "rules/rulebook.py": ("rules/test_schema.py", DECLARES),
    "rules/wagers.py": ("rules/test_schema.py", DECLARES),
    "speech/bet_intents.py": ("speech/test_bet_parser.py", DECLARES),
    "table/engine.py": ("log/test_engine_revisions.py", DECLARES),
    "table/messages/*.py": ("random_games/test_machine.py", DECLARES),
}
"""Modules without a test file of their own: which tests show them, and why there."""


def says_nothing(path: Path) -> bool:
    """Whether a file holds only a docstring and imports, as the __init__ of a package does."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return path.stem == "__init__" and all(isinstance(node, (ast.Expr, ast.Import, ast.ImportFrom)) for node in body)


MODULES = [
    path.relative_to(SOURCE)
    for path in sorted(SOURCE.rglob("*.py"))
    if path.stem != "__main__" and "versions" not in path.parts and not says_nothing(path)
]


def mirror_of(module: Path) -> Path:
    """The test file that has the name and the place of a module."""
    name = module.parent.name if module.stem == "__init__" else module.stem
    return TESTS / module.parent / f"test_{name}.py"


def reason_for(module: Path) -> str:
    """The row of a module that is shown elsewhere."""
    rows = [row for row in ELSEWHERE if fnmatch(module.as_posix(), row) and row.count("/") == len(module.parts) - 1]
    return rows[0] if rows else ""


@pytest.mark.parametrize("module", MODULES, ids=Path.as_posix)
def test_a_module_has_its_test_file_or_a_named_reason(module: Path) -> None:
    if not mirror_of(module).exists():
        row = reason_for(module)
        assert row, f"add {mirror_of(module).relative_to(ROOT)}, or say in ELSEWHERE which tests show it"
        assert (TESTS / ELSEWHERE[row][0]).exists()


def test_no_reason_is_left_over() -> None:
    used = {reason_for(module) for module in MODULES if not mirror_of(module).exists()}
    assert set(ELSEWHERE) - used == set()
