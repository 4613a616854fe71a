"""The proof of a log: it holds record by record, and the first bad one is named with the position of the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comeout.log.proof import Fault, Proof, line_of, prove, same_state, told_earlier
from comeout.log.records import Record
from comeout.rules.library import book_names
from comeout.table import messages as m
from comeout.table.table import Table
from tests.kit.logs import NAME, log_of, played
from tests.kit.table_games import random_game


def proved(table: Table, records: list[Record]) -> tuple[Proof, Fault | None]:
    proof = Proof(NAME, table.layout, "crew")
    return proof, prove(proof, records) or proof.end()


@pytest.mark.parametrize("book", book_names())
def test_the_log_of_a_game_holds(book: str) -> None:
    table = random_game(book, 2)
    proof, fault = proved(table, log_of(table))
    assert fault is None
    assert (proof.records, proof.state) == (len(table.log), table.state)
    assert proof.settlements == sum(isinstance(event, m.RollSettled) for event in table.log)


def test_an_empty_log_is_none() -> None:
    _, fault = proved(played(), [])
    assert fault == Fault(NAME, 1, "", "the log is empty; it should begin with TableOpened")


def test_a_record_that_is_missing_is_named_by_its_number() -> None:
    table = played()
    records = log_of(table)
    _, fault = proved(table, [*records[:4], *records[5:]])
    assert fault is not None
    assert (fault.seq, fault.kind) == (5, "")
    assert fault.says == "it is missing; the log goes on with record 6"


def test_a_settlement_that_the_rules_do_not_make_is_named_with_the_position_before_it() -> None:
    table = played("sentosa", (4, 2))
    events = list(table.log)
    place = next(place for place, event in enumerate(events) if isinstance(event, m.RollSettled))
    settled = events[place]
    assert isinstance(settled, m.RollSettled)
    events[place] = settled._replace(lines=(settled.lines[0]._replace(clause="nowhere"), *settled.lines[1:]))
    _, fault = proved(table, log_of(table, events))
    assert fault is not None
    assert (fault.seq, fault.kind) == (place + 1, "RollSettled")
    assert fault.says.startswith("by the rules ")
    assert fault.position == "sentosa come-out called=4-2 | 1 pass 10 new | 2 field 5 new"


def test_chips_that_somebody_made_are_counted() -> None:
    table = played("sentosa", (4, 2))
    events = [replace(event, rack=1_000_00) if isinstance(event, m.SeatTaken) else event for event in table.log]
    events.append(m.SeatLeft(1, 5_00))
    _, fault = proved(table, log_of(table, events))
    assert fault is not None
    assert fault.kind == "SeatLeft"


def test_a_kind_that_is_no_event_is_named() -> None:
    table = played()
    records = log_of(table)
    other = records[-1]._replace(kind="BetJuggled")
    _, fault = proved(table, [*records[:-1], other])
    assert fault is not None
    assert fault.kind == "BetJuggled"


def test_a_fault_is_a_sentence_with_the_position_after_it() -> None:
    fault = Fault(NAME, 7, "BetPlaced", "it is wrong", "sentosa point 6")
    assert fault.sentence == "friday, record 7 (BetPlaced): it is wrong"
    assert str(fault) == "friday, record 7 (BetPlaced): it is wrong (the table was: sentosa point 6)"
    assert str(Fault("the database", 0, "", "it is damaged")) == "the database: it is damaged"


def test_what_an_earlier_engine_led_to_is_told_in_numbers() -> None:
    assert told_earlier(1).startswith("1 record of an earlier revision of the engine (this is ")
    assert told_earlier(3).startswith("3 records of an earlier revision ")


def test_a_record_is_a_line_for_the_verifier_of_dice() -> None:
    table = played()
    record = log_of(table)[1]
    line = line_of(record, table.layout.digest)
    assert (line["seq"], line["kind"], line["book"], line["hash"]) == (
        2,
        record.kind,
        table.layout.digest,
        record.hash.hex(),
    )
    assert not isinstance(line["body"], bytes)


def test_two_states_are_the_same_only_with_their_bets_in_the_same_order() -> None:
    one, other = played("sentosa", (4, 2)), played("sentosa", (4, 2))
    assert same_state(one.state, other.state)
    one.bet(1, "field", 5_00)
    one.bet(1, "hard-8", 5_00)
    other.bet(1, "hard-8", 5_00)
    other.bet(1, "field", 5_00)
    assert not same_state(one.state, other.state)
