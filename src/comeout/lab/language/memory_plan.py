"""MemoryPlan: which whole numbers a strategy's text remembers at one book, and what rolls make of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from comeout.lab.language.bet_spots import BetSpots
from comeout.lab.language.recollection import (
    RollFacts,
    RollTest,
    Slot,
    Slots,
    counter,
    flag,
    made_by_shooter,
    pressed,
    won_by_shooter,
)
from comeout.lab.language.syntax import (
    BetEnds,
    BetWords,
    Both,
    CaseTable,
    Condition,
    Count,
    CountIs,
    Either,
    InARow,
    Ladder,
    LastStep,
    Negated,
    PointChanges,
    Program,
    PuckIs,
    Rolled,
    ShooterGone,
    StepChange,
    StepIs,
)
from comeout.lab.language.text_errors import At, StrategyTextError

EVENTS = (BetEnds, ShooterGone, PointChanges, Rolled, LastStep)
"""What happens on a roll, where moments are what a table shows."""


def nodes(tree: object) -> Iterator[object]:
    """Every part of a syntax tree, from the outside in."""
    if isinstance(tree, (tuple, list)):
        yield tree
        for part in tree:
            yield from nodes(part)


class MemoryPlan:
    """Gives every remembered thing its place in the memory, while a text is compiled."""

    def __init__(self, program: Program, spots: BetSpots) -> None:
        self.spots, self._program = spots, program
        self._each: dict[str, tuple[str, ...]] = {}
        self._index: dict[object, int] = {}
        self._slots: list[Slot] = []
        self._ladders = {ladder.name: ladder for ladder in program.ladders}
        kept: list[Count | Ladder] = [*program.counts, *program.ladders]
        for one in kept:
            self._each[one.name] = spots.made(one.each) if one.each else ("",)
            for spot in self._each[one.name]:
                self._index[one.name, spot] = len(self._index)
        for one in kept:
            for spot in self._each[one.name]:
                self._slots.append(self._changing(one, spot))

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All that is remembered, in order."""
        return tuple(self._slots)

    # -------------------------------------------------------------- counts and ladders

    def each_of(self, name: str) -> tuple[str, ...]:
        """The bets that a count or ladder is kept for, one by one; none if it is kept once."""
        return tuple(spot for spot in self._each[name] if spot)

    def place(self, name: str, it: str, at: At) -> int:
        """Where a count or a ladder stands in the memory: the only one, or that of one bet."""
        spot = it if self.each_of(name) else ""
        found = self._index.get((name, spot))
        if found is None:
            each = " and ".join(self.each_of(name))
            raise StrategyTextError(f'"{name}" is kept for each of {each}', at, hint='say "it" for each of them')
        return found

    def steps(self, name: str) -> int:
        """How many steps a ladder has."""
        return len(self._ladders[name].steps)

    def step(self, asked: StepIs) -> int:
        """The step that a condition asks for, from 0."""
        last = self.steps(asked.ladder)
        if asked.step > last or not asked.step:
            raise StrategyTextError(f"{asked.ladder} has {last} steps", asked.at, hint=f"ask for 1 to {last}")
        return asked.step - 1 if asked.step > 0 else last - 1

    def _changing(self, kept: Count | Ladder, spot: str) -> Slot:
        index = self._index[kept.name, spot]
        steps = len(kept.steps) if isinstance(kept, Ladder) else 0
        ups = tuple(self._change(change, spot, None) for change in kept.changes if change.move == "up")

        def over_the_last(facts: RollFacts, memory: Slots) -> bool:
            return memory[index] == steps - 1 and any(up(facts, memory) for up in ups)

        last = over_the_last if steps else None
        downs, backs = (
            tuple(self._change(change, spot, last) for change in kept.changes if change.move == move)
            for move in ("down", "back")
        )
        return counter(index, ups, downs, backs, steps - 1 if steps else self._most(kept.name, falls=bool(downs)))

    def _most(self, name: str, *, falls: bool) -> int | None:
        """The number from which on no condition can tell a count from a larger one; None if it also goes down."""
        parts = list(nodes(self._program))
        asked = [max(node.compared.numbers) for node in parts if isinstance(node, CountIs) and node.counted == name]
        tables = [node for node in parts if isinstance(node, CaseTable) and node.counted == name]
        asked += [each.last or each.first for table in tables for row in table.rows for each in row.cases]
        return None if falls else 1 + max(asked, default=0)

    def _change(self, change: StepChange, spot: str, last: RollTest | None) -> RollTest:
        if not any(isinstance(node, EVENTS) for node in nodes(change.when)):
            hint = 'name an event, like "pass wins" or "the shooter sevens out"'
            raise StrategyTextError("this never happens on a roll by itself", change.when.at, hint=hint)
        return self.roll_test(change.when, it=spot, last=last)

    # -------------------------------------------------------------- events

    def roll_test(self, when: Condition, *, it: str = "", last: RollTest | None = None) -> RollTest:
        """Whether a condition holds on a roll; it reads the memory and the puck from before the roll."""
        if isinstance(when, Both):
            parts = [self.roll_test(part, it=it, last=last) for part in when.parts]
            return lambda facts, memory: all(part(facts, memory) for part in parts)
        if isinstance(when, Either):
            parts = [self.roll_test(part, it=it, last=last) for part in when.parts]
            return lambda facts, memory: any(part(facts, memory) for part in parts)
        if isinstance(when, Negated):
            inner = self.roll_test(when.part, it=it, last=last)
            return lambda facts, memory: not inner(facts, memory)
        if isinstance(when, (CountIs, StepIs)):
            remembered = self.remembered(when, it)
            return lambda _facts, memory: remembered(memory)
        if isinstance(when, LastStep):
            if last is None:
                hint = 'write "back when it was the last step" below a ladder'
                raise StrategyTextError("only a ladder goes back after its last step", when.at, hint=hint)
            return last
        if isinstance(when, BetEnds):
            return self._ends(when, it)
        return _of_dice(when)

    def remembered(self, when: CountIs | StepIs, it: str) -> Callable[[Slots], bool]:
        """Whether a count or a ladder stands where a condition says."""
        if isinstance(when, StepIs):
            index, step = self.place(when.ladder, it, when.at), self.step(when)
            return lambda memory: memory[index] == step
        index, holds = self.place(when.counted, it, when.at), when.compared.holds
        return lambda memory: holds(memory[index])

    def _ends(self, when: BetEnds, it: str) -> RollTest:
        if when.name.is_it and not it:
            hint = 'say "for each of place 6 and 8", or name the bet'
            raise StrategyTextError('"it" is no bet here', when.at, hint=hint)
        spots = frozenset((it,) if when.name.is_it else self.spots.about(when.name))
        if when.outcome == "won":
            return lambda facts, _memory: not spots.isdisjoint(facts.won)
        if when.outcome == "lost":
            return lambda facts, _memory: not spots.isdisjoint(facts.lost)
        return lambda facts, _memory: not spots.isdisjoint(facts.returned)

    # -------------------------------------------------------------- what a text remembers without saying so

    def just(self, event: Condition, it: str) -> int:
        """The place of a flag: whether something happened on the last roll."""
        if not any(isinstance(node, EVENTS) for node in nodes(event)):
            hint = 'name an event, like "after pass wins"'
            raise StrategyTextError("this does not happen on a roll", event.at, hint=hint)
        return self._kept(("just", event, it), lambda _: flag(self.roll_test(event, it=it)))

    def in_a_row(self, asked: InARow) -> int:
        """The place of a count of wins, or of losses, in a row."""
        against: Condition = BetEnds(asked.at, asked.name, "lost" if asked.outcome == "won" else "won")
        up, back = self.roll_test(BetEnds(asked.at, asked.name, asked.outcome)), self.roll_test(against)
        key = "row", asked.name.text, asked.outcome, asked.least
        return self._kept(key, lambda index: counter(index, (up,), (), (back,), asked.least))

    def won_by_shooter(self) -> int:
        """The place of the money won with this shooter."""
        return self._kept("shooter's money", won_by_shooter)

    def made_by_shooter(self, spot: str, most: int) -> int:
        """The place of how often a bet was made with this shooter."""
        return self._kept(("made", spot, most), lambda index: made_by_shooter(index, spot, most))

    def pressed(self, spot: str, *, half: bool) -> int:
        """The place of what a bet that just won is pressed to."""
        return self._kept(("pressed", spot, half), lambda _: pressed(spot, half=half))

    def _kept(self, key: object, make: Callable[[int], Slot]) -> int:
        index = self._index.get(key)
        if index is None:
            index = self._index[key] = len(self._slots)
            self._slots.append(make(index))
        return index


def _of_dice(when: Condition) -> RollTest:
    """Whether the dice or the puck did something."""
    if isinstance(when, ShooterGone):
        return lambda facts, _memory: facts.event.seven_out
    if isinstance(when, Rolled):
        totals = when.totals
        return lambda facts, _memory: facts.total in totals if totals else True
    if isinstance(when, PuckIs):
        points = when.numbers or (0,)
        return lambda facts, _memory: facts.event.point_before in points
    if isinstance(when, PointChanges):
        made = when.made
        return lambda facts, _memory: _point_changes(facts, made=made)
    hint = "it reads counts, ladders, the puck and what the roll did"
    raise StrategyTextError("a change cannot read this", when.at, hint=hint)


def _point_changes(facts: RollFacts, *, made: bool) -> bool:
    before, after = facts.event.point_before, facts.event.point_after
    if made:
        return bool(before) and not after and not facts.event.seven_out
    return not before and bool(after)


def per_bet(plan: MemoryPlan, when: Condition) -> tuple[str, ...]:
    """The bets that a condition is asked for one by one, because it reads a count or ladder that is kept for each."""
    names = [node.counted if isinstance(node, CountIs) else node.ladder for node in _kept_nodes(when)]
    groups = [each for name in names if (each := plan.each_of(name))]
    return tuple(spot for spot in (groups[0] if groups else ()) if all(spot in group for group in groups))


def _kept_nodes(when: Condition) -> list[CountIs | StepIs]:
    return [node for node in nodes(when) if isinstance(node, (CountIs, StepIs))]


def is_it(name: BetWords | None) -> bool:
    """Whether a name is "it"."""
    return name is not None and name.is_it
