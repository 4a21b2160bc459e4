"""The pictures of docs/organisers.md, of the sample tournament: `python3 run.py prove docs_pictures` renews them."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screens import HALL, LAPTOP, PHONE_TALL, Devices
from tests.web.processes import Served, served

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "organisers"
EVERY = ("new-event", "entries", "draft", "results", "clock", "wall", "phone")
LANGS = {"es": "es-ES", "en": "en-GB"}
QUALITY = 82


def take(page: Page, name: str, lang: str) -> None:
    """What the screen shows, as WebP: a third of a PNG."""
    page.evaluate("() => document.fonts.ready.then(() => null)")
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}-{lang}.webp").write_bytes(base64.b64decode(taken["data"]))


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("pictures") / "demo", "--demo", "--no-qr") as running:
        yield running


@pytest.mark.prove
def test_docs_pictures_are_taken_of_the_sample_tournament(demo: Served, devices: Devices):
    """Spanish first; the draft of the next round is made once."""
    desk = devices.page(LAPTOP, base_url=demo.url)
    desk.goto(f"/admin/enter/{demo.admin_secret()}")
    desk.locator("main form button.primary").click()
    desk.wait_for_url("**/admin")
    desk.goto("/events")
    event = (desk.locator("ul.rows a.row").first.get_attribute("href") or "").split("/")[2]
    for lang in LANGS:
        desk.goto(f"/lang/{lang}?to=/events/new")
        desk.locator("#name").fill("Open de Tarragona")
        desk.locator("input[name=book][value=competencia-individual]").check(force=True)
        desk.evaluate("() => scrollTo(0, 0)")
        take(desk, "new-event", lang)
        for screen, name in (("entries", "entries"), ("tables", "results"), ("clock", "clock")):
            desk.goto(f"/e/{event}/desk/{screen}")
            expect(desk.locator("main")).to_be_visible()
            take(desk, name, lang)
        wall = devices.page(HALL, locale=LANGS[lang], base_url=demo.url)
        wall.goto(f"/e/{event}/wall")
        expect(wall.locator(".page.names.on")).to_be_visible()
        take(wall, "wall", lang)
        phone(devices, desk, event, lang)
    for lang in LANGS:
        desk.goto(f"/lang/{lang}?to=/e/{event}/desk/draw")
        if not desk.locator("main.draft").count():
            desk.locator(f"form[action='/e/{event}/desk/draw'] button").first.click()
        expect(desk.locator("#count li.ok").first).to_be_visible()
        take(desk, "draft", lang)
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}-{lang}.webp" for name in EVERY for lang in LANGS}


def phone(devices: Devices, desk: Page, event: str, lang: str) -> None:
    """Somebody is asked whether it is what they signed."""
    desk.goto(f"/e/{event}/desk/tables")
    waits = desk.locator(".cells li[data-condition=entered] .side").evaluate_all("some => some.map((one) => one.title)")
    names = [name for side in waits for name in side.split(" · ")]
    desk.goto(f"/e/{event}/desk/cards")
    for name in names:
        code = desk.locator(".player-card").filter(has_text=name).locator(".card-code p").inner_text()
        page = devices.page(PHONE_TALL, locale=LANGS[lang], base_url=desk.url.split("/e/")[0])
        page.goto(f"/e/{event}")
        page.locator("#slip-code").fill(code)
        page.locator(".by-code button").click()
        page.locator("main form button").click()
        page.wait_for_url("**/me")
        page.locator("a.next-table").click()
        page.wait_for_url("**/t/*/*")
        if page.locator(".answers form[data-once]").count():
            take(page, "phone", lang)
            return
    raise AssertionError("nobody in the sample tournament has a slip to confirm")
