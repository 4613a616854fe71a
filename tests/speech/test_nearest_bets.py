"""A bet that a book lacks is answered with what it has on the same side of the dice."""

from __future__ import annotations

import pytest

from comeout.speech.nearest_bets import absence, is_offered, numbers_of
from comeout.table.notation.bet_names import Target
from tests.kit.terminal import LAYOUTS


@pytest.mark.parametrize(
    ("book", "name", "says"),
    [
        ("adelaide", "place-6", ""),
        ("adelaide", "place", ""),
        ("exhibit-a", "buy-4", "this book has no buy bets; on the 4 it has place-4"),
        ("evolution", "lay-4", "this book has no lay bets; against the 4 it has place-lose-4"),
        ("evolution", "horn", "this book has no horn bets"),
        ("sentosa", "world", "this book has no world bets; it has horn"),
        ("adelaide", "hard-5", "hard is made on 4, 6, 8 or 10"),
    ],
)
def test_what_is_lacking_is_told_with_the_nearest_bet(book: str, name: str, says: str) -> None:
    assert absence(LAYOUTS[book], name) == says


def test_the_numbers_of_a_wager_are_listed() -> None:
    assert numbers_of(LAYOUTS["adelaide"], "come-odds") == "come odds are made on 4, 5, 6, 8, 9 or 10"
    assert numbers_of(LAYOUTS["adelaide"], "field") == ""


def test_odds_are_offered_wherever_there_is_a_bet_to_support() -> None:
    assert is_offered(LAYOUTS["evolution"], Target("odds"))
    assert is_offered(LAYOUTS["evolution"], Target("craps", 2))
    assert not is_offered(LAYOUTS["evolution"], Target("buy", 4))
