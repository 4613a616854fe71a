"""The automatic crew of one table: what the house does by itself, with the commands that people send.

`AutomaticCrew` does what is due, `Stick` throws the dice of the house. The rules of the house beyond the book are here
too: who throws, how often, and what it refuses.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from comeout.house.dice.provable import leads_back
from comeout.house.dice.source import DiceFailure, DiceSource
from comeout.house.host.create import crew_problem
from comeout.house.host.money_bounds import MoneyBounds
from comeout.house.host.owned_table import OwnedTable
from comeout.house.host.writer import Writer
from comeout.house.players.conduct import UNJUDGED, Known, news, nobody_known
from comeout.lessons.lesson import OVER, Lesson, is_over, lesson_called
from comeout.log.dice_formula import Seeds, freeze
from comeout.log.fold import TABLE_NAMED, Frozen, Memory, Named, Refused
from comeout.log.hash_chain import text_hash
from comeout.log.records import Micros, TableRow, is_lesson, lesson_of
from comeout.protocol.house_commands import No
from comeout.rules.layout import Layout
from comeout.rules.wagers import Role
from comeout.table.attendant import attend, why_no_roll
from comeout.table.decide import decide
from comeout.table.messages import (
    CallRoll,
    CloseBetting,
    Command,
    CorrectRoll,
    DeclareMalfunction,
    DisputeFace,
    Event,
    KeepBet,
    LetCompanionShoot,
    MoveDiceOn,
    OfferDice,
    OpenBetting,
    PostNotice,
    Reason,
    Rebet,
    RebetSkipped,
    ReduceBet,
    Rejected,
    RollForDecision,
    SettleRoll,
    ThrowDice,
)
from comeout.table.shooter import lacks_line_bet
from comeout.table.stakes.risk import to_withdraw
from comeout.table.state import Phase, TableState

if TYPE_CHECKING:
    from comeout.house.host.countdown import BettingTime

MakeSource = Callable[[TableRow, Memory], DiceSource | None]
"""A function that returns the dice source of a table for its new owner; None if the crew enters dice."""

Commit = Callable[[], Awaitable[bool]]
"""A function that commits the batch; False if the store refused it, so that nothing of it happened."""

Guard = Callable[[str, Command, TableState], No | None]
"""A function that refuses a command which exceeds a player's own limits."""


class AutomaticCrew:
    """Automatic crew: does what is due, and adds the events to the batch."""

    def __init__(self, table: OwnedTable, writer: Writer, guard: Guard, known: Known = nobody_known) -> None:
        self.table, self.writer, self._guard = table, writer, guard
        self._bounds = MoneyBounds(table.layout)
        self._known = known
        self._lesson = lesson_at(table.row)

    @property
    def lesson_over(self) -> No | None:
        """Why a lesson takes neither a bet nor a roll any more; None before its last throw and at other tables."""
        return lesson_over(self._lesson, self.table.memory.throws)

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

    def guard(self, player: str, command: Command, state: TableState) -> No | None:
        """Return why the house refuses a command: more money than it keeps account of, or a player's own limit."""
        return self._bounds.problem(command, state) or self._guard(player, command, state)

    def speaker(self, roles: Sequence[Role]) -> Role:
        """The role in whose name the house does what cannot wait for anybody."""
        return "house" if self.automatic else roles[0]

    def do(self, command: Command) -> Sequence[Event]:
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
            if isinstance(command, Rebet) and (no := self._no_rebet(command)):
                self.writer.write(RebetSkipped(command.seat, command.spot, no.says, no.clause))
            elif not self.do(command):
                return

    def _no_rebet(self, command: Rebet) -> No | None:
        """Return why a standing instruction is not carried out; one that this table never carries out ends."""
        no = refusal(self.table.row, command)
        if no:
            self.do(KeepBet(command.seat, command.spot, keep=False))
        return no or self.guard("", command, self.table.state)


class Stick:
    """Throws the dice of the house: close bets, throw, settle, each committed before it is published."""

    def __init__(self, crew: AutomaticCrew, time: BettingTime, *, make_source: MakeSource, commit: Commit) -> None:
        self._crew, self._time, self._table, self._writer = crew, time, crew.table, crew.writer
        self._make_source, self._commit = make_source, commit
        self._source: DiceSource | None = None
        self._text = ""
        """The hash of the text of the book, as it is stored; empty until a table without a chain is opened."""
        self.trouble = ""
        """Why there is no dice source that follows from the log; empty if there is."""

    def let_go(self) -> None:
        """Drop the dice source: a chain ends with the ownership of the table."""
        self._source = None

    async def take_up(self) -> None:
        """Make the dice source of this owner or, once it has one, let it resume from the replayed log."""
        row, memory, self.trouble = self._table.row, self._table.memory, ""
        if row.dice == "chain" and not memory.published and (book := await self._table.store.book(row.book)):
            self._text = text_hash(book.text)
        try:
            if self._source is None:
                self._source = self._make_source(row, memory)
            else:
                self._source.resume(memory)
        except DiceFailure as bad:
            self._source, self.trouble = None, str(bad)

    @property
    def last_roll_holds(self) -> bool:
        """Return whether the last throw can have come from its chain."""
        memory = self._table.memory
        chain = self._table.row.dice == "chain" and memory.thrown
        return not chain or leads_back(memory.published, memory.thrown)

    async def roll(self) -> None:
        """Close bets, throw, settle."""
        crew = self._crew
        if crew.house_throws and self._source is None:
            raise DiceFailure(self.trouble)
        if self._table.state.phase is Phase.BETTING:
            self.publish()
            if not await self._close_bets():
                return
        if self._table.state.phase in (Phase.CLOSED, Phase.DICE_OUT) and not await self._throw():
            return
        if self._table.state.phase is Phase.CALLED:
            crew.do(SettleRoll("house"))
            crew.attend()
            if not await self._commit():
                return
        self.publish()
        await self._commit()

    def begin(self) -> bool:
        """Publish the first chain of this owner, before bets open: the last owner's is gone. False if the dice fail."""
        try:
            self.publish()
        except DiceFailure as bad:
            self._source, self.trouble = None, str(bad)
        return not self.trouble

    def publish(self) -> None:
        """Publish the anchor of a new chain, before the seeds of its first roll are frozen."""
        if self._source and self._source.kind == "chain" and not self._table.memory.published:
            row = self._table.row  # before the first anchor, which names the log up to it: so it cannot be changed
            self._writer.note(TABLE_NAMED, Named(row.name, row.mode, row.dice, row.profile, row.player, self._text))
        body = self._source.publish(self._table.log.hash) if self._source else None
        if body is not None:
            self._writer.note("chain-published", body)

    async def _close_bets(self) -> bool:
        """Close betting and freeze the players' seeds; False if nobody can throw now."""
        crew, state = self._crew, self._table.state
        if self._dice_go_on():
            crew.attend()
            await self._commit()
            return False
        wait = self._time.too_soon()
        if wait > 0:
            self._time.wait(wait)
            return False
        self._find_somebody()
        closed = self._table.clock.monotonic()
        if why_no_roll(self._table.layout, state) or not crew.do(CloseBetting("house")):
            self._time.begin_anew()
            await self._commit()
            return False
        self._freeze()
        if not await self._commit():
            return False
        self._time.closed_at(closed)
        return True

    def _dice_go_on(self) -> bool:
        """Pass the dice on: an offer was not answered in time, or the shooter has no line bet."""
        crew, state = self._crew, self._table.state
        if self._table.row.mode != "live":
            return False
        for seat, spot in sorted(state.choices):
            # Who was told to raise or withdraw it has done neither.
            bet = state.bets[self._table.layout.by_id[spot].index][seat]
            crew.do(ReduceBet(seat, spot, to_withdraw(state, seat, bet)))
        if state.shooter is None and state.offered is not None:
            done = self._do_one_of(MoveDiceOn("house"))
        elif lacks_line_bet(self._table.layout, state):
            done = self._do_one_of(OfferDice("house"), MoveDiceOn("house"))
        else:
            return False
        if not done:
            self._time.begin_anew()
        return True

    def _find_somebody(self) -> None:
        """Find who throws at a live table without a shooter: a roll for a decision, or a companion."""
        if self._table.row.mode == "live" and self._table.state.shooter is None:
            self._do_one_of(RollForDecision("house"), LetCompanionShoot("house"))

    def _do_one_of(self, *commands: Command) -> bool:
        """Execute the first of these commands that the book allows the house."""
        crew = self._crew
        for command in commands:
            if not isinstance(decide(self._table.layout, self._table.state, command), Rejected):
                crew.do(command)
                return True
        return False

    async def _throw(self) -> bool:
        """Throw; the dice are committed before anybody sees them."""
        crew = self._crew
        if self._table.memory.frozen is None:  # somebody of the crew closed bets, or the chain they froze for ended
            self.publish()
            self._freeze()
            if not await self._commit():
                return False
        shooter = self._table.state.shooter
        if self._table.state.phase is Phase.CLOSED and (shooter is None or not crew.do(ThrowDice(shooter))):
            crew.do(OpenBetting("house"))  # whoever was to throw cannot any more
        memory = self._table.memory
        if self._table.state.phase is Phase.DICE_OUT:
            assert self._source
            thrown = self._source.throw(memory.throws + 1, memory.frozen or ())
            self._writer.note("dice-thrown", thrown.proof)
            crew.do(CallRoll("house", thrown.roll))
        else:
            crew.attend()  # nobody threw, or the throw itself was a No Roll
        return await self._commit()

    def _freeze(self) -> None:
        """Log the frozen seeds of the next throw; seeds frozen for a throw that did not happen stay valid."""
        memory = self._table.memory
        if memory.frozen is None:
            log = self._table.log.hash.hex() if self._table.row.dice == "chain" else ""
            self._writer.note("seeds-frozen", Frozen(memory.throws + 1, self._seeds(), log))

    def _seeds(self) -> Seeds:
        """Return the players' seeds by seat."""
        seeds = self._table.memory.seeds
        return freeze({seat: seeds[who] for seat, who in self._table.players.items() if who in seeds})


# ------------------------------------------------------------------ rules of the house beyond the book

REGULATED_SECONDS = 5.0
"""The shortest time between two rolls at a table with the regulated profile."""


def awake(state: TableState) -> bool:
    """Return whether there is anybody to play for."""
    return bool(state.occupied) or any(not seat.away for seat in state.seats.values())


def house_throws(row: TableRow, state: TableState) -> bool:
    """Return whether the house is the crew and throws the dice, too."""
    return state.settings.crew == "automatic" and row.dice != "crew"


def too_soon(row: TableRow, passed: Micros) -> float:
    """Return the seconds until a regulated table may roll again, so long after its last roll."""
    return REGULATED_SECONDS - max(0, passed) / 1_000_000 if row.profile == "regulated" else 0.0


def rolls_when_asked(row: TableRow, state: TableState) -> bool:
    """Return whether the dice are thrown when the player says so: at a first-person table."""
    return row.mode == "first-person" and house_throws(row, state)


def no_roll(row: TableRow, layout: Layout, state: TableState, passed: Micros) -> No | None:
    """Return why the dice are not thrown for a player who has them and says so, so long after the last roll."""
    if not rolls_when_asked(row, state):
        return No("NOT_ALLOWED", "here the dice come when the betting time is over")
    problem = why_no_roll(layout, state)
    if problem:
        return No(problem.reason.name, problem.says, layout.cite(problem.clause))
    wait = too_soon(row, passed)
    if wait > 0:
        return No("TOO_SOON", f"this table keeps {REGULATED_SECONDS:.0f} seconds between rolls; {wait:.1f} are left")
    return None


def lesson_at(row: TableRow) -> Lesson | None:
    """Return the lesson that a table is for; None for any other table."""
    return lesson_called(lesson_of(row.id)) if is_lesson(row.id) else None


def lesson_over(lesson: Lesson | None, throws: int) -> No | None:
    """Return why a lesson takes neither a bet nor a roll after its last throw; None before that and at other tables."""
    return No("NOT_ALLOWED", OVER) if lesson and is_over(lesson, throws) else None


def no_ready(row: TableRow, state: TableState) -> No | None:
    """Return why nobody can say now that they are ready for the throw."""
    if row.mode != "live" or not house_throws(row, state):
        return No("NOT_ALLOWED", "at this table nobody waits until all players are ready")
    if state.phase is not Phase.BETTING:
        return No(Reason.BETTING_CLOSED.name, "bets are closed; be ready for the next roll when they are open again")
    return None


BY_HAND = "at a regulated table every bet is made by hand, so no bet is repeated by itself"


def refusal(row: TableRow, command: Command) -> No | None:
    """Return why the house refuses a command, whatever the book says.

    Nobody else calls the dice it throws, and at a regulated table nothing is bet without its player's hand.
    """
    if row.profile == "regulated" and isinstance(command, (KeepBet, Rebet)) and getattr(command, "keep", True):
        return No("NOT_ALLOWED", BY_HAND)
    if row.dice != "crew" and _touches_dice(command):
        return No("NOT_ALLOWED", "the house throws the dice at this table")
    if isinstance(command, PostNotice) and command.setting == "crew":
        problem = crew_problem(command.value, row.dice)
        return No("BAD_SETTING", problem) if problem else None
    return None


def _touches_dice(command: Command) -> bool:
    dice = isinstance(command, (CallRoll, ThrowDice, CorrectRoll, DisputeFace))
    return dice or bool(getattr(command, "roll", None))
