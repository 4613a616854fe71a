"""Who throws the dice: takes, passes and offers them for the player, and explains why a roll is not possible."""

from __future__ import annotations

from comeout.play.event_lines import first_bet
from comeout.play.narrator import Narrator
from comeout.table import messages as m
from comeout.table.asking import come_bets, has_line_bet
from comeout.table.messages import Reason, Rejected
from comeout.table.state import COMPANION


class Shooting:
    """Handles the dice for one player."""

    def __init__(self, narrator: Narrator, *, alone: bool) -> None:
        self._narrator, self._table, self._seat = narrator, narrator.table, narrator.seat
        self._alone = alone
        self._rule = narrator.layout.rulebook.shooter
        self._willing = True
        """False once the player has passed the dice: then they are not taken without a word."""
        self._mentioned: object = None

    def start(self) -> None:
        """Print who throws first."""
        if self._table.state.shooter != COMPANION:
            self.answer_offer()
        elif self._rule.throws == "launcher":
            clause = self._narrator.layout.cite(self._rule.first_clause)
            self._narrator.paper.say(f"{self._somebody_else()} ({clause}).")
        else:
            self._narrator.paper.say(f"{self._somebody_else()}.")

    def _somebody_else(self) -> str:
        return f"A {'launcher' if self._rule.throws == 'launcher' else 'companion'} throws the dice"

    def answer_offer(self) -> None:
        """Take the dice for a lone player when they are offered; print once what that needs."""
        if self._table.state.offered != self._seat or not self._willing:
            return
        answer = self._table.send(m.TakeDice(self._seat))
        if not answer.refused:
            self._narrator.tell(answer)
            return
        offers = (event for event in reversed(self._table.log) if isinstance(event, m.DiceOffered))
        offer = next(offers, "one made before the player came")
        if offer is not self._mentioned:
            clause = self._narrator.layout.cite(answer.clause)
            self._narrator.paper.say(f"The dice are offered to you: {answer.refused.says} ({clause}).")
        self._mentioned = offer

    def why_not(self) -> Rejected | None:
        """Return why the player cannot throw now, though the dice are offered."""
        if self._table.state.offered == self._seat and self._willing:
            answer = self._table.send(m.TakeDice(self._seat))
            if answer.refused:
                return answer.refused
            self._narrator.tell(answer)
        return None

    def suggest(self, problem: Rejected) -> None:
        """Suggest what to do after a refused roll: a line bet, taking the dice, or a companion."""
        state, layout, paper = self._table.state, self._narrator.layout, self._narrator.paper
        if state.shooter == self._seat and has_line_bet(layout, state, self._seat):
            return  # nothing that the player lacks
        if state.shooter is None and not self._willing:
            paper.say(f"Say `take dice` to shoot{self._or_companion}.", indent=2)
            return
        mine = state.shooter == self._seat
        if not mine and problem.reason is not Reason.NO_LINE_BET and self._rule.next_offer == "line-bet":
            clause = layout.cite(self._rule.next_clause)
            paper.say(f"The dice are now offered to players with a line bet ({clause}).", indent=2)
        first = [first_bet(self._table, self._seat, spot) for spot in ("pass", "dont-pass")]
        line = "" if state.point else f"`pass {first[0]}` or `don't pass {first[1]}`"
        if not self._alone:
            paper.say(f"{self._to_throw(line)}.", indent=2)
            return
        line = f"{line}, or " if line else ""
        paper.say(f"Say {line}`companion`: then somebody else throws and you need no line bet.", indent=2)
        decision = layout.rulebook.decision_only
        if decision and come_bets(layout, state) and not state.point:
            clause = layout.cite(decision.clause)
            paper.say(f"`decide` rolls on only for the come bets that stand ({clause}).", indent=2)

    def _to_throw(self, line: str) -> str:
        """Return what to type at a remote table while nobody throws."""
        state = self._table.state
        if state.shooter == self._seat:
            what = f"type {line}, then `roll`" if line else "type `pass dice`, and somebody else throws"
            return f"You have the dice and no bet on the line: {what}"
        if state.shooter is None and line:
            return f"Nobody has the dice: type {line}, then `roll`"
        return "Type `take dice` to shoot" if state.shooter is None else "Type `table` to see who throws"

    def take(self) -> bool:
        """Take the dice, also from a companion."""
        state = self._table.state
        self._willing = True
        if state.settings.shooter == "companion" and not self._narrator.send(m.PostNotice("house", "shooter", "seats")):
            return False
        if state.shooter == self._seat:
            self._narrator.paper.line("You have the dice.")
            return True
        return self._narrator.send(m.TakeDice(self._seat))

    def pass_on(self) -> bool:
        """Give up the dice. At a table for one they stay free, or a companion finishes the point."""
        if not self._narrator.send(m.PassDice(self._seat)):
            return False
        self._willing = False
        if self._table.state.offered == self._seat:
            self._narrator.send(m.DeclineDice(self._seat))
        if self._table.state.shooter is None:
            says = f"{self._nobody_else}Say `take dice`{self._or_companion}."
            self._narrator.paper.say(says, indent=2)
        return True

    @property
    def _nobody_else(self) -> str:
        return "Nobody else sits here. " if self._alone else ""

    @property
    def _or_companion(self) -> str:
        return ", or `companion` and somebody else throws" if self._alone else ""

    def companion(self) -> bool:
        """Let a companion throw, who has no seat."""
        if self._table.state.settings.shooter == "companion":
            self._narrator.paper.line(f"{self._somebody_else()} already.")
            return True
        return self._narrator.send(m.PostNotice("house", "shooter", "companion"))

    def decide(self) -> bool:
        """Roll without a line bet, only to decide come bets."""
        return self._narrator.send(m.RollForDecision("house"))
