"""The presets once more, written in Python: the files must bring the same money at every roll."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from comeout.lab.strategy import BasicStrategy, Happened, Memory
from comeout.lab.view import View
from comeout.lab.wishes import WantBet, WantDown, WantOdds, WantTotal, Wish
from comeout.table.messages import RollSettled
from tests.kit.lab_strategies import TIMES_345, IronCross, Molly, PassLine

INSIDE = (5, 6, 8, 9)
ACROSS = (4, 5, 6, 8, 9, 10)
Slots = tuple[int, ...]


def place(amounts: Mapping[int, int], kind: type[WantBet] | type[WantTotal] = WantBet) -> Iterable[Wish]:
    """Place bets in dollars by number."""
    return [kind(f"place-{number}", amounts[number] * 100) for number in sorted(amounts)]


def place_wins(event: Happened) -> set[int]:
    """The numbers whose place bets a roll pays."""
    if not isinstance(event, RollSettled):
        return set()
    won = [line.spot for line in event.lines if line.outcome == "won"]
    return {int(spot.removeprefix("place-")) for spot in won if spot.startswith("place-") and "lose" not in spot}


class Remembering(BasicStrategy):
    """A strategy that remembers whole numbers, which change with rolls only."""

    remembers = True
    start: Slots = (0,)

    def begin(self) -> Memory:
        return self.start

    def see(self, memory: Memory, event: Happened) -> Memory:
        slots = cast(Slots, memory)
        if not isinstance(event, RollSettled):
            return slots
        return self.start if event.seven_out else self.rolled(slots, event)

    def rolled(self, slots: Slots, event: RollSettled) -> Slots:
        """What a roll makes of them, if it is no seven-out: one hit more if a place bet wins."""
        return (slots[0] + bool(place_wins(event)),)


class Pass345(BasicStrategy):
    """Pass and 3-4-5x odds."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        yield WantOdds("pass", TIMES_345) if view.point else WantBet("pass", 10_00)


class DontPassLay(BasicStrategy):
    """Don't pass, laid to win 3-4-5x."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        yield WantOdds("dont-pass", TIMES_345, to_win=True) if view.point else WantBet("dont-pass", 10_00)


class Dolly(BasicStrategy):
    """Don't pass and don't come until three numbers are covered."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        covered = set(view.numbers("dont-come"))
        if not view.point and len(covered) < 3:
            yield WantBet("dont-pass", 10_00)
        if view.point:
            yield WantOdds("dont-pass", TIMES_345, to_win=True)
        for number in sorted(covered):
            yield WantOdds(f"dont-come-{number}", TIMES_345, to_win=True)
        if view.point and view.bet("dont-pass"):
            covered.add(view.point)
        if view.point and len(covered) < 3:
            yield WantBet("dont-come", 10_00)


class PlaceSixEight(BasicStrategy):
    """Six and eight, kept up."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        return place({6: 12, 8: 12})


class Inside66(BasicStrategy):
    """Sixty-six inside."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        return place({5: 15, 6: 18, 8: 18, 9: 15}) if view.point else ()


class Across64(BasicStrategy):
    """Sixty-four across."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        return place({4: 10, 5: 10, 6: 12, 8: 12, 9: 10, 10: 10}) if view.point else ()


class OneHit(Remembering):
    """A hundred and ten inside, one hit and down."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:
        if memory != (0,):
            return [WantDown(f"place-{number}") for number in ACROSS if view.bet(f"place-{number}")]
        return place({5: 25, 6: 30, 8: 30, 9: 25}) if view.point else ()


class RegressPress(Remembering):
    """Sixty-six inside, twenty-two after the first hit, and every odd hit on a number presses it."""

    start = (0, 0, 0, 0, 0)

    def rolled(self, slots: Slots, event: RollSettled) -> Slots:
        won = place_wins(event)
        hits = [count + (slots[0] > 0 and number in won) for number, count in zip(INSIDE, slots[1:], strict=True)]
        return (slots[0] + bool(won), *hits)

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:
        first, *hits = cast(Slots, memory)
        if not view.point:
            return ()
        if not first:
            return place({5: 15, 6: 18, 8: 18, 9: 15})
        units = {number: min(10, 1 + (count + 1) // 2) for number, count in zip(INSIDE, hits, strict=True)}
        amounts = {number: units[number] * (6 if number in (6, 8) else 5) for number in (5, 9, 6, 8)}
        return [WantTotal(f"place-{number}", amount * 100) for number, amount in amounts.items()]


class Squeeze(Remembering):
    """Inside, then 4 and 10 with it, then more inside, then across."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:
        hits = cast(Slots, memory)[0]
        if not view.point:
            return
        if hits >= 3:
            yield from place({4: 10, 5: 10, 6: 12, 8: 12, 9: 10, 10: 10}, WantTotal)
            return
        yield from place({5: 20, 6: 24, 8: 24, 9: 20} if hits == 2 else {5: 15, 6: 18, 8: 18, 9: 15}, WantTotal)
        if hits:
            yield from place({4: 10, 10: 10}, WantTotal)


class Martingale(BasicStrategy):
    """Pass, doubled after each loss, six times at most."""

    remembers = True

    def begin(self) -> Memory:
        return 0

    def see(self, memory: Memory, event: Happened) -> Memory:
        if not isinstance(event, RollSettled):
            return memory
        outcomes = [line.outcome for line in event.lines if line.spot == "pass"]
        if "won" in outcomes:
            return 0
        return (cast(int, memory) + 1) % 6 if "lost" in outcomes else memory

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:
        if not view.point:
            yield WantBet("pass", 10_00 << cast(int, memory))


class PressRegress(Remembering):
    """Six and eight: twelve, twenty-four after a hit, twelve after the next."""

    start = (0, 0)

    def rolled(self, slots: Slots, event: RollSettled) -> Slots:
        won = place_wins(event)
        return tuple((step + (number in won)) % 2 for number, step in zip((6, 8), slots, strict=True))

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        six, eight = cast(Slots, memory)
        return place({6: 12 << six, 8: 12 << eight}, WantTotal)


class Hammerlock(Remembering):
    """Pass against don't pass, and place bets for two hits."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:
        hits = cast(Slots, memory)[0]
        if not view.point:
            yield WantBet("pass", 10_00)
            yield WantBet("dont-pass", 10_00)
        else:
            yield WantOdds("dont-pass", TIMES_345, to_win=True)
            if not hits:
                yield from place({6: 24, 8: 24}, WantTotal)
            if hits == 1:
                yield from place({5: 10, 9: 10}, WantTotal)
                yield from place({6: 12, 8: 12}, WantTotal)
        if hits >= 2:
            yield from (WantDown(f"place-{number}") for number in ACROSS if view.bet(f"place-{number}"))


class DoeyDont(BasicStrategy):
    """Pass against don't pass, with odds on the pass."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        if view.point:
            return [WantOdds("pass", TIMES_345)]
        return [WantBet("pass", 10_00), WantBet("dont-pass", 10_00)]


class DiceDoctor(BasicStrategy):
    """A ladder on the field."""

    remembers = True
    steps = (10, 20, 15, 30, 25, 50, 35, 70, 50, 100, 75, 150)

    def begin(self) -> Memory:
        return 0

    def see(self, memory: Memory, event: Happened) -> Memory:
        if not isinstance(event, RollSettled):
            return memory
        outcomes = [line.outcome for line in event.lines if line.spot == "field"]
        if "won" in outcomes:
            return min(cast(int, memory) + 1, len(self.steps) - 1)
        return 0 if "lost" in outcomes else memory

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        yield WantBet("field", self.steps[cast(int, memory)] * 100)


class Hardways(BasicStrategy):
    """Five on every hardway."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        return [WantBet(f"hard-{number}", 5_00) for number in (4, 6, 8, 10)]


class HornEveryRoll(BasicStrategy):
    """Four on the horn."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        yield WantBet("horn", 4_00)


class LayFiveNine(BasicStrategy):
    """Don't pass, and full odds against 5 and 9."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        if not view.point:
            yield WantBet("dont-pass", 12_00)
        if view.point in (5, 9):
            yield WantOdds("dont-pass")


IN_PYTHON: dict[str, BasicStrategy] = {
    "across-64": Across64(),
    "dice-doctor": DiceDoctor(),
    "doey-dont": DoeyDont(),
    "dont-pass-lay": DontPassLay(),
    "exhibit-a-lay-5-9": LayFiveNine(),
    "hammerlock": Hammerlock(),
    "hardways-all": Hardways(),
    "horn-every-roll": HornEveryRoll(),
    "inside-110-one-hit": OneHit(),
    "inside-66": Inside66(),
    "iron-cross": IronCross(),
    "martingale-pass": Martingale(),
    "pass-345": Pass345(),
    "pass-line": PassLine(),
    "place-6-8": PlaceSixEight(),
    "press-regress-6-8": PressRegress(),
    "regress-press": RegressPress(),
    "squeeze": Squeeze(),
    "three-point-dolly": Dolly(),
    "three-point-molly": Molly(),
}
