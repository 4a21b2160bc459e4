"""A real browser for tests: README.md says how to ask for pages."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.browser.chromium import Chromium, NoChromium, find
from tests.browser.screens import Cupboard, Devices, first_page
from tests.browser.watch import Watch
from tests.web.serving import Running as Server
from tests.web.serving import serving

HERE = Path(__file__).parent

FLAGS = (
    "--no-sandbox",  # root has none
    "--disable-gpu",
    # Nothing of its own calls home.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Nothing leaves this machine by any door: sockets and prefetches ask the same resolver. A route of Playwright's
    # would do less, and switch the browser's cache off. *.test is for pages that must not be a secure context.
    "--no-proxy-server",
    "--host-resolver-rules=MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]",
)

expect.set_options(timeout=30_000)  # the machine may be busy with the other tests


class Running:
    """Playwright and its browser, from the first test in this folder that asks for it to the last test in this folder.

    Playwright's synchronous API leaves an event loop running in the thread that called it: as long as it is up,
    ``asyncio.run`` fails in every other test of the process. So it cannot stay until the end of the session.
    """

    def __init__(self, chromium: Chromium) -> None:
        self.chromium = chromium
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self.cupboard = Cupboard()

    def browser(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self.stop()
            self.cupboard = Cupboard()
            self._playwright = sync_playwright().start()
            self._browser = self._playwright.chromium.launch(
                executable_path=self.chromium.program, args=FLAGS, env=dict(self.chromium.environment)
            )
        return self._browser

    def answers(self) -> bool:
        """Not after Ctrl-C: it ends the greenlet that talks to Playwright, and then even ``close`` waits for ever."""
        return self._playwright is not None and not self._playwright._dispatcher_fiber.dead

    def stop(self) -> None:
        if self._playwright is not None and self.answers():
            self._playwright.stop()  # and its browser with it
        self._playwright = self._browser = None


RUNNING = pytest.StashKey[Running]()


@pytest.fixture(scope="session")
def running(pytestconfig: pytest.Config) -> Iterator[Running]:
    """A test that cannot have a browser fails and says so; it is never left out."""
    try:
        running = pytestconfig.stash[RUNNING] = Running(find())
    except NoChromium as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None
    yield running
    running.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    try:
        return (yield)
    finally:
        running = item.config.stash.get(RUNNING, None)
        if running is not None and (nextitem is None or HERE not in nextitem.path.parents):
            running.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all who need nothing but tables and tournaments of their own: what a device has loaded from it for
    one test, it has for the next."""
    with serving(tmp_path_factory.mktemp("browser") / "data") as server:
        yield server


@pytest.fixture
def browser(running: Running) -> Browser:
    return running.browser()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """What goes wrong in the pages of this test; at its end the test fails if anything unexpected did."""
    with Watch() as watch:
        yield watch


@pytest.fixture
def devices(running: Running, browser: Browser, watch: Watch) -> Iterator[Devices]:
    devices = Devices(browser, watch, running.cupboard)
    yield devices
    if running.answers():
        devices.close()


@pytest.fixture
def context(devices: Devices) -> BrowserContext:
    """A laptop, light, in Spanish."""
    return devices.context()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page on that laptop."""
    return first_page(context)
