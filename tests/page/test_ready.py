"""A live table in two browsers: lights at the seats, an early roll, the shooter's press, and no more bets."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.between import Between, Frame, same
from tests.page.conftest import PHONE, Visitor, player_of
from tests.page.served import Served
from tests.page.test_bets import SPEAKS
from tests.page.test_live import take_a_seat
from tests.page.test_table import ALL_BETS, bet

VOICE = "localStorage.setItem('comeout.choices', '{\"voice\": true}')"
SLOW = "600"
"""A betting time that no test waits for."""


def is_ready(page: Page) -> None:
    """Press the button, and see that the house knows."""
    page.locator(".roll", has_text="Ready").click()
    expect(page.locator(".roll")).to_have_attribute("aria-pressed", "true")


def lights(page: Page) -> list[bool]:
    """Which seats are lit."""
    found: list[bool] = page.locator(".seat .light").evaluate_all("all => all.map((each) => each.matches('.on'))")
    return found


def test_bets_close_early_when_everybody_is_ready_and_it_is_shown_and_said(
    visitor: Visitor, house: Served, axe: Callable[[Page], list[str]], shot: Callable[..., object]
) -> None:
    table = house.open_live("exhibit-a", "All ready", betting_time=SLOW, shooter="companion")
    ann, bob = visitor(), visitor(**PHONE)
    for player in (ann, bob):
        player.add_init_script(SPEAKS)
        player.add_init_script(VOICE)
        take_a_seat(player, table)
    expect(ann.locator(".seat .light")).to_have_count(2)
    bet(ann, "field")
    is_ready(ann)
    expect(ann.locator(".roll small")).to_have_text("waiting for 1")
    expect(bob.locator(".seat", has_text="ready").or_(bob.get_by_label(re.compile(", ready$")))).to_have_count(1)
    assert lights(ann) == lights(bob) == [True, False]
    bet(bob, "field")
    shot(ann, "ready")
    shot(bob, "ready")
    assert axe(ann) == []
    bob.locator(".roll", has_text="Ready").click()
    for player in (ann, bob):
        expect(player.locator(".rolled")).to_have_count(1)
        assert "No more bets." in player.evaluate("spoken")
        expect(player.locator(".roll")).to_have_attribute("aria-pressed", "false")
        assert lights(player) == [False, False]
    assert axe(bob) == []


def test_being_ready_is_taken_back_by_pressing_again_and_a_second_window_shows_it(
    visitor: Visitor, house: Served
) -> None:
    table = house.open_live("exhibit-a", "Not yet", betting_time=SLOW, shooter="companion")
    ann, bob = visitor(), visitor()
    take_a_seat(ann, table)
    take_a_seat(bob, table)
    also = ann.context.new_page()
    also.goto(f"/table/{table}")
    is_ready(ann)
    expect(also.locator(".roll")).to_have_attribute("aria-pressed", "true")
    also.keyboard.press("r")
    expect(ann.locator(".roll")).to_have_attribute("aria-pressed", "false")
    assert lights(bob) == [False, False]
    also.close()
    is_ready(ann)
    ann.reload()  # who was gone for a moment says it again
    expect(ann.locator(".roll")).to_have_attribute("aria-pressed", "false")


def test_whoever_closes_the_page_holds_up_nobody(visitor: Visitor, house: Served) -> None:
    table = house.open_live("exhibit-a", "Gone", betting_time=SLOW, shooter="companion")
    ann, bob = visitor(), visitor()
    take_a_seat(ann, table)
    take_a_seat(bob, table)
    is_ready(ann)
    bob.close()
    expect(ann.locator(".rolled")).to_have_count(1)


def test_the_shooter_is_asked_for_a_line_bet_and_then_throws(visitor: Visitor, house: Served) -> None:
    table = house.open_live("exhibit-a", "Shooter", betting_time=SLOW, shooter="seats")
    ann, bob = visitor(), visitor(**PHONE)
    take_a_seat(ann, table)
    ann.locator(".roll", has_text="Take the dice").click()
    take_a_seat(bob, table)
    ann.locator(".roll", has_text="Bet PASS to roll").click()
    expect(ann.locator('.box.sought[data-spot="pass"]').first).to_be_attached()
    bet(ann, "pass")
    ann.locator(".roll", has_text="Roll").click()
    expect(ann.locator(".roll small")).to_have_text("waiting for 1")
    left = bob.get_by_role("timer", name="Time left to bet").locator(".visually-hidden")
    expect(left).to_have_text(re.compile(r"^(300|[12]\d\d) seconds"))  # half of the time, and bob sees it
    bob.locator(".roll", has_text="Ready").click()
    for player in (ann, bob):
        expect(player.locator(".rolled")).to_have_count(1)


def offered_the_dice(frame: Frame) -> Frame:
    """What a player sees to whom the dice are offered."""
    if frame.get("type") != "sight":
        return frame
    return {**frame, "actions": {**frame["actions"], "TakeDice": {"ok": True, "says": "", "clause": ""}}}


def test_a_press_that_was_meant_for_ready_does_not_take_the_dice(page: Page, house: Served) -> None:
    table = house.open_live("exhibit-a", "Quick fingers", betting_time=SLOW, shooter="companion")
    wire = Between(page)
    take_a_seat(page, table)
    page.locator(".roll", has_text="Ready").evaluate(
        """(button) => new MutationObserver((_, watch) => {
          if (button.textContent !== 'Take the dice') return;
          watch.disconnect();
          button.click();
        }).observe(button, { childList: true })"""
    )
    wire.to_page = offered_the_dice
    bet(page, "field")
    taking = page.locator(".roll", has_text="Take the dice")
    expect(taking).to_be_visible()
    assert [frame for frame in wire.asked if frame.get("name") == "TakeDice"] == []
    wire.pass_time(1)
    taking.click()
    expect(page.locator(".told .clause")).to_be_visible()  # the house, which offered no dice, says no
    assert len([frame for frame in wire.asked if frame.get("name") == "TakeDice"]) == 1


def test_a_press_that_was_meant_for_the_dice_does_not_make_ready(page: Page, house: Served) -> None:
    table = house.open_live("exhibit-a", "Too late", betting_time=SLOW, shooter="companion")
    wire = Between(page)
    wire.to_page = offered_the_dice
    page.goto(f"/table/{table}?sit")
    taking = page.locator(".roll", has_text="Take the dice")
    expect(taking).to_be_visible()
    taking.evaluate(
        """(button) => new MutationObserver((_, watch) => {
          if (button.textContent !== 'Ready') return;
          watch.disconnect();
          button.click();
        }).observe(button, { childList: true })"""
    )
    wire.to_page = same
    bet(page, "field")
    ready = page.locator(".roll", has_text="Ready")
    expect(ready).to_be_visible()
    assert [frame for frame in wire.asked if frame.get("name") == "SetReady"] == []
    wire.pass_time(1)
    ready.click()
    expect(page.locator(".rolled")).to_have_count(1)


def test_the_clock_does_not_run_while_the_dice_roll_and_starts_with_the_whole_time(page: Page, house: Served) -> None:
    table = house.open_live("exhibit-a", "Dice lie first", betting_time="90", shooter="companion")
    take_a_seat(page, table)
    page.evaluate(
        """() => {
          window.shown = [];
          const ring = document.querySelector('.status .countdown');
          const look = () => {
            const still = document.querySelector('.roll').textContent === 'No more bets';
            window.shown.push([still, getComputedStyle(ring).visibility, ring.textContent]);
          };
          new MutationObserver(look).observe(document.querySelector('.table-page'), { subtree: true, childList: true });
        }"""
    )
    page.locator(".roll", has_text="Ready").click()
    expect(page.locator(".rolled")).to_have_count(1)
    expect(page.locator(".roll", has_text="Ready")).to_be_visible()
    expect(page.get_by_role("timer")).to_contain_text(re.compile("^(90|8[0-9])"))
    rolling = {visibility for still, visibility, _ in page.evaluate("shown") if still}
    assert rolling == {"hidden"}


def test_no_more_bets_stands_over_the_felt_until_the_dice_lie(page: Page, house: Served) -> None:
    table = house.open_live("exhibit-a", "Over the felt", betting_time=SLOW, shooter="companion")
    take_a_seat(page, table)
    called = page.locator(".no-more-bets")
    expect(called).to_be_hidden()
    page.locator(".roll", has_text="Ready").click()
    expect(called).to_be_visible()
    expect(page.locator(".rolled")).to_have_count(1)
    expect(called).to_be_hidden()


def test_bets_that_close_sooner_are_told_with_the_seconds_that_are_left(page: Page) -> None:
    page.goto("/rules")
    said = page.evaluate(
        """async () => {
          const { BettingClock } = await import('/js/app/betting-clock.js');
          const { countdown } = await import('/js/kit/countdown.js');
          const live = Object.assign(new EventTarget(), { sight: null });
          const tell = (name, detail) => live.dispatchEvent(new CustomEvent(name, { detail }));
          const stage = { rolling: false };
          const clock = new BettingClock(live, stage);
          const ring = countdown();
          clock.addEventListener('sooner', () => ring.sooner(clock.left));
          const says = async () => {
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            return document.querySelector('#says').textContent;
          };
          tell('countdown', { closes_in_ms: 32_000, begins_in_ms: 2_000 });
          const whole = clock.left;
          ring.show(clock.left);
          stage.rolling = true;
          const rolling = clock.left;
          stage.rolling = false;
          tell('countdown', { closes_in_ms: 2_900, begins_in_ms: 0 });
          const told = await says();
          tell('event', { name: 'BettingClosed' });
          return [whole, rolling, told, clock.left];
        }"""
    )
    assert said == [30_000, None, "3 seconds to bet", None]


# ---- watching


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (390, 664), (844, 390)])
def test_whoever_watches_sees_the_whole_felt_and_no_chips_and_can_sit_down(
    visitor: Visitor,
    house: Served,
    size: tuple[int, int],
    axe: Callable[[Page], list[str]],
    shot: Callable[..., object],
) -> None:
    table = house.open_live("exhibit-a", f"Watched {size}", betting_time=SLOW, shooter="companion")
    ann = visitor()
    take_a_seat(ann, table)
    watching = visitor(viewport={"width": size[0], "height": size[1]})
    watching.goto(f"/table/{table}?watch")
    expect(watching.locator(".table-page.watching")).to_be_visible()
    for absent in (".bar", ".line-strip", ".chip-set"):
        expect(watching.locator(absent)).to_be_hidden()
    faint = watching.locator(".box > :not(.area)").evaluate_all(
        "all => all.filter((each) => each.checkVisibility() && getComputedStyle(each).opacity !== '1').length"
    )
    assert faint == 0
    assert watching.locator(".box.beyond").count() == 0
    assert axe(watching) == []
    shot(watching, f"watching-{size[1]}")
    watching.locator('.box[tabindex="0"]').focus()
    watching.keyboard.press("Enter")  # which shows what a bet pays, and bets nothing
    expect(watching.get_by_role("dialog")).to_contain_text("Pays")
    watching.keyboard.press("Escape")
    watching.get_by_role("button", name="More", exact=True).click()
    expect(watching.get_by_role("dialog").get_by_role("button", name="Invite others")).to_be_visible()
    watching.keyboard.press("Escape")
    watching.keyboard.press("r")  # which takes no seat
    watching.get_by_role("button", name="Sit down", exact=True).click()
    expect(watching.locator(".seat.mine")).to_be_visible()
    expect(watching.locator(".chip-set")).to_be_visible()
    expect(watching.locator(".watcher-acts")).to_be_hidden()
    expect(watching.locator(".roll")).to_have_text("Ready")


def test_the_crew_at_a_table_watches_it_and_is_shown_the_way_to_the_console(visitor: Visitor, house: Served) -> None:
    table = house.open_live("exhibit-a", "Inspected", betting_time=SLOW, shooter="companion")
    ivy = visitor()
    house.grant(player_of(ivy), "inspector", table)
    ivy.add_init_script(ALL_BETS)
    ivy.goto(f"/table/{table}?sit")
    expect(ivy.locator(".table-page.watching")).to_be_visible()
    expect(ivy.locator(".bar")).to_be_hidden()
    ivy.get_by_role("link", name="Crew console").click()
    expect(ivy).to_have_url(re.compile("/crew/"))
