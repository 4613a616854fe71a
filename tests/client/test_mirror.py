"""The replica of a table: laid at any moment, it follows the table."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from comeout.client.event_reader import event_of
from comeout.client.mirror import Lost, Mirror
from comeout.house.audience import hub, snapshot
from comeout.house.audience.hub import Subscriber
from comeout.house.host import writer
from comeout.house.store.contract import Store
from comeout.protocol.frames import Countdown, Happened, ToClient, Welcome, You
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.messages import Event
from comeout.table.position import position_of
from tests.kit.house_games import at_the_house, open_evening


@pytest.mark.parametrize("small", [32, 1])
@pytest.mark.parametrize("laid_after", [0, 1, 3, 5])
def test_a_mirror_laid_at_any_moment_follows_the_table(
    small: int, laid_after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (hub, writer, snapshot):
        monkeypatch.setattr(module, "SMALL_TABLE", small)

    async def scenario(store: Store) -> None:
        evening = await open_evening(store, "sentosa")
        await evening.sit()
        host, mirror = evening.host, Mirror(load_book("sentosa"))
        watcher = Subscriber("bob", sees_all=False, clock=host.clock.monotonic)
        for number in range(7):
            if number == laid_after:
                me = snapshot.you(host, "bob", "Bob", frozenset())
                mirror.greet(Welcome(1, "t", 1, host.fold.log.seq, me))
                mirror.lay(snapshot.snapshot(host, me, {}))
                watcher.seat = me.seat
                host.hub.join(watcher)
            for player in ("ann", "bob"):
                for spot, amount in (("pass", 1_000), ("field", 500), ("come", 1_000), ("hard-4", 500)):
                    evening.ask(player, "PlaceBet", spot=spot, amount=amount)
            evening.ask("bob", "KeepBet", spot="field", keep=True)
            await evening.turn()
            await evening.roll()
        while watcher.waiting_bytes:
            told = msgspec.json.decode(await watcher.next() or b"", type=ToClient)
            watcher.sent()
            if isinstance(told, Happened):
                mirror.fold(told, event_of(told))
        now = snapshot.you(host, "bob", "Bob", frozenset())
        assert mirror.rack_cents == now.rack_cents
        assert mirror.bets == {spot: bet.amount for spot, bet in now.bets.items()}
        state = mirror.state
        assert (state.point, state.rolls, state.phase, state.shooter) == (
            host.state.point,
            host.state.rolls,
            host.state.phase,
            host.state.shooter,
        )
        ours, theirs = (position_of(each) for each in (mirror.state, host.state))
        assert mirror.position == ours
        assert [each.bets for each in ours.seats if each.seat == now.seat] == [
            each.bets for each in theirs.seats if each.seat == now.seat
        ]
        await host.stop()

    at_the_house(tmp_path, scenario)


@pytest.fixture
def mirror() -> Mirror:
    """A replica of bob, who watches."""
    mirror = Mirror(load_book("sentosa"))
    mirror.greet(Welcome(1, "t", 1, 0, You("bob", "Bob", None, 0, {}, [], ["dealer"], "lucky")))
    return mirror


def told(mirror: Mirror, event: Event, **body: str) -> None:
    """Fold an event as the house publishes it."""
    mirror.fold(Happened("t", 1, (mirror.seq or 0) + 1, 0, type(event).__name__, body), event)


def test_the_greeting_says_who_you_are(mirror: Mirror) -> None:
    assert (mirror.player, mirror.roles, mirror.seed, mirror.seat) == ("bob", ("dealer",), "lucky", None)


def test_your_own_chips_are_mirrored_and_those_of_others_are_not(mirror: Mirror) -> None:
    told(mirror, m.SeatTaken(1, "ann", 500_00), name="Ann")
    told(mirror, m.SeatTaken(2, "bob", 200_00), name="Bob")
    assert (mirror.seat, mirror.rack_cents, mirror.names) == (2, 200_00, {1: "Ann", 2: "Bob"})
    assert mirror.state.seats[1].rack == 0
    told(mirror, m.BetPlaced(1, "field", 25_00, 0, "4.1"))
    told(mirror, m.BetPlaced(2, "field", 10_00, 0, "4.1"))
    assert (mirror.bets, mirror.rack_cents, mirror.seq) == ({"field": 10_00}, 190_00, 4)


def test_whoever_leaves_is_forgotten(mirror: Mirror) -> None:
    told(mirror, m.SeatTaken(2, "bob", 200_00), name="Bob")
    told(mirror, m.SeatLeft(2, 200_00))
    assert (mirror.seat, mirror.rack_cents, mirror.names) == (None, 0, {})


def test_an_event_that_does_not_fit_asks_for_a_new_snapshot(mirror: Mirror) -> None:
    told(mirror, m.SeatTaken(2, "bob", 200_00), name="Bob")
    with pytest.raises(Lost, match="BetTakenDown"):
        told(mirror, m.BetTakenDown(2, "field", 10_00, 0, 0, "4.2", "removed"))


def test_a_countdown_ends_when_bets_close(mirror: Mirror) -> None:
    mirror.count(Countdown(0, 5_000, "", None))
    assert 0 < (mirror.closes_in_s or 0) <= 5
    told(mirror, m.BettingClosed("house", "5.1"))
    assert mirror.closes_in_s is None
    mirror.count(Countdown(0, None, "a shooter", 3))
    assert (mirror.waiting, mirror.whose, mirror.closes_in_s) == ("a shooter", 3, None)
    mirror.count(Countdown(0, None, ready=[2, 3]))
    assert mirror.ready == {2, 3}
