"""Transcripts read and write themselves, and a line that makes no sense says where and what."""

from __future__ import annotations

import re

import pytest

from comeout.dice import Roll
from comeout.replay.transcripts import replay_transcript
from comeout.table import messages as m
from comeout.table.notation.transcript import (
    VERBS,
    Expectation,
    ExpectedRefusal,
    Setting,
    TranscriptError,
    parse,
    render,
    render_asked,
)
from tests.kit.project import ROOT


def test_every_command_has_a_verb_of_its_own() -> None:
    assert set(VERBS.values()) == set(m.COMMANDS)


def test_a_transcript_is_read_line_by_line() -> None:
    head = "book x\n# remark\n\nset min field 5\n"
    transcript = parse(f"{head}1 bet pass 10\nroll 3-4\n= point off\n! 1 remove pass -> NO_SUCH_BET 5(c) x\n")
    assert transcript.book == "x"
    assert [(line, step) for line, step in transcript.steps] == [
        (4, Setting("min field", "5")),
        (5, m.PlaceBet(1, "pass", 1000)),
        (6, Roll(3, 4)),
        (7, Expectation(("point", "off"))),
        (8, ExpectedRefusal(m.RemoveBet(1, "pass"), "NO_SUCH_BET", "5(c) x")),
    ]


SCRIPT: list[m.Command | Roll] = [
    m.Sit(1, "Ann Lee", 10_000),
    m.CallBet(1, "place-6", "on", only=True),
    m.CallNoRoll("boxperson", "improper", note='short = "bad"'.replace('"', "'"), die=2),
    m.RuleOnRoll("boxperson"),
    m.RuleOnRoll("boxperson", Roll(6, 1)),
    m.MarkAway("dealer", 2, pending=True),
    m.NoteError("boxperson", ""),
    m.SpeakBet(1, "field", 500, "cash"),
    Roll(5, 5),
]


def test_what_is_written_reads_back() -> None:
    text = render("x", [("odds", "2")], SCRIPT)
    steps = [step for _, step in parse(text).steps]
    assert steps == [Setting("odds", "2"), *SCRIPT]


def test_optional_fields_are_named_only_when_they_say_something() -> None:
    assert render_asked(m.CallNoRoll("boxperson", "off-table")) == "boxperson no-roll off-table"
    assert render_asked(m.CallNoRoll("boxperson", "improper", at_rest=True)) == "boxperson no-roll improper at-rest=yes"
    assert render_asked(m.KeepBet(1, "pass", keep=False)) == "1 keep pass keep=no"


@pytest.mark.parametrize(
    ("line", "problem", "column"),
    [
        ("1", "names its actor", 1),
        ("1 bett pass 10", 'did you mean "bet"', 3),
        ("1 bet pass ten", "is not an amount", 12),
        ("1 bet pass", "also needs: amount", 12),
        ("1 bet pass 10 20", "one word too many", 15),
        ("1 bet amount=10 pass amount=20", "one word too many", 22),
        ("one bet pass 10", "is not a whole number", 1),
        ("croupier open", "is not one of", 1),
        ("1 call place-6 maybe", "is not one of", 16),
        ("1 keep pass perhaps", "is not one of", 13),
        ("roll 3", "is not a roll", 6),
        ("roll", "is not a roll", 6),
        ("set odds", "a name and a value", 1),
        ('1 raise-dispute "unclosed', "no closing quotation", 17),
        ("book y", "opens a transcript", 1),
        ("! 1 nothing pass", "nobody says", 3),
        ("! 1 remove pass -> CONTRACT", 'did you mean "CONTRACT_BET"', 1),
    ],
)
def test_a_line_that_makes_no_sense_says_where_and_what(line: str, problem: str, column: int) -> None:
    with pytest.raises(TranscriptError, match=re.escape(problem)) as caught:
        parse(f"book x\n{line}\n")
    assert (caught.value.line, caught.value.column) == (2, column)


def test_a_transcript_without_a_book_says_so() -> None:
    with pytest.raises(TranscriptError, match="says its book first"):
        parse("1 bet pass 10\n")


def test_every_transcript_in_the_documents_holds() -> None:
    found = 0
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for block in re.findall(r"^```\n(book .*?)^```", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
            if re.search(r"^rolls ", block, re.MULTILINE):
                continue  # an example of a strategy, which the tests of the language play
            assert replay_transcript(parse(block)).differences == [], path.name
            found += 1
    assert found
