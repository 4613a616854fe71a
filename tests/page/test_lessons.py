"""Lessons on the page: one box, one line that leads, the player's own taps, and a felt that grows and is remembered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from comeout.lessons.lesson import Lesson, lesson_called, lessons
from comeout.rules.library import default_book, load_book
from tests.page.conftest import PHONE, Visitor
from tests.page.test_line import WHOLE
from tests.page.test_screens import IN_VIEW, unseen
from tests.page.test_table import SEATED, asked, open_table, sit, tap

FIRST = lesson_called("first-hand")
SAYS = ".lesson-says"
DRAWN = """[...document.querySelectorAll('.box')]
  .filter((each) => getComputedStyle(each).visibility !== 'hidden').map((each) => each.dataset.spot)"""
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
STILL = """localStorage['comeout.choices'] = JSON.stringify(
  {...JSON.parse(localStorage['comeout.choices'] ?? '{}'), motion: 'less'})"""


def take(page: Page, lesson: Lesson = FIRST) -> None:
    """Come to the table of a lesson, as its button in the lobby does."""
    page.add_init_script(STILL)
    page.goto("/")
    expect(page.get_by_role("button", name="Play your first hand")).to_be_visible()
    page.evaluate("id => import('/js/app/lessons.js').then(({ takeLesson }) => takeLesson(id))", lesson.id)
    expect(page.locator(".side-panel")).to_be_attached()
    expect(page.locator(".lesson")).to_be_visible()


def do(page: Page, lesson: Lesson, number: int) -> None:
    """Do what a step asks for, once the roll before it is settled: tap the box that is lit, or roll."""
    step, rolls = lesson.steps[number], sum(each.does == "roll" for each in lesson.steps[:number])
    expect(page.locator(SAYS)).to_have_text(step.says)
    if rolls:
        expect(page.locator(".felt")).to_have_attribute("data-roll", str(rolls))
    if step.does == "bet":
        expect(page.locator(".box.wanted.lit")).to_have_attribute("data-spot", step.spot)
        expect(page.locator(f'.box[data-spot="{step.spot}"] .area').first).to_be_visible()
        tap(page, step.spot)
    else:
        page.locator(".button.roll:not([aria-disabled=true])").click()


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_a_lesson_is_played_to_its_end_by_doing_what_it_says(page: Page, lesson: Lesson) -> None:
    take(page, lesson)
    for number in range(len(lesson.steps)):
        do(page, lesson, number)
    expect(page.locator(SAYS)).to_have_text(lesson.done)
    expect(page.get_by_role("button", name="Play at a table", exact=True)).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage['comeout.choices']).learned") == [lesson.id]


SMALL = [(390, 664), (390, 844), (844, 390)]


@pytest.mark.parametrize("size", SMALL, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_the_box_to_tap_is_wholly_in_view_in_every_step(
    visitor: Visitor, lesson: Lesson, size: tuple[int, int]
) -> None:
    phone = visitor(**{**PHONE, "viewport": {"width": size[0], "height": size[1]}})
    take(phone, lesson)
    for number, step in enumerate(lesson.steps):
        if step.does == "bet":
            expect(phone.locator(SAYS)).to_have_text(step.says)
            phone.wait_for_function(WHOLE, arg=step.spot)
        do(phone, lesson, number)
    expect(phone.locator(SAYS)).to_have_text(lesson.done)
    assert unseen(phone, [SAYS, ".lesson .button.main", ".lesson .button.quiet"]) == []


def test_the_box_to_tap_stays_in_view_when_the_felt_takes_its_size_late(phone: Page) -> None:
    take(phone, FIRST)
    pictures = "document.querySelectorAll('.picture').forEach(each => each.style.width = {width!r})"
    phone.evaluate(pictures.format(width="20%"))
    phone.evaluate(PAINTED)
    assert phone.evaluate("document.querySelector('.felt-view').scrollTop") == 0
    phone.evaluate(pictures.format(width=""))
    phone.evaluate(PAINTED)
    phone.wait_for_function(WHOLE, arg="pass")


@pytest.mark.parametrize("size", SMALL, ids=lambda size: "x".join(map(str, size)))
def test_a_refusal_in_a_lesson_stands_in_place_of_the_step_and_moves_nothing(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    phone = visitor(**{**PHONE, "viewport": {"width": size[0], "height": size[1]}})
    take(phone, FIRST)
    for number in range(4):
        do(phone, FIRST, number)
    expect(phone.locator(SAYS)).to_have_text(FIRST.steps[4].says)
    before = phone.locator(".felt-view").bounding_box()
    tap(phone, "pass")
    expect(phone.locator(SAYS)).to_contain_text(re.compile(r"^Pass Bet: refused\. .*OFF"))
    assert phone.locator(".felt-view").bounding_box() == before
    phone.wait_for_function(WHOLE, arg="pass")


def test_a_lesson_that_is_over_says_so_and_neither_rolls_nor_takes_a_bet(phone: Page) -> None:
    lesson = lesson_called("come-bets")
    take(phone, lesson)
    for number in range(len(lesson.steps)):
        do(phone, lesson, number)
    button = phone.locator(".button.roll")
    expect(button).to_contain_text("Lesson over")
    expect(button).to_have_class(re.compile("visually-idle"))
    expect(phone.locator(".lesson .button.main")).to_have_text(["Play at a table"])
    rolls = phone.locator(".felt").get_attribute("data-roll")
    button.click(force=True)
    tap(phone, "come")
    expect(phone.locator(SAYS)).to_contain_text("This lesson is over; take the next one, or play at a table.")
    assert asked(phone)["rolls"] == int(rolls or 0)
    expect(phone.locator('.lying [data-on="come"] .mine')).to_have_count(0)
    assert unseen(phone, [".lesson .button.main"]) == []
    phone.get_by_role("button", name="Play at a table", exact=True).click()
    phone.wait_for_function(SEATED)
    house = load_book(default_book()).rulebook.book.title.partition(", ")[0]
    expect(phone.locator(".status h1")).to_contain_text(house)


def test_the_first_felt_has_one_box_and_roll_says_what_it_waits_for(page: Page) -> None:
    take(page)
    expect(page.locator(SAYS)).to_have_text(FIRST.steps[0].says)
    page.wait_for_function(f"() => {DRAWN}.join() === 'pass'")
    page.get_by_role("button", name="Bet PASS to roll").click()
    expect(page.locator('.box[data-spot="pass"]')).to_have_class(re.compile(r"\bsought\b"))


def test_a_lesson_that_is_left_goes_on_where_it_was_left(page: Page) -> None:
    take(page)
    for number in range(3):
        do(page, FIRST, number)
    expect(page.locator(SAYS)).to_have_text(FIRST.steps[3].says)
    page.reload()
    expect(page.locator(SAYS)).to_have_text(FIRST.steps[3].says)
    page.get_by_role("link", name="Leave the lesson").click()
    take(page)
    expect(page.locator(SAYS)).to_have_text(FIRST.steps[3].says)


CHOSEN = "choices => localStorage.setItem('comeout.choices', JSON.stringify(choices))"


def test_the_easy_table_draws_what_the_lessons_have_come_to(page: Page) -> None:
    page.goto("/")
    table = open_table(page, "sentosa")
    learned: list[str] = []
    places = ",".join(sorted(f"place-{number}" for number in (4, 5, 6, 8, 9, 10)))
    for lesson, drawn in (("first-hand", "pass,pass-odds"), ("place-numbers", f"pass,pass-odds,{places}")):
        learned.append(lesson)
        page.evaluate(
            "learned => localStorage.setItem('comeout.choices', JSON.stringify({easy: true, learned}))", learned
        )
        page.goto(table)
        page.wait_for_function(SEATED)
        page.wait_for_function(f"drawn => {DRAWN}.sort().join() === drawn", arg=drawn)


def test_the_first_lesson_fits_a_phone_with_browser_bars(visitor: Visitor) -> None:
    phone = visitor(**{**PHONE, "viewport": {"width": 390, "height": 664}})
    take(phone)
    for place in (SAYS, '.box[data-spot="pass"]', ".button.roll"):
        box = phone.locator(place).first.bounding_box()
        assert box
        assert box["y"] < 664, place
    do(phone, FIRST, 0)
    do(phone, FIRST, 1)
    expect(phone.locator(SAYS)).to_have_text(FIRST.steps[2].says)


def test_a_lesson_chosen_in_the_help_starts_with_nothing_over_it(page: Page) -> None:
    page.add_init_script(STILL)
    sit(page, "adelaide")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="How to play").click()
    page.get_by_role("button", name=FIRST.title).click()
    expect(page.locator(SAYS)).to_have_text(FIRST.steps[0].says)
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_the_head_of_a_lesson_has_its_whole_title_and_nothing_else(visitor: Visitor) -> None:
    page, phone = visitor(), visitor(**{**PHONE, "viewport": {"width": 390, "height": 664}})
    for lesson in lessons():
        for each in (page, phone):
            take(each, lesson)
            title = each.locator(".status h1")
            expect(title).to_have_text(lesson.title)
            assert title.evaluate("(h1) => h1.scrollWidth <= h1.clientWidth && h1.scrollHeight <= h1.clientHeight + 3")


def test_odds_are_asked_for_by_their_own_name_since_the_bet_lies_there(page: Page) -> None:
    odds = next(number for number, step in enumerate(FIRST.steps) if step.spot == "pass-odds")
    take(page)
    for number in range(odds):
        do(page, FIRST, number)
    expect(page.locator(".button.roll")).to_have_text("Bet ODDS to roll")


LEARNED = """learned => localStorage['comeout.choices'] = JSON.stringify(
  {...JSON.parse(localStorage['comeout.choices'] ?? '{}'), learned})"""


def test_the_lobby_offers_the_next_lesson_by_name_and_a_seat_after_the_last(page: Page) -> None:
    page.goto("/")
    main = page.locator(".first-table .button.main")
    expect(main).to_have_text("Play your first hand")
    page.evaluate(LEARNED, ["first-hand"])
    page.reload()
    expect(main).to_have_text("Next lesson: Place the 6 and the 8")
    expect(page.locator(".lessons-done")).to_have_text("1 of 4 lessons done")
    main.click()
    expect(page.locator(SAYS)).to_have_text(lesson_called("place-numbers").steps[0].says)
    expect(page.locator(".side-panel")).to_be_attached()
    page.evaluate(LEARNED, [each.id for each in lessons()])
    page.goto("/")
    expect(main).to_have_text("Sit down")
    expect(page.locator(".lessons-done")).to_have_text("4 of 4 lessons done")


def test_a_come_bet_that_moves_out_of_view_is_followed(visitor: Visitor) -> None:
    lesson = lesson_called("come-bets")
    phone = visitor(**{**PHONE, "viewport": {"width": 390, "height": 664}})
    take(phone, lesson)
    moved = next(number for number, step in enumerate(lesson.steps) if step.spot == "come") + 1
    for number in range(moved):
        do(phone, lesson, number)
    phone.wait_for_function(IN_VIEW, arg="come")
    phone.locator(".felt-view").evaluate("(felt) => { felt.scrollTop = 10_000; }")
    do(phone, lesson, moved)
    phone.wait_for_function(IN_VIEW, arg="come-9")
