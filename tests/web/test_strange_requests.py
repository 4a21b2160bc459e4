"""Every address of the server with whatever does not belong there: never a 5xx, never a failure in the log."""

from __future__ import annotations

import asyncio
import gc
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.routes import HTTPRoute

from tests.play.tables import proof
from tests.web import plain
from tests.web.lines import failures, logged
from tests.web.serving import PATIENCE, Guest, Running, serving

RUBBISH = (
    "", "0", "1", "-1", "99", "99999999999999999999", "1e9", "NaN", "null", "..",
    "%2e%2e%2fetc%2fpasswd", "%00", "%ff", "%",
    "a" * 300, "ñ", "٣", "💣", "' OR 1=1 --", "<script>", "{{7*7}}", "${7*7}", "tarragona",
    "TG-9.2", "file", "level-3", "es",
)  # fmt: skip
"""What people, and programs that look for holes, put into addresses and forms."""
FIELDS = (
    "name", "code", "book", "points", "level", "clock", "seat", "bots", "choose", "lang", "page",
    "q", "hand", "move", "view",
    "worth", "article", "tile", "turn", "touched", "text", "secret", "session", "address",
    "public", "watching", "limit",
    "_csrf_token", "file", "back", "players", "hands", "minutes",
)  # fmt: skip


def requests(server: Running, opened: dict[str, str], rng: Random, each: int) -> list[tuple[str, str, dict[str, Any]]]:
    """So many of every route and method."""
    asked = []
    routes = [route for route in server.app.routes if isinstance(route, HTTPRoute)]
    for route in routes:
        for method in sorted({*map(str, route.methods), "HEAD", "DELETE"} - {"OPTIONS"}):
            for _ in range(each):
                there = rng.choice([opened["table"], opened["table"], rng.choice(RUBBISH) or "x"])
                path = re.sub(r"\{table(_id)?\}", there, route.path_format)
                path = re.sub(r"\{\w+\}", lambda _: rng.choice(RUBBISH) or "x", path)
                query = "&".join(f"{rng.choice(FIELDS)}={rng.choice(RUBBISH)}" for _ in range(rng.randint(0, 3)))
                asked.append((method, f"{path}?{query}" if query else path, body(rng) if method == "POST" else {}))
    return asked


def body(rng: Random) -> dict[str, Any]:
    form = {rng.choice(FIELDS): rng.choice(RUBBISH) for _ in range(rng.randint(0, 6))}
    return rng.choice(
        [
            {"data": form},
            {"json": form},
            {"json": rng.choice([None, [], 1, "x", {"name": {"a": []}}, {"name": "Ana", "options": {"players": 99}}])},
            {"content": b"\xff\xfe\x00", "headers": {"content-type": "application/json"}},
            {"content": b"[" * 5000, "headers": {"content-type": "application/json"}},
            {"content": b"--x\r\n", "headers": {"content-type": "multipart/form-data; boundary=x"}},
            {"content": b"a=%ff&b", "headers": {"content-type": "application/x-www-form-urlencoded"}},
            {"content": b"x", "headers": {"content-type": "nonsense"}},
            {"files": {"file": ("x.dgn", b"[Book tarragona]\n\xff", "text/plain")}, "data": form},
        ]
    )


async def ask(server: Running, opened: dict[str, str], cookie: str | None, rng: Random, each: int) -> None:
    junk = [{}, {"accept": "text/html"}, {"accept-language": "x" * 200}, {"cookie": "play=a.b.c.d; lang=xx; csrf=y"}]
    cookies = {} if cookie is None else {"tantera": cookie}
    http = plain.AsyncClient(base_url=server.url, cookies=cookies, timeout=PATIENCE)
    gate = asyncio.Semaphore(8)

    async def one(method: str, path: str, more: dict[str, Any]) -> None:
        headers = rng.choice(junk) | more.pop("headers", {})
        async with gate:
            answer = await http.request(method, path, headers=headers, **more)
        assert answer.status_code < 500, (method, path, more, answer.text[:300])
        assert "Traceback" not in answer.text

    async with http:
        every = requests(server, opened, rng, each)
        await asyncio.gather(*(one(*asked) for asked in every if "worth" not in asked[1]))


# A file that no handler looks at is in memory, and nobody closes it.
@pytest.mark.filterwarnings("ignore:.*SpooledTemporaryFile:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("known", [True, False])
def test_no_address_falls_over_whatever_it_is_asked(tmp_path: Path, known: bool):
    with logged() as lines, serving(tmp_path / "data") as server:
        ana = Guest(server.url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings={"public": True, "times": {"entropy": 0}})
        asyncio.run(ask(server, opened, ana.cookie if known else None, Random(known), proof(1, 60)))
        assert plain.get(f"{server.url}/healthz").status_code == 200
    gc.collect()
    assert not (found := failures(lines.getvalue())), found[:5]


@pytest.mark.parametrize(
    ("body", "field", "message"),
    [
        ({"name": "Ana", "seat": "x"}, "seat", "la petición no se entiende: mira seat"),
        ({"name": "Ana", "settings": {"bot": 3}}, "settings.bot", "la petición no se entiende: mira settings.bot"),
        ({"book": "san-juan"}, "name", "a la petición le falta name"),
        ({"name": "Ana", "nonsense": 1}, "nonsense", "en la petición sobra nonsense"),
    ],
)
def test_a_body_that_cannot_be_read_says_which_field(tmp_path: Path, body, field, message):
    with serving(tmp_path / "data") as server:
        answer = plain.post(f"{server.url}/api/tables", json=body, headers={"accept-language": "es"})
    assert answer.status_code == 400
    assert (answer.json()["field"], answer.json()["message"]) == (field, message)
