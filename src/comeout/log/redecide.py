"""Deterministic replay: finds the command behind each event of a log, and decides it again by the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from comeout.dice import ROLLS
from comeout.errors import ComeoutError
from comeout.log.codec import write_event
from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.decide import decide
from comeout.table.messages import Command, Event, Rejected
from comeout.table.rolling import find_ground
from comeout.table.state import TableState


class Otherwise(ComeoutError):
    """The rules disagree with the log; says where."""


class Redecider:
    """Deterministic replay: compares each event of a log with what the rules decide."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._expected: list[Event] = []

    def check(self, state: TableState, event: Event, body: bytes) -> None:
        """Raise Otherwise unless the rules, asked in this state, give this event to the byte."""
        if self._expected:
            self._compare(_as_corrected(self._layout, self._expected.pop(0), event), event, body)
            return
        commands = commands_behind(self._layout, event)
        answers = [decide(self._layout, state, command) for command in commands]
        decided = [answer for answer in answers if not isinstance(answer, Rejected)]
        same = next((answer for answer in decided if write_event(answer[0]) == body), None)
        if same:
            self._expected = [] if getattr(event, "why", "") in OPEN_ENDED else list(same[1:])
        elif decided:
            likest = next((answer[0] for answer in decided if type(answer[0]) is type(event)), decided[0][0])
            self._compare(likest, event, body)
        elif answers:
            assert isinstance(answers[0], Rejected)
            raise Otherwise(f"the rules refuse it: {_reason(self._layout, answers[0])}")

    @staticmethod
    def _compare(decided: Event, event: Event, body: bytes) -> None:
        if write_event(decided) != body:
            raise Otherwise(difference(decided, event))


OPEN_ENDED = ("table closed",)
"""Why bets come back when the next events of the same decision may come later: players colour up in between."""


def _as_corrected(layout: Layout, expected: Event, event: Event) -> Event:
    """Return a sample correction: any roll or ground shows that a roll may be corrected; the crew says to what."""
    if isinstance(expected, m.RollCalled) and isinstance(event, m.RollCalled) and event.roll in ROLLS:
        return replace(expected, roll=event.roll)
    if isinstance(expected, m.NoRollCalled) and isinstance(event, m.NoRollCalled):
        ground = find_ground(layout, event.ground)
        if ground and ground.duty == "must":
            return replace(expected, ground=ground.code, clause=ground.clause, incident=ground.incident)
    return expected


def commands_behind(layout: Layout, event: Event) -> list[Command]:
    """Return every command that can lead to an event that moves money or decides a roll; none for the others."""
    by: Any = getattr(event, "by", "")
    match event:
        case m.BettingOpened():
            return [m.OpenBetting(by)]
        case m.BettingClosed():
            return [m.CloseBetting(by)]
        case m.DiceThrown():
            return [m.ThrowDice(event.seat)]
        case m.RollSettled():
            return [m.SettleRoll(layout.rulebook.call.settle_by[0])]
        case m.RollCalled():
            called = m.CallRoll(by, event.roll, event.reading)
            ruled = [m.RuleOnRoll(by, event.roll, leaning=leaning) for leaning in (False, True)]
            return [called, *ruled, m.CorrectRoll(by, event.roll)]
        case m.OutcomeUndone():
            invalidated, corrected = m.InvalidateOutcome(by, event.why), m.CorrectRoll(by, ROLLS[0])
            voided = m.DeclareMalfunction(by, last_roll=event.reversed)
            due = next((row.code for row in layout.rulebook.no_roll if row.duty == "must"), "")
            return [m.Interrupt(by), voided, invalidated, corrected, m.CorrectRoll(by, None, due)]
        case m.BetsReturned():
            return [m.Interrupt(by), m.DeclareMalfunction(by), m.CloseTable(by)]
        case m.WalkedAway():
            spot = event.folded[0][0] if event.folded else ""
            seat = event.seat
            return [m.MarkAway(by, seat), m.MarkAway(by, seat, True), m.MarkAway(by, seat, True, spot)]
        case m.MatterDecided() | m.DisputeDecided() | m.ReviewDecided():
            return [_decision(event)]
        case m.MoneyMoved():
            return [m.DecideMatter(by, "")]  # it comes only with a decision, which is looked at first
        case m.SeatTaken():
            return [m.Sit(event.seat, event.player, event.rack)]
        case m.BoughtIn():
            return [m.BuyIn(event.seat, event.amount)]
        case m.SeatLeft():
            return [m.Leave(event.seat)]
        case _:
            return _bets_behind(layout, event)


def _decision(event: m.MatterDecided | m.DisputeDecided | m.ReviewDecided) -> Command:
    by: Any = event.by
    ordered = (event.orders, event.whose, event.spot, event.amount)
    match event:
        case m.MatterDecided():
            return m.DecideMatter(by, event.decision, *ordered)
        case m.DisputeDecided():
            return m.DecideDispute(by, event.dispute, event.decision, *ordered)
    return m.DecideReview(by, event.dispute, event.decision, *ordered)


def _bets_behind(layout: Layout, event: Event) -> list[Command]:
    by: Any = getattr(event, "by", "")
    match event:
        case m.BetPlaced(by="standing"):
            return [m.Rebet(event.seat, event.spot)]
        case m.BetPlaced():
            mine = m.PlaceBet(event.seat, event.spot, event.amount)
            placed = m.PlaceBetFor(by, event.seat, event.spot, event.amount)
            recorded = m.RecordBet(by, event.seat, event.spot, event.amount, event.witness)
            return [mine, placed, recorded] if by else [mine]
        case m.BetConfirmed():
            return [m.ConfirmBet(by, event.seat, event.spot)]
        case m.BetTakenDown():
            noticed = [m.NoticeBet(role, event.seat, event.spot) for role in layout.rulebook.limits.notice_by[:1]]
            return [m.ReduceBet(event.seat, event.spot, event.amount), *noticed]
    return []


def _reason(layout: Layout, refusal: Rejected) -> str:
    clause = layout.cite(refusal.clause)
    return f"{refusal.says} ({clause})" if clause else refusal.says


def difference(decided: Event, logged: Event) -> str:
    """Return where the rules and the log differ, in words."""
    if type(decided) is not type(logged):
        return f"by the rules {type(decided).__name__} comes here"
    for name in getattr(logged, "_fields", getattr(logged, "__slots__", ())):
        ours, theirs = getattr(decided, name), getattr(logged, name)
        if ours == theirs:
            continue
        if name == "lines" and len(ours) == len(theirs):
            ours, theirs = next((a, b) for a, b in zip(ours, theirs, strict=True) if a != b)
            return f"by the rules a line is {_line(ours)}; logged is {_line(theirs)}"
        if name == "lines":
            return f"by the rules it has {len(ours)} lines; logged are {len(theirs)}"
        return f"by the rules {name} is {ours}; logged is {theirs}"
    return "by the rules it is written otherwise"


def _line(line: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in line._asdict().items() if value not in ("", 0))
