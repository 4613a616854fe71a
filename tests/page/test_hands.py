"""A whole hand under every book, by mouse, by keyboard alone and with a thumb: line, point, odds, come, and its end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from comeout.rules.library import book_names
from tests.page.conftest import PHONE, Visitor
from tests.page.test_table import LIES_OR_ASKS, ROLLED, WHERE, asked, rolls_shown, see_it_lie, sit

MOST_ROLLS = 80
"""A hand that shows everything takes some ten rolls; one in a great many takes this many."""

ENDS = re.compile(r"\b(wins?|loses?)\b")


class Hand:
    """Somebody at a table, who bets and rolls in one way."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def bet(self, spot: str) -> None:
        """Put a chip on a spot, and see it lie there."""
        self.reach(spot)
        if self.page.wait_for_function(LIES_OR_ASKS, arg=spot).json_value() == "asks":
            self.agree()
        expect(self.page.locator(f'.lying [data-on="{spot}"] .mine')).to_be_visible()

    def roll(self) -> None:
        """Roll, and see it paid."""
        last = rolls_shown(self.page)
        self.throw()
        self.page.wait_for_function(ROLLED, arg=last + 1)
        see_it_lie(self.page)

    def reach(self, spot: str) -> None:
        """Bet on a spot."""
        raise NotImplementedError

    def agree(self) -> None:
        """Say yes to what a bet binds one to."""
        self.page.locator("dialog[open] .button.main").click()

    def throw(self) -> None:
        """Throw the dice."""
        self.page.locator(".roll").click()

    def lies(self, spots: str) -> bool:
        """Whether something of one's own lies on such a spot."""
        return self.page.locator(f".lying [data-on{spots}] .mine").count() > 0

    @property
    def point(self) -> bool:
        """Whether the puck is on."""
        return self.page.locator('.puck-words[data-on="true"]').count() > 0


class Mouse(Hand):
    """A click on the felt, a click on Roll."""

    def reach(self, spot: str) -> None:
        x, y = self.page.locator(f'.box[data-spot="{spot}"]').evaluate(WHERE)
        self.page.mouse.click(x, y)


class Keys(Hand):
    """Never touches the mouse: arrows, Enter, R, and Tab in dialogs."""

    def reach(self, spot: str) -> None:
        self.page.keyboard.press("ArrowRight")
        order = asked(self.page, "/spots")["order"]
        here = order.index(self.page.evaluate("document.activeElement.dataset.spot"))
        ahead = order.index(spot) - here
        for _ in range(abs(ahead)):
            self.page.keyboard.press("ArrowRight" if ahead > 0 else "ArrowLeft")
        expect(self.page.locator(f'.box[data-spot="{spot}"]')).to_be_focused()
        self.page.keyboard.press("Enter")

    def agree(self) -> None:
        main = self.page.locator("dialog[open] .button.main")
        while not main.evaluate("button => button === document.activeElement"):
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")

    def throw(self) -> None:
        self.page.keyboard.press("r")


class Thumb(Hand):
    """Taps on a phone, of which half the felt is on show."""

    def reach(self, spot: str) -> None:
        box = self.page.locator(f'.box[data-spot="{spot}"]')
        if not box.is_visible():
            self.page.get_by_role("tab", name=re.compile("^(Main|Centre) bets")).and_(
                self.page.locator('[aria-selected="false"]')
            ).tap()
        x, y = box.evaluate(WHERE)
        self.page.touchscreen.tap(x, y)

    def agree(self) -> None:
        self.page.locator("dialog[open] .button.main").tap()

    def throw(self) -> None:
        self.page.locator(".roll").tap()


SMALL = {**PHONE, "viewport": {"width": 360, "height": 740}}
WAYS: dict[str, tuple[type[Hand], dict[str, Any]]] = {
    "mouse": (Mouse, {}),
    "keyboard": (Keys, {}),
    "phone": (Thumb, PHONE),
    "small phone": (Thumb, SMALL),
}


def played(hand: Hand) -> set[str]:
    """Play until everything a hand can show has been seen; what was."""
    seen: set[str] = set()
    for _ in range(MOST_ROLLS):
        if not hand.point and not hand.lies('="pass"'):
            hand.bet("pass")
        if hand.point and not hand.lies('="pass-odds"') and hand.lies('="pass"'):
            hand.bet("pass-odds")
            seen.add("odds")
        if hand.point and not hand.lies('="come"') and not hand.lies('^="come-"'):
            hand.bet("come")
        was_on, had_come = hand.point, hand.lies('="come"')
        hand.roll()
        if had_come and hand.lies('^="come-"'):
            seen.add("a come bet travelled")
        if not was_on and hand.point:
            seen.add("a point")
        if was_on and not hand.point:
            expect(hand.page.locator(".told")).to_contain_text(ENDS)
            seen.add("an end")
        if len(seen) == 4:
            break
    return seen


HANDS = [(book, way) for book in book_names() for way in ("mouse", "keyboard", "phone")]
MOVING = [("sentosa", "phone")]
"""Hands that are played with everything that moves; at the others the dice do not tumble."""


@pytest.mark.parametrize(("book", "way"), [*HANDS, (book_names()[0], "small phone")])
def test_a_whole_hand(visitor: Visitor, book: str, way: str, shot: Callable[..., object]) -> None:
    kind, options = WAYS[way]
    page = visitor(**options, reduced_motion="no-preference" if (book, way) in MOVING else "reduce")
    sit(page, book)
    assert played(kind(page)) == {"a point", "odds", "a come bet travelled", "an end"}
    assert page.viewport_size
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    shot(page, f"hand-{book}-{way}")
