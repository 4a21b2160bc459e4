"""A view as it goes over the wire: what a client shows, with no rule, no geometry and no book in it.

The rule book is fetched once, by its hash; of the sheet only the last line is here, the others are asked for where
somebody wants to see them. Tiles on the table carry their place on the *carro*.
"""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from typing import Final

from msgspec import Struct

from tantera.layout import Spot, next_spot, spots
from tantera.play import events as e
from tantera.play.actors import Eyes
from tantera.play.clock import Clock
from tantera.play.consequences import Sanction
from tantera.play.hand import Move
from tantera.play.match import Phase
from tantera.play.orders import Order
from tantera.play.view import View
from tantera.rules import Law, Seat
from tantera.tiles import Chain, End, Placement, Tile, TileSet


class Laid(Struct, frozen=True, gc=False):
    """A tile on the table, as ``tantera layout --json`` writes it."""

    tile: str
    """The touching number first; the opening tile low-high."""
    end: End | None
    x: float
    y: float
    angle: int

    @staticmethod
    def at(placement: Placement, spot: Spot) -> Laid:
        return Laid(placement.code, placement.end, *spot)


class Snapshot(Struct, frozen=True):
    """Everything one pair of eyes sees at one moment. The fields mean what they mean in `View`."""

    eyes: Eyes
    law: Law
    names: tuple[str, ...]
    sides: tuple[e.Side, ...]
    phase: Phase
    score: tuple[int, ...]
    hands: int
    """Lines on the sheet."""
    line: e.HandScored | None
    """The last of them."""
    number: int
    opener: Seat | None
    turn: Seat | None
    ends: tuple[int, int] | None
    """The two open numbers."""
    chain: tuple[Laid, ...]
    racks: tuple[tuple[Tile | None, ...] | None, ...]
    counts: tuple[int, ...]
    lifted: tuple[Seat, ...]
    exposed: tuple[tuple[Tile, ...], ...]
    boneyard: int
    moves: tuple[Move, ...]
    killed: tuple[Tile, ...]
    options: tuple[Order, ...]
    deadline: int | None
    comments_until: int | None
    clock: Clock
    hands_left: int | None
    drawn: tuple[Tile, ...]
    draw_winner: Seat | None
    shuffled_by: tuple[Seat, ...]
    shuffle_wish: bool | None
    taking: tuple[Seat, ...]
    commitment: str | None
    seed: str | None
    entropy: tuple[tuple[Seat, str], ...]
    agreed: tuple[Seat, ...]
    re_entries: tuple[int, ...]
    out: tuple[Seat, ...]
    worth: int
    home: e.Side
    scorer: Seat | None
    counter: Seat | None
    signers: tuple[Seat, ...]
    signatures: tuple[Seat, ...]
    cards: dict[Seat, Counter[str]]
    infractions: tuple[e.InfractionRecorded, ...]
    consequences: tuple[e.ConsequenceFollowed, ...]
    sanction: Sanction | None
    awaiting: e.DecisionAwaited | None
    winner: e.Side | None
    ended_by: e.EndedBy | None
    carried: int = 0
    opens_by_double: bool = False
    made: tuple[int, ...] = ()
    next: Seat | None = None


def snapshot(view: View) -> Snapshot:
    """What a client that joins now is sent first."""
    chain = view.chain
    same = dict(zip(AS_SEEN, as_seen(view), strict=True))
    return Snapshot(
        hands=len(view.lines),
        line=view.lines[-1] if view.lines else None,
        ends=None if chain is None else (chain.left, chain.right),
        chain=() if chain is None else laid_since(None, chain, view.book.options.set),
        **same,
    )


def laid_since(old: Chain | None, chain: Chain, tile_set: TileSet) -> tuple[Laid, ...]:
    """The tiles that this chain has and the shorter one had not, each in its place."""
    since = 0 if old is None else len(old.placements)
    return tuple(map(Laid.at, chain.placements[since:], spots(chain, tile_set, since)))


def would_lie(chain: Chain, tile: Tile, end: End, tile_set: TileSet) -> Laid:
    """A tile that fits, where it would lie on this end: what `laid_since` will say of it."""
    touching = chain.end(end)
    return Laid(f"{touching}{tile.other(touching)}", end, *next_spot(chain, end, tile.is_double, tile_set))


_OWN: Final = ("hands", "line", "ends", "chain")
AS_SEEN: Final = tuple(name for name in Snapshot.__struct_fields__ if name not in _OWN)
"""Fields that a snapshot takes from the view as they are."""
as_seen: Final = attrgetter(*AS_SEEN)
"""Their values in a view."""
