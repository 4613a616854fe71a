"""Question: a strategy, a book, a session and the dice, checked and ready to be answered."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from comeout.exact.weights import FAIR, Weights
from comeout.lab.graph import MOST_NODES
from comeout.lab.graph_arrays import RUINED, UNKNOWN, GraphArrays
from comeout.lab.graph_cache import GraphCache, cache_folder
from comeout.lab.graph_finder import Extent, FoundGraph, find_graph
from comeout.lab.language.reader import StrategyText, load_strategy
from comeout.lab.session_rules import LabError, SessionRules
from comeout.lab.strategy import Strategy
from comeout.money import Amount, show_money, to_cents
from comeout.rules.layout import Layout
from comeout.rules.library import open_book
from comeout.table.settings import Settings, chosen_settings

Book = str | Path | Layout
AnyStrategy = str | Path | StrategyText | Strategy
"""A preset by its name, the path of a file, a text that was read, or a strategy written in Python."""
Money = Amount | str
"""Whole cents, or text in dollars."""
HOUR = 100
"""How many rolls a session has if it has no other end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked: how one strategy does in sessions of one kind under one book."""

    layout: Layout
    strategy: Strategy
    digest: str
    """Of the strategy's text and values; empty for Python, whose graphs are not kept."""
    rules: SessionRules
    settings: Settings
    setting_texts: Mapping[str, str]
    dice: Weights = FAIR
    asked_goal: Amount | None = None
    """The goal that was asked for; a nearer one of the strategy itself counts in its place."""
    asked_stop: Amount | None = None

    @property
    def weights(self) -> tuple[int, ...] | None:
        """The weights of the thirty-six rolls; None for fair dice."""
        return None if self.dice == FAIR else self.dice.of

    def graph(self, cache: GraphCache | None = None) -> FoundGraph:
        """Find the graph of the strategy, and check that the session can begin."""
        found = self.found_graph(cache)
        if self.first_row(found) == RUINED:
            raise LabError(
                f"a bankroll of {show_money(self.rules.bankroll)} does not cover the first bet of {self.strategy.name}"
            )
        return found

    def found_graph(self, cache: GraphCache | None = None) -> FoundGraph:
        """Find the graph of the strategy, whether or not the session can begin."""
        return find_graph(
            self.layout, self.strategy, self.rules, settings=self.settings, digest=self.digest, cache=cache
        )

    def first_row(self, found: FoundGraph) -> int:
        """The row that the session starts with, or what stands in place of one."""
        first = start_row(found.arrays, self.rules.bankroll)
        return found.live.decision(0, self.rules.bankroll).row if first == UNKNOWN else first

    def whole_graph(self, cache: GraphCache | None = None) -> FoundGraph:
        """Find a graph that exact answers can rest on; one that is too large is an error that proposes a simulation."""
        found = self.graph(cache)
        self.check_whole(found)
        return found

    def check_whole(self, found: FoundGraph) -> None:
        """Refuse a graph that exact answers cannot rest on."""
        if found.extent is Extent.AS_MET:
            raise LabError(
                f"the graph of {self.strategy.name} under {self.layout.id} has more than {MOST_NODES:,} nodes, so "
                "there is no exact answer; simulate it with comeout sim"
            )


def start_row(arrays: GraphArrays, bankroll: Amount) -> int:
    """The row that a session with a bankroll starts with, or what stands in place of one."""
    last = int(arrays.first[1])
    place = int(arrays.low[:last].searchsorted(bankroll, side="right")) - 1
    return int(arrays.row[place])


def ask(
    strategy: AnyStrategy,
    book: Book,
    *,
    bankroll: Money,
    rolls: int | None = None,
    goal: Money | None = None,
    stop: Money | None = None,
    shooters: int | None = None,
    play_out: bool = False,
    values: Mapping[str, Money] | None = None,
    settings: Mapping[str, str] | None = None,
    dice: Weights = FAIR,
) -> Question:
    """Check a question. A session that has no other end has 100 rolls; amounts are whole cents, or text in dollars."""
    layout = open_book(book)
    played, digest = _strategy(strategy, layout, values or {})
    cents = _cents(bankroll)
    if rolls is None and shooters is None and goal is None:
        rolls = HOUR
    rules = SessionRules(
        bankroll=cents,
        rolls=rolls,
        goal=None if goal is None else _cents(goal),
        stop=None if stop is None else _cents(stop, least=0),
        shooters=shooters,
        play_out=play_out,
    )
    return Question(
        layout=layout,
        strategy=played,
        digest=digest,
        rules=_own_limits(rules, played),
        settings=chosen_settings(layout, settings),
        setting_texts=dict(settings or {}),
        dice=dice,
        asked_goal=rules.goal,
        asked_stop=rules.stop,
    )


def usual_cache() -> GraphCache:
    """The cache in the user's folder; a file that cannot be used is a warning."""
    return GraphCache(cache_folder(), tell=lambda line: warnings.warn(line, stacklevel=2))


def _strategy(strategy: AnyStrategy, layout: Layout, values: Mapping[str, Money]) -> tuple[Strategy, str]:
    """The strategy at a book, and the digest of its text and values."""
    if isinstance(strategy, (str, Path)):
        strategy = load_strategy(strategy)
    if isinstance(strategy, StrategyText):
        return strategy.on(layout, values), strategy.digest(values)
    if values:
        raise LabError("values are for strategies written in the language; a strategy in Python has its own")
    return strategy, ""


def _own_limits(rules: SessionRules, strategy: Strategy) -> SessionRules:
    """The rules of a session together with the win goal and the loss limit of the strategy, the nearer of two."""
    won, lost = getattr(strategy, "win_goal", None), getattr(strategy, "loss_limit", None)
    goals = [each for each in (rules.goal, rules.bankroll + won if won else None) if each is not None]
    stops = [each for each in (rules.stop, rules.bankroll - lost if lost else None) if each is not None and each >= 0]
    return replace(rules, goal=min(goals, default=None), stop=max(stops, default=None))


def _cents(amount: Money, *, least: Amount = 1) -> Amount:
    try:
        cents = to_cents(amount)
    except ValueError as bad:
        raise LabError(str(bad)) from None
    if cents < least:
        raise LabError(f"{show_money(cents)} is too little here")
    return cents
