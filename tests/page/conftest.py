"""A real browser at a real house: what the tests of the page hold in their hands.

`house` runs `comeout serve`; `page`, `calm` and `phone` are visitors of it, `visitor` makes more; `shot` keeps a
picture, `axe` tells what makes a page hard to use. A test fails if its browsers complained; `watch.expect` names what
is meant to go wrong. Nothing sleeps: Playwright waits for what a test names, and the dice may fall as they like.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable, Generator, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from comeout.house.http.authentication import COOKIE
from comeout.rules.library import book_names
from tests.page.served import Served
from tests.page.tools import HOW, ROOT, browser_environment, find_chromium
from tests.page.watch import Watch

SCREENS = ROOT / "build" / "screens"
PATIENCE_MS = int(os.getenv("COMEOUT_PATIENCE_MS", "30000"))
"""Far more than anything takes, also on a machine that does other things too: only a test that fails waits so long."""
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")

expect.set_options(timeout=PATIENCE_MS)

NOT_RUN = f"The browser tests did NOT run: there is no Chromium here. To run them, {HOW}."


def pytest_unconfigure(config: pytest.Config) -> None:
    """Say as the very last words of a run what it did not show."""
    if not hasattr(config, "workerinput") and not find_chromium() and not config.option.collectonly:
        print(f"\n{NOT_RUN}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember of a test whether it failed, for the last picture of its pages."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where the browser is; without one the test is skipped, but not in continuous integration."""
    found = find_chromium()
    if found:
        return found
    if os.environ.get("CI") or os.environ.get("COMEOUT_CHROMIUM"):
        pytest.fail(NOT_RUN, pytrace=False)
    pytest.skip("no Chromium here")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A real browser, in which every visitor has a profile of their own."""
    with sync_playwright() as playwright:
        root = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
        started = playwright.chromium.launch(
            executable_path=chromium, args=[*QUIET, *root], env=browser_environment(chromium)
        )
        yield started
        started.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A running house with a quick live table of every book."""
    served = Served(tmp_path_factory.mktemp("house"))
    for book in book_names():
        served.open_live(book, book)
    served.start()
    yield served
    served.stop()


@pytest.fixture
def watch(house: Served) -> Iterator[Watch]:
    """Hears what goes wrong in the browsers of a test, and fails it for what was not expected."""
    listening = Watch(house.url)
    yield listening
    assert listening.troubles == []


Visitor = Callable[..., Page]


def player_of(page: Page) -> str:
    """Who somebody is to the house, asked before any page is open that might ask it too."""
    return str(page.request.post("/api/v1/session").json()["player"])


def profile(browser: Browser, house: Served, *, stranger: bool = False, **options: Any) -> BrowserContext:
    """A browser profile of somebody who has been here before, or of a stranger."""
    context = browser.new_context(**{"base_url": house.url, **DESKTOP, **options})
    context.set_default_timeout(PATIENCE_MS)
    if not stranger and "storage_state" not in options:
        context.add_cookies([{"name": COOKIE, "value": house.guest().token, "url": house.url, "sameSite": "Strict"}])
    return context


@pytest.fixture
def visitor(browser: Browser, house: Served, watch: Watch, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Makes visitors, each with a profile of their own: `visitor(**PHONE)`, `visitor(color_scheme="light")`."""
    contexts: list[BrowserContext] = []

    def come(*, stranger: bool = False, **options: Any) -> Page:
        context = profile(browser, house, stranger=stranger, **options)
        contexts.append(context)
        watch.listen(context)
        return context.new_page()

    yield come
    for number, context in enumerate(contexts):
        if FAILED in request.node.stash:
            for page in context.pages:
                page.screenshot(path=_screen(f"failed-{request.node.name}-{number}"))
        context.close()


@pytest.fixture
def page(visitor: Visitor) -> Page:
    """A visitor at a desk."""
    return visitor()


@pytest.fixture
def calm(visitor: Visitor) -> Page:
    """A visitor who wants things to keep still: dice do not tumble."""
    return visitor(reduced_motion="reduce")


@pytest.fixture
def stranger(visitor: Visitor) -> Page:
    """A visitor who has never been here."""
    return visitor(stranger=True)


@pytest.fixture
def phone(visitor: Visitor) -> Page:
    """A visitor with a phone, upright."""
    return visitor(**PHONE)


def _screen(name: str) -> Path:
    SCREENS.mkdir(parents=True, exist_ok=True)
    return SCREENS / f"{re.sub(r'[^a-z0-9-]+', '-', name.lower()).strip('-')}.png"


@pytest.fixture
def shot() -> Callable[..., Path]:
    """Keeps a picture of a page: `shot(page, "lobby")` is build/screens/lobby-1280.png."""

    def take(page: Page, name: str, *, full: bool = False) -> Path:
        size = page.viewport_size
        path = _screen(f"{name}-{size['width'] if size else 0}")
        page.screenshot(path=path, full_page=full, animations="disabled")
        return path

    return take


AT_REST = """async () => {
  scrollTo(0, 0);
  await new Promise(requestAnimationFrame);
  const changing = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.all(changing.map((each) => each.finished.catch(() => null)));
}"""
"""A target halfway under the sticky header is scrolled, not too small; a button changing colour is not too pale."""


@pytest.fixture
def axe() -> Callable[..., list[str]]:
    """Tells what makes a page hard to use, one line a violation: `assert axe(page) == []`."""
    script = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    # what it would load before it looks serves rules of turned screens and of sound, of which there is none
    options = {"rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations"], "preload": False}

    def check(page: Page, within: str | dict[str, Any] = "html") -> list[str]:
        page.evaluate(AT_REST)
        if not page.evaluate("'axe' in window"):
            page.evaluate(script)
        found = page.evaluate("([within, options]) => axe.run(within, options)", [within, options])
        return [
            f"{each['id']}: {each['help']}: {'; '.join(' '.join(map(str, node['target'])) for node in each['nodes'])}"
            for each in found["violations"]
        ]

    return check


# ------------------------------------------------------------------ tables that people run

SAY = """async ([table, commands]) => {
  const socket = new WebSocket(`ws://${location.host}/api/v1/tables/${table}/live`);
  await new Promise((open) => (socket.onopen = open));
  socket.send(JSON.stringify({ type: "hello", version: 1 }));
  const answers = [];
  for (const [name, body] of commands) {
    const id = crypto.randomUUID();
    const answer = new Promise((told) => socket.addEventListener("message", (message) => {
      const frame = JSON.parse(message.data);
      if (frame.type === "answer" && frame.id === id) told(frame);
    }));
    socket.send(JSON.stringify({ type: "do", id, name, body }));
    answers.push((await answer).ok);
  }
  socket.close();
  return answers;
}"""

numbers = itertools.count(1)
"""Tables with real dice have names of their own."""

Somebody = Callable[..., Page]


@pytest.fixture
def table(house: Served, request: pytest.FixtureRequest) -> str:
    """A table with real dice, run by people; of another book where a test asks for it with `of`."""
    name = f"Real dice {next(numbers):02}"
    book = getattr(request, "param", "adelaide")
    return house.open_live(book, name, dice="crew", crew="people", shooter="companion")


@pytest.fixture
def somebody(house: Served, visitor: Visitor, table: str) -> Somebody:
    """Makes people with roles at the table: `somebody("dealer", "stickperson", **PHONE)`."""

    def come(*roles: str, **options: Any) -> Page:
        page = visitor(**options)
        for role in roles:
            house.grant(player_of(page), role, table)
        return page

    return come


@pytest.fixture
def ann(somebody: Somebody, table: str) -> Callable[..., None]:
    """A player who sits at the table; `ann(("PlaceBet", {...}))` has her ask for something."""
    page = somebody()
    page.goto("/drill")

    def says(*commands: tuple[str, dict[str, Any]]) -> None:
        assert page.evaluate(SAY, [table, list(commands)]) == [True] * len(commands)

    says(("Sit", {"rack": 50_000}))
    return says
