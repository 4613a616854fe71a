"""Draws the pictures of the README: a hand at the terminal table and the layout it was played on."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.sax.saxutils import escape

from comeout import Table
from comeout.dice import Roll
from comeout.play import play
from comeout.rules.library import load_book

HAND = ["pass 10", "yes", "roll", "odds 20; place 6 12; hard 8 5", "roll", "why"]
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
    play(load_book("sentosa"), HAND, out, rolls)
    lines = out.getvalue().splitlines()
    end = next(n for n, line in enumerate(lines) if line.startswith("Goodbye"))
    here = Path(__file__).parent
    (here / "table.svg").write_text(svg(lines[:end]), encoding="utf-8")
    (here / "felt.svg").write_text(felt(), encoding="utf-8")


def felt() -> str:
    """A layout in mid-hand: the point is 8, and three players have chips on it."""
    table = Table(load_book("adelaide"))
    for player in ("Ann", "Bob", "Cy"):
        table.sit(player, 1_000_00)
    table.bet(1, "pass", 10_00)
    table.bet(2, "pass", 25_00)
    table.bet(3, "dont-pass", 50_00)
    table.roll(5, 3)
    bets = ((1, "pass-odds", 20_00), (2, "pass-odds", 100_00), (3, "lay-10", 40_00), (1, "place-6", 12_00))
    for seat, spot, amount in (*bets, (2, "hard-8", 5_00), (1, "come", 10_00), (3, "field", 5_00), (2, "horn", 4_00)):
        table.bet(seat, spot, amount)
    table.roll(3, 2)
    table.bet(1, "come-odds-5", 20_00)
    table.bet(2, "come", 25_00)
    return table._repr_svg_()


if __name__ == "__main__":
    main()
