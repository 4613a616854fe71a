"""A naive walk over the arrays of a graph, one roll at a time, and the compiled walk as the tests build it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np

from comeout.lab.graph_arrays import NO_NODE, QUIT, RUINED, UNKNOWN, GraphArrays
from comeout.lab.session_record import SessionRecord
from comeout.lab.session_rules import SessionEnd, SessionRules
from comeout.lab.simulation.outcomes import Outcomes
from comeout.lab.simulation.walk_plan import WalkPlan
from tests.kit.project import ROOT


class Unknown(Exception):
    """The walk met a decision that nobody knows."""


@dataclass
class NaiveWalk:
    """One session after another, with the counts of the finished ones."""

    arrays: GraphArrays
    rules: SessionRules
    edges: dict[tuple[int, int], int] = field(default_factory=dict)
    decisions: dict[int, int] = field(default_factory=dict)

    def session(self, places: Iterator[int]) -> SessionRecord | None:
        """What a session comes to with these rolls; None if it meets something unknown."""
        before = dict(self.edges), dict(self.decisions)
        try:
            return self._session(places)
        except Unknown:
            self.edges, self.decisions = before
            return None

    def _session(self, places: Iterator[int]) -> SessionRecord:
        arrays, record, node = self.arrays, SessionRecord(self.rules), 0
        while record.end is None:
            decision = self._decision(node, record.wealth)
            row = int(arrays.row[decision])
            if row in (RUINED, QUIT):
                record.end = SessionEnd.RUINED if row == RUINED else SessionEnd.QUIT
                break
            record.end = record.at_limits()
            if record.end is not None:
                break
            record.action += int(arrays.action[decision])
            place = self._rolled(decision, row, next(places))
            node = int(arrays.node[row, place])
            change, out = int(arrays.delta[row, place]), bool(arrays.seven_out[row, place])
            record.settle(record.wealth + change, seven_out=out)
        if self.rules.play_out and record.end not in (SessionEnd.RUINED, SessionEnd.QUIT):
            self._play_out(record, int(arrays.closing[node]), places)
        return record

    def _play_out(self, record: SessionRecord, node: int, places: Iterator[int]) -> None:
        wealth = record.wealth
        while node != NO_NODE:
            decision = self._decision(node, wealth)
            row = int(self.arrays.row[decision])
            if row < 0:
                break
            place = self._rolled(decision, row, next(places))
            wealth += int(self.arrays.delta[row, place])
            node = int(self.arrays.node[row, place])
        record.play_out(wealth)

    def _decision(self, node: int, wealth: int) -> int:
        first, last = int(self.arrays.first[node]), int(self.arrays.first[node + 1])
        found = max((at for at in range(first, last) if self.arrays.low[at] <= wealth), default=first)
        if self.arrays.row[found] == UNKNOWN:
            raise Unknown
        return found

    def _rolled(self, decision: int, row: int, place: int) -> int:
        self.decisions[decision] = self.decisions.get(decision, 0) + 1
        self.edges[row, place] = self.edges.get((row, place), 0) + 1
        return place


def differences(
    plan: WalkPlan, found: Outcomes, records: list[SessionRecord | None], checkpoints: list[int]
) -> list[str]:
    """What a runner's outcomes and the records of the same sessions disagree on."""
    told = []
    for at, record in enumerate(records):
        if record is None or found.end[at] == 0:
            told += [f"session {at} is unfinished"] if (record is None) != (found.end[at] == 0) else []
            continue
        history = record.wealth_by_roll
        wealth = [history[roll] if roll < len(history) else record.wealth for roll in checkpoints]
        theirs = [record.wealth, record.peak, record.drawdown, record.action, record.end]
        cents = [plan.bankroll + plan.unit * int(each[at]) for each in (found.final, found.peak)]
        ours = [*cents, *(plan.unit * int(each[at]) for each in (found.drawdown, found.action)), int(found.end[at])]
        if len(found.rolls):
            theirs += [record.longest_below, record.rolls, record.shooters, *wealth]
            ours += [int(each[at]) for each in (found.below, found.rolls, found.shooters)]
            ours += plan.cents(found.wealth[:, at]).tolist()
        if ours != theirs:
            told.append(f"session {at}: {ours} is not {theirs}")
    return told


def some_rules(seed: int) -> SessionRules:
    """Rules of all kinds."""
    chance = random.Random(seed)
    bankroll = chance.choice((3700, 10000, 12345, 1000000))
    return SessionRules(
        bankroll=bankroll,
        rolls=chance.choice((1, 2, 9, 10, 11, 100, 137)),
        goal=chance.choice((None, bankroll + chance.randint(1, 9000))),
        stop=chance.choice((None, bankroll - chance.randint(1, 3700))),
        shooters=chance.choice((None, None, 1, 4)),
        play_out=chance.random() < 0.5,
    )


def some_weights(seed: int) -> list[int] | None:
    """Dice that are loaded, for every fourth seed."""
    chance = random.Random(seed)
    return [chance.randrange(5) for _ in range(36)] if seed % 4 == 0 else None


def build_hook() -> Any:
    """The module hatch_build.py."""
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def built(folder: Path, *flags: str) -> Path:
    """A library compiled for a test."""
    library = folder / "walk.compiled"
    told = build_hook().compile_walk(library, *flags)
    assert told == ""
    return library


def same(one: Outcomes, other: Outcomes) -> bool:
    """Whether two runners say the same of every session that they finished."""
    done = one.end != 0
    for name in Outcomes.__slots__:
        mine, theirs = getattr(one, name), getattr(other, name)
        if name in ("final", "peak", "drawdown", "action", "below", "rolls", "shooters", "wealth") and mine.size:
            mine, theirs = mine[..., done], theirs[..., done]
        if mine.dtype != theirs.dtype or not np.array_equal(mine, theirs):
            return False
    return True
