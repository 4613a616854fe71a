"""Recovery of a table: after a crash, after a batch that the store refused, and with a log that is not trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from comeout.house.host.closing import close_table
from comeout.house.host.crew import AutomaticCrew
from comeout.house.host.fair_settings import notices_due
from comeout.house.host.owned_table import Turn
from comeout.house.host.writer import NotKept
from comeout.house.store.contract import AlreadyAnswered, StaleOwner, StoreTrouble, WalletShort
from comeout.log.fold import About, Fold
from comeout.protocol.frames import Answered, Trouble, frame
from comeout.protocol.house_commands import Ask
from comeout.table.messages import Interrupt, PostNotice, SettleRoll
from comeout.table.shooter import BETWEEN_THROWS
from comeout.table.state import Phase

if TYPE_CHECKING:
    from comeout.house.host.host import Host

log = structlog.get_logger("comeout.house")

RETRY_SECONDS = 0.25

Replies = list[tuple[Ask, bytes]]


# ------------------------------------------------------------------ after a stop


async def nobody_minds(_: Fold) -> None:
    """Do nothing when a table was replayed."""


def put_right(crew: AutomaticCrew, owner: str, *, left: float) -> None:
    """Finish what the last owner left open: settle committed dice, apply the interruption rule once. Idempotent.

    The rule of interruption does not apply while some of the betting time is left.
    """
    table, writer, book = crew.table, crew.writer, crew.table.layout.rulebook
    assert table.lease
    clean = table.memory.clean or table.log.seq <= 1 or table.last_epoch == table.lease.epoch
    if not clean:
        writer.note("started", {"owner": owner})
    writer.take_over()
    if table.state.phase is Phase.CALLED:
        crew.do(SettleRoll(crew.speaker(book.call.settle_by)))
    if not clean and not left and table.state.seats and table.state.phase is not Phase.SHUT:
        crew.do(Interrupt(crew.speaker(book.interruption.by)))
    if table.state.phase in BETWEEN_THROWS:
        for setting, value in notices_due(table.row, table.layout, table.state.settings):
            crew.do(PostNotice(crew.speaker(book.limits.post_by), setting, value))
    for name in table.memory.wanted:  # who asked first asked an owner that is gone
        writer.note("second-expired", About(name))


def close_distrusted(crew: AutomaticCrew, why: str, *, last_roll_holds: bool) -> None:
    """Close a table whose log or dice cannot be trusted, with a notice: there is no fallback.

    Where the book has a rule of malfunction it is applied first, to the roll that cannot be trusted.
    """
    fault = crew.table.fault
    log.error("table closed: its log or dice cannot be trusted", table=crew.table.row.id, why=fault or why)
    crew.writer.note("log-failed" if fault else "dice-failed", {"why": fault or why})
    crew.declare_malfunction(last_roll=bool(fault) or not last_roll_holds)
    close_table(crew.writer, inspector_told=True)


# ------------------------------------------------------------------ after a batch was refused


async def after_refusal(host: Host, turn: Turn, why: BaseException | None) -> None:
    """Handle a batch that the store refused: retry one by one, step down, or wait for the store."""
    if isinstance(why, (WalletShort, AlreadyAnswered)):
        await _one_by_one(host, turn.replies)
    elif isinstance(why, StaleOwner):
        host.give_way()
        for ask, _ in turn.replies:
            host.ask(ask)  # nothing of it happened: it is passed on to the next owner
    elif isinstance(why, StoreTrouble):
        await wait_for_store(host, turn.replies, str(why))
    else:
        raise AssertionError("the store broke its contract") from why


async def wait_for_store(host: Host, unanswered: Replies, why: str) -> None:
    """Retry in degraded mode until the store is back: everybody is told, and nothing is accepted."""
    log.warning("store away", table=host.row.id, why=why)
    host.hub.broadcast(frame(Trouble("the house cannot keep what happens just now, so nothing does")))
    _ask_again(unanswered)
    while not host.done:
        await host.clock.sleep(RETRY_SECONDS)
        try:
            await host.read_back()
        except StoreTrouble:
            continue
        host.hub.broadcast(frame(Trouble("the house is back: play goes on", over=True)))
        return


async def _one_by_one(host: Host, waiting: Replies) -> None:
    """Retry the commands of a refused batch one by one."""
    try:
        await host.read_back()
        while waiting and not host.astray:
            await _one(host, waiting[0][0])
            waiting = waiting[1:]
        _ask_again(waiting)  # the table was given up before its log could be replayed
    except StoreTrouble as bad:
        await wait_for_store(host, waiting, str(bad))


async def _one(host: Host, ask: Ask) -> None:
    """Retry one command of a refused batch by itself."""
    known = await host.table.store.answer(ask.player, ask.id)
    if known is not None:
        ask.reply(known)
        return
    host.take(ask)
    try:
        await host.publish(await host.writer.commit())
    except NotKept as bad:
        host.astray = True
        if not isinstance(bad.__cause__, WalletShort):
            await after_refusal(host, bad.turn, bad.__cause__)
            return
        await host.read_back()
        says = "your wallet does not hold that much"
        host.writer.answer(ask, Answered(ask.id, False, reason="WALLET_SHORT", says=says))
        await host.commit()


async def recover_from_bug(host: Host) -> None:
    """Recover from a broken invariant: discard what was not committed and replay the table from its log."""
    asked = host.unanswered
    await host.read_back()
    for ask in asked:
        ask.reply(frame(Answered(ask.id, False, reason="BROKEN", says="the house broke on this; nothing happened")))
    host.hub.broadcast(frame(Trouble("the table broke and was read back from its log", over=True)))


def _ask_again(unanswered: Replies) -> None:
    """Tell the clients to send again what could not be committed."""
    says = "the house could not store this; send it again with the same id"
    for ask, _ in unanswered:
        ask.reply(frame(Answered(ask.id, False, reason="NOT_KEPT", says=says)))
