"""Result lines: from a line on the sheet to DGN and back."""

from __future__ import annotations

from tantera.notation.document import ResultItem
from tantera.play.events import HandScored, Side
from tantera.play.match import Match
from tantera.play.record import SeenResult
from tantera.rules import Seat
from tantera.rules.functions import SCORINGS, HandFacts


def result_of(match: Match, scored: HandScored, last_placer: Seat | None) -> ResultItem:
    """The result line for a hand that `match`, as it stood before the line was written, has just finished."""
    alone = match.book.options.play == "alone"
    match scored.how:
        case "domino":
            return ResultItem("domino", (last_placer,) if last_placer else scored.side, scored.points)
        case "block":
            return ResultItem("block", scored.side, scored.points, _totals(match, scored), alone=alone)
        case "lost":
            loser = next((side for side in match.sides if side != scored.side), None)
            return ResultItem("lost", loser, scored.points, article=scored.article)
        case how:
            return ResultItem(how, article=scored.article, text=scored.text)


def _totals(match: Match, scored: HandScored) -> tuple[int | None, ...]:
    """Pips left by side; None for a seat that is out."""
    totals: list[int | None] = []
    for side in match.sides:
        left = [scored.left[seat - 1] for seat in side]
        totals.append(None if None in left else sum(pips or 0 for pips in left))
    return () if None in totals and len(match.sides) == 2 else tuple(totals)


def seen_result(match: Match, item: ResultItem) -> SeenResult | str:
    """What a result line tells, or what is wrong with it by itself."""
    if item.how == "domino":
        return _domino(match, item)
    if item.how == "lost":
        if item.side not in match.sides:
            return "the side that lost"
        others = [side for side in match.sides if side != item.side]
        return SeenResult("lost", others[0] if len(others) == 1 else None, item.points, article=item.article)
    if item.how == "block":
        return _block(match, item)
    return SeenResult(item.how, None, 0, article=item.article, text=item.text)


def _domino(match: Match, item: ResultItem) -> SeenResult | str:
    assert item.side is not None
    seat = item.side[0]
    if seat not in match.seats:
        return f"a seat among {' '.join(map(str, match.seats))}"
    side = match.side_of(seat)
    played = match.hand is not None and match.hand.ended is not None
    if match.book.options.scoring == "own_loss" and not item.totals and not played:
        return "what everybody had left after it, like (12/0/7/31): here each writes the own"
    return _with_totals(match, item, side, seat)


def _block(match: Match, item: ResultItem) -> SeenResult | str:
    if item.side is not None and item.side not in match.sides:
        return "a side of this match"
    totals = [total for total in item.totals if total is not None]
    if item.side is None:
        if totals and totals.count(min(totals)) < 2:
            return "equal lowest totals for a tie"
        if match.book.options.tied_block == "mano_wins":
            return "a winner: a tied block is won here"
    elif totals and item.totals[match.sides.index(item.side)] != min(totals):
        return "the lowest total for the side that won"
    return _with_totals(match, item, item.side, None)


def _with_totals(match: Match, item: ResultItem, side: Side | None, went_out: Seat | None) -> SeenResult | str:
    if item.totals and (len(item.totals) != len(match.sides) or item.alone != (match.book.options.play == "alone")):
        return f"{len(match.sides)} totals, one a side"
    if item.totals and side is not None:
        points = _points(match, item.totals, side)
        if points != item.points:
            return f"{points:+} from those totals"
    return SeenResult(item.how, side, item.points, went_out, item.totals)


def _points(match: Match, totals: tuple[int | None, ...], side: Side) -> int:
    """What the totals come to by the book's scoring."""
    left = {one[0]: total or 0 for one, total in zip(match.sides, totals, strict=True)}
    by_seat = tuple(left.get(seat, 0) for seat in range(1, len(match.names) + 1))
    facts = HandFacts(side[0], match.sides, by_seat, None, side)
    return sum(SCORINGS[match.book.options.scoring](facts))
