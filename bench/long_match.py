"""One match of very many hands over real sockets: does a move cost more in the five hundredth hand than in the first?

    python3 run.py bench long_match [HANDS] [BOOK]

Four players and a spectator at one table, each with a socket; whoever is in turn answers at once. The sheet, the log
and the ledger of the match grow all the while: a part of a move that walked over any of them would show.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from pathlib import Path
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.tables import Load, _cpu, _memory, running, seated

PORT = 8890
PARTS = 5


class Part(NamedTuple):
    """Some hands of the match."""

    hands: tuple[int, int]
    cpu: float
    """Microseconds of the server's CPU a move."""
    delay: float
    """Median milliseconds from an order to its acknowledgement."""
    memory: float


async def play(hands: int, book: str) -> list[Part]:
    parts: list[Part] = []
    with running("tantera", PORT) as pid:
        load = Load(PORT)
        await load.join(await seated("tantera", PORT, 1, book, "99999p"))
        load.sit_down()
        for number in range(PARTS):
            since, until = number * hands // PARTS, (number + 1) * hands // PARTS
            load.delays.clear()
            cpu, moves = _cpu(pid), load.moves
            while load.hands < until:
                await asyncio.sleep(0.02)
            used, made = _cpu(pid) - cpu, load.moves - moves
            parts.append(Part((since + 1, until), 1e6 * used / made, 1000 * median(load.delays), _memory(pid)))
        load.stopped = True
        for client in load.clients:
            client.transport.abort()
    return parts


def main(hands: int, book: str) -> None:
    gc.disable()
    shown = Table(title=f"one match of {hands} hands, {book}")
    for column in ("hands", "CPU a move µs", "ms 50 %", "MB"):
        shown.add_column(column, justify="right")
    for (since, until), cpu, delay, memory in asyncio.run(play(hands, book)):
        shown.add_row(f"{since}-{until}", f"{cpu:.0f}", f"{delay:.1f}", f"{memory:.0f}")
    Console(width=120).print(shown)


if __name__ == "__main__":
    given = dict(enumerate(sys.argv[1:]))
    main(int(given.get(0, 500)), given.get(1, "clasico"))
