"""However a client's bytes come, whole or in pieces, they are the same messages (RFC 6455, 5.2 to 5.4)."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import BinaryIO

import msgspec
import pytest

from tests.web.serving import Guest, Running, serving

AGAIN = b'{"type":"again"}'
LONG = AGAIN + b" " * 150
TEXT, MORE, PING = 1, 0, 9


def frame(payload: bytes, mask: bytes = b"\1\2\3\4", opcode: int = TEXT, last: bool = True) -> bytes:
    size = len(payload)
    head = bytes([0x80 * last | opcode, 0x80 | min(size, 126)]) + (size.to_bytes(2, "big") if size > 125 else b"")
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))


def looks_like_a_frame() -> list[bytes]:
    """One message in two pieces: the second, by itself, would be a whole frame."""
    cut = 8
    mask = bytes([LONG[cut] ^ 0x81, LONG[cut + 1] ^ (0x80 | 100), 3, 4])
    one = frame(AGAIN + b" " * (cut + 106 - len(AGAIN)), mask)
    begins = len(one) - 106
    assert one[begins] == 0x81
    assert one[begins + 1] == 0x80 | 100
    return [one[:begins], one[begins:]]


STORIES = {
    "whole": [frame(AGAIN), frame(LONG)],
    "byte by byte": [bytes([byte]) for byte in frame(AGAIN) + frame(LONG)],
    "two at once": [frame(AGAIN) + frame(LONG)],
    "one and a half": [frame(AGAIN) + frame(LONG)[:20], frame(LONG)[20:]],
    "in fragments, a ping between them": [
        frame(AGAIN[:5], last=False),
        frame(b"?", opcode=PING),
        frame(AGAIN[5:], opcode=MORE),
        frame(LONG),
    ],
    "a piece that looks like a frame": [*looks_like_a_frame(), frame(LONG)],
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, str]]:
    with serving(tmp_path_factory.mktemp("pieces") / "data") as server:
        yield server, Guest(server.url, "Ana").opens("san-juan", settings={"public": True})["table"]


@pytest.mark.parametrize("story", STORIES)
def test_a_message_is_the_same_in_whatever_pieces_it_comes(table: tuple[Running, str], story: str):
    assert answers(*table, STORIES[story], 3) == ["joined"] * 3


def test_what_does_not_continue_a_message_that_is_begun_ends_the_connection(table: tuple[Running, str]):
    assert answers(*table, [frame(AGAIN[:5], last=False), frame(AGAIN)], 2) == ["joined", 1002]


def test_a_text_that_is_none_ends_the_connection(table: tuple[Running, str]):
    assert answers(*table, [frame(b'{"type":"\xff"}')], 2) == ["joined", 1007]


def answers(server: Running, table: str, pieces: Iterable[bytes], count: int) -> list[str | int]:
    """The kinds of so many messages, heartbeats and pongs apart, or the code of a close: the first is of joining."""
    with closing(socket.create_connection(("127.0.0.1", server.port), 10)) as line, line.makefile("rb") as reader:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall(
            f"GET /tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "\r\n".encode()
        )
        while reader.readline().strip():
            pass
        heard = _heard(reader)
        found = [next(heard)]
        for piece in pieces:
            line.sendall(piece)
            time.sleep(0.01)  # so that it comes alone
        return [*found, *(next(heard) for _ in range(count - 1))]


def _heard(reader: BinaryIO) -> Iterator[str | int]:
    while True:
        head = reader.read(2)
        size = int.from_bytes(reader.read(2), "big") if head[1] == 126 else head[1]
        payload, opcode = reader.read(size), head[0] & 15
        if opcode == 8:
            yield int.from_bytes(payload[:2], "big")
        elif opcode == TEXT and (kind := msgspec.json.decode(payload)["type"]) != "beat":
            yield kind
