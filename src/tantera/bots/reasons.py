"""Why a move, in words: what speaks for it that the player in turn could know. A function of a `View`, so that no
reason can tell of a tile that nobody at that seat has seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from tantera.bots.observing import fitting, in_play, suits_lacking
from tantera.play import DrawTile, MoveOrder, PassTurn, PlaceDoubles, PlaceTile, View
from tantera.rules import Seat
from tantera.tiles import Tile, ends_after
from tantera.words import Phrase

MOST: Final = 2
"""Reasons that somebody is told: more is a lecture."""
NOTHING_IN_SIGHT: Final = Phrase("nothing in sight decides it: it weighs best of those that fit")

Speaks = Callable[[View, PlaceTile], Iterator[Phrase]]


def reasons(view: View, move: MoveOrder) -> tuple[Phrase, ...]:
    """What speaks for a move of a view in whose hand it is in turn, the weightiest first; never none at all."""
    if isinstance(move, PassTurn | DrawTile):
        return (Phrase("nothing of yours fits"),)
    if isinstance(move, PlaceDoubles):
        return (Phrase("two doubles go in one turn"),)
    if len(view.plays) == 1:
        return tuple(_only_tile(view, move))  # nothing is to be weighed
    others = [option for option in view.plays if isinstance(option, PlaceTile) and option.tile != move.tile]
    for_all = set.intersection(*({*speaking(view, option)} for option in others)) if others else set()
    phrases = [reason for reason in speaking(view, move) if reason not in for_all]  # else it decides nothing
    return tuple(phrases[:MOST]) or (NOTHING_IN_SIGHT,)


def speaking(view: View, move: PlaceTile, by: Iterable[Speaks] | None = None) -> tuple[Phrase, ...]:
    """What speaks for a tile by these counts, or by all of them, the weightiest first."""
    return tuple(reason for speaks in by or SPEAKS for reason in speaks(view, move))


def _only_tile(view: View, move: PlaceTile) -> Iterator[Phrase]:
    """On one end or on the other."""
    if all(isinstance(option, PlaceTile) and option.tile == move.tile for option in view.plays):
        yield Phrase("it is the only tile that fits")


def _goes_out(view: View, move: PlaceTile) -> Iterator[Phrase]:
    if view.counts[view.seat - 1] == 1:
        yield Phrase("with it you go out and win the hand")


def _closes(view: View, move: PlaceTile) -> Iterator[Phrase]:
    """No tile that is not on the table fits after it, one's own others either."""
    ends = ends_after(view.chain, move.tile, move.end)
    others = [tile for tile in view.mine if tile is not None and tile != move.tile]
    if others and not fitting(ends, [*others, *unseen(view)]):
        yield Phrase("it closes the hand: nobody can play any more, and what is held is counted")


def _points(view: View, move: PlaceTile) -> Iterator[Phrase]:
    if points := in_play(view, move):
        yield Phrase("it brings {points} points at once", points=points)


def _next_has_passed(view: View, move: PlaceTile) -> Iterator[Phrase]:
    """An end for the next opponent on which they have passed."""
    rival = next_player(view)
    if rival in _side(view):
        return
    ends = sorted({*ends_after(view.chain, move.tile, move.end)} & suits_lacking(view)[rival])
    if ends:
        yield Phrase(
            "{name} has passed on {suit}, and may have to pass again", name=view.names[rival - 1], suit=ends[0]
        )


def _partner_has_passed(view: View, move: PlaceTile) -> Iterator[Phrase]:
    """An end on which the partner has passed is taken away."""
    if view.chain is None:
        return
    opened = {*ends_after(view.chain, move.tile, move.end)}
    covered = {view.chain.left, view.chain.right} - opened
    for seat in _side(view):
        lacking = suits_lacking(view)[seat]
        if seat != view.seat and not opened <= lacking and (suits := sorted(covered & lacking)):
            message = "it takes away the {suit}, on which {name} has passed: so they may play again"
            yield Phrase(message, suit=suits[0], name=view.names[seat - 1])


def _scarce(view: View, move: PlaceTile) -> Iterator[Phrase]:
    """An end of which hardly a tile is left that one has not seen."""
    for suit in sorted({*ends_after(view.chain, move.tile, move.end)}):
        hidden = [tile for tile in unseen(view) if tile.has(suit)]
        if not hidden:
            yield Phrase("you have seen every {suit} but your own: nobody else can play there", suit=suit)
        elif len(hidden) == 1:
            yield Phrase("a single {suit} is left that you have not seen: it is hard to play there", suit=suit)


def _answers(view: View, move: PlaceTile) -> Iterator[Phrase]:
    """More of one's own tiles fit the ends it leaves than after any other move, or as many."""
    left = left_fitting(view, move)
    others = [left_fitting(view, option) for option in view.plays if isinstance(option, PlaceTile) and option != move]
    if left > 1 and left >= max(others, default=0) and left > min(others, default=0):
        yield Phrase("{count} of your tiles fit the ends it leaves, so you are less likely to pass", count=left)


def _a_double(view: View, move: PlaceTile) -> Iterator[Phrase]:
    others = [option.tile for option in view.plays if isinstance(option, PlaceTile) and option.tile != move.tile]
    if not move.tile.is_double:
        return
    if not others or not all(tile.is_double for tile in others):
        yield Phrase("a double is the hardest to place later: it fits one number only")
    elif _lets_in(view, move.tile) < min(_lets_in(view, tile) for tile in others):
        yield Phrase("of your doubles it would be stuck first: fewer tiles of its suit are to come")


def _heaviest(view: View, move: PlaceTile) -> Iterator[Phrase]:
    pips = [option.tile.pips for option in view.plays if isinstance(option, PlaceTile)]
    if move.tile.pips == max(pips) > min(pips):
        yield Phrase("so you are not left with its {pips} points if the others win", pips=move.tile.pips)


OF_THE_TABLE: Final[tuple[Speaks, ...]] = (
    _only_tile,
    _goes_out,
    _points,
    _next_has_passed,
    _partner_has_passed,
    _scarce,
)
"""What may speak for a tile by what it leaves to whom, the weightiest first."""
OF_THE_RACK: Final[tuple[Speaks, ...]] = (_a_double, _heaviest)
"""By what one is rid of."""
SPEAKS: Final = (_closes, *OF_THE_TABLE, _answers, *OF_THE_RACK)


def _side(view: View) -> tuple[Seat, ...]:
    return next(side for side in view.sides if view.seat in side)


def next_player(view: View) -> Seat:
    """Who plays after this seat."""
    seats = [seat for seat in range(1, len(view.names) + 1) if seat not in view.out]
    return seats[(seats.index(view.seat) + 1) % len(seats)]


def unseen(view: View) -> list[Tile]:
    on_table = view.chain.tiles if view.chain is not None else 0
    return [tile for tile in view.book.options.set.tiles if not tile.bit & on_table and tile not in view.mine]


def _lets_in(view: View, double: Tile) -> int:
    """How many tiles could still open a place for a double: those of its suit that do not lie on the table."""
    on_table = view.chain.tiles if view.chain is not None else 0
    return sum(
        tile.has(double.high) and tile != double and not tile.bit & on_table for tile in view.book.options.set.tiles
    )


def left_fitting(view: View, move: PlaceTile) -> int:
    """How many of one's other tiles fit what a move leaves."""
    mine = [tile for tile in view.mine if tile is not None and tile != move.tile]
    return fitting(ends_after(view.chain, move.tile, move.end), mine)
