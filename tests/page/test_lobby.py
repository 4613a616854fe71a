"""The lobby: the books beside each other, a seat in one click, live tables, and the way back to where one was."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from comeout.review.special import special_of
from comeout.rules.library import book_names, load_book
from tests.page.conftest import Visitor
from tests.page.served import Served
from tests.page.test_table import bet, line_bet, roll, sit
from tests.page.watch import Watch

Axe = Callable[..., list[str]]
NEXT_LOOK_MS = 5_000
"""By then the lobby has asked again."""
TABLE = re.compile(r"/table/[\w-]+$")


def card(book: str) -> str:
    """Where a book stands in the lobby."""
    return f".book:has(#book-{book})"


def test_one_book_is_there_to_begin_with_and_each_of_the_others_has_a_sentence(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".book")).to_have_count(len(book_names()))
    expect(page.locator(".first-table .button.main")).to_have_text("Play your first hand")
    for book, special in special_of(load_book(name) for name in book_names()).items():
        shown = page.locator(card(book))
        expect(shown.get_by_role("heading")).to_have_text(special.house)
        expect(shown.locator("p")).to_have_text(special.why_first or special.newcomers)
        assert shown.evaluate("(each) => each.matches('.first-table')") == bool(special.why_first)
        shown.locator("img").scroll_into_view_if_needed()
        page.wait_for_function(
            "image => image.complete && image.naturalWidth > 0", arg=shown.locator("img").element_handle()
        )


def test_the_first_hand_is_a_lesson_with_chips_of_its_own(stranger: Page) -> None:
    stranger.goto("/")
    stranger.get_by_role("button", name="Play your first hand").click()
    expect(stranger).to_have_url(TABLE)
    expect(stranger.locator(".lesson")).to_contain_text("Your first hand")
    expect(stranger.locator(".totals")).to_contain_text("200.00")


@pytest.mark.parametrize("book", book_names())
def test_one_click_is_a_seat_with_chips_and_the_next_two_are_a_bet(stranger: Page, book: str) -> None:
    stranger.goto("/")
    stranger.locator(card(book)).get_by_role("button", name="Sit down").click()
    expect(stranger).to_have_url(TABLE)
    expect(stranger.locator(".totals")).to_contain_text("500.00")
    bet(stranger, line_bet(load_book(book)))


def test_whoever_sits_down_is_shown_the_table_once_and_has_a_seat_in_that_sight(stranger: Page) -> None:
    sights: list[Any] = []
    stranger.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: sights.append(json.loads(frame))),
    )
    stranger.goto("/")
    stranger.locator(card("adelaide")).get_by_role("button", name="Sit down").click()
    expect(stranger.locator(".totals")).to_contain_text("500.00")
    first = next(each for each in sights if each["type"] == "sight")
    assert first["table"]["you"]["rack_cents"] == 500_00
    bet(stranger, "field")
    assert [each["seq"] for each in sights if each["type"] == "sight"] == [first["seq"], first["seq"] + 1]


def test_an_address_that_asks_for_a_seat_gets_one_with_no_more_than_is_usual(page: Page, house: Served) -> None:
    page.goto(f"/table/{house.open_live('adelaide', 'Deep pockets')}?sit=999999999")
    expect(page.locator(".totals")).to_contain_text("500.00")
    expect(page).to_have_url(TABLE)


def test_an_address_that_asks_to_watch_takes_no_seat(page: Page, house: Served) -> None:
    page.goto(f"/table/{house.open_live('adelaide', 'Front row')}?watch&sit=50000")
    expect(page.locator(".table-page.watching")).to_be_visible()
    expect(page.locator(".seat.mine")).to_have_count(0)


def test_a_felt_is_drawn_when_it_comes_into_sight(phone: Page) -> None:
    phone.goto("/")
    first, last = phone.locator(".book-felt").first, phone.locator(".book-felt").last
    expect(first).to_have_attribute("src", re.compile("felt.svg"))
    expect(last).not_to_have_attribute("src", re.compile("felt.svg"))
    last.scroll_into_view_if_needed()
    expect(last).to_have_attribute("src", re.compile("felt.svg"))


def test_a_table_that_was_left_is_there_as_it_was(page: Page, axe: Axe) -> None:
    page.goto("/")
    expect(page.locator(".mine")).to_be_hidden()
    sit = page.locator(card("adelaide")).get_by_role("button", name="Sit down")
    sit.click()
    expect(page.locator(".totals")).to_contain_text("500.00")
    bet(page, "field")
    table = page.url
    page.get_by_role("link", name="Tables", exact=True).click()
    expect(page.locator(".mine .button.main")).to_have_text(re.compile("Puck OFF · 0 rolls"))
    expect(page.locator(".first-hand")).not_to_have_class(re.compile("main"))
    assert axe(page, ".mine") == []
    page.get_by_role("link", name=re.compile("Puck OFF · 0 rolls")).click()
    expect(page).to_have_url(table)
    expect(page.locator('.lying [data-on="field"] .mine')).to_be_visible()
    page.go_back()
    sit.click()
    expect(page).to_have_url(table)


def test_money_that_lies_at_other_tables_is_told_from_money_that_is_lost(page: Page, house: Served) -> None:
    for book in book_names()[:3]:
        page.goto("/")
        page.locator(card(book)).get_by_role("button", name="Sit down").click()
        expect(page.locator(".told")).to_be_visible()
        if book != book_names()[2]:
            expect(page.locator(".totals")).to_contain_text("500.00")
            bet(page, line_bet(load_book(book)))  # a rack with nothing on the felt would go home
    expect(page.locator(".told")).to_contain_text("at other tables")
    page.goto(f"/table/{house.open_live('adelaide', 'Empty pockets')}?sit=50000")
    expect(page.locator(".told")).to_contain_text("at other tables")
    page.get_by_role("link", name="Your tables").click()
    expect(page.locator(".resume")).to_have_count(2)


def test_a_live_table_can_be_joined_and_watched(page: Page, house: Served) -> None:
    table = house.open_live("exhibit-a", "Corner table")
    page.goto("/")
    shown = page.locator(".live-card", has_text="Corner table")
    expect(shown).to_contain_text("Starts when somebody sits down")
    shown.get_by_role("link", name="Watch").click()
    expect(page).to_have_url(re.compile(rf"/table/{table}\?watch$"))
    expect(page.locator(".table-page.watching")).to_be_visible()
    page.go_back()
    shown.get_by_role("link", name="Join").click()
    expect(page.locator(".seat.mine")).to_contain_text("You")
    page.get_by_role("link", name="Tables", exact=True).click()
    expect(shown).to_contain_text("1 player")
    expect(shown.locator(".countdown")).to_have_text(re.compile(r"bets close in|no more bets|[A-Z]"))


def test_a_table_of_ones_own_has_its_name_and_its_settings_and_others_come_by_its_address(
    page: Page, visitor: Visitor, axe: Axe, shot: Callable[..., object]
) -> None:
    page.goto("/")
    page.get_by_role("button", name="Open a table of your own").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Rulebook").select_option("sentosa")
    form.get_by_label("Name", exact=True).fill("Friday night")
    form.get_by_text("Table settings").click()
    form.locator('[name="betting-time"]').fill("45")
    shot(page, "lobby-open-a-table")
    assert axe(page) == []
    form.get_by_role("button", name="Open it").click()
    expect(page.get_by_role("heading", name="Invite others")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page).to_have_url(TABLE)
    expect(page.locator(".seat.mine")).to_be_visible()
    other = visitor()
    other.goto(page.url)
    expect(other.locator(".seat")).to_have_count(1)
    other.locator(".roll", has_text="Sit down").dblclick()
    expect(page.locator(".seat")).to_have_count(2)
    expect(other.locator(".told")).not_to_contain_text("already")
    page.get_by_role("link", name="Tables", exact=True).click()
    shown = page.locator(".live-card", has_text="Friday night")
    expect(shown).to_contain_text("Resorts World Sentosa")
    expect(shown).to_contain_text("2 players")


def test_behind_the_form_of_a_new_table_nothing_scrolls(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Open a table of your own").click()
    expect(page.get_by_role("dialog").get_by_label("Smallest line bet")).to_have_value("5.00")
    before = page.evaluate("scrollY")
    page.mouse.move(30, 400)
    for way in (-1, 1):
        page.mouse.wheel(0, way * 300)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("[scrollY, getComputedStyle(document.documentElement).overflowY]") == [before, "hidden"]
    page.keyboard.press("Escape")
    assert page.evaluate("getComputedStyle(document.documentElement).overflowY") == "visible"


def test_a_setting_outside_its_range_is_refused_in_words(page: Page, watch: Watch) -> None:
    watch.expect("400")
    page.goto("/")
    page.get_by_role("button", name="Open a table of your own").click()
    form = page.get_by_role("dialog")
    form.get_by_text("Table settings").click()
    form.locator('[name="betting-time"]').fill("never")
    form.get_by_role("button", name="Open it").click()
    expect(form.get_by_role("alert")).to_have_text('Betting-time: "never" is not a whole number.')
    expect(form.locator('[name="betting-time"]')).to_have_value("never")


def test_a_private_table_with_settings_is_for_oneself(calm: Page) -> None:
    calm.goto("/")
    calm.get_by_role("button", name="Open a table of your own").click()
    form = calm.get_by_role("dialog")
    form.get_by_label("Who plays").select_option("first-person")
    expect(form.get_by_label("Name", exact=True)).to_be_hidden()
    form.get_by_role("button", name="Open it").click()
    expect(calm.locator(".totals")).to_contain_text("500.00")
    bet(calm, "pass")
    roll(calm)


def test_a_lobby_without_live_tables_says_what_to_do(page: Page) -> None:
    page.route("**/api/v1/tables", lambda route: route.fulfill(json=[]))
    page.goto("/")
    expect(page.locator(".live-tables")).to_contain_text("No live table is open now. Open one of your own")


def test_a_house_that_goes_away_leaves_the_list_as_it_was_and_says_so(page: Page, watch: Watch) -> None:
    watch.expect("Failed to load resource")
    gone = False

    def answer(route: Route) -> None:
        route.abort() if gone else route.fallback()

    page.route("**/api/v1/tables", answer)
    page.clock.install()
    page.goto("/")
    expect(page.locator(".live-card").first).to_be_visible()
    gone = True
    page.clock.run_for(NEXT_LOOK_MS)
    expect(page.locator(".live-note")).to_contain_text("is not answering")
    expect(page.locator(".live-card").first).to_be_visible()
    gone = False
    page.clock.run_for(NEXT_LOOK_MS)
    expect(page.locator(".live-note")).to_contain_text("Shared tables with a betting clock")


def test_a_list_that_is_brought_up_to_date_keeps_whoever_is_on_it_in_place(page: Page) -> None:
    sit(page, "adelaide")
    rolls = 0

    def answer(route: Route) -> None:
        route.fulfill(json=[{**each, "rolls": rolls} for each in route.fetch().json()])

    page.route("**/api/v1/tables", answer)
    page.clock.install()
    page.goto("/")
    link = page.locator(".resume")
    link.focus()
    same = link.element_handle()
    for _ in range(2):  # after the second what came with the first is on show
        with page.expect_response("**/api/v1/tables"):
            page.clock.run_for(NEXT_LOOK_MS)
    assert same.evaluate("link => link.isConnected"), "nothing has changed"
    rolls = 7
    page.clock.run_for(NEXT_LOOK_MS)
    expect(link).to_contain_text("7 rolls")
    expect(link).to_be_focused()


@pytest.mark.parametrize("width", [360, 390])
def test_what_a_table_waits_for_is_a_sentence_that_fits_a_phone(visitor: Visitor, width: int) -> None:
    phone = visitor(viewport={"width": width, "height": 844})
    waits = "nobody has taken the dice yet; whoever wants to throw takes them"

    def answer(route: Route) -> None:
        waiting = {"seated": 1, "closes_in_ms": None, "waiting": waits}
        route.fulfill(json=[{**each, **waiting} for each in route.fetch().json()])

    phone.route("**/api/v1/tables", answer)
    phone.goto("/")
    expect(phone.locator(".live-card .countdown").first).to_have_text(waits.capitalize())
    phone.wait_for_function("() => [...document.styleSheets].some((each) => each.href?.includes('/css/table.css'))")
    assert phone.evaluate("document.documentElement.scrollWidth") == width
    phone.unroute_all(behavior="ignoreErrors")  # the page may be asking once more


def test_somebody_without_a_secure_connection_can_play_too(stranger: Page) -> None:
    stranger.add_init_script("delete Crypto.prototype.randomUUID")
    stranger.goto("/")
    stranger.locator(card("evolution")).get_by_role("button", name="Sit down").click()
    expect(stranger.locator(".totals")).to_contain_text("500.00")
    bet(stranger, "field")
