"""The pages around the table in a real browser: axe finds nothing in either theme, and what scripts add works."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page, expect

from tantera.lessons import lessons
from tests.browser.axe import serious_violations
from tests.browser.looking import looks, some_of
from tests.browser.screens import HALL, LAPTOP, PHONE, PHONE_TALL, Devices, Screen, Theme
from tests.browser.screenshots import keep
from tests.browser.watch import Watch
from tests.web.serving import Guest, Running, serving

LONG = "Wenceslao Echeverría i C"
"""As long as a name may be."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("pages") / "data", bot_pause=(0.2, 0.4)) as running:
        for book in ("tarragona", "san-juan", "ueh", "clasico"):
            settings = {"public": True, "times": {"entropy": 0}}
            Guest(running.url, LONG).opens(book, bots="all", settings=settings)
        Guest(running.url, "Ana").opens("competencia-individual", settings={"public": True})
        yield running


@pytest.fixture(scope="module")
def waiting(server: Running) -> str:
    """The code of a table that waits for players."""
    return Guest(server.url, LONG).opens("clasico", options={"scoring": "opponents", "players": 3})["code"]


@pytest.fixture(scope="module")
def closed(server: Running) -> str:
    """A table that its host has closed."""
    marta = Guest(server.url, "Marta")
    opened = marta.opens("clasico")

    async def closes() -> None:
        async with marta.at(opened) as player:
            await player.order({"order": "close_table"})

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(closes())).result()
    return opened["table"]


PAGES = {
    "home": "/",
    "home-again": "/?book=tarragona",
    "tables": "/tables",
    "opening": "/tables/new?book=clasico",
    "door": "/t/CODE",
    "wrong-code": "/t/ZZZZ",
    "books": "/books",
    "books-search": "/books?q=renuncio",
    "books-nothing": "/books?q=zzzz",
    "reader": "/books/tarragona?q=derecha#TG-9.2",
    "reader-infraction": "/books/tarragona#TG-14.7",
    "reader-options": "/books/clasico#CL-inicio",
    "checklist": "/books/tarragona/checklist",
    "how-to-play": "/books/clasico/play",
    "words": "/words#tranque",
    "learn": "/learn",
    "me": "/me",
    "name": "/me/name",
    "recover": "/me/recover",
    "offline": "/offline",
    "closed": "/tables/CLOSED",
    "nothing": "/nothing",
    **{f"lesson-{lesson.id}": f"/learn/{lesson.id}/1" for lesson in lessons()},
}
MISSING = {"wrong-code": "404", "nothing": "404", "closed": "410"}


@pytest.mark.parametrize(("screen", "theme"), looks())
def test_axe_finds_nothing_grave_and_nothing_sticks_out(
    devices: Devices, watch: Watch, server: Running, waiting: str, closed: str, screen: Screen, theme: Theme
):
    page = devices.page(screen, theme=theme, base_url=server.url)
    found: dict[str, list[str]] = {}
    for name in some_of(list(PAGES), screen):
        if name in MISSING:
            watch.expect(f"status of {MISSING[name]}")
        page.goto(PAGES[name].replace("CODE", waiting).replace("CLOSED", closed))
        for details in page.locator("details").all():
            details.evaluate("(one) => { one.open = true }")
        faults = serious_violations(page) + targets_too_small(page)
        if page.evaluate("() => document.documentElement.scrollWidth") > screen.width:
            faults.append("it is wider than the screen")
        keep(page, f"page-{name}")
        found |= {name: faults} if faults else {}
    assert found == {}


def targets_too_small(page: Page) -> list[str]:
    """Buttons, fields and links that a finger misses; a link inside a sentence is exempt."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
            .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, .skip"))
            .filter((one) => getComputedStyle(one).display !== "inline" && !one.closest("label"))
            .map((one) => [one, one.getBoundingClientRect()])
            .filter(([one, box]) => box.width && (box.height < 31.5 || (innerWidth < 500 && box.height < 39.5)))
            .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${Math.round(box.width)}×${Math.round(box.height)}`)"""
    )
    return found


@pytest.mark.parametrize("screen", [PHONE_TALL, HALL], ids=str)
@pytest.mark.parametrize("name", ["home", "tables", "reader", "opening"])
def test_pages_fit_a_tall_phone_and_a_projector(devices: Devices, server: Running, name: str, screen: Screen):
    page = devices.page(screen, base_url=server.url)
    page.goto(PAGES[name])
    assert page.evaluate("() => document.documentElement.scrollWidth") <= screen.width
    keep(page, f"page-{name}")


def test_a_page_with_a_planted_fault_is_found_out(devices: Devices, server: Running):
    page = devices.page(base_url=server.url)
    page.goto("/")
    page.evaluate("() => { document.querySelector('.play-button b').style.color = '#2a6a50' }")
    page.evaluate("() => document.querySelector('#code').removeAttribute('aria-label')")
    page.evaluate("() => document.querySelector('label[for=code]').removeAttribute('for')")
    found = " ".join(serious_violations(page))
    assert "color-contrast" in found
    assert "label" in found


def test_pictures_follow_the_table(devices: Devices, server: Running):
    page = devices.page(base_url=server.url)
    page.goto("/tables")
    pictures = page.locator("[data-live] .watched")
    before = pictures.count()
    played = threading.Thread(target=lambda: asyncio.run(some_moves(server.url)))
    played.start()
    expect(pictures).to_have_count(before + 1, timeout=30_000)
    expect(page.locator("[data-live]")).to_contain_text("Marta Vidal")
    played.join()


async def some_moves(url: str) -> None:
    marta = Guest(url, "Marta Vidal")
    opened = marta.opens("clasico", bots="all", settings={"public": True, "times": {"entropy": 0}})
    async with marta.at(opened) as player:
        await player.play(lambda: len(player.shown.get("chain", [])) > 6)


def test_a_code_is_sent_when_it_is_whole(devices: Devices, server: Running, waiting: str):
    page = devices.page(PHONE, base_url=server.url)
    page.goto("/")
    page.get_by_label("Código de la mesa").press_sequentially(f"{waiting[:2]}-{waiting[2:]}".lower())
    page.wait_for_url(re.compile(f"/t/{waiting}"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Clásico")


def test_the_reader_steps_from_hit_to_hit_and_names_the_article_beside(devices: Devices, server: Running):
    page = devices.page(PHONE, base_url=server.url)
    page.goto("/books/tarragona?q=derecha#TG-9.2")
    expect(page.locator("#which")).to_have_text(re.compile(r"\d+ de \d+"))
    before = page.locator("#which").inner_text()
    page.get_by_role("button", name="El resultado siguiente").click()
    expect(page.locator("#which")).not_to_have_text(before)
    page.goto("/books/tarragona#TG-9.2")
    page.locator(".article.current a[rel=next]").click()
    expect(page).to_have_url(re.compile("#TG-9.3"))
    expect(page.locator("#TG-9\\.3")).to_be_in_viewport()


def test_the_reader_shows_the_articles_beside_without_script(devices: Devices, server: Running):
    page = devices.page(PHONE, script="off", base_url=server.url)
    page.goto("/books/tarragona#TG-9.2")
    page.locator("#TG-9\\.2 a[rel=prev]").click()
    expect(page.locator("#TG-9\\.1 nav")).to_be_visible()
    expect(page.locator("#TG-9\\.2 nav")).to_be_hidden()


def test_a_table_is_opened_with_the_keyboard_alone(devices: Devices, server: Running):
    page = devices.page(LAPTOP, base_url=server.url)
    page.goto("/tables/new")
    page.locator("#game > summary").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Puntos").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("150")
    page.get_by_label("Tu nombre").focus()
    page.keyboard.type("Marta")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/tables/[a-z0-9]{12}$"))


@pytest.mark.parametrize("screen", [PHONE, LAPTOP])
def test_a_table_is_opened_without_scrolling_and_each_folded_part_says_what_it_is_set_to(
    devices: Devices, server: Running, screen: Screen
):
    page = devices.page(screen, base_url=server.url)
    page.goto("/tables/new?book=clasico")
    for part in ("#name", "#game", "#company", "#rest", ".open-bar button"):
        expect(page.locator(part)).to_be_in_viewport()
    lines = page.locator(".set-to")
    expect(lines).to_have_text(
        [
            "Clásico · Puntos: 100",
            "Quien tenga el código · Bots, cuando yo dé la salida",
            "3 minutos por jugada · Como en casa · Me siento",
        ]
    )
    for part in ("game", "company", "rest"):
        page.locator(f"#{part} > summary").click()
    page.get_by_label("Puntos").fill("150")
    page.locator("#players").select_option("2")
    page.get_by_label("Solo juegan personas").check()
    page.locator("#clock").select_option("none")
    for part in ("game", "company", "rest"):
        page.locator(f"#{part} > summary").click()
    told = [
        "Clásico · Puntos: 150 · Jugadores por mesa: 2",
        "Quien tenga el código · Solo juegan personas",
        "sin reloj · Como en casa · Me siento",
    ]
    expect(lines).to_have_text(told)
