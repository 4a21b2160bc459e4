"""The site of documents in a real browser: read on a phone, searched, from a server and from a disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tantera.web.manual.site import write
from tests.browser.looking import faults, looks, some_of
from tests.browser.screens import LAPTOP, PHONE, Devices, Screen, Theme
from tests.browser.screenshots import keep
from tests.browser.watch import Watch
from tests.web.serving import Running

PAGES = (
    "es/index", "ca/players", "es/organisers", "en/hosting", "es/book-tarragona", "ca/words", "es/tournaments",
    "en/api-play", "ca/secretary", "en/versions",
)  # fmt: skip
FOUND = (
    ("es", "renuncio", "book-tarragona.html#TG-14.11", "TG-14.11"),
    ("es", "TG-9.2", "book-tarragona.html#TG-9.2", "TG-9.2"),
    ("es", "capicuas", "words.html#capicua", "Capicúa"),
    ("ca", "còpies", "hosting.html#còpies", "Còpies"),
    ("en", "deprecations", "versions.html#deprecations", "Deprecations"),
    ("en", "new_match", "api-play.html#new_match", "new_match"),
)
"""In a language, what somebody types, and an address and words that are then on the page."""


def search(page: Page, words: str) -> None:
    page.locator("#q").fill(words)
    page.locator("#q").press("Enter")
    page.wait_for_url("**/search.html?q=*")


@pytest.mark.parametrize(("screen", "theme"), looks())
def test_a_page_can_be_read_on_every_screen(devices: Devices, server: Running, screen: Screen, theme: Theme):
    page = devices.page(screen, theme=theme, base_url=server.url)
    for address in some_of(PAGES, screen):
        page.goto(f"/docs/{address}.html")
        assert faults(page) == [], address
        keep(page, f"docs-{address.replace('/', '-')}")


def test_the_search_finds_articles_words_chapters_and_names_of_the_library(devices: Devices, server: Running):
    page = devices.page(PHONE, base_url=server.url)
    for lang, typed, address, words in FOUND:
        page.goto(f"/docs/{lang}/index.html")
        search(page, typed)
        hit = page.locator(f"#found a[href^='{address}']").first
        expect(hit).to_contain_text(words, ignore_case=True)
        expect(page.locator("#found mark").first).to_be_visible()
    assert faults(page) == []
    keep(page, "docs-search")


def test_a_hit_leads_to_its_chapter_and_nothing_found_is_said(devices: Devices, server: Running):
    page = devices.page(LAPTOP, base_url=server.url)
    page.goto("/docs/es/players.html")
    search(page, "revancha")
    page.locator("#found a").first.click()
    page.wait_for_url("**/players.html#con-amigos")
    expect(page.get_by_role("heading", name="Con amigos")).to_be_in_viewport()
    search(page, "xyzzy")
    expect(page.get_by_role("status")).to_contain_text("No se ha encontrado nada")
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Search")


def test_from_a_disk_without_any_server_pages_lead_to_each_other_and_are_searched(
    devices: Devices, tmp_path: Path, watch: Watch
):
    watch.expect("foreign request: GET file:///")  # this disk
    write(tmp_path)
    page = devices.page(LAPTOP)
    page.goto((tmp_path / "index.html").as_uri())
    page.get_by_role("link", name="Para árbitros").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Para árbitros")
    page.get_by_role("link", name="Català", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Per a àrbitres")
    search(page, "empremta")
    expect(page.locator("#found li").first).to_be_visible()
    page.goto((tmp_path / "ca" / "organisers.html").as_uri())
    assert page.locator("img").first.evaluate("(one) => one.decode().then(() => one.naturalWidth)") > 300


def test_the_help_of_a_table_and_the_first_page_lead_to_the_documents(devices: Devices, server: Running):
    page = devices.page(LAPTOP, base_url=server.url)
    page.goto("/")
    page.get_by_role("link", name="Todo sobre Tantera").click()
    page.wait_for_url("**/docs/es/index.html")
    page.get_by_role("link", name="Volver a Tantera").click()
    page.wait_for_url(f"{server.url}/")
    page.get_by_role("button", name="Jugar ahora").click()
    expect(page.locator("#rack")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#help").get_by_role("link", name="Todo sobre Tantera")).to_have_attribute("href", "/docs")
