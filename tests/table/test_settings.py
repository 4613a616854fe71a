"""A table chooses within its book: every setting is checked, written down and read back."""

from __future__ import annotations

from typing import Any

import pytest

from comeout.rules.library import load_book
from comeout.table.settings import SettingError, change_setting, default_settings, setting_pairs

LAYOUTS = {book: load_book(book) for book in ("exhibit-a", "adelaide", "sentosa", "evolution")}

GOOD = [
    ("exhibit-a", "odds", "100"),
    ("exhibit-a", "odds", "4:3,5:4,6:5"),
    ("exhibit-a", "breakage", "up"),
    ("exhibit-a", "strict-dont-come", "on"),
    ("exhibit-a", "dice-set", "12"),
    ("exhibit-a", "shooter", "seats"),
    ("exhibit-a", "crew", "people"),
    ("exhibit-a", "betting-time", "3600"),
    ("exhibit-a", "payable-unit", "0.25"),
    ("exhibit-a", "betting-unit", "5"),
    ("exhibit-a", "min field", "5"),
    ("exhibit-a", "max field", "500"),
    ("adelaide", "odds", "1"),
    ("adelaide", "multiples-notice", "on"),
    ("adelaide", "unavailable", "big"),
    ("adelaide", "no-roll-callers", "boxperson"),
    ("sentosa", "shared-boxes", "field,place-6"),
    ("sentosa", "shared-boxes", "on"),
    ("sentosa", "dice-set", "2"),
    ("evolution", "odds", "2"),
    ("adelaide", "offer-time", "60"),
    ("sentosa", "nobody-shoots", "wait"),
    ("evolution", "away-rounds", "1000"),
    ("evolution", "away-minutes", "1440"),
]


@pytest.mark.parametrize(("book", "name", "value"), GOOD)
def test_a_setting_within_the_book_is_taken_and_reads_back(book: str, name: str, value: str) -> None:
    layout = LAYOUTS[book]
    changed = change_setting(layout, default_settings(layout), name, value)
    again = default_settings(layout)
    for pair in setting_pairs(layout, changed):
        again = change_setting(layout, again, *pair)
    assert again == changed != default_settings(layout)


@pytest.mark.parametrize(
    ("book", "name", "value"),
    [
        ("adelaide", "breakage", "up"),
        ("adelaide", "unavailable", "none"),
        ("adelaide", "multiples-notice", "off"),
        ("sentosa", "shared-boxes", "off"),
        ("sentosa", "shooter", "companion"),
        ("sentosa", "crew", "automatic"),
        ("exhibit-a", "min field", "none"),
    ],
)
def test_a_setting_that_says_the_default_is_not_written_down(book: str, name: str, value: str) -> None:
    layout = LAYOUTS[book]
    changed = change_setting(layout, default_settings(layout), name, value)
    assert changed == default_settings(layout)
    assert setting_pairs(layout, changed) == ()


BAD = [
    ("exhibit-a", "odds", "0", "1 to 100", "XA-7"),
    ("exhibit-a", "odds", "101", "1 to 100", "XA-7"),
    ("exhibit-a", "odds", "4:3,7:2", "7 is no point", "XA-7"),
    ("exhibit-a", "odds", "two", "is not a whole number", ""),
    ("exhibit-a", "odds", "9999999", "is not a whole number", ""),
    ("adelaide", "odds", "11", "1 to 10", "8(a)"),
    ("sentosa", "odds", "5", "fixes its odds multiples", "D.2 limit 4/10"),
    ("exhibit-a", "payable-unit", "0", "more than nothing", ""),
    ("exhibit-a", "betting-unit", "much", "is not an amount", ""),
    ("exhibit-a", "min felt", "5", 'did you mean "field"', "Wagers"),
    ("exhibit-a", "min", "5", "say which spot", ""),
    ("exhibit-a", "crew field", "people", "for the whole table", ""),
    ("exhibit-a", "luck", "good", "there is no setting", ""),
    ("exhibit-a", "multiples-notice", "on", "no notice of multiples", ""),
    ("adelaide", "multiples-notice", "maybe", "neither on nor off", ""),
    ("exhibit-a", "unavailable", "field", "it names: none", "Wagers"),
    ("adelaide", "unavailable", "field", "it names: big", "4 closing"),
    ("exhibit-a", "shared-boxes", "on", "each player", "XA-15"),
    ("sentosa", "shared-boxes", "felt", 'no spot "felt"', "3.6"),
    ("adelaide", "breakage", "down", "rounds up", "6(d)"),
    ("exhibit-a", "breakage", "sideways", "up or down", "ALL-6"),
    ("exhibit-a", "betting-time", "0", "1 to 3600", ""),
    ("adelaide", "dice-set", "6", "a set holds 5 dice", "9(a)"),
    ("exhibit-a", "crew", "robots", "automatic or people", ""),
    ("exhibit-a", "shooter", "me", "from the seats or is a companion", ""),
    ("evolution", "shooter", "seats", "a launcher throws", "Rules 2"),
    ("adelaide", "no-roll-callers", "dealer", "boxperson or stickperson", "11(b)"),
    ("adelaide", "no-roll-callers", "none", "boxperson or stickperson", "11(b)"),
    ("exhibit-a", "no-roll-callers", "boxperson", "called by boxperson", "Invalid (2)"),
    ("sentosa", "strict-dont-come", "on", "does not bar", ""),
    ("exhibit-a", "offer-time", "0", "1 to 3600 seconds", "Dice (1)"),
    ("evolution", "offer-time", "5", "a launcher throws", "Rules 2"),
    ("exhibit-a", "nobody-shoots", "anybody", "companion or wait", ""),
    ("evolution", "nobody-shoots", "wait", "a launcher throws", "Rules 2"),
    ("adelaide", "away-rounds", "0", "1 to 1000 rounds", "ALL-49"),
    ("sentosa", "away-minutes", "1441", "1 to 1440 minutes", "5.4"),
]


@pytest.mark.parametrize(("book", "name", "value", "says", "clause"), BAD)
def test_a_setting_outside_the_book_is_refused_with_the_clause(
    book: str, name: str, value: str, says: str, clause: str
) -> None:
    layout = LAYOUTS[book]
    with pytest.raises(SettingError) as caught:
        change_setting(layout, default_settings(layout), name, value)
    assert says in caught.value.says
    assert caught.value.clause == clause


def test_a_value_that_is_no_text_is_told_how_to_be_written() -> None:
    layout = LAYOUTS["adelaide"]
    number: Any = 2
    with pytest.raises(SettingError, match='written as text: odds = "2"'):
        change_setting(layout, default_settings(layout), "odds", number)


def test_a_minimum_above_the_maximum_is_refused() -> None:
    layout = LAYOUTS["adelaide"]
    settings = change_setting(layout, default_settings(layout), "max field", "5")
    with pytest.raises(SettingError, match="above its maximum"):
        change_setting(layout, settings, "min field", "6")
    settings = change_setting(layout, settings, "min field", "5")
    with pytest.raises(SettingError, match="above its maximum"):
        change_setting(layout, settings, "max field", "4")
