"""Looking a book over: what must be an error, what is worth a warning, and what our own books are known for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from comeout.errors import RulebookError
from comeout.review.lint import Finding, lint, lint_book
from comeout.rules.library import book_names, load_book, load_text, own_copy
from tests.kit.casebook import cites
from tests.kit.rulebooks import changed, house, house_file

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
    return [each for each in lint(house(book, *changes)) if each not in ours(book) and "has the id" not in each.text]


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


# ------------------------------------------------------------------ a book that began as one of ours


def test_a_file_with_the_id_of_one_of_our_books_and_another_content_is_told() -> None:
    (found,) = [each for each in lint(house("sentosa", ("revision = 2", "revision = 3"))) if each.where == "book"]
    says = 'has the id "sentosa" and is not that book; a house\'s own book has an id of its own'
    assert (found.severity, found.text) == ("warning", says)


@cites("adelaide 6(b)")
@pytest.mark.parametrize("own", [False, True])
def test_a_copy_that_pays_less_than_the_book_lists_breaks_the_book_s_own_rule(own: bool) -> None:
    text = load_book("adelaide").text
    if own:
        text, _ = own_copy(load_book("adelaide"), "Corner House")
    cheaper = text.replace('odds = "4 to 1", clause = "6(c) Any Seven"', 'odds = "3 to 1", clause = "6(c) Any Seven"')
    assert cheaper != text
    (found,) = [each for each in lint(load_text(cheaper)) if each.where == "any-seven" and each.severity == "error"]
    assert (found.clause, found.text) == (
        "6(b)",
        "pays 3 to 1 on 7, less than the 4 to 1 that adelaide lists; only more may be paid",
    )
    dearer = text.replace('odds = "4 to 1", clause = "6(c) Any Seven"', 'odds = "5 to 1", clause = "6(c) Any Seven"')
    assert not [each for each in lint(load_text(dearer)) if "less than" in each.text and each.where == "any-seven"]


def test_a_copy_of_a_book_that_has_no_such_rule_may_pay_anything() -> None:
    text, own = own_copy(load_book("evolution"), "evolution")
    assert own == "evolution-house"
    cheaper = text.replace('odds = "4:1"', 'odds = "3:1"')
    assert not [each for each in lint(load_text(cheaper)) if "less than the" in each.text and "lists" in each.text]


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


def test_a_default_outside_its_own_range_is_no_book(tmp_path: Path) -> None:
    file = house_file(tmp_path, "adelaide", ("most = 10\ndefault = 10\n", "most = 5\ndefault = 10\n"))
    [finding] = lint_book(file)
    assert (finding.severity, finding.where) == ("error", "odds")
    assert finding.text == "the default multiple must be within least and most"


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
    edge = "the player has the edge, made at any time: +2/3 (+66.667%) of the flat bet, +2/3 (+66.667%) of all money"
    assert [(each.severity, each.where, each.text) for each in found[:2]] == [
        ("warning", "any-seven", "can never be lost"),
        ("warning", "any-seven", f"{edge} staked"),  # 4 to 1, one time in six
    ]
    assert [(each.severity, each.where) for each in found[2:]] == [("note", "breakage")]


def test_a_win_that_pays_nothing_is_noted() -> None:
    found = next(each for each in ours("adelaide") if each.where == "world" and "pays nothing" in each.text)
    assert (found.severity, found.clause) == ("note", "6(c) World note")


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
    assert found[0].text.startswith("no bet of the book uses this clause: ")


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


@pytest.mark.parametrize("reading", ["AD-99", "EV-19"])
def test_a_reading_may_be_cited_but_only_one_that_concerns_the_book(reading: str) -> None:
    cited = 'clause = "14(d)"'
    assert not [each for each in new_in("adelaide", (cited, 'clause = "AD-6"')) if each.severity == "error"]
    found = new_in("adelaide", (cited, f'clause = "{reading}"'))[0]
    assert (found.severity, found.where, found.clause) == ("error", "charges", reading)
    assert found.text == "no reading of adelaide has this id"


def test_a_house_of_its_own_name_is_not_held_to_a_document() -> None:
    found = lint(house("adelaide", ('id = "adelaide"', 'id = "house"'), ('clause = "6(c) Any Seven"', 'clause = "1"')))
    known = ("paid evenly only", "pays nothing", "payments are rounded up")
    assert {words for each in found for words in known if words in each.text} == set(known)
    assert all(any(words in each.text for words in known) for each in found)


# ------------------------------------------------------------------ prices


def test_a_pair_paid_differently_is_a_warning() -> None:
    old = '{ number = [8], odds = "7 to 6", clause = "6(c) Place 8 to Win" }'
    found = [each for each in new_in("adelaide", (old, old.replace("7 to 6", "6 to 5"))) if each.severity == "warning"]
    assert [(each.where, each.clause, each.text) for each in found] == [
        (
            "place",
            "6(c) Place 6 to Win; 6(c) Place 8 to Win",
            "6 pays 7 to 6 and 8 pays 6 to 5, though both are rolled equally often",
        )
    ]


def test_odds_that_are_not_the_true_ones_are_a_warning_that_says_who_gains() -> None:
    warnings = [each.text for each in ours("exhibit-a") if "true odds" in each.text]
    short = "6 and 8 pay 1 to 1 where the true odds are 6 to 5, in favour of the house: -1/11 (-9.091%) of the money"
    good = "5 and 9 pay 3 to 4 where the true odds are 2 to 3, in favour of the player: +1/20 (+5.000%) of the money"
    bad = "6 and 8 pay 3 to 4 where the true odds are 5 to 6, in favour of the house: -1/22 (-4.545%) of the money"
    assert warnings == [f"{text} staked there" for text in (short, good, bad, short, good, bad)]
    assert Fraction(5, 11) - Fraction(6, 11) == Fraction(-1, 11)
    assert Fraction(3, 5) * Fraction(3, 4) - Fraction(2, 5) == Fraction(1, 20)
    assert Fraction(6, 11) * Fraction(3, 4) - Fraction(5, 11) == Fraction(-1, 22)
    assert not [each for book in ("adelaide", "sentosa", "evolution") for each in ours(book) if "true" in each.text]


def test_a_bet_sold_at_true_odds_for_a_charge_is_held_to_them() -> None:
    old = '{ number = [6, 8], odds = "6 to 5", clause = "4.1 Buy 6/8" }'
    new = (
        '{ number = [6], odds = "6 to 5", clause = "4.1 Buy 6/8" },\n  { number = [8], odds = "1 to 1", clause = "H" }'
    )
    texts = [each.text for each in new_in("sentosa", (old, new)) if each.severity == "warning"]
    told = "8 pays 1 to 1 where the true odds are 6 to 5, in favour of the house: -1/11 (-9.091%) of the money staked"
    assert f"{told} there" in texts


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
        "place-4, place-5, place-9 and place-10": "0.05, or of 5.00 if the smallest payment is 1.00",
        "place-6 and place-8": "0.06, or of 6.00 if the smallest payment is 1.00",
    }


# ------------------------------------------------------------------ books that can be beaten


def beaten(found: Iterable[Finding]) -> list[tuple[str, str, str]]:
    """Where the player has the edge, by which clause and how much; each is a warning about the book."""
    edges = [each for each in found if each.text.startswith("the player has the edge, ")]
    assert all((each.severity, each.about) == ("warning", "book") for each in edges)
    return [(each.where, each.clause, each.text.removeprefix("the player has the edge, ")) for each in edges]


def test_exhibit_a_as_printed_can_be_beaten_and_the_other_three_cannot() -> None:
    laying = "laying all the odds that the {} allows on 5 and 9 only: {} of all money staked"
    once = laying.format("book's own multiple of 1", "+7/5940 (+0.118%) of the flat bet, +1/1100 (+0.091%)")
    most = laying.format("largest multiple of 100", "+8719/5940 (+146.785%) of the flat bet, +8719/181940 (+4.792%)")
    assert beaten(ours("exhibit-a")) == [
        ("dont-pass", "Odds (2)", once),
        ("dont-pass", "Odds (2)", most),
        ("dont-come", "Odds (4)", once),
        ("dont-come", "Odds (4)", most),
    ]
    assert not [book for book in ("adelaide", "sentosa", "evolution") if beaten(ours(book))]


def test_a_bet_that_pays_too_well_is_a_warning_told_once() -> None:
    """Six to one, one time in six: 6/6 - 5/6."""
    for book, old in (("adelaide", SEVEN_PAYS), ("evolution", 'pays = [{ odds = "4:1", clause = "Payouts Seven" }]')):
        found = beaten(lint(house(book, (old, old.replace("4", "6", 1)))))
        told = "made at any time: +1/6 (+16.667%) of the flat bet, +1/6 (+16.667%) of all money staked"
        assert [(where, text) for where, _, text in found] == [("any-seven", told)]


def test_a_pass_bet_that_may_be_taken_down_with_the_point_on_is_a_warning() -> None:
    """A free come-out roll, won by eight rolls of 36 and lost by four."""
    old = 'remove = { when = "come-out", clause = "Removal (3)" }'
    found = beaten(lint(house("exhibit-a", (old, old.replace("come-out", "any")))))
    how = "made with the puck OFF, taken down when that is worth more than leaving it up"
    told = f"{how}: +1/9 (+11.111%) of the flat bet, +1/9 (+11.111%) of all money staked"
    assert ("pass", "Wagers (i)", told) in found
    assert len(found) == 5


@pytest.mark.parametrize("act", ["make", "raise"])
def test_a_dont_pass_bet_made_or_raised_with_the_point_on_is_a_warning(act: str) -> None:
    """Six sevens against three, four or five ways to make the point: 3/9, 2/10 and 1/11."""
    rules = 'make = { when = "come-out", clause = "B" }\nraise = { when = "come-out", clause = "Rules 6" }'
    found = beaten(
        lint(house("evolution", (rules, rules.replace(f'{act} = {{ when = "come-out"', f'{act} = {{ when = "any"'))))
    )
    done, clause = {"make": ("made", "B"), "raise": ("raised", "Rules 6")}[act]
    worth = {"4 or 10": "+1/3 (+33.333%)", "5 or 9": "+1/5 (+20.000%)", "6 or 8": "+1/11 (+9.091%)"}
    assert found == [
        ("dont-pass", clause, f"{done} with a point of {points}: {gain} of the flat bet, {gain} of all money staked")
        for points, gain in worth.items()
    ]


def test_a_book_with_an_error_is_not_reckoned_with() -> None:
    found = lint(house("exhibit-a", ('code = "stacked"', 'code = "off-table"')))
    assert found[0].severity == "error"
    assert not beaten(found)
    assert any("correct the errors first" in each.text for each in found)


def rounded(found: Iterable[Finding]) -> list[str]:
    return [each.text for each in found if each.where == "breakage" and each.severity == "note"]


def test_small_bets_that_gain_from_rounding_up_are_noted() -> None:
    """Of 1.00: place 5, 6, 8 and 9 are paid 2.00, and so are buys of them; every place to lose and lay is paid 1.00."""
    assert Fraction(5, 11) * 2 - Fraction(6, 11) == Fraction(4, 11)
    assert rounded(ours("adelaide")) == [
        "payments are rounded up: if the smallest payment is 1.00, the player has the edge with 1.00 on 20 spots, "
        "+4/11 (+36.364%) of the bet on place-8; a minimum bet that pays evenly prevents this"
    ]
    assert not [book for book in ("exhibit-a", "sentosa", "evolution") if rounded(ours(book))]


def test_a_house_that_rounds_up_what_is_even_anyway_is_not_noted() -> None:
    text = changed("evolution", ('[breakage]\ndirection = "down"', '[breakage]\ndirection = "up"'))
    assert rounded(lint(load_text(text, file="house.toml")))
    for wager in ("place", "place-lose"):
        text = re.sub(rf"\[wager\.{wager}\]\n.*?\n\n", "", text, flags=re.DOTALL)
    assert not rounded(lint(load_text(text, file="house.toml")))


# ------------------------------------------------------------------ readings


def test_misprints_and_contradictions_of_the_document_are_warnings_and_gaps_are_notes() -> None:
    found = {each.where: each for each in ours("adelaide")}
    assert found["AD-1"].severity == "warning"
    assert found["AD-1"].clause == "6(c) Laying Odds Don't Pass 6&9"
    assert found["AD-1"].text.startswith("misprint: ")
    assert found["AD-7"].text.startswith("contradiction: ")
    assert (found["AD-24"].severity, found["AD-24"].text.split(":")[0]) == ("note", "gap")
    assert "AD-17" not in found  # merely unclear
