"""Figures that others worked out and published come out of the laboratory; docs/lab.md cites them."""

from __future__ import annotations

import pytest

from comeout import lab
from comeout.lab.language.reader import read_strategy
from comeout.lab.session_rules import SessionEnd
from comeout.rules.library import load_book
from tests.kit.documents import fences
from tests.kit.project import DOCS

PAGE = (DOCS / "lab.md").read_text(encoding="utf-8")


def published(figure: str) -> float:
    """A figure as the page cites it."""
    assert figure in PAGE
    return float(figure)


def test_a_hand_of_at_least_154_rolls_is_as_rare_as_ethier_and_hoppe_found() -> None:
    law = lab.exact("pass-line", "sentosa", bankroll="5000", shooters=1, rolls=153).law
    assert 1 / law.p_end(SessionEnd.ROLLS) / 1e9 == pytest.approx(published("5.59"), abs=0.005)
    assert law.p_end(SessionEnd.ROLLS) > 1000 * law.mass_dropped


def test_a_shooter_has_as_many_rolls_as_the_wizard_of_odds_found() -> None:
    law = lab.exact("pass-line", "sentosa", bankroll="5000", shooters=1).law
    assert law.expected_rolls == pytest.approx(published("8.525510"), abs=5e-7)


def test_a_pass_bet_with_345x_odds_spreads_as_the_wizard_of_odds_found() -> None:
    text = next("\n".join(fence.lines) for fence in fences(PAGE) if "strategy one-bet" in fence.lines)
    law = lab.exact(read_strategy(text).on(load_book("sentosa")), "sentosa", bankroll="1000", rolls=400).law
    assert (law.mean_cents - 1000_00) / 10_00 == pytest.approx(published("-0.014141"), abs=5e-7)
    assert law.sd_cents / 10_00 == pytest.approx(published("4.915632"), abs=5e-7)
    table = {-6: 0.151515, -5: 0.133333, -4: 0.111111, -1: 0.111111, 1: 0.222222, 7: 0.055556 + 0.088889 + 0.126263}
    assert {(cents - 1000_00) / 10_00: chance for cents, chance in law.pairs} == pytest.approx(table, abs=2e-6)
