"""The text pages of the terminal: the start page, the rules of a book or wager, and the text of a clause."""

from __future__ import annotations

from collections.abc import Iterable

from comeout.money import show_amount
from comeout.play.screen import WIDTH, Paper, StyledText
from comeout.rules.conformance import wordings
from comeout.rules.describe import BetLine, EvenStake, book_page, wager_page
from comeout.rules.layout import Layout
from comeout.rules.procedures import listed


def show_book(paper: Paper, layout: Layout) -> None:
    """Print every wager of the book on a line or two: what it pays, and its clause."""
    page = book_page(layout)
    paper.line(StyledText(page.title, "head"))
    for group in page.groups:
        paper.line(StyledText(group.title, "head"))
        for bet in group.bets:
            pays = "; ".join(str(paid) for paid in bet.pays)
            paper.cited(f"{bet.spots:<23}{pays}{_charged(bet)}", bet.clause, hang=27)
    paper.line()
    paper.say(f"`rules {page.groups[0].bets[0].id}` says everything about one of them.", "dim")


def _charged(bet: BetLine) -> str:
    return f"; vigorish {bet.vigorish}" if bet.vigorish else ""


def show_wager(paper: Paper, layout: Layout, name: str) -> None:
    """Print one wager: what wins, what it pays, when it is placed and removed, each with its clause."""
    page = wager_page(layout, name)
    paper.line(StyledText(" / ".join(page.names), "head"), StyledText(f" ({page.book}, {page.group.lower()})", "dim"))
    for outcome in page.outcomes:
        paper.cited(f"{outcome.then} on {outcome.on}", outcome.clause)
    for paid in page.pays:
        paper.cited(f"Pays {paid.odds}{f' on {paid.on}' if paid.on else ''}", paid.clause)
    for term in page.terms:
        paper.cited(term.text, term.clause)
    for even in page.even:
        numbers = [layout.by_id[spot].number for spot in even.spots]
        on = f"on {listed(numbers, 'or')}" if len(page.spots) > 1 else ""
        for_which = " ".join(filter(None, ("Paid without rounding", on, even.when.strip())))
        paper.say(f"{for_which}: {even_steps(even)}.", indent=2)


def even_steps(even: EvenStake) -> str:
    """Return the steps of stakes that lose nothing to rounding, to the cent and to the dollar."""
    cents, whole = show_amount(even.at_1_cent), show_amount(even.at_100_cents)
    return f"steps of {cents}, or of {whole} if the smallest payment is 1.00"


def show_clauses(paper: Paper, layout: Layout, clauses: Iterable[str]) -> None:
    """Print the text of cited clauses and readings. Clauses of a house's own book have no text here."""
    says = wordings(layout.id)
    for clause in dict.fromkeys(clauses):
        if clause in says:
            paper.say(f"{layout.cite(clause)}: {says[clause]}", "dim", indent=2)


def show_start(paper: Paper, layout: Layout, rack: int, first: str) -> None:
    """Print the start page: the book, the rack, and what to type first."""
    _show_title(paper, layout)
    paper.say(f"You sit down with {show_amount(rack)}. Say `pass {first}`, then `roll`; `help` says more.")


def show_standing(paper: Paper, layout: Layout, *, crew: bool) -> None:
    """Print the start page for a player who stands."""
    _show_title(paper, layout)
    paper.say(f"You stand at the table{' with its crew' if crew else ' and watch'}; `help` says what you can say.")


def _show_title(paper: Paper, layout: Layout) -> None:
    paper.line(StyledText("COMEOUT", "head"), f"  {layout.rulebook.book.title}"[: WIDTH - 7])
