"""The help lists what works at this table for this player, and the lines about one word."""

from __future__ import annotations

import pytest

from comeout.play.help import show_help, show_help_on
from comeout.play.screen import WIDTH
from tests.kit.terminal import LAYOUTS, Sheet, table_for_one


@pytest.mark.parametrize("book", LAYOUTS)
def test_the_help_has_its_groups_and_only_the_bets_of_the_book(book: str) -> None:
    sheet = Sheet()
    show_help(sheet, table_for_one(f"{book} | 1"))
    titles = [line.split()[0] for line in sheet.lines if line[:1].strip()]
    assert titles[:5] == ["Bet", "Change", "Dice", "Ask", "Else"]
    assert max(map(len, sheet.lines)) <= WIDTH
    assert ("buy 4 20" in sheet.words) == ("buy" in LAYOUTS[book].rulebook.wager)
    assert ("companion" in sheet.words) == (LAYOUTS[book].rulebook.shooter.throws == "shooter")
    assert "Crew" not in titles, "the crew of a table for one is automatic"


def test_help_on_a_word_is_the_lines_that_begin_with_it_or_else_mention_it() -> None:
    table = table_for_one("adelaide | 1")
    begins, mentions, nothing = Sheet(), Sheet(), Sheet()
    assert show_help_on(begins, "roll", table)
    assert begins.lines == ["roll (or Enter), roll 3".ljust(35) + "throw once, or three times"]
    assert show_help_on(mentions, "chips", table)
    assert mentions.words == "buy in 100 more chips"
    assert not show_help_on(nothing, "zeppelin", table)
    assert nothing.lines == []
