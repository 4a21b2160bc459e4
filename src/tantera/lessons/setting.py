"""A position that somebody sets by hand: everybody's tiles, then what has been laid. Each step is another value, and
any of them fits into an address."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tantera.lessons.lesson import LEARNER, PASS, Position, book
from tantera.play import MoveOrder, PlaceTile, legal_moves
from tantera.play.deal import deal
from tantera.play.match import PLAYING
from tantera.rules import Seat
from tantera.tiles import Tile

SEATS: Final[tuple[Seat, ...]] = (1, 2, 3, 4)


class Draft(Struct, frozen=True):
    """A position on its way."""

    racks: tuple[tuple[Tile, ...], ...] = ((), (), (), ())
    opener: Seat = LEARNER
    moves: tuple[str, ...] = ()

    @property
    def free(self) -> tuple[Tile, ...]:
        """The tiles that nobody has yet."""
        given = {tile for rack in self.racks for tile in rack}
        return tuple(tile for tile in book().options.set.tiles if tile not in given)

    @property
    def is_dealt(self) -> bool:
        return not self.free

    @property
    def position(self) -> Position:
        """The whole of it. `Position.match` is the table; moves that cannot be made are refused there."""
        return Position(tuple(".".join(map(str, rack)) for rack in self.racks), self.opener, " ".join(self.moves))

    @property
    def as_text(self) -> str:
        """The racks, as an address has them; `read` takes them back.

        >>> read(Draft((((Tile(6, 6), Tile(6, 4))), (), (Tile(0, 0),), ())).as_text).as_text
        '66.64__00_'
        """
        return "_".join(".".join(map(str, rack)) for rack in self.racks)

    def to_fill(self, wished: Seat) -> Seat:
        """Whose rack the next tile goes to: the one that is wished for while it has room, else the next with room."""
        each = book().options.tiles_each
        turns = [(wished + step - 1) % len(SEATS) + 1 for step in range(len(SEATS))] if wished in SEATS else SEATS
        return next((seat for seat in turns if len(self.racks[seat - 1]) < each), LEARNER)

    def moved(self, tile: Tile, seat: Seat) -> Draft:
        """A tile given to a seat, or taken back from whoever has it. What was laid is laid no more."""
        racks = [tuple(one for one in rack if one is not tile) for rack in self.racks]
        if tile in self.free and len(racks[seat - 1]) < book().options.tiles_each:
            racks[seat - 1] += (tile,)
        return replace(self, racks=tuple(racks), moves=())

    def filled(self, seed: bytes) -> Draft:
        """What nobody has yet, dealt by chance."""
        rest = [tile for rack in deal(book(), seed).racks for tile in rack if tile in self.free]
        racks = []
        for rack in self.racks:
            missing = book().options.tiles_each - len(rack)
            racks.append((*rack, *rest[:missing]))
            rest = rest[missing:]
        return replace(self, racks=tuple(racks), moves=())

    def laid(self, move: str) -> Draft:
        """With one move more, and with every pass after it that nobody can help."""
        draft = replace(self, moves=(*self.moves, move))
        while draft.may_play == (PASS,):
            draft = replace(draft, moves=(*draft.moves, PASS))
        return draft

    def back(self) -> Draft:
        """Without the last tile that was laid, nor the passes after it."""
        kept = list(self.moves)
        while kept and kept[-1] == PASS:
            kept.pop()
        return replace(self, moves=tuple(kept[:-1]))

    @property
    def may_play(self) -> tuple[str, ...]:
        """What whoever is in turn may play, as DGN writes it; nothing when the hand is over."""
        match = self.position.match
        if match.phase is not PLAYING or match.hand is None:
            return ()
        return tuple(token_of(order) for order in legal_moves(match.hand))


def token_of(order: MoveOrder) -> str:
    """A move as a position has it; `lesson.order_of` takes it back."""
    return f"{order.end or ''}{order.tile}" if isinstance(order, PlaceTile) else PASS


def read(racks: str, opener: int = LEARNER, moves: str = "") -> Draft:
    """A position as an address has it; of what it cannot be nothing is believed.

    >>> [len(rack) for rack in read("66.66.6x.91_66_12").racks]
    [1, 0, 1, 0]
    >>> read("", 9, "66").opener, read("", 2, "66").moves
    (1, ())
    """
    draft = Draft(opener=opener if opener in SEATS else LEARNER)
    for seat, rack in zip(SEATS, racks[:200].split("_"), strict=False):
        for code in rack.split("."):
            tile = Tile.parse(code) if re.fullmatch("[0-6][0-6]", code, re.ASCII) else None
            if tile is not None and tile in draft.free:
                draft = draft.moved(tile, seat)
    if not draft.is_dealt:
        return draft
    for token in moves[:200].split():
        if token not in draft.may_play:
            break
        draft = replace(draft, moves=(*draft.moves, token))
    return draft


def from_the_turn(draft: Draft) -> Draft:
    """The same table, turned so that whoever is in turn sits where the learner does."""
    hand = draft.position.match.hand
    assert hand is not None
    by = hand.turn - LEARNER
    return replace(draft, racks=draft.racks[by:] + draft.racks[:by], opener=(draft.opener - 1 - by) % len(SEATS) + 1)
