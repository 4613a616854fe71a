"""Positions met in random games and in every case: they come again from text and decide as the table they stand for."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from comeout.dice import ROLLS
from comeout.replay.examples import replay_example
from comeout.replay.transcripts import replay_transcript
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, worked_examples
from comeout.table import messages as m
from comeout.table.apply import apply
from comeout.table.asking import Decided
from comeout.table.attendant import attend
from comeout.table.decide import decide
from comeout.table.messages import Command, Event, Rejected
from comeout.table.notation.position_text import parse_position, show_position
from comeout.table.notation.transcript import parse
from comeout.table.position import Position, position_of
from comeout.table.settlement import settle
from comeout.table.state import TableState
from comeout.table.table import Table
from tests.kit import players
from tests.kit.casebook import cases
from tests.kit.luck import Luck
from tests.kit.random_tables import again, random_tables

POSITIONS = int(os.getenv("COMEOUT_POSITIONS", "10000"))

OUTSIDE = (
    m.InvalidateOutcome,
    m.CorrectRoll,
    m.NoteError,
    m.DeclareMalfunction,
    m.RaiseDispute,
    m.RequestReview,
    m.DecideDispute,
    m.DecideMatter,
    m.DecideReview,
    m.NotifyInspector,
    m.CloseTable,
    m.ChooseDice,
    m.Sit,
)
"""Commands that need more than a position: they undo or correct, are about disputes, closing, dice, sitting down."""


def probes(luck: Luck, table: Table, seed: str) -> Iterator[Command]:
    """One thing of every kind that people may ask now; the luck of the game itself is left alone."""
    own, luck.random = luck.random, random.Random(seed)
    asked = [next(act(luck, table), None) for act in players.WEIGHTS]
    luck.random = own
    yield from (each for each in asked if isinstance(each, Command) and not isinstance(each, OUTSIDE))


def without_numbers(answer: Decided) -> object:
    """An answer without what is no part of a position: the number of the roll, and who stands first in a list."""
    return answer if isinstance(answer, Rejected) else [_plain(event) for event in answer]


def _plain(event: Event) -> object:
    if isinstance(event, m.RollSettled):
        return event._replace(
            number=0,
            lines=tuple(sorted(event.lines, key=lambda line: line[:2])),
            lapsed=tuple(sorted(event.lapsed)),
            warned=tuple(sorted(event.warned)),
        )
    return replace(event, lines=tuple(sorted(event.lines))) if isinstance(event, m.BetsReturned) else event


@pytest.mark.parametrize("book", book_names())
def test_the_state_of_a_position_decides_every_command_as_the_state_it_was_taken_from(book: str) -> None:
    for count, (luck, table) in enumerate(random_tables(book)):
        if count >= POSITIONS // 20:
            return
        layout, ours = table.layout, table.state
        theirs = again(table)
        line = str(position_of(ours))
        assert attend(layout, ours) == attend(layout, theirs), line
        for command in probes(luck, table, f"{book} {count}"):
            answer = decide(layout, ours, command)
            assert without_numbers(answer) == without_numbers(decide(layout, theirs, command)), (line, command)
            if not isinstance(answer, Rejected):
                assert after(table, ours, answer) == after(table, theirs, answer), (line, command)


def after(table: Table, state: TableState, events: Iterable[Event]) -> Position:
    tried = state.copy()
    for event in events:
        apply(table.layout, tried, event)
    return position_of(tried)


@pytest.mark.parametrize("book", book_names())
def test_every_roll_settles_a_position_as_it_settles_the_table(book: str) -> None:
    chance = random.Random(book)
    for count, (_, table) in enumerate(random_tables(book)):
        if count >= POSITIONS // 20:
            return
        theirs = again(table)
        for roll in chance.sample(ROLLS, 3):
            ours = settle(table.layout, table.state, roll)
            assert _plain(ours) == _plain(settle(table.layout, theirs, roll)), (str(position_of(table.state)), roll)


@pytest.mark.parametrize("book", book_names())
def test_the_position_of_a_state_that_was_made_from_it_is_the_same(book: str) -> None:
    for count, (_, table) in enumerate(random_tables(book)):
        if count >= POSITIONS // 20:
            return
        position = position_of(table.state)
        assert position_of(again(table)) == position
        assert hash(position) == hash(position_of(table.state))


# ------------------------------------------------------------------ as text


@pytest.mark.parametrize("book", book_names())
def test_positions_of_random_games_parse_back_to_themselves(book: str) -> None:
    wanted = POSITIONS // len(book_names())
    for count, (_, table) in enumerate(random_tables(book)):
        if count >= wanted:
            return
        assert_it_is_read_back(table.layout, table)


def assert_it_is_read_back(layout: Layout, table: Table) -> None:
    position = position_of(table.state)
    line = show_position(position)
    assert parse_position(line, layout) == position, line
    assert str(parse_position(line, layout)) == line


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every position that any table is in after a command or a roll, each read back as it comes."""
    lines: list[str] = []
    send, roll = Table.send, Table.roll

    def seen(table: Table) -> None:
        assert_it_is_read_back(table.layout, table)
        lines.append(show_position(position_of(table.state)))

    def sent(table: Table, *asked: object) -> object:
        answer = send(table, *asked)  # type: ignore[arg-type]
        seen(table)
        return answer

    def rolled(table: Table, *dice: int) -> object:
        answer = roll(table, *dice)
        seen(table)
        return answer

    monkeypatch.setattr(Table, "send", sent)
    monkeypatch.setattr(Table, "roll", rolled)
    return lines


@pytest.mark.parametrize("book", book_names())
def test_positions_of_every_case_and_worked_example_parse_back_to_themselves(book: str, watched: list[str]) -> None:
    for case in cases(book):
        assert replay_transcript(parse(case.text, book=book, first_line=case.line)).ok
    for example in worked_examples(book)["examples"]:
        assert replay_example(example, {}).ok
    assert len(set(watched)) > 100
