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

WITNESS = """() => {
  window.rounds = [];
  const round = async () => {
    const begun = Date.now();
    if (window.over) return;
    await fetch('/health', { cache: 'no-store' });
    await new Promise(requestAnimationFrame);
    window.rounds.push([begun, Date.now() - begun]);
    setTimeout(round, 50);
  };
  void round();
}"""
"""What one question to the house and one frame take on a network that is always good: how busy the machine is."""
TOLD = """async () => {
  window.over = true;
  await new Promise((done) => setTimeout(done, 200));
  return window.rounds;
}"""
QUICK_MS = 50
"""Such a round takes less on a machine that does nothing else."""

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


def busy_s(rounds: list[tuple[float, float]], begun: float, ended: float) -> float:
    """How long the machine kept everybody waiting between two moments, for other reasons than the network."""
    return sum(max(0.0, ms - QUICK_MS) for at, ms in rounds if at + ms >= begun and at <= ended) / 1000


def test_only_a_busy_machine_has_more_time() -> None:
    rounds = [(0.0, 900.0), (1000.0, 30.0), (1100.0, 250.0), (1400.0, 50.0), (1500.0, 800.0)]
    assert busy_s(rounds, 950, 1050) == 0.0
    assert busy_s(rounds, 950, 1450) == pytest.approx(0.2)


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
        witness = visitor()
        witness.goto("/rules")
        witness.evaluate(WITNESS)
        begun = time.time() * 1000
        ended: list[float] = []

        def storm(network: BadNetwork = network, ended: list[float] = ended) -> None:
            network.storm(SECONDS)
            ended.append(time.time() * 1000)

        weather = threading.Thread(target=storm)
        weather.start()
        while weather.is_alive():
            tap(over, "field")
            weather.join(0.3)
        (good,) = ended
        until = time.monotonic() + PATIENCE_S
        while (one := pictures(over))[-1][1] != (other := pictures(beside))[-1][1]:
            assert time.monotonic() < until, (one[-1], other[-1])
        differ = [since for since, picture in one if begun < since < good and picture != at(other, since)]
        assert differ, "the storm kept something from the page"
        back = same_from(one, other, good)
        rounds = witness.evaluate(TOLD)
        assert rounds
        took, busy = (back - good) / 1000, busy_s(rounds, good, back)
        print(
            f"seed {seed}: the page had the house's picture {took:.2f} s after the network was good ({busy:.2f} s busy)"
        )
        assert took <= CATCH_UP_S + busy
