"""Four people with a device each, at one table of a server that can be killed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import CDPSession, Error, Page, expect

from tests.browser.at_table import Hand, Seat, play
from tests.browser.kept import Kept
from tests.browser.lines import Line
from tests.browser.screens import LAPTOP, PHONE, PHONE_TALL, Devices, Screen, Theme
from tests.web.processes import Served, free_port, served


class Person(NamedTuple):
    name: str
    screen: Screen
    hand: Hand
    theme: Theme = "light"
    locale: str = "es-ES"


FOUR = (
    Person("Maria Antònia Puigdevall", PHONE, "finger"),
    Person("Núria Roca", LAPTOP, "keys"),
    Person("Jordi Pons", LAPTOP, "drag", "dark", "ca-ES"),
    Person("Albert Mas", PHONE_TALL, "finger", "dark", "en-GB"),
)


class Server:
    """``tantera serve`` as a process, on one port and one folder whatever happens to it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._running = ExitStack()
        self._server: Served

    def start(self) -> None:
        self._server = self._running.enter_context(served(self.folder, port=self.port))

    def kill(self) -> None:
        """As if somebody had pulled the plug."""
        self._server.process.kill()
        self._server.process.wait()

    def close(self) -> None:
        self._running.close()


class Party:
    """The four, their lines and what is kept of them."""

    def __init__(self, server: Server, devices: Devices, people: Sequence[Person] = FOUR) -> None:
        self.server = server
        self.lines = [Line(server.port) for _ in people]
        self.seats = [
            Seat(
                devices.page(one.screen, theme=one.theme, locale=one.locale, base_url=line.url),
                one.name,
                one.hand,
                chance=at,
            )
            for at, (one, line) in enumerate(zip(people, self.lines, strict=True))
        ]
        self.kept: Kept
        """Once there is a table."""

    def line_of(self, seat: Seat) -> Line:
        return self.lines[self.seats.index(seat)]

    def meet(self, book: str, points: int, hands: int | None = None) -> None:
        """The first opens a table from the home page, the others come by its code; then the match begins by itself."""
        host, *others = self.seats
        code = open_table(host, book, points, hands)
        self.kept = Kept(self.server.folder, host.page.url.rpartition("/")[2])
        for seat in others:
            come_in(seat, code)

    def play(self, answers: int) -> None:
        """So many answers more, of whoever is asked."""
        play(self.seats, lambda: False, answers=answers)

    def somebody_with_a_choice(self) -> Seat:
        """Play on until somebody is in turn who holds a tile that fits."""
        found: list[Seat] = []

        def enough() -> bool:
            found[:] = [
                seat for seat in self.seats if seat.is_my_turn() and seat.page.locator("#rack button.up").count()
            ]
            return bool(found)

        play(self.seats, enough)
        return found[0]

    def is_right(self) -> None:
        """Every screen says that it is current; every rack and every carro is what is on the server's disk."""
        for seat in self.seats:
            seat.until_current()
        until = time.monotonic() + 10
        while wrong := self._differences():
            assert time.monotonic() < until, wrong
            self.seats[0].page.wait_for_timeout(50)

    def _differences(self) -> list[str]:
        racks, chain = self.kept.racks(), self.kept.chain()
        found = []
        for seat in self.seats:
            if seat.mode() != "play":
                continue
            shown, kept = seat.tiles(), racks.get(seat.name, [])
            if seat.rack_tiles.count() and shown != kept:
                found.append(f"{seat.name} is shown {shown} and holds {kept}")
            if seat.chain() != chain:
                found.append(f"{seat.name} sees {seat.chain()} and there is {chain}")
        return found

    def close(self) -> None:
        for line in self.lines:
            line.close()


@contextmanager
def party(folder: Path, devices: Devices) -> Iterator[Party]:
    server = Server(folder)
    with ExitStack() as closing:
        closing.callback(server.close)
        server.start()
        one = Party(server, devices)
        closing.callback(one.close)
        yield one


def open_table(seat: Seat, book: str, points: int, hands: int | None = None) -> str:
    """From the home page by the form, with people only: the code that lets the others in."""
    page = seat.page
    page.goto("/")
    seat.press(page.locator("a[href='/tables/new']"))
    seat.press(page.locator("#game > summary"))
    seat.press(page.locator(f"button[name=choose][value={book}]"))
    expect(page.locator(f"button[value={book}]")).to_have_attribute("aria-pressed", "true")
    fields = {"points": str(points), "minutes": "", "hands": str(hands or ""), "name": seat.name}
    for field, text in fields.items():
        page.locator(f"#{field}").fill(text)
    seat.press(page.locator("#company > summary"))
    seat.press(page.locator("input[name=bots][value=none]"))
    seat.press(page.locator(".open-bar button"))
    return page.locator(".share .code").inner_text()


def come_in(seat: Seat, code: str) -> None:
    """By the four letters on the home page, to any seat that is free."""
    page = seat.page
    page.goto("/")
    page.locator("#code").press_sequentially(code)
    page.locator("#name").fill(seat.name)
    any_seat = page.locator("input[name=seat][value=any]")
    if seat.hand == "keys":  # Tab leads to the one that is ticked, arrows to the others
        seat.walk_to(page.locator("input[name=seat]:checked"))
        while not any_seat.is_checked():
            page.keyboard.press("ArrowDown")
    else:
        seat.press(any_seat)
    seat.press(page.locator("form.stack button.primary"))
    page.wait_for_url("**/tables/*")


@contextmanager
def asleep(page: Page, line: Line) -> Iterator[None]:
    """A phone in a pocket: no script runs, no byte arrives, and nobody is told. When it wakes its old socket is dead.

    Chromium without a window knows no freezing: the debugger stops all scripts, and we say that the page is seen again.
    """
    debugger: CDPSession = page.context.new_cdp_session(page)
    line.lose()
    debugger.send("Debugger.enable")
    debugger.send("Debugger.pause")
    try:
        yield
    finally:
        line.mend()
        with suppress(Error):  # nothing is paused where no script has wanted to run meanwhile
            debugger.send("Debugger.resume")
        debugger.send("Debugger.disable")
        debugger.detach()
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
