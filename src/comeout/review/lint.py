"""Lints a book: contradictions, bets that cannot be paid, suspicious payouts, misprints we had to interpret."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

from comeout.dice import ROLLS
from comeout.errors import RulebookError, meant
from comeout.exact.edges import edges
from comeout.exact.figures import Figures, all_figures
from comeout.exact.numbers import show_gain
from comeout.money import show_amount
from comeout.rules.citation import is_reading
from comeout.rules.conformance import citations, clauses_of, readings_of, short_places
from comeout.rules.describe import even_stakes, spots_of, wins, working_cells
from comeout.rules.layout import HOUSE, POINT_PLACE, POINTS, WORKING, Layout, Spot
from comeout.rules.library import book_names, data_of, has_rules_of, load_book, open_book
from comeout.rules.procedures import listed
from comeout.rules.rulebook import Rulebook
from comeout.rules.wagers import Wager, WagerPart

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")

WAYS = {number: sum(roll.total == number for roll in ROLLS) for number in range(2, 13)}
MIRRORS = ((4, 10), (5, 9), (6, 8))
"""Pairs of numbers that two dice make equally often. A book that pays them differently is probably wrong."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: its severity, where it is, and the clause it concerns."""

    severity: Severity
    where: str
    clause: str
    text: str
    about: Literal["book", "document"] = "book"
    """A finding about the document is one of our readings. No change to the book's file would remove it."""
    file: str = ""
    """The file, given only if it does not compile."""


def lint_book(name: str) -> tuple[Finding, ...]:
    """Lint a book by name or path. A file that does not compile has one finding."""
    data_of(name)  # what cannot be read as TOML at all is no finding: the error goes on to the caller
    try:
        layout = load_book(name)
    except RulebookError as bad:
        text = f"{bad.problem} ({bad.hint})" if bad.hint else bad.problem
        return (Finding("error", bad.where, bad.clause, text, file=bad.file),)
    return lint(layout)


def lint(book: str | Path | Layout) -> tuple[Finding, ...]:
    """Return all findings of a compiled book, errors first; those about its document come last."""
    layout = open_book(book)
    rules = layout.rulebook
    found = [*_own_id(layout), *_below_listed(layout), *_grounds(rules), *_parts(layout)]
    for wager_id, wager in rules.wager.items():
        spots = spots_of(layout, wager_id)
        found += _moments(layout, wager_id, wager, spots)
        found += _chances(layout, wager_id, spots)
        found += _prices(layout, wager_id, wager, spots)
        found += _even(layout, wager_id, spots)
    if any(each.severity == "error" for each in found):  # there may be nothing to reckon with
        found.append(Finding("note", "book", "", "correct the errors first; then bets are checked for a player edge"))
    else:
        found += [*_beaten(layout), *_rounded_up(layout)]
    found += [*_unknown(layout), *_uncited(layout), *_readings(layout)]
    return tuple(sorted(found, key=lambda each: (each.about != "book", SEVERITIES.index(each.severity))))


# ------------------------------------------------------------------ held against the book it was copied from


def _original(layout: Layout) -> Layout | None:
    """Return the book of ours whose id a file has, or from which it says it was copied."""
    name = layout.rulebook.book.copy_of or layout.id
    return load_book(name) if name in book_names() else None


def _own_id(layout: Layout) -> Iterator[Finding]:
    """Yield an error if a file has the id of one of our books but different content: no house can play by it."""
    ours = _original(layout)
    if ours and ours.id == layout.id and not has_rules_of(layout, ours.id):
        text = f'has the id "{layout.id}" and is not that book; a house\'s own book has an id of its own'
        yield Finding("warning", "book", "", text)


def _below_listed(layout: Layout) -> Iterator[Finding]:
    """Yield where a copy pays less than its original, if the original forbids that."""
    ours = _original(layout)
    rule = ours.rulebook.higher_payouts if ours else None
    if not ours or not rule:
        return
    for spot in layout.spots:
        listed_at = (
            {(point, total): cell for point, total, cell in wins(ours, ours.by_id[spot.id])}
            if spot.id in ours.by_id
            else {}
        )
        for point, total, cell in wins(layout, spot):
            there = listed_at.get((point, total))
            if there and cell.odds < there.odds:
                pays, least = layout.odds_word(cell.odds), layout.odds_word(there.odds)
                text = f"pays {pays} on {total}, less than the {least} that {ours.id} lists; only more may be paid"
                yield Finding("error", spot.id, rule.clause, text)
                break


# ------------------------------------------------------------------ contradictions


def _grounds(book: Rulebook) -> Iterator[Finding]:
    """Yield grounds for a No Roll that share a code or a word: only the first would ever be found."""
    known: set[str] = set()
    for ground in book.no_roll:
        for word in dict.fromkeys((ground.code, *ground.words)):
            if word in known:
                yield Finding(
                    "error", f"no_roll {ground.code}", ground.clause, f'"{word}" already names another ground'
                )
            known.add(word)
        if ground.code in book.no_rolls.never or set(ground.words) & set(book.no_rolls.never):
            text = "is both a ground for a No Roll and never one"
            yield Finding("error", f"no_roll {ground.code}", ground.clause, text)


def _moments(layout: Layout, wager_id: str, wager: Wager, spots: tuple[Spot, ...]) -> Iterator[Finding]:
    """Yield bets that can never be made, or that stay when the puck turns under them."""
    if wager.make.when == "never":
        text = "is offered, but there is no time at which it may be made"
        yield Finding("error", wager_id, next(iter(wager.make.clause.values())), text)
    for spot in spots:
        if layout.cells[spot.index][WORKING][0] is not None:
            continue
        for point in POINTS[1:]:
            row = layout.cells[spot.index][WORKING][POINT_PLACE[point]]
            stays = [roll for roll, cell in zip(ROLLS, row or (), strict=True) if cell.to == spot.index]
            for total in sorted({roll.total for roll in stays if not layout.point_after(point, roll.total)}):
                text = f"stays on {total} with the point on {point}, when the puck turns OFF and it cannot stand"
                yield Finding("error", spot.id, spot.clause, text)


def _chances(layout: Layout, wager_id: str, spots: tuple[Spot, ...]) -> Iterator[Finding]:
    """Yield bets that nobody can win, or that the house cannot win, and wins that pay nothing."""
    for spot in spots:
        cells = [cell for _, cell in working_cells(layout, spot)]
        if not any(cell.paid_by or (cell.to >= 0 and cell.to != spot.index) for cell in cells):
            yield Finding("error", spot.id, spot.clause, "can never be won: no roll pays it")
        if not any(cell.to == HOUSE for cell in cells):
            yield Finding("warning", spot.id, spot.clause, "can never be lost")
    unpaid = [(total, cell) for spot in spots for _, total, cell in wins(layout, spot) if not cell.odds]
    for total, clause in sorted({(total, cell.paid_by) for total, cell in unpaid}):
        yield Finding("note", wager_id, clause, f"wins on {total} but pays nothing: the stake comes back")


# ------------------------------------------------------------------ priced and offered


def _parts(layout: Layout) -> Iterator[Finding]:
    """Compare the parts of a composite bet with the same bets made alone: missing, or at another payout."""
    alone = {
        frozenset(total for _, total, _ in wins(layout, spots[0])): wager_id
        for wager_id, wager in layout.rulebook.wager.items()
        if not wager.parts and len(spots := spots_of(layout, wager_id)) == 1
    }
    missing: dict[tuple[tuple[int, ...], str], list[str]] = {}
    for wager_id, part in _priced_parts(layout.rulebook):
        single = alone.get(frozenset(part.total))
        if single is None:
            missing.setdefault((part.total, part.clause), []).append(wager_id)
            continue
        prices = {cell.odds for _, _, cell in wins(layout, spots_of(layout, single)[0])}
        if prices != {part.odds}:
            told = " and ".join(layout.odds_word(price) for price in sorted(prices))
            text = f"its part on {listed(part.total, 'or')} pays {_odds(layout, part)}, but {single} pays {told}"
            yield Finding("warning", wager_id, part.clause, text)
    for (totals, clause), wagers in missing.items():
        text = f"{listed(totals, 'or')} is priced as a part of {listed(wagers)}, but is not offered alone"
        yield Finding("note", listed(wagers), clause, text)


def _priced_parts(book: Rulebook) -> Iterator[tuple[str, WagerPart]]:
    for wager_id, wager in book.wager.items():
        for part in wager.parts:
            if part.odds:
                yield wager_id, part


def _odds(layout: Layout, part: WagerPart) -> str:
    assert part.odds
    return layout.odds_word(part.odds)


def _unknown(layout: Layout) -> Iterator[Finding]:
    """Yield citations that the document does not have. A book with an id of its own has no document here."""
    known = {row.id for row in clauses_of(layout.id)}
    decided = {row.id for row in readings_of(layout.id)}
    for cited, places in citations(tomllib.loads(layout.text)).items() if known else ():
        if is_reading(cited) and cited not in decided:
            yield Finding("error", short_places(places), cited, f"no reading of {layout.id} has this id")
        elif cited not in known | decided:
            hint = meant(cited, known) or "a house that writes clauses of its own needs a book id of its own"
            text = f"the document of {layout.id} has no such clause ({hint})"
            yield Finding("error", short_places(places), cited, text)


def _uncited(layout: Layout) -> Iterator[Finding]:
    """Yield payouts and bets of the document that nothing in the book uses."""
    cited = citations(tomllib.loads(layout.text))
    for row in clauses_of(layout.id):
        if row.kind in ("payout", "bet") and row.id not in cited and not row.lives:
            yield Finding("warning", row.section, row.id, f"no bet of the book uses this clause: {row.says}")


# ------------------------------------------------------------------ prices


def _prices(layout: Layout, wager_id: str, wager: Wager, spots: tuple[Spot, ...]) -> Iterator[Finding]:
    """Yield mirror numbers that pay differently, and odds that are not true odds in a book that sells true odds."""
    paid = _by_number(layout, spots)
    for low, high in MIRRORS:
        if low in paid and high in paid and paid[low][0] != paid[high][0]:
            prices = [layout.odds_word(paid[number][0]) for number in (low, high)]
            text = f"{low} pays {prices[0]} and {high} pays {prices[1]}, though both are rolled equally often"
            yield Finding("warning", wager_id, "; ".join(dict.fromkeys([paid[low][1], paid[high][1]])), text)
    if wager.supports or wager.vigorish:
        yield from _untrue(layout, wager_id, paid)


def _untrue(layout: Layout, wager_id: str, paid: dict[int, tuple[Fraction, str, bool]]) -> Iterator[Finding]:
    wrong: dict[tuple[Fraction, Fraction, str], list[int]] = {}
    for number, (odds, clause, by_seven) in paid.items():
        true = Fraction(WAYS[number], WAYS[7]) if by_seven else Fraction(WAYS[7], WAYS[number])
        if odds != true:
            wrong.setdefault((odds, true, clause), []).append(number)
    for (odds, true, clause), numbers in wrong.items():
        gain = "the player" if odds > true else "the house"
        prices = f"{layout.odds_word(odds)} where the true odds are {layout.odds_word(true)}"
        verb = "pays" if len(numbers) == 1 else "pay"
        worth = show_gain((odds - true) / (1 + true))
        text = f"{listed(numbers)} {verb} {prices}, in favour of {gain}: {worth} of the money staked there"
        yield Finding("warning", wager_id, clause, text)


def _by_number(layout: Layout, spots: Iterable[Spot]) -> dict[int, tuple[Fraction, str, bool]]:
    """Return what a bet on a box number pays: odds, clause, and whether a 7 wins it; None where that varies."""
    found: dict[int, set[tuple[Fraction, str, bool]]] = {}
    for spot in spots:
        for point, total, cell in wins(layout, spot):
            number = spot.number or point
            if number in POINTS[1:]:
                found.setdefault(number, set()).add((cell.odds, cell.paid_by, total == 7))
    return {number: next(iter(prices)) for number, prices in found.items() if len(prices) == 1}


def _even(layout: Layout, wager_id: str, spots: tuple[Spot, ...]) -> Iterator[Finding]:
    for stake in even_stakes(layout, spots):
        cents, whole = show_amount(stake.at_1_cent), show_amount(stake.at_100_cents)
        steps = f"{cents}, or of {whole} if the smallest payment is 1.00"
        text = f"{listed(stake.spots)}{stake.when}: paid evenly only in steps of {steps}"
        yield Finding("note", wager_id, spots[0].clause, text)


def _beaten(layout: Layout) -> Iterator[Finding]:
    """Yield every bet, or combination of bets, with a player advantage."""
    for edge in edges(layout):
        worth = f"{show_gain(edge.value)} of the flat bet, {show_gain(edge.on_outlay)} of all money staked"
        yield Finding("warning", edge.bet, edge.clause, f"the player has the edge, {edge.how}: {worth}")


def _rounded_up(layout: Layout) -> Iterator[Finding]:
    """Yield bets with a player advantage because a payment too small for the float is rounded up."""
    rule = layout.rulebook.breakage
    if rule.direction == "down":
        return
    smallest = {"payable-unit": "1", "betting-unit": "1"}
    bets = [spot.id for spot in layout.spots if spot.made_here and spot.base < 0 and not spot.wager.units]
    priced = all_figures(layout, bets, stake=100, settings=smallest)
    gains = [(each.results.ev_per_bet_made, each.bet) for each in priced if isinstance(each, Figures)]
    better = sorted((gain for gain in gains if gain[0] > 0), reverse=True)
    if better:
        value, most = better[0]
        text = (
            "payments are rounded up: if the smallest payment is 1.00, the player has the edge with 1.00 on "
            f"{len(better)} spots, {show_gain(value)} of the bet on {most}; a minimum bet that pays evenly prevents "
            "this"
        )
        yield Finding("note", "breakage", rule.clause, text)


# ------------------------------------------------------------------ readings


def _readings(layout: Layout) -> Iterator[Finding]:
    """Yield what the document itself gets wrong or leaves out, and how we read it."""
    severity: dict[str, Severity] = {"misprint": "warning", "contradiction": "warning", "gap": "note"}
    for row in readings_of(layout.id):
        if row.kind in severity:
            text = f"{row.kind}: {row.problem} Our reading: {row.reading}"
            clauses = "; ".join(row.clauses_in(layout.id))
            yield Finding(severity[row.kind], row.id, clauses, text, about="document")
