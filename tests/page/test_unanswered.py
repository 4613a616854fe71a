"""A bet that is not answered says so beside its chips and in the latency figure; a bet that came late says how late."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.between import SKEWED, Between, is_bet
from tests.page.conftest import DESKTOP, PHONE, Somebody, Visitor
from tests.page.crew_steps import at, at_felt, give, of
from tests.page.test_bets import mine
from tests.page.test_live import Line
from tests.page.test_screens import CUT, unseen
from tests.page.test_table import LIT, sit, tap

SCREENS: dict[str, dict[str, Any]] = {
    "desk": DESKTOP,
    "phone": PHONE,
    "low": {**PHONE, "viewport": {"width": 844, "height": 390}},
    "small": {**PHONE, "viewport": {"width": 360, "height": 640}},
}


@pytest.mark.parametrize("screen", SCREENS)
def test_a_bet_without_an_answer_for_four_seconds_says_so_and_counts(
    visitor: Visitor, shot: Callable[..., object], screen: str
) -> None:
    page = visitor(**SCREENS[screen])
    wire = Between(page)
    sit(page, "adelaide")
    wire.holds = is_bet
    tap(page, "field")
    expect(page.locator('.lying [data-on="field"] .waiting')).to_be_attached()
    mark, latency = page.locator(".no-answer"), page.locator(".latency")
    expect(mark).to_have_count(0)
    wire.pass_time(4)
    expect(mark).to_have_text(re.compile(r"^no answer for [4-9] s$"))
    expect(latency).to_have_text(re.compile(r"^no answer for [4-9] s$"))
    expect(latency).to_be_in_viewport(ratio=1)
    expect(page.locator("#says")).to_contain_text("5.00 on Field Bet is neither accepted nor refused yet")
    assert unseen(page, [".latency"]) == []
    shot(page, f"no-answer-{screen}")
    page.locator("#says").evaluate("each => { each.textContent = ''; }")
    wire.pass_time(10)
    expect(mark).to_have_text(re.compile(r"^no answer for 1\d s$"))
    expect(latency).to_have_text(re.compile(r"^no answer for 1\d s$"))
    expect(page.locator("#says")).not_to_contain_text("neither accepted nor refused")
    wire.release()
    expect(mine(page, "field")).to_have_attribute("data-cents", "500")
    expect(mark).to_have_count(0)
    expect(latency).not_to_contain_text("no answer")


@pytest.mark.parametrize("screen", SCREENS)
def test_while_the_house_cannot_be_reached_the_time_without_an_answer_stands_beside_the_notice(
    visitor: Visitor, screen: str
) -> None:
    page = visitor(**SCREENS[screen])
    page.add_init_script(SKEWED)
    line = Line(page)
    sit(page, "adelaide")
    line.cut()
    expect(page.locator(".banner")).to_contain_text("cannot be reached")
    tap(page, "field")
    expect(page.locator(".banner")).to_contain_text("One request is waiting and is sent once.")
    page.evaluate("window.skew_ms += 5000")
    expect(page.locator(".no-answer")).to_have_text(re.compile(r"^no answer for \d+ s$"))
    expect(page.locator(".latency")).to_have_text(re.compile(r"^no answer for \d+ s$"))
    assert unseen(page, [".latency", ".banner p"]) == []
    assert page.evaluate(CUT, ".banner p, .latency") == [], "both are whole"
    line.mend()
    expect(mine(page, "field")).to_have_attribute("data-cents", "500")
    expect(page.locator(".latency.late")).to_have_count(0)


def test_an_answer_in_time_is_never_called_late(page: Page) -> None:
    wire = Between(page)
    sit(page, "adelaide")
    wire.pass_time(60)
    tap(page, "field")
    expect(mine(page, "field")).to_be_attached()
    expect(page.locator(".no-answer, .latency.late")).to_have_count(0)


@of("adelaide")
@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_a_bet_that_comes_after_the_bets_were_closed_is_refused_with_its_time(
    somebody: Somebody, table: str, screen: str
) -> None:
    bob = somebody(**SCREENS[screen])
    wire = Between(bob)
    at_felt(bob, table)
    eve = at(somebody("stickperson", "boxperson"), table)
    give(eve, "OpenBetting", "Betting open")
    expect(bob.locator('.box[data-spot="field"]')).to_have_class(LIT)
    wire.holds = is_bet
    tap(bob, "field")
    expect(bob.locator('.lying [data-on="field"] .waiting')).to_be_attached()
    give(eve, "CloseBetting", "No more bets")
    give(eve, "ThrowDice", "Dice out")
    wire.release()
    expect(bob.locator(".told.refused")).to_contain_text(re.compile(r"[Ii]t arrived [\d.]+ m?s after bets closed"))
    expect(bob.locator("#says-now")).to_contain_text("after bets closed")
    expect(bob.locator('.lying [data-on="field"]')).to_have_count(0)
