"""The text of a policy: a strategy file that plays it at the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from comeout.lab.language.bet_spots import bet_words
from comeout.lab.solving.policy import PolicyRow
from comeout.money import Amount, show_amount
from comeout.rules.layout import POINTS, Layout

WIDE = 8
"""How many columns a table has before it goes on in the next one."""
MANY = 200
"""More columns than this are not aligned."""
_DOLLAR = 100

Column = tuple[Amount, Amount, dict[str, Amount]]
"""From a rack up to another one: the rows of the table, and what each of them bets."""


def table_text(layout: Layout, lines: Sequence[PolicyRow]) -> str:
    """Lines without a limit of rolls as tables by rack.

    With less than the least bet needs, that bet is asked for all the same: so the table says that the session is over.
    """
    own = [line for line in lines if not line.flat]
    least = min(own, key=lambda line: line.low)
    asked = [replace(least, low=0, high=least.low)] if least.low else []
    columns = _columns(layout, [*asked, *lines])
    return _tables(columns)


def behind_text(layout: Layout, lines: Sequence[PolicyRow]) -> str:
    """One bet of one amount at every come-out, and its odds as tables by rack."""
    own = next(line for line in lines if not line.flat)
    rule = f"come-out: bet {amount_text(own.amount)} on {bet_words(own.bet)}\n"
    columns = _columns(layout, [line for line in lines if line.flat])
    return rule + _tables(columns)


def _tables(columns: list[Column]) -> str:
    """Columns as tables that people can read; many of them as wider ones, without the spaces that align them."""
    many = len(columns) > MANY
    wide = WIDE * 4 if many else WIDE
    parts = (columns[first : first + wide] for first in range(0, len(columns), wide))
    text = "\n".join(_table(part) for part in parts)
    return re.sub(r"(?<=\S) +", " ", text) if many else text


def _columns(layout: Layout, lines: Sequence[PolicyRow]) -> list[Column]:
    """The racks with something to bet, in order; neighbours that bet the same are one column."""
    edges = sorted({edge for line in lines for edge in (line.low, line.high)})
    labels = dict(zip(lines, _labels(layout, lines), strict=True))
    found: list[Column] = []
    begins: dict[Amount, list[PolicyRow]] = {}
    for line in lines:
        begins.setdefault(line.low, []).append(line)
    holding: list[PolicyRow] = []
    for low, high in pairwise(edges):
        holding = [line for line in holding if line.high > low] + begins.get(low, [])
        rows = {labels[line]: line.amount for line in sorted(holding) if line.amount}
        if rows and found and found[-1][1:] == (low, rows):
            found[-1] = found[-1][0], high, rows
        elif rows:
            found.append((low, high, rows))
    return found


def _labels(layout: Layout, lines: Sequence[PolicyRow]) -> Iterator[str]:
    """How the row of each line begins; where one rack can have several bets under its odds, it says which."""
    flats: dict[tuple[str, tuple[int, ...]], set[Amount]] = {}
    for line in lines:
        flats.setdefault((line.bet, line.points), set()).add(line.flat)
    for line in lines:
        several = len(flats[line.bet, line.points]) > 1
        yield _odds_label(layout, line, several=several) if line.flat else _own_label(line)


def _own_label(line: PolicyRow) -> str:
    when = " and ".join(("nothing is up", *points_text(line.points)))
    return f"{when}: bet on {bet_words(line.bet)}"


def _odds_label(layout: Layout, line: PolicyRow, *, several: bool) -> str:
    base = layout.spots[layout.by_id[line.bet].base]
    verb = "lay odds" if base.wager_id.startswith("dont") else "odds"
    when = [f"with {amount_text(line.flat)} on {bet_words(base.id)}"] if several else []
    if base.number:
        when += points_text(line.points)
    label = f"{verb} on {bet_words(base.id) if base.number else line.points[0]}"
    return f"{' and '.join(when)}: {label}" if when else label


@dataclass(frozen=True, slots=True)
class TimedText:
    """What the text of a play over a number of rolls needs to know beside its lines."""

    layout: Layout
    rolls: int
    rest: Amount
    """What is left of the bankroll beside whole units: it stays in the rack, and counts to the wealth."""
    forced: bool
    """Whether one bet is made at every come-out."""
    goal: bool
    """Whether the session ends at a goal; if not, who is ahead and not forced to bet stays ahead."""

    def of(self, lines: Sequence[PolicyRow]) -> str:
        """Lines as a table by roll, point and wealth; the same case on neighbouring rolls is one."""
        told = ["count rolled", "  up when any roll", f"stop when rolled is {self.rolls}"]
        own = [line for line in lines if not line.flat]
        if self.forced and own:
            told.append(f"come-out: bet {amount_text(own[0].amount)} on {bet_words(own[0].bet)}")
        top = max((line.high + line.flat for line in lines), default=0) + (not self.forced and not self.goal)
        cases: dict[str, dict[str, list[int]]] = {}
        for line in lines:
            if line.flat or not self.forced:
                cases.setdefault(self._label(line), {}).setdefault(self._case(line, top), []).append(line.roll - 1)
        if cases:
            told.append("by rolled, point and wealth:")
        for label, rows in cases.items():
            told.append(f" {label}")
            told += sorted((f"  {first} {row}" for row, rolls in rows.items() for first in _runs(rolls)), key=_by_roll)
        return "\n".join(told)

    def _label(self, line: PolicyRow) -> str:
        act = f"{'have' if line.flat else 'bet'} on {bet_words(line.bet)}"
        if not line.flat:
            return f"nothing is up: {act}"
        base = self.layout.spots[self.layout.by_id[line.bet].base]
        return act if self.forced else f"with {amount_text(line.flat)} on {bet_words(base.id)}: {act}"

    def _case(self, line: PolicyRow, top: Amount) -> str:
        known = {frozenset(POINTS): "-", frozenset(POINTS) - {0}: "on"}
        each = " or ".join(str(point) if point else "come-out" for point in line.points)
        points = known.get(frozenset(line.points), each)
        low = line.low + line.flat + self.rest if line.low else 0
        high = line.high + line.flat + self.rest if line.high + line.flat < top else None
        return f"{points} {_head(low, high) if low or high is not None else '-'} {amount_text(line.amount)}"


def _runs(rolls: list[int]) -> Iterator[str]:
    """Rising numbers as runs of neighbours: 3, 5-9."""
    first = last = rolls[0]
    for roll in [*rolls[1:], -1]:
        if roll == last + 1:
            last = roll
            continue
        yield f"{first}-{last}" if last > first else str(first)
        first = last = roll


def _by_roll(row: str) -> int:
    return int(row.split()[0].partition("-")[0])


def points_text(points: tuple[int, ...]) -> list[str]:
    """A condition for some positions of the puck, if it is one."""
    if set(points) == set(POINTS):
        return []
    numbers = [str(point) for point in points if point]
    parts = ["come-out"] if 0 in points else []
    parts += [f"point is {' or '.join(numbers)}"] if numbers else []
    return [parts[0] if len(parts) == 1 else f"({' or '.join(parts)})"]


def amount_text(amount: Amount) -> str:
    """An amount as a strategy writes it."""
    return show_amount(amount).removesuffix(".00")


def _table(columns: Iterable[Column]) -> str:
    columns = list(columns)
    heads = [_head(low, high) for low, high, _ in columns]
    labels = list(dict.fromkeys(label for *_, rows in columns for label in rows))
    cells = [[amount_text(rows.get(label, 0)) for *_, rows in columns] for label in labels]
    first = max(len(label) for label in ("by rack:", *labels)) + 2
    wide = [max(map(len, each)) for each in zip(heads, *cells, strict=True)]
    lines = [("by rack:", heads), *zip((f"  {label}" for label in labels), cells, strict=True)]
    return "\n".join(
        f"{label:<{first}}  {'  '.join(cell.ljust(width) for cell, width in zip(row, wide, strict=True))}".rstrip()
        for label, row in lines
    )


def _head(low: Amount, high: Amount | None) -> str:
    """Amounts from one up to, and without, another: 10-19 includes the cents of 19."""
    if high is None:
        return f"{amount_text(low)}-"
    if low % _DOLLAR or high % _DOLLAR:
        return f"{show_amount(low)}-{show_amount(high - 1)}"
    return f"{low // _DOLLAR}-{high // _DOLLAR - 1}"
