"""What players call the tiles (CL-nombres)."""

import pytest

from tantera.tiles import SUIT_NAMES, Tile, TileSet, suit_name, tile_name

pytestmark = pytest.mark.article("CL-nombres")


@pytest.mark.parametrize(
    ("region", "tile", "name"),
    [
        ("es", "64", "seis-cuatro"),
        ("es", "00", "blanca doble"),
        ("es", "11", "uno doble"),
        ("es-pito", "61", "seis-pito"),
        ("es-sena", "66", "doble sena"),
        ("es-sena", "54", "quina-cuadra"),
        ("es-sena", "10", "as-blanco"),
        ("ca", "64", "sis-quatre"),
        ("ca", "97", "nou-set"),
        ("ca-pito", "11", "pito doble"),
        ("en", "60", "six-blank"),
        ("en", "99", "double nine"),
    ],
)
def test_a_tile_is_named_as_the_region_says_it(region, tile, name):
    assert tile_name(Tile.parse(tile), region) == name


def test_spanish_is_spoken_unless_somebody_asks_for_another_region():
    assert tile_name(Tile.of(4, 6)) == "seis-cuatro"
    assert suit_name(1) == "uno"


@pytest.mark.parametrize("region", SUIT_NAMES)
def test_every_region_tells_all_tiles_apart(region):
    names = [tile_name(tile, region) for tile in TileSet.DOUBLE_NINE.tiles]
    assert len(set(names)) == 55
    assert len({suit_name(suit, region) for suit in range(10)}) == 10


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_each_language_has_a_plain_set_of_names(lang):
    assert lang in SUIT_NAMES
