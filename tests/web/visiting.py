"""Somebody with a browser that has no script: pages, forms with their token, cookies kept."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from tests.web import plain
from tests.web.serving import Running

HTML = {"accept": "text/html"}


class Browser:
    def __init__(self, url: str, cookie: str | None = None, **headers: str) -> None:
        own = HTML | {"accept-language": "es", "origin": url}
        self.http = plain.Client(base_url=url, headers=own | headers, timeout=20)
        if cookie is not None:
            self.http.cookies.set("tantera", cookie)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *exc: object) -> None:
        self.http.close()

    @property
    def cookie(self) -> str | None:
        return next((cookie.value for cookie in self.http.cookies.jar if cookie.name == "tantera"), None)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.http.get(path, **more)

    def post(self, path: str, form: dict[str, str] | None = None, **more: Any) -> httpx.Response:
        """A form with the token that the last page gave."""
        if "csrf" not in self.http.cookies:
            self.get("/")
        return self.http.post(path, data=(form or {}) | {"_csrf_token": self.http.cookies["csrf"]}, **more)

    def named(self, name: str) -> Browser:
        answer = self.post("/me", {"name": name})
        assert answer.status_code == 303, answer.text
        return self

    def erase_me(self) -> httpx.Response:
        """As the page asks for it: by typing one's name."""
        return self.post("/me/erase", {"name": self.me()["name"]})

    def me(self) -> dict[str, str]:
        found: dict[str, str] = self.get("/api/me").json()
        return found


def administrator_link(server: Running) -> str:
    """The secret part of a new link. In a thread of its own: Playwright leaves a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        made: str = thread.submit(lambda: asyncio.run(server.app.state.links.make("administrator"))).result()
        return made


def administrator(server: Running) -> Browser:
    """Somebody who followed the link in the terminal."""
    secret = administrator_link(server)
    browser = Browser(server.url)
    answer = browser.post(f"/admin/enter/{secret}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin"), answer.text
    return browser


def sessions_of(page: str) -> list[str]:
    """The sessions that a page offers to close."""
    return [part.split('"')[0] for part in page.split('name="session" value="')[1:]]
