"""Bets typed in words: shown before they are bet, in the order of the words, and never bet by mistake."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.between import Between, Frame
from tests.page.conftest import PHONE, Visitor
from tests.page.served import Served
from tests.page.test_table import asked, bet, open_table, roll, sit

LINE = ".typed-line input"
MUTES = """() => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true, cancelable: true }));
  return JSON.parse(localStorage.getItem('comeout.choices')).mute;
}"""
"""A shortcut works again; the sound is off."""
AWAY = """() => import('/js/app/table-socket.js').then(({ TableSocket }) =>
  Object.defineProperty(TableSocket.prototype, 'state', { get: () => 'away' }))"""
"""The house does not answer any more."""


def type_bet(page: Page, text: str) -> None:
    """Open the line with its key, type, and have it shown."""
    page.locator("body").press("/")
    page.locator(LINE).fill(text)
    page.keyboard.press("Enter")


def mine(page: Page) -> dict[str, int]:
    """What one has on the felt, as the house tells it."""
    return {spot: lying["amount"] for spot, lying in asked(page)["you"]["bets"].items()}


@pytest.mark.parametrize(
    ("book", "cents"), [("adelaide", "wins 14.00"), ("sentosa", "wins 14.00"), ("evolution", "wins 14.00")]
)
def test_words_are_shown_with_the_sum_and_bet_with_a_second_enter(page: Page, book: str, cents: str) -> None:
    sit(page, book)
    type_bet(page, "12 six and eight, 5 each hardway, press the 8")
    acts = page.locator(".typed-acts li")
    expect(acts).to_have_count(7)
    expect(acts.first).to_contain_text(cents)
    expect(acts.last).to_contain_text("24.00 in all")
    expect(page.locator(".typed-sum")).to_have_text("56.00 from your rack of 500.00. Press Enter again to bet it.")
    assert mine(page) == {}
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".told p")).to_contain_text("7 done, 56.00 bet")
    bets = {"place-6": 1200, "place-8": 2400, "hard-4": 500, "hard-6": 500, "hard-8": 500, "hard-10": 500}
    assert mine(page) == bets
    page.locator("body").press("Backspace")
    expect(page.locator(".lying .mine")).to_have_count(0)


def test_what_is_not_understood_bets_nothing_and_names_the_nearest_words(page: Page) -> None:
    sit(page, "adelaide")
    type_bet(page, "plce 6 12")
    means = page.locator(".typed-means")
    expect(means).to_contain_text('Nobody here understands "plce 6 12"; did you mean place 6 12?')
    expect(means).to_contain_text("Nothing is bet.")
    for text, says in (
        ("roll", '"roll" is about no bet'),
        ("press the 8", "You have no bet there to press"),
        ("<img src=x onerror=alert(1)>", "Nobody here understands"),
    ):
        page.locator(LINE).fill(text)
        expect(means).to_be_empty()
        page.keyboard.press("Enter")
        expect(means).to_contain_text(says)
    expect(means.locator("img")).to_have_count(0)
    page.keyboard.press("Enter")
    assert mine(page) == {}
    page.locator(LINE).fill("")
    page.keyboard.press("Enter")
    expect(means).to_contain_text("Type what you would say to the dealer")


def test_words_that_have_changed_are_shown_again_before_they_are_bet(page: Page) -> None:
    sit(page, "adelaide")
    type_bet(page, "5 field")
    button = page.locator(".typed-line").get_by_role("button")
    expect(button).to_have_text("Bet 5.00")
    page.locator(LINE).fill("6 field")
    expect(button).to_have_text("Show what it does")
    page.keyboard.press("Enter")
    expect(button).to_have_text("Bet 6.00")
    assert mine(page) == {}
    button.click()
    expect(page.locator('.lying [data-on="field"] .mine')).to_have_attribute("data-cents", "600")
    page.locator("body").press("/")
    page.locator(LINE).press("ArrowUp")
    expect(page.locator(LINE)).to_have_value("6 field")


def test_typing_on_after_a_click_goes_on_in_the_field_and_bets_nothing(page: Page) -> None:
    sit(page, "adelaide")
    page.locator("body").press("/")
    page.locator(LINE).fill("5 field")
    page.locator(".typed-line").get_by_role("button", name="Show what it does").click()
    expect(page.locator(".typed-line").get_by_role("button")).to_have_text("Bet 5.00")
    page.keyboard.type(" , 12 six")
    expect(page.locator(LINE)).to_have_value("5 field , 12 six")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert mine(page) == {}


def test_the_key_of_the_line_works_while_the_focus_is_on_a_tab(page: Page) -> None:
    sit(page, "adelaide")
    page.get_by_role("tab", name="Rolls").click()
    page.keyboard.press("/")
    expect(page.locator(LINE)).to_be_focused()
    page.keyboard.type("5 field")
    expect(page.locator(LINE)).to_have_value("5 field")


def test_words_that_the_house_has_no_time_for_are_asked_again(page: Page) -> None:
    busy = iter([True, True])

    def too_many(frame: Frame) -> Frame:
        if frame["type"] == "understood" and next(busy, False):
            return {"type": "understood", "id": frame["id"], "ok": False, "reason": "TOO_MANY", "says": "too many"}
        return frame

    wire = Between(page)
    wire.to_page = too_many
    sit(page, "adelaide")
    type_bet(page, "5 field")
    expect(page.locator(".typed-sum")).to_contain_text("5.00 from your rack")
    assert len([frame for frame in wire.asked if frame["type"] == "typed"]) == 3


def test_letters_typed_after_the_bet_was_sent_are_no_shortcuts(page: Page) -> None:
    sit(page, "adelaide")
    bet(page, "place-6")
    page.get_by_role("radio", name="Chip of 25.00").click()
    page.locator('.box[data-spot="field"]').focus()
    type_bet(page, "5 field")
    expect(page.locator(".typed-sum")).to_be_visible()
    page.keyboard.press("Enter")
    page.keyboard.type("d1 each")
    expect(page.locator('.lying [data-on="field"] .mine')).to_be_visible()
    expect(page.get_by_role("radio", name="Chip of 25.00")).to_be_checked()
    assert mine(page) == {"place-6": 600, "field": 500}
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function(MUTES, polling=700)


def test_refusals_stand_with_their_clause_and_the_rest_can_be_bet(page: Page) -> None:
    sit(page, "sentosa")
    type_bet(page, "10 pass, 20 odds, 400 field, 300 field")
    acts = page.locator(".typed-acts li")
    expect(acts).to_have_count(4)
    expect(acts.nth(1)).to_contain_text("Refused")
    expect(acts.nth(1).locator("a.clause")).to_have_attribute("href", re.compile("/rules/sentosa#"))
    means = page.locator(".typed-means")
    expect(means).to_contain_text("All of it together is 730.00, but your rack holds 500.00.")
    expect(means).to_contain_text("Pass Line: Pass Line is a contract bet")
    expect(page.locator(".typed-sum")).to_have_text(
        "2 of 4 are refused. The rest: 410.00 from your rack of 500.00. Press Enter again to bet it."
    )
    page.keyboard.press("Enter")
    expect(page.locator('.lying [data-on="field"] .mine')).to_be_visible()
    assert mine(page) == {"pass": 1000, "field": 40_000}


def test_bets_are_pressed_turned_off_and_taken_down_in_words(page: Page) -> None:
    sit(page, "adelaide")
    bet(page, "place-6")
    bet(page, "place-8")
    type_bet(page, "press the 6 to 24, take down the 8")
    expect(page.locator(".typed-acts li")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page.locator('.lying [data-on="place-8"]')).to_have_count(0)
    assert mine(page) == {"place-6": 2400}
    type_bet(page, "take down all")
    expect(page.locator(".typed-sum")).to_have_text("24.00 back in your rack. Press Enter again to do it.")
    page.keyboard.press("Enter")
    expect(page.locator(".lying .mine")).to_have_count(0)


def test_a_roll_between_the_two_enters_has_the_words_shown_again(page: Page) -> None:
    sit(page, "exhibit-a")
    bet(page, "pass")
    type_bet(page, "5 field")
    expect(page.locator(".typed-sum")).to_contain_text("Press Enter again")
    other = page.context.new_page()
    other.goto(page.url)
    roll(other)
    page.wait_for_function("document.querySelector('.felt').dataset.roll === '1'")
    page.locator(LINE).press("Enter")
    expect(page.locator(".typed-sum")).to_contain_text("Press Enter again")
    assert "field" not in mine(page)
    page.keyboard.press("Enter")
    expect(page.locator('.lying [data-on="field"] .mine')).to_be_visible()


def test_whoever_watches_has_no_line_to_type_in(visitor: Visitor, house: Served) -> None:
    table = house.open_live("adelaide", "Typed and watched")
    page = visitor()
    page.goto(f"/table/{table}?watch")
    expect(page.locator(".felt .box").first).to_be_visible()
    page.locator("body").press("/")
    page.locator("body").press("q")
    expect(page.locator(".rail")).to_be_hidden()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_whoever_stands_is_told_to_sit_down(page: Page) -> None:
    page.goto(open_table(page, "adelaide") + "?watch")
    expect(page.locator(".felt .box").first).to_be_visible()
    told = page.evaluate("""async () => {
      const { TableSocket } = await import('/js/app/table-socket.js');
      const live = new TableSocket(location.pathname.split('/')[2]);
      live.open();
      await new Promise((seen) => live.addEventListener('sight', seen, { once: true }));
      const told = await live.understand('5 field');
      live.close();
      return told.says;
    }""")
    assert told == "you have no seat here; sit down first"


def test_a_house_that_is_away_says_so_and_nothing_is_bet(page: Page) -> None:
    sit(page, "adelaide")
    type_bet(page, "5 field")
    expect(page.locator(".typed-sum")).to_be_visible()
    page.locator(LINE).fill("6 field")
    page.evaluate(AWAY)
    page.keyboard.press("Enter")
    expect(page.locator(".typed-means")).to_contain_text("The house cannot be reached. Nothing is bet.")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_phone_types_a_bet_and_the_dialog_is_easy_to_use(
    visitor: Visitor, axe: Callable[..., list[str]], shot: Callable[..., object], theme: str
) -> None:
    page = visitor(**PHONE)
    page.add_init_script(
        f"localStorage.setItem('comeout.choices', JSON.stringify({{easy: false, coach: true, tableTheme: '{theme}'}}))"
    )
    sit(page, "adelaide")
    page.get_by_role("button", name="Your own buttons", exact=True).tap()
    page.get_by_role("button", name="Type a bet").tap()
    expect(page.locator(LINE)).to_be_focused()
    page.locator(LINE).fill("five dollar any seven, 12 on the 6, lay 4 99999")
    page.locator(".typed-line").get_by_role("button", name="Show what it does").tap()
    expect(page.locator(".typed-means .coach")).to_contain_text("an hour")
    assert axe(page, "dialog") == []
    shot(page, f"typed-{theme}")
    page.locator(".typed-line").get_by_role("button", name="Bet 17.00").tap()
    expect(page.locator('.lying [data-on="place-6"] .mine')).to_be_attached()
    assert mine(page) == {"any-seven": 500, "place-6": 1200}
