"""Transcripts: every line is played, and what the text states wrongly is told with its line."""

from __future__ import annotations

import pytest

from comeout.replay.transcripts import replay_transcript
from comeout.table.notation.transcript import TranscriptError, parse


@pytest.mark.parametrize(
    ("line", "difference"),
    [
        ("= 1 rack 5", "seat 1 has 95.00, not 5"),
        ("= 1 bets none", "seat 1 has on the layout: field 5.00; not: nothing"),
        ("= 1 won field", "seat 1's field was not decided, not won"),
        ("= point 6", "point is off, not 6"),
        ("= happened DiceThrown", "DiceThrown did not happen; BetPlaced did"),
        ("= happened BetPlaced by 4(o)", "BetPlaced by Wagers (x), not by 4(o)"),
        ("1 bet field 0", "refused (NONSENSE Removal (2))"),
        ("! 1 bet field 5", "accepted, though it should be refused"),
        ("! 1 bet buy-4 5 -> LOCKED", "refused by NOT_OFFERED Wagers, not by LOCKED"),
    ],
)
def test_what_a_transcript_states_wrongly_is_told_with_its_line(line: str, difference: str) -> None:
    result = replay_transcript(parse(f"book exhibit-a\n1 sit Ann 100\n1 bet field 5\n{line}\n"))
    [told] = result.differences
    assert told.says.startswith("line 4: ")
    assert difference in told.says
    assert told.position == "exhibit-a come-out | 1 field 5 new"


@pytest.mark.parametrize(
    ("words", "difference"),
    [
        ("1 lost field", "seat 1's field won, not lost"),
        ("1 won field 6", "seat 1's field won 5.00, not 6.00"),
        (
            "1 won field 6 by X",
            "seat 1's field won 5.00, not 6.00; decided by Wagers (x) / Payout (1) Field Bet, not by X",
        ),
        ("1 won field 5 by Throw (1)", "decided by Wagers (x) / Payout (1) Field Bet, not by Throw (1)"),
    ],
)
def test_what_a_roll_did_is_checked_to_the_cent_and_the_clause(words: str, difference: str) -> None:
    result = replay_transcript(parse(f"book exhibit-a\n1 sit Ann 100\n1 bet field 5\nroll 1-2\n= {words}\n"))
    assert [each.says for each in result.differences] == [f"line 5: {difference}"]


def test_a_transcript_begins_with_a_position_and_states_another() -> None:
    line = "adelaide point 6 | 1 pass 10 place-8 12"
    text = f"book adelaide\n1 sit Ann 100\nposition {line}\n= position {line}\nroll 4-4\n= 1 rack 126\n"
    result = replay_transcript(parse(f"{text}= position adelaide point 6 decided | 1 pass 10\n"))
    assert result.differences == []
    wrong = replay_transcript(parse(f"{text}= position adelaide point 8 | 1 pass 10\n"))
    told = "line 7: position is adelaide point 6 decided | 1 pass 10, not adelaide point 8 | 1 pass 10"
    assert [(each.says, each.position) for each in wrong.differences] == [
        (told, "adelaide point 6 decided | 1 pass 10"),
    ]
    with pytest.raises(TranscriptError, match=r"^line 3, column 25: "):
        replay_transcript(parse("book adelaide\n1 sit Ann 100\nposition adelaide point 7\n"))
