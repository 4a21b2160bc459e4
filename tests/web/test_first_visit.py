"""What somebody who comes for the first time has to load: how many requests, how many bytes on the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import NamedTuple

import httpx
import pytest

from tantera.web.pages.static_files import _EXPORT, _IMPORT, STATIC, bundled, modules
from tests.web import plain
from tests.web.desk.phones import by_slip
from tests.web.desk.running import director
from tests.web.serving import Guest, serving

LOADED = re.compile(r'<(?:link|script|img)\b(?! rel="apple-touch-icon")[^>]*?\b(?:href|src)="(/[^"]+)"')
"""Not the picture for a home screen: it is asked for when somebody puts one there."""
IMPORTED = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)


class Visit(NamedTuple):
    requests: int
    bytes: int
    """As they go over the line."""
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
    return Visit(len(sizes), sum(sizes.values()), imported)


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


CEILINGS = {"home": (7, 15_500), "table": (7, 110_000), "phone": (7, 19_000), "wall": (4, 12_000)}
"""Requests, and bytes on the line."""


@pytest.mark.parametrize("name", CEILINGS)
def test_a_first_visit_stays_below_its_ceiling(visits: dict[str, Visit], name: str):
    requests, size = CEILINGS[name]
    assert visits[name].requests <= requests
    assert visits[name].bytes <= size


@pytest.mark.parametrize("name", CEILINGS)
def test_a_script_comes_with_whatever_it_imports(visits: dict[str, Visit], name: str):
    assert visits[name].imported == set()


def test_scripts_import_and_export_in_no_other_way_than_those_that_can_be_put_together():
    for path in STATIC.rglob("*.js"):
        source = path.read_text("utf-8")
        for line in re.findall(r"^(?:import|export|await)\b.*$|\bimport\(.*|import\.meta.*", source, re.MULTILINE):
            assert _IMPORT.match(line) or _EXPORT.match(line), f"{path.name}: {line}"


def test_scripts_that_import_each_other_go_together_once_each_after_what_it_needs():
    for scripts in (("table/main.js",), ("desk/screen.js", "desk/tables.js")):
        told = re.findall(r"^// (\S+\.js)$", bundled(*scripts), re.MULTILINE)
        assert sorted(told) == sorted(modules(*scripts))
        for place, name in enumerate(told):
            assert set(modules(name)[1:]) <= set(told[:place])


def test_scripts_that_no_page_could_ask_for_are_not_found(tmp_path: Path):
    with serving(tmp_path) as server:
        for name in ("together/none.js", "together/page.css", "together/" + "+".join(["home.js"] * 9), "together/"):
            assert plain.get(f"{server.url}/static/x/{name}").status_code == 404
