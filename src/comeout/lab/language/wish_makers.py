"""Makers of wishes: the acts of a strategy's text as functions of the view and the memory, made once for a book."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from comeout.lab.language.bet_spots import BetSpots
from comeout.lab.language.let_values import LetValues
from comeout.lab.language.memory_plan import MemoryPlan
from comeout.lab.language.recollection import Slots
from comeout.lab.language.syntax import (
    Act,
    ActTarget,
    BetAct,
    BetWords,
    CallAct,
    DownAct,
    Ladder,
    OddsAct,
    PressAct,
    Sum,
)
from comeout.lab.language.text_errors import StrategyTextError
from comeout.lab.view import View
from comeout.lab.wishes import WantAtLeast, WantBet, WantCall, WantDown, WantOdds, WantTotal, Wish
from comeout.money import Amount, show_amount

MakeWishes = Callable[[View, Slots], Iterable[Wish]]
"""What an act wants before a roll."""
EVERY_SPOT = frozenset(("*",))
"""In place of spots: whatever lies."""


class WishMaker(NamedTuple):
    """An act at one book: its line, what it wants, and the spots that it speaks of; odds are said by the bet below."""

    line: int
    wishes: MakeWishes
    spots: frozenset[str]


_KINDS: dict[str, type[WantBet] | type[WantTotal] | type[WantAtLeast]] = {
    "bet": WantBet,
    "have": WantTotal,
    "have at least": WantAtLeast,
}


class _Stake(NamedTuple):
    """A bet of an act: a wish for each step of its ladder, where that step stands, and how often it was made."""

    number: int
    wishes: tuple[WantBet | WantTotal | WantAtLeast, ...]
    step: int
    made: int


class WishMakers:
    """Compiles acts for one book."""

    def __init__(self, plan: MemoryPlan, values: LetValues, ladders: tuple[Ladder, ...]) -> None:
        self._plan, self._values = plan, values
        self._spots: BetSpots = plan.spots
        self._ladders = {ladder.name: ladder for ladder in ladders}

    def maker(self, act: Act, it: str = "") -> WishMaker:
        """The maker of one act; `it` is the bet that the rule is about."""
        if isinstance(act, BetAct):
            return self._bet(act, it)
        if isinstance(act, OddsAct):
            return self._odds(act)
        if isinstance(act, PressAct):
            return self._press(act, it)
        if isinstance(act, CallAct):
            return self._each(act, it, WantCall, act.call, act.only)
        if act.target is None:
            return WishMaker(act.at.line, _everything_down, EVERY_SPOT)
        return self._each(act, it, WantDown)

    def taken_down(self, act: Act, it: str = "") -> WishMaker | None:
        """The maker that takes down what an act has put up; None for calls and removals."""
        if isinstance(act, OddsAct):
            layout = self._spots.layout
            spots = [layout.spots[base.supported_by[0]].id for base in self._spots.bases(act.name)]
            return _always(act.at.line, [WantDown(spot) for spot in spots])
        if isinstance(act, (BetAct, PressAct)):
            return _always(act.at.line, [WantDown(spot) for spot in self._target(act.target, it)])
        return None

    # -------------------------------------------------------------- bets

    def _bet(self, act: BetAct, it: str) -> WishMaker:
        stakes = tuple(self._stakes(act, it))
        line, spots = act.at.line, frozenset(wish.spot for stake in stakes for wish in stake.wishes)
        plain = all(stake.step < 0 and stake.made < 0 for stake in stakes)
        skips = self._skips(act.target)
        if plain and skips is None:
            return _always(line, [stake.wishes[0] for stake in stakes])
        times = act.times

        def wishes(view: View, memory: Slots) -> Iterator[Wish]:
            for number, by_step, step, made in stakes:
                if (skips and skips(view, number)) or (made >= 0 and memory[made] >= times):
                    continue
                wish = by_step[memory[step] if step >= 0 else 0]
                if wish.amount or type(wish) is WantTotal:
                    yield wish

        return WishMaker(line, wishes, spots)

    def _stakes(self, act: BetAct, it: str) -> Iterator[_Stake]:
        kind = _KINDS[act.verb]
        ladder = self._ladders.get(act.sum.ladder)
        sums = ladder.steps if ladder else (act.sum,)
        by_step = [self._shared(act, sum, it) for sum in sums]
        for place, spot in enumerate(spot for spot, _ in by_step[0]):
            amounts = [stakes[place][1] for stakes in by_step]
            wishes = tuple(kind(spot, amount, act.exactly) for amount in amounts)
            step = self._plan.place(ladder.name, spot, act.sum.at) if ladder else -1
            made = self._plan.made_by_shooter(spot, act.times) if act.times else -1
            yield _Stake(self._spots.layout.by_id[spot].number or 0, wishes, step, made)

    def _shared(self, act: BetAct, sum: Sum, it: str) -> tuple[tuple[str, Amount], ...]:
        """An amount on the spots of an act: on each as much, or shared by one call for several."""
        cents = self._values.cents(sum)
        if not cents and not act.sum.ladder:
            hint = f'write "take down {act.target.name.text or "it"}"'
            raise StrategyTextError("an amount is more than nothing", sum.at, hint=hint)
        each = act.sum.ladder and self._plan.each_of(act.sum.ladder)
        if act.target.name.is_it or each:
            return tuple((spot, cents) for spot in self._target(act.target, it))
        return self._spots.stakes(act.target.name, cents)

    def _skips(self, target: ActTarget) -> Callable[[View, int], bool] | None:
        """Whether an act leaves a number out; None where it leaves none out."""
        if not target.not_point and not target.not_standing:
            return None
        standing = [(spot.number or 0, spot.id) for name in target.not_standing for spot in self._spots.numbers(name)]
        not_point = target.not_point

        def skips(view: View, number: int) -> bool:
            if not_point and number and number == view.point:
                return True
            return any(each == number and view.bet(spot) for each, spot in standing)

        return skips

    def _target(self, target: ActTarget, it: str) -> tuple[str, ...]:
        if not target.name.is_it:
            return self._spots.asked(target.name)
        return (_given_it(target.name, it),)

    # -------------------------------------------------------------- odds

    def _odds(self, act: OddsAct) -> WishMaker:
        multiple = self._values.multiple(act.multiple)
        if act.lay and multiple.times and multiple.to_win is None:
            times = multiple.says
            hint = f'write "lay odds to win {times} on", "lay odds risking {times} on" or "let odds be {times} to win"'
            raise StrategyTextError(f"laying {times} can be read in two ways", act.at, hint=hint)
        wanted = [
            WantOdds(base.id, multiple.by_number(), bool(multiple.to_win), act.as_covered)
            for base in self._spots.bases(act.name)
        ]
        spots = frozenset(odds_on(wish.spot) for wish in wanted)
        return WishMaker(act.at.line, lambda view, _memory: [wish for wish in wanted if view.bet(wish.spot)], spots)

    # -------------------------------------------------------------- presses, calls, removals

    def _press(self, act: PressAct, it: str) -> WishMaker:
        pressed = [
            (self._spots.layout.by_id[spot].number or 0, spot, self._plan.pressed(spot, half=act.half))
            for spot in self._target(act.target, it)
        ]
        skips = self._skips(act.target)

        def wishes(view: View, memory: Slots) -> Iterator[Wish]:
            for number, spot, index in pressed:
                if memory[index] and not (skips and skips(view, number)):
                    yield WantAtLeast(spot, memory[index])

        return WishMaker(act.at.line, wishes, frozenset(spot for _, spot, _ in pressed))

    def _each(self, act: CallAct | DownAct, it: str, kind: Callable[..., Wish], *rest: str | bool) -> WishMaker:
        """One wish for each spot on which a bet of the target can lie."""
        assert act.target
        name = act.target.name
        spots = (_given_it(name, it),) if name.is_it else self._spots.about(name)
        numbers = {spot: self._spots.layout.by_id[spot].number or 0 for spot in spots}
        skips = self._skips(act.target)
        wanted = [(spot, kind(spot, *rest)) for spot in spots]

        def wishes(view: View, memory: Slots) -> Iterator[Wish]:  # noqa: ARG001 - it reads the table only
            for spot, wish in wanted:
                if view.bet(spot) and not (skips and skips(view, numbers[spot])):
                    yield wish

        return WishMaker(act.at.line, wishes, frozenset(spoken_of(wish) for _, wish in wanted))


def _everything_down(view: View, _memory: Slots) -> list[Wish]:
    """Take down all that lies and that the book gives back."""
    return [WantDown(spot, if_allowed=True) for spot in view.bets()]


def _always(line: int, wanted: list[Wish]) -> WishMaker:
    kept = tuple(wanted)
    return WishMaker(line, lambda _view, _memory: kept, frozenset(spoken_of(wish) for wish in kept))


def _given_it(name: BetWords, it: str) -> str:
    if not it:
        hint = 'ask for a count or ladder "for each of" some bets before the colon'
        raise StrategyTextError('"it" is no bet here', name.at, hint=hint)
    return it


def odds_on(spot: str) -> str:
    """What odds behind a bet are called among the spots that acts speak of."""
    return f"odds on {spot}"


def spoken_of(wish: Wish) -> str:
    """The spot that a wish speaks of."""
    spot: str = getattr(wish, "spot", "")
    if type(wish) is WantOdds:
        return odds_on(spot)
    return f"call of {spot}" if type(wish) is WantCall else spot


def clash(first: Wish, second: Wish) -> bool:
    """Whether two wishes for one spot contradict each other."""
    if type(first) in (WantCall, WantOdds):
        return first != second
    pressed, other = (first, second) if type(first) is WantAtLeast else (second, first)
    if isinstance(pressed, WantAtLeast):
        return type(other) is WantDown or (isinstance(other, WantTotal) and other.amount < pressed.amount)
    return _total(first) != _total(second)


def _total(wish: Wish) -> Amount:
    return wish.amount if isinstance(wish, (WantBet, WantTotal)) else 0


def said(wish: Wish) -> str:
    """What a wish says, in a few words."""
    if isinstance(wish, (WantBet, WantTotal, WantAtLeast)):
        least = "at least " if isinstance(wish, WantAtLeast) else ""
        return f"wants {least}{show_amount(wish.amount)} on {wish.spot}"
    if isinstance(wish, WantDown):
        return f"takes {wish.spot} down"
    if isinstance(wish, WantCall):
        return f"turns {wish.spot} {wish.call}"
    return f"wants other {spoken_of(wish)}"
