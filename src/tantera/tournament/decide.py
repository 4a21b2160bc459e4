"""An order is judged against the state: it becomes one event, or it is refused with the reason and nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import Struct

from tantera.rules import BOOKS, Books, RuleBookError, built_in_books, event_hash
from tantera.tournament import decide_entries, decide_rounds, slips, undoing
from tantera.tournament import events as e
from tantera.tournament import orders as o
from tantera.tournament.beside import derived_salt, names_nobody, said_again
from tantera.tournament.decided import Decided, check_name
from tantera.tournament.events import NOTHING
from tantera.tournament.evolve import evolve
from tantera.tournament.options import settled
from tantera.tournament.orders import Given, Order, Refused
from tantera.tournament.permission import check_permission, check_stage, name_of
from tantera.tournament.state import TournamentState
from tantera.words import Phrase
from tantera.words.alike import ERASED


class Applied(Struct, frozen=True):
    """What came of an order that was accepted."""

    recorded: e.Recorded | None
    """The event; None for a preview."""
    after: TournamentState
    again: bool = False
    """The same order under the same id was accepted before: `recorded` is that event."""
    answer: dict[str, Any] = {}
    """What else there is to print; sentences in it wait for their language."""

    def printed(self, lang: str = "es") -> dict[str, Any]:
        """The line that answers an order that was accepted. A preview has no event."""
        number = {"event": self.recorded.number} if self.recorded is not None else {}
        again = {"again": True} if self.again else {}
        return {"ok": True, **number, **again, **_told(self.answer, lang)}


def _told(value: Any, lang: str) -> Any:
    if isinstance(value, dict):
        return {key: _told(one, lang) for key, one in value.items()}
    if isinstance(value, list):
        return [_told(one, lang) for one in value]
    return value.told(lang) if isinstance(value, Phrase) else value


DECIDES: Final[dict[type[Order], Callable[[TournamentState, Any, Given], Decided]]] = {
    o.Commit: decide_entries.commit,
    o.Lot: decide_entries.lot,
    o.Enter: decide_entries.enter,
    o.Pay: decide_entries.pay,
    o.CheckIn: decide_entries.of_entries,
    o.CheckOut: decide_entries.check_out,
    o.Withdraw: decide_entries.of_entries,
    o.Return: decide_entries.of_entries,
    o.KeepApart: decide_entries.keep_apart,
    o.Draw: decide_rounds.draw_round,
    o.Publish: decide_rounds.publish,
    o.CloseRound: decide_rounds.close_round,
    o.Swap: decide_rounds.swap,
    o.Close: decide_rounds.close,
    o.Result: slips.result,
    o.Confirm: slips.confirm,
    o.Dispute: slips.dispute,
    o.Late: decide_entries.late,
    o.Default: decide_entries.default,
    o.StandIn: decide_entries.stand_in,
    o.Penalty: decide_entries.penalty,
    o.ShowCard: decide_entries.card,
    o.Expel: decide_entries.expel,
    o.Repair: decide_rounds.repair,
}
"""Who judges which order; `create` and `undo` are judged here."""


def apply(tournament: TournamentState | None, given: Given, books: Books = built_in_books) -> Applied:
    """Judge one order: the event after it and what to print, or a `Refused`.

    `event` is None before `create`. `given.at` is the time that is recorded: it is an argument, nothing asks a clock.
    """
    before = _given_before(tournament, given)
    if before is not None and tournament is not None:
        return Applied(before, tournament, again=True)
    check_permission(tournament, given)
    if names_nobody(given.order):
        raise Refused("nobodys_name", "{dash} stands for somebody who was erased: write a name", dash=ERASED)
    decided = decide(tournament, given, books)
    check_stage(tournament, given)
    msgspec.json.encode(_told(decided.answer, "es"))  # what could not be answered is not carried out
    if decided.preview:
        if tournament is None:
            raise Refused("no_tournament", "there is no event yet: it begins with create")
        return Applied(None, tournament, answer=decided.answer)
    number, head, seed = (
        (tournament.number + 1, tournament.head, tournament.seed) if tournament is not None else (1, NOTHING, "")
    )
    salt = given.salt or derived_salt(seed, number, name_of(type(given.order)))
    recorded = e.record(number, head, given, decided.outcome, salt)
    return Applied(recorded, evolve(tournament, recorded), answer=decided.answer)


def _given_before(tournament: TournamentState | None, given: Given) -> e.Recorded | None:
    """The event of the same id, if the order is the same: when, by whom and with which salt are no part of that."""
    if tournament is None or given.id is None or given.id not in tournament.log.ids:
        return None
    first = tournament.log.history[tournament.log.ids[given.id] - 1]
    if not said_again(first.order, given.order):
        raise Refused("id_reused", "the id {id} was given to another order", id=given.id)
    return first


def decide(tournament: TournamentState | None, given: Given, books: Books = built_in_books) -> Decided:
    """What comes of an order, its actor's role apart."""
    order = given.order
    if isinstance(order, o.Create):
        if tournament is not None:
            raise Refused("already_created", "the event has been created: {name}", name=tournament.name)
        return _create(order, books)
    if tournament is None:
        raise Refused("no_tournament", "there is no event yet: it begins with create")
    if isinstance(order, o.Undo):
        return undoing.undo(tournament, order, decide)
    if tournament.closed:
        raise Refused("event_closed", "the event is closed: only undo is left")
    return DECIDES[type(order)](tournament, order, given)


def _create(order: o.Create, books: Books) -> Decided:
    check_name(order.name)
    try:
        book = books(order.book)
    except RuleBookError as error:
        raise Refused("unknown_book", "{problem}", problem=error) from None
    law = settled(book, order.format, order.rounds, order.options)
    ours = book.id in BOOKS and event_hash(book) == event_hash(built_in_books(book.id))
    own = None if ours else msgspec.json.decode(msgspec.json.encode(book))
    seed = order.seed if order.seed is not None else order.name
    outcome = e.Created(book.id, event_hash(book), law.format, law.rounds, seed, law.options, own, e.EDITION)
    return Decided(outcome)
