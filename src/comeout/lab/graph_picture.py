"""The graph of a strategy as a picture (SVG): what lies for a roll, and where rolls lead, with their chances.

A small graph is drawn row by row. A large one is drawn by puck and number of bets.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from html import escape

from comeout.lab.graph import Graph
from comeout.money import show_amount
from comeout.rules.layout import POINTS

MOST_BOXES = 24
"""A graph with more rows than this is drawn by puck and number of bets."""
WIDE, HIGH, GAP_X, GAP_Y, MARGIN = 168, 58, 40, 46, 24
_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#1c2b24}.box{fill:#f4f7f2;stroke:#2f6b4f;stroke-width:1.5}"
    ".on{fill:#e6f1ea}.way{fill:none;stroke:#2f6b4f}.small{font-size:11px;fill:#52645a}.title{font-size:15px;font-weight:600}"
)


@dataclass(frozen=True, slots=True)
class PictureBox:
    """One box of the picture: a row, or all rows with one puck and number of bets."""

    title: str
    says: tuple[str, ...]
    column: int
    on: bool


def draw_graph(graph: Graph) -> str:
    """Draw what a strategy meets while it can pay for all it wants; the graph must be explored for rich racks."""
    ways = _ways(graph)
    boxes, ways = _boxes_by_row(graph, ways) if len(graph.rows) <= MOST_BOXES else _boxes_by_puck(graph, ways)
    return _svg(graph, boxes, ways)


Ways = Counter[tuple[int, int]]
"""By two numbers: in how many of the thirty-six rolls one leads to the other."""


def _ways(graph: Graph) -> Ways:
    ways: Ways = Counter()
    for number, row in enumerate(graph.rows):
        for outcome in row.outcomes:
            known = graph.nodes[outcome.node].decisions
            after = known[-1].row if known else -1  # the last decision is that of the richest rack
            if after >= 0:
                ways[number, after] += len(outcome.places)
    return ways


def _boxes_by_row(graph: Graph, ways: Ways) -> tuple[list[PictureBox], Ways]:
    boxes = []
    for row in graph.rows:
        bets = tuple(f"{spot} {show_amount(amount).removesuffix('.00')}" for spot, amount in row.bets) or ("no bet",)
        shown = (*bets[:2], f"and {len(bets) - 2} more") if len(bets) > 3 else bets
        boxes.append(PictureBox(_puck(row.point), shown, POINTS.index(row.point), bool(row.point)))
    return boxes, ways


def _boxes_by_puck(graph: Graph, ways: Ways) -> tuple[list[PictureBox], Ways]:
    groups = sorted(
        {(row.point, len(row.bets)) for row in graph.rows}, key=lambda each: (POINTS.index(each[0]), each[1])
    )
    place = {group: number for number, group in enumerate(groups)}
    group_of = [place[row.point, len(row.bets)] for row in graph.rows]
    counts = Counter(group_of)
    boxes = [
        PictureBox(
            _puck(point),
            (f"{bets} bet{'' if bets == 1 else 's'}", f"{counts[number]} row{'' if counts[number] == 1 else 's'}"),
            POINTS.index(point),
            bool(point),
        )
        for number, (point, bets) in enumerate(groups)
    ]
    merged: Ways = Counter()
    for (start, end), rolls in ways.items():
        merged[group_of[start], group_of[end]] += rolls
    return boxes, merged


def _puck(point: int) -> str:
    return f"point {point}" if point else "come-out"


def _svg(graph: Graph, boxes: list[PictureBox], ways: Ways) -> str:
    level: Counter[int] = Counter()
    corners = []
    for box in boxes:
        corners.append((MARGIN + box.column * (WIDE + GAP_X), MARGIN + 34 + level[box.column] * (HIGH + GAP_Y)))
        level[box.column] += 1
    width = MARGIN * 2 + 7 * WIDE + 6 * GAP_X
    height = MARGIN * 2 + 34 + max(level.values(), default=1) * (HIGH + GAP_Y)
    leaving: Counter[int] = Counter()
    for (start, _), rolls in ways.items():
        leaving[start] += rolls
    title = f"{graph.strategy.name} at {graph.layout.id}: {len(graph.nodes):,} nodes, {len(graph.rows):,} rows"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"',
        f'aria-label="{escape(title)}">',
        f"<style>{_STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#2f6b4f"/></marker></defs>',
        f'<text class="title" x="{MARGIN}" y="{MARGIN + 8}">{escape(title)}</text>',
        *(
            _way(corners[start], corners[end], rolls / leaving[start])
            for (start, end), rolls in sorted(ways.items())
            if start != end
        ),
        *(
            _box(box, corner, ways[number, number] / leaving[number] if leaving[number] else 0)
            for number, (box, corner) in enumerate(zip(boxes, corners, strict=True))
        ),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _way(start: tuple[int, int], end: tuple[int, int], share: float) -> str:
    """An arrow, wider and darker the more often its way is taken."""
    left = start[0] <= end[0]
    x, y = start[0] + (WIDE if left else 0), start[1] + HIGH // 2
    to_x, to_y = end[0] + (0 if left else WIDE), end[1] + HIGH // 2
    bend = max(40, abs(to_x - x) // 3) * (1 if left else -1)
    path = f"M{x} {y}C{x + bend} {y} {to_x - bend} {to_y} {to_x} {to_y}"
    look = f'stroke-width="{0.5 + 4 * share:.2f}" opacity="{0.25 + 0.7 * share:.2f}"'
    return f'<path class="way" marker-end="url(#tip)" {look} d="{path}"><title>{share:.1%}</title></path>'


def _box(box: PictureBox, corner: tuple[int, int], stays: float) -> str:
    x, y = corner
    lines = "".join(
        f'<text class="small" x="{x + 10}" y="{y + 33 + 13 * number}">{escape(text)}</text>'
        for number, text in enumerate(box.says[:2])
    )
    again = (
        f'<text class="small" text-anchor="end" x="{x + WIDE - 8}" y="{y + 19}">stays {stays:.0%}</text>'
        if stays
        else ""
    )
    look = "box on" if box.on else "box"
    return (
        f'<g><title>{escape("; ".join(box.says))}</title><rect class="{look}" x="{x}" y="{y}" width="{WIDE}" '
        f'height="{HIGH}" rx="8"/><text x="{x + 10}" y="{y + 19}">{escape(box.title)}</text>{again}{lines}</g>'
    )
