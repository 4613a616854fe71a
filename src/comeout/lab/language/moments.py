"""Moments: conditions of a strategy's text as functions of the view and the memory, made once for a book."""

from __future__ import annotations

from collections.abc import Callable

from comeout.lab.language.let_values import LetValues
from comeout.lab.language.memory_plan import EVENTS, MemoryPlan, nodes
from comeout.lab.language.recollection import Slots
from comeout.lab.language.syntax import (
    BOX_NUMBERS,
    Always,
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
    LiesAt,
    Negated,
    ProfitIs,
    PuckIs,
    RackCovers,
    ShooterProfitIs,
    Stage,
    StepIs,
)
from comeout.lab.language.text_errors import StrategyTextError
from comeout.lab.view import View

LINE_BETS = ("pass", "dont-pass")
"""The bets that a point is covered by."""

MomentTest = Callable[[View, Slots], bool]
"""Whether a condition holds before a roll."""


class Moments:
    """Compiles conditions for one book."""

    def __init__(self, plan: MemoryPlan, values: LetValues, stages: tuple[Stage, ...]) -> None:
        self._plan, self._values, self._stages = plan, values, stages

    def test(self, when: Condition, it: str = "") -> MomentTest:
        """Whether a condition holds; `it` is the bet that a condition about each bet is asked for."""
        if isinstance(when, Both):
            parts = [self.test(part, it) for part in when.parts]
            return lambda view, memory: all(part(view, memory) for part in parts)
        if isinstance(when, Either):
            parts = [self.test(part, it) for part in when.parts]
            return lambda view, memory: any(part(view, memory) for part in parts)
        if isinstance(when, Negated):
            inner = self.test(when.part, it)
            return lambda view, memory: not inner(view, memory)
        if isinstance(when, (CountIs, StepIs)):
            remembered = self._plan.remembered(when, it)
            return lambda _view, memory: remembered(memory)
        if isinstance(when, EVENTS):
            hint = 'say "after" before it, or count it'
            raise StrategyTextError("this happens on a roll, and a moment is before one", when.at, hint=hint)
        if isinstance(when, (JustAfter, InARow, ShooterProfitIs)):
            return self._remembered(when, it)
        return self._seen(when, it)

    def _seen(self, when: Condition, it: str) -> MomentTest:
        """What the table itself shows."""
        if isinstance(when, Always):
            return lambda _view, _memory: True
        if isinstance(when, PuckIs):
            return _puck(when.numbers)
        if isinstance(when, HowMany):
            return self._standing(when)
        if isinstance(when, IsUp):
            return self._is_up(when, it)
        if isinstance(when, LiesAt):
            lying, exactly = self._bets(when.name, it), self._values.cents(when.sum)
            return lambda view, _memory: any(view.bet(spot) == exactly for spot in lying)
        if isinstance(when, InStage):
            return self._in_stage(when)
        if isinstance(when, RackCovers):
            covered = self._values.cents(when.sum)
            return lambda view, _memory: view.covers(covered)
        assert isinstance(when, ProfitIs)
        amount = self._values.cents(when.sum)
        if when.down:
            return lambda view, _memory: not view.up(1 - amount)
        return lambda view, _memory: view.up(amount)

    # -------------------------------------------------------------- bets

    def _standing(self, when: HowMany) -> MomentTest:
        holds = when.compared.holds
        if when.of == "bets":
            lying = self._plan.spots.about(when.name)
            return lambda view, _memory: holds(sum([view.bet(spot) > 0 for spot in lying]))
        spots = [(spot.id, spot.number) for spot in self._plan.spots.numbers(when.name)]
        if not when.point_counts:
            return lambda view, _memory: holds(sum([view.bet(spot) > 0 for spot, _ in spots]))

        def with_point(view: View, memory: Slots) -> bool:  # noqa: ARG001 - it reads the table only
            numbers = {number for spot, number in spots if view.bet(spot)}
            if view.point and any(view.bet(spot) for spot in LINE_BETS):
                numbers.add(view.point)
            return holds(len(numbers))

        return with_point

    def _is_up(self, when: IsUp, it: str) -> MomentTest:
        if when.name is None:
            return lambda view, _memory: view.on_layout > 0
        spots = self._bets(when.name, it)
        if when.in_transit:
            by_id = self._plan.spots.layout.by_id
            spots = tuple(spot for spot in spots if by_id[spot].in_box)
            if not spots:
                hint = "come and don't come bets are in transit"
                raise StrategyTextError(f"{when.name.text} never travels", when.at, hint=hint)
        if len(spots) == 1:
            only = spots[0]
            return lambda view, _memory: view.bet(only) > 0
        return lambda view, _memory: any(view.bet(spot) for spot in spots)

    def _bets(self, name: BetWords, it: str) -> tuple[str, ...]:
        if not name.is_it:
            return self._plan.spots.about(name)
        if not it:
            hint = 'use a count or ladder "for each of" some bets'
            raise StrategyTextError('"it" is no bet here', name.at, hint=hint)
        return (it,)

    # -------------------------------------------------------------- stages and memory

    def _in_stage(self, when: InStage) -> MomentTest:
        tests: list[MomentTest] = []
        for stage in self._stages:
            if any(isinstance(node, InStage) for node in nodes(stage.when)):
                hint = "name counts, ladders, profit or the puck"
                raise StrategyTextError("a stage does not depend on a stage", stage.at, hint=hint)
            tests.append(self.test(stage.when or Always(stage.at)))
            if stage.name == when.stage:
                break
        *before, this = tests
        return lambda view, memory: not any(test(view, memory) for test in before) and this(view, memory)

    def _remembered(self, when: JustAfter | InARow | ShooterProfitIs, it: str) -> MomentTest:
        if isinstance(when, JustAfter):
            index = self._plan.just(when.event, it)
            return lambda _view, memory: memory[index] > 0
        if isinstance(when, InARow):
            index, least = self._plan.in_a_row(when), when.least
            return lambda _view, memory: memory[index] >= least
        index, amount = self._plan.won_by_shooter(), self._values.cents(when.sum)
        if when.relation == "up":
            return lambda _view, memory: memory[index] >= amount
        if when.relation == "down":
            return lambda _view, memory: memory[index] <= -amount
        if when.relation == "above":
            return lambda _view, memory: memory[index] > amount
        return lambda _view, memory: memory[index] < amount


def _puck(numbers: tuple[int, ...]) -> MomentTest:
    if not numbers:
        return lambda view, _memory: not view.point
    if numbers == BOX_NUMBERS:
        return lambda view, _memory: view.point > 0
    return lambda view, _memory: view.point in numbers
