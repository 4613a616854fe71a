"""The page over a bad network: slow, cut and half-open. When it is good again the page shows what the house has."""

from __future__ import annotations

import os
import threading
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from comeout.house.http.authentication import COOKIE
from tests.kit.bad_network import bad_network
from tests.page.conftest import Visitor
from tests.page.served import Served
from tests.page.test_live import take_a_seat
from tests.page.test_table import tap
from tests.page.watch import Watch

SECONDS = float(os.getenv("COMEOUT_BAD_NETWORK", "3"))
CATCH_UP_S = 2.0
BUSY_S = 2.0
"""Seconds more, for a machine that does other things too: two browsers draw what they are told."""

PICTURE = """() => ({
  rack: document.querySelector(".totals")?.innerText,
  lying: [...document.querySelectorAll(".lying [data-on]")].map((each) => each.dataset.on + each.textContent).sort(),
  rolled: [...document.querySelectorAll(".rolled")].map((each) => each.dataset.seq).sort().slice(-3),
})"""


def picture(page: Page) -> Any:
    return page.evaluate(PICTURE)


@pytest.mark.parametrize("seed", [1, 2])
def test_after_a_bad_network_the_page_shows_within_two_seconds_what_the_house_has(
    visitor: Visitor, house: Served, watch: Watch, seed: int
) -> None:
    table = house.open_live("sentosa", f"Weather {seed}", shooter="companion")
    with bad_network(int(house.url.rpartition(":")[2]), seed) as network:
        watch.expect(f"left the house: {network.url}")
        watch.expect(r"console: .*(WebSocket|Failed to load resource|/health)")
        token = house.guest().token
        over, beside = (
            visitor(stranger=True, reduced_motion="reduce", base_url=url) for url in (network.url, house.url)
        )
        for page in (over, beside):
            page.context.add_cookies([{"name": COOKIE, "value": token, "url": house.url, "sameSite": "Strict"}])
        take_a_seat(over, table)
        tap(over, "field")
        beside.goto(f"/table/{table}")
        expect(beside.locator(".seat.mine")).to_be_visible()
        weather = threading.Thread(target=network.storm, args=(SECONDS,))
        weather.start()
        while weather.is_alive():
            tap(over, "field")
            weather.join(0.3)
        begun = time.monotonic()
        while (shown := picture(over)) != (kept := picture(beside)):
            assert time.monotonic() - begun < 5 * CATCH_UP_S, (shown, kept)
        assert time.monotonic() - begun <= CATCH_UP_S + BUSY_S
