"""The ground that browser tests stand on: what is planted here must be found, or the tests above mean nothing."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import get_args

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import chromium, screenshots
from tests.browser.axe import serious_violations
from tests.browser.chromium import NoChromium
from tests.browser.conftest import Running
from tests.browser.screens import HALL, LAN, LAPTOP, PHONE, PHONE_TALL, Devices, Screen, Theme
from tests.browser.watch import Watch
from tests.web.serving import PATIENCE

STYLE = """
:root { color-scheme: light dark; background: light-dark(#fff, #111); color: light-dark(#111, #eee); }
p { width: 240px; height: 40px; margin: 0; font-size: 24px; }
.faint { color: light-dark(#ccc, #444); }
"""
TOP = '<!doctype html><html lang="es"><meta name="viewport" content="width=device-width"><title>Mesa</title>'
PAGES = {
    "/style.css": STYLE,
    "/favicon.ico": "",  # a whole Chromium asks for one, a headless shell does not
    "/clean": "<h1>Mesa 4</h1><p>Sale el <b>doble seis</b></p><label>Nombre <input></label>",
    "/faint": '<h1>Mesa 4</h1><p class="faint">Sale el doble seis</p>',
    "/nameless": "<h1>Mesa 4</h1><input>",
    "/error": "<h1>Mesa 4</h1><script src='/error.js'></script>",
    "/error.js": "console.error('la ficha no está');",
    "/throw": "<h1>Mesa 4</h1><script src='/throw.js'></script>",
    "/throw.js": "throw new Error('la mesa cojea');",
    "/inline": "<h1>Mesa 4</h1><script>document.title = 'otra';</script>",
    "/missing": "<h1>Mesa 4</h1><script src='/nowhere.js'></script>",
    "/foreign": "<h1>Mesa 4</h1><img alt='' src='http://tiles.example/66.svg'>",
    "/socket": "<h1>Mesa 4</h1><script src='/socket.js'></script>",
    "/socket.js": "new WebSocket('ws://192.0.2.1/live').onerror = () => { document.title = 'sorda'; };",
}
STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src *; connect-src *;"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)
KINDS = {"css": "text/css", "ico": "image/x-icon", "js": "text/javascript"}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        text = PAGES.get(self.path)
        kind = KINDS.get(self.path.rpartition(".")[2], "text/html")
        if text is not None and kind == "text/html":
            text = f"{TOP}<link rel='stylesheet' href='/style.css'><main>{text}</main>"
        self.send_response(200 if text is not None else 404)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Security-Policy", STRICT)
        self.end_headers()
        with suppress(ConnectionError):  # the page is closed already
            self.wfile.write((text or "").encode())

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.fixture
def site(port: int) -> str:
    return f"http://127.0.0.1:{port}"


def picture(page: Page, text: str) -> bytes:
    page.locator("p").evaluate("(element, text) => { element.textContent = text; }", text)
    return page.locator("p").screenshot()


def test_text_is_drawn(page: Page, site: str):
    page.goto(f"{site}/clean")
    words = [
        "",
        "doble",
        "salir",
        "doblé",
        "salïr",
    ]  # boxes in place of letters would be the same for all
    assert len({picture(page, word) for word in words}) == len(words)


@pytest.mark.parametrize("theme", get_args(Theme))
@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=str)
def test_axe_finds_what_is_planted_and_nothing_else(devices: Devices, site: str, theme: Theme, screen: Screen):
    page = devices.page(screen, theme=theme, base_url=site)
    page.goto("/clean")
    assert serious_violations(page) == []
    page.goto("/faint")
    (contrast,) = serious_violations(page)
    assert contrast.startswith("color-contrast (serious): p: Element has insufficient color contrast of 1.")
    page.goto("/nameless")
    (label,) = serious_violations(page)
    assert label.startswith("label (critical): input: ")


def test_axe_says_that_it_needs_script_instead_of_waiting_for_ever(devices: Devices, site: str):
    page = devices.page(script="off", base_url=site)
    page.goto("/throw")
    with pytest.raises(ValueError, match="axe needs"):
        serious_violations(page)


FAULTS = {
    "/error": "console error: la ficha no está",
    "/throw": "script error: .*la mesa cojea",
    "/inline": "console error: .*Content Security Policy",
    "/missing": "console error: .*404.*nowhere.js",
    "/foreign": "foreign request: GET http://tiles.example/66.svg",
    "/socket": "foreign request: WebSocket ws://192.0.2.1/live",
}


@pytest.mark.parametrize("path", FAULTS)
def test_what_goes_wrong_in_a_page_fails_its_test(browser: Browser, site: str, path: str):
    failed = pytest.raises(pytest.fail.Exception, match=FAULTS[path])
    with failed, Watch() as watch, closing(Devices(browser, watch)) as devices:
        page = devices.page(base_url=site)
        page.goto(path)
        until = time.monotonic() + PATIENCE
        while not watch.seen and time.monotonic() < until:
            page.wait_for_timeout(10)


def test_what_a_test_expects_does_not_fail_it(page: Page, watch: Watch, site: str):
    watch.expect("la ficha no está")
    page.goto(f"{site}/error")


def test_what_a_test_expects_has_to_happen():
    with pytest.raises(pytest.fail.Exception, match="did not happen: la ficha"), Watch() as watch:
        watch.expect("la ficha")


def test_nothing_comes_from_a_foreign_host(page: Page, watch: Watch, site: str):
    watch.expect("foreign request|NAME_NOT_RESOLVED")
    page.goto(f"{site}/foreign")
    assert page.locator("img").evaluate("image => image.decode().then(() => 'there', () => 'not there')") == "not there"
    page.goto(f"{site}/socket")
    expect(page).to_have_title("sorda")


def test_a_page_of_the_lan_is_no_secure_context(devices: Devices, port: int):
    page = devices.page()
    page.goto(f"http://127.0.0.1:{port}/clean")
    assert page.evaluate("isSecureContext")
    page.goto(f"http://{LAN}:{port}/clean")
    assert not page.evaluate("isSecureContext")


@pytest.mark.parametrize("screen", [PHONE, PHONE_TALL, LAPTOP, HALL], ids=str)
def test_a_device_is_what_it_says(devices: Devices, site: str, screen: Screen):
    page = devices.page(screen, theme="dark", locale="ca-ES", motion="no-preference", base_url=site)
    page.goto("/clean")
    told = page.evaluate(
        "() => [innerWidth, innerHeight, navigator.maxTouchPoints > 0, navigator.language,"
        " ...['(prefers-color-scheme: dark)', '(prefers-reduced-motion)'].map(query => matchMedia(query).matches)]"
    )
    assert told == [screen.width, screen.height, screen.pointer == "finger", "ca-ES", True, False]


def test_unless_told_otherwise_it_is_a_light_laptop_in_spanish_where_nothing_moves(page: Page, site: str):
    page.goto(f"{site}/clean")
    told = page.evaluate(
        "() => [innerWidth, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone,"
        " ...['(prefers-color-scheme: light)', '(prefers-reduced-motion)'].map(query => matchMedia(query).matches)]"
    )
    assert told == [1280, "es-ES", "Europe/Madrid", True, True]


def test_a_screenshot_is_kept_under_its_size_and_theme(
    devices: Devices, site: str, tmp_path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(screenshots, "ARTEFACTS", tmp_path)
    monkeypatch.setenv("TANTERA_PROVE", "1")
    page = devices.page(PHONE, theme="dark", base_url=site)
    page.goto("/clean")
    kept = screenshots.keep(page, "mesa")
    assert kept == tmp_path / "mesa-360x740-dark.png"
    assert kept.read_bytes().startswith(b"\x89PNG")


def test_after_the_last_browser_test_asyncio_is_free_again(running: Running):
    def a_session_of_its_own() -> str:
        own = Running(running.chromium)
        assert own.browser().is_connected()
        assert asyncio.get_running_loop()
        own.stop()
        return asyncio.run(asyncio.sleep(0, "free"))

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(a_session_of_its_own).result() == "free"


def test_without_any_chromium_a_sentence_says_which_tests_cannot_run(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TANTERA_CHROMIUM", "/nowhere/chromium")
    with pytest.raises(NoChromium, match=r"^No browser: the tests in tests/browser cannot run .* \(/nowhere"):
        chromium.find()
