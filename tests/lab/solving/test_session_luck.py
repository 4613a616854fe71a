"""The luck of a session: the law of what its bets could have brought, by hand and against every pair of rolls."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from comeout.exact.session import Tally
from comeout.exact.worth import Worth
from comeout.lab.solving.session_luck import SessionLuck, session_luck
from comeout.rules.library import book_names, load_book
from comeout.table.table import Table
from tests.kit.table_games import random_game


def tally(table: Table, seat: int = 1) -> Tally:
    found = Tally(table.layout, seat, Worth(table.layout), point=0, keeps_spreads=True)
    for event in table.log:
        found.take(event)
    return found


def lucky(table: Table) -> SessionLuck:
    found = tally(table)
    return session_luck("Ann", 1, found.summary(), found.spreads())


def seated(*said: str) -> Table:
    table = Table(load_book("sentosa"))
    table.sit("Ann", 500_00)
    for each in said:
        if "-" in each and each[0].isdigit():
            table.roll(*(int(die) for die in each.split("-"))).or_raise()
        else:
            spot, amount = each.split()
            table.bet(1, spot, int(amount) * 100).or_raise()
    return table


def test_one_roll_on_the_field_has_the_law_of_the_field() -> None:
    found = lucky(seated("field 10", "1-1"))
    assert dict(zip(found.values.round(6).tolist(), found.chances.tolist(), strict=True)) == pytest.approx(
        {-10_00.0: 20 / 36, 10_00.0: 14 / 36, 20_00.0: 2 / 36}
    )
    assert (found.p_below, found.p_equal) == pytest.approx((34 / 36, 2 / 36))
    assert found.percentile == pytest.approx(100)
    assert found.result == Fraction(20_00)
    assert not found.grid_cents


def test_two_rolls_are_every_pair_of_rolls() -> None:
    table = seated("pass 10", "field 5", "2-2", "pass-odds 20", "5-5")
    found = tally(table)
    first, second = found.spreads()
    summary = found.summary()
    pairs: Counter[Fraction] = Counter()
    for one, other in product(first.changes, second.changes):
        means = Fraction(sum(first.changes), 36 * first.over) + Fraction(sum(second.changes), 36 * second.over)
        luck = Fraction(one, first.over) + Fraction(other, second.over) - means
        pairs[summary.total.expected + luck] += 1
    law = lucky(table)
    assert law.values == pytest.approx([float(value) for value in sorted(pairs)])
    assert law.chances == pytest.approx([pairs[value] / 36**2 for value in sorted(pairs)])
    assert law.p_below == pytest.approx(sum(n for value, n in pairs.items() if value < law.result) / 36**2)


@pytest.mark.parametrize("book", book_names())
def test_mean_and_spread_are_those_of_the_summary(book: str) -> None:
    for seed in range(3):
        table = random_game(book, seed)
        found = tally(table)
        if not found.spreads():
            continue
        law, summary = session_luck("Ann", 1, found.summary(), found.spreads()), found.summary()
        assert law.chances.sum() == pytest.approx(1, abs=1e-12)
        assert law.mean_cents == pytest.approx(float(summary.total.expected), abs=1e-6)
        assert law.sd_cents == pytest.approx(float(summary.variance) ** 0.5, rel=1e-4)


def test_a_law_of_many_values_is_told_on_a_grid_with_the_same_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated("pass 10", "field 5", "2-2", "pass-odds 20", "5-5", "field 5", "4-3")
    exact = lucky(table)
    monkeypatch.setattr("comeout.lab.solving.session_luck.MOST_VALUES", 10)
    rough = lucky(table)
    assert rough.grid_cents > 0
    assert rough.mean_cents == pytest.approx(exact.mean_cents, abs=1e-9)
    assert rough.sd_cents == pytest.approx(exact.sd_cents, rel=1e-6)
    assert rough.quantiles == pytest.approx(exact.quantiles, abs=2 * rough.grid_cents)
    assert rough.p_below == pytest.approx(exact.p_below, abs=0.02)


def test_quantiles_are_the_smallest_results_that_reach_them() -> None:
    found = lucky(seated("field 10", "1-1"))
    assert found.quantiles["0.5"] == pytest.approx(-10_00)
    assert found.quantiles["0.75"] == pytest.approx(10_00)
    assert found.quantiles["0.99"] == pytest.approx(20_00)


def test_a_session_is_a_table_and_shows_itself() -> None:
    found = lucky(seated("field 10", "1-1"))
    assert found.columns()["result_cents"] == pytest.approx([-10_00.0, 10_00.0, 20_00.0])
    assert sum(found.columns()["probability"]) == pytest.approx(1)
    assert found.facts()["percentile"] == "100.00"
    assert "Ann, seat 1" in found._repr_html_()
    assert repr(found) == "<SessionLuck Ann, seat 1: 20.00, percentile 100.00>"
