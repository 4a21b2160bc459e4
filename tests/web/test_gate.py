"""What every request passes: forms need their token, orders their origin, the server its own name; and what no answer
goes without."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tantera.web.access.measure import Rate, Turns, address_of
from tantera.web.access.roles import ACTIONS
from tantera.web.config import Limits
from tests.web import plain
from tests.web.serving import FREE, Guest, Running, serving
from tests.web.visiting import Browser

FORMS = sorted(
    route.removeprefix("POST ") for route in ACTIONS if route.startswith("POST ") and not route.startswith("POST /api/")
)
ORDERS = sorted(route.removeprefix("POST ") for route in ACTIONS if route.startswith("POST /api/"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("gate") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def ana(server: Running) -> Iterator[Browser]:
    with Browser(server.url) as ana:
        yield ana.named("Ana")


@pytest.fixture(scope="module")
def theirs(server: Running) -> str:
    """The token of another browser."""
    with Browser(server.url) as other:
        other.get("/")
        return str(other.http.cookies["csrf"])


def address(path: str) -> str:
    numbered = path.replace("{round}", "1").replace("{table}", "1").replace("{number}", "1")
    return numbered.replace("{", "").replace("}", "")


def test_there_are_forms_and_orders_to_try():
    assert len(FORMS) > 12
    assert len(ORDERS) >= 3


@pytest.mark.parametrize("path", FORMS)
def test_no_form_is_taken_without_its_token(server: Running, ana: Browser, theirs: str, path: str):
    for form in ({"name": "Otra"}, {"name": "Otra", "_csrf_token": "0" * 128}, {"_csrf_token": theirs}):
        asked = ana.http.build_request("POST", address(path), data=form)
        del asked.headers["origin"]  # which would do where a file is sent
        assert ana.http.send(asked).status_code == 403
    assert ana.me()["name"] == "Ana"


@pytest.mark.parametrize("path", [*ORDERS, *FORMS])
@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1.evil.example"]
)
def test_nothing_is_ordered_from_a_page_of_another_site(ana: Browser, path: str, origin: str):
    headers = {"origin": origin, "x-csrftoken": ana.http.cookies["csrf"], "accept": "application/json"}
    answer = ana.http.post(address(path), json={"name": "X"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")


def test_our_own_pages_and_programs_may_order(server: Running):
    for headers in ({"origin": server.url}, {}):
        assert plain.post(f"{server.url}/api/me", json={"name": "Ana"}, headers=headers).status_code == 200


def socket_status(url: str, **headers: str) -> int:
    """101 where a socket opens, else what was answered."""

    async def joins() -> int:
        try:
            async with connect(url, additional_headers=headers, compression=None) as opened:
                await opened.recv()
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    return asyncio.run(joins())


def test_no_socket_is_opened_by_a_page_of_another_site(server: Running):
    table = Guest(server.url, "Ana").opens("san-juan", settings={"public": True})["table"]
    url = f"{server.url.replace('http', 'ws')}/tables/{table}/socket"
    assert socket_status(url) == 101
    assert socket_status(url, origin=server.url) == 101
    assert socket_status(url, origin="https://evil.example") == 403
    assert socket_status(url, origin="null") == 403


def test_the_public_address_is_an_origin_too(tmp_path: Path):
    with serving(tmp_path / "data", public_url="https://domino.example/") as behind:
        for origin, status in (("https://domino.example", 200), ("http://domino.example", 403)):
            answer = plain.post(f"{behind.url}/api/me", json={"name": "Ana"}, headers={"origin": origin})
            assert answer.status_code == status


# --- names


def test_a_name_that_is_not_ours_gets_a_sentence_and_nothing_else(server: Running):
    for path in ("/", "/api/tables", "/healthz", "/static/x/page.css"):
        answer = plain.get(f"{server.url}{path}", headers={"host": "evil.example"})
        assert answer.status_code == 421
        assert "evil.example" in answer.text
        assert "set-cookie" not in answer.headers
    page = plain.get(server.url, headers={"host": "evil.example", "accept": "text/html", "accept-language": "es"})
    assert "no se llama evil.example" in page.text
    table = Guest(server.url, "Ana").opens("san-juan", settings={"public": True})["table"]
    assert socket_status(f"{server.url.replace('http', 'ws')}/tables/{table}/socket", host="evil.example") in (400, 403)


def test_a_name_of_a_house_is_ours(server: Running):
    for host in ("localhost:9", "laptop.local:8000", "192.168.1.34:8000", "[::1]:80", "club.test:8000"):
        assert plain.get(server.url, headers={"host": host}).status_code == 200, host


@pytest.mark.parametrize(
    "host", ["127.0.0.1:{port}/x", "localhost/x", "localhost:0x", "localhost:99999", "a b", "[::1", "é"]
)
@pytest.mark.parametrize("path", ["/", "/healthz", "/api/tables", "/static/x/page.css"])
def test_what_is_no_name_at_all_cannot_be_read(server: Running, host: str, path: str):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        asked = f"GET {path} HTTP/1.1\r\nhost: {host.format(port=server.port)}\r\naccept: text/html\r\n\r\n"
        raw.sendall(asked.encode())
        assert raw.recv(100).split(b"\r\n")[0] == b"HTTP/1.1 400 Bad Request"


def test_a_request_without_a_name_is_refused(server: Running):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        raw.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert raw.recv(100).split(b"\r\n")[0] in (b"HTTP/1.1 421 Misdirected Request", b"HTTP/1.1 400 Bad Request")


# --- answers


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/nothing-here",
        "/tables/none",
        "/me",
        "/admin",
        "/api/tables",
        "/api/none",
        "/healthz",
        "/static/x/none.js",
    ],
)
def test_every_answer_carries_the_headers(server: Running, path: str):
    answer = plain.get(f"{server.url}{path}", headers={"accept": "text/html"})
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert f"ws://127.0.0.1:{server.port}" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "server" not in answer.headers


def test_a_refused_form_carries_them_too(server: Running):
    answer = plain.post(f"{server.url}/me", data={"name": "x"})
    assert (answer.status_code, answer.headers["x-frame-options"]) == (403, "DENY")


def test_pages_are_not_kept_and_style_sheets_are(server: Running):
    page = plain.get(server.url)
    assert page.headers["cache-control"] == "no-store"
    sheet = next(part.split('"')[0] for part in page.text.split('href="')[1:] if part.startswith("/static/"))
    assert "immutable" in plain.get(f"{server.url}{sheet}").headers["cache-control"]


def test_a_host_header_cannot_write_into_the_policy(server: Running):
    answer = plain.get(server.url, headers={"host": "x.local; script-src *"})
    assert "script-src *" not in answer.headers.get("content-security-policy", "")


def test_the_description_of_the_api_is_ours_and_loads_nothing_from_elsewhere(server: Running):
    described = plain.get(f"{server.url}/api/schema/openapi.json")
    assert described.status_code == 200
    assert "/api/tables" in json.loads(described.text)["paths"]
    for other in ("swagger", "redoc", "elements", "rapidoc", "scalar"):
        assert plain.get(f"{server.url}/api/schema/{other}").status_code == 404


# --- the measure


def test_an_address_asks_so_often_a_minute_and_is_told_when_again(tmp_path: Path):
    limits = Limits(requests_a_minute=10)
    with serving(tmp_path / "data", limits=limits) as tight:
        answers = [plain.get(tight.url) for _ in range(14)]
        assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 4
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 7
        assert plain.get(f"{tight.url}/healthz").status_code == 200  # a monitor is not in the way of anybody
        assert plain.get(f"{tight.url}/static/x/page.css").status_code == 200
        assert plain.get(f"{tight.url}/nothing").status_code == 429


def test_what_only_begins_like_a_monitors_question_is_measured(tmp_path: Path):
    with serving(tmp_path / "data", limits=Limits(requests_a_minute=5)) as server:
        assert {plain.get(f"{server.url}/healthz").status_code for _ in range(8)} == {200}
        asked = ("/readyx", "/healthz/more", "/static")
        assert [plain.get(server.url + path).status_code for path in asked] == [404] * 3
        posted = [plain.post(f"{server.url}/static/0/none.css").status_code for _ in range(4)]
        assert posted == [405, 405, 429, 429]


def test_a_hall_behind_one_router_may_look_at_the_wall_as_often_as_it_likes(tmp_path: Path):
    with serving(tmp_path / "data", limits=Limits(requests_a_minute=5)) as server:
        looks = [plain.get(f"{server.url}{path}").status_code for path in ("/e/none", "/e/none/wall") * 5]
        assert set(looks) == {404}
        entered = [plain.get(f"{server.url}/e/none/desk").status_code for _ in range(7)]
        assert entered[-1] == 429


def test_whoever_asks_for_thousands_of_pages_at_once_waits_for_them_and_nobody_else_does():
    async def story() -> None:
        turns, done = Turns(), list[str]()

        async def page(address: str) -> None:
            await turns.take(address)
            await asyncio.sleep(0)
            done.append(address)
            turns.give_back(address)

        crowd = [asyncio.create_task(page("crowd")) for _ in range(1000)]
        await asyncio.sleep(0)
        crowd[500].cancel()  # somebody has gone
        await page("somebody")
        assert done.count("crowd") <= 2, "those that had their turn, and no more"
        await asyncio.gather(*crowd, return_exceptions=True)
        assert done.count("crowd") == 999
        await page("crowd")
        assert not turns._waiting
        assert not turns._begun

    asyncio.run(story())


def test_whoever_does_not_read_a_page_of_the_hall_keeps_nobody_else_of_the_hall_from_it(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        port = urlsplit(server.url).port
        assert port is not None
        lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]
        for line in lines:
            line.sendall(f"GET /e/none/wall HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode() * 4)
        assert plain.get(f"{server.url}/e/none/wall").status_code == 404
        for line in lines:
            line.close()


def test_who_is_asking_is_not_taken_from_a_header_unless_a_proxy_was_named(tmp_path: Path):
    limits = Limits(requests_a_minute=5)

    def statuses(url: str) -> list[int]:
        return [plain.get(url, headers={"x-forwarded-for": f"203.0.113.{n}"}).status_code for n in range(8)]

    with serving(tmp_path / "bare", limits=limits) as bare:
        assert statuses(bare.url) == [200] * 5 + [429] * 3
    with serving(tmp_path / "behind", limits=limits, proxy="127.0.0.1") as behind:
        assert statuses(behind.url) == [200] * 8
    with serving(tmp_path / "other", limits=limits, proxy="192.0.2.99") as other:
        assert statuses(other.url) == [200] * 5 + [429] * 3


def test_addresses_are_counted_by_house_and_forgotten_in_time():
    assert address_of({"client": ("2001:db8::1", 1)}) == address_of({"client": ("2001:db8::2", 1)})
    assert address_of({"client": ("2001:db8:0:1::1", 1)}) != address_of({"client": ("2001:db8::1", 1)})
    assert address_of({"client": ("::ffff:10.0.0.1", 1)}) == "10.0.0.1"
    assert address_of({"client": None}) == ""
    rate = Rate(60)
    for n in range(25_000):
        assert not rate.take(f"10.{n}")
    assert len(rate._left) <= 20_000


def test_a_request_has_an_end(server: Running):
    with Browser(server.url) as ana:
        big = ana.post("/me", {"name": "x" * 300_000})
        assert big.status_code == 413
        assert plain.post(f"{server.url}/api/tables", json={"name": "x" * 300_000}).status_code == 413
        assert plain.post(f"{server.url}/api/tables", content=iter([b"x" * 100_000] * 5)).status_code == 413


def test_headers_have_an_end(server: Running):
    assert plain.get(server.url, headers={"x-long": "x" * 200_000}).status_code == 400
    assert plain.get(server.url, headers={f"x-{n}": "x" * 1000 for n in range(60)}).status_code == 400
    assert plain.get(f"{server.url}/?{'x' * 40_000}").status_code == 400
    assert plain.get(server.url, headers={"x-long": "x" * 20_000}).status_code == 200


def test_an_address_has_so_much_judged_a_minute_and_everything_else_goes_on(tmp_path: Path):
    short, long = '[Book "clasico"]\n', '[Book "clasico"]\n' + "; x\n" * 2000
    with serving(tmp_path / "data", limits=Limits(judged_a_minute=20)) as server:
        assert [plain.post(f"{server.url}/api/dgn", content=long).status_code for _ in range(3)] == [200, 200, 429]
        refused = plain.post(f"{server.url}/api/dgn", content=long)
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        assert plain.post(f"{server.url}/api/dgn", content=short).status_code == 200
        with Browser(server.url) as browser:
            browser.get("/replays")
            sent = {"file": ("x.dgn", long.encode())}
            assert browser.post("/replays", files=sent).status_code == 429
            assert browser.get("/replays").status_code == 200


def test_newcomers_are_kept_in_measure(tmp_path: Path):
    limits = Limits(newcomers_a_minute=3)
    with serving(tmp_path / "data", limits=limits) as tight:
        made = [plain.post(f"{tight.url}/api/tokens", json={"name": f"Bot {n}"}).status_code for n in range(3)]
        assert made == [201] * 3
        with Browser(tight.url) as late:
            assert late.post("/me", {"name": "Ana"}).status_code == 429
            assert late.get("/").status_code == 200


def test_a_wrong_code_is_counted(tmp_path: Path):
    limits = Limits(guesses_a_minute=3, guess_pause=0.01)
    with serving(tmp_path / "data", limits=limits) as tight:
        for n in range(5):
            assert plain.get(f"{tight.url}/api/codes/XXX{n}").status_code == 404
            assert bool(tight.app.state.guesses._next) == (n > 2), "then each waits for its turn"


def test_the_tests_own_limits_are_wide():
    assert FREE.requests_a_minute > 10**6
