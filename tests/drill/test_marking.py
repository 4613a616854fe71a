"""Drills are marked bet by bet: by outcome, amount, rounding and clause."""

from __future__ import annotations

import pytest

from comeout.drill.deal import Dealt, Level, deal
from comeout.drill.marking import DrillMark, Payment, mark
from tests.kit.drills import BOOKS, LEVELS, drills, solved


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("level", LEVELS)
def test_whoever_settles_as_the_house_does_is_right_about_every_bet(book: str, level: Level) -> None:
    for dealt in drills(level, book):
        marked = mark(dealt, solved(dealt), 4200)
        assert marked.right == marked.bets == len(dealt.drill.bets)
        assert (marked.milliseconds, marked.told_cents) == (4200, marked.paid_cents)
        for each in marked.marks:
            assert each.verdict == "Right."
            assert each.clauses
            assert all(cited.says for cited in each.clauses), each


def test_whoever_leaves_everything_is_right_about_what_stays_only() -> None:
    dealt = deal("adelaide", "left", 2)
    marked = mark(dealt, {}, 0)
    assert {each.spot for each in marked.marks if each.right} == set(dealt.staying)


def marked_wrong(dealt: Dealt, outcome: str, change: Payment) -> DrillMark:
    """The first bet of an outcome, settled otherwise."""
    line = next(line for line in dealt.settled.lines if line.outcome == outcome)
    told = {**solved(dealt), line.spot: change}
    return next(each for each in mark(dealt, told, 0).marks if each.spot == line.spot)


def test_a_wrong_outcome_is_put_right_with_its_clause() -> None:
    dealt = deal("sentosa", "abc", 3)
    wrong = marked_wrong(dealt, "won", Payment("lost"))
    assert not wrong.right
    assert not wrong.right_outcome
    assert wrong.verdict == "The bet wins and pays 144.00; you said it loses."
    assert [each.clause for each in wrong.clauses] == ["D.12(a)", "4.1 Hardways 8"]
    assert wrong.says.startswith("16.00 on Hardways 8 won 144.00 on 4-4 (8): 16.00 at 9 to 1.")


def test_a_bet_that_travels_is_told_where_to() -> None:
    dealt = deal("sentosa", "abc", 3)
    wrong = marked_wrong(dealt, "moved", Payment("stays"))
    assert wrong.verdict == "The bet travels; you said it stays."
    assert wrong.to == "dont-come-8"
    assert wrong.says.startswith("8.00 on Don't Come travelled to Don't Come on 8 on 4-4 (8).")


def test_an_amount_that_is_wrong_only_by_its_rounding_is_told_so() -> None:
    dealt, line = next(
        (dealt, line)
        for dealt in drills(3, "sentosa")
        for line in dealt.settled.lines
        if line.paid != line.basis * line.odds
    )
    exact = int(line.basis * line.odds)
    near = next(
        each
        for each in mark(dealt, {**solved(dealt), line.spot: Payment("won", exact)}, 0).marks
        if each.spot == line.spot
    )
    assert near.only_rounding
    assert near.right_outcome
    assert not near.right
    assert near.verdict.endswith("is not rounded as the book says.")
    assert near.clauses[-1].clause in dealt.settled.rounded_by
    far = next(
        each
        for each in mark(dealt, {**solved(dealt), line.spot: Payment("won", exact + 5000)}, 0).marks
        if each.spot == line.spot
    )
    assert not far.only_rounding
    assert ", not " in far.verdict


def test_a_payment_on_a_bet_that_stays_is_wrong() -> None:
    dealt = deal("adelaide", "left", 2)
    spot = next(iter(dealt.staying))
    wrong = next(each for each in mark(dealt, {spot: Payment("stays", 500)}, 0).marks if each.spot == spot)
    assert (wrong.right, wrong.right_outcome, wrong.right_amount) == (False, True, False)
    assert wrong.verdict == "It pays 0.00, not 5.00."


def test_a_bet_that_is_off_stays_and_says_so() -> None:
    dealt, spot = next(
        (dealt, spot) for dealt in drills(3, "adelaide") for spot, why in dealt.staying.items() if not why.working
    )
    told = next(each for each in mark(dealt, {}, 0).marks if each.spot == spot)
    assert told.says.startswith("It stays: it is off, so ")
