"""Values of a strategy's text: what it lets be, what is given from outside instead, and the amounts that follow."""

from __future__ import annotations

from collections.abc import Mapping

from comeout.errors import nearest
from comeout.lab.language.cursor import Cursor
from comeout.lab.language.lexer import statements
from comeout.lab.language.parser import let_value
from comeout.lab.language.syntax import Let, Multiple, Program, Sum
from comeout.lab.language.text_errors import StrategyTextError
from comeout.lab.turn import StrategyError
from comeout.money import Amount, is_amount, show_amount

GivenValues = Mapping[str, Amount | str]
"""Values by name: cents, or text like "25", "12.50", "3-4-5x" or "full"."""


class LetValues:
    """The values of one strategy, with those that were given in place of its own."""

    def __init__(self, program: Program, given: GivenValues | None = None) -> None:
        self._values = {let.name: let.value for let in program.lets}
        for name, value in (given or {}).items():
            if name not in self._values:
                known = nearest(name, self._values) if self._values else 'write one like "let unit be 10"'
                raise StrategyError(f'{program.name} has no value "{name!s:.40}"; {known}')
            let = next(let for let in program.lets if let.name == name)
            self._values[name] = _given(let, value)

    def cents(self, sum: Sum) -> Amount:
        """What an amount comes to; it is no step of a ladder."""
        if not sum.value:
            return sum.cents
        value = self._values[sum.value]
        if isinstance(value, Multiple):
            hint = f'write it like "let {sum.value} be 10"'
            raise StrategyTextError(f'"{sum.value}" is a multiple, and an amount was expected', sum.at, hint=hint)
        return value * sum.times

    def multiple(self, multiple: Multiple) -> Multiple:
        """A multiple with its figures."""
        if not multiple.value:
            return multiple
        value = self._values[multiple.value]
        if not isinstance(value, Multiple):
            hint = f'write it like "let {multiple.value} be 3-4-5x"'
            problem = f'"{multiple.value}" is an amount, and a multiple was expected'
            raise StrategyTextError(problem, multiple.at, hint=hint)
        to_win = value.to_win if multiple.to_win is None else multiple.to_win
        return Multiple(multiple.at, value.times, to_win)

    def shown(self) -> dict[str, str]:
        """Every value as it is written in a text."""
        return {name: shown_value(value) for name, value in self._values.items()}


def shown_value(value: Amount | Multiple) -> str:
    """A value as it is written in a text."""
    if isinstance(value, Multiple):
        return value.says + (" to win" if value.to_win else "")
    return show_amount(value).removesuffix(".00")


def _given(let: Let, value: Amount | str) -> Amount | Multiple:
    """A value from outside, of the kind that the text has."""
    example = "3-4-5x" if isinstance(let.value, Multiple) else "10 or 12.50"
    problem = StrategyError(f'"{value!s:.40}" is no value for {let.name}; write it like {example}')
    if isinstance(value, str):
        try:
            lines = statements(value)
            cursor = Cursor(lines[0].tokens, {}) if lines else None
            found = let_value(cursor) if cursor else None
        except StrategyTextError:
            raise problem from None
        if cursor is None or not cursor.at_end:
            raise problem
    else:
        found = value if is_amount(value) else None
    if found is None or isinstance(found, Multiple) != isinstance(let.value, Multiple):
        raise problem
    if isinstance(found, Multiple) and isinstance(let.value, Multiple) and found.to_win is None:
        return found._replace(to_win=let.value.to_win)
    return found
