"""Prints what the rule-reading commands found, as plain text with colour on a terminal only."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from comeout.errors import RulebookError
from comeout.play.rule_pages import even_steps
from comeout.replay.result import Replayed
from comeout.review.diff import BookDiff, Difference
from comeout.review.lint import SEVERITIES, Finding
from comeout.rules.conformance import ClauseRow, Conforming, ReadingRow, short_places
from comeout.rules.describe import BetLine, BookPage, WagerPage
from comeout.rules.layout import Layout
from comeout.rules.procedures import Statement

PLAIN_WIDTH = 100
"""The width of a page that goes to a file or a pipe, unless COLUMNS says otherwise."""

CLAUSE_WIDTH = 26

_COLOUR = {"error": "bold red", "warning": "yellow", "note": "cyan", "ok": "green", "differs": "bold red"}


class _Trimmed(io.StringIO):
    """A file or a pipe that drops the spaces which fill a line up to the margin."""

    def write(self, text: str) -> int:
        """Write whole lines."""
        return sys.stdout.write(re.sub(r" +$", "", text, flags=re.MULTILINE))

    def flush(self) -> None:
        """Pass it on."""
        sys.stdout.flush()


def console() -> Console:
    """Return the console to print to: a terminal of its own width, or plain text."""
    if sys.stdout.isatty():
        return Console(highlight=False, markup=False, emoji=False)
    width = None if "COLUMNS" in os.environ else PLAIN_WIDTH
    return Console(file=_Trimmed(), width=width, highlight=False, markup=False, emoji=False, color_system=None)


def heading(out: Console, text: str) -> None:
    """Print a bold line after an empty one."""
    out.print()
    out.print(Text(text, style="bold"))


def _grid(*, narrow: int, columns: int = 2, widest: int | None = None) -> Table:
    """Return a table without lines whose last column takes the remaining width."""
    table = Table.grid(padding=(0, 2))
    for _ in range(narrow):
        table.add_column(overflow="fold", max_width=widest)
    for _ in range(columns - narrow):
        table.add_column(overflow="fold", ratio=1)
    table.expand = True
    return table


def _indented(out: Console, table: Table) -> None:
    out.print(Padding(table, (0, 0, 0, 2)))


def plain_table(*titles: str) -> Table:
    """Return a table without lines, with bold titles."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for title in titles:
        table.add_column(title, overflow="fold")
    return table


def _clause(text: str) -> Text:
    return Text(text.replace("; ", ", "), style="dim")


# ------------------------------------------------------------------ books and bets


def books(layouts: Iterable[Layout], folder: str) -> None:
    """Print the books of the package, one a line, and the folder of their files."""
    table = plain_table("Book", "Title", "Revision", "Bets", "Spots", "Digest")
    for layout in layouts:
        book = layout.rulebook.book
        numbers = str(len(layout.rulebook.wager)), str(len(layout.spots))
        table.add_row(book.id, book.title, str(book.revision), *numbers, layout.digest[:12])
    out = console()
    out.print(table)
    out.print()
    out.print(f"Their files are in {folder}", soft_wrap=True)


_LEGEND = (
    "# is the bet's number.",
    "Made, Down: come-out is puck OFF, point is puck ON, undo is only what was just placed.",
    "Come-out: a bet that is off then neither wins nor loses unless called ON; - it cannot be up then.",
)


def book(page: BookPage) -> None:
    """Print a whole book."""
    out = console()
    out.print(Text(page.title, style="bold"))
    out.print(page.source)
    out.print(Text(f"{page.id}, revision {page.revision}, digest {page.digest[:12]}", style="dim"))
    out.print()
    wide = out.width >= PLAIN_WIDTH
    table = plain_table("Bet", *(["Id"] if wide else []), "Pays", "Made", "Come-out", "Down", "Clause")
    table.padding = (0, 1, 0, 0)
    for column in table.columns[1:]:
        column.no_wrap = wide
    for group in page.groups:
        table.add_row(Text(group.title, style="bold underline"))
        for bet in group.bets:
            name, ids, *rest = _bet_cells(bet)
            table.add_row(*((name, ids) if wide else (f"{name}\n{ids}",)), *rest)
        table.add_row()
    out.print(table)
    for line in _LEGEND:
        out.print(Text(line, style="dim"))
    for section in page.procedures:
        heading(out, section.title)
        _indented(out, _statements(section.statements))


def _bet_cells(bet: BetLine) -> tuple[str | Text, ...]:
    pays = [
        *(str(paid).removeprefix("point ") for paid in bet.pays),
        *([f"charge {bet.vigorish}"] if bet.vigorish else []),
    ]
    ids = bet.spots.replace(", ", "\n")
    clauses = Text(bet.clause.replace("; ", "\n"), style="dim")
    down = bet.taken_down.replace("; ", "\n")
    return "\n".join(bet.names), ids, "\n".join(pays), bet.made, bet.come_out, down, clauses


def _statements(statements: Iterable[Statement]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.expand = True
    table.add_column(ratio=1, overflow="fold")
    table.add_column(width=CLAUSE_WIDTH, overflow="fold")
    for each in statements:
        table.add_row(each.text, _clause(each.clause))
    return table


def wager(page: WagerPage, clauses: Iterable[ClauseRow], readings: Iterable[ReadingRow]) -> None:
    """Print one bet in full."""
    out = console()
    out.print(Text(", ".join(page.names), style="bold"), Text(f"  {page.book} {page.id}", style="dim"))
    if page.spots != (page.id,):
        out.print(f"Spots: {', '.join(page.spots)}")
    heading(out, "What happens to it")
    _indented(out, _cited_rows((each.then, each.on, each.clause) for each in page.outcomes))
    heading(out, "What it pays")
    _indented(out, _cited_rows((each.on or "a win", each.odds, each.clause) for each in page.pays))
    if page.net:
        heading(out, "Net, on the whole bet")
        _indented(out, _cited_rows((each.on, each.odds, "") for each in page.net))
    if page.even:
        heading(out, "Paid without rounding")
        _indented(out, _cited_rows((", ".join(each.spots) + each.when, even_steps(each), "") for each in page.even))
    heading(out, "When and how much")
    _indented(out, _statements(page.terms))
    _clause_list(out, clauses)
    _reading_list(out, readings)


def _cited_rows(rows: Iterable[tuple[str, str, str]]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.expand = True
    table.add_column(overflow="fold", max_width=40)
    table.add_column(overflow="fold", ratio=1)
    table.add_column(overflow="fold", width=CLAUSE_WIDTH)
    for label, text, clause in rows:
        table.add_row(label, text, _clause(clause))
    return table


def _clause_list(out: Console, rows: Iterable[ClauseRow]) -> None:
    rows = tuple(rows)
    if rows:
        heading(out, "The clauses")
        table = _grid(narrow=1, widest=34)
        for row in rows:
            table.add_row(Text(row.id, style="dim"), row.says)
        _indented(out, table)


def _reading_list(out: Console, rows: Iterable[ReadingRow]) -> None:
    rows = tuple(rows)
    if rows:
        heading(out, "How we read them")
        table = _grid(narrow=1)
        for row in rows:
            told = Text(f"{row.problem}\n")
            told.append(f"Read: {row.reading}\n")
            told.append(f"Because: {row.reason}", style="dim")
            table.add_row(Text(f"{row.id}\n{row.kind}", style="dim"), told)
        _indented(out, table)


# ------------------------------------------------------------------ findings, differences


def findings(found: tuple[Finding, ...], left_out: int = 0) -> None:
    """Print what lint found, errors first, problems of the document last, and a closing count."""
    out = console()
    for each in found:
        if each.file:  # the book does not compile: there is nothing else to say
            told = RulebookError(each.text, file=each.file, where=each.where, clause=each.clause)
            out.print(Text(each.severity, style=_COLOUR[each.severity]), Text(f" {told}"), soft_wrap=True)
            return
    of_book = tuple(each for each in found if each.about == "book")
    of_document = found[len(of_book) :]
    _finding_list(out, of_book)
    if of_document:
        out.print(Text("In the document itself, and how we read it", style="bold"))
        out.print()
        _finding_list(out, of_document)
    counts = {severity: sum(each.severity == severity for each in found) for severity in SEVERITIES}
    out.print(", ".join(_counted(number, word) for word, number in counts.items()) + ".")
    if left_out:
        out.print(f"{_counted(left_out, 'reading')} of its document left out; --readings adds them.")


def _finding_list(out: Console, found: tuple[Finding, ...]) -> None:
    table = _grid(narrow=1)
    table.columns[0].min_width = max(map(len, SEVERITIES))
    for each in found:
        told = Text(each.where, style="bold")
        told.append(
            f"  {short_places(tuple(each.clause.split('; ')))}\n" if each.clause else "\n", style="dim not bold"
        )
        told.append(each.text, style="not bold")
        table.add_row(Text(each.severity, style=_COLOUR[each.severity]), told)
    if found:
        out.print(table)
        out.print()


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def diff(found: BookDiff) -> None:
    """Print what differs between two books, bets first."""
    out = console()
    if found.same:
        out.print(f"{found.a} and {found.b} are the same, cell for cell and procedure for procedure.")
        return
    out.print(Text(f"{found.a} against {found.b}: {_counted(found.count, 'difference')}", style="bold"))
    for name, bets in ((found.a, found.only_a), (found.b, found.only_b)):
        if bets:
            heading(out, f"Bets only in {name}")
            table = _grid(narrow=1, columns=3)
            for bet in bets:
                table.add_row(bet.id, bet.name, _clause(bet.clause))
            _indented(out, table)
    together: dict[tuple[Difference, ...], list[str]] = {}
    for each in found.wagers:
        together.setdefault(each.differences, []).append(each.about)
    for differences, wagers in together.items():
        _differences(out, found, ", ".join(wagers), differences)
    for each in found.procedures:
        _differences(out, found, each.about, each.differences)
    if found.figures:
        _changes(out, found)


def _changes(out: Console, found: BookDiff) -> None:
    """Print every exact figure that changed, bets with the same changes together."""
    from comeout.review.comparison import FIGURES, as_edge

    together: dict[tuple[tuple[str, Fraction | None, Fraction | None], ...], list[str]] = {}
    for bet, changes in groupby(found.figures, key=lambda each: each.bet):
        together.setdefault(tuple((each.figure, each.a, each.b) for each in changes), []).append(bet)
    heading(out, "What that does to the exact figures")
    for changes_of, bets in together.items():
        out.print()
        table = Table(box=None, expand=True, pad_edge=False, padding=(0, 2, 0, 0))
        for title, ratio in ((", ".join(bets), 4), (found.a, 3), (found.b, 3), ("change", 3)):
            table.add_column(title, ratio=ratio, overflow="fold", header_style="bold" if ratio == 4 else "dim")
        for figure, before, after in changes_of:
            one, other = as_edge(figure, before), as_edge(figure, after)
            change = None if one is None or other is None else other - one
            sign = "+" if change and change > 0 else ""
            sides = (_figure(figure, one), _figure(figure, other), sign + _figure(figure, change))
            table.add_row(Padding(FIGURES[figure], (0, 0, 0, 2)), *sides)
        out.print(table)


def _figure(figure: str, value: Fraction | None) -> str:
    from comeout.cli.show.figures import decimal

    if value is None:
        return "-"
    exact = str(value)
    return f"{exact} ({decimal(figure, value)})" if len(exact) <= 24 else decimal(figure, value)


def _differences(out: Console, found: BookDiff, about: str, differences: Iterable[Difference]) -> None:
    """Print one bet or one part of the procedures, the two books side by side."""
    out.print()
    if ", " in about:  # several bets: their names would not fit above the first column
        out.print(Text(about, style="bold"))
        about = ""
    table = Table(box=None, expand=True, pad_edge=False, padding=(0, 2, 0, 0))
    for title, ratio, style in ((about, 3, "bold"), (found.a, 4, "dim"), (found.b, 4, "dim")):
        table.add_column(title, ratio=ratio, overflow="fold", header_style=style)
    for each in differences:
        table.add_row(Padding(each.topic, (0, 0, 0, 2)), _side(each.a, each.clause_a), _side(each.b, each.clause_b))
    out.print(table)


def _side(text: str, clause: str) -> Text:
    told = Text(text)
    return told.append(f" [{short_places(tuple(clause.split('; ')))}]", style="dim") if clause else told


# ------------------------------------------------------------------ clauses, games


def clause(each: Conforming, readings: Iterable[ReadingRow]) -> None:
    """Print one clause with all that is known of it."""
    out = console()
    row = each.row
    out.print(Text(row.id, style="bold"), Text(f"  {row.section}", style="dim"))
    out.print(row.says)
    out.print()
    table = _grid(narrow=1)
    table.add_row("Duty", f"{row.duty} ({row.kind})")
    table.add_row("Code", "\n".join(each.places) or "nowhere yet")
    table.add_row("Tests", "\n".join(row.tests) or "none yet")
    out.print(table)
    _reading_list(out, readings)


def reading(row: ReadingRow, book: str, places: tuple[str, ...]) -> None:
    """Print one reading with all that is known of it."""
    out = console()
    out.print(Text(row.id, style="bold"), Text("  how an unclear text is read", style="dim"))
    table = _grid(narrow=1)
    table.add_row(row.kind.capitalize(), row.problem)
    table.add_row("Read", row.reading)
    table.add_row("Because", row.reason)
    table.add_row("Clauses", "\n".join(row.clauses_in(book)))
    table.add_row("Code", "\n".join(places) or "in the rows of those clauses")
    out.print(table)


def clauses(rows: tuple[Conforming, ...], numbers: dict[str, int]) -> None:
    """Print clauses by section, one row each, and the counts of the whole book."""
    out = console()
    section = ""
    table = _grid(narrow=0)
    for each in rows:
        row = each.row
        if row.section != section:
            _clauses_so_far(out, table)
            section = row.section
            heading(out, section)
            table = Table.grid(padding=(0, 2))
            table.expand = True
            for width, ratio in ((24, None), (8, None), (None, 3), (None, 2)):
                table.add_column(max_width=width, ratio=ratio, overflow="fold")
        shown = [short_places(each.places) or "nowhere", *row.tests, ", ".join(row.readings)]
        last = Text("\n".join(filter(None, shown)), style="dim" if each.places else "red")
        table.add_row(row.id, row.duty, row.says, last)
    _clauses_so_far(out, table)
    out.print()
    out.print(_totals(rows, numbers))


def _clauses_so_far(out: Console, table: Table) -> None:
    if table.row_count:
        _indented(out, table)


def _totals(rows: tuple[Conforming, ...], numbers: dict[str, int]) -> str:
    shown = f"{len(rows)} shown. " if len(rows) < numbers["clauses"] else ""
    duties = ", ".join(f"{number} {duty}" for duty, number in numbers.items() if duty.isupper())
    tested = f"{numbers['tested']} are shown by tests; {numbers['page']} of them on the web page"
    return f"{shown}{_counted(numbers['clauses'], 'clause')}: {duties}. {tested}.\nUnmet: {numbers['unmet']}."


def games(results: list[Replayed]) -> None:
    """Print one line a game, with whatever differs, and a closing count."""
    out = console()
    for result in results:
        word = "ok" if result.ok else "differs"
        out.print(Text.assemble((f"{word:9}", _COLOUR[word]), f"{result.rulebook:11} ", result.name))
        for each in result.differences:
            out.print(Padding(Text(each.says), (0, 0, 0, 9)))
            if each.position:
                out.print(Padding(Text(f"position {each.position}", "dim"), (0, 0, 0, 9)))
        for note in result.notes:
            out.print(Padding(Text(note), (0, 0, 0, 9)))
    held = sum(result.ok for result in results)
    out.print(f"{_counted(len(results), 'game')}: {held} as stated, {len(results) - held} not.")
