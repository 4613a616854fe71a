"""Listens to a browser while a test uses it: errors, what the policy forbade, requests that left the house."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError


class Watch:
    """Everything that went wrong in the browsers of a test, but for what the test said to expect."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self.heard: list[str] = []
        """All of it, expected or not."""
        self._expected: list[str] = []

    def expect(self, pattern: str) -> None:
        """Do not count errors that match; a house that is closed makes some."""
        self._expected.append(pattern)

    @property
    def troubles(self) -> list[str]:
        """What nobody expected."""
        return [each for each in self.heard if not any(re.search(known, each) for known in self._expected)]

    def listen(self, context: BrowserContext) -> None:
        """Hear every page of a visitor."""
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("page", self._crash)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "assert"):
            place = message.location.get("url", "")
            self.heard.append(f"console: {message.text} ({place})")

    def _error(self, error: WebError) -> None:
        self.heard.append(f"error: {error.error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self._origin}/", "data:", "blob:")):
            self.heard.append(f"left the house: {request.url}")

    def _crash(self, page: Page) -> None:
        page.on("crash", lambda _: self.heard.append(f"crashed: {page.url}"))
