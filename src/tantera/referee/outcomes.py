"""Kinds of consequence: what a book's entry comes to at this table, one function a kind.

The book says ``{ kind = "points", side = "others", points = 20 }``; here it becomes twenty points for the pair that
is not the offender's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from tantera.play import events as e
from tantera.play.events import MoveSeen
from tantera.referee.ruling import Ruling
from tantera.rules import Consequence
from tantera.rules.functions import right_of
from tantera.tiles import Tile, pips_of


def follow_all(ruling: Ruling, index: int, consequences: Iterable[Consequence]) -> None:
    """Let everything follow, in order."""
    for consequence in consequences:
        OUTCOMES[consequence.kind](ruling, index, consequence)


def points(ruling: Ruling, index: int, consequence: Consequence) -> None:
    """Points for a side, fixed or with the pips that are left."""
    award = ruling.book.points_of(consequence)
    given: int | None = award.points
    if award.remaining:
        left = ruling.remaining()
        given = None if left is None else award.points + left
    offenders = ruling.offenders(index)
    sides = [offenders] if consequence.side == "offender" else [s for s in ruling.match.sides if s != offenders]
    for side in sides:
        ruling.add(e.PointsGiven(index, side, given, at=ruling.now))


def hand_lost(ruling: Ruling, index: int, consequence: Consequence) -> None:
    ruling.add(e.HandForfeited(index, ruling.offenders(index), at=ruling.now))


def hand_void(ruling: Ruling, index: int, consequence: Consequence) -> None:
    ruling.add(e.HandVoided(index, at=ruling.now))
    opener = (
        ruling.match.hand.opener if ruling.match.hand is not None and ruling.match.hand_in_play else ruling.match.opener
    )
    if opener is None:
        return
    seats = ruling.match.seats
    if consequence.opening == "right_of_offender":
        opener = right_of(ruling.seat(index), seats)
    elif consequence.opening == "lost_if_opened" and opener in ruling.offenders(index):
        opener = right_of(opener, seats)
    ruling.add(e.OpeningGiven(index, opener, at=ruling.now))


def warning(ruling: Ruling, index: int, consequence: Consequence) -> None:
    ruling.add(e.PlayerWarned(index, ruling.seat(index), at=ruling.now))


def card(ruling: Ruling, index: int, consequence: Consequence) -> None:
    assert consequence.card is not None, "the schema has made sure that a card has a name"
    ruling.add(e.CardShown(index, ruling.seat(index), consequence.card, at=ruling.now))


def difference(ruling: Ruling, index: int, consequence: Consequence) -> None:
    ruling.add(e.DifferenceCut(index, ruling.seat(index), consequence.points, at=ruling.now))


def exposed(ruling: Ruling, index: int, consequence: Consequence) -> None:
    for tile in _off_the_chain(ruling, index):
        ruling.add(e.TileLeftOpen(index, ruling.seat(index), tile, at=ruling.now))


def _off_the_chain(ruling: Ruling, index: int) -> list[Tile]:
    """The tiles of the record that can still lie open or be played: one found late may have been played since."""
    chain = ruling.hand.chain if ruling.hand is not None else None
    return [tile for tile in ruling.tiles(index) if chain is None or not tile.bit & chain.tiles]


def must_play(ruling: Ruling, index: int, consequence: Consequence) -> None:
    """The first of the tiles must be played now if it fits.

    Otherwise it stays open where open tiles must be played (CI-12), and returns to the rack elsewhere; of a player who
    is not in turn all of them have been seen (SJ-flujo-1).
    """
    hand, tiles, seat = ruling.hand, _off_the_chain(ruling, index), ruling.seat(index)
    if hand is None or not tiles:
        return
    first, in_turn = tiles[0], hand.turn == seat
    if in_turn and (hand.chain is None or first.bit & hand.chain.fitting):
        ruling.add(e.TileOwed(index, seat, first, at=ruling.now))
    elif ruling.book.customs.exposed_tiles == "must_play":
        ruling.add(e.TileLeftOpen(index, seat, first, at=ruling.now))
    elif not in_turn:
        for tile in tiles:
            ruling.add(e.TileLeftOpen(index, seat, tile, at=ruling.now))


def taken_back(ruling: Ruling, index: int, consequence: Consequence) -> None:
    """A tile played out of turn goes back, and one that lies where it does not belong while nobody has acted since.

    Later it stays where it lies (TG-14.10), or is withdrawn and later moves stand (CI-13).
    """
    done = ruling.astray(index)
    if done is None or not isinstance(done.move, MoveSeen) or done.move.tile is None:
        return
    seat, tile = done.move.seat, done.move.tile
    if not done.in_turn or not ruling.acted_since(index):
        ruling.add(e.TileTakenBack(index, seat, tile, at=ruling.now))
    elif consequence.late == "withdrawn":
        ruling.add(e.TileWithdrawn(index, seat, tile, at=ruling.now))
    else:
        return
    ruling.taken_back[seat] = done.move


def hand_won(ruling: Ruling, index: int, consequence: Consequence) -> None:
    """The last tile counts as played, so it is not counted (CI-14)."""
    hand, seat, left = ruling.hand, ruling.seat(index), ruling.remaining()
    own = pips_of(hand.racks[seat - 1]) if hand is not None else 0
    ruling.add(e.HandAwarded(index, seat, None if left is None else left - own, at=ruling.now))


def rebuild(ruling: Ruling, index: int, consequence: Consequence) -> None:
    ruling.add(e.HandRebuilt(index, ruling.turn_of(index), at=ruling.now))


def expulsion(ruling: Ruling, index: int, consequence: Consequence) -> None:
    ruling.add(e.PlayerExpelled(index, ruling.seat(index), at=ruling.now))


def match_lost(ruling: Ruling, index: int, consequence: Consequence) -> None:
    offenders = ruling.offenders(index)
    limit = ruling.book.options.limit.points
    others = [score for side, score in zip(ruling.match.sides, ruling.match.score, strict=True) if side != offenders]
    raised = consequence.to_limit and limit is not None and len(others) == 1 and not ruling.match_is_lost
    lacking = max(0, (limit or 0) - others[0]) if raised else 0
    ruling.add(e.MatchForfeited(index, offenders, lacking, at=ruling.now))


OUTCOMES: Final[dict[str, Callable[[Ruling, int, Consequence], None]]] = {
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
