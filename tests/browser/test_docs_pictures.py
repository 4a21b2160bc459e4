"""The pictures of docs/organisers.md, of the sample tournament: `python3 run.py prove docs_pictures` renews them."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screens import HALL, LAPTOP, PHONE_TALL, Devices
from tests.browser.screenshots import keep
from tests.web.processes import Served, served

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "organisers"
EVERY = ("new-event", "entries", "draft", "results", "clock", "wall", "phone")
LANGS = {"es": "es-ES", "ca": "ca-ES", "en": "en-GB"}
QUALITIES = (82, 70, 55, 40)
MOST = 75_000
"""Bytes of a picture: whoever clones the repository clones them all."""


def take(page: Page, name: str, lang: str, scale: float = 1) -> None:
    """What the screen shows, as WebP: a third of a PNG; a hatched ground needs a lower quality to be as small."""
    page.evaluate("() => document.fonts.ready.then(() => null)")
    session = page.context.new_cdp_session(page)
    size = page.viewport_size
    assert size is not None
    FOLDER.mkdir(exist_ok=True)
    for quality in QUALITIES:
        clip = {"x": 0, "y": 0, **size, "scale": scale}
        taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality, "clip": clip})
        picture = base64.b64decode(taken["data"])
        if len(picture) <= MOST:
            break
    (FOLDER / f"{name}-{lang}.webp").write_bytes(picture)
    keep(page, f"docs-{name}-{lang}")


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
    order_clock(desk, event, "pause")  # in the last five minutes nothing hangs on the wall but the clock
    for lang in LANGS:
        wall = devices.page(HALL, locale=LANGS[lang], base_url=demo.url)
        wall.goto(f"/e/{event}/wall")
        expect(wall.locator(".page.names.on")).to_be_visible()
        take(wall, "wall", lang, scale=0.5)
    order_clock(desk, event, "resume")
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
        phone(devices, desk, event, lang)
    key_in_what_is_missing(desk, event)
    for lang in LANGS:
        desk.goto(f"/lang/{lang}?to=/e/{event}/desk/draw")
        if not desk.locator("main.draft").count():
            desk.locator(f"form[action='/e/{event}/desk/draw'] button").first.click()
        expect(desk.locator("#count li.ok").first).to_be_visible()
        take(desk, "draft", lang)
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}-{lang}.webp" for name in EVERY for lang in LANGS}


def order_clock(desk: Page, event: str, order: str) -> None:
    desk.goto(f"/e/{event}/desk/clock")
    desk.locator(f"button[name=do][value={order}]").click()
    expect(desk.locator(f"button[name=do][value={order}]")).to_have_count(0)


def key_in_what_is_missing(desk: Page, event: str) -> None:
    """So that the draft of the next round tells its reasons, and not what is missing."""
    desk.goto(f"/e/{event}/desk/tables")
    waiting = desk.locator(".cells > li:not([data-condition=verified])").evaluate_all(
        "some => some.map((one) => one.id)"
    )
    for table in waiting:
        desk.locator("#table").fill(table.removeprefix("table-"))
        desk.locator("#score1").fill("100")
        desk.locator("#score2").fill("61")
        desk.locator("#score2").press("Enter")
        expect(desk.locator(f"#{table}[data-condition=verified]")).to_be_visible()


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
