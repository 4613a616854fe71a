"""Decides disputes, matters that the rules do not cover, and reviews: who decides, and what a decision orders."""

from __future__ import annotations

from comeout.money import Amount, is_amount, show_amount
from comeout.rules.layout import Layout
from comeout.table.asking import Decided, find_spot, no_procedure, phase_problem, role_problem, seat_problem
from comeout.table.irregular import round_voided
from comeout.table.messages import (
    DecideDispute,
    DecideMatter,
    DecideReview,
    DisputeDecided,
    DisputeRaised,
    Event,
    MatterDecided,
    MoneyMoved,
    Order,
    RaiseDispute,
    Reason,
    Rejected,
    RequestReview,
    ReviewDecided,
    ReviewRequested,
    rejected_later,
)
from comeout.table.removal import given_back
from comeout.table.shooter import BETWEEN_THROWS
from comeout.table.state import Dispute, TableState

Decision = DecideDispute | DecideMatter | DecideReview


def raise_dispute(layout: Layout, state: TableState, command: RaiseDispute) -> Decided:
    """Raise a dispute."""
    rule = layout.rulebook.disputes
    problem = seat_problem(state, command.seat)
    if not rule:
        return problem or no_procedure(layout, "disputes beyond the face of a die")
    if problem or not command.about.strip():
        return problem or Rejected(Reason.NOTE_NEEDED, "say what the dispute is about", rule.clause)
    clause = rule.covered_clause if command.covered else rule.clause
    return [
        DisputeRaised(len(state.disputes) + 1, command.seat, command.about, command.covered, clause, rule.advice_clause)
    ]


def decide_dispute(layout: Layout, state: TableState, command: DecideDispute) -> Decided:
    """Decide a dispute. The decision is final unless the book has a review."""
    rule = layout.rulebook.disputes
    if not rule:
        return no_procedure(layout, "disputes")
    problem = role_problem(state, command.by, rule.by, rule.clause)
    if problem:
        return problem
    dispute = _dispute(state, command.dispute)
    if not dispute or dispute.decision:
        return Rejected(Reason.UNKNOWN_DISPUTE, f"dispute {command.dispute} is not open", rule.clause)
    clause = rule.covered_clause if dispute.covered else rule.clause
    decided = DisputeDecided(command.by, command.dispute, command.decision, clause, *_ordered(command))
    return _with_effects(layout, state, command, clause, decided)


def decide_matter(layout: Layout, state: TableState, command: DecideMatter) -> Decided:
    """Decide a matter that the rules do not cover."""
    rule = layout.rulebook.disputes
    if not rule:
        return no_procedure(layout, "decisions beyond the rules")
    decided = MatterDecided(command.by, command.decision, rule.clause, *_ordered(command))
    problem = role_problem(state, command.by, rule.by, rule.clause)
    return problem or _with_effects(layout, state, command, rule.clause, decided)


def request_review(layout: Layout, state: TableState, command: RequestReview) -> Decided:
    """Ask for the review of your own decided dispute, once. The player is told about the inspector."""
    rule = layout.rulebook.disputes
    problem = seat_problem(state, command.seat)
    if not rule or not rule.review:
        return problem or no_procedure(layout, "the review of a decision")
    if problem:
        return problem
    dispute = _dispute(state, command.dispute)
    if not dispute or dispute.seat != command.seat:
        says = f"dispute {command.dispute} is not this player's to review"
        return Rejected(Reason.UNKNOWN_DISPUTE, says, rule.clause)
    clause = rule.covered_clause if dispute.covered else rule.clause
    if not dispute.decision:
        return Rejected(Reason.UNKNOWN_DISPUTE, f"dispute {command.dispute} is not decided yet", clause)
    if dispute.review:
        says = f"the review of dispute {command.dispute} has been asked for already"
        return Rejected(Reason.TOO_LATE, says, clause)
    return [ReviewRequested(command.seat, command.dispute, clause, rule.advice_clause)]


def decide_review(layout: Layout, state: TableState, command: DecideReview) -> Decided:
    """Enter the outcome of a review, once."""
    rule = layout.rulebook.disputes
    if not rule or not rule.review:
        return no_procedure(layout, "the review of a decision")
    problem = role_problem(state, command.by, rule.by, rule.clause)
    if problem:
        return problem
    dispute = _dispute(state, command.dispute)
    if not dispute or not dispute.review or dispute.outcome:
        return Rejected(Reason.UNKNOWN_DISPUTE, f"dispute {command.dispute} waits for no review", rule.clause)
    clause = rule.covered_clause if dispute.covered else rule.clause
    decided = ReviewDecided(command.by, command.dispute, command.decision, clause, *_ordered(command))
    return _with_effects(layout, state, command, clause, decided)


def _dispute(state: TableState, number: int) -> Dispute | None:
    return state.disputes[number - 1] if 1 <= number <= len(state.disputes) else None


def _ordered(command: Decision) -> tuple[Order, int, str, int]:
    return command.orders, command.whose, command.spot, command.amount


def _with_effects(layout: Layout, state: TableState, command: Decision, clause: str, decided: Event) -> Decided:
    """Return a decision, followed by the events that it orders."""
    if not command.decision.strip():
        return Rejected(Reason.NOTE_NEEDED, "say what was decided", clause)
    if command.orders == "nothing":
        return [decided]
    problem = phase_problem(state, *BETWEEN_THROWS, clause=clause)
    if problem:
        return problem
    if command.orders == "void-round":
        return [decided, round_voided(layout, state, command.by, clause, clause)]
    effects = seat_problem(state, command.whose) or _on_seat(layout, state, command, clause)
    return effects if isinstance(effects, Rejected) else [decided, *effects]


def _on_seat(layout: Layout, state: TableState, command: Decision, clause: str) -> Decided:
    """Return what a decision does to one player's bet or rack."""
    if command.orders == "return-bet":
        spot = find_spot(layout, command.spot)
        return spot if isinstance(spot, Rejected) else given_back(layout, state, command.whose, spot, clause)
    if command.orders not in ("pay", "collect"):
        says = "a decision orders nothing, a voided round, a bet returned, or an amount to pay or to collect"
        return Rejected(Reason.NONSENSE, says, clause)
    if not is_amount(command.amount):
        return Rejected(Reason.NONSENSE, "an amount is a whole number of cents above zero", clause)
    owner = state.seats[command.whose]
    if command.orders == "collect" and not owner.covers(command.amount):
        held = owner.held()

        def tell() -> tuple[str, tuple[Amount, ...]]:
            return f"the rack of seat {command.whose} holds {show_amount(held())}", (held(),) if held() else ()

        return rejected_later(Reason.RACK_TOO_SMALL, clause, tell)
    amount = command.amount if command.orders == "pay" else -command.amount
    return [MoneyMoved(command.by, command.whose, amount, clause)]
