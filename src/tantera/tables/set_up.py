"""A hand that somebody set: its tiles dealt as they stand there, and what was laid laid again. No chance is in it, and
the event of its deal says so (`HandDealt.known`)."""

from __future__ import annotations

from tantera.lessons import Position
from tantera.lessons.lesson import order_of
from tantera.play import Happened, Match, new_match, start_match
from tantera.play.actors import TABLE
from tantera.play.match import PLAYING
from tantera.play.orders import DealRacks
from tantera.referee import step
from tantera.rules import Book, Refusal
from tantera.tiles import Tile


def set_up(match: Match, position: Position, now: int) -> tuple[Happened[Match], ...]:
    """What happens in a match that is about to deal. A `Refusal` where the book cannot have dealt or played it."""
    racks = tuple(tuple(map(Tile.parse, rack.split("."))) for rack in position.racks)
    done = step(match, DealRacks(racks, opener=position.opener), TABLE, now)
    happened = list(done.moments)
    for token in position.moves.split():
        hand = done.after.hand
        assert hand is not None
        done = step(done.after, order_of(token, hand.turn), hand.turn, now)
        happened += done.moments
    return tuple(happened)


def check_set(book: Book, position: Position) -> None:
    """Whether this can be played on from under a book, with somebody in turn."""
    try:
        match = start_match(book, new_match(book, opener=position.opener))
        happened = set_up(match, position, 0)
    except ValueError:
        raise Refusal(book.cites.deal, "these are no tiles and moves of a hand") from None
    if happened[-1].after.phase is not PLAYING:
        raise Refusal(book.cites.deal, "this hand is over: there is nothing to play")
