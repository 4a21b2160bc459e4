"""The deals that agree with what one seat saw, the slow way: every deal there is, tried on the engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb, perm
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from tantera.play import DealHand, Match, MoveOrder, View, decide, evolve, legal_moves, new_match, record, view
from tantera.play.deal import hand_seed
from tantera.play.decide import dealing
from tantera.play.events import DoublesPlaced, HandDealt, MoveSeen, TileDrawn, TilePlaced, TurnPassed
from tantera.play.fold import start_match
from tantera.play.match import DEALING, PLAYING
from tantera.play.moves import order_of
from tantera.play.record import SeenExposed, SeenMove
from tantera.rules import Book, Refusal
from tantera.rules.functions import holder_of_highest_double
from tantera.solver.worlds import World
from tantera.tiles import DOUBLES_MASK, Tile, rack_of
from tests.builders import named


class Cards(NamedTuple):
    """A deal by seat from 1, with the sleeping tiles in the order they will be drawn."""

    racks: tuple[tuple[Tile | None, ...], ...]
    boneyard: tuple[Tile | None, ...] = ()


# --- tables ---------------------------------------------------------------------------------------------------------


def begun(book: Book, cards: Cards, opener: int, number: int = 1) -> Match:
    """A match in which this is the deal of a hand."""
    match = start_match(book, new_match(book, opener=opener))
    dealt = HandDealt(number=number, opener=opener, taking=(), racks=cards.racks, boneyard=cards.boneyard, at=0)
    for event in dealing(book, dealt):
        match = evolve(match, event)
    return match


def dealt_from(book: Book, seed: int, number: int = 1) -> Match:
    """A hand dealt as the book wants it: opened by the highest double or by anybody, without too many doubles."""
    match = named(replace(start_match(book, new_match(book)), phase=DEALING))
    for event in decide(match, DealHand(hand_seed(seed, 1)), 0).events:
        match = evolve(match, event)
    assert match.hand is not None
    deal = match.hand.deal
    assert deal is not None
    opener = deal.opener if book.options.first_opener == "double" else seed % book.options.players + 1
    return begun(book, Cards(deal.racks, deal.boneyard), opener, number)


def moved(match: Match, *commands: MoveOrder) -> Match:
    for command in commands:
        for event in decide(match, command, 0).events:
            match = evolve(match, event)
    return match


def line_of_play(book: Book, seed: int, number: int = 1) -> Iterator[Match]:
    """A hand by chance, after each move until it is over."""
    chance, match = Random(seed), dealt_from(book, seed, number)
    while match.phase is PLAYING:
        yield match
        assert match.hand is not None
        match = moved(match, chance.choice(legal_moves(match.hand)))


# --- every deal -----------------------------------------------------------------------------------------------------


def agreeing(seen: View) -> set[World]:
    """The deals under which these eyes would have seen just this."""
    assert seen.opener is not None
    worlds = set()
    for cards in every_deal(seen):
        match = replayed(cards, seen)
        if match is None or view(match, seen.eyes) != seen:
            continue
        hand = match.hand
        assert hand is not None
        seats = sorted(hand.seats)
        drawn = [move.tile for move in hand.moves if isinstance(move, TileDrawn)]
        worlds.add(
            World(
                tuple(hand.racks[seat - 1] for seat in seats),
                tuple(rack_of(filter(None, cards.racks[seat - 1])) for seat in seats),
                tuple(filter(None, drawn)),
                rack_of(filter(None, hand.boneyard)),
            )
        )
    return worlds


def replayed(cards: Cards, seen: View) -> Match | None:
    """What was seen, done again with this deal; None where the book or the engine forbids it."""
    book = seen.book
    known = tuple(tuple(filter(None, rack)) for rack in cards.racks)
    by_double = book.options.first_opener == "double" and book.options.next_match_opener == "same_method"
    if by_double and seen.number == 1 and holder_of_highest_double(known) + 1 != seen.opener:
        return None
    most = book.customs.most_doubles
    if most is not None and any((rack_of(rack) & DOUBLES_MASK).bit_count() > most for rack in known):
        return None
    match = begun(book, cards, seen.opener or 1, seen.number)
    liars = {move.seat for move in seen.moves if isinstance(move, MoveSeen)}
    try:
        for move in seen.moves:
            if isinstance(move, MoveSeen):
                events = record(match, SeenMove(move.seat, move.tile, move.end, move.touching), 0).events
            elif isinstance(move, TurnPassed) and move.seat in liars:
                events = (move,)  # not judged: who broke the rules once may have done it again
            else:
                events = decide(match, order_of(move), 0).events
            for event in events:
                match = evolve(match, event)
        for seat, tiles in enumerate(seen.exposed, start=1):
            for tile in tiles:
                for event in record(match, SeenExposed(seat, tile), 0).events:
                    match = evolve(match, event)
    except Refusal:
        return None
    return match


def every_deal(seen: View) -> Iterator[Cards]:
    """All deals in which the seats hold as many tiles now as they do, whatever they did."""
    laid, draws = laid_by_seat(seen), draws_by_seat(seen)
    order = [move.seat for move in seen.moves if isinstance(move, TileDrawn)]
    mine = {tile for tile in seen.mine if tile is not None}
    everywhere = set().union(mine, *laid.values())
    unseen = [tile for tile in seen.book.options.set.tiles if tile not in everywhere]
    others = [seat for seat in laid if not (mine and seat == seen.seat)]
    for held in shared(unseen, [seen.counts[seat - 1] for seat in others]):
        asleep = [tile for tile in unseen if not any(tile in rack for rack in held)]
        whole = {seat: set(rack) | laid[seat] for seat, rack in zip(others, held, strict=True)}
        if mine:
            whole[seen.seat] = mine | laid[seen.seat]
        for drawn in taken_from_sleep(draws, whole):
            dealt = {seat: by_index(tiles.difference(drawn.get(seat, ()))) for seat, tiles in whole.items()}
            if mine:  # in the order lifted, as far as it is seen
                rack = dealt[seen.seat]
                kept = [tile for tile in seen.mine if tile in rack]
                dealt[seen.seat] = [tile for tile in kept if tile] + [tile for tile in rack if tile not in mine]
            queues = {seat: iter(tiles) for seat, tiles in drawn.items()}
            racks = tuple(tuple(dealt.get(seat, ())) for seat in range(1, len(seen.counts) + 1))
            yield Cards(racks, (*(next(queues[seat]) for seat in order), *asleep))


def how_many(seen: View) -> int:
    """How many deals `every_deal` would try, without trying."""
    laid, draws = laid_by_seat(seen), draws_by_seat(seen)
    left = len(seen.book.options.set.tiles) - sum(map(len, laid.values())) - len(seen.mine)
    number = 1
    for seat in laid:
        if not (seen.mine and seat == seen.seat):
            number *= comb(left, seen.counts[seat - 1])
            left -= seen.counts[seat - 1]
            number *= perm(seen.counts[seat - 1] + len(laid[seat]), draws.get(seat, []).count(None))
    return number


def laid_by_seat(seen: View) -> dict[int, set[Tile]]:
    """The tiles on the chain, by who laid them; everybody who is in is listed."""
    on_chain = {placement.tile for placement in seen.chain.placements} if seen.chain is not None else set()
    laid: dict[int, set[Tile]] = {seat: set() for seat, count in enumerate(seen.counts, start=1) if count}
    for move in seen.moves:
        tiles = {
            tile
            for tile in (
                (move.left, move.right)
                if isinstance(move, DoublesPlaced)
                else (move.tile,)
                if isinstance(move, (TilePlaced, MoveSeen))
                else ()
            )
            if tile in on_chain
        }
        laid.setdefault(move.seat, set()).update(tile for tile in tiles if tile is not None)
    return laid


def draws_by_seat(seen: View) -> dict[int, list[Tile | None]]:
    draws: dict[int, list[Tile | None]] = {}
    for move in seen.moves:
        if isinstance(move, TileDrawn):
            draws.setdefault(move.seat, []).append(move.tile)
    return draws


def by_index(tiles: set[Tile]) -> list[Tile]:
    return sorted(tiles, key=lambda tile: tile.index)


def shared(tiles: list[Tile], counts: list[int]) -> Iterator[tuple[tuple[Tile, ...], ...]]:
    """The ways to give the first so many of the tiles, the next so many…"""
    if not counts:
        yield ()
        return
    for rack in combinations(tiles, counts[0]):
        for rest in shared([tile for tile in tiles if tile not in rack], counts[1:]):
            yield (rack, *rest)


def taken_from_sleep(
    draws: dict[int, list[Tile | None]], whole: dict[int, set[Tile]]
) -> Iterator[dict[int, tuple[Tile, ...]]]:
    """The ways in which some of the tiles each has had may be those it drew, in the order drawn."""
    if not draws:
        yield {}
        return
    seat, *others = draws
    for tiles in permutations(by_index(whole[seat]), len(draws[seat])):
        if all(known in (None, tile) for known, tile in zip(draws[seat], tiles, strict=True)):
            for rest in taken_from_sleep({other: draws[other] for other in others}, whole):
                yield {seat: tiles, **rest}
