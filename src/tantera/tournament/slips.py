"""Judging slips: results, confirmations, disputes, and what a player may do with the slip of one's own table; and slips
that cannot be, whatever its players signed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tantera.rules.tournament import Duplicate
from tantera.tournament import orders as o
from tantera.tournament.decided import Decided, a_published_round, cited, the_table
from tantera.tournament.orders import Given, Refused
from tantera.tournament.permission import role_of
from tantera.tournament.state import Round, Slip, Table, TournamentState
from tantera.tournament.structure import all_rounds, knocks_out
from tantera.tournament.sums import (
    NAMES,
    SIDES,
    article_of_forfeit,
    forfeiting,
    limit_of,
    may_stay_level,
    shares,
    winner_of_forfeit,
)
from tantera.words import Phrase


def result(tournament: TournamentState, order: o.Result, given: Given) -> Decided:
    round = a_published_round(tournament, order.round)
    table = the_table(round, order.table)
    _own_table(tournament, round, table, given)
    if role_of(given.by)[0] == "player":
        _a_players_slip(tournament, round, table, order, given)
    if role_of(given.by)[0] == "judge":
        _a_judges_slip(tournament, table, order)
    if tournament.is_default(round, table):
        raise Refused("defaulted", "table {table} is a default", cited(tournament, "default"), table=order.table)
    if round.stage == "closed" and order.reason is None:
        late, corrected = (
            "round {round} is closed: a result that comes late needs a reason",
            "round {round} is closed: a correction needs a reason",
        )
        raise Refused(
            "reason_needed",
            late if table.slip is None else corrected,
            cited(tournament, "slip"),
            round=order.round,
        )
    check_slip(tournament, round, table, order)
    return Decided()


def _own_table(tournament: TournamentState, round: Round, table: Table, given: Given) -> None:
    """A player has a say at the table at which they sit and play."""
    role, player = role_of(given.by)
    if role == "player" and (player not in table.seats or player in tournament.absent_at(round, table)):
        raise Refused("not_yours", "{by} does not play at this table", by=given.by)


def _a_players_slip(tournament: TournamentState, round: Round, table: Table, order: o.Result, given: Given) -> None:
    """A player enters the slip of an open round; others confirm it."""
    if order.status not in (None, "entered"):
        raise Refused("not_yours", "a player enters a slip; one of the other side confirms it")
    if round.stage != "published":
        raise Refused("not_yours", "round {round} is closed", round=round.number)
    slip = table.slip
    if slip is not None and (slip.status != "entered" or not same_side(tournament, table, slip.by, given.by)):
        raise Refused("not_yours", "there is a slip already: confirm or dispute it")


def _a_judges_slip(tournament: TournamentState, table: Table, order: o.Result) -> None:
    """A judge says what stands where the sides do not agree, and why; other slips are the desk's."""
    if table.slip is None or table.slip.status != "disputed" or order.status not in (None, "confirmed"):
        raise Refused("not_yours", "a judge settles a slip that is in dispute, and no other")
    if order.reason is None:
        raise Refused("reason_needed", "a judge who settles a slip says why", cited(tournament, "slip"))


def same_side(tournament: TournamentState, table: Table, one: str, other: str) -> bool:
    """Whether the one who entered a slip plays on the side of this one; where everybody plays alone, is the same."""
    role, entered = role_of(one)
    _, player = role_of(other)
    if role != "player" or entered not in table.seats or player not in table.seats:
        return False
    if entered == player or tournament.alone:
        return entered == player
    places = {table.seats.index(entered), table.seats.index(player)}
    return any(places <= set(side) for side in SIDES)


def confirm(tournament: TournamentState, order: o.Confirm, given: Given) -> Decided:
    round, table = _with_a_slip(tournament, order, given)
    slip = table.slip
    if slip is not None and slip.status == "confirmed":
        raise Refused("already_confirmed", "the slip of table {table} is confirmed", table=order.table)
    if slip is not None and role_of(given.by)[0] == "player":
        if same_side(tournament, table, slip.by, given.by):
            raise Refused("not_yours", "one of the other side confirms it")
        if slip.status == "disputed":
            raise Refused("not_yours", "the slip is disputed: the desk decides")
    if slip is not None and order.slip not in (None, slip.event):
        raise Refused("slip_changed", "the slip of table {table} was written anew: look at it again", table=order.table)
    if tournament.is_default(round, table):
        raise Refused("defaulted", "table {table} is a default", cited(tournament, "default"), table=order.table)
    return Decided()


def dispute(tournament: TournamentState, order: o.Dispute, given: Given) -> Decided:
    round, table = _with_a_slip(tournament, order, given)
    if role_of(given.by)[0] == "player" and round.stage != "published":
        raise Refused("not_yours", "round {round} is closed", round=order.round)
    count = len(table.seats) if tournament.alone else 2
    if order.score is not None and len(order.score) != count:
        raise Refused("wrong_score", "a score here has {count} numbers", count=count)
    return Decided()


def _with_a_slip(tournament: TournamentState, order: o.Confirm | o.Dispute, given: Given) -> tuple[Round, Table]:
    round = a_published_round(tournament, order.round)
    table = the_table(round, order.table)
    _own_table(tournament, round, table, given)
    if table.slip is None:
        raise Refused("no_slip", "there is no slip of table {table}", table=order.table)
    return round, table


# --- slips that cannot be


def check_slip(tournament: TournamentState, round: Round, table: Table, order: o.Result) -> None:
    """A `Refused` that says why, unless the slip can be."""
    if tournament.alone:
        _check_alone(tournament, round, table, order)
    else:
        _check_pairs(tournament, round, table, order)


def _check_pairs(tournament: TournamentState, round: Round, table: Table, order: o.Result) -> None:
    if order.re_entries is not None:
        raise Refused("wrong_score", "there are no re-entries here")
    law = tournament.options.duplicate
    if law:
        _check_hands(tournament, round, law, order)
    elif order.hands:
        raise Refused("no_hands_here", "a slip here has a score: only duplicate rounds are told hand by hand")
    if len(order.points) != 2:
        raise Refused("wrong_score", "a score here has {count} numbers", count=2)
    if order.winner is not None and order.winner not in NAMES:
        raise Refused("wrong_winner", "the winner here is 1+3 or 2+4")
    _bounds(tournament, round, order)
    one, other = order.points
    if forfeiting(round, table):
        _check_forfeit(tournament, round, table, order)
        return
    limit = limit_of(tournament, round, order.table)
    if limit.points is not None and max(one, other) < limit.points and limit.minutes is None and limit.hands is None:
        raise Refused("nobody_at_limit", "nobody has reached {limit}, and nothing else ends a match here",
                       cited(tournament, "limit"), limit=limit.points)  # fmt: skip
    if tournament.options.to_love and limit.points is not None and max(one, other) >= limit.points and min(one, other):
        raise Refused("not_to_love", "whoever wins here leaves the others at 0: {one}-{other} cannot be",
                       cited(tournament, "limit"), one=one, other=other)  # fmt: skip
    if one == other:
        if order.winner is None and not may_stay_level(tournament, round):
            raise Refused("level_without_winner", "the score is level: who won?", cited(tournament, "level", "limit"))
    elif order.winner is not None and order.winner != NAMES[0 if one > other else 1]:
        raise Refused("winner_against_score", "{winner} cannot have won {one}-{other}", cited(tournament, "limit"),
                       winner=order.winner, one=one, other=other)  # fmt: skip


def _check_hands(tournament: TournamentState, round: Round, law: Duplicate, order: o.Result) -> None:
    """What no hands can be: a score in their place, too few, more points than one can bring."""
    if not order.hands or order.score:
        raise Refused("hands_wanted", "duplicate: a slip has {count} hands one by one, and no score", count=law.hands)
    if len(order.hands) != law.hands:
        raise Refused("wrong_hands", "found {found} hands, expected the {count} of the round",
                      found=len(order.hands), count=law.hands)  # fmt: skip
    level = order.points[0] == order.points[1]
    if order.winner is not None and not (level and knocks_out(tournament, round.number)):
        raise Refused("wrong_winner", "duplicate: whoever has more points has won, so no winner is given")
    most, below = tournament.options.most_in_a_hand, tournament.options.below_zero
    for number, hand in enumerate(order.hands, 1):
        if hand is None:
            continue
        if min(hand) < 0 and not below:
            raise Refused("below_zero", "hand {hand}: nothing is taken off a score here: {points} cannot be",
                          cited(tournament, "count"), hand=number, points=min(hand))  # fmt: skip
        if most is not None and max(hand) > most:
            raise Refused("more_than_a_hand", "hand {hand}: {points} is more than a hand can bring, which is {most}",
                          cited(tournament, "count"), hand=number, points=max(hand), most=most)  # fmt: skip


def _check_forfeit(tournament: TournamentState, round: Round, table: Table, order: o.Result) -> None:
    """The score is as it stood; who has won follows from who was expelled, by the article that expelled them."""
    winner = winner_of_forfeit(round, table)
    if order.winner is None or order.winner == winner:
        return
    article = article_of_forfeit(tournament, round, table)
    if winner is None:
        raise Refused("winner_against_score", "players of both sides were expelled: nobody wins", article)
    side = NAMES[forfeiting(round, table)[0]]
    raise Refused("winner_against_score", "a player of {side} was expelled: the others win", article, side=side)


def _bounds(tournament: TournamentState, round: Round, order: o.Result) -> None:
    """What no score can be, whoever won."""
    if not tournament.options.below_zero and min(order.points) < 0:
        raise _below_zero(tournament, order)
    limit = limit_of(tournament, round, order.table).points
    if limit is None:
        return
    if sum(points >= limit for points in order.points) > 1:
        raise Refused("both_at_limit", "only one can reach {limit}", cited(tournament, "limit"), limit=limit)
    most = tournament.options.most_in_a_hand
    if most is not None and max(order.points) - limit > most:
        raise Refused(
            "over_the_limit",
            "{points} is more than a hand can bring over {limit}",
            cited(tournament, "limit"),
            points=max(order.points),
            limit=limit,
        )


def _below_zero(tournament: TournamentState, order: o.Result) -> Refused:
    return Refused("below_zero", "nothing is taken off a score here: {points} cannot be", cited(tournament, "count"),
                   points=min(order.points))  # fmt: skip


def _check_alone(tournament: TournamentState, round: Round, table: Table, order: o.Result) -> None:
    seats = len(table.seats)
    if order.hands:
        raise Refused("no_hands_here", "a slip here has a score: only duplicate rounds are told hand by hand")
    if len(order.points) != seats:
        raise Refused("wrong_score", "a score here has {count} numbers", count=seats)
    if not isinstance(order.winner, int) or order.winner > seats:
        raise Refused("wrong_winner", "where everybody plays alone the winner is a seat, 1 to {seats}", seats=seats)
    if order.re_entries is not None:
        if len(order.re_entries) != seats:
            raise Refused("wrong_score", "re-entries here are {count} numbers", count=seats)
        most = tournament.options.re_entries or 0
        if max(order.re_entries) > most:
            raise Refused(
                "wrong_score", "there are {most} re-entries at most", cited(tournament, "re_entries"), most=most
            )
    winner = table.seats[order.winner - 1]
    if winner in tournament.defaulted(round, table) or winner in round.forfeits:
        article = tournament.expelled[winner].article if winner in round.forfeits else cited(tournament, "default")
        raise Refused("winner_against_score", "{player} was not there to win", article, player=winner)
    if not tournament.options.points_hurt:
        _bounds(tournament, round, order)
        if order.points[order.winner - 1] < max(order.points) and not round.forfeits:
            raise Refused(
                "winner_against_score", "seat {seat} cannot have won", cited(tournament, "limit"), seat=order.winner
            )
        return
    if min(order.points) < 0:
        raise _below_zero(tournament, order)
    limit = limit_of(tournament, round, order.table).points
    if limit is not None and order.points[order.winner - 1] > limit:
        raise Refused("winner_over_limit", "the winner cannot be over {limit}", cited(tournament, "limit"), limit=limit)


# --- what a slip is worth, as its players read it before they agree (CI-4) ------------------------------------------


_DIFFERENCES: Final = frozenset({"difference", "efectividad"})


class Worth(Struct, frozen=True):
    """What a result brings, and by which article."""

    told: Phrase
    article: str
    """Empty where the book cites none."""


def worth(tournament: TournamentState, round: Round, number: int, called: Sequence[object]) -> Worth | None:
    """What a slip brings once it is confirmed; None where there is no slip, or a judge has still to decide.

    `called` are the two sides, or everybody who plays alone, in the order of the slip's score.
    """
    table = round.tables[number - 1]
    slip = table.slip
    if slip is None or slip.status == "disputed" or tournament.is_default(round, table):
        return None
    on = knocks_out(tournament, round.number) and round.number != all_rounds(tournament)
    if tournament.alone:
        assert isinstance(slip.winner, int)
        words = Phrase(_wins(tournament), who=called[slip.winner - 1])
        return Worth(_going_on(words) if on else words, cited(tournament, "draw", "limit"))
    return Worth(_of_sides(tournament, round, number, slip, called, on=on), _article(tournament, round, number, slip))


def _of_sides(
    tournament: TournamentState, round: Round, number: int, slip: Slip, called: Sequence[object], *, on: bool
) -> Phrase:
    table = round.tables[number - 1]
    sides = shares(tournament, round, number, replace(table, slip=replace(slip, status="confirmed")))
    assert sides is not None
    won = [side.won for side in sides]
    if won == [0, 0]:
        return Phrase("nobody wins the point")
    if won == [1, 1]:
        words = Phrase("half a point each")
        through = next((place for place, side in enumerate(sides) if not side.lost), None)
        return Phrase("{said}; {who} goes on", said=words, who=called[through]) if on and through is not None else words
    first = won.index(2)
    words = Phrase(_wins(tournament), who=called[first])
    if _DIFFERENCES.intersection(tournament.options.ranked_by):
        words = Phrase("{said}, difference {difference}", said=words, difference=sides[first].difference)
    return _going_on(words) if on else words


def _wins(tournament: TournamentState) -> str:
    """A point is what is won only where points are counted (UEH-campeonato: re-entries and pips)."""
    return "{who} wins 1 point" if "points_won" in tournament.options.ranked_by else "{who} wins"


def _going_on(words: Phrase) -> Phrase:
    return Phrase("{said}, and goes on", said=words)


def _article(tournament: TournamentState, round: Round, number: int, slip: Slip) -> str:
    reasons = ("level", "limit") if slip.score[0] == slip.score[1] else ("limit",)
    return article_of_forfeit(tournament, round, round.tables[number - 1]) or cited(tournament, *reasons)
