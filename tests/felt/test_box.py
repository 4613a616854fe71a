"""Rectangles of the felt: parts, columns, and where the chips of a box go."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest

from comeout.felt.box import Box, BoxKind, Rect
from comeout.rules.library import load_book

RECT = Rect(10, 20, 100, 50)


def test_a_rectangle_knows_its_edges_and_its_centre() -> None:
    assert (RECT.right, RECT.bottom, RECT.centre) == (110, 70, (60, 45))


def test_a_rectangle_is_cut_by_distance_and_by_percent() -> None:
    assert RECT.inset(5, 10) == Rect(15, 30, 90, 30)
    assert RECT.middle(20) == Rect(10, 35, 100, 20)
    assert RECT.middle(80) == RECT
    assert RECT.part(left=50, top=50) == Rect(60, 45, 50, 25)


def test_chips_lie_under_the_words_of_a_box_that_is_too_narrow_for_both() -> None:
    spot = load_book("sentosa").by_id["place-6"]
    wide, narrow = (Box(spot, "face", Rect(0, 0, width, 100)) for width in (90, 89))
    assert (wide.narrow, narrow.narrow) == (False, True)
    assert wide.chips.x >= wide.rect.w // 2
    assert narrow.chips.y >= narrow.rect.h // 3
    assert not Box(spot, "dice", Rect(0, 0, 50, 100)).narrow, "only numbers and strips have room under their words"


@pytest.mark.parametrize("count", [1, 3, 7])
def test_columns_fill_the_rectangle_without_gap_or_overlap(count: int) -> None:
    columns = RECT.columns(count)
    assert len(columns) == count
    assert (columns[0].x, columns[-1].right) == (RECT.x, RECT.right)
    assert all(left.right == right.x for left, right in pairwise(columns))


@pytest.mark.parametrize("kind", get_args(BoxKind))
def test_chips_lie_inside_their_box(kind: BoxKind) -> None:
    box = Box(load_book("sentosa").by_id["field"], kind, RECT)
    chips = box.chips
    assert RECT.x <= chips.x <= chips.right <= RECT.right
    assert RECT.y <= chips.y <= chips.bottom <= RECT.bottom
    assert chips.w * chips.h > 0
