"""The table in a browser: chips go down in two taps, refusals say why, a roll moves them, nothing is sent twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from tests.page.conftest import PHONE, Visitor
from tests.page.served import Served
from tests.page.watch import Watch

EVERY_BOOK = pytest.mark.parametrize("book", book_names())
ALL_BETS = """localStorage.setItem('comeout.choices', JSON.stringify({
  easy: false, ...JSON.parse(localStorage.getItem('comeout.choices') ?? '{}'),
}))"""
"""Whoever has chosen nothing sees every bet."""
SYSTEM_THEME = """localStorage.setItem('comeout.choices', JSON.stringify({
  theme: 'system', tableTheme: 'system', ...JSON.parse(localStorage.getItem('comeout.choices') ?? '{}'),
}))"""
"""Whoever has chosen nothing sees what their system asks for."""
SEATED = """() => document.querySelector('.totals')?.textContent.includes('500.00')
  && document.querySelector('.side-panel') !== null"""
WHERE = """box => {
  box.scrollIntoView({block: 'center'});
  const [x, y, w, h] = box.dataset.chips.split(' ').map(Number);
  const at = new DOMPoint(x + w / 2, y + h / 2).matrixTransform(box.ownerSVGElement.getScreenCTM());
  return [at.x, at.y];
}"""
LIT = re.compile(r"\blit\b")
LIES_OR_ASKS = """spot => document.querySelector('dialog[open]') ? 'asks'
  : document.querySelector(`.lying [data-on="${spot}"] .mine`) && 'lies'"""
ROLLED = """roll => document.querySelector('.felt').dataset.roll === String(roll)
  && document.querySelector('.roll').textContent !== 'Rolling'"""
RUNNING = """() => {
  window.running = new Set();
  const { setInterval: begin, clearInterval: end, ResizeObserver: Observer } = window;
  window.setInterval = (...how) => {
    const id = begin(...how);
    window.running.add(id);
    return id;
  };
  window.clearInterval = (id) => (window.running.delete(id), end(id));
  window.ResizeObserver = class extends Observer {
    observe(...what) { window.running.add(this); super.observe(...what); }
    disconnect() { window.running.delete(this); super.disconnect(); }
  };
}"""
"""Keeps count of what a page does again and again."""
FAILING = """async () => {
  const { DisplayState } = await import('/js/app/display-state.js');
  const live = new EventTarget();
  live.sight = { seq: 7, table: { called: null } };
  const stage = (window.stage = new DisplayState(live));
  window.told = [];
  stage.addEventListener('roll', () => stage.hold(Promise.reject(new Error('the dice fell off the page'))));
  stage.addEventListener('settled', (event) => told.push(event.detail.seq));
  live.dispatchEvent(new CustomEvent('event', { detail: { name: 'RollSettled', seq: 7, body: {} } }));
  live.dispatchEvent(new CustomEvent('sight', { detail: live.sight }));
}"""
"""A roll whose dice cannot be shown."""
COVERED = """() => {
  const here = document.querySelector('.banner').getBoundingClientRect();
  const others = [...document.querySelectorAll('.status h1, .puck-words, .status-me, .felt')];
  return others.filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < here.right && here.left < right && top < here.bottom && here.top < bottom;
  }).map((each) => each.className);
}"""
"""What the notice about the house lies over."""
LIES = """([bets, puck]) => {
  const mine = [...document.querySelectorAll('.lying [data-on]:has(.mine)')];
  const lying = mine.map((each) => `${each.dataset.on} ${each.querySelector('.mine').dataset.cents}`);
  return lying.sort().join() === bets && document.querySelector('.puck-words').textContent.endsWith(puck);
}"""
"""Whether one's chips and the puck lie as they should."""


def open_table(page: Page, book: str, **settings: str) -> str:
    """A table of one's own, where nobody sits yet; its address."""
    opened = page.request.post("/api/v1/tables", data={"book": book, "settings": settings}).json()
    return f"/table/{opened['id']}"


def sit(page: Page, book: str, **settings: str) -> None:
    """A table of one's own, with chips in front and everything that stands beside it."""
    page.add_init_script(ALL_BETS)
    page.goto(open_table(page, book, **settings))
    page.wait_for_function(SEATED)


def asked(page: Page, path: str = "") -> Any:
    """What the house answers about the table of a page."""
    return page.request.get(page.url.replace("/table/", "/api/v1/tables/") + path).json()


def tap(page: Page, spot: str) -> None:
    """Tap a spot where its chips go."""
    x, y = page.locator(f'.box[data-spot="{spot}"]').evaluate(WHERE)
    page.mouse.click(x, y)


def bet(page: Page, spot: str) -> None:
    """Put the chip in hand on a spot once it is lit, agreeing to what the bet binds one to."""
    expect(page.locator(f'.box[data-spot="{spot}"]')).to_have_class(LIT)
    tap(page, spot)
    if page.wait_for_function(LIES_OR_ASKS, arg=spot).json_value() == "asks":
        page.locator("dialog[open]").get_by_role("button", name=re.compile("^Bet ")).click()
    expect(page.locator(f'.lying [data-on="{spot}"] .mine')).to_be_visible()


def rolls_shown(page: Page) -> int:
    """How many rolls a table has shown."""
    return int(page.locator(".felt").get_attribute("data-roll") or 0)


def roll(page: Page) -> None:
    """Roll, and wait until it is paid."""
    last = rolls_shown(page)
    page.locator(".roll").click()
    page.wait_for_function(ROLLED, arg=last + 1)
    see_it_lie(page)


def see_it_lie(page: Page) -> None:
    """Wait until chips and puck are where the house has them: on a busy machine the dice may lie before them."""
    table = asked(page)
    bets = sorted(f"{spot} {lying['amount']}" for spot, lying in table["you"]["bets"].items())
    page.wait_for_function(LIES, arg=[",".join(bets), f"ON {table['point']}" if table["point"] else "OFF"])


def line_bet(layout: Layout) -> str:
    """The first spot of a book: its line."""
    return layout.spots[0].id


@EVERY_BOOK
def test_a_chip_goes_down_in_two_taps_and_comes_back_with_undo(page: Page, book: str) -> None:
    sit(page, book)
    page.get_by_role("radio", name="Chip of 25.00").click()
    bet(page, "field")
    expect(page.locator(".totals")).to_contain_text("475.00")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('.lying [data-on="field"]')).to_have_count(0)
    expect(page.locator(".told")).to_contain_text(re.compile(r"Back in your rack: 25\.00 from \w+"))
    expect(page.locator(".totals")).to_contain_text("500.00")


@EVERY_BOOK
def test_a_spot_that_is_not_open_says_why_and_by_which_clause(page: Page, book: str) -> None:
    sit(page, book)
    expect(page.locator('.box[data-spot="field"]')).to_have_class(LIT)
    expect(page.locator('.box[data-spot="come"]')).not_to_have_class(LIT)
    tap(page, "come")
    told = page.locator(".told.refused")
    expect(told).to_contain_text("refused")
    expect(told.locator("a.clause")).to_have_attribute("href", f"/rules/{book}#clause-{told_clause(told.inner_text())}")
    expect(page.locator('.box[data-spot="come"]')).to_have_attribute("aria-disabled", "true")
    expect(page.locator('.lying [data-on="come"]')).to_have_count(0)


def told_clause(words: str) -> str:
    """The clause that was named, as an address has it."""
    return quote(words.split("Rule ")[1].splitlines()[0].strip(), safe="()!'*")


def test_an_amount_that_is_refused_is_answered_with_one_that_is_not(page: Page) -> None:
    sit(page, "evolution")
    bet(page, "field")
    page.get_by_role("radio", name="Chip of 500.00").click()
    tap(page, "field")
    expect(page.get_by_role("button", name="Bet 495.00")).to_have_count(0)
    page.get_by_role("button", name="Bet 100.00").click()
    expect(page.locator(".totals dd")).to_have_text(["395.00", "105.00"])
    expect(page.locator('.lying [data-on="field"] .mine')).to_have_attribute("data-cents", "10500")


@EVERY_BOOK
def test_rolls_move_the_puck_and_come_bets_travel_to_their_number(calm: Page, book: str) -> None:
    sit(calm, book)
    line = line_bet(load_book(book))
    travelled = calm.locator('.lying [data-on^="come-"]')
    for _ in range(60):
        if calm.locator(f'.lying [data-on="{line}"]').count() == 0:
            bet(calm, line)
        if calm.locator('.box[data-spot="come"].lit').count() and calm.locator('.lying [data-on="come"]').count() == 0:
            bet(calm, "come")
        roll(calm)
        if travelled.count():
            break
    expect(travelled.first).to_be_visible()


def test_keys_move_over_the_layout_bet_undo_and_can_be_listed(page: Page) -> None:
    sit(page, "exhibit-a")
    page.locator('.box[data-spot="field"]').focus()
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(page.locator('.lying [data-on="field"] .mine')).to_have_attribute("data-cents", "2500")
    page.keyboard.press("ArrowDown")
    expect(page.locator('.box[data-spot="dont-pass"]')).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Backspace")
    expect(page.locator('.lying [data-on="field"]')).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Roll, be ready, or take the dice")


def test_keys_that_are_turned_off_do_nothing_but_the_layout_can_still_be_walked(page: Page) -> None:
    sit(page, "exhibit-a")
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Keyboard shortcuts are on").uncheck()
    page.keyboard.press("Escape")
    page.locator('.box[data-spot="field"]').focus()
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(page.locator('.lying [data-on="field"] .mine')).to_have_attribute("data-cents", "500")
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowDown")
    expect(page.locator('.box[data-spot="dont-pass"]')).to_be_focused()
    expect(page.locator('.lying [data-on="field"]')).to_have_count(1)


def test_a_bet_with_vigorish_asks_with_its_price_and_undo_says_what_it_costs(page: Page) -> None:
    sit(page, "sentosa")
    tap(page, "buy-4")
    expect(page.get_by_role("dialog")).to_contain_text("5.00 stake + 0.25 vigorish = 5.25")
    page.get_by_role("button", name="Bet 5.00").click()
    expect(page.locator('.lying [data-on="buy-4"] .mine')).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("dialog")).to_contain_text("not given back")
    page.get_by_role("button", name="Leave it").click()
    expect(page.locator('.lying [data-on="buy-4"] .mine')).to_be_visible()


def test_a_contract_bet_asks_once(page: Page) -> None:
    sit(page, "sentosa")
    tap(page, "pass")
    expect(page.get_by_role("dialog")).to_contain_text("cannot be reduced or taken down")
    page.get_by_role("button", name="Bet 5.00").click()
    expect(page.locator('.lying [data-on="pass"] .mine')).to_be_visible()
    tap(page, "pass")
    expect(page.locator('.lying [data-on="pass"] .mine')).to_have_attribute("data-cents", "1000")


def test_a_question_that_keys_have_opened_is_answered_with_them(page: Page) -> None:
    sit(page, "sentosa")
    page.locator('.box[data-spot="pass"]').focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Bet 5.00")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('.lying [data-on="pass"] .mine')).to_be_visible()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Buy in").click()
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()


def test_what_a_player_alone_does_before_the_dice_roll_is_said(page: Page) -> None:
    sit(page, "adelaide")
    expect(page.locator(".told")).to_contain_text("Bet PASS or DON'T PASS")
    page.keyboard.press("r")
    expect(page.locator(".told")).to_contain_text("Open a table where a companion throws")
    expect(page.locator(".told")).not_to_contain_text("whoever wants to throw")


def test_a_phone_opens_the_table_at_its_top(visitor: Visitor) -> None:
    phone = visitor(**{**PHONE, "viewport": {"width": 360, "height": 640}})
    sit(phone, "adelaide")
    assert phone.evaluate("scrollY") == 0
    for seen in (".puck-words", ".felt-tabs"):
        expect(phone.locator(seen)).to_be_in_viewport(ratio=1)


def test_dice_that_are_offered_can_be_seen_and_taken_in_a_bar_that_keeps_its_height(
    visitor: Visitor, house: Served
) -> None:
    table = house.open_live("sentosa", "Offered", betting_time="60")
    phone = visitor(**PHONE)
    phone.goto(f"/table/{table}")
    dock = phone.locator(".dock")
    height = dock.evaluate("each => each.offsetHeight")
    phone.locator(".roll", has_text="Sit down").tap()
    needs = phone.get_by_role("button", name="Bet to get the dice")
    expect(needs).to_be_enabled()
    expect(phone.get_by_role("button", name="Pass them on")).to_be_visible()
    assert dock.evaluate("each => each.offsetHeight") == height
    needs.tap()
    expect(phone.locator(".told")).to_contain_text("Bet on Pass or Don't Pass to get the dice.")
    expect(phone.locator(".told a.clause")).to_be_visible()
    expect(phone.locator(".box.sought")).to_have_count(2)
    bet(phone, "pass")
    expect(phone.get_by_role("button", name="Take the dice")).to_be_enabled()
    expect(phone.locator(".box.sought")).to_have_count(0)
    assert dock.evaluate("each => each.offsetHeight") == height


@pytest.mark.parametrize("how", ["", "?watch"])
def test_who_looks_on_is_told_so_once_and_can_sit_down(visitor: Visitor, house: Served, how: str) -> None:
    table = house.open_live("exhibit-a", f"Looked at{how}")
    phone = visitor(**PHONE)
    phone.goto(f"/table/{table}{how}")
    expect(phone.locator(".told p")).to_have_text(
        "You are watching this table. The game starts when somebody sits down."
    )
    expect(phone.locator(".banner")).to_be_hidden()
    expect(phone.locator(".status h1")).to_have_text(f"Looked at{how} Exhibit A")
    phone.get_by_role("button", name="Sit down", exact=True).tap()
    expect(phone.locator(".seat.mine")).to_be_visible()


def test_while_no_bets_are_taken_it_is_said_when_they_are(page: Page, house: Served) -> None:
    page.goto(f"/table/{house.open_live('exhibit-a', 'Not open yet', dice='crew', crew='people')}?sit")
    expect(page.locator(".seat.mine")).to_be_visible()
    expect(page.locator(".told p")).to_have_text("Bets open soon.")


def test_the_card_of_a_spot_tells_its_edge_and_bets_any_amount(page: Page) -> None:
    sit(page, "adelaide")
    page.locator('.box[data-spot="place-6"]').focus()
    page.keyboard.press("Shift+Enter")
    card = page.get_by_role("dialog")
    expect(card).to_contain_text("House edge 1.515% per bet")
    card.get_by_role("textbox").fill("18")
    card.get_by_role("button", name="Bet 18.00").click()
    expect(page.locator('.lying [data-on="place-6"] .mine')).to_have_attribute("data-cents", "1800")


@EVERY_BOOK
def test_on_a_phone_the_page_is_as_wide_as_the_screen_and_boxes_fit_a_thumb(visitor: Visitor, book: str) -> None:
    phone = visitor(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    sit(phone, book)
    expect(phone.locator(".thrown")).to_be_attached()
    phone.locator(".stick-call").evaluate(
        "call => { call.textContent = 'Ten, the hard way'; call.parentElement.style.left = '30%'; }"
    )  # as the dice pass on their way to the edge
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    made = [spot.id for spot in load_book(book).spots if spot.made_here]
    for tab in ("Main bets", "Centre bets"):
        phone.get_by_role("tab", name=tab).click()
        small = phone.locator('.felt [role="tabpanel"]:not([hidden]) .box').evaluate_all(
            """(boxes, made) => boxes.filter(box => made.includes(box.dataset.spot)).filter(box => {
              const {width, height} = box.querySelector('.area').getBoundingClientRect();
              return Math.min(width, height) < 43.5;
            }).map(box => box.dataset.spot)""",
            made,
        )
        assert small == []


def test_bets_made_while_the_house_is_away_wait_and_are_sent_once(
    visitor: Visitor, house: Served, watch: Watch
) -> None:
    watch.expect("WebSocket")
    watch.expect("Failed to load resource")
    page = visitor()
    sit(page, "exhibit-a")
    house.stop(kill=True)
    expect(page.locator(".banner")).to_contain_text("cannot be reached")
    expect(page.locator(".told")).not_to_contain_text("waits")
    tap(page, "field")
    expect(page.locator(".told")).to_contain_text("The house cannot be reached. Your bet of 5.00 on Field Bet waits")
    tap(page, "field")
    expect(page.locator('.lying [data-on="field"] .waiting')).to_have_attribute("data-cents", "1000")
    expect(page.locator('.lying [data-on="field"] .waits')).to_be_visible()
    page.get_by_role("radio", name="Chip of 500.00").click()
    tap(page, "field")
    page.get_by_role("button", name="Bet 500.00").click()  # all of the rack, as far as the page knows
    expect(page.locator(".banner")).to_contain_text("3 requests are waiting")
    assert page.evaluate(COVERED) == []
    house.start()
    expect(page.locator(".told")).to_contain_text("The house is back. 5.00 on Field Bet is accepted; 5.00 on")
    expect(page.locator(".told")).to_contain_text("500.00 on Field Bet is refused: ")
    expect(page.locator('.lying [data-on="field"] .mine')).to_have_attribute("data-cents", "1000")
    expect(page.locator(".totals")).to_contain_text("490.00")
    expect(page.locator(".banner")).to_be_hidden()


def test_the_easy_table_puts_bets_away_until_they_are_asked_for(page: Page) -> None:
    page.goto(open_table(page, "adelaide"))
    page.wait_for_function(SEATED)
    expect(page.locator('.box[data-spot="any-seven"]')).to_be_hidden()
    expect(page.locator('.box[data-spot="place-6"]')).to_be_visible()
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog").get_by_role("button", name="Show all bets").click()
    bet(page, "any-seven")


def test_the_table_has_nothing_that_keeps_people_out(
    page: Page, phone: Page, axe: Callable[[Page], list[str]], shot: Callable[..., object]
) -> None:
    for each in (page, phone):
        sit(each, "sentosa")
        assert axe(each) == []
        shot(each, "table")


def test_a_table_that_is_left_before_all_of_it_is_there_leaves_nothing_running(page: Page) -> None:
    waiting: list[Route] = []
    page.add_init_script(f"({RUNNING})()")
    page.route("**/js/bundle-panels.js", lambda route: waiting.append(route))
    page.goto(open_table(page, "adelaide"))
    expect(page.locator(".totals")).to_contain_text("500.00")
    page.get_by_role("link", name="Rules", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("rules")
    waiting[0].continue_()
    page.evaluate("import('/js/panels/side-panels.js').then(() => new Promise(requestAnimationFrame))")
    assert page.evaluate("[...running].map(String)") == []


def test_a_table_whose_felt_cannot_be_drawn_leaves_nothing_running(page: Page, watch: Watch) -> None:
    watch.expect("Failed to load resource|Failed to fetch")
    page.add_init_script(f"({RUNNING})()")
    page.route("**/felt.svg*", lambda route: route.abort())
    page.goto(open_table(page, "adelaide"))
    expect(page.locator(".lost")).to_be_visible()
    assert page.evaluate("[...running].map(String)") == []


def test_dice_that_cannot_be_shown_do_not_hold_up_the_table(page: Page, watch: Watch) -> None:
    watch.expect("the dice fell off the page")
    page.goto("/")
    page.evaluate(FAILING)
    page.wait_for_function("() => told.join() === '7' && !stage.rolling")
    assert any("the dice fell off the page" in each for each in watch.heard)
