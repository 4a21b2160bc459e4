"""Hands as bots meet them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tantera.play import Match, Phase, View, evolve, legal_moves, record, view
from tantera.play.record import SeenMove
from tantera.rules import Book
from tantera.solver.worlds import World, knowledge
from tantera.tiles import LEFT, RIGHT, tiles_in
from tests.solver.every_deal import Cards, line_of_play, moved, replayed


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
        for event in record(match, SeenMove(seat, tile, end, touching), 0).events:
            match = evolve(match, event)


def otherwise(match: Match, world: World) -> Match:
    """The same hand, as far as the player in turn can tell, with the tiles of this world."""
    seen = in_turn(match)
    assert match.hand is not None
    assert match.hand.deal is not None
    seats = sorted(match.hand.seats)
    racks = [tuple(tiles_in(world.dealt[seats.index(seat)])) for seat in seats]
    racks[seats.index(seen.seat)] = tuple(filter(None, match.hand.deal.racks[seen.seat - 1]))
    again = replayed(Cards(tuple(racks), (*world.drawn, *tiles_in(world.boneyard))), seen)
    assert again is not None
    assert view(again, seen.seat) == seen
    return again


def with_other_tiles(match: Match, most: int) -> Iterator[Match]:
    """The same hand to the player in turn, with other tiles where it cannot see them."""
    known = knowledge(in_turn(match))
    for number in range(0, known.count(), max(1, known.count() // most)):
        again = otherwise(match, known.unrank(number))
        if again.hand is not None and match.hand is not None and again.hand.racks != match.hand.racks:
            yield again
