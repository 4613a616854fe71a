"""Parser of a strategy's text: statement by statement into a program. It knows no book."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, TypeVar

from comeout.errors import meant
from comeout.lab.language.act_parser import VERBS, acts
from comeout.lab.language.condition_parser import condition
from comeout.lab.language.cursor import ENDS_NAME, Cursor, NameKind, Names
from comeout.lab.language.lexer import TextStatement, statements
from comeout.lab.language.rack_parser import case_table, rack_table
from comeout.lab.language.syntax import (
    Act,
    BetWords,
    Books,
    CaseTable,
    Condition,
    Count,
    Ladder,
    Let,
    MomentRule,
    Multiple,
    Program,
    RackTable,
    Stage,
    StepChange,
    Stop,
    Sum,
)
from comeout.lab.language.text_errors import At, StrategyTextError
from comeout.money import Amount
from comeout.table.notation.bet_names import SPOKEN

OPENERS = ("let", "count", "ladder", "stage", "stop", "only while", "only at", "by rack")
"""What statements begin with that are no rules."""
_KINDS: tuple[NameKind, ...] = ("let", "count", "ladder", "stage")
_OTHER = (
    "strategy be always come-out point nothing fewer more no it this shooter from after not everything full "
    "any every each all inside outside across otherwise first last step to risking half"
)
_RESERVED = {
    *ENDS_NAME,
    *VERBS,
    *(word for opener in OPENERS for word in opener.split()),
    *(word for phrases in SPOKEN.values() for word in re.split(r"\W+", phrases)),
    *_OTHER.split(),
} - {"odds", "press"}
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
T = TypeVar("T")

Parsed = Let | Books | Count | Ladder | Stage | Stop | MomentRule | RackTable | CaseTable


def parse_program(text: str) -> Program:
    """The program of a text; a StrategyTextError says what cannot be read, and where."""
    lines = statements(text)
    if not lines:
        raise StrategyTextError("there is no strategy in it", At(1, 1), hint='begin with "strategy my-own"')
    name = _title(Cursor(lines[0].tokens, {}))
    names = _names(lines)
    found: list[Parsed] = []
    rest = lines[1:]
    while rest:
        inner = _inner(rest[1:])
        found.append(_statement(rest[0], inner, names))
        rest = rest[1 + len(inner) :]
    rules = tuple(each for each in found if isinstance(each, (MomentRule, RackTable, CaseTable)))
    if not rules:
        end = lines[-1].tokens[-1].at
        raise StrategyTextError("it never bets", end, hint='add a rule, like "come-out: bet 10 on pass"')
    return Program(
        name,
        _of(found, Let),
        _of(found, Books),
        _of(found, Count),
        _of(found, Ladder),
        _of(found, Stage),
        _of(found, Stop),
        rules,
    )


def _of(found: list[Parsed], kind: type[T]) -> tuple[T, ...]:
    return tuple(each for each in found if isinstance(each, kind))


def _title(cursor: Cursor) -> str:
    if not cursor.take("strategy"):
        raise cursor.wrong("a strategy begins with its name", ("strategy",), hint='write "strategy my-own"')
    token = cursor.step()
    if token.kind != "word":
        raise StrategyTextError("this strategy has no name", token.at, hint='write "strategy my-own"')
    if not cursor.at_end:
        raise cursor.wrong("a name is one word", hint=f'join it by hyphens: "{token.text}-{cursor.token.text}"')
    return token.text


def _inner(lines: list[TextStatement]) -> list[TextStatement]:
    """The indented statements that come next."""
    count = next((place for place, line in enumerate(lines) if not line.inner), len(lines))
    return lines[:count]


def _names(lines: list[TextStatement]) -> Names:
    """What the text calls its values, counts, ladders and stages; each name once."""
    found: dict[str, tuple[NameKind, At]] = {}
    for line in lines[1:]:
        opener, token = line.tokens[0].text, line.tokens[1]
        if line.inner or opener not in _KINDS or (opener == "stage" and not _declares_stage(line)):
            continue
        if token.article and (token.kind == "end" or token.text in _RESERVED or token.text == "for"):
            at = At(line.tokens[0].at.line, line.tokens[0].at.column + len(opener) + 1)
            hint = f'call it "my-{token.article.lower()}"'
            raise StrategyTextError(f'"{token.article}" is an article, and no name', at, hint=hint)
        if token.kind != "word" or not _NAME.fullmatch(token.text):
            raise StrategyTextError(f'expected a name after "{opener}"', token.at, hint=f'write "{opener} my-own"')
        if token.text in _RESERVED or (token.text == "odds" and opener != "let"):
            raise StrategyTextError(
                f'"{token.text}" already has a meaning', token.at, hint=f'call it "my-{token.text}"'
            )
        if token.text in found:
            before = found[token.text][1].line
            raise StrategyTextError(f'"{token.text}" is declared in line {before} already', token.at, hint="rename one")
        found[token.text] = opener, token.at
    return {name: kind for name, (kind, _) in found.items()}


def _declares_stage(line: TextStatement) -> bool:
    return len(line.tokens) > 2 and line.tokens[2].text not in (":", "and", "or")


# ------------------------------------------------------------------ statements


def _statement(line: TextStatement, inner: list[TextStatement], names: Names) -> Parsed:
    cursor = Cursor(line.tokens, names)
    if line.inner:
        raise cursor.wrong("this line is indented, and nothing before it goes on", hint="remove the spaces")
    word = cursor.token.text
    if word == "stage" and not _declares_stage(line):
        return _rule(cursor, inner)
    if cursor.sees("only", "at"):
        return _only_at(cursor, inner)
    found = _STATEMENTS.get(word)
    if found:
        return found(cursor, inner)
    return _rule(cursor, inner)


def _alone(inner: list[TextStatement]) -> None:
    """Nothing may be indented below."""
    if inner:
        cursor = Cursor(inner[0].tokens, {})
        raise cursor.wrong("this line is indented, and nothing before it goes on", hint="remove the spaces")


def _only_at(cursor: Cursor, inner: list[TextStatement]) -> Parsed:
    _alone(inner)
    at = cursor.at
    cursor.need("only", "at", example="only at my-house")
    names: list[str] = []
    while not names or cursor.take("or"):
        if cursor.token.kind != "word":
            raise cursor.wrong("expected the name of a book", hint='name one, as in "only at my-house"')
        names.append(cursor.step().text)
    cursor.ended()
    return Books(at, tuple(names))


def _let(cursor: Cursor, inner: list[TextStatement]) -> Parsed:
    _alone(inner)
    at = cursor.step().at
    name = cursor.step().text
    cursor.need("be", example="let unit be 10")
    value = let_value(cursor)
    cursor.ended()
    return Let(at, name, value)


def let_value(cursor: Cursor) -> Amount | Multiple:
    """The value of a let: an amount, or a multiple of a bet."""
    if cursor.token.kind == "figure":
        return cursor.money()
    if cursor.token.kind != "multiple" and not cursor.sees("full"):
        raise cursor.wrong("expected an amount or a multiple", ("full",), hint="write it like 10, 12.50 or 3-4-5x")
    multiple = cursor.multiple()
    to_win = True if cursor.take("to", "win") else None
    return multiple._replace(to_win=to_win)


def _count(cursor: Cursor, inner: list[TextStatement]) -> Parsed:
    at = cursor.step().at
    name = cursor.step().text
    each = _each(cursor)
    changes = (*_changes_here(cursor), *_changes(inner, cursor.names))
    _changes_given(cursor, changes, f'write "up when ..." below "count {name}"')
    return Count(at, name, each, changes)


def _ladder(cursor: Cursor, inner: list[TextStatement]) -> Parsed:
    at = cursor.step().at
    name = cursor.step().text
    each = _each(cursor)
    cursor.need(":", example=f"ladder {name}: 10, 20, 40")
    steps = [_ladder_step(cursor)]
    while cursor.take(","):
        steps.append(_ladder_step(cursor))
    cursor.ended()
    changes = tuple(_changes(inner, cursor.names))
    _changes_given(cursor, changes, f'write "up when ..." below "ladder {name}"')
    return Ladder(at, name, each, changes, tuple(steps))


def _ladder_step(cursor: Cursor) -> Sum:
    at = cursor.at
    found = cursor.sum()
    if found.ladder:
        raise StrategyTextError("a step is no ladder", at, hint="write it like 10, 12.50 or 2 units")
    return found


def _changes_given(cursor: Cursor, changes: tuple[StepChange, ...], hint: str) -> None:
    if not changes:
        raise StrategyTextError("nothing ever changes it", cursor.at, hint=hint)


def _each(cursor: Cursor) -> BetWords | None:
    if not cursor.take("for"):
        return None
    cursor.need("each", "of", example="for each of place 6 and 8")
    return cursor.bet_name()


def _changes_here(cursor: Cursor) -> Iterator[StepChange]:
    """Changes in the line of a count itself, after a colon."""
    if cursor.take(":"):
        yield from _changes_of(cursor)
    cursor.ended()


def _changes(inner: list[TextStatement], names: Names) -> Iterator[StepChange]:
    for line in inner:
        cursor = Cursor(line.tokens, names)
        yield from _changes_of(cursor)
        cursor.ended()


def _changes_of(cursor: Cursor) -> Iterator[StepChange]:
    moves: tuple[Literal["up", "down", "back"], ...] = ("up", "down", "back")
    while True:
        at = cursor.at
        move = next((move for move in moves if cursor.take(move)), None)
        if move is None:
            raise cursor.wrong("expected how it changes", moves, hint='write "up when", "down when" or "back when"')
        cursor.need("when", example=f"{move} when pass wins")
        yield StepChange(at, move, condition(cursor))
        if not cursor.take(","):
            return


def _stage(cursor: Cursor, inner: list[TextStatement]) -> Parsed:
    _alone(inner)
    at = cursor.step().at
    name = cursor.step().text
    if cursor.take("otherwise"):
        cursor.ended()
        return Stage(at, name, None)
    cursor.need("when", example=f"stage {name} when up 100")
    when = condition(cursor)
    cursor.ended()
    return Stage(at, name, when)


def _stop(cursor: Cursor, inner: list[TextStatement]) -> Parsed:
    _alone(inner)
    at = cursor.step().at
    cursor.need("when", example="stop when up 200")
    when = condition(cursor)
    cursor.ended()
    return Stop(at, when)


def _by(cursor: Cursor, inner: list[TextStatement]) -> Parsed:
    return rack_table(cursor, inner) if cursor.sees("by", "rack") else case_table(cursor, inner)


# ------------------------------------------------------------------ rules


def _rule(cursor: Cursor, inner: list[TextStatement]) -> Parsed:
    at = cursor.at
    only = cursor.take("only")
    if only:
        cursor.need("while", example="only while point on: bet 10 on field")
    first = cursor.token
    if first.text in VERBS and not only and not cursor.called("ladder", "count"):
        hint = f'write it like "always: {" ".join(each.raw for each in cursor.rest()):.40}"'
        raise StrategyTextError("say when", at, hint=hint)
    when = _moment(cursor)
    if cursor.at_end:
        if not inner:
            raise cursor.wrong("expected what is done then", hint='write it like "come-out: bet 10 on pass"')
        return MomentRule(at, when, tuple(_inner_acts(inner, cursor.names)), only)
    _alone(inner)
    return MomentRule(at, when, acts(cursor), only)


def _moment(cursor: Cursor) -> Condition:
    """The moment of a rule, with its colon."""
    first = cursor.token
    try:
        when = condition(cursor)
    except StrategyTextError as bad:
        slip = "" if bad.hint.startswith("did you mean") else meant(first.text, (*OPENERS, *VERBS))
        if slip and first.at == (bad.line, bad.column):
            raise StrategyTextError(f'"{first.raw}" begins no statement', first.at, hint=slip) from None
        raise
    if cursor.take(":"):
        return when
    if cursor.sees(","):
        raise cursor.wrong("commas separate acts", hint='join moments by "and" or "or"')
    raise cursor.wrong('expected ":" between the moment and what is done', hint='did you mean ":"?')


def _inner_acts(inner: list[TextStatement], names: Names) -> Iterator[Act]:
    for line in inner:
        yield from acts(Cursor(line.tokens, names))


_STATEMENTS: dict[str, Callable[[Cursor, list[TextStatement]], Parsed]] = {
    "let": _let,
    "count": _count,
    "ladder": _ladder,
    "stage": _stage,
    "stop": _stop,
    "by": _by,
}
