"""The compiled walk says the same as the one in NumPy, session by session, and reads no memory that is not its own."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from comeout.lab.session_rules import SessionRules
from comeout.lab.simulation import wealth_levels
from comeout.lab.simulation.array_runner import run_arrays
from comeout.lab.simulation.compiled_walk import SOURCE, CompiledWalk, is_small, load_walk
from comeout.lab.simulation.dice_format import dice_key, rolls_of
from comeout.lab.simulation.runner import Runner
from comeout.lab.simulation.walk_plan import walk_plan
from tests.kit.project import ROOT
from tests.lab.simulation.graphs import pass_line, random_graph
from tests.lab.simulation.naive_walk import build_hook, built, same, some_rules, some_weights

CHECKPOINTS = [1, 2, 10, 50, 137]
GRAPHS = int(os.environ.get("COMEOUT_GRAPHS", "20"))

pytestmark = pytest.mark.skipif(not build_hook().compiler(), reason="there is no C compiler")


@pytest.fixture(scope="module", params=["", "-DNO_AVX512", "-DNO_AVX2", "-DPLAIN"])
def compiled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> CompiledWalk:
    """The walk, compiled as an install compiles it, and as processors use it that can do less."""
    flags = [*build_hook().FLAGS, request.param] if request.param else []
    found = load_walk(built(tmp_path_factory.mktemp("walk"), *flags), SOURCE)
    assert isinstance(found, CompiledWalk)
    return found


def compare(compiled: CompiledWalk, seed: int, *, sessions: int = 150) -> None:
    """Walk a random graph both ways."""
    rows = (12, 9, 4)[seed // 6 % 3]  # of the last two, all that rich racks meet fits into registers
    arrays = random_graph(seed, rows=rows, unknown=seed % 3 == 0, by_total=seed % 2 == 0)
    plan, dice = walk_plan(arrays, some_rules(seed)), dice_key(seed, some_weights(seed))
    first = seed * 1_000_003
    for full in (True, False):
        ours = compiled.walk(compiled.prepare(plan, dice, CHECKPOINTS), first, sessions, full=full)
        theirs = run_arrays(plan, dice, first, sessions, checkpoints=CHECKPOINTS, full=full)
        assert same(ours, theirs), (seed, full)


def test_random_graphs_are_walked_alike(compiled: CompiledWalk) -> None:
    for seed in range(GRAPHS):
        compare(compiled, seed)


@pytest.mark.parametrize("bankroll", [1000, 3000, 30_000, 100_000_000])
@pytest.mark.parametrize("rolls", [1, 3, 20, 21, 144, None])
def test_the_pass_line_is_walked_alike_rich_or_poor(compiled: CompiledWalk, bankroll: int, rolls: int | None) -> None:
    rules = SessionRules(bankroll=bankroll, rolls=rolls, goal=bankroll + 8000, stop=bankroll - 900)
    plan, dice = walk_plan(pass_line(), rules), dice_key(rolls or 0)
    for full in (True, False):
        ours = compiled.walk(compiled.prepare(plan, dice, [7]), 0, 100, full=full)
        assert same(ours, run_arrays(plan, dice, 0, 100, checkpoints=[7], full=full))


def test_wealth_with_too_many_levels_is_searched_for(compiled: CompiledWalk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wealth_levels, "MOST_LEVELS", 1)
    plan = walk_plan(random_graph(4), SessionRules(bankroll=3700, rolls=100))
    prepared = compiled.prepare(plan, dice_key(1), CHECKPOINTS)
    assert not prepared.struct.dense
    for full in (True, False):
        ours = compiled.walk(prepared, 0, 300, full=full)
        assert same(ours, run_arrays(plan, dice_key(1), 0, 300, checkpoints=CHECKPOINTS, full=full))


def test_words_that_are_drawn_again_are_drawn_alike(compiled: CompiledWalk) -> None:
    """One word in thirteen thousand is rejected; these are eighty thousand."""
    plan, dice = walk_plan(pass_line(), SessionRules(bankroll=10**8, rolls=20)), dice_key("rejected")
    ours = compiled.walk(compiled.prepare(plan, dice, []), 0, 40_000, full=False)
    assert same(ours, run_arrays(plan, dice, 0, 40_000, full=False))


def test_amounts_too_large_for_pairs_are_walked_in_single_rolls(compiled: CompiledWalk) -> None:
    arrays = pass_line(stake=10**9)
    arrays.delta[0, 0] += 1  # the unit is one cent
    plan = walk_plan(arrays, SessionRules(bankroll=10**9, rolls=100))
    assert is_small(plan)
    ours = compiled.walk(compiled.prepare(plan, dice_key(1), []), 0, 200, full=False)
    assert same(ours, run_arrays(plan, dice_key(1), 0, 200, full=False))


def test_a_graph_whose_numbers_need_more_bits_is_left_to_numpy() -> None:
    arrays = pass_line(stake=10**10)
    arrays.delta[0, 0] += 1
    rules = SessionRules(bankroll=10**11, rolls=50)
    assert not is_small(walk_plan(arrays, rules))
    found = Runner(arrays, rules, dice_key(1), ()).walk(0, 20, full=False)
    assert same(found, run_arrays(walk_plan(arrays, rules), dice_key(1), 0, 20, full=False))


def test_batches_of_any_size_give_each_session_the_same(compiled: CompiledWalk) -> None:
    plan = walk_plan(pass_line(), SessionRules(bankroll=5000, rolls=99))
    prepared = compiled.prepare(plan, dice_key(5), [])
    whole = compiled.walk(prepared, 100, 60, full=False).final.tolist()
    parts = [
        compiled.walk(prepared, 100 + at, size, full=False).final.tolist() for at, size in ((0, 1), (1, 18), (19, 41))
    ]
    assert sum(parts, []) == whole  # noqa: RUF017


def test_the_dice_alone_are_those_of_the_format(compiled: CompiledWalk) -> None:
    plan = walk_plan(pass_line(), SessionRules(bankroll=5000, rolls=99))
    rolls = [list(islice(rolls_of("sum", number), 2000)) for number in (3, 4)]
    expected = sum(sum(each[::2]) + 256 * sum(each[1::2]) for each in rolls)
    assert compiled.dice(compiled.prepare(plan, dice_key("sum"), []), 3, 2, rolls=2000) == expected


def test_a_library_that_is_missing_old_or_no_library_is_not_used(tmp_path: Path) -> None:
    assert load_walk(tmp_path / "walk.compiled", SOURCE) == "it was not compiled when Comeout was installed"
    library = built(tmp_path)
    newer = tmp_path / "walk.c"
    newer.write_bytes(SOURCE.read_bytes() + b"\n")
    assert load_walk(library, newer) == "walk.compiled was compiled from another walk.c"
    (tmp_path / "broken.compiled").write_bytes(hashlib.sha256(SOURCE.read_bytes()).hexdigest().encode())
    told = load_walk(tmp_path / "broken.compiled", SOURCE)
    assert isinstance(told, str)
    assert told.startswith("broken.compiled cannot be loaded: ")


SANITIZED = """
import sys
from pathlib import Path
from comeout.lab.simulation.compiled_walk import CompiledWalk
from tests.lab.simulation.test_compiled_walk import compare

library = CompiledWalk(Path(sys.argv[1]))
for seed in range(13):
    compare(library, seed, sessions=40)
print("compared")
"""


def test_sanitizers_find_nothing(tmp_path: Path) -> None:
    compiler = build_hook().compiler()
    asked = subprocess.run([*compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, check=False)
    runtime = Path(asked.stdout.strip())
    if not runtime.is_absolute():
        pytest.skip("the compiler has no sanitizers")
    flags = ("-std=c11", "-O1", "-g", "-shared", "-fPIC", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    library = built(tmp_path, *flags)
    done = subprocess.run(
        [sys.executable, "-c", SANITIZED, str(library)],
        env={
            **os.environ,
            "LD_PRELOAD": str(runtime),
            "ASAN_OPTIONS": "detect_leaks=0",
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "compared\n"), done.stderr[-3000:]
