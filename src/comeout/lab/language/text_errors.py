"""Errors in the text of a strategy: the line and column, what is wrong there, and what was probably meant."""

from __future__ import annotations

from typing import NamedTuple

from comeout.lab.turn import StrategyError


class At(NamedTuple):
    """Where something stands in a text: line and column, both from 1."""

    line: int
    column: int


class StrategyTextError(StrategyError):
    """A strategy's text that cannot be read, in one sentence with its line and column."""

    def __init__(self, problem: str, at: At, *, hint: str = "", file: str = "") -> None:
        self.problem, self.hint, self.file = problem, hint, file
        """What is wrong, what was probably meant, and the file that the text is from."""
        self.line, self.column = at
        place = f"{file}, line {at.line}" if file else f"line {at.line}"
        super().__init__(f"{place}, column {at.column}: {problem}" + (f"; {hint}" if hint else ""))

    def within(self, file: str) -> StrategyTextError:
        """The same error, with the name of the file that the text is from."""
        return type(self)(self.problem, At(self.line, self.column), hint=self.hint, file=file)

    def marked(self, text: str) -> str:
        """The line of the text that it is about, with a mark below the column.

        >>> wrong = StrategyTextError('"bett" begins no statement', At(2, 1))
        >>> print(wrong.marked("strategy mine\\nbett 10 on pass"))
        bett 10 on pass
        ^
        """
        lines = text.splitlines()
        line = lines[self.line - 1] if self.line <= len(lines) else ""
        before = "".join("\t" if letter == "\t" else " " for letter in line[: self.column - 1])
        return f"{line}\n{before.ljust(self.column - 1)}^"


class NotInBook(StrategyTextError):
    """A strategy that a book cannot play, since the book lacks one of its wagers."""
