"""Who may order what at a table: a table in data. A test goes through every standing and every order."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from tantera.play.actors import DIRECTOR, JUDGES, REFEREE, SPECTATOR, TABLE, Actor, Role
from tantera.play.match import Match
from tantera.play.options import decides
from tantera.play.orders import GiveRuling, Order, PauseClock, RecordInfraction, ResumeClock, TakeDecision
from tantera.rules import Refusal
from tantera.tables import orders as o
from tantera.tables.orders import BotAt, TableOrder
from tantera.tables.state import TableState

By = str | Role | BotAt
"""Who orders: a person by their id, the bot at a seat, or an office: the table itself, the director, the judges."""

OFFICES: Final = frozenset({TABLE, DIRECTOR, JUDGES})
"""Offices that order here without being at the table. Who holds one, the caller knows."""


class Standing(StrEnum):
    """What somebody is to the table, beside the roles that its match knows."""

    STRANGER = "stranger"
    HOST = "host"
    """Who opened the table; a host is a player, the referee or a spectator besides."""
    BOT = "bot"


STRANGER, HOST, BOT = Standing
PLAYER: Final = Role.PLAYER

_AT_THE_TABLE: Final = frozenset({SPECTATOR, PLAYER, REFEREE})
_ITSELF: Final = frozenset({TABLE})

PERMISSIONS: Final[dict[type[TableOrder], frozenset[Standing | Role]]] = {
    o.Enter: frozenset({STRANGER}),
    o.Connect: _AT_THE_TABLE,
    o.Disconnect: _AT_THE_TABLE,
    o.Leave: _AT_THE_TABLE,
    o.Sit: _AT_THE_TABLE,
    o.StandUp: frozenset({PLAYER, REFEREE}),
    # Who sees every rack is agreed on by the players, or sent by the director.
    o.Appoint: frozenset({DIRECTOR}),
    o.SeatEntrant: frozenset({DIRECTOR}),
    o.SeatBot: frozenset({HOST, DIRECTOR}),
    o.RemoveBot: frozenset({HOST, DIRECTOR}),
    o.SetPace: frozenset({HOST}),
    # Where a bot thinks is seen whether it does: who asks it orders this in its place.
    o.ReplaceBot: frozenset({BOT}),
    o.Start: frozenset({HOST, DIRECTOR, TABLE}),
    o.CloseTable: frozenset({HOST, DIRECTOR, TABLE}),
    o.AddEntropy: frozenset({PLAYER}),
    o.Propose: frozenset({SPECTATOR, PLAYER}),
    o.Agree: frozenset({PLAYER}),
    o.Decline: frozenset({SPECTATOR, PLAYER}),
    o.Say: _AT_THE_TABLE,
    o.SayPhrase: _AT_THE_TABLE,
    o.CallReferee: frozenset({PLAYER}),
    o.AnswerCall: frozenset({PLAYER, REFEREE}),
    o.AskHint: frozenset({PLAYER}),
    o.GiveHint: frozenset({BOT}),
    # What the table owes is the table's alone: chance, and answers that did not come.
    o.BindSeed: _ITSELF,
    o.DrawLots: _ITSELF,
    o.Deal: _ITSELF,
    o.Settle: _ITSELF,
    o.AnswerFor: _ITSELF,
    o.EndGrace: _ITSELF,
    o.FreeSeat: _ITSELF,
    o.Forget: _ITSELF,
    o.Lapse: _ITSELF,
    o.StandStill: _ITSELF,
    o.EndPause: _ITSELF,
    o.CloseSheet: _ITSELF,
}

AT_A_TOURNAMENT: Final[dict[type[TableOrder], frozenset[Standing | Role]]] = {
    o.Enter: frozenset(),
    o.Sit: frozenset(),
    o.StandUp: frozenset({REFEREE}),
    o.SeatBot: frozenset(),
    o.RemoveBot: frozenset(),
    o.SetPace: frozenset(),
    o.Start: frozenset({DIRECTOR}),
    o.CloseTable: frozenset({DIRECTOR}),
}
"""Who may order these where seats are reserved, at a table of a tournament: the director seats people, begins and
closes it, and no bot sits there. All other orders are as anywhere."""

OF_THE_MATCH: Final = frozenset({PauseClock, ResumeClock})
"""The orders of a match that the table gives it as they are: the server was away. All others it gives by its own."""


ANYBODY: Final = frozenset({*Standing, *Role})


def standings(table: TableState, by: By) -> frozenset[Standing | Role]:
    """Everything that somebody is to the table."""
    if isinstance(by, BotAt):
        return frozenset({BOT})
    if isinstance(by, Role):
        return frozenset({by}) if by in OFFICES else frozenset()
    if table.guest(by) is None:
        return frozenset({STRANGER})
    seated, referee = table.seat_of(by) is not None, by == table.referee
    role = PLAYER if seated else REFEREE if referee else SPECTATOR
    return frozenset({role, HOST} if by == table.host else {role})


def permit(table: TableState, order: TableOrder, by: By) -> None:
    """A `Refusal` unless this is theirs to order."""
    if not PERMISSIONS[type(order)] & standings(table, by):
        raise Refusal("", "that is not for you to order at this table")
    if table.reserved and not AT_A_TOURNAMENT.get(type(order), ANYBODY) & standings(table, by):
        raise Refusal("", "at a table of a tournament that is for the director")


def actor_of(table: TableState, match: Match, order: Order, by: By) -> Actor:
    """As whom somebody orders in the match: their seat, or their office. What a seat may order, the match knows."""
    if isinstance(by, Role):
        if by not in OFFICES or (by is TABLE and type(order) not in OF_THE_MATCH):
            raise Refusal("", "that is not for you to order at this table")
        return by
    if isinstance(by, BotAt):
        if not 1 <= by.seat <= len(table.chairs) or table.chairs[by.seat - 1].bot is None:
            raise Refusal(table.book.cites.seating, "no bot sits there")
        return by.seat
    seat = table.seat_of(by)
    if seat is not None:
        if table.chairs[seat - 1].bot is not None:
            raise Refusal(table.book.cites.seating, "a bot plays for you: come back first")
        return seat
    return _office(match, order) if by == table.referee else SPECTATOR


def _office(match: Match, order: Order) -> Role:
    """A table's referee stands for the judges and the director too, where the match asks for those (SJ-jueces, CI-18):
    there is nobody else to ask."""
    awaited = match.awaiting
    if isinstance(order, GiveRuling):
        return JUDGES
    if awaited is not None and isinstance(order, TakeDecision | RecordInfraction):
        return next((office for office in (JUDGES, DIRECTOR) if decides(awaited, office)), REFEREE)
    return REFEREE
