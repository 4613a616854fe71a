"""The figures for Prometheus: each that is named is written, and each that is written is named."""

from __future__ import annotations

import re
from types import SimpleNamespace

from comeout.house.audience.hub import Hub, Subscriber
from comeout.house.metrics import REGISTRY, metrics_page
from tests.kit.nights import play, seated
from tests.kit.project import DOCS

OPERATING = (DOCS / "operating.md").read_text(encoding="utf-8")


def figure(name: str) -> float:
    return REGISTRY.get_sample_value(name) or 0.0


def test_every_connection_is_counted_whoever_owns_its_table() -> None:
    hubs = [Hub(), Hub()]
    for hub in hubs:
        somebody = Subscriber("ann", sees_all=False, clock=lambda: 0.0)
        hub.join(somebody)
        somebody.offer(b"seven")
    owned = SimpleNamespace(lease_age=1.5)
    page = metrics_page([owned], [SimpleNamespace(hub=hub) for hub in hubs])
    assert "comeout_connections 2.0" in page
    assert "comeout_queue_bytes 10.0" in page
    assert "comeout_tables 1.0" in page
    assert "comeout_lease_age_seconds 1.5" in page


@play
async def test_the_time_from_dice_to_the_last_frame_is_taken_for_every_roll_that_the_house_throws() -> None:
    before = figure("comeout_roll_to_last_frame_seconds_count")
    night = await seated("exhibit-a", (3, 4), (5, 6))
    for rolls in (1, 2):
        await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
        await night.wait()
        assert figure("comeout_roll_to_last_frame_seconds_count") == before + rolls


def test_the_documents_name_every_figure() -> None:
    names = set(re.findall(r"# TYPE (comeout_\w+?) (?:counter|gauge|histogram)", metrics_page([], [])))
    named = set(re.findall(r"`(comeout_\w+)`", OPERATING))
    assert {name for name in names if not name.endswith("_created")} == named
