"""Writes docs/figures: the exact figures of every book, and the published return of one worked out from its rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from comeout.exact.figures import Figures, all_figures
from comeout.exact.numbers import show_decimal, show_percent, show_root
from comeout.rules.conformance import clauses_of
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book

FOLDER = Path(__file__).parent / "figures"
PUBLISHED = "evolution"
"""The book whose document states its return."""


def pages() -> dict[str, str]:
    """Every page by file name."""
    found = {f"{name}.md": "\n".join([*_book(load_book(name)), ""]) for name in book_names()}
    found[f"{PUBLISHED}-return.md"] = "\n".join([*_return(load_book(PUBLISHED)), ""])
    return found


def _book(layout: Layout) -> Iterator[str]:
    yield f"# Exact figures: {layout.rulebook.book.title}"
    yield ""
    yield f"Written by `make figures` from revision {layout.rulebook.book.revision} of the book, digest"
    yield f"`{layout.digest}`, under the default settings. [What each figure means](../odds.md)."
    yield ""
    titles = ("bet", "win", "lose", "push", "per bet made", "per bet decided", "per roll", "on the outlay")
    yield f"| {' | '.join([*titles, 'SD', 'rolls', 'kept up'])} |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for each in _figures(layout):
        found = each.results
        values = (found.ev_per_bet_made, found.ev_per_bet_resolved, found.ev_per_roll, found.ev_on_outlay)
        cells = [str(found.win), str(found.lose), str(found.push), *(_value(value) for value in values)]
        rolls = [_rolls(each.always_working.mean), _rolls(each.kept_up.mean) if each.kept_up else "-"]
        yield f"| `{each.bet}` | {' | '.join([*cells, show_root(found.variance, 4), *rolls])} |"


def _figures(layout: Layout) -> list[Figures]:
    return [each for each in all_figures(layout) if isinstance(each, Figures)]


def _value(value: Fraction) -> str:
    exact = str(value)
    return f"{exact} ({show_percent(value)})" if len(exact) <= 24 else show_percent(value)


def _rolls(value: Fraction) -> str:
    return f"{value} ({show_decimal(value, 3)})" if value != 1 else "1"


def _return(layout: Layout) -> Iterator[str]:
    """The two ends of the published range, each with the denominator that gives it."""
    figures = [each for each in _figures(layout) if layout.by_id[each.bet.partition("+")[0]].base < 0]
    by_id = {each.bet: each.results for each in figures}
    worst = min(figures, key=lambda each: each.results.ev_on_outlay_resolved)
    within = [each for each in figures if "+" not in each.bet or each.bet.endswith(("+odds:1x", "+lay:1x"))]
    best = max(within, key=lambda each: each.results.ev_on_outlay_resolved)
    top = by_id[best.bet]
    yield f"# The published return of {layout.rulebook.book.title}"
    yield ""
    yield "Written by `make figures` from the compiled book. The document states:"
    yield ""
    for row in clauses_of(layout.id):
        if row.id.startswith("RTP"):
            yield f"- `{row.id}`: {row.says}"
    yield ""
    yield "Both ends come out of the rules. A return is 1 plus the value of a bet, and a value needs a denominator:"
    yield ""
    yield "| end | bet | what is divided by | exact return | |"
    yield "|---|---|---|---|---|"
    yield _row("lowest", worst.bet, "all that is staked", worst.results.ev_on_outlay)
    yield _row(
        "highest, as published", best.bet, "all that is staked on bets that are decided", top.ev_on_outlay_resolved
    )
    yield _row("highest, pushes counted", best.bet, "all that is staked, pushes too", top.ev_on_outlay)
    yield ""
    flat = by_id[best.bet.partition("+")[0]]
    yield f"A Don't Pass bet is worth {flat.ev_per_bet_made} per bet made and {flat.ev_per_bet_resolved} per"
    yield f"bet decided: a come-out 12 gives {flat.push} of them back. With equal odds laid the value is the same,"
    staked = flat.ev_per_bet_made / top.ev_on_outlay
    yield f"since the odds are paid at their true price, but {staked} times the flat bet is staked on average."
    yield ""
    yield f"- Divided by all that is staked, it is {_value(top.ev_on_outlay)}: a return of {_two(top.ev_on_outlay)}."
    yield f"- With pushed bets left out of what is staked, it is {_value(top.ev_on_outlay_resolved)}: a return of"
    yield f"  {_two(top.ev_on_outlay_resolved)}, the published figure."
    yield ""
    yield "The same bet under the same rules; only the denominator differs."
    yield ""
    yield "## The return of every bet"
    yield ""
    yield "Odds are never made alone, so they stand with their flat bet: one times it is what the default allows."
    yield ""
    yield "| bet | of all staked | of all staked on decided bets |"
    yield "|---|---|---|"
    for each in within:
        found = each.results
        yield f"| `{each.bet}` | {_percent(found.ev_on_outlay)} | {_percent(found.ev_on_outlay_resolved)} |"


def _row(end: str, bet: str, of: str, value: Fraction) -> str:
    return f"| {end} | `{bet}` | {of} | {1 + value} | {_percent(value)} |"


def _percent(value: Fraction) -> str:
    return show_percent(1 + value)


def _two(value: Fraction) -> str:
    return show_percent(1 + value, 2)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
