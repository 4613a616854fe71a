"""Takes the README's pictures of the page: a house in a folder of its own, and a browser that plays a hand in it."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))  # the house and the browser are found as the tests find them

from tests.page.served import Served  # noqa: E402 - only now can it be found
from tests.page.tools import find_chromium  # noqa: E402 - only now can it be found

TO = HERE / "pictures"
DESKTOP, PHONE = (1280, 800), (390, 844)
BETS = ("dont-come", "place-5", "place-9", "hard-8", "field", "come")


def opened(browser: Browser, house: Served, size: tuple[int, int]) -> Page:
    """A browser window with every bet shown and nothing moving."""
    phone = size == PHONE
    context = browser.new_context(
        base_url=house.url,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark",
        reduced_motion="reduce",
        is_mobile=phone,
        has_touch=phone,
    )
    context.add_init_script("localStorage.setItem('comeout.choices', JSON.stringify({easy: false, chip: 2500}))")
    return context.new_page()


def tap(page: Page, spot: str) -> None:
    """Put the chip in hand on a spot, in the middle of where its chips lie."""
    where = page.evaluate(
        """(spot) => {
          const boxes = [...document.querySelectorAll(`.box[data-spot="${spot}"]`)];
          const box = boxes.find((each) => each.getClientRects().length);
          if (!box) return null;
          const [x, y, w, h] = box.dataset.chips.split(" ").map(Number);
          const at = new DOMPoint(x + w / 2, y + h / 2).matrixTransform(box.ownerSVGElement.getScreenCTM());
          return [at.x, at.y];
        }""",
        spot,
    )
    if where:
        page.mouse.click(*where)
        page.wait_for_timeout(400)


def play(page: Page, place: int) -> None:
    """Sit down at a book, make a point and put chips about it."""
    page.goto("/")
    page.get_by_role("button", name="Sit down").nth(place).click()
    page.wait_for_selector(".felt svg")
    page.get_by_role("button", name="Roll", exact=True).wait_for()
    page.wait_for_timeout(800)
    for _ in range(12):
        if "ON" in (page.locator(".puck-words").text_content() or ""):
            break
        tap(page, "pass")
        page.get_by_role("button", name="Roll", exact=True).click()
        page.wait_for_timeout(1200)
    for spot in ("pass-odds", *BETS):
        tap(page, spot)


def take(page: Page, name: str) -> None:
    """Keep what is on the screen."""
    page.evaluate("scrollTo(0, 0)")
    page.mouse.move(2, 2)
    page.wait_for_timeout(600)
    page.screenshot(path=TO / f"{name}.jpg", type="jpeg", quality=82)


def main() -> None:
    """Take all four."""
    TO.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as run:
        house = Served(Path(folder))
        house.start()
        browser = run.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        try:
            desktop, phone = opened(browser, house, DESKTOP), opened(browser, house, PHONE)
            play(desktop, 0)
            desktop.get_by_role("tab", name="Numbers").click()
            take(desktop, "table")
            desktop.goto("/")
            desktop.wait_for_selector(".book")
            take(desktop, "lobby")
            desktop.goto("/rules/adelaide")
            desktop.wait_for_selector(".bet-group")
            take(desktop, "rules")
            play(phone, 0)
            take(phone, "phone")
        finally:
            browser.close()
            house.stop()


if __name__ == "__main__":
    main()
