"""Pictures for notebooks: rules and tables request theirs here, and the package itself sets the function that draws.

This is a module of its own so that no module with rules has to import the drawing.
"""

from __future__ import annotations

from collections.abc import Callable

_painter: Callable[..., str] | None = None


def drawn_by(painter: Callable[..., str]) -> None:
    """Set the function that draws all pictures. It takes the same arguments as `comeout.draw_felt`."""
    global _painter
    _painter = painter


def picture(layout: object, **shown: object) -> str:
    """Return a layout as SVG, with the puck and the chips to show on it."""
    assert _painter, "the front of the package names the painter when it is imported"
    return _painter(layout, **shown)
