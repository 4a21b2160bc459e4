"""How tiles come from a seed. Seeds and goldens never change, so neither may this.

A seed is bytes. ``shuffled(label, seed, attempt)`` gives an order of the tiles:

1. Block *k* of a stream is SHA-256 of ``label ‖ 0x00 ‖ seed ‖ attempt ‖ k``, the last two as 4 bytes, high byte first.
2. The stream is read as 32-bit words, high byte first.
3. Tiles start in the order of their index (00, 01, 11, 02, …). For *i* from the last place down to 1, the next word
   below the largest multiple of *i* + 1 gives *j* = word mod (*i* + 1), and places *i* and *j* change (Fisher-Yates,
   no bias).

A deal has the label ``tantera deal 1``: players take their tiles off the front of that order, one after the other, and
what remains sleeps. Where a book has the tiles dealt again, the next attempt counts one more. The draw for the opening
has the label ``tantera draw 1``: the first tiles, by seat.

On a program-run table the server publishes ``commitment(server)`` before the hand, players may add entropy, and the
deal comes from ``deal_seed(server, entropy)``; after the hand anybody can check all three.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import Final, NamedTuple

from tantera.rules import Book, Seat
from tantera.rules.functions import TAKINGS
from tantera.tiles import Tile, TileSet

MOST_ENTROPY: Final = 64
"""Letters that one player may add to a seed."""


class Deal(NamedTuple):
    """Racks by seat from 1, each in the order lifted, and the sleeping tiles in the order they will be drawn."""

    racks: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    repeated: tuple[tuple[Seat, int], ...] = ()
    """For each deal thrown in before this one: who held too many doubles, and how many (UEH-reparto)."""


def deal(book: Book, seed: bytes, taking: Sequence[Seat] = ()) -> Deal:
    """The deal of a book from a seed. `taking` is the order in which players take; seat 1 opens unless it says
    otherwise.

    >>> from tantera.rules import load_book
    >>> first = deal(load_book("san-juan"), b"tantera").racks[0]
    >>> " ".join(tile.code for tile in first)
    '34 35 56 45 26 12 14'
    """
    options, most_doubles = book.options, book.customs.most_doubles
    if not taking:
        taking = TAKINGS[book.customs.taking](1, tuple(range(1, options.players + 1)), ())
    repeated: list[tuple[Seat, int]] = []
    while True:
        tiles = shuffled(b"tantera deal 1", seed, len(repeated), options.set)
        each = options.tiles_each
        racks: list[tuple[Tile, ...]] = [()] * options.players
        for turn, seat in enumerate(taking):
            racks[seat - 1] = tuple(tiles[turn * each : (turn + 1) * each])
        if most_doubles is None:
            break
        doubles = [sum([tile.is_double for tile in rack]) for rack in racks]
        if max(doubles) <= most_doubles:
            break
        repeated.append((doubles.index(max(doubles)) + 1, max(doubles)))
    return Deal(tuple(racks), tuple(tiles[len(taking) * each :]), tuple(repeated))


def draw_for_opening(book: Book, seed: bytes) -> tuple[Tile, ...]:
    """One tile for each player, by seat."""
    return tuple(shuffled(b"tantera draw 1", seed, 0, book.options.set)[: book.options.players])


def commitment(server: bytes) -> str:
    """What the server publishes before a hand: the hash of its seed, in hex."""
    return sha256(server).hexdigest()


def deal_seed(server: bytes, entropy: Sequence[tuple[Seat, str]] = ()) -> bytes:
    """The seed of a deal: SHA-256 of ``tantera seed 1 ‖ 0x00 ‖ server ‖ 0x00`` and what players added.

    That is, by seat, a line ``seat:length:text`` in UTF-8, the length in characters, so that no text passes for two.
    """
    added = "".join(f"{seat}:{len(text)}:{text}\n" for seat, text in sorted(entropy))
    return sha256(b"tantera seed 1\0" + server + b"\0" + added.encode()).digest()


def hand_seed(match_seed: int, number: int) -> bytes:
    """A server's seed for hand `number` of a match that was started from one number (0: the draw for the opening)."""
    return sha256(f"tantera match 1:{match_seed}:{number}".encode()).digest()


def shuffled(label: bytes, seed: bytes, attempt: int, tile_set: TileSet) -> list[Tile]:
    """The tiles of the set in the order that the seed gives."""
    tiles = list(tile_set.tiles)
    i = len(tiles) - 1
    for word in _words(label + b"\0" + seed + attempt.to_bytes(4, "big")):
        if word < _FAIR[i]:
            j = word % (i + 1)
            tiles[i], tiles[j] = tiles[j], tiles[i]
            i -= 1
            if not i:
                break
    return tiles


_FAIR: Final = tuple(2**32 - 2**32 % (i + 1) for i in range(55))
"""For each place, where the words stop that would favour some tiles."""


def _words(prefix: bytes) -> Iterator[int]:
    for block in count():
        yield from unpack(">8I", sha256(prefix + block.to_bytes(4, "big")).digest())
