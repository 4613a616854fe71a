"""What a form may offer is what a table accepts, no less and no more."""

from __future__ import annotations

import pytest

from comeout.money import show_amount
from comeout.rules.library import book_names, load_book
from comeout.table.advice.choices import Choice, choices
from comeout.table.settings import SETTING_NAMES, SettingError, change_setting, default_settings, setting_pairs

CHOICES = [(book, choice) for book in book_names() for choice in choices(load_book(book))]


def accepts(book: str, choice: Choice, value: str, spot: str = "") -> bool:
    layout = load_book(book)
    try:
        change_setting(layout, default_settings(layout), f"{choice.name} {spot}".strip(), value)
    except SettingError:
        return False
    return True


def written(choice: Choice, number: int) -> str:
    return show_amount(number) if choice.kind == "amount" else str(number)


@pytest.mark.parametrize(("book", "choice"), CHOICES, ids=lambda each: getattr(each, "name", each))
def test_every_word_and_both_ends_of_a_range_are_accepted_and_nothing_beyond(book: str, choice: Choice) -> None:
    for spot in choice.spots[:3] or ("",):
        inside = [choice.default, *choice.words]
        beyond = ["nothing of the kind"]
        if choice.least is not None and choice.most is not None:
            inside += [written(choice, choice.least), written(choice, choice.most)]
            beyond += [written(choice, choice.least - 1), written(choice, choice.most + 1)]
        assert [value for value in inside if not accepts(book, choice, value, spot)] == []
        assert [value for value in beyond if accepts(book, choice, value, spot)] == []


@pytest.mark.parametrize("book", book_names())
def test_the_defaults_are_those_of_a_table_that_chooses_nothing(book: str) -> None:
    layout = load_book(book)
    settings = default_settings(layout)
    for choice in choices(layout):
        for spot in choice.spots or ("",):
            settings = change_setting(layout, settings, f"{choice.name} {spot}".strip(), choice.default)
    assert setting_pairs(layout, settings) == ()


@pytest.mark.parametrize("book", book_names())
def test_a_setting_that_is_not_offered_is_no_choice(book: str) -> None:
    layout = load_book(book)
    offered = {choice.name for choice in choices(layout)}
    settings = default_settings(layout)
    values = ("on", "up", "down", "seats", "none", *map(str, range(200)), *layout.by_id, *layout.rulebook.wager)
    for name in set(SETTING_NAMES) - offered:
        for value in values:
            try:
                changed = change_setting(layout, settings, name, value)
            except SettingError:
                continue
            assert changed == settings, (name, value)


def test_multiples_by_point_are_told_as_they_are_written() -> None:
    layout = load_book("exhibit-a")
    chosen = change_setting(layout, default_settings(layout), "odds", "4:3,5:4,6:5,8:5,9:4,10:3")
    odds = next(each for each in choices(layout, chosen) if each.name == "odds")
    assert odds.default == "4:3,5:4,6:5,8:5,9:4,10:3"
    assert change_setting(layout, default_settings(layout), "odds", odds.default) == chosen


def test_a_table_of_the_house_tells_its_own_defaults() -> None:
    layout = load_book("sentosa")
    chosen = change_setting(layout, default_settings(layout), "shooter", "seats")
    assert [each.default for each in choices(layout, chosen) if each.name == "shooter"] == ["seats"]
