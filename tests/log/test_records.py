"""Rows of a house: a stored book compiles to its layout, and a batch begins empty."""

from __future__ import annotations

import json

from comeout.log.records import LATEST, Batch, BookRow, layout_of
from comeout.rules.library import load_book


def test_a_stored_book_compiles_once_to_the_layout_it_was() -> None:
    ours = load_book("adelaide")
    row = BookRow(ours.digest, "adelaide", ours.text, "")
    assert layout_of(row).digest == ours.digest
    assert layout_of(row) is layout_of(row)


def test_a_stored_book_keeps_the_payouts_of_its_house() -> None:
    raised = load_book("adelaide", payouts={"field": {12: "3 to 1"}})
    row = BookRow(raised.digest, "adelaide", raised.text, json.dumps({"field": {"12": "3 to 1"}}))
    assert layout_of(row).digest == raised.digest


def test_a_batch_is_filled_apart_from_every_other() -> None:
    one, other = Batch(), Batch()
    one.records.append(None)  # type: ignore[arg-type]
    assert other.records == []


def test_no_moment_or_number_is_later_than_the_latest() -> None:
    assert LATEST < 2**63, "a store holds it in eight bytes"
