"""Loads a house with players from another process and holds what they see against its targets and a bare broadcast.

`--quick` does the same with small numbers, to see that everything works.
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
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
    """Players, betting time in seconds, rolls of a round."""
    flood: tuple[int, int]
    """Players and bets of each in a round."""
    idle: int
    deaf: tuple[int, int, int]
    """Players, rolls of a phase, phases of each kind."""
    events: int


FULL = Size(((100, 1, 15), (1_000, 1, 15), (10_000, 8, 5)), (500, 40), 15_000, (1_000, 3, 20), 1_000_000)
QUICK = Size(((20, 1, 2), (200, 1, 2)), (100, 8), 200, (100, 2, 1), 5_000)
ROUNDS = 3
"""How often a house and its bare broadcast are measured, one after the other."""


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
        yield f"  {figure.name:<58}{figure.measured:<52}{verdict}"
    yield f"  load average of the machine: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores"


# ------------------------------------------------------------------ rolls


@dataclass(frozen=True, slots=True)
class Round:
    """A house played for some rolls, and right after it the bare broadcast of its frames."""

    joining: float
    sitting: float
    played: Played
    bare: Played
    answered: int
    kept: int
    cost: float
    """Seconds of CPU for one player's roll."""


def measure_rolls(size: Size) -> Chapter:
    """Dice and settlement at tables of very different size, and what a player costs."""
    rows: list[Figure] = []
    costs: dict[int, float] = {}
    for players, betting_time, rolls in size.tables:
        rounds = [_round(players, betting_time, rolls) for _ in range(ROUNDS)]
        rows += _table(players, rounds)
        costs[players] = median(each.cost for each in rounds)
    few, many = min(costs), max(costs)
    rows += [Figure(f"{n:,} players: CPU of a player's roll, bet included", _us(cost)) for n, cost in costs.items()]
    rows.append(_times(f"{many:,} players to {few}, CPU of a player's roll", costs[many] / costs[few], FLAT))
    return Chapter(
        "One live table",
        "Every player bets on the field on every roll. Time runs from the record's own time, before it is kept, until "
        f"the last player has the frame; p50 and p99 over the rolls of {ROUNDS} rounds. After each round the house is "
        "killed, the bets in its file are counted, and a bare broadcast sends the same frames to as many sockets of a "
        "plain uvicorn, and keeps, decides and answers nothing. A ratio is of the p50 of a round to the p50 of its "
        "broadcast: the median of the rounds, and each of them.",
        tuple(rows),
    )


def _round(players: int, betting_time: int, rolls: int) -> Round:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tokens = fill(folder, players, betting_time=betting_time)
        with serving("house", name) as house, Players(house.host, house.port, PATH) as crowd:
            joining = crowd.ask("connect", tokens)
            sitting = crowd.ask("sit", RACK)
            warm: Played = crowd.ask("play", 2, betting_time * 0.6)
            before = house.cpu
            played: Played = crowd.ask("play", rolls, betting_time * 0.6)
            cost = (house.cpu - before) / players / rolls
            frames = crowd.ask("frames")
            house.kill()
        kept = kept_bets(folder)
    bare = _bare(players, frames, times=rolls)
    return Round(joining, sitting, played, bare, warm.kept + played.kept, kept, cost)


def _table(players: int, rounds: Sequence[Round]) -> list[Figure]:
    name, held = f"{players:,} players", players >= HELD_TO_BARE
    kept, answered = sum(each.kept for each in rounds), sum(each.answered for each in rounds)
    acknowledged = [seconds for each in rounds for seconds in each.played.acknowledged]
    dice, settled = ([_lasts(getattr(each.played, what)) for each in rounds] for what in ("dice", "settled"))
    bare_dice, bare_settled = ([_lasts(getattr(each.bare, what)) for each in rounds] for what in ("dice", "settled"))
    joined, seated = median(each.joining for each in rounds), median(each.sitting for each in rounds)
    return [
        Figure(f"{name}: connected, then seated", f"{joined:.1f} s, {seated:.1f} s"),
        Figure(
            f"{name}: bets answered, and found after a kill",
            f"{answered:,}, {kept:,} (refused {_refused([each.played for each in rounds])})",
            "none lost",
            f"{kept - answered:+,}",
            all(each.kept >= each.answered for each in rounds),
        ),
        Figure(f"{name}: a bet to its answer", _spread(acknowledged)),
        _last(f"{name}: dice to the last", dice, DICE_TARGETS.get(players)),
        _last(f"{name}: settlement to the last", settled, SETTLED_TARGETS.get(players)),
        _against(f"{name}: dice against the bare broadcast", dice, bare_dice, held=held),
        _against(f"{name}: settlement against it", settled, bare_settled, held=held),
    ]


def _lasts(heard: Sequence[Heard]) -> list[float]:
    """When the last player had each of the frames."""
    return [each.last for each in heard]


def _bare(players: int, frames: dict[str, list[bytes]], *, times: int) -> Played:
    pause = 0.2 + players / 5_000
    with serving("bare") as bare, Players(bare.host, bare.port, "/listen", bare=True) as crowd:
        crowd.ask("connect", [""] * players)
        crowd.start("broadcasts", times)
        control(bare, frames, times=times, pause=pause)
        heard: Played = crowd.result()
    return heard


def _refused(rounds: Sequence[Played]) -> str:
    reasons = Counter[str]()
    for played in rounds:
        reasons.update(played.refused)
    return ", ".join(f"{count:,} {reason}" for reason, count in reasons.items()) or "none"


def _last(name: str, rounds: Sequence[Sequence[float]], target: float | None) -> Figure:
    lasts = [each for one in rounds for each in one]
    if target is None:
        return Figure(name, _spread(lasts))
    row = below(name, _quantile(lasts, 0.99), target)
    return Figure(name, _spread(lasts), row.target, row.ratio, row.met)


def _against(name: str, ours: Sequence[Sequence[float]], theirs: Sequence[Sequence[float]], *, held: bool) -> Figure:
    """The median round's ratio; a round is held against the broadcast that followed it."""
    middles = [(median(mine), median(bare)) for mine, bare in zip(ours, theirs, strict=True)]
    ratios = [mine / bare for mine, bare in middles]
    mine, bare = median(each[0] for each in middles), median(each[1] for each in middles)
    figure = _times(name, median(ratios), BARE_TIMES)
    each = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    measured = f"{figure.measured} ({each}; {_ms(mine)} to {_ms(bare)})"
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
            floods = [_flood(house, crowd, each) for _ in range(ROUNDS)]
            house.kill()
        kept = kept_bets(Path(folder))
    rates = [flood.played.kept / flood.seconds for flood in floods]
    rate, answered = median(rates), (ROUNDS + 1) * players * each
    cpu = median(flood.cpu / flood.played.kept for flood in floods)
    cores = median(flood.cpu / flood.seconds for flood in floods)
    acknowledged = [seconds for flood in floods for seconds in flood.played.acknowledged]
    return Chapter(
        "Bets a second",
        f"{players:,} players with four bets each under way, {each} bets of each in one of {ROUNDS} rounds; every "
        "answer after its commit. The median of the rounds, and the slowest and the fastest.",
        (
            Figure(
                "durable, answered bets",
                f"{rate:,.0f} a second ({min(rates):,.0f} to {max(rates):,.0f}; "
                f"refused {_refused([flood.played for flood in floods])})",
                f">= {BETS_TARGET:,}",
                f"{rate / BETS_TARGET:.2f} of the target",
                rate >= BETS_TARGET,
            ),
            Figure("CPU of a bet", f"{cpu * 1e6:.0f} us ({cores:.2f} cores)"),
            Figure("a bet to its answer", _spread(acknowledged)),
            Figure("bets in the file after a kill", f"{kept:,}", f"{answered:,}", "", kept >= answered),
        ),
    )


@dataclass(frozen=True, slots=True)
class Flood:
    """Bets as fast as they are answered, and what that took."""

    played: Played
    seconds: float
    cpu: float


def _flood(house: Serving, crowd: Players, each: int) -> Flood:
    start, before = perf_counter(), house.cpu
    played: Played = crowd.ask("flood", each, min(4, each))
    return Flood(played, perf_counter() - start, house.cpu - before)


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
    late: dict[bool, list[Sequence[float]]] = {True: [], False: []}
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
                late[reads] += [heard.late for heard in played.dice]
                crowd.ask("dismiss")
            cut = _cut(house)
    p99 = {reads: median(_quantile(each, 0.99) for each in heard) for reads, heard in late.items()}
    every = {reads: _spread([each for heard in of for each in heard]) for reads, of in late.items()}
    return Chapter(
        "One who never reads",
        f"An inspector, who is sent every bet and the whole settlement of {players:,} players, reads for {rolls} rolls "
        f"and never in the next {rolls}, {phases} times each; the dice as all the others hear them. Of a roll, p99 is "
        "of its players; held against each other are the median rolls. Of all rolls together it is of the worst.",
        (
            Figure("all rolls while the inspector reads", every[True]),
            Figure("all rolls while the inspector does not", f"{every[False]} (cut {cut} times)"),
            Figure("p99 of a roll, reading and not", f"{_ms(p99[True])}, {_ms(p99[False])}"),
            _times("p99 of the others in a roll", p99[False] / p99[True], DEAF),
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
