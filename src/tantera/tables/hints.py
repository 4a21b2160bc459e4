"""What would you play? Whoever plays alone with bots may ask a bot, who sees what they see. Both are events: the match
tells that it was asked."""

from __future__ import annotations

from typing import Final

from tantera.bots.reasons import reasons
from tantera.play import View, options, view
from tantera.play.match import PLAYING, Match
from tantera.play.orders import DrawTile, MoveOrder, PassTurn, PlaceDoubles, PlaceTile
from tantera.rules import Refusal
from tantera.tables import events as t
from tantera.tables import orders as o
from tantera.tables.fold import News
from tantera.tables.state import TableState
from tantera.tiles import End, Tile
from tantera.words import Phrase

_MARKS: Final = {End.LEFT: "<", End.RIGHT: ">", None: ""}


def ask(table: TableState, order: o.AskHint, person: str, now: int) -> tuple[News, ...]:
    match, seat = table.in_play, table.seat_of(person)
    if table.only_person != person:
        raise Refusal(table.book.cites.talk or "", "nobody is asked for advice where others play")
    if match is None or seat is None or match.phase is not PLAYING or match.hand is None or match.hand.turn != seat:
        raise Refusal(table.book.cites.turn, "advice is for whoever is in turn")
    if table.hint is not None:
        raise Refusal("", "a bot is thinking about it already")
    if table.pause is not None:
        raise Refusal(table.book.cites.time, "the clock stands still: wait until the match goes on")
    return (t.HintAsked(person, seat, at=now),)


def give(table: TableState, order: o.GiveHint, person: str, now: int) -> tuple[News, ...]:
    match, seat = table.in_play, table.hint
    if match is None or seat is None or order.answer not in options(match, seat):
        raise Refusal("", "nobody waits for this advice")
    player = table.chairs[seat - 1].person
    assert player is not None
    return (t.HintGiven(player, seat, written(order.answer), at=now),)


def written(move: MoveOrder) -> str:
    """A move as DGN has it: ``>64``, ``-``.

    >>> written(PlaceTile(1, Tile.of(6, 4), End.RIGHT)), written(PassTurn(1))
    ('>64', '-')
    """
    match move:
        case PlaceTile(tile=tile, end=end):
            return f"{_MARKS[end]}{tile}"
        case PlaceDoubles(left=left, right=right):
            return f"<{left}&>{right}"
        case DrawTile():
            return "+"
        case PassTurn():
            return "-"


def advice(match: Match, hint: t.HintGiven) -> tuple[Phrase, tuple[Phrase, ...]]:
    """A hint in words: the move, and why. `match` is as it was when the hint was given."""
    seen = view(match, hint.seat)
    move = next(option for option in seen.plays if written(option) == hint.move)
    return _move_in_words(seen, move), reasons(seen, move)


def _move_in_words(seen: View, move: MoveOrder) -> Phrase:
    match move:
        case PlaceTile(tile=tile, end=end) if end is not None and seen.chain is not None and _fits_both(seen, tile):
            return Phrase("I would play {tile} on the {suit}", tile=tile.spoken, suit=seen.chain.end(end))
        case PlaceTile(tile=tile):
            return Phrase("I would play {tile}", tile=tile.spoken)
        case PlaceDoubles(left=left, right=right):
            return Phrase("I would play {tile}", tile=f"{left.spoken} + {right.spoken}")
        case DrawTile():
            return Phrase("I would draw")
        case PassTurn():
            return Phrase("I would pass")


def _fits_both(seen: View, tile: Tile) -> bool:
    """Whether it has to be said on which end."""
    if seen.chain is None or seen.chain.left == seen.chain.right:
        return False
    return sum(isinstance(option, PlaceTile) and option.tile == tile for option in seen.plays) > 1
