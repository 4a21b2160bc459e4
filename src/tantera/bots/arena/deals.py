"""Frozen sets of deals. The name of a set and a number give the tiles, the opener and every bot's chance, for ever.

Nothing here depends on who plays, on how many processes play, or on which deal is played first.
"""

from __future__ import annotations

from hashlib import sha256

from tantera.rules import Book, Seat


def tiles_seed(deal_set: str, deal: int, hand: int = 1) -> bytes:
    """What deal number `deal` of a set is shuffled from; a match has one such seed for each of its hands.

    >>> tiles_seed("yardstick-1", 1).hex()[:16]
    'e0f9fd83d3992e5e'
    """
    return sha256(f"tantera arena 1:{deal_set}:{deal}:{hand}".encode()).digest()


def chance_seed(deal_set: str, deal: int, run: int, seat: Seat) -> int:
    """The chance of the bot at a seat, in one run of a deal."""
    return int.from_bytes(sha256(f"tantera arena bot 1:{deal_set}:{deal}:{run}:{seat}".encode()).digest()[:8], "big")


def first_opener(book: Book, deal: int) -> Seat | None:
    """Who opens: the seats take turns as the deals are numbered.

    None where the holder of the highest double opens (UEH-salida): then the deal decides, and it is the same for both
    runs. A draw for the opening is not played.
    """
    return None if book.options.first_opener == "double" else (deal - 1) % book.options.players + 1
