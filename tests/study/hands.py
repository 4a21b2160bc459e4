"""Hands of bots to be studied."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from tantera.bots import Bot, make
from tantera.bots.arena.playing import chance_seed, tiles_seed
from tantera.bots.observing import fitting
from tantera.bots.simple import counter
from tantera.play import (
    TABLE,
    Match,
    MoveOrder,
    Order,
    Phase,
    PlaceTile,
    View,
    legal_moves,
    new_match,
    start_match,
    view,
)
from tantera.play import orders as o
from tantera.play.events import MatchStarted
from tantera.play.ledger import Happened, Ledger
from tantera.play.options import first_naming
from tantera.referee import step
from tantera.rules import Book, Seat, load_book
from tantera.tiles import ends_after
from tests.builders import step as on
from tests.play.tables import next_command, started
from tests.solver.every_deal import Cards, begun

SET = "study-1"


def contrary(view: View) -> Order:
    """Lays what leaves itself least to go on with, and keeps its doubles and heavy tiles: a bad player."""

    def worth(option: MoveOrder) -> tuple[int, int]:
        if not isinstance(option, PlaceTile):
            return 0, 0
        rest = [tile for tile in view.mine if tile is not None and tile != option.tile]
        return fitting(ends_after(view.chain, option.tile, option.end), rest), option.tile.pips

    return min(view.plays, key=worth)


def obliging(view: View) -> Order:
    """Leaves as many of the partner's tiles as it can something to go on with, if it knows them."""
    partner = [tile for tile in view.racks[(view.seat + 1) % 4] or () if tile is not None]
    if not partner:
        return counter(view)

    def worth(option: MoveOrder) -> tuple[int, int]:
        if not isinstance(option, PlaceTile):
            return 0, 0
        return fitting(ends_after(view.chain, option.tile, option.end), partner), option.tile.pips

    return max(view.plays, key=worth)


OURS = {"contrary": contrary, "obliging": obliging}


def seated(bot: str, seed: int) -> Bot:
    return OURS.get(bot) or make(bot, seed)


def played(one: str, other: str, deal: int) -> list[Happened[Match]]:
    """One hand of San Juan: the first bot with its like at seats 1 and 3, in every second deal at 2 and 4."""
    book = load_book("san-juan")
    match = start_match(book, new_match(book, opener=deal // 2 % 4 + 1))
    for order, seat in first_naming(match):
        match = step(match, order, seat, 0).after
    dealt = step(match, o.DealHand(tiles_seed(SET, deal)), TABLE, 0)
    bots = (one, other) if deal % 2 == 0 else (other, one)
    return [*dealt.moments, *played_on(dealt.after, bots, deal)]


def whole_match(
    book: Book, bots: tuple[str, str], seed: int, names: tuple[str, ...] = ("Pons", "Vidal", "Mas", "Roca")
) -> Ledger:
    """A match to its end; bots by turns from seat 1, everything else that has to be done by chance."""
    rng = Random(seed)
    match, events = started(book, names=names[: book.options.players])
    players = {seat: seated(bots[(seat - 1) % 2], chance_seed(SET, seed, 0, seat)) for seat in match.seats}
    while match.phase is not Phase.ENDED:
        order: Order
        if match.phase is Phase.PLAYING and match.hand is not None:
            moves, seat = legal_moves(match.hand), match.hand.turn
            order = moves[0] if len(moves) == 1 else players[seat](view(match, seat))
        else:
            order = next_command(match, rng, seed)
        match, happened = on(match, order, 0)
        events += happened
    first, *rest = events
    assert isinstance(first, MatchStarted)
    return Ledger.begun(book, first).plus(rest)


def played_from(book: Book, cards: Cards, opener: int, bots: tuple[str, str]) -> list[Happened[Match]]:
    """A hand of this deal."""
    return played_on(begun(book, cards, opener), bots, 0)


def played_on(match: Match, bots: tuple[str, str], deal: int, tellers: tuple[Seat, ...] = ()) -> list[Happened[Match]]:
    """A hand to its end; bots by turns from seat 1. Each of `tellers` knows the partner's tiles."""
    players = {seat: seated(bots[(seat - 1) % 2], chance_seed(SET, deal, 0, seat)) for seat in range(1, 5)}
    moments: list[Happened[Match]] = []
    while match.phase is Phase.PLAYING and match.hand is not None:
        seat, moves = match.hand.turn, legal_moves(match.hand)
        looking = told_of_the_partner(match, seat) if seat in tellers else view(match, seat)
        move = moves[0] if len(moves) == 1 else players[seat](looking)
        progress = step(match, move, seat, 0)
        moments += progress.moments
        match = progress.after
    return moments


def told_of_the_partner(match: Match, seat: Seat) -> View:
    """What somebody sees whose partner has told them their tiles."""
    looking, partner = view(match, seat), (seat + 1) % 4 + 1
    racks = list(looking.racks)
    racks[partner - 1] = view(match, partner).mine
    return replace(looking, racks=tuple(racks))


def played_by_pairs(bots: tuple[str, str], deal: int, tellers: tuple[Seat, ...] = ()) -> list[Happened[Match]]:
    """One hand of San Juan, bots by turns from seat 1; each of these seats knows its partner's tiles."""
    book = load_book("san-juan")
    match = start_match(book, new_match(book, opener=deal % 4 + 1))
    for order, seat in first_naming(match):
        match = step(match, order, seat, 0).after
    dealt = step(match, o.DealHand(tiles_seed(SET, deal)), TABLE, 0)
    return [*dealt.moments, *played_on(dealt.after, bots, deal, tellers)]
