"""A player whose chips are gone: every way to more of them stays in sight, and one press brings them."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.page.test_bets import more
from tests.page.test_table import asked, bet, roll, sit, tap


def lose_the_rack(page: Page) -> None:
    """Bet chips of 500 on twelve until nothing is left; now and then a bet wins."""
    page.get_by_role("radio", name="Chip of 500.00").click()
    for _ in range(200):
        you = asked(page)["you"]
        if not you["rack_cents"] and not you["bets"]:
            return
        if not you["bets"]:
            bet(page, "craps-12")
        roll(page)
    raise AssertionError("two hundred rolls and still chips")


def test_a_refusal_with_an_empty_rack_offers_chips_from_the_wallet(calm: Page) -> None:
    sit(calm, "adelaide", shooter="companion")
    lose_the_rack(calm)
    tap(calm, "field")
    calm.locator(".told.refused").get_by_role("button", name="Buy in 500.00").click()
    expect(calm.locator(".totals dd").first).to_have_text("500.00")


def test_one_press_starts_again_at_the_table_and_brings_chips(calm: Page) -> None:
    sit(calm, "adelaide", shooter="companion")
    lose_the_rack(calm)
    calm.locator(".told").get_by_role("button", name="Buy in 500.00").click()
    expect(calm.locator(".totals dd").first).to_have_text("500.00")
    lose_the_rack(calm)
    told = calm.locator(".told")
    expect(told.get_by_role("button", name="Start again")).to_be_visible()
    more(calm, "Buy in")
    expect(told).to_contain_text("Your wallet is empty")
    tap(calm, "field")
    calm.locator(".told.refused").get_by_role("button", name="Start again").click()
    expect(calm.locator(".totals dd").first).to_have_text("500.00")
    assert asked(calm)["you"]["rack_cents"] == 500_00


def test_who_buys_in_is_told_what_the_wallet_holds_and_offered_no_more(calm: Page) -> None:
    sit(calm, "adelaide", shooter="companion")
    for holds, offered in (("500.00", "200.00"), ("80.00", "80.00")):
        more(calm, "Buy in")
        dialog = calm.get_by_role("dialog")
        expect(dialog).to_contain_text(f"Your wallet holds {holds}.")
        expect(dialog.get_by_role("textbox")).to_have_value(offered)
        dialog.get_by_role("textbox").fill("420")
        dialog.get_by_role("button", name="Buy in" if offered == "200.00" else "Not now").click()
        if offered == "200.00":
            expect(calm.locator(".told")).to_contain_text("420.00 added to your rack.")
