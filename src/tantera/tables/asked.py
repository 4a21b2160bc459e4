"""Which bots are waited for. A bot is only named here: its answer comes from whoever calls, as a person's does."""

from __future__ import annotations

from typing import NamedTuple

from tantera.play.actors import Role
from tantera.play.match import AWAITING, PLAYING, Match
from tantera.play.options import decides
from tantera.play.orders import AgreeCount, AgreeOpener, AnyOrder, NameCounter, NameScorer
from tantera.rules import Seat
from tantera.tables.agenda import agenda
from tantera.tables.orders import AnswerFor
from tantera.tables.state import TableState


class Asked(NamedTuple):
    """A bot that is waited for: its answer is one of `options(match, seat)`, given by `BotAt(seat)`."""

    seat: Seat
    bot: str


def bots_asked(table: TableState) -> tuple[Asked, ...]:
    """The bots whose answer the match waits for. What a person may say as well is left to them; counts and
    signatures of bots the table sees to."""
    match = table.in_play
    if match is None or table.closed is not None:
        return ()
    bots = [(seat, table.chairs[seat - 1].bot) for seat in _seats_asked(table, match)]
    return tuple(Asked(seat, bot) for seat, bot in bots if bot is not None)


def _seats_asked(table: TableState, match: Match) -> tuple[Seat, ...]:
    """The seats that are waited for where only bots may answer."""
    if match.phase is PLAYING and match.hand is not None and table.pause is None:
        turn = match.hand.turn
        return (turn,) if table.played_by_bots((turn,)) else ()
    owed = [one.order for one in agenda(table)]
    late = [(one.who, one.answer) for one in owed if isinstance(one, AnswerFor) and one.late]
    return tuple(
        seat
        for seat, answer in late
        if not isinstance(seat, Role) and table.played_by_bots(_who_may_answer(match, answer, seat))
    )


def _who_may_answer(match: Match, answer: AnyOrder, seat: Seat) -> tuple[Seat, ...]:
    """Everybody who may give the same answer as this seat."""
    awaited = match.awaiting
    if match.phase is AWAITING and awaited is not None:
        return tuple(one for one in match.seats if decides(awaited, one))
    match answer:
        case AgreeOpener():
            return match.opener_choosers or match.seats
        case NameScorer() | NameCounter() | AgreeCount():
            return match.side_of(seat)
        case _:
            return (seat,)
