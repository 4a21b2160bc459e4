"""Drawings beside an article: what the carro does, laid by the same code that lays it at a table."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Final, NamedTuple

from markupsafe import Markup

from tantera.layout import draw_table, places, right_hand_end
from tantera.layout.svg import BOTH_ENDS
from tantera.rules.articles import FigureKind
from tantera.tiles import Chain, End, Tile
from tantera.words import translate

_CLOSEST: Final = 5.0
"""Tile widths that a short chain is drawn on."""


class Figure(NamedTuple):
    kind: str
    svg: Markup
    caption: str


class Sketch(NamedTuple):
    tiles: str
    """The opening tile, then each tile with its end."""
    below: int = 0
    """Who sits below, in turns after the opener."""
    lawful_only: bool = False
    """Whether only the end where the player below must play glows (TG-9.2)."""


SKETCHES: Final[dict[FigureKind, Sketch]] = {
    "opening_double": Sketch("66"),
    "opening_mixed": Sketch("65"),
    "doubles_across": Sketch("52 <22 <21 >55 >53", below=1),
    "equal_ends": Sketch("52 <22 <21 <16 >55 >53 >36", below=1, lawful_only=True),
    "carro": Sketch(
        "66 <61 >65 <10 >50 <60 >30 <63 >32 <33 >22 <31 >42 <11 >44 <51 >41 <55 >21 <54 >52 <40 >53 <00", below=1
    ),
}

CAPTIONS: Final[dict[FigureKind, str]] = {
    "opening_double": "The opener sits below: a double lies across their line.",
    "opening_mixed": "The opener sits below: the higher number looks at the partner.",
    "doubles_across": "Equal numbers touch; a double lies across the line.",
    "equal_ends": "You sit below and both ends are a six: play on the one that is lit.",
    "carro": "The double six opened; each arm turns after three tiles, doubles not counted.",
}


def figure(kind: FigureKind, lang: str) -> Figure:
    caption = translate(lang, CAPTIONS[kind])
    return Figure(kind, _drawn(kind, caption), caption)


@cache
def _drawn(kind: FigureKind, caption: str) -> Markup:
    sketch = SKETCHES[kind]
    chain = _chain(sketch.tiles)
    glow: Collection[End] = BOTH_ENDS
    if sketch.lawful_only:
        lawful = right_hand_end(chain, sketch.below)
        glow = BOTH_ENDS if lawful is None else (lawful,)
    drawing = draw_table(
        places(chain), caption, seat_offset=sketch.below, bleed=True, closest=_CLOSEST, glow=glow, theme=None
    )
    return Markup(drawing)  # draw_table escapes what it writes


def _chain(tiles: str) -> Chain:
    opening, *others = tiles.split()
    chain = Chain.opened(Tile.parse(opening))
    for written in others:
        chain = chain.placed(Tile.parse(written[1:]), End(written[0]))
    return chain
