"""Every page as everybody may see it: on a desk, a phone, enlarged, in high contrast, in the light and in the dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import DESKTOP, PHONE, Visitor
from tests.page.served import Served
from tests.page.test_table import SYSTEM_THEME, bet, roll, sit

LOOKS: dict[str, dict[str, Any]] = {
    "at a desk, in the dark": {**DESKTOP, "color_scheme": "dark"},
    "on a phone, in the light": {**PHONE, "color_scheme": "light"},
    "enlarged twice, high contrast, in the dark": {
        "viewport": {"width": 640, "height": 400},
        "device_scale_factor": 2,
        "color_scheme": "dark",
        "contrast": "more",
        "reduced_motion": "reduce",
    },
    "on a small phone, high contrast, in the light": {
        **PHONE,
        "viewport": {"width": 360, "height": 740},
        "color_scheme": "light",
        "contrast": "more",
    },
}


ALIKE = {
    "exclude": [[".clause-item ~ .clause-item"], [".bet ~ .bet"], [".difference ~ .difference"], ["tbody tr ~ tr"]]
}
"""What is on a page by the hundred: the first look takes in all of it, the others the first of each."""


@pytest.fixture(scope="module")
def places(house: Served) -> dict[str, str]:
    """Every page, by a name for its picture."""
    return {
        "lobby": "/",
        "rules": "/rules",
        "book": "/rules/exhibit-a",
        "compare": "/rules/compare/adelaide/evolution",
        "history": "/history",
        "drill": "/drill?book=sentosa&level=2&seed=look",
        "account": "/account",
        "room": f"/room/{house.open_live('evolution', 'For the room')}",
        "watching": f"/table/{house.open_live('adelaide', 'To be watched')}?watch",
    }


@pytest.mark.parametrize("look", LOOKS)
def test_no_page_keeps_anybody_out_or_scrolls_sideways(
    visitor: Visitor,
    places: dict[str, str],
    look: str,
    axe: Callable[..., list[str]],
    shot: Callable[..., object],
) -> None:
    page = visitor(**LOOKS[look])
    page.add_init_script(SYSTEM_THEME)
    within = {} if look == next(iter(LOOKS)) else ALIKE
    sit(page, "adelaide")
    bet(page, "field")
    bet(page, "pass")
    roll(page)
    found = {"table": faults(page, axe, within)}
    kept = page.viewport_size in (DESKTOP["viewport"], PHONE["viewport"])
    if kept:
        shot(page, "every-table")
    for name, address in places.items():
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")
        found[name] = faults(page, axe, within)
        if kept:
            shot(page, f"every-{name}")
    assert {name: each for name, each in found.items() if each} == {}


def faults(page: Page, axe: Callable[..., list[str]], within: dict[str, Any]) -> list[str]:
    """What is wrong with a page as it looks now."""
    assert page.viewport_size
    beyond = page.evaluate("document.documentElement.scrollWidth") - page.viewport_size["width"]
    return [*axe(page, within or "html"), *([f"{beyond} px too wide"] if beyond > 0 else [])]


MOVED = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (steps, ...how) {
    if (steps.some((step) => step.transform)) window.moved.push(this.outerHTML);
    return animate.call(this, steps, ...how);
  };
}"""
MOVING = """() => [...window.moved, ...document.getAnimations()
  .filter((each) => each.effect.getKeyframes().some((frame) => frame.transform)).map((each) => String(each))]"""


def test_whoever_wants_no_motion_has_none(calm: Page) -> None:
    sit(calm, "evolution")
    calm.evaluate(MOVED)
    bet(calm, "field")
    roll(calm)
    assert calm.evaluate(MOVING) == []


def test_choices_of_display_are_kept_and_seen_at_once(page: Page) -> None:
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Display and sound").click()
    room = "getComputedStyle(document.documentElement).backgroundColor"
    seen = set()
    played = page.get_by_role("group", name="Theme of the table and the lobby")
    for theme in ("Dark", "Light"):
        played.get_by_role("radio", name=theme).check()
        seen.add(page.evaluate(room))
    page.get_by_role("radio", name="High").check()
    seen.add(page.evaluate(room))
    assert len(seen) == 3
    page.get_by_role("button", name="Done").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator("html")).to_have_attribute("data-contrast", "more")


def test_pages_to_read_are_light_and_can_be_dark(page: Page) -> None:
    html = page.locator("html")
    page.goto("/")
    expect(html).to_have_attribute("data-theme", "dark")
    page.get_by_role("link", name="Rules", exact=True).first.click()
    expect(html).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name="Display and sound").click()
    page.get_by_role("group", name="Theme of pages to read").get_by_role("radio", name="Dark").check()
    expect(html).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Done").click()
    page.reload()
    expect(html).to_have_attribute("data-theme", "dark")


AT_ONCE = """() => {
  const main = document.querySelector('main');
  const before = getComputedStyle(main).paddingLeft;
  main.style.paddingLeft = '77px';
  return [before !== '77px', getComputedStyle(main).paddingLeft];
}"""


def test_a_page_without_motion_has_its_new_layout_at_once(calm: Page) -> None:
    calm.goto("/")
    assert calm.evaluate(AT_ONCE) == [True, "77px"]
