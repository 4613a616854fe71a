"""The automatic crew of one table: what the house does by itself, with the commands that people send.

The rules of the house beyond the book are here too: who throws the dice, how often, and what it refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from comeout.house.host.create import crew_problem
from comeout.house.host.owned_table import OwnedTable
from comeout.house.host.writer import Writer
from comeout.house.players.conduct import UNJUDGED, Known, news, nobody_known
from comeout.log.fold import Memory, Refused
from comeout.log.records import Micros, TableRow
from comeout.protocol.house_commands import No
from comeout.rules.layout import Layout
from comeout.rules.wagers import Role
from comeout.table.attendant import attend, why_no_roll
from comeout.table.decide import decide
from comeout.table.messages import (
    CallRoll,
    Command,
    CorrectRoll,
    DeclareMalfunction,
    DisputeFace,
    Event,
    PostNotice,
    Rebet,
    RebetSkipped,
    Rejected,
    ThrowDice,
)
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


# ------------------------------------------------------------------ rules of the house beyond the book

REGULATED_SECONDS = 5.0
"""The least time between two rolls at a table with the regulated profile."""


def awake(state: TableState) -> bool:
    """Return whether there is anybody to play for."""
    return bool(state.occupied) or any(not seat.away for seat in state.seats.values())


def house_throws(row: TableRow, state: TableState) -> bool:
    """Return whether the house is the crew and throws the dice, too."""
    return state.settings.crew == "automatic" and row.dice != "crew"


def too_soon(row: TableRow, memory: Memory, now: Micros) -> float:
    """Return the seconds until a regulated table may roll again."""
    return REGULATED_SECONDS - (now - memory.rolled_at) / 1_000_000 if row.profile == "regulated" else 0.0


def rolls_when_asked(row: TableRow, state: TableState) -> bool:
    """Return whether the dice are thrown when the player says so: at a first-person table."""
    return row.mode == "first-person" and house_throws(row, state)


def no_roll(row: TableRow, layout: Layout, state: TableState, memory: Memory, now: Micros) -> No | None:
    """Return why the dice are not thrown for a player who has them and says so."""
    if not rolls_when_asked(row, state):
        return No("NOT_ALLOWED", "here the dice come when the betting time is over")
    problem = why_no_roll(layout, state)
    if problem:
        return No(problem.reason.name, problem.says, layout.cite(problem.clause))
    wait = too_soon(row, memory, now)
    if wait > 0:
        return No("TOO_SOON", f"this table keeps {REGULATED_SECONDS:.0f} seconds between rolls; {wait:.1f} are left")
    return None


def refusal(row: TableRow, command: Command) -> No | None:
    """Return why the house refuses a command, whatever the book says: nobody else calls the dice it throws."""
    if row.dice != "crew" and _touches_dice(command):
        return No("NOT_ALLOWED", "the house throws the dice at this table")
    if isinstance(command, PostNotice) and command.setting == "crew":
        problem = crew_problem(command.value, row.dice)
        return No("BAD_SETTING", problem) if problem else None
    return None


def _touches_dice(command: Command) -> bool:
    dice = isinstance(command, (CallRoll, ThrowDice, CorrectRoll, DisputeFace))
    return dice or bool(getattr(command, "roll", None))
