"""One text notation for a game: a line is a command, its actor first. Tests, docs, bug reports and the CLI speak it.

    book my-house.toml
    set odds 2
    1 sit Ann 100
    1 bet pass 10
    roll 3-4
    = 1 rack 110
    ! 1 remove pass -> NO_SUCH_BET

`roll` has the automatic crew play a roll, `=` states what must hold, `!` a command that must be refused.
"""

from __future__ import annotations

import dataclasses
import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, get_args

from comeout.dice import Roll, parse_roll
from comeout.errors import ComeoutError, nearest
from comeout.money import parse_amount, show_amount
from comeout.table.messages import COMMANDS, Command, Order, Reason, Sit
from comeout.table.settings import ROLES

_SHORT = {
    "PlaceBet": "bet",
    "ReduceBet": "reduce",
    "RemoveBet": "remove",
    "CallBet": "call",
    "KeepBet": "keep",
    "ThrowDice": "throw",
    "OpenBetting": "open",
    "CloseBetting": "close",
    "CallNoRoll": "no-roll",
    "RuleOnRoll": "rule",
    "SettleRoll": "settle",
    "InvalidateOutcome": "invalidate",
    "DeclareMalfunction": "malfunction",
    "WarnSeat": "warn",
    "BarSeat": "bar",
    "PostNotice": "post",
    "AppointCrew": "appoint",
}


def _verb(command: type) -> str:
    return _SHORT.get(command.__name__) or re.sub(r"(?<!^)(?=[A-Z])", "-", command.__name__).lower()


VERBS: dict[str, type[Command]] = {_verb(command): command for command in COMMANDS}
"""Every command by its verb in a transcript."""


class TranscriptError(ComeoutError):
    """A line cannot be parsed; says where."""

    def __init__(self, problem: str, line: int, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.problem, self.line, self.column = problem, line, column


@dataclass(frozen=True, slots=True)
class Setting:
    """`set NAME VALUE`, before anything happens."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class PositionLine:
    """`position LINE`: the table before the first command, after everybody sat down."""

    text: str
    column: int = len("position ") + 1


@dataclass(frozen=True, slots=True)
class Expectation:
    """`= ...`: something that must hold here."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExpectedRefusal:
    """`! COMMAND -> REASON CLAUSE`: a command or a roll that must be refused."""

    asked: Command | Roll
    reason: str
    clause: str


Step = Command | Roll | Setting | PositionLine | Expectation | ExpectedRefusal


class Numbered(NamedTuple):
    """A step and its line number."""

    line: int
    step: Step


@dataclass(frozen=True, slots=True)
class Transcript:
    """A book and the steps of a game under it."""

    book: str
    steps: tuple[Numbered, ...]


def parse(text: str, *, book: str = "", first_line: int = 1) -> Transcript:
    """Parse a transcript; a line that makes no sense is an error that says where and what."""
    if type(text) is not str:
        raise TranscriptError(f"a transcript is text, not {text!r:.40}", first_line)
    steps: list[Numbered] = []
    for number, raw in enumerate(text.splitlines(), first_line):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        words = _split(line, number)
        if words[0] == "book":
            if len(words) != 2 or book:
                raise TranscriptError("one line `book NAME` opens a transcript", number)
            book = words[1]
        else:
            step = _step(words, line, number)
            if isinstance(step, PositionLine) and not all(isinstance(each, (Setting, Sit)) for _, each in steps):
                raise TranscriptError("a position stands after `set` and `sit` lines, and before all others", number)
            steps.append(Numbered(number, step))
    if not book:
        raise TranscriptError("a transcript says its book first: `book NAME`", first_line)
    return Transcript(book, tuple(steps))


def _split(line: str, number: int) -> list[str]:
    try:
        return shlex.split(line) if '"' in line else line.split()
    except ValueError as bad:
        raise TranscriptError(str(bad).lower(), number, line.find('"') + 1) from None


def _step(words: list[str], line: str, number: int) -> Step:
    if words[0] == "set":
        if len(words) < 3:
            raise TranscriptError("a setting has a name and a value: `set odds 2`", number)
        return Setting(" ".join(words[1:-1]), words[-1])
    if words[0] == "position":
        return PositionLine(line.removeprefix("position").strip())
    if words[0] == "=":
        return Expectation(tuple(words[1:]))
    if words[0] == "!":
        asked, _, answer = line[1:].partition("->")
        reason, _, clause = answer.strip().partition(" ")
        if reason and reason not in Reason.__members__:
            raise TranscriptError(f'no refusal is called "{reason}"; {nearest(reason, Reason.__members__)}', number)
        return ExpectedRefusal(_asked(_split(asked, number), number), reason, clause)
    return _asked(words, number)


def _asked(words: list[str], number: int) -> Command | Roll:
    if words[0] == "roll":
        roll: Roll = _read(parse_roll, words[1] if len(words) == 2 else "", number, 6)
        return roll
    return parse_command(words, number)


def parse_command(words: list[str], number: int = 1) -> Command:
    """Parse one command from its words."""
    if len(words) < 2:
        raise TranscriptError("a command names its actor and what is asked: `1 bet pass 10`", number)
    actor, verb, *rest = words
    if verb not in VERBS:
        raise TranscriptError(f'nobody says "{verb}"; {nearest(verb, VERBS)}', number, len(actor) + 2)
    command = VERBS[verb]
    fields = dataclasses.fields(command)
    values = {fields[0].name: _field(fields[0], actor, number, 1)}
    column = len(actor) + len(verb) + 3
    for word in rest:
        name, named, text = word.partition("=")
        field = next((f for f in fields[1:] if f.name == name.replace("-", "_")), None) if named else None
        if field is None:
            text, field = word, next((f for f in fields[1:] if f.name not in values), None)
        if field is None or field.name in values:
            raise TranscriptError(f'"{word}" is one word too many for `{verb}`', number, column)
        values[field.name] = _field(field, text, number, column)
        column += len(word) + 1
    missing = [f.name for f in fields if f.name not in values and f.default is dataclasses.MISSING]
    if missing:
        raise TranscriptError(f"`{verb}` also needs: {', '.join(missing)}", number, column)
    return command(**values)


def _field(field: dataclasses.Field[Any], text: str, number: int, column: int) -> Any:
    return _read(_READERS[str(field.type)], text, number, column)


def _read(reader: Callable[[str], Any], text: str, number: int, column: int) -> Any:
    try:
        return reader(text)
    except ValueError as bad:
        raise TranscriptError(str(bad), number, column) from None


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise ValueError(f'"{text}" is not a whole number')
    return int(text)


def _word(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f'"{text}" is not one of: {", ".join(words)}')
        return text

    return read


def _flag(text: str) -> bool:
    return _word("yes", "no")(text) == "yes"


def _roll_or_void(text: str) -> Roll | None:
    return None if text == "void" else parse_roll(text)


_READERS: dict[str, Callable[[str], Any]] = {
    "Seat": _whole,
    "Die": _whole,
    "int": _whole,
    "Amount": parse_amount,
    "str": str,
    "Role": _word(*ROLES),
    "Switch": _word("on", "off"),
    "Tender": _word("chips", "cash"),
    "Order": _word(*get_args(Order)),
    "DieReading": _word("flat", "opposite-face", "natural-fall"),
    "bool": _flag,
    "Roll": parse_roll,
    "Roll | None": _roll_or_void,
}


def render(book: str, settings: Iterable[tuple[str, str]], script: Iterable[Command | Roll | PositionLine]) -> str:
    """Format a game so that parse reads the same game back."""
    lines = [f"book {book}"]
    lines += [f"set {name} {value}" for name, value in settings]
    lines += [render_asked(asked) for asked in script]
    return "\n".join(lines) + "\n"


def render_asked(asked: Command | Roll | PositionLine) -> str:
    """Format one command, one roll of the automatic crew or the position of a table as a line."""
    if isinstance(asked, PositionLine):
        return f"position {asked.text}"
    if isinstance(asked, Roll):
        return f"roll {asked}"
    words = []
    for field in dataclasses.fields(asked):
        value = getattr(asked, field.name)
        if field.default is dataclasses.MISSING:
            words.append(_show(field, value))
        elif value != field.default:
            words.append(f"{field.name.replace('_', '-')}={_show(field, value)}")
    return " ".join([words[0], _verb(type(asked)), *words[1:]])


def _show(field: dataclasses.Field[Any], value: Any) -> str:
    if field.type == "Amount":
        return show_amount(value)
    if field.type == "bool":
        return "yes" if value else "no"
    text = "void" if value is None else str(value)
    return f'"{text}"' if re.search(r"[\s=#\"]", text) or not text else text
