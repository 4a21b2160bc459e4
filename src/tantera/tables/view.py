"""The table around the match as one person sees it: who sits where, who is there, what is open, what was said.

Built from what they may know, as every view. What a client shows is this and the match's own snapshot.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any, Final

from msgspec import Struct

from tantera.play.actors import Eyes, Role
from tantera.play.orders import MoveOrder, Order
from tantera.rules import Law, Seat
from tantera.tables.agenda import NEVER, agenda
from tantera.tables.agreements import missing
from tantera.tables.events import ClosedBy, Said, What
from tantera.tables.matches import fills_at, other_partners
from tantera.tables.orders import AnswerFor, Deal, tag_of
from tantera.tables.seats import grace_until
from tantera.tables.seen import Reader, eyes_on_the_match, reads_reason
from tantera.tables.settings import Settings, without_hand
from tantera.tables.state import Call, Pause, Proposal, TableState, Whereabouts
from tantera.tables.talk import comments_until, reads
from tantera.tables.tally import Tally, tally


class SeatView(Struct, frozen=True):
    """A seat, as anybody may see it."""

    name: str
    """Empty where nobody sits."""
    person: str | None
    bot: str | None
    """The bot that plays there, for itself or for somebody who is away."""
    where: Whereabouts | None
    """Of a person."""
    since: int | None
    grace_until: int | None
    """How long the others wait for them, while a match is on."""
    added: bool
    """Whether they have added to the seed of the next deal."""


class OpenProposal(Struct, frozen=True):
    what: What
    by: str
    """A name."""
    person: str
    seat: Seat | None
    until: int
    missing: tuple[tuple[str, ...], ...]
    """Whose word is missing: of each group one."""


class OpenCall(Struct, frozen=True):
    by: str
    person: str
    since: int
    reason: str
    """For the referee and who called; empty for others."""


class Awaited(Struct, frozen=True):
    """Somebody is waited for, and until when; then the table answers for them."""

    who: str
    what: str
    until: int | None
    """None at a table without a clock."""


class TableView(Struct, frozen=True):
    """A table at one moment, for one reader. `depends_on` says what it is made of, beside what happens around the
    match; who is waited for goes with every step."""

    version: int
    eyes: Eyes | None
    """With which eyes they see the match."""
    seat: Seat | None
    host: str
    is_host: bool
    law: Law
    settings: Settings
    seats: tuple[SeatView, ...]
    referee: str | None
    """A name."""
    watchers: tuple[str, ...]
    """Names of those who look on and are there."""
    people: dict[str, str]
    """The name of everybody at the table, by their id."""
    matches: int
    """How many have begun here: the number of the match."""
    won: tuple[tuple[str, ...], ...]
    """Who won the matches of the series so far, by name; nobody in one that ended level."""
    series_open: bool
    pause: Pause | None
    proposals: tuple[OpenProposal, ...]
    calls: tuple[OpenCall, ...]
    waits: tuple[Awaited, ...]
    comments_until: int | None
    talk: tuple[Said, ...]
    sheet_closed: bool
    closed: ClosedBy | None
    fills_at: int | None = None
    """When bots take the seats that are free and the match begins."""
    late: tuple[tuple[Seat, int], ...] = ()
    """Seats for which the table played in this hand, their time being over, each with the moment."""
    other_pairs: tuple[tuple[Seat, ...], ...] = ()
    """After a match: who would play with whom with other partners, by the seats in which they sit now."""
    tally: Tally = Tally()
    """Who has won how many matches here."""


def depends_on(table: TableState) -> tuple[object, ...]:
    """What of a view the match can change."""
    return _around(table), None if table.ledger is None else _in_the_match(table.ledger)


_around: Final = attrgetter("chairs", "pause", "proposals", "calls", "won", "results")
_in_the_match: Final = attrgetter("match.phase", "match.lines", "match.awaiting", "match.shuffle_wish")


def table_view(table: TableState, reader: Reader) -> TableView:
    """The table as this reader sees it."""
    return table_views(table, (reader,))[reader]


def table_views(table: TableState, readers: Iterable[Reader]) -> dict[Reader, TableView]:
    """The table as each of these sees it; what is the same for all is built once."""
    same = _for_everybody(table)
    return {reader: TableView(**same, **_for_one(table, reader)) for reader in readers}


def _for_everybody(table: TableState) -> dict[str, Any]:
    """What of a view does not depend on who looks: it is not known here who does."""
    names = {guest.person: guest.name for guest in table.guests}
    seated = set(table.players)
    looking_on = [guest for guest in table.guests if guest.person not in seated and guest.person != table.referee]
    by_first = {chair.first: chair.name for chair in table.chairs}
    return {
        "version": table.version,
        "host": table.host,
        "law": table.law,
        "settings": without_hand(table.settings),
        "seats": tuple([_seat_view(table, seat) for seat in range(1, len(table.chairs) + 1)]),
        "referee": None if table.referee is None else names.get(table.referee),
        "people": names,
        "watchers": tuple([guest.name for guest in looking_on if guest.presence.here]),
        "matches": table.matches,
        "won": tuple([tuple([by_first.get(seat, "") for seat in side or ()]) for side in table.won]),
        "series_open": table.series_open,
        "pause": table.pause,
        "proposals": tuple([_open_proposal(table, one, names.get(one.person, "")) for one in table.proposals]),
        "waits": waits_of(table),
        "comments_until": comments_until(table),
        "sheet_closed": table.sheet_closed,
        "closed": table.closed,
        "fills_at": fills_at(table),
        "late": table.late,
        "other_pairs": other_partners(table),
        "tally": tally(table.results),
    }


def _for_one(table: TableState, reader: Reader) -> dict[str, Any]:
    """What two readers may see differently."""
    person = "" if isinstance(reader, Role) else reader
    return {
        "eyes": eyes_on_the_match(table, reader),
        "seat": table.seat_of(person),
        "is_host": person == table.host,
        "calls": tuple([_open_call(table, call, reader) for call in table.calls]),
        "talk": tuple([message for message in table.talk if reads(table, message, reader)]),
    }


def _open_proposal(table: TableState, proposal: Proposal, by: str) -> OpenProposal:
    return OpenProposal(proposal.what, by, proposal.person, proposal.seat, proposal.until, missing(table, proposal))


def _open_call(table: TableState, call: Call, reader: Reader) -> OpenCall:
    guest, reason_read = table.guest(call.person), reads_reason(table, call.person, reader)
    return OpenCall("" if guest is None else guest.name, call.person, call.since, call.reason if reason_read else "")


def _seat_view(table: TableState, seat: Seat) -> SeatView:
    chair = table.chairs[seat - 1]
    guest = None if chair.person is None else table.guest(chair.person)
    return SeatView(
        name=chair.name,
        person=chair.person,
        bot=chair.bot,
        where=None if guest is None else guest.presence.where,
        since=None if guest is None else guest.presence.since,
        grace_until=grace_until(table, seat) if table.pause is None and table.in_play is not None else None,
        added=chair.person in dict(table.entropy),
    )


def waits_of(table: TableState) -> tuple[Awaited, ...]:
    """Who is waited for. What the table would answer is not told: its first legal tile is a tile."""
    waits = []
    for owed in agenda(table):
        match owed.order:
            case AnswerFor(who=who, answer=answer) if owed.at > table.at:
                waits.append(Awaited(str(who), _kind(answer), owed.at if owed.at < NEVER else None))
            case Deal() if owed.at > table.at:
                waits.append(Awaited("", "entropy", owed.at))
    return tuple(waits)


def _kind(answer: Order) -> str:
    """What kind of answer: a move is a move, whichever it would be."""
    return "move" if isinstance(answer, MoveOrder) else tag_of(answer)
