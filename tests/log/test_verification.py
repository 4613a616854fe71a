"""What a verification says to people: its verdict in one word, and the sentence with counts."""

from __future__ import annotations

import pytest

from comeout.log.verification import NO_CHAIN, NO_LOG, NO_RECORD, NO_ROLL, DiceFault, Verdict, Verification, counted


@pytest.mark.parametrize(
    ("found", "verdict", "says"),
    [
        (
            Verification("main", 2, ("aa",), None),
            "right",
            "2 rolls of main verified, from 1 chain published in advance",
        ),
        (Verification("main", 0, (), None), "unchecked", NO_ROLL),
        (Verification("", 0, (), None), "unreadable", NO_LOG),
        (Verification("main", 1, (), DiceFault(9, 2, "odd")), "wrong", "roll 2 is bad (line 9 of the export): odd"),
        (Verification("main", 0, (), DiceFault(3, 1, NO_RECORD)), "unreadable", f"(line 3 of the export): {NO_RECORD}"),
        (Verification("main", 0, (), DiceFault(3, 1, NO_CHAIN)), "unchecked", "roll 1 cannot be checked (line 3"),
    ],
)
def test_a_verification_has_a_verdict_and_a_sentence(found: Verification, verdict: Verdict, says: str) -> None:
    assert found.verdict == verdict
    assert says in str(found)


def test_it_counts_what_an_operator_may_have_had_a_hand_in() -> None:
    left = str(Verification("main", 1_200, ("aa", "bb"), None, unfinished=1, refrozen=2))
    assert left.startswith("1,200 rolls of main verified, from 2 chains published in advance; 1 chain ended before")
    assert left.endswith("; 2 times between frozen seeds and the throw")
    assert counted(1, "roll") == "1 roll"
