"""Draws the layout of a book as an SVG picture, from the book's data alone, and says where each box lies."""

from comeout.felt.arrangement import boxes
from comeout.felt.box import Box, Rect
from comeout.felt.draw import draw_felt
from comeout.felt.sizes import Shape

__all__ = ["Box", "Rect", "Shape", "boxes", "draw_felt"]
