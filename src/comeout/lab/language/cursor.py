"""Cursor over the tokens of one statement: what stands next, or an error in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from comeout.errors import meant
from comeout.lab.language.lexer import TextToken
from comeout.lab.language.syntax import BetWords, Multiple, Sum
from comeout.lab.language.text_errors import At, StrategyTextError
from comeout.money import Amount, parse_amount

NameKind = Literal["let", "count", "ladder", "stage"]
Names = Mapping[str, NameKind]
"""The names that a text gives to its values, counts, ladders and stages."""

_ENDS = (
    "is are wins loses pushes numbers number bets except exactly at as by and or up on off not counting when once twice"
)
MOST_DIGITS = 6
"""No count, total or multiple has more."""
MOST_WORDS = 16
"""No name of a bet has more."""
ENDS_NAME = frozenset(_ENDS.split())
"""Words that no name of a bet goes over."""


class Cursor:
    """Reads a statement from left to right."""

    def __init__(self, tokens: tuple[TextToken, ...], names: Names) -> None:
        self._tokens, self._next, self.names = tokens, 0, names
        self.depth = 0
        """How many conditions stand inside each other here."""

    @property
    def token(self) -> TextToken:
        """What stands next."""
        return self._tokens[self._next]

    @property
    def at(self) -> At:
        """Where that is."""
        return self.token.at

    @property
    def at_end(self) -> bool:
        """Whether the statement is over."""
        return self.token.kind == "end"

    @property
    def sees_multiple(self) -> bool:
        """Whether a multiple stands next."""
        return self.token.kind == "multiple"

    def step(self) -> TextToken:
        """Go over what stands next."""
        token = self.token
        if token.kind != "end":
            self._next += 1
        return token

    def rest(self) -> tuple[TextToken, ...]:
        """What stands from here to the end."""
        return self._tokens[self._next : -1]

    def sees(self, *words: str) -> bool:
        """Whether these words or marks stand next, in this order."""
        ahead = self._tokens[self._next : self._next + len(words)]
        return tuple(token.text for token in ahead) == words

    def take(self, *words: str) -> bool:
        """Go over these words if they stand next."""
        if not self.sees(*words):
            return False
        self._next += len(words)
        return True

    def need(self, *words: str, example: str) -> None:
        """Go over these words, which must stand next, as they do in the example."""
        for word in words:
            if not self.take(word):
                raise self.wrong(f'expected "{word}"', (word,), hint=f'write it like "{example}"')

    def wrong(self, problem: str, choices: Iterable[str] = (), *, hint: str = "") -> StrategyTextError:
        """The error of what stands next, with the choice that is most like it."""
        here = f'"{self.token.raw:.40}"' if self.token.raw else "the line ends here"
        hint = (meant(self.token.text, choices) if self.token.text else "") or hint
        return StrategyTextError(f"{here}: {problem}", self.at, hint=hint)

    def ended(self) -> None:
        """Nothing may stand next."""
        if self.token.kind == "range" or self.sees("or"):
            raise self.wrong('numbers of bets are joined by "and"', hint='write it like "place 6 and 8"')
        if not self.at_end:
            raise self.wrong("nothing more was expected here", hint="start a new line, or separate acts by commas")

    # -------------------------------------------------------------- figures

    def figure(self, what: str = "a number") -> int:
        """A whole number."""
        token = self.token
        if token.kind != "figure" or "." in token.text or "$" in token.raw:
            raise self.wrong(f"expected {what}", hint='write a whole number, like "2"')
        if len(token.text) > MOST_DIGITS:
            raise self.wrong("this number is too large", hint=f"write at most {MOST_DIGITS} digits")
        self.step()
        return int(token.text)

    def figures(self, joined: str, what: str) -> tuple[int, ...]:
        """Whole numbers joined by a word."""
        found = [self.figure(what)]
        wrong = "and" if joined == "or" else "or"
        while self.sees(joined) and self._tokens[self._next + 1].kind == "figure":
            self.step()
            found.append(self.figure(what))
        if self.sees(wrong) and self._tokens[self._next + 1].kind == "figure":
            raise self.wrong(f'these numbers are joined by "{joined}"', hint=f'did you mean "{joined}"?')
        return tuple(found)

    def money(self) -> Amount:
        """An amount that is written out."""
        token = self.token
        if token.kind != "figure":
            raise self.wrong("expected an amount", hint="write it like 10 or 12.50")
        try:
            cents = parse_amount(token.text)
        except ValueError:
            raise self.wrong("this is no amount", hint="write it like 10 or 12.50") from None
        self.step()
        return cents

    # -------------------------------------------------------------- names of the text's own

    def called(self, *kinds: NameKind) -> str:
        """The value, count, ladder or stage that stands next by its name, also in the plural; nothing if none does."""
        word = self.token.text
        if self.token.kind != "word":
            return ""
        for name in (word, word.removesuffix("s"), f"{word}s"):
            if self.names.get(name) in kinds:
                return name
        return ""

    def known(self, *kinds: NameKind) -> list[str]:
        """All names of some kinds."""
        return [name for name, kind in self.names.items() if kind in kinds]

    def sum(self) -> Sum:
        """An amount: 10, unit, 2 units, or the name of a ladder."""
        at = self.at
        if self.token.kind == "figure":
            if self._tokens[self._next + 1].kind == "word":
                self._next += 1
                value = self.called("let")
                self._next -= 1
                if value:
                    times = self.figure("how many")
                    self.step()
                    return Sum(at, times=times, value=value)
            return Sum(at, self.money())
        value, ladder = self.called("let"), self.called("ladder")
        if not value and not ladder:
            known = self.known("let", "ladder")
            raise self.wrong("expected an amount", known, hint="write it like 10, 12.50 or 2 units")
        self.step()
        return Sum(at, value=value, ladder=ladder)

    def multiple(self) -> Multiple:
        """Odds: 2x, 3-4-5x, full, or the name of a value that is one."""
        token = self.token
        if token.kind == "multiple":
            figures = token.text.removesuffix("x").split("-")
            if figures == ["345"]:
                raise self.wrong("this is no multiple", hint='did you mean "3-4-5x"?')
            if max(map(len, figures)) > MOST_DIGITS or not any(each.strip("0") for each in figures):
                raise self.wrong("this is no multiple", hint="write it like 2x or 3-4-5x")
            self.step()
            return Multiple(token.at, tuple(int(each) for each in figures))
        if self.take("full"):
            return Multiple(token.at)
        value = self.called("let")
        if not value:
            known = ("full", *self.known("let"))
            raise self.wrong("expected a multiple of the bet", known, hint="write 2x, 3-4-5x or full")
        self.step()
        return Multiple(token.at, value=value)

    # -------------------------------------------------------------- names of bets

    def bet_name(self, *, what: str = "the name of a bet", any_of: bool = False) -> BetWords:
        """The words that name a bet: "place 6 and 8", "every come", "don't pass"; "place 6 or 8" is any of several."""
        start = self.token
        if start.kind == "figure":
            raise self.wrong(f"expected {what}", hint=f'did you mean "place {start.text}"?')
        words: list[str] = []
        while self._goes_on(words, any_of=any_of):
            if len(words) == MOST_WORDS:
                raise self.wrong("no name of a bet is so long", hint='write it like "place 6 and 8"')
            word = self.step().raw.lower().replace("\u2019", "'")
            words.append("and" if word == "or" else word)
        if not words:
            raise self.wrong(f"expected {what}", hint='write it like "pass", "place 6 and 8" or "every come"')
        return BetWords(" ".join(words), start.at)

    def _goes_on(self, words: list[str], *, any_of: bool) -> bool:
        token = self.token
        if token.kind == "word" and token.text in (("and", "or") if any_of else ("and",)):
            after = self._tokens[self._next + 1]
            return bool(words) and words[-1].isdecimal() and after.kind == "figure"
        if token.kind == "figure" and words and words[-1].isdecimal():
            raise self.wrong('numbers of bets are joined by "and"', hint=f'write "{words[-1]} and {token.text}"')
        return token.kind == "figure" or (token.kind == "word" and token.text not in ENDS_NAME)
