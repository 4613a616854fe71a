"""Refusals are values; those about an amount make up their sentence only when somebody reads it."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from comeout.money import Amount
from comeout.rules.library import load_book
from comeout.table.decide import decide
from comeout.table.messages import DecideMatter, PlaceBet
from comeout.table.messages.refusals import Reason, Rejected, rejected_later
from comeout.table.table import Table

PLAIN = Rejected(Reason.RACK_TOO_SMALL, "too poor", "1", (5_00,))


def told_later(calls: list[str]) -> Rejected:
    def tell() -> tuple[str, tuple[Amount, ...]]:
        calls.append("told")
        return "too poor", (5_00,)

    return rejected_later(Reason.RACK_TOO_SMALL, "1", tell)


def test_a_refusal_is_told_once_and_only_when_it_is_read() -> None:
    calls: list[str] = []
    refused = told_later(calls)
    assert (refused.reason, refused.clause, calls) == (Reason.RACK_TOO_SMALL, "1", [])
    assert (refused.instead, refused.says, refused.instead) == ((5_00,), "too poor", (5_00,))
    assert calls == ["told"]


def test_it_equals_one_that_was_told_at_once() -> None:
    assert told_later([]) == PLAIN
    assert told_later([]) == PLAIN
    assert hash(told_later([])) == hash(PLAIN)
    assert repr(told_later([])).endswith(repr(PLAIN).removeprefix("Rejected"))
    assert replace(PLAIN, says="poor") != told_later([])
    assert PLAIN != "too poor"


def test_it_is_changed_and_pickled_like_any_other() -> None:
    assert replace(told_later([]), clause="2") == replace(PLAIN, clause="2")
    refused = decide_poorly(1_00)
    assert pickle.loads(pickle.dumps(PLAIN)) == PLAIN
    assert refused.reason is Reason.RACK_TOO_SMALL
    with pytest.raises(AttributeError):
        _ = refused.sais  # type: ignore[attr-defined]


def decide_poorly(rack: Amount) -> Rejected:
    table = Table(load_book("sentosa"))
    table.sit("Ann", rack)
    refused = decide(table.layout, table.state, PlaceBet(1, "field", 10_00))
    assert isinstance(refused, Rejected)
    return refused


def test_a_refusal_tells_the_rack_as_it_was_when_the_table_refused() -> None:
    table = Table(load_book("sentosa"))
    table.sit("Ann", 7_00)
    refused = decide(table.layout, table.state, PlaceBet(1, "field", 10_00))
    assert isinstance(refused, Rejected)
    table.bet(1, "field", 5_00)
    assert refused.says == "this needs 10.00 and the rack holds 7.00"
    assert refused.instead == (7_00,)


def test_a_rack_that_cannot_pay_what_was_decided_is_told_the_same_way() -> None:
    table = Table(load_book("adelaide"), settings={"crew": "people"})
    for player, rack in (("Ann", 3_00), ("Bob", 0)):
        table.sit(player, rack)
    for seat, instead in ((1, (3_00,)), (2, ())):
        decision = DecideMatter("shift-manager", "so be it", "collect", seat, "", 5_00)
        refused = decide(table.layout, table.state, decision)
        assert isinstance(refused, Rejected)
        assert (refused.reason, refused.instead) == (Reason.RACK_TOO_SMALL, instead)
        assert "the rack of seat" in refused.says
