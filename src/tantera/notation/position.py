"""A position in one line: ``ends=6:4 turn=2 1:00.04 2:13 3:23.44 4:66`` (the role FEN has in chess).

Where tiles may be unknown, ``??`` stands for one.
"""

from __future__ import annotations

import re

from tantera.notation.errors import DgnError, Where
from tantera.play.hand import Hand
from tantera.rules import Book, Seat
from tantera.rules.functions import starting_at
from tantera.tiles import Chain, Tile, rack_of


def parse_position(text: str, book: Book, hand_number: int = 1) -> Hand:
    """The hand that a position describes, under a book.

    >>> from tantera.rules import load_book
    >>> hand = parse_position("ends=6:4 turn=2 1:00.04 2:13 3:23.44 4:66", load_book("san-juan"))
    >>> hand.turn, hand.chain.left, [hand.count(seat) for seat in (1, 2, 3, 4)]
    (2, 6, [2, 1, 2, 1])
    """
    return _parsed(text, book, hand_number, r"\d\d", "a rack like 1:00.04")


def parse_partial_position(text: str, book: Book, hand_number: int = 1) -> Hand:
    """The same of a position in which tiles may be unknown: how many, but not which.

    >>> from tantera.rules import load_book
    >>> hand = parse_partial_position("ends=6:4 turn=2 1:00.?? 2:13 3:??.?? 4:66", load_book("san-juan"))
    >>> hand.hidden, hand.rack(1)
    ((1, 0, 2, 0), (Tile(0, 0), None))
    """
    return _parsed(text, book, hand_number, r"(?:\d\d|\?\?)", "a rack like 1:00.04, an unknown tile as ??")


def _parsed(text: str, book: Book, hand_number: int, tile_pattern: str, a_rack: str) -> Hand:
    rack_pattern = rf"([0-4]):({tile_pattern}(?:\.{tile_pattern})*)?"
    ends: tuple[int, int] | None = None
    turn: Seat | None = None
    taken: dict[Seat, tuple[Tile | None, ...]] = {}
    seen: set[str] = set()
    for word in re.finditer(r"\S+", text):
        where = Where(1, word.start() + 1)
        key = word[0].split("=")[0].split(":")[0]
        if key in seen:
            raise DgnError(where, word[0], f"{key} once")
        seen.add(key)
        if match := re.fullmatch(r"ends=(?:-|(\d):(\d))", word[0], re.ASCII):
            ends = (int(match[1]), int(match[2])) if match[1] else None
        elif match := re.fullmatch(r"turn=([1-4])", word[0], re.ASCII):
            turn = int(match[1])
        elif match := re.fullmatch(rack_pattern, word[0], re.ASCII):
            codes = (match[2] or "").split(".")
            taken[int(match[1])] = tuple(Tile.parse(code) if code != "??" else None for code in codes if code)
        else:
            raise DgnError(where, word[0], f"ends=6:4 (or ends=-), turn=2, or {a_rack}")
    seats = tuple(sorted(seat for seat in taken if seat))
    if "ends" not in seen or turn is None:
        raise DgnError(Where(1, 1), text[:60] or "nothing", "ends=… and turn=… and a rack for every seat")
    if turn not in seats:
        raise DgnError(Where(1, 1), f"turn={turn}", f"a rack {turn}:… for that seat")
    racks = {seat: tuple(tile for tile in rack if tile is not None) for seat, rack in taken.items()}
    tiles = [tile for rack in racks.values() for tile in rack]
    for tile in tiles:
        if tile not in book.options.set.tiles:
            raise DgnError(Where(1, 1), tile.code, f"a tile of the {book.options.set} set")
        if tiles.count(tile) > 1:
            raise DgnError(Where(1, 1), f"{tile.code} twice", "every tile once")
    unknown = sum(rack.count(None) for rack in taken.values())
    if unknown > (others := len(book.options.set.tiles) - len(tiles)):
        raise DgnError(Where(1, 1), f"{unknown} unknown tiles", f"at most the {others} of the set not named")
    for number in ends or ():
        if number > book.options.set.highest_suit:
            raise DgnError(Where(1, 1), f"an end {number}", f"a number of the {book.options.set} set")
    blocked = ends is not None and not unknown and not _somebody_can_play(racks, Chain(*ends, ()).fitting, book)
    places = range(1, max(4, *seats) + 1)
    return Hand(
        book=book,
        number=hand_number,
        opener=turn,
        seats=starting_at(turn, seats),
        turn=turn,
        racks=tuple(rack_of(racks.get(seat, ())) for seat in places),
        hidden=tuple(taken.get(seat, ()).count(None) for seat in places),
        dealt=tuple(racks.get(seat, ()) for seat in places),
        boneyard=taken.get(0, ()),
        taking=(),
        lifted=seats,
        turn_began=0,
        chain=Chain(*ends, ()) if ends else None,
        ended="domino" if not all(taken[seat] for seat in seats) else "block" if blocked else None,
    )


def _somebody_can_play(racks: dict[Seat, tuple[Tile, ...]], fitting: int, book: Book) -> bool:
    drawable = book.options.boneyard == "one"
    return any(rack_of(rack) & fitting for seat, rack in racks.items() if seat or drawable)
