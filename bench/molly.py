"""A three point molly on the same dice at our table and at crapssim's: rolls a second, and equal money at the end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import median

from crapssim import Table as PeerTable
from crapssim.strategy.examples import ThreePointMolly
from figures import Chapter, Figure, Stopwatch
from seat import CLOSE, OPEN, SETTLE, THROW, seated, send_all

from comeout.dice import Roll
from comeout.rules.library import load_book
from comeout.table.messages import CallRoll, PlaceBet

ROLLS, ROUNDS, SEED = 20_000, 9, 20240707
BET, RACK, TARGET = 10_00, 10_000_000_00, 4.0


def measure() -> Chapter:
    """Play both sides in turns and compare their medians."""
    generator = random.Random(SEED)
    ours, theirs, equal = [], [], True
    for _ in range(ROUNDS):
        dice = [Roll(generator.randint(1, 6), generator.randint(1, 6)) for _ in range(ROLLS)]
        seconds, money = play_here(dice)
        peer_seconds, peer_money = play_there(dice)
        ours.append(ROLLS / seconds)
        theirs.append(ROLLS / peer_seconds)
        equal = equal and money == peer_money
    ratios = [mine / peer for mine, peer in zip(ours, theirs, strict=True)]
    ratio = median(ours) / median(theirs)
    return Chapter(
        "Rolls of a three point molly",
        f"Adelaide's rules with odds of 1x, whose odds bets pay like crapssim's. 10.00 on pass at the come-out; while "
        f"the point is on, 10.00 on come as long as fewer than two come bets stand; odds of 1x on each. Ours goes "
        f"through decide and apply, five commands for every roll besides the bets, no log kept; commands never "
        f"change, so each distinct one is built once. crapssim 0.4.1 plays its own "
        f"ThreePointMolly(10, 1) through Table.fixed_run. {ROUNDS} rounds of {ROLLS:,} rolls, the two in turns on "
        f"the same seeded dice, CPU time, garbage collector as Python sets it, medians.",
        (
            Figure("comeout", f"{median(ours):,.0f} rolls/s"),
            Figure("crapssim 0.4.1", f"{median(theirs):,.0f} rolls/s"),
            Figure(
                "comeout to crapssim",
                f"{ratio:.2f} times (rounds {min(ratios):.2f} to {max(ratios):.2f})",
                f">= {TARGET:.0f} times",
                f"{ratio / TARGET:.2f} of the target",
                ratio >= TARGET,
            ),
            Figure(
                "money of both players after every round",
                "equal to the cent" if equal else "different",
                "equal",
                "",
                equal,
            ),
        ),
    )


def play_here(dice: Sequence[Roll]) -> tuple[float, int]:
    """Play at our table; the CPU time and the cents in the rack and on the layout at the end."""
    layout = load_book("adelaide")
    state = seated(layout, 1, RACK, {"odds": "1"})
    bets, by_id = state.bets, layout.by_id
    line, line_odds = bets[by_id["pass"].index], bets[by_id["pass-odds"].index]
    come_odds = {
        by_id[f"come-{n}"].index: (by_id[f"come-odds-{n}"].index, PlaceBet(1, f"come-odds-{n}", BET))
        for n in (4, 5, 6, 8, 9, 10)
    }
    calls = {roll: CallRoll("house", roll) for roll in set(dice)}
    on_pass, on_odds, on_come = (PlaceBet(1, spot, BET) for spot in ("pass", "pass-odds", "come"))
    watch = Stopwatch()
    with watch.running():
        for roll in dice:
            wishes, standing, occupied = [], 0, state.occupied
            for spot in occupied:
                if spot in come_odds:
                    standing += 1
                    odds, wish = come_odds[spot]
                    if odds not in occupied:
                        wishes.append(wish)
            if not state.point:
                if 1 not in line:
                    wishes.append(on_pass)
            else:
                if 1 not in line_odds:
                    wishes.append(on_odds)
                if standing < 2:
                    wishes.append(on_come)
            send_all(layout, state, (*wishes, CLOSE, THROW, calls[roll], SETTLE, OPEN))
    return watch.seconds, state.totals.racks + state.totals.layout


def play_there(dice: Sequence[Roll]) -> tuple[float, int]:
    """Play at crapssim's table; the CPU time and the cents of the player at the end."""
    table = PeerTable()
    player = table.add_player(bankroll=RACK // 100, strategy=ThreePointMolly(BET // 100, 1))
    watch = Stopwatch()
    with watch.running():
        table.fixed_run(dice)
    return watch.seconds, round(player.total_player_cash * 100)
