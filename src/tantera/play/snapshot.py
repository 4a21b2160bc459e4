"""What one pair of eyes has on the screen: a view as it goes over the wire, with no rule, geometry or book in it.

The rule book is fetched once, by its hash; of the sheet only the last line is here, the others are asked for where
somebody wants to see them. Tiles on the table carry their place on the *carro*, and so do the tiles that may be laid.

Each part stands beside what it depends on. Who has the screen as it was needs the parts whose `On` names a field that
is another object now (`wire.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from operator import attrgetter
from typing import Annotated, Any, Final, NamedTuple, get_type_hints

from msgspec import Struct

from tantera.layout import Spot, next_spot, spots
from tantera.play import events as e
from tantera.play.actors import SPECTATOR, Eyes
from tantera.play.consequences import Sanction
from tantera.play.hand import Move
from tantera.play.match import Clock, Match, Phase
from tantera.play.orders import Order, PlaceTile
from tantera.play.seen import moves_seen, racks_seen
from tantera.play.timing import deadline
from tantera.play.view import (
    View,
    boneyard_of,
    chain_of,
    comments_until_of,
    counts_of,
    entropy_of,
    exposed_of,
    killed_of,
    lifted_of,
    made_of,
    next_of,
    number_of,
    opener_of,
    seed_of,
    taking_of,
    turn_began_of,
    turn_of,
)
from tantera.rules import Book, Law, Seat
from tantera.tiles import LEFT, RIGHT, Chain, End, Placement, Tile, TileSet


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


class Offered(PlaceTile, frozen=True, kw_only=True, omit_defaults=True, tag="place_tile"):
    """A tile that may be laid, and where it would lie. It is the order to lay it: whoever is shown it sends it back."""

    place: Laid
    same: bool = False
    """Whether it comes to the same as the other end, which has fewer tiles: nobody need be asked which."""


class On(NamedTuple):
    """What a part of the screen depends on, and how it comes from the match for somebody who only looks on."""

    fields: tuple[str, ...]
    """Of the match; those of its hand as ``hand.turn``."""
    of: Callable[[Match], Any]
    grows: bool = False
    """Whether it is a list that gets more at its end: who has the beginning is sent the rest."""
    shown: Callable[[Match, int], Any] | None = None
    """How a client is shown such a list from that number on; None: as it is."""


def on(*fields: str, of: Callable[[Match], Any] | None = None, grows: bool = False) -> On:
    """A part that is a field of the match, unless something else is said."""
    return On(fields, of or attrgetter(*fields), grows)


def _hands(shown: Match | View) -> int:
    return len(shown.lines)


def _line(shown: Match | View) -> e.HandScored | None:
    return shown.lines[-1] if shown.lines else None


def _racks(match: Match) -> tuple[tuple[Tile | None, ...] | None, ...]:
    return racks_seen(match, SPECTATOR)


def _moves(match: Match) -> tuple[Move, ...]:
    return moves_seen(match, SPECTATOR)


def _ends(match: Match) -> tuple[int, int] | None:
    hand = match.hand
    return None if hand is None or hand.chain is None else hand.chain[:2]


def _placements(match: Match) -> tuple[Placement, ...]:
    hand = match.hand
    return () if hand is None or hand.chain is None else hand.chain.placements


def _laid(match: Match, since: int) -> tuple[Laid, ...]:
    chain = chain_of(match)
    return () if chain is None else laid_since(since, chain, match.book.options.set)


_OPEN: Final = ("hand.number", "lines", "ruled_on", "consequences")
"""What it depends on whether the tiles of a hand lie open."""


class Snapshot(Struct, frozen=True):
    """Everything one pair of eyes sees at one moment. The fields mean what they mean in `View`."""

    eyes: Eyes
    law: Law
    names: Annotated[tuple[str, ...], on("names")]
    sides: tuple[e.Side, ...]
    phase: Annotated[Phase, on("phase")]
    score: Annotated[tuple[int, ...], on("score")]
    hands: Annotated[int, on("lines", of=_hands)]
    """Lines on the sheet."""
    line: Annotated[e.HandScored | None, on("lines", of=_line)]
    """The last of them."""
    number: Annotated[int, on("hand.number", "lines", of=number_of)]
    opener: Annotated[Seat | None, on("hand.opener", "opener", of=opener_of)]
    turn: Annotated[Seat | None, on("hand.turn", "phase", of=turn_of)]
    ends: Annotated[tuple[int, int] | None, on("hand.chain", of=_ends)]
    """The two open numbers."""
    chain: Annotated[tuple[Laid, ...], On(("hand.chain",), _placements, grows=True, shown=_laid)]
    racks: Annotated[tuple[tuple[Tile | None, ...] | None, ...], on(*_OPEN, of=_racks)]
    """Each player sees their own (`wire.py`), and so it is with tiles drawn among the moves."""
    counts: Annotated[tuple[int, ...], on("hand.racks", "hand.hidden", of=counts_of)]
    lifted: Annotated[tuple[Seat, ...], on("hand.lifted", of=lifted_of)]
    exposed: Annotated[tuple[tuple[Tile, ...], ...], on("hand.exposed", of=exposed_of)]
    boneyard: Annotated[int, on("hand.boneyard", of=boneyard_of)]
    moves: Annotated[tuple[Move, ...], on("hand.moves", *_OPEN, of=_moves, grows=True)]
    killed: Annotated[tuple[Tile, ...], on("hand.chain", of=killed_of)]
    options: tuple[Order, ...]
    """They depend on everything, and are each player's own."""
    deadline: Annotated[int | None, on("hand.turn_began", "hand.chain", "phase", "clock", of=deadline)]
    comments_until: Annotated[int | None, on("phase", "counted_at", of=comments_until_of)]
    clock: Annotated[Clock, on("clock")]
    hands_left: Annotated[int | None, on("hands_left")]
    drawn: Annotated[tuple[Tile, ...], on("drawn")]
    draw_winner: Annotated[Seat | None, on("draw_winner")]
    shuffled_by: Annotated[tuple[Seat, ...], on("shuffled_by")]
    shuffle_wish: Annotated[bool | None, on("shuffle_wish")]
    taking: Annotated[tuple[Seat, ...], on("hand.taking", of=taking_of)]
    commitment: Annotated[str | None, on("commitment")]
    seed: Annotated[str | None, on("hand.deal", "hand.number", "lines", "ruled_on", of=seed_of)]
    entropy: Annotated[tuple[tuple[Seat, str], ...], on("hand.deal", of=entropy_of)]
    agreed: Annotated[tuple[Seat, ...], on("agreed")]
    re_entries: Annotated[tuple[int, ...], on("re_entries")]
    out: Annotated[tuple[Seat, ...], on("out")]
    worth: Annotated[int, on("lines", of=attrgetter("worth"))]
    home: Annotated[e.Side, on("home")]
    scorer: Annotated[Seat | None, on("scorer")]
    counter: Annotated[Seat | None, on("counter")]
    signers: Annotated[tuple[Seat, ...], on("scorer", "counter", "home", "signatures", of=attrgetter("signers"))]
    signatures: Annotated[tuple[Seat, ...], on("signatures")]
    cards: Annotated[dict[Seat, Counter[str]], on("consequences", "sitting", of=attrgetter("cards"))]
    infractions: Annotated[tuple[e.InfractionRecorded, ...], on("infractions", grows=True)]
    consequences: Annotated[tuple[e.ConsequenceFollowed, ...], on("consequences", grows=True)]
    sanction: Annotated[Sanction | None, on("sanction")]
    awaiting: Annotated[e.DecisionAwaited | None, on("awaiting")]
    winner: Annotated[e.Side | None, on("winner")]
    ended_by: Annotated[e.EndedBy | None, on("ended_by")]
    carried: Annotated[int, on("lines", of=attrgetter("carried"))] = 0
    opens_by_double: Annotated[bool, on("lines", of=attrgetter("opens_by_double"))] = False
    made: Annotated[tuple[int, ...], on("hand.made", "hand.number", "lines", of=made_of)] = ()
    next: Annotated[Seat | None, on("hand.turn", "hand.racks", "hand.hidden", "phase", of=next_of)] = None
    turn_began: Annotated[int | None, on("hand.turn_began", "phase", of=turn_began_of)] = None


def snapshot(view: View) -> Snapshot:
    """What a client that joins now is sent first."""
    chain, tile_set = view.chain, view.book.options.set
    same = {name: getattr(view, name) for name in _AS_SEEN}
    return Snapshot(
        hands=_hands(view),
        line=_line(view),
        ends=None if chain is None else (chain.left, chain.right),
        chain=() if chain is None else laid_since(0, chain, tile_set),
        options=offered(view.options, chain, view.book, view.counts),
        **same,
    )


def laid_since(since: int, chain: Chain, tile_set: TileSet) -> tuple[Laid, ...]:
    """The tiles of the chain from that number on, each in its place."""
    return tuple(map(Laid.at, chain.placements[since:], spots(chain, tile_set, since)))


def offered(orders: tuple[Order, ...], chain: Chain | None, book: Book, counts: tuple[int, ...]) -> tuple[Order, ...]:
    """Options with the place of each tile that would lie on this chain: what `laid_since` will say of it."""
    if chain is None:
        return orders
    spare, tile_set = _spare_end(chain, book), book.options.set
    return tuple(
        [
            _offered(order, chain, tile_set, spare or _last_end(chain, book, counts[order.seat - 1]))
            if isinstance(order, PlaceTile)
            else order
            for order in orders
        ]
    )


def _spare_end(chain: Chain, book: Book) -> End | None:
    """The longer of two ends that show the same number: nobody need be asked which. None where it matters: where it is
    said on whose right (TG-9.2), and where points are made of the ends and a double lies at one (FT-puntas)."""
    if chain.left != chain.right or book.customs.equal_ends == "right_hand":
        return None
    if book.points_in_play and len(chain.placements) > 1 and (chain.left_arm | chain.right_arm) & 1:
        return None
    return _longer(chain)


def _last_end(chain: Chain, book: Book, held: int) -> End | None:
    """The same for somebody's last tile: with it the hand ends, wherever it lies."""
    return None if held > 1 or book.points_in_play or book.customs.equal_ends == "right_hand" else _longer(chain)


def _longer(chain: Chain) -> End:
    return RIGHT if chain.left_arm.bit_length() < chain.right_arm.bit_length() else LEFT


def _offered(order: PlaceTile, chain: Chain, tile_set: TileSet, spare: End | None) -> Order:
    tile, end = order.tile, order.end
    if end is None:
        return order
    touching, other = (chain.left, chain.right) if end is LEFT else (chain.right, chain.left)
    place = Laid(f"{touching}{tile.pips - touching}", end, *next_spot(chain, end, tile.is_double, tile_set))
    return Offered(order.seat, tile, end, place=place, same=end is spare and tile.has(other))


_OWN: Final = ("hands", "line", "ends", "chain", "options")
_AS_SEEN: Final = tuple(name for name in Snapshot.__struct_fields__ if name not in _OWN)
"""Fields that a snapshot takes from the view as they are."""
PARTS: Final[dict[str, On]] = {
    name: hint.__metadata__[0]
    for name, hint in get_type_hints(Snapshot, include_extras=True).items()
    if hasattr(hint, "__metadata__")
}
"""The parts of a screen that may change while somebody looks at it, each with what it depends on."""
