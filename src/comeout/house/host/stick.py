"""The stick runs a roll of the house's own dice: close bets, throw, settle, each committed before it is published."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from comeout.house.dice.provable import leads_back
from comeout.house.dice.source import DiceFailure, DiceSource
from comeout.house.host.countdown import BettingTime
from comeout.house.host.crew import AutomaticCrew
from comeout.log.dice_proof import Seeds, freeze
from comeout.log.fold import Frozen, Memory
from comeout.log.records import TableRow
from comeout.table.attendant import why_no_roll
from comeout.table.decide import decide
from comeout.table.messages import (
    CallRoll,
    CloseBetting,
    Command,
    LetCompanionShoot,
    MoveDiceOn,
    OfferDice,
    OpenBetting,
    ReduceBet,
    Rejected,
    RollForDecision,
    SettleRoll,
    ThrowDice,
)
from comeout.table.shooter import lacks_line_bet
from comeout.table.stakes.risk import to_withdraw
from comeout.table.state import Phase

MakeSource = Callable[[TableRow, Memory], DiceSource | None]
"""The dice of a table: made anew, or restored from what its owner remembers; None where crew enter them."""

Commit = Callable[[], Awaitable[bool]]
"""Keep what happened; False if it could not be kept and so never happened."""


class Stick:
    """Throws the dice of the house: close bets, throw, settle, each committed before it is published."""

    def __init__(self, crew: AutomaticCrew, time: BettingTime, *, make_source: MakeSource, commit: Commit) -> None:
        self._crew, self._time, self._table, self._writer = crew, time, crew.table, crew.writer
        self._make_source, self._commit = make_source, commit
        self._source: DiceSource | None = None
        self.trouble = ""
        """Why the dice could not be taken up from the log."""

    def take_up(self) -> None:
        """Restore the dice source from the log."""
        try:
            self._source, self.trouble = self._make_source(self._table.row, self._table.memory), ""
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
        if self._table.state.phase is Phase.BETTING and not (await self.publish() and await self._close_bets()):
            return
        if self._table.state.phase in (Phase.CLOSED, Phase.DICE_OUT) and not await self._throw():
            return
        if self._table.state.phase is Phase.CALLED:
            crew.do(SettleRoll("house"))
            crew.attend()
            if not await self._commit():
                return
        await self.publish()

    async def publish(self) -> bool:
        """Store a new chain in secret, then publish its anchor, before the seeds of its first roll are frozen."""
        body = self._source.publish() if self._source else None
        if self._source is None or body is None or body == self._table.memory.published:
            return True
        self._table.memory.secret = self._source.secret() or b""
        if not await self._commit():
            return False
        await self._writer.snapshot()
        self._writer.note("chain-published", body)
        return await self._commit()

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
        if self._table.memory.frozen is None:  # somebody of the crew closed bets
            if not await self.publish():
                return False
            self._freeze()
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
        """Return the frozen seeds of the next throw; those of one that was not thrown still stand."""
        memory = self._table.memory
        if memory.frozen is None:
            self._writer.note("seeds-frozen", Frozen(memory.throws + 1, self._seeds()))

    def _seeds(self) -> Seeds:
        """Return the players' seeds by seat."""
        seeds = self._table.memory.seeds
        return freeze({seat: seeds[who] for seat, who in self._table.players.items() if who in seeds})
