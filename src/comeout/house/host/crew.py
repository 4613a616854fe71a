"""The automatic crew of one table: what the house does there by itself, with the commands that people send."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from comeout.house.host.house_terms import awake, house_throws
from comeout.house.host.owned_table import OwnedTable
from comeout.house.host.writer import Writer
from comeout.house.players.conduct import UNJUDGED, Known, news, nobody_known
from comeout.log.fold import Refused
from comeout.protocol.house_commands import No
from comeout.rules.wagers import Role
from comeout.table.attendant import attend
from comeout.table.decide import decide
from comeout.table.messages import Command, DeclareMalfunction, Event, Rebet, RebetSkipped, Rejected, ThrowDice
from comeout.table.state import Phase, TableState

Guard = Callable[[str, Command, TableState], No | None]
"""What stops a player beyond the book: limits they set for themselves."""


class AutomaticCrew:
    """Automatic crew: does what is due, and adds the events to the batch."""

    def __init__(self, table: OwnedTable, writer: Writer, guard: Guard, known: Known = nobody_known) -> None:
        self.table, self.writer, self.guard = table, writer, guard
        self._known = known

    @property
    def automatic(self) -> bool:
        """Whether the house is the crew."""
        return self.table.state.settings.crew == "automatic"

    @property
    def house_throws(self) -> bool:
        """Whether the house throws the dice, too."""
        return house_throws(self.table.row, self.table.state)

    @property
    def roll_in_hand(self) -> bool:
        """Whether bets are closed for a roll that the house has still to throw."""
        return self.table.state.phase in (Phase.CLOSED, Phase.DICE_OUT) and self.house_throws

    def speaker(self, roles: Sequence[Role]) -> Role:
        """The role in whose name the house does what cannot wait for anybody."""
        return "house" if self.automatic else roles[0]

    def do(self, command: Command) -> list[Event]:
        """Execute a command of the house; a refusal changes nothing and is logged once for each betting time."""
        table, writer = self.table, self.writer
        answer = decide(table.layout, table.state, command)
        if isinstance(answer, Rejected):
            refused = Refused(type(command).__name__, answer.says)
            if refused not in table.memory.refused:
                writer.note("crew-refused", refused)
            return []
        for event in answer:
            writer.write(event)
        return answer

    def acquaint(self, seat: int) -> None:
        """Apply what other tables of the house hold against a player, before anything about them is decided.

        What this batch itself has judged is not kept yet, so the house does not know of it.
        """
        owner, judged = self.table.state.seats.get(seat), self.table.turn.batch.conduct
        if owner is None or (judged and any(row.player == owner.player for row in judged)):
            return
        known = self._known(owner.player)
        told = None if known is UNJUDGED else news(self.table.layout, seat, owner, known)
        if told:
            self.writer.write(told)

    def declare_malfunction(self, *, last_roll: bool) -> None:
        """Apply the book's rule of malfunction, if it has one, to the current roll or to the last settled one."""
        rule, state = self.table.layout.rulebook.malfunction, self.table.state
        if rule is None:
            return
        if not last_roll and state.phase is Phase.CLOSED and state.shooter is not None:
            self.do(ThrowDice(state.shooter))  # it is this roll that is void: the one before it stands
        if last_roll or state.phase in (Phase.DICE_OUT, Phase.CALLED):
            self.do(DeclareMalfunction(self.speaker(rule.by), last_roll=last_roll and state.last_roll is not None))

    def attend(self) -> None:
        """Do what is due by itself, while anybody is there to do it for."""
        layout, state = self.table.layout, self.table.state
        while awake(state) and (command := attend(layout, state)):
            if isinstance(command, Rebet):
                self.acquaint(command.seat)
            if isinstance(command, Rebet) and (no := self.guard("", command, state)):
                self.writer.write(RebetSkipped(command.seat, command.spot, no.says, no.clause))
            elif not self.do(command):
                return
