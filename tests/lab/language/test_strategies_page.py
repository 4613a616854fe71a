"""docs/strategies.md: every strategy on it plays as the block below it says, and over its graph as at the table."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest

from comeout import Dice
from comeout.lab.graph import Graph
from comeout.lab.graph_walk import walk_session
from comeout.lab.language.memory_plan import nodes
from comeout.lab.language.reader import read_strategy
from comeout.lab.language.syntax import Condition
from comeout.lab.language.text_errors import StrategyTextError
from comeout.lab.session_rules import SessionRules
from comeout.lab.table_play import play_session
from comeout.money import parse_amount
from comeout.rules.library import load_book
from tests.kit.documents import fences
from tests.kit.lab_table import PlayedRolls, faces, play_rolls
from tests.kit.project import DOCS

BLOCKS = [
    (fence.language, "\n".join(fence.lines)) for fence in fences((DOCS / "strategies.md").read_text(encoding="utf-8"))
]
EXAMPLES = [
    (text, shown if language == "" else "")
    for (kind, text), (language, shown) in pairwise(BLOCKS)
    if kind == "strategy"
]


def answer(text: str, shown: str) -> str:
    """What a block below a strategy would say: an error, or what lies for each roll."""
    lines = dict(line.split(None, 1) for line in shown.splitlines())
    layout = load_book(lines.get("book", "sentosa"))
    bankroll = parse_amount(lines.get("bankroll", "1000"))
    head = [line for line in shown.splitlines() if line.split()[0] in ("book", "bankroll", "rolls")]
    try:
        strategy = read_strategy(text).on(layout)
        played = play_rolls(strategy, layout, faces(lines.get("rolls", "")), bankroll)
    except StrategyTextError as bad:
        return "\n".join([*head, str(bad)])
    return "\n".join([*head, *table(played, "wealth" in lines)]) if head else ""


def table(played: PlayedRolls, wealth: bool) -> list[str]:
    """A row for each spot, an amount for each roll."""
    spots = list(dict.fromkeys(spot for bets in played.bets for spot in bets))
    rows = [(spot, [bets.get(spot, 0) // 100 or "-" for bets in played.bets]) for spot in sorted(spots)]
    if wealth:
        rows.append(("wealth", [each // 100 for each in played.wealth]))
    return [f"{spot} {' '.join(map(str, amounts))}" for spot, amounts in rows]


def plain(shown: str) -> list[str]:
    """The lines of a block without the spaces that align them; rows in any order."""
    return sorted(" ".join(line.split()) for line in shown.splitlines())


@pytest.mark.parametrize(("text", "shown"), EXAMPLES, ids=[text.split()[1] for text, _ in EXAMPLES])
def test_a_strategy_of_the_page_does_what_the_block_below_it_says(text: str, shown: str) -> None:
    assert plain(answer(text, shown)) == plain(shown)


def test_every_strategy_but_the_first_shows_what_it_does() -> None:
    assert [text.split()[1] for text, shown in EXAMPLES if not shown] == ["three-point-molly"]
    assert len(EXAMPLES) > 30


def test_the_page_shows_every_condition_of_the_language() -> None:
    texts = [text for text, shown in EXAMPLES if "line 2, column 15" not in shown]
    shown = {type(node) for text in texts for node in nodes(read_strategy(text).program)}
    assert [kind.__name__ for kind in get_args(Condition) if kind not in shown] == []


PLAYABLE = [text for text, shown in EXAMPLES if "line " not in shown and " torn" not in text]
"""All but those that cannot be read, and whose rules contradict each other at a point."""


@pytest.mark.parametrize("bankroll", [45_00, 123_45, 1000_00])
@pytest.mark.parametrize("text", PLAYABLE, ids=[text.split()[1] for text in PLAYABLE])
def test_a_strategy_of_the_page_ends_alike_over_its_graph_and_at_the_table(text: str, bankroll: int) -> None:
    layout = load_book("sentosa")
    strategy = read_strategy(text).on(layout)
    rules = SessionRules(bankroll=bankroll, rolls=60, play_out=bankroll == 1000_00)
    rolls = [roll.place for roll in Dice(seed=text).take(500)]
    walked = walk_session(Graph(layout, strategy, bankroll=bankroll), rules, rolls)
    assert walked == play_session(layout, strategy, rules, rolls)[0]
