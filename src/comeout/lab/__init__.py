"""The laboratory: what a betting strategy brings under a rulebook, exactly where an exact answer exists.

`exact`, `simulate`, `compare`, `solve` and `luck` answer the questions of the commands `comeout exact`, `sim`,
`compare`, `solve` and `luck`. A strategy is a preset by its name, the path of a file, or an object of yours with `see`
and `act`.

>>> from comeout import book_names, lab
>>> found = lab.exact("pass-line", book_names()[0], bankroll="300", rolls=100)
>>> round(found.law.mean_cents), round(found.law.p_ahead, 4)
(29708, 0.4375)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from comeout.lab.answers.comparison_answer import CompareAnswer, How
    from comeout.lab.answers.exact_answer import ExactAnswer
    from comeout.lab.answers.question import AnyStrategy, Book
    from comeout.lab.answers.sim_answer import SimAnswer
    from comeout.lab.solving.session_luck import SessionLuck
    from comeout.lab.solving.solve import Aim, SolvedPlay
    from comeout.money import Amount

__all__ = ["compare", "exact", "luck", "simulate", "solve"]


def exact(strategy: AnyStrategy, book: Book, **session: Any) -> ExactAnswer:
    """Work out the exact law of a session; `session` takes bankroll, rolls, goal, stop, shooters, play_out, values,
    settings and dice, as `comeout.lab.answers.question.ask` does."""
    from comeout.lab.answers.exact_answer import answer_exactly
    from comeout.lab.answers.question import ask, usual_cache

    return answer_exactly(ask(strategy, book, **session), cache=usual_cache())


def simulate(
    strategy: AnyStrategy,
    book: Book,
    *,
    seed: int | str = 1,
    sessions: int | None = None,
    precision: float | None = None,
    summary: bool = False,
    every: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    **session: Any,
) -> SimAnswer:
    """Simulate sessions; they depend on the seed and the question alone, whoever plays them."""
    from comeout.lab.answers.question import ask, usual_cache
    from comeout.lab.answers.sim_answer import answer_by_simulation

    return answer_by_simulation(
        ask(strategy, book, **session),
        seed=seed,
        sessions=sessions,
        precision=precision,
        summary=summary,
        every=every,
        threads=threads,
        executor=executor,
        cache=usual_cache(),
    )


def compare(
    strategies: Sequence[AnyStrategy],
    book: Book,
    *,
    how: How = "either",
    seed: int | str = 1,
    sessions: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    **session: Any,
) -> CompareAnswer:
    """Compare strategies on the same dice: exactly while none of them runs short of money, else by simulation."""
    from comeout.lab.answers.comparison_answer import compare_answers
    from comeout.lab.answers.question import ask, usual_cache

    return compare_answers(
        [ask(each, book, **session) for each in strategies],
        how=how,
        seed=seed,
        sessions=sessions,
        threads=threads,
        executor=executor,
        cache=usual_cache(),
    )


def solve(
    book: Book,
    *,
    bankroll: Amount | str,
    goal: Amount | str | None = None,
    rolls: int | None = None,
    bets: Sequence[str] | str = ("pass", "pass-odds"),
    unit: Amount | str | None = None,
    maximize: Aim = "goal",
    settings: Mapping[str, str] | None = None,
) -> SolvedPlay:
    """Find the best play for a goal, or to be ahead after some rolls; amounts are cents, or text like "12.50"."""
    from comeout.lab.session_rules import SessionRules
    from comeout.lab.solving.solve import solve as best
    from comeout.money import to_cents
    from comeout.rules.library import open_book
    from comeout.table.settings import chosen_settings

    layout = open_book(book)
    return best(
        layout,
        SessionRules(bankroll=to_cents(bankroll), goal=None if goal is None else to_cents(goal), rolls=rolls),
        bets=bets,
        unit=None if unit is None else to_cents(unit),
        maximize=maximize,
        settings=chosen_settings(layout, settings),
    )


def luck(file: str) -> tuple[SessionLuck, ...]:
    """Measure how lucky the sessions in a file were: a transcript or an exported table."""
    from comeout.lab.solving.luck_file import luck_of_file

    return luck_of_file(file)[1]
