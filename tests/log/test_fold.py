"""The fold: a log replays to the state it came from, with what its owner remembers, from a snapshot too."""

from __future__ import annotations

import json

import msgspec
import pytest

from comeout.log.fold import (
    ENGINE_RAISED,
    SNAPSHOT_VERSION,
    Fold,
    LogBroken,
    Memory,
    Refused,
    add_record,
    ends_in_order,
    later_engine,
    opened_state,
)
from comeout.log.hash_chain import Log
from comeout.log.records import Record
from comeout.rules.library import book_names, load_book
from comeout.table import messages as m
from comeout.table.table import Table
from tests.kit.clocks import NOON
from tests.kit.logs import NAME, folded, log_of, played
from tests.kit.table_games import random_game


@pytest.mark.parametrize("book", book_names())
def test_a_log_folds_to_the_state_it_came_from(book: str) -> None:
    table = random_game(book, 1)
    assert folded(table).state == table.state


def note(fold: Fold, kind: str, **body: object) -> None:
    """Add an event of the house."""
    fold.add(fold.log.next(kind, json.dumps(body).encode(), NOON))


def test_the_owner_remembers_the_last_rolls_and_forgets_one_that_is_undone() -> None:
    table = played("adelaide", (4, 2), (3, 1))
    assert folded(table).memory.last_rolls == ((4, 2), (3, 1))
    table.send(m.InvalidateOutcome("shift-manager", "fire"))
    assert folded(table).memory.last_rolls == ((4, 2),)


def test_what_a_player_won_beside_the_rolls_waits_for_the_next_recall() -> None:
    table = played("adelaide", (4, 2))
    table.bet(1, "buy-4", 20_00)
    assert folded(table).memory.aside == {"ann": -1_00}
    table.roll(3, 2)
    assert folded(table).memory.aside == {}


def test_whoever_walks_away_is_remembered_until_they_are_back() -> None:
    table = played("adelaide", (4, 2))
    table.send(m.MarkAway("dealer", 1))
    assert set(folded(table).memory.away) == {1}
    table.send(m.ComeBack(1))
    assert folded(table).memory.away == {}


def test_what_the_house_notes_is_remembered() -> None:
    fold = folded(played())
    note(fold, "seed-set", player="ann", seed="lucky")
    note(fold, "seeds-frozen", roll=3, seeds=[[1, "lucky"]])
    assert (fold.memory.seeds, fold.memory.frozen) == ({"ann": "lucky"}, ((1, "lucky"),))
    note(fold, "dice-thrown", dice=[3, 4])
    assert (fold.memory.frozen, fold.memory.throws) == (None, 1)
    note(fold, "second-wanted", name="CloseTable")
    note(fold, "second-wanted", name="Interrupt")
    note(fold, "crew-acted", player="eve", name="CloseTable", by="dealer")
    assert fold.memory.wanted == ("Interrupt",)
    note(fold, "crew-refused", command="OpenBetting", says="no")
    assert fold.memory.refused == (Refused("OpenBetting", "no"),)
    note(fold, "seat-freed", seat=1, player="ann", rack_cents=5_00, clause="ALL-62")
    assert fold.memory.freed == {"ann": 5_00}
    note(fold, ENGINE_RAISED, engine=7)
    assert fold.memory.engine == 7


def test_a_snapshot_restores_state_memory_and_the_end_of_the_log() -> None:
    fold = folded(played())
    again = Fold(fold.layout, Log(NAME, fold.layout.digest))
    assert again.restore(fold.snapshot())
    assert (again.state, again.memory, again.log.seq, again.log.hash) == (
        fold.state,
        fold.memory,
        fold.log.seq,
        fold.log.hash,
    )


def test_nothing_is_used_of_a_snapshot_of_another_version() -> None:
    fold = folded(played())
    row = fold.snapshot()
    body = msgspec.msgpack.decode(row.body)
    assert body["version"] == SNAPSHOT_VERSION
    assert "secret" not in body["memory"]
    older = row._replace(body=msgspec.msgpack.encode({**body, "version": "1-old"}))
    again = Fold(fold.layout, Log(NAME, fold.layout.digest))
    assert not again.restore(older)
    assert (again.memory, again.log.seq, again.state.seats) == (Memory(), 0, {})


def test_a_new_chain_voids_the_seeds_that_were_frozen_for_the_last_one() -> None:
    fold = folded(played())
    for chain, kept in (("chain-1", ((1, "lucky"),)), ("chain-2", None)):
        note(fold, "seeds-frozen", roll=3, seeds=[[1, "lucky"]])
        note(fold, "restored", by="operator")
        assert fold.memory.restored
        note(fold, "chain-published", format=chain, chain=2)
        assert (fold.memory.frozen, fold.memory.restored) == (kept, False)


def test_a_log_ends_in_order_only_if_its_owner_stopped() -> None:
    fold = folded(played())
    running = fold.memory.clean
    note(fold, "stopped")
    assert (running, fold.memory.clean) == (False, True)
    assert ends_in_order(ENGINE_RAISED, fold.memory), "a new engine by itself changes nothing"
    assert not ends_in_order("BetPlaced", fold.memory)


def test_a_record_that_cannot_be_applied_names_its_place_and_the_table() -> None:
    table = played("sentosa", (4, 2))
    fold = folded(table)
    bad = Record(NAME, 1, fold.log.seq + 1, NOON, "BetPlaced", b"[9]", b"")
    with pytest.raises(LogBroken, match=rf"^{NAME}, record {bad.seq} \(BetPlaced\) cannot be read: .*sentosa point 6"):
        add_record(fold, bad)
    with pytest.raises(LogBroken, match="a later version may know it"):
        add_record(fold, bad._replace(kind="BetJuggled"))
    add_record(fold, log_of(table)[-1]._replace(seq=bad.seq, kind="stopped", body=b"{}"))


def test_a_log_of_a_later_engine_says_what_is_needed() -> None:
    assert later_engine(99).startswith("revision 99 of the engine, and this is revision ")


def test_a_table_is_opened_with_its_own_settings() -> None:
    table = Table(load_book("sentosa"), settings={"max field": "20", "shooter": "seats"})
    state = opened_state(table.layout, table.opened)
    assert state.settings == table.state.settings
