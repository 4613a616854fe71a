"""Tells the player what the table answered, and remembers it for `why`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from comeout.play.aim import is_about
from comeout.play.asks import Target
from comeout.play.pages import show_clauses
from comeout.play.screen import Paper, show_roll
from comeout.play.telling import advice, tell
from comeout.table import messages as m
from comeout.table.messages import Command, Event, Rejected, RollSettled
from comeout.table.table import Table
from comeout.table.why import why, why_line


class _Told(NamedTuple):
    """An answer kept for `why`: in which turn it fell, on which spot, and its clauses."""

    turn: int
    spot: str
    text: str
    clauses: tuple[str, ...]


class Voice:
    """Asks the table and says the answer. What was refused is False, so that a line can stop there."""

    def __init__(self, table: Table, seat: int, paper: Paper) -> None:
        self.table, self.seat, self.paper, self.layout = table, seat, paper, table.layout
        self.turn = 0
        self._told: list[_Told] = []

    def send(self, command: Command, spot: str = "") -> bool:
        """Ask the table."""
        answer = self.table.send(command)
        if isinstance(answer, Rejected):
            return self.refuse(answer, spot)
        self.tell(answer)
        return True

    def tell(self, events: Iterable[Event]) -> None:
        """Say what happened."""
        for event in events:
            if isinstance(event, RollSettled):
                self._tell_roll(event)
                continue
            told = tell(self.table, event)
            if told:
                # a notice is the table's own choice: the clause that lets it post one explains nothing here
                clause = "" if isinstance(event, m.NoticePosted) else getattr(event, "clause", "")
                self.paper.cited(told, self.layout.cite(clause))
            if isinstance(event, (m.BetPlaced, m.BetTakenDown, m.RebetSkipped)):
                self._remember(-1, event.spot, why(event, self.layout.id), event.clause)

    def _tell_roll(self, event: RollSettled) -> None:
        show_roll(self.paper, self.layout, event, self.seat)
        mine = [line for line in event.lines if line.seat == self.seat]
        for line in mine:
            self._remember(self.turn, line.spot, why_line(line, event), line.clause, line.paid_by)
        if not mine:
            self._remember(self.turn, "", why(event), event.clause)

    def refuse(self, answer: Rejected, spot: str = "") -> bool:
        """Say why not: the reason, the clause, what would be accepted."""
        text = why(answer, self.layout.id)
        self._remember(self.turn, spot, text, answer.clause)
        self.paper.say(self._personal(text), "bad")
        hint = advice(self.layout, answer, spot)
        if hint:
            self.paper.say(hint, indent=2)
        return False

    def complain(self, says: str) -> bool:
        """Say that nothing could be asked of the table at all."""
        self.paper.say(f"{says[0].upper()}{says[1:]}{'' if says[-1] in '?.`' else '.'}", "bad")
        return False

    def why(self, target: Target | None) -> None:
        """Say why the last thing was paid, lost or refused; or the last thing on one bet."""
        if target is None:
            told = [each for each in self._told if each.turn >= 0]
        else:
            told = [each for each in self._told if is_about(self.layout, each.spot, target)][-1:]
        if not told:
            nothing = "Nothing was settled or refused yet" if target is None else "Nothing happened there yet"
            self.paper.say(f"{nothing}. `rules` says what the book provides.")
        for each in told:
            if each.turn == told[-1].turn:
                self.paper.say(each.text)
                show_clauses(self.paper, self.layout, each.clauses)

    def _remember(self, turn: int, spot: str, text: str, *clauses: str) -> None:
        """Keep an answer; a bet merely placed has no turn and is only found by asking for its spot."""
        self._told.append(_Told(turn, spot, self._personal(text), tuple(clause for clause in clauses if clause)))

    def _personal(self, text: str) -> str:
        """There is one player here: seat 1 is you."""
        for theirs, yours in (("Seat {}'s", "Your"), ("Seat {} has", "You have"), ("Seat {} gets", "You get")):
            text = text.replace(theirs.format(self.seat), yours)
        return text.replace(f"seat {self.seat} has", "you have").replace("?.", "?")
