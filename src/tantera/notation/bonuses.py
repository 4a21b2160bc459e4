"""Bonuses on the sheet of a real table: ``[bonus seat=3 kind=capicua]`` before the result of the hand.

With ``points=50`` where the book gives other points for it in some cases (`Bonus.otherwise`) and it was one of them.

Where the moves are written they tell the bonuses, and nobody writes them down.
"""

from __future__ import annotations

from typing import Final

from tantera.notation.document import RecordItem
from tantera.play.events import BonusGiven
from tantera.play.match import Match
from tantera.rules import Refusal, Seat

BONUS: Final = "bonus"
"""What stands in place of an article: a bonus is nobody's infraction."""


def bonus_record(kind: str, seat: Seat, points: int | None = None) -> RecordItem:
    """A bonus as it is written; `points` where they are not the usual ones."""
    told = () if points is None else (("points", str(points)),)
    return RecordItem(BONUS, seat, (("kind", kind), *told))


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
    told = dict(item.details)
    if not {"kind"} <= set(told) <= {"kind", "points"} or len(item.details) != len(told) or told["kind"] not in kinds:
        known = " / ".join(kinds)
        raise Refusal(article, "kind= and one of {known}", known=known)
    bonus = next(one for kind, one in kinds.items() if kind == told["kind"])
    article = bonus.article or article
    usual = bonus.points_in(match.won_hands + 1)
    fair = {str(points): points for points in (usual, bonus.otherwise) if points}
    if told.get("points", str(usual)) not in {str(usual), *fair}:
        raise Refusal(article, "points= and one of {known}", known=" / ".join(fair))
    if item.seat is None or item.seat not in match.seats:
        raise Refusal(article, "a seat among {seats}", seats=" ".join(map(str, match.seats)))
    if moves_tell_bonuses(match):
        raise Refusal(article, "no bonus written down: the moves tell it")
    if bonus.rule.by_result:
        raise Refusal(article, "no bonus written down: the result tells it")
    return BonusGiven(bonus.kind, match.side_of(item.seat), fair.get(told.get("points", ""), usual), at=at)


def moves_tell_bonuses(match: Match) -> bool:
    """Whether the hand being played is known well enough for the program to give its bonuses itself."""
    hand = match.hand
    return hand is not None and match.hand_in_play and not any(hand.hidden)
