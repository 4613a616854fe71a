"""Prints exact figures: every fraction with its decimal, and every figure with its denominator in small print."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from comeout.cli.show.pages import console, heading, plain_table
from comeout.exact.even_amounts import BestAmounts
from comeout.exact.figures import Figures, Rolls, Undecided
from comeout.exact.hand import Hand
from comeout.exact.numbers import show_decimal, show_one_in, show_percent, show_root
from comeout.money import show_amount
from comeout.rules.layout import Layout

EDGE = "House edge"
WHAT = {
    "win": ("Win", "of bets made"),
    "lose": ("Lose", "of bets made"),
    "push": ("Push", "of bets made"),
    "ev_per_bet_made": (EDGE, "of the flat bet, per bet made"),
    "ev_per_bet_resolved": ("", "of the flat bet, per decided bet"),
    "ev_per_roll": ("", "of the flat bet, per roll while it works"),
    "ev_on_outlay": ("", "of all money staked, charges too"),
    "ev_on_outlay_resolved": ("", "of all money staked on decided bets"),
    "variance": ("Variance", "of the flat bet squared, per bet made"),
    "mean_rolls": ("Rolls to a decision", "if the bet always works"),
    "mean_rolls_made_before_come_out": ("with the book's ON and OFF", "made before a come-out"),
    "mean_rolls_made_point_on": ("", "made just after a point is set"),
    "mean_rolls_kept_up": ("", "in the long run, if you always make it again"),
}
"""The name of each figure, and its denominator. A value to the player is shown as the house edge."""

RETURNS = {"ev_on_outlay": "of all money staked", "ev_on_outlay_resolved": "of all money staked on decided bets"}
"""The values that are also shown as a return, and the denominator of each."""

_PLAIN = ("variance", "mean_rolls")
LONGEST_FRACTION = 34
"""The longest fraction that is printed. A longer one is shown as a decimal; --json has all of it."""


def decimal(figure: str, value: Fraction) -> str:
    """Format a figure for reading: chances and values in percent, the rest in plain decimals."""
    return show_decimal(value, 4) if figure.startswith(_PLAIN) else show_percent(value)


# ------------------------------------------------------------------ a whole book


def odds_list(layout: Layout, found: Iterable[Figures | Undecided]) -> None:
    """Print every bet of a book, one a line."""
    out = console()
    out.print(Text(layout.rulebook.book.title, style="bold"))
    out.print(Text(f"{layout.id}, revision {layout.rulebook.book.revision}, digest {layout.digest[:12]}", style="dim"))
    out.print()
    titles = ("Win%", "Lose%", "Push%", "Edge", "Edge%", "Decided", "Roll%", "Staked", "SD", "Rolls", "Up")
    table = plain_table("Bet", *titles)
    for column in table.columns[1:]:
        column.justify = "right"
        column.no_wrap = True
    table.padding = (0, 1, 0, 0)
    for each in found:
        table.add_row(*(_line(each) if isinstance(each, Figures) else (each.bet, *["-"] * len(titles))))
    out.print(table)
    for line in (
        "Win%, Lose%, Push%: of bets made. Edge: the house edge, as a part of the flat bet, per bet made;",
        "a minus sign means that you have the edge. Decided: the edge on decided bets only. Roll%: per roll",
        "while the bet works. Staked: of all money staked, odds and vigorish included. SD: standard deviation",
        "of one bet made. Rolls: to a decision, if the bet always works; Up: with the book's ON and OFF, if",
        "you always make it again. Name a bet to see all its exact figures: comeout odds BOOK BET",
    ):
        out.print(Text(line, style="dim"))


def _line(found: Figures) -> tuple[str, ...]:
    results = found.results
    edge = str(-results.ev_per_bet_made)
    values = (results.ev_per_bet_made, results.ev_per_bet_resolved, results.ev_per_roll, results.ev_on_outlay)
    return (
        found.bet,
        *(_percent(chance) for chance in (results.win, results.lose, results.push)),
        edge if len(edge) <= 8 else "",
        *(_percent(-value) for value in values),
        show_root(results.variance, 2),
        show_decimal(found.always_working.mean, 2),
        show_decimal(found.kept_up.mean, 2) if found.kept_up else "-",
    )


def _percent(value: Fraction) -> str:
    return show_decimal(value * 100, 2) if value else "-"


# ------------------------------------------------------------------ one bet


def odds_page(layout: Layout, found: Figures | Undecided) -> None:
    """Print every figure of one bet."""
    out = console()
    out.print(Text(found.name, style="bold"), Text(f"  {layout.id} {found.bet}", style="dim"))
    if isinstance(found, Undecided):
        out.print("  With these dice you can never make this bet, or it may never end: it has no figures.")
        out.print()
        return
    if found.stake_cents is not None:
        out.print(f"  for a bet of {show_amount(found.stake_cents)}, rounding included")
    table = Table.grid(padding=(0, 2))
    for column in range(4):
        table.add_column(justify="right" if column in (1, 2) else "left", overflow="fold")
    for figure, value in found.values().items():
        table.add_row(*_figure(figure, value))
        if figure == "ev_on_outlay_resolved":
            _returns(table, found)
        if figure == "variance":
            deviation = show_root(found.results.variance, 4)
            table.add_row("Standard deviation", "", deviation, _dim("of the flat bet, per bet made"))
    if found.rounding_cost is not None:
        cost = (_fraction(abs(found.rounding_cost)), show_percent(abs(found.rounding_cost)))
        word = "Gained by rounding" if found.rounding_cost < 0 else "Lost to rounding"
        table.add_row(word, *cost, _dim("of the flat bet, compared with an amount that pays evenly"))
    out.print(Padding(table, (0, 0, 0, 2)))
    _distribution(out, found)
    out.print()


def _figure(figure: str, value: Fraction | None) -> tuple[str, str, str, Text]:
    """Return one row: the name of the figure, its fraction, its decimal and, in small print, its denominator."""
    name, of = WHAT[figure]
    if value is None:
        return name, "-", "", _dim(f"{of}: not possible")
    if figure.startswith("ev_"):
        name, value = ("Player edge", value) if name and value > 0 else (name, abs(value))
    return name, _fraction(value), decimal(figure, value), _dim(of)


def _returns(table: Table, found: Figures) -> None:
    """Add the rows for the return: the average share of the money staked that comes back."""
    for name, (figure, of) in zip(("Return", ""), RETURNS.items(), strict=True):
        back = 1 + getattr(found.results, figure)
        table.add_row(name, _fraction(back), show_percent(back), _dim(of))


def _dim(text: str) -> Text:
    return Text(text, style="dim")


def _fraction(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= LONGEST_FRACTION else "(in --json)"


def _distribution(out: Console, found: Figures) -> None:
    """Print the chance of a decision within a number of rolls, by when the bet is made."""
    always = found.always_working
    told = {"come-out": found.made_before_come_out, "point": found.made_point_on, "kept up": found.kept_up}
    kinds = {"always": always} | {name: each for name, each in told.items() if each and each != always}
    if always.mean == 1 and len(kinds) == 1:
        return
    heading(out, "Decided within so many rolls")
    shown = (1, 2, 3, 4, 5, 6, 8, 10, 12)
    table = plain_table("", *(str(rolls) for rolls in shown))
    for name, each in kinds.items():
        table.add_row(name, *(show_percent(_within(each, rolls), 1) for rolls in shown))
    for column in table.columns[1:]:
        column.justify = "right"
    out.print(Padding(table, (0, 0, 0, 2)))


def _within(rolls: Rolls, most: int) -> Fraction:
    return sum(rolls.chances[:most], Fraction(0))


# ------------------------------------------------------------------ amounts, the hand


def best_amounts(layout: Layout, found: Iterable[BestAmounts]) -> None:
    """Print the amounts that pay evenly, one bet a line."""
    out = console()
    table = plain_table("Bet", "Steps of", "Amounts")
    gain = False
    for each in found:
        gain = each.others_gain
        amounts = ", ".join(show_amount(amount) for amount in each.amounts_cents)
        told = f"{amounts}, ..." if amounts else "none within the limits"
        table.add_row(each.bet, show_amount(each.step_cents), told)
    out.print(table)
    out.print()
    other = "pays a little more, since this table rounds up" if gain else "loses a part of its pay"
    clause = layout.cite(layout.rulebook.breakage.clause)
    out.print(
        _dim(f"Amounts are in whole betting units. An amount that is not a multiple of the step {other} ({clause}).")
    )


def hand_page(layout: Layout, found: Hand, *, asked: bool) -> None:
    """Print the figures of the shooter's hand."""
    out = console()
    out.print(Text("The shooter's hand", style="bold"), Text(f"  {layout.id}", style="dim"))
    table = Table.grid(padding=(0, 2))
    table.add_row("Rolls to the seven-out, on average", str(found.mean_rolls), show_decimal(found.mean_rolls, 4))
    table.add_row("Points made, on average", str(found.mean_points), show_decimal(found.mean_points, 4))
    if asked:
        told = (show_percent(found.at_least), show_one_in(found.at_least))
        table.add_row(f"At least {found.rolls} rolls", _fraction(found.at_least), *told)
    out.print(Padding(table, (0, 0, 0, 2)))
    heading(out, "How long it lasts, and how many points it makes")
    lengths = plain_table("Rolls", "Exactly", "At least", "", "Points", "Exactly", "At least")
    for place, chance in enumerate(found.lengths[:20]):
        points = _points(found, place)
        more = 1 - sum(found.lengths[:place], Fraction(0))
        lengths.add_row(str(place + 1), show_percent(chance), show_percent(more), "", *points)
    for column in lengths.columns:
        column.justify = "right"
    out.print(Padding(lengths, (0, 0, 0, 2)))


def _points(found: Hand, points: int) -> tuple[str, str, str]:
    if points >= len(found.points):
        return "", "", ""
    more = 1 - sum(found.points[:points], Fraction(0))
    return str(points), show_percent(found.points[points]), show_percent(more)
