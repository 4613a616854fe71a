"""Lexer of the strategy language: lines become statements, and statements words, figures and marks.

Comments, blank lines and the articles "the", "a" and "an" are left out. After a comma at its end a line goes on in the
next.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from comeout.lab.language.text_errors import At, StrategyTextError

TokenKind = Literal["word", "figure", "negative", "multiple", "range", "mark", "end"]

_TOKENS = re.compile(
    r"(?P<multiple>\d+(?:-\d+-\d+)?x(?!\w))"
    r"|(?P<bare>\d+-\d+-\d+)"
    r"|(?P<range>\$?\d+(?:\.\d+)?-(?:\$?\d+(?:\.\d+)?)?(?![\w.]))"
    r"|(?P<figure>\$?\d+(?:\.\d+)?(?![\w.]))"
    r"|(?P<negative>-\$?\d+(?:\.\d+)?(?![\w.]))"
    r"|(?P<word>[A-Za-z][A-Za-z0-9'\u2019_-]*)"
    r"|(?P<mark>[:,()]|-(?=\s|$))"
    r"|(?P<space>\s+)"
    r"|(?P<odd>\d\S*|.)"
)
_THOUSANDS = re.compile(r"\$?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w,])")
"""An amount as people print it; where figures stand in a row, as in a ladder, commas part them."""
_HYPHENS = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))
"""The dashes that word processors put in place of a hyphen."""
LONGEST_WORD = 60
_ARTICLES = frozenset(("the", "a", "an"))
_NUMBERS = "one two three four five six seven eight nine ten"
_SPELLED = {word: number for number, word in enumerate(_NUMBERS.split(), 1)}
_BEFORE_SPELLED = frozenset(("than", "least", "most", "exactly", "from", "after"))
"""Words after which a number may be spelled out; elsewhere "eleven" is a bet."""
_ODD_HINTS = {
    ";": "acts are separated by commas",
    "=": 'write it like "let unit be 10"',
    "+": 'numbers are joined by "and"',
    "&": 'write "and"',
    "/": 'numbers are joined by "and"',
    "<": 'write "fewer than" or "below"',
    ">": 'write "more than" or "above"',
    **dict.fromkeys('"\u201c\u201d\u201e\u2018\u00ab\u00bb', "names stand without quotation marks"),
    "[": "brackets are round: ( )",
    "{": "brackets are round: ( )",
    "%": "amounts are money, like 10 or 12.50",
    "*": 'write it like "2 units"',
}


class TextToken(NamedTuple):
    """One word, figure or mark, and where it stands. `text` is in small letters and without $ or apostrophes."""

    kind: TokenKind
    text: str
    at: At
    raw: str
    article: str = ""
    """The article that was left out before it."""


class TextStatement(NamedTuple):
    """One line with its tokens, the last of which is its end; `inner` if it is indented."""

    tokens: tuple[TextToken, ...]
    inner: bool


def statements(text: str) -> list[TextStatement]:
    """The lines of a text that say something."""
    found: list[TextStatement] = []
    for number, line in enumerate(text.splitlines(), 1):
        tokens = _tokens_of(line.partition("#")[0], number)
        if len(tokens) == 1:
            continue
        if found and found[-1].tokens[-2:-1] and found[-1].tokens[-2].text == ",":
            found[-1] = TextStatement((*found[-1].tokens[:-1], *tokens), found[-1].inner)
            continue
        found.append(TextStatement(tuple(tokens), line[0].isspace()))
    return found


def _tokens_of(line: str, number: int) -> list[TextToken]:
    """The tokens of a line, with its end."""
    found: list[TextToken] = []
    article = ""
    for match in _TOKENS.finditer(line.translate(_HYPHENS)):
        at, raw, kind = At(number, match.start() + 1), match[0], match.lastgroup
        thousands = _THOUSANDS.match(line, match.start()) if kind == "figure" else None
        if thousands and not (found and found[0].text == "ladder"):
            plain = re.sub(r"[$,]", "", thousands[0])
            raise StrategyTextError(f'"{thousands[0]:.20}" has a comma in it', at, hint=f"write {plain:.20}")
        if kind == "bare":
            raise StrategyTextError(f'"{raw}" is no multiple', at, hint=f'did you mean "{raw}x"?')
        if kind == "word" and len(raw) > LONGEST_WORD:
            raise StrategyTextError(f'"{raw:.20}..." is no word', at, hint=f"words have up to {LONGEST_WORD} letters")
        if kind == "odd":
            raise _odd(raw, at)
        token = _token(kind or "", raw, at, found)
        if token:
            found.append(token._replace(article=article))
        article = raw if kind == "word" and not token else "" if kind != "space" else article
    end = At(number, len(line.rstrip()) + 1)
    return [*found, TextToken("end", "", end, "")]


def _token(kind: str, raw: str, at: At, before: list[TextToken]) -> TextToken | None:
    text = re.sub("['\u2019$]", "", raw.lower())
    if kind == "space" or text in _ARTICLES:
        return None
    if kind == "word" and text in _SPELLED and before and before[-1].text in _BEFORE_SPELLED:
        return TextToken("figure", str(_SPELLED[text]), at, raw)
    if kind == "word" and text == "comeout":
        text = "come-out"
    known: dict[str, TokenKind] = {
        "multiple": "multiple",
        "range": "range",
        "figure": "figure",
        "negative": "negative",
        "word": "word",
        "mark": "mark",
    }
    return TextToken(known[kind], text, at, raw)


def _odd(raw: str, at: At) -> StrategyTextError:
    if raw[0].isdigit():
        return StrategyTextError(f'"{raw:.20}" is neither an amount nor a multiple', at, hint="write 10, 12.50 or 2x")
    return StrategyTextError(f'"{raw}" has no meaning here', at, hint=_ODD_HINTS.get(raw, "leave it out"))
