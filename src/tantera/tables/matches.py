"""A match begins: the first one, another of the series, a rematch. Watchers and referee stay where they are."""

from __future__ import annotations

from tantera.play.beginning import new_match
from tantera.play.events import Brought
from tantera.rules import Refusal
from tantera.tables import events as t
from tantera.tables import orders as o
from tantera.tables.fold import News
from tantera.tables.seats import bots_for_empty_seats
from tantera.tables.state import TableState


def start(table: TableState, order: o.Start, person: str, now: int) -> tuple[News, ...]:
    """Begin the first match, or the next one of a series; after that, a rematch is for everybody to agree on."""
    if table.in_play is not None:
        raise Refusal("", "a match is being played at this table")
    if table.match is not None and not table.series_open:
        raise Refusal("", "another match is for everybody to agree on: propose a rematch")
    return match_begins(table, now, order.brought if table.reserved else ())


def match_begins(table: TableState, now: int, brought: tuple[Brought, ...] = ()) -> tuple[News, ...]:
    if not table.players:
        raise Refusal("", "nobody has sat down yet")
    if not is_full(table) and not table.settings.fill:
        raise Refusal("", "there are empty seats, and no bots at this table")
    seated = bots_for_empty_seats(table, now)
    full = seated.after
    names = tuple(chair.name for chair in full.chairs)
    players = tuple(chair.person or "" for chair in full.chairs)
    last = table.match
    same = last is not None and (last.names, last.players) == (names, players)
    return (*seated.moments, new_match(table.book, names, now, last if same else None, players, brought))


def is_full(table: TableState) -> bool:
    return all(chair.taken for chair in table.chairs)


def everybody_here(table: TableState) -> bool:
    """Whether everybody who has a seat is here, or a bot plays for them."""
    return all(chair.person is None or chair.bot is not None or table.here(chair.person) for chair in table.chairs)


def may_rematch(table: TableState, order: o.Propose, person: str) -> None:
    if table.match is None or table.in_play is not None:
        raise Refusal("", "a rematch is for after a match")
    if table.seat_of(person) is None:
        raise Refusal("", "you have no seat here")


def close_sheet(table: TableState, order: o.CloseSheet, person: str, now: int) -> tuple[News, ...]:
    """Nobody signs for anybody else: what is missing stays missing (TG-12)."""
    return (t.SheetClosed(missing_signatures(table), at=now),)


def missing_signatures(table: TableState) -> tuple[int, ...]:
    match = table.match
    return () if match is None else tuple(seat for seat in match.signers if seat not in match.signatures)
