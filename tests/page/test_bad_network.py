"""The page over a bad network: slow, cut and half-open. When it is good again the page shows what the house has."""

from __future__ import annotations

import os
import threading
import time

import pytest
from playwright.sync_api import Page, expect

from comeout.house.http.authentication import COOKIE
from tests.kit.bad_network import BadNetwork, bad_network
from tests.page.conftest import Visitor
from tests.page.served import Served
from tests.page.test_live import take_a_seat
from tests.page.test_table import ALL_BETS, tap
from tests.page.watch import Watch

SECONDS = float(os.getenv("COMEOUT_BAD_NETWORK", "3"))
CATCH_UP_S = 2.0
STORMS = 3
"""How often it is tried: a page that waits too long does so each time, and a busy machine only now and then."""
PATIENCE_S = 20.0
"""Only a test that fails waits so long."""

PICTURE = """() => ({
  rack: document.querySelector(".totals")?.innerText,
  lying: [...document.querySelectorAll(".lying [data-on]")].map((each) => each.dataset.on + each.textContent).sort(),
  rolled: [...document.querySelectorAll(".rolled")].map((each) => each.dataset.seq).sort().slice(-3),
})"""


HISTORY = f"""(() => {{
  window.pictures = [];
  let last = '';
  setInterval(() => {{
    const now = JSON.stringify(({PICTURE})());
    if (now !== last) pictures.push([Date.now(), (last = now)]);
  }}, 20);
}})()"""
"""Every picture that a page has shown, with its time: how long the test itself takes to look does not count."""

Shown = list[tuple[float, str]]


def pictures(page: Page) -> Shown:
    """What a page has shown so far, oldest first."""
    shown: Shown = page.evaluate("window.pictures")
    return shown


def at(shown: Shown, moment: float) -> str:
    """What a page showed at a moment."""
    return next((picture for since, picture in reversed(shown) if since <= moment), "")


def same_from(one: Shown, other: Shown, moment: float) -> float:
    """When two pages first showed the same, from a moment on."""
    later = sorted({moment, *(since for since, _ in (*one, *other) if since > moment)})
    return next(each for each in later if at(one, each) == at(other, each))


def storm_over(network: BadNetwork, over: Page) -> tuple[float, float]:
    """Let the network be bad while the page bets; when that began and ended, by the clock of the pages."""
    begun = time.time() * 1000
    ended: list[float] = []

    def storm() -> None:
        network.storm(SECONDS)
        ended.append(time.time() * 1000)

    weather = threading.Thread(target=storm)
    weather.start()
    while weather.is_alive():
        tap(over, "field")
        weather.join(0.3)
    return begun, ended[0]


def caught_up(over: Page, beside: Page) -> tuple[Shown, Shown]:
    """What both pages have shown, once they show the same."""
    until = time.monotonic() + PATIENCE_S
    while (one := pictures(over))[-1][1] != (other := pictures(beside))[-1][1]:
        assert time.monotonic() < until, (one[-1], other[-1])
    return one, other


@pytest.mark.parametrize("seed", [1, 3, 5, 6])
def test_after_a_bad_network_the_page_shows_within_two_seconds_what_the_house_has(
    visitor: Visitor, house: Served, watch: Watch, seed: int
) -> None:
    table = house.open_live("sentosa", f"Weather {seed}", shooter="companion")
    with bad_network(int(house.url.rpartition(":")[2]), seed) as network:
        watch.expect(f"left the house: {network.url}")
        watch.expect(r"console: .*(WebSocket|Failed to load resource|/health)")
        token = house.guest().token
        pages = [visitor(stranger=True, reduced_motion="reduce", base_url=url) for url in (network.url, house.url)]
        over, beside = pages
        for page in pages:
            page.add_init_script(ALL_BETS)
            page.add_init_script(HISTORY)
            page.context.add_cookies([{"name": COOKIE, "value": token, "url": house.url, "sameSite": "Strict"}])
        take_a_seat(over, table)
        tap(over, "field")
        beside.goto(f"/table/{table}")
        expect(beside.locator(".seat.mine")).to_be_visible()
        took = []
        for _ in range(STORMS):
            begun, good = storm_over(network, over)
            one, other = caught_up(over, beside)
            differ = [since for since, picture in one if begun < since < good and picture != at(other, since)]
            assert differ, "the storm kept something from the page"
            took.append((same_from(one, other, good) - good) / 1000)
            print(f"seed {seed}: the page had the house's picture {took[-1]:.2f} s after the network was good")
            if took[-1] <= CATCH_UP_S:
                break
        assert min(took) <= CATCH_UP_S
