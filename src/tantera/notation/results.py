"""Result lines: from a line on the sheet to DGN and back, and which totals, points and winners go together.

Whoever takes a result from somebody, a file or a scorer, asks here: what cannot be is refused with a `Refusal` whose
sentence says what was expected.

Bonuses stand before the result of a hand, ``[bonus seat=3 kind=capicua]``, with ``points=50`` where the book gives
other points for it in some cases (`Bonus.otherwise`) and it was one of them. Where the moves are written they tell
the bonuses, and nobody writes them down.
"""

from __future__ import annotations

from dataclasses import replace
from operator import add
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace as change

from tantera.notation.document import RecordItem, ResultItem
from tantera.notation.tally import check_points, check_split, check_sum, check_totals
from tantera.play.events import BonusGiven, HandScored, Side, side_name
from tantera.play.match import Match, Phase
from tantera.play.record import SeenResult
from tantera.rules import Refusal, Seat
from tantera.rules.counting import BLOCKS, SCORINGS, TIED_BLOCKS
from tantera.rules.functions import UNKNOWN, HandFacts

BONUS: Final = "bonus"
"""What stands in place of an article: a bonus is nobody's infraction."""


def bonus_record(kind: str, seat: Seat, points: int | None = None) -> RecordItem:
    """A bonus as it is written; `points` where they are not the usual ones."""
    details = () if points is None else (("points", str(points)),)
    return RecordItem(BONUS, seat, (("kind", kind), *details))


def bonus_given(match: Match, event: BonusGiven) -> RecordItem:
    """The record of a bonus that was given in this match."""
    bonus = next((one for one in match.book.bonuses if one.kind == event.kind), None)
    other = bonus is not None and event.points == bonus.otherwise != bonus.points_in(match.won_hands + 1)
    return bonus_record(event.kind, event.side[0], event.points if other else None)


def bonus_of(match: Match, item: RecordItem, at: int) -> BonusGiven:
    """The event of a written bonus. A `Refusal` says what was expected."""
    book, article = match.book, match.book.cites.count
    kinds = {bonus.kind: bonus for bonus in book.bonuses}
    if not kinds:
        raise Refusal(article, "no bonus: {book} has none", book=book.id)
    details = dict(item.details)
    if details.get("kind") not in kinds or not set(details) <= {"kind", "points"} or len(item.details) != len(details):
        raise Refusal(article, "kind= and one of {known}", known=" / ".join(kinds))
    bonus = kinds[details["kind"]]
    article = bonus.article or article
    usual = bonus.points_in(match.won_hands + 1)
    fair = {str(points): points for points in (usual, bonus.otherwise) if points}
    if details.get("points", str(usual)) not in {str(usual), *fair}:
        raise Refusal(article, "points= and one of {known}", known=" / ".join(fair))
    if item.seat is None or item.seat not in match.seats:
        raise Refusal(article, "a seat among {seats}", seats=" ".join(map(str, match.seats)))
    if moves_tell_bonuses(match):
        raise Refusal(article, "no bonus written down: the moves tell it")
    if bonus.rule.by_result:
        raise Refusal(article, "no bonus written down: the result tells it")
    return BonusGiven(bonus.kind, match.side_of(item.seat), fair.get(details.get("points", ""), usual), at=at)


def moves_tell_bonuses(match: Match) -> bool:
    """Whether the hand being played is known well enough for the program to give its bonuses itself."""
    hand = match.hand
    return hand is not None and match.hand_in_play and not any(hand.hidden)


Totals = tuple[int | None, ...]
"""Pips left, in the order of the sides; None for a player who is out."""


# --- from the sheet to DGN


def result_of(match: Match, scored: HandScored) -> ResultItem:
    """The result line for a hand that `match`, as it stood before the line was written, has just finished."""
    made = scored.in_play if scored.in_play is not UNSET else ()
    if not any(made) and scored.how not in ("domino", "block", "limit"):
        made = ()  # nothing of such a hand need be told
    item = _ending_of(match, scored)
    alone = match.book.options.play == "alone" and bool(item.totals or made)
    return replace(item, made=made, alone=alone)


def _ending_of(match: Match, scored: HandScored) -> ResultItem:
    match scored.how:
        case "domino":
            totals = () if _totals_in_hand(match) else totals_of(match, scored)
            side = scored.side if scored.went_out is None else (scored.went_out,)
            return ResultItem("domino", side, scored.points, totals)
        case "block":
            return ResultItem("block", scored.side, scored.points, totals_of(match, scored))
        case "lost":
            loser = next((side for side in match.sides if side != scored.side), None)
            return ResultItem("lost", loser, scored.points, article=scored.article)
        case "limit":
            return ResultItem("limit", scored.side)
        case how:
            return ResultItem(how, article=scored.article, text=scored.text)


def result_tag(match: Match) -> str:
    """How a match stands, as the ``Result`` tag says it: a side, ``=``, or ``*`` while it goes on."""
    if match.ended_by is None:
        return "*"
    return "=" if match.winner is None else side_name(match.winner)


def totals_of(match: Match, scored: HandScored) -> Totals:
    """Pips left by side; None for a seat that is out. Nothing where nobody knows or wrote them down."""
    if scored.totals is not UNSET:
        return scored.totals
    totals: list[int | None] = []
    for side in match.sides:
        left = [pips for seat in side if (pips := scored.left[seat - 1]) is not None]
        if len(left) < len(side) and side[0] not in match.out:
            return ()
        totals.append(sum(left) if left else None)
    return tuple(totals)


# --- from DGN to the sheet


def seen_result(match: Match, item: ResultItem) -> SeenResult:
    """What a result line tells. A `Refusal` says what should stand there."""
    _check_shape(match, item)
    _check_made(match, item)
    return change(_seen(match, item), made=item.made)


def _seen(match: Match, item: ResultItem) -> SeenResult:
    match item.how:
        case "domino":
            return _domino(match, item)
        case "block":
            return _block(match, item)
        case "lost":
            if item.side not in match.sides:
                raise Refusal(match.book.cites.count, "the side that lost")
            others = [side for side in match.sides if side != item.side]
            return SeenResult("lost", others[0] if len(others) == 1 else None, item.points, article=item.article)
        case "limit":
            return SeenResult("limit", item.side, 0)
        case how:
            return SeenResult(how, None, 0, article=item.article, text=item.text)


def _check_shape(match: Match, item: ResultItem) -> None:
    """As many totals as there are sides, a dash for who is out, and no more together than the set has."""
    if not item.totals:
        return
    article, alone = match.book.cites.count, match.book.options.play == "alone"
    if item.alone != alone or len(item.totals) != len(match.sides):
        by_seat, by_pair = "{count} totals, one a seat (a/b/…)", "{count} totals, one a pair (a-b)"
        raise Refusal(article, by_seat if alone else by_pair, count=len(match.sides))
    for side, total in zip(match.sides, item.totals, strict=True):
        if total is None and side[0] not in match.out:
            raise Refusal(article, "a number for seat {seat} in the totals", seat=side[0])
        if total is not None and side[0] in match.out:
            raise Refusal(article, "- for seat {seat} in the totals", seat=side[0])
    check_sum(match, item)


def _check_made(match: Match, item: ResultItem) -> None:
    """What was made in play is there where no moves tell it, for each side, and a limit that must be hit is not passed;
    a hand that ends at the limit has brought its side there."""
    book = match.book
    article, limit, rules = book.cites.in_play or book.cites.count, book.options.limit.points, book.points_in_play
    if rules is None:
        if item.made or item.how == "limit":
            raise Refusal(article, "no points in play: {book} has none", book=book.id)
        return
    hand = match.hand if match.hand_in_play else None
    as_played = hand is not None and bool(hand.moves)
    alone = book.options.play == "alone"
    if item.made and (item.alone != alone or len(item.made) != len(match.sides)):
        by_seat, by_pair = "{count} sums of points in play, like *12/7/0", "{count} sums of points in play, like *12-7"
        raise Refusal(article, by_seat if alone else by_pair, count=len(match.sides))
    if not item.made and not as_played and match.sanction is None and item.how in ("domino", "block", "limit"):
        raise Refusal(article, "what each side made in play, like *12-7")
    before = match.score if as_played else tuple(map(add, match.score, item.made or (0,) * len(match.sides)))
    if rules.exact and limit is not None and max(before) > limit:
        raise Refusal(article, "at most {limit} for each side: the limit must be hit", limit=limit)
    if item.how == "limit":
        at_it = [side for side, score in zip(match.sides, before, strict=True) if limit is not None and score >= limit]
        if item.side not in at_it:
            raise Refusal(article, "a side that has reached the limit")


def _domino(match: Match, item: ResultItem) -> SeenResult:
    assert item.side is not None
    article, seat = match.book.cites.count, item.side[0]
    if seat not in match.seats:
        raise Refusal(article, "a seat among {seats}", seats=" ".join(map(str, match.seats)))
    side = match.side_of(seat)
    if side == (seat,) and item.totals and item.totals[match.sides.index(side)]:
        raise Refusal(article, "0 for seat {seat} in the totals: it went out", seat=seat)
    return _with_totals(match, item, side, seat)


def _block(match: Match, item: ResultItem) -> SeenResult:
    article = match.book.cites.count
    if item.side is not None and (item.side not in match.sides or item.side[0] in match.out):
        raise Refusal(article, "a side of this match")
    opener = _opener(match)
    if item.side is None and tie_winner(match, opener):
        raise Refusal(article, "a winner: a tied block is won here")
    if item.totals and totals_tell(match):
        winner, tied = block_winner(match, item.totals, opener), is_tied(match, item.totals, opener)
        if item.side is None and not tied:
            assert winner is not None
            raise Refusal(article, "equal totals for a tie: {side} has the lowest", side=side_name(winner))
        if item.side is not None and winner is None:
            raise Refusal(article, "block tie: the totals are equal")
        if item.side is not None and winner is not None and item.side != winner:
            raise Refusal(article, "{side} as the winner of those totals", side=side_name(winner))
    return _with_totals(match, item, item.side, None)


def _with_totals(match: Match, item: ResultItem, side: Side | None, went_out: Seat | None) -> SeenResult:
    totals = item.totals
    if side is not None:
        _check_points(match, item, side)
    if not totals and side is not None and match.book.options.points_hurt:
        totals = _totals_in_hand(match)
        if not totals:
            message = "what everybody had left after it, like (12/0/7/31): here each writes their own"
            raise Refusal(match.book.cites.count, message)
    if not _totals_in_hand(match):
        if item.totals:
            check_totals(match, item)
        elif match.book.options.scoring == "nothing":
            if item.points:
                raise Refusal(match.book.cites.count, "+0: what is left brings nothing")
        elif match.book.prize is None:
            counted = counted_sides(match, side, _opener(match)) if side is not None else ()
            if side is not None:
                check_points(match, item, counted)
            if item.how == "block":
                check_split(match, item, counted)
    return SeenResult(item.how, side, item.points, went_out, totals)


def _check_points(match: Match, item: ResultItem, side: Side) -> None:
    """The points are one of the book's prizes, or what the totals come to."""
    book, article = match.book, match.book.cites.count
    if book.prize is not None:
        block = 0 if book.options.block_points == "nothing" else book.prize.block
        prizes = [block] if item.how == "block" else list(book.prize.dominos.values())
        fair = list(dict.fromkeys(f"{prize * match.worth + match.carried:+}" for prize in prizes))
        if f"{item.points:+}" not in fair and len(fair) == 1:
            raise Refusal(article, "{points}", points=fair[0])
        if f"{item.points:+}" not in fair:
            raise Refusal(article, "{one} or {other}", one=", ".join(fair[:-1]), other=fair[-1])
    elif item.totals:
        points = points_from(match, item.totals, side, _opener(match), item.how == "block")
        if item.points != points:
            raise Refusal(article, "{points} from those totals", points=f"{points:+}")


# --- totals, points and winners


def totals_tell(match: Match) -> bool:
    """Whether the totals of the sides say who has won a block: elsewhere one player's tiles do, or who closed it."""
    return BLOCKS[match.book.options.block].by_totals and not match.book.options.tied_block.startswith("closer_")


def is_tied(match: Match, totals: Totals, opener: Seat) -> bool:
    """Whether more than one side has the lowest total, or the book gives a block to nobody."""
    return totals_tell(match) and len(BLOCKS[match.book.options.block].best(_facts(match, totals, opener))) > 1


def block_winner(match: Match, totals: Totals, opener: Seat) -> Side | None:
    """Who wins a block with these totals: the lowest, or whom the book's rule on ties names; None: nobody."""
    facts = _facts(match, totals, opener)
    lowest = BLOCKS[match.book.options.block].best(facts)
    if len(lowest) == 1:
        return lowest[0]
    return TIED_BLOCKS[match.book.options.tied_block](facts, lowest).winners or None


def tie_winner(match: Match, opener: Seat) -> Side | None:
    """Who would win a block in which everybody has the same, where the book lets somebody win it (UEH-final)."""
    return block_winner(match, (0,) * len(match.sides), opener) if totals_tell(match) else None


def points_from(match: Match, totals: Totals, winners: Side, opener: Seat, blocked: bool = True) -> int:
    """What a hand with these totals brings, by the book's scoring or by its prize for a block."""
    prize = match.book.prize.block if match.book.prize is not None else 0
    if blocked and match.book.options.block_points == "nothing":
        return match.carried
    facts = _facts(match, totals, opener)._replace(winners=winners, prize=prize)
    return sum(SCORINGS[match.book.options.scoring](facts)) * match.worth + match.carried


def counted_sides(match: Match, winners: Side, opener: Seat) -> tuple[Side, ...]:
    """The sides whose tiles the points are counted from: everybody's, or the opponents' only (CL-objetivo)."""

    def counts(side: Side) -> bool:
        one_pip = tuple(1 if other == side else 0 for other in match.sides)
        facts = _facts(match, one_pip, opener)._replace(winners=winners)
        return sum(SCORINGS[match.book.options.scoring](facts)) > 0

    return tuple(side for side in match.sides if side[0] not in match.out and counts(side))


def _totals_in_hand(match: Match) -> Totals:
    """What the sides hold in the hand being played, where that is known."""
    hand = match.hand
    if hand is None or match.phase is not Phase.PLAYING or any(hand.hidden):
        return ()
    return tuple(None if side[0] in match.out else sum(hand.left(seat) or 0 for seat in side) for side in match.sides)


def _opener(match: Match) -> Seat:
    assert match.opener is not None
    return match.opener


def _facts(match: Match, totals: Totals, opener: Seat) -> HandFacts:
    """A hand of which only the totals of the sides are known."""
    left = [0] * len(match.names)
    for side, total in zip(match.sides, totals, strict=True):
        left[side[0] - 1] = total or 0
    sides = tuple(side for side in match.sides if side[0] not in match.out)
    return HandFacts(opener, sides, tuple(left), UNKNOWN)
