"""What the words of a row mean for one roll: seven, point, number, hard, easy and the rest."""

from __future__ import annotations

import pytest

from comeout.rules.conditions import FACES, holds
from comeout.rules.wagers import Row


def totals(row: Row, *, number: int | None = None, in_box: bool = False, point: int = 0) -> set[tuple[int, bool]]:
    return {(roll.total, roll.hard) for roll in holds(row, number=number, in_box=in_box, point=point)}


def row(roll: tuple[int, ...] | str, **words: object) -> Row:
    return Row(roll=roll, then="win", clause="1", **words)  # type: ignore[arg-type]


def test_a_book_tells_fifteen_faces_apart() -> None:
    assert len(FACES) == 15
    assert {(face.total, face.hard) for face in FACES} >= {(8, True), (8, False), (2, False), (7, False)}


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("seven", {(7, False)}),
        ("number", {(8, True), (8, False)}),
        ("hard", {(8, True)}),
        ("easy", {(8, False)}),
        ("point", {(6, True), (6, False)}),
        ((2, 12), {(2, False), (12, False)}),
    ],
)
def test_a_word_means_these_faces_for_a_bet_on_eight_with_the_puck_on_six(
    word: tuple[int, ...] | str, wanted: set[tuple[int, bool]]
) -> None:
    assert totals(row(word), number=8, point=6) == wanted


def test_any_is_every_face_and_other_is_all_but_seven_and_the_number() -> None:
    assert totals(row("any"), number=8) == {(face.total, face.hard) for face in FACES}
    assert totals(row("other"), number=8) == {(face.total, face.hard) for face in FACES if face.total not in (7, 8)}


def test_a_bet_without_a_number_of_its_own_has_the_point() -> None:
    assert totals(row("number"), point=9) == {(9, False)}


def test_a_row_holds_only_with_its_puck_at_its_stage_and_for_its_numbers() -> None:
    assert not totals(row("seven", puck="on"), point=0)
    assert totals(row("seven", puck="on"), point=6)
    assert not totals(row("seven", puck="off"), point=6)
    assert not totals(row("seven", stage="box"), in_box=False)
    assert totals(row("seven", stage="box"), in_box=True)
    assert not totals(row("seven", number=(4, 10)), number=6)
    assert totals(row("seven", number=(4, 10)), number=4)
