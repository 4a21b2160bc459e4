"""Who may do what: every role against every route, over real requests."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from tantera.web.access.roles import ACTIONS, ALLOWED, Action, Role
from tests.web import plain
from tests.web.serving import Guest, Player, Running, serving
from tests.web.visiting import Browser, administrator

MAY = """
             nobody visitor guest host administrator bot
read            x      x      x     x        x        x
come            x      x      x     x        x        x
look            x      x      x     x        x        x
make_bot        x      x      x     x        x        -
be_me           -      x      x     x        x        -
follow_link     x      x      x     x        x        -
administer      -      -      -     -        x        -
at_event        x      x      x     x        x        x
measure         -      -      -     -        x        -
"""
"""Written out by hand."""


def test_the_table_in_the_code_is_the_table_here():
    head, *rows = [line.split() for line in MAY.strip().splitlines()]
    assert head == [str(role) for role in Role]
    written = {
        Action(row[0]): {Role(role) for role, mark in zip(head, row[1:], strict=True) if mark == "x"} for row in rows
    }
    assert written == ALLOWED


class House(NamedTuple):
    """A server with a table that takes a code, and one of every kind of people."""

    server: Running
    table: dict[str, str]
    people: dict[Role, dict[str, str]]
    """The headers that say who somebody is."""
    csrf: str
    http: httpx.Client


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(tmp_path_factory.mktemp("house") / "data") as server:
        host, guest, visitor = Guest(server.url, "Ana"), Guest(server.url, "Bea"), Browser(server.url).named("Carles")
        long = 60 * 60_000  # nobody is at the table while requests are tried: it must not forget its guests
        table = host.opens("san-juan", settings={"public": False, "times": {"grace": long, "idle": long}})
        guest.comes_to(table)
        token = plain.post(f"{server.url}/api/tokens", json={"name": "Robot"}).json()["token"]
        with administrator(server) as boss, visitor, plain.Client(base_url=server.url, timeout=20) as http:
            yield House(
                server,
                table,
                {
                    Role.NOBODY: {},
                    Role.VISITOR: {"cookie": f"tantera={visitor.cookie}"},
                    Role.GUEST: {"cookie": f"tantera={guest.cookie}"},
                    Role.HOST: {"cookie": f"tantera={host.cookie}"},
                    Role.ADMINISTRATOR: {"cookie": f"tantera={boss.cookie}"},
                    Role.BOT: {"authorization": f"Bearer {token}"},
                },
                plain.get(f"{server.url}/me").cookies["csrf"],
                http,
            )


def routes_of(app: Any) -> set[str]:
    return {
        f"{method} {route.path_format}"
        for route in app.routes
        for method in (route.methods or {"SOCKET"})
        if method != "OPTIONS"
    }


def test_every_route_has_its_line(house: House):
    assert routes_of(house.server.app) - ACTIONS.keys() == set()


def test_no_line_is_for_a_route_that_is_not_there(house: House):
    assert ACTIONS.keys() - routes_of(house.server.app) == set()


FILLED = {"{code}": "XXXX", "{lang}": "es", "{secret}": "nobody-made-this-one", "{book_id}": "none", "{law}": "0"}
HARMLESS = {"POST /me/leave", "POST /me/erase"}
"""What would end the session that asks; tried with somebody made for it."""


def request_for(house: House, route: str, role: Role) -> httpx.Response:
    """The route as this role asks for it. What is asked need make no sense: who may not is told so first."""
    method, path = route.split(" ")
    for gap, value in FILLED.items():
        path = path.replace(gap, value)
    closing = path.endswith("/close")  # the others still need the table
    path = (
        path.replace("{table_id}", "none" if closing else house.table["table"])
        .replace("{stamp}", "x")
        .replace("{name}", "page.css")
    )
    headers = dict(house.people[role])
    if route in HARMLESS and role is not Role.NOBODY and role is not Role.BOT:
        with Browser(house.server.url) as somebody:
            headers = {"cookie": f"tantera={somebody.named('Eva').cookie}"}
    house.http.cookies.clear()  # whoever asked before is somebody else
    headers["cookie"] = "; ".join(filter(None, (headers.get("cookie"), f"csrf={house.csrf}")))
    headers |= {
        "x-csrftoken": house.csrf,
        "x-forwarded-for": "203.0.113.7",
    }  # not on this machine, as /metrics asks
    body: dict[str, Any] = {"json": {}} if path.startswith("/api/") else {"data": {"x": "y"}}
    if path == "/admin/books":
        body = {"files": {"file": ("book.toml", b"")}}
    return house.http.request(method, path, headers=headers, **(body if method == "POST" else {}))


HTTP = sorted(route for route in ACTIONS if not route.startswith("SOCKET") and route != "GET /api/schema/{path}")


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("route", HTTP)
def test_a_route_is_for_whom_the_table_says(house: House, route: str, role: Role):
    answer = request_for(house, route, role)
    said = answer.json() if answer.headers["content-type"].startswith("application/json") else {}
    code = said.get("code") if isinstance(said, dict) else None
    refused = code in ("stranger", "not_administrator", "not_allowed")
    came = role in (Role.GUEST, Role.HOST)
    if ACTIONS[route] is not Action.LOOK:
        assert refused == (role not in ALLOWED[ACTIONS[route]]), answer.text[:300]
    elif route == "GET /api/tables/{table_id}":
        assert (answer.status_code == 200) == came
    elif route.startswith("GET /api/") and not came:
        assert answer.status_code >= 400
    assert answer.status_code < 500
    if refused:
        assert answer.status_code == (401 if role is Role.NOBODY and code == "stranger" else 403)


def test_a_route_that_nobody_thought_of_is_for_administrators(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(ACTIONS, "GET /tables")
    assert request_for(house, "GET /tables", Role.VISITOR).status_code == 403
    assert request_for(house, "GET /tables", Role.ADMINISTRATOR).status_code == 200


def test_a_program_that_has_come_to_a_table_is_a_guest_there_and_still_a_program(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    """Whatever is for people only stays so, also where a route knows the table that the program sits at."""
    url, route = house.server.url, "GET /api/tables/{table_id}"
    own = plain.post(f"{url}/api/tables", json={"name": "Robot"}, headers=house.people[Role.BOT]).json()
    there = house._replace(table=own)
    assert request_for(there, route, Role.BOT).status_code == 200
    monkeypatch.setitem(ACTIONS, route, Action.BE_ME)
    assert request_for(there, route, Role.BOT).json()["code"] == "not_allowed"
    assert request_for(house, route, Role.GUEST).status_code == 200


@pytest.mark.parametrize("role", Role)
def test_a_table_by_code_opens_its_socket_to_those_who_came(house: House, role: Role):
    async def joins() -> bool:
        socket = await Player(house.server.url, house.table["table"], None).connected(house.people[role])
        async with asyncio.timeout(10):
            try:
                return '"joined"' in str(await socket.recv())[:60]
            except Exception:
                assert socket.close_code == 4403
                return False
            finally:
                await socket.close()

    assert asyncio.run(joins()) == (role in (Role.GUEST, Role.HOST))


def test_an_administrator_sees_no_tile_of_a_table_by_code(tmp_path: Path):
    with serving(tmp_path / "data") as server, administrator(server) as boss:
        ana = Guest(server.url, "Ana")
        table = ana.opens("clasico", bots="all", settings={"times": {"entropy": 0}})
        for path in (f"/api/tables/{table['table']}", f"/tables/{table['table']}", "/admin/tables", "/admin"):
            answer = boss.get(path)
            assert "options" not in answer.text
            assert "rack" not in answer.text
            assert table["code"] not in answer.text
        assert boss.get(f"/api/tables/{table['table']}").status_code == 403
