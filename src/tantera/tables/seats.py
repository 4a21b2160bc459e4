"""Who sits where: people, bots, nobody. Seats change only while no match is on; then the draw alone moves people, and a
reserve whom the referee lets in."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from tantera.bots.characters import character
from tantera.play.actors import REFEREE, Actor
from tantera.play.events import DoublesPlaced, HandDealt, HandScored, TilePlaced, TurnPassed
from tantera.play.match import Match
from tantera.play.orders import RecordInfraction, ReplacePlayer
from tantera.play.permission import permit
from tantera.referee import step
from tantera.rules import Refusal, Seat
from tantera.tables import events as t
from tantera.tables import orders as o
from tantera.tables.fold import News, TableProgress, unfold
from tantera.tables.people import a_name, a_person, bot_name
from tantera.tables.settings import SIMPLE_BOT, Pace, a_bot
from tantera.tables.state import Proposal, TableState


def sit(table: TableState, order: o.Sit, person: str, now: int) -> tuple[News, ...]:
    """Take an empty seat, or a bot's. The referee has seen racks, and does not sit down with those who have not."""
    _between_matches(table)
    chair = table.chairs[_a_seat(table, order.seat) - 1]
    if chair.person is not None:
        raise Refusal(table.book.cites.seating, "{name} sits there", name=chair.name)
    if person == table.referee:
        raise Refusal(table.book.cites.seating, "the referee does not play")
    return (t.SeatTaken(person, order.seat, at=now),)


def stand_up(table: TableState, order: o.StandUp, person: str, now: int) -> tuple[News, ...]:
    if person == table.referee:
        return (t.RefereeStood(person, at=now),)
    seat = table.seat_of(person)
    assert seat is not None, "only who has a seat may stand up"
    _between_matches(table)
    return (t.SeatFreed(seat, at=now),)


def seat_bot(table: TableState, order: o.SeatBot, person: str, now: int) -> tuple[News, ...]:
    _between_matches(table)
    chair = table.chairs[_a_seat(table, order.seat) - 1]
    if chair.taken:
        raise Refusal(table.book.cites.seating, "{name} sits there", name=chair.name)
    bot, usual = _who_sits(table, order.seat, a_bot(order.bot))
    if order.name:
        return (t.BotSeated(order.seat, order.bot, bot_name(table, a_name(order.name)), at=now),)
    return (t.BotSeated(order.seat, bot, bot_name(table, usual), at=now),)


def set_pace(table: TableState, order: o.SetPace, person: str, now: int) -> tuple[News, ...]:
    """At any time: how long a bot takes tells nothing of what it holds."""
    if order.pace not in get_args(Pace):
        raise Refusal("", "there is no such pace: {found}", found=str(order.pace)[:40])
    return () if order.pace == table.settings.pace else (t.PaceSet(person, order.pace, at=now),)


def _who_sits(table: TableState, seat: Seat, bot: str) -> tuple[str, str]:
    """Which bot sits down where this one is asked for, and what it is called: of a level somebody with a face, for the
    same host the same ones at every table, each at the same place."""
    people = [guest.name for guest in table.guests]
    face = character(bot, table.host, [chair.bot for chair in table.chairs], people)
    return (bot, f"Bot {seat}") if face is None else (face.id, face.name)


def remove_bot(table: TableState, order: o.RemoveBot, person: str, now: int) -> tuple[News, ...]:
    _between_matches(table)
    chair = table.chairs[_a_seat(table, order.seat) - 1]
    if chair.bot is None or chair.person is not None:
        raise Refusal(table.book.cites.seating, "no bot sits there")
    return (t.SeatFreed(order.seat, at=now),)


def replace_bot(table: TableState, order: o.ReplaceBot, person: str, now: int) -> tuple[News, ...]:
    """In a match too: nobody waits for a bot that cannot think."""
    bot = table.chairs[_a_seat(table, order.seat) - 1].bot
    if bot is None or bot == SIMPLE_BOT:
        raise Refusal(table.book.cites.seating, "no bot sits there")
    return (t.BotReplaced(order.seat, SIMPLE_BOT, at=now),)


def _between_matches(table: TableState) -> None:
    if table.in_play is not None or table.series_open:
        raise Refusal(table.book.cites.seating, "seats do not change until the match is over")


def _a_seat(table: TableState, seat: Seat) -> Seat:
    if not 1 <= seat <= len(table.chairs):
        raise Refusal(table.book.cites.seating, "there is no seat {seat}", seat=seat)
    return seat


def bots_for_empty_seats(table: TableState, now: int) -> TableProgress:
    """A bot at every seat that nobody has taken."""
    done = unfold(table, ())
    for seat, chair in enumerate(table.chairs, start=1):
        if not chair.taken:
            bot, name = _who_sits(done.after, seat, table.settings.bot)
            done = done.then(unfold(done.after, (t.BotSeated(seat, bot, bot_name(done.after, name), at=now),)))
    return done


def reserve(table: TableState, match: Match, order: ReplacePlayer, by: Actor, now: int) -> tuple[News, ...]:
    """Somebody who looks on sits down for a player, under the name they came with. When, the match knows. Who plays at
    a table of a tournament the director says, before the round."""
    article, guest = table.book.cites.seating, table.guest(order.player)
    permit(match, order, by)
    if table.reserved:
        raise Refusal(article, "at a table of a tournament the director names a stand-in before the round")
    if guest is None or not guest.presence.here or guest.person in (*table.players, table.referee):
        raise Refusal(article, "a reserve is somebody who looks on at this table")
    replaced = step(match, replace(order, name=guest.name), by, now)
    return (*replaced.moments, t.SeatTaken(guest.person, order.seat, at=now))


# --- the referee's seat ---------------------------------------------------------------------------------------------


def appoint(table: TableState, order: o.Appoint, person: str, now: int) -> tuple[News, ...]:
    """The director sends a referee; to a table of a tournament in place of one who is there."""
    before: tuple[News, ...] = ()
    if table.reserved and order.person != table.referee:
        if table.guest(order.person) is None:
            before = (t.PersonEntered(a_person(order.person), a_name(order.name), at=now),)
        if table.referee is not None:
            before = (*before, t.RefereeStood(table.referee, at=now))
    elif table.guest(order.person) is None:
        raise Refusal("", "nobody of that id is at this table")
    done = unfold(table, before)
    return (*done.moments, *referee_sits(done.after, order.person, now))


def seat_entrant(table: TableState, order: o.SeatEntrant, person: str, now: int) -> tuple[News, ...]:
    """Somebody takes the seat that is theirs. Where they sat on another phone they take it over, unless that one is
    still connected: it could be somebody else who reads their code."""
    if not table.reserved or (table.match is not None and table.in_play is None):
        raise Refusal(table.book.cites.seating, "there is no seat to take here")
    seat = table.chair_of(_a_seat(table, order.seat))
    chair, sits = table.chairs[seat - 1], table.seat_of(order.person)
    if chair.person == order.person:
        return ()
    if sits is not None or order.person == table.referee:
        raise Refusal(table.book.cites.seating, "you have another seat at this table")
    if chair.person is not None and table.here(chair.person):
        raise Refusal(table.book.cites.seating, "{name} plays on another phone: close the table there first",
                      name=chair.name)  # fmt: skip
    events: tuple[News, ...] = ()
    if table.guest(order.person) is None:
        events = (t.PersonEntered(a_person(order.person), chair.name, at=now),)
    events = (*events, t.SeatTaken(order.person, seat, at=now))
    return events if chair.person is None else (*events, t.PersonLeft(chair.person, at=now))


def referee_sits(table: TableState, person: str, now: int) -> tuple[News, ...]:
    """A referee sees every rack: nobody who has ever had a seat here becomes one."""
    may_see_all_racks(table, person)
    if table.referee is not None:
        raise Refusal("", "this table has a referee already")
    return (t.RefereeSat(person, at=now),)


def may_see_all_racks(table: TableState, person: str) -> None:
    if person in table.sat:
        raise Refusal(table.book.cites.seating, "whoever has had a seat at this table does not see its racks")


# --- somebody is away -----------------------------------------------------------------------------------------------


def grace_until(table: TableState, seat: Seat) -> int | None:
    """Until when the others wait for who sits here; None for somebody who is here, for a bot, and at a table of a
    tournament: there the clocks run, and the director decides."""
    chair = table.chairs[seat - 1]
    guest = None if chair.person is None else table.guest(chair.person)
    if guest is None or chair.bot is not None or table.reserved:
        return None
    return guest.presence.grace_until(table.times.grace, table.running_since)


Move = TilePlaced | DoublesPlaced | TurnPassed


def played_meanwhile(table: TableState, person: str) -> tuple[Move, ...]:
    """What was played at somebody's seat since they went away, by a bot or by the clock: in the hand that is on, or in
    the last one; with what the clock played just before, until it was noticed that they were away."""
    seat, guest, ledger = table.seat_of(person), table.guest(person), table.ledger
    if seat is None or guest is None or guest.presence.here or ledger is None:
        return ()
    moves: list[Move] = []
    for event in reversed(ledger.effective):
        if isinstance(event, HandDealt) and event.known is True:  # what was set with the deal nobody played
            moves = [move for move in moves if move.at > event.at]
        if event.at < guest.presence.since or isinstance(event, HandDealt):
            break
        if isinstance(event, Move) and event.seat == seat:
            moves.append(event)
    unnoticed = [move for move in late_in_a_row(table, seat, moves[-1].at) if move not in moves] if moves else []
    return (*unnoticed, *reversed(moves))


def late_in_a_row(table: TableState, seat: Seat, until: int | None = None) -> tuple[Move, ...]:
    """The last moves of a seat in the hand that is on, up to a moment, that the table made because time ran out; what
    it plays at once where there is nothing to choose interrupts none."""
    hand = None if table.match is None else table.match.hand
    moves: list[Move] = []
    for move in reversed(hand.moves if hand is not None else ()):
        if move.seat != seat or (until is not None and move.at >= until):
            continue
        if isinstance(move, Move) and (seat, move.at) in table.late:
            moves.append(move)
        elif move.took != 0:
            break
    return tuple(reversed(moves))


def scored_meanwhile(table: TableState, person: str) -> tuple[tuple[int, HandScored], ...]:
    """The hands that ended at somebody's seat since they went away, each with its number."""
    guest, ledger = table.guest(person), table.ledger
    if table.seat_of(person) is None or guest is None or guest.presence.here or ledger is None:
        return ()
    scored = enumerate((event for event in ledger.effective if isinstance(event, HandScored)), 1)
    return tuple((number, event) for number, event in scored if event.at >= guest.presence.since)


def given_up(table: TableState, seat: Seat, now: int) -> tuple[News, ...]:
    """Nobody waits any longer. Where the table goes by the book, what the book says of leaving follows (TG-16.6,
    SJ-irreg-7); if the match goes on all the same, and anywhere else, a bot plays until they come back."""
    person = table.chairs[seat - 1].person
    assert person is not None
    news: tuple[News, ...] = (t.GraceEnded(seat, person, at=now),)
    match, left = table.in_play, table.book.abandonment
    if match is not None and table.settings.away == "book" and left is not None:
        news = (*news, *step(match, RecordInfraction(left.article, seat), REFEREE, now).moments)
    done = unfold(table, news)
    if done.after.in_play is None and not done.after.series_open:
        return done.moments
    return (*done.moments, t.BotStoodIn(seat, table.settings.bot, at=now))


def may_end_grace(table: TableState, order: o.Propose, person: str) -> None:
    seat = order.seat
    if seat is None or table.seat_of(person) in (None, seat) or not 1 <= seat <= len(table.chairs):
        raise Refusal(table.book.cites.seating, "there is nobody to wait for there")
    if table.in_play is None or table.pause is not None or grace_until(table, seat) is None:
        raise Refusal(table.book.cites.seating, "there is nobody to wait for there")
    if table.settings.away == "book" and table.in_play.awaiting is not None:
        raise Refusal(table.in_play.awaiting.article, "somebody still has to decide")
    if table.settings.away == "book" and table.in_play.seats_open:
        message = "record it when the seats are taken: who sits where is not settled yet"
        raise Refusal(table.book.cites.seating, message)


def grace_ends(table: TableState, proposal: Proposal, now: int) -> tuple[News, ...]:
    assert proposal.seat is not None
    return given_up(table, proposal.seat, now)
