"""One hand, from the deal to dominó or block: the state, what the player in turn may do, and how moves change it.

`legal_commands` is the one place that knows what may be played; `decide_move` accepts what it lists and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tantera.layout import right_hand_end
from tantera.play.commands import DrawTile, MoveCommand, PassTurn, PlaceDoubles, PlaceTile
from tantera.play.events import (
    DoublesPlaced,
    Event,
    HandBlocked,
    HandDealt,
    MoveSeen,
    RacksLifted,
    TileDrawn,
    TileExposed,
    TilePlaced,
    TurnPassed,
    WentOut,
)
from tantera.rules import Book, Seat
from tantera.rules.functions import LIFTINGS, right_of, starting_at
from tantera.tiles import DOUBLES_MASK, SUIT_MASKS, Chain, End, Tile, pips_of, rack_of, tiles_in

T = TypeVar("T")

Move = TilePlaced | DoublesPlaced | TurnPassed | TileDrawn | MoveSeen


class Hand(Struct, frozen=True, dict=True):
    """A hand in play. By seat means index seat - 1; a seat that is out holds nothing."""

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
    dealt: tuple[tuple[Tile | None, ...], ...]
    """What each seat took, in the order lifted, tiles drawn later at the end. They are never rearranged (TG-8.6)."""
    boneyard: tuple[Tile | None, ...]
    taking: tuple[Seat, ...]
    """In which order the tiles were taken."""
    lifted: tuple[Seat, ...]
    """Who has seen the own tiles (TG-8.5…8.9)."""
    turn_began: int
    chain: Chain | None = None
    exposed: tuple[int, ...] = (0, 0, 0, 0)
    """Tiles lying open in front of each seat, as bit masks."""
    moves: tuple[Move, ...] = ()
    turns: int = 0
    """Turns completed: placements and passes."""
    drew: bool = False
    """The player in turn has taken a sleeping tile in this turn."""
    idle: int = 0
    """Passes in a row by players who did not draw either."""
    ended: Literal["domino", "block"] | None = None

    @cached_property
    def options(self) -> tuple[MoveCommand, ...]:
        """`legal_commands`, worked out once: the player asks, the table judges and the view shows the same hand."""
        return _options(self)

    @property
    def last_placer(self) -> Seat | None:
        """Who laid the tile that was laid last (SJ-siguientes)."""
        for move in reversed(self.moves):
            if isinstance(move, TilePlaced | DoublesPlaced) or (isinstance(move, MoveSeen) and move.tile is not None):
                return move.seat
        return None

    @property
    def may_draw(self) -> bool:
        """Whether sleeping tiles may be taken at all, and there are any (UEH-robar)."""
        return bool(self.boneyard) and self.book.options.boneyard == "one"

    @property
    def unseen(self) -> int:
        """The tiles whose place nobody knows, as a rack."""
        rack = rack_of(self.book.options.set.tiles) & ~rack_of(tile for tile in self.boneyard if tile is not None)
        for known in self.racks:
            rack &= ~known
        return rack & ~self.chain.tiles if self.chain is not None else rack

    def count(self, seat: Seat) -> int:
        """How many tiles a seat still holds."""
        return self.racks[seat - 1].bit_count() + self.hidden[seat - 1]

    def rack(self, seat: Seat) -> tuple[Tile | None, ...]:
        """The tiles a seat still holds, in the order lifted; unknown ones as None."""
        rack, hidden = self.racks[seat - 1], self.hidden[seat - 1]
        known = tuple(tile for tile in self.dealt[seat - 1] if tile is None or tile.bit & rack)
        return tuple(tile for tile in known if tile is not None) + (None,) * hidden if hidden else known

    def left(self, seat: Seat) -> int | None:
        """The pips a seat still holds; None where a tile of them is unknown."""
        return None if self.hidden[seat - 1] else pips_of(self.racks[seat - 1])


def begin_hand(book: Book, event: HandDealt) -> Hand:
    """The hand that a deal begins."""
    seats = tuple(seat for seat, rack in enumerate(event.racks, start=1) if rack)
    from_opener = starting_at(event.opener, seats)
    return Hand(
        book=book,
        number=event.number,
        opener=event.opener,
        seats=from_opener,
        turn=event.opener,
        racks=tuple(rack_of(tile for tile in rack if tile is not None) for rack in event.racks),
        hidden=tuple(rack.count(None) for rack in event.racks),
        dealt=event.racks,
        boneyard=event.boneyard,
        taking=event.taking,
        lifted=() if book.table.lifting == "staged" else from_opener,
        turn_began=event.at,
        exposed=(0,) * len(event.racks),
    )


# --- what may be played ---------------------------------------------------------------------------------------------


def legal_commands(hand: Hand) -> tuple[MoveCommand, ...]:
    """Everything the player in turn may do, in the order the tiles were lifted.

    A player who can play must; without a fitting tile there is the pass, and the draw where tiles sleep and may be taken.
    Tiles that nobody has seen might be anything not seen elsewhere.
    """
    return hand.options


def _options(hand: Hand) -> tuple[MoveCommand, ...]:
    if hand.ended:
        return ()
    seat, chain = hand.turn, hand.chain
    index = seat - 1
    rack, unknown = hand.racks[index], hand.hidden[index]
    held = hand.dealt[index]
    if unknown:
        unseen = hand.unseen
        held = (*(tile for tile in held if tile is not None and tile.bit & rack), *tiles_in(unseen))
        playable = rack | unseen
    else:
        playable = rack
    if chain is None:
        playable &= _opening_tiles(hand, rack)
        return tuple(PlaceTile(seat, tile) for tile in held if tile is not None and tile.bit & playable)

    left, right = chain.left, chain.right
    on_left, on_right = SUIT_MASKS[left] & playable, SUIT_MASKS[right] & playable
    owed = hand.exposed[index] & (on_left | on_right) if hand.book.table.exposed_tiles == "must_play" else 0
    if owed:
        # CI-11: where the open tile fits both ends, on the higher number.
        both = on_left & on_right & owed if left != right else 0
        on_left, on_right = (
            (on_left & owed, on_right & owed & ~both) if left > right else (on_left & owed & ~both, on_right & owed)
        )
    elif left == right and on_left and hand.book.table.equal_ends == "right_hand" and chain.placements:
        # TG-9.2. A position without its places leaves both ends open.
        end = right_hand_end(chain, (seat - hand.opener) % 4, hand.book.options.set)
        if end is not None:
            on_left, on_right = (on_left, 0) if end is End.LEFT else (0, on_right)

    commands: list[MoveCommand] = []
    if fitting := on_left | on_right:
        for tile in held:
            if tile is not None and tile.bit & fitting:
                if tile.bit & on_left:
                    commands.append(PlaceTile(seat, tile, End.LEFT))
                if tile.bit & on_right:
                    commands.append(PlaceTile(seat, tile, End.RIGHT))
        if left != right and not owed and _two_doubles_allowed(hand):
            one, other = Tile.of(left, left), Tile.of(right, right)
            if one.bit & rack and other.bit & rack:
                commands.append(PlaceDoubles(seat, one, other))
    if not fitting & rack:  # only a tile nobody has seen could fit, or none at all
        if hand.may_draw and not hand.drew:
            commands.append(DrawTile(seat))
        commands.append(PassTurn(seat))
    return tuple(commands)


def _opening_tiles(hand: Hand, rack: int) -> int:
    """What may open: anything, or a double in the first hand where the table wants that (CL-inicio)."""
    wants_double = hand.book.options.first_tile == "double" and hand.number == 1 and rack & DOUBLES_MASK
    return DOUBLES_MASK if wants_double else -1


def _two_doubles_allowed(hand: Hand) -> bool:
    first = hand.book.table.two_doubles_from_hand
    return first is not None and hand.number >= first


def block_is_near(hand: Hand) -> bool:
    """Whether some tile not yet on the chain would, played now, close the hand (CI-9).

    From the table alone, never from racks: a clock that everybody sees must not betray one.
    """
    if hand.chain is None:
        return False
    left, right = hand.chain.left, hand.chain.right
    away = rack_of(hand.book.options.set.tiles) & ~hand.chain.tiles
    for end, stays in ((left, right), (right, left)):
        for tile in tiles_in(SUIT_MASKS[end] & away):
            if not (SUIT_MASKS[tile.other(end)] | SUIT_MASKS[stays]) & away & ~tile.bit:
                return True
    return False


# --- moves become events --------------------------------------------------------------------------------------------


def decide_move(hand: Hand, command: MoveCommand, at: int, took: int | None = None) -> tuple[Event, ...]:
    """The events of a legal move: the move, racks it lets be lifted, and the end of the hand if it ends it.

    The caller has made sure that `command` is among `legal_commands`.
    """
    seat = command.seat
    match command:
        case PlaceTile(tile=tile, end=end):
            move: Event = TilePlaced(seat, tile, end, took, at=at)
            ending = _ending(hand, seat, tile.bit, _ends_after(hand.chain, tile, end), at)
        case PlaceDoubles(left=left, right=right):
            move = DoublesPlaced(seat, left, right, took, at=at)
            ending = _ending(hand, seat, left.bit | right.bit, (left.low, right.low), at)
        case DrawTile():
            return (TileDrawn(seat, hand.boneyard[0], took, at=at),)
        case PassTurn():
            move = TurnPassed(seat, took, at=at)
            # Everybody still in has passed in turn without drawing (UEH-robar).
            stuck = not hand.drew and hand.idle + 1 >= len(hand.seats)
            ending = HandBlocked(at=at) if stuck else None
    if len(hand.lifted) < len(hand.seats):
        lifting = _lifting(hand, hand.turns + 1, at)
        return (move, *lifting, ending) if ending else (move, *lifting)
    return (move, ending) if ending else (move,)


def first_lifting(hand: Hand, at: int) -> tuple[RacksLifted, ...]:
    """Who lifts as soon as the tiles are dealt, where the book lets racks be lifted in stages (TG-8.5)."""
    return _lifting(hand, 0, at)


def _lifting(hand: Hand, turns: int, at: int) -> tuple[RacksLifted, ...]:
    now = tuple(seat for seat in LIFTINGS[hand.book.table.lifting](hand.seats, turns) if seat not in hand.lifted)
    return (RacksLifted(now, at=at),) if now else ()


def _ends_after(chain: Chain | None, tile: Tile, end: End | None) -> tuple[int, int]:
    if chain is None or end is None:
        return tile.low, tile.high
    if end is End.LEFT:
        return tile.other(chain.left), chain.right
    return chain.left, tile.other(chain.right)


def _ending(hand: Hand, seat: Seat, placed: int, ends: tuple[int, int], at: int) -> WentOut | HandBlocked | None:
    """How the hand ends with these tiles of this seat on the table and these ends open, if it does."""
    rack = hand.racks[seat - 1] & ~placed
    if not rack and not hand.hidden[seat - 1]:
        return WentOut(seat, at=at)
    if hand.hidden[seat - 1] == 1 and not placed & hand.racks[seat - 1] and not rack:
        return WentOut(seat, at=at)  # the one tile nobody had seen
    fitting = SUIT_MASKS[ends[0]] | SUIT_MASKS[ends[1]]
    for held in hand.racks:
        if held & fitting & ~placed:
            return None
    unknown = any(hand.hidden) or None in hand.boneyard
    if unknown and hand.unseen & fitting & ~placed:
        return None
    if hand.may_draw and any(tile is not None and tile.bit & fitting for tile in hand.boneyard):
        return None
    return HandBlocked(at=at)


def ending_now(hand: Hand, at: int) -> WentOut | HandBlocked | None:
    """How the hand stands right after `hand.last_placer` laid a tile: used where a fact, not a command, laid it."""
    seat = hand.last_placer
    if hand.chain is None or seat is None:
        return None
    return _ending(hand, seat, 0, (hand.chain.left, hand.chain.right), at)


# --- events change the hand -----------------------------------------------------------------------------------------


def evolve_hand(hand: Hand, event: Event) -> Hand:
    """The hand after an event; events that are none of its business leave it as it is."""
    change = _EVOLVE.get(type(event))
    return hand if change is None else change(hand, event)


def _tile_placed(hand: Hand, event: TilePlaced) -> Hand:
    chain, end = hand.chain, event.end
    chain = Chain.opened(event.tile) if chain is None or end is None else chain.placed(event.tile, end)
    return _after_placing(hand, event, event.tile.bit, chain)


def _doubles_placed(hand: Hand, event: DoublesPlaced) -> Hand:
    assert hand.chain is not None
    chain = hand.chain.placed(event.left, End.LEFT).placed(event.right, End.RIGHT)
    return _after_placing(hand, event, event.left.bit | event.right.bit, chain)


def _after_placing(hand: Hand, event: TilePlaced | DoublesPlaced | MoveSeen, placed: int, chain: Chain) -> Hand:
    index = event.seat - 1
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
        racks=racks,
        hidden=hidden,
        exposed=exposed,
        moves=(*hand.moves, event),
        turn=_next(hand, event.seat),
        turns=hand.turns + 1,
        turn_began=event.at,
        drew=False,
        idle=0,
    )


def _turn_passed(hand: Hand, event: TurnPassed | MoveSeen) -> Hand:
    return replace(
        hand,
        moves=(*hand.moves, event),
        turn=_next(hand, event.seat),
        turns=hand.turns + 1,
        turn_began=event.at,
        idle=0 if hand.drew else hand.idle + 1,
        drew=False,
    )


def _tile_drawn(hand: Hand, event: TileDrawn) -> Hand:
    index = event.seat - 1
    known = event.tile.bit if event.tile is not None else 0
    return replace(
        hand,
        racks=_with(hand.racks, index, hand.racks[index] | known),
        hidden=hand.hidden if known else _with(hand.hidden, index, hand.hidden[index] + 1),
        dealt=_with(hand.dealt, index, (*hand.dealt[index], event.tile)),
        boneyard=hand.boneyard[1:],
        moves=(*hand.moves, event),
        drew=True,
        turn_began=event.at,
    )


def _tile_exposed(hand: Hand, event: TileExposed) -> Hand:
    index = event.seat - 1
    exposed = _with(hand.exposed, index, hand.exposed[index] | event.tile.bit)
    if event.tile.bit & hand.racks[index] or not hand.hidden[index]:
        return replace(hand, exposed=exposed)
    racks = _with(hand.racks, index, hand.racks[index] | event.tile.bit)
    dealt = list(hand.dealt[index])
    dealt[dealt.index(None)] = event.tile
    return replace(
        hand,
        exposed=exposed,
        racks=racks,
        hidden=_with(hand.hidden, index, hand.hidden[index] - 1),
        dealt=_with(hand.dealt, index, tuple(dealt)),
    )


def _move_seen(hand: Hand, event: MoveSeen) -> Hand:
    if event.seat != hand.turn or hand.ended:
        return replace(hand, moves=(*hand.moves, event))
    if event.tile is None:
        return _turn_passed(hand, event)
    if hand.chain is None or event.end is None or event.touching is None:
        return _after_placing(hand, event, event.tile.bit, Chain.opened(event.tile))
    return _after_placing(hand, event, event.tile.bit, hand.chain.forced(event.tile, event.end, event.touching))


def _racks_lifted(hand: Hand, event: RacksLifted) -> Hand:
    return replace(hand, lifted=hand.lifted + event.seats)


def _went_out(hand: Hand, event: WentOut) -> Hand:
    return replace(hand, ended="domino")


def _hand_blocked(hand: Hand, event: HandBlocked) -> Hand:
    return replace(hand, ended="block")


def _next(hand: Hand, seat: Seat) -> Seat:
    return seat % 4 + 1 if len(hand.seats) == 4 else right_of(seat, tuple(sorted(hand.seats)))


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


_EVOLVE: Final[dict[type, Callable[[Hand, Any], Hand]]] = {
    TilePlaced: _tile_placed,
    DoublesPlaced: _doubles_placed,
    TurnPassed: _turn_passed,
    TileDrawn: _tile_drawn,
    TileExposed: _tile_exposed,
    MoveSeen: _move_seen,
    RacksLifted: _racks_lifted,
    WentOut: _went_out,
    HandBlocked: _hand_blocked,
}
