"""Bets by name: what people write, the odds a book allows behind a bet, and what is refused, in one helpful line."""

from __future__ import annotations

import pytest

from comeout.errors import OddsError
from comeout.exact.bets import MULTIPLES, bet_ids, bets_called, even_flat, find_bet, most_times, odds_factors, ways
from comeout.exact.figures import bet_name, figures
from comeout.rules.library import load_book
from comeout.table.settings import change_setting, default_settings
from tests.kit.by_hand import POINTS, TRUE, F
from tests.kit.small_books import BOOKS

ADELAIDE = load_book("adelaide")


def refused(book: str, text: str, **stated: object) -> str:
    """What somebody is told who asks for the figures of a bet that has none."""
    layout = load_book(book)
    with pytest.raises(OddsError) as bad:
        figures(layout, bets_called(layout, text)[0], **stated)  # type: ignore[arg-type]
    assert "\n" not in str(bad.value)
    return str(bad.value)


# ------------------------------------------------------------------ names


def test_a_person_may_name_a_spot_a_wager_or_a_bet_with_odds() -> None:
    assert bets_called(ADELAIDE, "place-6") == ("place-6",)
    assert bets_called(ADELAIDE, " Place 6 ") == ("place-6",)
    assert bets_called(ADELAIDE, "Don't Pass") == ("dont-pass",)
    assert bets_called(ADELAIDE, "hard") == ("hard-4", "hard-6", "hard-8", "hard-10")
    assert bets_called(ADELAIDE, "come") == ("come",)
    assert bets_called(ADELAIDE, "pass + odds:2x") == ("pass+odds:2x",)
    assert bets_called(ADELAIDE, "Don't Pass+lay:max") == ("dont-pass+lay:max",)


def test_a_bet_is_named_in_the_words_of_its_book() -> None:
    assert bet_name(ADELAIDE, "place-6") == "Place Bet 6 to Win"
    assert bet_name(ADELAIDE, "pass+odds:2x") == "Pass Bet, 2x odds"
    assert bet_name(ADELAIDE, "dont-pass+lay:max") == "Don't Pass Bet, max odds laid"
    assert bet_name(ADELAIDE, "dont-come+lay-to-win:3-4-5x") == "Don't Come Bet, odds laid to win 3-4-5x"


@pytest.mark.parametrize(
    ("book", "text", "says"),
    [
        ("adelaide", "plce-6", 'there is no bet "plce-6" (did you mean "place-6"?)'),
        ("adelaide", "", 'there is no bet ""'),
        ("adelaide", "+odds:2x", 'there is no bet ""'),
        ("exhibit-a", "buy-4", "adelaide and sentosa have it (here on 4: place-4, hard-4)"),
        ("exhibit-a", "big 6", "adelaide has it (here on 6: place-6, hard-6)"),
        ("evolution", "horn", "adelaide and exhibit-a and sentosa have it"),
        ("adelaide", "come-4", 'nobody bets on "come-4", a come bet travels there; ask for "come"'),
    ],
)
def test_a_bet_the_book_does_not_have_is_refused_with_what_comes_nearest(book: str, text: str, says: str) -> None:
    told = refused(book, text)
    assert told.startswith(f"{book}: ")
    assert says in told


# ------------------------------------------------------------------ odds


@pytest.mark.parametrize("bet", ["field", "place", "place-6", "come-4", "pass-odds"])
def test_odds_on_a_bet_that_takes_none_are_refused(bet: str) -> None:
    assert refused("adelaide", f"{bet}+odds:1x") == (
        f'adelaide: "{bet}" takes no odds; these do: pass, dont-pass, come, dont-come'
    )


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("pass+lay:1x", "pass+odds:2x"),
        ("pass+", "pass+odds:2x"),
        ("come+lay-to-win:1x", "come+odds:2x"),
        ("dont-pass+odds:1x", "dont-pass+lay:2x or dont-pass+lay-to-win:2x"),
        ("dont-come+ods:1x", "dont-come+lay:2x or dont-come+lay-to-win:2x"),
    ],
)
def test_odds_the_wrong_way_are_refused_with_the_right_one(text: str, instead: str) -> None:
    assert refused("adelaide", text) == f'adelaide: "{text}" is no bet; write it like {instead}'


@pytest.mark.parametrize("multiple", ["2", "0x", "x", "", "-1x", "1.5x", "2-3x", "3-0-5x", "3-4-5-6x", "1000x", "2x "])
def test_what_is_no_multiple_is_refused(multiple: str) -> None:
    with pytest.raises(OddsError, match="is no multiple"):
        figures(ADELAIDE, f"pass+odds:{multiple}")


@pytest.mark.parametrize(
    ("book", "bet", "limit"),
    [
        ("sentosa", "pass+odds:10x", "on 4 odds may be at most 3 times the bet (sentosa D.2 limit 4/10)"),
        ("sentosa", "pass+odds:3-5-5x", "on 5 odds may be at most 4 times the bet (sentosa D.2 limit 5/9)"),
        ("sentosa", "dont-pass+lay-to-win:3-4-6x", "on 6 odds may win at most 5 times the bet (sentosa D.4 limit 6/8)"),
        ("sentosa", "dont-come+lay:7x", "on 4 odds may win at most 3 times the bet (sentosa D.8 limit 4/10)"),
        ("adelaide", "pass+odds:11x", "on 4 odds may be at most 10 times the bet (adelaide 8(a))"),
        ("exhibit-a", "pass+odds:101x", "on 4 odds may be at most 100 times the bet (exhibit-a Odds (1))"),
        ("exhibit-a", "dont-pass+lay-to-win:101x", "on 4 odds may win at most 100 times the bet (exhibit-a Odds (2))"),
        ("evolution", "come+odds:101x", "on 4 odds may be at most 100 times the bet (EV-2)"),
        ("evolution", "dont-pass+lay:101x", "on 4 odds may be at most 100 times the bet (EV-2)"),
    ],
)
def test_more_odds_than_any_table_may_allow_are_refused_with_the_clause(book: str, bet: str, limit: str) -> None:
    assert refused(book, bet) == f"{book}: {bet} is more than any table may allow: {limit}"


def test_as_much_as_some_table_may_allow_has_figures_at_any_table() -> None:
    layout = load_book("exhibit-a")
    assert odds_factors(layout, default_settings(layout), "pass+odds:100x") == dict.fromkeys(POINTS, F(100))


def test_the_most_is_what_this_table_allows() -> None:
    layout = load_book("exhibit-a")
    chosen = change_setting(layout, default_settings(layout), "odds", "4:3,5:4,6:5,8:5,9:4,10:3")
    assert odds_factors(layout, chosen, "pass+odds:max") == odds_factors(layout, chosen, "pass+odds:3-4-5x")
    laid = odds_factors(layout, chosen, "dont-pass+lay:max")
    assert laid == odds_factors(layout, chosen, "dont-pass+lay-to-win:3-4-5x")
    assert laid == {4: 6, 5: F(16, 3), 6: F(20, 3), 8: F(20, 3), 9: F(16, 3), 10: 6}
    assert odds_factors(layout, chosen, "pass") == {}


def test_odds_laid_to_win_are_measured_by_what_they_win() -> None:
    settings = default_settings(ADELAIDE)
    assert odds_factors(ADELAIDE, settings, "dont-come+lay-to-win:2x") == {n: 2 * TRUE[n] for n in POINTS}
    assert odds_factors(ADELAIDE, settings, "dont-come+lay:2x") == dict.fromkeys(POINTS, F(2))
    assert most_times(ADELAIDE, settings, ADELAIDE.by_id["dont-pass"]) == {n: 10 * TRUE[n] for n in POINTS}


def test_odds_are_taken_behind_pass_and_come_and_laid_behind_the_other_two() -> None:
    for book in BOOKS:
        layout = load_book(book)
        known = {spot.id: ways(layout, spot) for spot in layout.spots if ways(layout, spot)}
        laid = ("lay", "lay-to-win")
        assert known == {"pass": ("odds",), "dont-pass": laid, "come": ("odds",), "dont-come": laid}


@pytest.mark.parametrize("book", BOOKS)
def test_every_bet_is_listed_once_with_the_odds_some_table_would_allow(book: str) -> None:
    layout = load_book(book)
    listed = list(bet_ids(layout, default_settings(layout)))
    assert len(listed) == len(set(listed))
    assert {name for name in listed if "+" not in name} == {spot.id for spot in layout.spots if spot.made_here}
    told = [name.partition(":")[2] for name in listed if name.startswith("pass+")]
    assert told == [each for each in MULTIPLES if each != "10x" or book != "sentosa"]
    assert "dont-pass+lay-to-win:max" not in listed  # the same as dont-pass+lay:max


# ------------------------------------------------------------------ stakes


def test_a_bet_is_found_with_its_stake_charge_and_odds() -> None:
    settings = default_settings(ADELAIDE)
    bought = find_bet(ADELAIDE, settings, "buy-4", 50_00)
    assert (bought.stake, bought.charge, bought.odds) == (50_00, 2_50, {})
    laid = find_bet(ADELAIDE, settings, "dont-pass+lay-to-win:1x", 10_01)
    assert laid.odds == {4: 20_02, 5: 15_01, 6: 12_01, 8: 12_01, 9: 15_01, 10: 20_02}


@pytest.mark.parametrize("book", BOOKS)
def test_an_even_flat_bet_divides_into_every_payment(book: str) -> None:
    layout = load_book(book)
    flat = even_flat(layout)
    settings = default_settings(layout)
    for name in bet_ids(layout, settings):
        odds = odds_factors(layout, settings, name).items()
        assert all((flat * factor).denominator == 1 for _, factor in odds), name
        assert all((flat * factor * TRUE[number]).denominator == 1 for number, factor in odds if "odds:" in name)


@pytest.mark.parametrize(
    ("book", "bet", "stated", "says"),
    [
        (
            "exhibit-a",
            "horn",
            {"stake": 7_00},
            "horn: Horn Bet is placed in multiples of 4.00 (XA-16); take 4.00 or 8.00",
        ),
        (
            "exhibit-a",
            "pass+odds:1x",
            {"stake": 5_00, "settings": {"min pass": "10"}},
            "pass: the minimum on pass is 10.00 (XA-15); take 10.00",
        ),
        (
            "adelaide",
            "come",
            {"stake": 50_00, "settings": {"max come": "25"}},
            "come: the maximum on come is 25.00 (adelaide 5(f)); take 25.00",
        ),
        (
            "adelaide",
            "big-6",
            {"stake": 5_00, "settings": {"unavailable": "big"}},
            "big-6: Big 6 is not available at this table (adelaide 4(m))",
        ),
        (
            "adelaide",
            "pass",
            {"stake": 0},
            "pass: an amount is a whole number of cents above zero (adelaide 5(b))",
        ),
        (
            "adelaide",
            "pass",
            {"stake": 10**15 + 1},
            "pass: an amount is a whole number of cents above zero (adelaide 5(b))",
        ),
    ],
)
def test_a_stake_the_table_would_refuse_is_refused_in_its_words(
    book: str, bet: str, stated: dict[str, object], says: str
) -> None:
    assert refused(book, bet, **stated) == says


@pytest.mark.parametrize("bet", ["pass", "come", "come-odds-4", "place-6", "buy-4"])
def test_the_largest_stakes_have_figures_too(bet: str) -> None:
    assert figures(ADELAIDE, bet, stake=9 * 10**14).rounding_cost == 0
