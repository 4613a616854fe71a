"""Loads the house of two checkouts in turn, in one run, and prints how this one stands to the other.

    git worktree add ../before COMMIT
    python bench/house_ratio.py ../before

Each checkout is loaded by its own `bench/load_house.py` and `bench/load_client.py`, so that names may differ between
them. A ratio above 1 is better for bets a second, below 1 for CPU.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

HERE = Path(__file__).resolve()
ROUNDS = 5
RACK = 1_000_00
FLOOD = 500, 40
"""Players, and bets of each."""
TABLE = 1_000, 1, 10
"""Players, betting time in seconds, rolls."""

Figures = dict[str, float]
BETTER = {"bets a second": "more", "CPU of a bet, us": "less", "CPU of a player's roll, us": "less"}


def main() -> None:
    """Compare this checkout with another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="a checkout of another commit")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", choices=("bets", "rolls"))
    asked = parser.parse_args()
    checkouts = {"before": asked.before.resolve(), "after": HERE.parent.parent}
    found: dict[str, list[Figures]] = {name: [] for name in checkouts}
    for number in range(asked.rounds):
        # Who begins changes from round to round: the machine may get slower or faster in the meantime.
        for name in sorted(checkouts, reverse=bool(number % 2)):
            found[name].append(_loaded(checkouts[name], asked.only or ""))
            print(f"  round {number + 1}, {name}: {_shown(found[name][-1])}", flush=True)
    for name in found["after"][0]:
        before, after = (median(each[name] for each in found[which]) for which in checkouts)
        ratios = [mine[name] / theirs[name] for mine, theirs in zip(found["after"], found["before"], strict=True)]
        each = ", ".join(f"{ratio:.2f}" for ratio in ratios)
        told = f"{before:,.0f} before, {after:,.0f} after: {after / before:.2f} times ({each})"
        print(f"{name}: {told}; {BETTER[name]} is better")
    print(f"load average of the machine: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")


def _shown(figures: Figures) -> str:
    return ", ".join(f"{name} {value:,.0f}" for name, value in figures.items())


def _loaded(checkout: Path, only: str) -> Figures:
    """One round of a checkout, in a process that imports nothing of the other."""
    paths = os.pathsep.join((str(checkout / "src"), str(checkout / "bench")))
    command = [sys.executable, "-P", str(HERE), "--one", only]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": paths}, cwd=checkout, stdout=subprocess.PIPE, text=True, check=True
    )
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    return figures


# ------------------------------------------------------------------ in that process


def one(only: str) -> Figures:
    """Load the house of whichever checkout is on the path."""
    from load_client import raise_file_limit

    raise_file_limit()
    return {**(_bets() if only != "rolls" else {}), **(_rolls() if only != "bets" else {})}


def _bets() -> Figures:
    """Bets as fast as they are answered, each after its commit."""
    from load_client import Players
    from load_house import PATH, fill, serving

    players, each = FLOOD
    with tempfile.TemporaryDirectory() as folder:
        tokens = fill(Path(folder), players, betting_time=3600)
        with serving("house", folder) as house, Players(house.host, house.port, PATH) as crowd:
            crowd.ask("connect", tokens)
            crowd.ask("sit", RACK)
            crowd.ask("flood", 8, 4)
            start, before = perf_counter(), house.cpu
            kept = crowd.ask("flood", each, 4).kept
            seconds, cpu = perf_counter() - start, house.cpu - before
    return {"bets a second": kept / seconds, "CPU of a bet, us": cpu / kept * 1e6}


def _rolls() -> Figures:
    """A live table where everybody bets on every roll."""
    from load_client import Players
    from load_house import PATH, fill, serving

    players, betting_time, rolls = TABLE
    with tempfile.TemporaryDirectory() as folder:
        tokens = fill(Path(folder), players, betting_time=betting_time)
        with serving("house", folder) as house, Players(house.host, house.port, PATH) as crowd:
            crowd.ask("connect", tokens)
            crowd.ask("sit", RACK)
            crowd.ask("play", 2, betting_time * 0.6)
            before = house.cpu
            crowd.ask("play", rolls, betting_time * 0.6)
            cpu = house.cpu - before
    return {"CPU of a player's roll, us": cpu / players / rolls * 1e6}


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(one(sys.argv[2])))
    else:
        main()
