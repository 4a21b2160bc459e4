"""The table of a lesson or a puzzle: everybody's own cloth, rack and plates, on a table that stands still."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from tantera.layout import draw_rack, draw_table, places
from tantera.lessons import LEARNER
from tantera.play import Match, view
from tantera.play.events import TilePlaced
from tantera.play.log import tile_to_text
from tantera.play.match import PLAYING
from tantera.play.snapshot import Snapshot, snapshot
from tantera.tiles import LEFT, RIGHT, Tile
from tantera.words import translate

_PLATES: Final = (4, 3, 2)
"""The others as one looks across the table, from the left."""


class Plate(Struct, frozen=True):
    """Somebody at the table."""

    name: str
    partner: bool
    tiles: int
    last: str
    """What they did last."""
    turn: bool


class TileOffered(Struct, frozen=True):
    """A tile of the rack, for a page without scripts: a button for each way to answer with it."""

    picture: Markup
    answers: list[tuple[str, str]]
    """What is sent, and what is read."""


class ShownTask(Struct, frozen=True):
    """What the script of the page needs of the table."""

    shown: Snapshot
    rack: tuple[Tile, ...]
    """All that were lifted, in their order: what is played leaves its gap."""
    asked: bool
    """Whether a move is awaited."""


class Hidden(Struct, frozen=True):
    """What whoever is asked has to find out for themselves."""

    line: bool = False
    """How the hand is counted, and which doubles can no longer be played."""
    options: bool = False
    """Which tiles can be played."""


def table_of(match: Match, lang: str, awaits_move: bool, hidden: Hidden) -> dict[str, Any]:
    """What the page of a position shows, as the template has it."""
    seen = snapshot(view(match, LEARNER))
    if hidden.line:
        seen = replace(seen, line=None, killed=())
    if hidden.options:
        seen = replace(seen, options=())
    return {
        "plates": [_plate(match, seat, lang) for seat in _PLATES],
        "counting": match.phase is not PLAYING,
        "picture": picture_of(match, lang),
        "shown": to_builtins(ShownTask(seen, _lifted(match), awaits_move), enc_hook=tile_to_text),
        "awaits_move": awaits_move,
        "book": match.book,
    }


def _lifted(match: Match) -> tuple[Tile, ...]:
    assert match.hand is not None
    return match.hand.dealt[LEARNER - 1]


def _plate(match: Match, seat: int, lang: str) -> Plate:
    hand = match.hand
    assert hand is not None
    moves = [move for move in hand.moves if move.seat == seat]
    last = moves[-1] if moves else None
    did = "" if last is None else translate(lang, "passes")
    if isinstance(last, TilePlaced):
        did = last.tile.spoken if last.end is not None else translate(lang, "opens, {tile}", tile=last.tile.spoken)
    return Plate(
        match.names[seat - 1],
        seat in match.side_of(LEARNER),
        hand.count(seat),
        did,
        match.phase is PLAYING and hand.turn == seat,
    )


def picture_of(match: Match, lang: str) -> Markup:
    """The carro, for a page without scripts."""
    hand = match.hand
    assert hand is not None
    laid = places(hand.chain, match.book.options.set) if hand.chain is not None else ()
    offset = (LEARNER - hand.opener) % len(match.names)
    return Markup(draw_table(laid, translate(lang, "The table"), seat_offset=offset, bleed=True, theme=None))


def offered(match: Match, lang: str) -> list[TileOffered]:
    hand = match.hand
    assert hand is not None
    return [
        TileOffered(Markup(draw_rack([tile], tile.spoken, theme=None)), _answers_with(tile, match, lang))
        for tile in hand.rack(LEARNER)
        if tile is not None
    ]


def _answers_with(tile: Tile, match: Match, lang: str) -> list[tuple[str, str]]:
    """A tile is one answer, and two where it fits both ends."""
    chain: Any = match.hand.chain if match.hand is not None else None
    if chain is None or chain.left == chain.right or not (tile.has(chain.left) and tile.has(chain.right)):
        return [(str(tile), tile.spoken)]
    return [
        (f"{end}{tile}", translate(lang, "{tile} on the {number}", tile=tile.spoken, number=chain.end(end)))
        for end in (LEFT, RIGHT)
    ]
