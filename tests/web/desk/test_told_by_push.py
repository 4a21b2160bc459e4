"""A player who asked for it is told the table of a round by Web Push, on a phone whose page is shut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.desk.phones import OnPhone, by_card
from tests.web.desk.running import director, words
from tests.web.serving import Running, serving
from tests.web.test_calls import PushService, push_service


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path / "data") as running:
        yield running


def wants(phone: OnPhone, service: PushService) -> None:
    headers = {"x-csrftoken": phone.browser.http.cookies["csrf"], "accept": "application/json"}
    assert phone.browser.http.post("/api/calls", json=service.wish, headers=headers).status_code == 204


def test_whoever_asked_is_told_table_and_partner_when_the_round_is_published_and_nobody_else(server: Running):
    desk = director(server).create().players(5)
    desk.order("draw")
    seats = [table["seats"] for table in desk.object()["rounds"][0]["tables"]]
    phone, silent = by_card(desk, seats[0][2]), by_card(desk, seats[0][1])
    assert "Avísame de mi mesa en este móvil" in words(phone.me())
    assert silent.me().status_code == 200
    with push_service(server) as service:
        wants(phone, service)
        assert service.came == [], "a draft is told to nobody"
        desk.order("publish")
        service.wait_for(1)
        told = service.read(service.came[0][1])
        assert told["title"] == "Ronda 1 · Mesa 1"
        assert re.fullmatch(r"Sur · con Ana Pons \d", told["body"])
        assert told["url"] == f"/e/{desk.event}/me"
        desk.order("result", round=1, table=1, score=[100, 40])
        desk.order("close_round")
        desk.order("withdraw", entries=["e1" if seats[0][2] != "p1" else "e2"])
        desk.order("draw")
        desk.order("publish")
        service.wait_for(2)
        assert len(service.came) == 2
        assert service.read(service.came[1][1])["title"].startswith(("Ronda 2", "Descansas en la ronda 2"))
