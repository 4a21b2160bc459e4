"""The network of the hall: which address goes on the wall, which Wi-Fi, and when printed codes lead nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tantera.store import Store, open_store
from tantera.web.config import Config
from tantera.web.network.codes import Wifi
from tantera.web.network.invitation import Invitation
from tantera.web.network.reachable import Interface
from tests.web import plain
from tests.web.serving import Running, serving
from tests.web.visiting import Browser, administrator


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path / "data") as running:
        yield running


def with_store(folder: Path, story) -> None:
    async def go() -> None:
        store = open_store(folder)
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(go())


LAPTOP = [
    Interface("wlp2s0", "192.168.1.34", wireless=True, gateway=True),
    Interface("enp3s0", "10.0.0.4"),
    Interface("docker0", "172.17.0.1"),
]


def test_the_hall_is_told_its_address_and_warned_when_printed_codes_lead_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async def story(store: Store) -> None:
        machine = list(LAPTOP)
        config = Config(tmp_path, port=8000)
        invitation = Invitation(store, config, lambda: machine)
        await invitation.load()
        await invitation.look()
        assert invitation.url == "http://192.168.1.34:8000"
        assert invitation.own_url == "http://localhost:8000"
        assert invitation.warnings == []
        await invitation.printed(invitation.url)
        assert invitation.warnings == []
        await invitation.choose("10.0.0.4")
        assert invitation.url == "http://10.0.0.4:8000"
        assert "192.168.1.34" in invitation.warnings[0].told("es")
        machine[:] = [Interface("wlp2s0", "192.168.7.7", wireless=True)]
        again = Invitation(store, config, lambda: list(machine))  # the next day, in another hall
        await again.load()
        await again.look()
        assert again.url == "http://192.168.7.7:8000"
        assert [warning.message[:7] for warning in again.warnings] == ["the pri", "this ma"]
        await again.printed(again.url)
        await again.choose(None)
        assert again.warnings == []
        heard: list[str] = []
        again.changed = lambda: heard.append(again.url)
        await again.look_again()
        assert heard == []
        machine[:] = [Interface("wlp2s0", "192.168.8.8", wireless=True)]
        await again.look_again()
        await again.look_again()
        assert heard == ["http://192.168.8.8:8000"]
        machine.clear()
        await again.look()
        assert again.address is None
        assert "ninguna red" in again.warnings[-1].told("es")

    with_store(tmp_path / "data", story)


def test_what_was_said_on_the_command_line_wins(tmp_path: Path):
    async def story(store: Store) -> None:
        for config, url in (
            (Config(tmp_path, address="10.0.0.4"), "http://10.0.0.4:8000"),
            (Config(tmp_path, address="domino.lan", port=80), "http://domino.lan"),
            (Config(tmp_path, host="10.0.0.4"), "http://10.0.0.4:8000"),
            (Config(tmp_path, host="127.0.0.1"), "http://localhost:8000"),
            (Config(tmp_path, public_url="https://Domino.example/"), "https://domino.example"),
        ):
            invitation = Invitation(store, config, lambda: LAPTOP)
            await invitation.look()
            assert invitation.url == url

    with_store(tmp_path / "data", story)


def test_the_organiser_says_the_wifi_and_the_sheet_has_both_codes(server: Running):
    invitation = server.app.state.invitation
    with administrator(server) as boss:
        assert "QR" in boss.get("/hall").text
        assert boss.get("/hall").text.count('class="qr"') == 1
        bad = boss.post("/admin/network", {"wifi": "Casal", "key": "corta"})
        assert bad.status_code == 400
        assert "8 a 63" in bad.text
        boss.post("/admin/network", {"wifi": "Casal; Tarragona", "key": "doble6doble5", "hidden": "yes"})
        assert invitation.noted.wifi == Wifi("Casal; Tarragona", "doble6doble5", hidden=True)
        sheet = boss.get("/hall").text
        assert sheet.count('class="qr"') == 2
        assert "doble6doble5" in sheet
        boss.post("/hall/printed")
        assert invitation.noted.printed == invitation.url
        boss.post("/admin/network", {"forget": "yes"})
        assert boss.get("/hall").text.count('class="qr"') == 1
    with Browser(server.url) as somebody:
        assert somebody.get("/hall").status_code == 403


def test_an_address_that_the_machine_does_not_have_cannot_be_chosen(server: Running):
    with administrator(server) as boss:
        boss.post("/admin/network", {"address": "203.0.113.99"})
        assert server.app.state.invitation.noted.address is None
        boss.get("/admin/network")
        boss.post("/admin/network", {"address": "127.0.0.1"})  # it has that one, and so has every phone
        assert server.app.state.invitation.noted.address is None
        server.app.state.invitation.interfaces = LAPTOP
        boss.post("/admin/network", {"address": "10.0.0.4"})
        assert server.app.state.invitation.noted.address == "10.0.0.4"


def test_a_link_for_others_leads_to_where_others_come_from(tmp_path: Path):
    def link(browser: Browser, **headers: str) -> str:
        page = browser.post("/me/link", headers=headers).text
        return page.split("/me/on/")[0].rsplit(">", 1)[1]

    with serving(tmp_path / "hall") as server, Browser(server.url) as ana:
        ana.named("Ana")
        assert link(ana) == server.url  # this machine only: there are no others
        elsewhere = "http://192.168.1.34:8000"
        assert link(ana, host="192.168.1.34:8000", origin=elsewhere) == elsewhere
    with serving(tmp_path / "rented", public_url="https://domino.example") as server:
        cookies = {"tantera": plain.post(f"{server.url}/api/me", json={"name": "Ana"}).cookies["tantera"]}
        csrf = plain.get(f"{server.url}/me").cookies["csrf"]
        page = plain.post(
            f"{server.url}/me/link",
            cookies=cookies | {"csrf": csrf},
            headers={"x-csrftoken": csrf, "host": "localhost"},
        )
        assert "https://domino.example/me/on/" in page.text
