"""A text for the club's group at the desk: one button, and nothing of a draft."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.desk.running import AtDesk, director, words
from tests.web.serving import Running, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path / "data") as running:
        yield running


def group_text(page: str) -> str:
    return html.unescape(page.partition('id="group-text"')[2].partition(">")[2].partition("</pre>")[0])


def test_the_text_of_a_round_or_of_one_table_is_there_in_three_languages_and_none_of_a_draft(server: Running):
    desk: AtDesk = director(server).create().players(8)
    assert desk.get("tell").status_code == 404, "no round has been published"
    desk.order("draw")
    assert desk.get("tell").status_code == 404
    desk.order("publish")
    assert f'href="/e/{desk.event}/desk/tell?round=1"' in desk.get("tables").text
    page = desk.get("tell?round=1")
    text = group_text(page.text)
    assert text.startswith("Copa · Ronda 1\nMesa 1: ")
    assert all(f"Ana Pons {n}" in text for n in range(1, 9))
    assert text.endswith(f"/e/{desk.event}")
    assert 'data-copies="group-text"' in page.text
    assert "Copiar el texto" in words(page)
    assert group_text(desk.get("tell?round=1&in=ca").text).startswith("Copa · Ronda 1\nTaula 1: ")
    assert group_text(desk.get("tell?round=1&in=en").text).startswith("Copa · Round 1\nTable 1: ")
    one = group_text(desk.get("tell?round=1&table=2").text)
    assert "Mesa 2: " in one
    assert "Mesa 1: " not in one
    desk.order("draw")
    assert desk.get("tell?round=2").status_code == 404
    assert desk.get("tell?round=1&table=3").status_code == 404
    assert desk.as_("public").get("tell?round=1").status_code == 403
