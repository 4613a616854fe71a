"""How the worth of rolls and clauses looks in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comeout.cli.show.lab_pages import dollars, heading
from comeout.dice import ROLLS

if TYPE_CHECKING:
    from comeout.lab.answers.worth_answer import WorthAnswer


def worth_page(found: WorthAnswer) -> str:
    """What each roll and each clause is worth to a strategy."""
    lines = [
        heading(found.question),
        f"  Long run {dollars(found.per_100_rolls_cents)} per 100 rolls, as if money never ran out.",
        "",
        "  One percentage point more of a roll, taken from the other 35 in proportion, changes that by:",
    ]
    for first in range(1, 7):
        cells = [
            f"{roll} {'-' if worth is None else dollars(worth):>8}"
            for roll, worth in zip(ROLLS, found.rolls, strict=True)
            if roll.a == first
        ]
        lines.append("    " + "   ".join(cells))
    lines += ["", "  What each clause brings per 100 rolls:"]
    lines += [f"    {bet:<18} {clause:<28} {dollars(worth):>10}" for bet, clause, worth in found.clauses]
    even = found.break_even
    lines.append("")
    if even:
        lines.append(
            f"  It breaks even with dice that show a seven every {even.rolls_per_seven:.3f} rolls (fair dice: 6)."
        )
    else:
        lines.append("  No dice make it even, however rare or frequent the sevens.")
    return "\n".join(lines)
