"""Hands as bots meet them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tantera.play import Match, Phase, View, evolve, legal_moves, record, view
from tantera.play.record import SeenMove
from tantera.rules import Book
from tantera.tiles import LEFT, RIGHT, tiles_in
from tests.solver.every_deal import line_of_play, moved


def in_turn(match: Match) -> View:
    assert match.hand is not None
    return view(match, match.hand.turn)


def with_facts(book: Book, chance: Random) -> Iterator[Match]:
    """A hand by chance in which people also lay tiles that do not fit, pass with tiles and move out of turn."""
    match = next(line_of_play(book, chance.randrange(1000), 2))
    while match.phase is Phase.PLAYING and match.hand is not None and not match.hand.ended:
        yield match
        hand = match.hand
        if chance.random() > 0.25:
            match = moved(match, chance.choice(legal_moves(hand)))
            continue
        seat = chance.choice(hand.seats)
        tile = chance.choice([None, *tiles_in(hand.racks[seat - 1])])
        end = None if hand.chain is None or tile is None else chance.choice((LEFT, RIGHT))
        touching = chance.choice((tile.low, tile.high)) if tile is not None and end is not None else None
        for event in record(match, SeenMove(seat, tile, end, touching), 0):
            match = evolve(match, event)
