"""Disputes are raised, decided once by whom the book names, and reviewed; a decision can order money to move."""

from __future__ import annotations

from comeout.table import messages as m
from comeout.table.apply import apply
from comeout.table.disputes import decide_dispute, decide_matter, decide_review, raise_dispute, request_review
from comeout.table.messages import BetTakenDown, DisputeDecided, DisputeRaised, MatterDecided, MoneyMoved, Reason
from tests.kit.positions import Laid, events, laid, refusal


def disputed(line: str = "adelaide | 1 field 5") -> Laid:
    """A table with an open dispute of seat 1."""
    table = laid(line)
    for event in events(raise_dispute(*table, m.RaiseDispute(1, "my chips"))):
        apply(*table, event)
    return table


def test_a_dispute_is_raised_with_what_it_is_about() -> None:
    table = laid("adelaide | 1")
    [raised] = events(raise_dispute(*table, m.RaiseDispute(1, "my chips")))
    assert isinstance(raised, DisputeRaised)
    assert (raised.dispute, raised.seat, raised.about) == (1, 1, "my chips")
    assert refusal(raise_dispute(*table, m.RaiseDispute(1, "  ")))[0] is Reason.NOTE_NEEDED
    assert refusal(raise_dispute(*table, m.RaiseDispute(7, "my chips")))[0] is Reason.UNKNOWN_SEAT
    assert refusal(raise_dispute(*laid("evolution | 1"), m.RaiseDispute(1, "x")))[0] is Reason.NO_SUCH_PROCEDURE


def test_a_dispute_is_decided_once_and_by_whom_the_book_names() -> None:
    table = disputed()
    assert refusal(decide_dispute(*table, m.DecideDispute("dealer", 1, "no")))[0] is Reason.WRONG_ROLE
    [decided] = events(decide_dispute(*table, m.DecideDispute("shift-manager", 1, "no")))
    assert isinstance(decided, DisputeDecided)
    apply(*table, decided)
    assert refusal(decide_dispute(*table, m.DecideDispute("shift-manager", 1, "yes")))[0] is Reason.UNKNOWN_DISPUTE
    assert refusal(decide_dispute(*table, m.DecideDispute("shift-manager", 2, "no")))[0] is Reason.UNKNOWN_DISPUTE


def test_a_decision_pays_collects_and_gives_back() -> None:
    table = disputed()
    pay = m.DecideMatter("shift-manager", "pay her", "pay", 1, amount=7_00)
    told, moved = events(decide_matter(*table, pay))
    assert isinstance(told, MatterDecided)
    assert isinstance(moved, MoneyMoved)
    assert moved.amount == 7_00
    _, taken = events(decide_matter(*table, m.DecideMatter("shift-manager", "take it", "collect", 1, amount=7_00)))
    assert isinstance(taken, MoneyMoved)
    assert taken.amount == -7_00
    back = m.DecideDispute("shift-manager", 1, "her chips", "return-bet", 1, "field")
    [_, down] = events(decide_dispute(*table, back))
    assert isinstance(down, BetTakenDown)
    assert (down.spot, down.amount, down.why) == ("field", 5_00, "decided")


def test_nothing_is_collected_that_a_rack_does_not_hold() -> None:
    take = m.DecideMatter("shift-manager", "take it", "collect", 1, amount=900_00)
    reason, says, _ = refusal(decide_matter(*laid("adelaide | 1"), take))
    assert reason is Reason.RACK_TOO_SMALL
    assert "500.00" in says


def test_a_review_is_asked_for_once_by_whoever_raised_the_dispute_after_the_decision() -> None:
    table = disputed("adelaide | 1 | 2")
    assert refusal(request_review(*table, m.RequestReview(1, 1)))[0] is Reason.UNKNOWN_DISPUTE, "not decided yet"
    for event in events(decide_dispute(*table, m.DecideDispute("shift-manager", 1, "no"))):
        apply(*table, event)
    assert refusal(request_review(*table, m.RequestReview(2, 1)))[0] is Reason.UNKNOWN_DISPUTE
    for event in events(request_review(*table, m.RequestReview(1, 1))):
        apply(*table, event)
    assert refusal(request_review(*table, m.RequestReview(1, 1)))[0] is Reason.TOO_LATE


def test_a_review_has_one_outcome_and_only_where_the_book_has_reviews() -> None:
    table = disputed()
    outcome = m.DecideReview("shift-manager", 1, "upheld")
    assert refusal(decide_review(*table, outcome))[0] is Reason.UNKNOWN_DISPUTE
    for event in events(decide_dispute(*table, m.DecideDispute("shift-manager", 1, "no"))):
        apply(*table, event)
    for event in events(request_review(*table, m.RequestReview(1, 1))):
        apply(*table, event)
    for event in events(decide_review(*table, outcome)):
        apply(*table, event)
    assert refusal(decide_review(*table, outcome))[0] is Reason.UNKNOWN_DISPUTE
    assert refusal(decide_review(*disputed("sentosa | 1"), outcome))[0] is Reason.NO_SUCH_PROCEDURE
