"""A position in one line: ``ends=6:4 turn=2 1:00.04 2:13 3:23.44 4:66`` (the role FEN has in chess)."""

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
    ends: tuple[int, int] | None = None
    turn: Seat | None = None
    racks: dict[Seat, tuple[Tile, ...]] = {}
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
        elif match := re.fullmatch(r"([0-4]):((?:\d\d)(?:\.\d\d)*)?", word[0], re.ASCII):
            racks[int(match[1])] = tuple(Tile.parse(tile) for tile in (match[2] or "").split(".") if tile)
        else:
            raise DgnError(where, word[0], "ends=6:4 (or ends=-), turn=2, or a rack like 1:00.04")
    seats = tuple(sorted(seat for seat in racks if seat))
    if "ends" not in seen or turn is None:
        raise DgnError(Where(1, 1), text[:60] or "nothing", "ends=… and turn=… and a rack for every seat")
    if turn not in seats:
        raise DgnError(Where(1, 1), f"turn={turn}", f"a rack {turn}:… for that seat")
    tiles = [tile for rack in racks.values() for tile in rack]
    for tile in tiles:
        if tile not in book.options.set.tiles:
            raise DgnError(Where(1, 1), tile.code, f"a tile of the {book.options.set} set")
        if tiles.count(tile) > 1:
            raise DgnError(Where(1, 1), f"{tile.code} twice", "every tile once")
    for number in ends or ():
        if number > book.options.set.highest_suit:
            raise DgnError(Where(1, 1), f"an end {number}", f"a number of the {book.options.set} set")
    if ends is not None and not any(rack_of(racks[seat]) & Chain(*ends, ()).fitting for seat in seats):
        asleep = rack_of(racks.get(0, ())) if book.options.boneyard == "one" else 0
        blocked = not asleep & Chain(*ends, ()).fitting
    else:
        blocked = False
    places = range(1, max(4, *seats) + 1)
    return Hand(
        book=book,
        number=hand_number,
        opener=turn,
        seats=starting_at(turn, seats),
        turn=turn,
        racks=tuple(rack_of(racks.get(seat, ())) for seat in places),
        hidden=(0,) * len(places),
        dealt=tuple(racks.get(seat, ()) for seat in places),
        boneyard=racks.get(0, ()),
        taking=(),
        lifted=seats,
        turn_began=0,
        chain=Chain(*ends, ()) if ends else None,
        ended="domino" if not all(racks[seat] for seat in seats) else "block" if blocked else None,
    )
