"""The log of the house: a chain in which every field counts, and digests that tell rows apart."""

from __future__ import annotations

from typing import Any

import pytest

from comeout.log.house_log import Changed, HouseHead, add_digests, as_found, follow, follows, row_digest, row_key

CHANGES = (Changed("grants", '["ann","t1","dealer"]', b"\1" * 32), Changed("sessions", '["ab"]', b""))


def test_entries_follow_one_another_from_the_first() -> None:
    first, second = follow(HouseHead(), CHANGES, 7)
    assert (first.seq, second.seq, first.at, second.at) == (1, 2, 7, 7)
    assert follows(HouseHead(), first)
    assert follows(HouseHead(first.seq, first.hash), second)
    assert follow(HouseHead(first.seq, first.hash), CHANGES[1:], 7) == [second]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seq", 2),
        ("at", 8),
        ("what", "grant"),
        ("key", '["bob"]'),
        ("digest", b""),
        ("before", b"\1" * 32),
        ("hash", b""),
    ],
)
def test_an_entry_with_one_field_changed_does_not_follow(field: str, value: Any) -> None:
    entry = follow(HouseHead(), CHANGES, 7)[0]
    assert not follows(HouseHead(), entry._replace(**{field: value}))


def test_an_entry_does_not_follow_another_end_of_the_log() -> None:
    entry = follow(HouseHead(), CHANGES, 7)[0]
    assert not follows(HouseHead(0, b"\1" * 32), entry)
    assert not follows(HouseHead(1, entry.hash), entry)


def test_a_row_has_the_same_digest_in_every_database_and_every_other_row_another() -> None:
    row = ("ann", b"\1", 5, True, None)
    assert row_digest(row) == row_digest(("ann", b"\1", 5, 1, None))
    others = [("ann", b"\1", 5, True, ""), ("ann", b"\1", 5, False, None), ("an", b"\1", 5, True, None), row[:-1]]
    assert len({row_digest(each) for each in [row, *others]}) == 5
    assert row_key(("ann", b"\xab")) == '["ann","ab"]'


def test_rolls_that_are_found_have_one_digest_in_any_order() -> None:
    rolls = [(5, row_digest(("a",))), (9, row_digest(("b",)))]
    assert as_found("t1", rolls) == as_found("t1", rolls[::-1])
    assert as_found("t1", rolls).key == '["t1",9]'
    assert as_found("t1", rolls).digest != add_digests([rolls[0][1]] * 2)
