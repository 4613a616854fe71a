"""How long it takes to copy a table with four bets, to take its position and to lay a position out again."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from figures import Chapter, Figure
from seat import OPEN, SETTLE, PlaceBet, seated, send, up_to_the_call

from comeout.dice import Roll
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from comeout.table.notation.position_text import parse_position, show_position
from comeout.table.position import position_of, state_of
from comeout.table.state import TableState

COPY_TARGET = 10e-6
ROUNDS, CALLS = 30, 500


def measure() -> Chapter:
    """Copies and positions of a table with four bets."""
    figures = [_copying(name) for name in book_names()]
    layout = load_book(book_names()[0])
    state = four_bets(layout)
    position = position_of(state)
    line = show_position(position)
    for name, call in (
        ("the position of a state", lambda: position_of(state)),
        ("the state of a position", lambda: state_of(layout, position, {1: 100_00})),
        ("printing a position", lambda: show_position(position)),
        ("parsing a position", lambda: parse_position(line, layout)),
    ):
        figures.append(Figure(name, f"{_seconds(call) * 1e6:,.0f} us"))
    how = "A table with one seat and four bets in the middle of a round; CPU time for one, best of 30 rounds of 500."
    return Chapter("Copies and positions", how, tuple(figures))


def _copying(book: str) -> Figure:
    seconds = _seconds(four_bets(load_book(book)).copy)
    ratio = f"{seconds / COPY_TARGET:.2f} of the target"
    name, target = f"copying a table of {book}", f"at most {COPY_TARGET * 1e6:.0f} us"
    return Figure(name, f"{seconds * 1e6:.1f} us", target, ratio, seconds <= COPY_TARGET)


def four_bets(layout: Layout) -> TableState:
    """A point, and bets on the line, behind it, to come and on a number."""
    state = seated(layout, 1, 1_000_00)
    send(layout, state, PlaceBet(1, "pass", 10_00))
    up_to_the_call(layout, state, Roll(2, 4))
    send(layout, state, SETTLE)
    send(layout, state, OPEN)
    for spot, amount in (("pass-odds", 10_00), ("come", 10_00), ("place-8", 12_00)):
        send(layout, state, PlaceBet(1, spot, amount))
    return state


def _seconds(call: Callable[[], object]) -> float:
    """Seconds for one call: the best of several rounds, since others use the machine too."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        for _ in range(CALLS):
            call()
        best = min(best, (process_time() - start) / CALLS)
    return best


if __name__ == "__main__":
    for figure in measure().figures:
        print(f"{figure.name:<40}{figure.measured}")
