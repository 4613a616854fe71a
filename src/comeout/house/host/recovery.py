"""What stops a table: what a dead owner left undone is put right, and what cannot be trusted closes it by its book."""

from __future__ import annotations

from comeout.house.host.closing import close_table
from comeout.house.host.crew import Crew
from comeout.log.fold import About
from comeout.table.messages import Interrupt, SettleRoll
from comeout.table.state import Phase


def put_right(crew: Crew, owner: str, *, left: float) -> None:
    """What a stop left undone, unless this owner has done it already and was only told that it was not kept.

    Committed dice stand and are settled first; then the book's rule of interruption applies, unless some of the betting
    time is left.
    """
    keeper, book = crew.keeper, crew.layout.rulebook
    assert keeper.lease
    clean = keeper.memory.clean or keeper.seq <= 1 or keeper.last_epoch == keeper.lease.epoch
    if not clean:
        keeper.note("started", {"owner": owner})
    keeper.take_over()
    if crew.state.phase is Phase.CALLED:
        crew.do(SettleRoll(crew.speaker(book.call.settle_by)))
    if not clean and not left and crew.state.seats and crew.state.phase is not Phase.SHUT:
        crew.do(Interrupt(crew.speaker(book.interruption.by)))
    for name in keeper.memory.wanted:  # who asked first asked an owner that is gone
        keeper.note("second-expired", About(name))


def close_distrusted(crew: Crew, why: str, *, last_roll_holds: bool) -> None:
    """There is no fallback for a log or dice that cannot be trusted: the table closes with a notice.

    Where the book has a rule of malfunction it is applied first, to the roll that cannot be trusted.
    """
    keeper, fault = crew.keeper, crew.keeper.fault
    keeper.note("log-failed" if fault else "dice-failed", {"why": fault or why})
    crew.declare_malfunction(last_roll=bool(fault) or not last_roll_holds)
    close_table(keeper, inspector_told=True)
