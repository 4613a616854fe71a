"""Prints the table's answers to the player, and keeps them for `why`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from comeout.play.event_lines import account, advice, tell, tell_crew, tell_of_other, undecided
from comeout.play.game import Game, HouseRefuses
from comeout.play.rule_pages import show_clauses
from comeout.play.screen import Paper, show_roll, sum_of_parts
from comeout.speech.bet_targets import is_about
from comeout.speech.nearest_bets import absence, is_offered
from comeout.table import messages as m
from comeout.table.advice.why import why, why_line
from comeout.table.answer import Answer
from comeout.table.messages import Command, Event, Reason, Rejected, RollSettled
from comeout.table.notation.bet_names import ALL, Target
from comeout.table.state import COMPANION

_EXPLAINED = (m.BetPlaced, m.BetTakenDown, m.RebetSkipped, m.CallPlaced, m.CallWithdrawn, m.KeepSet)


class _Told(NamedTuple):
    """An answer that is kept for `why`: its turn, the number of rolls, its spots and its clauses."""

    when: tuple[int, int]
    spots: tuple[str, ...]
    text: str
    clauses: tuple[str, ...]
    accepted: int
    """How many commands the table had accepted when it was said."""
    refused: bool = False
    again: bool = False
    """Whether the table made the bet by itself after a win: then `why` explains the win."""


class Narrator:
    """Sends commands and prints the answers. A refusal is False, so that the rest of the line is not executed."""

    def __init__(self, table: Game, seat: int, paper: Paper) -> None:
        self.table, self.seat, self.paper, self.layout = table, seat, paper, table.layout
        self.turn = 0
        self._accepted = 0
        self._told: list[_Told] = []

    def send(self, command: Command, spot: str = "") -> bool:
        """Send a command and print its answer."""
        return self.hear(self.table.send(command), spot)

    def hear(self, answer: Answer, spot: str = "") -> bool:
        """Print an answer."""
        if answer.refused:
            return self.refuse(answer.refused, spot)
        self.tell(answer)
        return True

    def tell(self, events: Iterable[Event]) -> None:
        """Print events."""
        for event in events:
            self._accepted += 1
            if isinstance(event, RollSettled):
                self._tell_roll(event)
                continue
            mine = getattr(event, "seat", self.seat) in (self.seat, COMPANION)
            told = tell(self.table, event) if mine else tell_of_other(self.table, event)
            told = told or (tell_crew(self.table, event) if "crew" in self.table.extras else "")
            if told:
                # a notice is the table's own choice: the clause that lets it post one explains nothing here
                clause = "" if isinstance(event, m.NoticePosted) else getattr(event, "clause", "")
                self.paper.cited(told, self.layout.cite(clause))
            if mine and isinstance(event, _EXPLAINED):
                spots = event.spots if isinstance(event, m.CallPlaced) else (event.spot,)
                again = isinstance(event, m.BetPlaced) and event.by == "standing"
                self._remember(spots, account(self.table, event), getattr(event, "clause", ""), again=again)

    def _tell_roll(self, event: RollSettled) -> None:
        show_roll(self.paper, self.layout, event, self.seat, crew="crew" in self.table.extras)
        mine = [line for line in event.lines if line.seat == self.seat]
        for line in mine:
            parts = sum_of_parts(self.layout, line, event.roll)
            text = why_line(line, event) + (f" That is {parts}." if parts else "")
            whole = self.layout.by_id[line.spot].wager.parts_clause if parts else ""
            spots = (line.spot, line.to) if line.to else (line.spot,)
            self._remember(spots, text, line.clause, line.paid_by, whole)
        if not mine:
            self._remember((), undecided(event))

    def refuse(self, answer: Rejected, spot: str = "") -> bool:
        """Print a refusal: the reason, the clause, and what would be accepted."""
        lacking = absence(self.layout, spot) if spot and answer.reason is Reason.NOT_OFFERED else ""
        if lacking:
            lacking = lacking.removeprefix(f"{self.layout.id} has ")
            answer = replace(answer, says=f'{self.layout.id} has no wager "{spot}": {lacking}')
        by_book = not isinstance(answer, HouseRefuses)
        text = why(answer, self.layout.id) if by_book else f"Refused: {answer.says}."
        self._remember((spot,), text, answer.clause, refused=True)
        self.paper.say(self._personal(text), "bad")
        hint = advice(self.layout, answer, spot)
        if hint:
            self.paper.say(hint, indent=2)
        return False

    def complain(self, says: str) -> bool:
        """Print a parse error: nothing was sent to the table."""
        self.paper.say(f"{says[0].upper()}{says[1:]}{'' if says[-1] in '?.`' else '.'}", "bad")
        return False

    def why(self, target: Target | None) -> None:
        """Explain why the last thing was paid, lost or refused; or the last thing on one bet."""
        told = self._last() if target is None or target == ALL else self._about(target)
        if not told:
            lacking = absence(self.layout, target.spot) if target and target.wager else ""
            if target and lacking and not is_offered(self.layout, target):
                self.complain(f'there is no bet "{target.spot}": {lacking}')
                return
            nothing = "Nothing was settled or refused yet" if target is None else "Nothing happened there yet"
            self.paper.say(f"{nothing}. `rules` says what the book provides.")
        for each in told:
            self.paper.say(each.text)
            show_clauses(self.paper, self.layout, each.clauses)

    def _last(self) -> list[_Told]:
        """Return the last answers; a refusal is dropped as soon as something is accepted."""
        told = [each for each in self._told if not each.refused or each.accepted == self._accepted]
        if not told:
            return []
        group = [each for each in told if (each.when, each.refused) == (told[-1].when, told[-1].refused)]
        return [each for each in group if not each.again] or group

    def _about(self, target: Target) -> list[_Told]:
        """Return the last answer about each bet that is meant."""
        last: dict[str, _Told] = {}
        for each in self._told:
            for spot in each.spots:
                if is_about(self.layout, spot, target) and not (each.again and spot in last):
                    last.pop(spot, None)
                    last[spot] = each
        now = self._told[-1].when if self._told else (0, 0)
        live = {spot: each for spot, each in last.items() if each.when == now or spot in self.table.bets(self.seat)}
        found = list(live.values()) or list(last.values())[-1:]
        return list(dict.fromkeys(found))

    def _remember(
        self, spots: tuple[str, ...], text: str, *clauses: str, refused: bool = False, again: bool = False
    ) -> None:
        when = self.turn, self.table.state.rolls
        cited = tuple(clause for clause in clauses if clause)
        self._told.append(_Told(when, spots, self._personal(text), cited, self._accepted, refused, again))

    def _personal(self, text: str) -> str:
        """Rewrite "seat 1" as "you": there is one player here."""
        for theirs, yours in (("Seat {}'s", "Your"), ("Seat {} has", "You have"), ("Seat {} gets", "You get")):
            text = text.replace(theirs.format(self.seat), yours)
        return text.replace(f"seat {self.seat} has", "you have").replace("?.", "?")
