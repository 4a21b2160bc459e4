"""How long a match's report takes beside busy tables, and how much longer they wait meanwhile.

    python3 run.py bench report [HANDS] [TABLES] [SECONDS] [PATIENCE]

Tables of five sockets each play on, everybody thinking for a second on average. First the delay of their orders is
measured alone; then somebody brings a file with a match of so many hands and asks for its luck and play, twice: for the
first one the process that studies has to start. A report is to be done within ten seconds, and meanwhile the slowest
order in a hundred may take a tenth longer than before. A report lets everything else on the machine go first; whatever
is not done after so many seconds of patience has taken those.
"""

from __future__ import annotations

import asyncio
import gc
import re
import time
from statistics import quantiles
from typing import NamedTuple

import httpx
from rich.console import Console
from rich.table import Table

from bench._program import Measured, program
from bench.tables import Load, measure, running, seated
from tantera.bots.arena.archive import Archive, played, written
from tantera.notation import write
from tests.web.processes import free_port

BOOK = "san-juan"
BOTS = ("counter", "greedy", "counter", "greedy")
THINKS = 1.0
WITHIN = 10.0
SLOWER = 1.1
PATIENCE = 600.0
ORDERS = 100
"""So many at least say what one in a hundred takes."""


class Reported(NamedTuple):
    took: float
    """Seconds from asking to the last hand."""
    delay: float
    """Milliseconds that the slowest order in a hundred took meanwhile."""


def match_text(hands: int, number: int) -> str:
    archive = Archive(BOOK, BOTS, 1, f"{hands}h")
    return write(written(played(archive, number), archive, number))


def slowest(load: Load) -> float:
    return 1000 * quantiles(load.delays, n=100)[98] if len(load.delays) >= ORDERS else 0.0


async def reported(http: httpx.AsyncClient, load: Load, text: str, patience: float) -> Reported:
    """A match brought, and its report waited for as the page does."""
    token = re.search(r'name="_csrf_token" value="([^"]+)"', (await http.get("/replays")).text)
    assert token is not None
    brought = await http.post("/replays", data={"_csrf_token": token[1]}, files={"file": ("match.dgn", text.encode())})
    place, hands = brought.headers["location"], text.count("\n#")
    load.delays.clear()
    began, version = time.perf_counter(), ""
    (await http.get(f"{place}/review")).raise_for_status()
    while not version.startswith(f"{hands}.") and (left := began + patience - time.perf_counter()) > 0:
        asked = {"since": version, "patience": min(left, 10.0)}
        news = await http.get(f"{place}/review/news", params=asked)
        version = news.raise_for_status().json()["version"]
    return Reported(time.perf_counter() - began, slowest(load))


async def beside(hands: int, tables: int, seconds: float, patience: float) -> tuple[float, list[Reported]]:
    """The delay alone, and both reports."""
    port = free_port()
    with running("tantera", port) as pid:
        load = Load(port)
        load.pause = THINKS
        await load.join(await seated("tantera", port, tables, BOOK))
        load.sit_down()
        await asyncio.sleep(min(5, seconds))
        await measure(load, pid, seconds)
        alone = slowest(load)
        html = {"accept": "text/html"}
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, headers=html) as http:
            found = [await reported(http, load, match_text(hands, number), patience) for number in (1, 2)]
        load.stopped = True
        for client in load.clients:
            client.transport.abort()
    return alone, found


def main(hands: int = 20, tables: int = 100, seconds: float = 30, patience: float = PATIENCE) -> Measured:
    gc.disable()  # the players must not be what the delays show
    alone, (first, second) = asyncio.run(beside(hands, tables, seconds, patience))
    shown = Table("", "seconds", "an order, ms at 99 %", title=f"a match of {hands} hands beside {tables} tables")
    shown.add_row("no report", "", f"{alone:.1f}")
    for name, one in (("the first", first), ("the next", second)):
        shown.add_row(name, f"{one.took:.1f}", f"{one.delay:.1f}")
    Console(width=100).print(shown)
    missed = []
    if second.took > WITHIN:
        missed.append(f"a report within {WITHIN:.0f} s")
    if second.delay > SLOWER * alone > 0:
        missed.append(f"orders at 99 % no more than {SLOWER} times as slow")
    figures = {"alone: an order, ms at 99 %": alone}
    for name, one in (("first", first), ("next", second)):
        figures |= {f"{name}: report, s": one.took, f"{name}: an order, ms at 99 %": one.delay}
    return Measured(figures, missed)


if __name__ == "__main__":
    program(main, int, int, float, float, quick=(1, 1, 0.5, 2.0))
