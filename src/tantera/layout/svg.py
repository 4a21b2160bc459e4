"""Places → SVG: the table, a rack, a tile. Text only, no script, and any seat can be at the bottom."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from tantera.layout.arm import reach_of
from tantera.layout.artwork import UNIT, Theme, sprite, symbol
from tantera.layout.places import Box, Place
from tantera.tiles import End, Placement, Tile, TileSet

MARGIN: Final = 1.25
"""Table left round a chain, in tile widths."""

CLOSEST: Final = 9.0
"""A short chain is not drawn larger than on a view of this many tile widths."""

BOTH_ENDS: Final = (End.LEFT, End.RIGHT)

RACK_STEP: Final = 1.2
"""From tile to tile of a rack."""

RIM: Final = ((0.25, 0.08), (0.2, 0.1), (0.15, 0.12), (0.1, 0.15), (0.05, 1))
"""The light of an open end, from its faint glow to the line round the tile: how far out, how strong."""


def draw_table(
    places: Sequence[Place],
    title: str,
    *,
    seat_offset: int = 0,
    whole: TileSet | None = None,
    bleed: bool = False,
    closest: float = CLOSEST,
    glow: Collection[End] = BOTH_ENDS,
    theme: Theme | None = Theme.AUTO,
) -> str:
    """The chain on the table, with the seat that comes `seat_offset` turns after the opener below.

    The view is fitted to the chain, or with `whole` it is the table of that set from edge to edge; with `bleed` the
    wood goes on beyond it, to fill a frame of any shape. The open ends named in `glow` have a rim of light. Tiles stand
    in the order played, each a group that says which tile it is and at which end.
    A page with many drawings writes `artwork.sprite` once, and draws with the theme None.

    >>> from tantera.layout.places import places
    >>> from tantera.tiles import Chain
    >>> draw_table(places(Chain.opened(Tile.of(6, 5))), "Mesa 3")
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="-90 -90 180 180"><title>Mesa 3</title><desc>5|6...
    """
    laid = [place.seen_from(seat_offset) for place in places]
    view = _fitted(laid, closest=closest) if laid and whole is None else _whole(whole or TileSet.DOUBLE_SIX)
    ground = view.grown(max(view.right - view.left, view.top - view.bottom) / 2) if bleed else view
    drawing = [
        _rect(ground, 4, 'fill="url(#dm-ground)"'),
        _rect(ground, 4, 'fill="url(#dm-wood)"'),
        '<circle class="dm-mark" r="2" fill="#a98652"/>',  # the centre is marked (TG-2); the opening tile hides it
        *(_use("shadow", place.x, place.y, place.upright) for place in laid),
        *_rims(laid, glow),
        *map(_face_up, laid),
    ]
    return _document(view, title, _in_line(laid), _sprite(theme, (place.placement.tile for place in laid)), drawing)


class Pieces(NamedTuple):
    """The tiles of a table one by one, for a page that shows some of them at a time."""

    view: str
    """The ``viewBox``, fitted to all of them."""
    shadows: tuple[str, ...]
    """They lie below every tile."""
    faces: tuple[str, ...]
    outlines: tuple[str, ...]
    """A line round each tile, above everything: it says which one was laid last."""


def draw_pieces(places: Sequence[Place], *, seat_offset: int = 0, margin: float = MARGIN) -> Pieces:
    """What `draw_table` draws, in pieces. The page has written `artwork.pieces` once, and has a ground of its own.

    >>> from tantera.layout.places import places
    >>> from tantera.tiles import Chain
    >>> drawn = draw_pieces(places(Chain.opened(Tile.of(6, 5))))
    >>> drawn.view, drawn.shadows
    ('-90 -90 180 180', ('<use href="#dm-shadow" x="0" y="0"/>',))
    """
    laid = [place.seen_from(seat_offset) for place in places]
    return Pieces(
        " ".join(_frame(_fitted(laid, margin) if laid else Box(0, 0, 0, 0).grown(CLOSEST / 2))),
        tuple([_use("shadow", place.x, place.y, place.upright) for place in laid]),
        tuple([_face_up(place) for place in laid]),
        tuple([_rect(place.box.grown(0.06), 3.4, 'class="dm-last" fill="none"') for place in laid]),
    )


def draw_rack(tiles: Iterable[Tile | None], title: str, *, theme: Theme | None = Theme.AUTO) -> str:
    """A row of standing tiles in the order given, on no ground; None is a tile seen from behind, black.

    >>> draw_rack([Tile.of(6, 4), None], "Pons")
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="-12 -22 48 46"><title>Pons</title><desc>64 ?</desc>...
    """
    row = [(at * RACK_STEP, tile) for at, tile in enumerate(tiles)]
    view = Box(-0.6, -1.2, max(len(row) - 1, 0) * RACK_STEP + 0.6, 1.1)
    drawing = [
        *(_use("shadow", x, 0, True) for x, _ in row),
        *(_use("back", x, 0, True) if tile is None else _face_up(_standing(tile, x)) for x, tile in row),
    ]
    names = " ".join(str(tile or "?") for _, tile in row)
    return _document(view, title, names, _sprite(theme, (tile for _, tile in row if tile)), drawing)


def _document(view: Box, title: str, description: str, sprite: str, drawing: Iterable[str]) -> str:
    left, top, width, height = _frame(view)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{left} {top} {width} {height}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{sprite}{''.join(drawing)}</svg>"
    )


def _sprite(theme: Theme | None, tiles: Iterable[Tile]) -> str:
    return "" if theme is None else sprite(theme, {number for tile in tiles for number in (tile.low, tile.high)})


def _fitted(laid: Sequence[Place], margin: float = MARGIN, closest: float = CLOSEST) -> Box:
    """A view with the chain in its middle."""
    left, bottom, right, top = Box.around(place.box for place in laid)
    wide, high = (max(length + 2 * margin, closest) / 2 for length in (right - left, top - bottom))
    x, y = (left + right) / 2, (bottom + top) / 2
    return Box(x - wide, y - high, x + wide, y + high)


def _whole(tile_set: TileSet) -> Box:
    return Box(0, 0, 0, 0).grown(reach_of(tile_set) + 0.5)


def _face_up(place: Place) -> str:
    _, end, touching, opened = place.placement
    halves = zip((touching, opened), place.halves, strict=True)
    pips = "".join(_use(str(number), x, y, place.upright) for number, (x, y) in halves if number)
    where = f' data-end="{escape(end)}"' if end else ""
    face = _use("face", place.x, place.y, place.upright)
    return f'<g class="dm-tile" data-tile="{touching}{opened}"{where}>{face}{pips}</g>'


def _standing(tile: Tile, x: float) -> Place:
    return Place(Placement(tile, None, tile.low, tile.high), x, 0, 90)


def _rims(laid: Sequence[Place], glow: Collection[End]) -> Iterator[str]:
    """Light behind the half that is open at either end; a double is open as a whole."""
    for end in glow if laid else ():
        last = next((place for place in reversed(laid) if place.placement.end is end), laid[0])
        x, y = last.halves[0 if last is laid[0] and end is End.LEFT else 1]
        box = last.box if last.placement.tile.is_double else Box(x, y, x, y).grown(0.5)
        light = "".join(_rect(box.grown(far), 2.6 + far * UNIT, f'fill-opacity="{strong}"') for far, strong in RIM)
        yield f'<g class="dm-open" fill="#c07f14" data-end="{escape(end)}">{light}</g>'


def _in_line(laid: Sequence[Place]) -> str:
    """The chain from its left end to its right one, for those who hear it."""
    tiles: list[str] = []
    for _, end, touching, opened in (place.placement for place in laid):
        if end is End.LEFT:
            tiles.insert(0, f"{opened}|{touching}")
        else:
            tiles.append(f"{touching}|{opened}")
    return " ".join(tiles)


def _frame(box: Box) -> tuple[str, ...]:
    """Left, top, width and height as SVG counts them: in its units, y downwards."""
    numbers = box.left, -box.top, box.right - box.left, box.top - box.bottom
    return tuple(f"{number * UNIT + 0.0:g}" for number in numbers)


def _rect(box: Box, radius: float, attributes: str) -> str:
    x, y, width, height = _frame(box)
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius:g}" {attributes}/>'


def _use(name: str, x: float, y: float, upright: bool) -> str:
    return f'<use href="#{symbol(name, upright)}" x="{x * UNIT + 0.0:g}" y="{-y * UNIT + 0.0:g}"/>'
