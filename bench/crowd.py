"""Many seats at one table: what a settled roll costs for every bet, and what a new bet costs as the table fills."""

from __future__ import annotations

import random
from statistics import median
from time import process_time

from figures import Chapter, Figure, below, no_collector
from seat import OPEN, SETTLE, all_bet, seated, send, up_to_the_call

from comeout.dice import Roll
from comeout.rules.layout import Layout
from comeout.rules.library import load_book
from comeout.table.messages import PlaceBet, RemoveBet
from comeout.table.state import TableState

BOOK, RACK, BET = "adelaide", 10_000_000_00, 30_00
SPOTS_AFTER_POINT = ("field", "place-6", "any-seven")
FULL_HOUSE, FULL_HOUSE_TARGET = 40_000, 0.250
SIZES, FLAT = (100, 1_000, 10_000, 40_000, 100_000), 1.5
SEAT_COUNTS, BATCH, BATCHES = (10, 10_000), 10, 400


def measure_settlement() -> Chapter:
    """One roll that decides every bet, at tables of very different size."""
    layout = load_book(BOOK)
    per_bet = {}
    for bets in SIZES:
        state = seated(layout, bets // 4, RACK)
        with no_collector():
            per_bet[bets] = _settlement(layout, state) / bets
    collected = _settlement(layout, seated(layout, FULL_HOUSE // 4, RACK))
    spread = max(per_bet.values()) / min(per_bet.values())
    return Chapter(
        "Settling one roll",
        "Each seat has pass, field, place-6 and any-seven under Adelaide's rules; a seven-out decides all of them, one "
        "in four paid. Timed: decide and apply of SettleRoll, CPU time, median of 9 rolls or, at small tables, of as "
        "many as decide 40,000 bets. The garbage collector is off while a table is measured, except in the row that "
        "says otherwise.",
        (
            below("40,000 bets on 10,000 seats", per_bet[FULL_HOUSE] * FULL_HOUSE, FULL_HOUSE_TARGET),
            below("the same, garbage collector on", collected, FULL_HOUSE_TARGET),
            *(Figure(f"per bet, {bets:,} bets", f"{cost * 1e6:.2f} us") for bets, cost in per_bet.items()),
            Figure(
                f"dearest to cheapest bet, {SIZES[0]:,} to {SIZES[-1]:,} bets",
                f"{spread:.2f} times",
                f"<= {FLAT} times",
                f"{spread / FLAT:.2f} of the target",
                spread <= FLAT,
            ),
        ),
    )


def _settlement(layout: Layout, state: TableState) -> float:
    bets = len(state.seats) * 4
    return median(_settle(layout, state) for _ in range(max(9, 40_000 // bets)))


def _settle(layout: Layout, state: TableState) -> float:
    """Fill the table, have a seven out called, and time its settlement; the table is empty again afterwards."""
    all_bet(layout, state, "pass", BET)
    up_to_the_call(layout, state, Roll(2, 2))
    send(layout, state, SETTLE)
    send(layout, state, OPEN)
    for spot in SPOTS_AFTER_POINT:
        all_bet(layout, state, spot, BET)
    up_to_the_call(layout, state, Roll(3, 4))
    start = process_time()
    send(layout, state, SETTLE)
    seconds = process_time() - start
    if any(state.bets):
        raise RuntimeError("a seven-out left bets on the layout")
    send(layout, state, OPEN)
    return seconds


def measure_placing() -> Chapter:
    """A bet placed at a small table and at a huge one."""
    few, many = SEAT_COUNTS
    plain = _placing("adelaide", "field", {})
    shared = _placing("sentosa", "field", {"max field": "1000000000", "shared-boxes": "on"})
    return Chapter(
        "Placing a bet",
        f"Seats picked at random put {BET / 100:.2f} on the field, {BATCH} at a time, and take it down again untimed; "
        f"every other seat has a bet there too. Timed: decide and apply of PlaceBet, CPU time, the two tables in "
        f"turns, median of {BATCHES} batches, garbage collector off.",
        (
            *_rows("adelaide, no limits", plain, few, many),
            *_rows("sentosa, a shared box with a maximum", shared, few, many),
        ),
    )


def _rows(name: str, costs: dict[int, float], few: int, many: int) -> tuple[Figure, ...]:
    ratio = costs[many] / costs[few]
    return (
        *(Figure(f"{name}, {seats:,} seats", f"{costs[seats] * 1e6:.2f} us") for seats in (few, many)),
        Figure(
            f"{name}, {many:,} seats to {few}",
            f"{ratio:.2f} times",
            f"<= {FLAT} times",
            f"{ratio / FLAT:.2f} of the target",
            ratio <= FLAT,
        ),
    )


def _placing(book: str, spot: str, settings: dict[str, str]) -> dict[int, float]:
    """Seconds for one bet, by the number of seats."""
    layout, generator = load_book(book), random.Random(7)
    tables = {seats: seated(layout, seats, RACK, settings) for seats in SEAT_COUNTS}
    for state in tables.values():
        all_bet(layout, state, spot, BET)
    times: dict[int, list[float]] = {seats: [] for seats in tables}
    with no_collector():
        for _ in range(BATCHES):
            for seats, state in tables.items():
                times[seats].append(_batch(layout, state, spot, generator.sample(range(1, seats + 1), BATCH)))
    return {seats: median(each) / BATCH for seats, each in times.items()}


def _batch(layout: Layout, state: TableState, spot: str, seats: list[int]) -> float:
    for seat in seats:
        send(layout, state, RemoveBet(seat, spot))
    bets = [PlaceBet(seat, spot, BET) for seat in seats]
    start = process_time()
    for bet in bets:
        send(layout, state, bet)
    return process_time() - start
