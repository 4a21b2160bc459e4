"""The pieces as a craftsman would make them, each drawn once; `svg.py` puts them in place with ``<use>``.

Twenty units are a tile width. Light falls from above whichever way a tile lies, so nothing is ever rotated: there is an
upright and a lying form of everything, and the lying one's name ends in ``h``. What the theme colours has a class; the
day's colours are plain attributes, so that a viewer without style sheets shows the day.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

UNIT: Final = 20
"""SVG units in a tile width."""

_PIP_STEP: Final = 5.6
_PIP_SIZE: Final = 4.1

PIPS: Final = (
    "... ... ...",
    "... .o. ...",
    "o.. ... ..o",
    "o.. .o. ..o",
    "o.o ... o.o",
    "o.o .o. o.o",
    "o.o o.o o.o",
    "o.o ooo o.o",
    "ooo o.o ooo",
    "ooo ooo ooo",
)
"""The pips of each number on an upright tile, row by row."""


class Theme(StrEnum):
    """Pale wood by day, deep green cloth at night; AUTO follows the reader's device."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


_NIGHT: Final = (
    ".dm-lit{stop-color:#1f5642}.dm-dim{stop-color:#0f3427}.dm-grain{display:none}.dm-mark{fill:#6f9c87}"
    ".dm-open{fill:#f2c766}.dm-shadow{fill:#00140c;fill-opacity:.1}.dm-back{stroke:#55585a}"
)


def sprite(theme: Theme, numbers: Iterable[int] = range(10)) -> str:
    """The style sheet of a theme, and everything that ``<use>`` can ask for, with the pips of these numbers.

    >>> sprite(Theme.LIGHT).startswith("<defs>"), sprite(Theme.DARK).startswith("<style>.dm-lit{")
    (True, True)
    """
    style = {
        Theme.LIGHT: "",
        Theme.DARK: f"<style>{_NIGHT}</style>",
        Theme.AUTO: f"<style>@media(prefers-color-scheme:dark){{{_NIGHT}}}</style>",
    }[theme]
    return style + pieces(numbers)


def pieces(numbers: Iterable[int] = range(10), numerals: bool = False) -> str:
    """Everything that ``<use>`` can ask for, without a style sheet: a page has one of its own. With `numerals`, beside
    the pips of each number its figure, which only such a style sheet shows."""
    forms = _pieces(upright=True) + _pieces(upright=False)
    pips = "".join(_pips(number, upright, numerals) for number in sorted(numbers) for upright in (True, False))
    return f"<defs>{_PAINTS}{forms}{pips}</defs>"


def symbol(name: str, upright: bool) -> str:
    """The id of a definition in the form that a tile's position asks for.

    >>> symbol("6", upright=False)
    'dm-6h'
    """
    return f"dm-{name}" if upright else f"dm-{name}h"


_PAINTS: Final = (
    '<radialGradient id="dm-ground" cx=".5" cy=".4" r=".8">'
    '<stop class="dm-lit" stop-color="#f3e6cd"/><stop class="dm-dim" offset="1" stop-color="#e2cca5"/></radialGradient>'
    '<pattern id="dm-wood" width="310" height="97" patternUnits="userSpaceOnUse">'
    '<g class="dm-grain" fill="none" stroke="#b07f3c" stroke-opacity=".17" stroke-width=".8">'
    '<path d="M0 6q90-5 155 0t155 0M0 19q50 5 155 0t155 0M0 25q50 8 155 0t155 0M0 44q110-4 155 0t155 0'
    'M0 61q40 4 155 0t155 0M0 66q40 7 155 0t155 0M0 88q99 4 155 0t155 0"/></g></pattern>'
    '<linearGradient id="dm-ivory" x2="0" y2="1">'
    '<stop stop-color="#fffef9"/><stop offset="1" stop-color="#f4ecd9"/></linearGradient>'
    '<linearGradient id="dm-black" x2="0" y2="1">'
    '<stop stop-color="#3d3e41"/><stop offset="1" stop-color="#1b1c1e"/></linearGradient>'
    '<radialGradient id="dm-brass" cx=".38" cy=".32" r=".75">'
    '<stop stop-color="#fff3c4"/><stop offset=".4" stop-color="#d6a645"/><stop offset="1" stop-color="#7c5314"/>'
    "</radialGradient>"
)


def _pieces(upright: bool) -> str:
    """Shadow, face and back. A tile is ivory above and black below, with a metal pin (TG-4); its edge shows both."""
    groove, shine = ("M-7 0H7", "M-7 .7H7") if upright else ("M0-7V7", "M.7-7V7")
    soft = "".join(_outline(upright, grown, 2.2) for grown in (2.2, 1.7, 1.2, 0.7, 0.2))
    return (
        f'<g id="{symbol("shadow", upright)}">'
        f'<g class="dm-shadow" fill="#3d260a" fill-opacity=".07">{soft}</g>'
        f"{_outline(upright, -0.3, 1.3, '#2b2723')}{_outline(upright, -0.3, 0.7, '#d3c5a7')}</g>"
        f'<g id="{symbol("face", upright)}">{_outline(upright, -0.35, 0, "url(#dm-ivory)")}'
        f'<path d="{shine}" stroke="#fff"/><path d="{groove}" stroke="#b5a685" stroke-width=".7"/>'
        '<circle r="2.1" cy=".4" fill="#5f431a" fill-opacity=".35"/><circle r="1.8" fill="url(#dm-brass)"/></g>'
        f'<g id="{symbol("back", upright)}" class="dm-back" stroke="#0c0c0d" stroke-width=".5">'
        f"{_outline(upright, -0.5, 0, 'url(#dm-black)')}</g>"
    )


def _outline(upright: bool, grown: float, lower: float, fill: str = "") -> str:
    """The outline of a tile, `grown` on every side and moved down by `lower`."""
    wide, high = (10 + grown, 20 + grown) if upright else (20 + grown, 10 + grown)
    paint = f' fill="{fill}"' if fill else ""
    return (
        f'<rect x="{-wide:g}" y="{lower - high:g}" width="{2 * wide:g}" height="{2 * high:g}" '
        f'rx="{2.6 + grown:g}"{paint}/>'
    )


def _pips(number: int, upright: bool, numeral: bool) -> str:
    """The pips of one number: drilled, so their lower rims catch the light. A dot is a line of no length."""
    rows: Iterable[Iterable[str]] = PIPS[number].split()
    if not upright:
        rows = zip(*rows, strict=True)
    dots = "".join(
        f"M{(x - 1) * _PIP_STEP:g} {(y - 1) * _PIP_STEP:g}h0"
        for y, row in enumerate(rows)
        for x, pip in enumerate(row)
        if pip == "o"
    )
    figure = f'<text class="dm-numeral" text-anchor="middle" y="5.2">{number}</text>' if numeral else ""
    kind = ' class="dm-pips"' if numeral else ""
    return (
        f'<g id="{symbol(str(number), upright)}"{kind} stroke-linecap="round" stroke-width="{_PIP_SIZE}">'
        f'<path d="{dots}" stroke="#fff" transform="translate(0 .5)"/><path d="{dots}" stroke="#1c1b1a"/>{figure}</g>'
    )
