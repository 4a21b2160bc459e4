"""Whoever looks over a page's shoulder: what goes wrong in it fails the test, also where the test looks elsewhere."""

from __future__ import annotations

import re
from ipaddress import ip_address
from types import TracebackType
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError, WebSocket


class Watch:
    """Errors of scripts and of the console, crashes, and requests that leave this machine.

    A console error is also what Chromium says when a file is missing or the content security policy forbids something.
    A test that means one says so, before or after: ``watch.expect("404")``. If that stays away the test fails, too.
    """

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._expected: list[str] = []

    def expect(self, pattern: str) -> None:
        """A regular expression, searched for in the lines of `seen`."""
        self._expected.append(pattern)

    def over(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._asked)
        context.on("page", self._page)
        for page in context.pages:
            self._page(page)

    def off(self, context: BrowserContext) -> None:
        """Whoever has it next has a watch of their own."""
        context.remove_listener("console", self._console)
        context.remove_listener("weberror", self._error)
        context.remove_listener("request", self._asked)
        context.remove_listener("page", self._page)
        for page in context.pages:
            page.remove_listener("crash", self._crash)
            page.remove_listener("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "assert"):
            self.seen.append(f"console {message.type}: {message.text} ({message.location['url']})")

    def _error(self, error: WebError) -> None:
        self.seen.append(f"script error: {error.error} ({error.page.url if error.page else 'a worker'})")

    def _page(self, page: Page) -> None:
        page.on("crash", self._crash)
        page.on("websocket", self._socket)

    def _crash(self, page: Page) -> None:
        self.seen.append(f"crash: {page.url}")

    def _socket(self, socket: WebSocket) -> None:
        self._request("WebSocket", socket.url)

    def _asked(self, request: Request) -> None:
        self._request(request.method, request.url)

    def _request(self, method: str, url: str) -> None:
        if not stays_here(url):
            self.seen.append(f"foreign request: {method} {url}")

    def complaints(self) -> list[str]:
        unexpected = [line for line in self.seen if not any(re.search(pattern, line) for pattern in self._expected)]
        missing = [p for p in self._expected if not any(re.search(p, line) for line in self.seen)]
        return unexpected + [f"expected, and did not happen: {pattern}" for pattern in missing]

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is None and (complaints := self.complaints()):
            pytest.fail("\n".join(["in the browser:", *complaints]), pytrace=False)


def stays_here(url: str) -> bool:
    """Whether a request for it stays on this machine. Names in ``.test`` lead to 127.0.0.1: see `conftest`.

    >>> stays_here("ws://127.0.0.1:8000/live"), stays_here("http://[::1]/"), stays_here("http://club.test/")
    (True, True, True)
    >>> stays_here("https://fonts.example/a.woff2"), stays_here("http://10.0.0.1/"), stays_here("file:///etc/hosts")
    (False, False, False)
    """
    parts = urlsplit(url)
    if parts.scheme in ("about", "blob", "data"):
        return True
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https", "ws", "wss") or not host:
        return False
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".test")
