"""Texts that cannot be read: every error has its line and column, says what is wrong, and suggests what to write."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from comeout.lab.language.parser import parse_program
from comeout.lab.language.reader import load_strategy, read_strategy, strategy_names
from comeout.lab.language.syntax import BetAct, MomentRule
from comeout.lab.language.text_errors import NotInBook, StrategyTextError
from comeout.rules.library import load_book

BOOK = load_book("exhibit-a")
WRONG = [
    (text.rstrip("\n"), expected)
    for expected, text in re.findall(
        r"^==> (.*)\n((?:(?!==>).*\n?)*)",
        (Path(__file__).parent / "wrong.txt").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
]
"""What people write by mistake, and the sentence that answers it: line, column, problem; suggestion."""


@pytest.mark.parametrize(("text", "expected"), WRONG, ids=[expected for _, expected in WRONG])
def test_a_wrong_text_is_answered_with_its_place_and_a_suggestion(text: str, expected: str) -> None:
    with pytest.raises(StrategyTextError) as bad:
        read_strategy(text).on(BOOK)
    assert str(bad.value) == expected
    assert bad.value.hint
    assert expected == f"line {bad.value.line}, column {bad.value.column}: {bad.value.problem}; {bad.value.hint}"


def test_there_are_more_than_sixty_of_them_all_different() -> None:
    assert len({expected.partition(": ")[2] for _, expected in WRONG}) > 90


@pytest.mark.parametrize(("text", "expected"), WRONG, ids=[expected for _, expected in WRONG])
def test_the_place_of_an_error_is_in_the_text(text: str, expected: str) -> None:
    with pytest.raises(StrategyTextError) as bad:
        read_strategy(text).on(BOOK)
    lines = text.splitlines()
    assert 1 <= bad.value.line <= len(lines)
    assert 1 <= bad.value.column <= len(lines[bad.value.line - 1]) + 1
    quoted = re.match(r'"([^"]+)"(:| has| begins| is n)', bad.value.problem)
    if quoted:
        assert lines[bad.value.line - 1][bad.value.column - 1 :].startswith(quoted[1]), expected


def test_an_error_names_its_file_and_marks_its_place() -> None:
    text = "strategy mine\ncome-out: bett 10 on pass"
    with pytest.raises(StrategyTextError) as bad:
        read_strategy(text, file="mine.strategy")
    assert str(bad.value).startswith('mine.strategy, line 2, column 11: "bett"')
    assert bad.value.marked(text) == "come-out: bett 10 on pass\n          ^"


def test_an_empty_text_is_no_strategy() -> None:
    with pytest.raises(StrategyTextError, match='line 1, column 1: there is no strategy in it; begin with "strategy'):
        read_strategy("")


def test_a_wager_that_only_other_books_have_is_an_error_of_the_book() -> None:
    text = read_strategy("strategy mine\nalways: bet 10 on buy 4")
    with pytest.raises(NotInBook, match=r'exhibit-a has no bet "buy 4".*adelaide and sentosa have it'):
        text.on(BOOK)
    assert text.on(load_book("sentosa")).name == "mine"


def test_words_are_read_whatever_their_case_spacing_and_articles() -> None:
    loose = "STRATEGY Mine  # a comment\n\nThe point  is on:  bet $12 on the place 6 and the 8,\n"
    loose += "    bet 5 on Don\u2019t Come"
    plain = "strategy mine\npoint on: bet 12 on place 6 and 8, bet 5 on don't come"
    bets = [
        [(act.verb, act.sum.cents, act.target.name.text) for act in rule.acts if isinstance(act, BetAct)]
        for text in (loose, plain)
        for rule in parse_program(text).rules
        if isinstance(rule, MomentRule)
    ]
    assert bets == 2 * [[("bet", 12_00, "place 6 and 8"), ("bet", 5_00, "don't come")]]


def mutated(chance: random.Random, text: str) -> str:
    """A text with a few words swapped, left out, doubled or torn."""
    words = re.split(r"(\s+)", text)
    for _ in range(chance.randint(1, 3)):
        place, other = chance.randrange(len(words)), chance.randrange(len(words))
        kind = chance.randrange(5)
        if kind == 0:
            words[place], words[other] = words[other], words[place]
        elif kind == 1:
            words[place] = ""
        elif kind == 2:
            words[place] = words[other]
        elif kind == 3:
            words[place] = words[place][: chance.randint(0, 3)] + chance.choice(",:()-#.$x'\n 60")
        else:
            words[place] += "\n" + "  " * chance.randint(0, 1)
    return "".join(words)


def test_no_text_whatever_raises_anything_but_our_errors() -> None:
    chance = random.Random(14)
    found: set[tuple[int, int]] = set()
    texts = [load_strategy(name).text for name in strategy_names()] * 4 + [text for text, _ in WRONG]
    read = 0
    for _ in range(1500):
        try:
            read_strategy(mutated(chance, chance.choice(texts))).on(BOOK)
            read += 1
        except StrategyTextError as bad:
            found.add((bad.line, bad.column))
    assert read > 20
    assert min(found) >= (1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "not " * 5000 + "come-out: bet 10 on pass",
        "(" * 5000 + "come-out",
        "after " * 5000 + "pass wins: bet 10 on pass",
        "point is " + "9" * 5000 + ": bet 10 on field",
        "point on: take " + "9" * 5000 + "x odds on pass",
        "point on: bet " + "9" * 5000 + " on pass",
        "point on: bet 10 on " + "place " * 5000,
        "point on: bet 10 on " + "x" * 50000,
        "by rack: " + "9" * 5000 + "-\n  bet on pass 10",
        "\x00\x01\u2028\ud800",
    ],
)
def test_a_text_that_is_too_large_or_too_deep_is_answered_in_a_short_sentence(text: str) -> None:
    with pytest.raises(StrategyTextError) as bad:
        read_strategy(f"strategy mine\n{text}").on(BOOK)
    assert len(str(bad.value)) < 250
