"""The room display follows a live table: its name, puck, chips, countdown and last rolls, with nothing to press."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.page.conftest import PHONE, Visitor, player_of
from tests.page.crew_steps import at, called, give, speak, throw_with, undo_the_roll
from tests.page.crew_steps import at_felt as sit_at_felt
from tests.page.served import Served
from tests.page.test_live import take_a_seat, take_the_dice
from tests.page.test_table import bet
from tests.page.watch import Watch

FAINT = """() => [...document.querySelectorAll('.room-felt [data-spot] > *')]
  .filter((each) => getComputedStyle(each).opacity !== (each.getAttribute('opacity') ?? '1')).length"""
"""How much of the felt is fainter than it is printed."""

PUCK = re.compile(r"^The puck is (OFF|ON \d+)$")


def test_the_room_sees_a_table_begin_roll_and_count_down(
    page: Page, visitor: Visitor, house: Served, shot: Callable[..., object], axe: Callable[[Page], list[str]]
) -> None:
    table = house.open_live("exhibit-a", "Upstairs")
    page.goto(f"/room/{table}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Upstairs")
    expect(page.locator(".room-phase")).to_have_text("Starts when somebody sits down")
    expect(page.locator(".room-side")).to_contain_text("No rolls yet")
    player = visitor()
    take_a_seat(player, table)
    expect(page.locator(".room-side")).to_contain_text("1 player")
    take_the_dice(player)
    bet(player, "field")  # without a line bet of the shooter the dice wait, and the chips lie still
    expect(page.locator(".room-felt .lying > g")).to_have_count(1)
    bet(player, "pass")
    expect(page.locator(".room-count")).to_have_text(re.compile(r"^0:0[0-9]$"))
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
    expect(page.locator(".room-phase")).to_have_text("Starts when somebody sits down")
    house.stop(kill=True)
    expect(page.locator(".room-phase")).to_contain_text("is not answering")
    house.start()
    expect(page.locator(".room-phase")).to_have_text("Starts when somebody sits down")


def test_a_phone_can_be_the_display_too(visitor: Visitor, house: Served, shot: Callable[..., object]) -> None:
    phone = visitor(**PHONE)
    phone.goto(f"/room/{house.open_live('sentosa', 'Pocket')}")
    expect(phone.locator(".room-puck")).to_have_text("The puck is OFF")
    shot(phone, "room")


def test_a_roll_that_is_undone_is_no_longer_the_last_one(page: Page, visitor: Visitor, house: Served) -> None:
    table = house.open_live("adelaide", "Undone", dice="crew", crew="people", shooter="companion")
    bob, eve, fay = visitor(), visitor(), visitor()
    for who, *roles in ((eve, "stickperson", "dealer", "pit-supervisor"), (fay, "stickperson", "shift-manager")):
        for role in roles:
            house.grant(player_of(who), role, table)
    sit_at_felt(bob, table)
    at(eve, table)
    at(fay, table)
    page.goto(f"/room/{table}")
    speak(eve, "Stickperson")
    throw_with(eve, bob)
    expect(page.locator(".room-phase")).to_have_text("Dice out")
    called(eve, fay, 5, 4)
    expect(page.locator(".room-total")).to_have_text("9")
    expect(page.locator(".room-rolls li")).to_have_count(0)
    give(eve, "SettleRoll", "Settled")
    expect(page.locator(".room-rolls li")).to_have_count(1)
    expect(page.locator(".room-total")).to_have_text("9")
    undo_the_roll(eve, fay)
    expect(page.locator(".room-side")).to_contain_text("No rolls yet")
    page.reload()
    expect(page.locator(".room-puck")).to_have_text(PUCK)
    expect(page.locator(".room-rolls li")).to_have_count(0)


def test_the_room_says_that_a_table_is_closed(page: Page, visitor: Visitor, house: Served) -> None:
    table = house.open_live("adelaide", "Closing", dice="crew", crew="people", shooter="companion")
    eve = visitor()
    house.grant(player_of(eve), "pit-supervisor", table)
    at(eve, table)
    page.goto(f"/room/{table}")
    expect(page.locator(".room-puck")).to_have_text(PUCK)
    give(eve, "NotifyInspector")
    expect(eve.locator("[data-duty=CloseTable]")).to_have_attribute("aria-disabled", "false")
    give(eve, "CloseTable")
    eve.get_by_role("dialog").get_by_role("button", name="Close table").click()
    expect(page.locator(".room-phase")).to_have_text("This table is closed.")
    expect(page.locator(".room-puck")).to_be_hidden()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Closing")
    expect(page.locator(".room-phase")).to_have_text("This table is closed.")


def test_the_whole_felt_is_at_full_strength_in_the_room(page: Page, house: Served) -> None:
    house.open_live("adelaide", "Bright")
    page.goto("/")
    page.wait_for_function("() => [...document.styleSheets].some((each) => each.href?.includes('/css/table.css'))")
    page.locator(".live-card", has_text="Bright").get_by_role("link", name="Room display").click()
    expect(page.locator(".room-felt svg")).to_be_visible()
    assert page.evaluate(FAINT) == 0


def test_the_display_fits_its_screen_and_is_larger_on_a_larger_one(visitor: Visitor, house: Served) -> None:
    table = house.open_live("adelaide", "Across the room")
    sizes = []
    for width, height in ((1024, 576), (1024, 768), (1280, 720), (1280, 800), (1920, 1080)):
        screen = visitor(viewport={"width": width, "height": height})
        screen.goto(f"/room/{table}")
        expect(screen.locator(".room-puck")).to_have_text(PUCK)
        expect(screen.locator(".posted")).to_contain_text("up to 10 times")
        assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight"), (width, height)
        sizes.append(screen.locator(".room-phase").evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)"))
    assert sizes[-1] >= 1.4 * sizes[-2]
