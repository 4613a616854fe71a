"""What a pack says of a book is gathered once: figures, findings, examples, and where the text comes from."""

from __future__ import annotations

import dataclasses

import pytest

from comeout.review import evidence_facts
from comeout.review.evidence_facts import finding_counts, gather
from comeout.review.lint import Finding
from comeout.rules.library import load_book, load_text
from tests.kit.packs import SMALL, gathered


def test_a_book_of_ours_has_its_clauses_and_its_examples_replayed() -> None:
    evidence = gathered(SMALL)
    assert evidence.origin == "packaged"
    assert evidence.felt.startswith("<svg")
    assert len(evidence.wagers) == len(evidence.layout.rulebook.wager)
    assert len(evidence.replayed) == len(evidence.examples["examples"]) > 0
    assert all(each.ok for each in evidence.replayed)
    assert evidence.clauses
    assert evidence.payouts == {}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is computed, since only the origin of the text is asked about."""
    monkeypatch.setattr(evidence_facts, "all_figures", lambda _: [])
    monkeypatch.setattr(evidence_facts, "lint", lambda _: ())


@pytest.mark.usefixtures("quick")
def test_a_book_of_a_house_has_no_clauses_and_no_examples_of_ours() -> None:
    text = load_book(SMALL).text.replace(f'id = "{SMALL}"', 'id = "corner"', 1)
    evidence = gather(load_text(text))
    assert (evidence.origin, evidence.clauses, evidence.examples["examples"]) == ("house", (), [])


@pytest.mark.usefixtures("quick")
def test_another_text_under_our_name_is_altered() -> None:
    text = load_book(SMALL).text.replace("revision = ", "revision = 9", 1)
    assert gather(load_text(text)).origin == "altered"


def test_higher_payouts_are_listed_as_they_go_into_the_digest() -> None:
    raised = load_book("adelaide", payouts={"field": {12: "3 to 1"}})
    assert dataclasses.replace(gathered(SMALL), layout=raised).payouts == {"field": {12: "3"}}


def test_findings_are_counted_the_most_severe_first() -> None:
    found = [Finding("note", "", "", ""), Finding("error", "", "", ""), Finding("note", "", "", "")]
    assert finding_counts(found) == {"error": 1, "warning": 0, "note": 2}
    assert list(finding_counts([])) == ["error", "warning", "note"]
