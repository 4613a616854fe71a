"""docs/from-crapssim.md: crapssim's examples in our language bring its money, but for what a clause decides otherwise.

What crapssim's bets brought is kept in a fixture, so that crapssim need not be there.
"""

from __future__ import annotations

import runpy
from itertools import accumulate

import pytest

from comeout.rules.conformance import clauses_of
from tests.kit.project import DOCS

WRITER = runpy.run_path(str(DOCS / "from_crapssim.py"))
RECORDED = WRITER["Recorded"]()
PAGE = (DOCS / "from-crapssim.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("example", WRITER["EXAMPLES"])
def test_every_difference_in_money_is_that_of_the_clauses_on_the_page(example: str) -> None:
    here, there = WRITER["play"](WRITER["EXAMPLES"][example], RECORDED.rolls), RECORDED.changes(example)
    apart = WRITER["differences"](here, there)
    ours = [wealth - WRITER["BANKROLL"] for wealth in here.wealth]
    theirs = list(accumulate(sum(changes.values()) for changes in there))
    by_clause = accumulate(sum(each.by_roll[place] for each in apart.values()) for place in range(len(there)))
    assert [here - there for here, there in zip(ours, theirs, strict=True)] == list(by_clause)
    assert "\n".join(WRITER["_section"](example, ours[-1], apart)) in PAGE


def test_the_clauses_of_the_page_are_those_of_the_book() -> None:
    known = {clause.id for clause in clauses_of(WRITER["BOOK"])}
    assert known >= set(WRITER["REASONS"])
    assert [clause for clause in WRITER["REASONS"] if f"| {clause} |" not in PAGE] == []


def test_a_bet_that_crapssim_alone_decides_has_no_clause_to_explain_it() -> None:
    here, there = WRITER["play"](WRITER["EXAMPLES"]["Pass2Come(5)"], RECORDED.rolls), RECORDED.changes("Pass2Come(5)")
    with pytest.raises(KeyError, match="field"):
        WRITER["differences"](here, [{"field": 100}, *there[1:]])


def test_the_page_counts_its_rolls_and_examples_and_knows_who_refuses_a_put_bet() -> None:
    equal = PAGE.count("and the same on every roll")
    head = WRITER["HEAD"].format(rolls=len(RECORDED.rolls), equal=equal, count=len(WRITER["EXAMPLES"]))
    assert PAGE.startswith(head)
    assert PAGE.endswith(WRITER["PUT"].format(clauses=", ".join(WRITER["_refusals"]())))
