"""What the page may weigh: bytes and requests up to the first bet, nothing that jumps, no long work while dice roll.

Counts only; how long things take is measured by `bench/page.py`.
"""

from __future__ import annotations

import gzip
from collections import Counter

from playwright.sync_api import Page, Response, expect

from comeout.house.pages import web_files
from tests.page.conftest import PHONE, Visitor
from tests.page.test_table import SEATED, bet, roll, sit

KB = 1024
ALL_SCRIPT = 200 * KB
FIRST_BET_BYTES = 200 * KB
FIRST_BET_REQUESTS = 32
ROLLS = 3
LONG_TASKS_OF_A_ROLL = 3
"""None on a quiet machine; a busy one stretches ordinary tasks beyond the fifty milliseconds that count as long."""

WATCH = """() => {
  window.seen = { shift: 0, shifted: [], long: [] };
  // what somebody has won, and how long the house takes, have more digits at times and move nothing but themselves
  const figures = ({ node }) => (node instanceof Element ? node : node?.parentElement)?.closest('.status-me');
  new PerformanceObserver((list) => list.getEntries().forEach((each) => {
    if (each.hadRecentInput || (each.sources.length && each.sources.every(figures))) return;
    window.seen.shift += each.value;
    for (const { node, previousRect: from, currentRect: to } of each.sources) {
      window.seen.shifted.push([node?.className ?? '?', from.y, from.height, to.y, to.height].join(' '));
    }
  })).observe({ type: 'layout-shift', buffered: true });
  const long = (list) => window.seen.long.push(...list.getEntries().map((each) => Math.round(each.duration)));
  new PerformanceObserver(long).observe({ type: 'longtask', buffered: true });
}"""


def test_all_script_together_is_small() -> None:
    sizes = {
        name: len(gzip.compress(file.read_bytes(), 9)) for name, file in web_files().items() if name.endswith(".js")
    }
    print(f"{len(sizes)} scripts, {sum(sizes.values()) / KB:.1f} KB compressed")
    assert sum(sizes.values()) < ALL_SCRIPT


def test_the_first_bet_needs_few_bytes_and_few_requests(visitor: Visitor) -> None:
    page = visitor(stranger=True, **PHONE)
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/")
    page.get_by_role("button", name="Sit down").first.click()
    page.wait_for_function(SEATED)
    bet(page, "pass")
    sizes = [answer.request.sizes() for answer in answers]
    total = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    kinds = Counter(answer.request.resource_type for answer in answers)
    print(f"{len(answers)} requests, {total / KB:.1f} KB to the first bet: {dict(kinds)}")
    assert total < FIRST_BET_BYTES
    assert len(answers) <= FIRST_BET_REQUESTS
    addresses = Counter(answer.url for answer in answers if answer.request.resource_type == "script")
    assert addresses.most_common(1)[0][1] == 1, "a script was fetched twice"


def test_nothing_jumps_and_no_task_is_long_while_dice_roll(page: Page, phone: Page) -> None:
    for each in (page, phone):
        each.add_init_script(f"({WATCH})()")
        sit(each, "adelaide")
        expect(each.locator(".side-panel")).to_be_visible()
        each.evaluate("window.seen.long = []")
        for _ in range(ROLLS):
            if not each.locator('.lying [data-on="pass"] .mine').count():
                bet(each, "pass")
            bet(each, "field")
            roll(each)
        seen = each.evaluate("window.seen")
        print(f"layout shift {seen['shift']:.4f} {seen['shifted']}, long tasks of {ROLLS} rolls in ms: {seen['long']}")
        assert round(seen["shift"], 3) == 0, seen["shifted"]
        assert len(seen["long"]) <= ROLLS * LONG_TASKS_OF_A_ROLL
