"""The twenty presets: read from their files, they play as their twins in Python do, where the book has their bets."""

from __future__ import annotations

import pytest

from comeout import Dice
from comeout.lab.language.reader import load_strategy, strategy_names
from comeout.lab.language.text_errors import NotInBook
from comeout.rules.library import book_names, load_book
from tests.kit.lab_table import play_rolls
from tests.kit.preset_strategies import IN_PYTHON

REFUSED = {
    ("horn-every-roll", "evolution"),
    *(("exhibit-a-lay-5-9", book) for book in book_names() if book != "exhibit-a"),
}
BANKROLLS = (37_00, 300_00, 10_000_00)


def test_the_presets_are_the_twenty_that_are_also_written_in_python() -> None:
    assert strategy_names() == tuple(IN_PYTHON)
    assert len(IN_PYTHON) == 20
    for name in strategy_names():
        preset = load_strategy(name)
        assert preset.name == name
        assert preset.about.endswith(".")


@pytest.mark.parametrize("book", book_names())
@pytest.mark.parametrize("name", strategy_names())
def test_a_preset_brings_the_same_money_at_every_roll_as_its_twin_in_python(name: str, book: str) -> None:
    layout = load_book(book)
    if (name, book) in REFUSED:
        with pytest.raises(NotInBook, match=rf"{name}.strategy, line \d, column \d+: .*{book}"):
            load_strategy(name).on(layout)
        return
    strategy = load_strategy(name).on(layout)
    for bankroll in BANKROLLS:
        rolls = Dice(seed=bankroll).take(120)
        read, written = (play_rolls(each, layout, rolls, bankroll) for each in (strategy, IN_PYTHON[name]))
        assert read.wealth == written.wealth
        assert read.bets == written.bets
        assert any(read.bets)


def test_a_book_that_lacks_the_horn_names_it_and_the_books_that_have_it() -> None:
    with pytest.raises(NotInBook) as bad:
        load_strategy("horn-every-roll").on(load_book("evolution"))
    assert bad.value.problem == (
        'evolution has no bet "horn", so horn-every-roll cannot be played there; '
        "adelaide, exhibit-a and sentosa have it"
    )


@pytest.mark.parametrize("name", strategy_names())
def test_values_of_a_preset_can_be_given(name: str) -> None:
    preset = load_strategy(name)
    layout = load_book("exhibit-a" if "exhibit-a" in name else "sentosa")
    for value, now in preset.values.items():
        other = preset.on(layout, {value: "1x" if "x" in now else "40"})
        assert other.values != preset.on(layout).values
        rolls = Dice(seed=5).take(60)
        assert play_rolls(other, layout, rolls).wealth != play_rolls(preset.on(layout), layout, rolls).wealth
