"""Pictures for notebooks: rules and tables ask for theirs here, and the front of the package says who draws it.

It stands by itself, however small, so that no room that decides has to import the room that draws.
"""

from __future__ import annotations

from collections.abc import Callable

_painter: Callable[..., str] | None = None


def drawn_by(painter: Callable[..., str]) -> None:
    """Have all pictures drawn by this function, which takes what `comeout.draw_felt` takes."""
    global _painter
    _painter = painter


def picture(layout: object, **shown: object) -> str:
    """A layout as SVG, with the puck and the chips that are to be shown on it."""
    assert _painter, "the front of the package names the painter when it is imported"
    return _painter(layout, **shown)
