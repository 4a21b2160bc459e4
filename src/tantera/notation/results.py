"""Result lines: from a line on the sheet to DGN and back."""

from __future__ import annotations

from tantera.notation.document import ResultItem
from tantera.play.events import HandScored, Side, side_name
from tantera.play.match import Match, Phase
from tantera.play.record import SeenResult
from tantera.rules import Seat
from tantera.rules.functions import SCORINGS, TIED_BLOCKS, UNKNOWN, HandFacts, if_told, lowest_sides


def result_of(match: Match, scored: HandScored) -> ResultItem:
    """The result line for a hand that `match`, as it stood before the line was written, has just finished."""
    alone = match.book.options.play == "alone"
    match scored.how:
        case "domino":
            totals = () if _totals_in_hand(match) else totals_of(match, scored)
            if not totals and not _totals_in_hand(match) and match.book.options.points_hurt:
                totals = scored.written
            side = scored.side if scored.went_out is None else (scored.went_out,)
            return ResultItem("domino", side, scored.points, totals, alone=bool(totals) and alone)
        case "block":
            totals = totals_of(match, scored)
            return ResultItem("block", scored.side, scored.points, totals, alone=bool(totals) and alone)
        case "lost":
            loser = next((side for side in match.sides if side != scored.side), None)
            return ResultItem("lost", loser, scored.points, article=scored.article)
        case how:
            return ResultItem(how, article=scored.article, text=scored.text)


def result_tag(match: Match) -> str:
    """How a match stands, as the ``Result`` tag says it: a side, ``=``, or ``*`` while it goes on."""
    if match.ended_by is None:
        return "*"
    return "=" if match.winner is None else side_name(match.winner)


def totals_of(match: Match, scored: HandScored) -> tuple[int | None, ...]:
    """Pips left by side; None for a seat that is out. Nothing where somebody holds a tile that nobody knows."""
    totals: list[int | None] = []
    for side in match.sides:
        left = [pips for seat in side if (pips := scored.left[seat - 1]) is not None]
        if len(left) < len(side) and side[0] not in match.out:
            return ()
        totals.append(sum(left) if left else None)
    return tuple(totals)


def seen_result(match: Match, item: ResultItem) -> SeenResult | str:
    """What a result line tells, or what is wrong with it by itself."""
    if wrong := _wrong_totals(match, item):
        return wrong
    match item.how:
        case "domino":
            return _domino(match, item)
        case "block":
            return _block(match, item)
        case "lost":
            if item.side not in match.sides:
                return "the side that lost"
            others = [side for side in match.sides if side != item.side]
            return SeenResult("lost", others[0] if len(others) == 1 else None, item.points, article=item.article)
        case how:
            return SeenResult(how, None, 0, article=item.article, text=item.text)


def _wrong_totals(match: Match, item: ResultItem) -> str:
    if not item.totals:
        return ""
    alone = match.book.options.play == "alone"
    if item.alone != alone or len(item.totals) != len(match.sides):
        return f"{len(match.sides)} totals, {'one a seat (a/b/…)' if alone else 'one a pair (a-b)'}"
    for side, total in zip(match.sides, item.totals, strict=True):
        if (total is None) != (side[0] in match.out):
            return f"{'-' if total is not None else 'a number'} for seat {side[0]} in the totals"
    return ""


def _domino(match: Match, item: ResultItem) -> SeenResult | str:
    assert item.side is not None
    seat = item.side[0]
    if seat not in match.seats:
        return f"a seat among {' '.join(map(str, match.seats))}"
    side = match.side_of(seat)
    if side == (seat,) and item.totals and item.totals[match.sides.index(side)]:
        return f"0 for seat {seat} in the totals: it went out"
    return _with_totals(match, item, side, seat)


def _block(match: Match, item: ResultItem) -> SeenResult | str:
    if item.side is not None and (item.side not in match.sides or item.side[0] in match.out):
        return "a side of this match"
    tied_rule = match.book.options.tied_block
    if item.side is None:
        facts = _facts(match, item.totals)
        tied = if_told(TIED_BLOCKS[tied_rule], facts, facts.sides)
        if tied is not None and tied.winners:
            return "a winner: a tied block is won here"
    if item.totals:
        facts = _facts(match, item.totals)
        lowest = lowest_sides(facts)
        if item.side is None and len(lowest) == 1:
            return f"equal totals for a tie: {side_name(lowest[0])} has the lowest"
        if item.side is not None:
            winners = lowest[0] if len(lowest) == 1 else TIED_BLOCKS[tied_rule](facts, lowest).winners
            if not winners:
                return "block tie: the totals are equal"
            if item.side != winners:
                return f"{side_name(winners)} as the winner of those totals"
    return _with_totals(match, item, item.side, None)


def _with_totals(match: Match, item: ResultItem, side: Side | None, went_out: Seat | None) -> SeenResult | str:
    totals = item.totals
    if side is not None and (wrong := _wrong_points(match, item, side)):
        return wrong
    if not totals and side is not None and match.book.options.points_hurt:
        totals = _totals_in_hand(match)
        if not totals:
            return "what everybody had left after it, like (12/0/7/31): here each writes the own"
    return SeenResult(item.how, side, item.points, went_out, totals)


def _wrong_points(match: Match, item: ResultItem, side: Side) -> str:
    """What the points should be, by the book's prizes, by the totals, or at most."""
    book, worth = match.book, match.worth
    if book.prize is not None:
        prizes = (book.prize.block,) if item.how == "block" else (book.prize.domino, book.prize.capicua)
        fair = [prize * worth for prize in prizes if prize is not None]
        return "" if item.points in fair else " or ".join(f"{prize:+}" for prize in fair)
    if item.totals:
        points = worth * sum(SCORINGS[book.options.scoring](_facts(match, item.totals)._replace(winners=side)))
        return "" if item.points == points else f"{points:+} from those totals"
    most = worth * sum(tile.pips for tile in book.options.set.tiles)
    return "" if item.points <= most else f"at most {most:+}, the whole set"


def _totals_in_hand(match: Match) -> tuple[int | None, ...]:
    """What the sides hold in the hand being played, where that is known."""
    hand = match.hand
    if hand is None or match.phase is not Phase.PLAYING or any(hand.hidden):
        return ()
    return tuple(None if side[0] in match.out else sum(hand.left(seat) or 0 for seat in side) for side in match.sides)


def _facts(match: Match, totals: tuple[int | None, ...]) -> HandFacts:
    """A hand of which only the totals of the sides are known, or not even those."""
    assert match.opener is not None
    left = [0] * len(match.names) if totals else []
    for side, total in zip(match.sides, totals, strict=bool(totals)):
        left[side[0] - 1] = total or 0
    sides = tuple(side for side in match.sides if side[0] not in match.out)
    return HandFacts(match.opener, sides, tuple(left), UNKNOWN)
