"""Reader of strategies: text in, a StrategyText out, which any book can be asked to play."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from comeout.errors import nearest
from comeout.lab.language.let_values import GivenValues, LetValues
from comeout.lab.language.memory_plan import nodes
from comeout.lab.language.parser import parse_program
from comeout.lab.language.slips import slip
from comeout.lab.language.syntax import (
    CaseTable,
    Count,
    CountIs,
    InStage,
    Ladder,
    Let,
    Multiple,
    Program,
    Stage,
    StepIs,
    Sum,
)
from comeout.lab.language.text_errors import StrategyTextError
from comeout.lab.language.text_strategy import TextStrategy
from comeout.lab.session_rules import LabError
from comeout.money import Amount
from comeout.rules.layout import Layout

VERSION = "strategy-language-2"
"""How texts are read. If one comes to mean something else, this changes, and nothing kept under the old one is used."""
SUFFIX = ".strategy"
MOST_TEXT = 256 * 1024
"""No strategy is longer, in characters: longer ones are refused before they are read."""


_READS: dict[type, tuple[str, ...]] = {
    Sum: ("value", "ladder"),
    Multiple: ("value",),
    CountIs: ("counted",),
    CaseTable: ("counted",),
    StepIs: ("ladder",),
    InStage: ("stage",),
}
"""By part of a text: where it names a value, a count, a ladder or a stage."""


@dataclass(frozen=True, slots=True)
class StrategyText:
    """A strategy as it is written. It belongs to no book until one is asked to play it."""

    text: str
    file: str
    program: Program = field(compare=False)

    @property
    def name(self) -> str:
        """What it is called."""
        return self.program.name

    @property
    def about(self) -> str:
        """The comment that it opens with: what it is, for people."""
        lines: list[str] = []
        for line in self.text.splitlines():
            if line.startswith("#"):
                lines.append(line.removeprefix("#").strip())
            elif lines and not line.startswith("strategy"):
                break
        return " ".join(lines)

    def digest(self, values: GivenValues | None = None) -> str:
        """What the text and its values are known by wherever results are kept: SHA-256, in hexadecimal."""
        known = [VERSION, self.text, *sorted(LetValues(self.program, values).shown().items())]
        return hashlib.sha256(json.dumps(known).encode()).hexdigest()

    @property
    def values(self) -> dict[str, str]:
        """What can be given from outside, and what it is otherwise."""
        return LetValues(self.program).shown()

    @property
    def unused(self) -> tuple[str, ...]:
        """The values, counts, ladders and stages that nothing in the text reads."""
        program = self.program
        read = {getattr(part, name, "") for part in nodes(program) for name in _READS.get(type(part), ())}
        # A stage rules out those after it, so that it is read wherever one of them is.
        last = max((place for place, stage in enumerate(program.stages) if stage.name in read), default=-1)
        declared: list[Let | Count | Ladder | Stage] = [
            *program.lets,
            *program.counts,
            *program.ladders,
            *program.stages[last + 1 :],
        ]
        return tuple(each.name for each in declared if each.name not in read)

    def on(self, layout: Layout, values: GivenValues | None = None) -> TextStrategy:
        """The strategy at one book, with some of its values given; what the book cannot play is an error."""
        return _compiled(self, layout, tuple(sorted((values or {}).items())))


@lru_cache(maxsize=256)
def _compiled(strategy: StrategyText, layout: Layout, values: tuple[tuple[str, Amount | str], ...]) -> TextStrategy:
    try:
        return TextStrategy(strategy.program, layout, dict(values), file=strategy.file)
    except StrategyTextError as bad:
        told = slip(strategy.text, bad, lambda text: _wrong(text, layout))
        raise told.within(strategy.file) from None


def _wrong(text: str, layout: Layout | None = None) -> StrategyTextError | None:
    """What is wrong with a text, or with a text at a book."""
    try:
        program = parse_program(text)
        if layout:
            TextStrategy(program, layout)
    except StrategyTextError as bad:
        return bad
    return None


def read_strategy(text: str, *, file: str = "") -> StrategyText:
    """Read a strategy; a StrategyTextError says what cannot be read, and where."""
    if len(text) > MOST_TEXT:
        raise LabError(f"a strategy is a text of at most {MOST_TEXT:,} characters")
    text = text.removeprefix("\ufeff")
    try:
        return StrategyText(text, file, parse_program(text))
    except StrategyTextError as bad:
        raise slip(text, bad, _wrong).within(file) from None


def starter_text(name: str) -> str:
    """A strategy to begin with, with comments that say what else can be written; the name becomes one word."""
    words = "-".join(re.findall(r"[a-z0-9]+", name.lower())).lstrip("0123456789-") or "my-own"
    return files("comeout.lab").joinpath("presets", "starter.txt").read_text(encoding="utf-8").format(name=words)


def strategy_names() -> tuple[str, ...]:
    """The names of the presets."""
    found = (entry.name for entry in files("comeout.lab").joinpath("presets").iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in found if name.endswith(SUFFIX)))


def load_strategy(name: str | Path) -> StrategyText:
    """Read the strategy of a file, or a preset by its name."""
    if str(name) in strategy_names():
        preset = files("comeout.lab").joinpath("presets", f"{name}{SUFFIX}")
        return read_strategy(preset.read_text(encoding="utf-8"), file=f"{name}{SUFFIX}")
    path = Path(name)
    try:
        return read_strategy(path.read_text(encoding="utf-8"), file=path.name)
    except (FileNotFoundError, NotADirectoryError, ValueError) as bad:
        if isinstance(bad, LabError):
            raise
        if isinstance(bad, UnicodeDecodeError):
            raise LabError(f"{path.name} is no text; a strategy is written in UTF-8") from None
        known = nearest(str(name), strategy_names())
        raise LabError(f'there is no strategy "{name!s:.60}", and no such file; {known}') from None
    except OSError as bad:
        raise LabError(f"{path.name} cannot be read: {bad.strerror}") from None
