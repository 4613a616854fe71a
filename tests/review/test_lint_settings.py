"""Lint of a table's settings: what it would pay below the printed odds."""

from __future__ import annotations

from comeout.review.lint_settings import lint_settings
from comeout.rules.library import load_book


def test_a_coarse_float_is_noted_for_every_wager_it_pays_short() -> None:
    found = lint_settings(load_book("sentosa"), {"payable-unit": "1"})
    place = next(each for each in found if each.where == "place")
    assert place.severity == "note"
    assert place.text == (
        "the smallest payment is 1.00: 1.00 on place-4 wins 1.00 at 9 to 5, not 1.80; "
        "only multiples of 5.00 are paid in full"
    )
    assert len({each.where for each in found}) == len(found)


def test_cents_and_a_table_that_rounds_up_pay_nothing_short() -> None:
    assert lint_settings(load_book("sentosa"), {}) == ()
    assert lint_settings(load_book("adelaide"), {"payable-unit": "5"}) == ()
