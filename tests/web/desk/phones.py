"""Players with phones: in by the code on a slip or a card, forms sent as a browser without script sends them."""

from __future__ import annotations

import re
import weakref
from typing import Any

import httpx

from tests.web.desk.running import AtDesk
from tests.web.visiting import Browser


class OnPhone:
    """A player of an event and their browser."""

    def __init__(self, desk: AtDesk, player: str, browser: Browser) -> None:
        self.desk, self.player, self.browser = desk, player, browser
        weakref.finalize(self, browser.http.close)

    def sees(self, round: int = 1, table: int = 1, ask: str = "") -> httpx.Response:
        return self.browser.get(f"/e/{self.desk.event}/t/{round}/{table}" + (f"?ask={ask}" if ask else ""))

    def says(self, do: str, round: int = 1, table: int = 1, **form: str) -> httpx.Response:
        return self.browser.post(f"/e/{self.desk.event}/t/{round}/{table}", {"do": do} | form)

    def me(self, ask: str = "") -> httpx.Response:
        return self.browser.get(f"/e/{self.desk.event}/me{ask}")

    def orders(self, tag: str, **fields: Any) -> httpx.Response:
        """By the interface for programs."""
        headers = {"x-csrftoken": self.browser.http.cookies["csrf"], "accept": "application/json"}
        where = "hall" if tag in ("call_judge", "keep_photo", "object") else "orders"
        return self.browser.http.post(
            f"/api/events/{self.desk.event}/{where}", json={"order": tag, **fields}, headers=headers
        )


def by_slip(desk: AtDesk, player: str, round: int = 1, table: int = 1) -> OnPhone:
    """Somebody reads the code on the slip and says who they are."""
    browser = Browser(desk.server.url)
    code = desk.server.app.state.officers.code(desk.event, "table", round, table)
    address = f"/e/{desk.event}/t/{round}/{table}/{code}"
    assert browser.get(address).status_code == 200
    answer = browser.post(address, {"player": player})
    assert answer.status_code == 303, answer.text
    return OnPhone(desk, player, browser)


def by_card(desk: AtDesk, player: str) -> OnPhone:
    """Somebody reads the code on their card."""
    browser = Browser(desk.server.url)
    code = desk.server.app.state.officers.code(desk.event, "player", player)
    assert browser.post(f"/e/{desk.event}/p/{player}/{code}").status_code == 303
    return OnPhone(desk, player, browser)


def four(desk: AtDesk, round: int = 1, table: int = 1) -> list[OnPhone]:
    """Everybody at a table, in turn order."""
    return [by_slip(desk, seat, round, table) for seat in desk.table(round, table)["seats"]]


def form_id(page: httpx.Response) -> str:
    """What the form of a page is sent under."""
    return field(page, "id")


def field(page: httpx.Response, name: str) -> str:
    """What a hidden field of a page's form holds."""
    found = re.search(rf'name="{name}" value="([0-9a-f]+)"', page.text)
    assert found is not None
    return found[1]
