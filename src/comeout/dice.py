"""Two dice: the thirty-six rolls, numbered, with nothing random in them."""

from __future__ import annotations

from typing import NamedTuple


class Roll(NamedTuple):
    """One throw, left die and right die as they lie."""

    a: int
    b: int

    @property
    def total(self) -> int:
        """The sum of the two faces."""
        return self.a + self.b

    @property
    def hard(self) -> bool:
        """Whether it is a pair whose total also comes the easy way: 2-2, 3-3, 4-4 and 5-5."""
        return self.a == self.b and 2 < self.total < 12

    @property
    def place(self) -> int:
        """The index of the roll among the thirty-six."""
        return (self.a - 1) * 6 + self.b - 1

    def __str__(self) -> str:
        return f"{self.a}-{self.b}"


ROLLS: tuple[Roll, ...] = tuple(Roll(a, b) for a in range(1, 7) for b in range(1, 7))
"""All thirty-six rolls, by index."""


ALIKE: dict[Roll, tuple[Roll, ...]] = {
    roll: tuple(each for each in ROLLS if (each.total, each.hard) == (roll.total, roll.hard)) for roll in ROLLS
}
"""The rolls of the same total that are hard or easy alike: no book tells them apart."""

_KNOWN = frozenset(ROLLS)


def is_roll(value: object) -> bool:
    """Return whether a value is two faces from 1 to 6, in any sequence."""
    if type(value) is Roll:
        return type(value.a) is int and type(value.b) is int and value in _KNOWN
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return False
    return all(type(face) is int and 1 <= face <= 6 for face in value)


def parse_roll(text: str) -> Roll:
    """Parse "3-4"; anything else is a ValueError that says what is accepted."""
    faces = text.split("-")
    if len(faces) == 2 and all(len(face) == 1 and face in "123456" for face in faces):
        return Roll(int(faces[0]), int(faces[1]))
    raise ValueError(f'"{text}" is not a roll; write the two faces like 3-4')
