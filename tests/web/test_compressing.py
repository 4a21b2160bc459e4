"""Answers go compressed, and compression tells nobody the token of a form or the codes of cards."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.web.desk.running import director
from tests.web.serving import Running, serving
from tests.web.visiting import Browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("compressed") / "data") as running:
        yield running


def token(page: str) -> str:
    found = re.search(r'name="_csrf_token" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_the_token_of_a_form_looks_different_in_every_answer_and_each_of_them_is_taken(server: Running):
    with Browser(server.url) as ana:
        shown = [token(ana.get("/me").text) for _ in range(3)]
        assert len({*shown, ana.http.cookies["csrf"]}) == 4
        for name, one in zip(("Ana", "Pau", "Pep"), shown, strict=True):
            assert ana.http.post("/me", data={"name": name, "_csrf_token": one}).status_code == 303
        assert ana.me()["name"] == "Pep"


def test_a_token_of_somebody_else_and_one_that_was_changed_are_refused(server: Running):
    with Browser(server.url) as ana, Browser(server.url) as eva:
        own, others = token(ana.get("/me").text), token(eva.get("/me").text)
        changed = own[:-1] + ("0" if own[-1] != "0" else "1")
        for wrong in (others, changed, own[: len(own) // 2], "zz" * 128, ""):
            assert ana.http.post("/me", data={"name": "Ana", "_csrf_token": wrong}).status_code == 403, wrong


def test_pages_and_scripts_are_packed_for_whoever_can_read_that(server: Running):
    with Browser(server.url) as ana:
        page = ana.get("/")
        script = re.search(r'src="(/static/[^"]+\.js)"', page.text)
        assert script is not None
        for path in ("/", script[1], "/api/books"):
            assert ana.get(path).headers.get("content-encoding") == "gzip", path
            plain = ana.get(path, headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert "accept-encoding" in ana.get(path).headers["vary"].lower()


def test_pictures_and_a_page_of_codes_go_as_they_are(server: Running):
    desk = director(server).create().players(8).round()
    assert "content-encoding" not in desk.get("cards").headers
    assert desk.get("entries").headers["content-encoding"] == "gzip"
    assert "content-encoding" not in desk.get("paper/slips.pdf?round=1").headers
