"""A hand as a page draws it: every tile that ever lies on the table or stands in a rack, once, and for each step which
of them are seen. So stepping needs no drawing and no geometry: a script only shows and hides.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final, NamedTuple

from msgspec import Struct

from tantera.layout import Place, draw_pieces, places
from tantera.play.hand import Hand
from tantera.rules import Seat
from tantera.tiles import Tile
from tantera.web.replays.steps import PlayedHand, Step, faces_up

SIDES: Final = ("below", "right", "above", "left")
"""The sides of a table in turn order: who plays next sits on the right."""
_AROUND: Final = {2: (0, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3)}
"""Which sides are taken, by how many play."""
_MARGIN: Final = 0.6

OFF: Final = ' class="off"'

HELD, OPEN, GONE, NOT_YET = "hogn"
"""A place in a rack: a tile stands there, lies open there, has been played, or is still to come."""


class Shown(Struct, frozen=True):
    """What is seen of the table after a step."""

    laid: tuple[int, ...]
    """Which of the hand's tiles lie on the table, by their numbers."""
    last: tuple[int, ...]
    """Those that this step laid there."""
    racks: tuple[str, ...]
    """By seat, a letter for each place in the rack."""
    up: tuple[tuple[Seat, ...], ...]
    """Whose tiles are seen: by who sees them all, then by each seat."""
    turn: Seat | None
    left: tuple[int | None, ...]
    """By seat, the pips that are left once the hand is over; nothing before."""
    asleep: int
    chain: str
    """The tiles on the table from end to end, for those who hear it."""


class Board(NamedTuple):
    players: int
    opener: Seat
    pool: tuple[Place, ...]
    """Every place where a tile lies at some step, the opener below."""
    racks: tuple[tuple[Tile | None, ...], ...]
    """By seat, every tile that stands there at some step, in the order lifted; None is one that nobody has seen."""
    shown: tuple[Shown, ...]
    """By step."""
    way: int = 1
    """-1 where play goes clockwise: who plays next sits on the left."""

    def side(self, seat: Seat, below: Seat) -> str:
        """Where a seat is when that one is below."""
        return SIDES[_AROUND[self.players][self.way * (seat - below) % self.players]]

    def turns(self, below: Seat) -> int:
        """How many turns after the opener the seat below comes, as `layout` counts them."""
        return -SIDES.index(self.side(self.opener, below)) % 4

    def carro(self, below: Seat, shown: Shown) -> Carro:
        """The tiles on the table, seen from a seat; those that do not lie there at the moment are switched off."""
        drawn = draw_pieces(self.pool, seat_offset=self.turns(below), margin=_MARGIN)
        layers = (
            _layer("shadow", drawn.shadows, shown.laid),
            _layer("face", drawn.faces, shown.laid),
            _layer("laid-last", drawn.outlines, shown.last),
        )
        return Carro(drawn.view, "".join(layers))


class Carro(Struct, frozen=True):
    """The drawing: in each layer a piece for each tile of the pool, with its number."""

    view: str
    pieces: str


def _layer(name: str, pieces: Iterable[str], on: Container[int]) -> str:
    drawn = [f'<g data-n="{number}"{"" if number in on else OFF}>{piece}</g>' for number, piece in enumerate(pieces)]
    return f'<g class="{name}">{"".join(drawn)}</g>'


def board_of(hand: PlayedHand) -> Board:
    """The board of a hand, from its first step to its last."""
    match, tiles = hand.steps[-1].after, _Tiles(hand)
    shown = [_shown(hand, step, tiles) for step in hand.steps]
    players = len(match.names)
    way = 1 if match.book.options.turns == "to_the_right" else -1
    return Board(players, hand.opener or 1, tuple(tiles.pool), tuple(map(tuple, tiles.racks)), tuple(shown), way)


class _Tiles:
    """Every tile of a hand by its number, gathered from all steps."""

    def __init__(self, played: PlayedHand) -> None:
        players = len(played.steps[-1].after.names)
        self.pool: list[Place] = []
        self.numbers: dict[Place, int] = {}
        self.racks: list[list[Tile | None]] = [[] for _ in range(players)]
        hidden = [0] * players
        for step in played.steps:
            hand = played.table(step)
            if hand is None:
                continue
            for place in laid(hand):
                if place not in self.numbers:
                    self.numbers[place] = len(self.pool)
                    self.pool.append(place)
            for rack, dealt in zip(self.racks, hand.dealt, strict=True):
                rack += [tile for tile in dealt if tile not in rack]
            hidden = [max(most, more) for most, more in zip(hidden, hand.hidden, strict=True)]
        for rack, unknown in zip(self.racks, hidden, strict=True):
            rack += [None] * unknown


def laid(hand: Hand) -> tuple[Place, ...]:
    """Where the tiles of a hand lie, the opener below."""
    return () if hand.chain is None else places(hand.chain, hand.book.options.set)


def _shown(played: PlayedHand, step: Step, tiles: _Tiles) -> Shown:
    hand, match = played.table(step), step.after
    if hand is None:
        racks = tuple([NOT_YET * len(rack) for rack in tiles.racks])
        return Shown((), (), racks, faces_up(match, None), None, (), 0, "")
    before = step.before.hand
    had = laid(before) if before is not None and before.number == hand.number else ()
    numbers = tuple([tiles.numbers[place] for place in laid(hand)])
    return Shown(
        laid=numbers,
        last=tuple([number for number in numbers if tiles.pool[number] not in had]) if step.move is not None else (),
        racks=tuple([_rack(hand, seat, rack) for seat, rack in enumerate(tiles.racks, start=1)]),
        up=faces_up(match, hand),
        turn=hand.turn if hand.ended is None and match.hand_in_play else None,
        left=_left(hand, len(match.names)) if match.racks_are_open else (),
        asleep=len(hand.boneyard),
        chain="" if hand.chain is None else str(hand.chain),
    )


def _left(hand: Hand, players: int) -> tuple[int | None, ...]:
    return tuple([hand.left(seat) if seat in hand.seats else None for seat in range(1, players + 1)])


def _rack(hand: Hand, seat: Seat, places: list[Tile | None]) -> str:
    held, open_, dealt = hand.racks[seat - 1], hand.exposed[seat - 1], hand.dealt[seat - 1]
    letters, unknown = "", hand.hidden[seat - 1]
    for tile in places:
        if tile is None:
            letters += HELD if unknown > 0 else GONE
            unknown -= 1
        elif tile.bit & held:
            letters += OPEN if tile.bit & open_ else HELD
        else:
            letters += GONE if tile in dealt else NOT_YET
    return letters
