"""Kinds of consequence: what a book's entry comes to at this table, one function a kind.

The book says ``{ kind = "points", side = "others", points = 20 }``; here it becomes twenty points for the pair that
is not the offender's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from tantera.referee.bench import Bench
from tantera.rules import Consequence
from tantera.rules.functions import right_of
from tantera.tiles import pips_of


def follow_all(bench: Bench, index: int, consequences: Iterable[Consequence]) -> None:
    """Let everything follow, in order."""
    for consequence in consequences:
        OUTCOMES[consequence.kind](bench, index, consequence)


def points(bench: Bench, index: int, consequence: Consequence) -> None:
    """Points for a side, fixed or with the pips that are left."""
    award = bench.book.points_of(consequence)
    given: int | None = award.points
    if award.remaining:
        left = bench.remaining()
        given = None if left is None else award.points + left
    offenders = bench.offenders(index)
    sides = [offenders] if consequence.side == "offender" else [s for s in bench.match.sides if s != offenders]
    for side in sides:
        bench.follow(index, "points", side=side, points=given)


def hand_lost(bench: Bench, index: int, consequence: Consequence) -> None:
    bench.follow(index, "hand_lost", side=bench.offenders(index))


def hand_void(bench: Bench, index: int, consequence: Consequence) -> None:
    bench.follow(index, "hand_void")
    opener = (
        bench.match.hand.opener if bench.match.hand is not None and bench.match.hand_in_play else bench.match.opener
    )
    if opener is None:
        return
    seats = bench.match.seats
    if consequence.opening == "right_of_offender":
        opener = right_of(bench.seat(index), seats)
    elif consequence.opening == "lost_if_opened" and opener in bench.offenders(index):
        opener = right_of(opener, seats)
    bench.follow(index, "opening", seat=opener)


def warning(bench: Bench, index: int, consequence: Consequence) -> None:
    bench.follow(index, "warning", seat=bench.seat(index))


def card(bench: Bench, index: int, consequence: Consequence) -> None:
    bench.follow(index, "card", seat=bench.seat(index), card=consequence.card)


def difference(bench: Bench, index: int, consequence: Consequence) -> None:
    bench.follow(index, "difference", seat=bench.seat(index), points=consequence.points)


def exposed(bench: Bench, index: int, consequence: Consequence) -> None:
    tile = bench.tile(index)
    if tile is not None:
        bench.follow(index, "exposed", seat=bench.seat(index), tile=tile)


def must_play(bench: Bench, index: int, consequence: Consequence) -> None:
    """It must be played now; if it does not fit, it stays open where open tiles must be played (CI-12)."""
    hand, tile, seat = bench.hand, bench.tile(index), bench.seat(index)
    if hand is None or tile is None:
        return
    fits_now = hand.turn == seat and (hand.chain is None or tile.bit & hand.chain.fitting)
    if fits_now:
        bench.follow(index, "must_play", seat=seat, tile=tile)
    elif bench.book.table.exposed_tiles == "must_play":
        bench.follow(index, "exposed", seat=seat, tile=tile)


def taken_back(bench: Bench, index: int, consequence: Consequence) -> None:
    seen = bench.misplayed(bench.seat(index))
    if seen is not None and seen.tile is not None:
        bench.follow(index, "taken_back", seat=seen.seat, tile=seen.tile)


def hand_won(bench: Bench, index: int, consequence: Consequence) -> None:
    """The last tile counts as played, so it is not counted (CI-14)."""
    hand, seat, left = bench.hand, bench.seat(index), bench.remaining()
    own = pips_of(hand.racks[seat - 1]) if hand is not None else 0
    bench.follow(index, "hand_won", seat=seat, points=None if left is None else left - own)


def rebuild(bench: Bench, index: int, consequence: Consequence) -> None:
    bench.follow(index, "rebuild", turn=bench.turn_of(index))


def expulsion(bench: Bench, index: int, consequence: Consequence) -> None:
    bench.follow(index, "expulsion", seat=bench.seat(index))


def match_lost(bench: Bench, index: int, consequence: Consequence) -> None:
    offenders = bench.offenders(index)
    limit = bench.book.options.limit.points
    others = [score for side, score in zip(bench.match.sides, bench.match.score, strict=True) if side != offenders]
    lacking = max(0, limit - others[0]) if consequence.to_limit and limit is not None and len(others) == 1 else 0
    bench.follow(index, "match_lost", side=offenders, points=lacking)


OUTCOMES: Final[dict[str, Callable[[Bench, int, Consequence], None]]] = {
    "points": points,
    "hand_lost": hand_lost,
    "hand_void": hand_void,
    "warning": warning,
    "card": card,
    "difference": difference,
    "exposed": exposed,
    "must_play": must_play,
    "taken_back": taken_back,
    "hand_won": hand_won,
    "rebuild": rebuild,
    "expulsion": expulsion,
    "match_lost": match_lost,
}
