"""A table's first visit on a phone: requests, bytes and the time until it can be played at, in Chromium with a slow
line and a slow processor.

    python3 run.py bench arrival [TIMES]

A real `tantera serve` in a process of its own, somebody alone with bots, whose turn it is or will be at once. A browser
that has never been here (390 by 844, four times slower than this machine) opens the table; it is playable when the
screen is what the server has and shows the own tiles. Then the same once more, with what the browser has kept. The
medians of so many visits; lines as `Network.emulateNetworkConditions` makes them.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

from rich.console import Console
from rich.table import Table

from bench._program import Measured, program
from bench.hall import running
from tests.web.processes import free_port

SLOWER = 4
"""Times as slow as this machine: a phone of some years ago."""
PLAYABLE = "#table[data-current=true] #rack button"
PATIENCE = 120_000


class Line(NamedTuple):
    name: str
    latency: int
    """Milliseconds there and back."""
    kilobits: int
    """A second, down; a third of it up."""


LINES = (Line("hall Wi-Fi, crowded", 150, 1600), Line("a village's mobile", 400, 400), Line("a good line", 20, 20_000))


class Visit(NamedTuple):
    requests: int
    bytes: int
    """On the line, headers included."""
    playable: float
    """Milliseconds."""


@contextmanager
def table() -> Iterator[tuple[str, str]]:
    """A table that plays, and the session of whoever sits there: its address, and the cookie."""
    with tempfile.TemporaryDirectory(prefix="tantera-bench-") as name:
        folder, port = Path(name), free_port()
        words = ["serve", "--no-qr", "--host", "127.0.0.1", "--port", str(port), "--data", str(folder / "data")]
        with running([sys.executable, "-m", "tantera", *words], folder, port):
            url = f"http://127.0.0.1:{port}"
            opening = {"name": "Ana", "book": "clasico", "bots": "all", "settings": {"times": {"entropy": 0}}}
            asked = Request(f"{url}/api/tables", json.dumps(opening).encode(), {"content-type": "application/json"})
            with urlopen(asked) as answer:
                cookie = answer.headers["set-cookie"].split(";")[0].partition("=")[2]
                yield f"{url}/tables/{json.load(answer)['table']}", cookie


def visits(browser: Any, url: str, cookie: str, line: Line, slower: int) -> tuple[Visit, Visit]:
    """The first, and the one after it."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2, has_touch=True)
    context.add_cookies([{"name": "tantera", "value": cookie, "url": url}])
    try:
        first = _visit(context, url, line, slower)
        return first, _visit(context, url, line, slower)
    finally:
        context.close()


def _visit(context: Any, url: str, line: Line, slower: int) -> Visit:
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    down = line.kilobits * 1000 / 8
    slow = {"offline": False, "latency": line.latency, "downloadThroughput": down, "uploadThroughput": down / 3}
    session.send("Network.emulateNetworkConditions", slow)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    asked: set[str] = set()
    sizes: list[float] = []

    def sent(event: dict[str, Any]) -> None:
        if event["request"]["url"].startswith("http"):
            asked.add(event["requestId"])

    def kept(event: dict[str, Any]) -> None:
        if event.get("response", {"fromDiskCache": True}).get("fromDiskCache"):
            asked.discard(event["requestId"])

    session.on("Network.requestWillBeSent", sent)
    session.on("Network.requestServedFromCache", kept)
    session.on("Network.responseReceived", kept)
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    began = time.perf_counter()
    page.goto(url, wait_until="commit", timeout=PATIENCE)
    page.locator(PLAYABLE).first.wait_for(timeout=PATIENCE)
    took = 1000 * (time.perf_counter() - began)
    page.wait_for_load_state("load", timeout=PATIENCE)
    page.close()
    return Visit(len(asked), round(sum(sizes)), took)


def main(times: int = 5, lines: int = len(LINES), slower: int = SLOWER) -> Measured:
    from playwright.sync_api import sync_playwright

    from tests.browser.chromium import find
    from tests.browser.conftest import FLAGS

    chromium = find()
    shown = Table("", "visit", "requests", "kB", "playable after ms", title=f"phone, processor {slower} × slower")
    figures: dict[str, float] = {}
    with table() as (url, cookie), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.program, args=FLAGS, env=dict(chromium.environment)
        )
        for line in LINES[:lines]:
            pairs = [visits(browser, url, cookie, line, slower) for _ in range(times)]
            for name, some in (("first", [pair[0] for pair in pairs]), ("again", [pair[1] for pair in pairs])):
                found = Visit(*(median(part) for part in zip(*some, strict=True)))
                kilobytes = f"{found.bytes / 1000:.0f}"
                shown.add_row(line.name, name, f"{found.requests:.0f}", kilobytes, f"{found.playable:,.0f}")
                figures |= {
                    f"{line.name}, {name}: requests": found.requests,
                    f"{line.name}, {name}: bytes": found.bytes,
                    f"{line.name}, {name}: ms": found.playable,
                }
        browser.close()
    Console(width=120).print(shown)
    return Measured(figures)


if __name__ == "__main__":
    program(main, int, int, quick=(1, 1, 1))  # a processor is made slow by keeping it busy
