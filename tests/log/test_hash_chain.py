"""The log of a table: numbered, chained, and the first record that does not follow is found."""

from __future__ import annotations

from comeout.log.hash_chain import START, Log, first_bad, record_hash
from comeout.log.records import Record


def written() -> list[Record]:
    log = Log("t", "book", epoch=1)
    first = [log.next("TableOpened", b"{}", 1), log.next("SeatTaken", b'{"seat":1}', 2)]
    log.epoch = 2
    return [*first, log.next("started", b"{}", 3)]


def test_records_are_numbered_from_one_and_each_holds_the_hash_before_it() -> None:
    records = written()
    assert [record.seq for record in records] == [1, 2, 3]
    assert [record.epoch for record in records] == [1, 1, 2]
    assert records[0].hash == record_hash(START, "book", records[0])
    assert records[2].hash == record_hash(records[1].hash, "book", records[2])
    assert first_bad(records, "book") is None


def test_whatever_is_changed_in_a_record_is_found_there() -> None:
    records = written()
    for change in (
        {"table": "u"}, {"epoch": 0}, {"seq": 5}, {"at": 9}, {"kind": "SeatLeft"}, {"body": b"[]"}, {"hash": bytes(32)},
    ):  # fmt: skip
        forged = records[1]._replace(**change)
        assert first_bad([records[0], forged, records[2]], "book") is forged
    assert first_bad(records, "another book") is records[0]


def test_a_record_that_is_missing_or_of_an_older_epoch_is_found() -> None:
    records = written()
    assert first_bad([records[0], records[2]], "book") is records[2]
    log = Log("t", "book", epoch=2, seq=0)
    first = log.next("TableOpened", b"{}", 1)
    log.epoch = 1
    assert first_bad([first, older := log.next("stopped", b"{}", 2)], "book") is older


def test_a_log_goes_on_from_where_it_ends() -> None:
    records = written()
    log = Log("t", "book", epoch=3, seq=3, hash_=records[-1].hash)
    assert first_bad([log.next("stopped", b"{}", 4)], "book", before=records[-1].hash, seq=3) is None
