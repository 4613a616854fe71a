"""Shows on the evidence page what each bet is worth: its exact figures, and those of the shooter's hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from comeout.exact.figures import Figures, Undecided
from comeout.exact.hand import Hand
from comeout.exact.numbers import show_decimal, show_percent
from comeout.review.evidence_facts import Evidence
from comeout.review.evidence_html import Html, facts, joined, paragraph, table, tag
from comeout.rules.describe import GROUPS, group_of

LENGTHS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Column:
    """A column for one figure of a bet: its title, its denominator, and how its decimals are shown."""

    title: str
    of: str
    show: Callable[[Fraction], str]


def _share(value: Fraction) -> str:
    return show_percent(value, 4)


def _number(value: Fraction) -> str:
    return show_decimal(value, 6)


_TABLES = {
    "Chances and variance": {
        "win": Column("Win", "of bets made", _share),
        "lose": Column("Lose", "of bets made", _share),
        "push": Column("Push", "of bets made", _share),
        "variance": Column("Variance", "of the flat bet squared, per bet made", _number),
    },
    "Expected value to the player; a negative value is the house edge": {
        "ev_per_bet_made": Column("Per bet made", "of the flat bet", _share),
        "ev_per_bet_resolved": Column("Per decided bet", "of the flat bet", _share),
        "ev_per_roll": Column("Per roll", "of the flat bet, while the bet works", _share),
        "ev_on_outlay": Column("Per bet made", "of all money staked, charges included", _share),
        "ev_on_outlay_resolved": Column("Per decided bet", "of all money staked, charges included", _share),
    },
    "Average rolls to a decision": {
        "mean_rolls": Column("Bet always works", "rolls per bet made", _number),
        "mean_rolls_made_before_come_out": Column("Made before a come-out", "rolls per bet made then", _number),
        "mean_rolls_made_point_on": Column("Made with a point on", "rolls per bet made then", _number),
        "mean_rolls_kept_up": Column("Made again each time", "rolls per bet, as soon as the book allows", _number),
    },
}


def figures_part(evidence: Evidence) -> Html:
    """Return the exact figures of every bet, each column with its denominator."""
    intro = (
        "These figures are exact for two fair dice. They follow from the same cells that settle the game; nothing is "
        "simulated. Each cell has a decimal above and the exact fraction below. Stakes are amounts that pay evenly, "
        "and settings are the book's defaults. Bets are ON and OFF as the book says, except where the column says "
        "that the bet always works. The figures of a bet with odds count what both win or lose. A dash means that the "
        "bet cannot be made then. figures.json adds the standard deviations, and the chance of each number of rolls."
    )
    parts = [paragraph(intro), *(_table(evidence, caption, columns) for caption, columns in _TABLES.items())]
    undecided = [each.bet for each in evidence.figures if isinstance(each, Undecided)]
    if undecided:
        parts.append(paragraph(f"Without figures, because they may never be decided: {', '.join(undecided)}."))
    return joined(parts)


def _table(evidence: Evidence, caption: str, columns: Mapping[str, Column]) -> Html:
    groups: dict[str, list[list[Html]]] = {title: [] for title in GROUPS}
    for each in evidence.figures:
        if isinstance(each, Figures):
            values = each.values()
            cells = [_exact(values[name], column.show) for name, column in columns.items()]
            groups[_group(evidence, each)].append([_bet(each), *cells])
    heads = (_head(column.title, column.of) for column in columns.values())
    return table(caption, ("Bet", *heads), ((title, rows) for title, rows in groups.items() if rows), kind="figures")


def _group(evidence: Evidence, each: Figures) -> str:
    return group_of(evidence.layout, evidence.layout.by_id[each.bet.partition("+")[0]].wager_id)


def _head(title: str, of: str) -> Html:
    return joined((title, tag("small", of)), " ")


def _bet(each: Figures) -> Html:
    return joined((each.name, tag("code", each.bet)), " ")


def _exact(value: Fraction | None, show: Callable[[Fraction], str]) -> Html:
    if value is None:
        return tag("span", "\u2013", class_="none")
    return joined((tag("span", show(value), class_="decimal"), tag("span", str(value), class_="fraction")), " ")


# ------------------------------------------------------------------ the hand


def hand_part(evidence: Evidence) -> Html:
    """Return the figures of the shooter's hand: how long it lasts and how many points it makes."""
    law = evidence.hand
    intro = (
        "A hand runs from a shooter's first come-out roll to the seven-out. The figures are for the puck of this book "
        f"and two fair dice. hand.json has the first {len(law.lengths)} lengths."
    )
    means = (
        ("Average rolls in a hand", _exact(law.mean_rolls, _number)),
        ("Average points made in a hand", _exact(law.mean_points, _number)),
    )
    exactly, at_least = (_head(f"{word} this many", "of hands") for word in ("Exactly", "At least"))
    points = [(str(n), _exact(chance, _share)) for n, chance in enumerate(law.points)]
    return joined(
        (
            paragraph(intro),
            facts(means),
            table("How many rolls a hand lasts", ("Rolls", exactly, at_least), [("", _lengths(law))], kind="figures"),
            table("How many points a hand makes", ("Points", exactly), [("", points)], kind="figures narrow"),
        )
    )


def _lengths(law: Hand) -> Iterator[tuple[str, Html, Html]]:
    """Yield the chance of each length, and of a hand at least that long."""
    at_least = Fraction(1)
    for rolls, chance in enumerate(law.lengths[:LENGTHS_SHOWN], 1):
        yield str(rolls), _exact(chance, _share), _exact(at_least, _share)
        at_least -= chance
