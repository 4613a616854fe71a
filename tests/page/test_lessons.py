"""Lessons on the page: one box, one line that leads, the player's own taps, and a felt that grows and is remembered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from comeout.lessons.lesson import Lesson, lesson_called, lessons
from tests.page.conftest import PHONE, Visitor
from tests.page.test_table import SEATED, open_table, tap

FIRST = lesson_called("first-hand")
SAYS = ".lesson-says"
DRAWN = """[...document.querySelectorAll('.box')]
  .filter((each) => getComputedStyle(each).visibility !== 'hidden').map((each) => each.dataset.spot)"""
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
    expect(page.get_by_role("button", name="Choose a table")).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage['comeout.choices']).learned") == [lesson.id]


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
