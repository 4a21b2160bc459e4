"""Somebody at the desk of an event on a real server: orders over HTTP, pages and forms as a browser has them."""

from __future__ import annotations

import asyncio
import html
import re
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from tantera.web.tournaments.offices import Office
from tests.web.serving import Running
from tests.web.visiting import Browser, administrator


class AtDesk:
    """One event and one browser."""

    def __init__(self, server: Running, browser: Browser, event: str = "") -> None:
        self.server, self.browser, self.event = server, browser, event
        browser.get("/")
        weakref.finalize(self, browser.http.close)

    def create(self, book: str = "competencia-individual", **more: str) -> AtDesk:
        form = {"name": "Copa", "book": book, "rounds": "", "format": ""} | more
        answer = self.browser.post("/events", form)
        assert answer.status_code == 303, answer.text
        self.event = answer.headers["location"].split("/")[2]
        return self

    def order(self, tag: str, /, **fields: Any) -> dict[str, Any]:
        return self._post("orders", {"order": tag, **fields})

    def hall(self, tag: str, /, **fields: Any) -> dict[str, Any]:
        return self._post("hall", {"order": tag, **fields})

    def _post(self, where: str, order: dict[str, Any]) -> dict[str, Any]:
        headers = {"x-csrftoken": self.browser.http.cookies["csrf"], "accept": "application/json"}
        answer = self.browser.http.post(f"/api/events/{self.event}/{where}", json=order, headers=headers)
        assert answer.status_code == 200, answer.text
        said: dict[str, Any] = answer.json()
        return said

    def players(self, count: int, **more: Any) -> AtDesk:
        for n in range(1, count + 1):
            player = {"id": f"p{n}", "name": f"Ana Pons {n}", "club": ("Reus", "Valls")[n % 2]}
            self.order("enter", entry=f"e{n}", players=[player], **more)
        return self

    def pairs(self, count: int) -> AtDesk:
        for n in range(1, count + 1):
            both = [{"id": f"p{n}{side}", "name": f"Nombre {n}{side}", "member": True} for side in "ab"]
            self.order("enter", entry=f"e{n}", players=both)
        return self

    def round(self, *scores: list[int]) -> AtDesk:
        self.order("draw")
        number = self.order("publish")["round"]
        for table, score in enumerate(scores, 1):
            self.order("result", round=number, table=table, score=score)
        return self

    def object(self) -> dict[str, Any]:
        found: dict[str, Any] = self.browser.get(f"/api/events/{self.event}").json()
        return found

    def table(self, round: int, table: int) -> dict[str, Any]:
        found: dict[str, Any] = self.object()["rounds"][round - 1]["tables"][table - 1]
        return found

    def get(self, screen: str) -> httpx.Response:
        return self.browser.get(f"/e/{self.event}/desk/{screen}")

    def post(self, screen: str, **form: str) -> httpx.Response:
        answer = self.browser.post(f"/e/{self.event}/desk/{screen}", form)
        if not answer.is_redirect:
            assert answer.headers["content-type"].startswith("text/html"), "a browser has to show it"
        return answer

    def as_(self, role: str, name: str = "Mora") -> AtDesk:
        """Somebody else with an office at the same event."""
        other = Browser(self.server.url).named(name)
        person = other.me()["person"]
        officers = self.server.app.state.officers

        def give() -> None:
            asyncio.run(officers.give(self.event, person, Office(role, name), "director"))  # type: ignore[arg-type]

        with ThreadPoolExecutor(1) as thread:
            thread.submit(give).result()
        return AtDesk(self.server, other, self.event)


def director(server: Running) -> AtDesk:
    return AtDesk(server, administrator(server))


def words(answer: httpx.Response) -> str:
    """What a page says, without its tags."""
    text = re.sub(r"<(script|style|svg).*?</\1>", " ", answer.text, flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())
