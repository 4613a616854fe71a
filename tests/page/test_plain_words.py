"""Words that newcomers and weekly players rely on: what a winner does, what is open, what odds are, what follows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from comeout.lessons.lesson import lesson_called
from tests.page.conftest import PHONE, Visitor
from tests.page.test_lessons import SAYS, do, take
from tests.page.test_line import newcomer
from tests.page.test_offers import set_a_point
from tests.page.test_rail import chips, drag
from tests.page.test_table import asked, bet, roll, sit
from tests.page.test_typed_bets import type_bet

TOLD = ".told p"
JOINING = """() => import('/js/table/message-line.js').then(({ joining }) => joining(
  { felt: { spotOfKind: () => 'pass', draws: () => true }, facts: { order: [] } },
  { lesson: null, offers: { pass: { bet: { ok: true } } },
    table: { you: { seat: 1, bets: {} }, point: 0, mode: 'live' } }))"""
"""What a newcomer at a live table is told."""
PLACE = "how => import('/js/table/chip-flights.js').then(({ placeOf }) => placeOf(...how))"
AMOUNTS = "text => import('/js/kit/money.js').then(({ amountsIn }) => amountsIn(text))"
SLIDE = """([x, y]) => {
  const box = document.querySelector('.box[data-spot="field"] .area');
  const touch = (type, dy) => box.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y + dy, pointerId: 5,
    pointerType: 'touch', isPrimary: true, bubbles: true }));
  touch('pointerdown', 0);
  touch('pointermove', 30);
  touch('pointercancel', 30);
}"""
"""A finger moves at once from the chips on the field."""
EARLY = """() => {
  window.early = [];
  new MutationObserver(() => early.push(document.querySelector('.roll').textContent))
    .observe(document.querySelector('.status-me .net'), { childList: true, characterData: true, subtree: true });
}"""
"""What the main button says whenever the result of the day changes."""
LINES = """strip => {
  const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(strip);
  const room = strip.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
  return room / parseFloat(lineHeight);
}"""


def test_the_first_winner_that_comes_down_is_told_with_what_keeps_it_up(calm: Page) -> None:
    sit(calm, "adelaide", shooter="companion")
    stays = re.compile("Field Bet wins .* “Stay up” keeps winners up")
    for wins in range(2):
        while True:
            bet(calm, "field")
            roll(calm)
            if "Field Bet wins" in calm.locator(TOLD).inner_text():
                break
        (expect(calm.locator(TOLD)).not_to_have_text if wins else expect(calm.locator(TOLD)).to_have_text)(stays)


def test_a_box_that_only_the_rack_closes_keeps_its_words(calm: Page) -> None:
    sit(calm, "adelaide")
    type_bet(calm, "200 field, 200 pass, 89 big 6")
    expect(calm.locator(".typed-sum")).to_contain_text("489.00")
    calm.keyboard.press("Enter")
    expect(calm.locator(".totals dd").first).to_have_text("11.00")
    seen = "box => getComputedStyle(box.querySelector(':scope > text')).opacity"
    assert float(calm.locator('.box[data-spot="buy-4"]').evaluate(seen)) > 0.3
    assert float(calm.locator('.box[data-spot="come"]').evaluate(seen)) == 0, "it is closed until there is a point"


def test_a_newcomer_at_a_live_table_is_told_when_the_dice_roll(page: Page) -> None:
    page.add_init_script("localStorage.setItem('comeout.choices', JSON.stringify({ easy: true }))")
    page.goto("/")
    assert page.evaluate(JOINING) == ["Bet PASS: the dice are thrown when the bets close."]


def test_repeat_before_a_point_says_first_what_is_bet_and_then_what_comes_later(calm: Page) -> None:
    sit(calm, "adelaide", shooter="companion")
    set_a_point(calm, "pass")
    calm.locator(".odds-offer .button").first.click()
    expect(calm.locator('.lying [data-on="pass-odds"] .mine')).to_be_visible()
    while asked(calm)["point"]:
        roll(calm)
    calm.get_by_role("button", name="Repeat").click()
    later = "Not yet: Pass Bet, Taking Odds, since "
    expect(calm.locator(TOLD)).to_have_text(re.compile(rf"^5\.00 bet: Pass Bet\. {re.escape(later)}.*OFF|ON"))


def test_odds_are_named_by_a_multiple_only_where_they_are_exactly_that(calm: Page) -> None:
    sit(calm, "adelaide", shooter="companion")
    while set_a_point(calm, "pass") not in (5, 9):  # three to two: once 5 is not paid in whole units
        while asked(calm)["point"]:
            roll(calm)
    offers = calm.locator(".odds-offer .button")
    expect(offers.first).to_have_text(re.compile(r"^4\s+wins 6$"))
    for said in offers.all_inner_texts():
        if found := re.match(r"(\d+)x (\d+)", said):
            assert int(found[1]) * 5 == int(found[2])


def test_amounts_in_sentences_of_the_house_are_written_as_everywhere_else(page: Page) -> None:
    page.goto("/")
    said = "You put down 2076.00 in 36 bets: -456.92, which is 2.075% of 1,000.00, or -0.36 deviations (v1.10.2)."
    assert page.evaluate(AMOUNTS, said) == (
        "You put down 2,076.00 in 36 bets: −456.92, which is 2.075% of 1,000.00, or −0.36 deviations (v1.10.2)."  # noqa: RUF001
    )


def test_the_result_of_the_day_is_shown_with_that_of_the_roll_and_not_before(calm: Page) -> None:
    sit(calm, "adelaide", shooter="companion")
    calm.evaluate(EARLY)
    for _ in range(3):
        bet(calm, "field")
        roll(calm)
    said = calm.evaluate("early")
    assert said
    assert "Rolling" not in said


def test_what_a_bet_brought_floats_in_its_own_box(page: Page) -> None:
    page.goto("/")
    room, pill = {"x": 100, "y": 200, "w": 200, "h": 40}, {"wide": 60, "tall": 24}
    for at, place in (
        ({"x": 150, "y": 220, "r": 15}, {"x": 201, "y": 220}),
        ({"x": 280, "y": 220, "r": 15}, {"x": 229, "y": 220}),
    ):
        assert page.evaluate(PLACE, [room, at, pill]) == place, "to the right of the chips, or to their left"
    small = {**room, "w": 40}
    assert page.evaluate(PLACE, [small, {"x": 120, "y": 220, "r": 15}, pill]) == {"x": 120, "y": 212}


def test_the_coach_beside_the_felt_is_cut_off_at_no_line(calm: Page) -> None:
    newcomer(calm)
    strip = calm.locator(".coach-strip")
    expect(strip).to_be_visible()
    strip.evaluate(
        "strip => strip.append(...Array.from('1234567890', (each) => document.createTextNode(`${each} `.repeat(99))))"
    )
    assert strip.evaluate("strip => strip.scrollHeight > strip.clientHeight"), "there is more than fits"
    assert strip.evaluate(LINES) == pytest.approx(round(strip.evaluate(LINES)), abs=0.03)


def test_a_finger_that_slides_from_chips_is_told_once_how_to_take_them_off(visitor: Visitor) -> None:
    phone = visitor(**PHONE, reduced_motion="reduce")
    sit(phone, "adelaide")
    bet(phone, "field")
    how = "rest your finger on them for a moment, then drag them off the felt"
    phone.evaluate(SLIDE, list(chips(phone, "field")))
    expect(phone.locator(TOLD)).to_contain_text(how)
    bet(phone, "pass")
    phone.evaluate("document.querySelector('.tools .tool:nth-child(2)').click()")  # undo
    expect(phone.locator(TOLD)).not_to_contain_text(how)
    phone.evaluate(SLIDE, list(chips(phone, "field")))
    expect(phone.locator(TOLD)).not_to_contain_text(how)


def test_no_card_of_a_spot_stands_under_chips_that_are_dragged(page: Page) -> None:
    sit(page, "adelaide")
    bet(page, "field")
    drag(page, "field", '.box[data-spot="any-seven"]')
    expect(page.locator(".lifted")).to_be_visible()
    expect(page.locator(".spot-hint")).to_be_hidden()
    page.mouse.up()


def test_a_refused_amount_that_was_typed_comes_with_one_that_chips_make(calm: Page) -> None:
    sit(calm, "evolution", shooter="companion")
    calm.get_by_role("radio", name="Chip of 25").click()
    while set_a_point(calm, "dont-pass") not in (6, 8):
        while asked(calm)["point"]:
            roll(calm)
    type_bet(calm, "99 lay odds")
    expect(calm.locator(".typed-acts .refusal")).to_contain_text(re.compile(r"Accepted: \d+\.00\."))


# ------------------------------------------------------------------ the first lesson


def test_a_lesson_shows_no_facts_that_it_has_not_explained(visitor: Visitor) -> None:
    phone = visitor(**PHONE)
    take(phone)
    x, y = phone.locator('.box[data-spot="pass"]').evaluate("""box => {
      const { left, top, width, height } = box.querySelector('.area').getBoundingClientRect();
      return [left + width * 0.7, top + height - 20];
    }""")
    phone.touchscreen.tap(x, y)
    expect(phone.locator('.lying [data-on="pass"] .mine')).to_be_visible()
    expect(phone.locator(".spot-hint")).to_be_hidden()
    expect(phone.locator('.lying [data-on="pass"] .edge-tag')).to_be_hidden()


def test_a_lesson_prints_the_number_that_the_puck_is_on(page: Page) -> None:
    lesson = lesson_called("first-hand")
    take(page, lesson)
    expect(page.locator('[data-number="6"]').first).to_be_hidden()
    for number in range(4):
        do(page, lesson, number)
    expect(page.locator(SAYS)).to_have_text(lesson.steps[4].says)
    expect(page.locator('[data-number="6"]').first).to_be_visible()
    expect(page.locator('[data-number="8"]').first).to_be_hidden()


def test_at_the_end_of_a_lesson_one_button_leads_on(phone: Page) -> None:
    lesson = lesson_called("first-hand")
    take(phone, lesson)
    for number in range(len(lesson.steps)):
        do(phone, lesson, number)
    expect(phone.locator(".lesson .button.main")).to_have_text("Play at a table")
    expect(phone.get_by_role("button", name=re.compile("Next lesson ?: Place the 6 and the 8"))).to_be_visible()
    felt, pass_box = (phone.locator(each).bounding_box() for each in (".felt-view", '.box[data-spot="pass"] .area'))
    assert felt
    assert pass_box
    assert pass_box["y"] + pass_box["height"] <= felt["y"] + felt["height"] + 1, "the panel covers nothing"
    expect(phone.locator(".roll")).to_have_class(re.compile("visually-idle"))


def test_words_of_the_game_are_explained_without_others(page: Page) -> None:
    newcomer(page)
    for word in ("come-out", "odds", "point"):
        page.evaluate("word => void import('/js/app/terms.js').then(({ explainTerm }) => explainTerm(word))", word)
        said = page.locator("dialog[open] p")
        expect(said).to_have_text(re.compile("[.]$"))
        assert not re.search("puck|line bet|come bet|come-out roll", said.inner_text())
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_notice_on_a_phone_covers_neither_the_menu_nor_the_name_of_the_page(phone: Page) -> None:
    phone.goto("/account")
    phone.evaluate("() => void import('/js/kit/dialog.js').then(({ toast }) => toast('You have play money again.'))")
    notice = phone.locator(".toast").bounding_box()
    name = phone.get_by_role("heading", level=1).bounding_box()
    assert notice
    assert name
    assert notice["y"] >= name["y"] + name["height"]
