"""What a book wants people to see is on the page: its words, prices, layout, puck, marker buttons and limits.

Each test here shows one part of the page, and cites every clause whose row says that this part honours it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from comeout.money import show_odds
from comeout.rules.conformance import ON_PAGE, ClauseRow, clauses_of, conformance, counts
from comeout.rules.layout import POINTS, Layout
from comeout.rules.library import book_names, load_book
from tests.kit.casebook import cited_tests, cites
from tests.page.conftest import DESKTOP, PHONE, profile
from tests.page.served import Served
from tests.page.test_table import bet, line_bet, roll, sit
from tests.page.watch import Watch

EVERY_BOOK = pytest.mark.parametrize("book", book_names())
NUMBERS = POINTS[1:]
Opened = Callable[[str], Page]

PARTS = {
    "rules text": "test_the_rules_text_tells_a_clause_in_its_own_words",
    "glossary": "test_the_words_of_a_book_are_told_with_their_meaning",
    "paytable": "test_the_paytable_lists_what_the_book_pays",
    "puck": "test_the_puck_is_black_and_off_or_white_and_on_its_number",
    "layout drawing": "test_the_layout_has_a_box_for_every_bet_of_the_book_and_no_other",
    "marker buttons": "test_marker_buttons_tell_the_status_of_a_bet",
    "limits notice": "test_the_limits_are_posted_at_the_table_and_in_the_room",
}
"""The parts of the page a row can name, and the test that shows each."""


def shown_as(book: str, part: str) -> list[ClauseRow]:
    """The clauses of a book that one part of the page honours."""
    return [row for row in clauses_of(book) if row.lives == f"{ON_PAGE}{part}"]


def plain(text: str) -> str:
    """Text as it is compared: one space between words."""
    return " ".join(text.split())


# ------------------------------------------------------------------ the data points here


@EVERY_BOOK
def test_a_clause_that_lives_on_the_page_is_cited_by_the_test_of_that_part(book: str) -> None:
    tests = cited_tests(book)
    for row in clauses_of(book):
        if row.lives.startswith(ON_PAGE):
            name = PARTS[row.lives.removeprefix(ON_PAGE)]
            assert f"page/test_clauses.py::{name}" in tests.get(row.id, []), row.id


# ------------------------------------------------------------------ pages that are opened once


@pytest.fixture(scope="module")
def opening(browser: Browser, house: Served) -> Iterator[Callable[..., Page]]:
    """Makes visitors who stay for all tests of this file, and fails if their browsers complained."""
    watch, contexts = Watch(house.url), []

    def come(**options: Any) -> Page:
        context = profile(browser, house, reduced_motion="reduce", **options)
        contexts.append(context)
        watch.listen(context)
        return context.new_page()

    yield come
    for context in contexts:
        context.close()
    assert watch.troubles == []


@pytest.fixture(scope="module")
def rules(opening: Callable[..., Page]) -> Opened:
    """The rules page of a book, loaded once."""
    pages: dict[str, Page] = {}

    def of(book: str) -> Page:
        if book not in pages:
            pages[book] = opening()
            pages[book].goto(f"/rules/{book}")
            expect(pages[book].locator("#conformance")).to_be_visible()
        return pages[book]

    return of


@pytest.fixture(scope="module")
def table(opening: Callable[..., Page]) -> Opened:
    """A table of a book where somebody has sat down, loaded once."""
    pages: dict[str, Page] = {}

    def of(book: str) -> Page:
        if book not in pages:
            pages[book] = opening()
            sit(pages[book], book)
        return pages[book]

    return of


# ------------------------------------------------------------------ the rules page

CLAUSES = """() => Object.fromEntries([...document.querySelectorAll('#clauses article')].map(each => [
  each.id, {says: each.querySelector('p').textContent, seen: each.checkVisibility(), more: each.textContent}]))"""


@EVERY_BOOK
@cites(
    "adelaide 0 Title",
    "adelaide 4(y)",
    "adelaide 5(g)",
    "adelaide 5 stamp",
    "adelaide 14(f)",
    "adelaide 14(l)",
    "adelaide 14(m)",
    "adelaide 14(n)",
    "evolution 0 Title",
    "evolution 0 Scope",
    "evolution Objective",
    "evolution Rules 1",
    "exhibit-a 0 Title",
    "sentosa 0 Title",
    "sentosa 0 Approval",
    "sentosa 0 Contents",
    "sentosa 2.1",
    "sentosa 2.2",
    "sentosa 3.1",
)
def test_the_rules_text_tells_a_clause_in_its_own_words(rules: Opened, book: str) -> None:
    told = rules(book).evaluate(CLAUSES)
    assert list(told) == [f"clause-{row.id}" for row in clauses_of(book)]
    for row in clauses_of(book):
        there = told[f"clause-{row.id}"]
        assert re.fullmatch(READING.sub("reading", re.escape(row.says)), NAMED.sub("reading", there["says"])), row.id
        assert there["seen"], row.id
    for row in shown_as(book, "rules text"):
        assert "Shown on the page: rules text." in told[f"clause-{row.id}"]["more"]


READING = re.compile(r"\b(ALL|XA|AD|SE|EV)\\?-\d+")
NAMED = re.compile(r"reading \d+|a reading of another book")
"""The id of a reading, also escaped, and what stands in its place: ids are for those who keep the rules."""

KEPT = {
    "ENGINE": "Played by the table",
    "CREW": "Kept by the crew",
    "PLAYER": "Kept by players",
    "DISPLAY": "Shown on the page",
    "NOTICE": "For information",
}
"""What the page says of each duty in the catalogue."""


@EVERY_BOOK
def test_the_rules_page_tells_the_same_numbers_as_the_data(rules: Opened, book: str) -> None:
    number = counts(conformance(book))
    told = rules(book).locator("#conformance")
    said = f"{number['clauses']} clauses: {number['tested']} are covered by tests that cite them"
    expect(told).to_contain_text(
        f"{said}, {number['page']} of these on the page itself. {number['unmet']} are not met."
    )
    for duty, says in KEPT.items():
        expect(told.get_by_role("row", name=says).get_by_role("cell")).to_have_text(str(number.get(duty, 0)))


WORDS = """() => [...document.querySelectorAll('.glossary > div')].map(each => [
  decodeURIComponent(each.querySelector('a.clause').hash), each.querySelector('dt').textContent,
  each.querySelector('dd').firstChild.textContent])"""


@EVERY_BOOK
@cites(
    "exhibit-a Definitions",
    "adelaide 1",
    "adelaide 1 Roll",
    "adelaide 1 Shooter",
    "sentosa 1",
    "sentosa 1.1",
    "sentosa 1.2",
    "sentosa 1.6",
    "sentosa 1.7",
    "sentosa 1.11",
    "sentosa 1.13",
    "sentosa 1.16",
    "sentosa 1.19",
    "sentosa 1.20",
)
def test_the_words_of_a_book_are_told_with_their_meaning(rules: Opened, book: str) -> None:
    told = {clause: (word, plain(meaning)) for clause, word, meaning in rules(book).evaluate(WORDS)}
    for row in shown_as(book, "glossary"):
        word, meaning = told[f"#clause-{row.id}"]
        assert meaning
        assert row.says.casefold().endswith(meaning.casefold()), row.id
        assert word in (row.says.partition(":")[0], row.says.split()[0], row.id.partition(" ")[2], "In general")
        assert (word == "In general") == row.says.startswith("The terms below"), row.id


PAYS = """() => Object.fromEntries([...document.querySelectorAll('details.bet')].map(each => {
  const listed = Object.fromEntries([...each.querySelectorAll('h4')].map(head => [
    head.textContent, [...head.nextElementSibling.children].map(line => line.firstChild.textContent)]));
  return [each.id, listed['In total'] ?? listed['What it pays']];
}))"""
"""By bet what it pays; a bet made of parts tells what the whole of it comes to."""


def odds_in(lines: list[str]) -> set[str]:
    """The odds that lines of a paytable begin with, written one way: "9 to 5" and "9:5" are the same."""
    told = (line.strip().replace("nothing, the stake comes back", "0 to 1") for line in lines)
    return {re.sub(r"^(\d+)(?: to |:)(\d+)\b.*", r"\1 to \2", line) for line in told}


def odds_of(layout: Layout, wager: str) -> set[str]:
    """What the compiled book pays on a wager, whatever its number and whatever the point."""
    cells = (
        cell
        for spot in layout.spots
        if spot.wager_id == wager
        for row in layout.cells[spot.index]
        for point in row
        if point
        for cell in point
    )
    return {show_odds(cell.odds) for cell in cells if cell.paid_by}


@EVERY_BOOK
@cites("adelaide 6(a)", "evolution Payouts", "evolution RTP 1", "evolution RTP 2")
def test_the_paytable_lists_what_the_book_pays(rules: Opened, book: str) -> None:
    layout, page = load_book(book), rules(book)
    told = page.evaluate(PAYS)
    assert set(told) == {f"bet-{wager}" for wager in layout.rulebook.wager}
    for wager in layout.rulebook.wager:
        assert odds_in(told[f"bet-{wager}"]) == odds_of(layout, wager), wager
    text = page.locator("#bets").text_content() or ""
    assert not re.search(r"\d+ for \d+", text)
    if book == "adelaide":
        assert not re.search(r"\d+:\d+", text)
    if book == "evolution":
        facts = page.locator(".book-facts")
        expect(facts).to_contain_text(re.compile(r"Best with full odds\s*Don't Pass.* return 99\.17% of all"))
        expect(facts).to_contain_text(re.compile(r"Costliest bet\s*.* return 83\.33%"))


# ------------------------------------------------------------------ the layout

BOXES = """() => Object.fromEntries([...document.querySelectorAll('.felt .picture .box')].map(box => {
  const {left, right, top, bottom} = box.querySelector('.area').getBoundingClientRect();
  const words = [...box.querySelectorAll('text')].map(each => each.textContent).join(' ');
  const pips = box.querySelectorAll('circle').length;
  return [box.dataset.spot, {left, right, top, bottom, words, pips, seen: box.checkVisibility()}];
}))"""

PRINTED = {
    "pass": "PASS LINE",
    "dont-pass": "DON'T PASS BAR",
    "come": "COME",
    "dont-come": "DON'T COME BAR",
    "field": "FIELD",
    "any-seven": "ANY SEVEN",
    "horn": "HORN BET",
    "craps-2": "2 CRAP",
    "craps-3": "3 CRAP",
    "craps-12": "12 CRAP",
    "eleven": "ELEVEN",
    "any-craps": "ANY CRAPS",
    "c-and-e": "C & E",
    **{f"place-{number}": "PLACE" for number in NUMBERS},
    **{f"buy-{number}": "BUY" for number in NUMBERS},
    **{f"lay-{number}": "LAY" for number in NUMBERS},
    **{f"hard-{number}": f"HARDWAYS {number}" for number in (4, 6, 8, 10)},
    **{f"horn-high-{number}": f"HORN HIGH HIGH {number}" for number in (2, 3, 11, 12)},
}
"""What Appendix C says an area is marked with."""


@EVERY_BOOK
@cites(
    "adelaide 2",
    "sentosa 2.1.1",
    "sentosa 2.1.2",
    "sentosa A",
    "sentosa B",
    "sentosa C.A",
    "sentosa C.B",
    "sentosa C.C",
    "sentosa C.D",
    "sentosa C.E1/E2",
    "sentosa C.F",
    "sentosa C.G1/G2",
    "sentosa C.H",
    "sentosa C.I",
    "sentosa C.J",
    "sentosa C.K",
    "sentosa C.L",
    "sentosa C.M",
    "sentosa C.N",
    "sentosa C.O",
    "sentosa C.P",
    "sentosa C.Q",
    "sentosa C.R",
    "sentosa C.S",
    "sentosa C.T",
    "sentosa C.U",
    "sentosa C.V",
)
def test_the_layout_has_a_box_for_every_bet_of_the_book_and_no_other(table: Opened, book: str) -> None:
    boxes = table(book).evaluate(BOXES)
    assert set(boxes) == set(load_book(book).by_id)
    assert all(box["seen"] and box["right"] > box["left"] and box["bottom"] > box["top"] for box in boxes.values())
    if book == "sentosa":
        appendix_c(boxes)


def appendix_c(boxes: dict[str, dict[str, Any]]) -> None:
    """Every area is marked and lies as the appendix says."""
    for spot, words in PRINTED.items():
        assert words in boxes[spot]["words"], spot
    for spot in ("dont-pass", "dont-come"):
        assert boxes[spot]["pips"] % 12 == 0 < boxes[spot]["pips"], "the barred 12 is drawn as two dice"
    assert {"2", "3", "4", "9", "10", "11", "12"} <= set(boxes["field"]["words"].split())
    assert {"C", "E"} <= set(boxes["c-and-e"]["words"].split())
    assert boxes["pass-odds"]["top"] >= boxes["pass"]["bottom"], "odds lie behind the line"
    assert beside(boxes["dont-pass"], boxes["dont-pass-odds"])
    for number in NUMBERS:
        place = boxes[f"place-{number}"]
        assert boxes["dont-come"]["right"] <= place["left"] + 1, "the numbers are next to the don't come"
        for wager in ("come", "dont-come"):
            there, odds = boxes[f"{wager}-{number}"], boxes[f"{wager}-odds-{number}"]
            assert place["left"] <= there["left"] < odds["right"] <= place["right"], "in the column of its number"
            assert beside(there, odds)


def beside(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """True for a box directly to the right of another."""
    apart = b["left"] - a["right"]
    return bool(0 <= apart < 20 and b["top"] < a["bottom"] and a["top"] < b["bottom"])


@cites("sentosa 2.1.2", "sentosa B")
def test_the_betting_areas_can_be_seen_magnified(table: Opened) -> None:
    page = table("sentosa")
    small = page.evaluate(BOXES)
    page.set_viewport_size(PHONE["viewport"])
    seen: dict[str, dict[str, Any]] = {}
    for half in ("Main bets", "Centre bets"):
        page.get_by_role("tab", name=half).click()
        seen |= {spot: box for spot, box in page.evaluate(BOXES).items() if box["seen"]}
    page.set_viewport_size(DESKTOP["viewport"])
    expect(page.locator(".felt")).to_have_attribute("data-shape", "wide")  # for whoever comes to this table next
    assert set(seen) == set(small)
    share = DESKTOP["viewport"]["width"] / PHONE["viewport"]["width"]
    field = [box["right"] - box["left"] for box in (small["place-4"], seen["place-4"])]
    assert field[1] * share > field[0], "larger than the whole table would be here"


# ------------------------------------------------------------------ at the table

PUCK = """() => {
  const puck = document.querySelector('.felt .puck');
  return [puck.dataset.puck, puck.textContent, puck.querySelectorAll('circle')[1].getAttribute('fill')];
}"""
OVER = """number => {
  const middle = element => (at => at.x + at.width / 2)(document.querySelector(element).getBoundingClientRect());
  return Math.abs(middle('.felt .puck') - middle(`.felt [data-number="${number}"]`)) < 2;
}"""
SIDES = {"off": ["off", "OFF", "#12100d"], "on": ["on", "ON", "#fbf7ea"]}
"""Black is OFF, white is ON."""


@pytest.mark.parametrize("book", ["evolution", "sentosa"])
@cites("evolution Rules 3", "sentosa 1.15")
def test_the_puck_is_black_and_off_or_white_and_on_its_number(table: Opened, book: str) -> None:
    page, line = table(book), line_bet(load_book(book))
    seen = set()
    for _ in range(60):
        said = page.locator(".puck-words").inner_text()
        point = re.search(r"\bON (\d+)$", said)
        side = "on" if point else "off"
        assert said.endswith("OFF") or point
        assert page.evaluate(PUCK) == SIDES[side]
        if point:
            page.wait_for_function(OVER, arg=point[1])
        seen.add(side)
        if seen == set(SIDES):
            return
        if page.locator(f'.lying [data-on="{line}"]').count() == 0:
            bet(page, line)
        roll(page)
    pytest.fail(f"the puck was only seen {seen}")


@cites("sentosa 1.9")
def test_marker_buttons_tell_the_status_of_a_bet(table: Opened) -> None:
    page = table("sentosa")
    bet(page, "hard-6")
    marker = page.locator('.lying [data-on="hard-6"] .mine')
    box = page.locator('.box[data-spot="hard-6"]')
    for call, word in (("off", "OFF"), ("on", "ON"), ("off", "OFF")):
        box.focus()
        page.keyboard.press("Shift+Enter")
        page.get_by_role("button", name=f"Turn it {call}").click()
        expect(marker.get_by_text(word, exact=True)).to_be_attached()
        expect(box).to_have_attribute("aria-label", re.compile(f"marked {call}"))


@pytest.mark.parametrize("book", ["adelaide", "sentosa"])
@cites("adelaide 5(f)", "sentosa 3.4")
def test_the_limits_are_posted_at_the_table_and_in_the_room(
    opening: Callable[..., Page], house: Served, book: str
) -> None:
    layout = load_book(book)
    line, field = layout.by_id[line_bet(layout)].name, layout.by_id["field"].name
    posted = {f"min {line_bet(layout)}": "5", f"max {line_bet(layout)}": "500", "min field": "10"}
    number = house.open_live(book, f"{book} limits", dice="chain", **posted)
    page = opening()
    page.goto(f"/table/{number}?watch")
    page.get_by_role("tab", name="Session").click()
    for place in (f"/table/{number}?watch", f"/room/{number}"):
        if not page.url.endswith(place):
            page.goto(place)
        notice = page.locator(".posted")
        expect(notice.locator("div", has_text=line)).to_contain_text("5.00 to 500.00")
        expect(notice.locator("div", has_text=field)).to_contain_text("at least 10.00")
        if layout.rulebook.odds:
            told = notice.locator("div", has_text="Odds")
            expect(told).to_contain_text(f"up to {layout.rulebook.odds.default} times")
