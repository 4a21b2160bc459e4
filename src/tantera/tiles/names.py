"""What players call the tiles (CL-nombres): several regional sets of names in each language."""

from __future__ import annotations

from typing import Final, NamedTuple

from tantera.tiles.tile import Tile


class SuitNames(NamedTuple):
    """One regional way of naming the suits 0-9, and how a double is said."""

    suits: tuple[str, ...]
    double: str
    """Pattern with ``{suit}``, as in "doble {suit}"."""


_HIGH_ES = ("siete", "ocho", "nueve")
_HIGH_CA = ("set", "vuit", "nou")
_HIGH_EN = ("seven", "eight", "nine")

SUIT_NAMES: Final[dict[str, SuitNames]] = {
    "es": SuitNames(("blanca", "uno", "dos", "tres", "cuatro", "cinco", "seis", *_HIGH_ES), "{suit} doble"),
    "es-pito": SuitNames(("blanca", "pito", "dos", "tres", "cuatro", "cinco", "seis", *_HIGH_ES), "{suit} doble"),
    "es-sena": SuitNames(("blanco", "as", "dos", "tres", "cuadra", "quina", "sena", *_HIGH_ES), "doble {suit}"),
    "ca": SuitNames(("blanca", "u", "dos", "tres", "quatre", "cinc", "sis", *_HIGH_CA), "{suit} doble"),
    "ca-pito": SuitNames(("blanca", "pito", "dos", "tres", "quatre", "cinc", "sis", *_HIGH_CA), "{suit} doble"),
    "en": SuitNames(("blank", "one", "two", "three", "four", "five", "six", *_HIGH_EN), "double {suit}"),
}
"""The regional sets. The plain language code is the default of each language."""


def suit_name(suit: int, region: str = "es") -> str:
    """What a suit is called.

    >>> suit_name(4, "es-sena"), suit_name(1, "es-pito")
    ('cuadra', 'pito')
    """
    return SUIT_NAMES[region].suits[suit]


def tile_name(tile: Tile, region: str = "es") -> str:
    """What a tile is called, the higher number first as players say it.

    >>> tile_name(Tile.of(4, 6)), tile_name(Tile.of(6, 6), "es-sena"), tile_name(Tile.of(0, 0))
    ('seis-cuatro', 'doble sena', 'blanca doble')
    """
    names = SUIT_NAMES[region]
    if tile.is_double:
        return names.double.format(suit=names.suits[tile.low])
    return f"{names.suits[tile.high]}-{names.suits[tile.low]}"
