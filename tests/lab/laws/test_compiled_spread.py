"""The compiled spread gives the law that the one in NumPy gives, and reads no memory that is not its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.laws.wealth_law import WealthLaw, law
from comeout.lab.session_rules import LabError, SessionRules
from comeout.lab.simulation.compiled_walk import SOURCE, CompiledWalk, load_walk
from tests.kit.hand_graphs import coin, pass_line, place_six, random_graph
from tests.kit.project import ROOT
from tests.lab.simulation.naive_walk import build_hook, built

pytestmark = pytest.mark.skipif(not build_hook().compiler(), reason="there is no C compiler")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> CompiledWalk:
    """The library, compiled as an install compiles it."""
    found = load_walk(built(tmp_path_factory.mktemp("walk")), SOURCE)
    assert isinstance(found, CompiledWalk)
    return found


@contextmanager
def spread_by(library: CompiledWalk | str) -> Iterator[None]:
    """Find laws with this library, or without one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("comeout.lab.laws.compiled_spread.compiled_walk", lambda: library)
        yield


def compare(library: CompiledWalk, arrays: GraphArrays, rules: SessionRules) -> None:
    """Find a law both ways."""
    found: list[WealthLaw] = []
    for each in (library, "there is none"):
        with spread_by(each):
            found.append(law(arrays, rules))
    ours, theirs = found
    assert np.array_equal(ours.wealth, theirs.wealth)
    assert np.abs(ours.chance - theirs.chance).max() <= 1e-15
    assert ours.ends_by_roll.shape == theirs.ends_by_roll.shape
    assert np.abs(ours.ends_by_roll - theirs.ends_by_roll).max() <= 1e-15
    assert ours.mass_dropped == pytest.approx(theirs.mass_dropped, rel=1e-6)


def rules_of(seed: int) -> SessionRules:
    """Sessions of every kind."""
    return SessionRules(
        bankroll=[600, 950, 1300][seed % 3],
        rolls=[1, 2, 7, 40, None][seed % 5],
        goal=1400 if seed % 2 else None,
        stop=300 if seed % 4 < 2 else None,
        shooters=1 + seed % 3 if seed % 5 in (2, 4) else None,
        play_out=seed % 7 < 4,
    )


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs_have_the_same_law(compiled: CompiledWalk, seed: int) -> None:
    compare(compiled, random_graph(seed), rules_of(seed))


@pytest.mark.parametrize("bankroll", [1200, 30_000, 10**9])
@pytest.mark.parametrize("arrays", [coin(), pass_line(), place_six()], ids=["coin", "pass", "place"])
def test_long_sessions_have_the_same_law_rich_or_poor(
    compiled: CompiledWalk, bankroll: int, arrays: GraphArrays
) -> None:
    compare(compiled, arrays, SessionRules(bankroll=bankroll, rolls=250))


def test_too_many_levels_of_wealth_are_refused_both_ways(
    compiled: CompiledWalk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("spread", "compiled_spread"):
        monkeypatch.setattr(f"comeout.lab.laws.{module}.MOST_CELLS", 50)
    for library in (compiled, "there is none"):
        with spread_by(library), pytest.raises(LabError, match="too many different values"):
            law(coin(), SessionRules(bankroll=10**9, rolls=500))


SANITIZED = """
import sys
from pathlib import Path
from comeout.lab.simulation.compiled_walk import CompiledWalk
from tests.kit.hand_graphs import random_graph
from tests.lab.laws.test_compiled_spread import compare, rules_of

library = CompiledWalk(Path(sys.argv[1]))
for seed in range(20):
    compare(library, random_graph(seed), rules_of(seed))
print("compared")
"""


def test_sanitizers_find_nothing_in_the_spread(tmp_path: Path) -> None:
    compiler = build_hook().compiler()
    asked = subprocess.run([*compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, check=False)
    runtime = Path(asked.stdout.strip())
    if not runtime.is_absolute():
        pytest.skip("the compiler has no sanitizers")
    flags = ("-std=c11", "-O1", "-g", "-shared", "-fPIC", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    library = built(tmp_path, *flags)
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-c", SANITIZED, str(library)],
        env={**os.environ, "LD_PRELOAD": str(runtime), "ASAN_OPTIONS": "detect_leaks=0", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "compared\n"), done.stderr[-3000:]
