"""A live table in three browsers with its crew beside them: all see the same, and one who drops out comes back."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.page.conftest import PHONE, Visitor
from tests.page.served import Served
from tests.page.test_table import bet, tap

WHO = "async () => (await (await fetch('/api/v1/session', { method: 'POST' })).json()).player"
ROLL_MS = 25_000
"""A betting time and a roll, on a machine that does other things too."""


def take_a_seat(page: Page, table: str) -> None:
    """Sit down at a live table."""
    page.goto(f"/table/{table}")
    page.locator(".roll", has_text="Sit down").click()
    expect(page.locator(".seat.mine")).to_be_visible()


def bet_on_the_field(page: Page) -> None:
    """Put a chip on the field as soon as bets are open."""
    field = page.locator('.box[data-spot="field"]')
    expect(field).to_have_class(re.compile(r"\blit\b"), timeout=ROLL_MS)
    tap(page, "field")
    expect(page.locator('.lying [data-on="field"] .mine')).to_be_visible()


def rolls_seen(page: Page) -> int:
    """How many rolls a page has shown."""
    return int(page.locator(".felt").get_attribute("data-roll") or 0)


def drop_out(sockets: list[WebSocketRoute]) -> None:
    """Cut the way to the house, as a phone does in a lift."""
    for socket in sockets:
        socket.close(code=1001, reason="in a lift")
    sockets.clear()


def test_three_players_and_the_crew_see_one_table_and_one_of_them_drops_out_and_comes_back(
    visitor: Visitor, house: Served, shot: Callable[..., object], axe: Callable[[Page], list[str]]
) -> None:
    table = house.open_live("exhibit-a", "Live", betting_time="8")
    ann, bob, cy, crew = visitor(), visitor(**PHONE), visitor(), visitor()
    sockets: list[WebSocketRoute] = []

    def through(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    cy.route_web_socket(re.compile("/live$"), through)
    crew.goto("/rules")
    house.grant(crew.evaluate(WHO), "boxperson", table)
    crew.goto(f"/crew/{table}")
    for player in (ann, bob, cy):
        take_a_seat(player, table)
    for player in (ann, bob, cy):
        expect(player.locator(".seat")).to_have_count(3)
    ann.locator(".roll", has_text="Take the dice").click()
    for player in (ann, bob, cy):
        bet_on_the_field(player)
    needs = re.compile("the shooter needs a Pass or Don't Pass bet", re.IGNORECASE)
    expect(bob.locator(".status .phase")).to_contain_text(needs, timeout=ROLL_MS)
    bet(ann, "pass")
    expect(ann.locator('.lying [data-on="field"] > g')).to_have_count(3)
    drop_out(sockets)
    expect(cy.locator(".status-me .latency")).to_have_text(re.compile("ms|offline"))
    for player in (ann, bob, cy):
        expect(player.locator(".felt")).to_have_attribute("data-roll", "1", timeout=ROLL_MS)
    assert sockets, "whoever dropped out did not come back"
    told = {player.locator(".told").inner_text().partition(".")[0] for player in (ann, cy)}
    assert len(told) == 1, f"they saw different dice: {told}"
    expect(crew.locator("main")).to_contain_text("boxperson", ignore_case=True)
    bet_on_the_field(cy)
    if not ann.locator('.lying [data-on="pass"] .mine').count():  # the come-out decided it, and a shooter needs one
        bet(ann, "pass")
    expect(ann.locator(".felt")).to_have_attribute("data-roll", "2", timeout=ROLL_MS)
    shot(ann, "live")
    shot(bob, "live")
    shot(crew, "live-crew")
    assert axe(ann) == []
