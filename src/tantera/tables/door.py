"""The entrance of a table: an order, who gives it, and when. And what the table does by itself."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from msgspec.structs import replace

from tantera.play.actors import DIRECTOR, TABLE, Actor, Role
from tantera.play.due import settle as settle_match
from tantera.play.match import Match
from tantera.play.moves import ends_as_seen
from tantera.play.orders import (
    AgreeOpener,
    ChangeDecision,
    DealRacks,
    Order,
    PauseClock,
    ReplacePlayer,
    SignSheet,
    Undo,
)
from tantera.referee import step
from tantera.rules import Refusal
from tantera.tables import agreements, deals, hints, matches, people, seats, talk
from tantera.tables import events as t
from tantera.tables import orders as o
from tantera.tables.agenda import due, is_owed
from tantera.tables.correcting import correct_match
from tantera.tables.events import ClosedBy
from tantera.tables.fold import News, TableProgress, unfold
from tantera.tables.orders import BotAt, TableOrder, tag_of
from tantera.tables.permission import By, actor_of, permit
from tantera.tables.state import TableState


def act(table: TableState, order: Order, by: By, now: int) -> TableProgress:
    """An order to the table or to its match, by a person, a bot or an office.

    Raises `Refusal` where it is against the book or the table's own rules, or not theirs to give; nothing has happened
    then, and it speaks of people by their names. `now` is never before the last event: a clock that ran backwards
    stands still.
    """
    try:
        return unfold(table, _decide(table, order, by, max(now, table.at)))
    except Refusal as refusal:
        raise _as_they_lie(refusal, table, by).named(table.names) from None


def _as_they_lie(refusal: Refusal, table: TableState, by: By) -> Refusal:
    """The same to a player at their own side of the table: the two ends in the order in which they see them."""
    seat = by.seat if isinstance(by, BotAt) else None if isinstance(by, Role) else table.seat_of(by)
    match = table.in_play
    if seat is None or match is None or match.hand is None or match.hand.chain is None:
        return refusal
    if not {"left", "right"} <= refusal.facts.keys():
        return refusal
    hand, chain = match.hand, match.hand.chain
    first, second = ends_as_seen(chain, match.book, hand.opener, seat)
    return refusal.of(left=chain.end(first), right=chain.end(second))


def settle(table: TableState, now: int, seed: bytes) -> TableProgress:
    """Everything that the table owes by now. `seed` is fresh chance: 32 bytes that nobody can guess.

    It ends: every order that is owed at a time moves the table on, and what waits for somebody waits anew.
    """
    done = unfold(table, ())
    while (owed := due(done.after, now, seed)) is not None:
        done = done.then(act(done.after, owed, TABLE, now))
        seed = sha256(b"tantera table 1\0" + seed).digest()
    return done


def _decide(table: TableState, order: Order, by: By, now: int) -> tuple[News, ...]:
    if table.closed is not None:
        raise Refusal("", "this table is closed")
    if not isinstance(order, TableOrder):
        return _in_the_match(table, order, by, now)
    permit(table, order, by)
    if by is TABLE and not is_owed(table, order, now):
        raise Refusal("", "the table does not owe that now")
    if isinstance(order, o.CloseTable) and order.why not in _CLOSES.get(by, ("host",)):
        raise Refusal("", "that is not for you to order at this table")
    return _DECIDE[type(order)](table, order, by if not isinstance(by, Role | BotAt) else "", now)


def _in_the_match(table: TableState, order: Order, by: By, now: int) -> tuple[News, ...]:
    match = table.match
    if match is None:
        raise Refusal("", "no match is being played at this table")
    actor = actor_of(table, match, order, by)
    through_the_table = _IN_THE_MATCH.get(type(order))
    if through_the_table is not None:
        return through_the_table(table, match, order, actor, now)
    return step(match, order, actor, now).moments


def _sign_sheet(table: TableState, match: Match, order: SignSheet, actor: Actor, now: int) -> tuple[News, ...]:
    if table.sheet_closed:
        raise Refusal(table.book.cites.sheet, "the time to sign is over")
    return step(match, order, actor, now).moments


def _pause_clock(table: TableState, match: Match, order: PauseClock, actor: Actor, now: int) -> tuple[News, ...]:
    if table.pause is not None:
        raise Refusal(table.book.cites.time, "the clock stands still already")
    why = order.why if actor is TABLE else "director" if actor is DIRECTOR else "referee"
    return step(match, replace(order, why=why), actor, now).moments


def _agree_opener(table: TableState, match: Match, order: AgreeOpener, actor: Actor, now: int) -> tuple[News, ...]:
    """Before the first hand the whole table has to agree."""
    if isinstance(actor, Role) or match.lines:
        return step(match, order, actor, now).moments
    return agreements.agree_opener(table, order, actor, now)


def _deal_racks(table: TableState, match: Match, order: DealRacks, actor: Actor, now: int) -> tuple[News, ...]:
    """Tiles that are the same at every table of a round, from the director's hand; nobody else's reaches a deal."""
    if not table.same_deals or actor is not DIRECTOR:
        raise Refusal(table.book.cites.deal, "nobody chooses the tiles at this table")
    return step(match, order, TABLE, now).moments


_IN_THE_MATCH: Final[dict[type, Callable[[TableState, Match, Any, Actor, int], tuple[News, ...]]]] = {
    SignSheet: _sign_sheet,
    PauseClock: _pause_clock,
    DealRacks: _deal_racks,
    AgreeOpener: _agree_opener,
    Undo: lambda table, match, order, actor, now: correct_match(table, order, actor, now),
    ChangeDecision: lambda table, match, order, actor, now: correct_match(table, order, actor, now),
    ReplacePlayer: seats.reserve,
}
"""Orders to the match in which the table has a word. All others are the match's alone."""


_CLOSES: Final[dict[By, tuple[ClosedBy, ...]]] = {
    TABLE: ("idle", "left"),
    DIRECTOR: ("host", "director", "room", "left"),
}
"""Why each office closes a table; people do as its host."""


# --- the table's own ------------------------------------------------------------------------------------------------


def _settle(table: TableState, order: o.Settle, person: str, now: int) -> tuple[News, ...]:
    assert table.match is not None
    return settle_match(table.match, now).moments


def _answer_for(table: TableState, order: o.AnswerFor, person: str, now: int) -> tuple[News, ...]:
    """The answer that did not come, as if its giver had given it; the stream says that it was the table."""
    assert table.match is not None
    given = step(table.match, order.answer, order.who, now).moments
    return (t.TimeRanOut(str(order.who), tag_of(order.answer), at=now), *given) if order.late else given


_DECIDE: Final[dict[type, Callable[[TableState, Any, str, int], tuple[News, ...]]]] = {
    o.Enter: people.enter,
    o.Connect: people.connect,
    o.Disconnect: people.disconnect,
    o.Leave: lambda table, order, person, now: (t.PersonLeft(person, at=now),),
    o.Sit: seats.sit,
    o.StandUp: seats.stand_up,
    o.Appoint: seats.appoint,
    o.SeatEntrant: seats.seat_entrant,
    o.SeatBot: seats.seat_bot,
    o.RemoveBot: seats.remove_bot,
    o.ReplaceBot: seats.replace_bot,
    o.SetPace: seats.set_pace,
    o.Start: matches.start,
    o.CloseTable: people.close_table,
    o.AddEntropy: deals.add_entropy,
    o.Propose: agreements.propose,
    o.Agree: agreements.agree,
    o.Decline: agreements.decline,
    o.Say: talk.say,
    o.SayPhrase: talk.say_phrase,
    o.CallReferee: talk.call_referee,
    o.AnswerCall: talk.answer_call,
    o.AskHint: hints.ask,
    o.GiveHint: hints.give,
    o.BindSeed: deals.bind_seed,
    o.DrawLots: deals.draw_lots,
    o.Deal: deals.deal,
    o.Settle: _settle,
    o.AnswerFor: _answer_for,
    o.EndGrace: lambda table, order, person, now: seats.given_up(table, order.seat, now),
    o.FreeSeat: lambda table, order, person, now: (t.SeatFreed(order.seat, at=now),),
    o.Forget: lambda table, order, person, now: (t.PersonLeft(order.person, at=now),),
    o.Lapse: lambda table, order, person, now: (t.ProposalLapsed(order.what, at=now),),
    o.StandStill: lambda table, order, person, now: agreements.stands_still(table, now),
    o.EndPause: lambda table, order, person, now: agreements.goes_on(table, now),
    o.CloseSheet: matches.close_sheet,
}
