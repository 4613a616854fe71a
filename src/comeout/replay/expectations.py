"""Checks the expectations of a transcript, the lines that begin with =, against what happened at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from comeout.errors import nearest
from comeout.money import parse_amount, show_amount
from comeout.table import messages as m
from comeout.table.messages import Event
from comeout.table.notation.transcript import TranscriptError
from comeout.table.table import Table

STATED = ("point", "position", "phase", "shooter", "offered", "round", "decision-only", "house", "commission", "debts")
OUTCOMES = ("won", "lost", "returned", "moved")


def check(table: Table, answer: Sequence[Event], words: tuple[str, ...], line: int = 1) -> str:
    """Return how an expectation fails, in words; empty if it holds. An expectation without a meaning is an error."""
    try:
        return _check(table, answer, list(words))
    except (ValueError, IndexError, KeyError, AttributeError):
        word = next((each for each in words if not each.isdecimal()), "")
        hint = nearest(word, (*STATED, *OUTCOMES, "happened", "rack", "bets"))
        raise TranscriptError(f"`= {' '.join(words)}` is no expectation; {hint}", line, 3) from None


def _check(table: Table, answer: Sequence[Event], words: list[str]) -> str:
    state = table.state
    if words[0].isdecimal():
        return _check_seat(table, answer, int(words[0]), words[1:])
    if words[0] == "happened":
        return _check_event(answer, words[1], words[2:])
    wanted = " ".join(words[1:])
    now: dict[str, Callable[[], str]] = {
        "point": lambda: str(state.point or "off"),
        "position": lambda: str(table.position),
        "phase": lambda: state.phase.value,
        "shooter": lambda: (
            "nobody" if state.shooter is None else "companion" if not state.shooter else str(state.shooter)
        ),
        "offered": lambda: str(state.offered or "nobody"),
        "round": lambda: str(state.round_number),
        "decision-only": lambda: "yes" if state.decision_only else "no",
        "house": lambda: show_amount(state.totals.house),
        "commission": lambda: show_amount(state.totals.commission),
        "debts": lambda: show_amount(-state.totals.debts),
    }
    found = now[words[0]]()
    return "" if found == wanted or found == wanted + ".00" else f"{words[0]} is {found}, not {wanted}"


def _check_seat(table: Table, answer: Sequence[Event], seat: int, words: list[str]) -> str:
    if words[0] == "rack":
        rack = table.rack(seat)
        return "" if rack == parse_amount(words[1]) else f"seat {seat} has {show_amount(rack)}, not {words[1]}"
    if words[0] == "bets":
        wanted = {} if words[1:] == ["none"] else _pairs(words[1:])
        bets = table.bets(seat)
        if bets == wanted:
            return ""
        return f"seat {seat} has on the layout: {_bets_text(bets)}; not: {_bets_text(wanted)}"
    outcome, spot, *rest = words
    if outcome not in OUTCOMES:
        raise ValueError(outcome)
    lines = [line for event in answer if isinstance(event, m.RollSettled) for line in event.lines]
    line = next((each for each in lines if (each.seat, each.spot) == (seat, spot)), None)
    if line is None or line.outcome != outcome:
        return f"seat {seat}'s {spot} {line.outcome if line else 'was not decided'}, not {outcome}"
    return "; ".join(_line_differs(line, rest))


def _line_differs(line: m.Line, rest: list[str]) -> Iterator[str]:
    """Return where a settled line differs from the amount and the clause stated for it."""
    if rest and rest[0] != "by":
        amounts = {"won": line.paid, "lost": line.at_risk, "returned": line.stake, "moved": line.stake}
        amount, wanted = amounts[line.outcome], parse_amount(rest[0])
        if amount != wanted:
            yield f"seat {line.seat}'s {line.spot} {line.outcome} {show_amount(amount)}, not {show_amount(wanted)}"
        rest = rest[1:]
    clause = " ".join(rest[1:])
    cited = tuple(filter(None, (line.clause, line.paid_by, line.limited_by)))
    if clause and clause not in cited:
        yield f"decided by {' / '.join(cited)}, not by {clause}"


def _check_event(answer: Sequence[Event], name: str, words: list[str]) -> str:
    happened = [event for event in answer if type(event).__name__ == name]
    if not happened:
        return f"{name} did not happen; {', '.join(type(event).__name__ for event in answer) or 'nothing'} did"
    while words and "=" in words[0]:
        key, _, value = words.pop(0).partition("=")
        happened = [event for event in happened if _field_text(getattr(event, key)) == value]
        if not happened:
            return f"{name} happened, but not with {key}={value}"
    clause = " ".join(words[1:])
    clauses = [clause for event in happened for clause in _cited(event)]
    return "" if not clause or clause in clauses else f"{name} by {' / '.join(filter(None, clauses))}, not by {clause}"


def _field_text(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _cited(event: Event) -> list[str]:
    """Return every clause that an event cites."""
    singles = [
        getattr(event, name, "")
        for name in ("clause", "advice_clause", "charge_clause", "again", "because", "time_clause", "request_clause")
    ]
    return [*singles, *getattr(event, "charged_by", ()), *getattr(event, "rounded_by", ())]


def _pairs(words: list[str]) -> dict[str, int]:
    return {spot: parse_amount(amount.rstrip(",")) for spot, amount in zip(words[::2], words[1::2], strict=True)}


def _bets_text(bets: Mapping[str, int]) -> str:
    return ", ".join(f"{spot} {show_amount(amount)}" for spot, amount in sorted(bets.items())) or "nothing"
