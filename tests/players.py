"""Random players and a crew for the tests: an engine table behind the same few calls as the referee's game."""

from __future__ import annotations

from typing import Any

from comeout.dice import Roll
from comeout.replay import example_settings
from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.messages import Command, Event, Rejected
from comeout.table.state import Phase
from comeout.table.table import Table


class Engine:
    """A table run by people, spoken to like the referee's game: True for accepted."""

    def __init__(self, layout: Layout, table: dict[str, Any], racks: dict[int, int]) -> None:
        self.layout = layout
        self.table = Table(layout, settings={"crew": "people", **example_settings(layout, table)})
        for seat, rack in racks.items():
            self.table.sit(f"p{seat}", rack, seat)
        self.seats = tuple(racks)
        self.must(m.OpenBetting("dealer"))

    def must(self, command: Command) -> list[Event]:
        """Something the crew does, which cannot be refused here."""
        answer = self.table.send(command)
        assert not isinstance(answer, Rejected), answer
        return answer

    def asked(self, command: Command) -> bool:
        """Something asked that may be refused; a refusal must change nothing."""
        return not isinstance(self.table.send(command), Rejected)

    def bet(self, seat: int, spot: str, amount: int) -> bool:
        """Chips on a spot."""
        return self.asked(m.PlaceBet(seat, spot, amount))

    def remove(self, seat: int, spot: str) -> bool:
        """A bet taken down."""
        return self.asked(m.RemoveBet(seat, spot))

    def reduce(self, seat: int, spot: str, by: int) -> bool:
        """Part of a bet taken back."""
        return self.asked(m.ReduceBet(seat, spot, by))

    def call(self, seat: int, spot: str, on: bool, *, confirmed: bool = True, only: bool = False) -> bool:
        """A call, confirmed by the crew where the book asks for it."""
        answer = self.table.send(m.CallBet(seat, spot, "on" if on else "off", only))
        if isinstance(answer, Rejected):
            return False
        calls = self.layout.rulebook.calls
        if calls and any(isinstance(event, m.CallMade) for event in answer) and confirmed:
            self.must(m.ConfirmCall(calls.confirm[0], seat, spot))
        return True

    def unnoticed(self, seat: int, spot: str, amount: int) -> bool:
        """A bet outside the limits that nobody noticed."""
        by = (*self.layout.rulebook.limits.record_by, "dealer")[0]
        return self.asked(m.RecordBet(by, seat, spot, amount))

    def roll(self, a: int, b: int) -> None:
        """A valid roll, settled."""
        self.throw()
        self.must(m.CallRoll(self.layout.rulebook.call.by[0], Roll(a, b)))
        self.must(m.SettleRoll("dealer"))
        self.must(m.OpenBetting("dealer"))

    def no_roll(self) -> None:
        """A throw that does not count."""
        self.throw()
        ground = self.layout.rulebook.no_roll[0]
        self.must(m.CallNoRoll(self.layout.rulebook.no_rolls.by[0], ground.code, "seen"))
        dice = self.layout.rulebook.dice
        for die in sorted(self.table.state.dice.gone):
            self.must(m.RecoverDie(dice.control[0], die))
            self.must(m.CheckDie(dice.check_by[0], die))
        self.must(m.OpenBetting("dealer"))

    def throw(self) -> None:
        """The dice go out."""
        self.must(m.CloseBetting("dealer"))
        self.must(m.ThrowDice(0))

    def decision_only(self) -> bool:
        """Rolls only to decide come bets."""
        return self.asked(m.RollForDecision("stickperson"))

    def interrupt(self) -> None:
        """A power failure."""
        self.must(m.Interrupt(self.layout.rulebook.interruption.by[0]))
        self.reopen()

    def malfunction(self) -> bool:
        """A malfunction."""
        rule = self.layout.rulebook.malfunction
        done = self.asked(m.DeclareMalfunction(rule.by[0] if rule else "dealer"))
        self.reopen()
        return done

    def walk_away(self, seat: int, pending: bool) -> bool:
        """A player leaves the bets behind."""
        return self.asked(m.MarkAway(self.layout.rulebook.walk_away.by[0], seat, pending))

    def reopen(self) -> None:
        """Bets are invited again if they were closed."""
        if self.table.state.phase is Phase.SETTLED:
            self.must(m.OpenBetting("dealer"))

    @property
    def racks(self) -> dict[int, int]:
        """Cents by seat."""
        return {seat: self.table.rack(seat) for seat in self.seats}

    @property
    def bets(self) -> dict[int, dict[str, int]]:
        """Stakes by seat and spot."""
        return {seat: self.table.bets(seat) for seat in self.seats}

    @property
    def point(self) -> int | None:
        """The point, or None."""
        return self.table.point

    @property
    def commission(self) -> int:
        """Vigorish kept by the house."""
        return self.table.state.totals.commission
