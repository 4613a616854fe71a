"""Gathers everything an evidence pack says about one book. The files and the page only format it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from comeout.exact.figures import Figures, Undecided, all_figures
from comeout.exact.hand import Hand, hand
from comeout.felt import draw_felt
from comeout.replay.examples import replay_example
from comeout.replay.result import Replayed
from comeout.review.lint import SEVERITIES, Finding, lint
from comeout.rules.conformance import Conforming, ReadingRow, conformance, readings_of
from comeout.rules.describe import BookPage, WagerPage, book_page, wager_page
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, data_of, worked_examples

Origin = Literal["packaged", "house", "altered"]
"""A book of the package; a house's own book with its own id; or a different text with the id of a packaged book."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One book and everything known about it."""

    layout: Layout
    origin: Origin
    felt: str
    book: BookPage
    wagers: tuple[WagerPage, ...]
    clauses: tuple[Conforming, ...]
    readings: tuple[ReadingRow, ...]
    figures: tuple[Figures | Undecided, ...]
    hand: Hand
    findings: tuple[Finding, ...]
    examples: dict[str, Any]
    replayed: tuple[Replayed, ...]

    @property
    def payouts(self) -> dict[str, dict[int, str]]:
        """The house's higher payouts by spot and total, as they go into the digest of the book."""
        raised: dict[str, dict[int, Fraction]] = self.layout.payouts
        return {spot: {total: str(odds) for total, odds in by_total.items()} for spot, by_total in raised.items()}


def gather(layout: Layout) -> Evidence:
    """Compile, compute, draw, lint and replay a book."""
    origin = _origin(layout)
    # Clauses tell where they live in a text and which tests show it; of another text neither would be true.
    examples = worked_examples(layout.id if origin == "packaged" else "")
    return Evidence(
        layout=layout,
        origin=origin,
        felt=draw_felt(layout),
        book=book_page(layout),
        wagers=tuple(wager_page(layout, wager_id) for wager_id in layout.rulebook.wager),
        clauses=conformance(layout.id) if origin == "packaged" else (),
        readings=readings_of(layout.id),
        figures=tuple(all_figures(layout)),
        hand=hand(layout),
        findings=lint(layout),
        examples=examples,
        replayed=tuple(replay_example(example, {}) for example in examples["examples"]),
    )


def finding_counts(found: Iterable[Finding]) -> dict[str, int]:
    """Return the number of findings of each severity, most severe first."""
    severities = [each.severity for each in found]
    return {severity: severities.count(severity) for severity in SEVERITIES}


def _origin(layout: Layout) -> Origin:
    if layout.id not in book_names():
        return "house"
    return "packaged" if tomllib.loads(layout.text) == data_of(layout.id) else "altered"
