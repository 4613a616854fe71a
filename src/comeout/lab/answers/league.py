"""The league table: every preset at every book that can play it, and a grid of one strategy's values (tuning)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt
from typing import Any

from comeout.lab.answers.answer_frame import Frame
from comeout.lab.answers.exact_answer import ExactAnswer, exact_if_possible
from comeout.lab.answers.question import AnyStrategy, Book, Question, ask
from comeout.lab.answers.sim_answer import SimAnswer, answer_by_simulation
from comeout.lab.answers.sim_figures import share_error
from comeout.lab.graph_cache import GraphCache
from comeout.lab.language.reader import load_strategy, strategy_names
from comeout.lab.language.text_errors import NotInBook
from comeout.lab.laws.long_run import long_run
from comeout.lab.session_rules import LabError, SessionEnd
from comeout.money import show_money
from comeout.rules.library import book_names

SESSIONS = 300
"""How many sessions stand in where there is no exact answer; such strategies are walked slowly."""
SHARES = ("p_ahead", "p_even", "p_ruin", "p_goal")
"""The shares of sessions in a row."""
MOST_CELLS = 500
"""How many combinations of values a grid may have."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """One strategy at one book: what it costs, how widely it swings, how often it is ahead or ruined."""

    strategy: str
    book: str
    values: Mapping[str, str]
    exact: bool
    mean_cents: float
    sd_cents: float
    p_ahead: float
    p_even: float
    p_ruin: float
    p_goal: float
    cost_per_100_rolls_cents: float | None
    """What 100 rolls cost in the long run, as if money never ran out; None where only a simulation answers."""
    mean_error_cents: float = 0.0
    """The standard error of the mean; 0 where the answer is exact."""
    sessions: int = 0
    """How many sessions were simulated; 0 where the answer is exact."""

    def data(self) -> dict[str, Any]:
        """The row as plain data."""
        found = {name: getattr(self, name) for name in self.__slots__} | {"values": dict(self.values)}
        return found | {f"{name}_error": self.error_of(name) for name in SHARES}

    def error_of(self, name: str) -> float:
        """The standard error of a share; 0 where the answer is exact."""
        return (self.sessions and share_error(getattr(self, name), self.sessions)) or 0.0


@dataclass(frozen=True, slots=True)
class League(Frame):
    """Rows of strategies, and the books that cannot play one."""

    rows: tuple[LeagueRow, ...]
    cannot: tuple[str, ...] = ()
    """One sentence for each strategy that a book cannot play."""

    def data(self) -> dict[str, Any]:
        """The league as plain data."""
        return {"rows": [row.data() for row in self.rows], "cannot": list(self.cannot)}

    def columns(self) -> dict[str, list[Any]]:
        """One row for each strategy and book."""
        names = [name for name in LeagueRow.__slots__ if name != "values"]
        return {name: [getattr(row, name) for row in self.rows] for name in names}

    def facts(self) -> dict[str, str]:
        """What each strategy costs."""
        return {f"{row.strategy} at {row.book}": show_money(round(row.mean_cents)) for row in self.rows}


def league(
    *,
    bankroll: int | str = "300",
    rolls: int | None = 100,
    books: Sequence[Book] | None = None,
    sessions: int = SESSIONS,
    cache: GraphCache | None = None,
    tell: Progress = lambda _: None,
    **session: Any,
) -> League:
    """Every preset at every book, exactly where the graph is small, else by simulating some sessions."""
    rows, cannot = [], []
    for name in strategy_names():
        for book in books or book_names():
            tell(f"{name} at {book}")
            try:
                question = ask(load_strategy(name), book, bankroll=bankroll, rolls=rolls, **session)
            except NotInBook as bad:
                cannot.append(bad.says)
                continue
            rows.append(league_row(question, {}, sessions=sessions, cache=cache))
    return League(tuple(rows), tuple(cannot))


def league_row(
    question: Question, values: Mapping[str, str], *, sessions: int = SESSIONS, cache: GraphCache | None = None
) -> LeagueRow:
    """One question answered in one row."""
    found = question.graph(cache)
    exact = exact_if_possible(question, found)
    if exact:
        return _exact_row(exact, values)
    return _simulated_row(
        answer_by_simulation(question, sessions=sessions, summary=True, cache=cache, found=found), values
    )


def _exact_row(found: ExactAnswer, values: Mapping[str, str]) -> LeagueRow:
    law = found.law
    return LeagueRow(
        found.question.strategy.name,
        found.question.layout.id,
        values,
        True,
        law.mean_cents,
        law.sd_cents,
        law.p_ahead,
        law.p_even,
        law.p_ruin,
        law.p_goal,
        -found.long_run.cents_per_100_rolls,
    )


def _simulated_row(found: SimAnswer, values: Mapping[str, str]) -> LeagueRow:
    final, bankroll, count = found.tally.final, found.question.rules.bankroll, found.sessions
    return LeagueRow(
        found.question.strategy.name,
        found.question.layout.id,
        values,
        False,
        float(final.mean),
        sqrt(final.variance),
        final.above(bankroll) / count,
        final.at(bankroll) / count,
        found.tally.ends[SessionEnd.RUINED] / count,
        found.tally.ends[SessionEnd.GOAL] / count,
        None,
        sqrt(final.variance / count),
        count,
    )


@dataclass(frozen=True, slots=True)
class BookPrice:
    """What a change of book is worth to a strategy: its long run per 100 rolls at both, in cents."""

    strategy: str
    first_cents: float
    second_cents: float

    def data(self) -> dict[str, Any]:
        """The price as plain data."""
        return {
            "strategy": self.strategy,
            "a_cents_per_100_rolls": self.first_cents,
            "b_cents_per_100_rolls": self.second_cents,
            "change_cents_per_100_rolls": self.second_cents - self.first_cents,
        }


def price_books(
    first: Book, second: Book, strategies: Sequence[AnyStrategy], *, cache: GraphCache | None = None
) -> tuple[BookPrice, ...]:
    """The long run of strategies at two books."""

    def long_run_at(strategy: AnyStrategy, book: Book) -> tuple[str, float]:
        question = ask(strategy, book, bankroll="10000")
        found = question.whole_graph(cache)
        return question.strategy.name, long_run(found.arrays).cents_per_100_rolls

    both = [(long_run_at(each, first), long_run_at(each, second)) for each in strategies]
    return tuple(BookPrice(name, at_first, at_second) for (name, at_first), (_, at_second) in both)


# ------------------------------------------------------------------ tuning

BEST = {
    "p_ahead": max,
    "p_ruin": min,
    "p_goal": max,
    "mean": max,
    "sd": min,
    "cost": min,
}
"""What a grid can be searched for, and whether more or less of it is better."""
FIELDS = {name: name for name in BEST} | {
    "mean": "mean_cents",
    "sd": "sd_cents",
    "cost": "cost_per_100_rolls_cents",
}
"""By what a grid can be searched for: where a row has it."""


def tune(
    strategy: AnyStrategy,
    book: Book,
    *,
    vary: Mapping[str, Sequence[str]],
    best: str = "p_ahead",
    sessions: int = SESSIONS,
    cache: GraphCache | None = None,
    tell: Progress = lambda _: None,
    **session: Any,
) -> tuple[League, LeagueRow]:
    """Answer a question for every combination of a strategy's values, and find the best of them.

    A combination that cannot be played stands in the grid with its reason; only if none can be, that is an error.
    """
    if best not in BEST:
        raise LabError(f'"{best[:40]}" is nothing to search for; write one of {", ".join(BEST)}')
    if sessions < 2:
        raise LabError("two sessions are the fewest that tell how far off they may be; write it like --sessions 1000")
    cells = list(_cells(vary))
    if len(cells) > MOST_CELLS:
        raise LabError(f"{len(cells):,} combinations are too many; vary fewer values, at most {MOST_CELLS} in all")
    rows, cannot, first = list[LeagueRow](), list[str](), None
    for values in cells:
        cell = ", ".join(f"{name}={value}" for name, value in values.items())
        tell(cell)
        try:
            question = ask(strategy, book, values=values, **session)
            rows.append(league_row(question, values, sessions=sessions, cache=cache))
        except LabError as bad:
            first = first or bad
            cannot.append(f"{cell}: {bad}")
    if first and not rows:
        raise first
    found = [(getattr(row, FIELDS[best]), number) for number, row in enumerate(rows)]
    known = [each for each in found if each[0] is not None]
    if not known:
        raise LabError(f"{best} is known only where there is an exact answer, and there is none here")
    chosen = BEST[best](known, key=lambda each: each[0])
    return League(tuple(rows), tuple(cannot)), rows[chosen[1]]


def _cells(vary: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    if not vary:
        raise LabError("name the values to vary, like --vary unit=5,10,25")
    for combination in product(*vary.values()):
        yield dict(zip(vary, combination, strict=True))
