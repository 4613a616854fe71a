"""The help page: the commands that work at this table for this player, in groups."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from comeout.play.game import Extra, Game
from comeout.play.orders import ORDERS, PLAYER_VERBS, example_of
from comeout.play.screen import WIDTH, Paper, StyledText
from comeout.table.advice.bundles import bundles
from comeout.table.notation.spoken import plain

_MARGIN, _COLUMN = 8, 35


class _HelpRow(NamedTuple):
    """One row of the help. It is left out where the table lacks the feature that it needs."""

    said: str
    means: str
    needs: tuple[Extra, ...] = ()
    without: tuple[Extra, ...] = ()


_Group = tuple[str, tuple[_HelpRow, ...]]

_HELP: tuple[_Group, ...] = (
    (
        "Bet",
        (
            _HelpRow("pass 10, don't pass 10", "the line, while the puck is OFF", ("seat",)),
            _HelpRow("come 10, don't come 10", "while the puck is ON", ("seat",)),
            _HelpRow("odds 20, odds 6 20", "behind the line, or a come bet on 6", ("seat",)),
            _HelpRow("12 on the 6, 12 six and eight", "place bets on numbers", ("seat",)),
            _HelpRow("full odds, 2x odds", "all the odds, or by multiple", ("seat",)),
            _HelpRow("hard 8 5, 5 each hardway", "one hardway, or each of the four", ("seat",)),
        ),
    ),
    (
        "Change",
        (
            _HelpRow("press the 6, press the 6 by 6", "as much again on a bet, or so much", ("seat",)),
            _HelpRow("press 6 to 24, reduce 6 by 6", "up to an amount; less on a bet", ("seat",)),
            _HelpRow("take down 6, take down all, undo", "bets back to the rack", ("seat",)),
            _HelpRow("on 6, off hard 8, working on", "call bets on or off", ("seat",)),
            _HelpRow("same bet place 6, same bet off", "bet the same again after a win", ("seat",)),
        ),
    ),
    (
        "Dice",
        (
            _HelpRow("roll (or Enter), roll 3", "throw once, or three times", ("own dice",)),
            _HelpRow("roll (or Enter)", "wait for the dice, or throw them", (), ("own dice", "throws")),
            _HelpRow("throw", "the shooter's throw: dice are out", ("throws",)),
            _HelpRow("take dice, pass dice", "who throws", ("seat", "shooter")),
            _HelpRow("companion", "somebody else throws", ("companion",)),
            _HelpRow("seed WORDS", "have a say in the dice", ("seed",)),
            _HelpRow("fairness", "how the dice are made"),
        ),
    ),
    (
        "Ask",
        (
            _HelpRow("why, why field", "why it was paid, lost or refused", ("seat",)),
            _HelpRow("rules, rules place", "the book's bets, or one in full"),
            _HelpRow("table, bets, rack, history", "what lies where, what was rolled", ("seat",)),
            _HelpRow("table, history", "how it stands, what was rolled", (), ("seat",)),
        ),
    ),
    (
        "Else",
        (
            _HelpRow("buy in 100", "more chips", ("seat",)),
            _HelpRow("transcript, save FILE", "the game as text, to play it again", ("save",)),
            _HelpRow("quit", "leave the table"),
        ),
    ),
)


def show_help(paper: Paper, table: Game) -> None:
    """Print the whole help."""
    for title, rows in _groups(table):
        for place, (said, means) in enumerate(rows):
            _line(paper, said, means, title="" if place else title, margin=_MARGIN)
    if "seat" in table.extras:
        paper.say("Several commands go in one line: `pass 10; roll`. A spot's own id always works: `come-odds-6 10`.")


def show_help_on(paper: Paper, word: str, table: Game) -> bool:
    """Print the rows about one word: those that begin with it, otherwise those that mention it."""
    wanted = plain(word).split()
    rows = [row for _, group in _groups(table) for row in group]
    begin = [row for row in rows if any(plain(said).split()[: len(wanted)] == wanted for said in row[0].split(","))]
    mention = [row for row in rows if f" {' '.join(wanted)} " in f" {plain(' '.join(row)).replace(',', '')} "]
    for said, means in begin or mention:
        _line(paper, said, means)
    return bool(begin or mention)


def _line(paper: Paper, said: str, means: str, *, title: str = "", margin: int = 0) -> None:
    paper.line(StyledText(title.ljust(margin), "head"), f"{said:<{_COLUMN}}", StyledText(means, "dim"))


def _groups(table: Game) -> list[tuple[str, list[tuple[str, str]]]]:
    has = table.extras
    groups = [(title, [(row.said, row.means) for row in rows if _works(row, has)]) for title, rows in _HELP]
    if "seat" in has:
        groups[0][1].extend(_bets(table))
    asks = [_order(table, verb) for verb in PLAYER_VERBS if {"people", "seat"} <= has]
    crew = [row for verb in table.orders for row in (_order(table, verb), *_reasons(table, verb))]
    return [group for group in (*groups[:-1], ("Crew", asks + crew), groups[-1]) if group[1]]


_NUMBERS = {"place": "place 6 12", "buy": "buy 4 20", "lay": "lay 10 40"}
_OTHER_NUMBERS = {"place-lose": "place lose 4", "big": "big 6"}
_ONE_ROLL = {"field": "field 5", "any-seven": "any seven 5", "any-craps": "any craps 5"}
_MORE = {
    "eleven": "yo",
    "craps-2": "aces",
    "craps-12": "boxcars",
    "craps-3": "craps 3",
    "c-and-e": "c&e",
    "horn": "horn",
    "horn-high": "horn high 12",
    "world": "world",
}
"""How each wager is typed; the help lists those of the book."""


def _bets(table: Game) -> Iterator[tuple[str, str]]:
    """Return the rows about bets that the book of the table has."""

    def said(words: Mapping[str, str]) -> list[str]:
        return [word for wager, word in words.items() if wager in table.layout.rulebook.wager]

    more = said(_MORE)
    yield ", ".join(said(_NUMBERS)), "; also ".join(filter(None, ("a number", ", ".join(said(_OTHER_NUMBERS)))))
    calls = [call for call in bundles(table.layout) if call.id in ("inside", "across")]
    if calls:
        yield ", ".join(f"{sum(share for _, share in call.parts)} {call.id}" for call in calls), "several at once"
    rows = textwrap.wrap(f"one roll; also {', '.join(more)}" if more else "one roll", WIDTH - _COLUMN - _MARGIN)
    yield ", ".join(said(_ONE_ROLL)), rows[0]
    yield from (("", row) for row in rows[1:])


def _works(row: _HelpRow, has: frozenset[Extra]) -> bool:
    return has.issuperset(row.needs) and has.isdisjoint(row.without)


def _order(table: Game, verb: str) -> tuple[str, str]:
    return example_of(table.layout, verb), ORDERS[verb].means


def _reasons(table: Game, verb: str) -> list[tuple[str, str]]:
    """Return the other reasons for a verb, wrapped to the width of the page."""
    others = ", ".join(code.replace("-", " ") for code in table.reasons(verb)[1:])
    return [("", row) for row in textwrap.wrap(f"or {others}" if others else "", WIDTH - _COLUMN - _MARGIN)]
