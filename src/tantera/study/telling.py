"""A study in words, for any front end: what a decision was about, and how somebody played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tantera.bots.observing import fitting, suits_lacking
from tantera.bots.reasons import NOTHING_IN_SIGHT, OF_THE_RACK, OF_THE_TABLE, left_fitting, reasons, speaking, unseen
from tantera.play import DrawTile, MoveOrder, PassTurn, PlaceDoubles, PlaceTile, View
from tantera.rules.glossary import in_a_row
from tantera.study.figures import JudgedTurn, Play
from tantera.telling import MARKS
from tantera.tiles import ends_after
from tantera.words import Phrase
from tantera.words.phrases import Tellable

ENOUGH: Final = 60
"""Decisions that it takes to say how somebody plays, to about a point: a match of fifteen hands."""
LEVELS: Final[tuple[tuple[float, Phrase], ...]] = (
    (0.8, Phrase("a master's play")),
    (1.6, Phrase("strong play")),
    (2.5, Phrase("good play")),
    (3.5, Phrase("club play")),
    (float("inf"), Phrase("a beginner's play")),
)
"""Points lost a decision, up to so many. docs/study.md says what each of our bots loses."""
MOST: Final = 2
"""Reasons for one move: more is a lecture."""
CLEARLY: Final = 2
"""By how many tiles a count has to differ to be a reason."""


class Lesson(NamedTuple):
    """A decision, told."""

    tiles: Phrase
    """What its player held."""
    known: tuple[Phrase, ...]
    """What they could see and count besides."""
    why: tuple[Phrase, ...]
    """What spoke for the better move and not for the one that was played, from the same eyes."""
    but: tuple[Phrase, ...]
    """What the move that was played had for itself: why one makes it."""


def lesson(turn: JudgedTurn) -> Lesson:
    seen, decision = turn.view, turn.decision
    better, played = decision.best.order, decision.options[decision.place].order
    tiles = Phrase("tiles: {tiles}", tiles=" ".join(tile.spoken for tile in seen.mine if tile is not None))
    nothing = Phrase("no single count decides it: over the deals that could be it comes out better")
    if better == played:
        why = tuple(nothing if reason == NOTHING_IN_SIGHT else reason for reason in reasons(seen, better))
        return Lesson(tiles, tuple(_known(seen)), why, ())
    if not isinstance(better, PlaceTile) or not isinstance(played, PlaceTile):
        return Lesson(tiles, tuple(_known(seen)), (_no_tile(better),), ())
    why = tuple(_closing(seen, better, played)) or tuple(_speaks_for(seen, better, played))[:MOST]
    return Lesson(tiles, tuple(_known(seen)), why or (nothing,), tuple(_speaks_for(seen, played, better))[:1])


def _no_tile(better: MoveOrder) -> Phrase:
    """Between drawing and passing, or two doubles at once and one tile."""
    match better:
        case PassTurn():
            return Phrase("another tile is one more to be rid of, and its points count if somebody else goes out")
        case DrawTile():
            return Phrase("with another tile there is more to go on with")
        case PlaceDoubles():
            return Phrase("two doubles go in one turn")
    return Phrase("it leaves the doubles for later")


def _known(view: View) -> Iterator[Phrase]:
    if view.chain is None:
        yield Phrase("the table was empty")
    else:
        yield Phrase("ends: {left} and {right}", left=view.chain.left, right=view.chain.right)
    for seat, suits in suits_lacking(view).items():
        if suits and seat != view.seat:
            yield Phrase("{name} had passed {suits}", name=view.names[seat - 1], suits=_on(sorted(suits)))


def _on(suits: Sequence[int]) -> Phrase:
    """
    >>> _on([2]).told("es"), _on([1, 2, 4]).told("es")
    ('al 2', 'al 1, al 2 y al 4')
    """
    *some, last = [Phrase("on {suit}", suit=suit) for suit in suits]
    return Phrase("{one} and {other}", one=in_a_row(some, "{one}, {other}"), other=last) if some else last


def _speaks_for(seen: View, one: PlaceTile, other: PlaceTile) -> Iterator[Phrase]:
    """What one move has and the other has not, the weightiest first."""
    for counts in (OF_THE_TABLE, None, OF_THE_RACK):
        if counts is None:
            yield from _followed(seen, one, other)
        else:
            others = speaking(seen, other, counts)
            yield from (reason for reason in speaking(seen, one, counts) if reason not in others)


def _closing(seen: View, better: PlaceTile, played: PlaceTile) -> Iterator[Phrase]:
    """Who closes counts first: nothing else is worth a word beside it."""
    closes = [_can_follow(seen, move) == 0 for move in (better, played)]
    if closes == [True, False]:
        yield Phrase("it closes the hand, and the count is more likely yours")
    elif closes == [False, True]:
        yield Phrase("the other closes the hand, and the count is more likely theirs")


def _can_follow(seen: View, move: PlaceTile) -> int:
    """How many tiles can still be laid after a move, whoever has them; where some may be drawn, those too."""
    return left_fitting(seen, move) + _hidden_that_fit(seen, move)


def _hidden_that_fit(seen: View, move: PlaceTile) -> int:
    return fitting(ends_after(seen.chain, move.tile, move.end), unseen(seen))


def _followed(seen: View, one: PlaceTile, other: PlaceTile) -> Iterator[Phrase]:
    """How many tiles can follow a move and how many the other: one's own, and those that one does not see."""
    mine, theirs = left_fitting(seen, one), left_fitting(seen, other)
    if mine > theirs:
        yield Phrase("tiles of yours that fit after it: {count}; after the other: {less}", count=mine, less=theirs)
    few, many = _hidden_that_fit(seen, one), _hidden_that_fit(seen, other)
    if 0 < few <= many - CLEARLY:
        yield Phrase(
            "tiles that you do not see and that fit after it: {few}; after the other: {many}", few=few, many=many
        )


def move_in_words(order: MoveOrder) -> Tellable | str:
    """In short: ``5-3 ◂``."""
    match order:
        case PlaceTile(tile=tile, end=end):
            return tile.spoken + (f" {MARKS[end]}" if end is not None else "")
        case PlaceDoubles(left=left, right=right):
            return f"{left.spoken} + {right.spoken}"
        case PassTurn():
            return Phrase("pass")
        case DrawTile():
            return Phrase("draw a tile")


def level(play: Play) -> Phrase:
    """How somebody played, in a word or two."""
    if play.error is None or play.decisions < ENOUGH:
        return Phrase("too few decisions to tell")
    lost = play.error.mean
    return next(words for most, words in LEVELS if lost <= most)
