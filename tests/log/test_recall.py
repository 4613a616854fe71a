"""Recall rows: a settled roll as each player saw it, with bets, lines and racks before and after."""

from __future__ import annotations

import json

from comeout.log.fold import Memory
from comeout.log.recall import bets_by_seat, recall_rows, seen_late
from comeout.table import messages as m
from comeout.table.table import Table
from tests.kit.clocks import NOON
from tests.kit.logs import played
from tests.kit.positions import laid


def test_bets_are_listed_by_seat_and_spot() -> None:
    layout, state = laid("adelaide point 6 | 1 pass 10 place-8 12 | 2 field 5")
    assert bets_by_seat(layout, state) == {1: {"pass": 10_00, "place-8": 12_00}, 2: {"field": 5_00}}


def test_a_bet_that_was_first_seen_after_the_closing_is_listed_with_its_witness() -> None:
    table = Table("sentosa", settings={"crew": "people", "max field": "20"})
    table.sit("Ann", 500_00)
    for command in (m.OpenBetting("dealer"), m.CloseBetting("dealer")):
        assert table.send(command)
    assert table.send(m.RecordBet("dealer", 1, "field", 50_00, "boxperson"))
    assert seen_late(table.layout, table.state) == {1: {"field": "boxperson"}}


def test_every_player_with_a_bet_has_a_row_of_the_roll() -> None:
    table = played("sentosa", (4, 2))
    table.bet(2, "field", 5_00)
    racks = {seat: table.rack(seat) for seat in (1, 2)}
    bets = bets_by_seat(table.layout, table.state)
    rolled = table.roll(3, 3)
    assert rolled.settled is not None
    memory = Memory(aside={"ann": -1_00}, beside={"bob": ["so it was"]})
    rows = recall_rows(
        "friday",
        9,
        NOON,
        rolled.settled,
        lines={1: b'[{"spot":"pass"}]'},
        round_number=1,
        bets=bets,
        racks=racks,
        late={2: {"field": "boxperson"}},
        memory=memory,
        state=table.state,
    )
    assert [(row.player, row.table, row.roll, row.round, row.seq, row.at) for row in rows] == [
        ("ann", "friday", 2, 1, 9, NOON),
        ("bob", "friday", 2, 1, 9, NOON),
    ]
    ann, bob = (json.loads(row.body) for row in rows)
    assert (ann["bets"], ann["lines"], ann["aside_cents"]) == ({"pass": 10_00}, [{"spot": "pass"}], -1_00)
    assert (ann["rack_before_cents"], ann["rack_after_cents"]) == (490_00, 510_00)
    assert (bob["lines"], bob["beside"], bob["recorded_late"]) == ([], ["so it was"], {"field": "boxperson"})
    assert (ann["dice"], ann["point_before"], ann["point_after"]) == ([3, 3], 6, 0)
