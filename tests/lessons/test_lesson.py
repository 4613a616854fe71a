"""Each lesson is played at a real table: its bets are accepted, its dice fit, and its words are true."""

from __future__ import annotations

import re

import pytest

from comeout import Table
from comeout.lessons.lesson import ORDER, TEXTS, Lesson, NoSuchLesson, lesson_called, lessons, step_at


def test_every_text_is_a_lesson_and_the_first_is_offered_first() -> None:
    assert {entry.name for entry in TEXTS.iterdir()} == {f"{name}.toml" for name in ORDER}
    assert [lesson.id for lesson in lessons()] == list(ORDER)
    assert lesson_called("first-hand").spots == ("pass", "pass-odds"), "the first felt is almost empty"


def test_a_lesson_that_does_not_exist_is_one_sentence_with_the_nearest() -> None:
    with pytest.raises(NoSuchLesson, match=r'there is no lesson "first-hnd"; did you mean "first-hand"\?'):
        lesson_called("first-hnd")


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_a_lesson_can_be_played_as_it_says(lesson: Lesson) -> None:
    table = Table(lesson.book, settings=dict(lesson.settings))
    seat = table.sit("Ann", lesson.rack)
    assert set(lesson.spots) <= {spot.id for spot in table.layout.spots}
    for step in lesson.steps:
        if step.dice:
            rolled = table.roll(*step.dice)
            assert (rolled.net.get(seat, 0), table.point or 0) == (step.brings, step.point), step.says
        else:
            table.bet(seat, step.spot, step.cents).or_raise()


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_the_words_of_a_lesson_are_true_of_the_roll_before_them(lesson: Lesson) -> None:
    said = [*(step.says for step in lesson.steps[1:]), lesson.done]
    for step, words in zip(lesson.steps, said, strict=True):
        if step.brings > 0:
            assert re.search(rf"\b{step.brings // 100}\b|made", words) or words == lesson.done, words
        named = re.search(r"[Tt]he point is (?:still )?(\d+)|(\w+) is the point now", words)
        if named and named[1]:
            assert int(named[1]) == step.point, words


def test_the_first_hand_shows_a_natural_a_point_odds_and_a_seven_out() -> None:
    brought = [step.brings for step in lesson_called("first-hand").steps if step.brings]
    assert brought == [10_00, 10_00, 34_00, -10_00]


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_the_step_that_a_player_is_at_follows_from_the_dice_and_the_bets_on_the_felt(lesson: Lesson) -> None:
    table = Table(lesson.book, settings=dict(lesson.settings))
    seat = table.sit("Ann", lesson.rack)
    throws, found = 0, []
    for step in lesson.steps:
        on_felt = {bet.spot: bet.amount for each in table.position.seats for bet in each.bets}
        found.append(step_at(lesson, throws, on_felt))
        if step.dice:
            table.roll(*step.dice)
            throws += 1
        else:
            table.bet(seat, step.spot, step.cents).or_raise()
    assert found == list(range(len(lesson.steps)))
    assert step_at(lesson, throws, {}) == len(lesson.steps), "the lesson is over"
