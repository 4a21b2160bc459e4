"""A position as a picture to keep: the table as one seat sees it, and below it everybody's tiles. SVG, no script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from tantera.layout import Place, Theme, draw_rack, draw_table, sprite
from tantera.tiles import Tile

_NAME: Final = 170
"""Units for a name; a tile is 20 wide."""
_ROW: Final = 52
_EDGE: Final = 12


def picture(places: Sequence[Place], turns: int, title: str, racks: Sequence[tuple[str, Sequence[Tile | None]]]) -> str:
    """The table, turned so often from the opener, and the racks by name: None is a tile seen from behind."""
    table = draw_table(places, title, seat_offset=turns, theme=None)
    wide, high = (float(number) for number in _view(table).split()[2:])
    rows = [(name, draw_rack(rack, name, theme=None)) for name, rack in racks]
    widest = max([float(_view(rack).split()[2]) for _, rack in rows], default=0.0)
    across = max(wide, _NAME + widest) + 2 * _EDGE
    down = high + _ROW * len(rows) + 3 * _EDGE
    drawing = [_at(table, (across - wide) / 2, _EDGE, wide, high)]
    for number, (name, rack) in enumerate(rows):
        y = high + 2 * _EDGE + number * _ROW
        length, height = (float(one) for one in _view(rack).split()[2:])
        drawing.append(f'<text x="{_EDGE}" y="{y + 28:g}">{escape(name)}</text>')
        drawing.append(_at(rack, _EDGE + _NAME, y, length, height))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {across:g} {down:g}" '
        f'font-family="system-ui, sans-serif" font-size="16" fill="#1c1b1a"><title>{escape(title)}</title>'
        f'{sprite(Theme.LIGHT)}<rect width="100%" height="100%" fill="#fffefb"/>{"".join(drawing)}</svg>'
    )


def _view(drawing: str) -> str:
    found = re.search(r'viewBox="([^"]+)"', drawing)
    assert found is not None
    return found[1]


def _at(drawing: str, x: float, y: float, wide: float, high: float) -> str:
    """One drawing inside another."""
    return drawing.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" ', 1)
