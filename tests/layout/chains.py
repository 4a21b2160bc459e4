"""Chains for the tests of this room: written out, or drawn by hypothesis."""

from hypothesis import strategies as st

from tantera.tiles import Chain, End, Tile, TileSet


def chain_of(moves: str) -> Chain:
    """A chain as DGN writes its placements: ``56 <54 >63``."""
    opening, *later = moves.split()
    chain = Chain.opened(Tile.parse(opening))
    for move in later:
        chain = chain.placed(Tile.parse(move[1:]), End(move[0]))
    return chain


@st.composite
def chains(draw: st.DrawFn, tile_set: TileSet) -> Chain:
    """A chain that can be played, of any length and however one-sided."""
    unplayed = draw(st.permutations(tile_set.tiles))
    often_left = draw(st.integers(0, 4))
    lefts = draw(st.lists(st.integers(0, 3).map(lambda n: n < often_left), max_size=len(unplayed) - 1))
    chain = Chain.opened(unplayed.pop())
    for left in lefts:
        end = End.LEFT if left else End.RIGHT
        fitting = next((tile for tile in unplayed if tile.has(chain.end(end))), None)
        if fitting is not None:
            unplayed.remove(fitting)
            chain = chain.placed(fitting, end)
    return chain
