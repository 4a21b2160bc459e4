"""Everything a table owes and when, in one list. Whatever waits for somebody stands here, with the answer it gets if
nobody gives one: the first option, or the one that does no harm.

A server needs one timer a table: `next_time` says when to look again, `due` what is owed then. Both read the same list,
so nothing can be owed that nobody is woken for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tantera.play import orders as p
from tantera.play.actors import DIRECTOR, JUDGES, REFEREE, Actor, Role
from tantera.play.match import AWAITING, CHOOSING, COUNTING, DEALING, ENDED, PLAYING, SEATING, Match
from tantera.play.moves import legal_moves
from tantera.play.options import decides, first_naming, options
from tantera.play.timing import deadline, next_warning, waits_for_decision
from tantera.rules import Seat
from tantera.rules.sanctions import NO
from tantera.tables import orders as o
from tantera.tables.deals import given_seed, hand_set, waits_for_entropy
from tantera.tables.matches import everybody_here, fills_at, is_full, missing_signatures
from tantera.tables.orders import AnswerFor, TableOrder
from tantera.tables.state import HERE, LEFT, Guest, TableState

BLINK: Final = 10_000
"""Milliseconds that the last player may be away before the table stands still: a page that opens, a tunnel."""


NEVER: Final = 2**53
"""When an answer is given that nobody hurries: it is waited for, and never owed."""


class Owed(NamedTuple):
    """What the table will do, and when, if nothing happens before."""

    at: int
    order: TableOrder


def agenda(table: TableState) -> tuple[Owed, ...]:
    """What is owed now or later. Worked out once a table: a step asks four times."""
    known: tuple[Owed, ...] | None = table.__dict__.get("agenda")
    if known is None:
        known = table.__dict__["agenda"] = _agenda(table)
    return known


def _agenda(table: TableState) -> tuple[Owed, ...]:
    if table.closed is not None:
        return ()
    owed: list[Owed] = []
    if table.empty_since is not None:
        owed += _nobody_here(table, table.empty_since)
    if table.proposals:
        owed += _proposed(table)
    if table.pause is None:
        owed += _away(table)
    return (*owed, *_of_the_match(table))


def next_time(table: TableState) -> int | None:
    """When the table has to be looked at again; None for one that is closed or waits for nobody in particular."""
    known = table.__dict__
    if "next_time" not in known:  # asked once for what is owed at once, and once for the timer
        known["next_time"] = min([owed.at for owed in agenda(table) if owed.at < NEVER], default=None)
    at: int | None = known["next_time"]
    return at


def due(table: TableState, now: int, seed: bytes) -> TableOrder | None:
    """What the table owes at this moment, if anything. `seed` is fresh chance, used where it has to bind itself."""
    owed = _owed(table, now)
    if not owed:
        return None
    return o.BindSeed(given_seed(table) or seed) if isinstance(owed[0], o.BindSeed) else owed[0]


def is_owed(table: TableState, order: TableOrder, now: int) -> bool:
    """Whether the table owes this now: of several processes that try, the second is refused."""
    bound = o.BindSeed(b"") if isinstance(order, o.BindSeed) else order
    return bound in _owed(table, now)


def _owed(table: TableState, now: int) -> list[TableOrder]:
    """The orders owed by now, the longest overdue first; what the match owes by itself before any of them."""
    now = max(now, table.at)
    late = sorted((one for one in agenda(table) if one.at <= now), key=lambda one: one.at)
    orders = [one.order for one in late]
    return orders if o.Settle() not in orders else [o.Settle()]


# --- people ---------------------------------------------------------------------------------------------------------


def _nobody_here(table: TableState, since: int) -> Iterator[Owed]:
    """A table where nobody is closes; a pause that is on is waited for. One of a tournament waits for its round, and
    one with a match that is not over for its people, for days."""
    if table.reserved:
        return
    if not table.guests:
        yield Owed(since, o.CloseTable("left"))
    stood_until = table.running_since if table.pause is None else table.pause.until
    idle = table.times.alone if table.waits_for else table.times.idle
    yield Owed(max(since, stood_until) + idle, o.CloseTable("idle"))


def _proposed(table: TableState) -> Iterator[Owed]:
    for proposal in table.proposals:
        yield Owed(proposal.until, o.Lapse(proposal.what))


def _away(table: TableState) -> Iterator[Owed]:
    """Somebody with a seat is waited for, and so is their place without one. In a pause nobody is waited for. Where all
    players are away the table stands still."""
    away = [guest for guest in table.guests if guest.presence.where is not HERE]  # asked of everybody at every move
    if not away:
        return
    players = [guest for guest in away if guest.person in table.waits_for]
    deserted = bool(players) and table.is_deserted
    if deserted and table.in_play is not None:
        yield Owed(max(map(_gone_since, players)), o.StandStill())
    for guest in away:
        match = table.in_play
        until = guest.presence.grace_until(table.times.grace, table.running_since)
        assert until is not None
        seat = table.seat_of(guest.person)
        if seat is None:
            yield Owed(until, o.Forget(guest.person))
        elif table.reserved:
            continue  # the seat stays theirs, and the clocks run
        elif match is None and not table.series_open:
            yield Owed(until, o.FreeSeat(seat))
        elif deserted:
            continue
        elif table.chairs[seat - 1].bot is None and not _has_to_wait(table, match):
            yield Owed(until, o.EndGrace(seat))


def _gone_since(guest: Guest) -> int:
    """Since when somebody is away for good, as far as anybody can tell: a page that is loaded again comes back."""
    presence = guest.presence
    return presence.since + (0 if presence.where is LEFT else BLINK)


def _has_to_wait(table: TableState, match: Match | None) -> bool:
    """What the book says of leaving can be recorded only once the seats, and an open decision, are taken."""
    return table.settings.away == "book" and match is not None and (match.seats_open or match.awaiting is not None)


# --- the match ------------------------------------------------------------------------------------------------------


def _of_the_match(table: TableState) -> Iterator[Owed]:
    match = table.match
    if match is None:
        if table.players and is_full(table) and everybody_here(table) and not table.reserved:
            yield Owed(table.at, o.Start())
        elif (at := fills_at(table)) is not None and any(map(table.here, table.players)):
            yield Owed(at, o.Start())
    elif match.phase is ENDED:
        yield from _after_the_match(table, match)
    elif table.pause is not None and table.pause.why == "away":
        if table.is_deserted:
            yield Owed(table.pause.until, o.CloseTable("idle"))
        else:
            yield Owed(table.at, o.EndPause())
    elif table.pause is not None:
        if not (table.reserved and table.pause.why == "director"):  # the hall stands still for as long as it does
            yield Owed(table.pause.until, o.EndPause())
    else:
        if match.clock.ends is not None or match.book.clock is not None:
            yield from _clocks(match)
        yield from _PHASES[match.phase](table, match)


def _after_the_match(table: TableState, match: Match) -> Iterator[Owed]:
    missing = missing_signatures(table)
    for seat in missing:
        if table.chairs[seat - 1].person is None and table.chairs[seat - 1].bot is not None:
            yield Owed(table.at, o.AnswerFor(seat, p.SignSheet(seat), late=False))
    if missing and not table.sheet_closed:
        yield Owed(table.since + table.times.signature, o.CloseSheet())
    if table.series_open and is_full(table) and everybody_here(table) and table.empty_since is None:
        yield Owed(table.since + table.times.between, o.Start())


def _clocks(match: Match) -> Iterator[Owed]:
    """The match's own clocks: its minutes, and the time for a move where the book has the table play (CI-9)."""
    if match.clock.ends is not None:
        warning = next_warning(match)
        if warning is not None:
            yield Owed(warning[0], o.Settle())
        if not waits_for_decision(match):
            yield Owed(match.clock.ends, o.Settle())
    until = _clock_plays(match)
    if until is not None:
        yield Owed(until, o.Settle())


def _clock_plays(match: Match) -> int | None:
    clock = match.book.clock
    return None if clock is None or clock.at_end == "nothing" else deadline(match)


def _seating(table: TableState, match: Match) -> Iterator[Owed]:
    if match.book.options.first_opener == "agreed":
        seat = match.seats[0]
        yield _answer(table, match.seats, p.AgreeOpener(seat), seat, table.since, table.times.seat)
    elif not match.drawn:
        yield Owed(table.at, o.BindSeed(b"") if table.seed is None else o.DrawLots())
    elif match.draw_winner is not None:
        winner = match.draw_winner
        place = winner if table.settings.at_home else 1
        yield _answer(table, (winner,), p.ChooseSeat(place), winner, table.since, table.times.seat)


def _dealing(table: TableState, match: Match) -> Iterator[Owed]:
    """The seed is bound at once; then the deal waits for who keeps the sheet, for the opener's wish, and for what
    players add to the seed, all of them at the same time; and after a draw until everybody has seen what each drew."""
    if table.same_deals:  # the tiles come from the round, and so does who opens
        yield from _naming(table, match)
        return
    is_set = hand_set(table) is not None
    if table.seed is None and not is_set:
        yield Owed(table.at, o.BindSeed(b""))
    before = [*_naming(table, match), *_choice_of_opener(table, match), *_wish(table, match)]
    yield from before
    if is_set and not before:
        yield Owed(table.at, o.Deal())
    elif table.seed is not None and not before:
        waits = _draw_is_seen(table, match) or waits_for_entropy(table, match)
        yield Owed(table.since + table.times.entropy if waits else table.at, o.Deal())


def _draw_is_seen(table: TableState, match: Match) -> bool:
    """Whether somebody who is here has just seen what each player drew. At home nobody waits for it."""
    news = bool(match.drawn) and not match.lines and not table.settings.at_home
    return news and any(map(table.here, table.players))


def _naming(table: TableState, match: Match) -> Iterator[Owed]:
    """TG-6.2: the first of the pair, where they do not say."""
    for order, seat in first_naming(match):
        yield _answer(table, match.side_of(seat), order, seat, table.since, table.times.seat)


def _choice_of_opener(table: TableState, match: Match) -> Iterator[Owed]:
    """Which of the winners opens: who would anyway, where they do not say."""
    winners, usual = match.opener_choosers, match.opener
    if winners and usual is not None:
        yield _answer(table, winners, p.AgreeOpener(usual), usual, table.since, table.times.wish)


def _wish(table: TableState, match: Match) -> Iterator[Owed]:
    """CI-5: no, where the opener does not say."""
    opener = match.opener
    if opener is not None and any(isinstance(order, p.ShuffleAgain) for order in options(match, opener)):
        no = p.ShuffleAgain(opener, again=False)
        yield _answer(table, (opener,), no, opener, table.since, table.times.wish)


def _playing(table: TableState, match: Match) -> Iterator[Owed]:
    """The first legal tile in the order lifted, as CI-9 has it, where the book has no clock that plays."""
    hand = match.hand
    assert hand is not None
    if _clock_plays(match) is None:
        first = legal_moves(hand)[0]
        # A turn that a correction gave back begins anew.
        until = _until(table, (hand.turn,), max(hand.turn_began, table.since), table.times.move or NEVER)
        yield Owed(until, o.AnswerFor(hand.turn, first))


def _counting(table: TableState, match: Match) -> Iterator[Owed]:
    """Nobody objects to the count (SJ-conteo); the time for comments is left to the players (TG-7.9)."""
    comments = (match.book.comment_seconds or 0) * 1000
    for side in match.sides:
        seat = next((seat for seat in side if seat in match.seats and seat not in match.agreed), None)
        if seat is not None:
            wait = max(table.times.count, comments)
            yield _answer(table, side, p.AgreeCount(seat), seat, match.counted_at, wait)


def _awaiting(table: TableState, match: Match) -> Iterator[Owed]:
    awaited = match.awaiting
    assert awaited is not None
    seats = tuple(seat for seat in match.seats if decides(awaited, seat))
    if seats:
        until = _until(table, seats, table.since, table.times.decision)
        yield Owed(until, o.AnswerFor(seats[0], _harmless(match, seats[0])))
        return
    office = next((one for one in (REFEREE, JUDGES, DIRECTOR) if decides(awaited, one)), JUDGES)
    yield Owed(table.since + _wait_for_ruling(table), o.AnswerFor(office, _harmless(match, office)))


def _wait_for_ruling(table: TableState) -> int:
    """Where nobody could rule, as long as it takes to agree on a referee; alone with bots nobody looks for one."""
    if table.referee or table.reserved:
        return table.times.ruling
    return table.times.consent if table.only_person is None or table.proposals else 0


def _harmless(match: Match, actor: Actor) -> p.AnyOrder:
    """Nobody wins by the table's word, nothing is confirmed by it, and otherwise it is the book's first choice."""
    answers = [
        one for one in options(match, actor) if isinstance(one, p.TakeDecision | p.GiveRuling | p.RecordInfraction)
    ]
    no = [one for one in answers if isinstance(one, p.TakeDecision) and one.choice == NO]
    nobody = [one for one in answers if isinstance(one, p.GiveRuling) and one.winner is None]
    return (no or nobody or answers)[0]


_PHASES = {
    SEATING: _seating,
    DEALING: _dealing,
    CHOOSING: _choice_of_opener,
    PLAYING: _playing,
    COUNTING: _counting,
    AWAITING: _awaiting,
}


def _answer(table: TableState, asked: tuple[Seat, ...], order: p.AnyOrder, seat: Seat, since: int, wait: int) -> Owed:
    """The table's answer for these seats: in time for people, at once where only bots sit, who do not mind; and at once
    for everybody where it is ceremony, at a table where one plays as at home."""
    if table.settings.at_home and _is_ceremony(table, order):
        return Owed(table.at, o.AnswerFor(seat, order, late=False))
    people = [seat for seat in asked if not table.played_by_bots((seat,))]
    if isinstance(order, p.ChooseSeat | p.ShuffleAgain):
        return Owed(_until(table, asked, since, wait), o.AnswerFor(seat, order))
    until = _until(table, asked, since, wait) if people else table.at
    return Owed(until, o.AnswerFor(seat, order, late=bool(people)))


def _is_ceremony(table: TableState, order: p.AnyOrder) -> bool:
    """What a book asks before a hand and at home nobody does. Which of the winners opens the next one is play."""
    if isinstance(order, p.AgreeOpener):
        return table.match is not None and table.match.phase is SEATING
    return isinstance(order, p.ChooseSeat | p.NameScorer | p.NameCounter | p.ShuffleAgain)


def _until(table: TableState, seats: tuple[Seat, ...], since: int, wait: int) -> int:
    """Until when an answer of these seats is waited for: of people as long as it says, or until they give it where the
    table has no clock; of bots less, and from when they sat down there."""
    if not table.played_by_bots(seats):
        return NEVER if table.times.move is None else since + wait
    asked = max(since, *(table.chairs[seat - 1].bot_since for seat in seats))
    return asked + min(wait, table.times.bot)


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
    """The seats that are waited for where only bots may answer. While somebody asks to take a move back bots hold
    theirs."""
    if match.phase is PLAYING and match.hand is not None and table.pause is None:
        turn = match.hand.turn
        return (turn,) if table.played_by_bots((turn,)) and table.proposal("take_back") is None else ()
    owed = [due.order for due in agenda(table)]
    late = [(due.who, due.answer) for due in owed if isinstance(due, AnswerFor) and due.late]
    return tuple(
        seat
        for seat, answer in late
        if not isinstance(seat, Role) and table.played_by_bots(_who_may_answer(match, answer, seat))
    )


def _who_may_answer(match: Match, answer: p.AnyOrder, seat: Seat) -> tuple[Seat, ...]:
    """Everybody who may give the same answer as this seat."""
    awaited = match.awaiting
    if match.phase is AWAITING and awaited is not None:
        return tuple(one for one in match.seats if decides(awaited, one))
    match answer:
        case p.AgreeOpener():
            return match.opener_choosers or match.seats
        case p.NameScorer() | p.NameCounter() | p.AgreeCount():
            return match.side_of(seat)
        case _:
            return (seat,)
