"""Being called, and a screen of one's own: the tab, the sample, the page without a network, what a device keeps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious_violations
from tests.browser.crew import Crew, Gathering
from tests.browser.scenes import NAMES, in_play, playing
from tests.browser.screens import PHONE, Devices, Theme, first_page
from tests.web.serving import Running

BUZZES = """
globalThis.buzzes = [];
navigator.vibrate = (pattern) => buzzes.push(pattern) > 0;
globalThis.lights = 0;
navigator.wakeLock.request = async () => ((lights += 1), { release() {}, addEventListener() {} });
"""


@pytest.fixture(scope="module")
def crew(server: Running) -> Iterator[Crew]:
    with closing(Crew(server)) as crew:
        yield crew


def come(devices: Devices, crew: Crew, party: Gathering, name: str, **settings: object) -> Page:
    context = devices.context(PHONE, base_url=crew.url, **settings)  # type: ignore[arg-type]
    cookie = party.guests[name].cookie
    assert cookie is not None
    context.add_cookies([{"name": "tantera", "value": cookie, "url": crew.url}])
    page = devices.spoil(first_page(context))
    page.add_init_script(BUZZES)
    page.goto(party.path)
    expect(page.locator("#table")).to_have_attribute("data-current", "true")
    return page


def open_the_settings(page: Page) -> None:
    page.locator("#bar .more").click()
    page.locator("#settings summary").click()


def test_the_tab_says_whose_turn_it_is_and_who_wants_it_is_called(devices: Devices, crew: Crew):
    party = crew.gather("clasico", NAMES)
    party.until(lambda shown: in_play(shown, 3))
    turn = party.in_turn()
    hers = come(devices, crew, party, turn)
    expect(hers).to_have_title("● Te toca · Clásico · Tantera")
    assert hers.evaluate("() => lights") == 1, "the screen of who plays stays lit"
    expect(hers.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:image/svg"))
    other = come(devices, crew, party, party_next(party))
    expect(other).to_have_title("Clásico · Tantera")
    open_the_settings(other)
    other.locator("[data-key=calls]").check()
    expect(other.locator("[data-key=calls]")).to_be_checked()
    other.wait_for_function("() => buzzes.length === 1")  # the sample
    other.locator("#bar .more").click()
    party.until(lambda shown: shown["turn"] != seat_of(party, turn))
    expect(other).to_have_title("● Te toca · Clásico · Tantera")
    other.wait_for_function("() => buzzes.length === 2")
    expect(hers).to_have_title("Clásico · Tantera")
    expect(hers.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"/static/.*icon\.svg$"))
    assert hers.evaluate("() => buzzes.length") == 0


def refuses(page: Page) -> None:
    """They were asked once whether this site may call them, and said no."""
    asked = {"permission": {"name": "notifications"}, "setting": "denied"}
    page.context.new_cdp_session(page).send("Browser.setPermission", asked)


@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        ("", "toca el icono a la izquierda de la dirección, y en Permisos, Notificaciones, permitir"),
        ("Firefox/140.0", "toca el candado a la izquierda de la dirección y quita el bloqueo de Notificaciones"),
        ("Macintosh Safari/605", "Safari, Ajustes, Sitios web, Notificaciones, permitir"),
    ],
)
def test_whoever_has_told_the_browser_no_reads_at_the_table_where_it_is_allowed_again(
    devices: Devices, crew: Crew, agent: str, sentence: str
):
    page = come(devices, crew, crew.shared(playing), NAMES[0], workers="allow")
    refuses(page)
    if agent:
        page.add_init_script(f"Object.defineProperty(navigator, 'userAgent', {{ get: () => '{agent}' }})")
        page.add_init_script("Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 0 })")
        page.reload()
    open_the_settings(page)
    away = page.locator("#settings [data-key=away]")
    away.click()
    expect(page.locator("#settings")).to_contain_text(f"a este navegador le dijiste que no: {sentence}")
    expect(away).not_to_be_checked()


def seat_of(party: Gathering, name: str) -> int:
    return int(party.shown["names"].index(name)) + 1


def party_next(party: Gathering) -> str:
    return str(party.shown["names"][party.shown["next"] - 1])


def test_without_a_network_a_page_of_ours_is_shown_and_nothing_else_was_kept(devices: Devices, crew: Crew):
    page = come(devices, crew, crew.shared(playing), NAMES[0], workers="allow")
    page.wait_for_function("async () => Boolean((await navigator.serviceWorker.ready).active)")
    page.reload()
    expect(page.locator("#table")).to_have_attribute("data-current", "true")
    kept = page.evaluate(
        """async () => {
            const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
            const asked = (await Promise.all(caches_.map((one) => one.keys()))).flat();
            return asked.map(({ url }) => new URL(url).pathname);
        }"""
    )
    assert "/offline" in kept
    assert [path for path in kept if path != "/offline" and not path.startswith("/static/")] == []
    page.context.add_cookies([{"name": "look", "value": "dark.ivory.usual.right", "url": crew.server.url}])
    page.context.set_offline(True)
    page.goto("/books")
    expect(page.get_by_role("heading", name="Sin red")).to_be_visible()
    expect(page.locator("html")).to_have_css("color-scheme", "dark")
    page.context.set_offline(False)
    expect(page.get_by_role("link", name="Tarragona").first).to_be_visible()  # by itself


def test_all_that_sounds_is_one_tap_away_and_stays_as_it_was_left(devices: Devices, crew: Crew):
    party = crew.shared(playing)
    page = come(devices, crew, party, party.in_turn())
    sound = page.locator("#bar").get_by_role("button", name="Sonido")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    open_the_settings(page)
    for name in ("sound", "calls"):
        expect(page.locator(f"#settings [data-key={name}]")).to_be_checked()
    page.locator("#settings [data-key=calls]").uncheck()
    page.locator("#settings [data-key=sound]").uncheck()
    expect(sound).to_have_attribute("aria-pressed", "false")


@pytest.mark.article("TG-8.6")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_sheet_of_settings_is_kept_on_the_device_and_says_what_the_book_forbids(
    devices: Devices, crew: Crew, theme: Theme
):
    party = crew.shared(playing)
    page = come(devices, crew, party, party.in_turn(), theme=theme)
    open_the_settings(page)
    expect(page.locator("[data-key=sorted]")).to_be_disabled()
    expect(page.locator("#settings")).to_contain_text("las fichas se quedan como se levantaron ¿por qué?")
    assert serious_violations(page) == []
    page.get_by_label("noche").check()
    page.get_by_label("números").check()
    page.get_by_label("muy grande").check()
    expect(page.locator("html")).to_have_css("color-scheme", "dark")
    assert serious_violations(page) == []
    page.reload()
    for part, word in (("theme", "dark"), ("tiles", "numerals"), ("text", "larger"), ("hand", "right")):
        expect(page.locator("html")).to_have_attribute(f"data-{part}", word)
    numerals = "(one) => getComputedStyle(one).getPropertyValue('--numeral-shown')"  # what <use> draws inherits it
    assert page.locator("#rack use").first.evaluate(numerals) == "inline"


def test_tiles_are_sorted_where_the_book_has_nothing_against_it(devices: Devices, crew: Crew):
    party = crew.gather("clasico", NAMES)
    party.until(lambda shown: in_play(shown, 2))
    page = come(devices, crew, party, NAMES[0])
    tiles = "(all) => all.map((one) => [...one.dataset.tile].sort().reverse().join(''))"
    open_the_settings(page)
    page.locator("[data-key=sorted]").check()
    page.locator("#bar .more").click()
    shown = page.locator("#rack button").evaluate_all(tiles)
    assert shown == sorted(shown, reverse=True)
    assert page.locator("#rack .gap").count() == 0
