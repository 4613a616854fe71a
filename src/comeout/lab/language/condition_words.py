"""Words for conditions: moments and events as a sentence of plain English has them."""

from __future__ import annotations

import re

from comeout.lab.language.let_values import LetValues
from comeout.lab.language.syntax import (
    BOX_NUMBERS,
    Always,
    BetEnds,
    BetWords,
    Both,
    Condition,
    CountIs,
    Either,
    HowMany,
    InARow,
    InStage,
    IsUp,
    JustAfter,
    LastStep,
    LiesAt,
    Negated,
    NumberTest,
    PointChanges,
    ProfitIs,
    PuckIs,
    RackCovers,
    Rolled,
    ShooterGone,
    ShooterProfitIs,
    StepIs,
)
from comeout.money import show_money
from comeout.rules.procedures import listed

_ENDS = {"won": "wins", "lost": "loses", "returned": "pushes"}


def condition_words(when: Condition, values: LetValues) -> str:
    """A condition in words."""
    if isinstance(when, (Both, Either)):
        word = " and " if isinstance(when, Both) else " or "
        return word.join(_inner(part, values) for part in when.parts)
    if isinstance(when, Negated):
        return _negated(when.part, values)
    if isinstance(when, (ProfitIs, ShooterProfitIs, RackCovers)):
        return _money(when, values)
    if isinstance(when, LiesAt):
        return f"exactly {show_money(values.cents(when.sum))} lies on {_name(when.name)}"
    if isinstance(when, JustAfter):
        return f"{condition_words(when.event, values)} on the last roll"
    return _event(when) or _moment(when)


def _inner(part: Condition, values: LetValues) -> str:
    words = condition_words(part, values)
    return f"({words})" if isinstance(part, (Both, Either)) else words


def _negated(part: Condition, values: LetValues) -> str:
    if isinstance(part, IsUp) and not part.name:
        return "nothing is up"
    if isinstance(part, IsUp) and " or " not in _name(part.name):
        return f"{_name(part.name)} is not up"
    if isinstance(part, PuckIs) and part.numbers and part.numbers != BOX_NUMBERS:
        return f"the point is not {_choice(part.numbers)}"
    return f"not ({condition_words(part, values)})"


def _money(when: ProfitIs | ShooterProfitIs | RackCovers, values: LetValues) -> str:
    amount = show_money(values.cents(when.sum))
    if isinstance(when, RackCovers):
        return f"the rack holds at least {amount}"
    if isinstance(when, ProfitIs):
        return f"the session has {'lost' if when.down else 'won'} at least {amount}"
    relation = {"up": "up at least", "down": "down at least", "above": "above", "below": "below"}[when.relation]
    return f"the money of this shooter is {relation} {amount}"


def _moment(when: Condition) -> str:
    if isinstance(when, Always):
        return "always"
    if isinstance(when, PuckIs):
        return _puck(when.numbers)
    if isinstance(when, HowMany):
        return _how_many(when)
    if isinstance(when, IsUp):
        where = "in transit" if when.in_transit else "up"
        return f"{_name(when.name)} is {where}" if when.name else "something is up"
    if isinstance(when, CountIs):
        return f"{when.counted} is {_compared(when.compared)}"
    if isinstance(when, StepIs):
        return f"{when.ladder} is on {'its last step' if when.step < 0 else f'step {when.step}'}"
    if isinstance(when, InStage):
        return f"it is in stage {when.stage}"
    assert isinstance(when, InARow)
    return f"{_name(when.name)} has {when.outcome} {when.least} times in a row"


def _puck(numbers: tuple[int, ...]) -> str:
    if not numbers:
        return "it is the come-out"
    return "the point is on" if numbers == BOX_NUMBERS else f"the point is {_choice(numbers)}"


def _how_many(when: HowMany) -> str:
    few = when.compared.relation == "at most"
    many = f"fewer than {when.compared.numbers[0] + 1}" if few else _compared(when.compared)
    if when.of == "bets":
        return f"{many} {when.name.text} bets are up, one in transit included"
    return f"{when.name.text} bets stand on {many} numbers{', the point included' if when.point_counts else ''}"


def _event(when: Condition) -> str:
    """An event in words; nothing for a moment."""
    if isinstance(when, BetEnds):
        return f"{_name(when.name)} {_ENDS[when.outcome]}"
    if isinstance(when, ShooterGone):
        return "the shooter sevens out"
    if isinstance(when, PointChanges):
        return "the point is made" if when.made else "a point is set"
    if isinstance(when, Rolled):
        return f"{_choice(when.totals)} is rolled" if when.totals else "the dice are rolled"
    return "it would go above its last step" if isinstance(when, LastStep) else ""


def _name(name: BetWords | None) -> str:
    """A bet in words; of several numbers, any will do."""
    return re.sub(r"(?<=\d) and (?=\d)", " or ", name.text) if name and name.text else "it"


def _choice(numbers: tuple[int, ...]) -> str:
    return listed([str(number) for number in numbers], "or")


def _compared(compared: NumberTest) -> str:
    numbers = _choice(compared.numbers)
    return numbers if compared.relation == "is" else f"{compared.relation.removeprefix('is ')} {numbers}"
