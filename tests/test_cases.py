"""Every case of the case files holds, to the cent and to the clause."""

from __future__ import annotations

import pytest

from comeout.replay.transcripts import replay_transcript
from comeout.rules.library import book_names
from comeout.table.notation.transcript import parse
from tests.kit.casebook import Case, cases

ALL = [case for book in book_names() for case in cases(book)]


@pytest.mark.parametrize("case", ALL, ids=[case.id for case in ALL])
def test_a_case_holds(case: Case) -> None:
    replayed = replay_transcript(parse(case.text, book=case.book, first_line=case.line), name=case.title)
    assert replayed.differences == []


def test_titles_are_unique_within_a_file() -> None:
    titles = [case.id for case in ALL]
    assert len(titles) == len(set(titles))


def test_every_case_cites_a_clause_and_states_something() -> None:
    for case in ALL:
        assert case.cites, case.id
        assert any(line.startswith(("=", "!")) for line in case.text.splitlines()), case.id
