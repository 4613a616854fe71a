"""The rules of a pack: bets, procedures, clauses and readings, each with its place on the page."""

from __future__ import annotations

import dataclasses

from comeout.review.evidence_rules import (
    bets_part,
    clause_anchors,
    clauses_part,
    example_anchors,
    procedures_part,
    readings_part,
)
from tests.kit.packs import SMALL, gathered


def test_every_clause_reading_and_example_has_an_anchor_of_its_own() -> None:
    evidence = gathered(SMALL)
    anchors = clause_anchors(evidence)
    assert len(anchors) == len(evidence.clauses) + len(evidence.readings)
    assert len(set(anchors.values())) == len(anchors)
    assert len(example_anchors(evidence)) == len(evidence.replayed)


def test_every_wager_is_told_in_a_line_and_in_full() -> None:
    evidence = gathered(SMALL)
    text = bets_part(evidence, clause_anchors(evidence))
    for wager in evidence.layout.rulebook.wager:
        assert f'href="#bet-{wager}"' in text
        assert f'id="bet-{wager}"' in text


def test_every_procedure_is_told_with_its_clause_linked() -> None:
    evidence = gathered(SMALL)
    text = procedures_part(evidence, clause_anchors(evidence))
    assert all(section.title in text for section in evidence.book.procedures)
    assert 'href="#clause-' in text


def test_every_clause_is_told_or_it_is_said_why_there_is_none() -> None:
    evidence = gathered(SMALL)
    text = clauses_part(evidence, clause_anchors(evidence))
    assert text.count("<article") == len(evidence.clauses)
    house = dataclasses.replace(evidence, clauses=(), origin="house")
    assert clauses_part(house, {}).startswith('<p class="empty">')


def test_every_reading_is_told_with_its_reason() -> None:
    evidence = gathered(SMALL)
    text = readings_part(evidence, clause_anchors(evidence))
    assert text.count("<b>Because: </b>") == len(evidence.readings)
    none = readings_part(dataclasses.replace(evidence, readings=()), {})
    assert "There are none: only catalogued documents have readings." in none
