"""Dealer drills of every book and level, and how the house would settle them."""

from __future__ import annotations

from comeout.drill.deal import Dealt, Level, deal
from comeout.drill.marking import Payment
from comeout.rules.library import book_names

BOOKS = book_names()
LEVELS: tuple[Level, ...] = (1, 2, 3)
SEEDS = [str(number) for number in range(25)]


def solved(dealt: Dealt) -> dict[str, Payment]:
    """How the house would settle it."""
    return {line.spot: Payment(line.outcome, line.paid) for line in dealt.settled.lines}


def drills(level: Level, book: str) -> list[Dealt]:
    """Twenty-five drills of a book at a level."""
    return [deal(book, seed, level) for seed in SEEDS]
