"""What a director is told of partners, in a real browser: while matches are being read, and afterwards; on every screen
nothing stands in anybody's way."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tantera.study.kept import keep_pairs
from tantera.web.clock import now
from tantera.web.replays.partners import Partners
from tests.browser.looking import faults
from tests.browser.screens import LAPTOP, PHONE_TALL, Devices, Screen, Theme
from tests.browser.screenshots import keep
from tests.web.desk.online import online
from tests.web.desk.running import AtDesk, director
from tests.web.desk.test_partners import over_at
from tests.web.serving import Running, serving
from tests.web.studying import plant, planted_hands, played_by
from tests.web.visiting import administrator_link

NAMES = (
    "Laia Ferrer Mestres", "María de los Desamparados Fernández de Córdoba", "Jordi Soler", "Pau Bosch Amat",
    "Núria Camps", "Ramon Llull", "Ana de la Torre Gil", "Pere Riba",
)  # fmt: skip
READ = threading.Event()


async def when_told(*_: Any) -> bytes:
    """In the place of `Partners._read`."""
    while not READ.is_set():
        await asyncio.sleep(0.02)
    return keep_pairs(planted_hands(12))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Partners, "_read", when_told)
        with serving(tmp_path_factory.mktemp("partners") / "data") as running:
            yield running


@pytest.fixture(scope="module")
def desk(server: Running) -> AtDesk:
    desk = director(server).create("clasico", name="Open de Tarragona", points="40")
    for n in range(1, 5):
        both = [{"id": f"p{n}{side}", "name": NAMES[2 * n - 2 + place]} for place, side in enumerate("ab")]
        desk.order("enter", entry=f"e{n}", players=both)
    desk.round()
    online(desk)
    plant(server, (over_at(desk, 1), planted_hands(120, pauses=True)))
    return desk


def looked_at(page: Page, name: str) -> None:
    keep(page, name, whole=True)
    assert faults(page) == [], name


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", [PHONE_TALL, LAPTOP])
def test_a_director_reads_what_pairs_do_and_nothing_stands_in_the_way(
    devices: Devices, desk: AtDesk, screen: Screen, theme: Theme
):
    page = devices.page(screen, theme=theme, base_url=desk.server.url)
    page.context.add_cookies([{"name": "tantera", "value": desk.browser.cookie or "", "url": desk.server.url}])
    page.goto(f"/e/{desk.event}/desk/acts")
    page.get_by_role("link", name="Estudio: parejas").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Estudio: parejas")
    expect(page.locator("main")).to_contain_text("No es un veredicto")
    expect(page.locator("table")).to_have_count(2)
    looked_at(page, "partners-desk")


@pytest.mark.parametrize("screen", [PHONE_TALL, LAPTOP])
def test_the_page_goes_on_by_itself_once_all_matches_have_been_read(devices: Devices, desk: AtDesk, screen: Screen):
    READ.clear()
    page = devices.page(screen, base_url=desk.server.url)
    page.context.add_cookies([{"name": "tantera", "value": desk.browser.cookie or "", "url": desk.server.url}])
    plant(desk.server, (over_at(desk, 2), None))
    page.goto(f"/e/{desk.event}/desk/partners")
    expect(page.locator("progress")).to_be_visible()
    looked_at(page, "partners-waiting")
    READ.set()
    expect(page.locator("table").first).to_be_visible(timeout=30_000)


def test_an_administrator_chooses_a_span(devices: Devices, server: Running):
    READ.set()
    people = [f"person-{place}" for place in range(4)]
    plant(server, (played_by("one", NAMES[:4], people, now()), planted_hands(60, pauses=True)))
    for screen in (PHONE_TALL, LAPTOP):
        page = devices.page(screen, base_url=server.url)
        page.goto(f"/admin/enter/{administrator_link(server)}")
        page.get_by_role("button", name="Sí, con este").click()
        page.wait_for_url("**/admin")
        page.get_by_role("link", name="Estudio: parejas").click()
        page.get_by_role("link", name="todas las partidas").click()
        expect(page.locator("table")).to_have_count(2)
        looked_at(page, "partners-admin")
