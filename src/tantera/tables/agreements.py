"""What one proposes and the others agree to: a table in data of who may propose it, who is asked, what it brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from tantera.play import events as e
from tantera.play.actors import TABLE
from tantera.play.ledger import Ledger
from tantera.play.match import COUNTING, PLAYING
from tantera.play.moves import legal_moves
from tantera.play.orders import AgreeOpener, PauseClock, ResumeClock, Undo
from tantera.referee import step, undo
from tantera.rules import Refusal, Seat
from tantera.tables import events as t
from tantera.tables import orders as o
from tantera.tables.events import What
from tantera.tables.fold import News, unfold
from tantera.tables.matches import match_begins, may_change_partners, may_rematch, with_other_partners
from tantera.tables.seats import grace_ends, may_end_grace, may_see_all_racks, referee_sits
from tantera.tables.state import Proposal, TableState

Groups = tuple[tuple[str, ...], ...]
"""People who are asked: of each group one has to agree."""
BY_CONSENT: Final = "taken back by consent"
"""Why such a correction was made, in the log."""
AGAINST_BOTS: Final = "taken back against bots"
"""And where nobody else had to be asked."""
Slip = e.TilePlaced | e.DoublesPlaced | e.TurnPassed


class Agreement(NamedTuple):
    may: Callable[[TableState, o.Propose, str], None]
    """A `Refusal` where this person cannot propose it now."""
    asked: Callable[[TableState, Proposal], Groups]
    """Of each of these groups one has to agree."""
    effect: Callable[[TableState, Proposal, int], tuple[News, ...]]


def everybody_seated(table: TableState, proposal: Proposal) -> Groups:
    """Each person with a seat, away or not, unless a bot plays for them."""
    people = [chair.person for chair in table.chairs if chair.bot is None]
    return tuple((person,) for person in people if person is not None)


def everybody_else_seated(table: TableState, proposal: Proposal) -> Groups:
    """Each person with a seat but the one they all wait for."""
    waited_for = None if proposal.seat is None else table.chairs[proposal.seat - 1].person
    return tuple(group for group in everybody_seated(table, proposal) if group != (waited_for,))


def may_referee(table: TableState, order: o.Propose, person: str) -> None:
    may_see_all_racks(table, person)
    if table.referee is not None:
        raise Refusal("", "this table has a referee already")


def may_agree_opener(table: TableState, order: o.Propose, person: str) -> None:
    """Who opens, where the table agrees on it (CL-inicio)."""
    match, seat = table.in_play, table.seat_of(person)
    if match is None or seat is None or order.seat is None:
        raise Refusal(table.book.cites.seating, "the opener is not agreed here")
    step(match, AgreeOpener(order.seat), seat, match.at)


def opener_agreed(table: TableState, proposal: Proposal, now: int) -> tuple[News, ...]:
    match, seat = table.in_play, table.seat_of(proposal.person)
    assert match is not None
    assert seat is not None
    assert proposal.seat is not None
    return step(match, AgreeOpener(proposal.seat), seat, now).moments


# --- pause and go on: by agreement of every side of people, or by the referee ---------------------------------------


def may_pause(table: TableState, order: o.Propose, person: str) -> None:
    article = table.book.cites.time
    if not table.settings.pauses:
        raise Refusal(article, "there are no pauses at this table")
    if table.in_play is None or table.seat_of(person) is None:
        raise Refusal(article, "there is no match to pause")
    if table.pause is not None:
        raise Refusal(article, "the clock stands still already")


def may_resume(table: TableState, order: o.Propose, person: str) -> None:
    article = table.book.cites.time
    if table.pause is None or table.seat_of(person) is None:
        raise Refusal(article, "the clock is running")
    if table.pause.why != "agreed":
        raise Refusal(article, "the players have not agreed on this pause, and do not end it")


def sides_here(table: TableState, proposal: Proposal) -> Groups:
    """Every side with somebody who is here: bots agree always, and who is away is glad of a pause."""
    match = table.in_play
    assert match is not None
    sides = [tuple(person for person in table.people_of(side) if table.here(person)) for side in match.sides]
    return tuple(side for side in sides if side)


def pause(table: TableState, proposal: Proposal, now: int) -> tuple[News, ...]:
    assert table.in_play is not None
    return step(table.in_play, PauseClock("agreed"), TABLE, now).moments


def stands_still(table: TableState, now: int) -> tuple[News, ...]:
    """Nobody has to agree: whoever plays alone with bots is away."""
    assert table.in_play is not None
    return step(table.in_play, PauseClock("away"), TABLE, now).moments


def goes_on(table: TableState, now: int) -> tuple[News, ...]:
    assert table.in_play is not None
    return step(table.in_play, ResumeClock(), TABLE, now).moments


# --- taking back ----------------------------------------------------------------------------------------------------
#
# A slip of the finger is taken back by consent of the others, and only before the next person has acted: bots answer at
# once, and their moves go with it. What is taken back are moves that showed nobody anything: no deal, no drawn tile, no
# rack lifted because of it (TG-8.8), no hand that it ended. It is a correction: nothing in the stream is ever edited.
#
# Whoever plays alone with bots takes back what they like, as often as they like: their last move of the hand at which
# they could have done otherwise, and all that came of it. Bots do not mind, and remember nothing.


def may_take_back(table: TableState, order: o.Propose, person: str) -> None:
    article = table.book.cites.turn
    ledger, seat = table.ledger, table.seat_of(person)
    if not table.settings.take_backs:
        raise Refusal(article, "moves are not taken back at this table")
    if ledger is not None and table.only_person == person and table.pause is None:
        _choice(table, ledger)
        return
    if ledger is None or seat is None or ledger.match.phase is not PLAYING or table.pause is not None:
        raise Refusal(article, "no hand is being played")
    place, slip = _slip(table, ledger)
    if slip.seat != seat:
        raise Refusal(article, "only the last move is taken back, by whoever made it, before anybody else acts")
    hand = ledger.until(place).hand
    if hand is not None and len(legal_moves(hand)) == 1:
        raise Refusal(article, "there was nothing else to play")


def _slip(table: TableState, ledger: Ledger) -> tuple[int, Slip]:
    """The last move of a person and where it stands in the log, if nothing else has happened since than moves of bots,
    and none of it showed anybody anything."""
    log = ledger.effective
    for place in range(len(log) - 1, -1, -1):
        event = log[place]
        if not isinstance(event, Slip):
            break
        if table.chairs[event.seat - 1].person is not None:
            return place, event
    message = "only the last move is taken back, by whoever made it, before anybody else acts"
    raise Refusal(ledger.book.cites.turn, message)


def _choice(table: TableState, ledger: Ledger) -> int:
    """Where in the log stands the last move of whoever plays alone, in the hand that is on or is being counted, at
    which they could have done otherwise."""
    if ledger.match.phase not in (PLAYING, COUNTING):
        raise Refusal(table.book.cites.turn, "no hand is being played")
    seat, log = table.seat_of(table.only_person or ""), ledger.effective
    for place in range(len(log) - 1, -1, -1):
        event = log[place]
        if isinstance(event, e.HandDealt):
            break
        if isinstance(event, Slip | e.TileDrawn) and event.seat == seat:
            hand = ledger.until(place).hand
            if hand is not None and len(legal_moves(hand)) > 1:
                return place
    raise Refusal(table.book.cites.turn, "you have made no move in this hand that could have been another one")


def take_back(table: TableState, proposal: Proposal, now: int) -> tuple[e.Event, ...]:
    """The move never was. The time since then is nobody's: it stood still while they talked about it."""
    ledger = table.ledger
    assert ledger is not None
    alone = table.only_person == proposal.person
    place = _choice(table, ledger) if alone else _slip(table, ledger)[0]
    moved = ledger.effective[place]
    corrected = undo(ledger, Undo(place, AGAINST_BOTS if alone else BY_CONSENT), now)
    stood_still = (e.ClockPaused("agreed", at=moved.at), e.ClockResumed(at=corrected.at))
    return (replace(corrected, instead=stood_still),)


# --- all of them -----------------------------------------------------------------------------------------------------

AGREEMENTS: Final[dict[What, Agreement]] = {
    "pause": Agreement(may_pause, sides_here, pause),
    "resume": Agreement(may_resume, sides_here, lambda table, proposal, now: goes_on(table, now)),
    "take_back": Agreement(may_take_back, everybody_seated, take_back),
    "rematch": Agreement(may_rematch, everybody_seated, lambda table, proposal, now: match_begins(table, now)),
    "partners": Agreement(
        may_change_partners, everybody_seated, lambda table, proposal, now: with_other_partners(table, now)
    ),
    "end_grace": Agreement(may_end_grace, everybody_else_seated, grace_ends),
    "opener": Agreement(may_agree_opener, everybody_seated, opener_agreed),
    # Who sees every rack is somebody that every player trusts.
    "referee": Agreement(
        may_referee, everybody_seated, lambda table, proposal, now: referee_sits(table, proposal.person, now)
    ),
}


AT_A_TOURNAMENT: Final[frozenset[What]] = frozenset({"opener"})
"""What players agree on at a table of a tournament: what the book leaves to them (CL-inicio)."""


def missing(table: TableState, proposal: Proposal) -> Groups:
    """Whose word is still missing."""
    groups = AGREEMENTS[proposal.what].asked(table, proposal)
    return tuple(group for group in groups if not set(group) & set(proposal.agreed))


def propose(table: TableState, order: o.Propose, person: str, now: int) -> tuple[News, ...]:
    if order.what not in AGREEMENTS:
        raise Refusal("", "there is no such thing to agree on: {found}", found=str(order.what)[:40])
    if table.reserved and order.what not in AT_A_TOURNAMENT:
        raise Refusal("", "at a table of a tournament that is for the director")
    if table.proposal(order.what) is not None:
        raise Refusal("", "that has been proposed already")
    AGREEMENTS[order.what].may(table, order, person)
    return _with_effect(table, t.Proposed(order.what, person, now + table.times.consent, order.seat, at=now), now)


def agree_opener(table: TableState, order: AgreeOpener, seat: Seat, now: int) -> tuple[News, ...]:
    """One player's word on who opens: the others' is asked for, and a word for somebody else begins anew. Bots agree
    to whatever people do."""
    person = table.chairs[seat - 1].person
    if person is None or table.played_by_bots((seat,)):
        raise Refusal(table.book.cites.seating, "who opens is for the people at the table to agree on")
    proposal = table.proposal("opener")
    if proposal is not None and proposal.seat == order.seat:
        return agree(table, o.Agree("opener"), person, now)
    dropped = unfold(table, () if proposal is None else (t.Declined("opener", person, at=now),))
    return (*dropped.moments, *propose(dropped.after, o.Propose("opener", order.seat), person, now))


def agree(table: TableState, order: o.Agree, person: str, now: int) -> tuple[News, ...]:
    proposal = _asked(table, order.what, person)
    if person in proposal.agreed:
        raise Refusal("", "you have agreed already")
    return _with_effect(table, t.Agreed(order.what, person, at=now), now)


def decline(table: TableState, order: o.Decline, person: str, now: int) -> tuple[News, ...]:
    """No; or, from who proposed it, never mind."""
    _asked(table, order.what, person)
    return (t.Declined(order.what, person, at=now),)


def _asked(table: TableState, what: What, person: str) -> Proposal:
    """The proposal, if this person has a word in it."""
    proposal = table.proposal(what)
    if proposal is None:
        raise Refusal("", "nobody has proposed that")
    if person != proposal.person and not any(person in group for group in AGREEMENTS[what].asked(table, proposal)):
        raise Refusal("", "you are not asked")
    return proposal


def _with_effect(table: TableState, event: t.Proposed | t.Agreed, now: int) -> tuple[News, ...]:
    """The event, and what it brings where nobody's word is missing any more."""
    done = unfold(table, (event,))
    proposal = done.after.proposal(event.what)
    assert proposal is not None
    if missing(done.after, proposal):
        return done.moments
    return (*done.moments, *AGREEMENTS[event.what].effect(done.after, proposal, now))
