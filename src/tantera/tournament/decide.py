"""An order is judged against the state: it becomes one event, or it is refused with the reason and nothing changes.

After an undo the state is as if that event had not been, unless something that others rely on rests on it. All other
orders are judged again without it, from the beginning (event sourcing's *replay*). Orders that are no longer accepted
fall away, drafts are drawn again; where a published round or a confirmed slip would be lost or changed, the undo is
refused and says which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tantera.rules import BOOKS, Books, RuleBookError, built_in_books, event_hash
from tantera.tournament import decide_entries, decide_event, decide_rounds, slips
from tantera.tournament import events as e
from tantera.tournament import orders as o
from tantera.tournament.beside import derived_salt, names_nobody, said_again
from tantera.tournament.decided import Decided, check_name, check_text
from tantera.tournament.events import NOTHING
from tantera.tournament.evolve import evolve, outcomes_of, step_of_own, undone_by
from tantera.tournament.options import settled
from tantera.tournament.orders import Given, Order, Refused
from tantera.tournament.permission import check_permission, check_stage, name_of
from tantera.tournament.state import Round, Slip, TournamentState
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
        return {key: _told(item, lang) for key, item in value.items()}
    if isinstance(value, list):
        return [_told(item, lang) for item in value]
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
    o.EditPlayer: decide_entries.edit_player,
    o.EditEvent: decide_event.edit_event,
    o.KeepApart: decide_entries.keep_apart,
    o.Seed: decide_rounds.seed,
    o.Draw: decide_rounds.draw_round,
    o.Publish: decide_rounds.publish,
    o.Postpone: decide_rounds.postpone,
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
        return undo(tournament, order)
    if tournament.closed:
        raise Refused("event_closed", "the event is closed: only undo is left")
    check_text(getattr(order, "reason", None), getattr(order, "override", None))
    return DECIDES[type(order)](tournament, order, given)


def _create(order: o.Create, books: Books) -> Decided:
    check_name(order.name)
    check_text(order.options)
    try:
        book = books(order.book)
    except RuleBookError as error:
        raise Refused("unknown_book", "{problem}", problem=error) from None
    law = settled(book, order.format, order.rounds, order.options)
    ours = book.id in BOOKS and event_hash(book) == event_hash(built_in_books(book.id))
    carried = None if ours else msgspec.json.decode(msgspec.json.encode(book))
    seed = order.seed if order.seed is not None else order.name
    outcome = e.Created(book.id, event_hash(book), law.format, law.rounds, seed, law.options, carried, e.EDITION)
    return Decided(outcome)


def undo(tournament: TournamentState, order: o.Undo) -> Decided:
    """Judge an undo."""
    number = order.event
    history = tournament.log.history
    if number > len(history):
        raise Refused("no_such_event", "there is no event {number}", number=number)
    if number in tournament.log.gone or number in undone_by(history):
        raise Refused("already_undone", "event {number} does not count any more", number=number)
    if number == 1:
        raise Refused("rests_on_it", "everything rests on it")
    without = undone_by(history, number)
    if _is_last_entry(tournament, number, without):
        gone = tuple(sorted(tournament.log.gone | {number}))
        return Decided(e.Undone(gone, tuple(sorted(outcomes_of(history).items()))), {"undone": number, "fallen": []})
    replayed = _replay(tournament, without, _root(tournament, number))
    _nothing_rests_on_it(tournament, number, replayed.state)
    outcome = e.Undone(tuple(sorted(replayed.gone)), tuple(sorted(replayed.changed.items())))
    fallen = sorted(replayed.gone - tournament.log.gone - {number})
    return Decided(outcome, {"undone": number, "fallen": fallen})


def _is_last_entry(tournament: TournamentState, number: int, without: frozenset[int]) -> bool:
    """Whether it is an entry after which nothing counts and nothing ever fell away: then nothing rests on it, and
    nothing need be judged again. So is every row of a sheet that is taken back from its last one on."""
    history = tournament.log.history
    if not isinstance(history[number - 1].order, o.Enter):
        return False
    later = history[number:]
    return (
        all(one.number in without or isinstance(one.order, o.Undo) for one in later) and tournament.log.gone <= without
    )


class _Replayed(Struct):
    state: TournamentState
    gone: set[int]
    changed: dict[int, e.AnyOutcome]


def _meets_as(now: e.AnyOutcome | None, before: e.AnyOutcome | None) -> bool:
    """Whether two draws of a round have the same meetings, and the same who rest: in a league calendar, where no round
    rests on another's results, who is at home and at which table stays as it was."""
    if not isinstance(now, e.Drawn) or not isinstance(before, e.Drawn) or now.round != before.round:
        return False
    seats = ({frozenset(table.seats) for table in drawn.tables} for drawn in (now, before))
    return set(now.byes) == set(before.byes) and next(seats) == next(seats)


def _root(tournament: TournamentState, number: int) -> int:
    """What an undo is about in the end: the undo of an undo is about what the first one took away. From there on things
    may come out otherwise."""
    order = tournament.log.history[number - 1].order
    while isinstance(order, o.Undo):
        number = order.event
        order = tournament.log.history[number - 1].order
    return number


def _replay(tournament: TournamentState, without: frozenset[int], first: int) -> _Replayed:
    """What the orders come to without some of them. Before the first that matters they came to what is in the log."""
    outcomes = outcomes_of(tournament.log.history)
    state: TournamentState | None = None
    gone: set[int] = set()
    changed: dict[int, e.AnyOutcome] = {}
    for recorded in tournament.log.history:
        number = recorded.number
        if isinstance(recorded.order, o.Undo):
            continue
        if number in without or (number < first and number in tournament.log.gone):
            gone.add(number)
            continue
        outcome = before = outcomes.get(number, recorded.outcome)
        if state is not None and number >= first:
            try:
                outcome = decide(state, _as_given(recorded, outcome)).outcome
            except Refused:
                gone.add(number)
                continue
            if state.calendar and _meets_as(outcome, before):
                outcome = before
        if outcome is not None and outcome != recorded.outcome:
            changed[number] = outcome
        after = step_of_own(state, recorded, outcome)
        state = after if after.log is tournament.log else replace(after, log=tournament.log)
    if state is None:
        raise Refused("rests_on_it", "everything rests on it")
    return _Replayed(state, gone, changed)


def _as_given(recorded: e.Recorded, outcome: e.AnyOutcome | None) -> Given:
    """The order again, with the deals of the round that it published."""
    secret = (outcome.secret or None) if isinstance(outcome, e.Published) else None
    return Given(recorded.order, recorded.by, recorded.at, recorded.id, secret=secret)


def _nothing_rests_on_it(tournament: TournamentState, number: int, after: TournamentState) -> None:
    """A `Refused` where a published round or a confirmed slip, other than the event's own, would be lost or changed."""
    root = _root(tournament, number)
    its_round, about = _own_round(tournament, root), tournament.log.history[root - 1].order
    for round in tournament.published:
        then = after.played[round.number - 1] if round.number <= len(after.played) else None
        if round.number != its_round and not _same_round(round, then):
            raise Refused("rests_on_it", "round {round} is published and rests on it", round=round.number)
        for table, slip in _confirmed(round):
            if slip.event == number or (number != root and slip.event < number and _is_about(about, round, table)):
                continue
            if not _same_slip(round, then, table, slip):
                raise Refused("rests_on_it", "round {round}: the confirmed slip of table {table} rests on it",
                              round=round.number, table=table)  # fmt: skip


def _is_about(order: o.AnyOrder, round: Round, table: int) -> bool:
    """Whether an order wrote or stamped the slip of this table: the slip that was there before an undo of it comes and
    goes with that undo, and only one that was written since rests on it."""
    return isinstance(order, o.Result | o.Confirm | o.Dispute) and (order.round, order.table) == (round.number, table)


def _own_round(tournament: TournamentState, number: int) -> int | None:
    """The round that the event itself published or repaired: undoing it may change that round. Where the event was
    undone, the round that is published now was so by another one."""
    recorded = tournament.log.history[number - 1]
    outcome = outcomes_of(tournament.log.history).get(number, recorded.outcome)
    match outcome:
        case e.Published(round=round):
            return round if number not in tournament.log.gone else None
        case e.Repaired(drawn=drawn):
            return drawn.round
        case _:
            return None


def _same_round(now: Round, then: Round | None) -> bool:
    if then is None or then.stage == "draft":
        return False
    return (now.basis, now.byes, _seats(now)) == (then.basis, then.byes, _seats(then))


def _seats(round: Round) -> tuple[tuple[str, ...], ...]:
    return tuple(table.seats for table in round.tables)


def _confirmed(round: Round) -> Iterable[tuple[int, Slip]]:
    for number, table in enumerate(round.tables, 1):
        if table.slip is not None and table.slip.status == "confirmed":
            yield number, table.slip


def _same_slip(now: Round, then: Round | None, number: int, slip: Slip) -> bool:
    if then is None or number > len(then.tables):
        return False
    table = then.tables[number - 1]
    return (
        table.seats == now.tables[number - 1].seats
        and table.slip is not None
        and replace(table.slip, event=slip.event) == slip
    )
