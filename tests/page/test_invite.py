"""Inviting others to a live table: a link, the share sheet, a QR code, a link to watch, and the room display."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import PHONE, Visitor
from tests.page.served import Served
from tests.page.test_live import take_a_seat
from tests.page.test_table import asked, sit
from tests.page.watch import Watch

SHARES = "window.shared = []; navigator.share = async (what) => void window.shared.push(what);"
COPIES = """
window.copied = [];
navigator.clipboard.write = async ([item]) => window.copied.push(await (await item.getType("text/plain")).text());
"""
"""A browser that remembers what was copied."""


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_a_link_is_copied_shared_and_drawn_and_another_is_to_watch(
    visitor: Visitor,
    house: Served,
    options: dict[str, object],
    axe: Callable[[Page], list[str]],
    shot: Callable[..., object],
) -> None:
    table = house.open_live("exhibit-a", f"Come all {len(options)}", betting_time="600")
    page = visitor(**options)
    page.add_init_script(SHARES)
    page.add_init_script(COPIES)
    take_a_seat(page, table)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Invite others").click()
    dialog = page.get_by_role("dialog")
    join = f"{house.url}/table/{table}"
    expect(dialog.get_by_label("Link to play", exact=True)).to_have_value(join)
    expect(dialog.get_by_label("Link to watch", exact=True)).to_have_value(f"{join}?watch")
    expect(dialog).to_contain_text("an address of this computer alone")
    code = dialog.get_by_role("img", name="The link as a QR code")
    page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=code.element_handle())
    dialog.get_by_role("button", name="Copy: link to play").click()
    expect(dialog.get_by_role("button", name="Copy: link to play")).to_have_text("Copied")
    dialog.get_by_role("button", name="Share").click()
    assert page.evaluate("[copied, shared[0].url]") == [[join], join]
    shot(page, "invite")
    assert axe(page) == []
    with page.context.expect_page() as opened:
        dialog.get_by_role("link", name="Open the room display").click()
    expect(opened.value.locator(".room-felt")).to_be_visible()


def test_a_guest_of_a_table_of_somebody_else_finds_the_way_back_in_the_lobby(visitor: Visitor) -> None:
    host, guest = visitor(), visitor(stranger=True, **PHONE)
    opened = host.request.post("/api/v1/tables", data={"book": "adelaide", "mode": "live", "name": "Ours"}).json()
    take_a_seat(guest, opened["id"])
    guest.get_by_role("link", name="Back to the tables").click()
    expect(guest.locator(".live-card", has_text="Ours")).to_contain_text("Back to your seat")
    guest.locator(".where-you-were .resume", has_text="Ours").click()
    expect(guest.locator(".seat.mine")).to_be_visible()


def test_the_row_of_seats_has_a_button_and_a_friend_comes_by_the_link(visitor: Visitor, house: Served) -> None:
    page, friend = visitor(), visitor(stranger=True)
    take_a_seat(page, house.open_live("exhibit-a", "By the link", betting_time="600"))
    page.locator(".seats").get_by_role("button", name="Invite").click()
    friend.goto(page.get_by_label("Link to play", exact=True).input_value())
    friend.locator(".roll", has_text="Sit down").click()
    page.keyboard.press("Escape")
    expect(page.locator(".seat")).to_have_count(2)
    page.set_viewport_size({"width": 390, "height": 844})
    invite = page.locator(".seats").get_by_role("button", name="Invite")
    expect(invite).to_be_in_viewport(ratio=1)
    assert invite.evaluate("(each) => each.scrollHeight <= each.clientHeight && each.offsetWidth > each.offsetHeight")


def test_a_table_for_oneself_invites_nobody(page: Page) -> None:
    sit(page, "adelaide")
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("button", name="Invite others")).to_have_count(0)
    expect(page.get_by_role("link", name="Room display")).to_have_count(0)


def test_a_house_that_does_not_answer_says_so(page: Page, house: Served, watch: Watch) -> None:
    watch.expect("Failed to load resource")
    take_a_seat(page, house.open_live("exhibit-a", "No invitations", betting_time="600"))
    page.route("**/invite", lambda route: route.abort())
    page.locator(".seats").get_by_role("button", name="Invite").click()
    expect(page.locator(".toast")).to_contain_text("The house is not answering.")


# ---- opening a table


def test_the_limits_of_the_line_bet_are_asked_first_and_the_invitation_follows(
    page: Page, shot: Callable[..., object]
) -> None:
    page.goto("/")
    page.get_by_role("button", name="Open a table of your own").click()
    form = page.get_by_role("dialog")
    names = form.locator("input, select").evaluate_all("all => all.map((each) => each.name)")
    assert names[:4] == ["book", "mode", "line-min", "line-max"]
    expect(form.get_by_label("Smallest line bet")).to_have_value("5.00")
    expect(form.get_by_label("Largest line bet")).to_have_value("1,000.00")
    expect(form.locator('[name="betting-time"]')).to_have_count(1)
    expect(form.locator('[name="crew"]')).to_have_count(0)  # people need real dice and roles, which an operator gives
    form.get_by_label("Smallest line bet").fill("10")
    form.get_by_label("Largest line bet").fill("250")
    form.get_by_label("Rulebook").select_option("sentosa")
    expect(form.get_by_label("Smallest line bet")).to_have_value("10")
    form.get_by_role("button", name="Open it").click()
    expect(page.get_by_role("heading", name="Invite others")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/table/\w+$"))
    shot(page, "opened-and-invites")
    assert asked(page)["seats"] == [], "nobody is offered the dice behind the invitation"
    page.keyboard.press("Escape")
    expect(page.locator(".seat.mine")).to_be_visible()
    expect(page.locator(".roll")).to_have_text("Bet to get the dice")
    page.get_by_role("link", name="Tables", exact=True).click()
    expect(page.locator(".live-card", has_text="line bet 10.00 to 250.00")).to_have_count(1)


@pytest.mark.parametrize(
    ("least", "most", "says"),
    [
        ("much", "10", "Type the smallest and the largest line bet as amounts, such as 5 or 12.50."),
        ("20", "10", "The largest line bet must be at least as large as the smallest."),
    ],
)
def test_limits_that_make_no_sense_are_told_in_the_form(page: Page, least: str, most: str, says: str) -> None:
    page.goto("/")
    page.get_by_role("button", name="Open a table of your own").click()
    form = page.get_by_role("dialog")
    expect(form.get_by_label("Smallest line bet")).to_have_value("5.00")
    form.get_by_label("Smallest line bet").fill(least)
    form.get_by_label("Largest line bet").fill(most)
    form.get_by_role("button", name="Open it").click()
    expect(form.get_by_role("alert")).to_have_text(says)
    expect(form.get_by_label("Smallest line bet")).to_have_value(least)


def test_a_limit_that_the_house_refuses_is_told_in_the_form(page: Page, watch: Watch) -> None:
    watch.expect("400")
    page.goto("/")
    page.get_by_role("button", name="Open a table of your own").click()
    form = page.get_by_role("dialog")
    expect(form.get_by_label("Smallest line bet")).to_have_value("5.00")
    form.get_by_label("Smallest line bet").fill("2.50")
    form.get_by_role("button", name="Open it").click()
    expect(form.get_by_role("alert")).to_contain_text("must be multiples of 1.00")
