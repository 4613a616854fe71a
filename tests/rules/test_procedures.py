"""The procedures of a book as sentences: whatever is changed in one, some sentence changes with it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from comeout.rules.library import book_names, load_book
from comeout.rules.procedures import listed, percent, procedures
from comeout.rules.rulebook import Rulebook

LISTED_BY_THE_BETS = {"book", "wager", "look"}
"""The tables of a book that the list of bets tells, and the colours, which are no rule."""

WORDING = {"no_roll.fact", "no_roll.words", "no_roll.note"}
"""A ground's wording and its other names: two books may word the same ground differently."""

MOOT = {
    "chips.confirm",
    "interruption.line_bets",
    "dice.set_default",
    "dice.check_by",
    "no_roll.off_table",
    "shooter.order_reasons",
}
"""Fields that say nothing where another word of the same book rules them out; so does any field without a shooter."""


def told(book: Rulebook) -> list[str]:
    return [statement.text for section in procedures(book) for statement in section.statements]


@pytest.mark.parametrize("book", book_names())
def test_every_procedure_is_a_sentence_with_its_topic(book: str) -> None:
    for section in procedures(load_book(book).rulebook):
        topics = [statement.topic for statement in section.statements]
        assert len(topics) == len(set(topics)), section.title
        assert all(statement.text.endswith(".") for statement in section.statements)


@pytest.mark.parametrize(
    ("face", "opposite", "make"),
    [
        (0, 0, []),
        (0, 7, ["Dice have opposite sides adding up to 7."]),
        (187, 0, ["Dice have faces of at least 18.7 mm."]),
        (190, 7, ["Dice have faces of at least 19.0 mm and opposite sides adding up to 7."]),
    ],
)
def test_only_what_a_book_says_of_its_dice_is_told(face: int, opposite: int, make: list[str]) -> None:
    book = load_book("adelaide").rulebook
    dice = dataclasses.replace(book.dice, face_mm_tenths=face, opposite=opposite)
    assert [text for text in told(dataclasses.replace(book, dice=dice)) if text.startswith("Dice have")] == make


def replaced(book: Rulebook, section: str, value: Any) -> Rulebook:
    changes: dict[str, Any] = {section: value}
    return dataclasses.replace(book, **changes)


def other(value: Any) -> Any:
    """Another value of the same kind; words are tried one by one by the caller."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, Fraction):
        return value / 2
    if value and dataclasses.is_dataclass(value[0]):
        return value[1:]
    return ("dealer", "inspector") if value != ("dealer", "inspector") else ("dealer",)


def variants(rule: Any) -> list[tuple[str, Any]]:
    """The rule with one field changed, for every field that is not a citation."""
    hints = {name.rstrip("_"): hint for name, hint in type(rule).__annotations__.items()}
    found: list[tuple[str, Any]] = []
    for field in dataclasses.fields(rule):
        if field.name == "clause" or field.name.endswith("_clause"):
            continue
        value, hint = getattr(rule, field.name), str(hints[field.name.rstrip("_")])
        words = [word for word in hint.replace('"', "'").split("'")[1::2] if word != value] if "Literal" in hint else []
        if isinstance(value, str) and not words:
            words = [value + " again"]
        found += [(field.name, dataclasses.replace(rule, **{field.name: each})) for each in words or [other(value)]]
    return found


SECTIONS = [field.name for field in dataclasses.fields(Rulebook) if field.name not in LISTED_BY_THE_BETS]


@pytest.mark.parametrize("section", SECTIONS)
def test_no_procedure_of_a_book_goes_untold(section: str) -> None:
    """Whatever is changed in a procedure, some sentence changes with it: a diff of sentences misses nothing."""
    books = [book for book in (load_book(name).rulebook for name in book_names()) if getattr(book, section)]
    heard: dict[str, set[bool]] = {}
    for book in books:
        for field, value in changes_of(getattr(book, section)):
            moot = section == "shooter" and book.shooter.throws == "launcher" and field != "throws"
            if not moot:
                same = _same_sentences(book, replaced(book, section, value))
                heard.setdefault(f"{section}.{field}", set()).add(not same)
    assert books, f"no book of ours has [{section}]"
    assert {name for name, results in heard.items() if True not in results} <= WORDING
    assert {name for name, results in heard.items() if False in results} <= WORDING | MOOT


def changes_of(rule: Any) -> Iterator[tuple[str, Any]]:
    """A section with one field changed; of a list of grounds, one field of one ground."""
    if not isinstance(rule, tuple):
        yield from variants(rule)
        return
    for place, each in enumerate(rule):
        for field, changed in variants(each):
            yield field, (*rule[:place], changed, *rule[place + 1 :])


def _same_sentences(book: Rulebook, after: Rulebook) -> bool:
    def compared(rules: Rulebook) -> list[tuple[str, str]]:
        return [(each.topic, each.brief) for section in procedures(rules) for each in section.statements]

    return compared(book) == compared(after)


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_that_a_book_leaves_out_is_missed(section: str) -> None:
    for book in (load_book(name).rulebook for name in book_names()):
        empty = () if section == "no_roll" else None
        field = next(each for each in dataclasses.fields(Rulebook) if each.name == section)
        if getattr(book, section) and field.default is not dataclasses.MISSING:
            assert told(replaced(book, section, empty)) != told(book)


def test_an_unconfirmed_call_and_an_unclaimed_duty_are_told() -> None:
    book = load_book("sentosa").rulebook
    assert "A bet that is off may be called ON, without anyone's confirmation." in told(book)
    nobody = dataclasses.replace(book, no_rolls=dataclasses.replace(book.no_rolls, by=()))
    assert "Nobody calls it." in told(nobody)


def test_who_runs_the_table_is_told() -> None:
    named = told(load_book("sentosa").rulebook)
    assert 'The dealer opens betting with "Place your Bets, please".' in named
    assert "At the start the stickperson offers the dice to every player in turn." in named
    assert "Anyone assigned to it may act as the dealer, the pit supervisor or the pit manager." in named
    charged = "No charge is made on any bet but Buy Bet to Win and Buy Bet to Lose, and there at most 5%."
    assert charged in told(load_book("adelaide").rulebook)
    anyone = "The dealer, the stickperson or the boxperson"
    assert f"{anyone} settles them." in told(load_book("exhibit-a").rulebook)


def test_words_are_listed_as_a_person_lists_them() -> None:
    assert listed([]) == ""
    assert listed([4]) == "4"
    assert listed([4, 10]) == "4 and 10"
    assert listed([4, 5, 6], "or") == "4, 5 or 6"


def test_a_rate_is_a_percentage_where_it_is_a_whole_one() -> None:
    assert percent(load_book("adelaide").rulebook.wager["buy"].vigorish.rate) == "5%"  # type: ignore[union-attr]
    assert percent(Fraction(1, 3)) == "1/3"
