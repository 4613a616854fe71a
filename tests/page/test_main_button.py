"""The main button: whatever it says, in every look and on every screen, its words stay inside it."""

from __future__ import annotations

from playwright.sync_api import expect

from comeout.felt.wording import name_of
from comeout.lessons.lesson import lessons
from comeout.rules.library import book_names, load_book
from tests.page.conftest import PHONE, Visitor
from tests.page.served import Served
from tests.page.test_live import take_a_seat
from tests.page.test_screens import LOW, UPRIGHT
from tests.page.test_table import line_bet

WORDS_OUT = """async (labels) => {
  const { write } = await import('/js/table/action-bar.js');
  const main = document.querySelector('.button.roll');
  const second = document.querySelector('.decline');
  const others = [...document.querySelectorAll('.chip-button, .tool, .decline, .strip-bet, .totals dd')];
  const meets = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return labels.flatMap(({ label, reason, look }) => {
    write(main, label, reason);
    main.classList.toggle('visually-idle', look === 'idle');
    main.setAttribute('aria-disabled', String(look === 'disabled'));
    second.hidden = label !== 'Take the dice';
    const edge = main.getBoundingClientRect();
    const all = document.createRange();
    all.selectNodeContents(main);
    const words = all.getBoundingClientRect();
    const text = document.createRange();
    text.selectNodeContents(main.firstChild);
    const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
    const wrong = [];
    if (words.left < edge.left || words.right > edge.right) wrong.push(`${words.width} wide in ${edge.width}`);
    if (words.top < edge.top - 1 || words.bottom > edge.bottom + 1) wrong.push(`${words.height} in ${edge.height}`);
    if (main.scrollWidth > main.clientWidth || main.scrollHeight > main.clientHeight + 1) wrong.push('scrolls');
    if (lines > 2) wrong.push(`${lines} lines`);
    for (const each of others) if (meets(edge, each.getBoundingClientRect())) wrong.push(`over ${each.className}`);
    return wrong.length ? [`${label} (${look}): ${wrong.join(', ')}`] : [];
  });
}"""
"""The labels of the main button that do not fit into it, or push it over what is beside it."""


def button_labels() -> list[dict[str, str]]:
    """Everything that the main button can say, in each look that it can have then."""
    acts = ["Sit down", "I am back", "Take the dice", "Roll", "Ready", "Rolling"]
    waits = ["Closed", "Bet to get the dice", "Your dice", "Bets are open", "Bets open soon", "No more bets", "Roll"]
    seen = {step.spot for lesson in lessons() for step in lesson.steps}
    asks = {line_bet(load_book(book)) for book in book_names()} | {"dont-pass"} | seen
    names = {
        name_of(spot)
        for book in map(load_book, book_names())
        for spot in book.spots
        if spot.id in asks and spot.base < 0
    }
    return [
        *({"label": each, "look": look} for each in acts for look in ("plain", "disabled")),
        *({"label": each, "look": look} for each in waits for look in ("idle", "disabled")),
        *({"label": f"Bet {each} to roll", "look": "idle"} for each in sorted({*names, "ODDS"})),
        {"label": "Ready", "reason": "waiting for 12", "look": "plain"},
        {"label": "Roll", "reason": "waiting for 12", "look": "plain"},
        {"label": "Roll in 120 s", "look": "disabled"},
        {"label": "Roll", "reason": "A companion throws the dice once you have bet.", "look": "disabled"},
        {
            "label": "Lesson over",
            "reason": "This lesson is over; take the next one, or play at a table.",
            "look": "disabled",
        },
    ]


def test_the_words_of_the_main_button_always_fit_into_it(visitor: Visitor, house: Served) -> None:
    page = visitor(**PHONE)
    take_a_seat(page, house.open_live("adelaide", "Words", betting_time="600", shooter="companion"))
    for width, height in (*UPRIGHT, (390, 844), *LOW, (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WORDS_OUT, button_labels()) == [], (width, height)
    page.evaluate("import('/js/app/lessons.js').then(({ takeLesson }) => takeLesson('first-hand'))")
    expect(page.locator(".lesson-says")).to_be_visible()
    for width, height in (*UPRIGHT, *LOW, (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WORDS_OUT, button_labels()) == [], ("lesson", width, height)
