"""TextStrategy: a strategy's text compiled for one book. It plays as a strategy written in Python does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from itertools import groupby
from typing import NamedTuple, cast

from comeout.lab.language.bet_spots import BetSpots
from comeout.lab.language.let_values import GivenValues, LetValues
from comeout.lab.language.memory_plan import MemoryPlan, is_it, nodes, per_bet
from comeout.lab.language.moments import Moments, MomentTest
from comeout.lab.language.rack_policy import case_maker, rack_maker, together
from comeout.lab.language.recollection import Slots, seen
from comeout.lab.language.syntax import (
    Always,
    BetWords,
    CaseTable,
    Condition,
    Either,
    MomentRule,
    ProfitIs,
    Program,
    RackTable,
    Rolled,
)
from comeout.lab.language.text_errors import At, NotInBook, StrategyTextError
from comeout.lab.language.wish_makers import EVERY_SPOT, WishMaker, WishMakers, clash, said, spoken_of
from comeout.lab.strategy import Happened, Memory
from comeout.lab.view import View
from comeout.lab.wishes import WantEnd, Wish
from comeout.money import Amount
from comeout.rules.layout import Layout
from comeout.table.position import position_of


class _PlayedRule(NamedTuple):
    """A rule at one book: its line, when it holds, what is done then, and what is done otherwise."""

    line: int
    holds: MomentTest
    makers: tuple[WishMaker, ...]
    otherwise: tuple[WishMaker, ...] = ()


class TextStrategy:
    """A strategy's text at one book. Names, amounts and conditions are looked up once, when it is made."""

    def __init__(self, program: Program, layout: Layout, values: GivenValues | None = None, *, file: str = "") -> None:
        self.name, self.layout, self._file = program.name, layout, file
        _check_book(program, layout)
        lets = LetValues(program, values)
        self.values = lets.shown()
        """What its values are, as a text writes them."""
        plan = MemoryPlan(program, BetSpots(layout, program.name))
        moments = Moments(plan, lets, program.stages)
        makers = WishMakers(plan, lets, program.ladders)
        for stage in program.stages:
            moments.test(stage.when or Always(stage.at))
        self.win_goal, self.loss_limit = _limits(program, lets)
        ends = [stop.when for stop in program.stops if not _is_limit(stop.when)]
        self._ends = tuple(moments.test(when) for when in ends)
        self._rules = tuple(_played(program.rules, plan, moments, makers))
        self._slots = plan.slots
        self.reads_dice = any(isinstance(part, Rolled) and part.totals for part in nodes(program))
        """Whether it asks what was rolled, and not only what that did to bets and puck."""
        self._contested = _contested(self._rules)

    pure = True
    """It reads nothing but the view and the memory."""
    win_goal: Amount | None
    """Won so much, the session ends."""
    loss_limit: Amount | None
    """Lost so much, the session ends."""

    @property
    def remembers(self) -> bool:
        """Whether it has a memory at all."""
        return bool(self._slots)

    def begin(self) -> Memory:
        """The memory at the start of a session."""
        return tuple([slot.start for slot in self._slots])

    def see(self, memory: Memory, event: Happened) -> Memory:
        """The memory after something happened."""
        return seen(self._slots, cast(Slots, memory), event)

    def act(self, view: View, memory: Memory) -> Iterator[Wish]:
        """What the text wants before the next roll, in the order of its lines."""
        slots = cast(Slots, memory)
        for ends in self._ends:
            if ends(view, slots):
                yield WantEnd()
                return
        claims: dict[str, tuple[int, Wish]] = {}
        for _, holds, makers, otherwise in self._rules:
            for maker in makers if holds(view, slots) else otherwise:
                for wish in maker.wishes(view, slots):
                    if spoken_of(wish) in self._contested:
                        self._claim(claims, maker.line, wish, view)
                    yield wish

    def _claim(self, claims: dict[str, tuple[int, Wish]], line: int, wish: Wish, view: View) -> None:
        """Note what a line wants of a spot; two lines that contradict each other at one moment are an error."""
        first, before = claims.setdefault(spoken_of(wish), (line, wish))
        if not clash(before, wish):
            return
        lines = f"lines {first} and {line} both hold" if first != line else f"line {line} speaks of one bet twice"
        problem = f'{lines}: one {said(before)}, the other {said(wish)}, at "{position_of(view.state)}"'
        hint = 'let one of their moments exclude the other, like "hits is 0" and "from 1 hits"'
        raise StrategyTextError(problem, At(line, 1), hint=hint, file=self._file)

    @property
    def rule_lines(self) -> tuple[int, ...]:
        """The lines of its rules, from top to bottom."""
        return tuple(dict.fromkeys(rule.line for rule in self._rules))

    def noting(self, note: Callable[[int], None]) -> TextStrategy:
        """The same strategy, which notes the line of every rule whose moment comes."""
        other = copy(self)
        other._rules = tuple(rule._replace(holds=_noted(rule, note)) for rule in self._rules)
        return other

    def __repr__(self) -> str:
        return f"<TextStrategy {self.name} at {self.layout.id}>"


# ------------------------------------------------------------------ compiling


def _check_book(program: Program, layout: Layout) -> None:
    for books in program.books:
        if layout.id not in books.names:
            problem = f"{program.name} is meant for {' or '.join(books.names)}, and cannot be played at {layout.id}"
            raise NotInBook(problem, books.at, hint=f'leave "only at {books.names[0]}" out to try it')


def _is_limit(when: Condition) -> bool:
    """Whether a stop is about what was won or lost alone."""
    return isinstance(when, ProfitIs) or (isinstance(when, Either) and all(_is_limit(part) for part in when.parts))


def _limits(program: Program, lets: LetValues) -> tuple[Amount | None, Amount | None]:
    """The amounts won and lost at which the session ends; of several, the nearest."""
    stops = [stop.when for stop in program.stops if _is_limit(stop.when)]
    limits = [part for part in nodes(stops) if isinstance(part, ProfitIs)]
    amounts = [(part.down, lets.cents(part.sum)) for part in limits]
    for part, (_, amount) in zip(limits, amounts, strict=True):
        if not amount:
            raise StrategyTextError("the session would end at once", part.sum.at, hint="write more than nothing")
    goals, losses = ([amount for down, amount in amounts if down == side] for side in (False, True))
    return min(goals, default=None), min(losses, default=None)


def _played(
    rules: tuple[MomentRule | RackTable | CaseTable, ...], plan: MemoryPlan, moments: Moments, makers: WishMakers
) -> Iterator[_PlayedRule]:
    for kind, group in groupby(rules, key=type):
        if kind is MomentRule:
            for rule in group:
                yield from _rule(cast(MomentRule, rule), plan, moments, makers)
        elif kind is CaseTable:
            for table in group:
                yield _table(case_maker(cast(CaseTable, table), plan, moments))
        else:
            for tables in together([cast(RackTable, table) for table in group]):
                yield _table(rack_maker(tables, plan.spots, moments))


def _table(maker: WishMaker) -> _PlayedRule:
    return _PlayedRule(maker.line, lambda _view, _memory: True, (maker,))


def _rule(rule: MomentRule, plan: MemoryPlan, moments: Moments, makers: WishMakers) -> Iterator[_PlayedRule]:
    """A rule; one that reads a count or ladder of each bet is a rule for each of them."""
    each = per_bet(plan, rule.when)
    says_it = [node for node in nodes(rule.acts) if isinstance(node, BetWords) and is_it(node)]
    if each and not says_it:
        hint = 'write "it" for the bet, as in "have 24 on it"'
        raise StrategyTextError("this moment is asked for each bet on its own", rule.acts[0].at, hint=hint)
    for it in each or ("",):
        down = [makers.taken_down(act, it) for act in reversed(rule.acts)] if rule.only else []
        yield _PlayedRule(
            rule.at.line,
            moments.test(rule.when, it),
            tuple(makers.maker(act, it) for act in rule.acts),
            tuple(maker for maker in down if maker),
        )


def _noted(rule: _PlayedRule, note: Callable[[int], None]) -> MomentTest:
    """The test of a rule's moment, which notes the rule's line when it holds."""

    def holds(view: View, memory: Slots) -> bool:
        held = rule.holds(view, memory)
        if held:
            note(rule.line)
        return held

    return holds


def _contested(rules: tuple[_PlayedRule, ...]) -> frozenset[str]:
    """The spots of which more than one act speaks: only there can two of them contradict each other."""
    makers = [maker for rule in rules for maker in (*rule.makers, *rule.otherwise)]
    spoken = Counter(spot for maker in makers for spot in maker.spots - EVERY_SPOT)
    if any(maker.spots == EVERY_SPOT for maker in makers):
        return frozenset(spoken)
    return frozenset(spot for spot, times in spoken.items() if times > 1)
