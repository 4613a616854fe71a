"""The walk of one bet, and of one roll, through a host on a memory store: the files visited, and how often it turns."""

from __future__ import annotations

import asyncio
import sys
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import comeout
from comeout.house.audience.hub import Subscriber
from comeout.log.records import DiceKind, Mode
from comeout.protocol.house_commands import Ask
from tests.kit.nights import Night

SOURCE = str(Path(comeout.__file__).parent)

BET_FILES, BET_CHANGES, ROLL_FILES = 24, 80, 30
"""A reader follows a bet through so many files, from one to another so many times."""

TABLES: list[tuple[Mode, DiceKind]] = [("live", "chain"), ("first-person", "entropy")]


class Walk:
    """The files whose functions are called while it is open, in their order."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    def __enter__(self) -> Walk:
        sys.setprofile(self._step)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _step(self, frame: FrameType, what: str, _: Any) -> None:
        name = frame.f_code.co_filename
        if what == "call" and name.startswith(SOURCE):
            self.steps.append(name.removeprefix(SOURCE))

    @property
    def files(self) -> list[str]:
        return sorted(set(self.steps))

    @property
    def changes(self) -> int:
        return sum(before != after for before, after in pairwise(self.steps))


async def playing(mode: Mode, dice: DiceKind) -> Night:
    """A table with one player, who has the dice, a bet, and a connection."""
    night = Night("evolution", (2, 2), dice=dice)
    await night.open(mode=mode)
    await night.do("ann", "Sit", rack=50_000)
    night.host.hub.join(Subscriber("ann", sees_all=False, clock=night.clock.monotonic))
    assert (await night.do("ann", "PlaceBet", spot="pass", amount=1_000))["ok"]
    return night


async def walk_of_a_bet(mode: Mode, dice: DiceKind) -> tuple[Walk, int]:
    """The walk of the turn that a bet takes, and its step at which the bet was answered."""
    night = await playing(mode, dice)
    walk, answered = Walk(), list[int]()
    ask = Ask("ann", "bet", "PlaceBet", {"spot": "field", "amount": 1_000}, frozenset(), night.clock.monotonic(), print)
    with walk:
        night.host.ask(ask._replace(reply=lambda _: answered.append(len(walk.steps))))
        await night.host.turn()
    return walk, answered[0]


async def walk_of_a_roll(mode: Mode, dice: DiceKind) -> Walk:
    """The walk of a roll that settles a bet."""
    night = await playing(mode, dice)
    assert (await night.do("ann", "PlaceBet", spot="field", amount=1_000))["ok"]
    with Walk() as walk:
        if mode == "live":
            await night.wait()
        else:
            night.ask("ann", "RollNow")
            await night.host.turn()
    assert night.host.state.rolls == 1
    return walk


@pytest.mark.parametrize(("mode", "dice"), TABLES)
def test_a_bet_visits_few_files_from_its_command_to_its_answer(mode: Mode, dice: DiceKind) -> None:
    walk, answered = asyncio.run(walk_of_a_bet(mode, dice))
    visited = sorted(set(walk.steps[:answered]))
    assert len(visited) <= BET_FILES, f"{len(visited)}: {visited}"
    assert walk.changes <= BET_CHANGES  # of the whole turn, what comes after the answer with it


@pytest.mark.parametrize(("mode", "dice"), TABLES)
def test_a_roll_visits_few_files(mode: Mode, dice: DiceKind) -> None:
    walk = asyncio.run(walk_of_a_roll(mode, dice))
    assert len(walk.files) <= ROLL_FILES, f"{len(walk.files)}: {walk.files}"
