"""Strategies are read from texts, files and presets, and compiled once for a book and its values."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from comeout.lab.language.reader import MOST_TEXT, load_strategy, read_strategy, starter_text, strategy_names
from comeout.lab.session_rules import LabError
from comeout.rules.library import load_book

TEXT = "# Field bets.\nstrategy mine\nlet unit be 10\nlet odds be 2x\nalways: bet unit on field\n"
BOOK = load_book("sentosa")


def test_a_text_keeps_its_name_comment_digest_and_values() -> None:
    mine = read_strategy(TEXT)
    assert (mine.name, mine.about, mine.values) == ("mine", "Field bets.", {"unit": "10", "odds": "2x"})


def test_the_digest_tells_texts_and_values_apart_and_not_how_a_value_was_given() -> None:
    mine = read_strategy(TEXT)
    digests = {mine.digest(), mine.digest({"unit": "25"}), read_strategy(TEXT.replace("field", "eleven")).digest()}
    assert len(digests) == 3
    assert mine.digest() == mine.digest({"unit": 10_00}) == mine.digest({"unit": "$10"})


def test_a_comment_below_the_name_is_about_it_too() -> None:
    text = "strategy mine\n# One.\n# Two.\nalways: bet 10 on field  # three\n# Four."
    assert read_strategy(text).about == "One. Two."


def test_a_text_is_compiled_once_for_a_book_and_its_values() -> None:
    mine = read_strategy(TEXT)
    assert mine.on(BOOK) is read_strategy(TEXT).on(BOOK)
    assert mine.on(BOOK, {"unit": "25"}) is not mine.on(BOOK)
    assert mine.on(BOOK, {"unit": "25"}).values == {"unit": "25", "odds": "2x"}
    assert repr(mine.on(BOOK)) == "<TextStrategy mine at sentosa>"


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.strategy"
    path.write_text(TEXT, encoding="utf-8")
    assert load_strategy(path).name == load_strategy(str(path)).name == "mine"
    path.write_text("strategy mine\nalwys: bet 10 on field", encoding="utf-8")
    with pytest.raises(
        LabError, match=r'^mine.strategy, line 2, column 1: "alwys" is no moment; did you mean "always"'
    ):
        load_strategy(path)


def test_names_that_nothing_uses_are_told() -> None:
    text = """strategy mine
let unit be 10
let spare be 5
let odds be 2x
count hits: up when any roll
count idle: up when any roll
stage rich when up 9
ladder steps: 5, 6
  up when any roll
from 1 hits: bet unit on field
point on: take odds on pass"""
    assert read_strategy(text).unused == ("spare", "idle", "steps", "rich")
    assert [name for name in strategy_names() if load_strategy(name).unused] == []


def test_a_stage_that_rules_out_the_one_in_use_is_used() -> None:
    text = (
        "strategy mine\nstage hot when up 20\nstage cold when down 20\nstage calm otherwise\nstage cold: bet 5 on field"
    )
    assert read_strategy(text).unused == ("calm",)


def test_presets_are_loaded_by_name() -> None:
    assert load_strategy("iron-cross").file == "iron-cross.strategy"
    assert "three-point-molly" in strategy_names()


def test_what_is_not_there_or_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(LabError, match='there is no strategy "iron-cros", and no such file; did you mean "iron-cross"'):
        load_strategy("iron-cros")
    with pytest.raises(LabError, match="cannot be read: Is a directory"):
        load_strategy(tmp_path)
    binary = tmp_path / "odd.strategy"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LabError, match=r"odd.strategy is no text; a strategy is written in UTF-8"):
        load_strategy(binary)
    with pytest.raises(LabError, match="at most 262,144 characters"):
        read_strategy("#" * (MOST_TEXT + 1))


@pytest.mark.parametrize(
    ("asked", "name"), [("mine", "mine"), ("My Own 2", "my-own-2"), ("7 up!", "up"), ("{}", "my-own"), ("", "my-own")]
)
def test_a_new_strategy_begins_with_a_text_that_plays(asked: str, name: str) -> None:
    text = starter_text(asked)
    assert read_strategy(text).on(BOOK).name == name
    every = re.sub(r"^# (?=point|only|count|  |from|stop)", "", text, flags=re.MULTILINE)
    assert read_strategy(every).on(BOOK).remembers, "the examples in its comments can be read as well"


def test_a_byte_order_mark_is_no_part_of_a_text() -> None:
    assert read_strategy(f"\ufeff{TEXT}").digest() == read_strategy(TEXT).digest()


@pytest.mark.parametrize("dash", "\u2010\u2011\u2012\u2013\u2014\u2212")
def test_the_dashes_of_word_processors_are_hyphens(dash: str) -> None:
    text = f"strategy mine\ncome{dash}out: bet 10 on pass\n"
    assert read_strategy(text).program == read_strategy(text.replace(dash, "-")).program
