"""The rules to read: every book with its bets, figures and clauses, links that land on a clause, two books compared."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from comeout.rules.conformance import clauses_of
from comeout.rules.library import book_names, load_book
from tests.kit.casebook import cites
from tests.page.test_bets import plain_chips
from tests.page.test_table import EVERY_BOOK, sit, tap
from tests.page.watch import Watch

IN_VIEW = """item => new Promise((done) => new IntersectionObserver((seen, watcher) => {
  watcher.disconnect();
  done(seen[0].isIntersecting);
}).observe(item))"""


def test_every_book_is_listed_with_its_odds_and_any_two_can_be_compared(page: Page) -> None:
    page.goto("/rules")
    books = page.locator("article.panel")
    expect(books).to_have_count(len(book_names()))
    for shown in books.all():
        expect(shown).to_contain_text("Odds")
    page.get_by_label("First book").select_option("evolution")
    page.get_by_label("Second book").select_option("sentosa")
    page.get_by_role("link", name="Compare").click()
    expect(page).to_have_url(re.compile("/rules/compare/evolution/sentosa$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Evolution and Resorts World Sentosa")


@pytest.mark.parametrize("book", book_names())
def test_a_book_has_a_page_with_every_bet_and_every_clause(page: Page, book: str) -> None:
    layout = load_book(book)
    page.goto(f"/rules/{book}")
    expect(page.get_by_role("heading", level=1)).to_have_text(layout.rulebook.book.title)
    expect(page.locator(".bet")).to_have_count(len({spot.wager_id for spot in layout.spots}))
    shown = page.locator("#clauses .clause-item").evaluate_all("items => items.map((item) => item.id)")
    assert sorted(shown) == sorted(f"clause-{clause.id}" for clause in clauses_of(book))


def test_a_bet_opens_to_what_it_does_what_it_pays_and_its_exact_figures(
    page: Page, shot: Callable[..., object]
) -> None:
    page.goto("/rules/adelaide")
    bet = page.locator("#bet-field")
    expect(bet.locator("summary")).to_contain_text("edge 5.556%")
    bet.locator("summary").click()
    for words in ("What it does", "What it pays", "When"):
        expect(bet.get_by_role("heading", name=words)).to_be_visible()
    expect(bet.get_by_role("table")).to_contain_text("1/18")
    shot(page, "rules-bet")


def test_clauses_are_found_by_a_word_and_by_duty(page: Page) -> None:
    page.goto("/rules/sentosa")
    find = page.get_by_label("Find in the clauses")
    every = len(clauses_of("sentosa"))
    find.fill("dice")
    few = page.locator("#clauses .clause-item:visible").count()
    assert 0 < few < every
    expect(page.locator("#clauses").get_by_role("status")).to_have_text(f"{few} of {every} clauses")
    page.get_by_role("combobox", name="Who keeps it", exact=True).select_option("ENGINE")
    assert page.locator("#clauses .clause-item:visible").count() < few
    find.fill("roulette")
    expect(page.locator("#clauses").get_by_role("status")).to_contain_text("Clear the search to see them all")


def test_the_clause_of_a_refusal_is_one_press_away(page: Page) -> None:
    sit(page, "sentosa")
    tap(page, "come")
    link = page.locator(".told a.clause")
    clause = link.inner_text().removeprefix("Rule ")
    with page.expect_popup() as opened:
        link.click()
    rules = opened.value
    expect(rules).to_have_url(re.compile("/rules/sentosa#clause-"))
    item = rules.locator(f'[id="clause-{clause}"]')
    expect(item).to_be_focused()
    assert item.evaluate(IN_VIEW)
    expect(page.locator(".totals")).to_contain_text("500.00")  # the table is still there, in its own tab


def test_the_reading_of_a_refusal_is_one_press_away_too(page: Page) -> None:
    sit(page, "sentosa")
    plain_chips(page)
    tap(page, "horn")
    link = page.locator(".told a.clause", has_text="How we read it")
    reading = (link.get_attribute("href") or "").rpartition("#reading-")[2]
    with page.expect_popup() as opened:
        link.click()
    rules = opened.value
    expect(rules).to_have_url(re.compile(f"/rules/sentosa#reading-{reading}$"))
    item = rules.locator(f'[id="reading-{reading}"]')
    expect(item).to_be_focused()
    assert item.evaluate(IN_VIEW)
    for words in ("Unclear:", "Read as:", "Because:", "Rule "):
        expect(item).to_contain_text(words)


@cites("adelaide 14(n)")
def test_a_page_of_rules_says_that_its_words_are_ours_and_names_the_document(page: Page) -> None:
    page.goto("/rules/adelaide")
    expect(page.locator(".own-words")).to_contain_text("in our own words")
    expect(page.locator(".own-words")).to_contain_text("not a copy of the document named above")
    expect(page.locator("main")).to_contain_text("approved rules as at 28/4/03")


def test_an_address_with_a_clause_lands_on_it_and_a_filter_does_not_hide_it(page: Page) -> None:
    clause = [clause.id for clause in clauses_of("sentosa")][-1]
    page.goto(f"/rules/sentosa#clause-{clause}")
    item = page.locator(f'[id="clause-{clause}"]')
    expect(item).to_be_focused()
    assert item.evaluate(IN_VIEW)
    page.get_by_label("Find in the clauses").fill("no such words")
    expect(item).to_be_hidden()
    page.evaluate("location.hash = ''")
    page.evaluate("id => (location.hash = id)", f"#clause-{clause}")
    expect(item).to_be_visible()
    assert item.evaluate(IN_VIEW)


def test_two_books_stand_side_by_side_with_only_what_differs(page: Page, shot: Callable[..., object]) -> None:
    page.goto("/rules/compare/exhibit-a/adelaide")
    expect(page.locator("main")).to_contain_text(re.compile(r"\d+ differences, each with its clause on both sides"))
    only = page.locator(".panel", has_text="Only at SkyCity Adelaide")
    expect(only).to_contain_text("Craps Twelve")
    row = page.locator("tr", has=page.get_by_role("rowheader", name="on the point with a point of 6 or 8")).first
    expect(row).to_contain_text("wins 1 to 1")
    expect(row).to_contain_text("wins 6 to 5")
    first, second = row.locator("a.clause").all()
    expect(first).to_have_attribute("href", re.compile("^/rules/exhibit-a#clause-"))
    expect(second).to_have_attribute("href", re.compile("^/rules/adelaide#clause-"))
    shot(page, "rules-compare")
    page.get_by_label("Second book").select_option("exhibit-a")
    page.get_by_role("link", name="Compare").click()
    expect(page.locator("main")).to_contain_text("These two books do not differ.")


def test_a_book_that_nobody_has_is_said_to_be_missing_with_a_way_on(page: Page, watch: Watch) -> None:
    watch.expect("404")
    page.goto("/rules/monte-carlo")
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    page.get_by_role("link", name="Back to the tables").click()
    expect(page.locator(".book")).to_have_count(len(book_names()))


@EVERY_BOOK
def test_a_player_reads_no_id_of_a_reading_and_who_keeps_the_rules_finds_each(page: Page, book: str) -> None:
    page.goto(f"/rules/{book}")
    readings = page.request.get(f"/api/v1/books/{book}/reading").json()["readings"]
    expect(page.locator('[id^="reading-"]')).to_have_count(len(readings))
    ids = re.compile(r"\b(ALL|XA|AD|SE|EV)-\d+\b")
    assert ids.findall(page.locator("main").inner_text()) == []
    page.locator("main details").evaluate_all(
        "(all) => all.forEach((each) => { each.open = !each.closest('#readings'); })"
    )
    kept = page.locator("main").evaluate("(main) => [...main.querySelectorAll('code')].map((each) => each.innerText)")
    told = page.locator("main").inner_text()
    for code in sorted(kept, key=len, reverse=True):  # names of tests, for those who keep the rules
        told = told.replace(code, "")
    assert ids.findall(told) == []
    for reading in readings:
        item = page.locator(f'[id="reading-{reading["id"]}"]')
        expect(item.locator("code")).to_have_text(reading["id"])
    page.goto(f"/rules/{book}#reading-{readings[0]['id']}")
    expect(page.locator(f'[id="reading-{readings[0]["id"]}"]')).to_be_in_viewport()
    expect(page.locator(f'[id="reading-{readings[0]["id"]}"] h3')).to_have_text("Reading 1")
