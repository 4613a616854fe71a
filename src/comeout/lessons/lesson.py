"""A lesson: what the player does step by step, what each step says, and the dice that fall. Read from `texts/`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Literal

from comeout.dice import Roll
from comeout.errors import ComeoutError, nearest
from comeout.frozen import dataclass
from comeout.money import Amount

TEXTS = resources.files(__package__) / "texts"

ORDER = ("first-hand", "place-numbers", "come-bets", "against-the-shooter")
"""The lessons in the order in which they are taken; each builds on those before it."""

OVER = "this lesson is over; take the next one, or play at a table"
"""Why a lesson takes neither a bet nor a roll after its last throw."""


class NoSuchLesson(ComeoutError, LookupError):
    """There is no lesson of this name."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson: the player makes a bet, or rolls."""

    does: Literal["bet", "roll"]
    says: str
    spot: str = ""
    cents: Amount = 0
    dice: Roll | None = None
    brings: Amount = 0
    """What the roll wins or loses for the player; the words of the next step rely on it."""
    point: int = 0
    """The point after the roll."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson, the book and the chips it is played with, and its steps."""

    id: str
    title: str
    summary: str
    book: str
    rack: Amount
    settings: Mapping[str, str]
    shows: tuple[str, ...]
    """The spots on the felt besides those that a step bets on."""
    steps: tuple[Step, ...]
    done: str
    """What is said at the end."""

    @property
    def dice(self) -> tuple[Roll, ...]:
        """The rolls of the lesson, in order."""
        return tuple(step.dice for step in self.steps if step.dice)

    def spots_until(self, number: int) -> tuple[str, ...]:
        """The spots that the felt shows at a step: it grows from bet to bet, and is whole after the last step."""
        if number >= len(self.steps):
            return self.spots
        seen = [step.spot for step in self.steps[: number + 1] if step.spot]
        return tuple(dict.fromkeys((*seen, *self.shows)))

    @property
    def spots(self) -> tuple[str, ...]:
        """Every spot that the felt of this lesson shows."""
        return tuple(dict.fromkeys((*(step.spot for step in self.steps if step.spot), *self.shows)))


@cache
def lesson_called(name: str) -> Lesson:
    """Return a lesson by its id.

    >>> lesson_called("first-hand").title
    'Your first hand'
    """
    if name not in ORDER:
        raise NoSuchLesson(f'there is no lesson "{name[:40]}"; {nearest(name, ORDER)}')
    row = tomllib.loads((TEXTS / f"{name}.toml").read_text(encoding="utf-8"))
    steps = tuple(_step(**each) for each in row.pop("step"))
    return Lesson(id=name, steps=steps, shows=tuple(row.pop("shows", ())), **row)


def _step(says: str, *, bet: str = "", roll: Sequence[int] = (), **more: Any) -> Step:
    if roll:
        return Step("roll", says, dice=Roll(*roll), **more)
    return Step("bet", says, spot=bet, **more)


def step_at(lesson: Lesson, throws: int, bets: Mapping[str, Amount]) -> int:
    """Return the number of the step that a player is at, from the dice thrown so far and the bets on the felt.

    A bet counts as made once the dice have been thrown after it. After the last step the number of steps is returned.

    >>> first_hand = lesson_called("first-hand")
    >>> step_at(first_hand, 0, {}), step_at(first_hand, 0, {"pass": 10_00}), step_at(first_hand, 1, {})
    (0, 1, 2)
    """
    rolls = 0
    for number, step in enumerate(lesson.steps):
        if step.does == "roll":
            rolls += 1
        done = rolls <= throws if step.does == "roll" else rolls < throws or bool(bets.get(step.spot))
        if not done:
            return number
    return len(lesson.steps)


def is_over(lesson: Lesson, throws: int) -> bool:
    """Return whether all the dice of a lesson have fallen.

    >>> [is_over(lesson_called("come-bets"), throws) for throws in (4, 5)]
    [False, True]
    """
    return throws >= len(lesson.dice)


def after(lesson: Lesson) -> Lesson | None:
    """Return the next lesson; None after the last."""
    later = ORDER[ORDER.index(lesson.id) + 1 :]
    return lesson_called(later[0]) if later else None


def lessons() -> tuple[Lesson, ...]:
    """Return all lessons in order."""
    return tuple(lesson_called(name) for name in ORDER)
