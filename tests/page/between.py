"""Stands between a page and its house: frames can be changed or held back, and the page's steady clock set forward."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Frame = dict[str, Any]
LIVE = re.compile(r"/live$")

SKEWED = """(() => {
  const steady = performance.now.bind(performance);
  window.skew_ms = 0;
  performance.now = () => steady() + window.skew_ms;
})()"""
"""A steady clock that a test can set forward; everything else takes the time it takes."""


def same(frame: Frame) -> Frame:
    """A frame as it is."""
    return frame


class Between:
    """The wire of one page, from before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.to_page: Callable[[Frame], Frame] = same
        """What becomes of a frame from the house."""
        self.holds: Callable[[Frame], bool] = lambda _frame: False
        """Which frames to the house are held back."""
        self.asked: list[Frame] = []
        """All frames to the house, also those that were held back."""
        self._held: list[tuple[WebSocketRoute, str]] = []
        self._page = page
        page.add_init_script(SKEWED)
        page.route_web_socket(LIVE, self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        house = socket.connect_to_server()

        def ask(data: str | bytes) -> None:
            frame = json.loads(data)
            self.asked.append(frame)
            if self.holds(frame):
                self._held.append((house, str(data)))
            else:
                house.send(data)

        socket.on_message(ask)
        house.on_message(lambda data: socket.send(json.dumps(self.to_page(json.loads(data)))))

    def release(self) -> None:
        """Send what was held back, and hold nothing any more."""
        self.holds = lambda _frame: False
        held, self._held = self._held, []
        for house, data in held:
            house.send(data)

    def bets(self) -> list[tuple[str, int]]:
        """The bets that the page has asked for, each once."""
        found = {frame["id"]: frame["body"] for frame in self.asked if frame.get("name") == "PlaceBet"}
        return [(body["spot"], body["amount"]) for body in found.values()]

    def pass_time(self, seconds: float) -> None:
        """Set the page's steady clock forward."""
        self._page.evaluate("(ms) => { window.skew_ms += ms; }", seconds * 1000)


def is_bet(frame: Frame) -> bool:
    """Whether a frame asks for a bet."""
    return frame.get("name") == "PlaceBet"
