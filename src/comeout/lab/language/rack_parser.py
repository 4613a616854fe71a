"""Parser of solved policies: tables by rack, and tables by count, point and wealth."""

from __future__ import annotations

from typing import Literal

from comeout.lab.language.condition_parser import condition
from comeout.lab.language.cursor import MOST_DIGITS, Cursor, Names
from comeout.lab.language.lexer import TextStatement, TextToken
from comeout.lab.language.syntax import (
    BOX_NUMBERS,
    Always,
    BetWords,
    CaseRow,
    CaseTable,
    PolicyCase,
    RackColumn,
    RackRow,
    RackTable,
)
from comeout.lab.language.text_errors import StrategyTextError
from comeout.money import Amount, parse_amount

_DOLLAR = 100


def rack_table(cursor: Cursor, inner: list[TextStatement]) -> RackTable:
    """A table by rack: its head and its rows."""
    at = cursor.step().at
    cursor.need("rack", ":", example="by rack: 10-19 20-59 60-")
    columns: list[RackColumn] = []
    while not cursor.at_end:
        columns.append(_column(cursor, columns))
    if not columns:
        raise cursor.wrong("expected racks", hint="write them like 10-19 20-59 60-")
    if not inner:
        raise cursor.wrong("expected rows below", hint='write them indented, like "bet on pass 10 10 10"')
    return RackTable(at, tuple(columns), tuple(_row(line, len(columns), cursor.names) for line in inner))


def _column(cursor: Cursor, before: list[RackColumn]) -> RackColumn:
    token = cursor.token
    if token.kind != "range":
        raise cursor.wrong("expected racks from one amount to another", hint="write them like 10-19 or 60-")
    low, _, high = token.text.partition("-")
    try:
        column = RackColumn(parse_amount(low), _end(high) if high else None)
    except ValueError:
        raise cursor.wrong("these are no amounts", hint="write them like 10-19 or 60-") from None
    if column.end is not None and column.end <= column.low:
        raise cursor.wrong("it ends before it begins", hint=f"did you mean {high}-{low}?")
    last = before[-1] if before else RackColumn(0, 0)
    if last.end is None or column.low < last.end:
        raise cursor.wrong("it overlaps the racks before it", hint="racks rise from left to right")
    cursor.step()
    return column


def _end(high: str) -> Amount:
    """The first amount above an interval: 19 includes its cents, 19.50 ends there."""
    return parse_amount(high) + (1 if "." in high else _DOLLAR)


def _row(line: TextStatement, columns: int, names: Names) -> RackRow:
    cursor = Cursor(line.tokens, names)
    at, when = cursor.at, None
    if any(token.text == ":" for token in line.tokens):
        when = condition(cursor)
        cursor.need(":", example="come-out: bet on pass 10 10")
    kind = _kind(cursor)
    words, cells = _label_and_cells(cursor, columns)
    name = _name(words, kind)
    points = _points(words) if words[0].kind == "figure" else ()
    return RackRow(at, when or Always(at), kind, name, points, tuple(_amount(cell) for cell in cells))


def _name(words: list[TextToken], kind: str) -> BetWords:
    """The bet of a row; odds on a number alone are odds on the line bet while that is the point."""
    if words[0].kind != "figure":
        return BetWords(" ".join(word.raw.lower() for word in words), words[0].at)
    if kind == "bet":
        problem = f'"{words[0].raw}": expected the name of a bet'
        raise StrategyTextError(problem, words[0].at, hint=f'did you mean "place {words[0].text}"?')
    return BetWords("don't pass" if kind == "lay odds" else "pass", words[0].at)


def _points(words: list[TextToken]) -> tuple[int, ...]:
    cursor = Cursor((*words, words[-1]._replace(kind="end", text="")), {})
    at, found = cursor.at, cursor.figures("and", "a point")
    cursor.ended()
    if any(number not in BOX_NUMBERS for number in found):
        raise StrategyTextError("this is never a point", at, hint="points are 4, 5, 6, 8, 9 and 10")
    return found


def _kind(cursor: Cursor) -> Literal["bet", "odds", "lay odds"]:
    if cursor.take("bet", "on"):
        return "bet"
    if cursor.take("odds", "on"):
        return "odds"
    if cursor.take("lay", "odds", "on"):
        return "lay odds"
    hint = 'a row begins with "bet on", "odds on" or "lay odds on"'
    raise cursor.wrong("this is no row of a table by rack", ("bet on", "odds on", "lay odds on"), hint=hint)


def _label_and_cells(cursor: Cursor, columns: int) -> tuple[list[TextToken], list[TextToken]]:
    """The words of a row, and the last of its figures: one for each column."""
    at, rest = cursor.at, list(cursor.rest())
    cells = rest[-columns:]
    short = next((cell for cell in cells if cell.kind != "figure" and cell.text != "-"), None)
    if len(rest) <= columns or short:
        count = sum(token.kind == "figure" or token.text == "-" for token in cells)
        problem = f"a row has {columns} amounts, one for each column"
        raise StrategyTextError(problem, short.at if short else at, hint=f"here are {count}; write 0 for nothing")
    words = rest[:-columns]
    if words[-1].text == "-" or (len(words) > 2 and words[-1].kind == "figure" and words[-2].kind == "figure"):
        problem = f"a row has {columns} amounts, one for each column"
        raise StrategyTextError(problem, words[-1].at, hint="here are more; add a column, or leave some out")
    return words, cells


def _amount(cell: TextToken) -> Amount:
    if cell.text == "-":
        return 0
    try:
        return parse_amount(cell.text)
    except ValueError:
        problem = f'"{cell.raw}": this is no amount'
        raise StrategyTextError(problem, cell.at, hint="write it like 10 or 12.50") from None


# ------------------------------------------------------------------ by count, point and wealth


def case_table(cursor: Cursor, inner: list[TextStatement]) -> CaseTable:
    """A table by count, point and wealth: bets, each with its cases below it."""
    at = cursor.step().at
    count = cursor.called("count")
    if not count:
        hint = 'write "by rack:" and racks, or a count, like "by rolled, point and wealth:"'
        raise cursor.wrong("there is no such count", cursor.known("count"), hint=hint)
    cursor.step()
    cursor.need(",", "point", "and", "wealth", ":", example=f"by {count}, point and wealth:")
    cursor.ended()
    rows: list[tuple[CaseRow, list[PolicyCase]]] = []
    for line in inner:
        here = Cursor(line.tokens, cursor.names)
        if here.token.kind not in ("figure", "range") and not here.sees("-"):
            rows.append((_case_row(here), []))
        elif rows:
            rows[-1][1].append(_case(here))
        else:
            raise here.wrong("a case stands below its bet", hint='write one, like "nothing is up: bet on pass"')
    if not rows:
        raise cursor.wrong("expected bets below", hint='write them indented, like "nothing is up: bet on pass"')
    return CaseTable(at, count, tuple(row._replace(cases=tuple(cases)) for row, cases in rows))


def _case_row(cursor: Cursor) -> CaseRow:
    at, when = cursor.at, None
    if any(token.text == ":" for token in cursor.rest()):
        when = condition(cursor)
        cursor.need(":", example="nothing is up: bet on pass")
    verb: Literal["bet", "have"] = "have" if cursor.sees("have") else "bet"
    cursor.need(verb, "on", example="nothing is up: bet on pass")
    name = cursor.bet_name()
    cursor.ended()
    return CaseRow(at, when or Always(at), verb, name, ())


def _case(cursor: Cursor) -> PolicyCase:
    """A case: the count, the points, the wealth and the amount, with "-" for any."""
    first, last = _counted(cursor)
    points = _case_points(cursor)
    wealth = RackColumn(0, None) if cursor.take("-") else _column(cursor, [])
    token = cursor.token
    if token.kind != "figure":
        hint = 'a case is count, points, wealth and amount, like "3-9 4 or 10 280-289 30"'
        raise cursor.wrong("expected an amount", hint=hint)
    amount = _amount(cursor.step())
    cursor.ended()
    return PolicyCase(first, last, points, wealth.low, wealth.end, amount)


def _counted(cursor: Cursor) -> tuple[int, int | None]:
    token = cursor.token
    if cursor.take("-"):
        return 0, None
    if token.kind == "figure":
        number = cursor.figure("what the count is")
        return number, number
    low, _, high = cursor.step().text.partition("-")
    if not low.isdecimal() or not (high or "0").isdecimal() or len(low + high) > 2 * MOST_DIGITS:
        raise StrategyTextError(f'"{token.raw}": these are no counts', token.at, hint="write them like 3, 3-9 or 3-")
    return int(low), int(high) if high else None


def _case_points(cursor: Cursor) -> tuple[int, ...]:
    if cursor.take("-"):
        return ()
    if cursor.take("on"):
        return BOX_NUMBERS
    found: list[int] = []
    while not found or cursor.take("or"):
        at, number = cursor.at, 0 if cursor.take("come-out") else cursor.figure("a point")
        if number and number not in BOX_NUMBERS:
            raise StrategyTextError(f"{number} is never a point", at, hint="points are 4, 5, 6, 8, 9 and 10")
        found.append(number)
    return tuple(found)
