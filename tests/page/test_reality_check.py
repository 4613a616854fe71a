"""The time of play on the page never goes back, and every so often it is told with what it brought."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.between import Between, Frame
from tests.page.conftest import DESKTOP, PHONE, Visitor
from tests.page.test_table import ALL_BETS, SEATED, bet, open_table, roll, sit

MINUTE = 60
SCREENS: dict[str, dict[str, Any]] = {
    "1280": DESKTOP,
    "390": PHONE,
    "390-664": {**PHONE, "viewport": {"width": 390, "height": 664}},
    "844": {**PHONE, "viewport": {"width": 844, "height": 390}},
    "360": {**PHONE, "viewport": {"width": 360, "height": 640}},
}
CHOOSE = "(every) => import('/js/kit/preferences.js').then((its) => its.preferences.set('realityCheck', every))"


TICKS = "() => new Promise((later) => setTimeout(later, 1_200))"
"""Lets the page look at least twice whether a check is due: the one thing that has to happen is nothing."""
WATCH = """() => {
  window.early = 0;
  const rolling = () => document.querySelector('.roll').textContent === 'Rolling';
  new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((each) => {
    if (each.matches?.('.reality-check') && rolling()) window.early += 1;
  }))).observe(document.body, { childList: true });
}"""
"""Counts the checks that come while the dice roll."""


class Played(Between):
    """A wire on which the house counts as much more play as a test says."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.minutes = 0.0
        self.to_page = self._count

    def _count(self, frame: Frame) -> Frame:
        if frame["type"] == "sight":
            frame["session"]["visit"]["seconds"] += int(self.minutes * MINUTE)
        return frame


def check_of(page: Page) -> Any:
    return page.locator("dialog.reality-check")


def play_for(wire: Played, page: Page, minutes: float) -> None:
    """Let the house count so many minutes, and see it in its next view; then keep the hands still for a second."""
    wire.minutes = minutes
    bet(page, "field")
    wire.pass_time(1)


def go_on(wire: Played, page: Page) -> None:
    wire.pass_time(1)
    check_of(page).get_by_role("button", name="Go on").click()
    expect(check_of(page)).to_have_count(0)


# ------------------------------------------------------------------ the dialog


@pytest.mark.parametrize("screen", SCREENS)
def test_after_half_an_hour_of_play_its_time_and_result_are_told(
    visitor: Visitor, screen: str, shot: Callable[..., object], axe: Callable[[Page], list[str]]
) -> None:
    page = visitor(reduced_motion="reduce", **SCREENS[screen])
    wire = Played(page)
    sit(page, "adelaide", shooter="companion")
    play_for(wire, page, 29)
    expect(page.locator(".status-me .time")).to_have_text(re.compile(r"^29:\d\d$"))
    expect(check_of(page)).to_have_count(0)
    roll(page)
    play_for(wire, page, 30)
    check = check_of(page)
    expect(check).to_be_visible()
    expect(check.get_by_role("heading")).to_have_text("You have played for 30 minutes")
    expect(check.get_by_role("heading")).to_be_focused()
    expect(check).to_contain_text(re.compile(r"Time played30:\d\dWon or lost.?\d+\.00Bet at this table10\.00"))
    expect(check.get_by_role("button", name="Go on")).to_be_in_viewport(ratio=1)
    shot(page, f"reality-check-{screen}")
    assert axe(page) == []
    go_on(wire, page)
    wire.minutes = 59
    roll(page)
    play_for(wire, page, 59)
    expect(page.locator(".status-me .time")).to_have_text(re.compile(r"^59:\d\d$"))
    expect(check).to_have_count(0)
    roll(page)
    play_for(wire, page, 60)
    expect(check.get_by_role("heading")).to_have_text("You have played for 60 minutes")


def test_a_key_or_a_tap_meant_for_the_table_does_not_answer_it(calm: Page) -> None:
    wire = Played(calm)
    sit(calm, "adelaide", shooter="companion")
    play_for(wire, calm, 31)
    check = check_of(calm)
    expect(check).to_be_visible()
    for key in ("Enter", " ", "Escape", "r"):
        calm.keyboard.press(key)
    check.get_by_role("button", name="Go on").click()
    check.get_by_role("link", name="Your limits").click()
    calm.mouse.click(2, 2)
    expect(check).to_be_visible()
    assert calm.locator(".felt").get_attribute("data-roll") is None
    wire.pass_time(1)
    calm.keyboard.press("Escape")
    expect(check).to_have_count(0)


def test_it_waits_for_the_dice_and_for_hands_to_be_still(page: Page) -> None:
    wire = Played(page)
    sit(page, "adelaide", shooter="companion")
    bet(page, "field")
    wire.minutes = 30
    page.locator(".roll").click()
    expect(page.locator(".roll")).to_have_text("Rolling")
    page.mouse.move(80, 85)
    page.mouse.down()
    wire.pass_time(5)
    expect(page.locator(".felt")).to_have_attribute("data-roll", "1")
    expect(page.locator(".roll")).to_have_text("Roll")
    expect(page.locator(".status-me .time")).to_have_text(re.compile(r"^30:\d\d$"))
    page.evaluate(TICKS)
    assert check_of(page).count() == 0, "a finger is on the felt"
    page.mouse.up()
    wire.pass_time(1)
    expect(check_of(page)).to_be_visible()
    go_on(wire, page)
    wire.minutes = 60
    bet(page, "field")
    page.evaluate(WATCH)
    page.locator(".roll").click()
    wire.pass_time(1)
    expect(check_of(page)).to_be_visible()
    assert page.evaluate("window.early") == 0, "the dice rolled"


def test_who_wants_to_leave_gets_up_with_all_chips(calm: Page) -> None:
    wire = Played(calm)
    sit(calm, "adelaide", shooter="companion")
    wire.minutes = 30
    bet(calm, "field")
    calm.get_by_role("button", name="Undo").click()
    expect(calm.locator(".totals")).to_contain_text("500.00")
    wire.pass_time(1)
    expect(check_of(calm)).to_be_visible()
    wire.pass_time(1)
    check_of(calm).get_by_role("button", name="Leave the table").click()
    expect(calm).to_have_url(re.compile(r"/$"))
    wallet = calm.request.get("/api/v1/wallet").json()
    assert (wallet["wallet_cents"], wallet["racks_cents"]) == (100_000, 0)


# ------------------------------------------------------------------ once, whatever somebody does


def test_a_reload_does_not_answer_it_and_another_table_counts_on(calm: Page) -> None:
    wire = Played(calm)
    sit(calm, "adelaide", shooter="companion")
    play_for(wire, calm, 30)
    expect(check_of(calm)).to_be_visible()
    calm.reload()
    calm.wait_for_function("() => document.querySelector('.side-panel') !== null")
    wire.pass_time(1)
    expect(check_of(calm)).to_be_visible()
    go_on(wire, calm)
    calm.goto(open_table(calm, "sentosa", shooter="companion"))
    calm.wait_for_function(SEATED)
    play_for(wire, calm, 58)
    expect(check_of(calm)).to_have_count(0)
    roll(calm)
    play_for(wire, calm, 61)
    expect(check_of(calm).get_by_role("heading")).to_have_text("You have played for 61 minutes")


def test_of_two_tabs_one_tells_it_and_the_other_takes_over_when_that_is_closed(calm: Page) -> None:
    one, other = calm, calm.context.new_page()
    wires = [Played(each) for each in (one, other)]
    sit(one, "adelaide", shooter="companion")
    other.goto(one.url)
    other.wait_for_function("() => document.querySelector('.side-panel') !== null")
    for wire in wires:
        wire.minutes = 30
    bet(one, "field")
    expect(other.locator('.lying [data-on="field"] .mine')).to_be_attached()
    for wire in wires:
        wire.pass_time(1)
    shown = "() => document.querySelectorAll('dialog.reality-check').length"
    while not (found := [each.evaluate(shown) for each in (one, other)]).count(1):
        pass
    first, second = (one, other) if found[0] else (other, one)
    first.evaluate(TICKS)
    assert [each.evaluate(shown) for each in (first, second)] == [1, 0]
    first.close()
    expect(check_of(second)).to_be_visible()
    go_on(wires[(one, other).index(second)], second)


def open_regulated(page: Page) -> None:
    page.add_init_script(ALL_BETS)
    data = {"book": "adelaide", "posted": True, "regulated": True}
    page.goto(f"/table/{page.request.post('/api/v1/tables', data=data).json()['id']}")
    page.wait_for_function(SEATED)


def test_how_often_it_comes_is_a_choice_and_a_regulated_table_always_tells(calm: Page) -> None:
    wire = Played(calm)
    sit(calm, "adelaide", shooter="companion")
    calm.evaluate(CHOOSE, "off")
    play_for(wire, calm, 200)
    expect(calm.locator(".status-me .time")).to_have_text(re.compile(r"^3:20:"))
    calm.evaluate(TICKS)
    assert check_of(calm).count() == 0
    calm.get_by_role("button", name="Display and sound").click()
    dialog = calm.get_by_role("dialog")
    expect(dialog).to_contain_text("At a regulated table it cannot be switched off")
    dialog.get_by_label("Every 15 minutes").check()
    dialog.get_by_role("button", name="Done").click()
    roll(calm)
    play_for(wire, calm, 216)
    expect(check_of(calm)).to_be_visible()
    go_on(wire, calm)
    calm.evaluate(CHOOSE, "off")
    open_regulated(calm)
    play_for(wire, calm, 240)
    expect(calm.locator(".status-me .time")).to_have_text(re.compile(r"^4:00:"))
    assert check_of(calm).count() == 0
    roll(calm)
    play_for(wire, calm, 247)
    expect(check_of(calm)).to_contain_text("At a regulated table it cannot be switched off")


# ------------------------------------------------------------------ the clock

CLOCK = """async ([given]) => {
  const { PlayClock } = await import('/js/app/play-clock.js');
  const shown = [];
  let clock = new PlayClock();
  let now = 0;
  performance.now = () => now;
  for (const { player = 'ann', visit, passes = 0, reload } of given) {
    if (reload) clock = new PlayClock();
    if (visit) clock.hear(player, { net_cents: 0, ...visit }, now);
    now += passes * 1000;
    clock.tick();
    shown.push([clock.seconds, clock.total]);
  }
  return shown;
}"""
HOUR = 3_600
SECOND = 1_000_000


def seen(since: int, seconds: int, runs_on_s: int = 300, **more: Any) -> dict[str, Any]:
    return {"visit": {"since": since * SECOND, "seconds": seconds, "runs_on_ms": runs_on_s * 1000}, **more}


def test_the_time_of_play_never_goes_back(page: Page) -> None:
    page.goto("/")
    steps = [
        seen(HOUR, 100, passes=5),
        {"passes": 600},  # the house stops its clock after five minutes, and so does the page
        seen(HOUR, 400, 0, passes=60),
        seen(HOUR, 350, 300),  # the house counts less: its clock was set back, or it was opened again
        seen(HOUR, 350, 300, reload=True),
        {"passes": 60},
        seen(HOUR + 200, 411, 0),  # it is not sure any more when the visit began
        seen(9 * HOUR, 0, 300, passes=7),  # after a long break another visit begins
        seen(HOUR, 412, 0),  # a view that another tab had asked for earlier
        seen(9 * HOUR, 0, 300, player="bob", passes=3),  # somebody else
    ]
    assert page.evaluate(CLOCK, [steps]) == [
        [105, 105], [400, 400], [400, 400], [400, 400], [400, 400], [410, 410], [411, 411], [7, 418], [7, 418], [3, 3],
    ]  # fmt: skip


def test_the_time_in_the_head_and_in_the_session_stands_where_it_was_after_a_reload(calm: Page) -> None:
    wire = Played(calm)
    sit(calm, "adelaide", shooter="companion")
    play_for(wire, calm, 25)
    time = calm.locator(".status-me .time")
    expect(time).to_have_text(re.compile(r"^25:\d\d$"))
    before = time.inner_text()
    wire.minutes = 3  # as if the house had forgotten most of it
    calm.reload()
    expect(time).to_have_text(re.compile(r"^25:\d\d$"))
    assert time.inner_text() >= before
    calm.get_by_role("tab", name="Session").click()
    here = calm.locator(".session-tiles dd").first
    expect(here).not_to_have_text("0:00")  # the house has answered: until then nothing counts
    wire.pass_time(100)
    expect(here).to_have_text(re.compile(r"^1:\d\d$"))
    shown = here.inner_text()
    calm.get_by_role("tab", name="Dice").click()
    calm.get_by_role("tab", name="Session").click()  # the house is asked again, and knows nothing of the page's clock
    expect(here).to_have_text(re.compile(r"^[1-9]:\d\d$"))
    assert here.inner_text() >= shown
