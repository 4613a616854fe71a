"""Draws docs/table.svg, the picture of the README: a real hand at the terminal table, with dice of our choosing."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.sax.saxutils import escape

from comeout.dice import Roll
from comeout.play import play
from comeout.rules.library import load_book

HAND = ["pass 10", "roll", "odds 20; place 6 12; hard 8 5", "roll", "why"]
DICE = [Roll(3, 1), Roll(4, 2)]
WIDTH, LEADING, MARGIN, LETTER = 800, 20, 24, 9.62


def colour(line: str) -> str:
    """Typed lines are bright, wins green, clauses gold, the rest as it is."""
    if line.startswith(">"):
        return "#ffffff"
    if " wins " in line or line.startswith("COMEOUT"):
        return "#8fe388"
    return "#6f9d86" if set(line) == {"-"} else "#d5e5da"


def svg(lines: list[str]) -> str:
    """The lines as a picture that needs no font or file from elsewhere."""
    height = LEADING * len(lines) + 2 * MARGIN
    rows = []
    for number, line in enumerate(lines):
        y = MARGIN + LEADING * number + 14
        weight = ' font-weight="bold"' if line.startswith(">") else ""
        clause = re.search(r"(?<=\s\s)sentosa .*$", line)
        text = line[: clause.start()] if clause else line
        rows.append(f'<text x="{MARGIN}" y="{y}" fill="{colour(line)}"{weight}>{escape(text)}</text>')
        if clause:
            x = MARGIN + clause.start() * LETTER
            rows.append(f'<text x="{x:.1f}" y="{y}" fill="#e8c468">{escape(clause.group())}</text>')
    body = "\n".join(rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">\n'
        f'<rect width="{WIDTH}" height="{height}" rx="14" fill="#0f3d2a"/>\n'
        '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="16" xml:space="preserve">\n'
        f"{body}\n</g>\n</svg>\n"
    )


def main() -> None:
    """Play the hand and write the picture."""
    out = io.StringIO()
    rolls = iter(DICE)
    play(load_book("sentosa"), HAND, out, lambda: next(rolls))
    lines = out.getvalue().splitlines()
    end = next(n for n, line in enumerate(lines) if line.startswith("Goodbye"))
    (Path(__file__).parent / "table.svg").write_text(svg(lines[:end]), encoding="utf-8")


if __name__ == "__main__":
    main()
