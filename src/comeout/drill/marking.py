"""Marks a drill bet by bet: what became of it, what is paid and how it is rounded, by clause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from comeout.drill.deal import Dealt, Staying
from comeout.money import Amount, show_amount
from comeout.rules.citation import basis
from comeout.rules.conformance import wordings
from comeout.rules.library import load_book
from comeout.table.advice.why import why_line
from comeout.table.messages import Line

DrillOutcome = Literal["won", "lost", "returned", "moved", "stays"]


@dataclass(frozen=True, slots=True)
class Payment:
    """A dealer's answer for one bet: what becomes of it, and what is paid on it, without the stake."""

    outcome: DrillOutcome
    pay_cents: Amount = 0


@dataclass(frozen=True, slots=True)
class CitedText:
    """A clause in our words."""

    clause: str
    says: str


@dataclass(frozen=True, slots=True)
class DrillMark:
    """The mark of one bet."""

    spot: str
    name: str
    right: bool
    verdict: str
    outcome: DrillOutcome
    pay_cents: Amount
    to: str
    """The spot that the bet moves to, if it does."""
    told: Payment
    right_outcome: bool
    right_amount: bool
    only_rounding: bool
    """Whether only the rounding of the amount is wrong."""
    says: str
    clauses: tuple[CitedText, ...]
    """The clauses that decide, price and round it."""


@dataclass(frozen=True, slots=True)
class Marked:
    """The marks of a whole drill."""

    book: str
    seed: str
    level: int
    right: int
    bets: int
    paid_cents: Amount
    """What should have been paid in total."""
    told_cents: Amount
    milliseconds: int
    """How long it took, as the client reported it."""
    marks: tuple[DrillMark, ...]


def mark(dealt: Dealt, told: Mapping[str, Payment], milliseconds: int) -> Marked:
    """Mark a drill; a bet without an answer counts as left where it is."""
    drill = dealt.drill
    lines = {line.spot: line for line in dealt.settled.lines}
    marks = tuple(
        _moved(dealt, lines[bet.spot], bet.name, told.get(bet.spot, LEFT))
        if bet.spot in lines
        else _stayed(dealt, bet.spot, bet.name, told.get(bet.spot, LEFT))
        for bet in drill.bets
    )
    return Marked(
        book=drill.book,
        seed=drill.seed,
        level=drill.level,
        right=sum(each.right for each in marks),
        bets=len(marks),
        paid_cents=sum(each.pay_cents for each in marks),
        told_cents=sum(each.told.pay_cents for each in marks),
        milliseconds=milliseconds,
        marks=marks,
    )


LEFT = Payment("stays")


def _moved(dealt: Dealt, line: Line, name: str, told: Payment) -> DrillMark:
    """Mark a bet that the roll decided or moved."""
    rounded = line.paid * line.odds.denominator != line.basis * line.odds.numerator
    exact = line.basis * line.odds
    near = rounded and abs(told.pay_cents - exact) < dealt.drill.payable_unit_cents
    cited = [line.clause, line.paid_by, *(dealt.settled.rounded_by if rounded else ())]
    return DrillMark(
        spot=line.spot,
        name=name,
        right=told == Payment(line.outcome, line.paid),
        verdict=_verdict(Payment(line.outcome, line.paid), told, near=near and told.pay_cents != line.paid),
        outcome=line.outcome,
        pay_cents=line.paid,
        to=line.to,
        told=told,
        right_outcome=told.outcome == line.outcome,
        right_amount=told.pay_cents == line.paid,
        only_rounding=near and told.pay_cents != line.paid,
        says=_why_settled(dealt, line, name),
        clauses=_cited(dealt, cited),
    )


def _stayed(dealt: Dealt, spot: str, name: str, told: Payment) -> DrillMark:
    """Mark a bet that the roll did not touch."""
    staying = dealt.staying[spot]
    return DrillMark(
        spot=spot,
        name=name,
        right=told == LEFT,
        verdict=_verdict(LEFT, told, near=False),
        outcome="stays",
        pay_cents=0,
        to="",
        told=told,
        right_outcome=told.outcome == "stays",
        right_amount=not told.pay_cents,
        only_rounding=False,
        says=_why_stayed(dealt, staying),
        clauses=_cited(dealt, [staying.clause]),
    )


def _why_settled(dealt: Dealt, line: Line, name: str) -> str:
    """Explain a settlement as the table does, but with names for ids, and of one player only."""
    says = why_line(line, dealt.settled).removeprefix(f"Seat {line.seat}'s ")
    says = says.replace(f" on {line.spot} ", f" on {name} ", 1)
    spots = load_book(dealt.drill.book).by_id
    return says.replace(f" to {line.to} ", f" to {spots[line.to].name} ", 1) if line.to else says


def _why_stayed(dealt: Dealt, staying: Staying) -> str:
    rolled = f"{dealt.settled.roll} ({dealt.settled.roll.total})"
    why = f"{rolled} does not decide it" if staying.working else f"it is off, so {rolled} does not touch it"
    return f"It stays: {why}. {basis(dealt.settled.book, staying.clause)}."


_BECAME = {
    "won": "wins",
    "lost": "loses",
    "returned": "comes back",
    "moved": "travels",
    "stays": "stays",
}


def _verdict(true: Payment, told: Payment, *, near: bool) -> str:
    if told == true:
        return "Right."
    if told.outcome != true.outcome:
        paid = f" and pays {show_amount(true.pay_cents)}" if true.pay_cents else ""
        return f"The bet {_BECAME[true.outcome]}{paid}; you said it {_BECAME[told.outcome]}."
    pays, mine = f"It pays {show_amount(true.pay_cents)}", show_amount(told.pay_cents)
    if near:
        return f"{pays}: {mine} is not rounded as the book says."
    return f"{pays}, not {mine}."


def _cited(dealt: Dealt, clauses: list[str]) -> tuple[CitedText, ...]:
    known = wordings(dealt.drill.book)
    return tuple(CitedText(clause, known.get(clause, "")) for clause in dict.fromkeys(filter(None, clauses)))
