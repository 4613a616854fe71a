"""The dealer drill: a layout is paid by hand and marked bet by bet, with the clauses that decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from comeout.rules.library import book_names
from tests.page.conftest import PHONE, Visitor

Axe = Callable[[Page], list[str]]
MARKS = """async ([book, seed, level]) => {
  const path = `/api/v1/drill/${book}/${seed}?level=${level}`;
  const body = JSON.stringify({ answers: {}, milliseconds: 1 });
  const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await answer.json()).marks;
}"""
SEED = "a long shift"


def drill(page: Page, book: str, level: int) -> list[dict[str, Any]]:
    """Open a drill; what the right answers are."""
    page.goto(f"/drill?book={book}&level={level}&seed={SEED}")
    expect(page.locator(".drill-row").first).to_be_visible()
    marks: list[dict[str, Any]] = page.evaluate(MARKS, [book, SEED, level])
    return marks


def answer(page: Page, mark: dict[str, Any], *, too_much_cents: int = 0) -> None:
    """Decide one bet as it should be, or pay it too well."""
    page.get_by_label(f"What happens to {mark['name']}", exact=True).select_option(mark["outcome"])
    if mark["outcome"] == "won":
        paid = page.get_by_label(f"What {mark['name']} pays", exact=True)
        paid.fill(f"{(mark['pay_cents'] + too_much_cents) / 100:.2f}")


@pytest.mark.parametrize("book", book_names())
def test_a_layout_that_is_paid_right_is_all_right(page: Page, book: str, axe: Axe) -> None:
    marks = drill(page, book, 2)
    for mark in marks:
        answer(page, mark)
    page.get_by_role("button", name="Mark it").click()
    expect(page.get_by_role("heading", name="All correct")).to_be_focused()
    expect(page.locator(".marks .right")).to_have_count(len(marks))
    expect(page.get_by_role("status").first).to_contain_text(f"{len(marks)} of {len(marks)} bets right")
    assert axe(page) == []


def test_a_bet_that_is_paid_wrong_is_marked_with_what_is_due_and_by_which_clause(
    page: Page, shot: Callable[..., object], axe: Axe
) -> None:
    marks = drill(page, "adelaide", 3)
    won = next(mark for mark in marks if mark["outcome"] == "won")
    for mark in marks:
        answer(page, mark, too_much_cents=100 if mark is won else 0)
    page.get_by_role("button", name="Mark it").click()
    wrong = page.locator(".marks .wrong")
    expect(wrong).to_have_count(1)
    expect(wrong).to_contain_text(won["name"])
    expect(wrong).to_contain_text(f"{won['pay_cents'] / 100:.2f}")
    expect(wrong.locator("a.clause").first).to_have_attribute("href", "/rules/adelaide#clause-" + clause_of(won))
    page.locator(".marks li").last.scroll_into_view_if_needed()
    for question in (".drill-felt svg", ".drill-roll"):  # what was asked stays in sight of the last mark
        expect(page.locator(question)).to_be_in_viewport()
    shot(page, "drill-marked", full=True)
    assert axe(page) == []
    page.get_by_role("button", name="Next layout").click()
    expect(page.get_by_role("button", name="Mark it")).to_be_visible()
    for outcome in page.locator(".drill-row select").all():
        outcome.select_option("stays")
    page.get_by_role("button", name="Mark it").click()
    expect(page.get_by_role("status").first).to_contain_text("2 drills:")


def test_nothing_is_answered_beforehand_and_what_is_missing_is_asked_for(page: Page, axe: Axe) -> None:
    marks = drill(page, "adelaide", 3)
    won = next(mark for mark in marks if mark["outcome"] == "won")
    rest = [mark for mark in marks if mark is not won]
    missing = page.get_by_role("alert").filter(has_text="Still missing")
    mark_it = page.get_by_role("button", name="Mark it")
    felt = page.locator(".drill-felt svg")
    place = "(felt) => Math.round(felt.getBoundingClientRect().top)"
    before = felt.evaluate(place)
    mark_it.click()
    expect(missing).to_have_text(f"Still missing: {', '.join(mark['name'] for mark in marks)}.")
    expect(page.locator(".drill-row select").first).to_be_focused()
    assert axe(page) == []
    for mark in rest:
        answer(page, mark)
    page.get_by_label(f"What happens to {won['name']}", exact=True).select_option("won")
    mark_it.click()
    expect(missing).to_have_text(f"Still missing: what {won['name']} pays.")
    answer(page, won)
    mark_it.click()
    expect(page.get_by_role("heading", name="All correct")).to_be_focused()
    page.evaluate("scrollTo(0, 0)")
    assert felt.evaluate(place) == before


def clause_of(mark: dict[str, Any]) -> str:
    """The first clause of a mark, as an address has it."""
    return quote(mark["clauses"][0]["clause"].removeprefix("adelaide "), safe="()!'*")


CHOSEN = """() => [...document.querySelectorAll('.drill-choose select')].map((select) => {
  const { font, paddingLeft } = getComputedStyle(select);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = font;
  const arrow = 20;
  return select.clientWidth - parseFloat(paddingLeft) - arrow - pen.measureText(select.selectedOptions[0].label).width;
})"""
"""The room that is left beside what is chosen."""


def test_on_a_phone_the_book_and_the_level_are_whole(visitor: Visitor) -> None:
    phone = visitor(**{**PHONE, "viewport": {"width": 360, "height": 640}})
    phone.goto("/drill?book=sentosa&level=2&seed=look")
    expect(phone.locator(".drill-choose select")).to_have_count(2)
    assert min(phone.evaluate(CHOSEN)) >= 0


def test_another_book_and_another_level_deal_another_layout(page: Page) -> None:
    drill(page, "evolution", 1)
    for choice, option, dealt in (
        ("Level", "Full layout", "**/drill/evolution/*?level=3"),
        ("Book", "sentosa", "**/drill/sentosa/*?level=3"),
    ):
        with page.expect_response(dealt) as answer:
            page.get_by_label(choice).select_option(option)
        told = answer.value.json()
        expect(page.locator(".drill-row strong")).to_have_text([bet["name"] for bet in told["bets"]])
        expect(page.locator(".drill-roll")).to_contain_text(told["says"])
