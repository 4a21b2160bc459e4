"""What somebody who comes for the first time has to load: how many requests, how many bytes on the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import dirname, join, normpath
from typing import NamedTuple

import httpx
import pytest

from tests.web import plain
from tests.web.desk.phones import by_slip
from tests.web.desk.running import director
from tests.web.serving import Guest, serving

LOADED = re.compile(r'<(?:link|script|img)\b[^>]*?\b(?:href|src)="(/[^"]+)"')
PRELOADED = re.compile(r'<link rel="modulepreload" href="([^"]+)">')
IMPORTED = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)


class Visit(NamedTuple):
    requests: int
    bytes: int
    """As they go over the line."""
    preloaded: set[str]
    imported: set[str]
    """Modules that a module asks for."""


def visit(url: str, path: str, cookie: str | None = None) -> Visit:
    """Load a page as a browser does that has never been here: what the page names, and what its modules import."""
    cookies = {} if cookie is None else {"tantera": cookie}
    headers = {"accept": "text/html", "accept-encoding": "gzip", "accept-language": "es"}
    with plain.Client(base_url=url, cookies=cookies, headers=headers, follow_redirects=True, timeout=30) as http:
        size, page = loaded(http, path)
        sizes, texts = {path: size}, {path: page}
        imported: set[str] = set()
        wanted = list(dict.fromkeys(LOADED.findall(page)))
        for name in wanted:  # it grows meanwhile
            sizes[name], texts[name] = loaded(http, name)
            if name.endswith(".js"):
                needs = [normpath(join(dirname(name), other)) for other in IMPORTED.findall(texts[name])]
                imported |= set(needs)
                wanted += [other for other in needs if other not in wanted]
    return Visit(len(sizes), sum(sizes.values()), set(PRELOADED.findall(page)), imported)


def loaded(http: httpx.Client, path: str) -> tuple[int, str]:
    with http.stream("GET", path) as answer:
        assert answer.status_code == 200, path
        raw = b"".join(answer.iter_raw())
    decoder = httpx.Response(200, headers=answer.headers, content=raw)
    return len(raw), decoder.text


@pytest.fixture(scope="module")
def visits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Visit]]:
    with serving(tmp_path_factory.mktemp("visited")) as server:
        ana = Guest(server.url, "Ana")
        table = ana.opens()["table"]
        desk = director(server).create().players(9).round()
        phone = by_slip(desk, desk.table(1, 1)["seats"][0])
        yield {
            "home": visit(server.url, "/"),
            "table": visit(server.url, f"/tables/{table}", ana.cookie),
            "phone": visit(server.url, f"/e/{desk.event}/t/1/1", phone.browser.cookie),
            "wall": visit(server.url, f"/e/{desk.event}/wall"),
        }


CEILINGS = {"home": (6, 13_000), "table": (46, 100_000), "phone": (10, 19_000), "wall": (6, 12_000)}
"""Requests, and bytes on the line."""


@pytest.mark.parametrize("name", CEILINGS)
def test_a_first_visit_stays_below_its_ceiling(visits: dict[str, Visit], name: str):
    requests, size = CEILINGS[name]
    assert visits[name].requests <= requests
    assert visits[name].bytes <= size


@pytest.mark.parametrize("name", CEILINGS)
def test_whatever_a_script_imports_is_loaded_beside_it(visits: dict[str, Visit], name: str):
    assert visits[name].preloaded == visits[name].imported
