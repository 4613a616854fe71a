"""The layout of a book as a picture: SVG text made from the book's data alone, and where each box lies."""

from comeout.felt.arrangement import boxes
from comeout.felt.box import Box, Rect
from comeout.felt.draw import draw_felt
from comeout.felt.sizes import Shape

__all__ = ["Box", "Rect", "Shape", "boxes", "draw_felt"]
