"""The words of head and dock: on every button, whole in any typeface, and apart; and what the hand counter says."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from comeout.rules.library import load_book
from tests.page.conftest import PHONE, Visitor
from tests.page.served import Served
from tests.page.test_screens import CUT, DOCK, HEAD, LOW, UPRIGHT, on_screen, unseen
from tests.page.test_table import bet, line_bet, roll, sit
from tests.page.watch import Watch

WORDLESS = """() => [...document.querySelectorAll('.status :is(a, button), .dock button')].filter((each) => {
  if (!each.offsetWidth) return false;
  const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const all = document.createRange();
    all.selectNodeContents(texts.currentNode);
    const { width, height } = all.getBoundingClientRect();
    const { clipPath } = getComputedStyle(texts.currentNode.parentElement);
    if (/\\w|\u00d7/.test(texts.currentNode.data) && width > 4 && height > 4 && clipPath === 'none') return false;
  }
  return !each.matches('.recent-rolls'); // before the first roll it is empty
}).map((each) => each.getAttribute('aria-label') ?? each.className)"""
"""The buttons whose meaning stands on them in no word and no figure."""
SMALL = """() => [...document.querySelectorAll(
  '.tool, .worded, .rail-type, .strip-bet, .chip-button')].filter((each) => {
  const { width, height } = each.getBoundingClientRect();
  return width && (width < 40 || height < 40);
}).map((each) => `${each.className} ${each.offsetWidth} x ${each.offsetHeight}`)"""
"""The buttons of head and dock that are hard to hit with a thumb."""
IN_HEAD_AND_DOCK = (
    ".status h1, .puck-words, .totals dt, .totals dd, .status .time, .under, .tool, .strip-bet, .rail-word, .roll"
)


@pytest.mark.parametrize("fonts", ["the house's typefaces", "others"])
def test_every_button_of_a_phone_says_what_it_does_in_words_that_are_whole_in_any_typeface(
    visitor: Visitor, watch: Watch, fonts: str
) -> None:
    page = visitor(**PHONE)
    if fonts == "others":
        watch.expect(r"console: Failed to load resource.*/fonts/")
        page.route("**/fonts/*", lambda route: route.abort())
    sit(page, "sentosa")  # the longest name
    page.evaluate("document.fonts.ready")
    bet(page, line_bet(load_book("sentosa")))
    for width, height in (*UPRIGHT, (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for strip in ("line", "rail"):
            expect(page.locator(".strips")).to_have_attribute("data-shows", strip)
            assert page.evaluate(WORDLESS) == [], (width, height)
            assert page.evaluate(SMALL) == [], (width, height)
            assert page.evaluate(CUT, IN_HEAD_AND_DOCK) == [], (width, height)
            page.locator(".rail-turn").click()
    for width, height in (*LOW, (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WORDLESS) == [], (width, height)


MEET = """() => {
  const these = '.status h1, .status .time, .totals dt, .totals dd, .tool, .roll, .decline';
  const seen = [...document.querySelectorAll(these)].map((each) => {
    const words = document.createRange();
    words.selectNodeContents(each.matches('h1') ? each.firstChild : each);
    const { left, right, top, bottom, width } = (each.matches('button') ? each : words).getBoundingClientRect();
    return { each, left, right, top, bottom, width };
  }).filter(({ width }) => width > 2);
  return seen.flatMap((one, place) => seen.slice(place + 1).filter((other) => one.left < other.right - 1
    && other.left < one.right - 1 && one.top < other.bottom - 3 && other.top < one.bottom - 3
    && !one.each.contains(other.each)).map((other) => `${one.each.textContent} and ${other.each.textContent}`));
}"""
"""The words of head and dock that lie over each other."""


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768), (1100, 440)], ids=lambda size: "x".join(map(str, size)))
def test_on_a_tablet_and_in_a_low_wide_window_words_are_whole_and_apart(
    visitor: Visitor, shot: Callable[..., object], size: tuple[int, int]
) -> None:
    page = on_screen(visitor, *size)
    sit(page, "sentosa")
    bet(page, line_bet(load_book("sentosa")))
    assert unseen(page, HEAD, DOCK, [".rail-button", ".rail-type", ".rail-change"]) == []
    assert page.evaluate(CUT, ".status h1, .totals dt, .totals dd, .status .time, .rail-name, .rail-type, .tool") == []
    assert page.evaluate(MEET) == []
    shot(page, f"tablet-{size[1]}")


def test_the_head_of_a_live_table_is_as_high_as_any_and_its_words_apart(visitor: Visitor, house: Served) -> None:
    page = visitor(**PHONE)
    page.goto(f"/table/{house.open_live('sentosa', 'Wednesday night', betting_time='600')}?sit=50000")
    page.locator(".decline").wait_for()
    for width, height in (*UPRIGHT, (390, 844), *LOW):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".status").evaluate("head => head.offsetHeight") <= 60, width
        assert page.evaluate(CUT, ".status h1") == [], width
        assert page.evaluate(MEET) == [], width


def test_whoever_watches_on_a_phone_reads_the_whole_line(visitor: Visitor, house: Served) -> None:
    page = visitor(**PHONE)
    page.goto(f"/table/{house.open_live('sentosa', 'Watched sideways')}?watch")
    expect(page.locator(".told p")).to_have_text(
        "You are watching this table. The game starts when somebody sits down."
    )
    for width, height in (*UPRIGHT, (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT, ".told p") == [], width


HANDS = """async () => {
  const { handOf } = await import('/js/table/recent-rolls.js');
  const now = Date.now();
  const roll = (point_before, point_after, seven_out, at = now) => (
    { a: 1, b: 2, point_before, point_after, seven_out, at: at * 1000 });
  const old = now - 2 * 86_400_000;
  const before = [roll(0, 6, false, old), roll(6, 6, false, old), roll(6, 6, false, old), roll(6, 0, true, old)];
  const today = [roll(0, 4, false), roll(4, 0, false), roll(0, 0, true), roll(0, 5, false)];
  return [handOf([]), handOf(before), handOf([...before, ...today])];
}"""


def test_a_phone_tells_the_hand_over_the_list_of_rolls_and_the_longest_outlives_the_list(visitor: Visitor) -> None:
    page = on_screen(visitor, 390, 664)
    sit(page, "adelaide")
    bet(page, "pass")
    roll(page)
    expect(page.locator(".status .hand")).to_be_hidden()
    page.locator(".recent-rolls").tap()
    expect(page.locator(".hand-line")).to_be_visible()
    expect(page.locator(".hand-line")).to_have_text(re.compile(r"^Hand \d.* longest today 1$"))
    key = "`comeout.longest.${location.pathname.split('/').pop()}.${new Date().toDateString()}`"
    page.evaluate(f"sessionStorage.setItem({key}, '31')")
    page.reload()
    page.wait_for_function("() => document.querySelector('.hand')?.textContent.endsWith('longest today 31')")


def test_a_hand_ends_with_a_seven_out_and_the_longest_of_the_day_is_kept(page: Page) -> None:
    page.goto("/")
    assert page.evaluate(HANDS) == [
        {"count": 0, "made": 0, "longest": 0},
        {"count": 0, "made": 0, "longest": 0},
        {"count": 1, "made": 0, "longest": 3},
    ]
