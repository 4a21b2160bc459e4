"""QR codes: as a picture in a page, as blocks in a terminal; and what joins a phone to a Wi-Fi."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import Any, Final

import segno
from markupsafe import Markup
from msgspec import Struct

_BORDER: Final = 4
"""Modules of white around a code: what the standard asks for."""


BETWEEN: Final = "    "
"""Between two codes in a terminal."""


class Wifi(Struct, frozen=True):
    """A network, as one tells it to guests."""

    name: str
    key: str = ""
    """Empty where it is open."""
    hidden: bool = False

    @property
    def code(self) -> str:
        """What a phone's camera understands as an invitation to join.

        >>> Wifi("Peña; la 6", 'dos"tres').code
        'WIFI:T:WPA;S:Peña\\\\; la 6;P:dos\\\\"tres;;'
        """
        kind = (
            f"T:WPA;S:{_escaped(self.name)};P:{_escaped(self.key)};"
            if self.key
            else f"T:nopass;S:{_escaped(self.name)};"
        )
        return f"WIFI:{kind}{'H:true;' if self.hidden else ''};"


def _escaped(text: str) -> str:
    """Characters that mean something stand behind a backslash. What could be a number in hex stands in quotes."""
    plain = re.sub(r'([\\;,:"])', r"\\\1", text)
    return f'"{plain}"' if re.fullmatch(r"(?:[0-9A-Fa-f]{2})+", text) else plain


@lru_cache(maxsize=256)
def picture(text: str, words: str) -> Markup:
    """A QR code for a page, black on white whatever the theme; `words` are for those who hear the page."""
    return _drawn(segno.make_qr(text, error="m"), words)


def pictures(texts: Sequence[str], words: str) -> list[Markup]:
    """Many codes of texts that differ in a few letters. Any of the eight masks can be read and weighing them is most of
    the work: the best one for the first serves the others."""
    mask: int | None = None
    drawn = []
    for text in texts:
        code = segno.make_qr(text, error="m", mask=mask)
        mask = code.mask
        drawn.append(_drawn(code, words))
    return drawn


def _drawn(code: segno.QRCode, words: str) -> Markup:
    size = code.symbol_size(border=_BORDER)[0]
    drawn = "".join(
        f"M{x} {y}h{length}v1h-{length}z"
        for y, row in enumerate(code.matrix_iter(border=_BORDER))
        for x, length in _runs(row)
    )
    return Markup(
        '<svg class="qr" role="img" aria-label="{words}" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        '<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path fill="#000" d="{drawn}"/></svg>'
    ).format(words=words, size=size, drawn=drawn)


def _runs(row: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Where dark modules begin, and how many stand side by side.

    >>> list(_runs([0, 1, 1, 0, 1]))
    [(1, 2), (4, 1)]
    """
    x = 0
    for dark, some in groupby(row, bool):
        length = sum(1 for _ in some)
        if dark:
            yield x, length
        x += length


def blocks(text: str, colour: bool) -> list[str]:
    """A QR code for a terminal, two rows of it in a line. With colours it is black on white in every terminal;
    without, it is right where letters are light on dark, as in most."""
    rows = [list(row) for row in segno.make_qr(text, error="l").matrix_iter(border=2 if colour else _BORDER)]
    lines = []
    for top, bottom in zip_longest(rows[::2], rows[1::2], fillvalue=[0] * len(rows[0])):
        if colour:
            shown = "".join(" ▄▀█"[2 * bool(above) + bool(below)] for above, below in zip(top, bottom, strict=True))
            lines.append(f"\x1b[38;5;16;48;5;231m{shown}\x1b[0m")
        else:
            lines.append(
                "".join("█▀▄ "[2 * bool(above) + bool(below)] for above, below in zip(top, bottom, strict=True))
            )
    return lines


def width(code: list[str]) -> int:
    """How many columns of a terminal a code takes."""
    return len(re.sub(r"\x1b\[[\d;]*m", "", code[0]))


def side_by_side(*codes: list[str]) -> list[str]:
    """Codes beside each other; they need not be of one size."""
    rows: Any = zip_longest(*codes)
    return [
        BETWEEN.join(line if line is not None else " " * width(code) for line, code in zip(row, codes, strict=True))
        for row in rows
    ]
