"""The figures of a pack: every bet with its decimal and its fraction, and the shooter's hand."""

from __future__ import annotations

import dataclasses

from comeout.exact.figures import Figures, Undecided
from comeout.review.evidence_figures import figures_part, hand_part
from tests.kit.packs import SMALL, gathered


def test_every_bet_stands_in_every_table_with_decimal_and_fraction() -> None:
    evidence = gathered(SMALL)
    text = figures_part(evidence)
    bets = [each for each in evidence.figures if isinstance(each, Figures)]
    tables = text.count("<table")
    assert all(text.count(f"<code>{each.bet}</code>") == tables for each in bets)
    field = next(each for each in bets if each.bet == "field")
    assert f'<span class="fraction">{field.results.win}</span>' in text
    assert "may never be decided" not in text


def test_a_bet_without_figures_is_named_after_the_tables() -> None:
    evidence = dataclasses.replace(gathered(SMALL), figures=(Undecided("hard-4", "Hard 4"),))
    assert "Without figures, because they may never be decided: hard-4." in figures_part(evidence)


def test_the_hand_is_told_by_its_length_and_its_points() -> None:
    text = hand_part(gathered(SMALL))
    assert '<span class="fraction">1671/196</span>' in text
    assert "How many rolls a hand lasts" in text
    assert "How many points a hand makes" in text
