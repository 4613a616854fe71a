"""Explains in two plain sentences why something happened or was refused, with the clause or reading that decides it."""

from __future__ import annotations

from dataclasses import replace

from comeout.dice import Roll
from comeout.errors import ComeoutError
from comeout.money import pay, show_amount, show_money, show_odds
from comeout.rules.citation import basis, by_what, cite
from comeout.rules.layout import Layout
from comeout.rules.procedures import listed
from comeout.table import messages as m
from comeout.table.answer import Answer
from comeout.table.messages import EVENTS, Event, Line, Rejected, RollSettled
from comeout.table.position import Position, state_of
from comeout.table.settlement import settle


class NotAnswered(ComeoutError, TypeError):
    """The value to explain is no answer of a table; one line says so."""


def why(answer: Event | Rejected | Answer, book: str = "") -> str:
    """Return two sentences: what happened, and by which clause; for a settled roll, two for every bet it touched."""
    if isinstance(answer, Answer):
        return why_answer(answer, book or answer.book)
    if isinstance(answer, RollSettled):
        lines = [why_line(line, answer) for line in answer.lines]
        return "\n".join(lines) or f"{_roll(answer.roll)} decided no bet. {_puck(answer)}"
    if isinstance(answer, Rejected):
        instead = " or ".join(show_amount(amount) for amount in answer.instead)
        offer = f" {instead} would be accepted." if instead else ""
        stop = "" if answer.says.endswith("?") else "."
        return f"Refused: {answer.says}{stop} {_by(book, answer.clause, 'No clause provides for it')}{offer}"
    if not isinstance(answer, EVENTS):
        raise NotAnswered(f"{answer!r:.60} is no answer of a table: give an answer, an event or a refusal")
    told = f"{say(answer)}. {_by(book, getattr(answer, 'clause', ''), 'That is the order of the table')}"
    return f"{told} {_charge(answer)}" if isinstance(answer, m.BetTakenDown) and answer.charge_clause else told


def why_position(layout: Layout, position: Position, roll: Roll) -> str:
    """Return what a roll would do to every bet of a position, and why, with the default settings of the book."""
    racks = dict.fromkeys((each.seat for each in position.seats), 0)
    return why(settle(layout, state_of(layout, position, racks), roll))


def why_answer(answer: Answer, book: str) -> str:
    """Explain a refusal, or each important event of an answer, with amounts in their currency."""
    if answer.refused:
        refused = replace(answer.refused, says=answer.says, instead=())
        instead = " or ".join(show_money(amount) for amount in answer.instead)
        return why(refused, book) + (f" {instead} would be accepted." if instead else "")
    return "\n".join(why(event, book) for event in answer.telling)


def why_line(line: Line, event: RollSettled) -> str:
    """Return two sentences about one bet of a settled roll: what was paid and how it was rounded, then the clauses."""
    stake, spot = show_amount(line.stake), line.spot
    who = f"Seat {line.seat}'s {stake} on {spot}"
    rolled = _roll(event.roll)
    if line.outcome == "moved":
        return f"{who} travelled to {line.to} on {rolled}. {_by(event.book, line.clause)}"
    if line.outcome == "returned":
        with_it = f" with its vigorish of {show_amount(line.vigorish)}" if line.vigorish else ""
        return f"{who} came back unpaid{with_it} on {rolled}. {_by(event.book, line.clause)}"
    excess = line.stake - line.at_risk
    beyond = (
        f"; {show_amount(excess)} above the maximum was never at risk ({by_what(line.limited_by)})" if excess else ""
    )
    if line.outcome == "lost":
        return f"{who} lost on {rolled}{beyond}. {_by(event.book, line.clause)}"
    return (
        f"{who} won {show_amount(line.paid)} on {rolled}: {_sum(line, event.rounded_by)}{beyond}. "
        f"{_by(event.book, line.clause)[:-1]}, and {cite(event.book, line.paid_by)} sets the odds."
    )


def _charge(event: m.BetTakenDown) -> str:
    """Return what happened to the vigorish on a bet that was taken down, and by which clause."""
    if event.vigorish:
        return f"The vigorish of {show_amount(event.vigorish)} comes back by {by_what(event.charge_clause)}."
    return f"The vigorish of {show_amount(event.kept)} stays with the house by {by_what(event.charge_clause)}."


def sum_of(line: Line) -> str:
    """Return the arithmetic of one settled bet in words."""
    if line.outcome == "won":
        return f"{_at_odds(line)} is {show_amount(line.paid)}"
    if line.outcome == "lost":
        return f"{show_amount(line.at_risk)} was at risk and is lost"
    back = f"{show_amount(line.stake)} and a vigorish of {show_amount(line.vigorish)} come back"
    return back if line.vigorish else f"{show_amount(line.stake)} {'comes back' if not line.to else 'goes on'}, unpaid"


def rounding(line: Line, rounded_by: tuple[str, ...]) -> str:
    """Return how a payment was rounded, and by which clauses; empty if it needed no rounding."""
    if line.paid * line.odds.denominator == line.basis * line.odds.numerator:
        return ""
    whole = pay(line.basis, line.odds, 1, False)
    way = "up" if line.paid > whole else "down"
    parts = line.basis * line.odds - whole
    exact = f"{whole} {parts} cents" if parts else f"{whole} cents"
    return f"{exact}, rounded {way} by {' and '.join(map(by_what, rounded_by))}"


def _sum(line: Line, rounded_by: tuple[str, ...]) -> str:
    uneven = rounding(line, rounded_by)
    if line.basis != line.at_risk:
        uneven = uneven or show_amount(line.paid)
    return f"{_at_odds(line)} is {uneven}" if uneven else _at_odds(line)


def _at_odds(line: Line) -> str:
    text = f"{show_amount(line.basis)} at {show_odds(line.odds)}"
    if line.basis == line.at_risk:
        return text
    multiple = f"the next lower multiple of the minimum ({by_what(line.limited_by)})"
    return f"{show_amount(line.at_risk)} counts as {show_amount(line.basis)}, {multiple}, and {text}"


def _roll(roll: Roll) -> str:
    return f"{roll} ({roll.total})"


def _puck(event: RollSettled) -> str:
    puck = f"The puck is ON {event.point_after}" if event.point_after else "The puck is OFF"
    return f"{puck} ({cite(event.book, event.clause)})."


def _by(book: str, clause: str, otherwise: str = "") -> str:
    return f"{basis(book, clause) if clause else otherwise}."


def say(event: Event) -> str:
    """Describe one event as a stickperson would say it, without its clause."""
    match event:
        case m.TableOpened():
            return f"A table of {event.book} (revision {event.revision}) is open"
        case m.SeatTaken():
            return f"{event.player} takes seat {event.seat} with {show_amount(event.rack)}"
        case m.BoughtIn():
            return f"Seat {event.seat} buys in for {show_amount(event.amount)}"
        case m.SeatLeft():
            return f"Seat {event.seat} colours up {show_amount(event.rack)} and leaves"
        case m.BetPlaced():
            charge = f", vigorish {show_amount(event.vigorish)}" if event.vigorish else ""
            through = f" through {event.by}" if event.by else ""
            return f"Seat {event.seat} has {show_amount(event.amount)} more on {event.spot}{charge}{through}"
        case m.BetTakenDown():
            charge = f" and {show_amount(event.vigorish)} vigorish" if event.vigorish else ""
            return f"Seat {event.seat} gets {show_amount(event.amount)} back from {event.spot}{charge} ({event.why})"
        case m.RollSettled():
            return f"Roll {event.number} is {_roll(event.roll)}; {len(event.lines)} bets settled"
        case m.BetsReturned():
            back = sum(line.amount + line.vigorish for line in event.lines)
            return f"{show_amount(back)} of bets go back to their owners: {event.why}"
        case m.WalkedAway():
            folded = sum(amount for _, amount in event.folded)
            tail = f"; {show_amount(folded)} is folded" if folded else "; the bets run on"
            return f"Seat {event.seat} walked away{tail}"
    return _ruling(event) or _plainly(event)


def _ruling(event: Event) -> str:
    """Describe what the crew ruled on a roll, a player or the table; empty for any other event."""
    match event:
        case m.NoRollCalled():
            caller = f"{_the(event.by)} calls no roll" if event.by else "It is no roll"
            note = f" ({event.note})" if event.note else ""
            return f"{caller}: {_words(event.ground)}{note}; every bet stays as it was"
        case m.OutcomeUndone():
            what = "undoes the last roll and reverses its pays" if event.reversed else "undoes the roll in hand"
            return f"{_the(event.by)} {what}: {_words(event.why)}{_undone_since(event)}"
        case m.PlayContinued():
            return f"Nothing is voided and play goes on{', unless the crew decides otherwise' * event.crew_decides}"
        case m.SeatWarned():
            return f"{_the(event.by)} tells seat {event.seat} off"
        case m.SeatBarred():
            return f"{_the(event.by)} bars seat {event.seat}: no more bets are taken from there"
        case m.BarLifted():
            return f"{_the(event.by)} takes bets from seat {event.seat} again"
        case m.RecordKnown():
            return f"The player in seat {event.seat} is known here: {_known(event)}"
        case m.DisputeDecided():
            return f"{_the(event.by)} decides dispute {event.dispute}: {event.decision}"
        case m.MatterDecided():
            return f"{_the(event.by)} decides: {event.decision}"
        case m.ReviewDecided():
            return f"The review of dispute {event.dispute} is decided: {event.decision}"
        case m.MoneyMoved():
            paid = f"The house pays seat {event.seat} {show_amount(event.amount)}"
            taken = f"The house collects {show_amount(-event.amount)} from seat {event.seat}"
            return f"{paid if event.amount > 0 else taken} by a decision"
        case m.NoRollNoted():
            return f"{_the(event.by)} notes what was wrong with the throw: {event.note}"
        case m.NoticePosted():
            return f"A notice is posted: {_words(event.setting)} is {event.value} now"
        case m.TableClosed():
            return f"{_the(event.by)} closes the table"
    return ""


def _known(event: m.RecordKnown) -> str:
    """Describe what is known about a player from before."""
    times = {0: "", 1: "told off once"}.get(event.told_off, f"told off {event.told_off} times")
    seats = [str(seat) for seat in event.partners]
    partners = f"a partner of seat{'s' * (len(seats) > 1)} {listed(seats)}" if seats else ""
    told = ("no bets are taken" * event.barred, "warned about the minimum" * event.warned, times, partners)
    return "; ".join(filter(None, told)) or "nothing is held against them"


def _undone_since(event: m.OutcomeUndone) -> str:
    """Describe what happened to bets made or taken down since, and who owes what."""
    stands = sum(placed.amount for placed in event.again)
    back = sum(line.amount for line in event.returned) - stands
    again = sum(line.amount for line in event.put_back)
    parts = [
        f"{show_amount(back)} put down since goes back" if back else "",
        f"{show_amount(stands)} put down since stands" if stands else "",
        f"{show_amount(again)} taken down since lies again" if again else "",
        *(_owes(debt) for debt in event.debts),
    ]
    return "".join(f"; {part}" for part in parts if part)


def _owes(debt: m.Debt) -> str:
    if debt.amount > 0:
        return f"{debt.player} owes {show_amount(debt.amount)}"
    return f"the house owes {debt.player} {show_amount(-debt.amount)}"


def _the(role: str) -> str:
    return f"The {_words(role)}"


def _words(code: str) -> str:
    return code.replace("-", " ")


def _plainly(event: Event) -> str:
    """Describe any other event: its name in words, and what it is about."""
    name = "".join(f" {c.lower()}" if c.isupper() else c for c in type(event).__name__).strip()
    fields = [
        (field, getattr(event, field)) for field in getattr(event, "__slots__", ()) if field not in ("clause", "lines")
    ]
    said = [(field.replace("_", " "), value) for field, value in fields if value not in ("", False, (), 0)]
    told = ", ".join(field if value is True else f"{field} {value}" for field, value in said)
    return f"{name.capitalize()}: {told}" if told else name.capitalize()
