"""What holds at every table, whatever was asked of it: the laws that the state machine and random games test."""

from __future__ import annotations

import dataclasses
from typing import Any

from comeout.dice import ROLLS, Roll
from comeout.table.answer import Answer
from comeout.table.attendant import attend
from comeout.table.decide import decide
from comeout.table.messages import Command, NoRollCalled, ReduceBet, Rejected, RemoveBet, RollSettled
from comeout.table.table import Table


def assert_the_crew_is_never_refused(table: Table) -> None:
    """Whatever the automatic crew would do next is accepted, with dice at hand and without."""
    for roll in (None, ROLLS[0]):
        command = attend(table.layout, table.state, roll)
        if command is not None:
            answer = decide(table.layout, table.state, command)
            assert not isinstance(answer, Rejected), f"the crew would be refused {command}: {answer.says}"


def assert_offers_are_kept(table: Table, command: Command, refusal: Rejected) -> None:
    """An amount that a refusal offers instead is one that the table takes; of a removal, what can be taken back."""
    asked: Any = ReduceBet(command.seat, command.spot, 0) if isinstance(command, RemoveBet) else command
    for amount in refusal.instead:
        answer = decide(table.layout, table.state, dataclasses.replace(asked, amount=amount))
        assert not isinstance(answer, Rejected), f"{command} was refused, {amount} was offered and is refused too"


def assert_whole_or_refused(table: Table, roll: Roll, logged: int, answer: Answer) -> None:
    """A roll of the automatic crew is settled or a No Roll, or it is refused before its first event."""
    if answer.refused:
        assert len(table.log) == logged, f"{roll} was refused halfway: {answer.says}"
    else:
        assert any(isinstance(event, RollSettled | NoRollCalled) for event in answer), f"{roll} ended in nothing"
