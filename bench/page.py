"""Measures the page in a real Chromium: time to the first bet as a slow phone has it, and the frames of a roll.

Each figure stands beside its target, and beside the same page without the slow phone in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from bisect import bisect
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from figures import Chapter, Figure, below
from tests.page.conftest import DESKTOP, PHONE, QUIET
from tests.page.served import Served
from tests.page.test_table import bet, see_it_lie
from tests.page.tools import HOW, browser_environment, find_chromium

PATH = Path(__file__).parent / "PAGE.md"
FIRST_BET_S, FRAME_S, P99_S, LONGEST_S = 2.5, 0.016, 0.012, 0.033
PATIENCE_S = 60
"""After so long a visit has failed."""
SLOWER = 4
"""How many times slower the phone's processor is."""
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SIT, BET = ".first-table .row .button", ".box.lit"
NOTE = """([sit, bet]) => {
  const shown = (selector) => new Promise((done) => {
    const look = (_, looking) => {
      if (!document.querySelector(selector)) return;
      looking.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(performance.now() / 1000)));
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributeFilter: ["class"] });
  });
  window.seen = { sit: shown(sit), bet: shown(bet) };
}"""
"""The page's own clock when what one waits for was first on the screen, whoever looks and however busy they are."""
SEEN = """([what, seconds]) => Promise.race([
  window.seen[what],
  new Promise((_, never) => setTimeout(() => never(new Error(`no ${what} in ${seconds} s`)), seconds * 1000)),
])"""
FAR = """(half) => {
  const Near = WebSocket;
  window.WebSocket = class extends Near {
    send(data) { setTimeout(() => super.send(data), half); }
    addEventListener(name, told) { super.addEventListener(name, (event) => setTimeout(() => told(event), half)); }
  };
}"""
"""A socket whose frames take their time each way: the browser's slow network holds back only how many bytes it gets."""
PRESS = """(selector) => {
  const pressed = performance.now() / 1000;
  document.querySelector(selector).click();
  return pressed;
}"""
ROLL = """([begin, end, flown]) => new Promise((done, never) => {
  const late = setTimeout(() => never(new Error("the dice were not rolled")), 10000);
  const over = (_, looking) => {
    looking.disconnect();
    clearTimeout(late);
    setTimeout(() => (performance.mark(end), done()), flown);
  };
  new MutationObserver(over).observe(document.querySelector(".felt"), { attributeFilter: ["data-roll"] });
  performance.mark(begin);
  document.querySelector(".roll").click();
})"""
"""A roll from the press of the button until its chips have flown, with nobody asking the page anything meanwhile."""
FLOWN_MS = 1800
CONTROL = """async ([begin, end, pieces, frames]) => {
  const line = document.querySelector("p");
  for (let piece = 0; piece < pieces; piece++) {
    performance.mark(begin);
    for (let frame = 0; frame < frames; frame++) {
      await new Promise(requestAnimationFrame);
      line.textContent = `${piece} ${frame}`;
    }
    performance.mark(end);
  }
}"""
"""A page that changes one line a frame: what its longest frame takes is not the page's doing but the machine's."""
BEGIN, END, PAINTED = "a roll", "a roll is over", "Layerize"
TRACED = ["devtools.timeline", "blink.user_timing"]
SIXTIETH_US, REST_US = 1_000_000 / 60, 1_000


@dataclass(frozen=True, slots=True)
class Waited:
    """Seconds of one visit: until one can sit down, from there until one can bet, and to a table by its address."""

    lobby: float
    seat: float
    table: float


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser with nothing else to do."""
    found = find_chromium()
    if not found:
        sys.exit(f"There is no Chromium here: {HOW}.")
    root = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, args=[*QUIET, *root], env=browser_environment(found)
        )
        yield browser
        browser.close()


def visitor(browser: Browser, url: str, *, slow: bool, **options: Any) -> Page:
    """Somebody who has never been here, on a slow phone or on this machine."""
    page = browser.new_context(base_url=url, **{**PHONE, **options}).new_page()
    page.add_init_script(f"({NOTE})({json.dumps([SIT, BET])})")
    if slow:
        page.add_init_script(f"({FAR})({NETWORK['latency'] / 2})")
        tools = page.context.new_cdp_session(page)
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", NETWORK)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def first_bet(browser: Browser, url: str, *, slow: bool) -> Waited:
    """Come in by the lobby and sit down; then, with an empty cache again, by the address of the table."""
    page = visitor(browser, url, slow=slow)
    page.goto("/", wait_until="commit")
    lobby = _seen(page, "sit")
    clicked = page.evaluate(PRESS, SIT)
    seat = _seen(page, "bet") - clicked
    address, known = page.url, page.context.storage_state()
    page.context.close()
    again = visitor(browser, url, slow=slow, storage_state=known)
    again.goto(address, wait_until="commit")
    table = _seen(again, "bet")
    again.context.close()
    return Waited(lobby, seat, table)


def _seen(page: Page, what: str) -> float:
    """The second of a visit at which something was on the screen."""
    return float(page.evaluate(SEEN, [what, PATIENCE_S]))


def rolls_of_a_visit(browser: Browser, url: str, rolls: int) -> list[list[float]]:
    """The page's work in each frame of each roll, in seconds of its thread."""
    page = visitor(browser, url, slow=False, **DESKTOP, is_mobile=False)
    page.goto("/")
    page.get_by_role("button", name="Sit down").first.click()
    expect(page.locator(".totals")).to_contain_text("500.00")
    expect(page.locator(".side-panel")).to_be_visible()
    browser.start_tracing(page=page, categories=TRACED)
    for _ in range(rolls):
        for spot in ("pass", "field"):
            if not page.locator(f'.lying [data-on="{spot}"] .mine').count():
                bet(page, spot)
        page.evaluate(ROLL, [BEGIN, END, FLOWN_MS])
        see_it_lie(page)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    page.context.close()
    return work_of_frames(trace)


def control(browser: Browser, pieces: int, frames: int) -> list[list[float]]:
    """The same of a page that does next to nothing."""
    page = browser.new_page(**DESKTOP)
    page.set_content("<p></p>")
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate(CONTROL, [BEGIN, END, pieces, frames])
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    page.close()
    return work_of_frames(trace)


def work_of_frames(trace: list[dict[str, Any]]) -> list[list[float]]:
    """Seconds that the page's thread worked in each frame of each stretch between two marks."""
    marks = sorted(
        (each["ts"], each["name"], each["pid"], each["tid"]) for each in trace if each["name"] in (BEGIN, END)
    )
    spans = [(one[0], other[0]) for one, other in pairwise(marks) if one[1] == BEGIN]
    thread = marks[0][2:]
    mine = [each for each in trace if each.get("ph") == "X" and (each["pid"], each["tid"]) == thread]
    painted = sorted(each["ts"] + each["dur"] for each in mine if each["name"] == PAINTED)
    return [_frames([each for each in mine if began <= each["ts"] <= over], painted) for began, over in spans]


def _frames(tasks: list[dict[str, Any]], painted: list[int]) -> list[float]:
    """Work from one painting to the next; a thread that rests, with none due in a sixtieth, begins a frame anew."""
    frames: list[int] = []
    begun, paintings, end = -1, -1, 0
    for each in sorted(tasks, key=lambda each: (each["ts"], -each["dur"])):
        if each["ts"] < end:
            continue  # a part of the one before
        rested = each["ts"] - end > REST_US and each["ts"] - begun > SIXTIETH_US
        end = each["ts"] + each["dur"]
        if rested or bisect(painted, each["ts"]) != paintings:
            begun, paintings = each["ts"], bisect(painted, each["ts"])
            frames.append(0)
        frames[-1] += min(each["dur"], each.get("tdur", each["dur"]))  # a virtual machine's thread clock jumps at times
    return [micros / 1e6 for micros in frames]


def measure_first_bet(browser: Browser, url: str, times: int) -> Chapter:
    """How long somebody with a slow phone waits, beside somebody without."""
    waited = {slow: [first_bet(browser, url, slow=slow) for _ in range(times)] for slow in (False, True)}

    def middle(part: str, *, slow: bool) -> float:
        return median(getattr(each, part) for each in waited[slow])

    def held(name: str, part: str) -> Figure:
        return below(name, middle(part, slow=True), FIRST_BET_S, note=f" ({middle(part, slow=False):.2f} s here)")

    return Chapter(
        "The first bet",
        f"A phone with a processor {SLOWER} times slower than this one's, 1.6 Mbit/s down and 150 ms to the house and "
        f"back, nothing in its cache; the middle of {times} visits, by the page's own clock. A bet is possible when a "
        "spot of the felt is lit and painted.",
        (
            held("a table by its address, until a bet is possible", "table"),
            held("the lobby, until one can sit down", "lobby"),
            held("from there, until a bet is possible", "seat"),
        ),
    )


def measure_frames(browser: Browser, url: str, visits: int, rolls: int) -> Chapter:
    """What the page does in the frames in which dice tumble and chips fly."""
    visited = [rolls_of_a_visit(browser, url, rolls) for _ in range(visits)]
    every = [roll for visit in visited for roll in visit]
    frames = sorted(frame for roll in every for frame in roll)
    idle = control(browser, len(every), len(frames) // len(every))

    def longest(stretches: list[list[float]]) -> float:
        return max(max(each) for each in stretches)

    def smooth(stretches: list[list[float]]) -> str:
        return f"{sum(max(each) < FRAME_S for each in stretches)} of {len(stretches)}"

    return Chapter(
        "A roll",
        f"{visits} visits of {rolls} rolls with two bets at a width of {DESKTOP['viewport']['width']}, each from the "
        "press of the button until its chips have flown: the time the page's own thread works from one painted frame "
        "to the next "
        "(or, where it rests with nothing to paint, in a sixtieth of a second), script, style, layout, paint and the "
        "collection of garbage, as the browser's trace has it. A machine shared with others stretches a frame now and "
        "then, whatever it holds: what is rare stands beside a page that changes one line in each of as many frames.",
        (
            Figure("frames", f"{len(frames)}"),
            below("work of a frame, p50", median(frames), FRAME_S),
            below("work of a frame, p99", frames[int(len(frames) * 0.99)], P99_S),
            below("the longest frame of a roll, the middle roll", median(map(max, every)), FRAME_S),
            below(
                "of the first roll of a visit, the middle visit", median(max(first) for first, *_ in visited), FRAME_S
            ),
            Figure(f"rolls with no frame over {FRAME_S * 1000:.0f} ms", f"{smooth(every)} (idle page {smooth(idle)})"),
            below(
                "the longest frame of all", frames[-1], LONGEST_S, note=f" (idle page {longest(idle) * 1000:.1f} ms)"
            ),
        ),
    )


def shown(chapters: list[Chapter]) -> str:
    """The figures in columns."""
    lines = []
    for chapter in chapters:
        lines += [chapter.title, f"  {chapter.how}"]
        for each in chapter.figures:
            met = {None: "", True: f"met ({each.target}, {each.ratio})", False: f"MISSED ({each.target}, {each.ratio})"}
            lines.append(f"  {each.name:<50}{each.measured:<28} {met[each.met]}".rstrip())
        lines.append("")
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return "\n".join([*lines, f"load average of the machine: {load:.1f}, {os.cpu_count()} cores"])


def main() -> None:
    """Measure, say it, keep it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--quick", action="store_true", help="one visit and two rolls, nothing written")
    quick = asked.parse_args().quick
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        house = Served(Path(folder))
        house.start()
        try:
            first_bet(browser, house.url, slow=False)  # the house has drawn its felts once
            chapters = [
                measure_first_bet(browser, house.url, 1 if quick else 7),
                measure_frames(browser, house.url, 1 if quick else 5, 2 if quick else 8),
            ]
        finally:
            house.stop()
    print(shown(chapters))
    if not quick:
        PATH.write_text(PAGE.format(figures=shown(chapters)), encoding="utf-8")


PAGE = """# Figures of the page

Written by `make bench-page` (`bench/page.py`), which opens a house and a real Chromium. What can be counted (bytes,
requests, jumps, long tasks) is held in `tests/page/test_budget.py`; here is what needs a clock.

```
{figures}
```
"""


if __name__ == "__main__":
    main()
