"""Every book on every screen: what a player needs is in view, uncovered and in its place, and is kept as a picture."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from comeout.house.http.static_files import web_files
from comeout.rules.library import book_names, load_book
from tests.page.conftest import DESKTOP, PHONE, Visitor
from tests.page.served import Served
from tests.page.test_budget import WATCH
from tests.page.test_table import ALL_BETS, SEATED, asked, bet, line_bet, open_table, roll, sit, tap

UPRIGHT = ((390, 664), (375, 667), (360, 640))
LOW = ((844, 390), (640, 400))
HEAD = [".puck-words", ".recent-rolls", ".status h1", ".sheet-button"]
DOCK = [".told p", ".chip-set", ".totals", ".totals dd", ".roll", ".tools"]
STRIP = [".strip-bet"]
FONTS_BYTES = 40 * 1024

OUT_OF_SIGHT = """(wanted) => wanted.flatMap((selector) => {
  const found = [...document.querySelectorAll(selector)].filter((each) => !each.closest('[hidden]'));
  if (!found.length) return [`${selector} is not there`];
  return found.flatMap((each) => {
    const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
    if (!width || !height) return [`${selector} has no size`];
    const away = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    if (away) return [`${selector} leaves the screen: ${left} ${top} ${right} ${bottom}`];
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (there && (each.contains(there) || there.contains(each))) return [];
    return [`${selector} is covered by ${there?.className}`];
  });
})"""
"""What is not wholly on the screen, or lies under something else."""

APART = """() => {
  const [felt, bar] = ['.felt-view', '.bar'].map((each) => document.querySelector(each).getBoundingClientRect());
  return bar.left - felt.right;
}"""
CLIPPED = """(selector) => [...document.querySelectorAll(selector)]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""

CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 3)
  .filter((each) => getComputedStyle(each).display !== 'inline')
  .map((each) => `${each.className} ${each.textContent}`)"""
"""Texts that are not whole."""


def on_screen(visitor: Visitor, width: int, height: int) -> Page:
    """Somebody with a phone of this size."""
    return visitor(**{**PHONE, "viewport": {"width": width, "height": height}})


def unseen(page: Page, *wanted: list[str]) -> Any:
    """What of these is not in view."""
    return page.evaluate(OUT_OF_SIGHT, [each for some in wanted for each in some])


@pytest.mark.parametrize("book", book_names())
def test_on_every_screen_the_head_the_strip_and_the_chips_are_in_view_and_only_the_felt_scrolls(
    visitor: Visitor, shot: Callable[..., object], book: str
) -> None:
    page = visitor(**PHONE)
    page.add_init_script(f"({WATCH})()")
    sit(page, book)
    bet(page, line_bet(load_book(book)))
    for width, height in (*UPRIGHT, (390, 844), *LOW):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".felt")).to_have_attribute("data-shape", "phone")
        for to in (10_000, 0):  # wherever the felt is scrolled to
            page.locator(".felt-view").evaluate("(felt, to) => { felt.scrollTop = to; }", to)
            assert unseen(page, HEAD, STRIP, DOCK) == [], (width, height)
        assert page.evaluate(CUT, ".status h1, .totals dt, .totals dd, .status .time, .status .net") == [], width
        assert page.evaluate(
            "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
        ) == [0, 0]
        shot(page, f"{book}-{height}")
    page.set_viewport_size(DESKTOP["viewport"])
    expect(page.locator(".felt")).to_have_attribute("data-shape", "wide")
    assert unseen(page, HEAD[:3], DOCK, [".side-panel", '.felt [data-kind="line"] text']) == []
    shot(page, book)


@pytest.mark.parametrize(("width", "height"), LOW)
def test_a_low_window_has_chips_and_dice_to_the_right_of_the_felt(visitor: Visitor, width: int, height: int) -> None:
    page = on_screen(visitor, width, height)
    sit(page, "adelaide")
    assert page.evaluate(APART) >= 0


NOT_IN_VIEW = """() => {
  const view = document.querySelector('.felt-view').getBoundingClientRect();
  return [...document.querySelectorAll('[role=tabpanel]:not([hidden]) .box .area')].filter((area) => {
    const { left, right, top, bottom } = area.getBoundingClientRect();
    return left < view.left || right > view.right || top < view.top || bottom > view.bottom;
  }).map((area) => area.closest('.box').dataset.spot);
}"""


@pytest.mark.parametrize("book", book_names())
def test_a_phone_held_sideways_shows_numbers_come_field_and_lines_at_once(
    visitor: Visitor, shot: Callable[..., object], book: str
) -> None:
    for width, height in LOW:
        page = on_screen(visitor, width, height)
        sit(page, book)
        assert page.evaluate(NOT_IN_VIEW) == [], f"{width} x {height}"
        assert page.locator(".dice-acts").evaluate("each => each.offsetHeight") <= height // 6
        shot(page, f"sideways-{book}")


BADGE = """() => {
  const badge = document.querySelector('.tab-sum');
  badge.textContent = '5';
  const { width, height } = badge.getBoundingClientRect();
  return [width, height];
}"""


def test_a_badge_of_one_digit_is_not_squashed(visitor: Visitor) -> None:
    page = on_screen(visitor, 844, 390)
    sit(page, "evolution")
    assert min(page.evaluate(BADGE)) >= 17


def test_the_sum_of_a_roll_stands_under_the_tabs_of_a_phone_and_the_head_tells_the_hand_whole(
    visitor: Visitor, page: Page
) -> None:
    phone = visitor(**PHONE)
    sit(phone, "sentosa")
    below = """() => {
      const sum = document.querySelector('.roll-sum');
      sum.hidden = false;
      return sum.getBoundingClientRect().top - document.querySelector('.felt-tabs').getBoundingClientRect().bottom;
    }"""
    assert phone.evaluate(below) >= 0
    sit(page, "adelaide")
    page.locator(".hand").evaluate("hand => { hand.textContent = 'Hand 14 · points 3 · longest today 23'; }")
    assert page.evaluate(CUT, ".hand") == []


COUNTING = """async () => {
  const { totals } = await import('/js/table/chip-rack.js');
  const { element, show, finish } = totals();
  const sight = (rack_cents) => ({ table: { you: { rack_cents, bets: {} } } });
  show(sight(50000));
  show(sight(70000));
  const counting = element.querySelector('dd').textContent;
  finish();
  return [counting, element.querySelector('dd').textContent];
}"""


def test_the_rack_that_counts_up_tells_its_sum_at_once_when_the_player_bets(page: Page) -> None:
    sit(page, "adelaide")
    assert page.evaluate(COUNTING) == ["500.00", "700.00"]


def test_a_bet_from_the_strip_lies_on_the_line_and_odds_follow_the_line_that_is_bet(visitor: Visitor) -> None:
    page = on_screen(visitor, 360, 640)
    sit(page, "adelaide")
    strip = page.locator(".strip-bet")
    expect(strip).to_have_text(["Pass", "Don't", "Odds"])
    strip.nth(1).tap()
    expect(page.locator('.lying [data-on="dont-pass"] .mine')).to_be_attached()
    expect(strip.nth(1)).to_contain_text("5")
    expect(strip.nth(2)).to_have_attribute("data-spot", "dont-pass-odds")


def test_panels_open_as_a_sheet_over_the_felt_and_go_with_escape(visitor: Visitor) -> None:
    page = on_screen(visitor, 390, 664)
    page.add_init_script(f"({WATCH})()")
    sit(page, "sentosa")
    side = page.locator(".side")
    expect(side).to_be_hidden()
    page.get_by_role("button", name="Numbers, rolls and more").tap()
    expect(page.get_by_role("tab", name="Numbers")).to_be_focused()
    for seen in (".side-tabs", ".sheet-close"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=1)
    expect(page.locator("#side-numbers")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(side).to_be_hidden()
    page.locator(".recent-rolls").tap()
    expect(page.get_by_role("tab", name="Rolls")).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="Close the panels").tap()
    expect(side).to_be_hidden()
    assert page.evaluate("window.seen.shift") < 0.001


def test_what_a_refusal_offers_on_a_phone_is_whole_and_no_button_is_cut(visitor: Visitor) -> None:
    page = on_screen(visitor, 390, 844)
    page.goto(open_table(page, "adelaide", **{"max field": "200"}) + "?sit=50000")
    page.add_init_script(ALL_BETS)
    page.reload()
    page.wait_for_function(SEATED)
    page.get_by_role("radio", name="Chip of 500.00").click()
    tap(page, "field")
    page.get_by_role("dialog").get_by_role("button", name="Bet 500.00").click()
    offered = page.locator(".told.refused .button:visible")
    expect(offered.first).to_have_text("Bet 100.00")
    for button in offered.all():
        expect(button).to_be_in_viewport(ratio=1)


def test_the_sum_of_a_roll_stands_over_the_felt_and_opens_its_list(page: Page) -> None:
    sit(page, "exhibit-a")
    bet(page, "field")
    bet(page, "pass")
    roll(page)
    sum_ = page.locator(".roll-sum")
    expect(sum_).to_have_text(re.compile(r"\w"))
    assert unseen(page, [".roll-sum"]) == []
    sum_.click()
    expect(page.get_by_role("dialog")).to_contain_text("Why? Roll no. 1")
    expect(page.locator(".hand")).to_contain_text("longest today 1")
    expect(page.locator(".recent").first).to_have_text(re.compile(r"^\d+$"))


SEVEN_OUT = """async () => {
  const { rollSum } = await import('/js/table/roll-sum.js');
  const sum = rollSum(() => {});
  const line = (outcome, at_risk, paid, seat = 1) => ({ seat, outcome, at_risk, paid, spot: 'x', to: '' });
  const lines = [line('lost', 9000, 0), line('won', 500, 900), line('moved', 500, 0), line('lost', 70000, 0, 2)];
  sum.show({ seq: 1, roll: { a: 3, b: 4 }, point_before: 6, point_after: 0, seven_out: true, lines }, 1);
  return [sum.element.textContent, sum.element.dataset.sign, sum.element.hidden];
}"""


def test_a_seven_out_is_summed_over_ones_own_bets(page: Page) -> None:
    page.goto("/")
    assert page.evaluate(SEVEN_OUT) == ["Seven out: \N{MINUS SIGN}81", "-1", False]


RESTS = """() => {
  const box = (each) => each.getBoundingClientRect();
  const dice = [...document.querySelectorAll('.thrown[data-at="middle"] .die-way')].map(box);
  const chips = [...document.querySelectorAll('.lying [data-on]')].map(box);
  return dice.length === 2 && chips.length > 0 && !dice.some((die) => chips.some((chip) =>
    die.left < chip.right && chip.left < die.right && die.top < chip.bottom && chip.top < die.bottom));
}"""


def test_dice_come_to_rest_clear_of_chips(calm: Page) -> None:
    sit(calm, "adelaide")
    for spot in ("pass", "place-4", "place-5", "place-9", "place-10", "big-6", "big-8"):
        bet(calm, spot)
    calm.locator(".roll").click()
    calm.wait_for_function(RESTS)


def test_a_closed_box_has_no_words_and_the_edge_shows_where_one_looks(page: Page) -> None:
    sit(page, "adelaide")
    words = "document.querySelector('.box[data-spot=\"come\"] > text')"
    assert page.evaluate(f"getComputedStyle({words}).opacity") == "0"
    bet(page, "field")
    tag = page.locator('.lying [data-on="field"] .edge-tag')
    page.mouse.move(2, 2)
    expect(tag).to_be_hidden()
    for spot in ("pass", "field"):
        page.locator(f'.box[data-spot="{spot}"]').focus()
    expect(tag).to_be_visible()
    page.locator(".roll").focus()
    page.evaluate("import('/js/kit/preferences.js').then(({ preferences }) => preferences.set('edges', true))")
    expect(tag).to_be_visible()


def test_the_box_to_tap_breathes_until_it_has_a_bet_and_keeps_still_for_whoever_wants_that(
    page: Page, calm: Page
) -> None:
    moves = "(box) => getComputedStyle(box).animationName"
    for each, motion in ((page, "wanted"), (calm, "none")):
        sit(each, "exhibit-a")
        area = each.locator(".box.wanted .area")
        expect(area).to_have_count(1)
        assert area.evaluate(moves) == motion
        bet(each, "pass")
        expect(area).to_have_count(0)


def test_typefaces_come_from_the_house_with_their_licences_and_are_small(page: Page) -> None:
    fonts = {name: file.read_bytes() for name, file in web_files().items() if name.endswith(".woff2")}
    assert len(fonts) == 2
    assert sum(map(len, fonts.values())) <= FONTS_BYTES
    page.goto("/")
    page.reload()  # a first visit does not wait for them
    page.evaluate("document.fonts.ready")
    loaded = "[...document.fonts].filter((each) => each.status === 'loaded').map((each) => each.family)"
    assert {"Comeout Display", "Comeout Text"} <= {name.strip('"') for name in page.evaluate(loaded)}


@pytest.mark.parametrize("width", [1024, 1920])
def test_two_digit_totals_stand_whole_on_the_room_display(visitor: Visitor, house: Served, width: int) -> None:
    table = house.open_live("adelaide", f"Whole {width}")
    page = visitor(viewport={"width": width, "height": width * 9 // 16})
    page.route(
        "**/rolls?limit=*", lambda route: route.fulfill(json={"rolls": [TWELVE | {"seq": n} for n in range(1, 13)]})
    )
    page.goto(f"/room/{table}")
    expect(page.locator(".room-total")).to_have_text("12")
    expect(page.locator(".room-rolls li")).to_have_count(12)
    assert page.evaluate(CLIPPED, ".room-total, .room-rolls .figure, .room-dice") == []
    assert unseen(page, [".room-total", ".room-rolls .figure"]) == []


TWELVE = {
    "a": 6, "b": 6, "at": 0, "hard": False, "number": 1, "point_after": 0, "point_before": 0, "seven_out": False,
    "total": 12, "undone": False,
}  # fmt: skip


# ------------------------------------------------------------------ what a win looks like

WIN = """() => {
  (window.watchers ?? []).forEach((each) => each.disconnect());
  Object.assign(window, { flashes: 0, racks: [], pills: [], watchers: [] });
  const watch = (what, how, told) => {
    const watcher = new MutationObserver((all) => all.forEach(told));
    watcher.observe(document.querySelector(what), how);
    window.watchers.push(watcher);
  };
  document.querySelector('.felt').onanimationstart = ({ animationName, target }) => {
    if (animationName === 'won') window.flashes += Number(target.matches('.box[data-spot="field"] .area'));
  };
  const rack = document.querySelector('.totals dd b');
  const changes = { childList: true, characterData: true, subtree: true };
  watch('.totals dd b', changes, () => window.racks.push(Number(rack.textContent.replace(/,/g, ''))));
  watch('.flying', { childList: true }, ({ addedNodes }) => addedNodes.forEach((each) => {
    const pill = each.querySelector?.('.float');
    if (!pill) return;
    const box = pill.querySelector('rect');
    const [at, field] = [pill, document.querySelector('.box[data-spot="field"]')].map((a) => a.getBoundingClientRect());
    window.pills.push({
      text: pill.textContent,
      dark: box.getAttribute('fill') === '#0b0c0f' && Number(box.getAttribute('fill-opacity')) > 0.9,
      beside: at.top < field.bottom && at.bottom > field.top && Math.abs(at.x - field.x) < field.width + at.width,
    });
  }));
}"""
"""Watches the felt, the rack and what floats over it."""


@pytest.mark.parametrize(
    "screen", [DESKTOP, {**PHONE, "viewport": {"width": 390, "height": 664}}], ids=["desk", "phone"]
)
def test_a_win_flashes_its_box_once_counts_the_rack_up_and_floats_its_amount_beside_the_chips(
    visitor: Visitor, screen: dict[str, Any]
) -> None:
    page = visitor(**screen)
    sit(page, "adelaide", shooter="companion")
    for _ in range(40):
        bet(page, "field")
        before = float(page.locator(".totals dd").first.inner_text())
        page.evaluate(WIN)
        roll(page)
        won = [each for each in asked(page, "/rolls?limit=1")["rolls"] if each["total"] in (2, 3, 4, 9, 10, 11, 12)]
        (pill,) = page.evaluate("window.pills")
        assert pill["dark"]
        assert pill["beside"]
        assert pill["text"].startswith("+" if won else "\N{MINUS SIGN}")
        if won:
            break
        assert page.evaluate("window.flashes") == 0
    paid = 10 if won[0]["total"] in (2, 12) else 5
    assert pill["text"] == f"+{paid}"
    page.wait_for_function("(end) => window.racks.at(-1) === end", arg=before + 5 + paid)
    racks = page.evaluate("window.racks")
    assert racks == sorted(racks), "it counts up"
    assert len(set(racks)) > 2, "in steps"
    assert before <= racks[0]
    expect(page.locator(".box.won")).to_have_count(0)
    assert page.evaluate("window.flashes") == 1


def test_a_phone_has_tabs_only_while_both_halves_of_the_felt_have_boxes(visitor: Visitor) -> None:
    page = on_screen(visitor, 390, 664)
    sit(page, "adelaide")
    tabs = page.locator(".felt-tabs")
    expect(tabs).to_be_visible()
    page.get_by_role("tab", name="Centre bets").click()
    bet(page, "any-seven")
    easy = "(on) => import('/js/kit/preferences.js').then(({ preferences }) => preferences.set('easy', on))"
    page.evaluate(easy, True)
    expect(tabs).to_be_visible()  # a bet lies there
    page.get_by_role("button", name="Undo").click()
    expect(tabs).to_be_hidden()
    expect(page.locator('.box[data-spot="pass"] .area').first).to_be_attached()
    expect(page.locator("#felt-half-0")).to_be_visible()
    page.evaluate(easy, False)
    expect(tabs).to_be_visible()


IN_VIEW = """spot => {
  const chips = document.querySelector(`.lying [data-on="${spot}"]`)?.getBoundingClientRect();
  const felt = document.querySelector('.felt-view').getBoundingClientRect();
  return Boolean(chips?.height) && chips.top >= felt.top && chips.bottom <= felt.bottom;
}"""
"""Whether the chips on a spot are in view."""
FINGER = """(event) => {
  const target = document.querySelector('.felt');
  const touches = event === 'touchstart' ? [new Touch({ identifier: 1, target })] : [];
  target.dispatchEvent(new TouchEvent(event, { touches, bubbles: true }));
}"""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


IN_VIEW = """(spot) => {
  const felt = document.querySelector('.felt-view').getBoundingClientRect();
  const box = document.querySelector(`.box[data-spot="${spot}"] .area`).getBoundingClientRect();
  return box.height > 0 && box.top >= felt.top - 1 && box.bottom <= felt.bottom + 1;
}"""


def test_each_half_of_the_felt_keeps_its_place_and_a_guest_first_sees_the_line(visitor: Visitor, house: Served) -> None:
    page = on_screen(visitor, 390, 664)
    sit(page, "adelaide")
    bet(page, "pass")
    page.wait_for_function(IN_VIEW, arg="pass")
    for half in ("Centre bets", "Main bets"):
        page.get_by_role("tab", name=half).dispatch_event("click")
    page.wait_for_function(IN_VIEW, arg="pass")
    guest = visitor(stranger=True, **PHONE)
    guest.goto(f"/table/{house.open_live('adelaide', 'First sight')}")
    expect(guest.locator(".roll")).to_have_text("Sit down")
    guest.wait_for_function(IN_VIEW, arg="pass")


def test_chips_from_a_button_are_scrolled_to_unless_a_finger_is_on_the_felt(visitor: Visitor) -> None:
    page = on_screen(visitor, 390, 664)
    page.emulate_media(reduced_motion="reduce")
    sit(page, "adelaide")
    felt = page.locator(".felt-view")
    bottom = felt.evaluate("(felt) => { felt.scrollTop = 10_000; return felt.scrollTop; }")
    page.evaluate(FINGER, "touchstart")
    page.locator(".rail-turn").click()
    inside = page.locator(".rail-button", has_text="Inside")
    inside.click()
    expect(page.locator('.lying [data-on="place-6"] .mine')).to_be_attached()
    page.evaluate(FRAMES)
    assert felt.evaluate("(felt) => felt.scrollTop") == bottom
    page.evaluate(FINGER, "touchend")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('.lying [data-on="place-6"] .mine')).to_have_count(0)
    inside.click()
    page.wait_for_function(IN_VIEW, arg="place-6")
    for spot in ("place-5", "place-8", "place-9"):
        expect(page.locator(f'.lying [data-on="{spot}"] .mine')).to_be_attached()
    page.evaluate(FRAMES)  # each of the four bets may have been scrolled to by itself
    felt.evaluate("(felt) => { felt.scrollTop = 10_000; }")
    page.get_by_role("button", name="Undo").click()  # chips that go are not followed
    page.evaluate(FRAMES)
    assert felt.evaluate("(felt) => felt.scrollTop") == bottom
