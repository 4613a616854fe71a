"""Loads a house with players from another process and holds what they see against its targets and a bare broadcast.

`--quick` does the same with small numbers, to see that everything works.
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from urllib.request import urlopen

import load_restart
from figures import Chapter, Figure, below
from load_client import Heard, Played, Players, raise_file_limit
from load_house import PATH, Serving, control, fill, kept_bets, serving

RACK = 1_000_00
DICE_TARGETS = {1_000: 0.150, 10_000: 0.800}
SETTLED_TARGETS = {1_000: 0.350, 10_000: 2.5}
HELD_TO_BARE = 10_000
"""A small table is over so soon that the commit, which the bare broadcast has not, is most of it."""
BARE_TIMES, BETS_TARGET, SOCKET_TARGET, FLAT, DEAF = 3.0, 5_000, 40 * 1024, 1.5, 1.10


@dataclass(frozen=True, slots=True)
class Size:
    """How much is done."""

    tables: Sequence[tuple[int, int, int]]
    """Players, betting time in seconds, rolls."""
    flood: tuple[int, int]
    """Players and bets of each."""
    idle: int
    deaf: tuple[int, int, int]
    """Players, rolls of a phase, phases of each kind."""
    events: int


FULL = Size(((100, 1, 30), (1_000, 1, 30), (10_000, 8, 8)), (500, 100), 15_000, (1_000, 15, 2), 1_000_000)
QUICK = Size(((20, 1, 3), (200, 1, 3)), (100, 20), 200, (100, 2, 1), 5_000)


def main() -> None:
    """Run every measurement, or those named, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small numbers, under a minute")
    parser.add_argument("parts", nargs="*", help=f"any of {', '.join(PARTS)}; all if none is named")
    asked = parser.parse_args()
    size = QUICK if asked.quick else FULL
    raise_file_limit()
    for part in asked.parts or PARTS:
        print("\n".join(_told(PARTS[part](size))), flush=True)


def _told(chapter: Chapter) -> Iterator[str]:
    yield f"\n{chapter.title}\n  {chapter.how}"
    for figure in chapter.figures:
        verdict = "" if figure.met is None else f"{'met' if figure.met else 'MISSED'} ({figure.target}, {figure.ratio})"
        yield f"  {figure.name:<58}{figure.measured:<40}{verdict}"
    yield f"  load average of the machine: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores"


# ------------------------------------------------------------------ rolls


def measure_rolls(size: Size) -> Chapter:
    """Dice and settlement at tables of very different size, and what a player costs."""
    rows: list[Figure] = []
    costs: dict[int, float] = {}
    for players, betting_time, rolls in size.tables:
        with tempfile.TemporaryDirectory() as folder:
            found, costs[players] = _table(Path(folder), players, betting_time, rolls)
        rows += found
    few, many = min(costs), max(costs)
    rows += [Figure(f"{n:,} players: CPU of a player's roll, bet included", _us(cost)) for n, cost in costs.items()]
    rows.append(_times(f"{many:,} players to {few}, CPU of a player's roll", costs[many] / costs[few], FLAT))
    return Chapter(
        "One live table",
        "Every player bets on the field on every roll. Time runs from the record's own time, before it is kept, until "
        "the last player has the frame; p50 and p99 over the rolls. The bare broadcast sends the same frames to as "
        "many sockets of a plain uvicorn, and keeps, decides and answers nothing. The house is then killed and the "
        "bets in its file are counted.",
        tuple(rows),
    )


def _table(folder: Path, players: int, betting_time: int, rolls: int) -> tuple[list[Figure], float]:
    tokens = fill(folder, players, betting_time=betting_time)
    with serving("house", str(folder)) as house, Players(house.host, house.port, PATH) as crowd:
        joining = crowd.ask("connect", tokens)
        sitting = crowd.ask("sit", RACK)
        warm: Played = crowd.ask("play", 2, betting_time * 0.6)
        before = house.cpu
        played: Played = crowd.ask("play", rolls, betting_time * 0.6)
        cost = (house.cpu - before) / players / rolls
        frames = crowd.ask("frames")
        house.kill()
    kept, answered = kept_bets(folder), warm.kept + played.kept
    bare = _bare(players, frames, times=rolls)
    name = f"{players:,} players"
    return [
        Figure(f"{name}: connected, then seated", f"{joining:.1f} s, {sitting:.1f} s"),
        Figure(
            f"{name}: bets answered, and found after a kill",
            f"{answered:,}, {kept:,} (refused {_refused(played)})",
            "none lost",
            f"{kept - answered:+,}",
            kept >= answered,
        ),
        Figure(f"{name}: a bet to its answer", _spread(played.acknowledged)),
        _last(f"{name}: dice to the last", played.dice, DICE_TARGETS.get(players)),
        _last(f"{name}: settlement to the last", played.settled, SETTLED_TARGETS.get(players)),
        _against(f"{name}: dice against the bare broadcast", played.dice, bare.dice, held=players >= HELD_TO_BARE),
        _against(f"{name}: settlement against it", played.settled, bare.settled, held=players >= HELD_TO_BARE),
    ], cost


def _bare(players: int, frames: dict[str, list[bytes]], *, times: int) -> Played:
    pause = 0.2 + players / 5_000
    with serving("bare") as bare, Players(bare.host, bare.port, "/listen", bare=True) as crowd:
        crowd.ask("connect", [""] * players)
        crowd.start("broadcasts", times)
        control(bare, frames, times=times, pause=pause)
        heard: Played = crowd.result()
    return heard


def _refused(played: Played) -> str:
    return ", ".join(f"{count:,} {reason}" for reason, count in played.refused.items()) or "none"


def _last(name: str, heard: Sequence[Heard], target: float | None) -> Figure:
    lasts = [each.last for each in heard]
    if target is None:
        return Figure(name, _spread(lasts))
    row = below(name, _quantile(lasts, 0.99), target)
    return Figure(name, _spread(lasts), row.target, row.ratio, row.met)


def _against(name: str, ours: Sequence[Heard], theirs: Sequence[Heard], *, held: bool) -> Figure:
    mine, bare = (_quantile([each.last for each in heard], 0.5) for heard in (ours, theirs))
    figure = _times(name, mine / bare, BARE_TIMES)
    measured = f"{figure.measured} ({_ms(mine)} to {_ms(bare)}, p50)"
    return Figure(name, measured, figure.target, figure.ratio, figure.met) if held else Figure(name, measured)


# ------------------------------------------------------------------ bets, sockets, somebody who never reads


def measure_bets(size: Size) -> Chapter:
    """How many bets a second one process keeps and answers."""
    players, each = size.flood
    with tempfile.TemporaryDirectory() as folder:
        tokens = fill(Path(folder), players, betting_time=3600)
        with serving("house", folder) as house, Players(house.host, house.port, PATH) as crowd:
            crowd.ask("connect", tokens)
            crowd.ask("sit", RACK)
            crowd.ask("flood", each, min(4, each))
            start, before = perf_counter(), house.cpu
            played: Played = crowd.ask("flood", each, min(4, each))
            seconds, cpu = perf_counter() - start, house.cpu - before
            house.kill()
        kept = kept_bets(Path(folder))
    rate, answered = played.kept / seconds, 2 * players * each
    return Chapter(
        "Bets a second",
        f"{players:,} players with four bets each under way, {each} bets of each; every answer after its commit.",
        (
            Figure(
                "durable, answered bets",
                f"{rate:,.0f} a second (refused {_refused(played)})",
                f">= {BETS_TARGET:,}",
                f"{rate / BETS_TARGET:.2f} of the target",
                rate >= BETS_TARGET,
            ),
            Figure("CPU of a bet", f"{cpu / played.kept * 1e6:.0f} us ({cpu / seconds:.2f} cores)"),
            Figure("a bet to its answer", _spread(played.acknowledged)),
            Figure("bets in the file after a kill", f"{kept:,}", f"{answered:,}", "", kept >= answered),
        ),
    )


def measure_sockets(size: Size) -> Chapter:
    """What a connected player who does nothing costs in memory."""
    with tempfile.TemporaryDirectory() as folder:
        tokens = fill(Path(folder), size.idle, betting_time=30)
        with serving("house", folder) as house, Players(house.host, house.port, PATH) as crowd:
            crowd.ask("connect", tokens[:20])
            before = house.memory
            seconds = crowd.ask("connect", tokens[20:])
            each = (house.memory - before) / (size.idle - 20)
            lost = crowd.ask("close")
    return Chapter(
        "Idle sockets",
        "Memory of the server's process before and after the sockets, each signed in and shown the table.",
        (
            Figure(f"{size.idle:,} sockets opened", f"in {seconds:.1f} s, {lost} lost"),
            Figure(
                "memory of one",
                f"{each / 1024:.1f} kB",
                f"<= {SOCKET_TARGET // 1024} kB",
                f"{each / SOCKET_TARGET:.2f} of the target",
                each <= SOCKET_TARGET,
            ),
        ),
    )


def measure_deaf(size: Size) -> Chapter:
    """Somebody who never reads, against the same somebody reading."""
    players, rolls, phases = size.deaf
    late: dict[bool, list[float]] = {True: [], False: []}
    with tempfile.TemporaryDirectory() as folder:
        tokens = fill(Path(folder), players + 1, betting_time=1, inspector=True)
        with serving("house", folder) as house, Players(house.host, house.port, PATH) as crowd:
            crowd.ask("connect", tokens[:-1])
            crowd.ask("sit", RACK)
            crowd.ask("play", 2, 0.6)
            for phase in range(2 * phases):
                reads = phase % 2 == 0
                crowd.ask("listen", tokens[-1], reads)
                played: Played = crowd.ask("play", rolls, 0.6)
                late[reads] += [each for heard in played.dice for each in heard.late]
                crowd.ask("dismiss")
            cut = _cut(house)
    p99 = {reads: _quantile(each, 0.99) for reads, each in late.items()}
    return Chapter(
        "One who never reads",
        f"An inspector, who is sent every bet and the whole settlement of {players:,} players, reads in one phase and "
        f"never in the next, {phases} of each with {rolls} rolls; the dice as all the others hear them.",
        (
            Figure("while the inspector reads", _spread(late[True])),
            Figure("while the inspector does not", f"{_spread(late[False])} (cut {cut} times)"),
            _times("p99 of the others", p99[False] / p99[True], DEAF),
        ),
    )


def _cut(house: Serving) -> int:
    """How often somebody was cut for reading too slowly."""
    with urlopen(f"http://{house.host}:{house.port}/metrics") as page:
        found = re.search(rb"^comeout_slow_closes_total (\d+)", page.read(), re.MULTILINE)
    return int(found[1]) if found else 0


def measure_restart(size: Size) -> Chapter:
    """Opening: with nothing, and with a long log."""
    return load_restart.measure(size.events)


# ------------------------------------------------------------------ shown


def _times(name: str, ratio: float, target: float) -> Figure:
    share = f"{ratio / target:.2f} of the target"
    return Figure(name, f"{ratio:.2f} times", f"<= {target:g} times", share, ratio <= target)


def _quantile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _spread(values: Sequence[float]) -> str:
    return f"p50 {_ms(_quantile(values, 0.5))}, p99 {_ms(_quantile(values, 0.99))}"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def _us(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} us"


PARTS: dict[str, Callable[[Size], Chapter]] = {
    "rolls": measure_rolls,
    "bets": measure_bets,
    "sockets": measure_sockets,
    "deaf": measure_deaf,
    "restart": measure_restart,
}

if __name__ == "__main__":
    main()
