"""Pages of words: the start, the help, the rules of the book and of one wager, and what a clause says."""

from __future__ import annotations

from collections.abc import Iterable

from comeout.money import show_amount
from comeout.play.lexicon import plain
from comeout.play.screen import WIDTH, Paper, Piece
from comeout.rules.conformance import clauses_of
from comeout.rules.describe import BetLine, book_page, wager_page
from comeout.rules.layout import Layout
from comeout.rules.procedures import listed

_HELP: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Bet",
        (
            ("pass 10, don't pass 10", "the line, while the puck is OFF"),
            ("come 10, don't come 10", "while the puck is ON"),
            ("odds 20, odds 6 20", "behind the line, or a come bet on 6"),
            ("place 6 12, buy 4 20, lay 10 40", "a number; also place lose 4, big 6"),
            ("hard 8 5, hardways 5", "one hardway, or each of the four"),
            ("field 5, any seven 5, any craps 5", "one roll; also yo, aces, boxcars,"),
            ("", "craps 3, c&e, horn high 12, world"),
        ),
    ),
    (
        "Change",
        (
            ("press place 6 6, reduce place 6 6", "more or less on a bet"),
            ("take down 6, take down all, undo", "bets back to the rack"),
            ("on 6, off hard 8, working on", "call bets on or off"),
            ("same bet place 6, same bet off", "bet the same again after a win"),
        ),
    ),
    (
        "Dice",
        (
            ("roll (or Enter), roll 3", "throw once, or three times"),
            ("take dice, pass dice, companion", "who throws"),
        ),
    ),
    (
        "Ask",
        (
            ("why, why field", "why it was paid, lost or refused"),
            ("rules, rules place", "the book's bets, or one in full"),
            ("table, bets, rack, history", "what lies where, what was rolled"),
        ),
    ),
    (
        "Else",
        (
            ("buy in 100", "more chips"),
            ("transcript, save FILE", "the game as text, to play it again"),
            ("quit", "leave the table"),
        ),
    ),
)


def show_help(paper: Paper) -> None:
    """What a player can say, in groups."""
    for title, rows in _HELP:
        for place, (said, means) in enumerate(rows):
            paper.line(Piece(f"{'' if place else title:<8}", "head"), f"{said:<35}", Piece(means, "dim"))
    paper.say("Several commands go in one line: `pass 10; roll`. A spot's own id always works: `come-odds-6 10`.")


def show_help_on(paper: Paper, word: str) -> bool:
    """The lines of the help about one word: those that begin with it, else those that mention it."""
    wanted = plain(word).split()
    rows = [row for _, group in _HELP for row in group]
    begin = [row for row in rows if any(plain(said).split()[: len(wanted)] == wanted for said in row[0].split(","))]
    mention = [row for row in rows if f" {' '.join(wanted)} " in f" {plain(' '.join(row)).replace(',', '')} "]
    for said, means in begin or mention:
        paper.line(f"{said:<35}", Piece(means, "dim"))
    return bool(begin or mention)


def show_book(paper: Paper, layout: Layout) -> None:
    """Every wager of the book on a line or two: what it pays and its clause."""
    page = book_page(layout)
    paper.line(Piece(page.title, "head"))
    for group in page.groups:
        paper.line(Piece(group.title, "head"))
        for bet in group.bets:
            pays = "; ".join(str(paid) for paid in bet.pays)
            paper.cited(f"{bet.spots:<23}{pays}{_charged(bet)}", bet.clause, hang=27)
    paper.line()
    paper.say(f"`rules {page.groups[0].bets[0].id}` says everything about one of them.", "dim")


def _charged(bet: BetLine) -> str:
    return f"; vigorish {bet.vigorish}" if bet.vigorish else ""


def show_wager(paper: Paper, layout: Layout, name: str) -> None:
    """One wager: what wins, what it pays, when it is made and taken down, each with its clause."""
    page = wager_page(layout, name)
    paper.line(Piece(" / ".join(page.names), "head"), Piece(f" ({page.book}, {page.group.lower()})", "dim"))
    for outcome in page.outcomes:
        paper.cited(f"{outcome.then} on {outcome.on}", outcome.clause)
    for paid in page.pays:
        paper.cited(f"Pays {paid.odds}{f' on {paid.on}' if paid.on else ''}", paid.clause)
    for term in page.terms:
        paper.cited(term.text, term.clause)
    for even in page.even:
        numbers = [layout.by_id[spot].number for spot in even.spots]
        on = f"on {listed(numbers, 'or')}" if len(page.spots) > 1 else ""
        cents, whole = show_amount(even.at_1_cent), show_amount(even.at_100_cents)
        for_which = " ".join(filter(None, ("Even payments", on, even.when.strip())))
        paper.say(f"{for_which}: steps of {cents}, or of {whole} without small change.", indent=2)


def show_clauses(paper: Paper, layout: Layout, clauses: Iterable[str]) -> None:
    """What the cited clauses say, in our own words; a house's own book has none on file."""
    says = {row.id: row.says for row in clauses_of(layout.id)}
    for clause in dict.fromkeys(clauses):
        if clause in says:
            paper.say(f"{layout.cite(clause)}: {says[clause]}", "dim", indent=2)


def show_start(paper: Paper, layout: Layout, rack: int, first: str) -> None:
    """The book, the rack, and what to do first."""
    paper.line(Piece("COMEOUT", "head"), f"  {layout.rulebook.book.title}"[: WIDTH - 7])
    paper.say(f"You sit down with {show_amount(rack)}. Say `pass {first}`, then `roll`; `help` says more.")
