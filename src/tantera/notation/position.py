"""A position in one line: ``ends=6:4 turn=2 1:00.04 2:13 3:23.44 4:66`` (the role FEN has in chess).

Where tiles may be unknown, ``??`` stands for one. ``played=66.64`` may tell which tiles lie on the table, ``ends=66:4``
that the tile at an end is a double.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tantera.notation.errors import DgnError, Where
from tantera.play.hand import Hand
from tantera.rules import Book, Seat
from tantera.rules.functions import starting_at
from tantera.tiles import Chain, Tile, rack_of
from tantera.words import Phrase


def parse_position(text: str, book: Book, hand_number: int = 1) -> Hand:
    """The hand that a position describes, under a book.

    >>> from tantera.rules import load_book
    >>> hand = parse_position("ends=6:4 turn=2 1:00.04 2:13 3:23.44 4:66", load_book("san-juan"))
    >>> hand.turn, hand.chain.left, [hand.count(seat) for seat in (1, 2, 3, 4)]
    (2, 6, [2, 1, 2, 1])
    """
    return _parsed(text, book, hand_number, r"\d\d", Phrase("a rack like 1:00.04"))


def parse_partial_position(text: str, book: Book, hand_number: int = 1) -> Hand:
    """The same of a position in which tiles may be unknown: how many, but not which.

    >>> from tantera.rules import load_book
    >>> hand = parse_partial_position("ends=6:4 turn=2 1:00.?? 2:13 3:??.?? 4:66", load_book("san-juan"))
    >>> hand.hidden, hand.rack(1)
    ((1, 0, 2, 0), (Tile(0, 0), None))
    """
    a_rack = Phrase("a rack like 1:00.04, an unknown tile as ??")
    return _parsed(text, book, hand_number, r"(?:\d\d|\?\?)", a_rack)


def played_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles that a position says were played (``played=66.64``); none where it says nothing of them.

    >>> played_tiles("ends=6:4 turn=2 1:00 2:13 3:23 4:46 played=66.64")
    (Tile(6, 6), Tile(6, 4))
    """
    word = re.search(r"(?:^|\s)played=(\S+)", text)
    return tuple(map(Tile.parse, word[1].split("."))) if word else ()


class _Written(NamedTuple):
    """A tile where it stands in the text; None is an unknown one."""

    tile: Tile | None
    where: Where


class _Words(NamedTuple):
    """The words of a position, each where it stands."""

    places: dict[str, Where]
    """By their keys: ends, turn, played, and seats."""
    ends: tuple[int, int] | None
    turn: Seat
    racks: dict[Seat, tuple[_Written, ...]]
    """0 is the boneyard."""
    played: tuple[_Written, ...]
    doubles: tuple[bool, bool] = (False, False)
    """Whether the tile at either end is a double, ``ends=66:4``: where points are made in play it counts twice."""

    @property
    def tiles(self) -> tuple[_Written, ...]:
        return (*(tile for rack in self.racks.values() for tile in rack), *self.played)


def _parsed(text: str, book: Book, hand_number: int, tile_pattern: str, a_rack: Phrase) -> Hand:
    words = _words(text, tile_pattern, a_rack)
    seats = tuple(sorted(seat for seat in words.racks if seat))
    if words.turn not in seats:
        expected = Phrase("a rack {seat}:… for that seat", seat=words.turn)
        raise DgnError(words.places["turn"], f"turn={words.turn}", expected)
    _check_tiles(words, book)
    _check_counts(words, seats, book)
    taken = {seat: tuple(one.tile for one in rack) for seat, rack in words.racks.items()}
    racks = {seat: tuple(tile for tile in rack if tile is not None) for seat, rack in taken.items()}
    unknown = any(None in rack for rack in taken.values())
    chain = _chain(words.ends, words.doubles) if words.ends is not None else None
    playable = [rack for seat, rack in racks.items() if seat or book.may_draw(len(seats))]
    blocked = chain is not None and not unknown and not any(rack_of(rack) & chain.fitting for rack in playable)
    places = range(1, max(4, *seats) + 1)
    return Hand(
        book=book,
        number=hand_number,
        opener=words.turn,
        seats=starting_at(words.turn, seats),
        turn=words.turn,
        racks=tuple(rack_of(racks.get(seat, ())) for seat in places),
        hidden=tuple(taken.get(seat, ()).count(None) for seat in places),
        dealt=tuple(racks.get(seat, ()) for seat in places),
        boneyard=taken.get(0, ()),
        taking=(),
        lifted=seats,
        turn_began=0,
        chain=chain,
        ended="domino" if _somebody_is_out(book, taken, seats) else "block" if blocked else None,
    )


def _somebody_is_out(book: Book, taken: dict[Seat, tuple[Tile | None, ...]], seats: tuple[Seat, ...]) -> bool:
    """Whether somebody's tiles are all laid and that ends the hand: where partners play on, both of a pair's."""
    out = [seat for seat in seats if not taken[seat]]
    return any(seat + 2 in out for seat in out) if book.partners_play_on else bool(out)


def _chain(ends: tuple[int, int], doubles: tuple[bool, bool]) -> Chain:
    left, right = doubles
    return Chain.between(*ends)._replace(left_arm=2 | left, right_arm=2 | right)


def _words(text: str, tile_pattern: str, a_rack: Phrase) -> _Words:
    """The words, whatever they mean together."""
    tiles_pattern = rf"{tile_pattern}(?:\.{tile_pattern})*"
    ends: tuple[int, int] | None = None
    doubles = (False, False)
    turn: Seat | None = None
    racks: dict[Seat, tuple[_Written, ...]] = {}
    played: tuple[_Written, ...] = ()
    places: dict[str, Where] = {}
    for word in re.finditer(r"\S+", text):
        where = Where(1, word.start() + 1)
        key = word[0].split("=")[0].split(":")[0]
        if key in places:
            raise DgnError(where, word[0], Phrase("{key} once", key=key))
        places[key] = where
        if match := re.fullmatch(r"ends=(?:-|(\d)(\1)?:(\d)(\3)?)", word[0], re.ASCII):
            ends = (int(match[1]), int(match[3])) if match[1] else None
            doubles = (match[2] is not None, match[4] is not None)
        elif match := re.fullmatch(r"turn=([1-4])", word[0], re.ASCII):
            turn = int(match[1])
        elif key == "turn":
            raise DgnError(where, word[0], Phrase("turn=1 to turn=4"))
        elif match := re.fullmatch(rf"([0-4]):({tiles_pattern})?", word[0], re.ASCII):
            racks[int(match[1])] = _tiles(match[2] or "", where.column + 2)
        elif match := re.fullmatch(r"played=(\d\d(?:\.\d\d)*)", word[0], re.ASCII):
            played = _tiles(match[1], where.column + len("played="))
        elif key == "played":
            raise DgnError(where, word[0], Phrase("the tiles on the table like played=66.64"))
        else:
            raise DgnError(where, word[0], Phrase("ends=6:4 (or ends=-), turn=2, or {a_rack}", a_rack=a_rack))
    if "ends" not in places or turn is None:
        expected = Phrase("ends=… and turn=… and a rack for every seat")
        raise DgnError(Where(1, 1), text[:60] or Phrase("nothing"), expected)
    return _Words(places, ends, turn, racks, played, doubles)


def _tiles(codes: str, column: int) -> tuple[_Written, ...]:
    return tuple(
        _Written(Tile.parse(code) if code != "??" else None, Where(1, column + 3 * place))
        for place, code in enumerate(codes.split("."))
        if code
    )


def _check_tiles(words: _Words, book: Book) -> None:
    """Every tile is one of the set, and there is one of each."""
    tile_set = book.options.set
    seen: set[Tile] = set()
    for tile, where in words.tiles:
        if tile is None:
            continue
        if tile not in tile_set.tiles:
            raise DgnError(where, tile.code, Phrase("a tile of the {set} set", set=tile_set))
        if tile in seen:
            raise DgnError(where, Phrase("{tile} twice", tile=tile.code), Phrase("every tile once"))
        seen.add(tile)
    unknown = [where for tile, where in words.tiles if tile is None]
    if len(unknown) > (others := len(tile_set.tiles) - len(seen)):
        found = Phrase("{count} unknown tiles", count=len(unknown))
        raise DgnError(unknown[0], found, Phrase("at most the {others} of the set not named", others=others))
    for number in words.ends or ():
        if number > tile_set.highest_suit:
            expected = Phrase("a number of the {set} set", set=tile_set)
            raise DgnError(words.places["ends"], Phrase("an end {number}", number=number), expected)


def _check_counts(words: _Words, seats: tuple[Seat, ...], book: Book) -> None:
    """Nobody holds more than could be, and where all tiles are told of, they are as many as the set has."""
    options = book.options
    each, whole = options.tiles_each, len(options.set.tiles)
    draws = book.may_draw(len(seats))
    sizes = {seat: len(words.racks[seat]) for seat in seats}
    for seat, size in sizes.items():
        if size > each and (words.ends is None or not draws):
            found = Phrase("{size} tiles at seat {seat}", size=size, seat=seat)
            expected = Phrase("at most the {each} that {book} deals", each=each, book=book.id)
            raise DgnError(words.places[str(seat)], found, expected)
    if words.ends is None:
        odd = next((seat for seat in seats if sizes[seat] != sizes[seats[0]]), None)
        if odd is not None:
            found = Phrase(
                "{size} tiles at seat {seat} and {others} at seat {other}",
                size=sizes[odd],
                seat=odd,
                others=sizes[seats[0]],
                other=seats[0],
            )
            raise DgnError(words.places[str(odd)], found, Phrase("as many for everybody before the opening"))
        if words.played:
            raise DgnError(words.places["played"], Phrase("tiles played"), Phrase("none before the opening"))
    if not words.played:
        return
    dealt = each * len(seats)
    count, due = len(words.tiles), whole if 0 in words.racks or not whole - dealt else dealt
    if count > due or (count < due and not (draws and 0 not in words.racks)):
        found = Phrase("{count} tiles in racks and played", count=count)
        if 0 in words.racks:
            found = Phrase("{count} tiles in racks, asleep and played", count=count)
        raise DgnError(words.places["played"], found, str(due))
