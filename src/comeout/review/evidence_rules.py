"""Shows the rules of a book on the evidence page: bets, procedures, clauses and readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from comeout.money import show_amount
from comeout.review.evidence_facts import Evidence
from comeout.review.evidence_html import Html, cited, facts, joined, link, paragraph, table, tag
from comeout.rules.conformance import DUTIES, Conforming, ReadingRow, counts, short_places
from comeout.rules.describe import BetLine, EvenStake, WagerPage

Anchors = Mapping[str, str]

_DUTIES = {
    "ENGINE": "enforced by the compiled rules",
    "CREW": "done by the crew",
    "PLAYER": "done by the player",
    "DISPLAY": "shown at the table",
    "NOTICE": "stated in the rules text or by a notice",
}


def clause_anchors(evidence: Evidence) -> dict[str, str]:
    """Return the anchor of each clause and each reading on the page."""
    clauses = {each.row.id: f"clause-{number}" for number, each in enumerate(evidence.clauses, 1)}
    return clauses | {row.id: f"reading-{row.id}" for row in evidence.readings}


def example_anchors(evidence: Evidence) -> dict[str, str]:
    """Return the anchor of each worked example on the page."""
    return {each.name: f"example-{number}" for number, each in enumerate(evidence.replayed, 1)}


# ------------------------------------------------------------------ bets


def bets_part(evidence: Evidence, anchors: Anchors) -> Html:
    """Return every wager: first one line each, then each in full."""
    groups = [(group.title, [_bet_row(bet, anchors) for bet in group.bets]) for group in evidence.book.groups]
    heads = ("Bet", "Pays", "Made", "At the come-out", "Taken down", "Clause")
    pages = {page.id: page for page in evidence.wagers}
    parts = [
        paragraph(
            "# stands for the bet's number. Come-out: while the puck is OFF; point: while it is ON; undo: only in "
            "the betting time in which it was made. A bet that is off neither wins nor loses unless it is called ON. "
            "A dash means that the bet cannot be on the layout then.",
            kind="note",
        ),
        table("Every wager of the book", heads, groups, kind="bets"),
    ]
    for group in evidence.book.groups:
        parts.append(tag("h3", group.title))
        parts += [_wager(pages[bet.id], anchors) for bet in group.bets]
    return joined(parts)


def _bet_row(bet: BetLine, anchors: Anchors) -> Iterator[Html | str]:
    yield joined((link(f"bet-{bet.id}", ", ".join(bet.names)), tag("code", bet.spots)), " ")
    pays = [*(str(paid) for paid in bet.pays), *([f"charge {bet.vigorish}"] if bet.vigorish else [])]
    yield joined(pays, Html("<br>"))
    yield from (bet.made, bet.come_out, bet.taken_down, cited(bet.clause, anchors))


def _wager(page: WagerPage, anchors: Anchors) -> Html:
    heading = tag("h4", ", ".join(page.names), " ", tag("code", page.id))
    spots = [paragraph("Spots: ", tag("code", ", ".join(page.spots)), kind="note")] if page.spots != (page.id,) else []
    groups = [
        ("What happens to it", [(each.then, each.on, each.clause) for each in page.outcomes]),
        ("What it pays", [(each.on or "A win", each.odds, each.clause) for each in page.pays]),
        ("Net, on the whole bet", [(each.on, each.odds, "") for each in page.net]),
        ("Paid without rounding", [(_even(each), ", ".join(each.spots) + each.when, "") for each in page.even]),
        ("When and how much", [(_cap(each.topic), each.text, each.clause) for each in page.terms]),
    ]
    cells = [
        (title, [(first, then, cited(clause, anchors)) for first, then, clause in rows])
        for title, rows in groups
        if rows
    ]
    grid = table(f"{', '.join(page.names)} in full", ("", "Rule", "Clause"), cells, kind="wager")
    return tag("article", heading, *spots, grid, id=f"bet-{page.id}")


def _even(stake: EvenStake) -> str:
    return f"Steps of {show_amount(stake.at_1_cent)}, or {show_amount(stake.at_100_cents)} in whole units"


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------------ procedures


def procedures_part(evidence: Evidence, anchors: Anchors) -> Html:
    """Return everything the book says apart from its bets."""
    groups = [
        (section.title, [(_cap(each.topic), each.text, cited(each.clause, anchors)) for each in section.statements])
        for section in evidence.book.procedures
    ]
    return table("The procedures of the book", ("", "Rule", "Clause"), groups, kind="wager")


# ------------------------------------------------------------------ clauses and readings


def clauses_part(evidence: Evidence, anchors: Anchors) -> Html:
    """Return every clause of the document: whose duty it is, where it is implemented and which tests show it."""
    if not evidence.clauses:
        return paragraph(_no_clauses(evidence), kind="empty")
    number = counts(evidence.clauses)
    duties = ((f"{duty} {number[duty]}", _DUTIES[duty]) for duty in DUTIES if duty in number)
    intro = (
        f"The document has {number['clauses']} clauses, given here in our own words. Each says whose duty it is, which "
        "places of book.toml or of the program implement it, and which tests of Comeout show it. "
        f"{number['page']} are shown on the page of the table; {number['unmet']} are unmet."
    )
    parts = [paragraph(intro), facts(duties, kind="legend")]
    examples = example_anchors(evidence)
    sections: dict[str, list[Conforming]] = {}
    for each in evidence.clauses:
        sections.setdefault(each.row.section, []).append(each)
    for title, rows in sections.items():
        parts += [tag("h3", title), *(_clause(each, anchors, examples) for each in rows)]
    return joined(parts)


def _no_clauses(evidence: Evidence) -> str:
    if evidence.origin == "house":
        return (
            "There is no catalogued document for a house's own book. Its clauses are those that the book itself cites."
        )
    return (
        f"No clauses are listed here. The catalogue of {evidence.layout.id} is about the book that comes with Comeout: "
        "where each clause is implemented, and which tests show it. This text is a different one."
    )


def _clause(each: Conforming, anchors: Anchors, examples: Anchors) -> Html:
    row = each.row
    lives = paragraph(tag("b", "Implemented in "), tag("code", short_places(each.places)), kind="note")
    lines = [paragraph(row.says), lives]
    if row.readings:
        told = joined((link(f"reading-{reading}", reading) for reading in row.readings), ", ")
        lines.append(paragraph(tag("b", "Read by "), told, kind="note"))
    lines += _tests(row.tests, examples)
    head = tag("div", tag("h4", row.id), tag("span", row.duty, class_=f"badge {row.duty.lower()}"))
    return tag("article", head, tag("div", *lines), class_="entry", id=anchors[row.id])


def _tests(tests: Iterable[str], examples: Anchors) -> Iterator[Html]:
    """Group tests by their file. A worked example links to its place on this page."""
    files: dict[str, list[str]] = {}
    for file, _, name in (test.partition("::") for test in tests):
        files.setdefault("" if name in examples else file, []).append(name)
    for file, names in files.items():
        told = names if file else (link(examples[name], name) for name in names)
        where = joined((tag("code", file), ": ")) if file else "worked examples: "
        yield paragraph(tag("b", "Shown by "), where, joined(told, "; "), kind="note")


def readings_part(evidence: Evidence, anchors: Anchors) -> Html:
    """Return how each unclear clause is read, and why."""
    if not evidence.readings:
        return paragraph("There are none: only catalogued documents have readings.", kind="empty")
    intro = "Where the document is unclear, silent, misprinted or contradicts itself, we decided on one reading."
    return joined((paragraph(intro), *_readings(evidence, anchors)))


def _readings(evidence: Evidence, anchors: Anchors) -> Iterable[Html]:
    for row in evidence.readings:
        head = tag("div", tag("h4", row.id), tag("span", row.kind, class_="badge"))
        yield tag("article", head, _reading(row, evidence, anchors), class_="entry", id=f"reading-{row.id}")


def _reading(row: ReadingRow, evidence: Evidence, anchors: Anchors) -> Html:
    clauses = cited("; ".join(row.clauses_in(evidence.layout.id)), anchors)
    return tag(
        "div",
        paragraph(row.problem),
        paragraph(tag("b", "Read: "), row.reading),
        paragraph(tag("b", "Because: "), row.reason, kind="note"),
        paragraph(clauses, kind="note"),
    )
