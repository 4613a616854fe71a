"""What the page may weigh: bytes and requests up to the first bet, nothing that jumps, no long work while dice roll.

Counts only; how long things take is measured by `bench/page.py`.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from playwright.sync_api import Browser, Page, Response, expect

from tests.page.conftest import PHONE, Visitor
from tests.page.test_table import SEATED, bet, roll, sit

KB = 1024
FIRST_BET_BYTES = 200 * KB
FIRST_BET_REQUESTS = 32
ROLLS = 3
LONG_S = 0.05
"""What a browser calls a long task. Only the time that the page's thread really worked is counted: a busy machine
makes it wait, and that is not the page's fault."""
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"]
TASK, BEGIN = "RunTask", "the dice roll"

WATCH = """() => {
  window.seen = { shift: 0, shifted: [] };
  // what somebody has won, how long the house takes, the words of puck and dice button and the sum on a tab change in
  // their places and move nothing but themselves; a new line of rolls moves those before it, and nothing else
  const own = '.status-me, .cycles, .puck-words, .roll, .felt-tabs';
  const meant = ({ node }) => (node instanceof Element ? node : node?.parentElement)?.closest(own);
  new PerformanceObserver((list) => list.getEntries().forEach((each) => {
    if (each.hadRecentInput || (each.sources.length && each.sources.every(meant))) return;
    window.seen.shift += each.value;
    for (const { node, previousRect: from, currentRect: to } of each.sources) {
      window.seen.shifted.push([node?.className ?? '?', from.y, from.height, to.y, to.height].join(' '));
    }
  })).observe({ type: 'layout-shift', buffered: true });
}"""


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


def tasks_of(trace: list[dict[str, Any]]) -> list[float]:
    """How long the thread of a page worked at each of its tasks, in seconds, the longest first."""
    mark = next(each for each in trace if each["name"] == BEGIN)
    tasks = [each for each in trace if each["name"] == TASK and each.get("ph") == "X" and "tdur" in each]
    mine = [each for each in tasks if (each["pid"], each["tid"]) == (mark["pid"], mark["tid"])]
    # the clock of a thread jumps at times on a virtual machine, and then tells more than has passed
    return sorted((min(each["dur"], each["tdur"]) / 1e6 for each in mine), reverse=True)


def test_nothing_jumps_and_no_task_is_long_while_dice_roll(browser: Browser, page: Page, phone: Page) -> None:
    for each in (page, phone):
        each.add_init_script(f"({WATCH})()")
        sit(each, "adelaide")
        expect(each.locator(".side-panel")).to_be_attached()
        browser.start_tracing(page=each, categories=TRACED)
        each.evaluate("(name) => performance.mark(name)", BEGIN)
        for _ in range(ROLLS):
            if not each.locator('.lying [data-on="pass"] .mine').count():
                bet(each, "pass")
            bet(each, "field")
            roll(each)
        seen = each.evaluate("window.seen")
        tasks = tasks_of(json.loads(browser.stop_tracing())["traceEvents"])
        longest = ", ".join(f"{1000 * task:.1f}" for task in tasks[:5])
        print(f"layout shift {seen['shift']:.4f} {seen['shifted']}, longest of {len(tasks)} tasks in ms: {longest}")
        assert round(seen["shift"], 3) == 0, seen["shifted"]
        assert tasks, "the trace has the page's tasks"
        assert tasks[0] < LONG_S


RESTYLED = 150
"""How many elements a browser may look at again when something is added to the felt; the page has about a thousand."""
ADDED = """() => {
  const there = document.querySelector('.lying');
  performance.mark('added');
  for (let times = 0; times < 5; times++) {
    there.append(document.createElementNS('http://www.w3.org/2000/svg', 'g'));
    getComputedStyle(document.querySelector('.totals')).color;
  }
}"""


def test_something_new_on_the_felt_does_not_restyle_the_page(browser: Browser, page: Page) -> None:
    sit(page, "adelaide")
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate(ADDED)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    added = next(each["ts"] for each in trace if each["name"] == "added")
    styled = [
        each["args"].get("elementCount", 0)
        for each in trace
        if each["name"] == "UpdateLayoutTree" and each["ts"] > added
    ]
    assert styled
    assert max(styled) < RESTYLED
