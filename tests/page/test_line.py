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
    asked,
    bet,
    line_bet,
    roll,
    rolls_shown,
    sit,
    tap,
)

VISIBLE = "() => document.body.innerText"
WHOLE = """spot => {
  const area = document.querySelector(`.box[data-spot="${spot}"] .area`);
  const outline = parseFloat(getComputedStyle(area).strokeWidth) / 2 * area.getScreenCTM().a;
  const [box, room, tabs] = [area, ...['.felt-view', '.felt-tabs'].map((each) => document.querySelector(each))]
    .map((each) => each?.getBoundingClientRect());
  const top = tabs && tabs.width > tabs.height ? Math.max(room.top, tabs.bottom) : room.top;
  return box.top - outline >= top && box.bottom + outline <= room.bottom
    && box.left - outline >= room.left && box.right + outline <= room.right;
}"""
"""Whether all of a box is in view, with its outline, and none of it lies under the tabs."""
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


def newcomer(page: Page) -> None:
    """Sit down at the easy table after the first lesson."""
    page.goto("/")
    page.evaluate("""localStorage['comeout.choices'] = JSON.stringify(
      {easy: true, coach: true, learned: ['first-hand'], motion: 'less'})""")
    page.goto("/")
    page.locator(".first-table").get_by_role("button", name="Sit down").click()
    page.wait_for_function(SEATED)


@pytest.mark.parametrize("size", [(1280, 800), (390, 664), (390, 844), (844, 390)])
def test_a_newcomer_without_a_bet_is_led_to_pass_and_told_how_to_come_into_a_round(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    page = visitor(**{**(PHONE if size[0] < 1000 else {}), "viewport": {"width": size[0], "height": size[1]}})
    newcomer(page)
    told, button, box = page.locator(".told p"), page.locator(".roll"), page.locator('.box[data-spot="pass"]')
    for _ in range(30):
        first = "Bet PASS first: the dice roll for you then. Or roll without a bet, to watch."
        expect(told).to_contain_text(first)
        expect(box).to_have_class(WANTED)
        page.wait_for_function(WHOLE, arg="pass")
        expect(button).to_have_class(re.compile("visually-idle"))
        expect(button).to_have_attribute("aria-disabled", "false")
        roll(page)
        if asked(page)["point"]:
            break
    expect(box).not_to_have_class(WANTED)
    expect(button).not_to_have_class(re.compile("visually-idle"))
    for _ in range(30):
        expect(told).to_contain_text("You are not in this round. Roll until the puck is OFF, then bet PASS.")
        assert "DON'T" not in told.inner_text()
        for label in page.locator(".felt .box:not(.beyond) text").all():
            assert float(label.evaluate("text => getComputedStyle(text.closest('.box > *')).opacity")) > 0.3
        roll(page)
        if not asked(page)["point"]:
            break
    expect(told).to_contain_text(first)


def test_the_words_of_an_easy_table_name_only_what_it_draws(calm: Page) -> None:
    newcomer(calm)
    expect(calm.locator(".rail-hint")).to_contain_text("10 pass, full odds")
    calm.locator("body").press("/")
    expect(calm.locator(".typed-line")).not_to_contain_text(re.compile("six|hardway|press"))
    calm.locator(".typed-line input").fill("10 pass")
    calm.keyboard.press("Enter")
    expect(calm.locator(".typed-sum")).to_be_visible()
    calm.keyboard.press("Escape")
    calm.get_by_role("button", name="How to play").click()
    expect(calm.locator(".basic-bets dt")).to_have_text(
        [re.compile("^Pass Bet$"), re.compile("^Pass Bet, Taking Odds$")]
    )
    calm.keyboard.press("Escape")
    for name in calm.locator(".rail-name").all():
        assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth")


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


WORDS_UNDER = """() => {
  const card = document.querySelector('.spot-hint').getBoundingClientRect();
  return [...document.querySelectorAll('.box[data-spot="pass"] text')].filter((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return left < card.right && card.left < right && top < card.bottom && card.top < bottom;
  }).map((text) => text.textContent);
}"""
"""The words of the pass line that the card covers."""
RIGHTMOST = """all => all.map((each) => each.getBoundingClientRect())
  .map((at) => [at.left, at.top + at.height / 2]).sort(([a], [b]) => b - a)[0]"""


def test_the_card_leaves_the_word_of_its_own_box_in_view(calm: Page) -> None:
    newcomer(calm)
    x, y = calm.locator('.box[data-spot="pass"] text').evaluate_all(RIGHTMOST)
    for before in (160, 60, -100):
        calm.mouse.move(5, 5)
        expect(calm.locator(".spot-hint")).to_be_hidden()
        calm.mouse.move(x - before, y)
        expect(calm.locator(".spot-hint")).to_be_visible()
        assert calm.evaluate(WORDS_UNDER) == [], before


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
    expect(calm.get_by_role("dialog")).to_be_visible()
    texts.append(calm.evaluate(VISIBLE))
    calm.keyboard.press("Escape")
    calm.get_by_role("button", name="More", exact=True).click()
    expect(calm.get_by_role("dialog")).to_be_visible()
    texts.append(calm.evaluate(VISIBLE))
    assert {word for text in texts for word in ids_in(text, book)} == set()


@pytest.mark.parametrize("path", ["/", "/account", "/history", "/drill", "/rules"])
def test_no_id_of_a_spot_or_a_reading_faces_a_player_elsewhere(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    text = page.evaluate(VISIBLE)
    assert {word for book in book_names() for word in ids_in(text, book)} == set()


SETTLED = """async () => {
  const { toldLine } = await import('/js/table/message-line.js');
  const { settledWords } = await import('/js/bets/settled-words.js');
  const { netOf } = await import('/js/table/roll-sum.js');
  const { h } = await import('/js/kit/dom.js');
  const sight = { table: { you: { seat: 1, bets: { 'buy-4': {} } } } };
  const stage = { sight: null, rolling: false };
  const table = { bets: { name: (spot) => spot, offer: () => undefined }, spots: {}, stage, felt: {}, facts: {} };
  const line = (spot, outcome, at_risk, paid) => ({ seat: 1, spot, outcome, at_risk, paid, to: '' });
  const settled = { lines: [line('buy-4', 'won', 2000, 4000)], again: [] };
  const told = toldLine(table, { card: () => {} });
  stage.sight = sight;
  document.querySelector('.told').replaceWith(told.element);
  const read = () => told.element.querySelector('p').textContent;
  const why = h('button', { class: 'button why' }, 'Why?');
  let wanted = 'You win 40 on a 4.';
  const words = (brief) => `Four. ${settledWords(table, settled, 1, { brief })}.`;
  told.say(words, [why], { stays: true, next: () => wanted });
  const said = [read(), netOf(settled, 1)];
  settled.again.push({ seat: 1, spot: 'buy-4', by: 'standing', vigorish: 100 });
  wanted = 'You win 20 on a 10.';
  told.describe();
  said.push(read(), netOf(settled, 1));
  settled.lines = ['a', 'b', 'c'].map((spot) => line(spot, 'lost', 700, 0)).concat(line('lay', 'won', 4000, 2000));
  settled.again = [];
  wanted = `${'A sentence that is much longer than the line has room for. '.repeat(9)}`;
  told.describe();
  said.push(read());
  settled.lines = [line('pass', 'won', 500, 500), line('field', 'won', 1000, 1500), line('come', 'lost', 500, 0)];
  wanted = 'You win 5 on a 4.';
  told.describe();
  said.push(read());
  told.element.style.width = '18rem';
  told.fit();
  return [...said, read(), told.element.contains(why)];
}"""


def test_a_result_names_the_vigorish_of_a_bet_made_again_and_sums_up_what_would_be_cut_off(phone: Page) -> None:
    sit(phone, "sentosa")
    assert phone.evaluate(SETTLED) == [
        "Four. Buy 4 wins 40.00. You win 40 on a 4.",
        4000,
        "Four. Buy 4 wins 40.00; 1.00 vigorish for the new bet. You win 20 on a 10.",
        3900,
        "Four. 3 bets lose 21.00; lay wins 20.00 and comes down.",
        "Four. pass wins 5.00 and comes down; field wins 15.00 and comes down; come loses 5.00. You win 5 on a 4.",
        "Four. 2 bets win 20.00; come loses 5.00. You win 5 on a 4.",
        True,
    ]


def test_the_facts_after_a_tap_stand_over_no_open_box_and_a_tap_on_them_only_closes_them(visitor: Visitor) -> None:
    page = visitor(**PHONE)
    sit(page, "sentosa", shooter="companion")
    hint = page.locator(".spot-hint")
    finger_tap(page, "place-8")
    expect(hint).to_be_visible()
    expect(page.locator('.lying [data-on="place-8"] .mine')).to_be_attached()
    covered = """() => {
      const card = document.querySelector('.spot-hint').getBoundingClientRect();
      const tabs = document.querySelector('.felt-tabs').getBoundingClientRect();
      return [...document.querySelectorAll('[role=tabpanel]:not([hidden]) .box.lit .area')].filter((area) => {
        const { left, right, top, bottom } = area.getBoundingClientRect();
        const high = Math.max(top, tabs.bottom);
        return left < card.right - 1 && right > card.left + 1 && high < card.bottom - 1 && bottom > card.top + 1;
      }).length;
    }"""
    assert page.evaluate(covered) == 0
    card = hint.bounding_box()
    assert card
    page.touchscreen.tap(card["x"] + card["width"] * 0.8, card["y"] + card["height"] - 4)
    expect(hint).to_be_hidden()
    expect(page.get_by_role("tab", name="Main bets")).to_have_attribute("aria-selected", "true")
