"""Who wants to leave is told what is up, and always has a way to go."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.page.test_rail import roll_until_point
from tests.page.test_table import bet, sit

PASS = '.lying [data-on="pass"] .mine'


def ask_to_leave(page: Page) -> Locator:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Colour up and leave").click()
    return page.get_by_role("dialog")


def test_bets_that_are_up_are_taken_down_first_or_stay_up_while_their_player_goes(calm: Page) -> None:
    sit(calm, "exhibit-a")
    bet(calm, "pass")
    roll_until_point(calm)
    bet(calm, "field")
    asked = ask_to_leave(calm)
    expect(asked).to_contain_text(re.compile(r"Field Bet \d+\.00, Pass Bet \d+\.00"))
    asked.get_by_role("button", name="Take down what I can").click()
    expect(asked).to_contain_text("None of it can be taken down now")
    expect(asked.get_by_role("button", name="Take down what I can")).to_have_count(0)
    asked.get_by_role("button", name="Leave them up and go").click()
    expect(calm).to_have_url(re.compile(r"/$"))
    calm.locator(".where-you-were .resume").click()
    expect(calm.locator(PASS)).to_be_attached()
    ask_to_leave(calm).get_by_role("button", name="Stay").click()
    expect(calm.locator(PASS)).to_be_attached()


def test_who_takes_everything_down_is_asked_once_more_and_leaves(calm: Page) -> None:
    sit(calm, "exhibit-a")
    bet(calm, "field")
    ask_to_leave(calm).get_by_role("button", name="Take down what I can").click()
    expect(calm.get_by_role("dialog")).to_contain_text("goes back to your wallet")
    calm.get_by_role("button", name="Leave", exact=True).click()
    expect(calm).to_have_url(re.compile(r"/$"))
    expect(calm.locator(".where-you-were")).to_have_count(0)
