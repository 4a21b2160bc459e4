"""What a hand tells of which some tiles are unknown."""

from __future__ import annotations

from tantera.notation.document import DealItem, HandText
from tantera.play.events import DoublesPlaced, TileDrawn, TilePlaced
from tantera.play.hand import Hand
from tantera.play.match import Match
from tantera.rules import Seat
from tantera.rules.functions import by_sum
from tantera.tiles import Tile, rack_of

Racks = tuple[tuple[Tile | None, ...], ...]
"""By seat; None is an unknown tile."""


def possible_openers(match: Match, racks: Racks, boneyard: tuple[Tile | None, ...] = ()) -> tuple[Seat, ...]:
    """Who may open the next hand, as far as book and tiles tell: by the double, whoever may hold the highest one.

    Tiles are looked at from the highest double down (UEH-salida, CL-inicio). One that is known to lie in a rack settles
    it; one whose place nobody knows may be with anybody who holds unknown tiles, or asleep: then the next one counts.
    """
    if match.opener is not None:
        return match.may_choose_opener or (match.opener,)
    return _by_the_double(match, racks, boneyard) if _opens_by_double(match) else match.choosing or match.seats


def openers_after_moves(match: Match) -> tuple[Seat, ...]:
    """Who may have opened the hand in play, now that some more tiles are known because somebody has laid them."""
    hand = match.hand
    if (
        hand is None
        or hand.deal is None
        or not any(None in rack for rack in hand.deal.racks)
        or not _opens_by_double(match)
    ):
        return match.seats
    return _by_the_double(match, _taken(hand, hand.deal.racks), hand.deal.boneyard)


def _opens_by_double(match: Match) -> bool:
    options = match.book.options
    if match.lines:
        in_play = match.hand if match.hand_in_play else None
        return match.opens_by_double if in_play is None else in_play.by_double
    return options.first_opener == "double" and options.next_match_opener == "same_method"


def _taken(hand: Hand, dealt: Racks) -> Racks:
    """What everybody took before the opening, as far as seen since. Who drew a tile may have laid that one."""
    racks = [list(rack) for rack in dealt]
    drew: set[Seat] = set()
    for move in hand.moves:
        laid: tuple[Tile, ...] = ()
        match move:
            case TileDrawn(seat=seat):
                drew.add(seat)
            case TilePlaced(seat=seat, tile=tile):
                laid = (tile,)
            case DoublesPlaced(seat=seat, left=left, right=right):
                laid = (left, right)
            case _:
                continue
        rack = racks[seat - 1]
        for one in laid:
            if seat not in drew and one not in rack and None in rack:
                rack[rack.index(None)] = one
    return tuple(map(tuple, racks))


def _by_the_double(match: Match, racks: Racks, boneyard: tuple[Tile | None, ...]) -> tuple[Seat, ...]:
    options = match.book.options
    holders = {tile: seat for seat, rack in enumerate(racks, start=1) for tile in rack if tile is not None}
    hiding = {seat for seat in match.seats if None in racks[seat - 1]}
    asleep = {tile for tile in boneyard if tile is not None}
    untold = len(options.set.tiles) - sum(map(len, racks)) - len(asleep)
    possible: set[Seat] = set()
    for tile in sorted(options.set.tiles, key=lambda tile: (tile.is_double, *by_sum(tile)), reverse=True):
        if tile in holders:
            return tuple(sorted(possible | {holders[tile]}))
        if tile not in asleep:
            possible |= hiding
            if not untold:
                break
            untold -= 1
    return tuple(sorted(possible))


def may_be_blocked(hand: Hand) -> bool:
    """Whether a hand that goes on as far as anybody knows may be blocked: every tile that fits would have to sleep."""
    if hand.chain is None:
        return not hand.moves  # nobody wrote the play down
    drawable = hand.drawable
    if drawable and not hand.book.options.draws_until_it_fits:
        return False
    held = (*hand.racks, rack_of(tile for tile in drawable if tile is not None))
    if any(rack & hand.chain.fitting for rack in held):
        return False
    return (hand.unseen & hand.chain.fitting).bit_count() <= hand.boneyard[len(drawable) :].count(None)


def dealt_tiles(match: Match, text: HandText) -> tuple[Racks, tuple[Tile | None, ...]]:
    """The racks of a hand by seat, all unknown where none is written, and the sleeping tiles, none where untold."""
    written = next((dict(item.racks) for item in text.items if isinstance(item, DealItem)), {})
    unknown: tuple[None, ...] = (None,) * match.book.options.tiles_each
    seats = range(1, len(match.names) + 1)
    racks = tuple(written.get(seat, unknown) if seat in match.seats else written.get(seat, ()) for seat in seats)
    return racks, written.get(0, ())
