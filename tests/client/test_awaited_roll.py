"""What becomes of a roll that is waited for, event by event."""

from __future__ import annotations

import asyncio

import pytest

from comeout.client import Mirror
from comeout.client.awaited_roll import INTERRUPTED, AwaitedRoll
from comeout.dice import Roll
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.apply import apply
from comeout.table.state import Phase
from comeout.table.table import Table


class Watched:
    """A table that a mirror follows, with somebody who waits for a roll."""

    def __init__(self, *, asked: bool = True) -> None:
        self.table = Table(load_book("sentosa"))
        self.table.sit("Ann", 100_00)
        self.mirror = Mirror(self.table.layout)
        self.mirror.seat = 1
        self.follow(len(self.table.log))
        self.awaited = AwaitedRoll(self.mirror, asked=asked)

    def follow(self, up_to: int) -> None:
        """Have the mirror apply the log up to an event."""
        seq = self.mirror.seq or 0
        for number, event in enumerate(self.table.log[seq:up_to], seq + 1):
            apply(self.table.layout, self.mirror.state, event)
            self.mirror.seq = number
            if hasattr(self, "awaited"):
                self.awaited.hear(number, event)

    @property
    def outcome(self) -> object:
        return self.awaited.outcome(doubt_s=0.0)


def test_a_roll_is_there_when_it_is_settled_and_betting_is_open_again() -> None:
    watched = Watched()
    start = len(watched.table.log)
    watched.table.bet(1, "field", 1_00)
    watched.table.send(m.KeepBet(1, "field"))
    watched.follow(len(watched.table.log))
    watched.awaited.accepted(len(watched.table.log))
    watched.table.roll(2, 2)
    while len(watched.table.log) > (watched.mirror.seq or 0) + 1:
        watched.follow((watched.mirror.seq or 0) + 1)
        assert watched.outcome is None
    watched.follow(len(watched.table.log))
    rolled = watched.awaited.outcome(doubt_s=0.0)
    assert rolled
    assert (rolled.roll, rolled.point, rolled.net) == (Roll(2, 2), 4, {1: 1_00})
    assert list(rolled) == watched.table.log[start:]
    assert isinstance(rolled[-1], m.BetPlaced), "the bet that was to be made again"


def test_a_settlement_before_the_roll_was_accepted_is_somebody_else_s() -> None:
    watched = Watched()
    watched.table.roll(1, 2)
    watched.follow(len(watched.table.log))
    watched.awaited.accepted(len(watched.table.log))
    assert watched.outcome is None
    watched.table.roll(3, 1)
    watched.table.roll(6, 6)
    watched.follow(len(watched.table.log))
    rolled = watched.awaited.outcome(doubt_s=0.0)
    assert rolled
    assert rolled.roll == Roll(3, 1)
    assert [type(event) for event in rolled].count(m.RollSettled) == 1


def test_a_roll_that_was_not_asked_for_is_waited_for_however_long() -> None:
    watched = Watched(asked=False)
    watched.awaited.doubt()
    assert watched.outcome is None
    watched.mirror.state.phase = Phase.SHUT
    closed = watched.awaited.outcome(doubt_s=0.0)
    assert closed is not None
    assert (bool(closed), closed.reason) == (False, "TABLE_CLOSED")


def test_a_roll_in_doubt_is_lost_unless_the_dice_are_on_their_way() -> None:
    watched = Watched()
    watched.awaited.doubt()
    watched.mirror.state.phase = Phase.DICE_OUT
    assert watched.outcome is None
    watched.mirror.state.phase = Phase.BETTING
    assert watched.awaited.outcome(doubt_s=60.0) is None, "it may still come"
    lost = watched.awaited.outcome(doubt_s=0.0)
    assert lost is not None
    assert (bool(lost), lost.reason) == (False, INTERRUPTED)
    assert "nothing was rolled" in lost.says
    watched.mirror.state.rolls += 1
    unseen = watched.awaited.outcome(doubt_s=0.0)
    assert unseen is not None
    assert "`recall` has the roll" in unseen.says


def test_a_roll_that_the_next_owner_has_accepted_is_in_doubt_no_more() -> None:
    watched = Watched()
    watched.awaited.doubt()
    heard = watched.mirror.seq or 0
    watched.awaited.accepted(heard + 1)
    assert watched.outcome is None, "whoever accepted it came after the one that was lost"
    watched.awaited.doubt()
    watched.awaited.accepted(heard)
    assert watched.awaited.outcome(doubt_s=60.0) is None, "an answer of the lost owner takes as long to be doubted"
    lost = watched.awaited.outcome(doubt_s=0.0)
    assert lost is not None
    assert lost.reason == INTERRUPTED


def test_an_interruption_that_opens_betting_again_or_returns_the_line_bet_is_told_as_one() -> None:
    watched = Watched()
    watched.awaited.doubt()
    watched.table.send(m.CloseBetting("house"))
    watched.follow(len(watched.table.log))
    assert watched.outcome is None, "the next owner may still throw"
    watched.mirror.state.phase = Phase.BETTING
    lost = watched.awaited.outcome(doubt_s=60.0)
    assert lost is not None
    assert (lost.reason, lost.says.endswith("nothing was rolled; roll again")) == (INTERRUPTED, True)
    watched.mirror.state.shooter = None
    lost = watched.awaited.outcome(doubt_s=60.0)
    assert lost is not None
    assert lost.reason == INTERRUPTED
    assert "nothing was rolled; roll again when you can: " in lost.says


def test_betting_that_is_opened_again_without_a_throw_ends_the_waiting() -> None:
    watched = Watched()
    watched.table.send(m.CloseBetting("house"))
    watched.follow(len(watched.table.log))
    watched.mirror.state.phase = Phase.BETTING
    refused = watched.awaited.outcome(doubt_s=0.0)
    assert refused is not None
    assert "betting was opened again before the dice were thrown" in refused.says


@pytest.mark.parametrize("act", ["hear", "doubt", "stir"])
def test_whoever_waits_is_woken_by_whatever_happens(act: str) -> None:
    async def scenario() -> None:
        watched = Watched()
        waiting = asyncio.create_task(watched.awaited.wait(None))
        await asyncio.sleep(0)
        if act == "hear":
            watched.awaited.hear(1, watched.table.log[0])
        else:
            getattr(watched.awaited, act)()
        await waiting
        await watched.awaited.wait(0.0)

    asyncio.run(scenario())
