"""Slips that cannot be."""

from __future__ import annotations

from typing import Any

from tantera.tournament.check.memory import Memory, Round, Table
from tantera.tournament.check.sums import limit_at
from tantera.words import Phrase


def cannot_be(memory: Memory, at: Round, table: Table, order: dict[str, Any]) -> Phrase | None:
    """Why no match can have ended with this slip; None where one can."""
    score, winner = list(order["score"]), order.get("winner")
    if memory.law.alone:
        return _alone(memory, at, table, score, winner)
    if len(score) != 2 or winner not in (None, "1+3", "2+4"):
        return Phrase("the slip has another form than its table")
    if table.expelled:  # the score as it stood, and the other side as winner
        return Phrase("the winner is behind") if winner not in (None, table.won_by_expulsion) else None
    limit = limit_at(memory, at, table)
    most, fewest = max(score), min(score)
    if limit.points is not None:
        if fewest >= limit.points:
            return Phrase("both are at the limit")
        in_a_hand = memory.law.most_in_a_hand
        if in_a_hand is not None and most - limit.points > in_a_hand:
            return Phrase("{score} is more than a hand can bring", score=most)
        if most < limit.points and limit.minutes is None and limit.hands is None:
            return Phrase("nobody is at the limit, and nothing else ends a match")
        if memory.law.to_love and most >= limit.points and fewest > 0:
            return Phrase("the others have points, and would have lost them")
    if fewest < 0 and not memory.law.takes_off:
        return Phrase("a score below zero")
    if score[0] == score[1] and winner is None and (at.slots or memory.law.get("level_at_end") != "half_point"):
        return Phrase("level, and no winner")
    ahead = "1+3" if score[0] > score[1] else "2+4"
    if score[0] != score[1] and winner not in (None, ahead):
        return Phrase("the winner is behind")
    return None


def _alone(memory: Memory, at: Round, table: Table, score: list[int], winner: Any) -> Phrase | None:
    if len(score) != len(table.seats) or not isinstance(winner, int) or not 1 <= winner <= len(score):
        return Phrase("the slip has another form than its table")
    points = limit_at(memory, at, table).points
    if memory.law.book.options.points_hurt and points is not None and score[winner - 1] > points:
        return Phrase("the winner is over the limit")
    if min(score) < 0 and not memory.law.takes_off:
        return Phrase("a score below zero")
    return None
