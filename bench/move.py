"""What one move is made of: functions, calls, folds and encodings from the order on the socket to the last byte sent.

    python3 run.py bench move [BOOK]

Four players and somebody who looks on, each with a socket, at a table on a real store; the figures are medians over the
moves of a hand that end nothing. Counted is what this program does on the server's thread (`sys.setprofile`), not what
asyncio or the database do.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from types import FrameType, SimpleNamespace
from typing import Any, NamedTuple, cast

import msgspec

from tantera.play import Phase, legal_moves
from tantera.play.fold import evolve
from tantera.play.log import write_event
from tantera.rules import load_book
from tantera.store import open_store
from tantera.tables import Settings, Times, open_table, start_table, unfold
from tantera.tables.orders import Enter, Sit
from tantera.web.config import Limits
from tantera.web.tables.bots import BotRoom
from tantera.web.tables.live import LiveTable, stream_of
from tantera.web.tables.socket import WIRE, Socket

PEOPLE = ("ana", "bea", "cai", "dan", "eva")


class Cost(NamedTuple):
    """Of one move."""

    functions: int
    calls: int
    encodes: int
    folds: int
    sent: int
    """Bytes, to all sockets together."""


class _Wire:
    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def push(self, text: bytes) -> int:
        self.sent.append(text)
        return 0

    def abort(self) -> None:
        """Nobody is slow here."""


@contextmanager
def counted(called: Counter[Any]) -> Iterator[None]:
    """Counts calls of this program's named functions, by their code, and of `Encoder.encode`."""

    def note(frame: FrameType, event: str, arg: Any) -> None:
        code = frame.f_code
        if event == "call" and "/tantera/" in code.co_filename and not code.co_name.startswith("<"):
            called[code] += 1
        elif event == "c_call" and isinstance(getattr(arg, "__self__", None), msgspec.json.Encoder):
            called["encode"] += 1

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


class Move(NamedTuple):
    """What was called for one move, in the order in which it was called first, and how often; and what was sent."""

    called: Counter[Any]
    sent: int

    @property
    def cost(self) -> Cost:
        calls = Counter(self.called)
        encodes = calls.pop("encode")
        return Cost(len(calls), calls.total(), encodes, calls[evolve.__code__], self.sent)


def moves(book: str, folder: Path) -> list[Move]:
    """The moves of a hand at a table of this book, but for the one that ends it."""
    return asyncio.run(_moves(book, folder))


async def _moves(book: str, folder: Path) -> list[Move]:
    store = open_store(folder)
    settings = Settings(times=Times(entropy=0), public=True)
    first = open_table(load_book(book), PEOPLE[0], "Ana", settings, "CODE", "salt", 0)
    await store.append(stream_of("t"), 0, [write_event(first)])
    table = LiveTable("t", start_table(load_book(book), first), store, BotRoom(), (0, 0))
    try:
        wires = {person: _Wire() for person in PEOPLE}
        sockets = {person: await _joined(table, person, wires[person]) for person in PEOPLE}
        while table.state.match is None or table.state.match.phase is not Phase.PLAYING:
            await asyncio.sleep(0.01)
            await table._do(lambda state, at: unfold(state, ()))
        return [made async for made in _hand(table, sockets, wires)]
    finally:
        await table.stop(lambda lang: b"")
        await store.close()


async def _joined(table: LiveTable, person: str, wire: _Wire) -> Socket:
    app = SimpleNamespace(state=SimpleNamespace(meters=SimpleNamespace(orders=Counter(), slow_sockets=0)))
    visitor = SimpleNamespace(person=person, session=person)
    client = SimpleNamespace(user=visitor, scope={"extensions": {WIRE: wire}}, app=app)
    if person != PEOPLE[0]:
        await table.order(Enter(person.title(), "CODE"), person)
    socket = Socket(cast(Any, client), table, "es", Limits())
    await table.connect(socket)
    if person in PEOPLE[:4]:
        await table.order(Sit(PEOPLE.index(person) + 1), person)
    return socket


async def _hand(table: LiveTable, sockets: dict[str, Socket], wires: dict[str, _Wire]) -> AsyncIterator[Move]:
    number = 0
    while (match := table.state.match) is not None and match.phase is Phase.PLAYING:
        hand = match.hand
        assert hand is not None
        person = str(table.state.chairs[hand.turn - 1].person)
        number += 1
        frame = {"type": "order", "id": f"m{number}", "order": legal_moves(hand)[-1]}
        text = msgspec.json.encode(frame, enc_hook=lambda tile: tile.code)
        for wire in wires.values():
            wire.sent.clear()
        called: Counter[Any] = Counter()
        with counted(called):
            await sockets[person]._take(text)
        if table.state.match is not None and table.state.match.phase is Phase.PLAYING:
            yield Move(called, sum(len(text) for wire in wires.values() for text in wire.sent))


def main(book: str = "san-juan") -> None:
    with tempfile.TemporaryDirectory() as folder:
        costs = [made.cost for made in moves(book, Path(folder))]
    print(f"{book}: {len(costs)} moves with {len(PEOPLE)} listeners, of each the median")
    for name, figures in zip(Cost._fields, zip(*costs, strict=True), strict=True):
        print(f"{name:>10} {median(figures):8g}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
