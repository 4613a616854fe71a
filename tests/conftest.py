"""How hard the tests try, and the numbers a run is told with: `make quick` is brisk, `make soak` patient."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from comeout.rules.conformance import conformance, counts
from comeout.rules.library import book_names

_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("quick", max_examples=15, stateful_step_count=20, deadline=None, suppress_health_check=_QUIET)
settings.register_profile(
    "default", max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=_QUIET
)
settings.register_profile(
    "soak", max_examples=3000, stateful_step_count=80, deadline=None, suppress_health_check=_QUIET
)
pytest_plugins = ["tests.kit.stores"]

settings.load_profile(os.getenv("HYPOTHESIS_PROFILE", "default"))

LONGEST = ("test_kills", "test_world", "test_every_page", "test_hands", "test_live", "test_scripts")
"""Files of long tests: they go first, so that no worker is left with one when all others are done."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the tests of one promise be run by its id."""
    parser.addoption("--claim", default="", metavar="ID", help="run the tests that show a promise of docs/trust.md")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes longest; with a claim, run nothing else than its tests."""
    claim = config.getoption("--claim")
    if claim:
        shown = [item for item in items if any(claim in mark.args for mark in item.iter_markers("claim"))]
        config.hook.pytest_deselected(items=[item for item in items if item not in shown])
        items[:] = shown
    items.sort(key=lambda item: item.path.stem not in LONGEST)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell the numbers this run used, just before pytest's own last line."""
    games = os.getenv("COMEOUT_GAMES", "2000")
    rolls = os.getenv("COMEOUT_ROLLS", "10000")
    tried = settings().max_examples
    told = counts(row for book in book_names() for row in conformance(book))
    terminalreporter.write_line(f"{games} random games per book against the referee; {tried} examples per property")
    terminalreporter.write_line(f"{rolls} rolls per book against the exact figures")
    terminalreporter.write_line(f"{os.getenv('COMEOUT_POSITIONS', '10000')} positions of random games read back")
    worlds, kills = os.getenv("COMEOUT_WORLDS", "500"), os.getenv("COMEOUT_KILLS", "15")
    terminalreporter.write_line(f"{worlds} simulated worlds of the house; {kills} kills in the middle of play")
    strategies = os.getenv("COMEOUT_STRATEGIES", "250")
    terminalreporter.write_line(f"{strategies} random strategies walked over their graphs and played at the table")
    solved = os.getenv("COMEOUT_SOLVED_ROLLS", "6")
    terminalreporter.write_line(f"best plays over {solved} rolls played through the table")
    page_rolls = os.getenv("COMEOUT_PAGE_ROLLS", "50")
    terminalreporter.write_line(f"{page_rolls} rolls of each book played through the page's own bets")
    ray = "a real ray cluster" if os.getenv("COMEOUT_RAY") else "no ray cluster, which is for `make soak`"
    terminalreporter.write_line(f"simulations on a real dask cluster and {ray}")
    shown = f"{told['clauses']} clauses, {told['page']} of them shown on the web page"
    terminalreporter.write_line(f"{shown}; unmet: {told['unmet']}")
