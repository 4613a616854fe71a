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
from comeout.house.dice.provable import ChainSource
from comeout.log.records import DiceKind, Mode
from comeout.protocol.house_commands import Ask
from tests.kit.house_games import counting
from tests.kit.nights import Night

SOURCE = str(Path(comeout.__file__).parent)

BET_FILES, BET_CHANGES, ROLL_FILES = 24, 80, 30
"""A reader follows a bet through so many files, from one to another so many times."""

MODES: list[Mode] = ["live", "first-person"]
TABLES: list[tuple[Mode, DiceKind]] = [(mode, dice) for mode in MODES for dice in ("chain", "entropy")]

LINKS = 5
"""How many rolls a chain of dice has here: a sixth roll needs the next one."""

BETS = ("pass", "field", "come", "place-6", "place-8", "hard-6")


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


async def walk_of_a_roll(night: Night) -> Walk:
    """The walk of one roll, which is settled in it."""
    before = night.host.state.rolls
    with Walk() as walk:
        if night.row.mode == "live":
            await night.wait()
        else:
            night.ask("ann", "RollNow")
            await night.host.turn()
    assert night.host.state.rolls == before + 1
    return walk


async def walks_of_a_chain(mode: Mode, seed: int) -> list[Walk]:
    """The walks of as many rolls as a chain has links, the last of which publishes the next chain."""
    night = Night("evolution", dice="chain")
    night.make_source = lambda _row, _memory: ChainSource("table", counting(seed), length=LINKS)
    await night.open(mode=mode)
    assert (await night.do("ann", "Sit", rack=50_000))["ok"]
    night.host.hub.join(Subscriber("ann", sees_all=False, clock=night.clock.monotonic))
    walks = []
    for _ in range(LINKS):
        for spot in BETS:
            await night.do("ann", "PlaceBet", spot=spot, amount=1_200)
        walks.append(await walk_of_a_roll(night))
    assert night.kinds.count("chain-published") == 2
    return walks


@pytest.mark.parametrize(("mode", "dice"), TABLES)
def test_a_bet_visits_few_files_from_its_command_to_its_answer(mode: Mode, dice: DiceKind) -> None:
    walk, answered = asyncio.run(walk_of_a_bet(mode, dice))
    visited = sorted(set(walk.steps[:answered]))
    assert len(visited) <= BET_FILES, f"{len(visited)}: {visited}"
    assert walk.changes <= BET_CHANGES  # of the whole turn, what comes after the answer with it


@pytest.mark.parametrize(("mode", "dice"), TABLES)
def test_a_roll_visits_few_files(mode: Mode, dice: DiceKind) -> None:
    async def walk() -> Walk:
        night = await playing(mode, dice)
        assert (await night.do("ann", "PlaceBet", spot="field", amount=1_000))["ok"]
        return await walk_of_a_roll(night)

    files = asyncio.run(walk()).files
    assert len(files) <= ROLL_FILES, f"{len(files)}: {files}"


@pytest.mark.parametrize("mode", MODES)
def test_every_roll_of_a_chain_visits_few_files_and_the_one_that_ends_it_too(mode: Mode) -> None:
    for seed in range(6):
        for number, walk in enumerate(asyncio.run(walks_of_a_chain(mode, seed)), 1):
            assert len(walk.files) <= ROLL_FILES, f"seed {seed}, roll {number}: {len(walk.files)}: {walk.files}"
