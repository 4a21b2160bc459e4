"""How events change a table: the first one opens it, each of the others has its one function here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from tantera.play import events as e
from tantera.play.events import Event
from tantera.play.ledger import Happened, Ledger, Progress
from tantera.play.log import LogError
from tantera.play.match import ENDED, Match
from tantera.rules import Book, Books, Seat, book_under, built_in_books, check_law
from tantera.tables import events as t
from tantera.tables.correcting import what_follows
from tantera.tables.state import (
    HERE,
    LEFT,
    OFFLINE,
    Call,
    Chair,
    Guest,
    Pause,
    Presence,
    Proposal,
    TableState,
    Whereabouts,
)
from tantera.tables.tally import with_result
from tantera.words import Phrase

News = Event | Happened[Match] | Happened[TableState]
"""What an order brings. An event that was folded on the way, into the match or into the table, comes with what it was
folded into."""
TableProgress = Progress[TableState]
"""A step of a table: before, after, and what happened."""

MOST_REMEMBERED: Final = 100
"""Messages that a table keeps; the stream has them all."""


def start_table(book: Book, event: t.TableOpened) -> TableState:
    """The table that its first event opens, under the book that the event names and no other."""
    check_law(book, event.law)
    return TableState(
        book=book,
        law=event.law,
        host=event.host,
        settings=event.settings,
        code=event.code,
        salt=event.salt,
        at=event.at,
        chairs=tuple(map(Chair, event.reserved)) or (Chair(),) * book.options.players,
        # Who runs a tournament sits at none of its tables.
        guests=() if event.reserved else (Guest(event.host, event.name, Presence(OFFLINE, event.at)),),
        reserved=event.reserved,
        same_deals=event.same_deals is True,
        empty_since=event.at,
        since=event.at,
        running_since=event.at,
    )


def opened(events: Iterable[Event], books: Books = built_in_books) -> TableState:
    """The table of a whole stream. `books` finds a book by its id."""
    feed = iter(events)
    first = next(feed, None)
    if not isinstance(first, t.TableOpened):
        found = Phrase("nothing") if first is None else type(first).__name__
        raise LogError(found, Phrase("a table that opens"))
    return folded(start_table(book_under(first.law, books), first), feed)


def folded(table: TableState, events: Iterable[Event]) -> TableState:
    """The table after these events."""
    for event in events:
        table = evolve(table, event)
    return table


def unfold(table: TableState, news: Iterable[News]) -> TableProgress:
    """What comes of these, one after the other; what is folded already is not folded again."""
    before = table
    moments: list[Happened[TableState]] = []
    for item in news:
        event, after = (item.event, item.after) if isinstance(item, Happened) else (item, None)
        if not isinstance(after, TableState):
            after = evolve(table, event, after)
        moments.append(Happened(event, table, after))
        table = after
    return Progress(before, tuple(moments), table)


def evolve(table: TableState, event: Event, match: Match | None = None) -> TableState:
    """The table after an event, its own or its match's; `match` is the match after it, where that is known."""
    then = {"at": max(table.at, event.at), "version": table.version + 1}
    if isinstance(event, t.TableEvent):
        return replace(_EVOLVE[type(event)](table, event), **then)
    if isinstance(event, e.MatchStarted):
        return replace(_match_started(table, event), **then)
    return replace(table, **_of_the_match(table, event, match), **then)


# --- events of the match --------------------------------------------------------------------------------------------


def _match_started(table: TableState, event: e.MatchStarted) -> TableState:
    """A new match; one of the same series where the same players owe each other one."""
    last = table.match
    same = last is not None and (last.names, last.players) == (event.names, event.players) and table.series_open
    chairs = table.chairs
    if not same:
        chairs = tuple(replace(chair, first=seat) for seat, chair in enumerate(chairs, start=1))
    return replace(
        table,
        ledger=Ledger.begun(table.book, event),
        chairs=chairs,
        matches=table.matches + 1,
        won=table.won if same else (),
        since=event.at,
        running_since=event.at,
        pause=None,
        seed=None,
        entropy=(),
        proposals=(),
        calls=(),
        hint=None,
        sheet_closed=False,
    )


def _of_the_match(table: TableState, event: Event, match: Match | None) -> dict[str, Any]:
    """What an event of the match changes at the table."""
    assert table.ledger is not None, "an event of a match that has not started"
    before = table.ledger.match
    ledger = table.ledger.plus((event,)) if match is None else table.ledger.then((Happened(event, before, match),))
    match = ledger.match
    asked = table.proposals if _is_of_a_bot(table, event) else _without(table, "take_back")
    changed: dict[str, Any] = {"ledger": ledger, "proposals": asked, "hint": None}
    if ENDED in (before.phase, match.phase):
        changed["results"] = with_result(table.results, match, table.matches)
    if _waits_for_something_else(before, match):
        changed["since"] = event.at
    if match.commitment is None or isinstance(event, e.HandDealt):
        changed["seed"] = None
    if isinstance(event, e.Corrected):
        changed |= what_follows(table, ledger, event)
    follow = _FOLLOWS.get(type(event))
    if follow is not None:
        changed |= follow(replace(table, proposals=changed["proposals"]), event)
    return changed


def _is_of_a_bot(table: TableState, event: Event) -> bool:
    """Whether it is a bot's move, with which nobody has acted."""
    return isinstance(event, e.TilePlaced | e.DoublesPlaced | e.TurnPassed) and not table.chairs[event.seat - 1].person


def _waits_for_something_else(before: Match, after: Match) -> bool:
    """Whether the time to wait for what the match waits for begins anew."""
    return (
        before.phase is not after.phase
        or len(before.lines) != len(after.lines)
        or before.awaiting != after.awaiting
        or before.draw_winner != after.draw_winner
    )


def _clock_paused(table: TableState, event: e.ClockPaused) -> dict[str, Any]:
    times = table.times
    pause = Pause(event.why, event.at, event.at + (times.alone if event.why == "away" else times.pause))
    return {"pause": pause, "proposals": _without(table, "pause")}


def _clock_resumed(table: TableState, event: e.ClockResumed) -> dict[str, Any]:
    stood = 0 if table.pause is None else event.at - table.pause.since
    return {
        "pause": None,
        "running_since": event.at,
        "since": table.since + stood,
        "proposals": _without(table, "resume"),
    }


_FOLLOWS: Final[dict[type, Callable[[TableState, Any], dict[str, Any]]]] = {
    # People follow the draw, and keep their own eyes (TG-6.4).
    e.SeatsTaken: lambda table, event: {"chairs": tuple(table.chairs[before - 1] for before in event.seats)},
    e.OpenerAgreed: lambda table, event: {"proposals": _without(table, "opener")},
    e.HandDealt: lambda table, event: {"entropy": (), "late": ()},
    e.ClockPaused: _clock_paused,
    e.ClockResumed: _clock_resumed,
    e.MatchEnded: lambda table, event: {
        "won": (*table.won, table.first_seats(event.winner)),
        "proposals": (),
        "calls": (),
        "pause": None,
    },
}
"""Events of the match that change something around it."""


def _without(table: TableState, *whats: t.What) -> tuple[Proposal, ...]:
    if not table.proposals:
        return ()
    return tuple(proposal for proposal in table.proposals if proposal.what not in whats)


# --- events of the table --------------------------------------------------------------------------------------------


def _person_entered(table: TableState, event: t.PersonEntered) -> TableState:
    guest = Guest(event.person, event.name, Presence(OFFLINE, event.at))
    return replace(table, guests=(*table.guests, guest))


def _is_now(table: TableState, person: str, where: Whereabouts, at: int) -> TableState:
    guests = tuple(
        replace(guest, presence=Presence(where, at)) if guest.person == person else guest for guest in table.guests
    )
    return _emptied(replace(table, guests=guests), at)


def _emptied(table: TableState, at: int) -> TableState:
    """With the note since when nobody is here."""
    if any(guest.presence.here for guest in table.guests):
        return table if table.empty_since is None else replace(table, empty_since=None)
    return replace(table, empty_since=at) if table.empty_since is None else table


def _came_back(table: TableState, event: t.PersonCameBack) -> TableState:
    """The same seat: a bot that stood in gives it back, and nobody need end a grace time."""
    seat = table.seat_of(event.person)
    back = _is_now(table, event.person, HERE, event.at)
    if seat is None:
        return back
    waiting = tuple(proposal for proposal in table.proposals if proposal.what != "end_grace" or proposal.seat != seat)
    return replace(_seated(back, seat, replace(table.chairs[seat - 1], bot=None)), proposals=waiting)


def _person_left(table: TableState, event: t.PersonLeft) -> TableState:
    """A player of a match that is not over still has the seat, and may come back; anybody else is gone."""
    seat = table.seat_of(event.person)
    if seat is not None and (table.in_play is not None or table.series_open):
        return _is_now(table, event.person, LEFT, event.at)
    guests = tuple(guest for guest in table.guests if guest.person != event.person)
    gone = replace(table, guests=guests, referee=None if table.referee == event.person else table.referee)
    gone = replace(gone, proposals=tuple(proposal for proposal in gone.proposals if proposal.person != event.person))
    return _emptied(gone if seat is None else _seated(gone, seat, table.empty_chair(seat)), event.at)


def _seat_taken(table: TableState, event: t.SeatTaken) -> TableState:
    guest, before = table.guest(event.person), table.seat_of(event.person)
    assert guest is not None
    moved = table if before is None else _seated(table, before, table.empty_chair(before))
    sat = table.sat if event.person in table.sat else (*table.sat, event.person)
    gone = table.chairs[event.seat - 1]
    # On another phone they are the same player, and a reserve goes on with a player's series.
    taken = _seated(moved, event.seat, Chair(guest.name, event.person, first=gone.first))
    return replace(_not_waiting_for(taken, event.seat, gone.person), sat=sat)


def _not_waiting_for(table: TableState, seat: Seat, person: str | None) -> TableState:
    """Somebody else sits here now: what the one before proposed, and ending their grace time, is no longer asked."""
    asked = tuple(
        one for one in table.proposals if one.person != person and (one.what != "end_grace" or one.seat != seat)
    )
    return replace(table, proposals=asked)


def _seated(table: TableState, seat: Seat, chair: Chair) -> TableState:
    chairs = list(table.chairs)
    chairs[seat - 1] = chair
    return replace(table, chairs=tuple(chairs))


def _proposed(table: TableState, event: t.Proposed) -> TableState:
    proposal = Proposal(event.what, event.person, event.until, event.seat, (event.person,))
    return replace(table, proposals=(*_without(table, event.what), proposal))


def _agreed(table: TableState, event: t.Agreed) -> TableState:
    proposals = tuple(
        replace(one, agreed=(*one.agreed, event.person)) if one.what == event.what else one for one in table.proposals
    )
    return replace(table, proposals=proposals)


def _other_bot(table: TableState, event: t.BotStoodIn | t.BotReplaced) -> TableState:
    return _seated(table, event.seat, replace(table.chairs[event.seat - 1], bot=event.bot, bot_since=event.at))


def _time_ran_out(table: TableState, event: t.TimeRanOut) -> TableState:
    """Offices play nothing."""
    return replace(table, late=(*table.late, (int(event.who), event.at))) if event.who.isdecimal() else table


_EVOLVE: Final[dict[type, Callable[[TableState, Any], TableState]]] = {
    t.PersonEntered: _person_entered,
    t.PersonCameBack: _came_back,
    t.PersonWentOffline: lambda table, event: _is_now(table, event.person, OFFLINE, event.at),
    t.PersonLeft: _person_left,
    t.SeatTaken: _seat_taken,
    t.SeatFreed: lambda table, event: _seated(table, event.seat, table.empty_chair(event.seat)),
    t.BotSeated: lambda table, event: _seated(table, event.seat, Chair(event.name, None, event.bot, event.at)),
    t.BotStoodIn: _other_bot,
    t.BotReplaced: _other_bot,
    t.PaceSet: lambda table, event: replace(table, settings=replace(table.settings, pace=event.pace)),
    t.RefereeSat: lambda table, event: replace(table, referee=event.person, proposals=_without(table, "referee")),
    t.RefereeStood: lambda table, event: replace(table, referee=None),
    t.TableClosed: lambda table, event: replace(table, closed=event.why, proposals=(), calls=()),
    # What was added before the table was bound does not count: the seed could have been chosen for it.
    t.SeedKept: lambda table, event: replace(table, seed=event.seed, entropy=()),
    t.EntropyAdded: lambda table, event: replace(table, entropy=(*table.entropy, (event.person, event.text))),
    t.Proposed: _proposed,
    t.Agreed: _agreed,
    t.Declined: lambda table, event: replace(table, proposals=_without(table, event.what)),
    t.ProposalLapsed: lambda table, event: replace(table, proposals=_without(table, event.what)),
    t.GraceEnded: lambda table, event: replace(table, proposals=_without(table, "end_grace")),
    t.Said: lambda table, event: replace(table, talk=(*table.talk, event)[-MOST_REMEMBERED:]),
    t.RefereeCalled: lambda table, event: replace(
        table, calls=(*table.calls, Call(event.person, event.reason, event.at))
    ),
    t.CallAnswered: lambda table, event: replace(
        table, calls=tuple(call for call in table.calls if call.person != event.person)
    ),
    t.HintAsked: lambda table, event: replace(table, hint=event.seat),
    t.HintGiven: lambda table, event: replace(table, hint=None),
    t.TimeRanOut: _time_ran_out,
    t.SheetClosed: lambda table, event: replace(table, sheet_closed=True),
}
"""Every event of a table's own but the first: the one place where it changes how things stand."""
