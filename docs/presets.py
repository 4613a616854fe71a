"""Write docs/presets: a page for each strategy that comes with Comeout, their graphs, and the league table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from comeout.lab.answers.league import League, LeagueRow, league
from comeout.lab.book_response import response_of
from comeout.lab.graph import Graph, TooLarge
from comeout.lab.graph_cache import GraphCache, cache_folder
from comeout.lab.graph_picture import draw_graph
from comeout.lab.language.explanation import explain
from comeout.lab.language.reader import StrategyText, load_strategy, strategy_names
from comeout.lab.language.text_errors import NotInBook
from comeout.money import show_money
from comeout.rules.library import book_names, load_book

FOLDER = Path(__file__).resolve().parent / "presets"
BANKROLL, ROLLS, SESSIONS = "300", 100, 2000
HEAD = "| book | cost per 100 rolls | mean | standard deviation | ahead | ruined |\n|---|---|---|---|---|---|"
NOTE = (
    f"With a bankroll of {BANKROLL} dollars and sessions of {ROLLS} rolls. Mean and standard deviation are of "
    "the final wealth, with open bets at face value; the cost is that of the long run, as if money never ran out."
)
SIMULATED = (
    f" A strategy without a whole graph is simulated, {SESSIONS:,} sessions, and its mean has its standard error."
)


def main() -> None:
    """Write every page."""
    FOLDER.mkdir(exist_ok=True)
    cache = GraphCache(cache_folder())
    tell = partial(print, file=sys.stderr)
    found = league(bankroll=BANKROLL, rolls=ROLLS, sessions=SESSIONS, cache=cache, tell=tell)
    for name in strategy_names():
        text = load_strategy(name)
        _write(f"{name}.md", preset_page(text, [row for row in found.rows if row.strategy == name]))
        _write(f"{name}.svg", _picture(text))
    _write("README.md", _index())
    _write("league.md", league_text(found))


def preset_page(text: StrategyText, rows: list[LeagueRow]) -> str:
    """The page of one strategy: its text, its reading, what it brings at each book, and how each book takes it."""
    table = "\n".join(_row(row, row.book) for row in rows)
    return (
        f"# {text.name}\n\n{text.about}\n\n```strategy\n{text.text.rstrip()}\n```\n\n## In plain English\n\n"
        f"{explain(text).rstrip()}\n\n## What it brings\n\n{_note(rows)}\n\n{HEAD}\n{table}\n\n## How the books take it"
        f"\n\n{_books(text)}\n\n![The graph of {text.name}]({text.name}.svg)\n"
    )


def league_text(found: League) -> str:
    """The page of all strategies at all books, the cheapest first."""
    rows = sorted(found.rows, key=lambda row: (row.cost_per_100_rolls_cents is None, row.cost_per_100_rolls_cents or 0))
    lines = "\n".join(_row(row, f"[{row.strategy}]({row.strategy}.md) at {row.book}") for row in rows)
    head = HEAD.replace("| book |", "| strategy |")
    prints = "`comeout exact --all` prints it, from fewer simulated sessions."
    return f"# The league table\n\n{_note(found.rows)} {prints}\n\n{head}\n{lines}\n"


def _note(rows: Sequence[LeagueRow]) -> str:
    return NOTE if all(row.exact for row in rows) else NOTE + SIMULATED


def _row(row: LeagueRow, label: str) -> str:
    cost = "-" if row.cost_per_100_rolls_cents is None else show_money(round(row.cost_per_100_rolls_cents))
    error = "" if row.exact else f" ± {show_money(round(row.mean_error_cents))} (simulated)"
    mean = show_money(round(row.mean_cents)) + error
    sd = show_money(round(row.sd_cents))
    return f"| {label} | {cost} | {mean} | {sd} | {row.p_ahead:.2%} | {row.p_ruin:.2%} |"


def _books(text: StrategyText) -> str:
    lines = []
    for book in book_names():
        layout = load_book(book)
        try:
            found = response_of(layout, text.on(layout), bankroll=300_00)
        except NotInBook as bad:
            lines.append(f"- **{book}** cannot play it: {bad.problem}.")
            continue
        off = f" Off at the come-out: {', '.join(found.waits)}." if found.waits else ""
        on = f" Working at the come-out: {', '.join(found.works)}." if found.works else ""
        refused = "".join(f" Refuses {each.spot} ({each.clause})." for each in found.refused)
        lines.append(f"- **{book}** plays it.{on}{off}{refused}")
    return "\n".join(lines)


def _picture(text: StrategyText) -> str:
    """The graph of the strategy at the first book that plays it."""
    for book in book_names():
        layout = load_book(book)
        try:
            graph = Graph(layout, text.on(layout), bankroll=300_00, most_nodes=1500)
        except NotInBook:
            continue
        with suppress(TooLarge):
            graph.explore(every_rack=False)
        return draw_graph(graph)
    raise AssertionError("a preset is played by some book")


def _index() -> str:
    rows = "\n".join(f"| [{name}]({name}.md) | {load_strategy(name).about} |" for name in strategy_names())
    return (
        "# Strategies that come with Comeout\n\nEach page has the strategy's text, its reading in plain English and "
        "its figures at every book. The [league table](league.md) has all of them.\n\n"
        f"| strategy | what it does |\n|---|---|\n{rows}\n"
    )


def _write(name: str, text: str) -> None:
    (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
