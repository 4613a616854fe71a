"""The names in a strategy mean the spots that they mean everywhere."""

from __future__ import annotations

import pytest

from comeout.lab.language import bet_spots
from comeout.lab.language.bet_spots import BetSpots
from comeout.lab.language.syntax import BetWords
from comeout.lab.language.text_errors import At, NotInBook, StrategyTextError
from comeout.money import Amount
from comeout.rules.library import load_book
from comeout.table.notation import bet_names

PLACE = tuple(f"place-{number}" for number in (4, 5, 6, 8, 9, 10))


def named(text: str) -> BetWords:
    return BetWords(text, At(1, 1))


def spots(book: str = "sentosa") -> BetSpots:
    return BetSpots(load_book(book), "mine")


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("pass", ("pass",)),
        ("don't pass", ("dont-pass",)),
        ("place 6 and 8", ("place-6", "place-8")),
        ("place-6", ("place-6",)),
        ("every place", PLACE),
        ("any place", PLACE),
        ("each place", PLACE),
        ("any seven", ("any-seven",)),
        ("any craps", ("any-craps",)),
        ("hard 6", ("hard-6",)),
        ("all hardways", ("hard-4", "hard-6", "hard-8", "hard-10")),
        ("inside", ("place-5", "place-6", "place-8", "place-9")),
        ("yo", ("eleven",)),
        ("horn high 12", ("horn-high-12",)),
        ("every come", ("come",)),
    ],
)
def test_a_bet_is_made_where_its_name_says(name: str, made: tuple[str, ...]) -> None:
    assert spots().made(named(name)) == made


def test_a_come_bet_lies_in_its_box_and_on_its_numbers() -> None:
    assert spots().about(named("come"))[:3] == ("come", "come-4", "come-5")
    assert spots().about(named("come 6")) == ("come-6",)
    assert [spot.number for spot in spots().numbers(named("every come"))] == [4, 5, 6, 8, 9, 10]
    assert [spot.id for spot in spots().bases(named("don't come 5"))] == ["dont-come-5"]


@pytest.mark.parametrize(
    ("name", "amount", "shares"),
    [
        ("place 6 and 8", 12_00, [12_00, 12_00]),
        ("inside", 66_00, [15_00, 18_00, 18_00, 15_00]),
        ("across", 64_00, [10_00, 10_00, 12_00, 12_00, 10_00, 10_00]),
        ("outside", 20_00, [5_00, 5_00, 5_00, 5_00]),
        ("hardways", 20_00, [5_00] * 4),
        ("every hardway", 5_00, [5_00] * 4),
        ("all hardways", 5_00, [5_00] * 4),
        ("inside", 50_00, [11_36, 13_63, 13_63, 11_36]),
        ("hardways", 10_01, [2_50] * 4),
    ],
)
def test_an_amount_lies_on_each_bet_and_a_call_shares_it(name: str, amount: Amount, shares: list[Amount]) -> None:
    assert [share for _, share in spots().stakes(named(name), amount)] == shares


def test_shares_of_a_book_that_do_not_come_out_even_are_those_of_players() -> None:
    assert [share for _, share in spots("exhibit-a").stakes(named("inside"), 66_00)] == [15_00, 18_00, 18_00, 15_00]
    assert [share for _, share in spots("exhibit-a").stakes(named("inside"), 32_00)] == [8_00] * 4


def test_a_name_that_no_book_has_is_corrected_word_by_word() -> None:
    with pytest.raises(StrategyTextError, match=r'there is no bet "plase 6 and 8"; did you mean "place 6 and 8"\?'):
        spots().made(named("plase 6 and 8"))


def test_a_name_that_other_books_have_says_which() -> None:
    with pytest.raises(NotInBook, match='evolution has no bet "buy 6", so mine cannot be played there; adelaide and'):
        spots("evolution").made(named("buy 6"))


def test_every_and_any_load_no_other_book(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = spots()
    for module in (bet_names, bet_spots):
        monkeypatch.setattr(module, "load_book", lambda name: pytest.fail(f"{name} was loaded"))
    assert mine.about(named("every come"))
    assert mine.made(named("any place")) == PLACE
