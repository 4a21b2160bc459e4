"""A match begins: the first one, another of the series, a rematch. Watchers and referee stay where they are."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from tantera.play.beginning import new_match
from tantera.play.events import Brought
from tantera.rules import Refusal, Seat
from tantera.tables import events as t
from tantera.tables import orders as o
from tantera.tables.fold import News, unfold
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
    opener = 1 if table.same_deals else None if table.settings.hand is UNSET else table.settings.hand.opener
    return (*seated.moments, new_match(table.book, names, now, last if same else None, players, brought, opener))


def fills_at(table: TableState) -> int | None:
    """When bots take the seats that are still free and the match begins, if anybody who sits there is here then; None
    where nobody waits for that. It does not begin anew when one more sits down."""
    after = table.settings.fill_after
    if after is None or table.match is not None or table.reserved or table.closed is not None:
        return None
    return table.since + after if table.players else None


MOVES_ON: Final = {2: 3, 3: 4, 4: 2}
"""Where who sits there goes when partners change: all but the first seat move on by one."""


def may_change_partners(table: TableState, order: o.Propose, person: str) -> None:
    may_rematch(table, order, person)
    if table.series_open:
        raise Refusal(table.book.cites.seating, "seats do not change until the match is over")
    if not _two_pairs_play(table):
        raise Refusal("", "partners change where two pairs play")


def other_partners(table: TableState) -> tuple[tuple[Seat, ...], ...]:
    """Who would play with whom after a change of partners, by the seats in which they sit now; nothing where partners
    do not change."""
    match = table.match
    if match is None or table.in_play is not None or table.series_open or not _two_pairs_play(table):
        return ()
    was = {to: seat for seat, to in MOVES_ON.items()}
    return tuple([tuple(sorted([was.get(seat, seat) for seat in side])) for side in match.sides])


def _two_pairs_play(table: TableState) -> bool:
    return table.match is not None and len(table.match.sides) == 2 and len(table.chairs) == 4


def with_other_partners(table: TableState, now: int) -> tuple[News, ...]:
    """A rematch with other partners (`MOVES_ON`): after three of them everybody has played with everybody. Bots move
    as people do."""
    moving = {seat: table.chairs[seat - 1] for seat in MOVES_ON}
    freed: list[News] = [t.SeatFreed(seat, at=now) for seat in moving]
    for seat, chair in moving.items():
        to = MOVES_ON[seat]
        if chair.person is not None:
            freed.append(t.SeatTaken(chair.person, to, at=now))
        elif chair.bot is not None:
            freed.append(t.BotSeated(to, chair.bot, chair.name, at=now))
    moved = unfold(table, freed)
    return (*moved.moments, *match_begins(moved.after, now))


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
