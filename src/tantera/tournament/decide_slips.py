"""Judging slips: results, confirmations, disputes; and what a player may do with the slip of one's own table."""

from __future__ import annotations

from typing import cast

from tantera.tournament import orders as o
from tantera.tournament.decided import Decided, a_published_round, cited, the_table
from tantera.tournament.orders import Given
from tantera.tournament.permission import role_of
from tantera.tournament.problems import Refused
from tantera.tournament.slips import check_slip
from tantera.tournament.state import EventState, Round, Table
from tantera.tournament.sums import SIDES


def result(event: EventState, given: Given) -> Decided:
    order = cast(o.Result, given.order)
    round = a_published_round(event, order.round)
    table = the_table(round, order.table)
    _own_table(event, round, table, given)
    if role_of(given.by)[0] == "player":
        _a_players_slip(event, round, table, order, given)
    if role_of(given.by)[0] == "judge":
        _a_judges_slip(event, table, order)
    if event.is_default(round, table):
        raise Refused("defaulted", "table {table} is a default", cited(event, "default"), table=order.table)
    if round.stage == "closed" and order.reason is None:
        raise Refused("reason_needed", "round {round} is closed: a correction needs a reason", cited(event, "slip"),
                      round=order.round)  # fmt: skip
    check_slip(event, round, table, order)
    return Decided()


def _own_table(event: EventState, round: Round, table: Table, given: Given) -> None:
    """A player has a say at the table at which they sit and play."""
    role, player = role_of(given.by)
    if role == "player" and (player not in table.seats or player in event.absent_at(round, table)):
        raise Refused("not_yours", "{by} does not play at this table", by=given.by)


def _a_players_slip(event: EventState, round: Round, table: Table, order: o.Result, given: Given) -> None:
    """A player enters the slip of an open round; others confirm it."""
    if order.status not in (None, "entered"):
        raise Refused("not_yours", "a player enters a slip; one of the other side confirms it")
    if round.stage != "published":
        raise Refused("not_yours", "round {round} is closed", round=round.number)
    slip = table.slip
    if slip is not None and (slip.status != "entered" or not same_side(event, table, slip.by, given.by)):
        raise Refused("not_yours", "there is a slip already: confirm or dispute it")


def _a_judges_slip(event: EventState, table: Table, order: o.Result) -> None:
    """A judge says what stands where the sides do not agree, and why; other slips are the desk's."""
    if table.slip is None or table.slip.status != "disputed" or order.status not in (None, "confirmed"):
        raise Refused("not_yours", "a judge settles a slip that is in dispute, and no other")
    if order.reason is None:
        raise Refused("reason_needed", "a judge who settles a slip says why", cited(event, "slip"))


def same_side(event: EventState, table: Table, one: str, other: str) -> bool:
    """Whether the one who entered a slip plays on the side of this one; where everybody plays alone, is the same."""
    role, entered = role_of(one)
    _, player = role_of(other)
    if role != "player" or entered not in table.seats or player not in table.seats:
        return False
    if entered == player or event.alone:
        return entered == player
    places = {table.seats.index(entered), table.seats.index(player)}
    return any(places <= set(side) for side in SIDES)


def confirm(event: EventState, given: Given) -> Decided:
    order = cast(o.Confirm, given.order)
    round, table = _with_a_slip(event, order, given)
    slip = table.slip
    if slip is not None and slip.status == "confirmed":
        raise Refused("already_confirmed", "the slip of table {table} is confirmed", table=order.table)
    if slip is not None and role_of(given.by)[0] == "player":
        if same_side(event, table, slip.by, given.by):
            raise Refused("not_yours", "one of the other side confirms it")
        if slip.status == "disputed":
            raise Refused("not_yours", "the slip is disputed: the desk decides")
    if slip is not None and order.slip not in (None, slip.event):
        raise Refused("slip_changed", "the slip of table {table} was written anew: look at it again", table=order.table)
    if event.is_default(round, table):
        raise Refused("defaulted", "table {table} is a default", cited(event, "default"), table=order.table)
    return Decided()


def dispute(event: EventState, given: Given) -> Decided:
    order = cast(o.Dispute, given.order)
    round, table = _with_a_slip(event, order, given)
    if role_of(given.by)[0] == "player" and round.stage != "published":
        raise Refused("not_yours", "round {round} is closed", round=order.round)
    count = len(table.seats) if event.alone else 2
    if order.score is not None and len(order.score) != count:
        raise Refused("wrong_score", "a score here has {count} numbers", count=count)
    return Decided()


def _with_a_slip(event: EventState, order: o.Confirm | o.Dispute, given: Given) -> tuple[Round, Table]:
    round = a_published_round(event, order.round)
    table = the_table(round, order.table)
    _own_table(event, round, table, given)
    if table.slip is None:
        raise Refused("no_slip", "there is no slip of table {table}", table=order.table)
    return round, table
