"""The room display follows a live table: its name, puck, chips, countdown and last rolls, with nothing to press."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.page.conftest import PHONE, Visitor
from tests.page.served import Served
from tests.page.test_live import bet_on_the_field, take_a_seat, take_the_dice
from tests.page.test_table import bet
from tests.page.watch import Watch

PUCK = re.compile(r"^The puck is (OFF|ON \d+)$")


def test_the_room_sees_a_table_begin_roll_and_count_down(
    page: Page, visitor: Visitor, house: Served, shot: Callable[..., object], axe: Callable[[Page], list[str]]
) -> None:
    table = house.open_live("exhibit-a", "Upstairs", betting_time="3")
    page.goto(f"/room/{table}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Upstairs")
    expect(page.locator(".room-phase")).to_have_text("Begins when somebody sits down")
    expect(page.locator(".room-side")).to_contain_text("No rolls yet")
    player = visitor()
    take_a_seat(player, table)
    expect(page.locator(".room-side")).to_contain_text("1 player")
    take_the_dice(player)
    bet_on_the_field(player)  # without a line bet of the shooter the dice wait, and the chips lie still
    expect(page.locator(".room-felt .lying > g")).to_have_count(1)
    bet(player, "pass")
    expect(page.locator(".room-count")).to_have_text(re.compile(r"^0:0[0-3]$"))
    expect(page.locator(".room-rolls li")).not_to_have_count(0)
    expect(page.locator(".room-total")).to_have_text(re.compile(r"^\d+$"))
    expect(page.locator(".room-puck")).to_have_text(PUCK)
    shot(page, "room")
    assert axe(page) == []


def test_the_room_says_when_the_house_does_not_answer_and_goes_on_after(
    page: Page, house: Served, watch: Watch
) -> None:
    watch.expect("WebSocket")
    watch.expect("Failed to load resource")
    table = house.open_live("adelaide", "Downstairs")
    page.goto(f"/room/{table}")
    expect(page.locator(".room-phase")).to_have_text("Begins when somebody sits down")
    house.stop(kill=True)
    expect(page.locator(".room-phase")).to_contain_text("does not answer")
    house.start()
    expect(page.locator(".room-phase")).to_have_text("Begins when somebody sits down")


def test_a_phone_can_be_the_display_too(visitor: Visitor, house: Served, shot: Callable[..., object]) -> None:
    phone = visitor(**PHONE)
    phone.goto(f"/room/{house.open_live('sentosa', 'Pocket')}")
    expect(phone.locator(".room-puck")).to_have_text("The puck is OFF")
    shot(phone, "room")
