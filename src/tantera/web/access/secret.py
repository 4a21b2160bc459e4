"""What only the server knows: made on the first run, kept in its store."""

from __future__ import annotations

import secrets
from typing import Final

import msgspec

from tantera.store import Conflict, Store

STREAM: Final = "server"


async def server_secret(store: Store) -> bytes:
    while True:
        stored = await store.read(STREAM)
        if stored:
            return bytes.fromhex(msgspec.json.decode(stored[0].event)["secret"])
        begun = {"event": "server_begun.1", "secret": secrets.token_hex(32)}
        try:
            await store.append(STREAM, 0, [msgspec.json.encode(begun)])
        except Conflict:
            continue
        return bytes.fromhex(begun["secret"])
