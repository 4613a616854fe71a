"""Thousands of simulated worlds, each from one number: nothing is lost, made, done twice or told before it is kept."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from tests.kit.world import run_world

PARTS = 8
WORLDS = int(os.getenv("COMEOUT_WORLDS", "500"))
ONE = os.getenv("COMEOUT_WORLD_SEED")


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.claim("kept-by-worlds")
def test_whatever_happens_to_a_house_nothing_is_lost(part: int, record_property: Callable[[str, object], None]) -> None:
    record_property("figures", f"{WORLDS:,} worlds")
    for seed in [int(ONE)] if ONE else range(part, WORLDS, PARTS):
        run_world(seed)
