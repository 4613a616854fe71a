"""Pictures: whoever asks for one does not know who draws it."""

from __future__ import annotations

import pytest

import comeout
from comeout import pictures


def test_the_front_of_the_package_has_pictures_drawn_as_felts() -> None:
    layout = comeout.load_book(comeout.book_names()[0])
    assert pictures.picture(layout, point=6, show_puck=True) == comeout.draw_felt(layout, point=6, show_puck=True)


def test_a_picture_is_drawn_by_whoever_was_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_painter", None)
    pictures.drawn_by(lambda layout, **shown: f"{layout} {shown}")
    assert pictures.picture("felt", point=4) == "felt {'point': 4}"
