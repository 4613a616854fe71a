"""Everything an evidence pack tells of one book, gathered once; the files and the page only write it down."""

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
"""A book of the package; a house's own, under an id of its own; or another text under the id of a packaged one."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One book with all that is known of it."""

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
        """The house's higher payouts by spot and total, as the digest of the book takes them."""
        raised: dict[str, dict[int, Fraction]] = self.layout.payouts
        return {spot: {total: str(odds) for total, odds in by_total.items()} for spot, by_total in raised.items()}


def gather(layout: Layout) -> Evidence:
    """Read, reckon, draw and replay a book."""
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
    """How many findings there are of each severity, the gravest first."""
    severities = [each.severity for each in found]
    return {severity: severities.count(severity) for severity in SEVERITIES}


def _origin(layout: Layout) -> Origin:
    if layout.id not in book_names():
        return "house"
    return "packaged" if tomllib.loads(layout.text) == data_of(layout.id) else "altered"
