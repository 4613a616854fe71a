"""The replica of a table: laid at any moment, it follows the table."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from comeout.client import Mirror
from comeout.client.event_reader import event_of
from comeout.house.audience import hub, snapshot
from comeout.house.audience.hub import Subscriber
from comeout.house.host import writer
from comeout.house.store.contract import Store
from comeout.protocol.frames import Happened, ToClient, Welcome
from comeout.rules.library import load_book
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
