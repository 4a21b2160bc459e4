"""A hall on the day of a tournament: the desk, phones and the wall, in a real browser, on a server that can be killed.

People do here what people do: they read what stands on a page, click and type. No order is given in another way; what
is known of an event is what its pages say, and in the end what its file says. The desk is in `at_desk.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Unpack

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import serious_violations
from tests.browser.lines import Line
from tests.browser.screens import HALL, PHONE, Devices, Screen, Settings
from tests.browser.screenshots import keep
from tests.browser.watch import Watch
from tests.web.processes import Served, free_port, served

if TYPE_CHECKING:
    from tests.browser.at_desk import Desk

LOST = "Failed to load resource: net::ERR_"
"""What Chromium writes on its console while a server is down."""
BACK = 30_000
"""Milliseconds in which a page has noticed that the server is back: it asks every other second."""


class Hall:
    """The server of a hall on one port and one folder, whatever happens to it, and everybody's pages."""

    def __init__(self, folder: Path, devices: Devices, pictures: str) -> None:
        self.folder, self.devices, self.pictures = folder, devices, pictures
        self.port = free_port()
        self._running = ExitStack()
        self.server: Served
        self.looked_at: set[str] = set()
        self.start()
        self.lines: list[Line] = []

    @property
    def url(self) -> str:
        return self.server.url

    def start(self) -> None:
        self.server = self._running.enter_context(served(self.folder, port=self.port))

    def dies(self) -> None:
        """kill -9, as if somebody had pulled the plug."""
        self.server.process.kill()
        self.server.process.wait()

    def power_fails(self, *pages: Someone) -> None:
        """The server dies and is started again; nobody touches these pages, and they are current again."""
        self.dies()
        for one in pages:
            one.notices()
        self.start()
        for one in pages:
            one.is_back()

    def page(self, screen: Screen, url: str = "", **settings: Unpack[Settings]) -> Page:
        settings["base_url"] = url or self.url
        page = self.devices.page(screen, **settings)
        page.set_default_timeout(BACK)
        return page

    def line(self) -> Line:
        line = Line(self.port)
        self.lines.append(line)
        return line

    def looks(self, page: Page, name: str) -> None:
        """Everybody can read it, as far as axe can tell; once for each kind of page."""
        if name not in self.looked_at:
            self.looked_at.add(name)
            assert serious_violations(page) == [], name
            keep(page, f"{self.pictures}-{name}")

    def close(self) -> None:
        for line in self.lines:
            line.close()
        self._running.close()


@contextmanager
def hall(folder: Path, devices: Devices, watch: Watch, pictures: str) -> Iterator[Hall]:
    watch.expect(LOST)
    one = Hall(folder / "data", devices, pictures)
    try:
        yield one
    finally:
        one.close()


class Someone:
    """Somebody with a page that stays open."""

    def __init__(self, hall: Hall, page: Page) -> None:
        self.hall, self.page = hall, page

    def notices(self) -> None:
        """That the server is away: pages that say so, say so."""

    def is_back(self) -> None:
        """The page follows the server again, by itself."""

    def looks(self, name: str) -> None:
        self.hall.looks(self.page, name)

    def press(self, name: str, within: Locator | None = None) -> None:
        (within or self.page).get_by_role("button", name=name, exact=True).click()


class Phone(Someone):
    """A player's own phone, by the code on their card; its line to the server can break."""

    def __init__(self, desk: Desk, name: str, code: str, screen: Screen = PHONE, **settings: Unpack[Settings]) -> None:
        self.line = desk.hall.line()
        super().__init__(desk.hall, desk.hall.page(screen, self.line.url, **settings))
        self.name, self.event = name, desk.event
        self.page.goto(f"/e/{self.event}")
        self.looks("public")
        self.page.get_by_label("Código de tu papeleta o tarjeta").fill(code)
        self.press("Ir")
        expect(self.page.get_by_role("heading", name=f"¿Eres {name}?")).to_be_visible()
        self.looks("who")
        self.press("Sí, soy yo")
        self.page.wait_for_url("**/me")

    def goes_to_the_table(self) -> None:
        """By the button of one's own page."""
        self.page.goto(f"/e/{self.event}/me")
        self.looks("me")
        self.page.get_by_role("link", name="Ir a la papeleta de mi mesa").click()
        expect(self.page.get_by_role("heading").first).to_be_visible()

    def writes(self, *figures: int) -> None:
        for place, figure in enumerate(figures, 1):
            self.page.locator(f"#score{place}").fill(str(figure))
        self.press("Anotar")

    def hands_in(self, *figures: int) -> None:
        """Written, and the server has it."""
        self.looks("slip")
        self.writes(*figures)
        self.sees("Ahora lo confirma uno de los otros")
        self.looks("handed-in")

    def agrees(self) -> None:
        self.sees("¿Es lo que firmasteis?")
        self.looks("agree")
        self.press("Conforme")
        self.sees("Confirmado")
        self.looks("confirmed")

    def sees(self, heading: str) -> None:
        expect(self.page.get_by_role("heading", name=heading)).to_be_visible(timeout=BACK)

    def keeps(self, words: str) -> None:
        """What could not be sent yet is on the phone, and the page says so."""
        expect(self.page.locator("#kept")).to_contain_text(f"Guardado en este móvil; se envía una sola vez: {words}")
        self.looks("kept")

    def is_back(self) -> None:
        expect(self.page.locator("#kept")).to_be_hidden(timeout=BACK)


class Wall(Someone):
    """The projector. Nobody touches it."""

    def __init__(self, desk: Desk, **settings: Unpack[Settings]) -> None:
        super().__init__(desk.hall, desk.hall.page(HALL, **settings))
        self.page.goto(f"/e/{desk.event}/wall")
        expect(self.page.locator(".page.on")).to_have_count(1)

    def notices(self) -> None:
        expect(self.page.locator("#away")).to_be_visible(timeout=BACK)

    def is_back(self) -> None:
        expect(self.page.locator("#away")).to_be_hidden(timeout=BACK)

    def shows_round(self, number: int) -> None:
        expect(self.page.locator("#wall")).to_have_attribute("data-round", str(number), timeout=BACK)
        self.looks(f"wall-{self.page.locator('.page.on').get_attribute('data-kind')}")

    def says_it_is_over(self) -> None:
        expect(self.page.locator(".page.standings header").first).to_contain_text("final", timeout=BACK)

    def standings(self) -> list[Standing]:
        """Every place and name, on whatever page it stands."""
        return places(self.page, ".page.standings tbody tr")


class Public(Someone):
    """The page of the event on anybody's phone."""

    def __init__(self, desk: Desk, **settings: Unpack[Settings]) -> None:
        super().__init__(desk.hall, desk.hall.page(PHONE, **settings))
        self.page.goto(f"/e/{desk.event}")

    def standings(self) -> list[Standing]:
        self.page.locator("[data-keep=standings] summary").click()
        self.looks("public-standings")
        return places(self.page, "[data-keep=standings] tbody tr")


class Standing(NamedTuple):
    """A line of the standings on a screen."""

    place: int
    name: str
    values: list[int]


def places(page: Page, rows: str) -> list[Standing]:
    found: list[list[str]] = page.evaluate(
        """(rows) => [...document.querySelectorAll(rows)].map(
            (row) => [...row.cells].map((cell) => cell.textContent.trim()))""",
        rows,
    )
    return [
        Standing(int(place), name, [int(one.replace("−", "-")) for one in values]) for place, name, *values in found
    ]
