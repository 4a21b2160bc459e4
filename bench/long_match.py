"""One match of very many hands over real sockets: does a move cost more in the five hundredth hand than in the first?

    python3 run.py bench long_match [HANDS] [BOOK]

Four players and a spectator at one table, each with a socket; whoever is in turn answers at once. The sheet, the log
and the ledger of the match grow all the while: a part of a move that walked over any of them would show.
"""

from __future__ import annotations

import asyncio
import gc
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench._program import Measured, cpu, program
from bench.tables import Load, _memory, running, seated
from tests.web.processes import free_port

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
    port = free_port()
    with running("tantera", port) as pid:
        load = Load(port)
        await load.join(await seated("tantera", port, 1, book, "99999p"))
        load.sit_down()
        for number in range(PARTS):
            since, until = number * hands // PARTS, (number + 1) * hands // PARTS
            load.delays.clear()
            before, moves = cpu(pid), load.moves
            while load.hands < until or not load.delays:  # a short part may have been over before it was looked at
                await asyncio.sleep(0.02)
            used, made = cpu(pid) - before, load.moves - moves
            parts.append(Part((since + 1, until), 1e6 * used / max(made, 1), 1000 * median(load.delays), _memory(pid)))
        load.stopped = True
        for client in load.clients:
            client.transport.abort()
    return parts


def main(hands: int = 500, book: str = "clasico") -> Measured:
    gc.disable()
    shown = Table(title=f"one match of {hands} hands, {book}")
    for column in ("hands", "CPU a move µs", "ms 50 %", "MB"):
        shown.add_column(column, justify="right")
    parts = asyncio.run(play(hands, book))
    for (since, until), used, delay, memory in parts:
        shown.add_row(f"{since}-{until}", f"{used:.0f}", f"{delay:.1f}", f"{memory:.0f}")
    Console(width=120).print(shown)
    return Measured({
        "CPU a move, first hands: µs": parts[0].cpu,
        "CPU a move, last hands: µs": parts[-1].cpu,
        "last hands: MB": parts[-1].memory,
    })  # fmt: skip


if __name__ == "__main__":
    program(main, int, str, quick=(5,))
