"""SessionRecord: one session as it runs, with its figures, and the tests that end it."""

from __future__ import annotations

from dataclasses import dataclass, field

from comeout.lab.session_rules import SessionEnd, SessionRules
from comeout.money import Amount


@dataclass(slots=True)
class SessionRecord:
    """What a session has come to so far. Wealth is taken when a roll is settled."""

    rules: SessionRules
    wealth: Amount = 0
    peak: Amount = 0
    drawdown: Amount = 0
    """The deepest fall from a peak."""
    longest_below: int = 0
    """The longest run of rolls below the last peak."""
    rolls: int = 0
    shooters: int = 0
    """Seven-outs."""
    action: Amount = 0
    end: SessionEnd | None = None
    wealth_by_roll: list[Amount] = field(default_factory=list)
    """Before the first roll, and after each one."""
    _below: int = 0

    def __post_init__(self) -> None:
        self.wealth = self.peak = self.rules.bankroll
        self.wealth_by_roll.append(self.wealth)

    def settle(self, wealth: Amount, *, seven_out: bool) -> None:
        """Note a settled roll, and end the session if it met its goal or its stop."""
        self.rolls += 1
        self.shooters += seven_out
        self.wealth = wealth
        self.wealth_by_roll.append(wealth)
        self.peak = max(self.peak, wealth)
        self.drawdown = max(self.drawdown, self.peak - wealth)
        self._below = self._below + 1 if wealth < self.peak else 0
        self.longest_below = max(self.longest_below, self._below)
        if self.rules.goal is not None and wealth >= self.rules.goal:
            self.end = SessionEnd.GOAL
        elif self.rules.stop is not None and wealth <= self.rules.stop:
            self.end = SessionEnd.STOP

    def at_limits(self) -> SessionEnd | None:
        """The end of a session that has seen its last shooter or its last roll."""
        if self.rules.shooters is not None and self.shooters >= self.rules.shooters:
            return SessionEnd.SHOOTERS
        return SessionEnd.ROLLS if self.rules.rolls is not None and self.rolls >= self.rules.rolls else None

    def play_out(self, wealth: Amount) -> None:
        """Note what the session came to once its last bets were played out."""
        self.wealth = wealth
