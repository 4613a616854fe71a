"""Events as a client reads them: what the house names field by field becomes what the table logged."""

from __future__ import annotations

import json

import msgspec
import pytest

from comeout.client import Note
from comeout.client.event_reader import event_of, named_events
from comeout.log.codec import named
from comeout.protocol.frames import Happened
from comeout.rules.library import book_names, load_book
from comeout.table.table import Table


def test_events_that_a_client_does_not_know_are_notes() -> None:
    assert event_of(Happened("t", 1, 2, 3, "tea-served", {"to": "ann"})) == Note("tea-served", {"to": "ann"})


@pytest.mark.parametrize("book", book_names())
def test_every_event_of_a_game_is_read_as_it_was_logged(book: str) -> None:
    table = Table(load_book(book))
    table.sit("Ann", 500_00)
    for dice in ((3, 3), (4, 4), (6, 2), (1, 1), (3, 4)):
        for spot in ("pass", "field", "place-8", "hard-8", "come", "buy-4"):
            if spot in table.layout.by_id:
                table.bet(1, spot, 20_00)
        table.roll(*dice)
    told = [(type(event).__name__, json.loads(msgspec.json.encode(named(event)))) for event in table.log]
    assert list(named_events([*told, ("tea-served", {})])) == list(table.log)
    assert event_of(Happened("t", 1, 2, 3, *told[-1])) == table.log[-1]
