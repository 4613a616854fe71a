"""The player's own rail: four buttons, saved layouts, and chips that are dragged off the felt."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from comeout.rules.library import book_names, load_book
from tests.page.conftest import PHONE, Visitor
from tests.page.test_budget import WATCH
from tests.page.test_screens import DOCK, HEAD, LOW, UPRIGHT, on_screen, unseen
from tests.page.test_table import SEATED, WHERE, asked, bet, open_table, roll, sit

BUTTONS = ".rail-button"
FELT = """() => {
  const { left, top, width, height } = document.querySelector('.felt-view').getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
}"""


def choose(page: Page, *choices: dict[str, str] | None) -> None:
    """What somebody has chosen for their buttons before they came."""
    page.add_init_script(
        f"""localStorage.setItem('comeout.choices', JSON.stringify({{
          easy: false, ...JSON.parse(localStorage.getItem('comeout.choices') ?? '{{}}'),
          rail: JSON.parse({json.dumps(json.dumps(choices))}),
        }}))"""
    )


def mine(page: Page) -> dict[str, int]:
    """What one has on the felt, as the house tells it."""
    return {spot: lying["amount"] for spot, lying in asked(page)["you"]["bets"].items()}


def open_own(page: Page) -> None:
    """Open the dialog of buttons and layouts from the menu."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Your buttons and layouts").click()


def save(page: Page, name: str) -> None:
    """Save what lies under a name."""
    open_own(page)
    page.get_by_role("textbox").fill(name)
    page.keyboard.press("Enter")


# ------------------------------------------------------------------ buttons


@pytest.mark.parametrize(("book", "cost"), [("adelaide", "22"), ("exhibit-a", "22")])
def test_a_button_shows_what_it_costs_with_the_chip_in_hand_and_bets_it(page: Page, book: str, cost: str) -> None:
    sit(page, book)
    buttons = page.locator(BUTTONS)
    expect(buttons).to_have_count(4)
    expect(buttons.nth(0)).to_contain_text("Inside")
    first = buttons.nth(0).locator("small").inner_text()
    assert book != "adelaide" or first == cost
    page.locator("body").press("3")
    expect(buttons.nth(0).locator("small")).not_to_have_text(first)
    page.locator("body").press("2")
    expect(buttons.nth(0).locator("small")).to_have_text(first)
    buttons.nth(0).click()
    expect(page.locator(".lying .mine")).to_have_count(4)
    assert sum(mine(page).values()) == 100 * int(first)
    page.locator("body").press("e")  # double
    page.wait_for_function(
        "([cents]) => document.querySelectorAll('.totals b')[1].textContent === (cents / 100).toFixed(2)",
        arg=[200 * int(first)],
    )
    page.locator("body").press("t")  # all down
    expect(page.locator(".lying .mine")).to_have_count(0)


@pytest.mark.parametrize("book", book_names())
def test_nobody_who_has_chosen_nothing_has_a_button_that_never_works(page: Page, book: str) -> None:
    sit(page, book)
    calls = load_book(book).rulebook.calls
    fourth = "All off" if calls and calls.off == "free" else "All down"
    expect(page.locator(".rail-name")).to_have_text(["Inside", "Across", "Double", fourth])
    learned = "import('/js/kit/preferences.js').then(({ preferences }) => preferences.set('learned', ['first-hand']))"
    page.evaluate(learned)
    page.evaluate("import('/js/kit/preferences.js').then(({ preferences }) => preferences.set('easy', true))")
    others = ["Double", "All off", "All down", "Repeat"] if fourth == "All off" else ["Double", "All down", "Repeat"]
    expect(page.locator(".rail-name")).to_have_text([*others, "Type a bet"][:4])


def test_a_button_is_changed_by_right_click_long_press_shift_enter_or_the_pencil_and_remembered(page: Page) -> None:
    sit(page, "adelaide")
    button = page.locator(BUTTONS).nth(1)
    button.click(button="right")
    select = page.get_by_label("Button 2")
    expect(select).to_be_focused()
    select.select_option("All down")
    page.keyboard.press("Escape")
    expect(button).to_contain_text("All down")
    for held in (True, False):
        if held:
            button.click(delay=700, force=True)
        else:
            button.press("Shift+Enter")
        expect(select).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Change your buttons").click()
    page.get_by_label("Button 1").select_option("All hardways")
    page.get_by_role("button", name="Done").click()
    page.reload()
    expect(page.locator(BUTTONS).nth(0)).to_contain_text("All hardways")
    expect(page.locator(BUTTONS).nth(1)).to_contain_text("All down")
    page.locator("body").press("q")
    expect(page.locator(".lying .mine")).to_have_count(4)
    page.locator("body").press("w")
    expect(page.locator(".lying .mine")).to_have_count(0)


def test_a_bet_that_another_book_lacks_is_not_here_and_says_so(page: Page) -> None:
    choose(page, {"does": "bundle", "id": "world", "name": "World"}, {"does": "nonsense"}, None, {"does": "type"})
    for book, here in (("adelaide", True), ("evolution", False)):
        page.goto(open_table(page, book))
        page.wait_for_function(SEATED)
        button = page.locator(BUTTONS).nth(0)
        expect(button).to_have_attribute("aria-disabled", "false" if here else "true")
        if not here:
            expect(button).to_contain_text("World")
            expect(button).to_contain_text("not here")
            button.click(force=True)
            expect(page.locator(".told")).to_contain_text("This book has no bet called")
            page.locator(".told").get_by_role("button", name="Change it").click()
            expect(page.get_by_label("Button 1").locator("option:checked")).to_have_text("World (not at this table)")
            page.keyboard.press("Escape")
            page.locator(BUTTONS).nth(1).click(force=True)
            expect(page.locator(".told")).to_contain_text("Nothing is chosen for this button")
            page.locator("body").press("t")
            expect(page.locator(".typed-line input")).to_be_focused()


def test_the_easy_table_says_why_a_bundle_is_not_shown(page: Page) -> None:
    page.add_init_script(
        "localStorage.setItem('comeout.choices', JSON.stringify({easy: true, learned: ['line'],"
        " rail: [{does: 'bundle', id: 'hardways'}]}))"
    )
    page.goto(open_table(page, "adelaide"))
    page.wait_for_function(SEATED)
    button = page.locator(BUTTONS).nth(0)
    expect(button).to_contain_text("not here")
    button.click(force=True)
    expect(page.locator(".told")).to_contain_text("The easy table does not show these bets")


def test_keys_of_the_rail_are_listed(page: Page) -> None:
    sit(page, "sentosa")
    page.locator("body").press("?")
    keys = page.get_by_role("dialog")
    expect(keys).to_contain_text("Press one of your own buttons")
    expect(keys).to_contain_text("Type a bet in words")


@pytest.mark.parametrize("book", book_names())
def test_the_rail_takes_nothing_from_a_phones_felt(visitor: Visitor, shot: Callable[..., object], book: str) -> None:
    page = visitor(**PHONE)
    page.add_init_script(f"({WATCH})()")
    sit(page, book)
    turn = page.locator(".rail-turn")
    for width, height in (*UPRIGHT, (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        felt = page.evaluate(FELT)
        turn.tap()
        expect(page.locator(".strip-bet").first).to_be_hidden()
        assert unseen(page, HEAD, DOCK, [BUTTONS, ".rail-type", ".rail-turn"]) == [], (width, height)
        assert page.evaluate(FELT) == felt
        shot(page, f"rail-{book}-{height}")
        turn.tap()
        expect(page.locator(BUTTONS).first).to_be_hidden()
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        assert unseen(page, HEAD, DOCK, [".strip-bet", BUTTONS, ".rail-type", ".rail-change"]) == [], (width, height)
    assert page.evaluate("window.seen.shift") < 0.001


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_rail_and_its_dialog_are_easy_to_use(page: Page, axe: Callable[..., list[str]], theme: str) -> None:
    page.add_init_script(
        f"localStorage.setItem('comeout.choices', JSON.stringify({{easy: false, tableTheme: '{theme}'}}))"
    )
    sit(page, "sentosa")
    bet(page, "place-6")
    assert axe(page, ".dock") == []
    save(page, "Six")
    expect(page.locator(".own-list li")).to_have_count(1)
    assert axe(page, "dialog") == []


# ------------------------------------------------------------------ layouts


@pytest.mark.parametrize("book", ["adelaide", "sentosa"])
def test_a_layout_is_saved_put_down_again_renamed_and_deleted(page: Page, book: str) -> None:
    sit(page, book)
    for spot in ("pass", "place-6", "field"):
        bet(page, spot)
    lies = mine(page)
    save(page, "  Tuesday <b>night</b> ")
    row = page.locator(".own-list li")
    expect(row.locator("b")).to_have_text("Tuesday <b>night</b>")
    expect(row).to_contain_text("On the felt already")
    page.get_by_label("Button 1").select_option("layout:Tuesday <b>night</b>")
    page.get_by_role("button", name="Done").click()
    button = page.locator(BUTTONS).nth(0)
    expect(button.locator(".rail-name")).to_have_text("Tuesday <b>night</b>")
    button.click(force=True)
    expect(page.locator(".told")).to_contain_text("lies there already")
    page.goto(open_table(page, book))
    page.wait_for_function(SEATED)
    expect(button.locator("small")).to_have_text(str(sum(lies.values()) // 100))
    page.locator("body").press("q")
    expect(page.locator(".lying .mine")).to_have_count(3)
    assert mine(page) == lies
    open_own(page)
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Its new name").fill("Wednesday")
    page.get_by_role("button", name="Rename", exact=True).click()
    expect(row.locator("b")).to_have_text("Wednesday")
    expect(button).to_contain_text("Wednesday")
    page.get_by_role("button", name="Delete: Wednesday").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(row).to_have_count(0)
    page.get_by_role("button", name="Done").click()
    expect(button).to_contain_text("not here")


def test_odds_of_a_layout_that_cannot_be_made_yet_wait_and_are_named(page: Page) -> None:
    layout = [{"name": "Line", "parts": [
        {"spot": "pass", "cents": 1000}, {"spot": "pass-odds", "cents": 2000}, {"spot": "field", "cents": 500},
        {"spot": "no-such-spot", "cents": 500}, {"spot": "come-6", "cents": 500}, {"spot": "place-6", "cents": -5},
    ]}]  # fmt: skip
    page.add_init_script(f"localStorage.setItem('comeout.layouts', {json.dumps(json.dumps({'adelaide': layout}))})")
    sit(page, "adelaide")
    open_own(page)
    page.get_by_role("button", name="Put down 35.00: Line").click()
    expect(page.locator(".told")).to_contain_text(
        "15.00 bet: Pass Bet, Field Bet. Not yet: Pass Bet, Taking Odds, since "
    )
    expect(page.locator(".lying .mine")).to_have_count(2)
    assert mine(page) == {"pass": 1000, "field": 500}


def test_a_layout_that_costs_more_than_the_rack_is_not_begun(page: Page) -> None:
    parts = [{"spot": "pass", "cents": 30_000}, {"spot": "field", "cents": 30_000}]
    stored = {"adelaide": [{"name": "Big", "parts": parts}]}
    page.add_init_script(f"localStorage.setItem('comeout.layouts', {json.dumps(json.dumps(stored))})")
    choose(page, {"does": "layout", "id": "Big", "name": "Big"})
    sit(page, "adelaide")
    page.locator("body").press("q")
    expect(page.locator(".told")).to_contain_text("costs 600.00, but your rack holds 500.00")
    assert mine(page) == {}


def test_a_layout_of_the_whole_rack_is_asked_about(page: Page) -> None:
    parts = [{"spot": "pass", "cents": 20_000}, {"spot": "field", "cents": 30_000}]
    stored = {"adelaide": [{"name": "All in", "parts": parts}]}
    page.add_init_script(f"localStorage.setItem('comeout.layouts', {json.dumps(json.dumps(stored))})")
    choose(page, {"does": "layout", "id": "All in", "name": "All in"})
    sit(page, "adelaide")
    page.locator("body").press("q")
    asks = page.get_by_role("dialog")
    expect(asks).to_contain_text("This bets all of the 500.00 in your rack")
    asks.get_by_role("button", name="Not now").click()
    assert mine(page) == {}


@pytest.mark.parametrize("broken", ["{", "null", "[1]", '{"adelaide": {"x": 1}}', '{"adelaide": [null, {"name": 3}]}'])
def test_broken_storage_leaves_a_table_that_works(page: Page, broken: str) -> None:
    page.add_init_script(f"localStorage.setItem('comeout.layouts', {json.dumps(broken)})")
    sit(page, "adelaide")
    bet(page, "field")
    save(page, "New")
    expect(page.locator(".own-list li")).to_have_count(1)


def test_full_storage_keeps_a_layout_until_the_page_is_closed(page: Page) -> None:
    sit(page, "adelaide")
    bet(page, "field")
    page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    save(page, "Kept here")
    expect(page.locator(".own-list li")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".told")).to_contain_text("This browser stores nothing")


NAMES: dict[str, Any] = {
    "": "Type a name for the layout.",
    "   ": "Type a name for the layout.",
    "x" * 41: "A name has at most 40 characters.",
    "a\u202eb": "A name has only characters that can be printed.",
    "a\u0000b": "A name has only characters that can be printed.",
}


def test_names_are_printable_and_short_and_there_are_not_too_many(page: Page) -> None:
    page.goto("/")
    told = page.evaluate(
        """async (names) => {
          const { saveLayout, renameLayout, layoutsOf } = await import('/js/bets/saved-layouts.js');
          const parts = [{ spot: 'field', cents: 500 }];
          const wrong = names.map((name) => saveLayout('x', name, parts).says);
          const made = Array.from({ length: 31 }, (_, n) => saveLayout('x', `n${n}`, parts).ok);
          const again = saveLayout('x', 'n1', parts).ok;
          const named = [renameLayout('x', 'n1', 'n2'), renameLayout('x', 'n1', 'm')];
          return [wrong, made.filter(Boolean).length, again, ...named,
            layoutsOf('x').length, saveLayout('y', 'empty', []).ok];
        }""",
        list(NAMES),
    )
    assert told == [list(NAMES.values()), 30, True, "There is a layout of this name already.", "", 30, False]


# ------------------------------------------------------------------ chips dragged off


def drag(page: Page, spot: str, to: str) -> None:
    """Drag the chips of a spot with the mouse to the middle of something."""
    x, y = chips(page, spot)
    box = page.locator(to).bounding_box()
    assert box
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)


def chips(page: Page, spot: str) -> tuple[float, float]:
    """Where the chips of a spot lie on the screen."""
    page.locator(f'.box[data-spot="{spot}"]').evaluate(WHERE)
    box = page.locator(f'.lying [data-on="{spot}"] .mine').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("book", ["adelaide", "sentosa"])
def test_chips_dragged_to_the_rack_come_down(page: Page, book: str) -> None:
    sit(page, book)
    bet(page, "field")
    drag(page, "field", ".totals")
    expect(page.locator(".lifted")).to_contain_text("Take down 5.00")
    page.mouse.up()
    expect(page.locator(".lying .mine")).to_have_count(0)
    expect(page.locator(".lifted")).to_have_count(0)
    assert mine(page) == {}


def test_chips_dropped_on_the_felt_or_let_go_with_escape_stay(page: Page) -> None:
    sit(page, "adelaide")
    bet(page, "field")
    drag(page, "field", '.box[data-spot="any-seven"]')
    expect(page.locator(".lifted")).to_contain_text("Drop off the felt")
    page.mouse.up()
    expect(page.locator(".told")).to_contain_text("The chips stay on Field Bet")
    drag(page, "field", ".totals")
    page.keyboard.press("Escape")
    expect(page.locator(".lifted")).to_have_count(0)
    page.mouse.up()
    x, y = chips(page, "field")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 1)
    page.mouse.move(x + 2, y + 12)
    page.mouse.up()
    expect(page.locator(".lifted")).to_have_count(0)
    assert mine(page) == {"field": 500}, "the end of a drag is no tap"


def test_a_contract_bet_that_is_dragged_off_is_refused_with_its_clause(page: Page) -> None:
    sit(page, "sentosa")
    bet(page, "pass")
    roll_until_point(page)
    drag(page, "pass", ".totals")
    page.mouse.up()
    expect(page.locator(".told.refused a.clause")).to_be_visible()
    assert "pass" in mine(page)


def test_what_taking_down_costs_is_asked_before_chips_go(page: Page) -> None:
    sit(page, "sentosa")
    page.locator("body").press("3")
    bet(page, "buy-4")
    drag(page, "buy-4", ".totals")
    page.mouse.up()
    asks = page.get_by_role("dialog")
    expect(asks).to_contain_text("is not given back")
    asks.get_by_role("button", name="Leave it").click()
    assert "buy-4" in mine(page)


def roll_until_point(page: Page) -> None:
    """Roll until the puck is on, with a bet on the line."""
    while asked(page)["point"] == 0:
        if "pass" not in mine(page):
            bet(page, "pass")
        roll(page)


class Finger:
    """A finger on the glass, as the browser feels it: it may scroll."""

    def __init__(self, page: Page) -> None:
        self._glass = page.context.new_cdp_session(page)

    def feel(self, kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        self._glass.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

    def slide(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Move in small steps, as a hand does."""
        for step in range(1, 9):
            self.feel("Move", x + (to_x - x) * step / 8, y + (to_y - y) * step / 8)


SCROLLED = "document.querySelector('.felt-view').scrollTop"
COME_TO_REST = f"""async () => {{
  for (let last = -1, same = 0; same < 20; same = last === {SCROLLED} ? same + 1 : 0, last = {SCROLLED})
    await new Promise(requestAnimationFrame);
}}"""
"""A felt that was pushed rolls on for a while."""


PATIENT = """() => {
  const begin = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => begin(act, [230, 480].includes(ms) ? 20 * ms : ms, ...rest);
}"""
"""A card opens much later than it does: on a busy machine the finger of a test moves late."""


def test_a_finger_rests_before_it_drags_and_scrolls_if_it_does_not(visitor: Visitor) -> None:
    page = on_screen(visitor, 390, 664)
    page.add_init_script(f"({PATIENT})()")
    sit(page, "adelaide")
    bet(page, "field")
    x, y = chips(page, "field")
    rack = page.locator(".totals").bounding_box()
    assert rack
    down = rack["x"] + 20, rack["y"] + 10
    finger, before = Finger(page), page.evaluate(SCROLLED)
    finger.feel("Start", x, y)
    finger.slide(x, y, x, y + 120)  # at once: the finger scrolls
    finger.feel("End")
    page.wait_for_function(f"{SCROLLED} < {before}")
    page.evaluate(COME_TO_REST)
    expect(page.locator(".lifted")).to_have_count(0)
    assert mine(page) == {"field": 500}
    x, y = chips(page, "field")
    still = page.evaluate(SCROLLED)
    finger.feel("Start", x, y)
    expect(page.locator(".lifted")).to_be_visible()
    finger.slide(x, y, *down)
    expect(page.locator(".lifted")).to_contain_text("Take down 5.00")
    assert page.evaluate(SCROLLED) == still
    finger.feel("End")
    expect(page.locator(".lying .mine")).to_have_count(0)
    assert mine(page) == {}


def test_a_finger_that_stays_opens_the_card_and_takes_nothing_down(visitor: Visitor) -> None:
    page = on_screen(visitor, 390, 664)
    sit(page, "adelaide")
    bet(page, "field")
    finger = Finger(page)
    finger.feel("Start", *chips(page, "field"))
    expect(page.get_by_role("dialog")).to_contain_text("Field Bet")
    expect(page.locator(".lifted")).to_have_count(0)
    finger.feel("End")
    assert mine(page) == {"field": 500}
