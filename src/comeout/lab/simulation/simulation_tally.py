"""SimulationTally: what many sessions came to, in integers that add up. Its size does not grow with the sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.session_record import SessionRecord
from comeout.lab.session_rules import SessionEnd
from comeout.lab.simulation.dice_format import DICE_FORMAT
from comeout.lab.simulation.histogram import Histogram
from comeout.lab.simulation.outcomes import UNFINISHED, Outcomes
from comeout.lab.simulation.walk_plan import WalkPlan

if TYPE_CHECKING:
    from comeout.lab.graph_arrays import Flags, Ints


@dataclass(frozen=True, slots=True)
class Extreme:
    """A number and the lowest session that has it."""

    value: int
    session: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SimulationTally:
    """Counts and histograms of finished sessions, in cents. A summary leaves everything from `below` on empty."""

    final: Histogram
    """Final wealth."""
    peak: Histogram
    drawdown: Histogram
    action: Histogram
    ends: tuple[int, ...]
    """By the value of `SessionEnd`: how many sessions ended so. The first, of no end, is 0."""
    best: Extreme | None
    worst: Extreme | None
    unfinished: tuple[int, ...]
    """Numbers of sessions that met something unknown; nothing of them is counted."""
    below: Histogram
    """The longest run of rolls below the last peak."""
    rolls: tuple[Histogram, ...]
    """By the value of `SessionEnd`: the rolls of the sessions that ended so."""
    shooters: Histogram
    checkpoints: tuple[int, ...]
    wealth: tuple[Histogram, ...]
    """By checkpoint: wealth after that roll, or the final wealth of a session that had ended before."""
    edges: Ints
    """By row and roll of the graph: how often it was rolled, playing out included."""
    decisions: Ints
    """By decision of the graph: how often it was made."""
    is_summary: bool
    format: str = DICE_FORMAT

    @property
    def sessions(self) -> int:
        """How many sessions are counted."""
        return self.final.total

    @property
    def all_rolls(self) -> Histogram:
        """The rolls of all sessions."""
        return _added(self.rolls)

    def without_unfinished(self) -> SimulationTally:
        """The same tally with no session left open."""
        return replace(self, unfinished=())

    def __add__(self, other: SimulationTally) -> SimulationTally:
        return SimulationTally(
            ends=tuple(map(sum, zip(self.ends, other.ends, strict=True))),
            best=_first(self.best, other.best, largest=True),
            worst=_first(self.worst, other.worst, largest=False),
            unfinished=self.unfinished + other.unfinished,
            rolls=tuple(one + two for one, two in zip(self.rolls, other.rolls, strict=True)),
            checkpoints=self.checkpoints,
            is_summary=self.is_summary,
            wealth=tuple(one + two for one, two in zip(self.wealth, other.wealth, strict=True)),
            **{name: getattr(self, name) + getattr(other, name) for name in _ADDED},
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SimulationTally):
            return NotImplemented
        names = {each.name for each in fields(self)} - {"edges", "decisions"}
        same = all(getattr(self, name) == getattr(other, name) for name in names)
        return same and np.array_equal(self.edges, other.edges) and np.array_equal(self.decisions, other.decisions)

    __hash__ = None  # type: ignore[assignment]


_ADDED = ("final", "peak", "drawdown", "action", "below", "shooters", "edges", "decisions")


def _added(histograms: Sequence[Histogram]) -> Histogram:
    found = histograms[0]
    for each in histograms[1:]:
        found += each
    return found


def _first(one: Extreme | None, other: Extreme | None, *, largest: bool) -> Extreme | None:
    """The further of two extremes; of equal ones that of the lower session."""
    if one is None or other is None:
        return one or other
    sign = -1 if largest else 1
    return min(one, other, key=lambda each: (sign * each.value, each.session))


def tally_outcomes(plan: WalkPlan, found: Outcomes, checkpoints: Sequence[int], *, first: int) -> SimulationTally:
    """The tally of a batch whose first session has the number `first`."""
    done = found.end != UNFINISHED
    full = len(found.rolls) > 0
    known, ended = (done, found.end) if full else (done[:0], found.end[:0])
    final = found.final[done]

    def money(units: Ints, flags: Flags, zero: int = 0) -> Histogram:
        return Histogram.of(units[flags], step=plan.unit, zero=zero)

    return SimulationTally(
        final=money(found.final, done, plan.bankroll),
        peak=money(found.peak, done, plan.bankroll),
        drawdown=money(found.drawdown, done),
        action=money(found.action, done),
        ends=tuple(np.bincount(found.end[done], minlength=len(SessionEnd) + 1).tolist()),
        best=_extreme(plan, final, done, first, largest=True),
        worst=_extreme(plan, final, done, first, largest=False),
        unfinished=tuple((first + np.flatnonzero(~done)).tolist()),
        below=Histogram.of(found.below[known]),
        rolls=(Histogram.of(found.rolls[:0]), *(Histogram.of(found.rolls[ended == end]) for end in SessionEnd)),
        shooters=Histogram.of(found.shooters[known]),
        checkpoints=tuple(checkpoints) if full else (),
        wealth=tuple(money(row, known, plan.bankroll) for row in found.wealth),
        edges=found.edges,
        decisions=found.decisions,
        is_summary=not full,
    )


def _extreme(plan: WalkPlan, final: Ints, done: Flags, first: int, *, largest: bool) -> Extreme | None:
    if not len(final):
        return None
    at = int(final.argmax() if largest else final.argmin())
    return Extreme(plan.bankroll + plan.unit * int(final[at]), first + int(np.flatnonzero(done)[at]))


def tally_record(record: SessionRecord, like: SimulationTally, *, session: int) -> SimulationTally:
    """The tally of one session that was finished elsewhere, with as many figures as another tally."""
    end, ends = record.end or UNFINISHED, range(len(SessionEnd) + 1)
    none = Histogram.of(np.zeros(0, np.int64))
    below, rolls, shooters = (
        none if like.is_summary else _one(each) for each in (record.longest_below, record.rolls, record.shooters)
    )
    return SimulationTally(
        final=_one(record.wealth),
        peak=_one(record.peak),
        drawdown=_one(record.drawdown),
        action=_one(record.action),
        ends=tuple(int(each == end) for each in ends),
        best=Extreme(record.wealth, session),
        worst=Extreme(record.wealth, session),
        unfinished=(),
        below=below,
        rolls=tuple(rolls if each == end else none for each in ends),
        shooters=shooters,
        checkpoints=like.checkpoints,
        wealth=tuple(_one(wealth_after(record, roll)) for roll in like.checkpoints),
        edges=np.zeros_like(like.edges),
        decisions=np.zeros_like(like.decisions),
        is_summary=like.is_summary,
    )


def wealth_after(record: SessionRecord, roll: int) -> int:
    """Wealth after a roll, or the final wealth of a session that had ended before."""
    return record.wealth_by_roll[roll] if roll < len(record.wealth_by_roll) else record.wealth


def _one(number: int) -> Histogram:
    return Histogram(number, 0, np.ones(1, np.int64))
