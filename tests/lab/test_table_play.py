"""A strategy at a public table: its session is a transcript that replays."""

from __future__ import annotations

import pytest

from comeout.lab.session_rules import LabError, SessionEnd, SessionRules
from comeout.lab.table_play import play_session
from comeout.rules.library import load_book
from comeout.table.table import Table
from tests.kit.lab_strategies import Molly, PassLine

SEVEN, FOUR = 5, 2


def test_a_session_ends_as_its_rules_say_and_its_transcript_replays() -> None:
    rules = SessionRules(bankroll=500_00, rolls=40)
    record, table = play_session(load_book("adelaide"), Molly(), rules, [place * 7 % 36 for place in range(40)])
    again = Table.from_transcript(table.transcript())
    assert (record.rolls, record.end) == (40, SessionEnd.ROLLS)
    assert again.position == table.position
    assert again.rack(1) + sum(again.bets(1).values()) == record.wealth


def test_nothing_is_bet_after_the_last_roll_but_ruin_is_seen() -> None:
    record, table = play_session(
        load_book("adelaide"), PassLine(), SessionRules(bankroll=10_00, rolls=2), [FOUR, SEVEN]
    )
    assert (record.end, table.bets(1), record.action) == (SessionEnd.RUINED, {}, 10_00)
    record, table = play_session(
        load_book("adelaide"), PassLine(), SessionRules(bankroll=20_00, rolls=2), [FOUR, SEVEN]
    )
    assert (record.end, table.bets(1), record.action) == (SessionEnd.ROLLS, {}, 10_00)


def test_open_bets_are_played_out_where_the_rules_say_so() -> None:
    rules = SessionRules(bankroll=100_00, rolls=1, play_out=True)
    record, table = play_session(load_book("adelaide"), PassLine(), rules, [FOUR, 0, SEVEN])
    assert (record.wealth, record.rolls, table.bets(1)) == (90_00, 1, {})


def test_recorded_rolls_that_end_too_early_are_told_also_while_bets_are_played_out() -> None:
    book = load_book("adelaide")
    with pytest.raises(LabError, match="the rolls end after 1 and the session goes on"):
        play_session(book, PassLine(), SessionRules(bankroll=100_00, rolls=2), [FOUR])
    with pytest.raises(LabError, match="the rolls end while bets are played out"):
        play_session(book, PassLine(), SessionRules(bankroll=100_00, rolls=1, play_out=True), [FOUR, 0])
