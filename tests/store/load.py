"""A program that appends as fast as it can and says what was acknowledged, until somebody kills it.

``python -m tests.store.load PLACE NAME``: a line on standard output for each append that was answered.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from random import Random

from tantera.store import Conflict, NotSaved, Store, open_store

STREAMS = 6
WRITERS = 24
"""Four for each stream: they are in each other's way all the time."""


async def write(store: Store, name: str, stream: str, chance: Random) -> None:
    version = number = 0
    while True:
        order, size = f"{name}-{number}", chance.randint(1, 3)
        events = [json.dumps([order, part, size]).encode() for part in range(size)]
        twice = 2 if chance.random() < 0.1 else 1  # a client that is impatient
        answers = await asyncio.gather(*(_until_answered(store, stream, version, events, order) for _ in range(twice)))
        assert len({answer[:2] for answer in answers}) == 1, answers
        since, version = answers[0]
        os.write(1, f"{stream} {since} {version} {order}\n".encode())  # one write, so never half a line
        number += 1


async def _until_answered(store: Store, stream: str, version: int, events: list[bytes], order: str) -> tuple[int, int]:
    while True:
        try:
            done = await store.append(stream, version, events, order)
            return done.since, done.version
        except Conflict as conflict:
            version = conflict.found
        except NotSaved:
            await asyncio.sleep(0.02)


async def main(place: str, name: str) -> None:
    store = open_store(place if "://" in place else Path(place), probe_every=0.05)
    await asyncio.gather(
        *(write(store, f"{name}-{n}", f"table/{n % STREAMS}", Random(f"{name}{n}")) for n in range(WRITERS))
    )


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
