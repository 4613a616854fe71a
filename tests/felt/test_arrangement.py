"""A book is arranged in every shape: boxes, columns and pucks lie where the drawing has room for them."""

from __future__ import annotations

import pytest

from comeout.felt.arrangement import arrange, boxes
from comeout.felt.sizes import SIZES, Shape
from comeout.rules.library import book_names, load_book


@pytest.mark.parametrize("book", book_names())
@pytest.mark.parametrize("shape", SIZES)
def test_every_box_and_puck_lies_on_the_drawing(book: str, shape: Shape) -> None:
    felt = arrange(load_book(book), shape=shape)
    for box in felt.boxes.values():
        assert 0 <= box.rect.x < box.rect.right <= felt.sizes.width
        assert 0 <= box.rect.y < box.rect.bottom <= felt.height
    for x, y in felt.pucks.values():
        assert 0 <= x <= felt.sizes.width
        assert 0 <= y <= felt.height


def test_the_puck_has_a_place_for_every_point_and_one_where_it_is_off() -> None:
    felt = arrange(load_book("sentosa"))
    assert sorted(felt.pucks) == [0, 4, 5, 6, 8, 9, 10]
    assert all(felt.columns[n].x <= felt.pucks[n][0] <= felt.columns[n].right for n in felt.columns)
    assert arrange(load_book("sentosa"), shape="centre").pucks == {}


def test_wing_and_centre_share_the_spots_of_the_whole() -> None:
    whole, wing, centre = (set(boxes("sentosa", shape=shape)) for shape in ("wide", "wing", "centre"))
    assert wing | centre == whole
    assert not wing & centre


def test_faces_lie_in_their_columns() -> None:
    felt = arrange(load_book("adelaide"))
    for number, face in felt.faces.items():
        column = felt.columns[number]
        assert column.x <= face.x
        assert face.right <= column.right
