"""The batches of one table on their way into the store, and what becomes of those that the store would not have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from comeout.house.audience.hub import Hub
from comeout.house.clock import Clock
from comeout.house.host.keeper import Keeper, NotKept, Turn
from comeout.house.store.contract import AlreadyAnswered, StaleOwner, StoreTrouble, WalletShort
from comeout.protocol.frames import Answered, Trouble, frame
from comeout.protocol.house_commands import Ask

RETRY_SECONDS = 0.25


class Owner(Protocol):
    """Whoever has the batches kept."""

    async def read_back(self) -> None:
        """Forget what was not kept."""

    def take(self, ask: Ask) -> None:
        """Answer a command within the batch."""

    def give_way(self) -> None:
        """Somebody else owns the table."""

    @property
    def done(self) -> bool:
        """Whether it is this owner's table no longer."""


class Batches:
    """Each is kept, told and answered, or it never happened and the table is read back from its log."""

    def __init__(
        self,
        keeper: Keeper,
        clock: Clock,
        hub: Hub,
        owner: Owner,
        *,
        kept: Callable[[], None],
        gone_out: Callable[[], None],
    ) -> None:
        self._keeper, self._clock, self._hub, self._owner = keeper, clock, hub, owner
        self._kept, self._gone_out = kept, gone_out
        self.unfinished = False
        """A batch was not kept: there is something to do without anybody asking."""
        self.astray = False
        """What was not kept is still in memory: nothing may be written before the log is read back."""

    async def commit(self) -> bool:
        """Keep what happened, tell it and answer it; False if the store would not have it and it never happened."""
        if self.astray:
            return False
        try:
            await self._keep()
        except NotKept as bad:
            self.unfinished = self.astray = True
            await self._not_kept(bad.turn, bad.__cause__)
            return False
        return True

    async def wait_for_store(self, unanswered: list[tuple[Ask, bytes]], why: str) -> None:
        """Nothing can be kept: everybody is told, and nothing happens until the store is back."""
        says = f"the house cannot keep what happens just now, so nothing does ({why})"
        self._hub.broadcast(frame(Trouble(says)))
        _again(unanswered)
        while not self._owner.done:
            await self._clock.sleep(RETRY_SECONDS)
            try:
                await self._owner.read_back()
            except StoreTrouble:
                continue
            self._hub.broadcast(frame(Trouble("the house is back: play goes on", over=True)))
            return

    async def _keep(self) -> None:
        turn = await self._keeper.commit()
        self._kept()
        if turn.told:
            await _go_out()
            self._gone_out()

    async def _not_kept(self, turn: Turn, why: BaseException | None) -> None:
        if isinstance(why, (WalletShort, AlreadyAnswered)):
            await self._one_by_one(turn.replies)
        elif isinstance(why, StaleOwner):
            self._owner.give_way()
        elif isinstance(why, StoreTrouble):
            await self.wait_for_store(turn.replies, str(why))
        else:
            raise AssertionError("the store broke its contract") from why

    async def _one_by_one(self, waiting: list[tuple[Ask, bytes]]) -> None:
        """The commands of a batch that was refused for one of them."""
        try:
            await self._owner.read_back()
            while waiting and not self.astray:
                await self._one(waiting[0][0])
                waiting = waiting[1:]
            _again(waiting)  # the table was given up before its log could be read back
        except StoreTrouble as bad:
            await self.wait_for_store(waiting, str(bad))

    async def _one(self, ask: Ask) -> None:
        """A command of a batch that was refused, by itself."""
        known = await self._keeper.store.answer(ask.player, ask.id)
        if known is not None:
            ask.reply(known)
            return
        self._owner.take(ask)
        try:
            await self._keep()
        except NotKept as bad:
            self.astray = True
            if not isinstance(bad.__cause__, WalletShort):
                await self._not_kept(bad.turn, bad.__cause__)
                return
            await self._owner.read_back()
            says = "your wallet does not hold that much"
            data = frame(Answered(ask.id, False, reason="WALLET_SHORT", says=says))
            self._keeper.answer(ask, data, new=True)
            await self.commit()


def _again(unanswered: list[tuple[Ask, bytes]]) -> None:
    """What nobody could keep is to be sent again."""
    says = "the house could not keep this just now; send it again under the same id"
    for ask, _ in unanswered:
        ask.reply(frame(Answered(ask.id, False, reason="NOT_KEPT", says=says)))


async def _go_out() -> None:
    """Let what was told go out before anything long begins: connections write first, then the loop sends."""
    for _ in range(2):
        await asyncio.sleep(0)
