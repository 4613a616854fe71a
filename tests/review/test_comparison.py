"""Two books compared for a reader: bets by name, figures in percent, and the clauses of both."""

from __future__ import annotations

from fractions import Fraction

import pytest

from comeout.review.comparison import FIGURES, as_edge, compare
from comeout.rules.library import load_book, load_text


def test_a_book_beside_itself_is_the_same() -> None:
    ours = load_book("evolution")
    told = compare(ours, ours)
    assert (told.same, told.count, told.wagers, told.figures) == (True, 0, (), ())


def test_bets_are_named_as_the_first_book_names_them_and_those_of_one_side_are_listed() -> None:
    told = compare(load_book("evolution"), load_book("sentosa"))
    assert (told.same, told.a.id, told.b.id) == (False, "evolution", "sentosa")
    assert "buy" in {each.id for each in told.only_b}
    assert "Field" in {each.about: each.name for each in told.wagers}["field"]
    assert told.count >= len(told.wagers) + len(told.procedures)


def test_a_changed_payout_shows_in_the_house_edge_of_both_sides() -> None:
    ours = load_book("evolution")
    text = ours.text.replace('id = "evolution"', 'id = "corner"', 1).replace('"9:1"', '"10:1"', 1)
    figures = compare(ours, load_text(text)).figures
    edge = next(each for each in figures if each.figure == "edge_per_bet_made")
    assert edge.says == "house edge per bet made"
    assert edge.a.endswith("%")
    assert Fraction(edge.a_fraction) > Fraction(edge.b_fraction), "the house keeps less where it pays more"


@pytest.mark.parametrize(
    ("figure", "value", "edge"),
    [
        ("ev_per_roll", Fraction(-1, 36), Fraction(1, 36)),
        ("win", Fraction(1, 2), Fraction(1, 2)),
        ("ev_per_roll", None, None),
    ],
)
def test_a_value_to_the_player_is_told_as_the_edge_of_the_house(
    figure: str, value: Fraction | None, edge: Fraction | None
) -> None:
    assert as_edge(figure, value) == edge
    assert figure in FIGURES
