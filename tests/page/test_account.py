"""You: a name for the wallet, signing out and in, limits of one's own, and a new beginning."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Visitor
from tests.page.test_table import bet, sit, tap
from tests.page.watch import Watch

PASSWORD = "four five six"


@pytest.fixture
def name() -> str:
    """A name that nobody has in this house."""
    return f"Ann {uuid4().hex[:6]}"


def fill_in(page: Page, name: str, password: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)


def change(page: Page, limit: str, value: str) -> None:
    page.get_by_role("button", name=f"Change: {limit}").click()
    page.get_by_role("dialog").get_by_role("textbox").fill(value)
    page.get_by_role("button", name="Set limit").click()


def test_a_guest_becomes_somebody_goes_and_comes_back_from_anywhere(
    page: Page, visitor: Visitor, watch: Watch, name: str, axe: Callable[[Page], list[str]]
) -> None:
    watch.expect("400")
    sit(page, "exhibit-a")
    bet(page, "field")
    page.goto("/account")
    fill_in(page, name, PASSWORD)
    page.get_by_role("button", name="Save it under this name").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.locator(".facts")).to_contain_text("500.00")
    expect(page.locator(".facts")).to_contain_text("5.00")
    assert axe(page) == []
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("guest-")
    expect(page.locator(".facts")).to_contain_text("1,000.00")
    other = visitor()
    other.goto("/account")
    fill_in(other, name, "not the password")
    other.get_by_role("button", name="I have an account: sign in").click()
    expect(other.locator(".toast.bad")).to_be_visible()
    fill_in(other, name, PASSWORD)
    other.get_by_role("button", name="I have an account: sign in").click()
    expect(other.get_by_role("heading", level=1)).to_have_text(name)
    other.get_by_role("link", name="Tables", exact=True).click()
    other.locator(".resume").click()
    expect(other.locator('.lying [data-on="field"] .mine')).to_be_visible()


def test_a_name_that_is_taken_is_refused_in_words(page: Page, visitor: Visitor, watch: Watch, name: str) -> None:
    watch.expect("40[09]")
    for each in (page, visitor()):
        each.goto("/account")
        fill_in(each, name, PASSWORD)
        each.get_by_role("button", name="Save it under this name").click()
        if each is page:
            expect(each.get_by_role("heading", level=1)).to_have_text(name)
        else:
            expect(each.locator(".toast.bad")).to_contain_text("name")
            expect(each.get_by_role("heading", level=1)).to_contain_text("guest-")


def test_a_limit_counts_at_once_and_a_looser_one_later(page: Page, axe: Callable[[Page], list[str]]) -> None:
    page.goto("/account")
    limit = page.locator(".limit", has_text="Loss in 24 hours")
    expect(limit).to_contain_text("no limit")
    page.get_by_role("button", name="Change: Loss in 24 hours").click()
    assert axe(page) == []
    page.get_by_role("dialog").get_by_role("textbox").fill("soon")
    page.get_by_role("button", name="Set limit").click()
    expect(page.get_by_role("alert").last).to_have_text("Type an amount like 200 or 12.50.")
    page.get_by_role("dialog").get_by_role("textbox").fill("200")
    page.get_by_role("button", name="Set limit").click()
    expect(limit).to_contain_text("200.00")
    change(page, "Loss in 24 hours", "300")
    expect(limit).to_contain_text("200.00; 300.00 from")
    change(page, "Time played in 24 hours", "90")
    expect(page.locator(".limit", has_text="Time played in 24 hours")).to_contain_text("90 minutes")


def test_a_bet_beyond_ones_own_limit_is_refused_with_the_way_to_it(page: Page) -> None:
    page.goto("/account")
    change(page, "Largest bet", "7")
    expect(page.locator(".limit", has_text="Largest bet")).to_contain_text("7.00")
    sit(page, "adelaide")
    bet(page, "field")
    tap(page, "field")
    expect(page.locator(".told.refused")).to_contain_text("Your own limit is 7.00")
    page.get_by_role("tab", name="Session").click()
    expect(page.locator(".session-limits")).to_contain_text("at most 7.00 on one bet")
    page.locator(".told").get_by_role("link", name="Your limits").click()
    expect(page.locator(".limit", has_text="Largest bet")).to_contain_text("7.00")


def test_a_guest_can_begin_again_with_a_new_wallet(page: Page) -> None:
    sit(page, "adelaide")
    page.goto("/account")
    expect(page.locator(".facts")).to_contain_text("500.00")
    was = page.get_by_role("heading", level=1).inner_text()
    page.get_by_role("button", name="Start again as a new guest").click()
    page.get_by_role("dialog").get_by_role("button", name="Start again").click()
    expect(page.locator(".facts")).to_contain_text("1,000.00")
    expect(page.get_by_role("heading", level=1)).not_to_have_text(was)


def keep_under(page: Page, name: str) -> None:
    page.goto("/account")
    fill_in(page, name, PASSWORD)
    page.get_by_role("button", name="Save it under this name").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_a_password_is_changed_other_browsers_are_signed_out_and_the_account_is_deleted(
    page: Page, visitor: Visitor, watch: Watch, name: str, axe: Callable[[Page], list[str]]
) -> None:
    watch.expect("400")
    keep_under(page, name)
    other = visitor()
    other.goto("/account")
    fill_in(other, name, PASSWORD)
    other.get_by_role("button", name="I have an account: sign in").click()
    expect(other.get_by_role("heading", level=1)).to_have_text(name)
    page.reload()
    expect(page.locator(".sessions")).to_contain_text("Another browser or program")
    page.get_by_role("button", name="Change password").click()
    assert axe(page) == []
    page.get_by_label("Your password now").fill("not the password")
    page.get_by_label("Your new password").fill("six five four")
    page.get_by_role("button", name="Change it").click()
    expect(page.get_by_role("alert").last).to_have_text("That is not your password.")
    page.get_by_label("Your password now").fill(PASSWORD)
    page.get_by_role("button", name="Change it").click()
    expect(page.locator(".toast.good").last).to_contain_text("changed")
    expect(page.locator(".sessions li")).to_have_count(1)
    other.reload()
    expect(other.get_by_role("heading", level=1)).to_contain_text("guest-")
    page.get_by_role("button", name="Delete account").click()
    page.get_by_label("Your password").fill("six five four")
    page.get_by_role("button", name="Delete it for good").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("guest-")
