"""Pages as arrays of ink, to look whether anything lies where nothing may lie."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt

from tantera.paper.press import Document, press

PPI = 32
MM = PPI / 25.4
"""Dots to a millimetre."""

Page = npt.NDArray[np.bool_]


def pages(document: Document, ppi: int = PPI) -> list[Page]:
    """Where each page has ink."""
    return [_ink(picture) for picture in press(document, "png", ppi)]


def inked(page: Page, left: float, top: float, right: float, bottom: float) -> bool:
    """Whether there is ink in a rectangle, in millimetres from the top left corner."""
    across = slice(round(left * MM), round(right * MM))
    return bool(page[round(top * MM) : round(bottom * MM), across].any())


def size(page: Page) -> tuple[int, int]:
    """Width and height in millimetres."""
    return round(page.shape[1] / MM), round(page.shape[0] / MM)


def _ink(picture: bytes) -> Page:
    """A PNG of 8 bits a channel, read by the text of its standard: no library here reads pictures."""
    assert picture.startswith(b"\x89PNG")
    at, data, header = 8, b"", b""
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        kind, body = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            header = body
        if kind == b"IDAT":
            data += body
        at += 12 + length
    wide, high, depth, colour = struct.unpack(">IIBB", header[:10])
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
    assert depth == 8
    rows = _unfiltered(zlib.decompress(data), wide * channels, high, channels)
    dots = np.frombuffer(bytes(rows), np.uint8).reshape(high, wide, channels)
    ink: Page = dots[:, :, 0] < 200
    return ink


def _unfiltered(raw: bytes, wide: int, high: int, step: int) -> bytearray:
    out = bytearray()
    above = bytearray(wide)
    for row in range(high):
        kind, line = raw[row * (wide + 1)], bytearray(raw[row * (wide + 1) + 1 : (row + 1) * (wide + 1)])
        if kind == 2:
            line[:] = (
                ((np.frombuffer(line, np.uint8) + np.frombuffer(above, np.uint8)) & 255).astype(np.uint8).tobytes()
            )
        elif kind:
            for x in range(wide):
                left = line[x - step] if x >= step else 0
                corner = above[x - step] if x >= step else 0
                guess = left if kind == 1 else (left + above[x]) // 2 if kind == 3 else _paeth(left, above[x], corner)
                line[x] = (line[x] + guess) & 255
        out += line
        above = line
    return out


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))
