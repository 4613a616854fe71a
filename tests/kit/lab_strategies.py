"""Strategies written in Python: a few by hand, and any number made from a seed, for what must hold for all of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from comeout.lab.strategy import BasicStrategy, Happened, Memory
from comeout.lab.view import View
from comeout.lab.wishes import WantAtLeast, WantBet, WantCall, WantDown, WantOdds, WantTotal, Wish
from comeout.rules.layout import Layout
from comeout.table.messages import Rejected, RollSettled

TIMES_345 = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}


class PassLine(BasicStrategy):
    """Ten dollars on the pass line at every come-out."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        if not view.point:
            yield WantBet("pass", 10_00)


class IronCross(BasicStrategy):
    """The field and the place bets 5, 6 and 8 while the point is on."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        if view.point:
            yield WantBet("field", 10_00)
            yield WantBet("place-5", 10_00)
            yield WantBet("place-6", 12_00)
            yield WantBet("place-8", 12_00)


class Molly(BasicStrategy):
    """The pass line and up to two come bets on numbers, with 3-4-5x odds on each."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        if not view.point:
            yield WantBet("pass", 10_00)
        else:
            yield WantOdds("pass", TIMES_345)
        for number in view.numbers("come"):
            yield WantOdds(f"come-{number}", TIMES_345)
        if view.point and len(view.numbers("come")) < 2:
            yield WantBet("come", 10_00)


class RandomStrategy(BasicStrategy):
    """Bets anywhere, raises, reduces, takes down and calls, by rules that a seed decides; it counts what happens."""

    remembers = True

    def __init__(self, layout: Layout, seed: int) -> None:
        chance = random.Random(seed)
        self.seed = seed
        self._counts = chance.choice((1, 1, 2, 3))
        self._counted = chance.choice(("won", "lost", "refused", "rolled"))
        self._rules = tuple(_rule(layout, chance) for _ in range(chance.randint(1, 6)))

    @property
    def name(self) -> str:
        return f"random strategy {self.seed}"

    def begin(self) -> Memory:
        return 0

    def see(self, memory: Memory, event: Happened) -> Memory:
        assert isinstance(memory, int)
        if isinstance(event, RollSettled):
            if event.seven_out:
                return 0
            outcomes = [line.outcome for line in event.lines]
            happened = self._counted in outcomes or (self._counted == "rolled" and event.roll.a == event.roll.b)
        else:
            happened = self._counted == "refused" and isinstance(event, Rejected)
        return (memory + happened) % self._counts

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:
        assert isinstance(memory, int)
        for holds, wishes in self._rules:
            if holds(view, memory):
                yield from wishes(view, memory)


Condition = Callable[[View, int], bool]
Wishes = Callable[[View, int], Iterable[Wish]]


def _rule(layout: Layout, chance: random.Random) -> tuple[Condition, Wishes]:
    spots = [spot.id for spot in layout.spots if spot.made_here and spot.base < 0]
    bases = [spot.id for spot in layout.spots if spot.supported_by]
    spot, base, amount = (
        chance.choice(spots),
        chance.choice(bases),
        chance.choice((3_00, 5_00, 10_00, 12_00, 25_00, 7_77)),
    )
    exactly, threshold = chance.random() < 0.2, chance.choice((20_00, 50_00, 120_00))
    conditions: list[Condition] = [
        lambda view, _: not view.point,
        lambda view, _: bool(view.point),
        lambda *_: True,
        lambda view, _: view.covers(threshold),
        lambda _, memory: memory == 0,
        lambda view, _: not view.bet(spot),
    ]
    times = chance.choice((1, 2, TIMES_345, None))
    wishes: list[Wishes] = [
        lambda *_: [WantBet(spot, amount, exactly)],
        lambda *_: [WantBet(spot, amount, exactly)],
        lambda _, memory: [WantTotal(spot, amount * (1 + memory), exactly)],
        lambda _, memory: [WantTotal(spot, amount * (3 - memory))],
        lambda *_: [WantAtLeast(spot, amount, exactly)],
        lambda *_: [WantBet(base, amount), WantOdds(base, times, as_covered=exactly)],
        lambda view, _: [WantOdds(each, times) for each in bases if view.bet(each)],
        lambda *_: [WantDown(spot)],
        lambda *_: [WantCall(spot, "on"), WantCall(spot, "off")][: 1 + exactly],
        lambda view, _: [WantCall(each, "on") for each in view.bets()],
    ]
    return chance.choice(conditions), chance.choice(wishes)
