"""The line belongs to the table: it says what you want and what to do; Roll names what it needs; words explain."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from comeout.felt.wording import name_of
from comeout.rules.conformance import all_readings
from comeout.rules.library import book_names, default_book, load_book
from tests.page.conftest import PHONE, Visitor
from tests.page.served import Served
from tests.page.test_bets import plain_chips
from tests.page.test_table import (
    ALL_BETS,
    EVERY_BOOK,
    ROLLED,
    SEATED,
    WHERE,
    bet,
    line_bet,
    roll,
    rolls_shown,
    sit,
    tap,
)

VISIBLE = "() => document.body.innerText"
WANTED = re.compile(r"\bwanted\b")
SOUGHT = re.compile(r"\bsought\b")


def open_from_the_lobby(page: Page, book: str) -> None:
    """Sit down at a table that the lobby opens to play alone."""
    page.add_init_script(ALL_BETS)
    page.goto("/")
    house = load_book(book).rulebook.book.title.partition(", ")[0]
    page.locator(".book", has=page.get_by_role("heading", name=house)).get_by_role("button", name="Sit down").click()
    page.wait_for_function(SEATED)


# ------------------------------------------------------------------ Roll is never dead


@pytest.mark.parametrize("book", ["adelaide", "exhibit-a", "sentosa"])
def test_a_roll_that_needs_a_line_bet_says_so_on_the_button_and_lights_the_box(page: Page, book: str) -> None:
    sit(page, book)
    bet(page, "field")
    line = load_book(book).spots[0]
    button = page.locator(".roll")
    expect(button).to_have_text(f"Bet {name_of(line)} to roll")
    expect(button).to_have_attribute("aria-disabled", "false")
    box = page.locator(f'.box[data-spot="{line.id}"]')
    expect(box).to_have_class(WANTED)
    expect(box).not_to_have_class(SOUGHT)
    button.click()
    expect(box).to_have_class(SOUGHT)
    expect(box).to_be_focused()
    bet(page, line.id)
    expect(box).not_to_have_class(SOUGHT)
    expect(box).not_to_have_class(WANTED)
    expect(button).to_have_text("Roll")


@EVERY_BOOK
def test_at_a_table_from_the_lobby_any_bet_can_be_rolled(calm: Page, book: str) -> None:
    open_from_the_lobby(calm, book)
    bet(calm, "place-6")
    expect(calm.locator(".roll")).to_have_text("Roll")
    expect(calm.locator(".roll")).to_have_attribute("aria-disabled", "false")
    roll(calm)


def test_the_lobby_says_where_newcomers_begin_and_how_every_book_differs(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".book .newcomers")).to_have_count(len(book_names()))
    first = page.locator(".book").first
    house = load_book(default_book()).rulebook.book.title.partition(", ")[0]
    expect(first.get_by_role("heading")).to_have_text(house)
    expect(first.locator(".newcomers")).to_contain_text("Best to begin with")
    expect(page.locator(".newcomers", has_text="Best to begin with")).to_have_count(1)
    for said in page.locator(".book .newcomers").all_inner_texts():
        assert said.endswith(".")


# ------------------------------------------------------------------ one line, one voice


@EVERY_BOOK
def test_the_line_says_what_you_win_and_lose_on_before_and_after_a_roll(calm: Page, book: str) -> None:
    sit(calm, book)
    bet(calm, line_bet(load_book(book)))
    told = calm.locator(".told p")
    expect(told).to_have_text(re.compile(r"^You win 5 on a 7 or 11, lose 5 on a 2, 3 or 12; any other number becomes"))
    for _ in range(30):
        roll(calm)
        if calm.locator(".lying .mine").count():
            break
        bet(calm, line_bet(load_book(book)))
    expect(told).to_contain_text(re.compile(r"You win 5 on an? \d+, lose 5 on a 7; anything else, roll again\.$"))


def test_the_facts_of_a_spot_stand_beside_it_and_go_with_the_pointer(calm: Page) -> None:
    sit(calm, "adelaide")
    bet(calm, "pass")
    told = calm.locator(".told p").inner_text()
    hint = calm.locator(".spot-hint")
    x, y = calm.locator('.box[data-spot="field"]').evaluate(WHERE)
    calm.mouse.move(x, y)
    expect(hint).to_be_visible()
    expect(hint).to_contain_text("Field Bet")
    expect(hint).to_contain_text(re.compile(r"Pays .*House edge 5\.556% per bet", re.DOTALL))
    assert calm.locator(".told p").inner_text() == told, "the line belongs to the table"
    box, card = calm.locator('.box[data-spot="field"] .area').bounding_box(), hint.bounding_box()
    assert box
    assert card
    assert card["y"] + card["height"] <= box["y"] or card["y"] >= box["y"] + box["height"], "it lies over its spot"
    calm.mouse.move(5, 5)
    expect(hint).to_be_hidden()


ENDS = """box => {
  const { left, right, top, bottom } = box.querySelector('.area').getBoundingClientRect();
  const across = (from, to, step) => {
    for (let x = from; x * step < to * step; x += step * 3) {
      for (let y = top + 4; y < bottom; y += 6)
        if ([0, 9].every((in_) => box.contains(document.elementFromPoint(x + step * in_, y)))) return [x + step * 9, y];
    }
  };
  return [across(left, right, 1), across(right, left, -1)];
}"""
"""A point at the left and one at the right end of a box."""


BESIDE = """([x, y]) => {
  const cloth = document.querySelector('.cloth').getBoundingClientRect();
  const card = document.querySelector('.spot-hint').getBoundingClientRect();
  const across = cloth.left <= card.left && card.right <= cloth.right;
  const inside = across && cloth.top <= card.top && card.bottom <= cloth.bottom;
  const far = Math.max(card.left - x, x - card.right, 0) + Math.max(card.top - y, y - card.bottom, 0);
  return inside && 0 < far && far <= 170;
}"""
"""Whether the card stands on the cloth, beside the pointer and not under it."""


def finger_tap(page: Page, spot: str) -> None:
    """Tap a spot with a finger, where its chips go."""
    x, y = page.locator(f'.box[data-spot="{spot}"]').evaluate(WHERE)
    page.touchscreen.tap(x, y)


def test_after_a_tap_with_a_finger_the_facts_go_with_time_another_tap_or_a_roll(visitor: Visitor) -> None:
    page = visitor(**{**PHONE, "viewport": {"width": 390, "height": 664}})
    page.clock.install()
    sit(page, "adelaide", shooter="companion")
    hint = page.locator(".spot-hint")
    finger_tap(page, "field")
    expect(hint).to_contain_text("Field Bet")
    page.clock.run_for(2600)
    expect(hint).to_be_hidden()
    expect(page.locator('.box[data-spot="field"]')).to_be_focused()
    for elsewhere in (".status h1", ".roll"):
        finger_tap(page, "pass")
        expect(hint).to_be_visible()
        page.locator(elsewhere).tap()
        expect(hint).to_be_hidden()


def test_facts_that_nobody_asked_for_are_not_shown_and_leave_with_the_table(visitor: Visitor) -> None:
    page = visitor(**PHONE)
    sit(page, "adelaide")
    hint = page.locator(".spot-hint")
    bet(page, "field")
    page.locator(".roll").tap()
    expect(page.locator('.box[data-spot="pass"]')).to_be_focused()
    expect(hint).to_be_hidden()
    finger_tap(page, "pass")
    expect(hint).to_be_visible()
    page.evaluate("() => { window.left = document.querySelector('.spot-hint'); }")
    page.locator(".status .back").dispatch_event("click")
    expect(page.locator(".book").first).to_be_visible()
    assert page.evaluate("() => window.left.hidden && !window.left.isConnected")


def test_with_the_keys_the_facts_stand_as_long_as_the_focus_but_not_while_dice_roll(page: Page) -> None:
    sit(page, "adelaide", shooter="companion")
    hint = page.locator(".spot-hint")
    bet(page, "field")
    page.mouse.move(5, 5)
    expect(hint).to_be_hidden()
    page.keyboard.press("ArrowUp")
    expect(hint).to_be_visible()
    page.evaluate("""() => {
      window.seen = [];
      const card = document.querySelector('.spot-hint');
      new MutationObserver(() => window.seen.push(card.hidden)).observe(card, { attributeFilter: ['hidden'] });
    }""")
    rolled = rolls_shown(page) + 1
    page.keyboard.press("r")
    page.wait_for_function(ROLLED, arg=rolled)
    expect(hint).to_be_visible()
    seen = page.evaluate("() => window.seen")
    assert seen[0]
    assert not seen[-1]
    page.locator(".roll").focus()
    expect(hint).to_be_hidden()


@pytest.mark.parametrize("spot", ["pass", "come", "place-6", "hard-8"])
def test_the_facts_stand_on_the_cloth_beside_the_pointer(calm: Page, spot: str) -> None:
    sit(calm, "adelaide")
    expect(calm.locator(".side-panel")).to_be_visible()
    calm.evaluate("() => document.fonts.ready.then(() => null)")
    for end in range(2):
        calm.mouse.move(5, 5)
        expect(calm.locator(".spot-hint")).to_be_hidden()
        x, y = calm.locator(f'.box[data-spot="{spot}"]').evaluate(ENDS)[end]
        calm.mouse.move(x, y)
        expect(calm.locator(".spot-hint")).to_be_visible()
        calm.wait_for_function(BESIDE, arg=[x, y])


def test_a_stack_lists_its_chips_and_whose_they_are(visitor: Visitor, house: Served) -> None:
    table = house.open_live("sentosa", "Whose chips", betting_time="60")
    people = [visitor(reduced_motion="reduce") for _ in range(2)]
    for person in people:
        person.add_init_script(ALL_BETS)
        person.goto(f"/table/{table}?sit")
        expect(person.locator(".seat.mine")).to_be_visible()
    for person, chips in zip(people, ("25.00", "5.00"), strict=True):
        person.get_by_role("radio", name=f"Chip of {chips}").click()
        bet(person, "field")
    mine = people[1]
    mine.mouse.move(5, 5)
    x, y = mine.locator('.box[data-spot="field"]').evaluate(WHERE)
    mine.mouse.move(x, y)
    hint = mine.locator(".spot-hint")
    expect(hint).to_contain_text("You have 5.00 here (1 \u00d7 5)")
    expect(hint).to_contain_text(re.compile("guest-\\w+: 25[.]00 [(]1 \u00d7 25[)]"))


@pytest.mark.parametrize(
    "word", ["come-out", "line bet", "point", "odds", "working", "puck", "house edge", "seven-out"]
)
def test_a_term_is_explained_in_two_sentences_with_a_picture(page: Page, word: str) -> None:
    page.goto("/drill")
    page.evaluate("word => import('/js/app/terms.js').then((terms) => void terms.explainTerm(word))", word)
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("svg.term-picture")).to_be_visible()
    said = dialog.locator(".dialog-body p").inner_text()
    assert len(re.findall(r"[.](?:\s|$)", said)) == 2


def test_terms_can_be_tapped_in_the_line_and_in_the_help(calm: Page) -> None:
    sit(calm, "adelaide")
    bet(calm, "pass")
    calm.locator(".told .term", has_text="point").click()
    expect(calm.get_by_role("dialog")).to_contain_text("The point is the number")
    calm.get_by_role("button", name="Close").click()
    calm.get_by_role("button", name="More", exact=True).click()
    calm.get_by_role("button", name="How to play").click()
    for word in ("puck", "point"):
        expect(calm.get_by_role("dialog").locator(".term", has_text=word).first).to_be_visible()


# ------------------------------------------------------------------ plain words


def ids_in(text: str, book: str) -> list[str]:
    """The ids of spots and readings that a text shows; ids that are plain words are no ids."""
    spots = {spot.id for spot in load_book(book).spots if "-" in spot.id}
    words = set(re.findall(r"[A-Za-z]+(?:-[A-Za-z0-9]+)+", text))
    return sorted(words & (spots | {reading.id for reading in all_readings()}))


def refuse(page: Page, spot: str) -> Locator:
    tap(page, spot)
    return page.locator(".told.refused")


@EVERY_BOOK
def test_no_id_of_a_spot_or_a_reading_faces_a_player_at_the_table(calm: Page, book: str) -> None:
    open_from_the_lobby(calm, book)
    texts = [calm.evaluate(VISIBLE)]
    for spot in ("dont-come", "pass-odds"):
        expect(refuse(calm, spot)).to_be_visible()
        texts.append(calm.evaluate(VISIBLE))
    plain_chips(calm)
    calm.get_by_role("radio", name="Chip of 1.00").click()
    tap(calm, "place-6")
    expect(calm.locator(".told.refused")).to_contain_text(f"minimum on {load_book(book).by_id['place-6'].name} is")
    texts.append(calm.evaluate(VISIBLE))
    calm.get_by_role("radio", name="Chip of 25.00").click()
    for bets in (line_bet(load_book(book)), "field", "hard-8"):
        bet(calm, bets)
        texts.append(calm.evaluate(VISIBLE))
    roll(calm)
    for tab in ("Rolls", "Numbers", "Why?", "Session", "Dice"):
        calm.get_by_role("tab", name=tab, exact=True).click()
        texts.append(calm.evaluate(VISIBLE))
    calm.locator('.box[data-spot="place-6"]').focus()
    calm.keyboard.press("Shift+Enter")
    texts.append(calm.evaluate(VISIBLE))
    calm.keyboard.press("Escape")
    calm.get_by_role("button", name="More", exact=True).click()
    texts.append(calm.evaluate(VISIBLE))
    assert {word for text in texts for word in ids_in(text, book)} == set()


@pytest.mark.parametrize("path", ["/", "/account", "/history", "/drill", "/rules"])
def test_no_id_of_a_spot_or_a_reading_faces_a_player_elsewhere(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    text = page.evaluate(VISIBLE)
    assert {word for book in book_names() for word in ids_in(text, book)} == set()
