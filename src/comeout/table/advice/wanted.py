"""Says in one sentence what a seat wants from the next roll: what it wins on, what it loses on, and what else."""

from __future__ import annotations

from collections.abc import Mapping

from comeout.money import Amount, show_short
from comeout.rules.layout import Layout
from comeout.rules.procedures import listed
from comeout.table.advice.next_roll import NUMBERS, net_of
from comeout.table.messages import Line

MOST_AMOUNTS = 3
"""With more different amounts than this, the sentence names the numbers and only the largest amount."""


def wanted(layout: Layout, point: int, numbers: Mapping[str, tuple[Line, ...]]) -> str:
    """Return the sentence about the next roll; empty without bets, which is without `numbers` from `next_roll`."""
    nets = {name: sum(map(net_of, lines)) for name, lines in numbers.items()}
    won = _part("win", {name: net for name, net in nets.items() if net > 0})
    lost = _part("lose", {name: -net for name, net in nets.items() if net < 0})
    if not won and not lost:
        return "The next roll wins and loses you nothing" if numbers else ""
    rest = [name for name, net in nets.items() if not net]
    losses = {-net for net in nets.values() if net < 0}
    if won and not rest and len(losses) == 1:
        lost = f"lose {show_short(*losses)} on anything else"
    return f"You {', '.join(each for each in (won, lost) if each)}{_otherwise(layout, point, rest)}"


def _part(verb: str, nets: Mapping[str, Amount]) -> str:
    """Return "win 10 on an 8", for every number of one kind."""
    by_net: dict[Amount, list[str]] = {}
    for name, net in nets.items():
        by_net.setdefault(net, []).append(name)
    if len(by_net) <= MOST_AMOUNTS:
        each = (f"{show_short(net)} on {_numbers(names)}" for net, names in by_net.items())
        return f"{verb} {', '.join(each)}" if nets else ""
    return f"{verb} on {_numbers(list(nets))} (at most {show_short(max(by_net))})"


def _numbers(names: list[str]) -> str:
    """Return numbers in words. An easy and a hard way that come to the same are one number; hard ways are together."""
    said = list(dict.fromkeys(_word(name, names) for name in names))
    plain = [word for word in said if " " not in word]
    groups = [group for way in ("easy", "hard") if (group := [word for word in said if word.startswith(way)])]
    ways = [listed([_with_article(group[0]), *(word.split()[1] for word in group[1:])], "or") for group in groups]
    several = len(ways) > 1 and any(len(group) > 1 for group in groups)
    told = listed([_with_article(plain[0]), *plain[1:], *ways[:1]], "or") if plain else ways[0]
    return f"{told}, or {ways[1]}" if several else listed([told, *ways[1:]], "or")


def _word(name: str, names: list[str]) -> str:
    total = name.removesuffix("h")
    other = total if name.endswith("h") else f"{total}h"
    if other in names or other not in NUMBERS:
        return total
    return f"{'hard' if name.endswith('h') else 'easy'} {total}"


def _with_article(word: str) -> str:
    return f"{'an' if word[0] in 'e8' or word == '11' else 'a'} {word}"


def _otherwise(layout: Layout, point: int, rest: list[str]) -> str:
    """Return what all other numbers do: set the point, or nothing."""
    if not rest:
        return ""
    sets = not point and all(layout.point_after(point, NUMBERS[name].total) for name in rest)
    return "; any other number becomes the point" if sets else "; anything else, roll again"
