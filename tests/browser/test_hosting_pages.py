"""The administrator's pages and one's own, in a real browser: usable by everybody, in both themes, without script."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious_violations
from tests.browser.looking import looks, some_of
from tests.browser.screens import LAPTOP, PHONE, Devices, Theme
from tests.browser.screenshots import keep
from tests.browser.watch import Watch
from tests.web.serving import Guest, Running, serving
from tests.web.test_admin import CLUB
from tests.web.visiting import administrator_link

PAGES = {
    "admin": "/admin",
    "books": "/admin/books",
    "tables": "/admin/tables",
    "network": "/admin/network",
    "me": "/me",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("hosting") / "data") as running:
        Guest(running.url, "Montserrat Vilalta").opens("tarragona", bots="all")
        Guest(running.url, "Vidal").opens("ueh")
        yield running


def boss(page: Page, server: Running) -> Page:
    """Somebody who follows the administrator's link."""
    page.goto(f"{server.url}/admin/enter/{administrator_link(server)}")
    page.get_by_role("button", name="Sí, con este").click()
    page.wait_for_url("**/admin")
    return page


@pytest.mark.parametrize(("screen", "theme"), looks())
def test_nothing_stands_in_anybodys_way(devices: Devices, server: Running, screen, theme: Theme):
    page = boss(devices.page(screen, theme=theme), server)
    for name, path in some_of([*PAGES.items(), ("wall", "/hall")], screen):
        page.goto(server.url + path)
        assert serious_violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is wider than the screen"
        keep(page, f"hosting-{name}", whole=True)


def test_a_book_with_mistakes_is_put_right_without_script(devices: Devices, server: Running, watch: Watch):
    watch.expect("status of 400")
    page = boss(devices.page(PHONE, script="off"), server)
    page.goto(f"{server.url}/admin/books")
    wrong = CLUB.replace("points = 100", 'points = "cien"')
    page.set_input_files("#file", {"name": "mona.toml", "mimeType": "text/plain", "buffer": wrong.encode()})
    page.get_by_role("button", name="Comprobar y guardar").click()
    expect(page.get_by_role("alert")).to_contain_text("línea 15")
    page.get_by_role("link", name="línea 15").click()
    expect(page.locator("#line-15")).to_be_in_viewport()
    page.set_input_files("#file", {"name": "mona.toml", "mimeType": "text/plain", "buffer": CLUB.encode()})
    page.get_by_role("button", name="Comprobar y guardar").click()
    expect(page.locator("#penya-la-mona")).to_contain_text("Penya La Mona")
    page.goto(f"{server.url}/tables/new")
    expect(page.locator("main")).to_contain_text("Penya La Mona")


def test_another_phone_goes_on_by_the_link(devices: Devices, server: Running):
    laptop, phone = devices.page(LAPTOP), devices.page(PHONE)
    laptop.goto(f"{server.url}/me")
    laptop.get_by_label("Tu nombre").fill("Ana")
    laptop.get_by_role("button", name="Guardar").click()
    laptop.goto(f"{server.url}/me")
    laptop.get_by_role("button", name="Seguir en otro dispositivo").click()
    expect(laptop.get_by_role("img", name="Código QR que te lleva a otro dispositivo")).to_be_visible()
    assert serious_violations(laptop) == []
    phone.goto(f"{server.url}/me/on/{laptop.locator('p.code.big').inner_text().split('/me/on/')[1]}")
    assert serious_violations(phone) == []
    keep(phone, "hosting-go-on")
    phone.get_by_role("button", name="Seguir aquí").click()
    phone.goto(f"{server.url}/me")
    expect(phone.get_by_role("heading", name="Ana")).to_be_visible()


def test_printing_the_sheet_is_remembered_by_whatever_way(devices: Devices, server: Running):
    page = boss(devices.spoil(devices.page()), server)
    page.goto(f"{server.url}/admin/network")
    page.get_by_label("Nombre", exact=True).fill("Casal Tarragona")
    page.get_by_label("Clave").fill("doble6doble5")
    page.get_by_role("button", name="Guardar").click()
    page.goto(f"{server.url}/hall")
    expect(page.get_by_role("img")).to_have_count(2)
    with page.expect_response("**/hall/printed"):
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert server.app.state.invitation.noted.printed == server.app.state.invitation.url
    page.emulate_media(media="print")
    keep(page, "hosting-wall-printed", whole=True)
    assert serious_violations(page) == []


def test_a_page_that_is_not_for_me_says_what_to_do(devices: Devices, server: Running, watch: Watch):
    watch.expect("status of 403")
    page = devices.page(PHONE)
    page.goto(f"{server.url}/admin")
    expect(page.locator("main")).to_contain_text("--admin-link")
    assert serious_violations(page) == []
