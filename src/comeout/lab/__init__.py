"""The laboratory: what a betting strategy brings under a rulebook, exactly where an exact answer exists.

`exact`, `simulate` and `compare` answer the questions of the commands `comeout exact`, `sim` and `compare`. A strategy
is a preset by its name, the path of a file, or an object of yours with `see` and `act`.

>>> from comeout import book_names, lab
>>> found = lab.exact("pass-line", book_names()[0], bankroll="300", rolls=100)
>>> round(found.law.mean_cents), round(found.law.p_ahead, 4)
(29708, 0.4375)
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from comeout.lab.answers.comparison_answer import CompareAnswer, How
    from comeout.lab.answers.exact_answer import ExactAnswer
    from comeout.lab.answers.question import AnyStrategy, Book
    from comeout.lab.answers.sim_answer import SimAnswer

__all__ = ["compare", "exact", "simulate"]


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
    sessions: int = 100_000,
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
    sessions: int = 100_000,
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
