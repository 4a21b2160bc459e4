"""One hand, from the deal to dominó or block: the state, and how events change it."""

from __future__ import annotations

from collections.abc import Callable
from operator import add
from typing import Any, Final, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import replace

from tantera.play.events import (
    DoublesPlaced,
    Event,
    HandBlocked,
    HandDealt,
    How,
    LimitReached,
    MoveSeen,
    RacksLifted,
    TileDrawn,
    TileExposed,
    TilePlaced,
    TurnPassed,
    WentOut,
)
from tantera.rules import Book, Seat
from tantera.rules.functions import starting_at
from tantera.tiles import DOUBLES_MASK, LEFT, RIGHT, Chain, Tile, pips_of, rack_of, tiles_in

T = TypeVar("T")

Move = TilePlaced | DoublesPlaced | TurnPassed | TileDrawn | MoveSeen


class Hand(Struct, frozen=True, dict=True):
    """A hand in play. By seat means index seat - 1; a seat that is out holds nothing.

    It has a ``__dict__`` beside its fields so that `legal_moves` can keep what it has worked out.
    """

    book: Book
    number: int
    opener: Seat
    """Who lays the first tile."""
    seats: tuple[Seat, ...]
    """Who is in, in turn order from the opener."""
    turn: Seat
    racks: tuple[int, ...]
    """The tiles still held, by seat, as bit masks: those that are known."""
    hidden: tuple[int, ...]
    """How many more each seat holds that nobody has seen; all zero on a program-run table."""
    dealt: tuple[tuple[Tile, ...], ...]
    """What each seat took, as far as known, in the order lifted, draws at the end. Never rearranged (TG-8.6)."""
    boneyard: tuple[Tile | None, ...]
    taking: tuple[Seat, ...]
    """In which order the tiles were taken."""
    lifted: tuple[Seat, ...]
    """Who has seen their own tiles (TG-8.5…8.9)."""
    turn_began: int
    chain: Chain | None = None
    last_placer: Seat | None = None
    """Who laid the tile that was laid last (SJ-siguientes)."""
    exposed: tuple[int, ...] = (0, 0, 0, 0)
    """Tiles lying open in front of each seat, as bit masks."""
    moves: tuple[Move, ...] = ()
    turns: int = 0
    """Turns completed: placements and passes."""
    drew: bool = False
    """The player in turn has taken a sleeping tile in this turn."""
    idle: int = 0
    """Passes in a row by players who did not draw either."""
    shown: tuple[Seat, Tile] | None = None
    """The tile that was laid open last, and whose it is."""
    owed: int = 0
    """Tiles of which the player in turn must play one if it fits (SJ-irreg-1, CI-12), as a bit mask."""
    bound: int = 0
    """Every tile that has to be played once it fits, or had to be at some time in this hand, as a bit mask."""
    ended: How | None = None
    by_double: bool = False
    """Whether the deal found the opener of this later hand, by the highest double."""
    made: tuple[int, ...] = ()
    """Points made in play, by seat; none at all where the book has no such points."""
    deal: HandDealt | None = None
    """How it began: what a hand is rebuilt from (TG-18.3)."""

    @property
    def may_draw(self) -> bool:
        """Whether sleeping tiles may be taken at all, and there are any (UEH-robar)."""
        return len(self.boneyard) > self.book.options.reserve and self.book.may_draw(len(self.seats))

    @property
    def drawable(self) -> tuple[Tile | None, ...]:
        """The sleeping tiles that may still be drawn, in that order: the book's reserve stays asleep."""
        return self.boneyard[: len(self.boneyard) - self.book.options.reserve] if self.may_draw else ()

    @property
    def unseen(self) -> int:
        """The tiles whose place nobody knows, as a rack."""
        rack = self.book.options.set.rack & ~rack_of(tile for tile in self.boneyard if tile is not None)
        for known in self.racks:
            rack &= ~known
        return rack & ~self.chain.tiles if self.chain is not None else rack

    def count(self, seat: Seat) -> int:
        """How many tiles a seat still holds."""
        return self.racks[seat - 1].bit_count() + self.hidden[seat - 1]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many tiles each seat still holds."""
        return tuple(map(add, map(int.bit_count, self.racks), self.hidden))

    @property
    def open_tiles(self) -> tuple[tuple[Tile, ...], ...]:
        """The tiles that lie open in front of each seat."""
        return tuple([tuple(tiles_in(shown)) if shown else () for shown in self.exposed])

    def rack(self, seat: Seat) -> tuple[Tile | None, ...]:
        """The tiles a seat still holds, in the order lifted; unknown ones as None, at the end."""
        rack, unknown = self.racks[seat - 1], self.hidden[seat - 1]
        known = [tile for tile in self.dealt[seat - 1] if tile.bit & rack]
        return (*known, *(None,) * unknown) if unknown else tuple(known)

    def doubles(self, seat: Seat) -> int:
        """How many doubles a seat is known to hold."""
        return (self.racks[seat - 1] & DOUBLES_MASK).bit_count()

    def left(self, seat: Seat) -> int | None:
        """The pips a seat still holds; None where a tile of them is unknown."""
        return None if self.hidden[seat - 1] else pips_of(self.racks[seat - 1])


def begin_hand(book: Book, event: HandDealt) -> Hand:
    """The hand that a deal begins."""
    seats = tuple(seat for seat, rack in enumerate(event.racks, start=1) if rack)
    from_opener = starting_at(event.opener, seats)
    known = tuple([tuple([tile for tile in rack if tile is not None]) for rack in event.racks])
    return Hand(
        book=book,
        number=event.number,
        opener=event.opener,
        seats=from_opener,
        turn=event.opener,
        racks=tuple([rack_of(rack) for rack in known]),
        hidden=tuple([rack.count(None) for rack in event.racks]),
        dealt=known,
        boneyard=event.boneyard,
        taking=event.taking,
        lifted=() if book.customs.waiting else from_opener,
        turn_began=event.at,
        exposed=(0,) * len(event.racks),
        by_double=event.by_double is True,
        made=(0,) * len(event.racks) if book.points_in_play is not None else (),
        deal=event,
    )


def opened_by(hand: Hand, opener: Seat, at: int) -> Hand:
    """The hand, lifted by everybody and nothing of it played yet, that somebody else opens than whoever was to."""
    assert hand.deal is not None
    dealt = replace(hand.deal, opener=opener, choosing=UNSET)
    seats = starting_at(opener, tuple(sorted(hand.seats)))
    return replace(hand, opener=opener, turn=opener, seats=seats, lifted=seats, turn_began=at, deal=dealt)


# --- events change the hand -----------------------------------------------------------------------------------------


def evolve_hand(hand: Hand, event: Event) -> Hand:
    """The hand after an event of its own."""
    return _EVOLVE[type(event)](hand, event)


def _tile_placed(hand: Hand, event: TilePlaced) -> Hand:
    chain, end = hand.chain, event.end
    chain = Chain.opened(event.tile) if chain is None or end is None else chain.placed(event.tile, end)
    after = _after_placing(hand, event, event.tile.bit, chain)
    if not event.points:
        return after
    index = event.seat - 1
    made = hand.made or (0,) * len(hand.racks)
    return replace(after, made=_with(made, index, made[index] + event.points))


def _doubles_placed(hand: Hand, event: DoublesPlaced) -> Hand:
    assert hand.chain is not None
    chain = hand.chain.placed(event.left, LEFT).placed(event.right, RIGHT)
    return _after_placing(hand, event, event.left.bit | event.right.bit, chain)


def _after_placing(hand: Hand, event: TilePlaced | DoublesPlaced | MoveSeen, placed: int, chain: Chain) -> Hand:
    seat = event.seat
    index = seat - 1
    racks, hidden, exposed = hand.racks, hand.hidden, hand.exposed
    if hidden[index]:
        unseen = (placed & ~racks[index]).bit_count()
        hidden = _with(hidden, index, max(0, hidden[index] - unseen))
    racks = _with(racks, index, racks[index] & ~placed)
    if exposed[index] & placed:
        exposed = _with(exposed, index, exposed[index] & ~placed)
    return replace(
        hand,
        chain=chain,
        last_placer=seat,
        racks=racks,
        hidden=hidden,
        exposed=exposed,
        moves=(*hand.moves, event),
        turn=next_after(hand, seat),
        turns=hand.turns + 1,
        turn_began=event.at,
        drew=False,
        idle=0,
        owed=0,
    )


def _turn_passed(hand: Hand, event: TurnPassed | MoveSeen) -> Hand:
    return replace(
        hand,
        moves=(*hand.moves, event),
        turn=next_after(hand, event.seat),
        turns=hand.turns + 1,
        turn_began=event.at,
        idle=0 if hand.drew else hand.idle + 1,
        drew=False,
        owed=0,
    )


def _tile_drawn(hand: Hand, event: TileDrawn) -> Hand:
    index = event.seat - 1
    drawn = replace(hand, boneyard=hand.boneyard[1:], moves=(*hand.moves, event), drew=True, turn_began=event.at)
    if event.tile is None:
        return replace(drawn, hidden=_with(hand.hidden, index, hand.hidden[index] + 1))
    return _known(drawn, index, event.tile)


def _tile_exposed(hand: Hand, event: TileExposed) -> Hand:
    index = event.seat - 1
    exposed = _with(hand.exposed, index, hand.exposed[index] | event.tile.bit)
    binds = event.tile.bit if hand.book.customs.exposed_tiles == "must_play" else 0
    hand = replace(hand, exposed=exposed, shown=(event.seat, event.tile), bound=hand.bound | binds)
    if event.tile.bit & hand.racks[index] or not hand.hidden[index]:
        return hand
    return _known(replace(hand, hidden=_with(hand.hidden, index, hand.hidden[index] - 1)), index, event.tile)


def _known(hand: Hand, index: int, tile: Tile) -> Hand:
    """The hand in which this seat is known to hold this tile too."""
    return replace(
        hand,
        racks=_with(hand.racks, index, hand.racks[index] | tile.bit),
        dealt=_with(hand.dealt, index, (*hand.dealt[index], tile)),
    )


def _move_seen(hand: Hand, event: MoveSeen) -> Hand:
    if event.seat != hand.turn or hand.ended:
        return replace(hand, moves=(*hand.moves, event))
    if event.tile is None:
        return _turn_passed(hand, event)
    if hand.chain is None or event.end is None or event.touching is None:
        return _after_placing(hand, event, event.tile.bit, Chain.opened(event.tile))
    return _after_placing(hand, event, event.tile.bit, hand.chain.forced(event.tile, event.end, event.touching))


def partner_plays_on(hand: Hand, seat: Seat) -> bool:
    """Whether the hand goes on although this seat has no tile left: its partner has, and the book lets them play on."""
    if not hand.book.partners_play_on:
        return False
    return any(hand.count(other) for other in hand.seats if other != seat and (other - seat) % 2 == 0)


def moves_before_turn(hand: Hand, turn: int) -> int:
    """How many of the hand's moves were made before that turn began, turns counted from 1."""
    state = _start(hand)
    for place, move in enumerate(hand.moves):
        if state.turns >= turn - 1:
            return place
        state = evolve_hand(state, move)
    return len(hand.moves)


def rebuilt(hand: Hand, moves: int, at: int) -> Hand:
    """The hand as it stood after that many of its moves, the turn beginning anew; tiles that lie open stay open."""
    state = _start(hand)
    for move in hand.moves[:moves]:
        state = evolve_hand(state, move)
    exposed = tuple(shown & held for shown, held in zip(hand.exposed, state.racks, strict=True))
    return replace(state, exposed=exposed, turn_began=at)


def _start(hand: Hand) -> Hand:
    assert hand.deal is not None, "a hand from a position has no beginning"
    return replace(begin_hand(hand.book, hand.deal), lifted=hand.lifted, bound=hand.bound)


def next_after(hand: Hand, seat: Seat) -> Seat:
    """Who is in turn after a seat: whoever is next and, where partners play on, still holds a tile."""
    seats = hand.seats
    after = seats.index(seat) + 1
    if hand.book.partners_play_on:
        racks, hidden = hand.racks, hand.hidden
        for other in seats[after:] + seats[: after - 1]:
            if racks[other - 1] or hidden[other - 1]:
                return other
        return seat
    return seats[after] if after < len(seats) else seats[0]


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[index] = value
    return tuple(changed)


_EVOLVE: Final[dict[type, Callable[[Hand, Any], Hand]]] = {
    TilePlaced: _tile_placed,
    DoublesPlaced: _doubles_placed,
    TurnPassed: _turn_passed,
    TileDrawn: _tile_drawn,
    TileExposed: _tile_exposed,
    MoveSeen: _move_seen,
    RacksLifted: lambda hand, event: replace(hand, lifted=hand.lifted + event.seats),
    WentOut: lambda hand, event: hand if partner_plays_on(hand, event.seat) else replace(hand, ended="domino"),
    HandBlocked: lambda hand, event: replace(hand, ended="block"),
    LimitReached: lambda hand, event: replace(hand, ended="limit"),
}
