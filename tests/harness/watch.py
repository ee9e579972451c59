"""Watches a browser context: a test fails when the console is not empty or a request went wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response, WebError, WebSocket

SOCKETS = {"ws": "http", "wss": "https"}


class Watch:
    """Collects console messages and failed requests. A test that provokes one announces it with `expect_…`."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self._origin = origin
        #: One line for each thing, in the order in which they happened.
        self.problems: list[str] = []
        self._statuses: list[tuple[int, re.Pattern[str]]] = []
        self._console: list[re.Pattern[str]] = []
        self._context = context
        self._listeners: dict[Any, Callable[[Any], None]] = {
            "console": self._on_console,
            "weberror": self._on_error,
            "request": self._on_request,
            "response": self._on_response,
            "page": self._on_page,
        }
        for event, listener in self._listeners.items():
            context.on(event, listener)
        self._pages: list[Page] = []
        for page in context.pages:
            self._on_page(page)

    def stop(self) -> None:
        """Stops watching a context that another test is going to use."""
        for event, listener in self._listeners.items():
            self._context.remove_listener(event, listener)
        for page in self._pages:
            page.remove_listener("websocket", self._on_socket)
            page.remove_listener("crash", self._on_crash)

    def expect_status(self, status: int, url: str = "") -> None:
        """Announces answers with this status, for URLs in which the pattern is found."""
        self._statuses.append((status, re.compile(url)))

    def expect_console(self, text: str) -> None:
        """Announces console messages in which the pattern is found."""
        self._console.append(re.compile(text))

    def check(self) -> None:
        assert not self.problems, "the console or the network is not clean:\n  " + "\n  ".join(self.problems)

    def _on_error(self, error: WebError) -> None:
        self.problems.append(f"uncaught: {error.error}")

    def _on_page(self, page: Page) -> None:
        self._pages.append(page)
        page.on("websocket", self._on_socket)
        page.on("crash", self._on_crash)

    def _on_socket(self, socket: WebSocket) -> None:
        self._same_origin(socket.url)

    def _on_crash(self, _: Page) -> None:
        self.problems.append("the page crashed")

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type not in {"error", "warning", "assert"}:
            return
        failed = re.search(r"status of (\d+)", message.text)
        if failed and self._declared(int(failed[1]), message.location.get("url", "")):
            return
        if not any(pattern.search(message.text) for pattern in self._console):
            self.problems.append(f"console {message.type}: {message.text}")

    def _on_request(self, request: Request) -> None:
        self._same_origin(request.url)

    def _on_response(self, response: Response) -> None:
        if response.status >= 400 and not self._declared(response.status, response.url):
            self.problems.append(f"status {response.status}: {response.url}")

    def _declared(self, status: int, url: str) -> bool:
        return any(status == declared and pattern.search(url) for declared, pattern in self._statuses)

    def _same_origin(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in {"data", "blob", "about"}:
            return
        origin = f"{SOCKETS.get(parts.scheme, parts.scheme)}://{parts.netloc}"
        if origin != self._origin:
            self.problems.append(f"request to another origin: {url}")
