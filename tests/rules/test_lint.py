"""Looking a book over: what must be an error, what is worth a warning, and what our own books are known for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from comeout.rules.errors import RulebookError
from comeout.rules.library import book_names, load_book
from comeout.rules.lint import Finding, lint, lint_book
from tests.rules.books import house, house_file

FIELD_MAKE = 'clause = "4(o)"\nmake = { when = "any", clause = "4(o)" }\n'
SEVEN_ROWS = """  { roll = [7], then = "win", clause = "4(p)" },
  { roll = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12], then = "lose", clause = "4(p)" },
"""
SEVEN_PAYS = 'pays = [{ odds = "4 to 1", clause = "6(c) Any Seven" }]\n'


@cache
def ours(book: str) -> tuple[Finding, ...]:
    return lint_book(book)


def new_in(book: str, *changes: tuple[str, str]) -> list[Finding]:
    """What a house's changes add to the findings of its book."""
    return [found for found in lint(house(book, *changes)) if found not in ours(book)]


def errors_in(book: str, *changes: tuple[str, str]) -> list[tuple[str, str]]:
    return [(found.where, found.text) for found in new_in(book, *changes) if found.severity == "error"]


@pytest.mark.parametrize("book", book_names())
def test_our_own_books_have_no_errors_and_name_a_clause_for_every_finding(book: str) -> None:
    assert not [found for found in ours(book) if found.severity == "error"]
    assert all(found.clause and found.where for found in ours(book))
    assert lint(load_book(book)) == ours(book)


def test_errors_come_before_warnings_and_warnings_before_notes() -> None:
    for about in ("book", "document"):
        severities = [found.severity for found in ours("exhibit-a") if found.about == about]
        assert severities == sorted(severities, key=["error", "warning", "note"].index)


def test_what_is_wrong_with_the_document_comes_after_what_is_wrong_with_the_book() -> None:
    abouts = [found.about for found in ours("adelaide")]
    assert abouts == sorted(abouts)
    assert set(abouts) == {"book", "document"}


# ------------------------------------------------------------------ what cannot be read, what does not compile


def test_a_book_that_does_not_compile_has_its_one_error(tmp_path: Path) -> None:
    file = house_file(tmp_path, "adelaide", ("[wager.field]\n", "[wager.field]\ncolour = 1\n"))
    (found,) = lint_book(file)
    assert (found.severity, found.file, found.where, found.clause) == ("error", file, "wager field", "4(o)")
    assert found.text.startswith('unknown key "colour" (')


def test_toml_that_is_no_book_is_an_error_without_a_hint_or_with_one(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("book = 1\n", encoding="utf-8")
    (found,) = lint_book(str(path))
    assert (found.file, found.where, found.text) == (str(path), "book", "expected a table, found 1")


def test_what_cannot_be_read_at_all_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="no book and no file"):
        lint_book("nowhere")
    path = tmp_path / "house.toml"
    path.write_text("[book", encoding="utf-8")
    with pytest.raises(RulebookError, match="is not TOML"):
        lint_book(str(path))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(RulebookError, match="cannot be read"):
        lint_book(str(path))


# ------------------------------------------------------------------ contradictions


def test_a_default_outside_its_own_range_is_an_error() -> None:
    assert errors_in("adelaide", ("most = 10\ndefault = 10\n", "most = 10\ndefault = 11\n")) == [
        ("odds", "the default multiple 11 is outside 1 to 10")
    ]


def test_two_grounds_for_a_no_roll_under_one_word_are_an_error() -> None:
    assert errors_in("adelaide", ('code = "stacked"', 'code = "off-table"')) == [
        ("no_roll off-table", '"off-table" already names another ground')
    ]


@pytest.mark.parametrize("never", ["improper", "improper throw"])
def test_a_ground_that_is_never_one_is_an_error(never: str) -> None:
    assert errors_in("adelaide", ('never = ["dice touched chips"]', f'never = ["{never}"]')) == [
        ("no_roll improper", "is both a ground for a No Roll and never one")
    ]


def test_a_bet_that_can_never_be_made_is_an_error() -> None:
    assert errors_in("adelaide", (FIELD_MAKE, FIELD_MAKE.replace('"any"', '"never"'))) == [
        ("field", "is offered, but there is no time at which it may be made")
    ]


def test_a_bet_that_stays_when_the_puck_turns_under_it_is_an_error() -> None:
    seven = '  { roll = "seven", then = "lose", clause = "1 7 Out" },\n'
    found = errors_in("adelaide", (seven, seven.replace('"lose"', '"stay"')))
    stays = "stays on 7 with the point on 4, when the puck turns OFF and it cannot stand"
    assert ("pass-odds", stays) in found
    assert len(found) == 6


# ------------------------------------------------------------------ bets nobody can win or lose


def test_a_bet_that_nobody_can_win_is_an_error() -> None:
    asleep = '  { asleep = true, roll = "any", then = "win", clause = "4(p)" },\n'
    found = errors_in(
        "adelaide",
        ('clause = "4(p)"\nmake', 'clause = "4(p)"\nsleep = { when = "come-out", clause = "4(p)" }\nmake'),
        (SEVEN_ROWS, SEVEN_ROWS.replace('"win"', '"lose"') + asleep),
    )
    assert found == [("any-seven", "can never be won: no roll pays it")]


def test_a_bet_that_cannot_be_lost_is_a_warning() -> None:
    found = new_in("adelaide", (SEVEN_ROWS, SEVEN_ROWS.replace('"lose"', '"return"')))
    assert [(each.severity, each.where, each.text) for each in found] == [("warning", "any-seven", "can never be lost")]


def test_a_win_that_pays_nothing_is_noted() -> None:
    found = next(each for each in ours("adelaide") if each.where == "world" and "pays nothing" in each.text)
    assert (found.severity, found.clause) == ("note", "6(c) World 7")


# ------------------------------------------------------------------ priced and offered


def test_totals_priced_as_parts_but_not_offered_alone_are_noted() -> None:
    notes = [each.text for each in ours("exhibit-a") if "not offered alone" in each.text]
    assert notes[0] == "2 is priced as a part of horn, horn-high and world, but is not offered alone"
    assert not [each for each in ours("adelaide") if "not offered alone" in each.text]


def test_a_part_at_another_price_than_the_same_bet_alone_is_a_warning() -> None:
    old = 'pays = [{ odds = "15 to 1", clause = "6(c) 11 in one roll" }]'
    found = new_in("adelaide", (old, old.replace("15", "16")))
    told = "its part on 11 pays 15 to 1, but eleven pays 16 to 1"
    assert [(each.severity, each.where, each.text) for each in found] == [
        ("warning", wager, told) for wager in ("c-and-e", "horn", "world")
    ]


def test_a_price_of_the_document_that_no_bet_goes_by_is_a_warning() -> None:
    found = new_in("adelaide", ('clause = "6(c) Any Seven"', 'clause = "4(p)"'))
    assert [(each.severity, each.clause) for each in found] == [("warning", "6(c) Any Seven")]
    assert found[0].text.startswith("no bet of the book goes by this clause: ")


@pytest.mark.parametrize(
    ("clause", "hint"),
    [
        ("6(c) Any Sven", 'did you mean "6(c) Any Seven"?'),
        ("House rule", "a house that writes clauses of its own needs a book id of its own"),
    ],
)
def test_a_clause_that_the_document_does_not_have_is_an_error_where_it_is_cited(clause: str, hint: str) -> None:
    found = new_in("adelaide", ('clause = "6(c) Any Seven"', f'clause = "{clause}"'))[0]
    assert (found.severity, found.where, found.clause) == ("error", "wager.any-seven pays[0]", clause)
    assert found.text == f"the document of adelaide has no such clause ({hint})"


def test_a_house_of_its_own_name_is_not_held_to_a_document() -> None:
    found = lint(house("adelaide", ('id = "adelaide"', 'id = "house"'), ('clause = "6(c) Any Seven"', 'clause = "1"')))
    assert all("evenly" in each.text or "pays nothing" in each.text for each in found)


# ------------------------------------------------------------------ prices


def test_a_pair_paid_differently_is_a_warning() -> None:
    old = '{ number = [8], odds = "7 to 6", clause = "6(c) Place 8 to Win" }'
    found = [each for each in new_in("adelaide", (old, old.replace("7 to 6", "6 to 5"))) if each.severity == "warning"]
    assert [(each.where, each.clause, each.text) for each in found] == [
        (
            "place",
            "6(c) Place 6 to Win; 6(c) Place 8 to Win",
            "6 pays 7 to 6 and 8 pays 6 to 5, though both are thrown equally often",
        )
    ]


def test_odds_that_are_not_the_true_ones_are_a_warning_that_says_who_gains() -> None:
    warnings = [each.text for each in ours("exhibit-a") if "true odds" in each.text]
    assert warnings[:3] == [
        "6 and 8 pay 1 to 1 where the true odds are 6 to 5, to the good of the house",
        "5 and 9 pay 3 to 4 where the true odds are 2 to 3, to the good of the player",
        "6 and 8 pay 3 to 4 where the true odds are 5 to 6, to the good of the house",
    ]
    assert not [each for book in ("adelaide", "sentosa", "evolution") for each in ours(book) if "true" in each.text]


def test_a_bet_sold_at_true_odds_for_a_charge_is_held_to_them() -> None:
    old = '{ number = [6, 8], odds = "6 to 5", clause = "4.1 Buy 6/8" }'
    new = (
        '{ number = [6], odds = "6 to 5", clause = "4.1 Buy 6/8" },\n  { number = [8], odds = "1 to 1", clause = "H" }'
    )
    texts = [each.text for each in new_in("sentosa", (old, new)) if each.severity == "warning"]
    assert "8 pays 1 to 1 where the true odds are 6 to 5, to the good of the house" in texts


def test_a_bet_whose_price_varies_with_the_roll_is_not_held_to_true_odds() -> None:
    old = '{ number = [4, 10], odds = "2 to 1", clause = "4.1 Buy 4/10" }'
    new = (
        '{ number = [4, 10], point = [4], odds = "2 to 1", clause = "a" },\n'
        '  { number = [4, 10], point = [5, 6, 8, 9, 10], odds = "3 to 1", clause = "b" }'
    )
    with pytest.raises(RulebookError, match="0 payouts speak for it"):
        house("sentosa", (old, new))
    priced = new + ',\n  { number = [4, 10], point = [0], odds = "2 to 1", clause = "c" }'
    assert not [each for each in new_in("sentosa", (old, priced)) if "true odds" in each.text]


def test_stakes_that_do_not_pay_evenly_are_noted_with_their_steps() -> None:
    notes = [each.text.partition(": paid evenly only in steps of ") for each in ours("evolution")]
    steps = {spots: step for spots, _, step in notes if spots.startswith("place-") and "lose" not in spots}
    assert steps == {
        "place-4, place-5, place-9 and place-10": "0.05, or of 5.00 where the least paid is 1.00",
        "place-6 and place-8": "0.06, or of 6.00 where the least paid is 1.00",
    }


# ------------------------------------------------------------------ readings


def test_misprints_and_contradictions_of_the_document_are_warnings_and_gaps_are_notes() -> None:
    found = {each.where: each for each in ours("adelaide")}
    assert found["AD-1"].severity == "warning"
    assert found["AD-1"].clause == "6(c) Laying Odds Don't Pass 6&9"
    assert found["AD-1"].text.startswith("misprint: ")
    assert found["AD-7"].text.startswith("contradiction: ")
    assert (found["AD-24"].severity, found["AD-24"].text.split(":")[0]) == ("note", "gap")
    assert "AD-17" not in found  # merely unclear
