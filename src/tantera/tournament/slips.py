"""Slips that cannot be: what a table cannot have played, whatever its players signed."""

from __future__ import annotations

from tantera.tournament.decided import cited
from tantera.tournament.orders import Result
from tantera.tournament.problems import Refused
from tantera.tournament.state import EventState, Round, Table
from tantera.tournament.sums import NAMES, article_of_forfeit, forfeiting, limit_of, may_stay_level, winner_of_forfeit


def check_slip(event: EventState, round: Round, table: Table, order: Result) -> None:
    """A `Refused` that says why, unless the slip can be."""
    if event.alone:
        _check_alone(event, round, table, order)
    else:
        _check_pairs(event, round, table, order)


def _check_pairs(event: EventState, round: Round, table: Table, order: Result) -> None:
    if len(order.score) != 2:
        raise Refused("wrong_score", "a score here has {count} numbers", count=2)
    if order.re_entries is not None:
        raise Refused("wrong_score", "there are no re-entries here")
    if order.winner is not None and order.winner not in NAMES:
        raise Refused("wrong_winner", "the winner here is 1+3 or 2+4")
    _bounds(event, round, order)
    one, other = order.score
    if forfeiting(round, table):
        _check_forfeit(event, round, table, order)
        return
    limit = limit_of(event, round, order.table)
    if limit.points is not None and max(one, other) < limit.points and limit.minutes is None and limit.hands is None:
        raise Refused("nobody_at_limit", "nobody has reached {limit}, and nothing else ends a match here",
                       cited(event, "limit"), limit=limit.points)  # fmt: skip
    if event.options.to_love and limit.points is not None and max(one, other) >= limit.points and min(one, other):
        raise Refused("not_to_love", "whoever wins here leaves the others at 0: {one}-{other} cannot be",
                       cited(event, "limit"), one=one, other=other)  # fmt: skip
    if one == other:
        if order.winner is None and not may_stay_level(event, round):
            raise Refused("level_without_winner", "the score is level: who won?", cited(event, "level", "limit"))
    elif order.winner is not None and order.winner != NAMES[0 if one > other else 1]:
        raise Refused("winner_against_score", "{winner} cannot have won {one}-{other}", cited(event, "limit"),
                       winner=order.winner, one=one, other=other)  # fmt: skip


def _check_forfeit(event: EventState, round: Round, table: Table, order: Result) -> None:
    """The score is as it stood; who has won follows from who was expelled, by the article that expelled them."""
    winner = winner_of_forfeit(round, table)
    if order.winner is None or order.winner == winner:
        return
    article = article_of_forfeit(event, round, table)
    if winner is None:
        raise Refused("winner_against_score", "players of both sides were expelled: nobody wins", article)
    side = NAMES[forfeiting(round, table)[0]]
    raise Refused("winner_against_score", "a player of {side} was expelled: the others win", article, side=side)


def _bounds(event: EventState, round: Round, order: Result) -> None:
    """What no score can be, whoever won."""
    if not event.options.below_zero and min(order.score) < 0:
        raise _below_zero(event, order)
    limit = limit_of(event, round, order.table).points
    if limit is None:
        return
    if sum(points >= limit for points in order.score) > 1:
        raise Refused("both_at_limit", "only one can reach {limit}", cited(event, "limit"), limit=limit)
    most = event.options.most_in_a_hand
    if most is not None and max(order.score) - limit > most:
        raise Refused("over_the_limit", "{points} is more than a hand can bring over {limit}", cited(event, "limit"),
                       points=max(order.score), limit=limit)  # fmt: skip


def _below_zero(event: EventState, order: Result) -> Refused:
    return Refused("below_zero", "nothing is taken off a score here: {points} cannot be", cited(event, "count"),
                   points=min(order.score))  # fmt: skip


def _check_alone(event: EventState, round: Round, table: Table, order: Result) -> None:
    seats = len(table.seats)
    if len(order.score) != seats:
        raise Refused("wrong_score", "a score here has {count} numbers", count=seats)
    if not isinstance(order.winner, int) or order.winner > seats:
        raise Refused("wrong_winner", "where everybody plays alone the winner is a seat, 1 to {seats}", seats=seats)
    if order.re_entries is not None:
        if len(order.re_entries) != seats:
            raise Refused("wrong_score", "re-entries here are {count} numbers", count=seats)
        most = event.options.re_entries or 0
        if max(order.re_entries) > most:
            raise Refused("wrong_score", "there are {most} re-entries at most", cited(event, "re_entries"), most=most)
    winner = table.seats[order.winner - 1]
    if winner in event.defaulted(round, table) or winner in round.forfeits:
        article = event.expelled[winner].article if winner in round.forfeits else cited(event, "default")
        raise Refused("winner_against_score", "{player} was not there to win", article, player=winner)
    if not event.options.points_hurt:
        _bounds(event, round, order)
        if order.score[order.winner - 1] < max(order.score) and not round.forfeits:
            raise Refused(
                "winner_against_score", "seat {seat} cannot have won", cited(event, "limit"), seat=order.winner
            )
        return
    if min(order.score) < 0:
        raise _below_zero(event, order)
    limit = limit_of(event, round, order.table).points
    if limit is not None and order.score[order.winner - 1] > limit:
        raise Refused("winner_over_limit", "the winner cannot be over {limit}", cited(event, "limit"), limit=limit)
