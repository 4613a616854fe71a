"""The dice over the felt and what stands beside it: rolls, numbers, why, the session, coach, a say in the dice."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from comeout.lab.solving.luck_file import luck_of_file
from tests.page.conftest import PHONE, Visitor
from tests.page.test_table import SYSTEM_THEME, asked, bet, sit
from tests.page.test_table import roll as throw

Json = dict[str, Any]

MOST_ROLLS = 100
"""A line bet is decided within some four rolls; one in a great many takes this many."""

PLAY = """async ([id, rolls]) => {
  const { TableSocket } = await import('/js/app/table-socket.js');
  const live = new TableSocket(id);
  const seen = new Promise((done) => live.addEventListener('sight', done, { once: true }));
  live.open();
  await seen;
  await live.act('PlaceBet', { spot: 'field', amount: 100 });
  for (let rolled = 0; rolled < rolls; rolled++) await live.act('RollNow');
  live.close();
}"""
"""Rolls of a companion, the first of them with a bet on the field."""

DRAWN = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let drawn = 0; drawn < 10; drawn++) await frame();
}"""
"""What stands beside the felt is drawn a frame later, one part of it a frame."""

TOP_SIDES = """async faces => {
  const stage = document.querySelector('.dice-stage');
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const still = async () => {
    await frame();
    await Promise.all(stage.getAnimations({ subtree: true }).map((each) => each.finished));
  };
  const cubes = [...document.querySelectorAll('.cube')];
  const found = [];
  const touch = (how) => stage.querySelectorAll('.cube-side').forEach((each) => (each.style.pointerEvents = how));
  touch('auto');
  for (const face of faces) {
    if (face) cubes.forEach((cube) => (cube.dataset.face = face));
    await still();
    found.push(cubes.map((cube) => {
      const { left, top, width, height } = cube.closest('.die-way').getBoundingClientRect();
      const side = document.elementFromPoint(left + width * 0.36, top + height * 0.4).closest('.cube-side');
      return Number(side?.dataset.side);
    }));
  }
  touch('');
  return found;
}"""
"""Which side of each die is seen, found as a finger would find it."""

HEAR = """() => {
  window.heard = [];
  const says = document.querySelector('#says');
  new MutationObserver(() => window.heard.push(says.textContent)).observe(says, { childList: true });
}"""
"""Keeps all that a screen reader is told: what came of a roll may be told after it, in its place."""

WORDS = ("one", "two", "three", "four", "five", "six")

SHIFTS = """() => {
  window.shifted = 0;
  const told = (list) => list.getEntries().forEach((each) => (window.shifted += each.hadRecentInput ? 0 : each.value));
  new PerformanceObserver(told).observe({ type: 'layout-shift', buffered: true });
}"""


def table_of(page: Page) -> str:
    return page.url.rpartition("/")[2]


def roll(page: Page) -> Json:
    """Roll once; the roll as the house tells it, when the page has settled it and listed it."""
    throw(page)
    last: Json = asked(page, "/rolls?limit=1")["rolls"][-1]
    expect(page.locator(f'.rolled[data-seq="{last["seq"]}"]')).to_be_attached()
    return last


def sit_after(page: Page, rolls: int) -> None:
    """Sit at a table where a companion has thrown so many times, as somebody who comes back to it."""
    sit(page, "exhibit-a", shooter="companion")
    page.evaluate(PLAY, [table_of(page), rolls])
    page.reload()
    expect(page.locator(".rolled")).to_have_count(rolls)


def turn(page: Page, name: str) -> None:
    """Turn to a panel; where they are a sheet, open it first."""
    opens = page.locator('.sheet-button[aria-expanded="false"]')
    if opens.is_visible():
        opens.click()
    page.get_by_role("tab", name=name).click()


def cents(text: str) -> int:
    return round(float(text.replace(",", "").replace("\N{MINUS SIGN}", "-")) * 100)


def money_on_the_table(page: Page) -> int:
    """Rack and felt together."""
    return sum(cents(each) for each in page.locator(".totals dd").all_inner_texts())


# ------------------------------------------------------------------ the dice


def test_the_dice_come_to_rest_on_the_faces_the_house_threw(page: Page) -> None:
    sit(page, "exhibit-a")
    page.evaluate(HEAR)
    for _ in range(2):
        if not page.locator(".lying .mine").count():
            bet(page, "pass")
        thrown = roll(page)
        faces = [thrown["a"], thrown["b"]]
        assert page.locator(".cube").evaluate_all("all => all.map((each) => Number(each.dataset.face))") == faces
        expect(page.locator(".thrown")).to_have_attribute("data-at", "edge")
        assert page.evaluate(TOP_SIDES, [0]) == [faces]
        first, second = (WORDS[face - 1] for face in faces)
        page.wait_for_function(
            "says => window.heard.some((each) => each.includes(says))", arg=f"{first.capitalize()} and {second}."
        )


def test_every_face_of_a_die_can_come_up(page: Page) -> None:
    sit(page, "exhibit-a")
    bet(page, "pass")
    roll(page)
    expect(page.locator(".thrown")).to_have_attribute("data-at", "edge")
    assert page.evaluate(TOP_SIDES, [1, 2, 3, 4, 5, 6]) == [[face, face] for face in range(1, 7)]


def test_a_tumble_takes_no_longer_than_a_second_and_a_half(page: Page) -> None:
    sit(page, "exhibit-a")
    bet(page, "pass")
    expect(page.locator(".side-tabs")).to_be_visible()
    page.evaluate("""() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) {
        const motion = animate.apply(this, how);
        if (this.closest('.dice-stage')) (window.moved ??= []).push(motion.effect.getComputedTiming().endTime);
        return motion;
      };
    }""")
    roll(page)
    moved = page.evaluate("() => window.moved")
    assert len(moved) >= 2
    assert max(moved) <= 1500


def test_with_reduced_motion_the_faces_are_there_at_once(calm: Page) -> None:
    sit(calm, "exhibit-a")
    bet(calm, "pass")
    calm.evaluate("""() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) {
        if (this.closest('.dice-stage')) throw new Error('a die moved');
        return animate.apply(this, how);
      };
    }""")
    thrown = roll(calm)
    expect(calm.locator(".stick-call b")).not_to_be_empty()
    expect(calm.locator(".thrown")).to_have_attribute("data-at", "edge")
    assert calm.evaluate(TOP_SIDES, [0]) == [[thrown["a"], thrown["b"]]]


def test_a_roll_moves_nothing_on_the_page_out_of_its_place(page: Page) -> None:
    sit(page, "exhibit-a")
    expect(page.locator(".side-tabs")).to_be_visible()
    page.evaluate(SHIFTS)
    bet(page, "pass")
    roll(page)
    assert page.evaluate("() => window.shifted") < 0.01


# ------------------------------------------------------------------ rolls


def test_the_last_fifty_rolls_are_listed_by_point_with_their_hard_ways(calm: Page) -> None:
    sit_after(calm, 55)
    rolls = asked(calm, "/rolls?limit=100")["rolls"]
    hard = [each["seq"] for each in rolls if each["a"] == each["b"] and 2 < each["total"] < 12]
    marked = calm.locator('.rolled[data-hard="yes"]').evaluate_all("all => all.map((each) => Number(each.dataset.seq))")
    assert sorted(marked) == hard
    made = [each for each in rolls if each["point_before"] and not each["point_after"] and not each["seven_out"]]
    expect(calm.locator('.cycle[data-end="made"]')).to_have_count(len(made))
    expect(calm.locator('.cycle[data-end="out"]')).to_have_count(sum(each["seven_out"] for each in rolls))


def test_totals_are_counted_against_their_thirty_sixths_and_predict_nothing(calm: Page) -> None:
    sit_after(calm, 12)
    rolls = asked(calm, "/rolls?limit=100")["rolls"]
    came, due = (calm.locator(".tally tbody tr").nth(row).locator("td").all_inner_texts() for row in (0, 1))
    assert [int(each) for each in came] == [sum(each["total"] == total for each in rolls) for total in range(2, 13)]
    assert due == [f"{len(rolls) * (6 - abs(7 - total)) / 36:.1f}" for total in range(2, 13)]
    expect(calm.locator(".no-memory")).to_contain_text("do not predict")


def test_a_table_without_rolls_and_bets_says_so(page: Page) -> None:
    sit(page, "exhibit-a")
    expect(page.locator("#side-numbers .none")).to_be_visible()
    for name, place in (("Rolls", "rolls"), ("Why?", "why"), ("Session", "session")):
        turn(page, name)
        expect(page.locator(f"#side-{place} .none")).to_be_visible()


# ------------------------------------------------------------------ numbers


def test_my_numbers_tell_before_the_roll_what_it_then_pays(calm: Page) -> None:
    sit(calm, "exhibit-a")
    turn(calm, "Numbers")
    for _ in range(4):
        for spot in ("pass", "field", "hard-6"):
            if not calm.locator(f'.lying [data-on="{spot}"] .mine').count():
                bet(calm, spot)
        expect(calm.locator(".numbers-list > li")).to_have_count(15)
        calm.evaluate(DRAWN)
        before = money_on_the_table(calm)
        told = calm.locator(".numbers-list > li").evaluate_all("""all => all.map((each) =>
          [each.dataset.number, Number(each.dataset.net), each.querySelector('.number-net').textContent])""")
        thrown = roll(calm)
        hard = thrown["a"] == thrown["b"] and 2 < thrown["total"] < 12
        key = f"{thrown['total']}{'h' if hard else ''}"
        net, figure = next((net, figure) for number, net, figure in told if number == key)
        assert money_on_the_table(calm) - before == net
        assert figure == "\N{EN DASH}" or cents(figure.replace("+", "")) == net


def test_a_number_opens_to_the_bets_that_make_it(calm: Page) -> None:
    sit(calm, "exhibit-a")
    bet(calm, "field")
    turn(calm, "Numbers")
    calm.locator('.numbers-list > li[data-number="7"] summary').click()
    expect(calm.locator('.numbers-list > li[data-number="7"] .number-lines')).to_contain_text("Field Bet loses")


# ------------------------------------------------------------------ why


def test_every_settlement_says_why_with_its_clause_and_its_sum(calm: Page) -> None:
    sit(calm, "exhibit-a")
    bet(calm, "pass")
    bet(calm, "field")
    thrown = roll(calm)
    calm.locator(".told").get_by_role("button", name="Why?").click()
    line = asked(calm, f"/why/{thrown['seq']}")["lines"][-1]
    moved = thrown["point_before"] != thrown["point_after"]
    expect(calm.locator("dialog .why-line").last).to_be_visible()
    expect(calm.locator("dialog .why-puck")).to_have_count(int(moved))  # a puck that stays where it is explains no bet
    shown = calm.locator("dialog .why-line").last
    expect(shown).to_contain_text(line["clause_says"])
    expect(shown.locator(".why-sum")).to_contain_text(line["sum"][1:])
    clause = line["clause"].partition(" ")[2]
    with calm.expect_popup() as opened:
        shown.get_by_role("link", name=f"Rule {clause}", exact=True).first.click()
    expect(opened.value).to_have_url(re.compile(r"/rules/exhibit-a#clause-"))
    expect(opened.value.locator(f'[id="clause-{clause}"]')).to_be_in_viewport()


def test_what_a_settlement_brought_is_what_the_house_says_it_brought(calm: Page) -> None:
    def other_sums(route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(json={**told, "lines": [{**line, "net_cents": 777} for line in told["lines"]]})

    sit(calm, "evolution")
    calm.route("**/why/*", other_sums)
    turn(calm, "Why?")
    bet(calm, "field")
    roll(calm)
    expect(calm.locator(".settlement-net")).to_have_text(["+7.77"])
    calm.reload()
    [line] = calm.request.get(f"/api/v1/recall?table={table_of(calm)}").json()["rolls"][0]["lines"]
    sign = "+" if line["net_cents"] > 0 else "\N{MINUS SIGN}"
    expect(calm.locator(".settlement-net")).to_have_text([f"{sign}{abs(line['net_cents']) / 100:.2f}"])


def test_settlements_from_before_the_page_was_opened_are_explained_too(calm: Page) -> None:
    sit(calm, "adelaide")
    bet(calm, "pass")
    bet(calm, "field")
    thrown = roll(calm)
    calm.reload()
    turn(calm, "Why?")
    calm.locator(f'.settlement[data-seq="{thrown["seq"]}"]').click()
    expect(calm.locator("dialog h2")).to_have_text(f"Why? Roll no. {thrown['number']}")
    calm.keyboard.press("Escape")
    expect(calm.locator("dialog")).to_have_count(0)


def test_a_clause_that_had_to_be_read_shows_its_reading_and_its_reason(calm: Page) -> None:
    sit(calm, "evolution")
    bet(calm, "field")  # whichever way it is decided, a clause had to be read
    seq = roll(calm)["seq"]
    [line] = asked(calm, f"/why/{seq}")["lines"]
    turn(calm, "Why?")
    calm.locator(f'.settlement[data-seq="{seq}"]').click()
    calm.locator("dialog .why-readings summary").click()
    shown = calm.locator("dialog .why-reading")
    expect(shown).to_have_count(len(line["readings"]))
    for place, reading in enumerate(line["readings"]):
        expect(shown.nth(place)).to_contain_text(reading["says"])
        expect(shown.nth(place)).to_contain_text(reading["reason"])


# ------------------------------------------------------------------ session


def test_the_session_tells_action_expected_loss_and_luck(calm: Page) -> None:
    sit(calm, "exhibit-a")
    bet(calm, "pass")
    bet(calm, "field")
    roll(calm)
    turn(calm, "Session")
    calm.get_by_role("button", name="Full report").click()
    session = asked(calm, "/session")
    whole = calm.locator("dialog")
    for says in session["says"]:  # amounts are written as everywhere on the page
        expect(whole).to_contain_text(re.sub(r"-(?=\d+\.\d)", "\N{MINUS SIGN}", says))
    expect(whole.locator(".session-tiles")).to_contain_text("10.00")
    whole.get_by_text("Exact figures, in cents").click()
    for figure in ("expected_cents", "luck_cents"):
        expect(whole.locator(".exact")).to_contain_text(session[figure]["fraction"])
    expect(whole.locator(".bell figcaption")).to_contain_text("standard deviations")
    expect(whole).to_contain_text("play money")


def test_the_exported_session_has_the_luck_that_the_page_shows(calm: Page, tmp_path: Path) -> None:
    sit(calm, "exhibit-a")
    bet(calm, "pass")
    bet(calm, "field")
    roll(calm)
    turn(calm, "Session")
    with calm.expect_download() as started:
        calm.get_by_role("link", name="Export session").click()
    file = tmp_path / "session.jsonl"
    started.value.save_as(file)
    _, (found,) = luck_of_file(str(file))
    assert str(found.summary.luck) == asked(calm, "/session")["luck_cents"]["fraction"]


def test_what_was_taken_back_before_a_roll_was_no_action(calm: Page) -> None:
    sit(calm, "exhibit-a")
    bet(calm, "field")
    turn(calm, "Session")
    action = calm.locator(".session-tiles div", has_text="Total bet").locator("dd")
    expect(action).to_have_text("5.00")
    calm.get_by_role("button", name="Undo").click()
    expect(action).to_have_text("0.00")


def test_who_leaves_is_told_how_the_session_went(calm: Page) -> None:
    sit(calm, "exhibit-a")
    bet(calm, "field")
    bet(calm, "pass")
    for _ in range(MOST_ROLLS):
        roll(calm)
        if not calm.locator(".lying .mine").count():
            break
    calm.get_by_role("button", name="More").click()
    calm.get_by_role("button", name="Colour up and leave").click()
    calm.get_by_role("button", name="Leave", exact=True).click()
    expect(calm.get_by_role("heading", name="That was your session")).to_be_visible()
    expect(calm.locator("dialog .bell")).to_be_visible()
    calm.get_by_role("button", name="Close").click()
    expect(calm).to_have_url(re.compile(r"/$"))


def test_own_limits_stand_beside_the_session(calm: Page) -> None:
    sit(calm, "exhibit-a")
    calm.evaluate("""() => fetch('/api/v1/limits/loss', {
      method: 'PUT', headers: {'content-type': 'application/json'}, body: JSON.stringify({value: 20000}),
    })""")
    calm.reload()
    turn(calm, "Session")
    expect(calm.locator(".session-limits")).to_contain_text("lose at most 200.00 in 24 hours")


# ------------------------------------------------------------------ coach and dice


def test_the_coach_is_silent_until_asked_and_then_names_the_cheaper_bet(calm: Page) -> None:
    sit(calm, "sentosa")
    bet(calm, "place-4")
    coach = calm.locator(".coach-strip")
    expect(coach).to_be_hidden()
    calm.locator("#settings").click()
    calm.get_by_label("Coach").check()
    calm.get_by_role("button", name="Done").click()
    expect(coach).to_contain_text("5.00 on Place 4 costs 6.667% of each bet, about 8.33 an hour at 100 rolls")
    expect(coach).to_contain_text("For the same wish, 5.00 on Buy 4 costs 5.000% of each bet")


def test_words_of_ones_own_go_into_the_dice(calm: Page) -> None:
    sit(calm, "exhibit-a")
    turn(calm, "Dice")
    anchor = asked(calm, "/fairness")["published"]["anchor"]
    expect(calm.locator(".anchor")).to_have_text(anchor)
    calm.get_by_label("Your seed").fill("my lucky words")
    calm.get_by_role("button", name="Set seed").click()
    expect(calm.locator(".seed")).to_contain_text("“my lucky words”")
    expect(calm.get_by_role("link", name="Check the rolls yourself")).to_have_attribute(
        "href", f"/history?table={table_of(calm)}"
    )


# ------------------------------------------------------------------ for everyone


def test_the_tabs_are_walked_with_the_arrow_keys_and_remembered(page: Page) -> None:
    sit(page, "exhibit-a")
    page.get_by_role("tab", name="Numbers").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Rolls")).to_be_focused()
    expect(page.locator("#side-rolls")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("#side-fair")).to_be_visible()
    page.reload()
    expect(page.get_by_role("tab", name="Dice")).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize(
    "screen", [{}, {**PHONE, "color_scheme": "light"}], ids=["desk in the dark", "phone in the light"]
)
def test_no_panel_keeps_anybody_out(
    visitor: Visitor, screen: Json, axe: Callable[..., list[str]], shot: Callable[..., object]
) -> None:
    page = visitor(reduced_motion="reduce", **{"color_scheme": "dark", **screen})
    page.add_init_script(SYSTEM_THEME)
    sit_after(page, 12)
    turn(page, "Numbers")
    if "is_mobile" in screen:
        page.get_by_role("button", name="Close the panels").click()
        expect(page.locator(".side")).to_be_hidden()
    bet(page, "field")
    for name in ("Rolls", "Numbers", "Why?", "Session", "Dice"):
        turn(page, name)
        expect(page.locator(".side-place:visible")).to_have_count(1)
        assert axe(page, ".side") == []
        shot(page, f"panel-{name}-{screen.get('color_scheme', 'dark')}", full="is_mobile" in screen)
    turn(page, "Why?")
    page.locator(".settlement").first.click()
    expect(page.locator("dialog .why")).to_be_visible()
    assert axe(page, "dialog") == []
    page.keyboard.press("Escape")
    turn(page, "Session")
    page.get_by_role("button", name="Full report").click()
    expect(page.locator("dialog .whole")).to_be_visible()
    assert axe(page, "dialog") == []


def test_an_amount_is_never_broken_across_lines(phone: Page) -> None:
    sit(phone, "adelaide", shooter="companion")
    phone.get_by_role("radio", name="Chip of 100.00").click()
    bet(phone, "field")
    throw(phone)
    phone.locator(".roll-sum").click()
    dialog = phone.get_by_role("dialog")
    expect(dialog.locator(".why-line .figure").first).to_be_visible()
    for amount in dialog.locator(".figure").all():
        amount.evaluate("(amount) => { amount.parentElement.style.width = '2rem'; }")
        assert (
            amount.evaluate("""(amount) => {
          const text = document.createRange();
          text.selectNodeContents(amount);
          return text.getClientRects().length;
        }""")
            == 1
        )
